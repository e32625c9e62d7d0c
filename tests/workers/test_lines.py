"""A program that is read line by line: deadlines, ends, long lines, and nothing left behind."""

import gc
import subprocess
import sys

import pytest
from processes import have_ended, is_running

from ludoteca.workers import lines
from ludoteca.workers.lines import HasEnded, LineProcess, NoAnswer

LONG = 30.0


def started(code, **more):
    return LineProcess([sys.executable, "-c", f"import sys, time\n{code}"], **more)


def test_lines_come_as_they_are_written_and_a_silent_program_is_told():
    program = started("for line in sys.stdin: print(line.strip() * 2, flush=True)")
    program.write("a\nb\n")
    assert [program.line(LONG), program.line(LONG)] == [b"aa", b"bb"]
    with pytest.raises(NoAnswer):
        program.line(0.05)
    program.write("c\n")
    assert program.line(LONG) == b"cc"
    program.close()


def test_an_ended_program_is_told_for_ever_after_its_last_line():
    program = started("print('half', end='')")
    assert program.line(LONG) == b"half"
    for _again in range(2):
        with pytest.raises(HasEnded):
            program.line(LONG)
    with pytest.raises(HasEnded):
        program.write("x" * 1_000_000 + "\n")  # more than a pipe takes


def test_of_a_line_that_is_too_long_the_beginning_comes():
    program = started("print('x' * 100_000, flush=True)", longest=1_000)
    assert 1_000 < len(program.line(LONG)) <= 100_000
    program.close()


def test_a_program_that_goes_on_is_killed_with_what_it_started():
    code = (
        "import subprocess\n"
        "other = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)'])\n"
        "print(other.pid, flush=True)\n"
        "time.sleep(100)"
    )
    program = started(code, own_session=True, parting_seconds=0.1, stderr=subprocess.DEVNULL)
    pid = int(program.line(LONG))
    assert is_running(pid)
    program.close()
    assert have_ended([pid])


def test_a_program_that_nobody_refers_to_ends():
    program = started("import os; print(os.getpid(), flush=True); sys.stdin.read()")
    pid = int(program.line(LONG))
    del program
    gc.collect()
    assert have_ended([pid])


def test_a_program_that_does_not_start_is_an_error():
    with pytest.raises(OSError, match="nothing-of-the-kind"):
        LineProcess(["nothing-of-the-kind"])


def test_a_program_that_writes_what_nobody_reads_is_killed(monkeypatch):
    monkeypatch.setattr(lines, "_MOST_UNREAD", 1 << 20)
    flooding = started("sys.stdout.write('first\\n' + 'x' * (1 << 22))\ntime.sleep(600)")
    try:
        assert flooding._process.wait(LONG) != 0
        assert flooding.line(LONG) == b"first"
    finally:
        flooding.close()
