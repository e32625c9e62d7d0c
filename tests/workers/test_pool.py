"""Worker processes whose players end them, or are silent: each costs its own task alone."""

import os
import subprocess
import sys
import time
from contextlib import suppress

import pytest
from processes import have_ended, is_running
from worker_jobs import Numbers

from ludoteca.core.errors import BadInput
from ludoteca.workers.pool import LocalPool, WorkerLost
from ludoteca.workers.worker import Worker


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch):
    """The processes compile nothing."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def worked(job, patience=300.0, tasks=9, workers=2):
    with LocalPool(workers, patience) as pool:
        return [outcome.line for batch in pool.work(job, 0, tasks, 2) for outcome in batch]


def test_a_dead_process_costs_its_task_alone_and_the_order_is_kept():
    found = worked(Numbers(dead=(3, 4)))
    lost = {task: {"task": task, "who": "me", "death": "ended"} for task in (3, 4)}
    assert found == [lost.get(n, {"task": n, "answer": 10 * n}) for n in range(9)]


def test_a_silent_player_is_waited_for_as_long_as_was_said_and_no_longer():
    found = worked(Numbers(silent=(2,)), patience=1.0, tasks=4, workers=1)
    assert found[2] == {"task": 2, "who": "me", "death": "late"}
    assert [found[n]["answer"] for n in (0, 1, 3)] == [0, 10, 30]


def test_what_ends_all_processes_of_a_terminal_ends_no_worker():
    """It is the parent's to end them: a worker that died of it would cost its player the deal."""
    found = worked(Numbers(sent=(1,)), tasks=4, workers=1)
    assert [line["answer"] for line in found] == [0, 10, 20, 30]


def test_a_process_lost_where_nobody_was_asked_is_nobodys_fault():
    with pytest.raises(WorkerLost, match="nobody was asked"):
        worked(Numbers(before=(0,)), workers=1)


def test_an_error_of_a_task_is_raised_and_the_pool_works_on():
    with LocalPool(1) as pool:
        with pytest.raises(BadInput, match="number 1 is refused"):
            list(pool.work(Numbers(refused=(1,)), 0, 4, 1))
        assert [o.line["answer"] for (o,) in pool.work(Numbers(), 0, 3, 1)] == [0, 10, 20]


def test_workers_are_not_waited_for_where_the_work_was_stopped(monkeypatch):
    waited = []
    end = Worker.end

    def watched(worker, seconds=0.0):
        waited.append(seconds)
        end(worker, seconds)

    monkeypatch.setattr(Worker, "end", watched)
    with suppress(KeyboardInterrupt), LocalPool(1) as pool:
        next(pool.work(Numbers(silent=(1,)), 0, 9, 1))
        raise KeyboardInterrupt
    assert waited == [0.0]


def test_work_that_is_given_up_holds_nobody_up():
    """The one that is silent sleeps for much longer than a test may take."""
    began = time.monotonic()
    with LocalPool(1) as pool:
        work = pool.work(Numbers(silent=(1,)), 0, 9, 1)
        next(work)
        work.close()
        assert [o.line["answer"] for (o,) in pool.work(Numbers(), 0, 2, 1)] == [0, 10]
        work = pool.work(Numbers(silent=(1,)), 0, 9, 1)
        next(work)
    assert time.monotonic() - began < 600.0


_PARENT = """
from worker_jobs import Numbers
from ludoteca.workers.pool import LocalPool

with LocalPool(1) as pool:
    work = pool.work(Numbers(silent=(1,)), 0, 9, 1)
    next(work)
    print(pool._places[0]._worker.pid, flush=True)
    next(work)
"""


def test_a_worker_in_the_middle_of_a_task_ends_with_a_parent_that_is_killed(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    parent = subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, text=True)
    try:
        pid = int(parent.stdout.readline())
        assert is_running(pid)
    finally:
        parent.kill()
        parent.wait()
        parent.stdout.close()
    assert have_ended([pid])
