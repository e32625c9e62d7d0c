"""Regret matching on both sides of a round, in compiled code: the iterations of the solver.

One seat's memory is ``SeatMemory``; rows of exchanges are contexts (one for the first, one for each
number that the first exchanged for the second), rows of spots the number that the other exchanged.

The vector form is that of M. Johanson and others, Accelerating best response calculation in large
extensive games, IJCAI (2011), and the update that of O. Tammelin, Solving large imperfect
information games using CFR+, arXiv:1407.5042 (2014), with the family's weights and prediction as
in :mod:`ludoteca.solve.cfr`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludoteca.core.jit import njit
from ludoteca.solve.cfr import discount

from .compact import Compact
from .isomorphism import Floats, Form
from .round_paths import FIRST


class SeatMemory(NamedTuple):
    """The memory of one seat: float64 arrays, changed in place.

    ``exchange`` and ``fold`` are the present strategy, ``*_regret`` what it comes from (of folding
    and of staying in the last axis). ``reach[c, s]`` counts the ways to spot s under it, and
    ``ends[k, u, column]`` those to fold (column 0) or to stay with a class (1 + class) at each
    lot of used cards. The sums weigh past iterations: the average strategy is
    ``exchange_sum`` and ``fold_sum / reach_sum``.
    """

    exchange: Floats
    exchange_regret: Floats
    exchange_sum: Floats
    fold: Floats
    fold_regret: Floats
    fold_sum: Floats
    reach: Floats
    reach_sum: Floats
    ends: Floats


def nothing_learned(form: Form, seat: int) -> SeatMemory:
    """A seat that does everything with equal chances."""
    sizes = len(form.used_start) - 1
    contexts = 1 if seat == FIRST else sizes
    exchanges, spots, used = len(form.step_start) - 1, len(form.spot_used), len(form.chance)
    per_hand = np.diff(form.hand_start)
    equal = np.tile(np.repeat(1.0 / per_hand, per_hand), (contexts, 1))
    half = 0.5 if form.may_fold else 0.0
    mine = SeatMemory(
        exchange=equal,
        exchange_regret=np.zeros((contexts, exchanges)),
        exchange_sum=np.zeros((contexts, exchanges)),
        fold=np.full((sizes, spots), half),
        fold_regret=np.zeros((sizes, spots, 2)),
        fold_sum=np.zeros((sizes, spots)),
        reach=np.zeros((contexts, spots)),
        reach_sum=np.zeros((contexts, spots)),
        ends=np.zeros((sizes, used, 1 + form.won.shape[2])),
    )
    fill_ends(form, mine)
    return mine


def ends_of(form: Form, seat: int, strategy: Compact) -> Floats:
    """The ``ends`` of ``seat`` under a strategy of the merged round, as in :class:`SeatMemory`."""
    mine = nothing_learned(form, seat)
    mine.exchange[:] = strategy.exchange[seat] / strategy.unit
    mine.fold[:] = strategy.fold[seat] / strategy.unit
    fill_ends(form, mine)
    return mine.ends


@njit
def _context(exchange, k):
    """The row of ``exchange`` when the other exchanges ``k`` cards."""
    return k if exchange.shape[0] > 1 else 0


@njit
def fill_ends(form, mine):
    """``reach`` and ``ends`` of a seat from its strategy, in place."""
    mine.reach[:] = 0.0
    mine.ends[:] = 0.0
    for c in range(mine.exchange.shape[0]):
        for x in range(mine.exchange.shape[1]):
            chosen = mine.exchange[c, x]
            if chosen > 0.0:
                for t in range(form.step_start[x], form.step_start[x + 1]):
                    mine.reach[c, form.spot[t]] += chosen * form.weight[t]
    for k in range(mine.fold.shape[0]):
        c = _context(mine.exchange, k)
        for s in range(mine.fold.shape[1]):
            u = form.spot_used[s]
            gone = mine.reach[c, s] * mine.fold[k, s]
            mine.ends[k, u, 0] += gone
            mine.ends[k, u, 1 + form.spot_class[s]] += mine.reach[c, s] - gone


@njit
def look(form, own, k, u, ends, seen):
    """Sum the other's ``ends`` as the holder of used lot ``u`` sees them, into ``seen``.

    It drew ``own`` cards and the other ``k``.
    """
    columns = seen.shape[0]
    seen[:] = 0.0
    for v in range(form.used_start[k], form.used_start[k + 1]):
        chance = form.chance[u, v]
        for j in range(columns):
            seen[j] += chance * ends[own, v, j]


@njit
def outlook(form, seat, hand_class, seen):
    """The worth, times ways, of what is settled already, of folding and of staying."""
    others = 0.0
    shown = 0.0
    for d in range(form.won.shape[2]):
        others += seen[1 + d]
        shown += form.won[seat, hand_class, d] * seen[1 + d]
    gone = form.others_fold[seat] * seen[0]
    if seat == FIRST:
        return 0.0, form.own_fold[FIRST] * (seen[0] + others), gone + shown
    return gone, form.own_fold[seat] * others, shown


@njit
def learn(form, seat, mine, ends, above, below, next_above, prediction):
    """Update regrets and strategy of one seat against the other's ``ends``, in place.

    Old regrets above zero are multiplied by ``above``, those below by ``below``; the next strategy
    sees the new ones multiplied by ``next_above``, and the latest times ``prediction`` once more.
    """
    contexts, exchanges = mine.exchange.shape
    sizes, spots = mine.fold.shape
    worth = np.zeros((contexts, spots))
    seen = np.zeros(1 + form.won.shape[2])
    for own in range(sizes):
        for k in range(sizes):
            c = _context(mine.exchange, k)
            last = -1
            for s in range(form.spot_start[own], form.spot_start[own + 1]):
                if form.spot_used[s] != last:
                    last = form.spot_used[s]
                    look(form, own, k, last, ends, seen)
                given, folding, staying = outlook(form, seat, form.spot_class[s], seen)
                if not form.may_fold:
                    worth[c, s] += given + staying
                    continue
                chance = mine.fold[k, s]
                expected = chance * folding + (1.0 - chance) * staying
                worth[c, s] += given + expected
                total = 0.0
                chosen = 0.0
                for j in range(2):
                    gain = (folding if j == 0 else staying) - expected
                    old = mine.fold_regret[k, s, j]
                    new = old * (above if old > 0.0 else below) + gain
                    mine.fold_regret[k, s, j] = new
                    next_ = max(max(new, 0.0) * next_above + prediction * gain, 0.0)
                    total += next_
                    if j == 0:
                        chosen = next_
                mine.fold[k, s] = chosen / total if total > 0.0 else 0.5
    values = np.empty(exchanges)
    for c in range(contexts):
        for h in range(form.hand_start.shape[0] - 1):
            begin, end = form.hand_start[h], form.hand_start[h + 1]
            expected = 0.0
            for x in range(begin, end):
                value = 0.0
                for t in range(form.step_start[x], form.step_start[x + 1]):
                    value += form.weight[t] * worth[c, form.spot[t]]
                values[x] = value
                expected += mine.exchange[c, x] * value
            total = 0.0
            for x in range(begin, end):
                gain = values[x] - expected
                old = mine.exchange_regret[c, x]
                new = old * (above if old > 0.0 else below) + gain
                mine.exchange_regret[c, x] = new
                next_ = max(max(new, 0.0) * next_above + prediction * gain, 0.0)
                mine.exchange[c, x] = next_
                total += next_
            for x in range(begin, end):
                if total > 0.0:
                    mine.exchange[c, x] /= total
                else:
                    mine.exchange[c, x] = 1.0 / (end - begin)


@njit
def advance(form, mine, weight):
    """Fill what follows from a seat's new strategy; add it to the sums, in place."""
    fill_ends(form, mine)
    for c in range(mine.exchange.shape[0]):
        for x in range(mine.exchange.shape[1]):
            mine.exchange_sum[c, x] += weight * mine.exchange[c, x]
        for s in range(mine.reach.shape[1]):
            mine.reach_sum[c, s] += weight * mine.reach[c, s]
    for k in range(mine.fold.shape[0]):
        c = _context(mine.exchange, k)
        for s in range(mine.fold.shape[1]):
            mine.fold_sum[k, s] += weight * mine.reach[c, s] * mine.fold[k, s]


@njit
def iterate(form, first, second, clock, n, alpha, beta, gamma, prediction):
    """``n`` more iterations, seat after seat, in place.

    ``clock`` holds how many there were: it is kept here so that an interrupt, which waits for
    compiled code, never finds it behind what was learned.
    """
    for _iteration in range(n):
        now = clock[0] + 1
        # Nothing was learned before iteration 1, so its discount is of no account.
        above = discount(max(now - 1, 1), alpha)
        below = discount(max(now - 1, 1), beta)
        next_above = discount(now, alpha)
        weight = float(now) ** gamma
        learn(form, 0, first, second.ends, above, below, next_above, prediction)
        advance(form, first, weight)
        learn(form, 1, second, first.ends, above, below, next_above, prediction)
        advance(form, second, weight)
        clock[0] = now


@njit
def best_response(form, seat, ends, folds):
    """The most that ``seat`` can get above the other, whose ``ends`` are given.

    Marks in ``folds`` (the number that the other exchanged, spot) where folding is better.
    """
    sizes = form.used_start.shape[0] - 1
    spots = form.spot_used.shape[0]
    contexts = 1 if seat == 0 else sizes
    worth = np.zeros((contexts, spots))
    seen = np.zeros(1 + form.won.shape[2])
    for own in range(sizes):
        for k in range(sizes):
            last = -1
            for s in range(form.spot_start[own], form.spot_start[own + 1]):
                if form.spot_used[s] != last:
                    last = form.spot_used[s]
                    look(form, own, k, last, ends, seen)
                given, folding, staying = outlook(form, seat, form.spot_class[s], seen)
                folds[k, s] = form.may_fold and folding > staying
                best = folding if folds[k, s] else staying
                worth[k if contexts > 1 else 0, s] += given + best
    total = 0.0
    for c in range(contexts):
        for h in range(form.hand_start.shape[0] - 1):
            best = -np.inf
            for x in range(form.hand_start[h], form.hand_start[h + 1]):
                value = 0.0
                for t in range(form.step_start[x], form.step_start[x + 1]):
                    value += form.weight[t] * worth[c, form.spot[t]]
                best = max(best, value)
            total += best
    return total
