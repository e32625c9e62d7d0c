"""One deal at a table: its moves, its position, its shuffle.

Folding events only collects moves; the position is made of them when it is first asked for, so
that waking a table replays one deal, once. What is proposed is worked out on a copy, and taken
over when the event comes back from the journal: a move is computed once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.sealed import Seal, SealedShoe
from ludoteca.core.state import Move, State
from ludoteca.web.table.events import Closed
from ludoteca.web.table.refusal import Refusal

Pairs = list[list[int]]


class Step(NamedTuple):
    """A move as it was made: the record before it, and the token that each viewer saw."""

    action: int
    before: NDArray[np.void]
    tokens: dict[int, int]


class _Draft(NamedTuple):
    """Moves that were proposed from a position, and what they lead to."""

    first: int
    moves: Pairs
    state: State
    steps: list[Step]


@dataclass(frozen=True)
class Rules:
    """What is the same in every deal of a table."""

    game: Game
    options: Options


class Deal:
    """A deal from ``standing`` with the shuffle of ``seal`` (open: with its key).

    Attributes
    ----------
    moves : list of :class:`~ludoteca.core.state.Move`, chance included
    returns : points by seat once the deal is closed
    """

    def __init__(self, rules: Rules, standing: NDArray[np.void], seal: Seal) -> None:
        self.rules = rules
        self.game = rules.game
        self.standing = standing
        self.seal = seal
        self.moves: list[Move] = []
        self.returns: tuple[float, ...] | None = None
        self._acts: list[tuple[int, int]] = []
        self._state: State | None = None
        self._shoe: SealedShoe | None = None
        self._draft: _Draft | None = None

    @property
    def number(self) -> int:
        """1 for the first deal of the table."""
        return self.seal.deal

    @property
    def shown_seal(self) -> Seal:
        """The seal as everybody may see it: closed while the deal lasts."""
        return self.seal.closed() if self.returns is None else self.seal

    @property
    def state(self) -> State:
        """The position after the last move; not to be changed."""
        if self._state is None:
            # Kept only when it is whole: records are written in another thread.
            state = self.start()
            for move in self.moves:
                state.apply_unchecked(move.action)
            self._state = state
        return self._state

    def start(self) -> State:
        """A new position before the first move."""
        return State.initial(self.game, self.rules.options, self.standing)

    # -- folding --------------------------------------------------------------------------------

    def extend(self, moves: Pairs) -> list[Step] | None:
        """Add moves that happened; returns the steps, or None while nobody needs the position."""
        draft, self._draft = self._draft, None
        first = len(self.moves)
        self.moves += [Move(*pair) for pair in moves]
        if draft is not None and (draft.first, draft.moves) == (first, moves):
            self._state = draft.state
            return draft.steps
        if self._state is None:
            return None
        return [advance(self._state, action) for _actor, action in moves]

    def acted(self, seat: int, moves: Pairs) -> list[Step] | None:
        """Like :meth:`extend`, for an act of ``seat``."""
        self._acts.append((seat, len(self.moves)))
        return self.extend(moves)

    def cut(self, moves: int) -> None:
        """Go back to the first ``moves`` moves."""
        del self.moves[moves:]
        self._acts = [act for act in self._acts if act[1] < moves]
        self._state = self._draft = None

    def last_act(self, seat: int) -> int | None:
        """Number of moves before the last act of ``seat`` in this deal, None for none."""
        return next((before for who, before in reversed(self._acts) if who == seat), None)

    # -- proposing ------------------------------------------------------------------------------

    def opening(self, given: Sequence[Move]) -> Pairs:
        """``given`` and the chance moves up to the first decision."""
        state = self.start()
        steps = [advance(state, move.action) for move in given]
        return self._drafted(state, steps)

    def acting(self, actions: Sequence[int]) -> Pairs:
        """``actions`` by the seat to act, up to one that is not its in its turn, and what follows.

        The moves before such a one are made: were they taken back, whoever tries what is possible
        after a move would learn what that move shows without making it. Raises :class:`Refusal`
        where the first is not legal.
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

    def closing(self, now: float) -> list[Closed]:
        """What follows the proposed moves where the deal ends with them, else nothing."""
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

    def unpacked(self) -> Deal:
        """The deal again."""
        deal = Deal(self.rules, self.standing, self.seal)
        pairs = zip(self.numbers[::2], self.numbers[1::2], strict=True)
        deal.moves = [Move(actor, action) for actor, action in pairs]
        deal.returns = self.returns
        return deal


def advance(state: State, action: int) -> Step:
    """Make a move that is known to be possible, in place."""
    before = state.record.copy()
    state.apply_unchecked(action)
    return Step(action, before, state.newest_tokens())
