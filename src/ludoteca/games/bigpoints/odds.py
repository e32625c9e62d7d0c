"""Odds and values of moves: the lead with best play where that can be proved.

The proof is the search of :mod:`.lookahead`, to the end of the game for the difference of points,
bounded by positions so that it does not depend on the machine.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from ludoteca.core import calls
from ludoteca.core.ids import TERMINAL
from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import simulated_odds
from ludoteca.players.advice.values import best_play, unit

from .lookahead import AlphaBeta
from .policy import DIFFERENCE
from .rules import LAYING

_NODES = 200_000


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The lead with best play where it is proved; else lead and chance of winning, simulated."""
    lead = _proved_lead(view, _prover()) if _may_be_proved(view) else None
    if lead is None:
        return simulated_odds(view, rng)
    return (Odd(unit(view), Exact(Fraction(lead), best_play()), chance=False),)


def values_at(view: SeatView) -> dict[int, Fraction] | None:
    """The points that each move leaves the seat ahead at the end; None where it is not proved."""
    prover = _prover() if _may_be_proved(view) else None
    if prover is None or _proved_lead(view, prover) is None:
        return None
    values: dict[int, Fraction] = {}
    for action in view.legal:
        record = view.record.copy()
        calls.apply_action(record, 0, action)
        lead = _proved_lead(replace(view, record=record), prover)
        if lead is None:
            return None
        values[action] = Fraction(lead)
    return values


def _may_be_proved(view: SeatView) -> bool:
    """True for two players with the row laid."""
    # Discs to come are hidden from every view: the phase says whether there are any.
    return view.num_players == 2 and int(view.record["phase"][0]) != LAYING


def _prover() -> AlphaBeta:
    return AlphaBeta(_NODES)


def _proved_lead(view: SeatView, prover: AlphaBeta) -> int | None:
    """The points of the view's seat above the other's under best play, None if not proved."""
    mover = int(calls.current_player(view.record, 0))
    if mover == TERMINAL:
        points = np.zeros(2)
        calls.returns(view.record, 0, points)
        return round(float(points[view.seat] - points[1 - view.seat]))
    prover.start(view, DIFFERENCE)
    if not prover.run(_NODES):
        return None
    return round(prover.value) if mover == view.seat else -round(prover.value)
