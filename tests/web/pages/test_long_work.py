"""Long work that a study page asks for: how far it is, who joins, stopped and gone on with."""

from visitors import ODDS, SMALL, answered, words

from ludoteca.core.errors import BadInput
from ludoteca.games.vangin import chances
from ludoteca.games.vangin.deal import Deal


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
    assert "Stopped; it goes on from here." in html
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
    assert "2 studies are running for you already" in html


def test_studies_under_way_keep_nobody_from_a_review(visitor):
    visitor.pool.hold = True
    for suits in (2, 3):
        visitor.form(ODDS, **(SMALL | {"suits": str(suits)}))
    record = "game: nim 1\noptions: heaps=2 largest=2\nstanding: deals=0\n\n"
    shown = visitor.form("/records", record=record).headers["location"].partition("?")[0]
    job = visitor.form(f"{shown}/review").headers["location"]
    assert visitor.finished(job) == f"{shown}#cost"


def test_a_job_that_breaks_says_so_and_no_more(visitor):
    visitor.pool.fails = ZeroDivisionError("secret detail")
    html = answered(visitor)
    assert "It broke off by a mistake of ours." in html
    assert "secret detail" not in html
    visitor.pool.fails = BadInput("this was refused")
    assert "this was refused" in answered(visitor)


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
        assert str(chances.win(Deal(4, 5, 5, 5))) in view["html"]
        assert view["html"].count('data-key="job"') == 1
