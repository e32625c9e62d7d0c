"""A class of students' files on the page of the teacher's own machine."""

import re
from dataclasses import replace

import pytest
from visitors import words

from ludoteca.games.poker.evaluate import class_table, entrants
from ludoteca.games.poker.evaluate.findings import Findings
from ludoteca.games.poker.evaluate.pairing import Met, by_playing
from ludoteca.games.poker.evaluate.simulation import PlayedMatches
from ludoteca.games.poker.students.answers import Answers, FileReport
from ludoteca.web.engines import tasks
from ludoteca.workers.sandbox import NONE, sandbox

pytestmark = pytest.mark.skipif(not sandbox().confines, reason="this system has no sandbox")

CLASS = "/games/poker/study/evaluate/class-of-players"
PLAIN = (
    "def trocas_{0}(m, t=None):\n    return []\n"
    "def desistir_{0}(a, o, m, t=None, s=False):\n    return False\n"
)
ANA, RUI = {"ana.py": PLAIN.format("ana")}, {"rui.py": PLAIN.format("rui")}


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    """Files are loaded in their sandbox; then who comes first in the alphabet wins every match."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def meet(_played, one, other, *_more):
        sign = 1 if one.name < other.name else -1
        points = [(1.0 + sign, 1.0 - sign)] * 2
        return Met(
            by_playing(PlayedMatches(points, points, [sign] * 2, [sign] * 2)),
            (FileReport(), FileReport()),
        )

    monkeypatch.setattr(
        entrants, "answers_of", lambda *_asked: Answers(None, FileReport(), "?", "")
    )
    monkeypatch.setattr(class_table, "meet", meet)
    monkeypatch.setattr(class_table, "findings_of", lambda *_asked: Findings())


def sent(visitor, files, status=303, **fields):
    """The answer to the form with these files, by name."""
    parts = [("files", (name, text.encode())) for name, text in files.items()]
    answer = visitor.post(CLASS, data=fields, files=parts, headers={"accept": "text/html"})
    assert answer.status_code == status, (answer.status_code, answer.text[:400])
    return answer


def held(visitor, files, **fields):
    """The address of the answer about these files, or the page of a job that ended otherwise."""
    where = sent(visitor, files, **fields).headers["location"]
    return visitor.finished(where) if where.startswith("/jobs/") else where


def test_a_class_of_files_is_ranked_by_what_they_hold(visitor):
    assert "multipart/form-data" in visitor.page(CLASS)
    assert f'href="{CLASS}"' in visitor.page("/games/poker/study")
    long = {"rui.py": RUI["rui.py"] + 50_000 * "#"}  # more than other forms take
    files = {**ANA, **long, "elisa.py": "\ndef trocas_elisa(:\n"}
    first = held(visitor, files, players="ganancioso")
    told = words(visitor.page(first))
    assert "sandboxed by" in told
    assert "elisa forfeits every round: is not written as Python is" in told
    assert "(line 2)" in told, "a broken file is named with its line"
    assert re.search(r"The class .* 1 ana .* 2 elisa .* 3 Aino \(greedy\) .* 4 rui", told)
    assert "files ana.py, elisa.py, rui.py" in told
    page = visitor.get(f"{first}/page.html")
    assert page.text.count("<article>") == 4, "the page of the command, to keep"
    assert "attachment" in page.headers["content-disposition"]
    assert held(visitor, files, players="ganancioso") == first
    assert len(visitor.pool.asked) == 1
    changed = held(visitor, files | {"ana.py": ANA["ana.py"] + "# better\n"}, players="ganancioso")
    assert changed != first, "files of the same names that hold something else"
    assert len(visitor.pool.asked) == 2
    again = re.search(r'href="([^"]+)">Ask something else', visitor.page(first))[1]
    form = visitor.page(again.replace("&amp;", "&"))
    assert "ana.py, elisa.py, rui.py" in form
    assert f'href="{first}"' in form
    visitor.cookies.clear()
    assert f'href="{first}"' not in visitor.page(CLASS), "it is its teacher's alone"


def test_a_stopped_class_goes_on_with_the_files_that_were_sent(visitor):
    visitor.pool.hold = True
    job = sent(visitor, ANA | RUI, players="blefe").headers["location"]
    visitor.form(f"{job}/stop")
    html = visitor.finished(job)
    assert "Stopped; it continues from here." in html
    again = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', html))
    visitor.pool.hold = False
    answer = visitor.finished(visitor.form(CLASS, **again).headers["location"])
    assert re.search(r"ana .* rui", words(visitor.page(answer)))
    visitor.form("/mine/delete", sure="yes")
    assert "no longer kept" in words(visitor.form(CLASS, 422, **again).text)


@pytest.mark.parametrize("told", [{"host": "0.0.0.0"}, {"origins": ("https://play.example",)}])
def test_a_server_that_others_reach_takes_no_files(visitor, told):
    visitor.app.state.settings = replace(visitor.app.state.settings, **told)
    assert "only where this machine alone reaches the server" in words(visitor.page(CLASS, 403))
    assert "only where this machine" in words(sent(visitor, ANA | RUI, 403).text)
    assert CLASS not in visitor.page("/games/poker/study")
    assert visitor.pool.asked == []


def test_a_request_that_a_proxy_passed_on_is_not_of_this_machine(visitor):
    visitor.page(CLASS, 403, **{"x-forwarded-for": "192.0.2.1"})


def test_files_of_another_site_are_refused(visitor):
    headers = {"origin": "https://other.example", "accept": "text/html"}
    parts = [("files", ("ana.py", ANA["ana.py"]))]
    assert visitor.post(CLASS, files=parts, headers=headers).status_code == 403


def test_without_a_sandbox_no_file_runs(visitor, monkeypatch):
    monkeypatch.setattr(tasks, "sandbox", lambda: NONE)
    assert "this system has no sandbox" in words(held(visitor, ANA | RUI))


@pytest.mark.parametrize("name", ["/etc/x.py", "x.py:ana"])
def test_a_file_of_the_server_cannot_be_named(visitor, name):
    assert "names a file, which a page cannot" in words(held(visitor, ANA, players=name))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["../ana.py"], "a file cannot be called"),
        (["a/b/c/d/ana.py"], "a file cannot be called"),
        (["ana:rui.py"], "a file cannot be called"),
        (["ana.py", "ana.py"], "two files are called ana.py"),
        ([f"s{n}.py" for n in range(201)], "200 files at most"),
    ],
)
def test_files_that_cannot_be_taken_are_told_in_the_form(visitor, names, said):
    parts = [("files", (name, b"")) for name in names]
    form = visitor.post(
        CLASS, data={"matches": "100"}, files=parts, headers={"accept": "text/html"}
    )
    assert form.status_code == 422
    assert said in words(form.text)
    assert 'name="matches" value="100"' in form.text, "what was filled in is still there"
    assert visitor.pool.asked == []


def test_of_a_folder_players_take_part_and_helpers_are_imported(visitor):
    folder = {
        "turma/ana/jogador.py": "from _comum import *\n" + PLAIN.format("jogador"),
        "turma/ana/_comum.py": "SEMPRE = []\n",
        "turma/rui/jogador.py": PLAIN.format("jogador"),
        "turma/rui/notas.txt": "7",
        "turma/.git/hook.py": "no",
    }
    told = words(visitor.page(held(visitor, folder, players="blefe"))).partition("The class")[2]
    assert "1 Rico (bluffer)" in told or "1 Rico (blefe)" in told
    assert "2 jogador (ana)" in told
    assert "3 jogador (rui)" in told
    assert "forfeits" not in told, "what ana imports is there"
    assert "comum" not in told
