"""The cost of decisions, from what the seat knew: of one, and of all in a record, worst first.

A decision is a move where there was a choice. Where a game lists whole turns (``turns_at``), or its
room ``odds`` has ``decision_words(view, moves)``, all moves that a seat makes one after the other
are one decision, which that function names.

A cost is proved, or judged by a search, where the worth of the moves is
(:mod:`ludoteca.players.advice.values`), else simulated. A simulated cost is measured apart from the
choice of the better move: half of the worlds name the best move, the other half say how much better
it is than the one played, in the same luck; so the mean is not flattered by the choice. The same
decision has the same cost wherever it is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.numbers import Estimate, Exact, Number, Simulated
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.record import GameRecord
from ludoteca.core.state import Move, State
from ludoteca.core.view import SeatView
from ludoteca.players.advice.values import (
    LEAST,
    LEVEL,
    known_values,
    mean_of,
    policy_play,
    unit,
    worth,
)
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.turns import Turn, lists_turns, turn_words, turns_to_try

EFFORT = Effort(worlds=2_000, moves=150_000, seconds=1.0)
_SEED = 1
_TOLD = 0.5  #: points; a search's judgement of less is too coarse to be told
_MANY = 8  #: turns; where there are more, as many deals again say which of them are compared


# -- decisions ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """The moves of one decision, the seat's view before them, and the number of moves before."""

    at: int
    view: SeatView
    moves: tuple[int, ...]


def takes_several_moves(game: Game) -> bool:
    """True where all moves that a seat makes one after the other are one decision."""
    return lists_turns(game) or game.hook(rooms.decision_words) is not None


def decisions(start: State, moves: Sequence[Move], seat: int | None = None) -> Iterator[Decision]:
    """The decisions of ``seat``, or of all seats, where it had a choice, played from ``start``.

    ``start`` is played on, in place.
    """
    follower = Follower(start, seat)
    for move in moves:
        decision = follower.follow(move)
        if decision is not None:
            yield decision


class Follower:
    """Follows a deal move by move and yields each decision of ``seat`` (None: of all seats).

    ``state`` is played on, in place.
    """

    def __init__(self, state: State, seat: int | None = None) -> None:
        self._state, self._seat = state, seat
        self._several = takes_several_moves(state.game)
        self._followed = 0
        self._row: list[int] = []
        self._begun: tuple[int, SeatView] | None = None

    def follow(self, move: Move) -> Decision | None:
        """The decision that ``move`` ends, where there was a choice; else None."""
        actor, action = move
        if actor >= 0 and self._seat in (None, actor):
            if self._begun is None:
                self._begun = self._followed, self._state.view(actor)
            self._row.append(action)
        self._state.apply_unchecked(action)
        self._followed += 1
        if self._begun is None:
            return None
        at, view = self._begun
        if self._several and self._state.current_player() == view.seat:
            return None
        row, self._begun, self._row = tuple(self._row), None, []
        if action == self._state.game.forfeit:
            return None
        return Decision(at, view, row) if len(view.legal) > 1 or len(row) > 1 else None


# -- the cost of one ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The cost of a decision.

    Attributes
    ----------
    at : number of the moves made before it in the deal
    played, best : ids of the moves made, and of those that would have been best
    played_words, best_words : the same in words
    cost : the worth of ``best`` above that of ``played``
    worth : the worth of ``played`` to the seat, as far as it knew
    assumption : the assumption that the cost rests on, in words
    because : why a player of the game would make the best move; "" where the game has no words
    """

    at: int
    seat: int
    played: tuple[int, ...]
    best: tuple[int, ...]
    played_words: str
    best_words: str
    cost: Number
    worth: float
    assumption: str
    because: str = ""

    @property
    def size(self) -> float | Fraction:
        """The cost as a plain number."""
        return self.cost.mean if isinstance(self.cost, Simulated) else self.cost.value

    @property
    def clear(self) -> bool:
        """True where there is a cost to tell: not 0 as far as can be known."""
        if isinstance(self.cost, Exact):
            return self.cost.value >= LEAST
        if isinstance(self.cost, Estimate):
            return self.cost.value >= _TOLD
        return self.played != self.best and self.cost.low > 0

    @property
    def sentence(self) -> str:
        """The cost in a sentence and, where it is clear, what would have been better."""
        cost, words = self.cost, {"played": self.played_words, "best": self.best_words}
        if isinstance(cost, Estimate):
            if not self.clear:
                return _("“{played}”: no other move is clearly better.").format(**words)
            return _("“{played}” instead of “{best}” cost about {cost} points.").format(
                cost=f"{cost.decimal:.1f}", **words
            )
        if isinstance(cost, Exact):
            if not self.clear:
                return _("“{played}” cost nothing: no move was better.").format(**words)
            return _("“{played}” cost {cost} points: “{best}” was best.").format(
                cost=f"{cost.decimal:.3f}", **words
            )
        if not self.clear:
            return _("“{played}”: no other move is clearly better ({n} simulated deals).").format(
                n=cost.n, **words
            )
        mean, low, high = _figures(cost)
        told = _(
            "“{played}” instead of “{best}” cost about {cost} points ({low} to {high}; {n} "
            "simulated deals)."
        ).format(cost=mean, low=low, high=high, n=cost.n, **words)
        return f"{told} {self.because}." if self.because else told

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "played": list(self.played),
            "best": list(self.best),
            "cost": self.cost.to_json(),
            "sentence": self.sentence,
        }


def _figures(cost: Simulated) -> list[str]:
    """Mean, low and high end with as many digits as show that the low end is above 0."""
    digits = next((d for d in range(1, 6) if round(cost.low, d) > 0), 6)
    return [f"{number:.{digits}f}" for number in (cost.mean, cost.low, cost.high)]


def judge(view: SeatView, moves: Sequence[int], effort: Effort = EFFORT) -> Verdict | None:
    """The cost of ``moves``, which the seat of ``view`` made there as one decision.

    None where the decision is not over, and where several moves that are no turn of those listed
    have no proved worth. Depends on the view and the moves alone, but where a slow policy is cut
    short by the clock.
    """
    several = takes_several_moves(view.game)
    found: tuple[tuple[int, ...], Number, float] | None = _known(view, moves, several)
    whole = lists_turns(view.game) and not _goes_on(view, moves)
    if found is None and (whole or not several):
        found = _simulated(view, tuple(moves), effort)
    if found is None:
        return None
    best, cost, value = found
    reason = view.game.hook(rooms.reason_words)
    return Verdict(
        at=len(view.tokens),
        seat=view.seat,
        played=tuple(moves),
        best=best,
        played_words=turn_words(view, moves),
        best_words=turn_words(view, best),
        cost=cost,
        worth=value,
        assumption=cost.condition or policy_play(view.game),
        because=reason(view, best[0]) if reason is not None else "",
    )


def _goes_on(view: SeatView, moves: Sequence[int]) -> bool:
    """True where the turn is not over after ``moves``."""
    return view.after(moves).current_player == view.seat


def _known(
    view: SeatView, moves: Sequence[int], several: bool
) -> tuple[tuple[int, ...], Number, float] | None:
    """The best moves, the worth that ``moves`` lost, one after the other, and their own."""
    at, lost, kept = view, Fraction(0), Fraction(0)
    told: dict[tuple[int, ...], dict[int, Exact] | dict[int, Estimate]] = {}
    for made, move in enumerate(moves):
        values = known_values(at)
        if values is None:
            return None
        told[tuple(moves[:made])] = values
        kept = Fraction(values[move].value)
        lost += max(Fraction(number.value) for number in values.values()) - kept
        at = at.after((move,))
    if several and at.legal:
        return None
    first = told[()][moves[0]]
    cost: Number = (
        replace(first, value=lost)
        if isinstance(first, Exact)
        else replace(first, value=float(lost))
    )
    return _best_row(view, moves, several, told), cost, float(kept)


def _best_row(
    view: SeatView,
    played: Sequence[int],
    several: bool,
    told: dict[tuple[int, ...], dict[int, Exact] | dict[int, Estimate]],
) -> tuple[int, ...]:
    """The best moves of a decision; of equal ones those played, else the last in order.

    ``told`` has the worth of the moves along those played.
    """
    at, best = view, list[int]()
    while at.legal and (several or not best):
        values = told.get(tuple(best)) or known_values(at)
        assert values is not None, "a move that is proved to be best leads to proved ones"
        follows = len(best) < len(played) and tuple(best) == tuple(played[: len(best)])
        made = played[len(best)] if follows else None
        best.append(max(values, key=lambda a: (values[a].value, a == made, a)))
        at = at.after((best[-1],))
    return tuple(best)


def _simulated(view: SeatView, played: Turn, effort: Effort) -> tuple[Turn, Simulated, float]:
    """The best turn of half of the worlds; in the others its worth above ``played``, and that."""
    seed = np.random.SeedSequence(_SEED, spawn_key=(len(view.tokens),))
    turns = turns_to_try(view)
    turns += [] if played in turns else [played]
    rng = np.random.default_rng(seed)
    if len(turns) > _MANY:
        few = replace(effort, moves=2 * effort.moves, seconds=effort.seconds / 2)
        means = worth(view, roll_out(view, LEVEL, rng, few, turns)).mean(axis=0)
        best_first = [turns[t] for t in np.argsort(-means)[: _MANY - 1]]
        turns, effort = list(dict.fromkeys([*best_first, played])), few
    values = worth(view, roll_out(view, LEVEL, rng, effort, turns))
    half = len(values) // 2
    if half < 2:
        return played, Simulated(0.0, half, -np.inf, np.inf), float(values.mean())
    best = int(values[:half].mean(axis=0).argmax())
    own = values[half:, turns.index(played)]
    return turns[best], mean_of(values[half:, best] - own), float(own.mean())


# -- the costs of all ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Review:
    """The costs of a record's decisions.

    Attributes
    ----------
    costly : the decisions with a clear cost, worst first
    course : every decision that could be judged, in the order of the deal: the number of moves
        made before it, the seat, and the worth to it of what it played
    decisions : number of those looked at
    unit : the unit of the costs, in words
    assumptions : what they rest on, a sentence each
    """

    game: str
    seat: int | None
    costly: tuple[Verdict, ...]
    course: tuple[tuple[int, int, float], ...]
    decisions: int
    unit: str
    assumptions: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data; ``played`` and ``best`` are the first moves of a decision of several."""
        return {
            "game": self.game,
            "seat": self.seat,
            "decisions": self.decisions,
            "unit": self.unit,
            "assumptions": list(self.assumptions),
            "course": [list(point) for point in self.course],
            "costly": [
                {
                    "at": verdict.at,
                    "seat": verdict.seat,
                    "played": verdict.played[0],
                    "best": verdict.best[0],
                    "played_words": verdict.played_words,
                    "best_words": verdict.best_words,
                    "cost": verdict.cost.to_json(),
                    "sentence": verdict.sentence,
                }
                for verdict in self.costly
            ],
        }


def review(
    record: GameRecord, seat: int | None = None, progress: Progress = quiet, effort: Effort = EFFORT
) -> Review:
    """The costly decisions of ``seat``, or of all seats, in the language in use.

    A record as one seat saw it is reviewed for that seat alone. Raises :class:`BadInput` for a
    record that does not replay, or a seat that it does not tell of.
    """
    state = record.replay()
    seat = _reviewed_seat(record, state, seat)
    start = state.game.new_state(state.options, state.standing)
    made = list(decisions(start, state.moves, seat))
    verdicts: list[Verdict] = []
    for number, decision in enumerate(made):
        progress(number, len(made), _("decisions looked at"))
        verdict = judge(decision.view, decision.moves, effort)
        verdicts += [verdict] if verdict is not None else []
    progress(len(made), len(made), _("decisions looked at"))
    course = tuple((verdict.at, verdict.seat, verdict.worth) for verdict in verdicts)
    # What proved costs rest on, then others.
    verdicts.sort(key=lambda verdict: not isinstance(verdict.cost, Exact))
    assumptions = tuple(dict.fromkeys(verdict.assumption for verdict in verdicts))
    verdicts.sort(key=lambda verdict: (-verdict.size, verdict.at))
    costly = tuple(verdict for verdict in verdicts if verdict.clear)
    words = unit(made[0].view) if made else ""
    return Review(state.game.name, seat, costly, course, len(made), words, assumptions)


def _reviewed_seat(record: GameRecord, state: State, seat: int | None) -> int | None:
    if record.seen_by == SPECTATOR:
        raise BadInput(_("a record as a spectator saw it has nobody's decisions to review"))
    if seat is not None and not 0 <= seat < state.num_players:
        raise BadInput(_("there is no such seat in this record"))
    if record.seen_by is not None and seat not in (None, record.seen_by):
        raise BadInput(_("this record tells of another seat"))
    return seat if record.seen_by is None else record.seen_by
