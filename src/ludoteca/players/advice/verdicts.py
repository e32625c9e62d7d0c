"""The cost of a decision, from what the seat knew.

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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import NoWorld
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext, number_text
from ludoteca.core.numbers import Estimate, Exact, Number, Simulated, figure
from ludoteca.core.questions import Progress, quiet
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
            return _exact_words(self.cost)
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


def _exact_words(cost: Exact) -> str:
    """A proved cost with one decimal, as other costs have; whole, or a trifle, as it is."""
    whole = cost.value == int(cost.value)
    if whole or cost.value < _TRIFLING_POINTS:
        return figure(cost.decimal)
    return number_text(cost.decimal, ".1f")


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
        because=_reason(view, best, moves),
    )


def _reason(view: SeatView, best: Turn, moves: Sequence[int]) -> str:
    """The words of the game for a better turn; "" where it has none."""
    better = view.game.hook(rooms.better_words)
    return better(view, best, moves) if better is not None else reason_of(view, best)


def reason_of(view: SeatView, turn: Sequence[int]) -> str:
    """The words of the game for a turn, or those for its first move; "" where it has none."""
    whole = view.game.hook(rooms.turn_reason_words)
    if whole is not None:
        return whole(view, turn)
    single = view.game.hook(rooms.reason_words)
    return single(view, turn[0]) if single is not None else ""


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
