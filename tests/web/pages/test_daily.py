"""The patience of the day: the same deck for all, opened when the day is over."""

import datetime
import re

import pytest
from visitors import words

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.verify import verify
from ludoteca.web.pages.daily import days as daily

DAY = daily.today()
NEXT = DAY + datetime.timedelta(1)


@pytest.fixture
def at(monkeypatch):
    """Make a date today's."""

    def at(day):
        monkeypatch.setattr(daily, "today", lambda: day)

    at(DAY)
    return at


def turned(visitor):
    """Turn today's deck to its end, and return the id of the table."""
    table = visitor.form("/day").headers["location"].removeprefix("/tables/")
    while True:
        scene = visitor.get(f"/api/tables/{table}").json()
        if scene["phase"] == "over":
            return table
        if scene["phase"] == "playing":
            act = {"actions": [0], "decision": scene["decision"], "id": str(scene["decision"])}
            assert visitor.post(f"/api/tables/{table}/acts", json=act).status_code == 200


def as_another(visitor):
    visitor.cookies.clear()
    visitor.page("/")


def record(visitor, table):
    return GameRecord.parse(visitor.get(f"/tables/{table}/record").text)


def test_everybody_turns_the_same_deck_once_and_it_ends_alike(visitor, at):
    as_another(visitor)
    first = turned(visitor)
    assert visitor.form("/day").headers["location"] == f"/tables/{first}"
    mine = record(visitor, first)
    as_another(visitor)
    assert "1 person has turned it today" in words(visitor.page("/day"))
    second = turned(visitor)
    assert second != first
    theirs = record(visitor, second)
    assert (theirs.moves, theirs.result) == (mine.moves, mine.result)
    assert "2 people have turned it today" in words(visitor.page("/day"))


def test_the_deck_of_a_day_is_promised_the_day_before_and_opened_the_day_after(visitor, at):
    as_another(visitor)
    at(DAY - datetime.timedelta(1))
    before = visitor.page("/day")
    visitor.page(f"/day/{DAY}", 404)
    at(DAY)
    table = turned(visitor)
    closed = record(visitor, table)
    assert closed.seal.key == ""
    assert closed.seal.commitment in before
    visitor.page(f"/day/{DAY}", 404)
    at(NEXT)
    shown = visitor.get(f"/day/{DAY}").headers["location"]
    opened = GameRecord.parse(visitor.get(f"{shown}/record.txt").text)
    assert opened.seal.commitment == closed.seal.commitment
    assert opened.moves == closed.moves
    verify(opened)  # raises where key, commitment and cards do not agree
    assert "The shuffle is the one that was promised" in visitor.page(f"{shown}/verify")


def test_the_result_of_today_is_shown_to_who_turned_the_deck_alone(visitor, at):
    as_another(visitor)
    left = re.compile("(Not this time|You did it)")
    today = visitor.page("/day").partition("The last days")[0]
    assert not left.search(today)
    turned(visitor)
    today = visitor.page("/day").partition("The last days")[0]
    assert left.search(today)
    assert "in a row" in today


def test_days_in_a_row_are_counted_up_to_yesterday_while_today_is_not_turned(visitor, at):
    as_another(visitor)
    turned(visitor)
    at(NEXT)
    assert "1 day in a row" in words(visitor.page("/day"))
    turned(visitor)
    assert "2 days in a row" in words(visitor.page("/day"))
    at(NEXT + datetime.timedelta(2))
    assert "in a row" not in words(visitor.page("/day"))


def test_the_patience_is_a_game_of_the_library_without_a_choice():
    assert daily.patience() is load_game("vangin")
