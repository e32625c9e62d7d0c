"""The cost of decisions, from what the seat knew: of one, and of all in a record, worst first.

A decision is a move where there was a choice. Where a game lists whole turns (``turns_at``), or its
room ``odds`` has ``decision_words(view, moves)``, all moves that a seat makes one after the other
are one decision, which that function names.

Costs come from the engine that advises (:mod:`ludoteca.players.advice.advise`): they are proved, or
judged by a search, where the worth of the moves is; else the machine that advises compares the best
turn with the one played, in what it plays for; where no machine searches, both are simulated. The
better turn is chosen in some luck and its gain is measured in other luck, so the mean is not
flattered by the choice. The same decision has the same cost wherever it is told, and however busy
the machine is that finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput, NoWorld
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext, number_text
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.numbers import Estimate, Exact, Number, Simulated, figure
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.record import GameRecord
from ludoteca.core.state import Move, State
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import adviser_of, reads_past
from ludoteca.players.advice.values import (
    LEAST,
    LEVEL,
    WORLDS,
    Loss,
    known_values,
    mean_of,
    policy_play,
    unit,
    worth,
)
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.turns import Turn, lists_turns, turn_words, turns_to_try

_SEED = 1
_TOLD = 0.5  #: points; a search's judgement of less is too coarse to be told
_TRIFLING_POINTS, _TRIFLING_CHANCE = 0.05, 0.01  #: costs of less are not listed
_FAR = 3.0 / 1.96  #: half widths of a 95 % interval: of 700 costs of 0 one seems as large


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

    ``start`` is played on, in place, as they are asked for.
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
        self._reads = reads_past(state.game)
        self._followed = 0
        self._row: list[int] = []
        self._begun: tuple[int, SeatView] | None = None

    def follow(self, move: Move) -> Decision | None:
        """The decision that ``move`` ends, where there was a choice; else None."""
        actor, action = move
        if actor >= 0 and self._seat in (None, actor):
            if self._begun is None:
                self._begun = self._followed, self._state.view(actor, self._reads)
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
    at
        number of the moves made before it in the deal
    seat
        that decided
    played, best
        ids of the moves made, and of those that would have been best
    played_words, best_words
        the same in words
    cost
        the worth of ``best`` above that of ``played``, in ``unit``
    worth
        the points, or the chance, that ``played`` is worth to the seat, as far as it knew
    unit
        the unit of ``cost`` and ``worth``, in words
    assumption
        the assumption that the cost rests on, in words
    chances
        they are chances from 0 to 1, not points
    because
        why a player of the game would make the best move; "" where the game has no words
    lacks
        the sentence that says why the decision was not judged, "" where it was; where it was not,
        no move is best, and what else is told of it is empty
    """

    at: int
    seat: int
    played: tuple[int, ...]
    best: tuple[int, ...]
    played_words: str
    best_words: str
    cost: Number
    worth: float
    unit: str
    assumption: str
    chances: bool = False
    because: str = ""
    lacks: str = ""

    @property
    def size(self) -> float | Fraction:
        """The cost as a plain number, in :attr:`unit`; exact costs are fractions."""
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
    def costly(self) -> bool:
        """True where the cost is worth a look: clear, no trifle, and far from what chance makes.

        A deal has many decisions: of those that cost nothing a few have a clear cost by chance.
        """
        cost = self.cost
        far = not isinstance(cost, Simulated) or cost.mean >= _FAR * (cost.mean - cost.low)
        least = _TRIFLING_CHANCE if self.chances else _TRIFLING_POINTS
        return self.clear and far and self.size >= least

    @property
    def doubtful(self) -> bool:
        """True where another move looked better, but it is not worth a look."""
        return self.played != self.best and self.size > 0 and not self.costly

    @property
    def cost_words(self) -> str:
        """The cost in the digits of :attr:`sentence`; chances in percentage points."""
        if isinstance(self.cost, Exact):
            return figure(self.cost.decimal)
        if isinstance(self.cost, Estimate):
            return number_text(self.cost.decimal, ".1f")
        mean = _figures(self.cost, scale=100 if self.chances else 1)[0]
        return _("{cost} percentage points").format(cost=mean) if self.chances else mean

    @property
    def sentence(self) -> str:
        """The cost in a sentence and, where it is clear, what would have been better."""
        told = self._cost_told()
        if not self.because or not self.clear:
            return told
        return _("{told} The reason: {reason}.").format(told=told, reason=self.because)

    def _cost_told(self) -> str:
        cost, words = self.cost, {"played": self.played_words, "best": self.best_words}
        if self.lacks:
            return _("“{played}” was not judged: {reason}.").format(reason=self.lacks, **words)
        if isinstance(cost, Estimate):
            if not self.clear:
                return _("“{played}”: no other move is clearly better.").format(**words)
            return _("“{played}” instead of “{best}” cost about {cost} points.").format(
                cost=self.cost_words, **words
            )
        if isinstance(cost, Exact):
            if not self.clear:
                return _("“{played}” cost nothing: no move was better.").format(**words)
            told = self.cost_words
            return ngettext(
                "“{played}” cost {cost} point: “{best}” was best.",
                "“{played}” cost {cost} points: “{best}” was best.",
                1 if told == "1" else 2,
            ).format(cost=told, **words)
        if not self.clear:
            return _("“{played}”: no other move is clearly better ({n} simulated deals).").format(
                n=cost.n, **words
            )
        mean, low, high = _figures(cost, scale=100 if self.chances else 1)
        sentence = (
            _(
                "“{played}” instead of “{best}” lowered the chance of winning the match by about "
                "{cost} percentage points ({low} to {high}; {n} simulated deals)."
            )
            if self.chances
            else _(
                "“{played}” instead of “{best}” cost about {cost} points ({low} to {high}; {n} "
                "simulated deals)."
            )
        )
        return sentence.format(cost=mean, low=low, high=high, n=cost.n, **words)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "played": list(self.played),
            "best": list(self.best),
            "cost": None if self.lacks else self.cost.to_json(),
            "sentence": self.sentence,
        }


def _figures(cost: Simulated, scale: int) -> list[str]:
    """Mean, low and high end with as many digits as show that the low end is above 0."""
    low = scale * cost.low
    digits = next((d for d in range(1, 6) if round(low, d) > 0), 6)
    return [number_text(n, f".{digits}f") for n in (scale * cost.mean, low, scale * cost.high)]


def judge(
    view: SeatView, moves: Sequence[int], worlds: int = WORLDS, progress: Progress = quiet
) -> Verdict | None:
    """The cost of ``moves``, which the seat of ``view`` made there as one decision.

    Depends on the view, the moves and the number of ``worlds`` alone.

    Parameters
    ----------
    view
        with its past where :func:`~ludoteca.players.advice.advise.reads_past`
    worlds
        in which each turn is tried, where its worth is not known
    progress
        gets the worlds that are done

    Returns
    -------
    Verdict or None
        None where the decision is not over, where several moves that are no turn of those listed
        have no proved worth, and where the machine that advises does not compare the moves; where
        it finds no worlds the verdict says so (its ``lacks``)
    """
    several = takes_several_moves(view.game)
    found = _known(view, moves, several)
    whole = lists_turns(view.game) and view.after(moves).current_player != view.seat
    if found is None and (whole or not several):
        try:
            found = _compared(view, tuple(moves), worlds, progress)
        except NoWorld as lack:
            return _not_judged(view, tuple(moves), str(lack))
    if found is None:
        return None
    best = found.best
    return Verdict(
        at=len(view.tokens),
        seat=view.seat,
        played=tuple(moves),
        best=best,
        played_words=turn_words(view, moves),
        best_words=turn_words(view, best),
        cost=found.cost,
        worth=found.worth,
        unit=found.unit,
        assumption=found.assumption,
        chances=found.chances,
        because=_reason(view, best),
    )


def _reason(view: SeatView, turn: Turn) -> str:
    """The reason that the game has for a turn, "" where it has none."""
    of_turn, of_move = view.game.hook(rooms.turn_reason), view.game.hook(rooms.reason_words)
    if of_turn is not None:
        return of_turn(view, turn)
    return of_move(view, turn[0]) if of_move is not None else ""


def _not_judged(view: SeatView, moves: Turn, reason: str) -> Verdict:
    nothing = Simulated(0.0, 0, 0.0, 0.0)
    words = turn_words(view, moves)
    at, seat = len(view.tokens), view.seat
    return Verdict(at, seat, moves, (), words, "", nothing, 0.0, "", "", lacks=reason)


def _known(view: SeatView, moves: Sequence[int], several: bool) -> Loss | None:
    """The worth that ``moves`` lost, one after the other, where that of each is known."""
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
    best = _best_row(view, moves, several, told)
    return Loss(best, cost, float(kept), unit(view), cost.condition)


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


def _compared(view: SeatView, played: Turn, worlds: int, progress: Progress) -> Loss | None:
    """The loss of ``played`` as the machine that advises finds it, else simulated."""
    rng = np.random.default_rng(np.random.SeedSequence(_SEED, spawn_key=(len(view.tokens),)))
    machine = adviser_of(view.game, worlds, progress)
    return (
        machine.loss(view, played, rng)
        if isinstance(machine, BeliefPlayer)
        else _simulated(view, played, rng, Effort(worlds))
    )


def _simulated(view: SeatView, played: Turn, rng: np.random.Generator, effort: Effort) -> Loss:
    """The best turn of some worlds; in others its worth above ``played``."""
    turns = list(dict.fromkeys([*turns_to_try(view), played]))
    for_choice, values = (worth(view, roll_out(view, LEVEL, rng, effort, turns)) for _n in range(2))
    best = int(for_choice.mean(axis=0).argmax())
    own = values[:, turns.index(played)]
    cost = mean_of(values[:, best] - own)
    return Loss(turns[best], cost, float(own.mean()), unit(view), policy_play(view.game))


# -- the costs of all ---------------------------------------------------------------------------


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
    course
        every decision that could be judged, in the order of the deal: the number of moves made
        before it, the seat, and the worth to it of what it played
    decisions
        number of those looked at
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
    course: tuple[tuple[int, int, float], ...]
    decisions: int
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
            "left_out": self.left_out,
            "unit": self.unit,
            "even": self.even,
            "assumptions": list(self.assumptions),
            "course": [list(point) for point in self.course],
            "doubtful": [verdict.at for verdict in self.doubtful],
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


def _unheard(_so_far: Review) -> None:
    """Ignore what was found so far."""


def review(
    record: GameRecord,
    seat: int | None = None,
    progress: Progress = quiet,
    worlds: int = WORLDS,
    most: int = MOST_DECISIONS,
    interim: Callable[[Review], None] = _unheard,
) -> Review:
    """The costly decisions of ``seat``, or of all seats, in the language in use.

    A record as one seat saw it is reviewed for that seat alone. Decisions are looked at as
    :func:`judge` does.

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

    Raises
    ------
    BadInput
        for a record that does not replay, or a seat that it does not tell of
    """
    state = record.replay()
    seat = _reviewed_seat(record, state, seat)
    start = state.game.new_state(state.options, state.standing)
    made = list(decisions(start, state.moves, seat))
    verdicts: list[Verdict] = []
    looked_at = min(most, len(made))
    for number, decision in enumerate(made[:looked_at]):
        progress(number, looked_at, _("decisions looked at"))
        verdict = judge(decision.view, decision.moves, worlds)
        if verdict is not None and not verdict.lacks:
            verdicts.append(verdict)
            interim(_summed(state, seat, verdicts, number + 1, len(made)))
    progress(looked_at, looked_at, _("decisions looked at"))
    return _summed(state, seat, verdicts, looked_at, len(made))


def _summed(
    state: State, seat: int | None, found: Sequence[Verdict], looked_at: int, decisions: int
) -> Review:
    """The review of what was ``found`` in the first ``looked_at`` of so many ``decisions``."""
    verdicts = list(found)
    doubtful = tuple(verdict for verdict in verdicts if verdict.doubtful)
    course = tuple((verdict.at, verdict.seat, verdict.worth) for verdict in verdicts)
    # What proved costs rest on, then others.
    verdicts.sort(key=lambda verdict: not isinstance(verdict.cost, Exact))
    assumptions = tuple(dict.fromkeys(verdict.assumption for verdict in verdicts))
    verdicts.sort(key=lambda verdict: (-verdict.size, verdict.at))
    costly = tuple(verdict for verdict in verdicts if verdict.costly)
    words = verdicts[0].unit if verdicts else ""
    chances = any(verdict.chances for verdict in verdicts)
    even = 1.0 / len(state.game.teams(state.options)) if chances else 0.0
    return Review(
        state.game.name,
        seat,
        costly,
        doubtful,
        course,
        looked_at,
        decisions - looked_at,
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
