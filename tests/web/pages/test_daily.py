"""The deals of the day: the same cards for all, one try each, opened when the day is over."""

import datetime
import re

import pytest
from visitors import until_dealt, words

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.verify import verify
from ludoteca.core.state import Move
from ludoteca.web.machines import day_seed
from ludoteca.web.pages.daily import days as daily
from ludoteca.web.pages.templating import date_text

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


def todays(visitor):
    """The page of the day without what it tells of other days."""
    return re.sub("<summary>The last days.*?</details>", "", visitor.page("/day"), flags=re.DOTALL)


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
    today = todays(visitor)
    assert not left.search(today)
    turned(visitor)
    today = todays(visitor)
    assert left.search(today)
    assert "Days played 1 In a row 1" in words(today)


def test_days_in_a_row_are_counted_up_to_yesterday_while_today_is_not_turned(visitor, at):
    as_another(visitor)
    turned(visitor)
    at(NEXT)
    assert "Days played 1 In a row 1 Longest row 1" in words(visitor.page("/day"))
    turned(visitor)
    assert "Days played 2 In a row 2 Longest row 2" in words(visitor.page("/day"))
    at(NEXT + datetime.timedelta(2))
    assert "Days played 2 In a row 0 Longest row 2" in words(visitor.page("/day"))


def test_the_patience_is_a_game_of_the_library_without_a_choice():
    assert daily.patience() == daily.DayContest(load_game("vangin"))


def played(visitor, game, which=0):
    """Play today's deal of a game by the first legal moves, and return the id of the table.

    By the last ones where ``which`` is -1.
    """
    table = visitor.form("/day", game=game).headers["location"].removeprefix("/tables/")
    while True:
        scene = visitor.get(f"/api/tables/{table}").json()
        if scene["phase"] == "over":
            return table
        if scene["view"] and scene["view"]["legal"]:
            move = scene["view"]["legal"][which]["id"]
            act = {"actions": [move], "decision": scene["decision"], "id": str(scene["decision"])}
            visitor.post(f"/api/tables/{table}/acts", json=act)


def test_two_visitors_have_the_same_deal_with_decisions_and_one_try_each(visitor, at):
    as_another(visitor)
    first = played(visitor, "mus")
    again = visitor.form("/day", game="mus").headers["location"]
    assert again == f"/tables/{first}"
    act = {"actions": [0], "decision": 1, "id": "again"}
    assert visitor.post(f"/api/tables/{first}/acts", json=act).status_code >= 400
    assert visitor.post(f"/api/tables/{first}/ready").status_code >= 400
    mine = record(visitor, first)
    as_another(visitor)
    second = played(visitor, "mus")
    assert second != first
    theirs = record(visitor, second)
    assert (theirs.moves, theirs.result) == (mine.moves, mine.result)
    assert "2 people have played it today" in words(visitor.page("/day"))


def test_two_visitors_are_dealt_the_same_cards_of_buraco(visitor, at):
    seen = []
    for _each in range(2):
        as_another(visitor)
        table = visitor.form("/day", game="buraco").headers["location"]
        while True:
            view = visitor.get(f"/api{table}").json()["view"]
            if view and view["legal"]:
                break
        seen.append(view)
    assert seen[0] == seen[1]


def test_a_deal_with_decisions_is_promised_before_and_opened_after_its_day(visitor, at):
    as_another(visitor)
    at(DAY - datetime.timedelta(1))
    before = visitor.page("/day")
    at(DAY)
    table = played(visitor, "mus")
    closed = record(visitor, table)
    assert closed.seal.commitment in before
    visitor.page(f"/day/{DAY}-mus", 404)
    at(NEXT)
    shown = visitor.get(f"/day/{DAY}-mus").headers["location"]
    opened = GameRecord.parse(visitor.get(f"{shown}/record.txt").text)
    assert opened.seal.commitment == closed.seal.commitment
    assert opened.moves == closed.moves
    verify(opened)
    as_another(visitor)
    shown = visitor.get(f"/day/{DAY}-mus").headers["location"]
    dealt = GameRecord.parse(visitor.get(f"{shown}/record.txt").text)
    assert dealt.seal.commitment == opened.seal.commitment
    assert opened.seal.key in visitor.page("/day")
    assert dealt.result is None
    assert verify(dealt).chance_moves > 0, "it was not played, and its key is open"
    assert "The shuffle is the one that was promised" in visitor.page(f"{shown}/verify")
    assert dealt.moves == closed.moves[: len(dealt.moves)]


def test_no_page_of_a_day_with_decisions_has_its_key_before_it_is_over(visitor, at):
    as_another(visitor)
    days = [f"{day}{game}" for day in (DAY, NEXT) for game in ("", "-mus", "-buraco")]
    table = played(visitor, "mus")
    pages = [
        visitor.page("/day"),
        visitor.page(f"/tables/{table}"),
        visitor.get(f"/api/tables/{table}").text,
        visitor.get(f"/tables/{table}/record").text,
    ]
    keys = visitor.portal.call(visitor.app.state.journal.day_keys, days)
    assert len(set(keys.values())) == len(days)
    assert not [day for day, key in keys.items() if any(key in page for page in pages)]


def test_scores_of_others_are_shown_after_the_own_try_alone(visitor, at):
    as_another(visitor)
    played(visitor, "mus")
    assert "How everybody did" in todays(visitor)
    as_another(visitor)
    assert "How everybody did" not in todays(visitor)


def sit_together(visitor, name, other):
    """Open a table for two as ``name`` and leave its other seat to a new visitor, ``other``."""
    opened = visitor.form("/games/nim/new", seat0="me", seat1="friend", name=name)
    links = opened.headers["location"]
    link = visitor.page(links).partition("/seat#")[2][:32]
    mine = visitor.cookies["ludoteca_person"]
    as_another(visitor)
    assert visitor.post("/api/seats", json={"token": link, "name": other}).status_code == 200
    return mine, links.removesuffix("/links")


def be(visitor, person):
    visitor.cookies.clear()
    visitor.cookies.set("ludoteca_person", person, domain="127.0.0.1", path="/")


def test_those_whom_one_has_played_with_are_compared_by_name(visitor, at):
    as_another(visitor)
    ana, table = sit_together(visitor, "Ana", "Bruno")
    bruno = visitor.cookies["ludoteca_person"]
    be(visitor, ana)
    played(visitor, "mus")
    assert "Those you have played with" not in todays(visitor), "Bruno has not played"
    visitor.post(f"/api{table}/ready")
    until_dealt(visitor, table)
    be(visitor, bruno)
    assert "Those you have played with" not in todays(visitor)
    assert "Ana" not in todays(visitor), "no score before the own try"
    played(visitor, "mus")
    known = words(todays(visitor).partition("Those you have played with")[2].partition("</ol>")[0])
    points = r"([+−]\d+|0)"  # nobody may win the deal
    assert re.fullmatch(f"Ana {points} You {points}|You {points} Ana {points}", known)


def test_nobody_learns_the_name_of_a_stranger_from_the_day(visitor, at):
    """Nor of who only sat down at the same table, where nothing was dealt."""
    as_another(visitor)
    visitor.form("/name", name="Ana", back="/day")
    ana, _table = sit_together(visitor, "Ana", "Bruno")
    bruno = visitor.cookies["ludoteca_person"]
    for person in (ana, bruno):
        be(visitor, person)
        played(visitor, "mus")
    as_another(visitor)
    played(visitor, "mus")
    name = f"{DAY}-mus"
    pages = ("/day", f"/day/{name}/result", "/day/picture/mus.svg", "/mine", "/")
    for person, others in (
        (visitor.cookies["ludoteca_person"], ("Ana", "Bruno")),
        (bruno, ("Ana",)),
    ):
        be(visitor, person)
        for address in pages:
            shown = re.sub('<section class="going-on.*?</section>', "", visitor.page(address))
            if address in ("/mine", "/") and person == bruno:
                continue  # the table where they sit names them
            assert not [other for other in others if other in shown], address


def test_ones_own_score_stays_among_the_last_days(visitor, at):
    as_another(visitor)
    played(visitor, "mus")
    html = visitor.page("/day")
    (score,) = re.findall(r'class="verdict">([^<]*stones?)', html)
    assert f": {score}." in html, "the line to send has the unit of the game, too"
    at(NEXT)
    assert f"{date_text(DAY.isoformat())}: {score}" in words(visitor.page("/day"))


def test_the_machines_of_a_day_have_seeds_of_the_shuffle_and_of_the_moves_before(visitor):
    key, moves = "ab" * 32, [Move(-1, 5), Move(1, 3)]
    seeds = {
        day_seed(key, 1, moves),
        day_seed("cd" * 32, 1, moves),
        day_seed(key, 2, moves),
        day_seed(key, 1, moves[:1]),
    }
    assert len(seeds) == 4
    assert day_seed(key, 1, list(moves)) in seeds


def machine_with_ones_cards(visitor, address="/day"):
    return re.findall(r"Clara \(expert\) with your cards: ([^<]*)\.<", visitor.page(address))


def test_a_machine_had_ones_own_cards_and_scored_as_who_moves_like_it(visitor, at, monkeypatch):
    asked = []

    async def choose(view, spec, seed, *_bounds):
        asked.append((view.seat, spec, seed))
        return view.legal[seed % len(view.legal)]

    state, call = visitor.app.state, visitor.portal.call
    monkeypatch.setattr(state.pool, "choose", choose)
    as_another(visitor)
    address = visitor.form("/day", game="mus").headers["location"]
    until_dealt(visitor, address)
    assert not machine_with_ones_cards(visitor)
    table = call(state.tables.actor, address.removeprefix("/tables/")).table
    (key,) = call(state.journal.day_keys, [f"{DAY}-mus"]).values()
    while table.phase != "over":
        view = call(table.view, 0)
        if view.legal:
            moves = table.current.moves
            move = call(choose, view, "experto", day_seed(key, 0, moves))
            act = {"actions": [move], "decision": table.decision, "id": str(len(moves))}
            assert visitor.post(f"/api{address}/acts", json=act).is_success
    at_the_table = list(asked)
    asked.clear()
    (own,) = re.findall(r'class="verdict">([^<]*stones?)', visitor.page("/day"))
    assert asked == at_the_table
    assert machine_with_ones_cards(visitor) == [own]
    assert machine_with_ones_cards(visitor, f"/day/{DAY}-mus/result") == [own]
    assert asked == at_the_table, "it is played once"


def test_the_picture_of_ones_result_has_its_colours_without_a_style_sheet(visitor, at):
    """The policy of the server forbids styles inside of a document that is opened by itself."""
    as_another(visitor)
    visitor.page("/day/picture/mus.svg", 404)
    played(visitor, "mus")
    drawn = visitor.page("/day/picture/mus.svg")
    assert "style" not in drawn
    assert all("fill=" in rect for rect in re.findall("<rect[^>]*>", drawn))
    assert "<svg" in drawn.partition("fill=")[0], "texts have that of the picture"


def test_a_deal_of_today_that_is_begun_is_continued_and_who_played_first_is_told_so(visitor, at):
    as_another(visitor)
    visitor.form("/day", game="mus")
    assert words(visitor.page("/day")).count("Continue today&#39;s deal") == 1
    played(visitor, "mus")
    told = words(visitor.page("/day"))
    assert "Continue today&#39;s deal" not in told
    assert "How everybody did Nobody else yet: you are the first today." in told


def test_the_result_of_a_day_is_for_who_has_played_it(visitor, at):
    as_another(visitor)
    visitor.page(f"/day/{DAY}-mus/result", 404)
    visitor.form(f"/day/{DAY}-mus/costs", 404)
    table = played(visitor, "mus")
    html = visitor.page(f"/day/{DAY}-mus/result")
    assert "Nobody else has played this deal to its end." in html
    assert f'href="/tables/{table}/replay"' in html
    for address in (f"/day/{NEXT}-mus/result", f"/day/{DAY}/result", "/day/x/result"):
        visitor.page(address, 404)


def test_the_choices_of_others_are_shown_where_they_differ(visitor, at):
    as_another(visitor)
    played(visitor, "mus")
    as_another(visitor)
    table = played(visitor, "mus", which=-1)
    told = visitor.page(f"/day/{DAY}-mus/result")
    first = told.partition('<ol class="day-choices">')[2].partition("</ul>")[0]
    who = re.findall(r'<span class="who">(.*?)</span> <span class="number">([^<]*)', first)
    assert words(who[0][0]) == "You"
    assert who[1][0] == "1 other person"
    assert all("stone" in stones for _names, stones in who)
    (move,) = re.findall(rf'href="/tables/{table}/replay\?move=(\d+)"', first)
    assert visitor.get(f"/tables/{table}/replay?move={move}").status_code == 303


def test_the_costly_moves_of_a_deal_of_the_day_are_one_press_away(visitor, at):
    as_another(visitor)
    played(visitor, "mus")
    location = visitor.form(f"/day/{DAY}-mus/costs").headers["location"]
    assert re.fullmatch(r"/records/\w+", location)
    assert "The moves that cost most" in visitor.page(location)


def test_the_replay_of_a_deal_of_the_day_calls_the_visitor_by_their_name(visitor, at):
    as_another(visitor)
    visitor.form("/name", name="Ana", back="/day")
    table = turned(visitor)
    assert "seat: Ana" in visitor.get(f"/tables/{table}/record").text


def test_the_page_of_the_day_tells_of_all_its_cards_and_the_time_left_to_the_minute(
    visitor, monkeypatch
):
    as_another(visitor)
    html = visitor.page("/day")
    assert html.count('<section class="contest"') == 4
    assert "0 of 3 deals played · Puzzle of the day: not played" in words(html)
    turned(visitor)
    visitor.form(f"/puzzle/{daily.today()}", choice=0)
    told = words(visitor.page("/day"))
    assert re.search(r"1 of 3 deals played · Puzzle of the day: (not )?solved", told)
    for minutes, told in ((570, "9 h 30 min"), (59, "59 min"), (1440, "24 h 0 min")):
        monkeypatch.setattr(daily, "minutes_left", lambda minutes=minutes: minutes)
        assert f"New deals come in {told}." in words(visitor.page("/day"))


def test_the_lobby_says_how_many_of_the_deals_of_today_are_played(visitor, monkeypatch):
    as_another(visitor)
    assert "Deals of the day The same cards for everybody" in words(visitor.page("/"))
    turned(visitor)
    assert "Deals of the day 1 of 3 played" in words(visitor.page("/"))
