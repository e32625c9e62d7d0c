"""The solver walked beside the kernel, and the same text un-compiled and with checked bounds."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.games.bigpoints.exact import reduced, solve
from ludoteca.games.bigpoints.exact.position import ReducedPosition
from ludoteca.games.bigpoints.exact.search import Search, wrapping

REDUCED = {"white": 0, "black": 0}


def walk(laid, rng, board):
    """Each position of a random game on ``board``: (kernel state, position by its own moves)."""
    state = laid(board, players=2, **REDUCED)
    position = ReducedPosition.at_start(board)
    while not position.is_over:
        yield state, position
        move = rng.choice(position.moves())
        state.apply(move)
        position = position.after(move)
    yield state, position


def test_positions_and_legal_moves_are_the_kernels(laid):
    rng = random.Random(4)
    for colours, discs in ((1, 3), (2, 3), (3, 3), (4, 4), (5, 4), (5, 9)):
        for _game in range(3):
            row = [str(c + 1) for c in range(colours)] * discs
            rng.shuffle(row)
            for state, position in walk(laid, rng, "".join(row)):
                if position.is_over:
                    break
                for field in ("track", "vacant", "place", "held", "to_move", "phase"):
                    assert np.array_equal(position.record[field], state.record[field]), field
                assert sorted(position.moves()) == state.legal_actions()
                assert ReducedPosition.of_record(state.record).moves() == position.moves()
            assert state.is_terminal()
            assert tuple(state.returns()) == position.points


def test_packed_positions_have_the_moves_and_gains_of_the_kernel(laid):
    rng = random.Random(5)
    search = Search(12)
    for colours, discs in ((1, 3), (2, 3), (3, 3), (4, 4), (5, 4)):
        board = "".join(rng.sample("12345"[:colours] * discs, colours * discs))
        for state, position in walk(laid, rng, board):
            if position.is_over:
                break
            search.at_least(position, 0)
            reached = search.workspace[1]
            with wrapping():
                gains = [
                    reached[1, reduced.GAIN]
                    for m in range(2 * reached[0, reduced.WALKING])
                    if reduced.make_move(reached, 0, 1, m)
                ]
            own, other = position.to_move, 1 - position.to_move
            before = position.points[own] - position.points[other]
            children = [position.after(m).points for m in position.moves()]
            assert sorted(gains) == sorted(p[own] - p[other] - before for p in children)
            assert len(gains) == len(state.legal_actions())


def test_best_moves_of_the_solver_are_moves_of_the_kernel(laid):
    rng = random.Random(6)
    for state, position in walk(laid, rng, "".join(rng.sample("1234" * 4, 16))):
        if position.is_over:
            break
        for move in solve(position).best:
            assert move in state.legal_actions()


def test_positions_with_special_discs_or_three_players_are_refused(laid):
    for options, board in (
        ({"white": 1, "black": 0}, "12W12"),
        ({"white": 0, "black": 1}, "12B12"),
        ({"players": 3, **REDUCED}, "1212"),
        ({"reading": "lenient", **REDUCED}, "1212"),
    ):
        with pytest.raises(BadInput):
            ReducedPosition.of_record(laid(board, **options).record)


SCRIPT = """
from ludoteca.games.bigpoints.exact import solve
from ludoteca.games.bigpoints.exact.objectives import OBJECTIVES
from ludoteca.games.bigpoints.exact.position import ReducedPosition
from ludoteca.games.bigpoints.exact.boards import BoardSolver, random_boards
import numpy as np
for board in ("2121", "321123", "121323"):
    for objective in OBJECTIVES:
        s = solve(ReducedPosition.at_start(board), objective)
        print(board, objective, s.value, s.points, s.best, s.nodes, s.states)
some = random_boards(3, 2, 4, np.random.default_rng(1))
solver = BoardSolver(3, 2)
print(solver.values(some), solver.states(some))
"""


@pytest.mark.soak
def test_uncompiled_and_bounds_checked_runs_search_the_same_nodes():
    def printed(**environment):
        done = subprocess.run(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", SCRIPT],
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    compiled = printed()
    assert len(compiled.splitlines()) == 16
    assert printed(NUMBA_DISABLE_JIT="1") == compiled
    assert printed(NUMBA_BOUNDSCHECK="1") == compiled
