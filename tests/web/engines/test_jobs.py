"""Questions asked in processes of their own: answers as plain data, progress, an end when told."""

import asyncio
import json
import os
import threading
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import pytest
from processes import have_ended

from ludoteca.core.answers import plain
from ludoteca.core.compiling import code_cache
from ludoteca.core.compiling.code_cache import cache_root
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Exact
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.games.vangin.exact import closed_form
from ludoteca.web.app import pool_of
from ludoteca.web.engines.pool import EnginePool
from ludoteca.web.engines.supervisor import MachineFailed
from ludoteca.web.engines.tasks import ask
from ludoteca.web.settings import Settings
from ludoteca.workers.ipc import SILENT, Request
from ludoteca.workers.worker import Worker

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}


def test_an_exact_answer_arrives_as_plain_data(pool, runner):
    answer = runner.run(pool.ask("nim", "odds", "win", {"heaps": "2"}, {}, 7, "en"))
    lost = sum(a == b for a, b in product(range(4), repeat=2))
    value = dict(answer["fields"])["win"]
    assert value == Exact(1 - Fraction(lost, 16), "every size is equally likely").to_json()
    (table,) = answer["tables"]
    assert table["columns"] == ["nim_sum", "probability"]
    assert sum(Fraction(row[1]["exact"]) for row in table["rows"]) == 1
    assert any("2000 random positions" in line for line in answer["why"])
    assert json.loads(json.dumps(answer)) == answer


def test_what_a_question_refuses_is_said_in_the_language_of_who_asked(pool, runner):
    given = {"heaps": "many"}
    with pytest.raises(BadInput, match="heaps is a whole number from 1 to 4, not many"):
        runner.run(pool.ask("nim", "odds", "win", given, {}, 1, "en"))
    with pytest.raises(BadInput, match="heaps es un número entero"):
        runner.run(pool.ask("nim", "odds", "win", given, {}, 1, "es"))
    with pytest.raises(BadInput):
        runner.run(pool.ask("nim", "odds", "lose", {}, {}, 1, "en"))


def test_plots_are_drawn_and_marked_by_name():
    pytest.importorskip("vl_convert")
    answer = ask(SILENT, "vangin", "study", "report", {"games": 1000}, {}, 1, "en")
    assert answer["plots"]
    assert all(plot["svg"].startswith("<svg") for plot in answer["plots"])


def test_it_is_said_that_the_code_of_a_question_is_compiled_first(monkeypatch):
    told, win = [], closed_form.win

    def compiled(deal):
        code_cache.tell("ludoteca.games.vangin.exact.closed_form.win")
        return win(deal)

    monkeypatch.setattr(closed_form, "win", compiled)
    report = SimpleNamespace(progress=lambda *step: told.append(step), draft=SILENT.draft)
    ask(report, "vangin", "odds", "win", {"values": 3, "board": 2}, {}, 1, "en")
    assert told[0] == (0, None, "Preparing: the code for this is compiled, once …")
    told.clear()
    code_cache.tell("elsewhere")
    assert not told, "that is no longer for this answer"


def test_a_record_is_given_as_text_and_no_file_is_read_or_written(tmp_path):
    game = load_game("nim")
    state = game.new_state({"heaps": 2, "largest": 2})
    state.apply(state.parse("a1"))
    text = GameRecord.from_state(state).to_text()
    answer = ask(SILENT, "nim", "solve", "minimax", {"record": text}, {}, 1, "en")
    assert dict(answer["fields"])["value"] == -2.0
    for given in ({"rows": str(tmp_path / "x.csv")}, {"folder": str(tmp_path)}):
        with pytest.raises(BadInput, match="names a file"):
            ask(SILENT, "bigpoints", "census", "boards", given, {}, 1, "en")
    assert list(tmp_path.iterdir()) == []


def test_a_visitor_s_question_leaves_nothing_behind_and_calls_no_other_machine(
    tmp_path, monkeypatch
):
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    given = {"colours": 2, "discs": 2}
    answer = ask(SILENT, "bigpoints", "census", "boards", given, {}, 1, "en")
    assert dict(answer["fields"])["boards"] == 6
    assert not (tmp_path / "ludoteca" / "census").exists()
    with pytest.raises(BadInput, match="cluster is not for a page"):
        ask(SILENT, "bigpoints", "census", "boards", given | {"cluster": "auto"}, {}, 1, "en")


def test_progress_comes_while_a_job_runs_and_moves_do_not_wait_for_it(pool, runner, first_view):
    view = first_view("kuhn")

    async def play_beside():
        await pool.advise(view, "en", 1)
        heard, moves = [], 0
        given = {"target": 0.0, "iterations": 10**12}
        job = asyncio.create_task(
            pool.ask("kuhn", "solve", "equilibrium", given, {}, 1, "en", lambda *a: heard.append(a))
        )
        while len(heard) < 3:
            assert await pool.choose(view, "basic", 1, 0.5) in view.legal
            assert not job.done()
            moves += 1
            await asyncio.sleep(0.02)
        job_pids = set(pool.pids()) - {each.engine.pid for each in pool._supervisors}
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        return heard, moves, job_pids

    heard, moves, job_pids = runner.run(play_beside())
    assert [done for done, *_rest in heard] == sorted({done for done, *_rest in heard})
    assert all("exploitability" in words for _done, _total, words, _share in heard)
    assert moves > 0
    assert len(job_pids) == 1
    assert have_ended(job_pids)


def test_a_second_job_waits_for_the_first_and_says_so(pool, runner):
    async def two():
        heard = []
        asked = [
            asyncio.create_task(
                pool.ask("nim", "odds", "win", {}, {}, 1, "en", lambda *a: heard.append(a))
            )
            for _job in range(2)
        ]
        return heard, await asyncio.gather(*asked)

    heard, found = runner.run(two())
    assert (0, None, "waiting in the queue") in heard
    assert found[0] == found[1]


def test_a_review_does_not_wait_for_a_study(pool, runner):
    game = load_game("nim")
    state = game.new_state({"heaps": 2, "largest": 2})
    state.apply(state.parse("a1"))
    text = GameRecord.from_state(state).to_text()

    async def beside():
        begun = asyncio.Event()
        given = {"target": 0.0, "iterations": 10**12}
        study = asyncio.create_task(
            pool.ask("kuhn", "solve", "equilibrium", given, {}, 1, "en", lambda *_: begun.set())
        )
        async with asyncio.timeout(60.0):
            await begun.wait()
        heard = []
        async with asyncio.timeout(60.0):
            await pool.review(text, None, "en", lambda *a: heard.append(a[2]))
        assert not study.done()
        study.cancel()
        with pytest.raises(asyncio.CancelledError):
            await study
        return heard

    assert "waiting in the queue" not in runner.run(beside())


ENDLESS = {"target": 0.0, "iterations": 10**12}


def test_odds_do_not_wait_for_a_study(pool, runner):
    async def beside():
        begun = asyncio.Event()
        study = asyncio.create_task(
            pool.ask("kuhn", "solve", "equilibrium", ENDLESS, {}, 1, "en", lambda *_: begun.set())
        )
        async with asyncio.timeout(60.0):
            await begun.wait()
            found = await pool.ask("nim", "odds", "win", {}, {}, 1, "en")
        assert not study.done()
        study.cancel()
        await asyncio.gather(study, return_exceptions=True)
        return found

    assert runner.run(beside())["fields"]


def test_studies_of_several_addresses_take_turns(runner, monkeypatch):
    order = []

    async def alone(_pool, request, *_more):
        order.append(request.arguments[3]["who"])
        await asyncio.sleep(0)
        return {}

    monkeypatch.setattr(EnginePool, "_alone", alone)

    async def ask_all():
        pool = EnginePool()
        await asyncio.gather(
            *(
                pool.ask("nim", "study", "x", {"who": f"{who}{n}"}, {}, 1, "en", address=who)
                for n, who in enumerate("aaabb")
            )
        )

    runner.run(ask_all())
    assert order == ["a0", "a1", "b3", "a2", "b4"]


def test_a_study_ends_after_its_time_and_says_so(runner):
    async def ask():
        pool = EnginePool(environment={"NUMBA_DISABLE_JIT": "1"}, study_seconds=0.5)
        with pytest.raises(MachineFailed, match="a study may take 0 minutes at most here"):
            await pool.ask("kuhn", "solve", "equilibrium", ENDLESS, {}, 1, "en")
        return pool.pids()

    assert runner.run(ask()) == []


def test_work_that_needs_too_much_memory_is_told_so(runner):
    async def ask():
        request = Request("processes:hungry", (2**45,))
        with pytest.raises(MachineFailed, match="needs more memory than there is"):
            await EnginePool(environment=UNCOMPILED)._alone(request, 60.0, lambda *_told: None)

    runner.run(ask())


def test_visitors_of_a_public_server_get_less_time_for_a_study():
    local, proxied = Settings(), Settings(origins=("https://play.example.org",))
    assert pool_of(local)._study_seconds == 3600.0
    for public in (proxied, Settings(host="0.0.0.0")):
        assert pool_of(public)._study_seconds == public.limits.study_seconds < 3600.0


def test_a_job_that_is_killed_is_told_and_the_next_one_runs(pool, runner, first_view):
    view = first_view("kuhn")

    async def killed():
        await pool.advise(view, "en", 1)
        told = asyncio.Event()
        given = {"target": 0.0, "iterations": 10**12}
        job = asyncio.create_task(
            pool.ask("kuhn", "solve", "equilibrium", given, {}, 1, "en", lambda *a: told.set())
        )
        await told.wait()
        (pid,) = set(pool.pids()) - {each.engine.pid for each in pool._supervisors}
        os.kill(pid, 9)
        with pytest.raises(MachineFailed, match="ended before it answered"):
            await job

    runner.run(killed())
    assert runner.run(pool.ask("nim", "odds", "win", {}, {}, 1, "en"))["fields"]


def test_a_stopped_census_goes_on_where_it_was(pool, runner, tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache_root()))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    # More boards than are solved while somebody looks on.
    given = {"colours": 2, "discs": 3, "sample": 20_000, "states": "no"}

    async def stopped(reached):
        """The first progress that the census tells, stopped as soon as ``reached()``."""
        heard = []
        asked = pool.ask(
            "bigpoints", "census", "boards", given, {}, 1, "en", lambda *told: heard.append(told)
        )
        job = asyncio.create_task(asked)
        while not (heard and reached()):
            assert not job.done()
            await asyncio.sleep(0.02)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        return heard[0]

    def parts():
        return list((tmp_path / "ludoteca" / "unfinished").glob("*/*"))

    assert runner.run(stopped(lambda: len(parts()) > 1))[:2] == (0, 20_000)
    done, total, *_rest = runner.run(stopped(lambda: True))
    assert 16 <= done < total
    assert done <= 16 * len(parts())


def test_a_review_is_a_job(pool, runner):
    game = load_game("nim")
    state = game.new_state({"heaps": 2, "largest": 2})
    for move in ("a1", "a1", "b1"):
        state.apply(state.parse(move))
    text, drafts = GameRecord.from_state(state).to_text(), []
    review = runner.run(pool.review(text, None, "en", draft=drafts.append))
    assert [len(draft["course"]) for draft in drafts] == [1, 2]
    # Heaps 2 and 1: only a1 wins for the first player, who played it; then all is forced.
    assert review.decisions == 2
    assert review.costly == ()
    with pytest.raises(BadInput):
        runner.run(pool.review("no record", None, "en"))


def test_cells_of_every_kind_stay_what_they_are():
    values = (Fraction(1, 3), 1, 1.5, True, "x", None, [1, [2, "y"]])
    cells = [plain(value) for value in values]
    assert cells[0] == Exact(Fraction(1, 3)).to_json()
    assert cells[1:] == [1, 1.5, True, "x", None, [1, [2, "y"]]]


def test_the_loop_goes_on_while_a_long_request_is_written_to_its_process(runner, monkeypatch):
    gate, opened_in_time = threading.Event(), []
    send = Worker._send

    def send_late(worker, frame):
        opened_in_time.append(gate.wait(10))
        send(worker, frame)

    monkeypatch.setattr(Worker, "_send", send_late)

    async def ask():
        given = {"record": "x" * 1_000_000}  # more than a pipe takes
        pool = EnginePool(environment=UNCOMPILED)
        asked = asyncio.create_task(pool.ask("nim", "solve", "minimax", given, {}, 1, "en"))
        while not pool.pids():
            await asyncio.sleep(0)
        gate.set()
        with pytest.raises(BadInput):
            await asked

    runner.run(ask())
    assert all(opened_in_time)
