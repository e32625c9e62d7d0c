"""Long work that a study page asks for: how far it is, who joins, stopped and gone on with."""

import os
import re

from visitors import ODDS, SMALL, answered, words

from ludoteca.core.answers import Answer, Table, document_of
from ludoteca.core.errors import BadInput
from ludoteca.core.questions import in_parts
from ludoteca.games.vangin.exact import closed_form
from ludoteca.games.vangin.exact.deal import Deal
from ludoteca.web.pages.jobs import jobs_of
from ludoteca.web.pages.study import answer_store, questions
from ludoteca.web.pages.study.answer_store import Head


def test_a_job_tells_how_far_it_is(visitor):
    visitor.pool.hold = True
    job = visitor.form(ODDS, **SMALL).headers["location"]
    html = visitor.page(job)
    assert 'class="job job-running"' in html
    assert "cards counted" in html
    assert 'href="/games/vangin/study' in html, "which game"
    assert "suits 4" in words(html)
    assert "step" not in words(html), "what was left empty is not said"
    assert 'value="25.0"' in html
    assert '<noscript><meta http-equiv="refresh"' in html
    assert f'data-live="/live{job}"' in html
    visitor.pool.hold = False
    assert visitor.finished(job).startswith("/answers/")


def test_a_job_tells_about_how_long_it_still_takes(visitor):
    visitor.pool.hold = True
    address = visitor.form(ODDS, **SMALL).headers["location"]
    visitor.page(address)
    job = jobs_of(visitor.app.state).get(address.rpartition("/")[2])
    job.progress(0, 10, "boards solved")
    job.progress(3, 10, "boards solved")
    job.counted -= 60
    assert "3 of 10 · about 2 minutes left" in words(visitor.page(address))
    visitor.pool.hold = False
    visitor.finished(address)


def test_the_progress_of_a_job_in_parts_is_that_of_the_whole_and_never_goes_back(visitor):
    visitor.pool.hold = True
    address = visitor.form(ODDS, **SMALL).headers["location"]
    visitor.page(address)
    job = jobs_of(visitor.app.state).get(address.rpartition("/")[2])
    deals, boards = in_parts(job.progress, 1, 3)
    first, second = in_parts(boards, 1, 1)
    shown = []
    for part, done, total in (
        *((deals, 0, 8), (deals, 4, 8)),
        *((first, 0, None), (first, 1, 2), (first, 0, 2), (second, 0, 5), (second, 5, 5)),
    ):
        part(done, total, "steps")
        shown += re.findall(r'max="100" value="([\d.]+)"', visitor.page(address))
    assert shown == ["0.0", "12.5", "25.0", "43.8", "43.8", "62.5", "100.0"]
    job.steps, job.marks = 500, []
    job.counted -= 60
    second(0, 5, "steps")
    assert "0 of 5 · 62% of the study · less than a minute left" in words(visitor.page(address))
    visitor.pool.hold = False
    visitor.finished(address)


def test_who_asks_for_what_is_under_way_joins(visitor):
    visitor.pool.hold = True
    job = visitor.form(ODDS, **SMALL).headers["location"]
    assert visitor.form(ODDS, **SMALL).headers["location"] == job
    assert len(visitor.pool.asked) == 1


def test_a_job_is_stopped_and_asked_again(visitor):
    visitor.pool.hold = True
    address = "/games/bigpoints/study/census/boards"
    job = visitor.form(address, colours="2", discs="2", seed="1").headers["location"]
    assert visitor.form(f"{job}/stop").headers["location"] == job
    html = visitor.finished(job)
    assert "Stopped; it continues from here." in html
    assert '<input type="hidden" name="colours" value="2">' in html
    assert "Go on" in html
    again = visitor.form(address, colours="2", discs="2", seed="1").headers["location"]
    assert again.startswith("/jobs/")
    assert again != job
    assert len(visitor.pool.asked) == 2


def test_an_address_has_only_so_many_jobs_at_a_time(visitor):
    visitor.pool.hold = True
    for suits in (2, 3):
        visitor.form(ODDS, **(SMALL | {"suits": str(suits)}))
    html = visitor.form(ODDS, 429, **SMALL).text
    assert "2 studies are already running from your address" in html
    assert 'name="values" value="5"' in html, "what was asked is still there"
    for page in (html, visitor.page("/study"), visitor.page("/games/vangin/study")):
        assert len(re.findall('href="/jobs/', page)) == 2, "with the way to them"
    visitor.cookies.clear()
    for page in ("/study", "/games/vangin/study", ODDS):
        assert "/jobs/" not in visitor.page(page), "others at the address are not told what"


def test_long_studies_keep_nobody_from_odds_and_the_refusal_of_a_third_offers_to_stop_one(visitor):
    visitor.pool.hold = True
    census = "/games/bigpoints/study/census/boards"
    for discs in (2, 3):
        visitor.form(census, colours="2", discs=str(discs), seed="1")
    html = visitor.form(census, 429, colours="2", discs="4", seed="1").text
    refusal, _mark, form = html.partition('<form class="sheet"')
    assert "2 studies are already running from your address" in refusal
    stops = re.findall(r'<form method="post" action="(/jobs/[^"]+/stop)">', refusal)
    assert len(stops) == 2
    assert "already running" not in form
    assert visitor.form(ODDS, **SMALL).headers["location"].startswith("/jobs/")
    visitor.form(stops[0])
    visitor.finished(stops[0].removesuffix("/stop"))
    visitor.form(census, colours="2", discs="4", seed="1")


def test_interim_results_say_nothing_before_there_is_something_to_say(visitor):
    visitor.pool.hold = True
    visitor.pool.found = document_of(
        Answer({"difference": 47.5}, [Table("players", ("player",), [["basic"]])]), "Who?", 1
    )
    given = {"machines": "basic,random", "deals": "20"}
    job = visitor.form("/games/nim/study/evaluate/match-up", **given).headers["location"]
    before, _mark, figures = visitor.page(job).partition('<details class="all-figures">')
    assert "1 of 4" in words(before)
    assert "47.5" not in before
    assert "headline" not in before
    assert "47.5" in figures
    assert "Aino (basic)" in figures


def test_studies_under_way_keep_nobody_from_a_review(visitor):
    visitor.pool.hold = True
    for suits in (2, 3):
        visitor.form(ODDS, **(SMALL | {"suits": str(suits)}))
    record = "game: nim 1\noptions: heaps=2 largest=2\nstanding: deals=0\n\n"
    shown = visitor.form("/records", record=record).headers["location"].partition("?")[0]
    job = visitor.form(f"{shown}/review").headers["location"]
    assert visitor.finished(job) == f"{shown}#cost"


def test_a_job_that_breaks_says_so_and_no_more(visitor, monkeypatch):
    visitor.pool.fails = ZeroDivisionError("secret detail")
    html = answered(visitor)
    assert "An internal error stopped it." in html
    assert "secret detail" not in html
    visitor.pool.fails = BadInput("this was refused")
    monkeypatch.setattr(questions, "SECONDS_TO_BEGIN", 60.0)
    assert "this was refused" in visitor.form(ODDS, 422, **SMALL).text


def test_a_job_is_watched_over_a_connection(visitor):
    visitor.pool.hold = True
    job = visitor.form(ODDS, **SMALL).headers["location"]
    with visitor.websocket_connect(f"/live{job}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "html", "lang": "en"})
        view = socket.receive_json()
        assert view["type"] == "view"
        assert 'class="job job-running"' in view["html"]
        visitor.pool.hold = False
        while 'class="job job-done"' not in view["html"]:
            view = socket.receive_json()
        assert str(closed_form.win(Deal(4, 5, 5, 5))) in view["html"]
        assert view["html"].count('data-key="job"') == 1


def test_the_address_of_a_job_leads_on_when_the_server_is_restarted(visitor):
    visitor.pool.hold = True
    job = visitor.form(ODDS, **SMALL).headers["location"]
    visitor.form(f"{job}/stop")
    visitor.finished(job)
    del visitor.app.state.jobs
    html = visitor.page(job)
    assert "The server was restarted in the middle of this." in html
    assert '<input type="hidden" name="suits" value="4">' in html
    with visitor.websocket_connect(f"/live{job}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "html", "lang": "en"})
        assert "The server was restarted" in socket.receive_json()["html"]
    visitor.pool.hold = False
    answer = answered(visitor)
    assert visitor.finished(job) == answer
    visitor.form("/mine/delete", sure="yes")
    visitor.page(job, 404)


def test_an_address_that_no_job_had_leads_nowhere(visitor):
    for name in ("x" * 16, "%00" * 16, "%2e%2e%2fbegun%2fabcd"):
        visitor.page(f"/jobs/{name}", 404)


def test_what_was_begun_is_bounded_and_a_full_disk_is_no_matter(tmp_path, monkeypatch):
    monkeypatch.setattr(answer_store, "MOST_BEGUN", 3)
    kept = answer_store.BegunJobs(tmp_path / "begun")
    head = Head("a" * 24, "vangin", "odds", "win", {}, "en")
    names = [letter * 16 for letter in "abcde"]
    for at, name in enumerate(names):
        kept.note(name, head)
        os.utime(tmp_path / "begun" / name, (at, at))
    assert [kept.get(name) == head for name in names] == [False, False, True, True, True]
    (tmp_path / "full").write_text("no folder")
    answer_store.BegunJobs(tmp_path / "full").note(names[0], head)
    assert answer_store.BegunJobs(tmp_path / "full").get(names[0]) is None
