"""The match played for who wins it: what a lead is worth, and what it does to each round.

From the solved match that ships, by rounds left and lead; nothing is simulated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

from ludoteca.core.answers import Plot, Rows, Table, table
from ludoteca.core.i18n import N_, _
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section

from ..evaluate.pairing import gained
from ..solver.match import MatchStage, SolvedMatch, chance_of
from ..solver.match_store import ROUNDS, solved_match
from ..solver.round_paths import FIRST, SEATS, Round
from .exchanges import bluffs_of
from .solved_seats import seat_word, seats_at, solved_seats

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


@table(
    "folded_home",
    N_("The least lead that wins by folding every hand, and what one point less is worth"),
    "rounds_left seat lead chance one_point_less",
)
def folded_home_table(match: SolvedMatch) -> Rows:
    """The leads that folding keeps, with what they and one point less are worth."""
    for left in range(1, match.rounds):
        for seat in SEATS:
            lead = lead_to_fold_home(match.played, left, seat)
            chances = (_chance(match, left, seat, points) for points in (lead, lead - 1))
            yield [left, seat_word(seat), lead, *chances]


@dataclass(frozen=True)
class Play:
    """A stage of the match: the chance of the first there, and how often both fold and bluff."""

    stage: MatchStage
    chance: float
    folds: tuple[float, float]
    bluffs: tuple[float, float]


def plays(match: SolvedMatch, progress: Progress = quiet) -> list[Play]:
    """The play at each stage that is still open, with leads up to ``MOST_SHOWN``."""
    stages = [
        stage
        for stage in sorted(match.stages, key=lambda s: (-s.left, s.lead))
        if abs(stage.lead) <= MOST_SHOWN and _OPEN < chance_of(match.scores[stage]) < 1 - _OPEN
    ]
    found = []
    for done, stage in enumerate(stages):
        progress(done, len(stages), _("stages of the match"))
        first, second = seats_at(match.played, match.strategies[match.stages[stage]])
        folds, bluffs = (first.folding, second.folding), (bluffs_of(first), bluffs_of(second))
        found.append(Play(stage, chance_of(match.scores[stage]), folds, bluffs))
    return found


@table(
    "match_stages",
    N_("A round of the match by the rounds left and the lead of its first player"),
    "rounds_left lead chance first_folds second_folds first_bluffs second_bluffs",
)
def play_table(found: Sequence[Play]) -> Rows:
    """The stages as a table."""
    for play in found:
        yield [*play.stage, play.chance, *play.folds, *play.bluffs]


def of_playing_for_the_match(progress: Progress = quiet) -> Section:
    """The match as a game of who wins it."""
    match = shipped_match()
    found, won = plays(match, progress), gained(match)
    play = play_table(found)
    return Section(
        "for_the_match",
        _("How is a match played to win it?"),
        _(
            "solved backwards over the rounds left and the lead, in double precision; a draw "
            "counts half; the bounds are best responses to the whole match"
        ),
        _answer(match, found, won),
        (play, folded_home_table(match), won),
        (
            _by_lead(play, "chance", N_("The chance of the first player, by lead and rounds left")),
            _by_lead(play, "first_folds", N_("How often the first folds, by lead and rounds left")),
        ),
    )


def _by_lead(play: Table, column: str, title: str) -> Plot:
    rows = [row for row in play.rows if row[0] != ROUNDS]  # of the first round there is one lead
    part = Table(play.name, play.columns, rows)
    return Plot(
        f"match_{column}", title, partial(charts.lines, part, "lead", column, colour="rounds_left")
    )


def _answer(match: SolvedMatch, found: Sequence[Play], won: Table) -> str:
    low, high = match.bounds
    lefts = range(1, match.rounds)
    as_first, as_second = (
        _listed([lead_to_fold_home(match.played, left, seat) for left in lefts]) for seat in SEATS
    )
    folds = {play.stage: play.folds[FIRST] for play in found}
    behind = [share for stage, share in folds.items() if stage.left == 2 and stage.lead < 0]
    gains = {row[0]: row[3] for row in won.rows}
    return _(
        "When both play for the match, the first of five rounds wins {value:.4%} (between "
        "{low:.5%} and {high:.5%}). With {lefts} rounds left a lead of {as_first} as first, of "
        "{as_second} as second, is won by folding every hand. Before that each point changes what "
        "is worth folding for. With two rounds left the first folds {ahead:.1%} of the rounds "
        "three points ahead, {level:.1%} at a level score and at most {behind:.1%} behind, where "
        "for points it folds {points:.1%}; in the last round at a level score it folds "
        "{last:.1%}, for to fold is to lose the match. Matches that it wins more often than the "
        "equilibrium of points does: {gain:.2%} against that, {greedy:.2%} against ganancioso."
    ).format(
        value=chance_of((low + high) / 2),
        low=chance_of(low),
        high=chance_of(high),
        lefts=_listed(list(lefts)),
        as_first=as_first,
        as_second=as_second,
        ahead=folds[MatchStage(2, 3)],
        level=folds[MatchStage(2, 0)],
        behind=max(behind),
        points=solved_seats("completa")[FIRST].folding,
        last=folds[MatchStage(1, 0)],
        gain=gains["equilíbrio"],
        greedy=gains["ganancioso"],
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
