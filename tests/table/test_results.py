"""How a table went for one person: the side that won, the points, the others."""

import pytest

from ludoteca.core.registry import load_game
from ludoteca.table.events import Closed, Dealt, Left, Opened, Seated, SeatPlan
from ludoteca.table.results import deals_won, result_of


def told(game, plans, *later, person="p", start="", lesson=False, day=""):
    options = load_game(game).options({})
    seats = [SeatPlan(plan) for plan in plans]
    opened = Opened(10.0, game, options, seats, start=start, lesson=lesson, day=day)
    happened = [opened, Seated(11.0, 0, "p", "Ana"), Dealt(20.0, 1), *later]
    return result_of("t", load_game(game), happened, person)


def outcome(game, plans, returns, standing=""):
    return told(game, plans, Closed(80.0, 1, returns, True, standing))


@pytest.mark.parametrize(("returns", "wanted"), [([1.0, -1.0], "won"), ([-1.0, 1.0], "lost")])
def test_more_points_than_the_other_win(returns, wanted):
    result = outcome("nim", ["", "basic"], returns)
    assert (result.outcome, result.points) == (wanted, tuple(returns))
    assert [(o.machine, o.score) for o in result.others] == [("basic", float(wanted == "won"))]


def test_a_patience_is_won_where_it_comes_out():
    assert outcome("vangin", [""], [1.0]).outcome == "won"
    lost = outcome("vangin", [""], [0.0])
    assert (lost.outcome, lost.others, lost.points) == ("lost", (), (0.0,))


def test_the_field_of_the_standing_decides_a_match_and_not_the_points_of_its_deals():
    # Minimus is won by its score; the last deal alone went the other way.
    seats, returns = ["", "basic", "basic", "basic"], [-4.0, 4.0, -4.0, 4.0]
    result = outcome("minimus", seats, returns, "score=13,3")
    assert (result.outcome, result.points) == ("won", (13.0, 3.0))
    drawn = outcome("minimus", seats, returns, "score=9,9")
    assert (drawn.outcome, drawn.others[0].score) == ("drawn", 0.5)


def test_a_standing_of_half_points_is_told_in_points():
    result = outcome("poker", ["", "basic"], [1.5, 1.0], "played=5 score=3,2")
    assert (result.outcome, result.points) == ("won", (1.5, 1.0))


def test_a_deal_of_the_day_is_won_by_its_own_points():
    seats, returns = ["", "basic", "basic", "basic"], [-3.0, 3.0, -3.0, 3.0]
    lost = told("mus", seats, Closed(80.0, 1, returns, True, ""), day="2026-11-28-mus")
    assert (lost.outcome, lost.points) == ("lost", (-3.0, 3.0))
    assert [other.score for other in lost.others] == [0.0, None, 0.0]


def test_a_partner_is_no_opponent():
    result = told("mus", ["", "basic", "basic", "expert"], Closed(80.0, 1, [1, -1, 1, -1], False))
    assert result.outcome == ""
    assert {o.score for o in result.others} == {None}
    standing = "vacas_won=1,0"
    ended = outcome("mus", ["", "basic", "advanced", "expert"], [1, -1, 1, -1], standing)
    assert [(o.machine, o.score) for o in ended.others] == [
        ("basic", 1.0),
        ("advanced", None),
        ("expert", 1.0),
    ]


def test_who_gives_the_seat_up_has_no_result():
    result = told("nim", ["", "basic"], Left(30.0, 0, "basic"), Closed(80.0, 1, [-1, 1], True))
    assert result.outcome == "left"
    assert not result.finished


def test_a_match_lasts_from_its_first_deal_to_its_last_event():
    result = outcome("nim", ["", "basic"], [1.0, -1.0])
    assert (result.began, result.ended, result.deals) == (20.0, 80.0, 1)


def test_a_match_from_a_record_or_a_lesson_is_not_fresh():
    assert told("nim", ["", "basic"]).fresh
    assert not told("nim", ["", "basic"], lesson=True).fresh


def test_who_never_sat_there_has_no_result():
    assert told("nim", ["", "basic"], person="q") is None


def of_deals(*returns):
    return [Closed(80.0 + n, n + 1, points, False) for n, points in enumerate(returns)]


def test_a_deal_is_won_by_who_has_most_points_in_it_and_by_their_partner():
    seated = [Seated(11.0, 0, "p", "Ana"), Seated(12.0, 1, "q", "Bea"), Seated(13.0, 2, "r", "Eva")]
    happened = [*seated, *of_deals([3.0, -3.0, 3.0, -3.0], [-1.0, 1.0, -1.0, 1.0], [2, -2, 2, -2])]
    assert [deals_won(happened, person) for person in "pqr"] == [2, 1, 2]


def test_a_deal_that_nobody_won_and_one_of_who_had_left_or_not_come_are_not_counted():
    drawn, won = [0.0, 0.0], [1.0, -1.0]
    before, first, second, third = of_deals(won, drawn, won, won)
    here = [Seated(11.0, 0, "p", "Ana"), first, second]
    assert deals_won([before, *here], "p") == 1
    assert deals_won([*here, Left(90.0, 0, "basic"), third], "p") == 1
    assert deals_won(here, "somebody else") == 0


def test_a_match_that_an_opponent_left_is_still_against_them():
    seated = Seated(12.0, 1, "q", "Ben"), Dealt(20.0, 1)
    over = Closed(80.0, 1, [1.0, -1.0], True, "")
    result = told("nim", ["", ""], *seated, Left(30.0, 1, "basic"), over)
    assert [(o.name, o.machine, o.person) for o in result.others] == [("Ben", "", True)]


def test_each_other_seat_has_the_number_of_its_side_among_the_points():
    result = told("mus", ["", "basic", "basic", "expert"], Closed(80.0, 1, [1, -1, 1, -1], False))
    assert [other.side for other in result.others] == [1, 0, 1]
