"""Where people who had the same cards part, and the calendar of the days that they played."""

import datetime

import pytest

from ludoteca.core.i18n import speaking
from ludoteca.core.state import Move
from ludoteca.table.events import Dealt, Moved, Undone
from ludoteca.web.pages.daily import calendar
from ludoteca.web.pages.daily.comparison import history_of, partings, turn_at

SUNDAY = datetime.date(2026, 11, 29)


def moves(*pairs):
    return tuple(Move(*pair) for pair in pairs)


def test_a_history_has_all_moves_but_those_taken_back():
    events = [
        Dealt(1.0, 1, [[-1, 7]]),
        Moved(2.0, 0, [[0, 3], [-1, 4]], "person"),
        Moved(3.0, 1, [[1, 5]], "machine"),
        Undone(4.0, 1),
        Moved(5.0, 0, [[0, 6]], "person"),
    ]
    assert history_of(events) == moves((-1, 7), (0, 6))


def test_a_turn_ends_where_another_moves_or_a_card_is_drawn():
    history = moves((-1, 7), (0, 1), (0, 2), (-1, 4), (0, 3), (1, 5))
    assert [turn_at(history, at, whole=True) for at in (0, 1, 4)] == [(), (1, 2), (3,)]
    assert [turn_at(history, at, whole=False) for at in (0, 1, 4)] == [(), (1,), (3,)]


def test_only_those_who_moved_alike_until_then_are_compared():
    mine = moves((0, 1), (1, 9), (0, 2), (1, 9), (0, 3))
    same_start = moves((0, 1), (1, 9), (0, 5))
    other_start = moves((0, 4), (1, 9), (0, 2))
    answered_otherwise = moves((0, 1), (1, 8), (0, 6))
    every = {"a": mine, "b": same_start, "c": other_start, "d": answered_otherwise}
    found = partings("a", every, whole=True)
    assert [(one.at, one.chosen) for one in found] == [
        (0, {(1,): ("a", "b", "d"), (4,): ("c",)}),
        (2, {(2,): ("a",), (5,): ("b",)}),
    ]


def test_nobody_parts_from_those_who_did_all_alike():
    mine = moves((0, 1), (1, 9), (0, 2))
    assert partings("a", {"a": mine, "b": mine}, whole=True) == []


def test_where_a_turn_is_a_move_the_second_of_two_moves_is_a_decision_of_its_own():
    """In mus a seat may cut, and open the first lance."""
    mine, other = moves((0, 1), (0, 2), (1, 9)), moves((0, 1), (0, 3), (1, 9))
    found = partings("a", {"a": mine, "b": other}, whole=False)
    assert [(one.at, one.chosen) for one in found] == [(1, {(2,): ("a",), (3,): ("b",)})]


@pytest.mark.parametrize(("spoken", "first"), [("fi", "2026-10-26"), ("pt", "2026-11-01")])
def test_a_week_begins_as_in_the_language_in_use(spoken, first):
    with speaking(spoken):
        weeks = calendar.calendar(SUNDAY, {}, lambda day: f"/day/{day}")
    assert weeks[0][0].day == first
    assert weeks[-1][-1].day == SUNDAY.isoformat()
    assert weeks[-1][-1].today
    assert all(len(week) == 7 for week in weeks[:-1])


def test_the_squares_of_a_line_to_send_are_the_last_days():
    marks = {"2026-11-29": ("won", ""), "2026-11-28": ("lost", ""), "2026-11-20": ("won", "")}
    assert calendar.squares(SUNDAY, marks) == "⬜⬜⬜⬜⬜🟥🟩"
