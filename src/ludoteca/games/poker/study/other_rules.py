"""Other rules: what the first seat is worth with other prizes of folding, and other exchanges.

Each is solved on the spot to :data:`TARGET`; how near it came is computed exactly by best responses
and stands beside the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ludoteca.core.answers import Cell, Rows
from ludoteca.core.i18n import _, number_text
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, in_turn, sections_beside, study_table

from .. import EQUILIBRIUM
from ..solver.compact import SolvedRound
from ..solver.equilibrium import Solver
from ..solver.round_paths import Round, RoundDeck
from .exchanges import bluffs_of
from .solved_seats import Seat, seats_of

section = sections_beside(__file__)

TARGET = 1e-4  #: points a round
MOST_TRIED = 4


COLUMNS = "value value_at_least value_at_most first_folds second_folds first_bluffs second_bluffs"


def solved_round(played: Round) -> SolvedRound:
    """The round solved to :data:`TARGET`."""
    return Solver(played).run(TARGET)


def seats_in(solved: SolvedRound) -> tuple[Seat, Seat]:
    """Both seats where both play the solution."""
    return seats_of(solved.played, solved.compact.strategy(EQUILIBRIUM))


def cells(solved: SolvedRound) -> list[Cell]:
    """Value, proof, and how often there is folding and bluffing."""
    seats = seats_in(solved)
    proved = (float(value) for value in (solved.value, solved.low, solved.high))
    return [*proved, *(seat.folding for seat in seats), *map(bluffs_of, seats)]


def prizes(most: int, progress: Progress = quiet) -> list[SolvedRound]:
    """Every pair of prizes from 1 to ``most``."""
    pairs = [(one, other) for one in range(1, most + 1) for other in range(1, most + 1)]
    words = _("prizes {one} and {other}")
    return [
        solved_round(Round("completa", RoundDeck(), *pair))
        for pair in in_turn(pairs, progress, lambda p: words.format(one=p[0], other=p[1]))
    ]


def numbers_exchanged(progress: Progress = quiet) -> list[SolvedRound]:
    """The complete round with fewer or more cards that may be exchanged."""
    words = _("at most {n} cards exchanged")
    return [
        solved_round(Round("completa", RoundDeck(most=most)))
        for most in in_turn(range(MOST_TRIED + 1), progress, lambda most: words.format(n=most))
    ]


@study_table("prizes", "first_fold_gives second_fold_gives " + COLUMNS)
def prizes_table(found: Sequence[SolvedRound]) -> Rows:
    """The value by both prizes."""
    for v in found:
        yield [v.played.fold_first, v.played.fold_second, *cells(v)]


@study_table("most_exchanged", "most " + COLUMNS)
def most_table(found: Sequence[SolvedRound]) -> Rows:
    """The value by the most cards exchanged."""
    for v in found:
        yield [v.played.deck.most, *cells(v)]


def of_rules(by_prizes: Sequence[SolvedRound], by_most: Sequence[SolvedRound]) -> Section:
    """The section on other rules."""
    table, most = prizes_table(by_prizes), most_table(by_most)
    named = {
        "low": min(by_prizes, key=lambda v: v.value),
        "high": max(by_prizes, key=lambda v: v.value),
        "fair": min(by_prizes, key=lambda v: abs(v.value)),
    }
    told = {
        name: _("{value:+.3f} at {one} and {other}").format(
            value=float(v.value), one=v.played.fold_first, other=v.played.fold_second
        )
        for name, v in named.items()
    }
    exchanged = ", ".join(
        f"{v.played.deck.most}: {number_text(float(v.value), '+.3f')}" for v in by_most
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
