"""After the game: the decisions that cost most, worst first.

At each decision the seat is asked what it could have known: values come from its view alone
(:mod:`ludoteca.players.values`). A simulated cost is measured apart from the choice of what would
have been better: half of the worlds name the best move, the other half say how much better it is
than the one played, in the same luck; so the mean is not flattered by the choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.numbers import Exact, Number, Simulated
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.record import GameRecord
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players.coaching import CoachedAt, coach_of, decisions
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.values import (
    LEVEL,
    best_play,
    exact_values,
    mean_of,
    policy_play,
    unit,
    worth,
)

EFFORT = Effort(worlds=2_000, moves=150_000, seconds=1.0)
_SEED = 1


@dataclass(frozen=True)
class Costly:
    """A decision that cost something.

    Attributes
    ----------
    at : number of the record's moves made before it; the position it was taken in
    played, best : ids, the first where a decision takes several moves; ``played_words`` and
        ``best_words`` say them
    cost : what ``best`` was worth above ``played``
    sentence : all that in a sentence
    """

    at: int
    seat: int
    played: int
    best: int
    played_words: str
    best_words: str
    cost: Number
    sentence: str


@dataclass(frozen=True)
class Review:
    """What a record's decisions cost.

    Attributes
    ----------
    costly : the decisions whose cost is proved or clear (its interval is above 0), worst first
    decisions : how many were looked at: those with a choice
    unit : what costs count, in words
    assumptions : what they rest on, a sentence each
    """

    game: str
    seat: int | None
    costly: tuple[Costly, ...]
    decisions: int
    unit: str
    assumptions: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game,
            "seat": self.seat,
            "decisions": self.decisions,
            "unit": self.unit,
            "assumptions": list(self.assumptions),
            "costly": [vars(c) | {"cost": c.cost.to_json()} for c in self.costly],
        }


def review(
    record: GameRecord, seat: int | None = None, progress: Progress = quiet, effort: Effort = EFFORT
) -> Review:
    """The costly decisions of ``seat``, or of all seats, in the language in use.

    A record as one seat saw it is reviewed for that seat alone. The same record gives the same
    review, but where a slow policy is cut short by the clock. Raises :class:`BadInput` for a
    record that does not replay, or a seat that it does not tell of.
    """
    state = record.replay()
    seat = _reviewed(record, state, seat)
    coached = coach_of(record.game)
    if coached is not None:
        return _told_by_coach(state, seat, coached, progress)
    views = list(_decisions(state, seat))
    found: list[Costly] = []
    proved = 0
    for number, (at, view, played) in enumerate(views):
        progress(number, len(views), _("decisions looked at"))
        rng = np.random.default_rng(np.random.SeedSequence(_SEED, spawn_key=(at,)))
        best, cost = _cost(view, played, rng, effort)
        proved += isinstance(cost, Exact)
        if best != played and _is_clear(cost):
            found.append(_costly(at, view, played, best, cost))
    progress(len(views), len(views), _("decisions looked at"))
    found.sort(key=lambda c: -_size(c.cost))
    said = [best_play()] if proved else []
    said += [policy_play(record.game)] if proved < len(views) else []
    words = unit(views[0][1]) if views else ""
    return Review(record.game.name, seat, tuple(found), len(views), words, tuple(said))


def _told_by_coach(
    state: State, seat: int | None, coached: CoachedAt, progress: Progress
) -> Review:
    """What the game's own coach says of each decision; several moves may be one decision."""
    start = state.game.new_state(state.options, state.standing)
    made = list(decisions(start, state.moves, seat))
    costly, conditions = [], []
    for number, decision in enumerate(made):
        progress(number, len(made), _("decisions looked at"))
        told = coached(decision.view, decision.moves)
        if told is None:
            continue
        conditions.append(told.cost.condition)
        if told.clear:
            costly.append(
                Costly(
                    at=decision.at,
                    seat=decision.view.seat,
                    played=told.played[0],
                    best=told.best[0],
                    played_words=told.played_words,
                    best_words=told.best_words,
                    cost=told.cost,
                    sentence=told.sentence,
                )
            )
    progress(len(made), len(made), _("decisions looked at"))
    costly.sort(key=lambda c: -_size(c.cost))
    words = unit(made[0].view) if made else ""
    said = tuple(dict.fromkeys(conditions))
    return Review(state.game.name, seat, tuple(costly), len(made), words, said)


def _reviewed(record: GameRecord, state: State, seat: int | None) -> int | None:
    if record.seen_by == SPECTATOR:
        raise BadInput(_("a record as a spectator saw it has nobody's decisions to review"))
    if seat is not None and not 0 <= seat < state.num_players:
        raise BadInput(_("there is no such seat in this record"))
    if record.seen_by is not None and seat not in (None, record.seen_by):
        raise BadInput(_("this record tells of another seat"))
    return seat if record.seen_by is None else record.seen_by


def _decisions(state: State, seat: int | None) -> Iterator[tuple[int, SeatView, int]]:
    """Moves made before, what the seat saw, and what it played, wherever it had a choice."""
    replayed = state.game.new_state(state.options, state.standing)
    for at, (actor, action) in enumerate(state.moves):
        if actor >= 0 and seat in (None, actor):
            view = replayed.view(actor)
            if len(view.legal) > 1 and action in view.legal:
                yield at, view, action
        replayed.apply_unchecked(action)


def _cost(
    view: SeatView, played: int, rng: np.random.Generator, effort: Effort
) -> tuple[int, Number]:
    """The best move, and how much it is worth above ``played``."""
    proved = exact_values(view)
    if proved is not None:
        best = max(proved, key=lambda a: (proved[a], a == played))
        return best, Exact(proved[best] - proved[played], best_play())
    values = worth(view, roll_out(view, LEVEL, rng, effort))
    half = len(values) // 2
    if half < 2:
        return played, Simulated(0.0, half, -np.inf, np.inf)
    column = int(values[:half].mean(axis=0).argmax())
    difference = values[half:, column] - values[half:, view.legal.index(played)]
    return view.legal[column], mean_of(difference)


def _is_clear(cost: Number) -> bool:
    return cost.value > 0 if isinstance(cost, Exact) else cost.low > 0


def _size(cost: Number) -> float | Fraction:
    return cost.value if isinstance(cost, Exact) else cost.mean


def _costly(at: int, view: SeatView, played: int, best: int, cost: Number) -> Costly:
    words = {"played": view.action_words(played), "best": view.action_words(best)}
    if isinstance(cost, Exact):
        sentence = _("“{played}” cost {cost:g}: “{best}” was best (exact).").format(
            cost=cost.decimal, **words
        )
    else:
        sentence = _(
            "“{played}” cost about {cost:.1f}, {low:.1f} to {high:.1f}: “{best}” was better "
            "({n} simulated deals)."
        ).format(cost=cost.mean, low=cost.low, high=cost.high, n=cost.n, **words)
    return Costly(at, view.seat, played, best, words["played"], words["best"], cost, sentence)
