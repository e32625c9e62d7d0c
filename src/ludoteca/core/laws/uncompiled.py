"""The law that compiled and un-compiled rules play alike, move for move.

Run as ``python -m ludoteca.core.laws.uncompiled NAME OPTIONS SEED`` it prints the digest of this
process's side of the comparison.
"""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys

import numpy as np

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.laws.deals import LawBroken, demand, random_deal
from ludoteca.core.options import Options

# A policy may search, which takes seconds un-compiled: it is asked now and then.
_POLICY_EVERY = 32
_SECONDS = 300.0


def digest(game: Game, options: Options, seed: int) -> str:
    """A hash of a seeded random deal: every move, legal list and record, and some policies."""
    ids, prob = game.buffers()
    total = hashlib.sha256()
    for n, (state, action) in enumerate(random_deal(game, options, seed)):
        total.update(state.record.tobytes() + str((action, state.possible_actions())).encode())
        if state.current_player() >= 0 and n % _POLICY_EVERY == 0:
            for level in range(len(game.info.levels)):
                count = calls.policy_probs(state.record, 0, level, ids, prob)
                total.update(ids[:count].tobytes() + np.round(prob[:count], 9).tobytes())
    return total.hexdigest()


def uncompiled_rules_play_the_same(game: Game, options: Options, seed: int) -> None:
    """The un-compiled text plays seeded deals move for move like the compiled one.

    Raises
    ------
    LawBroken
        Where it does not, or does not end.
    """
    if not JIT_ENABLED:
        return  # this process is the other side of the comparison
    try:
        run = _other_side(game, options, seed)
    except subprocess.TimeoutExpired:
        raise LawBroken(f"the un-compiled rules have not ended after {_SECONDS:g} s") from None
    last = run.stderr.strip().splitlines()[-1:] or ["no message"]
    demand(run.returncode == 0, f"the un-compiled rules fail: {last[0]}")
    demand(run.stdout.strip() == digest(game, options, seed), "un-compiled rules play otherwise")


def _other_side(game: Game, options: Options, seed: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "ludoteca.core.laws.uncompiled",
            game.name,
            repr(options),
            str(seed),
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )


if __name__ == "__main__":
    from ludoteca.core.registry import load_game

    _game, _options, _seed = sys.argv[1:4]
    print(digest(load_game(_game), ast.literal_eval(_options), int(_seed)))
