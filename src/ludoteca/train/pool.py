"""The opponents that are always tried against a machine; none is tuned to it."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.players.factory import (
    BELIEF,
    HUMAN,
    MCTS,
    RANDOM,
    SEARCH,
    available,
    make_local_player,
    make_player,
)
from ludoteca.players.styles import CALLS, DEFENDS, ERRS, FOLDS, HOLDS, RAISES

OFTEN = 80  #: percent, of the one that raises nearly always, beside the usual share

_NEEDED = {
    CALLS: {"gives_up", "stays"},
    HOLDS: {"gives_up", "stays", "raises"},
    DEFENDS: {"gives_up", "stays", "raises"},
    FOLDS: {"gives_up"},
    RAISES: {"raises"},
    f"{RAISES}@{OFTEN}": {"raises"},
    ERRS: set[str](),
}
"""The marks without which a style plays as its machine does."""


def styles_of(game: Game) -> list[str]:
    """The styles that the marks of the game's moves tell apart from their machine."""
    marks = game.moves.marks if game.moves is not None else frozenset()
    return [style for style, needed in _NEEDED.items() if needed <= marks]


def levels_of(game: Game) -> list[str]:
    """The machines of the game that do not search: those that take no budget."""
    others = (RANDOM, SEARCH, MCTS, BELIEF, HUMAN)
    return [n for n in available(game) if n not in others and not _searches(game, n)]


def strongest_of(game: Game) -> str:
    """The strongest machine that does not search, by the ladder where the game has one."""
    levels = levels_of(game)
    ranked = [rung.player for rung in game.info.ladder if rung.player in levels]
    return (ranked or levels or available(game))[-1]


def _searches(game: Game, name: str) -> bool:
    try:
        make_player(game, f"{name}@1s")
    except BadInput:
        return False
    return True


def pool_of(game: Game, machine: str, further: Sequence[str] = ()) -> list[str]:
    """The opponents of ``machine``, as they name themselves, those named ``further`` last.

    They are the game's levels that do not search, random play, and each style over the machine
    itself and over the strongest of these levels.

    Raises
    ------
    BadInput
        for a player that there is not, and for a person

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> pool_of(load_game("nim"), "random")
    ['basic', 'errs@20:random', 'errs@20:basic']
    """
    levels = levels_of(game)
    strongest = [name for name in levels if name in game.info.levels][-1:]
    bases = dict.fromkeys([machine, *strongest])
    styles = [f"{style}:{base}" for base in bases for style in styles_of(game)]
    named = [make_local_player(game, spec).name for spec in (*levels, RANDOM, *styles, *further)]
    if HUMAN in named:
        raise BadInput(_("people play at a table, not here: name machines"))
    return [name for name in dict.fromkeys(named) if name != machine]
