"""Shuffles, matches, records, and playing on from a record."""

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.sealed_shoe import Seal
from ludoteca.core.shuffles.verify import verify
from ludoteca.core.view import Memory
from ludoteca.table.events import event_from_json

KEY = "0123456789abcdef" * 4


def test_the_shuffle_is_promised_before_it_and_opened_after_the_deal(rig, game):
    here = rig(game, seed=1).seat_all()
    here.do(here.table.commit(here.now))
    promised = here.table.scene(-1, set(), here.now).commitment
    here.do(here.table.add_nonce(0, "C0FFEE", here.now))
    assert here.refused(here.table.add_nonce, 0, "11", here.now) == "repeated"
    here.deal()
    assert here.refused(here.table.add_nonce, 0, "11", here.now) == "not-now"
    while here.table.phase == "playing":
        scene = here.table.scene(0, set(), here.now)
        assert scene.seal is None
        assert scene.commitment == promised
        assert scene.nonces[0] == "c0ffee"
        here.act()
    seal = here.table.scene(0, set(), here.now).seal
    assert seal.keeps_its_promise()
    assert seal.commitment == promised == Seal.made("table1", 1, seal.key).commitment
    assert verify(here.table.record(None)).chance_moves == sum(
        move.actor < 0 for move in here.table.current.moves
    )


def test_the_key_is_nowhere_in_a_running_deal(playing, game):
    here = playing(game, seed=2)
    key = here.table.current.seal.key
    for _act in range(8):
        if here.table.phase != "playing":
            break
        for viewer in (-1, *range(len(here.table.chairs))):
            assert key not in here.told(viewer)
            assert key not in here.table.record(viewer).to_text()
        assert here.refused(here.table.record, None) == "forbidden"
        here.act()


def test_the_seal_of_a_day_is_its_own_and_stays_closed_and_nobody_adds_to_it(rig):
    here = rig("vangin", day="2026-11-23").seat_all()
    here.do(here.table.commit(here.now, KEY))
    promised = Seal.made("day-2026-11-23", 1, KEY).commitment
    assert here.table.scene(0, set(), here.now).commitment == promised
    assert here.refused(here.table.add_nonce, 0, "11", here.now) == "forbidden"
    here.deal()
    while here.table.phase == "playing":
        here.act()
    scene = here.table.scene(0, set(), here.now)
    assert (scene.day, scene.seal) == ("2026-11-23", None)
    assert here.table.record(None).seal == Seal.made("day-2026-11-23", 1, KEY, ("",)).closed()


@pytest.mark.parametrize("value", ["", "xyz", "0" * 65, "é"])
def test_a_nonce_is_hexadecimal(rig, value):
    here = rig("nim").seat_all()
    here.do(here.table.commit(here.now))
    assert here.refused(here.table.add_nonce, 0, value, here.now) == "malformed"


def test_the_nonces_change_the_shuffle(rig):
    dealt = []
    for nonce in ("01", "02"):
        here = rig("bigpoints").seat_all()
        here.do(here.table.commit(here.now, key="ab" * 32))
        here.do(here.table.add_nonce(1, nonce, here.now))
        dealt.append(here.deal().table.current.moves)
    assert dealt[0] != dealt[1]


def test_a_match_goes_on_from_its_standing(rig):
    here = rig("minimus", seed=3).seat_all().play(deals=3)
    returns = [here.table.past[0].returns, here.table.past[1].returns, here.table.current.returns]
    assert list(here.table.totals) == [sum(points) for points in zip(*returns, strict=True)]
    first, second = (here.table.record(None, deal) for deal in (1, 2))
    assert first.standing != second.standing
    assert here.table.scene(0, set(), here.now).standing.startswith("deals=3")
    assert "deals=2" in here.table.record(None).standing
    for deal in (1, 2, 3):
        verify(here.table.record(None, deal))
    assert here.refused(here.table.record, None, 4) == "not-now"


def test_who_reads_the_match_is_shown_its_last_deals_as_the_seat_saw_them(rig):
    here, ends = rig("minimus", {"target": 9}), []
    here.seat_all()
    while len(ends) < 2:
        here.play()
        ends.append(here.table.current.state.clone())
    here.deal()
    for table in (here.table, here.replayed()):
        for seat in (0, 1):
            assert table.view(seat, Memory.DEAL).earlier == ()
            shown = table.view(seat, Memory.MATCH).earlier
            assert shown == tuple(end.view(seat, Memory.DEAL) for end in ends)
            assert [deal.past for deal in shown] == [end.view(seat, 1).past for end in ends]


def test_a_match_ends(rig):
    here = rig("bigpoints", {"games": "series"}, seed=4).seat_all().play(deals=9)
    assert here.table.phase == "over"
    assert len(here.table.past) == 1
    assert here.table.due == ""
    assert here.refused(here.table.ready, 0, here.now) == "over"
    assert here.refused(here.table.deal, here.now) == "not-now"
    assert here.refused(here.table.commit, here.now) == "not-now"
    assert here.refused(here.table.leave, 0, "", here.now) == "over"


def test_nothing_is_dealt_before_all_seats_are_held_and_the_house_has_committed(rig):
    here = rig("nim")
    assert here.table.due == "commit"
    here.do(here.table.commit(here.now))
    assert here.table.due == ""
    assert here.refused(here.table.commit, here.now) == "not-now"
    assert here.refused(here.table.deal, here.now) == "not-now"
    assert here.refused(here.table.ready, 0, here.now) == "forbidden"
    here.seat_all()
    assert here.refused(here.table.ready, 0, here.now) == "repeated"
    assert here.table.due == "deal"


def test_the_first_deal_and_its_clocks_wait_for_all_people_to_be_ready(rig):
    here = rig("nim", clock=[60.0, 1.0])
    here.do(here.table.commit(here.now))
    here.do(here.table.take_seat(0, "ana", "Ana", here.now, ready=False))
    here.do(here.table.take_seat(1, "jo", "Jo", here.now))
    assert here.table.due == ""
    assert here.refused(here.table.deal, here.now) == "not-now"
    scene = here.table.scene(1, {0, 1}, here.now + 1000)
    assert [seat.title for seat in scene.unready] == ["Ana"]
    assert [seat.clock for seat in scene.seats] == [60.0, 60.0]
    here.do(here.table.ready(0, here.now))
    assert here.table.due == "deal"


def test_who_plays_alone_with_machines_is_not_asked_whether_they_are_ready(rig):
    here = rig("nim", machines=["", "basic"])
    here.do(here.table.commit(here.now))
    here.do(here.table.take_seat(0, "ana", "Ana", here.now, ready=False))
    assert here.table.scene(0, {0}, here.now).unready == ()
    assert here.table.due == "deal"


def test_a_table_goes_on_from_a_whole_record(playing, rig, game):
    first = playing(game, seed=5)
    first.play(acts=1)
    state = first.table.current.state
    if state.is_terminal():
        pytest.skip("the deal is over after one act")
    record = GameRecord.from_state(state).to_text()
    here = rig(game, start=record, machines=[""] * state.num_players, seed=6).seat_all()
    here.deal()
    assert here.table.current.moves == state.moves
    assert here.table.current.state.record.tobytes() == state.record.tobytes()
    for viewer in (-1, *range(state.num_players)):
        assert here.told(viewer, here.replayed()) == here.told(viewer)
    for seat in range(state.num_players):
        assert here.table.scene(seat, set(), here.now).undo == "no"
    here.play()
    assert verify(here.table.record(None)).seal.given == len(state.moves)


def test_everybody_is_told_of_moves_that_were_supplied(playing, rig):
    first = playing("minimus", seed=5)
    n = len(first.table.current.state.moves)
    record = GameRecord.from_state(first.table.current.state).to_text()
    here = rig("minimus", start=record, machines=[""] * 4, seed=6)

    def told():
        scenes = [here.table.scene(viewer, set(), here.now) for viewer in (-1, 0, 1)]
        assert {scene.to_json()["given"] for scene in scenes} == {scenes[0].given}
        return scenes[0].given, ["supplied with the table" in str(s.log) for s in scenes]

    assert told() == (n, [False] * 3), "before anybody sits down"
    here.seat_all().deal()
    assert told() == (n, [True] * 3)
    assert "given: " in here.table.record(0).to_text()
    here.play()
    assert told() == (n, [True] * 3)
    here.deal()
    assert told() == (0, [False] * 3), "the next deal is dealt"


def test_the_log_of_a_lesson_says_that_its_cards_were_chosen(playing, rig):
    record = GameRecord.from_state(playing("minimus", seed=5).table.current.state).to_text()
    here = rig("minimus", start=record, lesson=True, machines=[""] * 4, seed=6)
    here.seat_all().deal()
    log = str(here.table.scene(0, set(), here.now).log)
    assert "These cards were chosen for the lesson." in log
    assert "supplied with the table" not in log


def test_a_shuffle_that_was_promised_by_an_older_server_is_kept_as_it_was(rig):
    """A journal from before there was a second version of the seal."""
    here = rig("minimus", seed=1).seat_all()
    key = "ab" * 32
    old = Seal.made("table1", 1, key, version=1)
    (committed,) = here.table.commit(here.now, key=key)
    data = {**committed.to_json(), "commitment": old.commitment}
    del data["version"]
    event = event_from_json(data)
    here.table.apply(here.table.seq + 1, event)
    here.events.append(event)
    here.play()
    record = here.table.record(None)
    assert record.seal.version == 1
    assert verify(record).seal.commitment == old.commitment
    here.deal().play()
    assert here.table.record(None).seal.version == 2


def test_only_whole_unfinished_records_are_gone_on_from(open_table, playing):
    here = playing("kuhn", seed=7)
    seen = here.table.record(0).to_text()
    with pytest.raises(BadInput, match="one seat saw"):
        open_table("kuhn", {}, ["", ""], 0.0, start=seen)
    over = here.play().table.record(None).to_text()
    with pytest.raises(BadInput, match="finished"):
        open_table("kuhn", {}, ["", ""], 0.0, start=over)
    with pytest.raises(BadInput, match="not of nim"):
        open_table("nim", {}, ["", ""], 0.0, start=over.split("result:")[0] + "\n")


@pytest.mark.parametrize(
    ("machines", "wishes", "sentence"),
    [
        ([""], {}, "2 seats, not 1"),
        (["", "human"], {}, "a machine is needed"),
        (["", "champion"], {}, "no player champion"),
        (["", ""], {"clock": (0.0, 1.0)}, "1 second to 24 hours"),
        (["", ""], {"clock": (float("nan"), 1.0)}, "1 second to 24 hours"),
    ],
)
def test_tables_that_cannot_be_opened(open_table, machines, wishes, sentence):
    with pytest.raises(BadInput, match=sentence):
        open_table("nim", {}, machines, 0.0, **wishes)


def test_machines_are_kept_by_their_ids(open_table):
    event = open_table("bigpoints", {}, ["", " EXPERT@0.5s"], 0.0)
    assert event.plans[1].machine == "expert@0.5s"
    assert event.options["players"] == 2
    assert open_table("bigpoints", {}, ["", "Expert"], 0.0).plans[1].machine == "expert"


@pytest.mark.parametrize("spec", ["expert@2.1s", "expert@3600s", "expert@100001n"])
def test_no_machine_is_opened_that_thinks_for_long(open_table, spec):
    with pytest.raises(BadInput, match="2s, 100000n or 1000 worlds a move at most"):
        open_table("bigpoints", {}, ["", spec], 0.0)
    assert open_table("bigpoints", {}, ["", "expert@2s"], 0.0).plans[1].machine == "expert@2s"


@pytest.mark.parametrize("spec", ["belief", "belief@1000", "Belief@0.5s"])
def test_a_machine_that_reads_what_it_saw_before_is_opened(open_table, spec):
    assert open_table("leduc", {}, ["", spec], 0.0).plans[1].machine == spec.casefold()


@pytest.mark.parametrize("spec", ["belief@2.1s", "belief@1001", "belief@100000"])
def test_no_machine_is_opened_that_tries_its_moves_in_too_many_worlds(open_table, spec):
    with pytest.raises(BadInput, match="1000 worlds a move at most"):
        open_table("leduc", {}, ["", spec], 0.0)


@pytest.mark.parametrize("name", ["nim", "poker"])
def test_every_game_has_a_coach(open_table, name):
    assert open_table(name, {}, ["", ""], 0.0, coach=True).coach
