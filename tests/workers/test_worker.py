"""A worker process: answers in order, progress and drafts, errors, an interrupt, its end."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from processes import have_ended

from ludoteca.core.answers import Plot, Table
from ludoteca.core.errors import BadInput
from ludoteca.lab import charts
from ludoteca.workers.ipc import Cancelled, Interim, ProgressStep, Request
from ludoteca.workers.worker import Worker, WorkerDied

LONG = 60.0


def add(report, *numbers):
    report.progress(1, 2, "added")
    report.draft(numbers[0])
    return sum(numbers)


def refuse(_report, sentence):
    raise BadInput(sentence)


def blunder(_report):
    class Unknown(Exception):
        """Cannot be pickled."""

    raise Unknown("by mistake")


def end(_report):
    os._exit(3)


def hungry(_report, size):
    return len(bytearray(size))


def draw(_report):
    table = Table("bars", ("size", "share"), [["3", 0.5]])
    return Plot("bars", "Bars", lambda: charts.bars(table, "size", "share")).svg()


def wait_to_be_stopped(report, path):
    try:
        report.progress(0)
        time.sleep(LONG)
    except KeyboardInterrupt:
        path.write_text("kept")
        raise


def fail_of_an_interrupt(report):
    try:
        report.progress(0)
        time.sleep(LONG)
    except KeyboardInterrupt:
        raise RuntimeError("what was interrupted is missing") from None


def think_until_nobody_waits(report):
    while True:
        report.progress(0)
        time.sleep(0.001)


def request(function, *arguments):
    return Request(f"test_worker:{function.__name__}", arguments)


@pytest.fixture
def worker(monkeypatch):
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    made = Worker()
    yield made
    made.kill()
    assert have_ended([made.pid])


def test_answers_come_in_order_with_what_was_told_on_the_way(worker):
    heard = []
    sums = [worker.call(request(add, n, n), heard.append) for n in range(3)]
    assert [future.result(LONG) for future in sums] == [0, 2, 4]
    assert heard[:2] == [ProgressStep(1, 2, "added"), Interim(0)]
    assert not worker.busy


def test_a_killed_worker_takes_no_request_though_its_pipe_is_still_to_be_read(monkeypatch):
    read_on = threading.Event()
    monkeypatch.setattr(Worker, "_take_all", lambda _worker, _stream: read_on.wait(LONG))
    worker = Worker()
    worker.kill()
    try:
        assert not worker.alive
        with pytest.raises(WorkerDied):
            worker.call(request(add, 1)).result(LONG)
    finally:
        read_on.set()


def test_a_request_that_is_cancelled_ends_at_its_next_progress_and_the_worker_goes_on(worker):
    begun = threading.Event()
    thinking = worker.call(request(think_until_nobody_waits), lambda _step: begun.set())
    assert begun.wait(LONG)
    worker.cancel()
    with pytest.raises(Cancelled):
        thinking.result(LONG)
    worker.cancel()  # nothing is under way
    assert worker.call(request(add, 1)).result(LONG) == 1


def test_errors_are_raised_and_the_worker_goes_on(worker):
    with pytest.raises(BadInput, match="no such thing"):
        worker.call(request(refuse, "no such thing")).result(LONG)
    with pytest.raises(RuntimeError, match="Unknown: by mistake"):
        worker.call(request(blunder)).result(LONG)
    assert worker.call(request(add, 1)).result(LONG) == 1


def test_a_dead_worker_fails_all_that_waits_and_tells(worker):
    ended = threading.Event()
    worker.when_ended(ended.set)
    waiting = [worker.call(request(function)) for function in (end, add)]
    for future in waiting:
        with pytest.raises(WorkerDied):
            future.result(LONG)
    assert ended.wait(LONG)
    assert not worker.alive
    with pytest.raises(WorkerDied):
        worker.call(request(add, 1)).result(LONG)


def test_an_interrupt_lets_a_request_keep_its_work(worker, tmp_path):
    begun, ended = threading.Event(), threading.Event()
    worker.when_ended(ended.set)
    worker.call(request(wait_to_be_stopped, tmp_path / "work"), lambda _step: begun.set())
    assert begun.wait(LONG)
    worker.interrupt()
    assert ended.wait(LONG)
    assert (tmp_path / "work").read_text() == "kept"


def test_an_error_that_comes_of_an_interrupt_ends_the_worker_as_one(worker):
    begun = threading.Event()
    answer = worker.call(request(fail_of_an_interrupt), lambda _step: begun.set())
    assert begun.wait(LONG)
    worker.interrupt()
    with pytest.raises(WorkerDied):
        answer.result(LONG)


def test_an_idle_worker_ends_by_itself_when_its_input_does(worker):
    assert worker.call(request(add, 1)).result(LONG) == 1
    worker.close_input()
    assert have_ended([worker.pid])


_SCRIPT = """
from ludoteca.workers.ipc import Request
from ludoteca.workers.worker import Worker

class Own:
    value = 3

def value_of(_report, own):
    return own.value

if __name__ == "__main__":
    worker = Worker()
    print(worker.call(Request("__main__:value_of", (Own(),))).result(60))
    worker.kill()
"""


def test_what_a_script_defines_travels_to_its_workers(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False
    )
    assert (run.stdout, run.stderr) == ("3\n", "")


class Unreadable:
    """Raises when it is read."""

    def __reduce__(self):
        return os.listdir, ("/nowhere",)


def test_a_request_that_cannot_be_read_is_no_wait_without_end(worker):
    with pytest.raises(WorkerDied):
        worker.call(request(add, Unreadable())).result(LONG)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux bounds memory by process")
def test_a_bounded_worker_gets_no_more_memory_and_is_the_first_to_be_ended(monkeypatch):
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    bounded = Worker(most_bytes=2**31)
    try:
        # Never touched, so that the machine need not have it.
        with pytest.raises(MemoryError):
            bounded.call(request(hungry, 2**32)).result(LONG)
        assert bounded.call(request(hungry, 2**20)).result(LONG) == 2**20
        assert "<svg" in bounded.call(request(draw)).result(LONG)
        assert Path(f"/proc/{bounded.pid}/oom_score_adj").read_text() == "1000\n"
    finally:
        bounded.kill()
