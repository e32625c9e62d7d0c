"""The lasting address of a table: it leads on to the next match, and counts who won how many."""

import re
import time

import pytest
from qr import links_in
from visitors import PAGE, until_dealt, words

COOKIE = "ludoteca_person"


class Two:
    """Ana and Bruno at one visitor: each acts with the cookie of their own."""

    def __init__(self, visitor):
        self.visitor = visitor
        self.cookies = {}
        for name in ("Ana", "Bruno"):
            visitor.cookies.clear()
            visitor.page("/")
            self.cookies[name] = visitor.cookies[COOKIE]

    def be(self, name):
        """The visitor, as the person of that name; as a stranger where there is none."""
        self.visitor.cookies.clear()
        if name in self.cookies:
            self.visitor.cookies.set(COOKIE, self.cookies[name], domain="127.0.0.1", path="/")
        return self.visitor

    def open(self, **more):
        """A table of nim which Ana opened, and where Bruno sits too."""
        fields = {"seat0": "me", "seat1": "friend", "name": "Ana", **more}
        opened = self.be("Ana").form("/games/nim/new", **fields).headers["location"]
        link = self.visitor.page(opened).partition("/seat#")[2][:32]
        taken = {"token": link, "name": "Bruno"}
        table = self.be("Bruno").post("/api/seats", json=taken).json()["table"]
        self.be("Ana").post(f"/api/tables/{table}/ready")
        return table

    def play(self, table):
        """Play a table to its end by first moves; the name of who won."""
        patience = time.monotonic() + 60
        while time.monotonic() < patience:
            for name in self.cookies:
                scene = self.be(name).get(f"/api/tables/{table}").json()
                if scene["phase"] == "over":
                    return next(n for n, points in self.points(scene).items() if points > 0)
                if scene["view"] and scene["view"]["legal"]:
                    self.act(table, scene)
        raise AssertionError("no end in sight")

    def act(self, table, scene):
        wanted = {"actions": [scene["view"]["legal"][0]["id"]], "id": str(scene["decision"])}
        wanted["decision"] = scene["decision"]
        assert self.visitor.post(f"/api/tables/{table}/acts", json=wanted).status_code == 200

    @staticmethod
    def points(scene):
        return {
            seat["name"]: points
            for seat, points in zip(scene["seats"], scene["totals"], strict=True)
        }

    def again(self, table):
        """Both play again; the id of the table at which they meet."""
        found = {
            self.be(name).form(f"/tables/{table}/again").headers["location"]
            for name in self.cookies
        }
        assert len(found) == 1
        return found.pop().removeprefix("/tables/")

    def meet(self, name, table):
        return self.be(name).page(f"/tables/{table}/meet")


@pytest.fixture
def two(visitor):
    return Two(visitor)


def standings(html):
    """Who won how many matches and deals, as the page says it."""
    rows = re.findall(r"<li[^>]*><b>(.*?)</b>(.*?)</li>", html.partition('class="standings"')[2])
    found = {words(name).removesuffix(" (you)"): words(rest).split() for name, rest in rows}
    return {name: (int(rest[0]), int(rest[1])) for name, rest in found.items()}


def test_each_address_of_a_chain_leads_to_its_last_table_and_counts_by_people(two):
    first = two.open()
    won = [two.play(first)]
    second = two.again(first)
    won.append(two.play(second))
    apart = two.open()  # the same people, at a table that no other one leads to
    won.append(two.play(apart))
    wanted = {name: (won.count(name), won.count(name)) for name in two.cookies}
    for name in two.cookies:
        for table in (first, second):
            html = two.meet(name, table)
            assert f'action="/tables/{second}/again"' in html
            assert f'href="/tables/{second}"' in html
            assert standings(html) == wanted
            assert "3 matches played by just these people" in words(html)
    third = two.again(second)
    html = two.meet("Ana", first)
    assert f'href="/tables/{third}"' in html
    assert "/again" not in html, "the last match is not over"


def test_the_code_of_the_lasting_address_says_the_link_that_is_shown(two):
    shown = two.meet("Ana", two.open())
    (link,) = re.findall(r'value="(http://127.0.0.1/tables/[^"]*/meet)"', shown)
    assert links_in(shown) == [link]


def test_the_way_to_the_last_table_wakes_none_between(two, monkeypatch):
    way = [two.open()]
    for _match in range(2):
        two.play(way[-1])
        way.append(two.again(way[-1]))
    tables, woken = two.visitor.app.state.tables, []
    wake = tables.actor

    async def noted(table):
        woken.append(table)
        return await wake(table)

    monkeypatch.setattr(tables, "actor", noted)
    assert f'href="/tables/{way[-1]}"' in two.meet("Ana", way[0])
    assert way[1] not in woken


def test_matches_with_other_people_or_machines_alone_are_not_counted(two):
    alone = two.be("Ana").form("/games/nim/play").headers["location"].removeprefix("/tables/")
    assert "standings" not in two.meet("Ana", alone)
    table = two.open()
    assert "You have not finished a match together yet" in two.meet("Ana", table)


def test_only_the_people_of_a_table_see_what_they_have_won_of_each_other(two):
    table = two.open()
    two.play(table)
    html = two.meet("somebody else", table)
    assert "standings" not in html
    assert "Who won" not in html
    assert "/again" not in html
    answer = two.visitor.post(f"/tables/{table}/again", headers=PAGE)
    assert answer.status_code >= 400


def test_a_game_of_days_says_whose_turn_it_is_and_how_long(two):
    table = two.open(clock="days")
    until_dealt(two.be("Ana"), f"/tables/{table}")
    for page in ("/", "/mine"):
        for name, told in (("Ana", "Your turn"), ("Bruno", "Waiting for Ana")):
            found = words(two.be(name).page(page))
            assert re.search(f"{told} (1 day|24 hours|23 hours) left", found), found[:500]
