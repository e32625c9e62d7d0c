"""Two entrants against each other: from their tables where all is known, else by playing.

Exactly where both are tables whatever the score; in double precision, over all leads of the match,
where one looks at the score.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import hypot
from typing import TypeAlias

from ludoteca.core.answers import Cell, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Simulated

from .. import CHAMPION, EQUILIBRIUM
from ..solver.match import SolvedMatch
from ..solver.match_value import MatchOutcome, duel
from ..solver.round_paths import Round, paths_of
from ..solver.value import (
    RoundValue,
    left_before,
    match_of,
    round_value,
    ways_to_end,
    won_already,
)
from ..students.answers import FileReport
from .entrants import BUILT_IN, Entrant, read_entrants
from .simulation import SECONDS, PlayedMatches, play, score_of, share_of

Value: TypeAlias = Exact | Simulated | float
"""A float is worked out in double precision."""


@dataclass(frozen=True)
class MatchShares:
    """The end of a match for one of its players; ``score``: won, a draw counting half."""

    win: Value
    draw: Value
    loss: Value
    score: Value

    def reversed(self) -> MatchShares:
        """The match as the other player sees it."""
        return MatchShares(self.loss, self.draw, self.win, _rest_to_one(self.score))


@dataclass(frozen=True)
class Meeting:
    """Two entrants against each other: expected points of a round in both orders, the matches.

    ``leading`` are the points of both, the one's first, in the rounds that the one begins;
    ``trailing`` those in the rounds that the other begins. Who looks at the score plays differently
    as a match goes on: then they are means over the matches that either begins. ``match`` is begun
    by the one, ``answered`` by the other; both say how the one fares.
    """

    leading: tuple[Value, Value]
    trailing: tuple[Value, Value]
    match: MatchShares
    answered: MatchShares

    @property
    def ahead(self) -> Value:
        """Points of the one less those of the other, per round, on average of both orders."""
        return average(_less(*self.leading), _less(*self.trailing))

    @property
    def matches(self) -> MatchShares:
        """The end of a match for the one, on average of both orders."""
        begun, answered = self.match, self.answered
        return MatchShares(
            average(begun.win, answered.win),
            average(begun.draw, answered.draw),
            average(begun.loss, answered.loss),
            average(begun.score, answered.score),
        )

    def reversed(self) -> Meeting:
        """The meeting as the other sees it."""
        return Meeting(
            self.trailing[::-1],
            self.leading[::-1],
            self.answered.reversed(),
            self.match.reversed(),
        )

    @property
    def difference(self) -> float:
        """:attr:`ahead` as a float."""
        return mean(self.ahead)

    @property
    def exact(self) -> bool:
        """True where all is a fraction."""
        return isinstance(self.match.win, Exact)

    @property
    def simulated(self) -> bool:
        """True where it was played."""
        return isinstance(self.match.win, Simulated)


def _less(own: Value, other: Value) -> Value:
    """The difference of two numbers; of simulated ones with the widest interval that may be."""
    if isinstance(own, Exact) and isinstance(other, Exact):
        return Exact(own.value - other.value)
    middle = mean(own) - mean(other)
    if isinstance(own, Simulated) and isinstance(other, Simulated):
        spread = (own.high - own.low + other.high - other.low) / 2
        return Simulated(middle, own.n, middle - spread, middle + spread)
    return middle


def _rest_to_one(number: Value) -> Value:
    if isinstance(number, Exact):
        return Exact(1 - number.value)
    if isinstance(number, Simulated):
        return Simulated(1 - number.mean, number.n, 1 - number.high, 1 - number.low)
    return 1 - number


def average(one: Value, other: Value) -> Value:
    """The mean of two numbers, a fraction where both are."""
    if isinstance(one, Exact) and isinstance(other, Exact):
        return Exact((one.value + other.value) / 2)
    return average_of((one, other))


def average_of(numbers: Sequence[Value]) -> Simulated | float:
    """The mean of numbers; simulated ones come from different matches."""
    middle = sum(map(mean, numbers)) / len(numbers)
    samples = [number for number in numbers if isinstance(number, Simulated)]
    if not samples:
        return middle
    below = hypot(*(sample.mean - sample.low for sample in samples)) / len(numbers)
    above = hypot(*(sample.high - sample.mean for sample in samples)) / len(numbers)
    n = sum(sample.n for sample in samples)
    return Simulated(middle, n, middle - below, middle + above)


def mean(number: Value) -> float:
    """The number as a float."""
    if isinstance(number, Exact):
        return number.decimal
    return number.mean if isinstance(number, Simulated) else number


# -- from tables --------------------------------------------------------------------------------


def worked_out(played: Round, one: Entrant, other: Entrant, rounds: int) -> Meeting:
    """The meeting of two of whom all is known."""
    both = one.exact and other.exact
    return (exactly if both else over_the_leads)(played, one, other, rounds)


def exactly(played: Round, one: Entrant, other: Entrant, rounds: int) -> Meeting:
    """The meeting of two tables."""
    condition = _("all orders of the deck are equally likely")
    leading = settled(played, one, other)
    trailing = settled(played, other, one)
    begun, answered = match_of(leading, trailing, rounds), match_of(trailing, leading, rounds)
    return Meeting(
        (Exact(leading.first, condition), Exact(leading.second, condition)),
        (Exact(trailing.second, condition), Exact(trailing.first, condition)),
        _in_fractions(begun.win, begun.draw, begun.loss),
        _in_fractions(answered.loss, answered.draw, answered.win),
    )


def _in_fractions(win: Fraction, draw: Fraction, loss: Fraction) -> MatchShares:
    return MatchShares(Exact(win), Exact(draw), Exact(loss), Exact(win + draw / 2))


def over_the_leads(played: Round, one: Entrant, other: Entrant, rounds: int) -> Meeting:
    """The meeting of two of whom one, or both, look at the score."""
    players = one.duellist(played), other.duellist(played)
    begun = duel(played, rounds, *players)
    answered = duel(played, rounds, *players[::-1]).reversed()
    # Of both matches together each begins as many rounds as one match has.
    leading, trailing = (
        ((mine[0] + yours[0]) / rounds, (mine[1] + yours[1]) / rounds)
        for mine, yours in ((begun.led, answered.led), (begun.trailed, answered.trailed))
    )
    return Meeting(leading, trailing, _in_decimals(begun), _in_decimals(answered))


def gained(match: SolvedMatch) -> Table:
    """Matches won from each player by the two equilibria: that of the points and this one."""
    champion = Entrant(CHAMPION, CHAMPION, match=match)
    players = read_entrants(list(BUILT_IN), match.played)
    for_points = next(entrant for entrant in players if entrant.name == EQUILIBRIUM)
    rows: list[list[Cell]] = []
    for other in players:
        before, now = (
            mean(over_the_leads(match.played, one, other, match.rounds).matches.score)
            for one in (for_points, champion)
        )
        rows.append([other.name, before, now, now - before])
    title = N_("Matches won, a draw counting half, on average of both orders")
    return Table("against", ("player", "for_points", "for_the_match", "gain"), rows, title)


def _in_decimals(outcome: MatchOutcome) -> MatchShares:
    return MatchShares(outcome.win, outcome.draw, outcome.loss, outcome.chance)


def settled(played: Round, first: Entrant, second: Entrant) -> RoundValue:
    """The distribution of the points of a round between two tables, forfeits included."""
    value = round_value(played.with_folding, first.strategy(played), second.strategy(played))
    if second.forfeits is None or not played.may_fold:
        return value
    own = first.forfeits.first if first.forfeits else first.strategy(played).first
    folds = ways_to_end(paths_of(played.deck), own)[0, :, 0]
    ways = int(left_before(played, folds, second.forfeits.failing))
    early = Fraction(ways, played.deck.orders * own.unit * second.forfeits.unit)
    outcomes = won_already(played, value.outcomes, early)
    return RoundValue({points: p for points, p in outcomes.items() if p})


# -- by playing ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Met:
    """The result of two players' meeting: None where a slow one leaves nothing to count.

    ``reports`` hold the failures while they played, ``slower`` says whom of them they waited for
    longer, and ``matches`` how many there were.
    """

    meeting: Meeting | None
    reports: tuple[FileReport, FileReport]
    slower: int = 0
    matches: int = 0


def meet(
    played: Round,
    one: Entrant,
    other: Entrant,
    rounds: int,
    matches: int,
    rng: random.Random,
    seconds: float = SECONDS,
) -> Met:
    """The meeting, worked out where it can be, else played for so many seconds."""
    if one.known and other.known:
        return Met(worked_out(played, one, other, rounds), (FileReport(), FileReport()))
    sample = play(played, one, other, rounds, rng, matches, seconds)
    meeting = by_playing(sample) if sample.enough else None
    return Met(meeting, sample.reports, sample.slower, sample.matches)


def by_playing(sample: PlayedMatches) -> Meeting:
    """The meeting as a sample shows it; raises ``ValueError`` where it is not :attr:`.enough`."""
    begun, answered = (
        MatchShares(share_of(ends, 1), share_of(ends, 0), share_of(ends, -1), score_of(ends))
        for ends in (sample.begun, sample.answered)
    )
    return Meeting(sample.leading, sample.trailing, begun, answered)
