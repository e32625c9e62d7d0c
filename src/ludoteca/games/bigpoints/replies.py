"""The reason for a better move: its own, and the answer that the move played leaves to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView

from .lookahead import AlphaBeta, MaxN
from .notation import move_words
from .policy import DIFFERENCE
from .reasons import reason_words
from .rules import EXTRA_MOVE, MAX_LEGAL, OVER, PASS, STAIR, taken_kind

_NODES = 10_000  #: positions looked at for the best answer


def better_words(view: SeatView, better: Sequence[int], played: Sequence[int]) -> str:
    """The reason for the move ``better``, and what the one ``played`` gives the next player.

    That is the best answer to it, where the better move does not leave it.
    """
    reason = reason_words(view, better[0])
    if better[0] == played[0]:
        return reason
    after, instead = _for_the_next(view, played), _for_the_next(view, better)
    if after[0].phase == OVER or after[0].to_move == view.seat:
        return reason
    answer = _best_answer(after)
    if instead[0].phase != OVER and _leaves(instead, after, answer):
        return reason
    two, same = view.num_players == 2, answer == better[0]
    if same and two:
        text = _("{reason}; now the other player can make this move")
    elif same:
        text = _("{reason}; now the next player can make this move")
    elif two:
        text = _("{reason}; the move that was played lets the other player answer: {answer}")
    else:
        text = _("{reason}; the move that was played lets the next player answer: {answer}")
    return text.format(reason=reason, answer=move_words(after[0], answer))


def _for_the_next(view: SeatView, moves: Sequence[int]) -> NDArray[Any]:
    """The position after ``moves``, a black disc that may then be spent being kept."""
    record = view.after(moves).record
    if record[0].phase == EXTRA_MOVE and record[0].to_move == view.seat:
        calls.apply_action(record, 0, PASS)
    return record


def _best_answer(record: NDArray[Any]) -> int:
    if record[0].players == 2:
        two = AlphaBeta(_NODES)
        two.begin(record)
        two.run(_NODES)
        return two.action
    more = MaxN()
    more.begin(record, DIFFERENCE, int(_legal(record)[0]))
    more.run(_NODES)
    return more.action


def _leaves(record: NDArray[Any], other: NDArray[Any], answer: int) -> bool:
    """True where a position leaves an ``answer`` that is as good as in the ``other`` one."""
    if answer not in _legal(record):
        return False
    s, o = record[0], other[0]
    worth_less = answer >= STAIR and s.arrived > o.arrived
    return bool(taken_kind(s, answer) == taken_kind(o, answer) and not worth_less)


def _legal(record: NDArray[Any]) -> NDArray[np.int64]:
    out = np.zeros(MAX_LEGAL, np.int64)
    return out[: calls.legal_actions(record, 0, out)]
