# mypy: disable-error-code="empty-body"
"""The contract between a game and the library: every hook that a game's modules may have.

A room is a module of the game's folder (``notation.py``; a sub-package where it is large), a hook a
function or constant of it that the library calls by its name. The functions here are signatures:
:meth:`Game.hook <ludoteca.core.game.Game.hook>` finds what a game defines by that name, typed as it
is here. All arguments are given by position. ``s`` is a record, ``seen`` a record with all zeroed
that a seat may not see, ``view`` a :class:`~ludoteca.core.view.SeatView`.
:mod:`ludoteca.core.definition` compares a game with this list, and ``ludoteca check`` names what it
finds.

Rooms of questions (``odds``, ``solve``, ``census``, ``study``, ``evaluate``) also hold functions
marked as a question: :mod:`ludoteca.core.questions`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

if TYPE_CHECKING:
    import numpy as np
    from markupsafe import Markup

    from ludoteca.core.guide import GuideSection, Term
    from ludoteca.core.layout import Layout
    from ludoteca.core.moves import Moves
    from ludoteca.core.numbers import Estimate, Exact, Odd
    from ludoteca.core.options import Options, OptionSchema
    from ludoteca.core.view import SeatView
    from ludoteca.players.base import Mixer, Player
    from ludoteca.players.budget import Budget, WorldBudget
    from ludoteca.players.learned.player import LearnedPlayer
    from ludoteca.table.scene import Scene

Room: TypeAlias = Literal[
    "rules",
    "notation",
    "policy",
    "turns",
    "players",
    "students",
    "odds",
    "assist",
    "solve",
    "census",
    "study",
    "evaluate",
    "face",
    "guide",
]
ROOMS: tuple[Room, ...] = get_args(Room)
_NUMBERS = {int: Integral, float: Real}  # NumPy's are among them

T_co = TypeVar("T_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])


class LessonStep(NamedTuple):
    """Some sentences of the guided first deal, and the part of the table that they mean.

    ``part`` is the ``data-key`` with which the table draws it: ``own`` (the viewer's hand),
    ``actions``, ``rivals``, ``board`` at every table, or one of the game's face; "" for none. Of
    several, with spaces between them, the first that is in sight is meant.
    """

    text: str
    part: str = ""


class TaughtHand(NamedTuple):
    """A deal whose cards a guide chooses, played from a decision of seat 0 on.

    ``moves`` in notation, cards included, lead from the beginning of the first deal to that
    decision. ``options`` are those that are not at their default; ``standing`` is that of the
    match, as a record writes it, "" for the beginning of one. ``name`` is for addresses;
    ``title`` and ``question`` are message ids. The question is what the hand teaches to answer;
    the hand ``FIRST_DEAL`` has none: it is the guided first deal.
    """

    name: str
    title: str
    question: str
    moves: str
    options: Options
    standing: str = ""


FIRST_DEAL = "first-deal"  #: the name of the hand that is the guided first deal


@dataclass(frozen=True, eq=False)
class Hook(Generic[T_co]):
    """A name that a game may define, of type ``T_co``.

    Attributes
    ----------
    rooms
        The modules in which it is looked for, in this order.
    parameters
        Names, in order, of a function's parameters; None for a constant.
    required
        True where a game that has the room must define it.
    compiled
        True for a function of the kernel, which compiled code calls.
    """

    rooms: tuple[Room, ...]
    name: str
    doc: str
    parameters: tuple[str, ...] | None = None
    required: bool = False
    compiled: bool = False

    def __str__(self) -> str:
        return (
            self.name if self.parameters is None else f"{self.name}({', '.join(self.parameters)})"
        )

    def accepts(self, found: T_co) -> None:  # type: ignore[misc]  # nothing is kept of it
        """Let mypy compare what a game defines with the type of the hook."""


HOOKS: dict[str, Hook[Any]] = {}
"""All hooks by name; no two share one."""


def _add(hook: Hook[Any]) -> Hook[Any]:
    assert hook.name not in HOOKS
    HOOKS[hook.name] = hook
    return hook


def function(
    *rooms: Room, required: bool = False, compiled: bool = False
) -> Callable[[F], Hook[F]]:
    """Make a hook of a signature."""

    def made(signature: F) -> Hook[F]:
        parameters = tuple(inspect.signature(signature).parameters)
        doc = inspect.getdoc(signature) or ""
        return _add(Hook(rooms, signature.__name__, doc, parameters, required, compiled))

    return made


def constant(*rooms: Room, name: str, doc: str, required: bool = False) -> Hook[Any]:
    """Make a hook of a constant."""
    return _add(Hook(rooms, name, doc, None, required))


# -- values compared with the types of annotations ------------------------------------------------


def fits(value: object, kind: Any) -> bool:
    """True where ``value`` is of the type ``kind``: a class, tuple, union or ``Literal``.

    The entries of tuples are looked at too. A truth value is no number.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return value in parts
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if parts[-1] is Ellipsis:
            return all(fits(entry, parts[0]) for entry in value)
        return len(value) == len(parts) and all(map(fits, value, parts))
    if kind in _NUMBERS:
        return isinstance(value, _NUMBERS[kind]) and not isinstance(value, bool)
    return isinstance(value, kind)


def kind_text(kind: Any) -> str:
    """The type as annotations write it, with the names of classes alone.

    >>> kind_text(tuple[tuple[int, ...], ...] | None)
    'tuple[tuple[int, ...], ...] | None'
    >>> kind_text(Literal["matches", "deals"])
    "'matches' or 'deals'"
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(map(repr, parts))
    if origin in (Union, UnionType):
        return " | ".join(map(kind_text, parts))
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(kind_text, parts))}]"
    named = {Ellipsis: "...", type(None): "None"}
    return named.get(kind) or str(kind.__name__)


# -- rules.py: the kernel, over one record ``s``; ludoteca.core.kernel says the rest ---------------

STATE: Hook[Layout] = constant("rules", name="STATE", doc="the record of a deal", required=True)
OPTIONS: Hook[OptionSchema] = constant("rules", name="OPTIONS", doc="the rule options")
STANDING: Hook[Layout] = constant("rules", name="STANDING", doc="the score between deals")
MATCH: Hook[str] = constant(
    "rules", name="MATCH", doc="the field of STANDING whose highest entry wins a match"
)
FORFEIT: Hook[int] = constant("rules", name="FORFEIT", doc="the id by which a seat gives up a deal")
MAX_LEGAL: Hook[int] = constant("rules", name="MAX_LEGAL", doc="most legal moves", required=True)
MAX_CHANCE: Hook[int] = constant("rules", name="MAX_CHANCE", doc="most outcomes", required=True)
MAX_LENGTH: Hook[int] = constant("rules", name="MAX_LENGTH", doc="longest deal", required=True)
MAX_ACTION: Hook[int] = constant(
    "rules", name="MAX_ACTION", doc="greatest id of a move, of chance or FORFEIT; the least is 0"
)
RETURNS: Hook[tuple[float, float]] = constant(
    "rules", name="RETURNS", doc="least and greatest points of a seat in a deal"
)


@function("rules", required=True, compiled=True)
def init_state(s: Any, options: Any, standing: Any, /) -> None:
    """Make ``s`` the position before the deal, in place.

    Parameters
    ----------
    s : record of STATE
        Zeroed, but for the fields that ``options`` or ``standing`` has by the same name.
    options : record of OPTIONS
        The rule options; read only.
    standing : record of STANDING
        The score before the deal; read only.
    """


@function("rules", required=True, compiled=True)
def current_player(s: Any, /) -> int:
    """Return the seat to move, ``CHANCE`` or ``TERMINAL``."""


@function("rules", required=True, compiled=True)
def legal_actions(s: Any, out: Any, /) -> int:
    """Write the ids of the legal moves of the seat to move, ascending; return their number.

    Called where a seat is to move, never for chance; at least one move is legal. See
    ``ludoteca.examples.kuhn.rules``.

    Parameters
    ----------
    s : record of STATE
        The position; read only.
    out : int64 [MAX_LEGAL]
        Written in place up to the number that is returned.
    """


@function("rules", required=True, compiled=True)
def chance_outcomes(s: Any, out: Any, prob: Any, /) -> int:
    """Write the ids of the chance move, ascending, and their probabilities; return their number.

    By default the kinds left in the field ``deck``, or none where there is no such field.

    Parameters
    ----------
    s : record of STATE
        The position, where chance is to move; read only.
    out : int64 [MAX_CHANCE]
        Written in place up to the number that is returned.
    prob : float64 [MAX_CHANCE]
        Written likewise; they sum to 1.
    """


@function("rules", required=True, compiled=True)
def apply_action(s: Any, a: int, /) -> None:
    """Make a move or a chance move, in place, unchecked."""


@function("rules", required=True, compiled=True)
def returns(s: Any, out: Any, /) -> None:
    """Write the points of the finished deal by seat into ``out``, float64 [seats], in place."""


@function("rules", required=True, compiled=True)
def observed_action(s: Any, a: int, seat: int, /) -> int:
    """Return the token of ``a`` for ``seat``, before it is applied to ``s``, which is read only.

    It is ``a`` where the seat sees the move, ``HIDDEN`` where it sees nothing of it, and a number
    of the game's own for what is seen in part. By default all is seen; a dealt card by its owner.
    """


@function("rules", required=True, compiled=True)
def resample_from_infostate(s: Any, seat: int, rng: Any, out: Any, /) -> None:
    """Draw what ``seat`` does not know anew in ``out``, in place.

    By default the hidden cards of a declared deal, each deal of physical cards as likely.

    Parameters
    ----------
    s : record of STATE
        The position; read only.
    seat : int
        Never a spectator.
    rng : numpy.random.Generator
        The only source of chance.
    out : record of STATE
        A copy of ``s``.

    Raises
    ------
    NoWorld
        Where no world is found; ``out`` is of no use then.
    """


@function("rules", compiled=True)
def resample_many(s: Any, seat: int, rng: Any, out: Any, /) -> None:
    """Draw what ``seat`` does not know anew in each of ``out``, in place.

    ``out`` is records [n], copies of ``s``. By default :func:`resample_from_infostate` of each.

    Raises
    ------
    NoWorld
        Where one of them is not found; ``out`` is of no use then.
    """


@function("rules", compiled=True)
def next_standing(s: Any, out: Any, /) -> bool:
    """Close the finished deal ``s`` into the standing ``out``, in place; true when a match is over.

    By default a match is one deal.
    """


@function("rules", compiled=True)
def draw_source(s: Any, /) -> int:
    """Return the order of cards that the coming draw is from, or ``NO_DRAW``."""


@function("rules", compiled=True)
def sample_chance(s: Any, rng: Any, ids: Any, prob: Any, /) -> int:
    """Draw a chance id by ``rng``; by default from :func:`chance_outcomes`.

    ``ids``, int64 [MAX_CHANCE], and ``prob``, float64 [MAX_CHANCE], are scratch.
    """


@function("rules", compiled=True)
def hidden_ways(s: Any, a: int, /) -> float:
    """Return the number of ways to make the move ``a`` with physical cards; by default 1."""


@function("rules", compiled=True)
def state_key(s: Any, /) -> Any:
    """Return a uint64, equal for positions with the same future."""


@function("rules", compiled=True)
def bounds(s: Any, out: Any, /) -> None:
    """Write bounds of the value for two seats, in points of seat 0 less those of seat 1.

    ``out`` is float64 [2], the lower and the upper one, written in place; by default they are
    infinite.
    """


@function("rules", compiled=True)
def move_order(s: Any, actions: Any, n: int, score: Any, /) -> None:
    """Write a score of each move; solvers try the highest first. By default all are 0.

    ``actions`` has the ``n`` legal ids, int64 [n or more]; ``score``, float64 [n or more], is
    written in place.
    """


@function("rules", compiled=True)
def full_deck(s: Any, deck: Any, /) -> None:
    """Fill ``deck`` with all cards of each kind; :mod:`ludoteca.core.deal` says the rest."""


@function("rules", compiled=True)
def take_open(s: Any, deck: Any, /) -> None:
    """Take out of ``deck`` the cards that lie open, in no hand."""


@function("rules", compiled=True)
def known_cards(s: Any, seat: int, hand: Any, /) -> None:
    """Add to ``hand`` the cards that all know ``seat`` to hold."""


@function("rules", compiled=True)
def may_hold(s: Any, seat: int, kind: int, /) -> bool:
    """Return false where all know that ``seat`` holds no card of the kind."""


@function("rules", compiled=True)
def card_seen_by(s: Any, /) -> int:
    """Return the seat that sees the card that comes next, or ``EVERYBODY``."""


@function("rules")
def cards(options: Options, /) -> Sequence[int]:
    """List the kind of each physical card."""


@function("rules")
def count_cards(s: Any, /) -> Sequence[int]:
    """Count all cards by kind, wherever they are."""


# -- policy.py: the levels, compiled ---------------------------------------------------------------


@function("policy", required=True, compiled=True)
def policy_probs(s: Any, level: int, out: Any, prob: Any, /) -> int:
    """Write the moves of the policy and their probabilities; return their number.

    Parameters
    ----------
    s : record of STATE
        The position, where a seat is to move; read only, and of it what this seat may see.
    level : int
        The place of the level in ``INFO.levels``.
    out : int64 [MAX_LEGAL]
        The ids of legal moves, written in place up to the number that is returned.
    prob : float64 [MAX_LEGAL]
        Written likewise; they sum to 1.
    """


@function("policy", compiled=True)
def policy_turn(s: Any, level: int, u: float, ids: Any, prob: Any, /) -> int:
    """Make the seat's whole turn that ``u`` draws, in place; return the number of moves made.

    By default one move of :func:`policy_probs`. ``u`` is a uniform number in [0, 1); ``ids``,
    int64 [MAX_LEGAL], and ``prob``, float64 [MAX_LEGAL], are scratch.
    """


@function("policy")
def reason_words(view: SeatView, action: int, /) -> str:
    """Say in a line why a player of the game would make a move."""


# -- notation.py: text in and out ------------------------------------------------------------------


MOVES: Hook[Moves] = constant(
    "notation", name="MOVES", doc="the table of moves, from which their texts and words follow"
)


@function("notation")
def action_text(s: Any, a: int, /) -> str:
    """Return a move or an outcome of chance as one word; by default as ``MOVES`` has it."""


@function("notation", required=True)
def table_text(seen: Any, seat: int, /) -> str:
    """Draw the table in text of several lines."""


@function("notation")
def action_words(seen: Any, a: int, /) -> str:
    """Say a move in a few words of the player's language; by default as ``MOVES`` has it."""


@function("notation")
def token_text(s: Any, token: int, /) -> str:
    """Return as one word what a seat saw of a move that it saw in part."""


@function("notation")
def token_words(s: Any, token: int, /) -> str:
    """Say in a few words what a seat saw of a move that it saw in part."""


@function("notation")
def speaker(seen: Any, a: int, /) -> int:
    """Return the seat that says or shows what the chance move ``a`` reveals, or ``CHANCE``."""


@function("notation")
def log_line(
    moves: Sequence[tuple[Any, int]], after: Any, viewer: int, /
) -> tuple[int, str] | None:
    """Tell the moves since the last line of the log in a sentence; None to wait for more.

    ``moves`` are records before each move and the tokens seen of it, ``after`` is the record after
    the last one, all as ``viewer`` (a seat or ``SPECTATOR``) sees them. Returned are whom the line
    is about, a seat or ``CHANCE``, and the sentence; "" where there is nothing to say.
    """


@function("notation")
def deal_part(seen: Any, /) -> str:
    """Name the part of the deal, a trick or a lance, that the next move belongs to.

    It is the heading of its moves in a replay; "" where they need none.
    """


@function("notation")
def question(seen: Any, /) -> str:
    """Ask the seat to move for what it is to do now."""


@function("notation")
def read_line(seen: Any, line: str, /) -> list[str] | None:
    """Turn a typed line into moves in notation; None where it is no answer."""


@function("notation")
def line_text(seen: Any, moves: Sequence[int], /) -> str:
    """Write the moves of a turn as ``read_line`` takes them, for whoever is advised them."""


@function("notation")
def standing_words(standing: Any, /) -> str:
    """Say the score between two deals."""


@function("notation")
def cards_at(seen: Any, seat: int, /) -> Sequence[str]:
    """List the cards that ``seat`` holds or has before it; ``?`` is one face down."""


@function("notation")
def cards_on_table(seen: Any, /) -> Sequence[str | tuple[str, int]]:
    """List the cards that lie in the middle, for everybody; ``?`` is one face down.

    The card of a seat is a pair of the card and the seat, in the order in which they were played.
    """


DECK: Hook[str] = constant(
    "notation",
    name="DECK",
    doc="the deck, french or spanish, by whose names cards are listed: KS, 12O",
)


@function("notation")
def table_styles(text: str, /) -> Iterable[tuple[int, int, str]]:
    """Give the colours of a text of the table: start, end and style of each part."""


# -- turns.py: whole turns -------------------------------------------------------------------------


@function("turns", required=True)
def turns_at(view: SeatView, /) -> Sequence[tuple[int, ...]]:
    """List the turns of the seat to move that are worth a trial, each as its moves in order.

    A turn is all moves that a seat makes until chance, another seat or the end of the deal is next.
    """


# -- players.py: machines that are more than a policy; students: players in files ------------------

LEVELS: Hook[tuple[str, ...]] = constant(
    "players", name="LEVELS", doc="the names of the players", required=True
)


@function("players", required=True)
def make(level: str, budget: Budget, /) -> Player:
    """Make a player."""


@function("players")
def search_over(budget: WorldBudget, learned: LearnedPlayer, /) -> Player:
    """Make the game's own belief search in which everybody plays a learned policy."""


@function("students", required=True)
def player(spec: str, /) -> Player:
    """Make the player of a file that somebody wrote."""


# -- odds.py: what is told beside the cards --------------------------------------------------------


@function("odds")
def chance_line(view: SeatView, /) -> str | None:
    """Return the line that ``ludoteca play`` shows below the table."""


@function("odds")
def odds_at(view: SeatView, rng: np.random.Generator, /) -> tuple[Odd, ...]:
    """Return the odds that mean something here, from what the seat sees."""


@function("odds")
def odds_of_choice(view: SeatView, after: SeatView, rng: np.random.Generator, /) -> tuple[Odd, ...]:
    """Return the odds of moves chosen and not made yet; ``after`` is the view after them."""


@function("odds")
def moves_to_try(view: SeatView, wanted: str, /) -> Sequence[int]:
    """Return moves for the seat to try, of the kind ``wanted`` that the game's face asks for."""


@function("odds")
def values_at(view: SeatView, /) -> dict[int, Exact] | dict[int, Estimate] | None:
    """Return the worth of each legal move, all proved or all judged by a search; None for neither.

    The numbers say what they rest on, and are the same whenever they are asked for.
    """


VALUES_REST_ON: Hook[str] = constant(
    "odds", name="VALUES_REST_ON", doc="what proved ``values_at`` rest on, a message id"
)


@function("odds")
def decision_words(view: SeatView, moves: Sequence[int], /) -> str:
    """Name all moves that a seat makes one after the other, where they are one decision."""


# -- solve.py: beside the questions, what opponents win from a machine, exactly --------------------


@function("solve")
def exact_win(options: Options, machine: Mixer, /) -> Callable[[Mixer | None], float]:
    """Return a function of an opponent: what it wins from ``machine`` a deal, on average, exactly.

    That are its points less those of the machine, the mean over the seatings; of None, what the
    best of all opponents wins. Games whose whole tree is small need no such function.
    """


# -- assist.py: a real table, followed by hand from one seat (ludoteca.table.followed) -------------


@function("assist")
def read_event(seen: Any, actor: int, text: str, /) -> Sequence[int | range] | None:
    """Turn what somebody typed about the next move of ``actor`` into tokens; None where it is none.

    ``actor`` is a seat or ``CHANCE``. Several tokens are moves one after the other; a range is a
    token of it that nobody noted.

    Raises
    ------
    BadInput
        With one sentence for the person who typed it.
    """


@function("assist")
def assume(seen: Any, seat: int, token: int, /) -> bool:
    """Write into ``seen`` what ``seat`` knows once it saw ``token``; False where it cannot be.

    Worlds are drawn from it in which ``token`` can come next: what ``resample_from_infostate``
    reads may be changed, the rest is put back. Without it worlds are drawn until one fits.
    """


@function("assist")
def known_of(seen: Any, seat: int, token: int, /) -> str:
    """Say in one sentence what ``seat`` knows of the cards of ``token``, which cannot come now."""


@function("assist")
def chance_words(seen: Any, seat: int, /) -> str:
    """Name what chance brings to ``seat`` next in a few words, as what the assistant waits for."""


@function("assist")
def unseen_cards(seen: Any, seat: int, /) -> Sequence[tuple[str, int]]:
    """List the cards that ``seat`` cannot place, each with how many of it there are."""


@function("assist")
def read_position(text: str, options: Options, rng: np.random.Generator, out: Any, /) -> int:
    """Fill the zeroed record ``out`` with a position typed as one seat sees it; return the seat.

    What is written ``?`` is drawn by ``rng`` from what is possible. Without the hook a position is
    what the seat saw of the deal (:meth:`ludoteca.table.assistant.Assistant.from_position`).

    Raises
    ------
    BadInput
        With one sentence for the person who typed it.
    """


POSITION: Hook[str] = constant(
    "assist", name="POSITION", doc="how a position is typed, a message id of several lines"
)


# -- face.py: how the table looks in the browser ---------------------------------------------------


@function("face")
def board(scene: Scene, /) -> Markup:
    """Draw what lies in the middle of the table."""


@function("face")
def before(scene: Scene, seat: int, /) -> Markup:
    """Draw what lies before a seat: a fan, discs held, a bid."""


@function("face")
def own_cards(view: SeatView, /) -> tuple[str, Sequence[str]]:
    """Name a deck, and the seat's cards in it in the order of a hand, for pages without a table."""


@function("face")
def hand(scene: Scene, /) -> Markup:
    """Draw the viewer's own hand."""


@function("face")
def ask(scene: Scene, /) -> str:
    """Say in a sentence what the viewer is to do now."""


@function("face")
def actions(scene: Scene, /) -> Markup:
    """Draw the buttons of the action bar; all of them for legal moves."""


@function("face")
def move(view: SeatView, turn: Sequence[int], scene: Scene | None, /) -> Markup:
    """Draw a move, or the moves of a turn, for a button of advice: cards, pawns.

    ``scene`` is the table of ``view``; None where a real game is followed by hand.
    """


@function("face")
def result(scene: Scene, /) -> Markup:
    """Say how the deal ended."""


class Decided(NamedTuple):
    """The thing that decided a deal, in a sentence, and the part of the deal in which it fell.

    ``part`` is a name of ``deal_part``, "" for the end of the deal.
    """

    sentence: str
    part: str = ""


@function("face")
def decided(scene: Scene, /) -> Decided | None:
    """Say what decided the deal, from the record and the points alone; None where nothing did.

    Without it, that is None: the result of the game says it all.
    """


@function("face")
def scores(scene: Scene, /) -> Markup:
    """Draw the score in the head of the table."""


OF_THE_DAY: Hook[bool] = constant(
    "face", name="OF_THE_DAY", doc="true where everybody may play the same deal once a day"
)
COUNTER_CLOCKWISE: Hook[bool] = constant(
    "face", name="COUNTER_CLOCKWISE", doc="true where the next to play sits at the right"
)


@function("face")
def picture() -> Markup:
    """Draw the game's picture for the lobby; see :mod:`ludoteca.web.kit.pictures`."""


@function("face")
def pick_words(text: str, /) -> str:
    """Return the name of a card or disc that a question takes, in the language in use."""


@function("face")
def pick(text: str, /) -> tuple[Markup, ...]:
    """Draw what a field of a question takes as ``text``, a card or a disc; () where words do.

    Where there are several that differ, such as a king of each suit, each is drawn.
    """


# -- guide.py: rules, words and a first deal for readers of the page -------------------------------

RULES: Hook[tuple[GuideSection, ...]] = constant("guide", name="RULES", doc="the rules in sections")
GLOSSARY: Hook[tuple[Term, ...]] = constant("guide", name="GLOSSARY", doc="words with meanings")


TAUGHT: Hook[tuple[TaughtHand, ...]] = constant(
    "guide", name="TAUGHT", doc="deals of chosen cards, each to teach something, in their order"
)


@function("guide")
def lesson_options() -> Options:
    """Return the rule options of the guided first deal."""


@function("guide")
def lesson(view: SeatView, /) -> Sequence[LessonStep]:
    """Return what the guide says at this moment of the first deal, to be read one by one."""
