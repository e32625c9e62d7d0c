# mypy: allow-untyped-defs, allow-untyped-calls
"""The turns of eras that are tried and told: whole lays, and whole withdrawals."""

import numpy as np

from ludoteca.core.view import SeatView

from .lay_values import MOST_SETS, weigh_sets
from .notation import kinds_of
from .reasons import better_words as better_words
from .reasons import turn_reason_words as turn_reason_words
from .rules import LAYING, NUMBER, NUMBERING, SHOWING

LAYS = 16
"""Lays that are tried at most; beside them the best one that begins with each move."""


def turns_at(view: SeatView) -> list[tuple[int, ...]]:
    """The lays that the advanced player thinks best; else every withdrawal.

    The lowest cards that can be are shown for those withdrawn.
    """
    if view.record[0].phase not in (NUMBERING, LAYING):
        return _withdrawals(view)
    lays = [lay_turn(view, lay) for lay in lays_to_try(view)]
    # Who lays last may be the first who is asked for a withdrawal.
    return [(*lay, *rest) for lay in lays for rest in _withdrawals(view.after(lay))]


def lays_to_try(view: SeatView) -> list[int]:
    """The best ``LAYS`` sets to lay in the eyes of the advanced player, and one for each move."""
    lays, points = np.zeros(MOST_SETS, np.int64), np.zeros(MOST_SETS)
    found = int(weigh_sets(view.record[0], lays, points))
    order = np.argsort(-points[:found], kind="stable")
    # What comes first of a lay: its number, or, where that was told, its lowest card.
    begins = np.bitwise_count(lays) if view.record[0].phase == NUMBERING else lays & -lays
    _moves, best_of_move = np.unique(begins[order], return_index=True)
    chosen = order[np.union1d(np.arange(min(LAYS, found)), best_of_move)]
    return [int(lay) for lay in lays[chosen]]


def lay_turn(view: SeatView, lay: int) -> tuple[int, ...]:
    """The moves that lay a set: its number where that was not told, then its cards."""
    number = NUMBER + lay.bit_count()
    if view.record[0].phase == LAYING:
        return tuple(kinds_of(lay))
    # A whole hand is laid without being asked for.
    whole = lay.bit_count() == int(view.record[0].in_hand[view.seat])
    return (number,) if whole else (number, *kinds_of(lay))


def _withdrawals(view: SeatView) -> list[tuple[int, ...]]:
    if view.current_player != view.seat:
        return [()]
    moves = view.legal[:1] if view.record[0].phase == SHOWING else view.legal
    return [(move, *rest) for move in moves for rest in _withdrawals(view.after((move,)))]
