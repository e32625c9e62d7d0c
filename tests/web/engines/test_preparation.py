"""Games made ready: loaded by the workers, and where the cache lacks them compiled before."""

import asyncio
from types import SimpleNamespace

import pytest

from ludoteca.core import jit
from ludoteca.core.compiling import code_cache
from ludoteca.players import warm
from ludoteca.web import app
from ludoteca.web.engines import tasks
from ludoteca.web.engines.pool import EnginePool, Preparations, _task
from ludoteca.web.engines.supervisor import MachineFailed, Supervisor
from ludoteca.web.pages.lobby import engine_lines
from ludoteca.workers.ipc import SILENT

WARM, LOAD = (_task(task, "nim", "play") for task in ("warm", "load"))


@pytest.fixture
def done(pool, monkeypatch):
    """The order in which a pool prepares: what it compiles apart, what it has a worker load."""
    steps = []

    async def alone(request, *_more):
        steps.append(("apart", request))

    monkeypatch.setattr(pool, "_alone", alone)
    return steps


def loads(monkeypatch, done, kept):
    """Workers whose cache has what they are asked to load, or lacks it, or that are lost."""

    async def load(self, request, *_progress):
        done.append(("worker", request))
        if request == LOAD and isinstance(kept, Exception):
            raise kept
        return kept if request == LOAD else True

    monkeypatch.setattr(Supervisor, "load", load)


def test_what_the_cache_has_is_loaded_by_each_worker_and_nothing_is_compiled_apart(
    pool, runner, done, monkeypatch
):
    loads(monkeypatch, done, kept=True)
    runner.run(pool._prepare("nim", warm.Stage.PLAY, lambda *_told: None))
    assert done == [("worker", LOAD), ("worker", WARM)]


@pytest.mark.parametrize("kept", [False, MachineFailed("it is gone")])
def test_what_the_cache_lacks_is_compiled_apart_before_any_worker_uses_it(
    pool, runner, done, monkeypatch, kept
):
    loads(monkeypatch, done, kept)
    runner.run(pool._prepare("nim", warm.Stage.PLAY, lambda *_told: None))
    assert done == [("worker", LOAD), ("apart", WARM), ("worker", WARM), ("worker", WARM)]


def test_a_real_worker_loads_what_need_not_be_compiled(pool, runner, done):
    told = []
    runner.run(pool._prepare("nim", warm.Stage.PLAY, lambda *step: told.append(step[:2])))
    assert done == []
    assert told[-1][0] == told[-1][1] > 0
    first, second = pool._supervisors
    assert (LOAD in second.loaded, WARM in first.loaded) == (True, True)


def test_loading_ends_at_the_first_function_that_would_have_to_be_compiled(monkeypatch):
    """However the game answers the error; Numba tells of a function before it compiles it."""
    went_on = []

    def compiles(_game, _stages, _progress):
        try:
            code_cache.tell("rules.apply")
            went_on.append("compiled")
        except LookupError as error:
            raise RuntimeError("a player failed") from error

    monkeypatch.setattr(warm, "warm", compiles)
    assert not tasks.load(SILENT, "nim", "play")
    assert went_on == []
    code_cache.tell("the next one is compiled as ever")


def test_loading_succeeds_where_nothing_has_to_be_compiled_and_fails_as_the_game_does(monkeypatch):
    monkeypatch.setattr(warm, "warm", lambda *_told: None)
    assert tasks.load(SILENT, "nim", "play")

    def fails(*_told):
        raise ZeroDivisionError

    monkeypatch.setattr(warm, "warm", fails)
    with pytest.raises(ZeroDivisionError):
        tasks.load(SILENT, "nim", "play")


def test_where_nothing_is_compiled_nothing_is_used_beforehand(monkeypatch):
    """Un-compiled, the advice of a game may take minutes, and a worker would give no move."""
    used, told = [], []
    monkeypatch.setattr(warm, "warm", lambda *_told: used.append(True))
    monkeypatch.setattr(SILENT, "progress", lambda *step: told.append(step), raising=False)
    monkeypatch.setattr(jit, "JIT_ENABLED", False)
    assert tasks.load(SILENT, "bigpoints", "advice")
    tasks.warm(SILENT, "bigpoints", "advice")
    assert used == []
    assert told == [(1, 1), (1, 1)]


def test_the_lobby_calls_a_game_ready_once_its_tables_have_odds_and_advice_too(runner):
    async def stages():
        on, told = asyncio.Event(), []

        async def prepare(_name, _stage, progress):
            progress(1, 4)
            await on.wait()
            on.clear()

        found = Preparations(prepare, at_once=1)
        state = SimpleNamespace(
            settings=SimpleNamespace(made_ready=("nim",)),
            pool=SimpleNamespace(preparations=found),
        )

        def tell():
            told.append([(line["words"], line["done"]) for line in engine_lines(state)])

        tell()
        for stage in (warm.Stage.PLAY, warm.Stage.ADVICE):
            waiting = asyncio.create_task(found.wait_for("nim", stage))
            await asyncio.sleep(0.01)
            tell()
            on.set()
            await waiting
            tell()
        return told

    to_come = "can be played; odds and advice to come"
    assert runner.run(stages()) == [
        [("soon", 0)],
        [("12%", 12)],
        [(to_come, 50)],
        [(to_come, 62)],
        [],
    ]


def lobby_of(found):
    """What the lobby says of the one game that a server makes ready by ``found``."""
    state = SimpleNamespace(
        settings=SimpleNamespace(made_ready=("nim",)),
        pool=SimpleNamespace(preparations=found),
    )
    return [(line["words"], line["done"]) for line in engine_lines(state)]


@pytest.mark.parametrize(
    ("fails", "words"),
    [
        (warm.Stage.PLAY, "its machines could not be set up; trying again"),
        (
            warm.Stage.ADVICE,
            "can be played; odds and advice could not be set up: trying again",
        ),
    ],
)
def test_the_lobby_says_what_could_not_be_set_up_and_tries_again(runner, monkeypatch, fails, words):
    async def told():
        lines, broken = [], [True, True]

        async def prepare(_name, stage, progress):
            progress(1, 2)
            lines.append(lobby_of(found)[0])
            if stage is fails and broken:
                broken.pop()
                raise MachineFailed("it is gone")

        async def prepare_play(name):
            await found.wait_for(name, warm.Stage.PLAY)

        found = Preparations(prepare, at_once=1)
        pauses = []

        async def rest(seconds):
            pauses.append(seconds)
            lines.append(lobby_of(found)[0])

        monkeypatch.setattr(app.asyncio, "sleep", rest)
        await app._make_ready(SimpleNamespace(prepare=prepare_play, preparations=found), ["nim"])
        return lines, pauses, lobby_of(found)

    lines, pauses, at_the_end = runner.run(told())
    assert [said for said, _done in lines].count(words) == 4, "also while it tries again"
    assert [done for _said, done in lines] == sorted(done for _said, done in lines)
    assert 0 < pauses[0] < pauses[1]
    assert at_the_end == []


def test_the_share_that_is_set_up_never_falls(runner):
    """Neither where a cache lacks the last part, so that all begins anew, nor at the next stage."""

    async def told():
        shares, heard = [], []

        async def prepare(_name, _stage, progress):
            for steps in (range(4), range(5)):  # loaded in part, then compiled
                for done in steps:
                    progress(done, 4)
                    shares.append(found.share("nim", warm.Stage.PLAY))

        pool = EnginePool()
        found = pool.preparations = Preparations(prepare, at_once=1)
        await pool.prepare(
            "nim", lambda _done, _total, _words, share: heard.append(share), ["search"]
        )
        await pool.preparations.wait_for("nim", warm.Stage.ADVICE)
        return shares, heard

    for shares in runner.run(told()):
        assert len(shares) > 8
        assert shares == sorted(shares)
