"""The moves of a game numbered from 0 without gaps, as action spaces of learning environments are.

The numbers follow the table of moves (:mod:`ludoteca.core.moves`): they are the same in every
position, for all options and on every machine, as long as ``version`` is the same.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.moves import Moves
from ludoteca.core.options import Options

NO_ACTION = -1  #: in :attr:`ActionSpace.places`, of an id of the kernel that is no move
MOST_REMEMBERED = 600  #: moves of the longest deal of a game whose information states are numbers
_GREATEST = 10_000_000  # id, for which there is a place


class ActionSpace:
    """The numbered moves of ``game``.

    Attributes
    ----------
    ids : int64 [num_actions]
        the kernel's id of each action, ascending
    places : int32 [greatest id + 1]
        the action of each id of the kernel, ``NO_ACTION`` for no move

    Raises
    ------
    BadInput
        where the game's ``notation.py`` has no table of moves, or too great ids

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> actions = ActionSpace(load_game("kuhn"))
    >>> [actions.text(action) for action in range(actions.num_actions)]
    ['fold|pass', 'call|bet']
    """

    def __init__(self, game: Game) -> None:
        if game.moves is None:
            raise BadInput(
                _("{game} has no table of moves (MOVES in its notation.py)").format(game=game.name)
            )
        self.game = game
        self._moves: Moves = game.moves
        self.ids: NDArray[np.int64] = np.array(self._moves.ids, np.int64)
        if self.ids[-1] > _GREATEST:
            raise BadInput(
                _("{game} has a move with the id {id}: ids up to {most} are numbered").format(
                    game=game.name, id=self.ids[-1], most=_GREATEST
                )
            )
        self.places: NDArray[np.int32] = np.full(int(self.ids[-1]) + 1, NO_ACTION, np.int32)
        self.places[self.ids] = np.arange(len(self.ids), dtype=np.int32)

    def __reduce__(self) -> tuple[type[ActionSpace], tuple[Game]]:
        return ActionSpace, (self.game,)  # the functions of a table of moves are not pickled

    @property
    def num_actions(self) -> int:
        """Number of actions; a forfeit, where the game has one, is among them, and never legal."""
        return len(self.ids)

    @property
    def version(self) -> str:
        """A digest of what the numbers mean: equal where they mean the same moves."""
        return self._moves.version

    def text(self, action: int, record: Any = None) -> str:
        """The move in the game's notation, in the position ``record`` where one is given.

        Without a position it is unique among all actions: a move that is written otherwise in
        other positions has all its texts, and one whose text depends on what is held its number.

        Raises
        ------
        BadInput
            where there is no such action
        """
        if not 0 <= action < self.num_actions:
            raise BadInput(_("there is no action {action}").format(action=action))
        if record is not None:
            return str(self.game.action_text(record, int(self.ids[action])))
        return self._texts[action]

    @cached_property
    def _texts(self) -> list[str]:
        return self._moves.names(self.game.new_state().record[0])

    def mask(self, legal: tuple[int, ...]) -> NDArray[np.int8]:
        """1 for the actions of the ids ``legal``, 0 for all others; int8 [num_actions]."""
        mask = np.zeros(self.num_actions, np.int8)
        mask[self.places[list(legal)]] = 1
        return mask


def illegal_points(game: Game, options: Options) -> NDArray[np.float64]:
    """The points of a deal that an illegal action of a seat ends: float64 [seats, seats], by row.

    The seat of the row and its partners have the least that the rules allow (``RETURNS``; 0 where
    they state none), and where the game is zero-sum the others share what these lose.

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> kuhn = load_game("kuhn")
    >>> illegal_points(kuhn, kuhn.options())
    array([[-2.,  2.],
           [ 2., -2.]])
    """
    seats = game.num_players(options)
    points = np.zeros((seats, seats))
    least, _most = game.hook(rooms.RETURNS) or (0.0, 0.0)
    for side in game.teams(options):
        points[np.ix_(side, side)] = least
        others = [seat for seat in range(seats) if seat not in side]
        if others and game.info.utility == "zero-sum":
            points[np.ix_(side, others)] = -least * len(side) / len(others)
    return points
