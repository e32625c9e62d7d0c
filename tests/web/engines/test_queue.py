"""Moves come in turn by address, within each one's share; how long they take tells no cards."""

import asyncio
import os
import signal
import time
from types import SimpleNamespace

import pytest

from ludoteca.players.warm import Stage
from ludoteca.web.engines import supervisor, tasks
from ludoteca.web.engines.supervisor import SHARE, Debts, Order, OrderQueue, Orders
from ludoteca.workers.ipc import SILENT, Request


def _order(address, name=""):
    return Order(Request(name), 1.0, address)


def _taken(orders):
    names = []
    while (order := orders.take()) is not None:
        names.append(f"{order.address}{order.request.function}")
    return names


def test_addresses_are_served_in_turn_and_each_in_its_order(runner):
    async def body():
        orders = OrderQueue().moves
        for name in ("a1", "a2", "a3", "a4", "b1", "c1", "b2"):
            orders.put(_order(name[0], name[1]))
        assert len(list(orders)) == 7
        assert _taken(orders) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
        orders.put(_order("a", "5"))
        orders.put(_order("b", "3"))
        assert _taken(orders) == ["a5", "b3"], "who waits for nothing has no turn to come"

    runner.run(body())


def test_quick_moves_of_many_tables_do_not_wait_for_as_many_slow_ones(runner):
    """Shares are of time: an address goes first until it has used as much as the other."""

    async def body():
        queue = OrderQueue()
        for n in range(3):
            queue.put(queue.moves, _order("slow", str(n)))
        queue.debts.charge("slow", 1000.0)
        for n in range(3):
            queue.put(queue.moves, _order("quick", str(n)))
        assert _taken(queue.moves)[:3] == ["quick0", "quick1", "quick2"]

    runner.run(body())


def test_an_address_that_used_its_share_up_has_no_order_within_it(runner):
    async def body():
        queue = OrderQueue()
        greedy, modest = _order("a"), _order("b")
        for address in ("a", ""):
            queue.debts.charge(address, SHARE + 1000.0)
        queue.debts.charge("b", SHARE / 2)
        for order in (greedy, modest):
            queue.put(queue.moves, order)
        assert queue.moves.take_within_share() is modest
        assert queue.moves.take_within_share() is None
        assert queue.moves.take() is greedy
        queue.put(queue.moves, nobody := _order(""))
        assert queue.moves.take_within_share() is nobody, "nobody is charged"

    runner.run(body())


def test_what_an_address_owes_is_forgiven_with_time(monkeypatch):
    debts, now = Debts(), 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    debts.charge("a", 20.0)
    now += 15.0
    assert debts.of("a") == 5.0
    now += 100.0
    assert debts.of("a") == debts.of("b") == 0.0
    debts.charge("a", 3.0)
    assert debts.of("a") == 3.0


@pytest.fixture
def stopped(pool, runner, first_view):
    """The pool with its workers stopped; what is asked of them waits until they go on."""
    view = first_view("nim")
    runner.run(pool.prepare("nim"))
    pids = [supervisor.engine.pid for supervisor in pool._supervisors]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    yield view, pids
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


def test_many_moves_of_one_address_do_not_delay_another(pool, runner, stopped, monkeypatch):
    """Whichever worker is quicker: the orders count as they are given out."""
    view, pids = stopped
    given = []
    take = Orders._next

    def noted(orders, most):
        order = take(orders, most)
        if order is not None and order.address:  # what is loaded is nobody's
            given.append(order.address)
        return order

    monkeypatch.setattr(Orders, "_next", noted)

    def ask(address, seed):
        return asyncio.create_task(pool.choose(view, "basic", seed, 30.0, address))

    async def body():
        asked = [ask("many", seed) for seed in range(12)]
        while len(list(pool._orders.moves)) < 10:  # two are with the workers
            await asyncio.sleep(0.01)
        asked.append(ask("one", 0))
        while len(list(pool._orders.moves)) < 11:
            await asyncio.sleep(0.01)
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        await asyncio.gather(*asked)

    runner.run(body())
    assert len(given) == 13
    assert given.index("one") <= 3, "two were with the workers, and one of the many may come before"


def test_the_first_worker_is_kept_for_addresses_within_their_share(pool, runner, stopped):
    view, (first, second) = stopped

    async def body():
        pool._orders.debts.charge("greedy", SHARE + 1000.0)
        asks = [pool.choose(view, "basic", seed, 30.0, "greedy") for seed in range(2)]
        greedy = [asyncio.create_task(ask) for ask in asks]
        while not list(pool._orders.moves):  # one is with the second worker, one waits for it
            await asyncio.sleep(0.01)
        os.kill(first, signal.SIGCONT)
        for seed in range(3):
            await pool.choose(view, "basic", seed, 30.0, "modest")
        assert len(list(pool._orders.moves)) == 1
        os.kill(second, signal.SIGCONT)
        await asyncio.gather(*greedy)

    runner.run(body())


def test_moves_that_a_button_asks_for_do_not_wait_for_advice(pool, runner, first_view, stopped):
    nim, pids = stopped

    async def body():
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        await pool.preparations.wait_for("nim", Stage.ADVICE)
        await pool.prepare("buraco")  # its advice is prepared by the second worker, or will be
        os.kill(pids[1], signal.SIGSTOP)
        asked = [asyncio.create_task(pool.advise(nim, "en", seed)) for seed in range(2)]
        while not list(pool._orders.advice):  # at most one is with the second worker
            await asyncio.sleep(0.01)
        async with asyncio.timeout(60):
            assert await pool.moves_to_try(first_view("buraco"), "points", "somebody") == ()
        assert list(pool._orders.advice)
        for advice in asked:
            advice.cancel()

    runner.run(body())


# -- time -----------------------------------------------------------------------------------------


class Thinker:
    """A player that thinks for a time where it has a choice, and answers at once where not."""

    def __init__(self, seconds):
        self.seconds = seconds

    def choose(self, view, _rng):
        if len(view.legal) > 1:
            tasks.time.sleep(self.seconds)
        return view.legal[0]


class Clock:
    """A clock that goes on where somebody sleeps."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


def _seconds(spec, legal):
    view = SimpleNamespace(game=SimpleNamespace(name="cards"), legal=legal)
    began = tasks.time.monotonic()
    assert tasks.choose(SILENT, view, spec, 1, 0.1) == legal[0]
    return tasks.time.monotonic() - began


@pytest.fixture
def thinks(monkeypatch):
    """``thinks(seconds)``: every machine is one that thinks so long."""
    monkeypatch.setattr(tasks, "time", Clock())
    monkeypatch.setattr(tasks, "_register", lambda _view: None)
    monkeypatch.setattr(tasks, "_TOOK", {})
    return lambda s: monkeypatch.setattr(tasks, "make_player", lambda _game, _spec: Thinker(s))


@pytest.mark.parametrize(("spec", "seconds"), [("mcts", 0.1), ("mcts@0.3s", 0.3)])
def test_a_machine_that_thinks_for_a_time_takes_all_of_it(thinks, spec, seconds):
    thinks(0.0)
    assert _seconds(spec, (1, 2)) == seconds
    assert _seconds(spec, (1,)) == seconds


def test_a_machine_that_thinks_as_far_as_it_is_told_takes_as_long_for_its_only_move(thinks):
    thinks(0.2)
    assert _seconds("belief@1000", (1,)) == 0.1, "nothing is known of it yet"
    for _move in range(tasks._REMEMBERED):
        _seconds("belief@1000", (1, 2))
    assert _seconds("belief@1000", (1,)) == pytest.approx(0.2)


@pytest.mark.usefixtures("thinks")
def test_a_machine_that_takes_no_budget_answers_at_once(monkeypatch):
    def made(_game, spec):
        if "@" in spec:
            raise tasks.BadInput("it takes no budget")
        return SimpleNamespace(choose=lambda view, _rng: view.legal[0])

    monkeypatch.setattr(tasks, "make_player", made)
    assert _seconds("basic", (1,)) == 0.0
    assert _seconds("basic", (1, 2)) == 0.0


def test_an_order_that_is_cancelled_when_its_answer_comes_does_not_cancel_the_next(
    runner, monkeypatch
):
    told = []

    class Engine:
        alive = True

        def __init__(self, *_given):
            self.answers = []

        def when_ended(self, _then):
            pass

        async def answer(self, request, *_given):
            told.append(request.function)
            self.answers.append(asyncio.get_running_loop().create_future())
            return await self.answers[-1]

        def cancel(self):
            told.append("cancelled")

        async def kill(self):
            pass

    async def body():
        queue = OrderQueue()
        supervised = supervisor.Supervisor(queue, True, {})
        running = asyncio.create_task(supervised.run())
        first, second = _order("a", "1"), _order("b", "2")
        for order in (first, second):
            queue.put(queue.advice, order)
        while told != ["1"]:
            await asyncio.sleep(0)
        supervised.engine.answers[0].set_result("found")
        first.answer.cancel()
        for _turn in range(20):
            await asyncio.sleep(0)
        assert told == ["1", "2"]
        running.cancel()

    monkeypatch.setattr(supervisor, "Engine", Engine)
    runner.run(body())
