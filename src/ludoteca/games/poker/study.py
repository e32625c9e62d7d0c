"""``ludoteca study poker``: the project's questions answered exactly, and how the game is played.

Thirteen sections, each with its method and an answer in words; as tables, plots and, in a folder, a
report that ties them together.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from ludoteca.core.files import writable_folder
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Answer, Cell, Param, Progress, question, quiet
from ludoteca.lab.report import Section, answer_of

from . import (
    study_exchanging,
    study_folding,
    study_hands,
    study_losses,
    study_match,
    study_players,
    study_readings,
    study_rules,
    study_solved,
    study_words,
)
from .match import chance_of
from .odds import CONDITION
from .response import exploited
from .store import shipped

TITLE = N_("Simplified poker: how should it be played?")
HEADINGS = study_words.HEADINGS


@question(
    "study",
    N_("The project's questions answered exactly, who beats whom, and how the game is played."),
)
def report(
    folder: Annotated[
        Path | None, Param(N_("write the report, its tables and plots into this folder"))
    ] = None,
    prizes: Annotated[
        int, Param(N_("the largest prize of folding that is tried"), low=1, high=8)
    ] = 4,
    progress: Progress = quiet,
) -> Answer:
    """Everything that the project asks, and what the solved game says."""
    if folder is not None:
        writable_folder(folder)
    sections = sections_of(prizes, progress)
    return answer_of(sections, _fields(), _(TITLE), folder, _notes())


def _fields() -> dict[str, Cell]:
    """The few numbers that say most."""
    solved = shipped("completa")
    three = study_hands.found_from(study_hands.PAIR, "KQJ")
    strategic = study_solved.pure("estrategica")
    won = exploited(shipped("estrategica").played, strategic)
    return {
        "value_of_a_hand": Exact(study_hands.mean_of_a_hand(), _("five cards as dealt")),
        "one_pair_three_cards": Exact(three.mean, _(CONDITION)),
        "strategic_value": Exact(-won.as_first, _("of the first seat, both playing best")),
        "complete_value": float(solved.value),
        "complete_value_at_least": float(solved.low),
        "complete_value_at_most": float(solved.high),
        "match_value": chance_of(sum(study_match.shipped_match().bounds) / 2),
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


def sections_of(prizes: int, progress: Progress = quiet) -> list[Section]:
    """All sections, worked out one after the other; ``prizes`` as in :func:`report`."""
    found = study_players.fields(progress=progress)
    seats = {kind: study_solved.solved_seats(kind) for kind in study_solved.SOLVED_KINDS}
    losses = study_losses.losses(found, progress)
    dear = study_losses.leaks_of(found, progress)
    by_prizes = study_rules.prizes(prizes, progress)
    by_most = study_rules.numbers_exchanged(progress)
    return [
        study_hands.of_hands(),
        study_hands.of_exchanges(),
        study_players.of_players(found),
        study_players.of_bluffer(found),
        study_players.of_ours(found),
        study_exchanging.of_exchanging(seats),
        study_folding.of_folding(seats["completa"]),
        study_players.of_seats(found),
        study_losses.of_losses(losses, dear),
        study_players.of_match(found),
        study_match.of_playing_for_the_match(progress),
        study_rules.of_rules(by_prizes, by_most),
        study_readings.of_readings(progress),
    ]
