"""Values of small positions by trying everything over the kernel, in plain Python."""

from functools import cache

import numpy as np

from ludoteca.core import calls
from ludoteca.core.ids import TERMINAL


class Brute:
    """Walks the tree below positions of ``game``; equal positions are looked at once."""

    def __init__(self, game):
        self.dtype = game.state_layout.dtype
        self.ids = np.zeros(game.rules.MAX_LEGAL, np.int64)
        self.out = np.zeros(5)
        self.pawn_of = game.rules.pawn_of
        self.children = cache(self._children)
        self.value = cache(lambda p: self._minimax(p))

    def _record(self, position):
        return np.frombuffer(position, self.dtype).copy()

    def _children(self, position):
        """The positions one move on, and whose move it is; at the end none, and the points."""
        record = self._record(position)
        player = int(calls.current_player(record, 0))
        if player == TERMINAL:
            calls.returns(record, 0, self.out)
            return player, tuple(int(x) for x in self.out[:2])
        n = calls.legal_actions(record, 0, self.ids)
        after = []
        # In the order of the document's program: pawn by pawn, left before right.
        for a in sorted(self.ids[:n].tolist(), key=lambda a: (self.pawn_of(a), a)):
            child = record.copy()
            calls.apply_action(child, 0, a)
            # The key is a summary of the rest: positions must be told apart without it.
            child["key"] = 0
            after.append(child.tobytes())
        return player, tuple(after)

    def start(self, state):
        record = state.record.copy()
        record["key"] = 0
        return record.tobytes()

    def difference(self, state):
        """Points of seat 0 above seat 1 when both maximise the difference."""
        return self.value(self.start(state))

    def _minimax(self, position):
        player, after = self.children(position)
        if player == TERMINAL:
            return after[0] - after[1]
        return (max if player == 0 else min)(self.value(p) for p in after)

    def thesis(self, state):
        """The points and the number of non-final positions of the document's program.

        Its order of preference: a win with most own points, a tie with most points, a loss with
        fewest points of the other; of equals the first generated, left before right, pawn by pawn.
        """
        seen = set()
        value = cache(lambda p: self._preferred(p, value, seen))
        return value(self.start(state)), len(seen)

    def _preferred(self, position, value, seen):
        player, after = self.children(position)
        if player == TERMINAL:
            return after
        seen.add(position)

        def preference(points):
            own, other = points[player], points[1 - player]
            if own > other:
                return (0, -own)
            return (1, -own) if own == other else (2, other)

        return min((value(p) for p in after), key=preference)

    def outcome(self, state):
        """+1, 0 or -1: whether seat 0 wins when both want nothing else."""
        value = cache(lambda p: self._outcome(p, value))
        return value(self.start(state))

    def _outcome(self, position, value):
        player, after = self.children(position)
        if player == TERMINAL:
            return (after[0] > after[1]) - (after[0] < after[1])
        return (max if player == 0 else min)(value(p) for p in after)

    def tree(self, state):
        """Nodes of the tree of all games (not of positions), and its leaves: complete games."""
        size = cache(lambda p: self._tree(p, size))
        return size(self.start(state))

    def _tree(self, position, size):
        player, after = self.children(position)
        if player == TERMINAL:
            return 1, 1
        below = [size(p) for p in after]
        return 1 + sum(n for n, _leaves in below), sum(leaves for _n, leaves in below)
