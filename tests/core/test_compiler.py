"""Entries and callees: what Python calls, and what only compiled code calls."""

import gc
import os
import subprocess
import sys

import numpy as np
import pytest

from ludoteca.core.compiling import code_cache
from ludoteca.core.jit import njit

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
def halves(bytes_, i):
    return half(bytes_[i]) + half(8) + half(i + 4)

@njit
def rounded(x, up):
    return (x + 1) // 2 if up else x // 2

@njit
def up_and_down(x):
    return rounded(x, True) + 10 * rounded(x, False)

@njit
def steps_to_zero(x):
    return 0 if x == 0 else 1 + steps_to_zero(half(x - x % 2))
"""

RUN = """
from ludoteca.core.compiling import code_cache
told = []
code_cache.listen(lambda name: told.append(name.rpartition(".")[2]))
from halves import *
{code}
print("compiled", *told)
"""


@pytest.fixture
def put(tmp_path, monkeypatch):
    """A function that was never compiled."""
    monkeypatch.setattr(code_cache, "cache_dir", lambda _source: tmp_path / "cache")

    @njit
    def put(states, i, j):
        states[i] = states[j]

    return put


def run(folder, code):
    """Print what ``code`` prints with the functions of ``MODULE``, and what was compiled for it."""
    return finished(start(folder, code))


def start(folder, code):
    (folder / "halves.py").write_text(MODULE)
    return subprocess.Popen(
        [sys.executable, "-c", RUN.format(code=code)],
        env=os.environ
        | {"NUMBA_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
        | {"PYTHONPATH": f"{folder}:{os.environ.get('PYTHONPATH')}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process):
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.splitlines()


@pytest.mark.soak
def test_only_what_python_calls_is_compiled_for_python(tmp_path):
    code = """
print(quarter(12))
print(len(quarter.entry.overloads), len(half.entry.overloads))
print(half(6))
"""
    assert run(tmp_path, code) == ["3", "1 0", "3", "compiled quarter half half"]
    assert run(tmp_path, code) == ["3", "1 0", "3", "compiled"]


@pytest.mark.soak
def test_what_compiled_code_calls_is_translated_once_for_all_that_call_it(tmp_path):
    assert run(tmp_path, "print(quarter(12))") == ["3", "compiled quarter half"]
    assert run(tmp_path, "print(eighth(24))") == ["3", "compiled eighth"]
    assert run(tmp_path, "print(eighth(24), quarter(12))") == ["3 3", "compiled"]


@pytest.mark.soak
def test_a_long_callee_is_machine_code_once_for_all_processes_that_call_it(tmp_path):
    long = "from ludoteca.core.compiling import compiler\ncompiler._LONG = 0\n"
    assert run(tmp_path, long + "print(quarter(12))") == ["3", "compiled quarter half"]
    code = long + "print(eighth(24), quarter(12), half(6))"
    assert run(tmp_path, code) == ["3 3 3", "compiled eighth half"]
    assert run(tmp_path, code) == ["3 3 3", "compiled"]


@pytest.mark.soak
def test_what_another_process_made_of_an_own_long_callee_can_be_loaded(tmp_path):
    long = "from ludoteca.core.compiling import compiler\ncompiler._LONG = 0\n"
    other = RUN.format(code=long + "print(eighth(24))")
    meanwhile = (
        f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {other!r}], check=True)\n"
    )
    code = f"{long}print(quarter(12), flush=True)\n{meanwhile}print(eighth(24), quarter(20))"
    assert run(tmp_path, code) == ["3", "3", "compiled eighth", "3 5", "compiled quarter half"]


@pytest.mark.soak
def test_processes_that_compile_the_same_at_once_leave_a_whole_cache(tmp_path):
    code = "from ludoteca.core.compiling import compiler\ncompiler._LONG = 500\n"
    code += "print(halves(__import__('numpy').array([6]), 0), eighth(24), quarter(12))"
    together = [start(tmp_path, code) for _process in range(3)]
    killed = start(tmp_path, code)
    (tmp_path / "cache").mkdir(mode=0o700, exist_ok=True)
    while not list((tmp_path / "cache").rglob("*.nbi")):
        assert together[0].poll() is None
    killed.kill()
    killed.communicate()
    assert [finished(process)[0] for process in together] == ["9 3 3"] * 3
    assert run(tmp_path, code) == ["9 3 3", "compiled"]


# A process for all of these, and one more: to start one and compile for it takes seconds.
OF_ALL_KINDS = """
import numpy
def say(*words):
    print(*words, *told)
    told.clear()
def wrong(function, x):
    try:
        function(x)
    except ValueError as error:
        say(*error.args)
say(halves(numpy.array([6], numpy.int8), 0))
wrong(eighth, 20)
wrong(quarter, 10)
say(steps_to_zero(9))
say(up_and_down(9))
"""


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    """What two processes say, one after the other, of results and of what was compiled for them."""
    folder = tmp_path_factory.mktemp("halves")
    first, again = (run(folder, OF_ALL_KINDS) for _process in range(2))
    assert (first.pop(), again.pop()) == ("compiled", "compiled")
    return first, again


def test_a_callee_is_compiled_once_for_a_field_of_a_byte_a_constant_and_a_sum(twice):
    assert [lines[0] for lines in twice] == ["9 halves half", "9"]


def test_a_callee_is_compiled_once_for_true_and_false(twice):
    assert [lines[4] for lines in twice] == ["45 up_and_down rounded", "45"]


def test_an_error_in_a_callee_is_raised_with_its_words(twice):
    assert [lines[1:3] for lines in twice] == [["odd 5 eighth", "odd 5 quarter"], ["odd 5"] * 2]


def test_a_callee_may_call_itself(twice):
    assert [lines[3] for lines in twice] == ["4 steps_to_zero", "4"]


def test_a_record_is_copied_as_a_block(put):
    record = np.dtype([("numbers", np.int64, 100), ("flags", np.int8, 3)])
    states = np.zeros(3, record)
    states[2]["numbers"] = range(100)
    states[2]["flags"] = 7
    put(states, 0, 2)
    put(states, -2, -1)
    assert states[0] == states[1] == states[2]
    (text,) = put.entry.inspect_llvm().values()
    assert "memcpy" in text
    assert f"load [{record.itemsize} x i8]" not in text


def test_the_collector_waits_while_a_function_is_compiled_and_is_left_as_it_was(put):
    seen = []
    end = code_cache.listen(lambda _name: seen.append(gc.isenabled()))
    try:
        put(np.zeros(2, np.int64), 0, 1)
        assert gc.isenabled()
        gc.disable()
        put(np.zeros(2, np.float64), 0, 1)
        assert not gc.isenabled()
    finally:
        end()
        gc.enable()
    assert seen == [False, False]


def test_a_listener_that_raises_has_nothing_compiled_and_the_next_call_is_as_ever(put):
    def refuse(name):
        raise LookupError(name)

    end = code_cache.listen(refuse)
    with pytest.raises(LookupError, match="put"):
        put(np.zeros(2, np.int64), 0, 1)
    end()
    assert not put.entry.overloads
    states = np.arange(2)
    put(states, 0, 1)
    assert states.tolist() == [1, 1]


LOADS = """
import sys, numpy as np
from ludoteca.core.compiling import compiler
print("scipy.linalg" in sys.modules)
from ludoteca.core.jit import njit

@njit
def square(x):
    return x @ x

print(square(np.eye(2) * 3).tolist(), "scipy.linalg" in sys.modules)
"""


@pytest.mark.soak
def test_linear_algebra_is_loaded_where_a_function_needs_it(tmp_path):
    (tmp_path / "squares.py").write_text(LOADS)
    own = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, str(tmp_path / "squares.py")]
    done = subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["False", "[[9.0, 0.0], [0.0, 9.0]] True"]


def test_an_array_of_another_shape_is_refused_without_texts_to_compile(tmp_path, monkeypatch):
    monkeypatch.setattr(code_cache, "cache_dir", lambda _source: tmp_path / "cache")

    @njit
    def fill(row, numbers):
        row[:] = numbers

    told = []
    end = code_cache.listen(told.append)
    row = np.zeros(3)
    fill(row, np.arange(3.0))
    end()
    assert row.tolist() == [0, 1, 2]
    assert not [name for name in told if "unicode" in name or "repr" in name]
    with pytest.raises(ValueError, match="an array of another shape"):
        fill(row, np.arange(4.0))
