"""Other rules: what the first seat is worth with other prizes of folding, and other exchanges.

Each is solved on the spot to :data:`TARGET`; how near it came is computed exactly by best responses
and stands beside the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ludoteca.core.answers import Cell, Rows
from ludoteca.core.i18n import _, number_text
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, in_turn, sections_beside, study_table

from ..solver.equilibrium import Solver
from ..solver.round_paths import Deck, Round
from ..solver.store import NAME, Solved
from .exchanges import bluffs_of
from .solved_seats import Seat, seats_of

section = sections_beside(__file__)

TARGET = 1e-4  #: points a round
MOST_TRIED = 4


@dataclass(frozen=True, eq=False)
class Variation:
    """A round by other rules, solved."""

    solved: Solved
    seats: tuple[Seat, Seat]

    @property
    def played(self) -> Round:
        """The rules of the round."""
        return self.solved.played

    def cells(self) -> list[Cell]:
        """Value, proof, and how often there is folding and bluffing."""
        first, second = self.seats
        return [
            float(self.solved.value), float(self.solved.low), float(self.solved.high),
            first.folding, second.folding, bluffs_of(first), bluffs_of(second),
        ]  # fmt: skip


COLUMNS = "value value_at_least value_at_most first_folds second_folds first_bluffs second_bluffs"


def solved_variation(played: Round) -> Variation:
    """The round solved to :data:`TARGET`."""
    solved = Solver(played).run(TARGET).solved
    return Variation(solved, seats_of(played, solved.compact.strategy(NAME)))


def prizes(most: int, progress: Progress = quiet) -> list[Variation]:
    """Every pair of prizes from 1 to ``most``."""
    pairs = [(one, other) for one in range(1, most + 1) for other in range(1, most + 1)]
    words = _("prizes {one} and {other}")
    return [
        solved_variation(Round("completa", Deck(), *pair))
        for pair in in_turn(pairs, progress, lambda p: words.format(one=p[0], other=p[1]))
    ]


def numbers_exchanged(progress: Progress = quiet) -> list[Variation]:
    """The complete round with fewer or more cards that may be exchanged."""
    words = _("at most {n} cards exchanged")
    return [
        solved_variation(Round("completa", Deck(most=most)))
        for most in in_turn(range(MOST_TRIED + 1), progress, lambda most: words.format(n=most))
    ]


@study_table("prizes", "first_fold_gives second_fold_gives " + COLUMNS)
def prizes_table(found: Sequence[Variation]) -> Rows:
    """The value by both prizes."""
    for v in found:
        yield [v.played.fold_first, v.played.fold_second, *v.cells()]


@study_table("most_exchanged", "most " + COLUMNS)
def most_table(found: Sequence[Variation]) -> Rows:
    """The value by the most cards exchanged."""
    for v in found:
        yield [v.played.deck.most, *v.cells()]


def of_rules(by_prizes: Sequence[Variation], by_most: Sequence[Variation]) -> Section:
    """The section on other rules."""
    table, most = prizes_table(by_prizes), most_table(by_most)
    named = {
        "low": min(by_prizes, key=lambda v: v.solved.value),
        "high": max(by_prizes, key=lambda v: v.solved.value),
        "fair": min(by_prizes, key=lambda v: abs(v.solved.value)),
    }
    told = {
        name: _("{value:+.3f} at {one} and {other}").format(
            value=float(v.solved.value), one=v.played.fold_first, other=v.played.fold_second
        )
        for name, v in named.items()
    }
    exchanged = ", ".join(
        f"{v.played.deck.most}: {number_text(float(v.solved.value), '+.3f')}" for v in by_most
    )
    draw = partial(charts.heatmap, table, "second_fold_gives", "first_fold_gives", "value")
    return section(
        "rules",
        (table, most),
        {"prizes": draw, "most_exchanged": partial(charts.bars, most, "most", "value")},
        target=TARGET,
        exchanged=exchanged,
        **told,
    )
