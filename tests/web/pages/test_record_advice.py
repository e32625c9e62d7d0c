"""The question why: machines' moves explained in finished records, and in no others."""

import pickle
import re
from dataclasses import replace

import pytest
from visitors import PAGE, words

from deals import random_position
from ludoteca.core.errors import BadInput
from ludoteca.core.player_names import about_machine
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.players.factory import make_player
from ludoteca.table.replay import Replay
from ludoteca.web.pages.record_advice import explains, turns_of_line


def record_text(game="leduc", machine="basic", seed=3, moves=400, options=None):
    state = random_position(game, options, moves, seed)
    names = ["Ana", *([machine] * (state.num_players - 1))]
    return GameRecord.from_state(state, names).to_text()


def dropped(visitor, text):
    return visitor.form("/records", record=text).headers["location"]


def moves_of(replay, seat):
    """The stops at which a seat moves next."""
    return [at for at in replay.stops if replay.mover(at) == seat]


def test_every_move_of_a_machine_can_be_asked_about_and_no_move_of_a_person(visitor):
    text = record_text()
    address, replay = dropped(visitor, text), Replay("k", text)
    assert moves_of(replay, 0)
    assert moves_of(replay, 1)
    for at in replay.stops:
        html = visitor.page(f"{address}?move={replay.stop(at)}")
        assert ('data-says="why"' in html) == (replay.mover(at) == 1)


def test_no_reason_is_asked_for_the_only_legal_move(visitor):
    text = record_text("nim", seed=2)
    address, replay = dropped(visitor, text), Replay("k", text)
    forced = [at for at in moves_of(replay, 1) if not replay.has_choice(at)]
    assert forced
    for at in forced:
        html = visitor.page(f"{address}?move={replay.stop(at)}")
        assert "Next:" in html
        assert 'data-says="why"' not in html


def test_the_move_made_is_in_sight_where_others_are_folded(visitor):
    text = record_text("nim", seed=4)
    address, replay = dropped(visitor, text), Replay("k", text)
    at = moves_of(replay, 1)[0]
    visitor.finished(visitor.form(f"{address}/why", at=at).headers["location"])
    shown, folded = visitor.page(f"{address}?move={replay.stop(at)}").split(
        "2 more moves</summary>"
    )
    assert shown.count('<tr class="made"') == 1
    assert shown.partition('class="why-moves"')[2].count("<tr") == 6
    assert folded.partition("</details>")[0].count("<tr") == 2


def test_reasons_are_worked_out_once_and_kept(visitor):
    text = record_text()
    address, replay = dropped(visitor, text), Replay("k", text)
    at = moves_of(replay, 1)[0]
    job = visitor.form(f"{address}/why", at=at).headers["location"]
    assert visitor.finished(job) == f"{address}?move={replay.stop(at)}#why"
    html = visitor.page(f"{address}?move={replay.stop(at)}")
    assert re.search(r"makes this move|always plays this|would never play this", html)
    assert "Aino explains" in html
    said = words(html[html.index('id="why"') :])
    view = replay.seen(at)
    assert all(view.action_words(action) in said for action in view.legal)
    again = visitor.form(f"{address}/why", at=at).headers["location"]
    assert again == f"{address}?move={replay.stop(at)}#why"
    assert len(visitor.pool.explained) == 1


def test_a_machine_is_asked_about_its_whole_turn(visitor):
    text = record_text("minirummy", moves=999)
    address, replay = dropped(visitor, text), Replay("k", text)
    turns = {at: replay.turn_after(at) for at in moves_of(replay, 1) if replay.has_choice(at)}
    at = next(at for at, turn in turns.items() if len(turn) > len(replay.moves_after(at)))
    visitor.finished(visitor.form(f"{address}/why", at=at).headers["location"])
    ((_view, _spec, turn),) = visitor.pool.explained
    assert turn == turns[at]


def test_the_turns_of_a_line_of_buraco_are_the_draw_and_what_follows_the_card():
    replay = Replay("k", record_text("buraco", moves=40))
    lines = [line for line in replay.lines(None) if line.at >= 0 and line.actor == 1]
    told = [turns_of_line(replay, line.at) for line in lines]
    assert all(replay.mover(at) == 1 and replay.has_choice(at) for turns in told for at in turns)
    assert {len(turns) for turns in told} == {1, 2}
    for line, turns in zip(lines, told, strict=True):
        made = [move.action for move in replay.deal.moves[turns[-1] : line.number]]
        assert replay.turn_after(turns[-1]) == made, "the line ends with the last of them"


def test_where_a_machine_explains_itself_its_description_is_left_out(visitor):
    text = record_text("bigpoints", "advanced")
    address, replay = dropped(visitor, text), Replay("k", text)
    player = make_player(replay.game, "advanced")
    at = next(
        at
        for at in moves_of(replay, 1)
        if replay.has_choice(at)
        and player.chances(replay.seen(at)).get(replay.deal.moves[at].action)
    )
    visitor.finished(visitor.form(f"{address}/why", at=at).headers["location"])
    html = visitor.page(f"{address}?move={replay.stop(at)}")
    said = words(html[html.index('id="why"') :])
    assert "It plays by rules of thumb" in said
    assert about_machine(load_game("bigpoints").info, "advanced") not in said


def test_over_the_connection_the_reasons_come_by_themselves(visitor):
    text = record_text(machine="belief@50")
    address, replay = dropped(visitor, text), Replay("k", text)
    at = moves_of(replay, 1)[0]
    with visitor.websocket_connect(f"/live{address}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "html", "lang": "en"})
        socket.send_json({"type": "why", "at": at})
        html = ""
        while 'class="why-said"' not in html:
            html = socket.receive_json()["html"]
    assert "Vera was asked again, with the seed 1" in html
    assert "interval-text" in html, "simulated values have their interval"
    with visitor.websocket_connect(f"/live{address}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "json", "lang": "en"})
        socket.send_json({"type": "why", "at": at})
        told = socket.receive_json()["why"]
    assert words(html).count(told["sentence"])
    assert all(move["value"]["n"] > 0 for move in told["moves"])


def test_a_machine_is_asked_again_with_what_its_seat_saw_and_nothing_else(visitor):
    state = random_position("leduc", None, 400, 3)
    text = GameRecord.from_state(state, ["Ana", "basic"]).to_text()
    address, replay = dropped(visitor, text), Replay("k", text)
    at = moves_of(replay, 1)[-1]
    visitor.finished(visitor.form(f"{address}/why", at=at).headers["location"])
    walked = state.game.new_state(state.options)
    for move in state.moves[:at]:
        walked.apply(move.action)
    ((view, spec, turn),) = visitor.pool.explained
    seen = replace(view, look=None)  # without the mark of the shuffle, which everybody knows
    assert pickle.dumps(seen) == pickle.dumps(walked.view(1, remembering=True))
    assert (spec, turn) == ("basic", [state.moves[at].action])


@pytest.mark.parametrize("lang", ["pt", "fi"])
def test_reasons_are_kept_for_each_language(visitor, lang):
    text = record_text()
    address, replay = dropped(visitor, text), Replay("k", text)
    at = moves_of(replay, 1)[0]
    visitor.finished(visitor.form(f"{address}/why", at=at).headers["location"])
    visitor.cookies.set("lang", lang)
    html = visitor.page(f"{address}?move={replay.stop(at)}", **{"accept-language": lang})
    assert 'class="why-said"' not in html


# -- what is not told ---------------------------------------------------------------------------


def test_a_game_that_is_not_over_tells_nothing(visitor):
    """Neither as one of its seats saw it, nor a whole record that breaks off."""
    state = random_position("leduc", None, 1, 3)
    assert not state.is_terminal()
    texts = [
        GameRecord.seen_from(state, 0, ["Ana", "basic"]).to_text(),
        GameRecord.from_state(state, ["Ana", "basic"]).to_text(),
    ]
    for text in texts:
        address, replay = dropped(visitor, text), Replay("k", text)
        for at in range(replay.last + 1):
            html = visitor.page(f"{address}?move={replay.stop(at)}")
            assert 'id="why"' not in html
            assert "the game is over" in words(visitor.form(f"{address}/why", 422, at=at).text)
        with visitor.websocket_connect(f"/live{address}", headers={"host": "127.0.0.1"}) as socket:
            socket.send_json({"type": "hello", "as": "html", "lang": "en"})
            socket.send_json({"type": "why", "at": replay.stops[0]})
            refused = socket.receive_json()
            assert (refused["type"], refused["code"]) == ("refused", "not-now")
    assert visitor.pool.explained == []


def test_a_table_in_play_tells_nothing_in_place_either(visitor):
    table = visitor.form("/games/leduc/play").headers["location"]
    for at in range(6):
        visitor.form(f"{table}/why", 409, at=at, in_place="1")
    assert visitor.pool.explained == []


def test_a_finished_record_as_one_seat_saw_it_tells_nothing(visitor):
    state = random_position("leduc", None, 400, 3)
    text = GameRecord.seen_from(state, 0, ["Ana", "basic"]).to_text()
    address = dropped(visitor, text)
    visitor.form(f"{address}/why", 422, at=Replay("k", text).stops[0])
    assert visitor.pool.explained == []


@pytest.mark.parametrize("at", [0, 10**6, "x", ""])
def test_what_is_no_move_of_a_machine_is_refused(visitor, at):
    address = dropped(visitor, record_text())
    assert "No machine made this move" in words(visitor.form(f"{address}/why", 422, at=at).text)


@pytest.mark.parametrize("machine", ["belief@100000", "belief@60s", "belief@x"])
def test_a_record_cannot_have_a_machine_think_for_long(visitor, machine):
    text = record_text(machine=machine)
    address, replay = dropped(visitor, text), Replay("k", text)
    visitor.form(f"{address}/why", 422, at=moves_of(replay, 1)[0])
    assert visitor.pool.explained == []


def test_a_machine_that_fails_is_told_and_can_be_asked_again(visitor):
    text = record_text()
    address, replay = dropped(visitor, text), Replay("k", text)
    at = moves_of(replay, 1)[0]
    visitor.pool.fails = BadInput("it is asleep")
    with visitor.websocket_connect(f"/live{address}", headers={"host": "127.0.0.1"}) as socket:
        socket.send_json({"type": "hello", "as": "html", "lang": "en"})
        socket.send_json({"type": "why", "at": at})
        html = ""
        while "it is asleep" not in html:
            html = socket.receive_json()["html"]
    assert 'data-says="why"' in html
    visitor.pool.fails = None
    job = visitor.form(f"{address}/why", at=at).headers["location"]
    assert visitor.finished(job) == f"{address}?move={replay.stop(at)}#why"


def test_one_visitor_has_so_many_machines_asked_at_once(visitor):
    text = record_text(game="minirummy")
    address, replay = dropped(visitor, text), Replay("k", text)
    stops = moves_of(replay, 1)
    assert len(stops) > 2
    visitor.pool.hold = True
    for at in stops[:2]:
        visitor.form(f"{address}/why", at=at)
    visitor.form(f"{address}/why", 429, at=stops[2])
    visitor.pool.hold = False


def test_people_are_not_machines_by_their_seat_alone():
    state = random_position("leduc", None, 400, 3)
    replay = Replay("k", GameRecord.from_state(state, ["Ana", "Bo"]).to_text())
    assert not explains(replay)
    assert explains(Replay("k", record_text(machine="Basic")))
    assert load_game("leduc").info.levels


def test_a_running_table_tells_nothing_until_the_deal_is_over(visitor):
    answer = visitor.post("/api/tables", json={"game": "leduc", "seats": ["me", "basic"]})
    table, token = answer.json()["id"], answer.json()["tokens"]["0"]
    head = {"host": "127.0.0.1"}
    with visitor.websocket_connect(f"/live/tables/{table}", headers=head) as socket:
        socket.send_json({"type": "hello", "as": "json", "lang": "en", "token": token})
        asked = 0
        for number in range(40):
            scene = socket.receive_json().get("scene")
            if scene is None:
                continue
            if scene["result"] is not None:
                break
            if scene["view"] is not None and scene["view"]["legal"]:
                asked += _refused_at(visitor, table)
                _act(socket, scene, number)
        assert asked
        assert visitor.pool.explained == []
        address = visitor.get(f"/tables/{table}/replay", headers=PAGE).headers["location"]
        replay = Replay("k", visitor.get(f"{address}/record.txt").text)
        stops = [at for at in replay.stops[:-1] if replay.mover(at) == 1]
        assert stops
        visitor.finished(visitor.form(f"{address}/why", at=stops[0]).headers["location"])
        assert len(visitor.pool.explained) == 1
        lines = [line for line in scene["log"] if line["actor"] == 1]
        asked = [visitor.form(f"/tables/{table}/why?deal=1", at=line["at"]) for line in lines]
        told = [visitor.finished(answer.headers["location"]) for answer in asked[1:]]
        assert told == [f"{address}?move={replay.stop(at)}#why" for at in stops[1:]]
        assert asked[0].headers["location"] == f"{address}?move={replay.stop(stops[0])}#why"


def _refused_at(visitor, table):
    """Ask about every move of the deal so far; how often that was refused."""
    assert visitor.get(f"/tables/{table}/replay", headers=PAGE).status_code == 409
    visitor.form(f"/tables/{table}/why?deal=1", 409, at=0)
    lines = visitor.get(f"/tables/{table}/record").text.splitlines()
    sealed = ("seal:", "table:", "deal:", "commitment:", "nonce:")
    record = "\n".join(line for line in lines if not line.startswith(sealed))
    address = visitor.form("/records", record=record).headers["location"]
    last = Replay("k", visitor.get(f"{address}/record.txt").text).last
    for at in range(last + 1):
        visitor.form(f"{address}/why", 422, at=at)
    return last + 1


def _act(socket, scene, number):
    action = scene["view"]["legal"][0]["id"]
    decision = scene["decision"]
    socket.send_json({"type": "act", "decision": decision, "id": f"a{number}", "actions": [action]})
