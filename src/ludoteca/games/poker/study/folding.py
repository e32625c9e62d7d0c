"""The equilibrium to learn from: when to fold, by value, both numbers exchanged and seat."""

from __future__ import annotations

from functools import partial
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.answers import Cell, Plot, Rows, Table
from ludoteca.core.i18n import _, number_text
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from .. import hands
from ..hands import CLASS_NAMES
from ..solver.isomorphism import merged
from ..solver.round_paths import CLASSES, FIRST, SECOND
from .solved_seats import SELDOM, Seat, seat_word

section = sections_beside(__file__)

_ALWAYS = 0.98  # a chance that is called "always" in words
_FOLDING_VALUES = (0, 1, 2, 3)  # of hands that are drawn: better ones hardly ever fold
_MASS = 1e-12  # a share of all rounds below which it never comes to a decision


@study_table(
    "folding",
    "seat exchanged other_exchanged hand value often folds least most worth_of_staying "
    "worth_of_folding advice",
)
def folding_table(pair: tuple[Seat, Seat]) -> Rows:
    """The decisions to fold: by seat, both numbers, and the value of the hand.

    Over all that one has seen of a kind: ``least`` and ``most`` are the chances of the cards that
    make folding least and most likely.
    """
    for seat in pair:
        paths = seat.paths
        for own in range(paths.sizes):
            for other in range(paths.sizes):
                for hand in range(CLASSES):
                    here = (paths.path_size == own) & (paths.path_class == hand)
                    row = _folding_row(seat, other, here)
                    if row is not None:
                        yield [
                            seat_word(seat.seat), own, other, _(CLASS_NAMES[hand]),
                            hands.VALUES[hand], *row,
                        ]  # fmt: skip


def _folding_row(seat: Seat, other: int, here: NDArray[np.bool_]) -> list[Cell] | None:
    """The cells for these paths; None where a round all but never comes to them."""
    paths, merging = seat.paths, merged(seat.paths)
    asked = seat.asked[other, here]
    often = float(asked.sum())
    if often < _MASS:
        return None
    fold, spots = seat.own.fold[other, here], paths.path_spot[here]
    by_spot, gone = (np.bincount(merging.spot[spots], ways) for ways in (asked, asked * fold))
    reached = by_spot > SELDOM * often
    chances = gone[reached] / by_spot[reached]
    staying, ways = seat.ahead.staying[other, spots], seat.ahead.asked[other, spots]
    worth = np.divide(staying, ways, out=np.zeros(len(ways)), where=ways > 0)
    prize = seat.played.fold_first if seat.seat == FIRST else seat.played.fold_second
    chance = float(asked @ fold) / often
    return [
        often, chance, float(chances.min()), float(chances.max()), float(asked @ worth) / often,
        -prize, _advice(chance),
    ]  # fmt: skip


def _advice(chance: float) -> str:
    if chance >= _ALWAYS:
        return _("fold")
    if chance <= 1 - _ALWAYS:
        return _("stay")
    return _("fold in {chance:.0%}").format(chance=chance)


@study_table("folding_rules", "seat exchanged other_exchanged often folds folds_at_times")
def rules_table(folding: Table) -> Rows:
    """The table of folding in short: for each pair of numbers, which hands fold."""
    hand, share, chance = (folding.columns.index(name) for name in ("hand", "often", "folds"))
    for key, group in groupby(folding.rows, lambda row: row[:3]):
        lines = list(group)
        always = [str(line[hand]) for line in lines if number(line[chance]) >= _ALWAYS]
        at_times = [
            f"{line[hand]} ({number_text(number(line[chance]), '.0%')})"
            for line in lines
            if 1 - _ALWAYS < number(line[chance]) < _ALWAYS
        ]
        often, none = sum(number(line[share]) for line in lines), _("none")
        yield [*key, often, ", ".join(always) or none, ", ".join(at_times) or none]


# -- the section -----------------------------------------------------------------------------------


def of_folding(pair: tuple[Seat, Seat]) -> Section:
    """The section on folding."""
    folding = folding_table(pair)
    rules = rules_table(folding)
    hands_folded = ", ".join(
        _("{hand} {share:.0%}").format(hand=hand, share=share)
        for hand, share in _folded_by_hand(pair).items()
        if share >= SELDOM
    )
    parts = []
    for seat in pair:
        lines = [row for row in folding.rows if row[0] == seat_word(seat.seat)]
        lines.sort(key=lambda row: (row[1], row[4], row[2]))
        rows = [
            (_("{n}, now {hand}").format(n=row[1], hand=row[3]), row[2], row[6])
            for row in lines
            if row[4] in _FOLDING_VALUES
        ]
        part = Table(
            folding.name, ("exchanged", "other_exchanged", "folds"), rows, chances=("folds",)
        )
        title = _("Chance to fold as {seat}: cards exchanged and hand, by the other's number")
        title = title.format(seat=seat_word(seat.seat))
        draw = partial(charts.heatmap, part, "other_exchanged", "exchanged", "folds")
        parts.append(Plot(f"folding_{('first', 'second')[seat.seat]}", title, draw))
    return section(
        "folding",
        (rules, folding),
        tuple(parts),
        first=pair[FIRST].folding,
        second=pair[SECOND].folding,
        hands=hands_folded,
        bluffed=_folds(folding, SECOND, 2, 3, hands.PAIR),
        honest=_folds(folding, SECOND, 3, 3, hands.PAIR),
    )


def _folds(folding: Table, seat: int, own: int, other: int, hand: int) -> float:
    """The chance to fold in a line of the table."""
    key = [seat_word(seat), own, other, _(CLASS_NAMES[hand])]
    return next(number(row[6]) for row in folding.rows if list(row[:4]) == key)


def _folded_by_hand(pair: tuple[Seat, Seat]) -> dict[str, float]:
    """The share of each class of hand that folds when asked, in both seats together."""
    asked, gone = np.zeros(CLASSES), np.zeros(CLASSES)
    for seat in pair:
        ends = seat.paths.path_class
        for k in range(seat.paths.sizes):
            asked += np.bincount(ends, seat.asked[k], CLASSES)
            gone += np.bincount(ends, seat.asked[k] * seat.own.fold[k], CLASSES)
    return {_(CLASS_NAMES[c]): float(gone[c] / asked[c]) for c in range(CLASSES)}
