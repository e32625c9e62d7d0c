"""Records: dropped, leafed through, reviewed, played on, checked, reported."""

import asyncio
import json
import re
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from servers import QUICK
from visitors import PAGE, until_dealt, words

from deals import played, random_position
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.record import GameRecord, move_texts
from ludoteca.core.registry import games, load_game
from ludoteca.core.rooms import Decided
from ludoteca.core.shuffles.look import look_in_use
from ludoteca.core.shuffles.sealed_shoe import Seal, SealedShoe, new_key
from ludoteca.core.shuffles.verify import verify
from ludoteca.players.advice.review import review
from ludoteca.table.deal import SentenceWriter, keeps_secrets
from ludoteca.table.replay import Replay
from ludoteca.web.pages import jobs, records
from ludoteca.web.pages.jobs import Job, jobs_of
from ludoteca.web.pages.record_advice import (
    MOST_COSTLY,
    _costly,
    _progress_words,
    _review_key,
    reviewed,
)


def text_of(game, moves=400, seed=3, viewer=None, options=None):
    state = random_position(game, options, moves, seed)
    names = ["Ana", *(["basic"] * (state.num_players - 1))]
    if viewer is None:
        return GameRecord.from_state(state, names).to_text()
    return GameRecord.seen_from(state, viewer, names).to_text()


def dropped(visitor, text):
    """The address of the record's page."""
    return visitor.form("/records", record=text).headers["location"]


@pytest.mark.parametrize("game", sorted(games()))
def test_a_record_dropped_on_the_lobby_opens_as_a_replay(visitor, game):
    text = text_of(game)
    address = dropped(visitor, text)
    html = visitor.page(address)
    assert 'id="replay"' in html
    assert f'data-live="/live{address}"' in html
    assert "Ana" in words(html)
    assert visitor.get(f"{address}/record.txt").text == text
    assert not re.search(r'data-act=|name="a"', html), "nobody acts in a replay"


@pytest.mark.parametrize("game", ["bigpoints", "eras", "minimus", "poker", "vangin"])
def test_every_stop_of_a_replay_can_be_looked_at_with_every_pair_of_eyes(visitor, game):
    text = text_of(game)
    address = dropped(visitor, text)
    replay = Replay("k", text)
    seen_by = re.findall(r"<a[^>]*;as=[^>]*>([^<]+)</a>", visitor.page(address))
    if not keeps_secrets(replay.game):
        assert seen_by == [], "all see the same"
    elif len(replay.viewers) > 2:
        assert seen_by == [replay.seats(0)[seat].title for seat in replay.viewers if seat >= 0]
    for at in {replay.stops[0], replay.stops[len(replay.stops) // 2], replay.last}:
        for viewer in replay.viewers:
            visitor.page(f"{address}?move={replay.stop(at)}&as={viewer}")


def test_a_record_as_one_seat_saw_it_shows_that_seat_alone(visitor):
    text = text_of("leduc", moves=1, viewer=1)
    assert "?" in text.rpartition("result")[2] or "?" in text
    address = dropped(visitor, text)
    replay = Replay("k", text)
    assert replay.viewers == (1,)
    html = visitor.page(f"{address}?as=0")
    assert f'data-live="/live{address}-1"' in html


def test_the_slider_moves_over_the_connection(visitor):
    text = text_of("nim")
    address = dropped(visitor, text)
    replay = Replay("k", text)
    with visitor.websocket_connect(f"/live{address}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "html", "lang": "en"})
        for stop in (2, 0, 10**6):
            socket.send_json({"type": "at", "n": stop})
            view = socket.receive_json()
            where = min(stop, len(replay.stops) - 1)
            assert f'max="{len(replay.stops) - 1}" value="{where}"' in view["html"]
            assert view["decision"] == replay.stops[where]
            assert view["html"].startswith('<div id="replay" data-key="replay"')
        socket.send_json({"type": "undo"})
        assert socket.receive_json()["type"] == "refused"


def test_the_slider_gives_programs_the_scene(visitor):
    address = dropped(visitor, text_of("leduc"))
    with visitor.websocket_connect(f"/live{address}-1", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "json", "lang": "en"})
        socket.send_json({"type": "at", "n": 1})
        scene = socket.receive_json()["scene"]
        assert scene["viewer"] == 1
        assert json.dumps(scene)


# -- refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "line 1 of the record is no head line"),
        ("game: chess 1\n", "there is no game chess"),
        ("game: nim one\n", "the head of the record has a number that cannot be read"),
        ("game: nim 1\nstanding: deals=0\n\n0 z9\n", "move 1"),
        ("game: nim 9\nstanding: deals=0\n\n", "the record is of rules version 9"),
        ("game: nim 1\noptions: heaps=99\n\n", "heaps is a whole number"),
        ("game: nim 1\n\nx y\n", "does not begin with a seat"),
    ],
)
def test_what_is_no_record_is_said_and_the_text_is_kept(visitor, text, sentence):
    html = visitor.form("/records", 422, record=text).text
    (error,) = re.findall(r'id="record-error">([^<]*)<', html)
    assert sentence in error
    kept = html.partition('id="record-text"')[2].partition(">")[2].partition("</textarea>")[0]
    assert kept.split() == text.split()


def test_a_record_with_a_script_in_it_is_text(visitor):
    html = visitor.form("/records", 422, record="</textarea><script>alert(1)</script>").text
    assert "<script>alert" not in html
    names = text_of("nim").replace("seat: Ana", "seat: <script>alert(1)</script>")
    html = visitor.page(dropped(visitor, names))
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html


def test_a_record_that_is_too_long_is_refused(visitor):
    text = text_of("nim") + "; x" * QUICK.limits.record_bytes
    assert visitor.post("/records", data={"record": text}, headers=PAGE).status_code == 413


def test_a_record_of_too_many_moves_is_refused_before_it_is_played(visitor):
    text = "game: nim 1\nstanding: deals=0\n\n" + "0 a1\n1 a1\n" * 5_000
    assert "more than 5000 moves" in visitor.form("/records", 422, record=text).text


# -- going on -----------------------------------------------------------------------------------


def opened_with(visitor, location):
    table = location.rpartition("/")[2]
    return [e for _s, e in visitor.portal.call(visitor.app.state.journal.events, table)]


@pytest.mark.parametrize("game", ["nim", "leduc", "minirummy", "bigpoints", "vangin"])
def test_a_position_of_a_record_is_played_on(visitor, game):
    text = text_of(game)
    replay = Replay("k", text)
    at = replay.stops[len(replay.stops) // 2]
    address = dropped(visitor, text)
    assert f'name="at" value="{at}"' in visitor.page(f"{address}?move={replay.stop(at)}")
    answer = visitor.form(f"{address}/play", at=at, level="basic")
    first, seated, *_rest = opened_with(visitor, answer.headers["location"])
    start = GameRecord.parse(first.start)
    assert start.moves == GameRecord.parse(text).moves[:at]
    assert start.result is None
    assert seated.seat == replay.mover(at)
    assert 'data-live="/live/tables/' in visitor.page(answer.headers["location"])


def test_cards_look_the_same_where_one_plays_on(visitor):
    """Which of its suits a card of mus has is no part of the rules."""
    text = text_of("mus", seed=1)
    address = dropped(visitor, text)
    replay = Replay(address.rpartition("/")[2], text)
    at = next(n for n in replay.stops if replay.mover(n) == 0)
    table = visitor.form(f"{address}/play", **{"at": at, "as": 0}).headers["location"]
    until_dealt(visitor, table)
    on = Replay("another", visitor.get(f"{table}/record?deal=1").text)
    assert on.scene(at, 0).look == replay.scene(at, 0).look


def test_the_reader_of_an_open_replay_is_called_you_and_nobody_else():
    replay = Replay("k", text_of("mus"))
    own, others = replay.lines(None, 0), replay.lines(None)
    assert any(line.text.lower().startswith("you ") or ": you " in line.text for line in own)
    assert not any("you " in line.text.lower() for line in others)
    assert replay.scene(3, -1, 0).revealed is not None, "all hands are open to both"


@pytest.mark.parametrize(("eyes", "own"), [("", 0), ("&as=1", 1)])
def test_who_plays_on_keeps_their_seat_whoever_is_to_move(visitor, eyes, own):
    """That of the person in the record, or the one whose view is shown."""
    text = text_of("nim")
    replay, address = Replay("k", text), dropped(visitor, text)
    at = next(n for n in replay.stops if replay.mover(n) == 1 - own)
    form = visitor.page(f"{address}?move={replay.stop(at)}{eyes}").partition('class="play-on"')[2]
    assert f'name="as" value="{own}"' in form
    assert f"Play on from here as {replay.seats(at)[own].title}<" in form
    answer = visitor.form(f"{address}/play", **{"at": at, "as": own})
    _opened, seated, *_rest = opened_with(visitor, answer.headers["location"])
    assert seated.seat == own


def test_a_finished_record_has_nothing_to_play_on_at_its_end(visitor):
    text = text_of("nim")
    last = len(Replay("k", text).stops) - 1
    assert "Play on from here" not in visitor.page(f"{dropped(visitor, text)}?move={last}")


def test_the_moves_that_cost_most_are_found_and_lead_to_their_positions(visitor):
    text = text_of("nim", seed=5)
    address = dropped(visitor, text)
    assert "Find them" in visitor.page(address)
    job = visitor.form(f"{address}/review").headers["location"]
    assert visitor.finished(job) == f"{address}#cost"
    html = visitor.page(address)
    replay, found = Replay("k", text), review(GameRecord.parse(text))
    assert f"{found.decisions} decisions looked at" in html
    assert {costly.seat for costly in found.costly} == {0, 1}, "costly moves of both"
    stops = [[replay.stop(c.at) for c in found.costly if c.seat == seat] for seat in (0, 1)]
    lists = [part.partition("</ol>")[0] for part in html.split('class="costly"')[1:]]
    assert [[int(n) for n in re.findall(r'href="\?move=(\d+)"', part)] for part in lists] == stops
    folded = f"{len(stops[1])} costly moves of the others</summary>"
    assert folded in html
    costly = "".join(lists)
    # Each in a few words; in a sentence where one is there.
    least = found.costly[-1]
    who = replay.seats(0)[least.seat].title
    told = f"{who}: {least.played_words}.</span> <strong>Better: {least.best_words}.</strong>"
    assert f'{told} <span class="cost-number">−2 points</span>' in costly
    assert least.sentence not in costly
    assert (
        least.sentence
        in visitor.page(f"{address}?move={replay.stop(least.at)}").rpartition("</ol>")[0]
    )
    told = re.search(r"decisions looked at.</summary>(.*?)</details>", html, re.S)[1]
    assert f"Costs are counted in: {found.unit}." in told
    # The curve of the one side is the other's in a mirror: only one is drawn.
    assert html.count('class="curve-line') == 1
    assert all(f"This holds {assumption}." in told for assumption in found.assumptions)
    # The reader's own are marked on the curve.
    marks = re.findall(r'href="\?move=(\d+)"[^>]*class="curve-mark"', html)
    assert [int(n) for n in marks] == stops[0]
    assert visitor.form(f"{address}/review").headers["location"] == f"{address}#cost"
    # With the other's eyes their moves are the reader's.
    others = visitor.page(f"{address}?as=1").partition('class="costly"')[2].partition("</ol>")[0]
    first = next(c for c in found.costly if c.seat == 1)
    assert int(re.findall(r'href="\?as=1&amp;move=(\d+)"', others)[0]) == replay.stop(first.at)


def test_who_made_no_mistake_is_told_so_and_the_mistakes_of_others_are_folded(visitor, monkeypatch):
    text = text_of("nim", seed=5)
    document = review(GameRecord.parse(text)).to_json()
    document["costly"] = [c for c in document["costly"] if c["seat"] == 1]
    found = SimpleNamespace(document=document, job=None, failed="")
    monkeypatch.setattr(jobs, "finding", lambda *given: found)
    html = visitor.page(dropped(visitor, text))
    own = sum(seat == 0 for _at, seat, _worth in document["course"])
    assert f"None of your {own} decisions has a clear cost." in words(html)
    folded = html.partition('data-key="side-others"')[2].partition("</details>")[0]
    assert folded.count('class="cost-move"') == html.count('class="cost-move"') == 2
    assert 'class="curve-mark"' not in html


def test_a_record_of_people_alone_is_reviewed_too(visitor):
    """No machine can be asked why there."""
    state = random_position("nim", None, 400, 5)
    address = dropped(visitor, GameRecord.from_state(state, ["Ana", "Ben"]).to_text())
    job = visitor.form(f"{address}/review").headers["location"]
    assert visitor.finished(job) == f"{address}#cost"
    assert "decisions looked at" in visitor.page(address)


def test_what_was_better_is_a_whole_move_in_words():
    replay = Replay("k", text_of("mus"))
    raising = "grande · 10 más"
    costly = {
        "at": 19, "seat": replay.mover(19), "cost_words": "1", "sentence": "",
        "played_moves": [replay.deal.moves[19].action], "played_words": "",
        "best_words": raising, "because": "the cards are good",
    }  # fmt: skip
    view = replay.seen(19)
    assert raising in [view.action_words(move) for move in view.legal]
    found = _costly(replay, SPECTATOR, "Ana", costly)
    assert found.done == "Grande: Ana says “Echo cinco más”."
    assert found.better == f"Better: {raising}."
    assert found.because == "The cards are good."


def test_the_costly_moves_are_found_in_place_while_the_replay_is_live(visitor):
    text = text_of("nim", seed=5)
    address, replay = dropped(visitor, text), Replay("k", text)
    at = replay.stops[1]
    with visitor.websocket_connect(f"/live{address}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "html", "lang": "en"})
        socket.send_json({"type": "review", "at": at})
        view = socket.receive_json()
        waited = "<progress" in view["html"]
        while 'class="costly"' not in view["html"]:
            view = socket.receive_json()
            waited = waited or "<progress" in view["html"]
    assert waited
    assert view["decision"] == at, "the position stays"
    assert 'class="curve-now"' in view["html"]


def test_costly_moves_are_shown_as_they_are_found_without_a_time(visitor):
    text = text_of("nim", seed=5)
    address, so_far = dropped(visitor, text), []
    found = review(GameRecord.parse(text), interim=so_far.append)
    half = so_far[len(so_far) // 2]
    assert 0 < len(half.costly) < len(found.costly)
    key = _review_key(Replay(address.rpartition("/")[2], text))
    job = Job("j", "", key, "", "", "", "", {}, kind="review", draft=half.to_json())
    job.progress(0, 10, "decisions looked at")
    job.progress(3, 10, "decisions looked at")
    job.counted -= 60
    jobs_of(visitor.app.state)._jobs["j"] = job
    html = visitor.page(address)
    assert ">3 of 10 decisions</p>" in html
    assert html.count('class="cost-move"') == len(half.costly)
    assert "looked at" not in html


def test_a_replay_is_drawn_again_during_a_review_without_telling_its_moves_again(
    visitor, monkeypatch
):
    text = text_of("nim", seed=5)
    found = review(GameRecord.parse(text)).to_json()
    many = {**found, "costly": MOST_COSTLY * found["costly"]}
    assert len(many["costly"]) > MOST_COSTLY
    replay, told = Replay("k", text), []
    job = Job("j", "", _review_key(replay), "", "", "", "", {}, kind="review", draft=many)
    jobs_of(visitor.app.state)._jobs["j"] = job
    monkeypatch.setattr(Replay, "told_if", lambda *of: told.append(of) or "")
    reviewed(visitor.app.state, replay, 0, SPECTATOR, "?", "")
    assert len(told) == 2 * MOST_COSTLY, "no more than are shown, of one player and the others"
    monkeypatch.undo()
    writers = []
    make = SentenceWriter.__init__
    monkeypatch.setattr(SentenceWriter, "__init__", lambda *of: writers.append(of) or make(*of))
    reviewed(visitor.app.state, replay, 0, SPECTATOR, "?", "")
    once = len(writers)
    reviewed(visitor.app.state, replay, 1, SPECTATOR, "?", "")
    assert len(writers) == once


def test_what_is_marked_on_a_curve_lies_on_its_line(visitor):
    text = text_of("nim", seed=5)
    address = dropped(visitor, text)
    visitor.finished(visitor.form(f"{address}/review").headers["location"])
    html = visitor.page(address).partition('class="chart"')[2].partition("</figure>")[0]
    line = re.search(r'<polyline points="([^"]*)"', html)[1]
    xs, ys = zip(*(map(float, point.split(",")) for point in line.split()), strict=True)
    dots = [tuple(map(float, dot)) for dot in re.findall(r'<circle cx="(.*?)" cy="(.*?)"', html)]
    assert dots
    for x, y in dots:
        assert xs[0] <= x <= xs[-1]
        assert y == pytest.approx(np.interp(x, xs, ys), abs=0.2)


def test_a_review_can_be_stopped_where_it_is_waited_for(visitor, monkeypatch):
    async def endless(*_arguments):
        await asyncio.Event().wait()

    monkeypatch.setattr(visitor.pool, "review", endless)
    address = dropped(visitor, text_of("nim", seed=5))
    with visitor.websocket_connect(f"/live{address}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "html", "lang": "en"})
        socket.send_json({"type": "review", "at": 0})
        stop = re.findall(r'action="(/jobs/[^"]+/stop[^"]*)"', socket.receive_json()["html"])
        assert "/stop" in visitor.page(address), "as long as it is made, after a reload too"
        replay = Replay(address.rpartition("/")[2], text_of("nim", seed=5))
        assert not reviewed(visitor.app.state, replay, 0, SPECTATOR, "?", "another's address").stop
        assert visitor.form(stop[0]).headers["location"] == f"{address}?move=0#cost"
        while "Find them" not in socket.receive_json()["html"]:
            pass


def test_a_review_says_how_many_come_first_or_are_done_and_promises_no_time():
    shared = {"key": "", "title": "", "to": "", "back": "", "action": "", "again": {}}
    first, second, third = (Job(str(n), "", **shared, kind="review") for n in range(3))
    assert _progress_words(second, [first]) == "In the queue, 1 review comes first"
    first.progress(0, 100)
    first.counted -= 60
    first.progress(20, 100)
    assert _progress_words(first, []) == "20 of 100 decisions"
    first.draft = {"decisions": 18, "first_looks": 7, "course": []}
    told = "25 of 100 decisions looked at, 18 judged"
    assert _progress_words(first, []) == told
    told = "In the queue, 1 review comes first"
    assert _progress_words(second, [first]) == told
    assert _progress_words(third, [first, second]) == "In the queue, 2 reviews come first"


def test_what_was_done_before_a_study_was_continued_does_not_shorten_the_time_left():
    job = Job("1", "", key="", title="", to="", back="", action="", again={})
    job.progress(50, 100)
    job.counted -= 60
    assert job.time_left == ""
    job.progress(60, 100)
    assert job.time_left == "about 4 minutes left"


def test_the_slow_first_decisions_of_a_review_do_not_lengthen_the_time_left(monkeypatch):
    """Code is loaded in the first, and others of the beginning take longer than all later ones."""
    now = 0.0
    monkeypatch.setattr(jobs.time, "monotonic", lambda: now)
    job = Job("1", "", key="", title="", to="", back="", action="", again={}, kind="review")
    job.progress(0, 60)
    told = []
    for done in range(1, 61):
        now += 120 if done == 1 else 10 if done < 4 else 2
        job.progress(done, 60)
        told.append(job.seconds_left)
    assert told[:5] == [None] * 5
    assert all(told[done - 1] <= 3 * (60 - done) for done in range(8, 61))
    assert told[29] == 2 * 30
    assert job.seconds_left == 0


def test_the_moves_are_listed_by_turns_and_lead_to_the_table_after_them(visitor):
    text = text_of("minimus")
    address, replay = dropped(visitor, text), Replay("k", text)
    html = visitor.page(f"{address}?move=1")
    listed = html.partition('class="move-list"')[2].partition("</section>")[0]
    moves = [
        (int(to), words) for to, words in re.findall(r'data-move="(\d+)"[^>]*>([^<]*)', listed)
    ]
    assert moves == [(replay.stop(line.number), line.text) for line in replay.lines(None)]
    turns = [line.actor for line in replay.lines(None)]
    changes = 1 + sum(a != b for a, b in pairwise(turns))
    assert listed.count("<li>") == changes
    # Marked is the move of the address, with what chance did after it.
    marked = re.findall(r'data-move="(\d+)" aria-current', listed)
    assert marked == ["1"] * sum(to == 1 for to, _words in moves)


def test_what_decided_a_deal_is_told_by_the_look_of_its_cards(visitor, monkeypatch):
    def decided(scene):
        return Decided(f"by the look: {scene.look is not None and look_in_use() == scene.look}", "")

    monkeypatch.setattr(records, "face_of", lambda _game: SimpleNamespace(decided=decided))
    assert "by the look: True" in visitor.page(dropped(visitor, text_of("mus")))


def test_a_part_that_is_no_part_of_the_deal_leads_to_its_end():
    replay = Replay("k", text_of("buraco", seed=1))
    assert replay.end_of("") == replay.end_of("Grande") == len(replay.stops) - 1


def test_a_part_leads_to_its_last_move():
    replay = Replay("k", text_of("mus"))
    title, lines = replay.parts(None)[1]
    assert replay.end_of(title) == replay.stop(lines[-1].number) < len(replay.stops) - 1


def test_the_address_of_records_leads_to_their_form(visitor):
    assert visitor.get("/records").headers["location"] == "/#record-text"
    assert 'id="record-text"' in visitor.page("/")


def test_the_last_move_stays_marked_where_a_decision_has_no_line_of_its_own(visitor):
    """Not to make an extra move in Big Points is none."""
    text = text_of("bigpoints", seed=1)
    address, replay = dropped(visitor, text), Replay("k", text)
    lines = [replay.stop(line.number) for line in replay.lines(None)]
    between = next(n for n in range(1, lines[-1]) if n not in lines)
    listed = visitor.page(f"{address}?move={between}").partition('class="move-list"')[2]
    marked = re.findall(r'data-move="(\d+)" aria-current', listed)
    assert [int(n) for n in marked] == [max(n for n in lines if n < between)]


def test_there_is_nothing_to_review_where_nobody_chooses(visitor):
    assert "Find them" not in visitor.page(dropped(visitor, text_of("vangin")))


# -- the shuffle --------------------------------------------------------------------------------


def sealed_text(game="leduc"):
    game = load_game(game)
    options = game.options()
    seats = game.num_players(options)
    seal = Seal.made("table", 1, new_key(), ("ab", *[""] * (seats - 1)))
    shoe, state = SealedShoe(game, options, seal), game.new_state(options)
    while not state.is_terminal():
        state.apply(shoe.draw(state) if state.is_chance() else state.legal_actions()[0])
    return GameRecord.from_state(state, ["Ana", *["basic"] * (seats - 1)], seal).to_text()


def test_a_true_shuffle_is_confirmed(visitor):
    address = dropped(visitor, sealed_text())
    assert f'href="{address}/verify"' in visitor.page(address)
    html = visitor.page(f"{address}/verify")
    assert "The shuffle is the one that was promised" in html


@pytest.mark.parametrize("game", ["leduc", "mus", "vangin"])
def test_the_check_counts_the_moves_that_the_replay_shows_and_the_cards(visitor, game):
    text = sealed_text(game)
    address = dropped(visitor, text)
    (last,) = re.findall(r'class="replay-at">\d+ / (\d+)<', visitor.page(address))
    told = words(visitor.page(f"{address}/verify"))
    assert f"the {last} moves that the replay shows" in told
    cards = verify(GameRecord.parse(text)).cards
    assert f"{cards} cards were drawn again" in told


def test_a_shuffle_after_moves_that_were_supplied_is_confirmed_with_a_warning(visitor):
    game = load_game("leduc")
    state = game.new_state()
    state.apply(state.chance_outcomes()[0][0])
    seal = Seal.made("table", 1, new_key(), ("ab", ""), list(move_texts(state, None)))
    shoe = SealedShoe(game, state.options, seal)
    while not state.is_terminal():
        state.apply(shoe.draw(state) if state.is_chance() else state.legal_actions()[0])
    text = GameRecord.from_state(state, ["Ana", "basic"], seal).to_text()
    html = words(visitor.page(f"{dropped(visitor, text)}/verify"))
    assert "Not everything was dealt here" in html
    assert "supplied by whoever opened the table" in html
    assert "is the one that was promised" not in html


def test_a_changed_shuffle_is_not_confirmed(visitor):
    text = re.sub(r"nonce: ab", "nonce: ac", sealed_text())
    for _try in range(8):  # another nonce gives other cards, but for one in thirty or so
        html = visitor.page(f"{dropped(visitor, text)}/verify")
        if "The shuffle could not be confirmed" in html:
            return
        text = re.sub(r"nonce: ac", "nonce: ad", sealed_text().replace("nonce: ab", "nonce: ac"))
    raise AssertionError("a changed nonce was never noticed")


def test_a_record_without_a_seal_says_that_it_cannot_be_checked(visitor):
    html = visitor.page(f"{dropped(visitor, text_of('nim'))}/verify")
    assert "the record has no seal" in html


# -- tables -------------------------------------------------------------------------------------


def test_a_deal_of_a_table_is_replayed_downloaded_and_reported(visitor):
    location = visitor.form("/games/nim/play").headers["location"]
    name = location.rpartition("/")[2]
    until_dealt(visitor, location)
    record = visitor.get(f"{location}/record?deal=1")
    assert record.headers["content-disposition"] == f'attachment; filename="nim-{name}.txt"'
    assert GameRecord.parse(record.text).game.name == "nim"
    assert "key:" not in record.text, "the deal is not over"
    assert "when it is over" in visitor.page(f"{location}/replay", 409)
    assert (
        visitor.form(f"{location}/report", 422, sentence="  ").text.count("Say in a sentence") == 1
    )
    thanks = visitor.form(
        f"{location}/report?deal=1", 200, sentence="The disc <b>vanished</b>."
    ).text
    assert "kept for the host" in thanks
    reports = visitor.portal.call(reported, visitor.app.state.journal)
    assert reports[0][0] == name
    assert reports[0][1] == "The disc <b>vanished</b>."
    assert "game: nim" in reports[0][2]


async def reported(journal):
    from sqlalchemy import select

    from ludoteca.web.journal.schema import reports

    wanted = select(reports.c.table_id, reports.c.sentence, reports.c.record)
    return await journal._read(lambda c: [tuple(row) for row in c.execute(wanted)])


def test_only_who_sits_at_a_table_reports_its_deals(visitor):
    location = visitor.form("/games/nim/play").headers["location"]
    until_dealt(visitor, location)
    stranger = {"accept": "text/html", "cookie": f"ludoteca_person={'s' * 32}"}
    own = dict(visitor.cookies)
    visitor.cookies.clear()
    assert visitor.get(f"{location}/report", headers=stranger).status_code == 403
    sent = {"sentence": "I never sat there."}
    assert visitor.post(f"{location}/report", data=sent, headers=stranger).status_code == 403
    assert visitor.portal.call(reported, visitor.app.state.journal) == []
    visitor.cookies.update(own)
    visitor.page(f"{location}/report")


def test_the_replay_of_a_deal_that_there_is_not_leads_to_the_table(visitor):
    location = visitor.form("/games/nim/play").headers["location"]
    html = visitor.get(f"{location}/replay?deal=99", headers=PAGE)
    assert html.status_code == 404
    assert "There is no such deal at this table." in html.text
    assert f'href="{location}"' in html.text


def test_a_deal_that_there_is_not_is_said(visitor):
    location = visitor.form("/games/nim/play").headers["location"]
    html = visitor.get(f"{location}/record?deal=7", headers=PAGE)
    assert html.status_code == 409
    assert "there is no such deal" in html.text


def test_the_replay_of_a_deal_opens_at_the_move_and_the_view_in_the_address(visitor):
    location = visitor.form("/games/nim/play").headers["location"]
    while (scene := visitor.get(f"/api{location}").json())["phase"] != "over":
        if scene["view"] and scene["view"]["legal"]:
            move, decision = scene["view"]["legal"][0]["id"], scene["decision"]
            act = {"actions": [move], "decision": decision, "id": str(decision)}
            visitor.post(f"/api{location}/acts", json=act)
    to = visitor.get(f"{location}/replay?deal=1&as=1&move=2", follow_redirects=False)
    assert to.headers["location"].endswith("?as=1&move=2")
    assert 'name="at" value="2"' in visitor.page(to.headers["location"])
    whole = visitor.get(f"{location}/replay?deal=1", follow_redirects=False)
    assert "?" not in whole.headers["location"]


def test_a_first_look_is_told_apart_from_what_is_judged(visitor):
    state = played("leduc", "Ks", "Js", "check", "check", "Kh", "check", "raise", "fold")
    text, so_far = GameRecord.from_state(state).to_text(), []
    found = review(GameRecord.parse(text), interim=so_far.append)
    first_look, address = so_far[found.decisions - 1], dropped(visitor, text)
    key = _review_key(Replay(address.rpartition("/")[2], text))
    job = Job("j", "", key, "", "", "", "", {}, kind="review", draft=first_look.to_json())
    job.progress(0, found.decisions, "decisions looked at")
    jobs_of(visitor.app.state)._jobs["j"] = job
    html = visitor.page(address)
    assert f"{found.decisions} of {found.decisions} decisions looked at, 0 judged" in html
    assert 'class="cost-move"' not in html, "nothing is told as found"
    assert "seem costly at a first look" in html
    job.draft = found.to_json()
    assert "first look" not in visitor.page(address)
