"""One's own games: listed, taken along, deleted."""

import csv
import io
import re
import zipfile
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from qr import links_in
from visitors import PAGE, until_dealt, words

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.table.events import Closed, Dealt, Opened, Seated, SeatPlan
from ludoteca.table.proposals import GameTable
from ludoteca.table.results import Other, Result
from ludoteca.table.setup import TableRequest
from ludoteca.web.kit.scores import points_text
from ludoteca.web.pages import my_games
from ludoteca.web.pages.own_results import result_line
from ludoteca.web.tokens import person_of


def test_own_tables_are_listed_for_oneself_alone(visitor):
    visitor.page("/")
    location = visitor.form("/games/nim/play").headers["location"]
    assert f'href="{location}' in visitor.page("/mine")
    assert f'href="{location}"' in visitor.page("/").partition('id="open-tables"')[0]
    visitor.cookies.clear()
    visitor.page("/")
    assert location not in visitor.page("/mine")
    assert location not in visitor.page("/")


def test_all_records_are_downloaded_in_one_file(visitor):
    visitor.page("/")
    for game in ("nim", "vangin"):
        until_dealt(visitor, visitor.form(f"/games/{game}/play").headers["location"])
    html = visitor.page("/mine")
    assert 'href="/api/me"' in html
    got = visitor.get("/api/me", headers=PAGE)
    assert got.status_code == 200
    archive = zipfile.ZipFile(io.BytesIO(got.content))
    names = archive.namelist()
    assert [name.partition("-")[0] for name in sorted(names)] == ["nim", "results.csv", "vangin"]
    for name in names:
        text = archive.read(name).decode()
        if name == "results.csv":
            rows = list(csv.DictReader(io.StringIO(text)))
            assert sorted(row["game"] for row in rows) == ["nim", "vangin"]
        else:
            GameRecord.parse(text)


def test_nobody_is_deleted_by_a_slip(visitor):
    visitor.page("/")
    location = visitor.form("/games/nim/play").headers["location"]
    html = visitor.form("/mine/delete", 422).text
    assert "Tick the box above" in html
    assert location in visitor.page("/mine")


def test_who_is_deleted_is_gone_with_their_games(visitor):
    visitor.page("/")
    visitor.form("/name", name="Ana", back="/mine")
    location = visitor.form("/games/nim/play").headers["location"]
    answer = visitor.form("/mine/delete", sure="yes")
    cookies = answer.headers.get_list("set-cookie")
    assert any(c.startswith("ludoteca_person=;") for c in cookies)
    assert any(c.startswith('ludoteca_name=""') for c in cookies)
    assert location not in visitor.page("/mine")
    visitor.page(location, 404)
    assert "Ana" not in visitor.page("/mine")


def test_what_others_share_stays_without_the_name(visitor):
    visitor.page("/")
    fields = {"seat0": "me", "seat1": "friend", "name": "Ana", "listed": "yes"}
    opened = visitor.form("/games/nim/new", **fields)
    link = visitor.page(opened.headers["location"]).partition("/seat#")[2][:32]
    mine = visitor.cookies["ludoteca_person"]
    visitor.cookies.clear()
    visitor.page("/")
    table = visitor.post("/api/seats", json={"token": link, "name": "Bea"}).json()["table"]
    friend = visitor.cookies["ludoteca_person"]
    visitor.cookies.clear()
    visitor.cookies.set("ludoteca_person", mine, domain="127.0.0.1", path="/")
    visitor.form("/mine/delete", sure="yes")
    visitor.cookies.clear()
    visitor.cookies.set("ludoteca_person", friend, domain="127.0.0.1", path="/")
    html = visitor.page("/mine")
    assert table in html
    assert "somebody" in html
    assert "Ana" not in html + visitor.page("/")
    assert "somebody" in visitor.page("/").partition('id="going-on"')[2]


def played(visitor, game, plans, won, minute, lesson=False):
    """Write a finished match of the visitor, which began at that minute, into the journal."""
    journal, me = visitor.app.state.journal, person_of(visitor.cookies["ludoteca_person"])
    at = 1.7e9 + 60.0 * minute
    options = load_game(game).options({})
    returns = [1.0 if won else -1.0, -1.0 if won else 1.0][: len(plans)]
    happened = [
        Opened(at, game, options, [SeatPlan(plan) for plan in plans], lesson=lesson),
        Seated(at, 0, me, "Ana"),
        Dealt(at, 1),
        Closed(at + 120.0, 1, returns, True),
    ]
    visitor.portal.call(journal.append, f"{game}{minute}", 1, happened)


def test_a_guided_deal_is_listed_and_counts_in_no_figure(visitor):
    visitor.page("/")
    played(visitor, "vangin", [""], True, 0, lesson=True)
    html = visitor.page("/mine")
    assert "/tables/vangin0/replay" in html
    assert "Matches played" not in html
    assert "Against each opponent" not in html


def cells(html, section):
    """The rows of the table in a section: the text of each cell."""
    part = html.partition(f'class="{section}"')[2].partition("</section>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", part.partition("<tbody>")[2])
    return [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in rows]


def test_results_statistics_and_ratings_are_of_the_finished_matches(visitor):
    visitor.page("/")
    for minute, won in enumerate((True, True, False, True, True)):
        played(visitor, "nim", ["", "basic"], won, minute)
    played(visitor, "vangin", [""], True, 9)
    html = visitor.page("/mine")
    # Shares with Wilson's interval; the row is the wins since the last loss, and the most.
    alone = html.partition('<h2 id="against-machines">')[2]
    assert cells(html, "own-statistics") == [["Nim", "Aino", "4 of 5", "80% ", "2, longest 2"]]
    assert "Alone" in alone
    assert cells(alone, "own-statistics") == [
        ["Vangin pasianssi", "1 of 1", "100%", "1, longest 1"]
    ]
    assert ">38–96%</small>" in html
    (_patience, nim) = re.findall(r'<tr><th scope="row"><a href="/mine\?game=\w+">.*?</tr>', html)
    assert words(nim).startswith("Nim 4 of 5 80% 2, longest 2 ")
    assert 'aria-label="4 won, 0 drawn, 1 lost"' in nim
    assert re.findall(r'class="bar-(\w+)"', nim) == ["won", "won", "lost", "won", "won"]
    assert re.search(r"\d+ ± \d+", nim)
    rated = html.partition('class="own-ratings"')[2].partition("</section>")[0]
    own, machine = (int(n) for n in re.findall(r"(\d+) ± \d+", rated))
    assert own > 1500 > machine
    assert "after 5 matches" in rated
    assert 'class="curve"' in rated
    lines = re.findall(r'class="tag result-(\w+)"', html)
    assert lines == ["won", "won", "won", "lost", "won", "won"]
    assert "You (won) 1 Aino −1" in words(html)
    assert "1 deal, 2 min" in html


def test_a_rating_is_told_from_some_matches_on_and_what_is_unfinished_comes_first(visitor):
    visitor.page("/")
    for minute in range(4):
        played(visitor, "nim", ["", "basic"], True, minute)
    visitor.form("/games/vangin/play")
    html = visitor.page("/mine")
    assert "rating-cards" not in html
    assert "after 5 matches of one game" in html
    parts = ("Continue playing", "Wins in a row now", 'id="by-game"', "Matches</h2>", "Against")
    assert sorted(parts, key=html.index) == list(parts)


def test_the_opponents_won_most_and_least_are_named_once_two_were_met_often(visitor):
    visitor.page("/")
    for minute in range(5):
        played(visitor, "nim", ["", "basic"], True, minute)
    assert "Hardest opponent" not in visitor.page("/mine")
    for minute in range(5, 10):
        played(visitor, "tictactoe", ["", "basic"], minute == 7, minute)
    told = words(visitor.page("/mine"))
    assert "You win most against Aino Nim, 5 of 5 " in told
    assert "Hardest opponent Aino Tic-tac-toe, 1 of 5 " in told


@pytest.mark.parametrize(
    ("outcome", "points", "told"),
    [
        ("", (0.0, 0.0), ["", ""]),
        ("left", (0.0, 0.0), ["", ""]),
        ("", (1.0, 0.0), ["1 vaca", "0 vacas"]),
        ("drawn", (0.0, 0.0), ["0 vacas", "0 vacas"]),
    ],
)
def test_points_are_told_once_there_are_some_or_the_match_is_over(outcome, points, told):
    others = (Other("Aino", "basic", score=None),)
    result = Result("t", "mus", 0.0, 60.0, 1, outcome, points, others, fresh=True)
    assert [side["points"] for side in result_line(result)["sides"]] == told


def test_the_sides_of_a_match_have_names_points_and_a_winner():
    others = (
        Other("Aino", "basic", score=0.0),
        Other("Boris", "basic", side=0),
        Other("Carla", person=True, score=0.0),
    )
    result = Result("t", "buraco", 0.0, 60.0, 9, "lost", (1120.0, 2005.0), others, fresh=True)
    assert result_line(result)["sides"] == [
        {"names": "You and Boris", "points": "1,120", "won": False},
        {"names": "Aino and Carla", "points": "2,005", "won": True},
    ]
    three = (Other("Aino", "basic", score=1.0), Other("Boris", "basic", score=1.0, side=2))
    result = Result("t", "eras", 0.0, 60.0, 9, "won", (146.0, 30.0, 71.0), three, fresh=True)
    told = [(side["names"], side["points"], side["won"]) for side in result_line(result)["sides"]]
    assert told == [("You", "146", True), ("Aino", "30", False), ("Boris", "71", False)]


def test_the_points_of_a_match_and_of_a_juego_of_mus_are_told_apart():
    others = (Other("Aino", "basic", score=0.0), Other("Boris", "basic", side=0))
    match = Result("t", "mus", 0.0, 60.0, 9, "lost", (0.0, 1.0), others, fresh=True)
    deal = replace(match, points=(3.0, 7.0), day="2026-11-23-mus")
    unfinished = replace(match, outcome="", points=(0.0, 0.0))
    told = [
        [side["points"] for side in result_line(each)["sides"]]
        for each in (match, deal, unfinished, replace(match, game="buraco"))
    ]
    assert told == [["0 vacas", "1 vaca"], ["3 stones", "7 stones"], ["", ""], ["0", "1"]]


def test_who_was_removed_from_a_table_has_no_match_to_go_on_with(visitor):
    visitor.page("/")
    opened = visitor.form("/games/nim/new", seat0="me", seat1="friend", name="Ana")
    links = opened.headers["location"]
    link = visitor.page(links).partition("/seat#")[2][:32]
    host = visitor.cookies["ludoteca_person"]
    visitor.cookies.clear()
    visitor.page("/")
    assert visitor.post("/api/seats", json={"token": link, "name": "Bea"}).status_code == 200
    removed = visitor.cookies["ludoteca_person"]
    visitor.cookies.clear()
    visitor.cookies.set("ludoteca_person", host, domain="127.0.0.1", path="/")
    table = links.removesuffix("/links")
    visitor.post(f"/api{table}/ready")
    until_dealt(visitor, table)
    visitor.form(f"{table}/remove", seat="1", name="Bea")
    visitor.cookies.clear()
    visitor.cookies.set("ludoteca_person", removed, domain="127.0.0.1", path="/")
    html = visitor.page("/mine")
    assert "Continue playing" not in html
    assert "given up" in html


def test_a_running_match_and_a_finished_one_are_drawn_alike(visitor):
    visitor.page("/")
    played(visitor, "eras", ["", "basic"], True, 0)
    between_deals(visitor, "eras", {"players": 2})
    (going, over) = re.findall(r'<li class="match">.*?</li>', visitor.page("/mine"))
    shown = [re.findall(r'<span class="side-names">(\w+)', line) for line in (going, over)]
    assert shown[0] == shown[1]
    assert len(shown[0]) == 2
    assert all(len(re.findall(r"<b>−?\d+</b>", line)) == 2 for line in (going, over))


def test_of_many_unfinished_matches_the_first_are_not_folded(visitor):
    visitor.page("/")
    for _match in range(4):
        visitor.form("/games/nim/play")
    shown, folded = visitor.page("/mine").split("<summary>1 more match</summary>")
    assert shown.count('class="table-link"') == 3
    assert folded.partition("</details>")[0].count('class="table-link"') == 1


def test_an_unfinished_match_says_whose_turn_it_is_how_it_stands_and_since_when(visitor):
    visitor.page("/")
    for game in ("nim", "vangin"):
        until_dealt(visitor, visitor.form(f"/games/{game}/play").headers["location"])
    (patience, nim) = re.findall(r'<li class="match">.*?</li>', visitor.page("/mine"))
    assert words(patience) == "Vangin pasianssi Deal 1 Your turn for 1 minute continue"
    assert re.fullmatch(
        r"Nim You \w+ Deal 1 (Your turn|Waiting for \w+) for 1 minute continue", words(nim)
    )


def between_deals(visitor, game, options):
    """The line of a match of the visitor's whose first deal is over."""
    me, known = person_of(visitor.cookies["ludoteca_person"]), load_game(game)
    request = TableRequest(known, known.options(options), [SeatPlan(), SeatPlan("basic")])
    happened, rng = [request.checked_settings(1.7e9, 60.0)], np.random.default_rng(1)
    table = GameTable(f"{game}between", happened[0])

    def do(events):
        for event in events:
            happened.append(event)
            table.apply(table.seq + 1, event)

    do(table.take_seat(0, me, "Ana", 1.7e9))
    if table.due == "commit":
        do(table.commit(1.7e9, key="01234567" * 8))
    do(table.deal(1.7e9))
    while table.phase == "playing":
        turn = table.turn()
        move = int(rng.choice(table.view(turn.seat).legal))
        by = "machine" if turn.machine else "person"
        do(table.act(turn.seat, turn.decision, [move], f"act{table.seq}", by, 1.7e9))
    visitor.portal.call(visitor.app.state.journal.append, table.id, 1, happened)
    (line,) = re.findall(
        rf'<li class="match"><a[^>]*/{table.id}["/].*?</li>', visitor.page("/mine")
    )
    return table, words(line)


@pytest.mark.parametrize(
    ("other", "told"),
    [(SeatPlan("basic"), "The game is being set up"), (SeatPlan(), "Ready? for")],
)
def test_a_table_without_a_deal_does_not_say_whose_turn_it_is(visitor, other, told):
    visitor.page("/")
    me, known = person_of(visitor.cookies["ludoteca_person"]), load_game("nim")
    request = TableRequest(known, known.options({}), [SeatPlan(), other])
    happened = [request.checked_settings(1.7e9, 60.0)]
    table = GameTable("nimbegun", happened[0])
    for seat, person in enumerate([me, "somebody"][: 1 + (not other.machine)]):
        for event in table.take_seat(seat, person, "Ana", 1.7e9, ready=False):
            happened.append(event)
            table.apply(table.seq + 1, event)
    assert table.phase == "preparing"
    visitor.portal.call(visitor.app.state.journal.append, table.id, 1, happened)
    (line,) = re.findall(r'<li class="match">.*?</li>', visitor.page("/mine"))
    assert told in words(line)
    assert "Your turn" not in line


def test_a_match_between_two_rounds_tells_its_score_and_waits_for_the_next(visitor):
    visitor.page("/")
    table, line = between_deals(visitor, "eras", {"players": 2})
    assert table.phase == "dealt out"
    own, other = map(points_text, table.totals)
    assert re.search(f" You {own} \\w+ {other} ", line)
    assert re.search(r" Next round waiting for \d+ years ", line)
    assert "Your turn" not in line


def test_a_match_that_goes_on_leads_to_the_replay_of_its_last_finished_deal_alone(visitor):
    visitor.page("/")
    until_dealt(visitor, visitor.form("/games/eras/play").headers["location"])
    assert "/replay?deal=" not in visitor.page("/mine"), "nothing is over"
    table, line = between_deals(visitor, "eras", {"players": 2})
    assert "Replay: Round 1" in line
    ended = table.current
    for step in (table.commit, partial(table.ready, 0), table.deal):
        events, before = step(now=1.7e9), table.seq + 1
        for n, event in enumerate(events):
            table.apply(before + n, event)
        visitor.portal.call(visitor.app.state.journal.append, table.id, before, events)
    assert (table.phase, table.current.number) == ("playing", 2)
    (address,) = re.findall(r'"(/tables/[^"]*/replay\?deal=[^"]*)"', visitor.page("/mine"))
    assert address == f"/tables/{table.id}/replay?deal=1"
    shown = visitor.get(address, headers=PAGE).headers["location"].partition("?")[0]
    record = GameRecord.parse(visitor.get(f"{shown}/record.txt").text)
    assert record.replay().moves == ended.moves


def test_no_unfinished_match_is_left_out(visitor):
    visitor.page("/")
    for _match in range(my_games.LINES + 2):
        visitor.form("/games/nim/play")
    html = visitor.page("/mine")
    assert html.count('<li class="match">') == my_games.LINES + 2
    assert f"{my_games.LINES + 2} going on" in html


def test_own_games_are_shown_by_game_and_in_pages(visitor, monkeypatch):
    monkeypatch.setattr(my_games, "LINES", 2)
    visitor.page("/")
    for minute in range(3):
        played(visitor, "nim", ["", "basic"], True, minute)
    played(visitor, "vangin", [""], False, 100)

    def lines(address):
        return re.findall(
            r'table-link" href="/tables/([a-z]+\d+)/replay\?part="', visitor.page(address)
        )

    assert lines("/mine") == ["vangin100", "nim2"]
    assert 'rel="next" href="/mine?from=2"' in visitor.page("/mine")
    assert lines("/mine?from=2") == ["nim1", "nim0"]
    nim = visitor.page("/mine?game=nim&from=2")
    assert lines("/mine?game=nim&from=2") == ["nim0"]
    assert 'rel="prev" href="/mine?game=nim"' in nim
    assert "alone" not in nim
    assert lines("/mine?game=nonsense") == lines("/mine?from=9999") == lines("/mine")


def test_ones_own_link_brings_the_games_to_a_browser_that_has_lost_its_cookie(visitor):
    visitor.page("/")
    location = visitor.form("/games/nim/play").headers["location"]
    (link,) = re.findall(
        r'value="http://127.0.0.1/me#([A-Za-z0-9_-]{32})"', visitor.form("/mine/link", 200).text
    )
    visitor.cookies.clear()
    visitor.page("/")
    assert location not in visitor.page("/mine")
    assert "1 game is kept" in visitor.form("/me/look", 200, token=link).text
    assert visitor.form("/me", token=link).headers["location"] == "/mine"
    assert location in visitor.page("/mine")


def test_the_code_of_ones_own_link_says_the_link_that_is_shown(visitor):
    visitor.page("/")
    shown = visitor.form("/mine/link", 200).text
    (link,) = re.findall(r'value="(http://127.0.0.1/me#[A-Za-z0-9_-]{32})"', shown)
    assert links_in(shown) == [link]


@pytest.mark.parametrize("token", ["", "no token", "A" * 32])
def test_a_link_that_knows_no_game_makes_nobody_somebody_else(visitor, token):
    visitor.page("/")
    before = dict(visitor.cookies)
    assert "There is no game under this link" in visitor.form("/me/look", 200, token=token).text
    visitor.form("/me", 404, token=token)
    assert dict(visitor.cookies) == before


def test_an_unfinished_match_comes_first_in_the_lobby_with_its_score(visitor):
    visitor.page("/")
    assert "Continue playing" not in visitor.page("/")
    journal, me = visitor.app.state.journal, person_of(visitor.cookies["ludoteca_person"])
    happened = [
        Opened(1.7e9, "nim", load_game("nim").options({}), [SeatPlan(), SeatPlan("basic")]),
        Seated(1.7e9, 0, me, "Ana"),
        Dealt(1.7e9, 1),
        Closed(1.7e9 + 60.0, 1, [1.0, -1.0], False),
    ]
    visitor.portal.call(journal.append, "unfinished1", 1, happened)
    html = visitor.page("/")
    (line,) = re.findall(r'<a class="now-card first" href="/tables/unfinished1">(.*?)</a>', html)
    assert [text for text in re.split("<[^>]*>", line) if text.strip()] == [
        *["Nim", "You", "1", "Aino", "−1"]
    ]
    assert html.index("now-card first") < html.index('href="/day"') < html.index('id="mus"')


def test_a_machine_says_in_the_lobby_how_often_it_was_beaten(visitor):
    visitor.page("/")
    for minute, won in enumerate((True, False, True)):
        played(visitor, "nim", ["", "basic"], won, minute)
    played(visitor, "nim", ["", "random"], False, 9)
    card = visitor.page("/").partition('<li class="example" id="nim">')[2].partition("</li>")[0]
    told = re.findall(r'<option value="(\w+)"[^>]*>[^<]*; you won (\d) of (\d)<', card)
    assert told == [("basic", "2", "3"), ("random", "0", "1")]


def test_friends_are_named_beside_the_machines():
    met = {"Aino": Other("Aino", "basic", score=1.0), "Bea": Other("Bea", person=True, score=0.0)}
    found = [
        Result("t", "nim", 0.0, 60.0, 1, "won", (1.0, -1.0), (other,), fresh=True)
        for other in met.values()
    ]
    told = [(line["against"], line["people"]) for line in my_games.statistics(found)]
    assert sorted(told) == [("Aino", False), ("Bea", True)]


def test_a_device_keeps_the_matches_that_are_over_and_the_last_deal_of_each(visitor):
    visitor.page("/")
    over, _line = between_deals(visitor, "nim", {})
    going_on, _line = between_deals(visitor, "eras", {"players": 2})
    assert (over.phase, going_on.phase) == ("over", "dealt out")
    kept = visitor.page("/mine/kept")
    assert f'href="/tables/{over.id}/replay' in kept
    assert going_on.id not in kept
    assert "<form" not in kept.partition("<main")[2], "nothing that needs a connection"
    read = visitor.page(f"/tables/{over.id}/kept")
    assert 'class="stage' in read
    moves = read.partition('class="move-list"')[2]
    assert moves.count("<span>take ") == len(over.current.moves)
    visitor.page(f"/tables/{going_on.id}/kept", 404)
    visitor.cookies.clear()
    visitor.page("/")
    assert over.id not in visitor.page("/mine/kept")
    visitor.page(f"/tables/{over.id}/kept", 404)
