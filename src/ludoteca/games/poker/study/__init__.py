"""``ludoteca study poker``: the project's questions answered exactly, and how the game is played.

Thirteen sections, each with its method and an answer in words; as tables, plots and, in a folder, a
report that ties them together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from ludoteca.core.answers import Answer, Cell
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Interim, Param, Progress, in_parts, question, quiet, unheard
from ludoteca.lab.study import Section, study_answer

from ..odds import CONDITION
from ..solver.match import chance_of
from ..solver.response import exploited
from ..solver.store import shipped
from . import (
    exchanges,
    folding,
    hand_values,
    losses,
    match_play,
    other_rules,
    players_compared,
    readings,
    solved_seats,
)

TITLE = N_("Simplified poker: how should it be played?")


@question(
    "study",
    N_(
        "How should the game be played, and who beats whom? The school project's questions, "
        "answered."
    ),
    minutes=1,
)
def report(
    prizes: Annotated[
        int, Param(N_("points for a fold: up to how many are tried"), low=1, high=8)
    ] = 4,
    progress: Progress = quiet,
    interim: Interim = unheard,
) -> Answer:
    """Everything that the project asks, and what the solved game says."""
    sections = sections_of(prizes, progress)
    asked, chances = ("folding",), ("match_value",)
    return study_answer(_fields(), sections, _(TITLE), _notes(), asked, chances, interim)


def _fields() -> dict[str, Cell]:
    """The few numbers that say most."""
    solved = shipped("completa")
    three = hand_values.found_from(hand_values.PAIR, "KQJ")
    strategic = solved_seats.pure("estrategica")
    won = exploited(shipped("estrategica").played, strategic)
    return {
        "value_of_a_hand": Exact(hand_values.mean_of_a_hand(), _("five cards as dealt")),
        "one_pair_three_cards": Exact(three.mean, _(CONDITION)),
        "strategic_value": Exact(-won.as_first, _("of the first seat, both playing best")),
        "complete_value": float(solved.value),
        "complete_value_at_least": float(solved.low),
        "complete_value_at_most": float(solved.high),
        "match_value": chance_of(sum(match_play.shipped_match().bounds) / 2),
    }


def _notes() -> list[str]:
    return [
        _("points above: of the one less those of the other, per round"),
        _(
            "often, chance, folds, worth and cost of the equilibrium are floating-point numbers: "
            "it is an equilibrium up to {off:.1e} points a round"
        ).format(off=float(shipped("completa").exploitability)),
        _("match value: the chance of the first to win a match of five, a draw counting half"),
        _(
            "another equilibrium may mix otherwise what costs nothing here; what costs more than "
            "rounding is done in none"
        ),
    ]


def sections_of(prizes: int, progress: Progress = quiet) -> Iterator[Section]:
    """All sections; ``prizes`` as in :func:`report`."""
    yield hand_values.of_hands()
    yield hand_values.of_exchanges()
    seats = {kind: solved_seats.solved_seats(kind) for kind in solved_seats.SOLVED_KINDS}
    yield exchanges.of_exchanging(seats)
    yield folding.of_folding(seats["completa"])
    meeting, losing, leaking, matching, prizing, exchanging, reading = in_parts(
        progress, 11, 5, 24, 3, prizes**2 / 2, 3, 3
    )
    found = players_compared.fields(progress=meeting)
    yield players_compared.of_players(found)
    yield players_compared.of_bluffer(found)
    yield players_compared.of_ours(found)
    yield players_compared.of_seats(found)
    yield losses.of_losses(losses.losses(found, losing), losses.leaks_of(found, leaking))
    yield players_compared.of_match(found)
    yield match_play.of_playing_for_the_match(matching)
    yield other_rules.of_rules(
        other_rules.prizes(prizes, prizing), other_rules.numbers_exchanged(exchanging)
    )
    yield readings.of_readings(reading)
