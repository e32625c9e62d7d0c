"""One deal at a table: its moves, its position, its shuffle.

Adding moves only collects them; the position is computed when it is first asked for, so that
waking a table replays one deal, once. Proposed moves are worked out on a copy, which is taken over
when the event comes back from the journal: a move is computed once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.shuffles.sealed_shoe import Seal, SealedShoe
from ludoteca.core.state import Move, State
from ludoteca.table.events import Closed
from ludoteca.table.refusal import Refusal

Pairs = list[list[int]]


class Step(NamedTuple):
    """A move as it was made: the records before and after it, and the token each viewer saw."""

    action: int
    before: NDArray[np.void]
    after: NDArray[np.void]
    tokens: dict[int, int]


def advance(state: State, action: int) -> Step:
    """Make a move that is known to be possible, in place."""
    before = state.record.copy()
    state.apply_unchecked(action)
    return Step(action, before, state.record.copy(), state.newest_tokens())


@dataclass(frozen=True)
class Rules:
    """The game of a table and its rule options, the same in every deal."""

    game: Game
    options: Options


class Deal:
    """A deal played from ``standing``; each of the ``moves`` given is an act of its own.

    Attributes
    ----------
    moves : list of :class:`~ludoteca.core.state.Move`, chance included
    """

    def __init__(
        self, rules: Rules, standing: NDArray[np.void], moves: Iterable[Move] = ()
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.standing = standing
        self.moves = list(moves)
        self._acts = [(move.actor, n) for n, move in enumerate(self.moves)]
        self._state: State | None = None

    @property
    def state(self) -> State:
        """The position after the last move; not to be changed."""
        if self._state is None:
            # Kept only when it is whole: records are written in another thread.
            self._state = self.at(len(self.moves))
        return self._state

    def found(self, state: State) -> None:
        """Keep ``state`` if it is the position after the last move, which nobody has asked for."""
        if self._state is None and state.moves == self.moves:
            self._state = state

    def at(self, moves: int) -> State:
        """A new position after the first ``moves`` moves."""
        state = State.initial(self.game, self.rules.options, self.standing)
        for move in self.moves[:moves]:
            state.apply_unchecked(move.action)
        return state

    def extend(self, moves: Pairs) -> list[Step] | None:
        """Add moves that happened; returns the steps, or None while the position is not needed."""
        self.moves += [Move(*pair) for pair in moves]
        if self._state is None:
            return None
        return [advance(self._state, action) for _actor, action in moves]

    def acted(self, seat: int, moves: Pairs) -> list[Step] | None:
        """Add an act of ``seat`` and what followed it, as :meth:`extend` does."""
        self._acts.append((seat, len(self.moves)))
        return self.extend(moves)

    def cut(self, moves: int) -> None:
        """Go back to the first ``moves`` moves."""
        del self.moves[moves:]
        self._acts = [act for act in self._acts if act[1] < moves]
        self._state = None

    def last_act(self, seat: int) -> int | None:
        """Number of moves before the last act of ``seat`` in this deal, None for none."""
        return next((before for who, before in reversed(self._acts) if who == seat), None)


class _Draft(NamedTuple):
    """Moves proposed from a position, and the position that they lead to."""

    first: int
    moves: Pairs
    state: State
    steps: list[Step]


class SealedDeal(Deal):
    """A deal with the shuffle of ``seal`` (open: with its key), which proposes its moves.

    Attributes
    ----------
    returns : points by seat once the deal is closed
    """

    def __init__(
        self, rules: Rules, standing: NDArray[np.void], seal: Seal, moves: Iterable[Move] = ()
    ) -> None:
        super().__init__(rules, standing, moves)
        self.seal = seal
        self.returns: tuple[float, ...] | None = None
        self._shoe: SealedShoe | None = None
        self._draft: _Draft | None = None

    @property
    def number(self) -> int:
        """1 for the first deal of the table."""
        return self.seal.deal

    def extend(self, moves: Pairs) -> list[Step] | None:
        """Add moves that happened, those that were proposed without computing them again."""
        draft, self._draft = self._draft, None
        if draft is None or (draft.first, draft.moves) != (len(self.moves), moves):
            return super().extend(moves)
        self.moves += [Move(*pair) for pair in moves]
        self._state = draft.state
        return draft.steps

    def cut(self, moves: int) -> None:
        """Go back to the first ``moves`` moves."""
        super().cut(moves)
        self._draft = None

    # -- proposing ------------------------------------------------------------------------------

    def opening(self, given: Sequence[Move]) -> Pairs:
        """``given`` and the chance moves up to the first decision."""
        state = self.at(0)
        steps = [advance(state, move.action) for move in given]
        return self._drafted(state, steps)

    def acting(self, actions: Sequence[int]) -> Pairs:
        """``actions`` by the seat to act, and the chance moves that follow.

        They end before the first that is not legal or not of this seat. Those before it are made:
        were they taken back, a person who tries what is possible after a move would learn what
        that move shows without making it. Raises :class:`Refusal` where the first is not legal.
        """
        state = self.state.clone()
        seat = state.current_player()
        steps: list[Step] = []
        for action in actions:
            if state.current_player() != seat or action not in state.legal_actions():
                break
            steps.append(advance(state, action))
        if not steps:
            raise Refusal("illegal", state.why_illegal(actions[0]) or "")
        return self._drafted(state, steps)

    def _drafted(self, state: State, steps: list[Step]) -> Pairs:
        if self._shoe is None:
            self._shoe = SealedShoe(self.game, self.rules.options, self.seal)
        while state.is_chance():
            steps.append(advance(state, self._shoe.draw(state)))
        first = len(self.moves)
        moves = [list(move) for move in state.moves[first:]]
        self._draft = _Draft(first, moves, state, steps)
        return moves

    def ends_turn(self, seat: int) -> bool:
        """True where ``seat`` is not to act again after the proposed moves."""
        assert self._draft is not None
        return self._draft.state.current_player() != seat

    def closing(self, now: float) -> list[Closed]:
        """The event that closes the deal where the proposed moves end it, else nothing."""
        assert self._draft is not None
        state = self._draft.state
        if not state.is_terminal():
            return []
        match = Match(self.game, self.rules.options)
        match.standing = self.standing.copy()
        match.close(state)
        closed = Closed(now, self.number, state.returns(), match.over, match.standing_text())
        return [closed]

    def packed(self) -> PackedDeal:
        """The deal in little memory."""
        numbers = array("q", [x for move in self.moves for x in move])
        return PackedDeal(self.rules, self.standing, self.seal, numbers, self.returns)


@dataclass(frozen=True)
class PackedDeal:
    """A finished deal that is only kept for its record."""

    rules: Rules
    standing: NDArray[np.void]
    seal: Seal
    numbers: array[int]
    returns: tuple[float, ...] | None

    def unpacked(self) -> SealedDeal:
        """The deal again."""
        pairs = zip(self.numbers[::2], self.numbers[1::2], strict=True)
        deal = SealedDeal(self.rules, self.standing, self.seal, (Move(*pair) for pair in pairs))
        deal.returns = self.returns
        return deal
