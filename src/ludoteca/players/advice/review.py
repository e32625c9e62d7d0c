"""The costs of all decisions in a record, worst first.

Each is the same as :func:`~ludoteca.players.advice.verdicts.judge` finds it alone. Before, all are
looked at in a few worlds, and those that seem to have cost most are judged first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.record import GameRecord
from ludoteca.core.state import State
from ludoteca.players.advice.values import WORLDS
from ludoteca.players.advice.verdicts import Verdict, decisions, judge


@dataclass(frozen=True)
class Review:
    """The costs of a record's decisions.

    Attributes
    ----------
    game
        its name
    seat
        whose decisions they are, None for those of all
    costly
        the decisions whose cost is worth a look, worst first
    doubtful
        the others where another move looked better, in the order of the deal
    suspected
        those that seemed costly in a first look and are still to be judged: the number of moves
        made before each and the seat, the worst first; empty once the review is whole
    course
        every decision that could be judged, in the order of the deal: the number of moves made
        before it, the seat, and the worth to it of what it played, roughly before it is judged
    decisions
        number of those judged
    first_looks
        number of others that had a first look and are still to be judged; 0 once it is whole
    left_out
        number of the last ones, which were too many to look at
    unit
        the unit of the costs, in words
    even
        the points, or the chance, of a position in which nobody is ahead
    assumptions
        what they rest on, a sentence each
    """

    game: str
    seat: int | None
    costly: tuple[Verdict, ...]
    doubtful: tuple[Verdict, ...]
    suspected: tuple[tuple[int, int], ...]
    course: tuple[tuple[int, int, float], ...]
    decisions: int
    first_looks: int
    left_out: int
    unit: str
    even: float
    assumptions: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data; ``played`` and ``best`` are the first moves of a decision of several."""
        return {
            "game": self.game,
            "seat": self.seat,
            "decisions": self.decisions,
            "first_looks": self.first_looks,
            "left_out": self.left_out,
            "unit": self.unit,
            "even": self.even,
            "assumptions": list(self.assumptions),
            "course": [list(point) for point in self.course],
            "doubtful": [verdict.at for verdict in self.doubtful],
            "suspected": [list(decision) for decision in self.suspected],
            "costly": [
                {
                    "at": verdict.at,
                    "seat": verdict.seat,
                    "played": verdict.played[0],
                    "best": verdict.best[0],
                    "played_moves": list(verdict.played),
                    "best_moves": list(verdict.best),
                    "played_words": verdict.played_words,
                    "best_words": verdict.best_words,
                    "cost": verdict.cost.to_json(),
                    "cost_words": verdict.cost_words,
                    "because": verdict.because,
                    "sentence": verdict.sentence,
                }
                for verdict in self.costly
            ],
        }


MOST_DECISIONS = 300
"""Decisions of a record that are looked at; few deals have as many."""

FIRST_LOOK = 20
"""Worlds of the first look, by which the decisions are put in order and nothing is told."""

_BETWEEN = 15  #: decisions looked at before the worst of them is judged, so that something is told


def _unheard(_so_far: Review) -> None:
    """Ignore what was found so far."""


def review(
    record: GameRecord,
    seat: int | None = None,
    progress: Progress = quiet,
    worlds: int = WORLDS,
    most: int = MOST_DECISIONS,
    interim: Callable[[Review], None] = _unheard,
    reader: int | None = None,
) -> Review:
    """The costly decisions of ``seat``, or of all seats, in the language in use.

    A record as one seat saw it is reviewed for that seat alone. Decisions are looked at as
    :func:`~ludoteca.players.advice.verdicts.judge` does.

    Parameters
    ----------
    progress
        gets how many were looked at; an error that it raises ends the review
    worlds
        in which each turn is tried, where its worth is not known
    most
        so many decisions, the first ones of the deal, are looked at
    interim
        gets what was found so far, after each decision
    reader
        the seat whose decisions are looked at before those of the others

    Raises
    ------
    BadInput
        for a record that does not replay, or a seat that it does not tell of
    """
    state = record.replay()
    seat = _reviewed_seat(record, state, seat)
    start = state.game.new_state(state.options, state.standing)
    made = list(decisions(start, state.moves, seat))
    looked_at, words = min(most, len(made)), _("decisions looked at")
    by_place = {decision.at: decision for decision in made[:looked_at]}
    found: dict[int, Verdict | None] = {}
    rough: dict[int, Verdict] = {}

    def so_far() -> Review:
        return _summed(state, seat, list(found.values()), list(rough.values()), len(made))

    def look_at(at: int) -> None:
        progress(len(found), looked_at, words)
        verdict = judge(by_place[at].view, by_place[at].moves, FIRST_LOOK)
        if verdict is None or verdict.lacks or not isinstance(verdict.cost, Simulated):
            found[at] = verdict  # more worlds would not change it
        else:
            rough[at] = verdict
        interim(so_far())

    def judge_worst() -> None:
        progress(len(found), looked_at, words)
        at = max(rough, key=lambda at: (rough[at].size, -at))
        found[at] = judge(by_place[at].view, by_place[at].moves, worlds)
        del rough[at]
        interim(so_far())

    for own in (True, False):
        theirs = [at for at, d in by_place.items() if (d.view.seat == reader) == own]
        for number, at in enumerate(theirs, 1):
            look_at(at)
            if rough and number % _BETWEEN == 0:
                judge_worst()
        while rough:
            judge_worst()
    progress(looked_at, looked_at, words)
    return so_far()


def _summed(
    state: State,
    seat: int | None,
    found: Sequence[Verdict | None],
    rough: Sequence[Verdict],
    decisions: int,
) -> Review:
    """The review of what was ``found``, and of a first look at others, of so many ``decisions``."""
    verdicts = [verdict for verdict in found if verdict is not None and not verdict.lacks]
    verdicts.sort(key=lambda verdict: verdict.at)
    doubtful = tuple(verdict for verdict in verdicts if verdict.doubtful)
    known = sorted([*verdicts, *rough], key=lambda verdict: verdict.at)
    course = tuple((verdict.at, verdict.seat, verdict.worth) for verdict in known)
    suspects = sorted(rough, key=lambda verdict: -verdict.size)
    suspected = tuple((v.at, v.seat) for v in suspects if v.clear)
    # What proved costs rest on, then others.
    verdicts.sort(key=lambda verdict: not isinstance(verdict.cost, Exact))
    assumptions = tuple(dict.fromkeys(verdict.assumption for verdict in verdicts))
    verdicts.sort(key=lambda verdict: (-verdict.size, verdict.at))
    costly = tuple(verdict for verdict in verdicts if verdict.costly)
    words = known[0].unit if known else ""
    chances = any(verdict.chances for verdict in known)
    even = 1.0 / len(state.game.teams(state.options)) if chances else 0.0
    return Review(
        state.game.name,
        seat,
        costly,
        doubtful,
        suspected,
        course,
        len(found),
        len(rough),
        decisions - len(found),
        words,
        even,
        assumptions,
    )


def _reviewed_seat(record: GameRecord, state: State, seat: int | None) -> int | None:
    if record.seen_by == SPECTATOR:
        raise BadInput(_("a record as a spectator saw it has nobody's decisions to review"))
    if seat is not None and not 0 <= seat < state.num_players:
        raise BadInput(_("there is no such seat in this record"))
    if record.seen_by is not None and seat not in (None, record.seen_by):
        raise BadInput(_("this record tells of another seat"))
    return seat if record.seen_by is None else record.seen_by
