"""The document's experiment: the same player with its numbers and without, in duplicate deals.

The document's author played 30 deals with the numbers at hand and 30 others without them. Here a
machine does in one seat, the three others ``basic``: every deal is played both ways, with the same
cards from each source.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.statistics import mean_of, share_of, signed_rank
from ludoteca.core.answers import Rows
from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.registry import load_game
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table

from ..ids import CHOOSING, MORTOS, SEATS, SOURCE_MORTO, SOURCE_STOCK
from ..policy import basic
from ..rules import apply_action, cards, current_player, draw_source, legal_actions, pair_points
from .by_numbers import DISCARDS, SOURCES, by_numbers

section = sections_beside(__file__)

DEALS = 3000
"""Enough to tell a change of a tenth of a deal's standard deviation, or of that itself."""

MEAN_ROUNDS = 13
"""Rounds of a deal as the document takes them: t_n = 13 - n are left, here one at least."""

OWN, RIVALS, ROUNDS = range(3)
MEASURES = (OWN, RIVALS, ROUNDS)

WITHOUT, WITH = 0, DISCARDS | SOURCES
WAYS = WITH + 1

Results = NDArray[np.float64]


@njit
def play_ways(states: Any, orders: Any, places: Any, ids: Any, results: Results) -> None:
    """Play every deal in the four ways: what is chosen by the numbers is the way's number.

    ``states[0]`` is the position before a deal; a row of ``orders`` has the cards of all sources in
    a row, of which ``places`` says where each begins. Fills ``results[way, deal]`` with the points
    of the pair that tries, those of its rivals, and the rounds; the seat that tries rotates.
    """
    at = places.copy()
    for way in range(WAYS):
        for deal in range(len(orders)):
            states[1] = states[0]
            s = states[1]
            seat = deal % SEATS
            for source in range(len(places)):
                at[source] = places[source]
            turns = 1
            while True:
                player = current_player(s)
                if player == TERMINAL:
                    break
                if player == CHANCE:
                    source = draw_source(s)
                    move = orders[deal, at[source]]
                    at[source] += 1
                else:
                    turns += s.phase == CHOOSING
                    n = legal_actions(s, ids)
                    if way > 0 and player == seat:
                        left = max(1, MEAN_ROUNDS - turns // SEATS)
                        move = by_numbers(s, ids, n, left, way)
                    else:
                        move = basic(s, ids, n)
                apply_action(s, move)
            pair = seat % 2
            results[way, deal, OWN] = pair_points(s, pair)
            results[way, deal, RIVALS] = pair_points(s, 1 - pair)
            results[way, deal, ROUNDS] = (turns + SEATS - 1) // SEATS


def played(deals: int, seed: int = 1) -> Results:
    """Points and rounds of so many deals, each way; equal seeds give equal deals."""
    game = load_game("buraco")
    options = game.options()
    states = np.repeat(game.new_state(options).record, 2)
    kinds = np.array(cards(options))
    rng = np.random.default_rng(seed)
    orders = np.array([rng.permutation(kinds) for _deal in range(deals)])
    dealt = SEATS * int(options["held"])
    places = np.zeros(SOURCE_STOCK + 1, np.int64)
    for morto in range(MORTOS + 1):  # the stock comes after the mortos
        places[SOURCE_MORTO + morto] = dealt + morto * int(options["morto_size"])
    results = np.zeros((WAYS, deals, len(MEASURES)))
    play_ways(states, orders, places, game.buffers()[0], results)
    return results


# -- what came out ---------------------------------------------------------------------------------


def measures(results: Results) -> dict[str, Results]:
    """Each measure without the numbers and with them, by deal: points, deals won, rounds."""
    both = results[[WITHOUT, WITH]]
    own, rivals = both[..., OWN], both[..., RIVALS]
    return {
        N_("own points"): own,
        N_("rivals' points"): rivals,
        N_("difference"): own - rivals,
        N_("deals won"): (np.sign(own - rivals) + 1) / 2,
        N_("rounds"): both[..., ROUNDS],
    }


def rank_sum(a: Results, b: Results) -> float:
    """Two-sided p of the document's test, Wilcoxon's rank sum, for two independent samples."""
    from scipy.stats import mannwhitneyu  # imported here: SciPy costs start-up time

    return float(mannwhitneyu(a, b).pvalue)


def brown_forsythe(a: Results, b: Results) -> float:
    """The p of Brown and Forsythe's test that two samples vary alike, about their medians.

    Source: M. B. Brown, A. B. Forsythe, Robust tests for the equality of variances, J. Am.
    Stat. Assoc. 69 (1974).
    """
    from scipy.stats import levene

    return float(levene(a, b, center="median").pvalue)


@study_table("experiment", "measure without_numbers with_numbers change rank_sum_p signed_rank_p")
def means_table(results: Results) -> Rows:
    """Means with their intervals; the change is that of the same deal."""
    for name, (without, with_numbers) in measures(results).items():
        mean = share_of if name == "deals won" else mean_of
        change = with_numbers - without
        yield [
            _(name), mean(without), mean(with_numbers), mean_of(change),
            rank_sum(without, with_numbers), signed_rank(change),
        ]  # fmt: skip


@study_table("spread", "measure without_numbers with_numbers p")
def spread_table(results: Results) -> Rows:
    """Of points and rounds."""
    for name, (without, with_numbers) in measures(results).items():
        if name != "deals won":
            deviations = float(without.std(ddof=1)), float(with_numbers.std(ddof=1))
            yield [_(name), *deviations, brown_forsythe(without, with_numbers)]


@study_table("choices", "chosen own_points rivals_points difference signed_rank_p")
def choices_table(results: Results) -> Rows:
    """Discards, stock or pile, and both, against the same deals without the numbers."""
    for words, way in (
        (_("discards"), DISCARDS),
        (_("stock or pile"), SOURCES),
        (_("both"), WITH),
    ):
        own, rivals, _rounds = np.moveaxis(results[way] - results[WITHOUT], -1, 0)
        yield words, mean_of(own), mean_of(rivals), mean_of(own - rivals), signed_rank(own - rivals)


@study_table("boxes", "player measure low q1 median q3 high")
def boxes_table(results: Results) -> Rows:
    """Of the points, as in the document's plots."""
    for name, both in list(measures(results).items())[:3]:
        for words, sample in zip((_("without"), _("with numbers")), both, strict=True):
            yield [
                f"{_(name)}, {words}", _(name),
                *(float(x) for x in np.quantile(sample, (0.05, 0.25, 0.5, 0.75, 0.95))),
            ]  # fmt: skip


def of_experiment(deals: int = DEALS) -> Section:
    """The section on the document's experiment."""
    results = played(deals)
    found = measures(results)
    change = {name: both[1] - both[0] for name, both in found.items()}
    boxes = boxes_table(results)
    varies = [float(found["own points"][way].std(ddof=1)) for way in range(2)]
    return section(
        "experiment",
        (means_table(results), choices_table(results), spread_table(results), boxes),
        {"boxes": partial(charts.boxes, boxes, "player")},
        deals=deals,
        own=change["own points"].mean(),
        rivals=change["rivals' points"].mean(),
        difference=change["difference"].mean(),
        p=signed_rank(change["difference"]),
        rounds=change["rounds"].mean(),
        before=varies[0],
        after=varies[1],
        spread=brown_forsythe(*found["own points"]),
    )
