"""Moves and advice from worker processes: right, quick, and lost one at a time."""

import asyncio
import errno
import os
import pickle
import signal
import subprocess
import sys

import numpy as np
import pytest
from numba import typeof
from processes import have_ended, is_running

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _, speaking
from ludoteca.core.registry import games, load_game
from ludoteca.players import make_player
from ludoteca.players.advice.advise import advise
from ludoteca.players.warm import Stage
from ludoteca.web.engines import pool as pool_module
from ludoteca.web.engines.pool import EnginePool, _task
from ludoteca.web.engines.supervisor import MachineFailed
from ludoteca.workers import process


def test_a_worker_chooses_what_the_player_itself_chooses(pool, runner, first_view):
    view = first_view("leduc")
    player = make_player(view.game, "basic")
    for seed in range(5):
        here = player.choose(view, np.random.default_rng(seed))
        assert runner.run(pool.choose(view, "basic", seed, 0.5)) == here


def test_a_machine_that_reads_the_past_is_ready_in_every_worker_before_its_first_move(pool, runner):
    runner.run(pool.prepare("leduc", machines=["basic", "belief@50"]))
    assert pool.pids()
    for supervisor in pool._supervisors:
        loaded = {_task(task, "leduc", "search") for task in ("warm", "load")}
        assert loaded & supervisor.loaded


def test_a_machine_that_reads_the_past_forgets_what_it_was_asked_before(pool, runner):
    """Equal view and seed, equal choice: whichever worker, and whatever it did meanwhile."""
    views = [view for _seen, view in _remembering("leduc", seed=2)]
    asked = [(view, seed) for view in views for seed in range(3)]
    alone = [
        make_player(view.game, "belief@60").choose(view, np.random.default_rng(seed))
        for view, seed in asked
    ]

    async def all_at_once():
        choices = (pool.choose(view, "belief@60", seed, 0.5) for view, seed in asked)
        return await asyncio.gather(*choices)

    assert runner.run(all_at_once()) == alone
    assert runner.run(all_at_once()) == alone


def test_a_past_travels_as_it_was(first_view):
    view = first_view("leduc")
    back = pickle.loads(pickle.dumps(view))
    assert back == view
    assert back.past == view.past
    assert len(back.past) == len(back.tokens) + 1
    for mine, theirs in ((back.past[0], view.past[0]), (back.record, view.record)):
        assert typeof(mine) == typeof(theirs), "what is warmed is what is used"


def test_a_game_is_prepared_once_for_all_who_wait_and_announced_in_their_language(pool, runner):
    heard = {"en": [], "pt": []}

    async def wait(lang):
        with speaking(lang):
            await pool.prepare("nim", lambda *told: heard[lang].append(told))

    async def both():
        await asyncio.gather(wait("en"), wait("pt"))

    assert not pool.preparations.is_ready("nim")
    runner.run(both())
    assert pool.preparations.is_ready("nim")
    for lang, told in heard.items():
        with speaking(lang):
            done, total, words, _share = zip(*told, strict=True)
            assert words[0] == _("preparing {game}").format(game="Nim")
        assert list(done) == sorted(done)
        assert done[-1] == total[-1] > 0, "the progress has an end"
    before = len(heard["en"])
    runner.run(wait("en"))
    assert len(heard["en"]) == before


def test_advice_is_that_of_the_view_in_the_language_asked_for(runner, first_view):
    """Of a process that compiles, whatever this one does: advice takes as long as it may."""
    view = first_view("leduc")

    async def advice():
        pool = EnginePool(workers=1)
        await pool.start()
        try:
            return [await pool.advise(view, lang, 3) for lang in ("en", "fi")]
        finally:
            await pool.stop()

    for lang, found in zip(("en", "fi"), runner.run(advice()), strict=True):
        with speaking(lang):
            assert found == advise(view, seed=3)


def test_a_machine_that_does_not_exist_is_refused(pool, runner, first_view):
    with pytest.raises(BadInput, match="Nim has no player grandmaster"):
        runner.run(pool.choose(first_view("nim"), "grandmaster", 1, 0.5))


def _prepare_whole(pool, runner, name):
    """Prepare a game, advice too: the processes of the pool are its workers alone afterwards."""
    runner.run(pool.prepare(name))
    runner.run(pool.preparations.wait_for(name, Stage.ADVICE))


def test_a_killed_worker_costs_its_request_alone(pool, runner, first_view):
    view = first_view("nim")
    _prepare_whole(pool, runner, "nim")

    async def lose_one():
        before = pool.pids()
        for pid in before:
            os.kill(pid, signal.SIGSTOP)
        asked = [asyncio.create_task(pool.choose(view, "basic", s, 5.0)) for s in range(6)]
        await asyncio.sleep(0.2)
        os.kill(before[0], signal.SIGKILL)
        os.kill(before[1], signal.SIGCONT)
        return before[0], await asyncio.gather(*asked, return_exceptions=True)

    lost, answers = runner.run(lose_one())
    failed = [a for a in answers if isinstance(a, Exception)]
    assert [type(a) for a in failed] == [MachineFailed]
    assert "ended before it answered" in str(failed[0])
    assert all(a in view.legal for a in answers if not isinstance(a, Exception))
    assert lost not in pool.pids()


def test_a_worker_that_takes_too_long_is_replaced(pool, runner, first_view, monkeypatch):
    view = first_view("nim")
    _prepare_whole(pool, runner, "nim")
    monkeypatch.setattr(pool_module, "GRACE_SECONDS", 0.5)

    async def wait_in_vain():
        before = pool.pids()
        for pid in before:
            os.kill(pid, signal.SIGSTOP)
        with pytest.raises(MachineFailed, match="did not answer within"):
            await pool.choose(view, "basic", 1, 0.1)
        for pid in before:
            if is_running(pid):
                os.kill(pid, signal.SIGCONT)
        return before

    before = runner.run(wait_in_vain())
    assert sum(is_running(pid) for pid in before) == len(before) - 1
    monkeypatch.undo()

    async def replaced():
        while len(pool.pids()) < len(before):
            await asyncio.sleep(0.05)

    runner.run(replaced())
    assert runner.run(pool.choose(view, "basic", 1, 0.5)) in view.legal


def test_an_idle_worker_that_is_killed_costs_nothing(pool, runner, first_view):
    view = first_view("nim")
    _prepare_whole(pool, runner, "nim")

    async def kill_all_and_ask():
        for pid in pool.pids():
            os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.3)
        return await pool.choose(view, "basic", 1, 0.5)

    assert runner.run(kill_all_and_ask()) in view.legal


def test_who_stops_waiting_takes_no_worker_with_them(pool, runner, first_view):
    view = first_view("nim")
    _prepare_whole(pool, runner, "nim")

    async def cancel_many():
        before = pool.pids()
        asked = [asyncio.create_task(pool.choose(view, "basic", s, 0.5)) for s in range(20)]
        await asyncio.sleep(0)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        answer = await pool.choose(view, "basic", 1, 0.5)
        return before == pool.pids(), answer

    same_workers, answer = runner.run(cancel_many())
    assert same_workers
    assert answer in view.legal


def _decisions(name, seed):
    """Each decision of a random deal, and another deal that looks the same to who decides."""
    state = load_game(name).new_state()
    rng = np.random.default_rng(seed)
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(state.sample_chance(rng))
            continue
        seat = state.current_player()
        seen, other = state.view(seat), state.clone()
        calls.resample(seen.record, 0, seat, rng, other.record, 0)
        yield seen, other.view(seat)
        state.apply_unchecked(int(rng.choice(seen.legal)))


def _remembering(name, seed):
    """The decisions of a random deal: the position, and what who decides sees and saw."""
    state = load_game(name).new_state()
    rng = np.random.default_rng(seed)
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(state.sample_chance(rng))
            continue
        view = state.view(state.current_player(), remembering=True)
        yield state, view
        state.apply_unchecked(int(rng.choice(view.legal)))


@pytest.mark.parametrize("name", sorted(games()))
def test_a_worker_is_given_no_past_but_what_that_seat_saw(name):
    """Before each move and after the last: the seat's own view of then, and nothing else."""
    walked = load_game(name).new_state()
    seats = range(walked.num_players)
    saw = [[walked.view(seat).record for seat in seats]]
    for state, view in _remembering(name, seed=1):
        for move in state.moves[len(walked.moves) :]:
            walked.apply_unchecked(move.action)
            saw.append([walked.view(seat).record for seat in seats])
        there = pickle.loads(pickle.dumps(view)).past
        wanted = [records[view.seat].tobytes() for records in saw]
        assert [record.tobytes() for record in there] == wanted


@pytest.mark.parametrize("name", sorted(games()))
def test_what_a_seat_cannot_see_does_not_change_what_a_worker_gets(name):
    for seen, permuted in _decisions(name, seed=1):
        assert pickle.dumps(permuted) == pickle.dumps(seen)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_what_a_seat_cannot_see_changes_neither_choice_nor_advice(name):
    for seed in range(3):
        for seen, permuted in _decisions(name, seed):
            assert advise(permuted, seed) == advise(seen, seed)
            for level in seen.game.info.levels:
                choices = {
                    make_player(seen.game, level).choose(view, np.random.default_rng(seed))
                    for view in (seen, permuted)
                }
                assert len(choices) == 1


_SERVER = """
import asyncio
from ludoteca.web.engines.pool import EnginePool

async def main():
    pool = EnginePool(workers=2, jobs=1, environment={"NUMBA_DISABLE_JIT": "1"})
    await pool.start()
    given = {"target": 0.0, "iterations": 10**12}
    job = asyncio.create_task(
        pool.ask("leduc", "solve", "equilibrium", given, {}, 1, "en", lambda *a: told.set())
    )
    told = asyncio.Event()
    await told.wait()
    print(*pool.pids(), flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_workers_and_jobs_end_with_a_server_that_is_killed():
    server = subprocess.Popen([sys.executable, "-c", _SERVER], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        pids = [int(pid) for pid in server.stdout.readline().split()]
        assert len(pids) == 3
        assert all(is_running(pid) for pid in pids)
    finally:
        server.kill()
        server.wait()
    assert have_ended(pids)


def test_stopping_ends_every_process_and_every_wait(first_view):
    view = first_view("nim")

    async def start_and_stop():
        pool = EnginePool(workers=2, environment={"NUMBA_DISABLE_JIT": "1"})
        await pool.start()
        await pool.prepare("nim")
        pids = pool.pids()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        asked = [asyncio.create_task(pool.choose(view, "basic", s, 5.0)) for s in range(4)]
        await asyncio.sleep(0.1)
        await pool.stop()
        return pids, await asyncio.gather(*asked, return_exceptions=True)

    pids, answers = asyncio.run(start_and_stop())
    assert [type(a) for a in answers] == [MachineFailed] * 4
    assert have_ended(pids)


def test_a_machine_that_reads_or_prints_does_not_disturb_the_pipes(pool, runner, first_view):
    view = first_view("nim")
    with pytest.raises(MachineFailed):
        runner.run(pool.choose(view, "human", 1, 0.5))
    assert runner.run(pool.choose(view, "basic", 1, 0.5)) in view.legal


def test_a_process_that_cannot_be_started_is_one_sentence(runner, monkeypatch):
    def start(*_command, **_more):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(process, "start", start)

    async def ask():
        pool = EnginePool(workers=1)
        with pytest.raises(MachineFailed, match="no process can be started just now: Too many"):
            await pool.ask("nim", "solve", "position", {}, {}, 1, "en")
        # What nobody waits for fails without a trace in the log.
        await pool._prepare_advice("nim")

    runner.run(ask())
