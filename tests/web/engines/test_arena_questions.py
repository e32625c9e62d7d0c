"""Match-ups and balance reports that a visitor asks for: right, bounded, told on the way, ended."""

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from processes import have_ended

from ludoteca.arena import questions
from ludoteca.arena.balance import BalanceReport
from ludoteca.arena.balance import play as play_report
from ludoteca.arena.balance_report import answer_of
from ludoteca.arena.run_log import RunLog
from ludoteca.arena.tournament import compare
from ludoteca.arena.variants import sweep
from ludoteca.core.answers import document_of
from ludoteca.core.errors import BadInput
from ludoteca.core.registry import games, load_game
from ludoteca.core.storage import unfinished_folder
from ludoteca.web.engines.questions import questions_of
from ludoteca.web.engines.tasks import ask
from ludoteca.workers.ipc import SILENT

pytestmark = pytest.mark.usefixtures("uncompiled_workers")


def match_up(given, options=(), game="nim", draft=SILENT.draft):
    report = SimpleNamespace(progress=SILENT.progress, draft=draft)
    return ask(report, game, "evaluate", "match-up", given, dict(options), 7, "en")


@pytest.fixture
def looked_at_often(monkeypatch):
    monkeypatch.setattr("ludoteca.core.questions.DRAFT_SECONDS", 0.0)


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_can_be_asked_who_plays_better_and_whether_it_is_good(name):
    game = load_game(name)
    alone = len(game.teams(game.options())) == 1  # nobody plays against anybody
    assert ("match-up" in questions_of(game, "evaluate")) is not alone
    assert ("balance" in questions_of(game, "study")) is not alone
    assert "match-up" not in questions_of(game, "study")


def test_a_match_up_and_each_figure_on_its_way_are_what_the_arena_finds(looked_at_often):
    """Every draft is the comparison of so many deals; the answer is that of all of them."""
    drafts = []
    given = {"machines": "search@50n,random", "deals": "6"}
    answer = match_up(given, {"heaps": 2}, draft=drafts.append)
    assert drafts
    game = load_game("nim")
    for found in (*drafts, answer):
        fields = dict(found["fields"])
        same = compare(game, {"heaps": 2}, "search@50n", "random", fields["deals"], 7)
        here = fields["difference"]
        assert here["n"] == same.difference.n
        assert (here["simulated"], *here["interval95"]) == pytest.approx(
            (same.difference.mean, same.difference.low, same.difference.high)
        )
        assert (fields["wins"], fields["losses"]) == (same.a.wins, same.b.wins)
    assert [dict(d["fields"])["deals"] for d in drafts] == sorted(
        dict(d["fields"])["deals"] for d in drafts
    )
    assert dict(answer["fields"])["deals"] == 6
    assert "folder" not in dict(answer["fields"])


def test_whole_matches_are_played_where_they_are_asked_for():
    given = {"machines": "nosso,random", "deals": "100", "matches": "3"}
    fields = dict(match_up(given, {"rounds": 2}, game="poker")["fields"])
    assert fields["matches"] == fields["win_rate"]["n"] == 3
    assert fields["deals_per_match"]["simulated"] == 2
    assert fields["wins"] + fields["ties"] + fields["losses"] == 6


def test_a_balance_report_is_what_the_arena_reports(tmp_path, looked_at_often):
    drafts = []
    given = {"deals": "3", "level": "random,basic", "sweep": "heaps=2..3"}
    report = SimpleNamespace(progress=SILENT.progress, draft=drafts.append)
    answer = ask(report, "nim", "study", "balance", given, {}, 7, "en")
    game = load_game("nim")
    report = BalanceReport(
        game=game,
        variants=tuple(sweep(game, {"heaps": "2..3"})),
        levels=("random", "basic"),
        deals=3,
        seed=7,
    )
    same = document_of(answer_of(report, play_report([report], tmp_path)), "", 7)
    assert answer["tables"] == same["tables"]
    assert {row[0] for row in answer["tables"][0]["rows"]} == {"heaps=2", "heaps=3"}
    assert [plot["name"] for plot in answer["plots"]] == [plot["name"] for plot in same["plots"]]
    assert drafts
    assert not any(draft["plots"] for draft in drafts)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"machines": "remote:touch PLACE,basic"}, "no player remote"),
        ({"machines": "remote@5s:touch PLACE,basic"}, "no player remote"),
        ({"machines": "basic,PLACE.py"}, "no player"),
        ({"machines": "basic,human"}, "a machine is needed"),
        ({"machines": "basic"}, "name two to 5 machines"),
        ({"machines": "basic,,"}, "name two to 5 machines"),
        ({"machines": ",".join(["basic"] * 6)}, "name two to 5 machines"),
        ({"machines": "search@100001n,basic"}, "at most here"),
        ({"machines": "basic,random", "deals": "1001"}, "from 2 to 1,000"),
        ({"machines": "basic,random", "matches": "201"}, "from 2 to 200"),
        ({"machines": "basic,random", "matches": "5"}, "is one deal"),
        ({"machines": "basic,basic,random,random", "deals": "1000"}, "6,000 deals in all"),
    ],
)
def test_what_a_visitor_may_not_have_played_is_refused(tmp_path, monkeypatch, given, sentence):
    """No command is started, no file is run, nothing is played."""
    monkeypatch.chdir(tmp_path)
    Path("PLACE.py").write_text("open('PLACE', 'w')")
    with pytest.raises(BadInput, match=sentence):
        match_up(given)
    assert [path.name for path in tmp_path.iterdir()] == ["PLACE.py"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"level": "remote:true"}, "no player remote"),
        ({"sweep": "colours=2..3"}, "one of: heaps"),
        ({"sweep": "heaps"}, "NAME=LOW..HIGH"),
        ({"sweep": "largest=1..9"}, "at most are compared here|is a whole number"),
        ({"deals": "301"}, "from 2 to 300"),
    ],
)
def test_what_a_visitor_may_not_have_reported_is_refused(given, sentence):
    with pytest.raises(BadInput, match=sentence):
        ask(SILENT, "nim", "study", "balance", given, {}, 7, "en")


def test_when_the_time_is_over_the_deals_played_so_far_are_the_answer(monkeypatch):
    over = iter([False] * 4 + [True])
    monkeypatch.setattr(questions.Watch, "over", property(lambda _clock: next(over)))
    answer = match_up({"machines": "basic,random", "deals": "50"})
    assert dict(answer["fields"])["deals"] == 5
    assert answer["notes"][0] == "Time ran out: 5 of 50 deals were played."


def test_a_match_up_that_was_stopped_goes_on_with_what_it_had(monkeypatch):
    """It ends as if it never had been stopped, and no deal is played twice."""
    given, written_down = {"machines": "basic,random", "deals": "8"}, []
    append = RunLog.append

    def counted(log, outcomes):
        written_down.extend(outcomes)
        append(log, outcomes)

    def impatient(done, total=None, words="", share=None):
        if done == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(RunLog, "append", counted)
    asked = ("nim", "evaluate", "match-up", given, {}, 11, "en")
    with pytest.raises(KeyboardInterrupt):
        ask(SimpleNamespace(progress=impatient, draft=SILENT.draft), *asked)
    assert len(written_down) == 5
    fields = dict(ask(SILENT, *asked)["fields"])
    assert len(written_down) == 8
    alone = compare(load_game("nim"), {}, "basic", "random", 8, 11)
    assert fields["difference"]["simulated"] == pytest.approx(alone.difference.mean)
    assert (fields["deals"], fields["wins"]) == (8, alone.a.wins)
    assert not unfinished_folder("nim", *asked[1:3], given, {}, 11).exists()


def _group(pid):
    """The processes of the group that ``pid`` leads."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if os.getpgid(int(entry.name)) == pid:
                    found.append(int(entry.name))
            except ProcessLookupError:
                continue
    return found


def test_a_match_up_that_is_stopped_leaves_no_process(pool, runner):
    async def stopped():
        drafted = asyncio.Event()
        given = {"machines": "basic,random", "deals": "1000"}
        job = asyncio.create_task(
            pool.ask(
                "leduc", "evaluate", "match-up", given, {}, 1, "en",
                draft=lambda _found: drafted.set(),
            )
        )  # fmt: skip
        async with asyncio.timeout(120.0):
            await drafted.wait()
        (leader,) = set(pool.pids()) - {each.engine.pid for each in pool._supervisors}
        group = _group(leader)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job
        return group

    group = runner.run(stopped())
    assert len(group) > 1, "machines play in a process of their own"
    assert have_ended(group)


def test_parts_of_another_version_are_no_obstacle_to_a_visitor(tmp_path):
    """A page keeps the parts of a question in one folder, whatever they are parts of."""
    game = load_game("nim")
    question = questions_of(game, "evaluate")["match-up"]
    given = {"machines": "basic,random", "deals": "2", "folder": str(tmp_path)}
    for seed in (1, 2):
        answer = question.ask(given, options=game.options(), seed=seed)
        assert answer.fields["deals"] == 2
