"""Clocks run for the seat to act alone, and stand still while a machine sits in."""

import pytest

from ludoteca.table.clocks import SECONDS_ON_RETURN, clock_words
from ludoteca.table.events import A_DAY


def _left(here, now):
    return [seat.clock for seat in here.table.scene(0, set(), now).seats]


def test_the_clock_of_the_seat_to_act_runs_and_gains_by_its_turn(playing):
    here = playing("tictactoe", clock=(60.0, 5.0))
    begun = here.events[-1].at
    assert _left(here, begun) == [60.0, 60.0]
    assert _left(here, begun + 10) == [50.0, 60.0]
    assert here.table.runs_out_at() == begun + 60
    here.now = begun + 10
    here.act()
    assert _left(here, begun + 10) == [55.0, 60.0]
    assert _left(here, begun + 31) == [55.0, 39.0]
    assert here.table.runs_out_at() == begun + 70
    assert here.replayed().runs_out_at() == begun + 70


def test_a_clock_that_ran_out_is_zero_and_a_machine_sits_in(playing):
    here = playing("tictactoe", clock=(60.0, 5.0))
    here.now = here.table.runs_out_at() + 3
    assert _left(here, here.now) == [0.0, 60.0]
    here.do(here.table.sit_in(0, here.now))
    assert here.table.runs_out_at() is None
    here.now += 100
    assert _left(here, here.now) == [0.0, 60.0]
    here.act()  # by the machine: the clock stands still, and the table goes on to say why
    assert _left(here, here.now)[0] == 0.0


def test_until_a_machine_has_moved_the_table_says_that_it_waits_for_who_ran_out_of_time(playing):
    here = playing("tictactoe", clock=(60.0, 5.0))

    def told():
        return [table.scene(1, set(), here.now).ran_out for table in (here.table, here.replayed())]

    here.do(here.table.sit_in(0, here.now))
    assert told() == [False, False], "away, with time left"
    here.do(here.table.give_back(0, here.now))
    here.now = here.table.runs_out_at() + 3
    here.do(here.table.sit_in(0, here.now))
    assert told() == [True, True]
    here.do(here.table.give_back(0, here.now))
    assert told() == [False, False]
    here.now = here.table.runs_out_at() + 3
    here.do(here.table.sit_in(0, here.now))
    here.act()
    assert told() == [False, False]


def test_who_comes_back_without_time_has_enough_for_a_decision(playing):
    here = playing("tictactoe", clock=(60.0, 5.0))
    here.now = here.table.runs_out_at() + 3
    here.do(here.table.sit_in(0, here.now))
    here.do(here.table.give_back(0, here.now))
    back = here.events[-1].at
    assert _left(here, back)[0] == SECONDS_ON_RETURN
    assert here.replayed().runs_out_at() == back + SECONDS_ON_RETURN


def test_seconds_are_added_for_a_turn_and_not_for_each_of_its_moves(playing):
    here = playing("minirummy", clock=(60.0, 5.0))
    begun = here.events[-1].at
    seat = here.table.turn().seat
    while here.table.turn().seat == seat:
        here.now = begun
        before = _left(here, begun)[seat]
        here.act()
        assert _left(here, begun)[seat] == before + 5.0 * (here.table.turn().seat != seat)
    assert here.table.current.moves[-1].actor == seat
    assert _left(here, begun)[seat] == 65.0


def test_the_clock_runs_again_when_the_person_is_back(playing):
    here = playing("tictactoe", clock=(60.0, 5.0))
    here.now = here.events[-1].at + 20
    here.do(here.table.sit_in(0, here.now))
    here.now += 500
    here.do(here.table.give_back(0, here.now))
    back = here.events[-1].at
    assert _left(here, back) == [40.0, 60.0]
    assert _left(here, back + 4) == [36.0, 60.0]
    assert here.replayed().runs_out_at() == here.table.runs_out_at() == back + 40


def test_coming_back_does_not_touch_anybody_elses_clock(playing):
    here = playing("tictactoe", clock=(60.0, 5.0))
    here.do(here.table.sit_in(1, here.now))
    runs_out = here.table.runs_out_at()
    here.do(here.table.give_back(1, here.now + 9))
    assert here.table.runs_out_at() == runs_out


def test_taking_back_gives_no_time_back(playing):
    here = playing("tictactoe", clock=(60.0, 5.0))
    begun = here.events[-1].at
    here.now = begun + 10
    here.act()
    here.now = begun + 10
    here.do(here.table.ask_undo(0, begun + 10))
    here.do(here.table.answer_undo(1, True, begun + 30))
    assert _left(here, begun + 30) == [55.0, 40.0]


def test_nobody_pays_for_the_time_that_the_table_slept(playing):
    here = playing("tictactoe", clock=(60.0, 5.0))
    woken = here.replayed()
    woken.resume(here.now + 10_000)
    assert woken.scene(0, set(), here.now + 10_001).seats[0].clock == 59.0


def test_a_clock_that_was_put_back_meanwhile_gives_nobody_time(playing):
    """The server was off while the machine's clock, an hour fast, was put right."""
    here = playing("tictactoe", clock=(60.0, 5.0))
    here.do(here.table.sit_in(0, here.now))
    here.do(here.table.give_back(0, here.now))
    here.do(here.table.say(0, 0, here.now))
    woken, now = here.replayed(), here.now - 3600
    woken.resume(now)
    left = woken.scene(0, set(), now).seats[0].clock
    assert woken.scene(0, set(), now + 10).seats[0].clock == left - 10
    assert woken.say(0, 1, now + 10)


def test_machines_and_tables_without_clocks_have_none(playing):
    here = playing("tictactoe", machines=["", "basic"], clock=(60.0, 0.0))
    assert _left(here, here.now)[1] is None
    here.act()
    assert here.table.runs_out_at() is None
    plain = playing("tictactoe")
    assert _left(plain, plain.now) == [None, None]
    assert plain.table.runs_out_at() is None


@pytest.mark.parametrize("deals", [2])
def test_each_deal_begins_with_full_clocks(rig, deals):
    here = rig("minimus", seed=3, clock=(60.0, 0.0)).seat_all().play(deals=deals - 1)
    assert min(_left(here, here.now)) < 60.0
    here.deal()
    assert _left(here, here.events[-1].at) == [60.0] * 4


def test_a_clock_that_ran_out_costs_the_deal_in_play_alone(rig):
    here = rig("poker", {"rounds": 3}, clock=(60.0, 0.0)).seat_all().deal()
    here.now = here.table.runs_out_at() + 1
    late = here.table.turn().seat
    here.do(here.table.sit_in(late, here.now))
    here.play()
    for table in (here.table, here.replayed()):
        assert table.phase == "dealt out"
        assert table.chairs[late].attended
        assert _left(here, here.now)[late] == 60.0
    here.do(here.table.commit(here.now))
    here.do(here.table.ready(1 - late, here.now))
    assert here.table.due == "", "the deal waits for who ran out of time"
    here.do(here.table.ready(late, here.now))
    here.do(here.table.deal(here.now))
    assert not here.table.chairs[late].mover


def test_a_machine_that_sits_in_for_who_is_away_plays_the_next_deal_too(rig):
    here = rig("poker", {"rounds": 3}, clock=(60.0, 0.0)).seat_all().deal()
    here.do(here.table.sit_in(0, here.now))
    here.play()
    assert here.table.chairs[0].stand_in


def test_in_a_game_of_days_a_machine_makes_the_overdue_turn_alone(playing):
    here = playing("tictactoe", unhurried=True)
    here.act()
    since = here.events[-1].at
    assert here.table.turned_at == here.replayed().turned_at == since
    for later, left in ((60.0, A_DAY - 60), (2 * A_DAY, 0.0)):
        seats = here.table.scene(0, set(), since + later).seats
        assert [(seat.clock, seat.ticking) for seat in seats] == [(None, False), (left, True)]
    here.do(here.table.sit_in(1, here.now))
    here.act()
    here.act()
    assert here.table.chairs[1].attended
    assert here.replayed().chairs[1].attended


def test_a_clock_of_less_than_a_minute_is_told_in_seconds():
    assert clock_words([18.0, 0.0], 60.0)[0] == "18 seconds each for a deal"
    assert clock_words([90.0, 0.0], 60.0)[0] == "1.5 minutes each for a deal"


def test_the_rule_of_a_clock_tells_after_how_long_away_a_machine_plays():
    told = clock_words([300.0, 5.0], 45.0)[-1]
    assert told.startswith("If your time runs out, or you are away for 45 seconds at your turn,")
    assert clock_words((), 45.0) == []
