"""Threads that take up orders in compiled code."""

import threading
import time

import numpy as np
import pytest

from ludoteca.core.errors import IllegalMove
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.envs import VectorEnv
from ludoteca.envs.threads import FIRST_ORDER, FREE, Helpers, finished, next_order

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="un-compiled there are no threads")

FAIL = FIRST_ORDER + 7


def _helpers(number, looks, done):
    """Threads that note their orders in ``done``, and fail at ``FAIL``."""

    def obey(words, n):
        order = next_order(words, n, looks)
        while order >= FIRST_ORDER:
            done.append((order, n))
            if order == FAIL:
                raise ValueError(f"thread {n}")
            stands = finished(words, n)
            if stands != FREE:
                return stands
            order = next_order(words, n, looks)
        return order

    return Helpers(number, obey)


@pytest.mark.parametrize("looks", [0, 10, 1_000_000])
def test_each_thread_does_each_order_once_asleep_or_awake(looks):
    done = []
    helpers = _helpers(3, looks, done)
    orders = range(FIRST_ORDER, FIRST_ORDER + 5)
    for order in orders:
        assert helpers.do(order, lambda a, b: a + b, order, 1) == order + 1
        assert len(done) == 3 * (order - FIRST_ORDER + 1)
        if order % 2:
            time.sleep(0.01)
    assert sorted(done) == [(order, n) for order in orders for n in (1, 2, 3)]
    helpers.close()


def test_who_orders_sleeps_until_a_slow_thread_is_done(monkeypatch):
    monkeypatch.setattr("ludoteca.envs.threads.LOOKS", 0)
    test_each_thread_does_each_order_once_asleep_or_awake(0)


def test_the_error_of_a_thread_is_raised_and_the_next_order_is_done():
    done = []
    helpers = _helpers(2, 10, done)
    with pytest.raises(ValueError, match=r"thread [12]"):
        helpers.do(FAIL, int)
    with pytest.raises(KeyError):  # of the part of this thread; the others are waited for
        helpers.do(FIRST_ORDER, {}.__getitem__, "nothing")
    assert sorted(done) == [(FIRST_ORDER, 1), (FIRST_ORDER, 2), (FAIL, 1), (FAIL, 2)]
    helpers.close()


def test_an_order_that_was_interrupted_is_waited_for_before_the_next(monkeypatch):
    done = []
    helpers = _helpers(1, 0, done)
    monkeypatch.setattr(Helpers, "_wait", lambda helpers: None)
    helpers.do(FIRST_ORDER, int)
    monkeypatch.undo()
    helpers.do(FIRST_ORDER + 1, int)
    assert done == [(FIRST_ORDER, 1), (FIRST_ORDER + 1, 1)]
    helpers.close()


def _number():
    return sum(thread.name.startswith("environments") for thread in threading.enumerate())


def test_threads_end_with_their_environments_or_when_they_are_closed():
    before = _number()
    env, other = VectorEnv("kuhn", 8, threads=3), VectorEnv("kuhn", 8, threads=2)
    env.reset()
    assert _number() == before + 3
    env.close()
    with pytest.raises(RuntimeError, match="the threads have ended"):
        env.reset()
    del other
    end = time.monotonic() + 30
    while _number() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert _number() == before


def test_an_illegal_action_is_found_in_any_share():
    env = VectorEnv("kuhn", 9, threads=4)
    env.reset()
    for number in range(9):
        actions = env.sample().copy()
        actions[number:] = 99
        with pytest.raises(IllegalMove, match=f"environment {number}: 99 is not legal"):
            env.step(actions)
    assert np.all(env.step(env.sample()).current_player >= 0)
