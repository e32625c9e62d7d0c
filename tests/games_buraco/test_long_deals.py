"""A long deal: what the web process takes to wake it with its log, and what a worker is told."""

import json
import os
import subprocess
import sys

# Deals of random moves are the longest. The web process runs the rules un-compiled, as here.
_MEASURED = """
import json, pickle, sys, tracemalloc
import numpy as np
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.table.deal import TableDeal, Rules
from ludoteca.table.deal import Log

game, rng = load_game("buraco"), np.random.default_rng(0)
state = game.new_state({"players": 4})
while not state.is_terminal():
    action = state.sample_chance(rng) if state.is_chance() else rng.choice(state.legal_actions())
    state.apply_unchecked(int(action))


def counted(work):
    calls = 0

    def count(_frame, event, _of):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    done = work()
    sys.setprofile(None)
    return done, calls

def wake():
    deal, log = TableDeal(Rules(game, state.options), state.standing, state.moves), Log()
    log.add_moves([list(move) for move in state.moves], 0, None)
    log.lines(deal, 0, ("A", "B", "C", "D"))
    return deal.state

woken, waking = counted(wake)

sent = pickle.dumps(woken.view(0, remembering=True))
tracemalloc.start()
view = pickle.loads(sent)
taken, _most = tracemalloc.get_traced_memory()
again, remembering = counted(lambda: woken.view(0, remembering=True))
assert again.past == view.past
print(json.dumps([len(state.moves), waking, remembering, len(sent), taken]))
"""


def test_a_deal_of_hundreds_of_moves_is_woken_in_few_calls_and_told_in_little_memory():
    told = subprocess.run(
        [sys.executable, "-c", _MEASURED],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert told.returncode == 0, told.stderr
    moves, waking, remembering, sent, taken = json.loads(told.stdout)
    assert moves > 300
    # Calls of Python's functions: each move is made once, and none before it is looked at again.
    assert waking < 200 * moves
    assert remembering < 30 * moves
    # Of a deal of 600 moves: 200 kB. An array of its records would take 570 kB.
    share = moves / 600
    assert sent < 100_000 * share
    assert taken < 200_000 * share
