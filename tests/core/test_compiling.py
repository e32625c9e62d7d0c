"""Compilations are told of; loads from the cache are not."""

import os
import subprocess
import sys

CODE = """
from ludoteca.core import jit
told = []
jit.listen(told.append)
from ludoteca.core.registry import load_game
load_game("nim").new_state().current_player()
print(len(told), any("games.nim" in name or "calls" in name for name in told))
"""


def test_only_real_compilations_are_told(tmp_path):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}

    def told() -> list[str]:
        return subprocess.run(
            [sys.executable, "-c", CODE],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()

    first, again = told(), told()
    assert int(first[0]) > 0
    assert first[1] == "True"
    assert again[0] == "0"
