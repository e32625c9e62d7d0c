"""A run of CFR that is kept in a file until it is done, and goes on from there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.solve.cfr import CfrSolution, CfrSolver, Progress
from ludoteca.solve.tree import GameTree

_SAVE_SECONDS = 30.0


def solve_on(
    tree: GameTree,
    target: float,
    max_iterations: int,
    checkpoint: Path,
    progress: Callable[[Progress], None],
) -> tuple[CfrSolution, int]:
    """Solve ``tree`` by CFR+ (see :class:`~ludoteca.solve.cfr.CfrSolver`), as far as was asked.

    The run is saved in ``checkpoint`` now and then and when it is interrupted; a later call goes on
    from there, and a finished one removes the file. Returns the iterations done before, too.
    """
    try:
        solver = CfrSolver.restore(tree, checkpoint)
    except BadInput:
        solver = CfrSolver(tree)
    before, saved = solver.iterations, time.perf_counter()

    def tell(now: Progress) -> None:
        nonlocal saved
        if time.perf_counter() - saved > _SAVE_SECONDS:
            solver.save(checkpoint)
            saved = time.perf_counter()
        progress(now)

    try:
        solution = solver.run(target, max_iterations, tell)
    except KeyboardInterrupt:
        solver.save(checkpoint)
        raise
    checkpoint.unlink(missing_ok=True)
    return solution, before
