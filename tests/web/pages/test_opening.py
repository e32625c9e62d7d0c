"""Opening a table: at once, as a lesson, or by the form, which keeps what was filled in."""

import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest
import segno
from qr import links_in
from visitors import PAGE, words

from ludoteca.core.registry import games, load_game
from ludoteca.table.events import Opened, Ready, Seated
from ludoteca.web.pages import lobby


def table_in(location):
    return re.fullmatch(r"/tables/([A-Za-z0-9]+)", location)[1]


def events_of(visitor, table):
    found = visitor.portal.call(visitor.app.state.journal.events, table)
    return [event for _seq, event in found]


def opened(visitor, answer):
    return events_of(visitor, table_in(answer.headers["location"]))[0]


@pytest.mark.parametrize("game", sorted(games()))
def test_one_click_in_the_lobby_opens_a_table_against_machines(visitor, game):
    assert f'action="/games/{game}/play"' in visitor.page("/")
    answer = visitor.form(f"/games/{game}/play")
    if games()[game].info.schools:  # asked once which rules are played
        assert answer.headers["location"] == f"/games/{game}/schools"
        answer = visitor.form(f"/games/{game}/play", school=games()[game].info.schools[0].name)
    first, *others = events_of(visitor, table_in(answer.headers["location"]))
    assert isinstance(first, Opened)
    assert [bool(plan.machine) for plan in first.plans] == [False] + [True] * (len(first.plans) - 1)
    assert [e.seat for e in others if isinstance(e, Seated)] == [0]
    shell = visitor.page(answer.headers["location"])
    assert 'data-live="/live/tables/' in shell
    assert 'id="table-menu"' in shell


def test_the_level_asked_for_sits_down_and_another_one_is_not_invented(visitor):
    assert (
        opened(visitor, visitor.form("/games/bigpoints/play", level="expert")).plans[1].machine
        == "expert"
    )
    assert (
        opened(visitor, visitor.form("/games/bigpoints/play", level="human")).plans[1].machine
        == "advanced"
    )


def test_the_form_calls_machines_of_one_level_as_their_table_will(visitor):
    found = re.findall(r"<option [^>]* selected>(\D+?)[,<]", visitor.page("/games/mus/new"))
    assert found[:4] == ["me", "Boris", "Dina", "Emil"]
    table = table_in(visitor.form("/games/mus/new").headers["location"])
    actor = visitor.portal.call(visitor.app.state.tables.actor, table)
    assert [chair.name for chair in actor.table.chairs[1:]] == found[1:4]


def test_somebody_without_a_cookie_gets_the_seat_and_the_cookie(visitor):
    answer = visitor.form("/games/vangin/play")
    assert "ludoteca_person=" in answer.headers["set-cookie"]
    assert words(visitor.page("/mine")).count("Vangin pasianssi") == 1


def test_a_lesson_is_opened_where_the_game_has_a_guide(visitor):
    for game in games().values():
        has_guide = game.room("guide") is not None
        answer = visitor.form(f"/games/{game.name}/lesson", 303 if has_guide else 404)
        if has_guide:
            assert opened(visitor, answer).lesson


# -- the form -----------------------------------------------------------------------------------


def test_the_form_says_every_rule_option_in_words(visitor):
    html = visitor.page("/games/bigpoints/new")
    for option in load_game("bigpoints").schema:
        if option.name != "players":
            assert f'name="option-{option.name}"' in html
            assert option.doc[1:] in html


def rule_of(html, option):
    """The part of the form about one rule."""
    return html.partition(f'id="option-{option}-name"')[2].partition('<div class="rule')[0]


def test_a_rule_says_what_it_does_and_a_press_brings_back_what_is_usual(visitor):
    page = "/games/bigpoints/new?seat1=friend&option-discs=4&option-hands=closed"
    html = visitor.page(page)
    assert len(re.findall('<div class="rule changed"', html)) == 2
    discs = rule_of(html, "discs")
    assert 'type="number"' in discs
    assert 'min="1" max="10"' in discs
    assert re.search(r'name="usual" value="option-discs"[^>]*>usually 9<', discs)
    one = visitor.page(f"{page}&usual=option-discs")
    assert 'value="9"' in rule_of(one, "discs")
    assert re.search('value="closed" checked', rule_of(one, "hands"))
    every = visitor.page(f"{page}&usual=option-")
    assert "rule changed" not in every
    assert re.search('value="friend" selected', every), "the seats are kept"


def heading_of(html, option):
    """What the folded heading above a rule says."""
    return words(
        html.rpartition(f'id="option-{option}-name"')[0].rpartition("<summary>")[2]
    ).strip()


def test_a_heading_of_rules_tells_what_differs_and_stays_folded(visitor):
    usual = visitor.page("/games/buraco/new?school=aberto")
    assert usual.count('<details class="rule-group"') == 6
    assert heading_of(usual, "jokers").startswith("The cards as usual")
    other = visitor.page("/games/buraco/new?option-jokers=no&option-target=2000")
    assert heading_of(other, "jokers").startswith("The cards Four jokers: no")
    assert heading_of(other, "sets").startswith("Runs and sets as usual")
    folded = words(other.partition("Rules of this table")[2].partition("</summary>")[0])
    told = " ".join(folded.split())
    assert told == "changed Points that win the match: 2000 · Four jokers: no"
    wrong = visitor.form("/games/buraco/new", 422, **{"option-target": "many"}).text
    assert 'data-key="rules-1" open>' in wrong


def test_rules_left_to_a_school_show_what_it_says(visitor):
    html = visitor.page("/games/buraco/new?school=burraco")
    assert 'placeholder="2005"' in rule_of(html, "target")
    assert "usually yes" in rule_of(html, "sets")
    assert "rule changed" not in html
    assert "as in the set of rules" not in html
    other = visitor.page("/games/buraco/new?school=aberto&option-sets=yes")
    assert "usually no" in rule_of(other, "sets")


def test_options_of_small_variants_for_tests_are_on_no_page(visitor):
    form, rules = visitor.page("/games/mus/new"), words(visitor.page("/games/mus/rules"))
    assert 'name="option-kings"' in form
    assert 'name="option-copies"' not in form
    assert "small deck" not in rules.casefold()


def test_a_rule_is_listed_with_its_usual_value_first(visitor):
    rules = words(visitor.page("/games/mus/rules"))
    assert "A raise must double the bet" in rules
    assert "no (usual) · yes" in rules
    assert "-1 to 50" not in words(visitor.page("/games/buraco/rules"))


def test_there_is_a_seat_field_for_each_player(visitor):
    for players in (2, 3, 5):
        html = visitor.page(f"/games/bigpoints/new?players={players}")
        assert len(re.findall(r'<select id="seat\d"', html)) == players
    assert (
        len(re.findall(r'<select id="seat\d"', visitor.page("/games/bigpoints/new?players=9"))) == 2
    )


def test_the_contents_of_the_rules_lead_to_every_section(visitor):
    html = visitor.page("/games/mus/rules")
    contents = html.partition('class="contents"')[2].partition("</nav>")[0]
    links = re.findall(r'href="#([\w-]+)"', contents)
    assert links == re.findall(r'<section id="([\w-]+)"', html)
    order = ["rules-what-it-is-about", "rules-bets", "taught", "rules-ways-to-play", "options"]
    assert [link for link in links if link in order] == order, "hands after the rules they need"


def test_only_numbers_of_players_are_offered_that_the_rules_allow(visitor):
    tabs = re.findall(r'class="tab" name="players" value="(\d)"', visitor.page("/games/buraco/new"))
    assert tabs == ["2", "4"]


def test_the_lobby_leads_to_a_friend_whom_another_number_of_players_keeps(visitor):
    lobby = visitor.page("/")
    friends = dict(re.findall(r'href="/games/(\w+)/new\?seat(\d)=friend"', lobby))
    assert (friends["bigpoints"], friends["mus"], friends.get("vangin")) == ("1", "2", None)
    page = "/games/bigpoints/new"
    form = f"{page}?seat1=friend&option-discs=4"
    for shown in (visitor.page(form), visitor.page(f"{form}&players=2&players=3")):
        seat = re.search(r'<select id="seat1".*?</select>', shown, re.DOTALL)[0]
        assert re.search(r'value="friend" selected', seat)
        assert re.search(r'name="option-discs"[^>]* value="4"', shown)


def test_the_form_says_who_is_whose_partner(visitor):
    told = words(visitor.page("/games/minimus/new"))
    partners = re.findall(r"Seat (\d) .*?partner: seat (\d)", told)
    assert partners == [("1", "3"), ("2", "4"), ("3", "1"), ("4", "2")]
    assert "partner:" not in words(visitor.page("/games/kuhn/new"))


def test_the_table_is_as_the_form_says(visitor):
    answer = visitor.form(
        "/games/bigpoints/new",
        players=3,
        seat0="basic",
        seat1="me",
        seat2="expert",
        name="  Ana  Lúcia ",
        listed="yes",
        minutes="7,5",
        increment="3",
        **{"option-discs": "4", "option-reading": "lenient"},
    )
    first, seated, *_rest = events_of(visitor, table_in(answer.headers["location"]))
    assert [plan.machine for plan in first.plans] == ["basic", "", "expert"]
    assert (first.hints, first.listed, first.clock) == (False, True, [450.0, 3.0])
    assert first.options["players"] == 3
    assert (first.options["discs"], first.options["reading"]) == (4, "lenient")
    assert (seated.seat, seated.name) == (1, "Ana Lúcia")
    assert "Ana Lúcia" in visitor.page("/mine")


@pytest.mark.parametrize(("switch", "clock"), [("no", None), ("yes", [450.0, 5.0])])
def test_a_clock_that_is_switched_off_does_not_count_whatever_its_figures(visitor, switch, clock):
    figures = {"minutes": "7.5", "increment": "5", "seat1": "basic"}
    assert opened(visitor, visitor.form("/games/nim/new", clock=switch, **figures)).clock == clock


@pytest.mark.parametrize("minutes", ["0", "0.01"])
def test_a_clock_without_minutes_has_the_seconds_of_each_turn(visitor, minutes):
    form = {"clock": "yes", "minutes": minutes, "increment": "5", "seat1": "friend", "name": "Ana"}
    links = visitor.form("/games/nim/new", **form).headers["location"]
    assert tuple(events_of(visitor, re.match(r"/tables/(\w+)", links)[1])[0].clock) == (5.0, 5.0)


@pytest.mark.parametrize(
    ("minutes", "increment", "wrong"),
    [
        ("", "", "minutes"),
        ("", "5", "minutes"),
        ("0", "", "minutes"),
        ("0.01", "", "minutes"),
        ("9", "abc", "increment"),
    ],
)
def test_an_own_clock_without_its_figures_opens_no_table(visitor, minutes, increment, wrong):
    form = {"clock": "yes", "minutes": minutes, "increment": increment, "name": "Ana"}
    answer = visitor.form("/games/nim/new", status=422, **form)
    assert re.findall(r'id="(\w+)-error"', answer.text) == [wrong]
    assert ("the clock needs 0.1 minutes or more" in answer.text) == (wrong == "minutes")
    for name in ("minutes", "increment", "name"):
        assert f'name="{name}" value="{form[name]}"' in answer.text, "what was typed stays"
    assert re.search(r'value="yes" checked', answer.text)


def test_a_table_for_days_has_no_clock_and_no_machine_steps_in_at_once(visitor):
    form = {"clock": "days", "minutes": "10", "seat1": "friend", "name": "Ana"}
    links = visitor.form("/games/nim/new", **form).headers["location"]
    table = re.match(r"/tables/(\w+)", links)[1]
    first = events_of(visitor, table)[0]
    assert (first.clock, first.sit_in) == (None, 24 * 3600.0)
    assert "a day for each turn" in visitor.page(links)
    again = visitor.page(f"/games/nim/new?like={table}")
    assert re.search(r'value="days" checked', again)


@pytest.mark.parametrize(
    ("page", "around"),
    [
        ("/games/minimus/new", ["own", "left", "top", "right"]),
        ("/games/buraco/new?players=2", ["own", "top"]),
        ("/games/mus/new", ["own", "right", "top", "left"]),
    ],
)
def test_the_seats_of_the_form_are_around_the_table_as_they_will_be(visitor, page, around):
    """In mus the next to play sits at the right."""
    assert re.findall(r'data-place="(\S+)"', visitor.page(page)) == around


def test_a_friend_gets_a_link_that_is_not_in_any_log(visitor):
    answer = visitor.form("/games/nim/new", seat0="me", seat1="friend")
    links = visitor.page(answer.headers["location"])
    (link,) = re.findall(r'value="(http://127.0.0.1/seat#[A-Za-z0-9_-]{32})"', links)
    assert 'data-copy="link-1"' in links
    assert segno.make(link, error="m").svg_inline(border=4, light="#fff", omitsize=True) in links
    assert links_in(links) == [link]
    assert visitor.page(answer.headers["location"]) == links, "a reload opens nothing more"
    visitor.cookies.clear()
    visitor.page("/")
    claimed = visitor.post("/api/seats", json={"token": link.partition("#")[2]})
    assert claimed.status_code == 200, claimed.text
    assert claimed.json()["url"].startswith("/tables/")


def test_new_links_are_made_for_open_seats_and_the_own_one_only(visitor):
    answer = visitor.form("/games/nim/new", seat0="me", seat1="friend", listed="yes")
    address = answer.headers["location"]
    table = re.fullmatch(r"/tables/([A-Za-z0-9]+)/links", address)[1]
    made = visitor.page(visitor.form(address).headers["location"])
    assert "Your own seat, on another device" in made
    assert "The seat opposite you" in made
    assert len(re.findall(r"/seat#", made)) == 2
    visitor.cookies.clear()
    visitor.page("/")
    assert visitor.post(f"/tables/{table}/links", headers=PAGE).status_code in (403, 200)
    assert "/seat#" not in visitor.post(f"/tables/{table}/links", headers=PAGE).text


def test_a_listed_table_is_in_the_lobby_of_others(visitor):
    visitor.form("/games/nim/new", seat0="me", seat1="friend", listed="yes", name="Ana")
    visitor.form("/games/kuhn/new", seat0="me", seat1="friend", name="Ana")
    visitor.cookies.clear()
    section = visitor.page("/").partition('id="open-tables"')[2]
    assert "nim" in section.lower()
    assert "Ana, open seat" in section
    assert "kuhn" not in section.partition("</section>")[0].lower()


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"option-discs": "40"}, "option-discs", "discs is a whole number from 1 to 10, not 40"),
        ({"option-reading": "loose"}, "option-reading", "reading is one of strict, lenient"),
        ({"minutes": "soon"}, "minutes", "a number from 0 to 600"),
        ({"minutes": "1e999"}, "minutes", "a number from 0 to 600"),
        ({"increment": "-3"}, "increment", "a number from 0 to 600"),
        ({"seat0": "dragon"}, "seat0", "choose who sits here"),
        ({"seat1": "me"}, "seat1", "you can sit at one seat only"),
        ({"seat0": "basic"}, "seat0", "somebody has to play"),
        ({"seat0": "human"}, "seat0", "choose who sits here"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field_and_the_rest_is_kept(
    visitor, fields, field, sentence
):
    given = {"name": "Ana", "option-black": "2", "listed": "yes"} | fields
    html = visitor.form("/games/bigpoints/new", 422, **given).text
    (error,) = re.findall(rf'id="{field}-error">([^<]*)<', html)
    assert sentence in error
    assert re.search(rf'id="{field}"[^>]*aria-invalid="true"', html)
    assert len(re.findall(r'class="field-error"', html)) == 1
    assert 'name="name" value="Ana"' in html
    assert re.search(r'name="option-black" value="2"', html)
    assert re.search(r'name="listed" value="yes" checked', html)
    assert not re.search(r'name="hints" value="yes" checked', html)
    assert re.search(r'<input type="hidden" name="hints" value="no">', html)
    form = urlencode({"hints": "no", **given, "players": 3})
    for_three = visitor.page(f"/games/bigpoints/new?{form}")
    assert not re.search(r'name="hints" value="yes" checked', for_three), "nor for more players"
    value = fields[field]
    if field.startswith(("option-d", "minutes", "increment")):
        assert f'value="{value}"' in html


def test_options_that_exclude_each_other_are_said_over_the_form(visitor):
    html = visitor.form(
        "/games/vangin/new", 422, **{"option-board": "52", "option-suits": "1"}
    ).text
    assert re.search(r'class="form-error" role="alert">[^<]{20,}<', html)


def test_a_form_that_is_no_form_is_refused(visitor):
    headers = PAGE | {"content-type": "application/x-www-form-urlencoded"}
    assert visitor.post("/games/nim/new", content=b"\xff\xfe=1", headers=headers).status_code == 400
    many = "&".join(f"a{n}=1" for n in range(500))
    assert visitor.post("/games/nim/new", content=many, headers=headers).status_code == 400
    huge = b"name=" + b"x" * 100_000
    assert visitor.post("/games/nim/new", content=huge, headers=headers).status_code == 413


def test_a_name_is_text_wherever_it_is_shown(visitor):
    name = "<b onclick=x>\u202eAna"
    visitor.form("/games/nim/new", seat0="me", seat1="friend", listed="yes", name=name)
    for path in ("/", "/mine", "/games/nim/new"):
        html = visitor.page(path)
        assert "<b " not in html
        assert "\u202e" not in html
    assert "&lt;b onclick" in visitor.page("/mine")


def test_a_game_that_cannot_be_shown_is_named_and_the_others_are_there(visitor, monkeypatch):
    drawn = lobby.game_card

    def card(game, offered):
        if game.name == "nim":
            raise ZeroDivisionError("no picture")
        return drawn(game, offered)

    monkeypatch.setattr(lobby, "game_card", card)
    html = visitor.page("/")
    assert "The game nim cannot be shown" in words(html)
    assert "no picture" not in html, "what broke is for the log"
    assert 'id="nim"' not in html
    assert 'id="vangin"' in html


def test_a_form_can_begin_as_another_table_was_opened(visitor):
    asked = {"seat0": "basic", "seat1": "me", "minutes": "7.5", "increment": "3", "hints": "no"}
    answer = visitor.form("/games/bigpoints/new", **asked, **{"option-discs": "4"})
    table = table_in(answer.headers["location"])
    again = visitor.page(f"/games/bigpoints/new?like={table}")
    sent = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', again))
    assert (sent["option-discs"], sent["minutes"], sent["increment"]) == ("4", "7.5", "3")
    assert re.search(r'name="seat1".*?value="me" selected', again, re.DOTALL)
    assert words(visitor.page(f"/games/nim/new?like={table}")) == words(
        visitor.page("/games/nim/new")
    )


def test_who_is_invited_is_asked_a_name_and_told_the_rules_and_who_sits_there(visitor):
    wanted = {"seat0": "me", "seat1": "friend", "name": "Ana", "minutes": "1", "option-heaps": "2"}
    answer = visitor.form("/games/nim/new", **wanted)
    links = visitor.page(answer.headers["location"])
    token = re.search(r"/seat#([A-Za-z0-9_-]{32})", links)[1]
    visitor.cookies.clear()
    offer = visitor.form("/seat/look", 200, token=token).text
    assert "You are invited to play." in offer
    assert re.findall(r"<b>([^<]*)</b>", offer) == ["Ana", "Your seat"]
    assert ": 2</li>" in offer
    assert "1 minute each" in offer
    assert ">Ready</button>" in offer
    assert 'href="/games/nim/rules"' in offer
    taken = visitor.form("/seat", token=token, name="Bea")
    events = events_of(visitor, table_in(taken.headers["location"]))
    assert [(e.seat, e.name) for e in events if isinstance(e, Seated)] == [(0, "Ana"), (1, "Bea")]
    assert [e.seat for e in events if isinstance(e, Ready)] == [1], "Ana has not said so yet"
    used = visitor.form("/seat/look", 200, token=token).text
    assert "no longer works" in used
    assert f'href="{taken.headers["location"]}"' in used, "who took the seat finds it again"
    assert "no longer works" in visitor.form("/seat", 404, token=token).text
    visitor.cookies.clear()
    assert "/tables/" not in visitor.form("/seat/look", 200, token=token).text


def test_who_has_no_name_yet_is_offered_one_among_friends_that_nobody_at_the_table_has(visitor):
    alone = visitor.page("/games/nim/new")
    assert re.search(r'id="name" name="name" value=""', alone)
    form = visitor.page("/games/nim/new?seat1=friend")
    own = re.search(r'id="name" name="name" value="(\w+)"', form)[1]
    links = visitor.form("/games/nim/new", seat1="friend", name=own).headers["location"]
    token = visitor.page(links).partition("/seat#")[2][:32]
    visitor.cookies.clear()
    offer = visitor.form("/seat/look", 200, token=token).text
    offered = re.search(r'id="name" name="name"[^>]* value="(\w+)"', offer)[1]
    assert offered != own


def test_who_opens_an_invitation_to_their_own_table_is_told_that_they_sit_there(visitor):
    links = visitor.form("/games/nim/new", seat1="friend", name="Ana").headers["location"]
    token = visitor.page(links).partition("/seat#")[2][:32]
    told = visitor.form("/seat/look", 200, token=token).text
    assert "You already sit at this table." in told
    assert f'href="{links.removesuffix("/links")}"' in told
    assert "<form" not in told
    visitor.cookies.clear()
    assert "You are invited to play." in visitor.form("/seat/look", 200, token=token).text


def test_machines_are_offered_up_the_ladder_and_the_usual_one_is_not_the_weakest(visitor):
    html = visitor.page("/games/mus/new")
    seat = html.partition('name="seat1"')[2].partition("</select>")[0]
    machines = re.findall(r'value="([^"]+)"( selected)?>[^<]*, level', seat)
    assert machines == [("básico", ""), ("avanzado", " selected"), ("experto", ""), ("maestro", "")]


def test_the_lobby_lists_the_machines_of_a_game_up_the_ladder(visitor):
    html = visitor.page("/").partition('action="/games/poker/play"')[2].partition("</select>")[0]
    assert re.findall(r", level (\d)", html) == ["1", "2", "3", "4", "5", "6", "7"]


def test_machines_of_a_game_without_a_ladder_are_not_all_folded_away(visitor):
    html = visitor.page("/games/tictactoe/new")
    seat = html.partition('name="seat1"')[2].partition("</select>")[0]
    first, more = seat.split("<optgroup")
    assert "selected" in first
    assert 'value="search"' in more


def test_a_game_whose_files_cannot_be_loaded_is_told_as_at_the_prompt_and_hides_no_other(
    visitor, broken_copies, caplog
):
    """File, line and error, to the author alone: a server that others reach names the game."""
    broken_copies(
        faulty_rules=("rules.py", "x = undefined\n"),
        faulty_odds=("odds.py", "x = undefined\n"),
        faulty_notation=("notation.py", "x = undefined\n"),
        faulty_guide=("guide.py", "x = undefined\n"),
        faulty=("__init__.py", "x = undefined\n"),
    )
    settings = visitor.app.state.settings
    for path, named, others in (
        ("/", {"faulty", "faulty_rules"}, 'id="vangin"'),
        ("/study", {"faulty_rules", "faulty_odds"}, 'id="study-vangin"'),
        ("/offline", set(), "/games/vangin/rules"),
    ):
        told = words(visitor.page(path))
        assert set(re.findall(r"(faulty\w*)/\w+\.py:\d+: NameError: name", told)) == named
        visitor.app.state.settings = replace(settings, host="0.0.0.0")
        html = visitor.page(path)
        visitor.app.state.settings = settings
        assert "NameError" not in html
        assert set(re.findall(r"The game (faulty\S*) cannot be shown", html)) == named
        assert others in html
    for file in ("faulty/__init__", "faulty_rules/rules", "faulty_odds/odds"):
        assert re.search(rf"{file}\.py:\d+: NameError: name 'undefined'", caplog.text)
    listed = {game["name"] for game in visitor.get("/api/games").json()}
    assert {"vangin", "faulty_odds"} < listed
    assert "faulty_rules" not in listed
    for name, file in (("faulty_rules", "rules"), ("faulty_notation", "notation")):
        refused = visitor.form(f"/games/{name}/new", status=409, seat0="me", seat1="friend")
        assert f"{name}/{file}.py:" in refused.text
    visitor.form("/games/faulty_odds/new", seat0="me", seat1="friend")
