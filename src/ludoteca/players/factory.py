"""Players by name: ``random``, ``expert@0.5s``, ``mcts@2000n``, ``belief@200``, ``human``."""

from __future__ import annotations

import re
import unicodedata
from types import ModuleType

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.naming import player_words
from ludoteca.players.base import Player
from ludoteca.players.belief import DEFAULT, BeliefPlayer
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.human import HumanPlayer
from ludoteca.players.mcts import MctsPlayer
from ludoteca.players.policy import PolicyPlayer
from ludoteca.players.random import RandomPlayer
from ludoteca.players.remote import SECONDS, RemotePlayer
from ludoteca.players.search import SearchPlayer
from ludoteca.solve.minimax import is_open

RANDOM, SEARCH, MCTS, BELIEF, HUMAN = "random", "search", "mcts", "belief", "human"
_FILE = ".py"
_REMOTE = re.compile(
    r"remote(@(?P<seconds>\d+(\.\d+)?)s)?:(?P<command>.*)", re.IGNORECASE | re.DOTALL
)


def available(game: Game) -> tuple[str, ...]:
    """The names of the players of ``game``: its levels, then those that play any game."""
    searched = (SEARCH,) if _may_be_searched(game) else ()
    simulated = (MCTS,) if is_open(game) else ()
    believed = (BELIEF,) if _hides(game) else ()
    return (*_levels(game), RANDOM, *searched, *simulated, *believed, HUMAN)


def make_player(game: Game, spec: str) -> Player:
    """The player that ``spec`` names: ``name`` or ``name@budget``.

    Names are taken in any case, without their accents, and in the language in use. A game's levels
    come from its ``players.py`` (``LEVELS`` and ``make(level, budget)``), else from its policy,
    which takes no budget. Raises :class:`BadInput` with what there is.
    """
    written, at, rest = spec.partition("@")
    name = _resolve(game, written)
    if name == BELIEF:
        return BeliefPlayer(WorldBudget.parse(rest) if at else DEFAULT)
    budget = Budget.parse(rest) if at else Budget()
    room = _room(game)
    if name in _room_levels(room):
        player: Player = room.make(name, budget)  # type: ignore[union-attr]
        return player
    if name == SEARCH:
        return SearchPlayer(budget)
    if name == MCTS:
        return MctsPlayer(budget)
    if budget:
        raise BadInput(
            _("{name} does not search, so it takes no budget: leave out @{budget}").format(
                name=name, budget=budget
            )
        )
    if name == HUMAN:
        return HumanPlayer()
    return RandomPlayer() if name == RANDOM else PolicyPlayer(game, name)


def remembers(game: Game, spec: str) -> bool:
    """True where the player that ``spec`` names reads what it saw before each move.

    Raises :class:`BadInput` where there is no such player.
    """
    return getattr(make_player(game, spec), "remembers", False)


def make_local_player(game: Game, spec: str) -> Player:
    """As :func:`make_player`, and the player in a file of this machine where the game takes such.

    A game's ``files.py`` says how (``player(spec)``). ``remote:COMMAND``, or ``remote@5s:COMMAND``,
    is the bot that a command starts. For people at this machine's keyboard alone: the file or the
    command is run. Raises :class:`BadInput`.
    """
    remote = _REMOTE.fullmatch(spec.strip())
    if remote is not None:
        seconds = float(remote["seconds"] or SECONDS)
        return RemotePlayer(remote["command"], seconds)
    room = game.room("files") if _FILE in spec else None
    if room is None:
        return make_player(game, spec)
    player: Player = room.player(spec)
    return player


def _room(game: Game) -> ModuleType | None:
    return game.room("players")


def _room_levels(room: ModuleType | None) -> tuple[str, ...]:
    return tuple(room.LEVELS) if room is not None else ()


def _levels(game: Game) -> tuple[str, ...]:
    policy = game.info.levels if game.room("policy") is not None else ()
    return tuple(dict.fromkeys((*policy, *_room_levels(_room(game)))))


def _may_be_searched(game: Game) -> bool:
    low, high = game.info.players
    return low <= 2 <= high and is_open(game)


def _hides(game: Game) -> bool:
    """True where a policy may be read in hidden cards."""
    return game.room("policy") is not None and not is_open(game)


def _resolve(game: Game, written: str) -> str:
    names = available(game)
    known = {fold(alias): name for alias, name in game.info.aliases}
    known.update({fold(player_words(game.info, alias)): name for alias, name in game.info.aliases})
    known.update({fold(player_words(game.info, name)): name for name in names})
    known.update({fold(name): name for name in names})
    found = known.get(fold(written))
    if found is None:
        raise BadInput(
            _("{game} has no player {name}; there are: {known}").format(
                game=_(game.info.title),
                name=written.strip() or _("of that name"),
                known=", ".join(names),
            )
        )
    return found


def fold(text: str) -> str:
    """``text`` without accents, surrounding blanks and case.

    >>> fold(" BÁSICO")
    'basico'
    """
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(c for c in letters if not unicodedata.combining(c))
