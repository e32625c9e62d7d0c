"""When to cut: what a hand is worth now and after a round of mus, by place and score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ludoteca.core.answers import Name, Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import simulated_share
from ludoteca.core.questions import Progress, in_parts, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact.answers import place
from ..exact.types import Deck, Ints
from ..ids import PARES, SEATS
from .dealing import Cutting, LevelTables, play_rounds, weigh_cutting

section = sections_beside(__file__)

SCORES = ((40, 40), (10, 10), (10, 3), (3, 10), (3, 3), (1, 1))
"""Stones that the own pair and the rivals lack."""

_PARES = (N_("no pares"), N_("par"), N_("medias"), N_("duples"))
_JUEGO = (N_("no juego"), N_("juego"), N_("31"))

STEPS = 2  #: of answering each other's cuts; then too few deals have three who want mus


@dataclass(frozen=True)
class CutStep:
    """Deals in which all four want mus, where all cut as it paid them in the step before."""

    step: int
    deals: int
    agreed: int


def unravelling(
    deck: Deck, level: LevelTables, deals: int, seed: int, progress: Progress = quiet
) -> list[CutStep]:
    """Steps from the cuts of ``level``: each cuts as it pays against the others' cuts before."""
    steps, shown = [], iter(in_parts(progress, *(1,) * (2 * STEPS + 1)))
    for step in range(STEPS + 1):
        played = play_rounds(deck, level, deals, seed + step, next(shown))
        steps.append(CutStep(step, int(played.deals[0]), int(played.deals[1])))
        if step < STEPS:
            found = weigh_cutting(deck, level, (), deals, seed + step, next(shown))
            cuts = level.cuts.copy()
            cuts[0] = found.means() > 0
            level = replace(level, cuts=cuts)
    return steps


@study_table("unravelling", "step deals mus_agreed", chances="mus_agreed")
def unravelling_table(steps: Sequence[CutStep]) -> Rows:
    """From the expert's cuts on."""
    for step in steps:
        yield [step.step, step.deals, simulated_share(step.agreed, step.deals)]


@study_table("cutting", "hand place deals gain basic advanced expert")
def cutting_table(deck: Deck, found: Cutting, levels: Mapping[str, LevelTables]) -> Rows:
    """All hands in every place; the words are those of the levels at the first word."""
    for index, hand in enumerate(deck.types.names):
        for seat in range(SEATS):
            words = [
                Name(N_("cuts")) if level.cuts[0, seat, index] else Name(N_("mus"))
                for level in levels.values()
            ]
            yield [
                hand, place(seat), int(found.n[seat, index]), found.gain(0, seat, index), *words
            ]  # fmt: skip


@study_table(
    "cutting_kinds",
    "pares juego hands mano second third postre",
    chances="mano second third postre",
)
def kinds_table(deck: Deck, found: Cutting) -> Rows:
    """Kinds of hand by pares and juego, as they are dealt."""
    types, pays = deck.types, found.means() > 0
    juego = (types.points > 30).astype(int) + (types.points == 31)
    for pares, pares_words in enumerate(_PARES):
        for kind, juego_words in enumerate(_JUEGO):
            ways = np.where((types.cuenta[PARES] == pares) & (juego == kind), types.ways, 0)
            total = int(ways.sum())
            if total:
                shares = [float(ways @ pays[seat]) / total for seat in range(SEATS)]
                yield [_(pares_words), _(juego_words), total, *shares]


@study_table(
    "cutting_scores",
    "lacking place share other_than_in_stones",
    chances="share other_than_in_stones",
)
def scores_table(deck: Deck, found: Cutting) -> Rows:
    """Scores, beside the hands that the juego decides otherwise than stones do."""
    ways = deck.types.ways
    stones = found.means() > 0
    for row, (own, rivals) in enumerate(SCORES, start=1):
        pays = found.means(row) > 0
        for seat in range(SEATS):
            share = float(ways @ pays[seat]) / deck.hands
            other = float(ways @ (pays[seat] != stones[seat])) / deck.hands
            lacking = _("{own} and {rivals}").format(own=own, rivals=rivals)
            yield [lacking, place(seat), share, other]


@study_table("cutting_levels", "level place cuts as_it_pays stones_lost", chances="cuts as_it_pays")
def levels_table(deck: Deck, found: Cutting, levels: Mapping[str, LevelTables]) -> Rows:
    """Shares of the hands as they are dealt, and the mean loss where the three others want mus."""
    ways, gains = deck.types.ways, found.means()
    for name, level in levels.items():
        for seat in range(SEATS):
            cuts: Ints = level.cuts[0, seat]
            wrong = cuts != (gains[seat] > 0)
            yield [
                Name(name), place(seat), float(ways @ cuts) / deck.hands,
                1 - float(ways @ wrong) / deck.hands,
                float((ways * np.abs(gains[seat])) @ wrong) / deck.hands,
            ]  # fmt: skip


def of_cutting(
    deck: Deck,
    found: Cutting,
    levels: Mapping[str, LevelTables],
    steps: Sequence[CutStep],
    deals: int,
) -> Section:
    """The section on cutting."""
    cutting, kinds = cutting_table(deck, found, levels), kinds_table(deck, found)
    scores, by_level = scores_table(deck, found), levels_table(deck, found, levels)
    pays = found.means() > 0
    shares = [float(deck.types.ways @ pays[seat]) / deck.hands for seat in (0, SEATS - 1)]
    par = next(row for row in kinds.rows if row[:2] == [_("par"), _("no juego")])
    drawn = Table(
        "cutting_kinds",
        ("hands", "place", "share"),
        [
            [f"{row[0]}, {row[1]}", Name(name), row[3 + seat]]
            for row in kinds.rows
            for seat, name in enumerate(kinds.columns[3:])
        ],
        chances=("share",),
    )
    return section(
        "cutting",
        (kinds, scores, by_level, unravelling_table(steps), cutting),
        {
            "cutting_kinds": partial(charts.heatmap, drawn, "place", "hands", "share"),
            "cutting_scores": partial(charts.heatmap, scores, "place", "lacking", "share"),
        },
        deals=deals,
        mano=shares[0],
        postre=shares[1],
        par_mano=par[3],
        par_postre=par[6],
        other=scores.rows[-SEATS][3],
        first=steps[0].agreed / steps[0].deals,
        last=steps[-1].agreed / steps[-1].deals,
        steps=steps[-1].step,
    )
