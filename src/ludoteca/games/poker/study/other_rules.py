"""Other rules: what the first seat is worth with other prizes of folding, and other exchanges.

Each is solved on the spot to :data:`TARGET`; how near it came is computed exactly by best responses
and stands beside the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ludoteca.core.answers import Cell, Plot, Rows, table
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section

from .. import EQUILIBRIUM
from ..solver.compact import SolvedRound
from ..solver.equilibrium import Solver
from ..solver.round_paths import Deck, Round
from .exchanges import bluffs_of
from .solved_seats import Seat, seats_of

TARGET = 1e-4  #: points a round
MOST_TRIED = 4


@dataclass(frozen=True, eq=False)
class Variation:
    """A round by other rules, solved."""

    solved: SolvedRound
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
    solved = Solver(played).run(TARGET)
    return Variation(solved, seats_of(played, solved.compact.strategy(EQUILIBRIUM)))


def prizes(most: int, progress: Progress = quiet) -> list[Variation]:
    """Every pair of prizes from 1 to ``most``."""
    pairs = [(one, other) for one in range(1, most + 1) for other in range(1, most + 1)]
    out = []
    for done, (one, other) in enumerate(pairs):
        words = _("prizes {one} and {other}").format(one=one, other=other)
        progress(done, len(pairs), words)
        out.append(solved_variation(Round("completa", Deck(), one, other)))
    return out


def numbers_exchanged(progress: Progress = quiet) -> list[Variation]:
    """The complete round with fewer or more cards that may be exchanged."""
    out = []
    for most in range(MOST_TRIED + 1):
        progress(most, MOST_TRIED + 1, _("at most {n} cards exchanged").format(n=most))
        out.append(solved_variation(Round("completa", Deck(most=most))))
    return out


@table(
    "prizes",
    N_("Other prizes: what the other gets when the first folds, and when the second does"),
    "first_fold_gives second_fold_gives " + COLUMNS,
)
def prizes_table(found: Sequence[Variation]) -> Rows:
    """The value by both prizes."""
    for v in found:
        yield [v.played.fold_first, v.played.fold_second, *v.cells()]


@table("most_exchanged", N_("Other numbers of cards exchanged"), "most " + COLUMNS)
def most_table(found: Sequence[Variation]) -> Rows:
    """The value by the most cards exchanged."""
    for v in found:
        yield [v.played.deck.most, *v.cells()]


def of_rules(by_prizes: Sequence[Variation], by_most: Sequence[Variation]) -> Section:
    """The section on other rules."""
    table, most = prizes_table(by_prizes), most_table(by_most)
    fair = min(by_prizes, key=lambda v: abs(v.solved.value))
    low = min(by_prizes, key=lambda v: v.solved.value)
    high = max(by_prizes, key=lambda v: v.solved.value)
    named = {
        "low": low, "high": high, "fair": fair,
    }  # fmt: skip
    told = {
        name: _("{value:+.3f} at {one} and {other}").format(
            value=float(v.solved.value), one=v.played.fold_first, other=v.played.fold_second
        )
        for name, v in named.items()
    }
    exchanged = ", ".join(
        f"{v.played.deck.most}: {number_text(float(v.solved.value), '+.3f')}" for v in by_most
    )
    answer = _(
        "By the two prizes (of the first's folding and of the second's) the first seat is worth "
        "from {low} to {high}; nearest to nothing is {fair}. By the most cards that may be "
        "exchanged, with prizes of 2 and 3: {exchanged}."
    ).format(**told, exchanged=exchanged)
    plots = [
        Plot(
            "prizes",
            N_("Value of the complete round to the first by the two prizes of folding"),
            partial(charts.heatmap, table, "second_fold_gives", "first_fold_gives", "value"),
        ),
        Plot(
            "most_exchanged",
            N_("Value of the complete round to the first by the most cards exchanged"),
            partial(charts.bars, most, "most", "value"),
        ),
    ]
    return Section(
        "rules",
        _("What would other rules do?"),
        _(
            "each solved to {target:g} points a round; value_at_least and value_at_most prove it"
        ).format(target=TARGET),
        answer,
        (table, most),
        tuple(plots),
    )
