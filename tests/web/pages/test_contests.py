"""Questions about machines on the study pages: watched while they run, kept with an owner."""

import re
import time

import pytest
from visitors import PAGE, words

from ludoteca.core.answers import Answer, Table, document_of
from ludoteca.core.numbers import Simulated

pytestmark = pytest.mark.usefixtures("uncompiled_workers")

MATCH = "/games/nim/study/evaluate/match-up"
SMALL = {"machines": "random,basic", "deals": "4", "seed": "3"}
SO_FAR = document_of(
    Answer(
        {"difference": Simulated(0.5, 2, -1.0, 2.0)},
        (Table("players", ("player", "moves"), [("basic", 17)], "Players"),),
    ),
    "",
    seed=3,
)


def answered(visitor, address, **fields):
    """The address of the answer, or the page of a job that ended otherwise."""
    where = visitor.form(address, **fields).headers["location"]
    for _try in range(300):
        if not where.startswith("/jobs/") or "job-running" not in visitor.get(where).text:
            return visitor.finished(where) if where.startswith("/jobs/") else where
        time.sleep(0.3)
    raise AssertionError("the job did not end")


def begun(visitor, address=MATCH, **fields):
    """The address of a job that has told ``SO_FAR`` and goes on."""
    visitor.pool.hold, visitor.pool.found = True, SO_FAR
    job = visitor.form(address, **(fields or SMALL)).headers["location"]
    for _try in range(3000):
        if "So far" in visitor.page(job):
            return job
        time.sleep(0.01)
    raise AssertionError("nothing was shown on the way")


def test_every_game_s_study_page_offers_them(visitor):
    for game in ("nim", "leduc", "bigpoints"):
        html = visitor.page(f"/games/{game}/study")
        for question in ("evaluate/match-up", "evaluate/exploit", "study/balance"):
            assert f'href="/games/{game}/study/{question}"' in html


def test_how_far_a_machine_can_be_beaten_is_asked_by_a_form(visitor):
    address = "/games/kuhn/study/evaluate/exploit"
    html = visitor.page(address)
    assert 'name="machine"' in html
    assert 'name="opponent"' in html
    assert 'name="train"' not in html, "training is for this machine"
    told = words(visitor.page(answered(visitor, address, machine="basic", deals="2", seed="3")))
    assert "lower bound" in told.casefold()
    assert "advanced, gives up whenever it may" in told
    refused = visitor.form(address, 422, machine="calls:basic", deals="2")
    assert "no player calls:basic" in words(refused.text)


def test_a_leaderboard_has_a_title_of_its_own_and_is_shown_unasked(visitor):
    board = "/games/kuhn/study/evaluate/leaderboard"
    listed = words(visitor.page("/games/kuhn/study"))
    assert "Leaderboard The leaderboard: what the machines won" in listed
    opened = visitor.get(board, headers=PAGE, follow_redirects=False)
    assert opened.status_code == 303
    where = opened.headers["location"]
    html = visitor.page(visitor.finished(where) if where.startswith("/jobs/") else where)
    assert board not in html, "there is nothing else to ask"
    assert '<figure class="chances">' in html, "what the strongest wins from each other is drawn"
    address = re.search(r'href="(/answers/\w+\?t=leaderboard)', html)[1]
    told = words(visitor.page(address))
    assert "the best opponent again" in told
    assert "basic, gives up whenever it may" in told


def test_a_match_up_is_asked_by_a_form_and_kept(visitor):
    html = visitor.page(MATCH)
    shown, _mark, folded = html.partition('<details class="more')
    assert 'name="machines"' in shown
    assert 'name="deals"' in shown
    assert 'name="matches"' in folded
    assert 'name="option-heaps"' in html
    first = answered(visitor, MATCH, **SMALL)
    told = words(visitor.page(first))
    assert "win rate" in told.casefold()
    assert "95% interval" in told
    assert answered(visitor, MATCH, **SMALL) == first
    assert len(visitor.pool.asked) == 1


def test_figures_on_the_way_are_shown_and_marked_as_such(visitor):
    job = begun(visitor)
    html = visitor.page(job)
    told = words(html)
    assert "Interim results: they will still change" in told
    assert "simulated: n = 2, 95% interval −1 to 2" in told
    assert "Aino (basic) 17" in told
    with visitor.websocket_connect(f"/live{job}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "html", "lang": "en"})
        assert "So far" in socket.receive_json()["html"]
    with visitor.websocket_connect(f"/live{job}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "json", "lang": "en"})
        draft = socket.receive_json()["draft"]
    assert draft["fields"] == [["difference", SO_FAR["fields"][0][1]]]
    visitor.pool.hold = False
    where = visitor.finished(job)
    assert "So far" not in words(visitor.page(where)), "the answer is no draft"


def test_what_was_stopped_shows_no_figures(visitor):
    job = begun(visitor)
    visitor.form(f"{job}/stop")
    for _try in range(3000):
        html = visitor.page(job)
        if "Stopped" in html:
            break
        time.sleep(0.01)
    assert "So far" not in html
    assert "/answers/" not in visitor.page(MATCH)


def test_machines_that_somebody_named_are_of_who_asked_alone(visitor):
    mine = answered(visitor, MATCH, **SMALL)
    assert f'href="{mine}"' in visitor.page(MATCH)
    visitor.cookies.clear()
    assert f'href="{mine}"' not in visitor.page(MATCH)


def test_a_command_as_a_player_is_refused_in_a_sentence(visitor):
    refused = visitor.form(MATCH, 422, **(SMALL | {"machines": "remote:true,basic"}))
    assert "no player remote:true" in words(refused.text)


def test_a_visitor_runs_so_many_at_once(visitor):
    begun(visitor)
    begun(visitor, **(SMALL | {"seed": "4"}))
    visitor.form(MATCH, 429, **(SMALL | {"seed": "5"}))
    visitor.pool.hold = False
