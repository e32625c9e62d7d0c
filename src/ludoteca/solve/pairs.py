# mypy: allow-untyped-calls
"""Public games of two pairs solved so that no pair gains much by changing both its plans.

Each seat has a mixed strategy for its own hands, and nothing is drawn in common: the best that two
partners can do who have only talked before. Such strategies need not be an equilibrium, for none
may exist: what the pair of one side is sure to get, and what that of the other cannot keep it from,
may lie apart (the first is found in B. von Stengel and D. Koller, Team-maxmin equilibria, Games and
Economic Behavior 21, 1997). Half the distance is the least that the better pair must gain.

:class:`PairCfr` minimises regrets against best answers of the other pair: M. Johanson and others,
Finding optimal abstract strategies in extensive-form games, AAAI (2012). It finds its way out of
conventions that no partner leaves alone, but comes near slowly. :class:`PairDescent` goes down from
where it is put: a linear program of all answers met so far, in a box around the present plans, of
which the points are linear on one hand (a cutting-plane method with a trust region).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from ludoteca.core.i18n import N_
from ludoteca.solve.cfr import CFR_PLUS
from ludoteca.solve.partners import Floats, begins, flow
from ludoteca.solve.public_cfr import PublicCfr, learn
from ludoteca.solve.public_game import PublicGame, behaviour

PAIRS = ((0, 2), (1, 3))

Plans = list[Floats]  # of all seats

_STARTS, _KICKS = 2, 100  # of an answer within a run, which begins from the last ones too
_LOOK_STARTS, _LOOK_KICKS = 20, 1_000  # of an answer by which a run is measured
_KEPT = 40  # answers of a run from which a descent begins
_KNOWN = 10  # answers from which a new one is looked for
_IDLE = 40  # steps after which a cut that is not touched is dropped
_MISSES = 8  # steps in a row that make nothing better, after which the box is narrowed
MOST_STEPS = 300  #: of a descent
_FEW = 10_000  # hands of all seats, of which a run takes seconds
_ITERATIONS = 2_000  # of such a run
_HALF, _MOST_HALF, _LEAST_HALF = 0.03, 0.3, 1e-4  # half the width of the box around plans
_LITTLE = 1e-5  # a gain that is none, as a share of the largest payoff
_NOTHING = 1e-10  # what counts as zero in a row of the program


class PairTable:
    """The points of both pairs of a ``game`` of four seats whose deals are all looked at.

    For each way in which an end pays there is a matrix, hands of the first pair x hands of the
    other, of float32: for 52 hands a seat, 29 MB.
    """

    def __init__(self, game: PublicGame) -> None:
        self.game = game
        self.partners = [game.partners(pair) for pair in PAIRS]
        ways, self._way = np.unique(game.pay.round(12), axis=0, return_inverse=True)
        rows = [np.indices(partners.types).reshape(2, -1).T for partners in self.partners]
        rivals, weight = game.holdings(PAIRS[0], np.random.default_rng(1))
        chances, outcomes = game.deals.given(PAIRS[0], rows[0], rivals)
        at = np.ravel_multi_index(tuple(rivals.T), self.partners[1].types)
        self._points = []
        for way in ways:
            table = np.zeros((len(rows[0]), len(rows[1])), np.float32)
            table[:, at] = (chances * weight[:, None] * way[outcomes]).T
            self._points.append(table)

    def values(self, which: int, plans: Sequence[Floats]) -> Floats:
        """The values of pair ``which`` against the two plans of the other (:class:`Partners`).

        Exact to about 1e-6 of the points.

        Parameters
        ----------
        which
            0 or 1, the pair.
        plans : two of float64 [types, sequences]
            Realisation plans of the other pair's seats.

        Returns
        -------
        values : float64 [joint sequences, types of the first, types of the second]
            Points of the pair, weighed by the chance of the hands and plans.
        """
        mine, theirs = self.partners[which], self.partners[1 - which]
        joint = mine.both.end
        found = np.zeros((int(mine.both.start[-1]), mine.types[0] * mine.types[1]), np.float32)
        first, second = (np.asarray(plan, np.float32) for plan in plans)
        for way, points in enumerate(self._points):
            ends = np.flatnonzero(self._way == way)
            sequences, column = np.unique(joint[ends], return_inverse=True)
            reach = np.zeros((len(sequences), len(first), len(second)), np.float32)
            for end, at in zip(ends.tolist(), column.tolist(), strict=True):
                one, other = (side.end[end] for side in theirs.sides)
                reach[at] += first[:, one, None] * second[None, :, other]
            flat = reach.reshape(len(sequences), -1)
            found[sequences] += flat @ (points.T if which == 0 else points)
        signed = found if which == 0 else -found
        return signed.astype(np.float64).reshape(len(found), *mine.types)


class PairCfr(PublicCfr):
    """A run over a public ``game`` of pairs: each learns against the best answer of the other.

    ``surest`` are the plans of the seats by which either pair lost least to the answers of the
    other that were found: for a long time they are better than the averages. ``answers`` are the
    last answers of each pair.
    """

    OTHER = N_("{path} holds a run over another game or other options")

    def __init__(self, game: PublicGame, table: PairTable | None = None) -> None:
        self.table = table or PairTable(game)
        self.answers: list[deque[Plans]] = [deque(maxlen=_KEPT) for _pair in PAIRS]
        self.surest: Plans = [np.empty(0) for _seat in game.sides]
        self._lost = [np.inf, np.inf]  # by the surest plans
        super().__init__(game, CFR_PLUS)

    def advance(self, n: int) -> None:
        """Do ``n`` iterations, each pair in turn."""
        table = self.table
        for now in range(self.iterations + 1, self.iterations + n + 1):
            for which, pair in enumerate(PAIRS):
                mine = [self.learned[seat] for seat in pair]
                plans = [own.plan for own in mine]
                answer = self._answered(which, plans, np.random.default_rng([now, which]))
                against = table.values(which, answer)
                for turn, seat in enumerate(pair):
                    partner = mine[1 - turn].plan
                    given = table.partners[which].given(against, turn, partner)
                    learn(self._sides[seat], *mine[turn], given, 1.0, 0.0, float(now))
            self.clock[0] = now

    def _answered(self, which: int, plans: Plans, rng: np.random.Generator) -> Plans:
        """The other pair's answer to ``plans`` of this one, which are kept if they are the best."""
        rivals, known = self.table.partners[1 - which], list(self.answers[1 - which])[-1:]
        values = self.table.values(1 - which, plans)
        points, answer = rivals.answer(values, known, rng, _STARTS, _KICKS)
        if points < self._lost[which]:
            points, answer = rivals.answer(values, [answer], rng, _STARTS, _LOOK_KICKS)
        if points < self._lost[which]:
            self._lost[which] = points
            for seat, plan in zip(PAIRS[which], plans, strict=True):
                self.surest[seat] = plan.copy()
        self.answers[1 - which].append(answer)
        return answer

    def exploitability(self) -> float:
        """The most that a pair gains, as found, in points."""
        return _Look(self.table, self.game.plans(self.average()), [[], []], 0).worst


class _Look:
    """The gains of both pairs at ``plans``, by the answers that were found.

    ``known`` are answers of either pair to begin from. ``value`` is the first pair's.
    """

    def __init__(
        self,
        table: PairTable,
        plans: Sequence[Floats],
        known: Sequence[Sequence[Plans]],
        seed: int,
    ) -> None:
        own = [[plans[seat] for seat in pair] for pair in PAIRS]
        self.plans = list(plans)
        self.values = [table.values(which, own[1 - which]) for which in (0, 1)]
        self.value = table.partners[0].points(self.values[0], own[0])
        self.answers, self.gains = [], []
        for which, partners in enumerate(table.partners):
            points, answer = partners.answer(
                self.values[which],
                [own[which], *known[which][-_KNOWN:]],
                np.random.default_rng([seed, which]),
                _LOOK_STARTS,
                _LOOK_KICKS,
            )
            self.answers.append(answer)
            self.gains.append(points - (self.value if which == 0 else -self.value))
        self.worst = max(self.gains)


class _Cut:
    """An answer of the other pair, and the ``values`` of pair ``which`` against it."""

    def __init__(self, table: PairTable, which: int, answer: Plans) -> None:
        self.which, self.answer = which, answer
        self.values = table.values(which, answer)
        self.idle = 0


class PairDescent:
    """Strategies that are made better step by step: the larger gain of the two pairs goes down.

    Parameters
    ----------
    table
        The game, with its points for pairs.
    plans : of each seat, float64 [types, sequences]
        The realisation plans to begin from.
    answers : pairs of plans, float64 [types, sequences]
        Answers of either pair that are known already; they save steps.
    """

    def __init__(
        self,
        table: PairTable,
        plans: Sequence[Floats],
        answers: Sequence[Sequence[Plans]] = ((), ()),
    ) -> None:
        from scipy.sparse import block_diag  # imported here: SciPy costs start-up time

        self.steps, self.half, self._missed = 0, _HALF, 0
        self._table = table
        self._little = _LITTLE * float(np.abs(table.game.pay).max())
        own = [
            (side, types)
            for partners in table.partners
            for side, types in zip(partners.sides, partners.types, strict=True)
        ]
        self._flow = block_diag([flow(*seat) for seat in own])
        self._begins = np.concatenate([begins(*seat) for seat in own])
        self._cuts = [_Cut(table, 1 - w, answer) for w in (0, 1) for answer in answers[w]]
        self.now = self._look(plans)

    @property
    def gain(self) -> float:
        """The gain of the better pair at the present strategies, as found, in points."""
        return self.now.worst

    def strategies(self, unreached: Sequence[Floats]) -> list[Floats]:
        """The present strategies of all seats, each float64 [types, sequences].

        Those of ``unreached`` (of the same shapes) stand where a seat's own plan never comes.
        """
        game = self._table.game
        return [
            behaviour(game.tree.side(seat), plan, other)
            for seat, (plan, other) in enumerate(zip(self.now.plans, unreached, strict=True))
        ]

    def reach(
        self, target: float, steps: int, progress: Callable[[int, float], None] | None = None
    ) -> None:
        """Go on until no pair gains more than ``target`` points, or ``steps`` are done in all.

        Stops where nothing near is better, too. ``progress`` is called with the steps done and the
        gain.
        """
        while self.gain > target and self.steps < steps and self.half > _LEAST_HALF:
            if progress is not None:
                progress(self.steps, self.gain)
            if not self._step():
                return

    def _look(self, plans: Sequence[Floats]) -> _Look:
        known = [[cut.answer for cut in self._cuts if cut.which != which] for which in (0, 1)]
        look = _Look(self._table, plans, known, self.steps)
        self._cuts += [_Cut(self._table, 1 - w, answer) for w, answer in enumerate(look.answers)]
        return look

    def _step(self) -> bool:
        """Try the best plans in the box; whether anything was to be hoped for."""
        now, present = self.now, _flat(self.now.plans)
        rows, less = self._rows(now, present)
        found, hoped = self._program(rows, less, present)
        wanted = now.worst - hoped
        self.steps += 1
        if wanted < self._little:
            return False
        for cut, gain in zip(self._cuts, rows @ found - less, strict=True):
            cut.idle = 0 if gain > hoped - 1e-9 else cut.idle + 1
        known = len(self._cuts)
        tried = self._look(_unflat(found, now.plans))
        rows, less = self._rows(now, present, known)
        promised = max(hoped, float(np.max(rows @ found - less)))
        self._missed += 1
        if tried.worst < now.worst - 0.02 * wanted:
            self.now, self._missed = tried, 0
            if tried.worst < now.worst - 0.5 * wanted:
                self.half = min(_MOST_HALF, 2.0 * self.half)
        elif tried.worst - promised > 0.5 * wanted or self._missed > _MISSES:
            self.half, self._missed = self.half / 2.0, 0  # gains are not linear in so wide a box
        self._cuts = [cut for cut in self._cuts if cut.idle < _IDLE]
        return True

    def _rows(self, now: _Look, present: Floats, first: int = 0) -> tuple[Floats, Floats]:
        """The gain by the answer of each cut from ``first`` on, taken to be linear in the plans.

        It is the rows times the plans, in the order of :data:`PAIRS`, less the second array.
        """
        value = [(1 - 2 * w) * self._slope(now, w, now.values[w]) for w in (0, 1)]
        rows, less = [], []
        for cut in self._cuts[first:]:
            sign = 1 - 2 * cut.which
            slope = [np.zeros(len(own)) for own in value]
            slope[cut.which] = self._slope(now, cut.which, cut.values)
            own = [now.plans[seat] for seat in PAIRS[cut.which]]
            gain = sign * now.value - self._table.partners[cut.which].points(cut.values, own)
            row = sign * np.concatenate(value) - np.concatenate(slope)
            rows.append(np.where(np.abs(row) < _NOTHING, 0.0, row))
            less.append(rows[-1] @ present - gain)
        return np.array(rows), np.array(less)

    def _slope(self, now: _Look, which: int, values: Floats) -> Floats:
        """The change of a pair's points with each number of its plans."""
        partners = self._table.partners[which]
        return np.concatenate(
            [
                partners.given(values, turn, now.plans[PAIRS[which][1 - turn]]).ravel()
                for turn in (0, 1)
            ]
        )

    def _program(self, rows: Floats, less: Floats, present: Floats) -> tuple[Floats, float]:
        """The plans in the box by whose cuts the better pair gains least, and this gain."""
        from scipy.optimize import Bounds, LinearConstraint, milp  # here: SciPy costs start-up time
        from scipy.sparse import csr_array, hstack

        gain = csr_array(np.full((len(rows), 1), -1.0))
        flows = hstack([self._flow, csr_array((self._flow.shape[0], 1))])
        found = milp(
            np.eye(1, len(present) + 1, len(present))[0],
            bounds=Bounds(
                np.append(np.maximum(present - self.half, 0.0), -np.inf),
                np.append(np.minimum(present + self.half, 1.0), np.inf),
            ),
            constraints=[
                LinearConstraint(hstack([csr_array(rows), gain]), -np.inf, less),
                LinearConstraint(flows, self._begins, self._begins),
            ],
        )
        if found.x is None:  # by rounding no plan is in a narrow box
            return present, np.inf
        return np.clip(found.x[:-1], 0.0, 1.0), float(found.x[-1])


def solve_for_pairs(
    game: PublicGame,
    strategies: Sequence[Floats],
    target: float,
    progress: Callable[[int, float], None] | None = None,
) -> list[Floats]:
    """Strategies by which neither pair of ``game`` gains more than ``target``, or the best found.

    They are found by a descent from ``strategies``; where hands are few, from a run of
    :class:`PairCfr` in their place. All deals must be there to be looked at
    (:attr:`PublicGame.is_counted`).

    Parameters
    ----------
    game
        Two pairs with hidden hands and public moves.
    strategies : of each seat, float64 [types, sequences]
        The probability of each move by hand.
    target
        Points that a pair may gain.
    progress
        Called with the steps done and the gain in points.

    Returns
    -------
    strategies : of each seat, float64 [types, sequences]
        The best that were found.
    """
    table = PairTable(game)
    descent = PairDescent(table, game.plans(strategies))
    if descent.gain > target and np.prod(game.deals.types) <= _FEW:
        run = PairCfr(game, table)
        run.iterate(_ITERATIONS)
        descent = min(
            descent,
            PairDescent(table, run.surest, run.answers),
            key=lambda either: either.gain,
        )
    descent.reach(target, MOST_STEPS, progress)
    return descent.strategies(strategies)


def _flat(plans: Sequence[Floats]) -> Floats:
    return np.concatenate([plans[seat].ravel() for pair in PAIRS for seat in pair])


def _unflat(flat: Floats, like: Sequence[Floats]) -> Plans:
    """Plans of all seats, of the shapes of ``like``."""
    plans, at = list(like), 0
    for seat in (seat for pair in PAIRS for seat in pair):
        size = like[seat].size
        plans[seat] = flat[at : at + size].reshape(like[seat].shape)
        at += size
    return plans
