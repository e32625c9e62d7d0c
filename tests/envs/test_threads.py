"""Threads that take up orders in compiled code."""

import threading
import time

import numpy as np
import pytest

from ludoteca.core.errors import IllegalMove
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.envs import VectorEnv
from ludoteca.envs.threads import (
    FIRST_ORDER,
    FREE,
    Helpers,
    finished,
    next_order,
    seen_done,
    taken_back,
    told,
)

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="un-compiled there are no threads")

FAIL = FIRST_ORDER + 99


def _helpers(number, looks, done):
    """Threads that note their orders in ``done``, and fail at ``FAIL``."""

    def obey(words, n, _looks):
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


@pytest.mark.parametrize("looks", [0, 10, 100_000])
def test_each_part_of_each_order_is_done_once_asleep_or_awake(looks):
    done = []
    helpers = _helpers(3, looks, done)
    orders = range(FIRST_ORDER, FIRST_ORDER + 20)

    def part(order, n):
        time.sleep(0.003 * (order % 3))  # at times the others have begun before this is done
        done.append((order, n))

    for order in orders:
        helpers.do(order, part)
        assert len(done) == 4 * (order - FIRST_ORDER + 1)
    assert sorted(done) == [(order, n) for order in orders for n in range(4)]
    helpers.close()


def test_who_orders_does_what_nobody_has_begun():
    words = np.zeros(16, np.int64)
    assert told(words, 1, FIRST_ORDER)
    assert taken_back(words, 1)
    assert told(words, 1, FIRST_ORDER)
    assert next_order(words, 1, 10) == FIRST_ORDER
    assert not taken_back(words, 1)
    assert not seen_done(words, 1, 10)
    assert finished(words, 1) != FREE  # who waits is to be told
    assert seen_done(words, 1, 10)
    assert told(words, 1, FIRST_ORDER)
    assert seen_done(words, 1, 10)  # where the caller fails, nobody begins what is left
    assert next_order(words, 1, 10) < FIRST_ORDER
    assert not told(words, 1, FIRST_ORDER)  # it is asleep


def test_the_error_of_a_thread_is_raised_and_the_next_order_is_done():
    done = []
    helpers = _helpers(2, 10, done)
    with pytest.raises(ValueError, match=r"thread [12]"):
        helpers.do(FAIL, lambda order, n: time.sleep(0.1))
    with pytest.raises(KeyError):  # of the part of this thread
        helpers.do(FIRST_ORDER, lambda order, n: {}[order])
    helpers.do(FIRST_ORDER + 1, lambda order, n: time.sleep(0.1))
    assert {(FAIL, 1), (FAIL, 2), (FIRST_ORDER + 1, 1), (FIRST_ORDER + 1, 2)} <= {*done}
    helpers.close()


def test_threads_end_with_their_environments_or_when_they_are_closed():
    before = {*threading.enumerate()}
    env, other = VectorEnv("kuhn", 8, threads=3), VectorEnv("kuhn", 8, threads=2)
    env.reset()
    begun = {*threading.enumerate()} - before
    assert len(begun) == 3
    env.close()
    with pytest.raises(RuntimeError, match="the threads have ended"):
        env.reset()
    del other
    for thread in begun:
        thread.join(30)
        assert not thread.is_alive()


def test_an_illegal_action_is_found_in_any_share():
    env = VectorEnv("kuhn", 9, threads=4)
    env.reset()
    for number in range(9):
        actions = env.sample().copy()
        actions[number:] = 99
        with pytest.raises(IllegalMove, match=f"environment {number}: 99 is not legal"):
            env.step(actions)
    assert np.all(env.step(env.sample()).current_player >= 0)
