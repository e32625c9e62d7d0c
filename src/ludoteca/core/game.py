"""A game: what is known of it without loading its rules, and its rooms, loaded on first use."""

from __future__ import annotations

import importlib
import importlib.util
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_type_hints

from ludoteca.core import rooms
from ludoteca.core.errors import GameDefinitionError, LudotecaError
from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.options import Options, OptionSchema, Value
from ludoteca.core.rooms import Hook, Room, fits, kind_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludoteca.core.layout import Layout
    from ludoteca.core.moves import Moves, Text
    from ludoteca.core.state import State

EXAMPLES_PACKAGE = "ludoteca.examples"

POSITION = N_("your seat and the score before the deal, then what you saw of it, with ; between")
"""The form of a position where the game has none of its own."""

T = TypeVar("T")


@dataclass(frozen=True)
class Rung:
    """A machine on the ladder of a game.

    ``about`` is a message id: how it plays, "" for what is said of it in every game. ``share`` is
    what it won of the ``unit`` against the rung below, None for the lowest, as ``docs/players.md``
    has it.
    """

    player: str
    about: str = ""
    share: float | None = None
    unit: Literal["matches", "deals"] = "deals"


@dataclass(frozen=True)
class School:
    """Rules of a game that people know by a name, and are asked for before they play.

    ``title`` and ``about`` are message ids: the name, and in a few words what differs. ``options``
    are those that are not at their default, by name and value; ``rare`` if few play so.
    """

    name: str
    title: str
    about: str
    options: tuple[tuple[str, Value], ...] = ()
    rare: bool = False


@dataclass(frozen=True)
class GameInfo:
    """The entry of a game in lists; its ``__init__.py`` states it as ``INFO``.

    ``title`` and ``sentence`` are message ids. ``players`` is the range of seats; where it is a
    range the game has an option ``players``. ``teams`` lists the seats of each side of a
    partnership game. ``levels`` are the levels that the game's ``policy.py`` plays at; ``called``
    are message ids of what players are called whose id is no word of every language. ``ladder``
    has the machines whose strength was measured, the weakest first.
    ``small`` are options of a variant small enough to be enumerated, for the conformance suite.
    ``schools`` are rules of which a page asks once which ones a person plays, in the words of
    ``which``, a message id; a game without them is dealt at once.

    Raises
    ------
    ValueError
        Where a value is not of its type, or does not fit the number of seats.
    """

    name: str
    title: str
    sentence: str
    players: tuple[int, int]
    minutes: int
    rules_version: int
    utility: Literal["zero-sum", "constant-sum", "general"]
    levels: tuple[str, ...] = ("basic",)
    aliases: tuple[tuple[str, str], ...] = ()
    called: tuple[tuple[str, str], ...] = ()
    ladder: tuple[Rung, ...] = ()
    teams: tuple[tuple[int, ...], ...] | None = None
    small: tuple[tuple[str, Value], ...] = ()
    schools: tuple[School, ...] = ()
    which: str = ""

    def __post_init__(self) -> None:
        for name, kind in _kinds_of_info().items():
            if not fits(getattr(self, name), kind):
                raise ValueError(f"{name} must be {kind_text(kind)}, not {getattr(self, name)!r}")
        least, most = self.players
        if not 1 <= least <= most:
            raise ValueError(f"players must be the fewest seats and the most, not {self.players}")
        if not self.levels:
            raise ValueError("levels must name a level of policy.py at least")
        if self.teams is not None:
            seats = sorted(seat for side in self.teams for seat in side)
            if seats != list(range(most)):
                raise ValueError(f"teams must name each seat below {most} once, not {self.teams}")
        if bool(self.schools) != bool(self.which):
            raise ValueError("which must ask for one of the schools, where there are any")


@cache
def _kinds_of_info() -> dict[str, Any]:
    return get_type_hints(GameInfo)


def import_of_game(package: str, room: str = "") -> ModuleType:
    """Import the package of a game, or a room of it, such as ``.rules``.

    Raises
    ------
    GameDefinitionError
        With the file, the line and the error where the import fails, whatever was raised: a
        game may be somebody's unfinished work.
    """
    try:
        return importlib.import_module(package + room)
    except LudotecaError:
        raise
    except (Exception, SystemExit) as error:
        raise cannot_be_loaded(package, error) from error


def cannot_be_loaded(package: str, error: BaseException) -> GameDefinitionError:
    """The sentence for the author of a game whose files raised ``error``."""
    sentence = _("the game in {package} cannot be loaded: {error}")
    return GameDefinitionError(sentence.format(package=package, error=_fault(error, package)))


def _fault(error: BaseException, package: str) -> str:
    """The place of an error in the files of a game, and the first line of the error."""
    place, said = "", str(error).partition("\n")[0]
    if isinstance(error, SyntaxError):
        place, said = f"{error.filename}:{error.lineno}: ", error.msg
    else:
        for frame, line in traceback.walk_tb(error.__traceback__):
            if str(frame.f_globals.get("__name__")).startswith(package):
                place = f"{frame.f_code.co_filename}:{line}: "
    return f"{place}{type(error).__name__}: {said}"


class Game:
    """A registered game; ``rules``, ``notation``, ``policy`` and other rooms load on first use."""

    def __init__(self, info: GameInfo, package: str) -> None:
        self.info = info
        self.package = package
        self._rooms: dict[Room, ModuleType | None] = {}
        self._masks: dict[int, dict[int, NDArray[np.uint8]]] = {}

    def __repr__(self) -> str:
        return f"<Game {self.info.name}>"

    @property
    def name(self) -> str:
        """The id of the game: its folder's name."""
        return self.info.name

    @property
    def example(self) -> bool:
        """True for a teaching game, which lists show apart and nothing prepares unasked."""
        return self.package.rpartition(".")[0] == EXAMPLES_PACKAGE

    @cached_property
    def folder(self) -> Path:
        """The folder that holds the game's files.

        Raises
        ------
        GameDefinitionError
            Where the folder has no ``__init__.py``.
        """
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None:
            raise GameDefinitionError(f"{self.name}: its folder has no __init__.py")
        return Path(spec.origin).parent

    def has_room(self, name: Room) -> bool:
        """True if the game's folder has a file or sub-package ``name``; imports nothing."""
        places = (self.folder / f"{name}.py", self.folder / name / "__init__.py")
        return any(place.is_file() for place in places)

    def has_questions(self, name: Room) -> bool:
        """True if the room ``name`` marks a question; reads its text, imports nothing."""
        places = (self.folder / f"{name}.py", self.folder / name / "__init__.py")
        return any(b"@question(" in place.read_bytes() for place in places if place.is_file())

    def room(self, name: Room) -> ModuleType | None:
        """The module ``name`` of the game's folder, or None where it has none."""
        if name not in self._rooms:
            found = self.has_room(name)
            self._rooms[name] = import_of_game(self.package, f".{name}") if found else None
        return self._rooms[name]

    def hook(self, hook: Hook[T]) -> T | None:
        """The game's own ``hook``, or the one that follows from its record; None for neither."""
        for name in hook.rooms:
            module = self.rules if name == "rules" else self.room(name)
            found: T | None = getattr(module, hook.name, None)
            if found is not None:
                return found
        if "rules" not in hook.rooms:
            return None
        derived: Any = self.derived.get(hook.name)
        return derived

    def _required_room(self, name: Room) -> ModuleType:
        module = self.room(name)
        if module is None:
            raise GameDefinitionError(f"{self.name}: there is no {name}.py in its folder")
        return module

    @cached_property
    def rules(self) -> ModuleType:
        """The kernel, registered for dispatch; see :mod:`ludoteca.core.kernel`.

        Raises
        ------
        GameDefinitionError
            Where ``rules.py`` cannot be loaded or is not as the contract has it.
        """
        from ludoteca.core.compiling.dispatch import register_kernel
        from ludoteca.core.definition import faults_of_rules

        module = self._required_room("rules")
        for fault in faults_of_rules(self, module):
            raise GameDefinitionError(f"{self.name}: {fault}")
        register_kernel(module.STATE.dtype, lambda name: self.hook(rooms.HOOKS[name]))
        return module

    @cached_property
    def derived(self) -> dict[str, Callable[..., Any]]:
        """The functions of ``rules.py`` that follow from the record, by name."""
        from ludoteca.core.deal import kinds_in
        from ludoteca.core.kernel import derived
        from ludoteca.core.layout import Layout

        module = self._required_room("rules")
        state = getattr(module, "STATE", None)
        found = derived(state, vars(module)) if isinstance(state, Layout) else {}
        if "count_cards" in found:
            found["cards"] = lambda options: kinds_in(self.new_state(options).record["deck"][0])
        return found

    @cached_property
    def notation(self) -> ModuleType:
        """Text in and out: ``table_text(seen, seat)`` and more."""
        return self._required_room("notation")

    @cached_property
    def moves(self) -> Moves | None:
        """The table of the game's moves, where its notation has one."""
        return self.hook(rooms.MOVES)

    @cached_property
    def action_text(self) -> Text:
        """``action_text(s, a)``: the game's own, else that of its table of moves.

        Raises
        ------
        GameDefinitionError
            Where ``notation.py`` has neither.
        """
        own = self.hook(rooms.action_text)
        if own is not None:
            return own
        if self.moves is None:
            raise GameDefinitionError(f"{self.name}: notation.py has neither MOVES nor action_text")
        return self.moves.text

    @cached_property
    def action_words(self) -> Text:
        """``action_words(seen, a)``: the game's own, else of its table, else ``action_text``."""
        own = self.hook(rooms.action_words)
        if own is not None:
            return own
        return self.action_text if self.moves is None else self.moves.words

    def names(self, s: Any, a: int) -> list[str]:
        """All that a person may type for a move: its notation, its words, what its table adds."""
        more = () if self.moves is None else self.moves.typed(s, a)
        return [self.action_text(s, a), self.action_words(s, a), *more]

    @cached_property
    def policy(self) -> ModuleType:
        """The game's own players: ``policy_probs``."""
        return self._required_room("policy")

    @property
    def state_layout(self) -> Layout:
        """The layout of the game's record."""
        layout: Layout = self.rules.STATE
        return layout

    @cached_property
    def standing_layout(self) -> Layout:
        """The layout of the score between deals; by default a count of deals."""
        from ludoteca.core.layout import plain_layout, public

        own = self.hook(rooms.STANDING)
        return own or plain_layout(public("deals", "deals played in this match", 0, 1))

    @property
    def position_form(self) -> str:
        """The form in which a position of the game is typed, a message id."""
        return self.hook(rooms.POSITION) or POSITION

    @property
    def match_field(self) -> str | None:
        """The field of the standing whose highest entry wins a match, where the game names one."""
        return self.hook(rooms.MATCH)

    @property
    def has_rounds(self) -> bool:
        """True where players call a deal a round: they may choose the option ``rounds``."""
        return any(option.name == "rounds" and not option.local for option in self.schema)

    @property
    def has_choices(self) -> bool:
        """False for a game in which there is never more than one legal move (vangin)."""
        return bool(self.rules.MAX_LEGAL > 1)

    @property
    def forfeit(self) -> int | None:
        """The id by which the seat to move gives a deal up, where the rules say what that costs.

        It is never among the legal moves: whoever runs the deal makes it for a player that fails.
        """
        return self.hook(rooms.FORFEIT)

    @property
    def schema(self) -> OptionSchema:
        """The rule options."""
        return self.hook(rooms.OPTIONS) or OptionSchema()

    def options(self, given: Mapping[str, Value | bool] | None = None) -> Options:
        """All options, checked; raises ``BadInput`` with one sentence."""
        return self.schema.complete(given)

    def rules_in_words(self, options: Options) -> list[str]:
        """The rules of a table: the school that is played, and how the table differs from it.

        Of several schools it is the one with the fewest differences; a game without schools has
        the differences from its usual rules alone.
        """
        found = []
        for school in self.info.schools:
            differing = self.schema.changed_words(options, self.options(dict(school.options)))
            found.append([f"{_(school.title)}: {_(school.about)}", *differing])
        return min(found, key=len) if found else self.schema.changed_words(options)

    def num_players(self, options: Options) -> int:
        """Seats at a table with these options."""
        low, high = self.info.players
        return low if low == high else int(options["players"])

    def teams(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; every seat for itself where there are no partners."""
        seats = range(self.num_players(options))
        sides = self.info.teams or tuple((seat,) for seat in seats)
        return tuple(tuple(seat for seat in side if seat in seats) for side in sides)

    def buffers(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Scratch for ids, int64 [length], and probabilities, float64 [length].

        They are long enough for any list of this game.
        """
        import numpy as np

        length = max(self.rules.MAX_LEGAL, self.rules.MAX_CHANCE)
        return np.zeros(length, np.int64), np.zeros(length, np.float64)

    def masks(self, options: Options) -> dict[int, NDArray[np.uint8]]:
        """The bytes of the record seen by each seat, and by ``SPECTATOR``; not to be changed."""
        seats = self.num_players(options)
        if seats not in self._masks:
            teams, viewers = self.teams(options), (SPECTATOR, *range(seats))
            self._masks[seats] = {v: self.state_layout.mask(v, teams) for v in viewers}
        return self._masks[seats]

    def new_state(
        self,
        options: Mapping[str, Value | bool] | None = None,
        standing: NDArray[np.void] | None = None,
    ) -> State:
        """The position before a deal, from ``standing`` (by default that of a new match)."""
        from ludoteca.core.state import State

        return State.initial(self, self.options(options), standing)
