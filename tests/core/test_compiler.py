"""Entries and callees: what Python calls, and what only compiled code calls."""

import os
import subprocess
import sys

MODULE = """
from ludoteca.core.jit import njit

@njit
def half(x):
    if x % 2:
        raise ValueError("odd", x)
    return x // 2

@njit
def quarter(x):
    return half(half(x))

@njit
def eighth(x):
    return half(half(half(x)))

@njit
def steps_to_zero(x):
    return 0 if x == 0 else 1 + steps_to_zero(half(x - x % 2))
"""

RUN = """
from ludoteca.core import jit
told = []
jit.listen(lambda name: told.append(name.rpartition(".")[2]))
from halves import *
{code}
print("compiled", *told)
"""


def run(folder, code):
    """Print what ``code`` prints with the functions of ``MODULE``, and what was compiled for it."""
    (folder / "halves.py").write_text(MODULE)
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(code=code)],
        env=os.environ
        | {"NUMBA_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
        | {"PYTHONPATH": f"{folder}:{os.environ.get('PYTHONPATH')}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_only_what_python_calls_is_compiled_for_python(tmp_path):
    code = "print(quarter(12)); print(len(quarter.overloads), len(half.overloads)); print(half(6))"
    assert run(tmp_path, code) == ["3", "1 0", "3", "compiled quarter half half"]
    assert run(tmp_path, code) == ["3", "1 0", "3", "compiled"]


def test_what_compiled_code_calls_is_translated_once_for_all_that_call_it(tmp_path):
    assert run(tmp_path, "print(quarter(12))") == ["3", "compiled quarter half"]
    assert run(tmp_path, "print(eighth(24))") == ["3", "compiled eighth"]
    assert run(tmp_path, "print(eighth(24), quarter(12))") == ["3 3", "compiled"]


def test_an_error_in_a_callee_is_raised_with_its_words(tmp_path):
    code = """
try:
    {call}
except ValueError as error:
    print(*error.args)
"""
    assert run(tmp_path, code.format(call="eighth(20)")) == ["odd 5", "compiled eighth half"]
    assert run(tmp_path, code.format(call="eighth(20)")) == ["odd 5", "compiled"]
    assert run(tmp_path, code.format(call="quarter(10)")) == ["odd 5", "compiled quarter"]


def test_a_callee_may_call_itself(tmp_path):
    assert run(tmp_path, "print(steps_to_zero(9))")[0] == "4"
    assert run(tmp_path, "print(steps_to_zero(9))") == ["4", "compiled"]
