# mypy: allow-untyped-calls
"""Regret minimisation where all moves are public and each seat's hand is of one of some types.

For any number of seats in two sides whose points sum to zero: duels, and pairs whose partners see
only their own hands. In each iteration every seat in turn updates its regrets against the others'
present plans: for each sampled holding of the others its own types are all updated at once, each
with its chance given that holding (the card removal included). Where the deals are few the sample
is all of them. The weighted average of the plans is what is learned.

With two seats it approaches an equilibrium. With pairs no theorem says so, and where no single seat
gains by another plan a pair may gain by two. What the strategies lose is measured for both
(:mod:`ludoteca.solve.public_game`); :mod:`ludoteca.solve.pairs` solves for pairs.

Sources: M. Johanson and others, Efficient Nash equilibrium approximation through Monte Carlo
counterfactual regret minimization, AAMAS (2012), for updating all private states against a sample
of public and rival ones; N. Brown and T. Sandholm (see :mod:`ludoteca.solve.cfr`) for the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludoteca.core.i18n import N_
from ludoteca.core.jit import njit
from ludoteca.solve.cfr import DCFR, CFRVariant, Learned, RegretRun, discount
from ludoteca.solve.public_game import Floats, PublicGame, behaviour, fill_plan

_LOOK = 2_000  # holdings for a look at how far a run is


class PublicCfr(RegretRun):
    """A run over a public ``game``; every run makes the same samples."""

    OTHER = N_("{path} holds a run over another game or other options")
    SLICE_SECONDS = 20.0
    LONGER = 2
    learned: Sequence[Learned]

    def __init__(self, game: PublicGame, variant: CFRVariant = DCFR) -> None:
        self.game = game
        self._sides = [game.tree.side(seat) for seat in range(len(game.sides))]
        self.learned = [
            Learned.nothing(side.start, (types,))
            for side, types in zip(self._sides, game.deals.types, strict=True)
        ]
        for side, mine in zip(self._sides, self.learned, strict=True):
            fill_plan(side, mine.strategy, mine.plan)
        super().__init__(variant)

    @property
    def subject(self) -> dict[str, Any]:
        """The digest of the game."""
        return {"game": self.game.digest}

    def advance(self, n: int) -> None:
        """Do ``n`` iterations, each seat in turn."""
        v, game = self.variant, self.game
        plans = [mine.plan for mine in self.learned]
        for now in range(self.iterations + 1, self.iterations + n + 1):
            above, below = (discount(max(now - 1, 1), power) for power in (v.alpha, v.beta))
            for seat, (side, mine) in enumerate(zip(self._sides, self.learned, strict=True)):
                rng = np.random.default_rng([now, seat])
                others, weight = game.holdings((seat,), rng, game.batch)
                rows = np.arange(game.deals.types[seat])[:, None]
                values, _chance = game.values((seat,), rows, others, weight, plans)
                learn(side, *mine, values, above, below, float(now) ** v.gamma)
            self.clock[0] = now

    def exploitability(self) -> float:
        """The most points that a single seat gains; from a small sample of many deals."""
        strategies = self.average()
        seats = range(len(self._sides))
        return max(self.game.gain_of((seat,), strategies, _LOOK, 1).most for seat in seats)

    def average(self) -> list[Floats]:
        """The average strategy of each seat, float64 [types, sequences].

        Where its owner's average never comes the present strategy stands.
        """
        return [
            behaviour(side, mine.total, mine.strategy)
            for side, mine in zip(self._sides, self.learned, strict=True)
        ]


@njit
def learn(side, regret, strategy, plan, total, values, above, below, weight):  # type: ignore[no-untyped-def]
    """Update what one seat has learned, in place.

    Old regrets above zero are multiplied by ``above``, those below by ``below``; the new plan
    counts ``weight``.

    Parameters
    ----------
    side : PublicSide
        The seat's part of the tree.
    regret : float64 [types, sequences]
        Changed in place.
    strategy : float64 [types, sequences]
        Changed in place.
    plan : float64 [types, sequences]
        Changed in place.
    total : float64 [types, sequences]
        Changed in place.
    values : float64 [types, sequences]
        Points of each end; changed, too.
    above, below, weight : float
        Factors, as said above.
    """
    start, parent = side.start, side.parent
    for t in range(values.shape[0]):
        for k in range(parent.shape[0] - 1, -1, -1):
            expected = 0.0
            for s in range(start[k], start[k + 1]):
                expected += strategy[t, s] * values[t, s]
            values[t, parent[k]] += expected
            positive = 0.0
            for s in range(start[k], start[k + 1]):
                old = regret[t, s]
                regret[t, s] = old * (above if old > 0.0 else below) + values[t, s] - expected
                positive += max(regret[t, s], 0.0)
            for s in range(start[k], start[k + 1]):
                if positive > 0.0:
                    strategy[t, s] = max(regret[t, s], 0.0) / positive
                else:
                    strategy[t, s] = 1.0 / (start[k + 1] - start[k])
    fill_plan(side, strategy, plan)
    for t in range(values.shape[0]):
        for s in range(values.shape[1]):
            total[t, s] += weight * plan[t, s]
