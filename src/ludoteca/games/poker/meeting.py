"""Two entrants against each other: exactly where both are tables, else by playing."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import hypot

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact, Number, Simulated

from .entrants import Entrant
from .paths import Round, coupling, paths_of
from .playing import Played, play
from .strategy import FIRST, SECOND
from .tabulating import Report
from .value import RoundValue, in_halves, match_of, round_value, ways_to_end


@dataclass(frozen=True)
class Match:
    """How a match ends, for the one who is first in its odd rounds."""

    win: Number
    draw: Number
    loss: Number


@dataclass(frozen=True)
class Meeting:
    """What two entrants do to each other: expected points of a round in both orders, the match.

    ``leading`` are the points of both, the one first, where the one is first; ``trailing`` where
    the other is, the one's points first too. The match begins with the one as first.
    """

    leading: tuple[Number, Number]
    trailing: tuple[Number, Number]
    match: Match

    @property
    def ahead(self) -> Number:
        """Points of the one less those of the other, per round, on average of both orders."""
        orders = [_less(*self.leading), _less(*self.trailing)]
        exact = [number.value for number in orders if isinstance(number, Exact)]
        if len(exact) == len(orders):
            return Exact(sum(exact, Fraction(0)) / 2)
        middle = sum(mean(number) for number in orders) / 2
        spread = hypot(*(_half(number) for number in orders)) / 2
        n = sum(number.n for number in orders if isinstance(number, Simulated))
        return Simulated(middle, n, middle - spread, middle + spread)

    @property
    def difference(self) -> float:
        """:attr:`ahead` as a float."""
        return mean(self.ahead)

    @property
    def score(self) -> float:
        """Matches won by the one, a draw counting half."""
        return mean(self.match.win) + mean(self.match.draw) / 2

    @property
    def exact(self) -> bool:
        """True where nothing was simulated."""
        return isinstance(self.match.win, Exact)


def _less(own: Number, other: Number) -> Number:
    """The difference of two numbers; of simulated ones with the widest interval that may be."""
    if isinstance(own, Exact) and isinstance(other, Exact):
        return Exact(own.value - other.value)
    middle, spread = mean(own) - mean(other), _half(own) + _half(other)
    n = own.n if isinstance(own, Simulated) else 0
    return Simulated(middle, n, middle - spread, middle + spread)


def _half(number: Number) -> float:
    return (number.high - number.low) / 2 if isinstance(number, Simulated) else 0.0


def mean(number: Number) -> float:
    """The number as a float."""
    return number.mean if isinstance(number, Simulated) else number.decimal


def exactly(played: Round, one: Entrant, other: Entrant, rounds: int) -> Meeting:
    """The meeting of two tables."""
    condition = _("all orders of the deck equally likely")
    leading = settled(played, one, other)
    trailing = settled(played, other, one)
    match = match_of(leading, trailing, rounds)
    return Meeting(
        (Exact(leading.first, condition), Exact(leading.second, condition)),
        (Exact(trailing.second, condition), Exact(trailing.first, condition)),
        Match(Exact(match.win), Exact(match.draw), Exact(match.loss)),
    )


@dataclass(frozen=True)
class Met:
    """What came of two players meeting: None where a slow one leaves nothing to count.

    ``reports`` tell what went wrong while they played.
    """

    meeting: Meeting | None
    reports: tuple[Report, Report]


def meet(played: Round, one: Entrant, other: Entrant, rounds: int, matches: int, seed: int) -> Met:
    """The meeting, exact where it can be."""
    if one.exact and other.exact:
        return Met(exactly(played, one, other, rounds), (Report(), Report()))
    sample = play(played, one, other, rounds, seed, matches)
    return Met(by_playing(sample) if sample.matches > 1 else None, sample.reports)


def by_playing(sample: Played) -> Meeting:
    """The meeting as a sample shows it; raises ``ValueError`` for fewer than two matches."""
    return Meeting(sample.leading, sample.trailing, Match(sample.win, sample.draw, sample.loss))


def settled(played: Round, first: Entrant, second: Entrant) -> RoundValue:
    """How a round between two tables ends, forfeits included."""
    # With folding, which is how who has failed is taken to leave the round.
    value = round_value(_with_folding(played), first.strategy(played), second.strategy(played))
    early = _left_before(played, first, second)
    if not early:
        return value
    outcomes = dict(value.outcomes)
    lost, won = in_halves(played.left_by(FIRST)), in_halves(played.left_by(SECOND))
    outcomes[lost] -= early
    outcomes[won] = outcomes.get(won, Fraction(0)) + early
    return RoundValue({points: p for points, p in outcomes.items() if p})


def _with_folding(played: Round) -> Round:
    if played.kind == "rapida":
        return played
    return Round("completa", played.deck, played.fold_first, played.fold_second)


def _left_before(played: Round, first: Entrant, second: Entrant) -> Fraction:
    """The chance that the first folds after the second has failed at its exchange.

    The table of the second says that it then exchanges nothing and folds in its turn, which comes
    too late: the round was the first's already.
    """
    if second.forfeits is None or not played.may_fold:
        return Fraction(0)
    paths = paths_of(played.deck)
    own = first.forfeits.sides[FIRST] if first.forfeits else first.strategy(played).first
    folds = ways_to_end(paths, own)[0, :, 0]
    failing, unit = second.forfeits.failing[SECOND], second.forfeits.units[SECOND]
    kept = np.flatnonzero(paths.path_size == 0)
    ways = np.zeros((paths.sizes, len(paths.used)), object)
    ways[:, paths.spot_used[paths.path_spot[kept]]] = (
        failing[:, paths.path_hand[kept]] * paths.path_weight[kept]
    )
    total = 0
    for n in range(paths.sizes):
        together = coupling(played.deck, n, 0).astype(object)
        total += int(folds[paths.used_of(n)] @ together @ ways[n][paths.used_of(0)])
    return Fraction(total, played.deck.orders * own.unit * unit)
