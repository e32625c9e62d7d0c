"""The match played for who wins it: what a lead is worth, and what it does to each round.

From the solved match that ships, by rounds left and lead; nothing is simulated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from ludoteca.core.answers import Rows
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, in_turn, sections_beside, study_table
from ludoteca.lab.tables import number

from ..evaluate.pairing import gained
from ..solver.match import MatchStage, SolvedMatch, chance_of
from ..solver.match_store import ROUNDS, solved_match
from ..solver.round_paths import FIRST, SEATS, Round
from .exchanges import bluffs_of
from .solved_seats import seat_word, seats_at, solved_seats

section = sections_beside(__file__)

MOST_SHOWN = 8  #: points of lead
_OPEN = 1e-4  # a chance nearer to nought or one than this is decided


@cache
def shipped_match() -> SolvedMatch:
    """The match of five complete rounds that comes with the package."""
    found = solved_match(Round.named("completa"), ROUNDS)
    assert found is not None
    return found


def lead_to_fold_home(played: Round, left: int, seat: int) -> int:
    """The least lead that folding every hand keeps, for the player in ``seat`` in the next round.

    >>> [lead_to_fold_home(Round(), left, FIRST) for left in (1, 2, 3, 4)]
    [3, 6, 8, 11]
    """
    given = (sum(played.left_by((seat + number) % 2)) for number in range(left))
    return sum(given) + 1


def _chance(match: SolvedMatch, left: int, seat: int, lead: int) -> float | None:
    """The chance of the player in ``seat`` with such a lead; None where no match comes to that."""
    sign = 1 if seat == FIRST else -1
    score = match.scores.get(MatchStage(left, sign * lead))
    return None if score is None else chance_of(sign * score)


@study_table("folded_home", "rounds_left seat lead chance one_point_less")
def folded_home_table(match: SolvedMatch) -> Rows:
    """The leads that folding keeps, with what they and one point less are worth."""
    for left in range(1, match.rounds):
        for seat in SEATS:
            lead = lead_to_fold_home(match.played, left, seat)
            chances = (_chance(match, left, seat, points) for points in (lead, lead - 1))
            yield [left, seat_word(seat), lead, *chances]


@study_table(
    "match_stages", "rounds_left lead chance first_folds second_folds first_bluffs second_bluffs"
)
def play_table(match: SolvedMatch, progress: Progress = quiet) -> Rows:
    """Each stage that is still open, with leads of its first player up to ``MOST_SHOWN``."""
    stages = [
        stage
        for stage in sorted(match.stages, key=lambda s: (-s.left, s.lead))
        if abs(stage.lead) <= MOST_SHOWN and _OPEN < chance_of(match.scores[stage]) < 1 - _OPEN
    ]
    for stage in in_turn(stages, progress, lambda _stage: _("stages of the match")):
        seats = seats_at(match.played, match.strategies[match.stages[stage]])
        folds, bluffs = (seat.folding for seat in seats), (bluffs_of(seat) for seat in seats)
        yield [*stage, chance_of(match.scores[stage]), *folds, *bluffs]


def of_playing_for_the_match(progress: Progress = quiet) -> Section:
    """The match as a game of who wins it."""
    match = shipped_match()
    play, won = play_table(match, progress), gained(match)
    # Of the first round there is one lead.
    later = replace(play, rows=[row for row in play.rows if row[0] != ROUNDS])
    low, high = match.bounds
    lefts = range(1, match.rounds)
    as_first, as_second = (
        _listed([lead_to_fold_home(match.played, left, seat) for left in lefts]) for seat in SEATS
    )
    folds = {(row[0], row[1]): number(row[3]) for row in play.rows}
    behind = [number(row[3]) for row in play.rows if row[0] == 2 and number(row[1]) < 0]
    gains = {row[0]: row[3] for row in won.rows}
    return section(
        "for_the_match",
        (play, folded_home_table(match), won),
        {
            "match_chance": partial(charts.lines, later, "lead", "chance", colour="rounds_left"),
            "match_first_folds": partial(
                charts.lines, later, "lead", "first_folds", colour="rounds_left"
            ),
        },
        value=chance_of((low + high) / 2),
        low=chance_of(low),
        high=chance_of(high),
        lefts=_listed(list(lefts)),
        as_first=as_first,
        as_second=as_second,
        ahead=folds[2, 3],
        level=folds[2, 0],
        behind=max(behind),
        points=solved_seats("completa")[FIRST].folding,
        last=folds[1, 0],
        gain=gains["equilíbrio"],
        greedy=gains["ganancioso"],
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
