"""Players by name: ``random``, ``expert@0.5s``, ``mcts@2000n``, ``belief@200``, ``human``.

Other packages, and upper layers of this one, add players whose specs begin with a scheme, such as
``openspiel:uniform_random``: an entry point of the group ``ludoteca.players``, named as the scheme
and in small letters, is a function ``player(game, rest)`` that makes the player from what follows
the colon. It raises :class:`BadInput` where it cannot. Nothing of it is imported before a spec asks
for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput, alternatives
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, fold
from ludoteca.core.player_names import (
    LEARNED,
    first_name,
    is_learned,
    player_words,
    read_search_over,
    read_style,
)
from ludoteca.core.view import Memory
from ludoteca.players.base import Player, memory_of
from ludoteca.players.belief import DEFAULT, BeliefPlayer
from ludoteca.players.budget import Budget, WorldBudget
from ludoteca.players.human import HumanPlayer
from ludoteca.players.learned.player import LearnedPlayer, learned_player
from ludoteca.players.mcts import MctsPlayer
from ludoteca.players.policy import PolicyPlayer, RandomPlayer
from ludoteca.players.remote import SECONDS, RemotePlayer
from ludoteca.players.search import SearchPlayer
from ludoteca.players.styles import styled
from ludoteca.solve.minimax import is_open

RANDOM, SEARCH, MCTS, BELIEF, HUMAN = (
    N_("random"), N_("search"), N_("mcts"), N_("belief"), N_("human")
)  # fmt: skip
SCHEMES = "ludoteca.players"  #: the group of entry points that make players, by scheme
_FILE = ".py"
_REMOTE = re.compile(
    r"remote(@(?P<seconds>\d+(\.\d+)?)s)?:(?P<command>.*)", re.IGNORECASE | re.DOTALL
)


def available(game: Game) -> tuple[str, ...]:
    """The names of the players of ``game``: its levels, then those that play any game.

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> available(load_game("nim"))[-4:]
    ('random', 'search', 'mcts', 'human')
    """
    low, high = game.info.players
    if is_open(game):
        searches: tuple[str, ...] = (SEARCH, MCTS) if low <= 2 <= high else (MCTS,)
    else:
        searches = (BELIEF,) if game.room("policy") is not None else ()
    return (*_levels(game), RANDOM, *searches, HUMAN)


def make_player(game: Game, spec: str) -> Player:
    """The player that ``spec`` names: ``name`` or ``name@budget``.

    Names are taken in any case, without their accents, in the language in use; first names too. A
    game's levels come from its ``players.py`` (``LEVELS`` and ``make(level, budget)``), from the
    files of trained players in its folder ``learned``, each the level of its name, and from its
    policy; of these the first alone take a budget.

    Raises
    ------
    BadInput
        where there is no such player, with what there is; where the budget cannot be read, or the
        player takes none

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> make_player(load_game("nim"), "MCTS@500n").name
    'mcts@500n'
    """
    written, at, rest = spec.partition("@")
    name = _resolve(game, written)
    if name == BELIEF:
        return BeliefPlayer(WorldBudget.parse(rest) if at else DEFAULT)
    budget = Budget.parse(rest) if at else Budget()
    make = game.hook(rooms.make)
    if make is not None and name in (game.hook(rooms.LEVELS) or ()):
        return make(name, budget)
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
    learned = _learned_levels(game).get(name)
    if learned is not None:
        return learned_player(game, str(learned), name)
    return RandomPlayer() if name == RANDOM else PolicyPlayer(game, name)


def remembers(game: Game, spec: str) -> Memory:
    """The part of a match that the player that ``spec`` names reads.

    Raises
    ------
    BadInput
        where there is no such player
    """
    return memory_of(make_player(game, spec))


def make_local_player(game: Game, spec: str) -> Player:
    """As :func:`make_player`, or the player in a file of this machine where the game takes such.

    A game's room ``students`` makes it (``player(spec)``). ``remote:COMMAND``, or
    ``remote@5s:COMMAND``, is the bot that a command starts; ``learned:FILE`` a network that was
    trained (:mod:`ludoteca.players.learned`), ``belief@200:learned:FILE`` a search in which
    everybody plays as it, ``belief@200:LEVEL`` one in which they play as a trained level;
    ``calls:SPEC`` and others are machines with a habit (:mod:`ludoteca.players.styles`);
    ``SCHEME:...`` a player that a package has registered. For people at this machine's keyboard
    alone: the file or the command is run.

    Raises
    ------
    BadInput
        as :func:`make_player` does, and where the file, the command or the package is not there or
        makes no player of this game
    """
    named = read_style(spec)
    if named is not None:
        return styled(game, named, make_local_player(game, named.machine))
    remote = _REMOTE.fullmatch(spec.strip())
    if remote is not None:
        seconds = float(remote["seconds"] or SECONDS)
        return RemotePlayer(remote["command"], seconds)
    scheme, colon, rest = spec.strip().partition(":")
    if is_learned(spec):
        return learned_player(game, rest)
    over = read_search_over(spec)
    if over is not None:
        return _search_over(game, over.search, make_local_player(game, over.machine))
    make = _registered(scheme) if colon else None
    if make is not None:
        return make(game, rest)
    player_of_file = game.hook(rooms.player) if _FILE in spec else None
    return make_player(game, spec) if player_of_file is None else player_of_file(spec)


def _search_over(game: Game, search: str, learned: Player) -> Player:
    """The belief search of the spec ``search`` in which everybody plays as ``learned``."""
    written, at, rest = search.partition("@")
    if fold(written) not in (BELIEF, fold(_(BELIEF))):
        raise BadInput(
            _("{name} cannot search with a learned player: only {search} can").format(
                name=written, search=f"{BELIEF}@200:{LEARNED}…"
            )
        )
    if not isinstance(learned, LearnedPlayer):
        raise BadInput(
            _("{name} was not trained: a search takes learned:FILE or a level that was").format(
                name=learned.name
            )
        )
    budget = WorldBudget.parse(rest) if at else DEFAULT
    own = game.hook(rooms.search_over)
    return BeliefPlayer(budget, learned=learned) if own is None else own(budget, learned)


def _registered(scheme: str) -> Callable[[Game, str], Player] | None:
    """The function that makes the players of ``scheme``; None where nobody has registered it."""
    from importlib.metadata import entry_points  # imported here: few specs need it

    for entry in entry_points(group=SCHEMES, name=scheme.casefold()):
        try:
            make: Callable[[Game, str], Player] = entry.load()
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("ludoteca"):
                raise
            raise BadInput(
                _("{scheme}: players need the package {package}, which is not installed").format(
                    scheme=entry.name, package=error.name
                )
            ) from error
        return make
    return None


def _levels(game: Game) -> tuple[str, ...]:
    policy = game.info.levels if game.room("policy") is not None else ()
    return tuple(dict.fromkeys((*policy, *(game.hook(rooms.LEVELS) or ()), *_learned_levels(game))))


def _learned_levels(game: Game) -> dict[str, Path]:
    """The trained players that come with the game: their names and files."""
    return {path.stem: path for path in sorted((game.folder / "learned").glob("*.npz"))}


def _resolve(game: Game, written: str) -> str:
    names = available(game)
    known = {fold(first_name(game.info, name)): name for name in names}
    known.update({fold(alias): name for alias, name in game.info.aliases})
    known.update({fold(player_words(game.info, alias)): name for alias, name in game.info.aliases})
    known.update({fold(player_words(game.info, name)): name for name in names})
    known.update({fold(_(name)): name for name in names})
    known.update({fold(name): name for name in names})
    found = known.get(fold(written))
    if found is None:
        raise BadInput(
            _("{game} has no player {name}; {alternatives}").format(
                game=_(game.info.title),
                name=written.strip() or _("of that name"),
                alternatives=alternatives(written, names),
            )
        )
    return found
