"""The worth of moves: the points ahead at the end, proved or as a search judges them."""

from __future__ import annotations

from fractions import Fraction
from itertools import count

import numpy as np

from ludoteca.core import calls
from ludoteca.core.ids import TERMINAL
from ludoteca.core.numbers import Estimate, Exact
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import best_other, best_play

from .lookahead import AlphaBeta, MaxN
from .policy import DIFFERENCE
from .replies import better_words as better_words
from .rules import LAYING

_JUDGED = 100_000  #: positions looked at for a judgement, of all moves together
_PROVED = 800_000  #: the same where a move is proved, so that the others may soon be too
_TABLE = 8_000  #: positions that the table of each move is made for


def values_at(view: SeatView) -> dict[int, Exact] | dict[int, Estimate] | None:
    """The points ahead that each move leads to, if each plays for those; all looked as far ahead.

    The search is bounded by positions, so that it does not depend on the machine. None while the
    row is laid: discs to come are hidden from every view.
    """
    if not view.legal or int(view.record["phase"][0]) == LAYING:
        return None
    moves = {action: _Move(view, action) for action in view.legal}
    leads: dict[int, float] = {}
    for plies in count(1):
        for move in moves.values():
            left = _PROVED - sum(other.nodes for other in moves.values())
            if not move.look(plies, left):
                return {action: Estimate(lead, plies) for action, lead in leads.items()}
        leads = {action: move.lead for action, move in moves.items()}
        if all(move.exact for move in moves.values()):
            condition = best_play()
            return {a: Exact(Fraction(round(lead)), condition) for a, lead in leads.items()}
        proving = any(move.exact for move in moves.values())
        if sum(move.nodes for move in moves.values()) >= (_PROVED if proving else _JUDGED):
            return {action: Estimate(lead, plies + 1) for action, lead in leads.items()}
    raise AssertionError("no search is without end")


class _Move:
    """A move of the seat of ``view``, and the search of the position that it leads to."""

    def __init__(self, view: SeatView, action: int) -> None:
        record = view.record.copy()
        calls.apply_action(record, 0, action)
        self._seat = view.seat
        self._engine: AlphaBeta | MaxN | None = None
        if int(calls.current_player(record, 0)) == TERMINAL:
            points = np.zeros(view.num_players)
            calls.returns(record, 0, points)
            self._lead = float(points[view.seat] - best_other(view, points))
        elif view.num_players == 2:
            self._engine = AlphaBeta(_TABLE)
            self._engine.begin(record)
        else:
            self._engine = MaxN()
            self._engine.begin(record, DIFFERENCE, action)

    def look(self, plies: int, nodes: int) -> bool:
        """Search so many plies with so many more positions at most; False where it takes more."""
        if self._engine is None:
            return True
        return self._engine.run(self.nodes + nodes, plies) or self._engine.depth >= plies

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return 0 if self._engine is None else self._engine.nodes

    @property
    def exact(self) -> bool:
        """True where every line was followed to the end of the game."""
        return self._engine is None or self._engine.exact

    @property
    def lead(self) -> float:
        """The points ahead at the depth that was looked at last, all of it."""
        return self._lead if self._engine is None else self._engine.lead(self._seat)
