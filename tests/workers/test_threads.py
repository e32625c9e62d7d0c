"""Work shared out to threads: all of it done once, in order, whoever does it; no error is lost."""

import threading

import pytest

from ludoteca.workers import threads
from ludoteca.workers.threads import shared_out, use_threads


@pytest.fixture(autouse=True)
def three_threads():
    use_threads(3)
    yield
    use_threads(1)


def test_every_part_is_done_once_and_results_keep_their_order():
    done = []

    def double(part):
        done.append(part)
        return 2 * part

    assert shared_out(double, range(50)) == [2 * part for part in range(50)]
    assert sorted(done) == list(range(50))


def test_threads_work_at_once():
    together = threading.Barrier(3, timeout=120)
    assert shared_out(lambda part: together.wait() in range(3), range(3)) == [True] * 3


@pytest.mark.parametrize("bad", [0, 7, 19])
def test_an_error_in_any_part_is_raised(bad):
    def work(part):
        if part == bad:
            raise ValueError(part)

    with pytest.raises(ValueError, match=str(bad)):
        shared_out(work, range(20))


def test_a_search_that_finds_all_threads_busy_does_its_work_alone():
    begun, go_on = threading.Semaphore(0), threading.Event()

    def wait(part):
        begun.release()
        go_on.wait(120)

    other = threading.Thread(target=shared_out, args=(wait, range(9)))
    other.start()
    try:
        assert all(begun.acquire(timeout=120) for _thread in range(3))
        assert shared_out(lambda part: part, range(5)) == list(range(5))
    finally:
        go_on.set()
        other.join(20)


def test_a_thread_that_hears_of_no_stop_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(threads, "_PARTING_SECONDS", 0.05)
    go_on, stopped, finished = threading.Event(), [], []

    def work(task):
        if task:
            go_on.wait(120)
        finished.append(task)

    found = threads.completed(work, range(3), lambda: stopped.append(True))
    assert next(found) == (0, None)
    found.close()
    assert (stopped, finished) == ([True], [0])
    go_on.set()
