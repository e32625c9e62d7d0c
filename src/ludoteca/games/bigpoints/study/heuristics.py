# mypy: allow-untyped-defs, allow-untyped-calls
"""Rules of thumb in one sentence each, and how good each is where the best moves are known.

The document set out to find such rules (introduction: "identificar uma heurística na qual tem-se
uma maior chance de ganhar"). Each is a number for a move; the player makes a move with the highest
number, any of them where several share it. None looks ahead further than the move itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ludoteca.core.i18n import N_
from ludoteca.core.jit import njit

from ..exact.graph import Graph
from ..policy import apparent_worth, appeal, steps_to_go
from ..rules import (
    AHEAD,
    BEHIND,
    COLOURS,
    MAX_LEGAL,
    STATE,
    WHITE,
    apply_action,
    pawn_of,
    side_of,
    taken_kind,
    white_worth,
)

RECORD = STATE.dtype

ANY, WORTH, LEAD, DENY, PUSH, SPRINT, STROLL, LOOK_BACK, LOOK_AHEAD, STAIR, BALANCE = range(11)


@dataclass(frozen=True)
class Heuristic:
    """A rule of thumb: ``code`` is what the compiled functions know it by."""

    code: int
    name: str
    sentence: str


_SENTENCES = {
    "random": N_("Make any move (the yardstick, no advice)."),
    "worth": N_(
        "Take the disc that would be worth most if the pawns arrived in their present order."
    ),
    "lead": N_("Take a disc of the colour in which you are furthest ahead."),
    "deny": N_("Take a disc of the colour of which the other holds most."),
    "push": N_("Move the pawn of the colour in which you are furthest ahead of the other."),
    "sprint": N_("Move the pawn that has the fewest steps to go."),
    "stroll": N_("Move the pawn that has the most steps to go."),
    "behind": N_("Take the disc behind the pawn whenever you can."),
    "ahead": N_("Take the disc ahead of the pawn whenever you can."),
    "stair": N_("Move a pawn to the stair, and take the disc beside it, when you can."),
    "balance": N_(
        "Make the move after which you would lead by most, were the pawns to arrive in the "
        "order they are then in."
    ),
}
"""The rules by their names, in the order of their codes."""

HEURISTICS = tuple(Heuristic(code, *words) for code, words in enumerate(_SENTENCES.items()))


@njit
def _lead(s, kind):
    """Discs of ``kind`` that the seat to move holds above the other of two."""
    return s.held[s.to_move, kind] - s.held[1 - s.to_move, kind]


@njit
def _balance(s, a):
    """Points ahead after the move ``a``, were the pawns to arrive in their order then."""
    after = np.zeros(1, RECORD)
    after[0] = s
    apply_action(after[0], a)
    me, other = s.to_move, 1 - s.to_move
    then = after[0]
    total = float(then.held[me, WHITE] * white_worth(then, me))
    total -= then.held[other, WHITE] * white_worth(then, other)
    for c in range(s.colours):
        total += apparent_worth(then, c) * (then.held[me, c] - then.held[other, c])
    return total


@njit
def score(s, a, code):
    """The score of the move ``a`` by the rule of thumb ``code`` (two players)."""
    moved = pawn_of(a)
    taken = taken_kind(s, a)
    if code == WORTH:
        return apparent_worth(s, taken) if 0 <= taken < COLOURS else appeal(s, a)
    if code == LEAD:
        return float(_lead(s, taken)) if taken >= 0 else -99.0
    if code == DENY:
        return float(s.held[1 - s.to_move, taken]) if taken >= 0 else -99.0
    if code == PUSH:
        return float(_lead(s, moved)) if moved >= 0 else -0.5
    if code == SPRINT:
        return -float(steps_to_go(s, moved)) if moved >= 0 else -99.0
    if code == STROLL:
        return float(steps_to_go(s, moved)) if moved >= 0 else -99.0
    if code == LOOK_BACK:
        return 1.0 if side_of(a) == BEHIND else 0.0
    if code == LOOK_AHEAD:
        return 1.0 if side_of(a) == AHEAD else 0.0
    if code == STAIR:
        return 1.0 if moved >= 0 and steps_to_go(s, moved) == 1 else 0.0
    if code == BALANCE:
        return _balance(s, a)
    return 0.0


@njit
def liked(s, ids, n, code, out):
    """Fill ``out`` with the places in ``ids[:n]`` of the moves liked best; returns their number."""
    best = -np.inf
    kept = 0
    for k in range(n):
        value = score(s, ids[k], code)
        if value > best + 1e-9:
            best = value
            kept = 0
        if value > best - 1e-9:
            out[kept] = k
            kept += 1
    return kept


# -- where the best moves are known -------------------------------------------------------------

PARTS = 2520
"""Every number of moves up to ten divides it, so that shares among equals stay whole numbers."""

DECISIONS, CRITICAL, BEST, BEST_CRITICAL, LOST = range(5)
"""Columns of a tally; the last three are in parts of ``PARTS``."""


@njit
def _tally(records, first, child, action, value, code, out):
    ids = np.zeros(MAX_LEGAL, np.int64)
    places = np.zeros(MAX_LEGAL, np.int64)
    for i in range(records.size):
        n = first[i + 1] - first[i]
        if n < 2:
            continue
        sign = 1 if records[i].to_move == 0 else -1
        critical = False
        for k in range(n):
            ids[k] = action[first[i] + k]
            critical = critical or value[child[first[i] + k]] != value[i]
        kept = liked(records[i], ids, n, code, places)
        part = PARTS // kept
        best = 0
        for k in range(kept):
            lost = sign * (value[i] - value[child[first[i] + places[k]]])
            best += part if lost == 0 else 0
            out[LOST] += part * lost
        out[DECISIONS] += 1
        out[BEST] += best
        if critical:
            out[CRITICAL] += 1
            out[BEST_CRITICAL] += best


@dataclass(frozen=True)
class RuleRecord:
    """The record of a rule of thumb over all decisions of some boards; all exact.

    ``decisions`` have at least two moves; in ``critical`` ones some move loses value. ``best`` is
    the share of best moves over all decisions, ``best_critical`` over critical ones, ``lost`` the
    mean of points lost a decision.
    """

    heuristic: Heuristic
    decisions: int
    critical: int
    best: Fraction
    best_critical: Fraction
    lost: Fraction


def rate(graphs: Iterable[Graph]) -> list[RuleRecord]:
    """Every rule of thumb over all decisions of ``graphs`` (no black discs), the best first.

    A position counts once for every board on which it can be reached, however unlikely.
    """
    tallies = np.zeros((len(HEURISTICS), LOST + 1), np.int64)
    for graph in graphs:
        for row, heuristic in zip(tallies, HEURISTICS, strict=True):
            parts = (graph.records, graph.first, graph.child, graph.action, graph.values)
            _tally(*parts, heuristic.code, row)
    ratings = []
    for tally, heuristic in zip(tallies.tolist(), HEURISTICS, strict=True):
        decisions, critical, *found = tally
        of = (max(1, decisions), max(1, critical), max(1, decisions))
        shares = (Fraction(parts, PARTS * n) for parts, n in zip(found, of, strict=True))
        ratings.append(RuleRecord(heuristic, decisions, critical, *shares))
    return sorted(ratings, key=lambda rating: (-rating.best, rating.lost))
