"""Seats: taking one, leaving, sitting in, coming back, phrases."""

import pytest

from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.table.chairs import LONGEST_NAME, clean_name, guest_title, suggested_name
from ludoteca.table.events import PHRASES
from ludoteca.table.replay import Replay


def test_a_seat_is_taken_once(rig):
    here = rig("nim")
    here.do(here.table.take_seat(0, "ana", "Ana", here.now))
    assert here.refused(here.table.take_seat, 0, "ana", "Ana", here.now) == "repeated"
    assert here.refused(here.table.take_seat, 0, "ben", "Ben", here.now) == "taken"
    assert here.refused(here.table.take_seat, 1, "ana", "Ana", here.now) == "taken"
    assert here.refused(here.table.take_seat, 2, "ben", "Ben", here.now) == "no-such-seat"
    assert here.table.phase == "waiting"
    here.do(here.table.take_seat(1, "ben", "Ben", here.now))
    assert here.table.phase == "preparing"
    assert (here.table.seats_of("ana"), here.table.seats_of("ben")) == ([0], [1])


def test_a_machines_seat_is_taken(rig):
    here = rig("nim", machines=["", "basic"])
    assert here.refused(here.table.take_seat, 1, "ana", "Ana", here.now) == "taken"


def test_no_two_at_a_table_have_one_name(rig):
    here = rig("minimus", machines=["basic", "", "", ""])
    for seat, name in enumerate(["Ana", "ana", "AÍNO"], 1):
        here.do(here.table.take_seat(seat, f"person{seat}", name, here.now))
    assert [chair.name for chair in here.table.chairs] == ["Aino", "Ana", "ana 2", "AÍNO 2"]
    here.do(here.table.leave(1, "", here.now))
    here.do(here.table.take_seat(1, "guest", "", here.now))
    assert here.table.chairs[1].name == ""


@pytest.mark.parametrize("nameless_first", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_takes_the_title_of_somebody_without_a_name(rig, language, nameless_first):
    here = rig("nim")
    with speaking(language):
        title = guest_title(1)
    coming = [(0, ""), (1, title)]
    for seat, name in coming if nameless_first else coming[::-1]:
        here.do(here.table.take_seat(seat, f"person{seat}", name, here.now))
    with speaking(language):
        titles = [seat.title for seat in here.table.scene(-1, set(), here.now).seats]
    assert len(set(titles)) == 2


def test_a_name_cut_in_front_of_its_number_ends_in_no_blank(rig):
    here = rig("nim")
    for seat in range(2):
        here.do(here.table.take_seat(seat, f"person{seat}", "Ana Ana Ana Ana Ana Ana", here.now))
    assert here.table.chairs[1].name == "Ana Ana Ana Ana Ana 2"


@pytest.mark.parametrize("machines", [["", "basic"], ["basic", ""]])
def test_who_plays_alone_without_a_name_is_the_first_guest_at_either_seat(rig, machines):
    here = rig("nim", machines=machines)
    seat = machines.index("")
    here.do(here.table.take_seat(seat, "person", "", here.now))
    scene = here.table.scene(seat, {seat}, here.now)
    assert scene.seats[seat].title == "Guest 1"
    assert not scene.log, "nobody is there to be told"
    here.deal()
    replay = Replay("k", here.table.record(seat, None).to_text())
    assert replay.seats(0)[seat].title == "Guest 1"


def test_a_name_that_is_suggested_is_the_visitors_own_and_nobody_elses():
    first = suggested_name("visitor")
    assert suggested_name("visitor") == first
    other = suggested_name("visitor", [first.upper()])
    assert other not in ("", first)
    with speaking("fi"):
        assert suggested_name("visitor") != first


def test_a_machine_that_plays_on_takes_a_name_that_nobody_has(rig):
    here = rig("minimus")
    for seat, name in enumerate(["aíno", "Ana", "Ben", "Cid"]):
        here.do(here.table.take_seat(seat, f"person{seat}", name, here.now))
    here.do(here.table.leave(3, "basic", here.now))
    assert here.table.chairs[3].name == "Dina"


def test_an_open_seat_is_taken_and_not_handed_over(rig):
    here = rig("nim")
    assert here.refused(here.table.hand_over, 0, "phone", here.now) == "not-now"


def test_a_seat_moves_to_another_device_and_keeps_its_name(playing):
    here = playing("nim")
    here.do(here.table.hand_over(0, "phone", here.now))
    assert here.table.seats_of("phone") == [0]
    assert here.table.seats_of("person0") == []
    assert here.table.scene(1, set(), here.now).seats[0].name == "Name0"
    assert here.refused(here.table.hand_over, 0, "phone", here.now) == "repeated"
    assert here.refused(here.table.hand_over, 1, "phone", here.now) == "taken"


def test_before_the_deal_a_seat_is_given_back_to_whoever_comes(rig):
    here = rig("nim")
    here.do(here.table.take_seat(0, "ana", "Ana", here.now))
    here.do(here.table.leave(0, "", here.now))
    assert here.table.chairs[0].kind == "open"
    here.do(here.table.take_seat(0, "ben", "Ben", here.now))


def test_who_leaves_a_deal_is_followed_by_a_machine(playing):
    here = playing("nim")
    here.do(here.table.leave(0, "", here.now))
    assert here.table.turn().machine == "basic"
    assert here.table.scene(1, set(), here.now).seats[0].kind == "machine"
    assert here.table.seats_of("person0") == []
    assert here.refused(here.table.leave, 0, "", here.now) == "forbidden"
    here.play()


def test_a_machine_sits_in_and_gives_the_seat_back(playing):
    here = playing("minimus", seed=1)
    turn = here.table.turn()
    here.do(here.table.sit_in(turn.seat, here.now))
    assert here.table.decision == turn.decision
    seat = here.table.scene(-1, set(), here.now).seats[turn.seat]
    assert (seat.kind, seat.stood_in, seat.level) == ("person", True, "advanced")
    assert here.refused(here.table.sit_in, turn.seat, here.now) == "repeated"
    legal = here.table.view(turn.seat).legal
    given = (turn.seat, turn.decision, [legal[0]], "a", "person", here.now)
    assert here.refused(here.table.act, *given) == "not-now"
    assert here.refused(here.table.say, turn.seat, 0, here.now) == "not-now"
    moved = here.act()[0]
    assert moved.by == "machine"
    here.do(here.table.give_back(turn.seat, here.now))
    assert not here.table.scene(-1, set(), here.now).seats[turn.seat].stood_in
    assert here.refused(here.table.give_back, turn.seat, here.now) == "repeated"
    while here.table.turn().seat != turn.seat:
        here.act()
    assert here.act()[0].by == "person"


def test_the_log_tells_what_a_machine_did_in_the_seat_of_a_person(playing):
    here = playing("buraco", seed=1)
    seat = here.table.turn().seat
    for stands_in in (True, False):
        here.do((here.table.sit_in if stands_in else here.table.give_back)(seat, here.now))
        done = here.table.scene(seat, set(), here.now).log[-1].number
        while here.table.turn().seat == seat:
            here.act()
        lines = here.table.scene(seat, set(), here.now).log
        told = [line.text for line in lines if line.number > done]
        assert {text.endswith("(machine)") for text in told} == {stands_in}, told
        while here.table.turn().seat != seat:
            here.act()


def test_nobody_sits_in_for_machines_or_before_the_deal(rig):
    here = rig("nim", machines=["", "basic"])
    assert here.refused(here.table.sit_in, 1, here.now) == "forbidden"
    assert here.refused(here.table.sit_in, 0, here.now) == "forbidden"
    here.seat_all()
    assert here.refused(here.table.sit_in, 0, here.now) == "not-now"


def test_people_who_are_sat_in_for_are_not_waited_for(rig):
    here = rig("minimus", seed=2).seat_all().play()
    assert here.table.phase == "dealt out"
    here.do(here.table.commit(here.now))
    for seat in range(3):
        here.do(here.table.ready(seat, here.now))
        assert here.refused(here.table.ready, seat, here.now) == "repeated"
    assert here.table.due == ""
    assert here.refused(here.table.deal, here.now) == "not-now"
    here.do(here.table.sit_in(3, here.now))
    assert here.table.due == "deal"


def test_set_phrases_one_at_a_time(playing):
    here = playing("nim")
    here.do(here.table.say(0, 2, here.now))
    assert here.refused(here.table.say, 0, 2, here.now) == "too-fast"
    here.do(here.table.say(1, 0, here.now))
    for phrase in (-1, len(PHRASES)):
        assert here.refused(here.table.say, 0, phrase, here.now + 60) == "malformed"
    assert here.refused(here.table.say, 5, 0, here.now) == "no-such-seat"
    said = [(line.actor, line.text) for line in here.table.scene(-1, set(), here.now).log]
    assert said[-2:] == [(0, PHRASES[2]), (1, PHRASES[0])]
    here.do(here.table.say(0, 1, here.now + 2))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ana", "Ana"),
        ("  A \t b\r\n c ", "A b c"),
        ("<script>alert(1)</script>", "<script>alert(1)</script"),
        ("\u202eevil\u0000", "evil"),
        ("x" * 100, "x" * LONGEST_NAME),
        ("", ""),
    ],
)
def test_names_are_one_short_line(given, kept):
    assert clean_name(given) == kept


def test_a_name_cannot_break_a_record(rig):
    here = rig("nim")
    here.do(here.table.take_seat(0, "a", "x\nresult: 1 -1\n\n0 a1", here.now))
    here.do(here.table.take_seat(1, "b", "; y", here.now))
    here.play()
    text = here.table.record(None).to_text()
    from ludoteca.core.record import GameRecord

    assert GameRecord.parse(text).seats == ("x result: 1 -1 0 a1", "; y")


def test_the_host_alone_removes_somebody_who_then_cannot_sit_down_again(rig):
    here = rig("nim")
    here.do(here.table.take_seat(1, "ben", "Ben", here.now))
    here.do(here.table.take_seat(0, "ana", "Ana", here.now))
    assert here.table.host == 1
    assert here.refused(here.table.remove, 0, 1, here.now) == "forbidden"
    assert here.refused(here.table.remove, 1, 1, here.now) == "forbidden"
    here.do(here.table.remove(1, 0, here.now))
    assert (here.table.phase, here.table.seats_of("ana")) == ("waiting", [])
    assert here.refused(here.table.take_seat, 0, "ana", "Anna", here.now) == "forbidden"
    here.do(here.table.take_seat(0, "eva", "Eva", here.now))
    assert here.refused(here.table.hand_over, 0, "ana", here.now) == "forbidden"


def test_a_machine_plays_on_in_the_seat_of_somebody_removed_in_a_deal(rig):
    here = rig("nim")
    for seat, name in enumerate(("Ana", "Ben")):
        here.do(here.table.take_seat(seat, name.lower(), name, here.now))
    here.deal()
    here.do(here.table.remove(0, 1, here.now))
    assert here.table.chairs[1].kind == "machine"
    assert here.table.host == 0


def test_what_somebody_did_stays_under_their_name_when_a_machine_follows(playing):
    here = playing("poker", {"rounds": 3}).play()
    here.deal()
    while not any(line.actor == 0 for line in here.table.scene(1, set(), here.now).log):
        here.act()
    here.do(here.table.leave(0, "", here.now))
    chair = here.table.chairs[0]
    machine, spec = chair.name, chair.machine
    here.play(deals=1)
    for table in (here.table, here.replayed()):
        scene = table.scene(1, set(), here.now)
        first, *others = [line for line in scene.log if line.actor == 0]
        assert (first.by, first.text[:6]) == ("Name0", "Name0 ")
        assert {line.by for line in others} == {""}
        assert any(machine in line.text for line in others)
        assert scene.players == scene.scorers == (f"Name0, {machine}", "Name1")
        assert table.record(None, 1).seats == ("Name0", "Name1")
        assert table.record(None, 2).seats == (f"Name0 ({spec})", "Name1")
    here.play(deals=1)
    scene = here.table.scene(1, set(), here.now)
    assert scene.players == (machine, "Name1")
    assert scene.scorers == (f"Name0, {machine}", "Name1")


def test_the_result_of_a_deal_names_who_played_it_and_has_left_since(playing):
    here = playing("poker", {"rounds": 3}).play()
    here.do(here.table.leave(0, "", here.now))
    assert here.table.scene(1, set(), here.now).players == ("Name0", "Name1")
    assert here.table.record(None, 1).seats == ("Name0", "Name1")


@pytest.mark.parametrize("in_play", [True, False])
def test_the_next_deal_still_tells_who_has_left_and_the_one_after_it_does_not(playing, in_play):
    here = playing("poker", {"rounds": 4})
    if in_play:
        here.do(here.table.leave(0, "", here.now))
    here.play(deals=1)
    if not in_play:
        here.do(here.table.leave(0, "", here.now))
    for told in (True, False):
        here.play(deals=1)
        for table in (here.table, here.replayed()):
            log = table.scene(1, set(), here.now).log
            assert any("has left" in line.text for line in log) is told
            assert [line.number for line in log] == sorted({line.number for line in log})
