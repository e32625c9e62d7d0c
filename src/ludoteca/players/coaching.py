"""The coach: what each decision of a seat cost, told after it, from what the seat knew.

A game offers a coach by ``coached(view, moves)`` in a room ``coaching``: what the moves, which the
seat of ``view`` made one after the other as one decision, cost against its best; None where that
cannot be told. It may use the view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.numbers import Exact
from ludoteca.core.state import Move, State
from ludoteca.core.view import SeatView

LEAST = Fraction(1, 2000)
"""A smaller cost would be told as 0.000; it is told as none."""

_WORST = 3


@dataclass(frozen=True)
class Coached:
    """What a decision cost.

    Attributes
    ----------
    played, best : ids of the moves made, and of those that would have been best
    played_words, best_words : what says them
    cost : points that ``best`` was worth above ``played``; 0 or more
    """

    played: tuple[int, ...]
    best: tuple[int, ...]
    played_words: str
    best_words: str
    cost: Exact

    @property
    def clear(self) -> bool:
        """True where the cost is large enough to be told."""
        return self.cost.value >= LEAST

    @property
    def sentence(self) -> str:
        """The cost in a sentence and, where there is one, what would have been best."""
        told = {"played": self.played_words, "cost": f"{self.cost.decimal:.3f}"}
        if not self.clear:
            return _("“{played}” cost 0.000.").format(**told)
        return _("“{played}” cost {cost}: “{best}” was best (exact).").format(
            best=self.best_words, **told
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "played": list(self.played),
            "best": list(self.best),
            "cost": self.cost.to_json(),
            "sentence": self.sentence,
        }


CoachedAt: TypeAlias = Callable[[SeatView, Sequence[int]], Coached | None]


def has_coach(game: Game) -> bool:
    """True where the game offers a coach; imports nothing of it."""
    return game.has_room("coaching")


def coach_of(game: Game) -> CoachedAt | None:
    """The coach that the game offers, or None."""
    return required_coach(game) if has_coach(game) else None


def check_coach(game: Game) -> None:
    """Raise :class:`BadInput` with one sentence where the game offers no coach."""
    if not has_coach(game):
        raise BadInput(
            _("{game} has no coach: what moves cost in it is not known").format(game=game.name)
        )


def required_coach(game: Game) -> CoachedAt:
    """The coach that the game offers; raises :class:`BadInput` where it offers none."""
    check_coach(game)
    found: CoachedAt = game.room("coaching").coached  # type: ignore[union-attr]
    return found


@dataclass(frozen=True)
class Decision:
    """Moves that a seat made one after the other, what it saw before, and after how many moves."""

    at: int
    view: SeatView
    moves: tuple[int, ...]


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
    """Follows a deal move by move, and tells each decision of ``seat`` (None: of all seats).

    ``state`` is played on, in place.
    """

    def __init__(self, state: State, seat: int | None = None) -> None:
        self._state, self._seat = state, seat
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
        if self._begun is None or self._state.current_player() == self._begun[1].seat:
            return None
        (at, view), row = self._begun, tuple(self._row)
        self._begun, self._row = None, []
        if action == self._state.game.forfeit:
            return None
        return Decision(at, view, row) if len(view.legal) > 1 or len(row) > 1 else None


# -- in the terminal ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Told:
    deal: int
    coached: Coached


class Coach:
    """Watches the moves of a match and remembers what they cost."""

    def __init__(self, game: Game) -> None:
        """Raise :class:`BadInput` where the game offers no coach."""
        self._coached = required_coach(game)
        self._begun: SeatView | None = None
        self._moves: list[int] = []
        self._told: list[_Told] = []

    def watch(self, view: SeatView, action: int) -> None:
        """A move of the seat of ``view``, which may be one of several of the same decision."""
        if self._begun is None:
            self._begun = view
        self._moves.append(action)

    def judge(self, deal: int) -> Coached | None:
        """What the moves watched since the last time cost; ``deal`` counts from 1."""
        view, moves = self._begun, tuple(self._moves)
        self.forget()
        if view is None or (len(view.legal) < 2 and len(moves) < 2):
            return None
        found = self._coached(view, moves)
        if found is not None:
            self._told.append(_Told(deal, found))
        return found

    def forget(self) -> None:
        """The decision that was begun is taken back."""
        self._begun, self._moves = None, []

    def summary(self) -> str:
        """What all decisions cost, and the worst of them with what would have been better."""
        if not self._told:
            return _("Coach: no decisions yet.")
        n = len(self._told)
        total = sum((told.coached.cost.value for told in self._told), Fraction(0))
        head = ngettext(
            "Coach: {n} decision cost {total:.3f} points.",
            "Coach: {n} decisions cost {total:.3f} points in all.",
            n,
        ).format(n=n, total=float(total))
        condition = self._told[0].coached.cost.condition
        lines = [f"{head} {_('Exact: {condition}.').format(condition=condition)}"]
        worst = sorted(self._told, key=lambda told: -told.coached.cost.value)[:_WORST]
        lines += [
            _("  Deal {deal}: {sentence}").format(deal=told.deal, sentence=told.coached.sentence)
            for told in worst
            if told.coached.clear
        ]
        return "\n".join(lines)
