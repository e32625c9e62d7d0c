"""Studies: asked by a form, worked out once, browsed and downloaded."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

import pytest
from visitors import ODDS, PAGE, SMALL, answered, words

from ludoteca.core.answers import Answer, Name, Pieces, Table, document_of, plain
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Param, question
from ludoteca.core.registry import load_game
from ludoteca.games.vangin.exact import closed_form
from ludoteca.games.vangin.exact.deal import Deal
from ludoteca.train.leaderboard import leaderboard
from ludoteca.web.engines.questions import questions_of
from ludoteca.web.pages import jobs
from ludoteca.web.pages.study import answers, questions
from ludoteca.web.pages.study.answer_store import LOCAL, AnswerStore, Head
from ludoteca.web.pages.study.asking import Asked, said_of

LISTS = ("/games/vangin/study", ODDS)


def test_an_answer_shows_the_number_that_the_question_gives(visitor):
    html = visitor.page(answered(visitor))
    win = closed_form.win(Deal(4, 5, 5, 5))
    assert str(win) in html
    assert "every order of the deck is equally likely" in html
    assert 'class="number exact"' in html
    assert words(html).count("Piles left") >= 1


def test_a_list_tells_questions_in_the_visitors_language_not_by_the_names_of_commands(visitor):
    told = words(visitor.page("/games/buraco/study?lang=pt"))
    assert "Rodadas que restam numa mão segundo o estado do jogo" in told
    for name in ("arrange", "transition", "suit splits", "report", "empate", "balance"):
        assert name not in told


def test_an_answer_is_worked_out_once(visitor):
    first = answered(visitor)
    again = visitor.form(ODDS, **SMALL).headers["location"]
    assert again == first
    assert len(visitor.pool.asked) == 1
    assert answered(visitor, **(SMALL | {"suits": "3"})) != first
    assert len(visitor.pool.asked) == 2
    for page in LISTS:
        assert f'href="{first}"' in visitor.page(page)


def test_an_earlier_answer_is_listed_with_what_it_says(visitor):
    answered(visitor)
    for page in LISTS:
        assert "The chance that the table is emptied is" in words(visitor.page(page))


def test_odds_are_listed_for_who_asked_alone(visitor):
    """They may be about a hand that is being played: nobody is told what others typed."""
    first = answered(visitor)
    visitor.cookies.clear()
    for page in LISTS:
        assert "/answers/" not in visitor.page(page)
    second = answered(visitor)
    assert second != first, "nor can anybody tell that it was asked before"
    assert len(visitor.pool.asked) == 2
    for page in LISTS:
        html = visitor.page(page)
        assert f'href="{second}"' in html
        assert f'href="{first}"' not in html
    visitor.page(first)  # whoever was given the address may look


def test_studies_are_everybodys_and_records_are_not(visitor):
    census = "/games/bigpoints/study/census/boards"
    common = answered(visitor, census, colours="2", discs="1", seed="1")
    record = "game: nim 1\noptions: heaps=2 largest=2\nstanding: deals=0\n\n"
    fields = {"option-heaps": "2", "option-largest": "2"}
    solve = "/games/nim/study/solve/minimax"
    answered(visitor, solve, **fields, record=record)
    visitor.cookies.clear()
    assert f'href="{common}"' in visitor.page(census)
    assert "/answers/" not in visitor.page(solve)
    assert answered(visitor, census, colours="2", discs="1", seed="1") == common


def test_words_typed_freely_are_of_who_typed_them(visitor):
    @question("study", "What a hand is worth.")
    def worth(
        hand: Annotated[str, Param("A hand.")] = "", cards: Annotated[int, Param("How many.")] = 5
    ):
        raise NotImplementedError

    asked = worth.__question__

    def owner(**given):
        return Asked(load_game("nim"), asked, given, {}, 1).owner("ana")

    assert owner(cards=3) == ""
    assert owner(hand="", cards=3) == ""
    assert owner(hand="AS KH", cards=3) == "ana"


def test_who_is_forgotten_leaves_no_answer_of_theirs(visitor):
    address = answered(visitor)
    visitor.form("/mine/delete", sure="yes")
    visitor.page(address, 404)


def test_the_review_of_a_record_is_in_no_list(visitor, tmp_path):
    head = Head("a" * 24, "vangin", "review", "moves", {"record": "b" * 24}, "en")
    AnswerStore(tmp_path / "answers").put(head, {"moves": []})
    assert "/answers/" not in visitor.page("/games/vangin/study")
    visitor.page(f"/answers/{head.key}", 404)


def test_what_the_keyboard_asked_is_shown_at_this_machine_alone(visitor, tmp_path):
    """A server that others can reach keeps it from them."""
    head = Head("a" * 24, "vangin", "evaluate", "meeting", {"players": "ana"}, "en", person=LOCAL)
    table = {"name": "class", "title": "The class", "columns": ["player"], "rows": [["ana"]]}
    document = {
        "sentence": "How they do",
        "fields": [],
        "tables": [table],
        "plots": [],
        "notes": [],
    }
    AnswerStore(tmp_path / "answers").put(head, document | {"why": [], "seed": 1})
    listed = visitor.page("/games/vangin/study")
    assert f'href="/answers/{head.key}"' in listed
    assert "Players ana" in words(listed)
    shown = visitor.page(f"/answers/{head.key}")
    assert "The class" in words(shown)
    assert "Ask something else" not in shown
    told = visitor.app.state.settings
    visitor.app.state.settings = replace(told, host="0.0.0.0")
    assert "/answers/" not in visitor.page("/games/vangin/study")


def test_the_same_said_in_other_words_is_the_same_question(visitor):
    first = answered(visitor)
    assert answered(visitor, **(SMALL | {"suits": " 04 "})) == first


def test_an_answer_outlives_the_server(visitor, tmp_path):
    first = answered(visitor)
    kept = AnswerStore(tmp_path / "answers").get(first.rpartition("/")[2])
    assert kept is not None
    assert kept.head.filled["suits"] == "4"
    assert kept.document["fields"][0][0] == "win"


def test_each_language_has_its_own_answer(visitor):
    english = answered(visitor)
    visitor.page("/?lang=fi")
    finnish = answered(visitor)
    assert finnish != english
    assert f'href="{english}"' not in visitor.page("/games/vangin/study")


def test_the_address_fills_the_form_again(visitor):
    html = visitor.page(answered(visitor))
    (again,) = re.findall(r'href="(/games/vangin/study/odds/win\?[^"]+)"', html)
    form = visitor.page(again.replace("&amp;", "&"))
    assert 'name="values" value="5"' in form
    assert 'name="step" value=""' in form


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("suits", "0", "suits is a whole number of at least 1, not 0"),
        ("suits", "four", "suits is a whole number of at least 1, not four"),
        ("board", "1.5", "board is a whole number of at least 0, not 1.5"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(visitor, field, value, sentence):
    html = visitor.form(ODDS, 422, **(SMALL | {field: value})).text
    assert re.findall(rf'id="{field}-error">([^<]*)<', html) == [sentence]
    assert f'value="{value}"' in html
    assert 'name="values" value="5"' in html
    assert not visitor.pool.asked


@pytest.mark.parametrize(
    ("asked", "given", "field", "sentence"),
    [
        ("poker/study/odds/exchange-odds", "cards=AAXQJ", "cards", "there is no card X"),
        ("poker/study/odds/exchange-odds", "cards=AAAAAA", "cards", "A hand has 5 cards"),
        (
            "poker/study/odds/exchange-odds", "cards=AAKQJ exchange=77", "exchange",
            "you cannot exchange 77",
        ),
        ("eras/study/odds/lay-odds", "cards=3S,3S", "cards", "3S is there twice"),
        ("eras/study/odds/lay-odds", "cards=3S held=3S", "held", "3♠: named twice"),
        ("eras/study/odds/lay-odds", "cards=3S piles=9C/3S", "piles", "3♠: named twice"),
        ("mus/study/odds/lances", "cards=RRC", "cards", "A hand has 4 cards"),
        ("mus/study/odds/lances", "cards=777A thrown=77", "thrown", "there are 4 of 7 in the deck"),
        ("buraco/study/odds/draw", "hand=5H,5H,5H", "hand", "there are 2 of 5♥ in the deck"),
        ("buraco/study/odds/draw", "hand=5H,6H discards=5H,5H", "discards", "there are 2 of 5♥"),
        ("buraco/study/odds/going-out", "hand=5H melds=35S", "melds", "35S is no meld"),
        ("buraco/study/odds/transition", "from_=567 to=9", "to", "9 is no meld"),
        ("bigpoints/study/solve/position", "board=1122x", "board", "a board is written with"),
        ("bigpoints/study/solve/position", "board=1122 moves=5+", "moves", "5+ is not a move here"),
        ("vangin/study/odds/win", "picks=5 step=3", "step", "picks and step exclude each other"),
        ("vangin/study/odds/win", "suits=9999 values=9999", "values", "a deck of"),
        ("nim/study/evaluate/match-up", "machines=basic,wizard", "machines", "no player wizard"),
        ("nim/study/evaluate/match-up", "machines=basic", "machines", "name two to 5 machines"),
        ("nim/study/study/balance", "level=human", "level", "a machine is needed here"),
        ("nim/study/study/balance", "sweep=heaps", "sweep", "a rule to compare is NAME=LOW..HIGH"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_refused_beside_their_field_and_never_queued(
    visitor, asked, given, field, sentence
):
    fields = dict(part.split("=", 1) for part in given.split())
    html = visitor.form(f"/games/{asked}", 422, **fields).text
    (said,) = re.findall(r'id="(\w+)-error">([^<]*)<', html)
    assert said[0] == field
    assert sentence in said[1]
    assert not visitor.pool.asked


def test_the_hint_of_a_hand_says_how_its_cards_are_written(visitor):
    hints = {
        "poker/study/odds/exchange-odds": "several, written together",  # AAKQJ
        "eras/study/odds/lay-odds": "several, with spaces; may stay empty",  # 3S 3H 4H
        "poker/study/evaluate/match-up": "several, with commas",  # names
    }
    for address, hint in hints.items():
        name = "machines" if "match-up" in address else "cards"
        html = visitor.page(f"/games/{address}")
        (found,) = re.findall(rf'id="{name}-hint">([^<]*)<', html)
        assert found.endswith(hint), address


def test_what_only_the_question_can_refuse_is_said_by_the_job(visitor):
    visitor.pool.hold, visitor.pool.fails = True, BadInput("this was refused")
    job = visitor.form(ODDS, **SMALL).headers["location"]
    visitor.pool.hold = False
    page = visitor.finished(job)
    assert "this was refused" in page
    assert 'href="/games/vangin/study/odds/win?suits=4' in page, "the same would be refused again"


def test_what_is_refused_at_once_is_said_in_the_form_and_an_answer_opens(visitor, monkeypatch):
    monkeypatch.setattr(questions, "SECONDS_TO_BEGIN", 60.0)
    visitor.pool.fails = BadInput("this was refused")
    html = visitor.form(ODDS, 422, **SMALL).text
    assert "this was refused" in html
    assert 'name="values" value="5"' in html
    visitor.pool.fails = None
    assert visitor.form(ODDS, **SMALL).headers["location"].startswith("/answers/")


def test_an_answer_begins_with_a_sentence(visitor):
    html = visitor.page(answered(visitor))
    headline = re.findall(r'<p class="lead headline">([^<]*)</p>', html)
    win = float(closed_form.win(Deal(4, 5, 5, 5)))
    share = f"{100 * win:.3g}%"
    assert headline == [f"The chance that the table is emptied is {share}."]


def test_cards_and_machines_can_be_pressed_instead_of_typed(visitor):
    html = visitor.page("/games/eras/study/odds/lay-odds")
    assert html.count('data-into="cards"') == 1
    assert '<button type="button" class="pick" data-text="TC" data-most="1"' in html
    assert re.search(r'data-text="TC"[^>]* aria-label="10 of clubs"><svg', html), "it is a picture"
    html = visitor.page("/games/poker/study/odds/exchange-odds")
    assert 'data-text="A" data-most="5"' in html
    html = visitor.page("/games/mus/study/odds/lances")
    for number in "32":
        assert re.search(rf'data-text="{number}" data-most="4"[^>]*><svg[^#]*#{number}O"', html)
    html = visitor.page("/games/nim/study/evaluate/match-up")
    assert re.findall(r'class="pick" data-text="(\w+)"', html) == [
        "basic", "random", "search", "mcts",
    ]  # fmt: skip


def test_a_form_opens_with_an_example_and_what_an_address_says_comes_first(visitor):
    board, hand = "/games/bigpoints/study/solve/position", "/games/buraco/study/odds/arrange"
    html = visitor.page(board)
    assert 'id="board" name="board" value="33545221551224441133"' in html
    assert 'data-all="clear"' in html
    assert 'data-all="another"' in html
    assert 'id="board" name="board" value="1122"' in visitor.page(f"{board}?board=1122")
    assert 'id="hand" name="hand" value=""' in visitor.page(f"{hand}?hand=")
    assert 'id="hand" name="hand" value=""' in visitor.form(hand, 422, hand="").text


def test_a_position_of_a_replay_is_asked_about_as_players_ask(visitor):
    html = visitor.page("/games/bigpoints/study/solve/position?board=1122&judge=yes")
    assert "<h1>Which is the best move here?</h1>" in html
    plain = visitor.page("/games/bigpoints/study/solve/position?board=1122")
    assert "<h1>Which is the best move here?</h1>" not in plain


def test_an_answer_draws_its_pieces_beside_the_cards_that_were_asked_about(visitor, tmp_path):
    fields = {"hand": Pieces("3C 4C 5C"), "lay": Pieces("3C-4C-5C"), "best": [Pieces("KS")]}
    head = Head("c" * 24, "buraco", "odds", "arrange", {"hand": "3C 4C 5C KS"}, "")
    document = document_of(Answer(fields, headline="Lay them."), "Odds", seed=1)
    AnswerStore(tmp_path / "answers").put(head, document)
    html = visitor.page(f"/answers/{head.key}")
    drawn = re.findall(r'<figure class="asked-cards pictured">(.*?)</figure>', html, re.DOTALL)
    assert [words(figure) for figure in drawn] == ["Lay", "Best"]
    assert re.findall(r"french\.svg[^#]*#(\w+)", drawn[0]) == ["3C", "4C", "5C"]
    assert html.index("pictured") < html.index("all-figures")


def test_rules_and_seed_are_folded_until_one_is_wrong(visitor):
    folded = "/games/eras/study/odds/lay-odds"
    assert '<details class="more">' in visitor.page(folded)
    assert '<details class="more" open>' in visitor.form(folded, 422, seed="x").text


def test_who_asks_about_a_hand_is_asked_for_no_seed(visitor):
    assert 'name="seed"' not in visitor.page("/games/buraco/study/odds/going-out")
    assert 'name="seed" value="7"' in visitor.page("/games/buraco/study/odds/going-out?seed=7")
    assert 'name="seed"' in visitor.page("/games/vangin/study/study/report")


def test_pieces_that_are_filled_in_stand_before_the_folded_settings(visitor):
    address = "/games/bigpoints/study/solve/position"
    given = "board=33545··1551··444①·33&stair=2&mine=222&theirs=122&judge=yes"
    html = visitor.page(f"{address}?{given}")
    shown, _mark, folded = html.partition('<details class="more">')
    for name in ("board", "stair", "mine", "theirs"):
        assert f'<input id="{name}"' in shown
    menu = dict(_menu(folded, "objective"))
    assert menu["difference"] == "as many points above the other as possible"
    assert "What players want</label>" in folded
    assert 'aria-label="red pawn to the stair"' in folded


def test_what_costs_nothing_is_answered_beside_studies_that_are_under_way(visitor):
    game = load_game("mus")
    asked = leaderboard(game)
    head = Head("d" * 24, "mus", "evaluate", asked.name, {}, "")
    assert asked.at_once
    assert jobs._said(head, game, asked)["kind"] == "odds"


def test_a_seed_is_asked_for_where_chance_is_used(visitor):
    address = "/games/vangin/study/study/report"
    assert 'name="seed" value="1"' in visitor.page(address)
    assert 'name="seed"' not in visitor.page(ODDS)
    for seed in ("-1", "9" * 5000):
        assert 'id="seed-error"' in visitor.form(address, 422, games="1000", seed=seed).text


def test_no_page_names_a_file_of_the_server(visitor):
    for address in ("census/boards", "study/report"):
        html = visitor.page(f"/games/bigpoints/study/{address}")
        for name in ("folder", "rows", "results"):
            assert f'name="{name}"' not in html
    visitor.pool.hold = True
    visitor.form("/games/bigpoints/study/census/boards", colours="2", discs="1", rows="/etc/x.csv")
    assert "rows" not in visitor.pool.asked[-1][3]


def test_a_record_is_given_as_text(visitor):
    address = "/games/nim/study/solve/minimax"
    html = visitor.page(address)
    assert '<textarea id="record"' in html
    record = "game: nim 1\noptions: heaps=2 largest=2\nstanding: deals=0\n\n"
    fields = {"option-heaps": "2", "option-largest": "2", "record": record}
    assert "Best play" in visitor.page(answered(visitor, address, **fields))
    assert visitor.pool.asked[-1][3]["record"] == record
    other = {"record": record.replace("nim", "kuhn").replace("heaps=2 largest=2", "")}
    assert "the record is of kuhn, not of nim" in answered(visitor, address, **other)


# -- browsing -----------------------------------------------------------------------------------


def rows_of(html):
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [words(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)]
        for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
    ]


def test_a_table_is_sorted_and_filtered_by_plain_addresses(visitor):
    answer = answered(visitor)
    everything = rows_of(visitor.page(f"{answer}?t=piles_left"))
    assert [row[0] for row in everything] == ["0", "1", "2", "3", "4", "5"]
    down = rows_of(visitor.page(f"{answer}?t=piles_left&sort=-piles"))
    assert down == everything[::-1]
    some = rows_of(visitor.page(f"{answer}?t=piles_left&column=piles&how=least&than=4"))
    assert [row[0] for row in some] == ["4", "5"]
    none = visitor.page(f"{answer}?t=piles_left&find=nosuchthing")
    assert "No rows match." in none
    assert '<input type="search" name="find" value="nosuchthing">' in none


def test_the_header_of_a_sorted_column_turns_it_round(visitor):
    answer = answered(visitor)
    html = visitor.page(f"{answer}?t=piles_left&sort=piles&find=1")
    assert 'aria-sort="ascending"' in html
    assert f'href="{answer}?t=piles_left&amp;sort=-piles&amp;find=1#table"' in html


def test_what_is_asked_of_a_table_is_shown_as_text(visitor):
    answer = answered(visitor)
    html = visitor.get(answer, params={"find": '"><script>x', "t": "zzz"}, headers=PAGE).text
    assert "<script>x" not in html
    assert "&lt;script&gt;x" in html


def test_a_table_is_downloaded_as_it_is_filtered(visitor):
    answer = answered(visitor)
    html = visitor.page(f"{answer}?t=piles_left&sort=-piles&column=piles&how=most&than=2")
    (address,) = re.findall(r'href="([^"]+\.csv[^"]*)"', html)
    got = visitor.get(address.replace("&amp;", "&"))
    assert got.headers["content-disposition"].startswith("attachment")
    rows = list(csv.DictReader(io.StringIO(got.text)))
    assert [row["piles"] for row in rows] == ["2", "1", "0"]
    assert Fraction(rows[-1]["probability_exact"]) == closed_form.win(Deal(4, 5, 5, 5))


def test_an_answer_is_downloaded_as_data(visitor):
    answer = answered(visitor)
    got = visitor.get(f"{answer}/answer.json").json()
    fields = dict(got["fields"])
    assert fields["win"]["exact"] == str(closed_form.win(Deal(4, 5, 5, 5)))
    assert {table["name"] for table in got["tables"]} == {"piles_left", "cards_left"}
    assert visitor.get(f"{answer}/tables/none.csv").status_code == 404


def test_plots_are_pictures_of_their_own(visitor):
    pytest.importorskip("vl_convert")
    answer = answered(visitor, "/games/vangin/study/study/report", games="1000", seed="1")
    html = visitor.page(answer)
    addresses = re.findall(r'<img src="([^"]+\.svg)"', html)
    assert len([a for a in addresses if "/plots/" in a]) == 7
    got = visitor.get(f"{answer}/plots/left.svg")
    assert got.headers["content-type"].startswith("image/svg+xml")
    assert got.text.lstrip().startswith("<svg")
    assert "<script" not in got.text
    assert "prefers-color-scheme: dark" in got.text
    assert visitor.get(f"{answer}/plots/none.svg").status_code == 404


def test_keys_in_a_table_are_read_in_words_and_downloaded_as_they_are(visitor, tmp_path):
    rows = [[Name("heap_of_two"), 2], [Name("heap_of_one"), 1], ["heap_of_none", 0]]
    table = Table("heaps", ("heap", "stones"), rows, "Heaps")
    head = Head("a" * 24, "nim", "study", "heaps", {"option-heaps": "3", "option-largest": "9"}, "")
    document = document_of(Answer({}, (table,)), "Heaps", seed=1)
    AnswerStore(tmp_path / "answers").put(head, document)
    answer = f"/answers/{head.key}"
    html = visitor.page(f"{answer}?sort=heap")
    assert [row[0] for row in rows_of(html)] == ["heap of none", "heap of one", "heap of two"]
    assert len(rows_of(visitor.page(f"{answer}?find=of+two"))) == 1
    got = visitor.get(f"{answer}/tables/heaps.csv").text
    assert got.splitlines()[1:] == ["heap_of_two,2", "heap_of_one,1", "heap_of_none,0"]
    asked = words(html[html.index('class="asked"') :].partition("</p>")[0])
    assert "objects in the first heap 9" in asked
    assert "heaps" not in asked, "rules that are as usual are not said"


def test_a_plain_cell_is_what_json_has():
    assert plain(Fraction(1, 3)) == {"exact": "1/3", "decimal": 1 / 3}


def test_a_question_with_every_kind_of_parameter_gets_a_field_for_each(visitor, monkeypatch):
    from pathlib import Path
    from typing import Annotated, Literal

    from ludoteca.core.questions import Param

    @question("odds", "Everything.")
    def everything(
        number: Annotated[int, Param("a number")],
        share: Annotated[float, Param("a share", low=0, high=1)] = 0.5,
        words: Annotated[list[str] | None, Param("some words")] = None,
        sure: Annotated[bool, Param("sure or not")] = True,
        maybe: Annotated[bool | None, Param("sure, not, or neither")] = None,
        kind: Annotated[Literal["a", "b"], Param("a kind")] = "b",
        kinds: Annotated[list[Literal["a", "not-a"]] | None, Param("kinds")] = None,
        seat: Annotated[int, Param("a seat", low=1, high=2, labels=("first", "second"))] = 2,
        place: Annotated[Path | None, Param("a folder")] = None,
    ) -> Answer:
        return Answer({"number": number, "share": share, "words": words, "sure": sure})

    found = everything.__question__

    async def asked(_game):
        return [found]

    monkeypatch.setattr(questions, "questions", asked)
    html = visitor.page("/games/nim/study/odds/everything")
    assert re.search(r'<input id="number" name="number" value=""', html)
    assert re.search(r'<input id="share" name="share" value="0.5"', html)
    assert re.search(r'<option value="yes" selected>', html)
    assert re.search(r'<option value="" selected>–', html)
    assert re.search(r'<option value="b" selected>', html)
    # Choices of which several may be given are pressed, and a number with names is a choice.
    assert re.search(r'data-text="not-a" data-most="1"[^>]*>not a</button>', html)
    assert re.search(r'id="kinds-hint">several, with commas; may stay empty<', html)
    assert '<option value="1">first</option><option value="2" selected>second</option>' in html
    assert 'name="place"' not in html
    html = visitor.form("/games/nim/study/odds/everything", 422, share="2", sure="perhaps").text
    assert re.findall(r'id="(\w+)-error"', html) == ["number", "share", "sure"]


def test_what_was_asked_is_told_in_words_and_by_no_id():
    given = {"machines": "campeão, random", "option-round": "rapida", "option-ranks": "5"}
    assert [words for _name, words in said_of(load_game("poker"), None, given)] == [
        "Igor (champion), Kiko (random moves)",
        "quick",
    ]


def test_an_answer_names_the_place_and_no_switch_that_is_off(visitor, tmp_path):
    given = {"cards": "RRCA", "seat": "3", "left": "no-juego", "steps": "no", "discard": "yes"}
    given |= {"theme": "dark"}  # a field of no question
    head = Head("a" * 24, "mus", "odds", "lances", given, "")
    AnswerStore(tmp_path / "answers").put(head, document_of(Answer({"seat": 3}), "Odds", seed=1))
    html = visitor.page(f"/answers/{head.key}")
    asked = re.findall(r'class="pair"><span>(.*?)</span> <strong>(.*?)<', html)
    assert asked == [("your place", "postre"), ("rival on the left", "no juego")]
    played = given | {"option-corrido": "no", "option-falta": "yes"}
    told = said_of(load_game("mus"), questions_of(load_game("mus"), "odds")["lances"], played)
    assert told[0] == ("Rules", "Eight kings")
    assert ("all that the leading pair lacks may be bet by name", "yes") in told
    assert 'aria-label="king, king, caballo, ace"' in html
    assert "<dt>seat</dt>" not in html, "it stands above already"
    assert visitor.get(f"/answers/{head.key}/answer.json").json()["fields"] == [["seat", 3]]


@pytest.mark.parametrize("game", ["bigpoints", "buraco", "eras", "mus", "poker", "vangin"])
def test_three_questions_of_players_come_first_and_all_others_are_folded(visitor, game):
    html = visitor.page(f"/games/{game}/study")
    first, _mark, folded = html.partition('<details class="more-questions">')
    ways = re.findall(r'<a class="played" href="([^"]+)">([^<]+)<', first)
    assert len(ways) == 3
    asked = {way for way, _words in ways if "?" not in way}
    assert not any(f'href="{way}"' in folded for way in asked), "a question is listed twice"
    assert ('<a class="question ' in folded) == (game != "vangin"), "which has no more"
    for way, sentence in ways:
        assert f"<h1>{sentence}</h1>" in visitor.page(way.replace("&amp;", "&"))


def test_a_question_of_players_fills_in_what_it_is_about_and_folds_the_rest(visitor):
    html = visitor.page("/games/mus/study/odds/lances?discard=yes")
    shown, _mark, folded = html.partition('<details class="more">')
    assert 'name="cards"' in shown
    assert re.search(r'name="discard".*?value="yes" selected', folded, re.DOTALL)


@pytest.mark.parametrize(
    ("address", "given"),
    [("mus/study/odds/lances", {}), ("eras/study/odds/lay-odds", {"later": "7,7,7"})],
)
def test_a_question_about_a_hand_without_cards_is_refused_at_the_field(visitor, address, given):
    html = visitor.form(f"/games/{address}", 422, **given).text
    assert '<p class="field-error" id="cards-error">Tap your cards first.</p>' in html
    assert not visitor.pool.asked


def test_earlier_answers_are_named_by_what_was_asked_and_their_owner_removes_them(
    visitor, tmp_path
):
    mine = answered(visitor)
    other = Head("c" * 24, "vangin", "odds", "win", {"suits": "3"}, "en", person="ana")
    AnswerStore(tmp_path / "answers").put(other, {"moves": []})
    html = visitor.page("/games/vangin/study")
    kept = html.partition('id="kept"')[2]
    assert "How often does the patience come out?" in words(kept)
    assert re.search(rf'<a href="{mine}">.*<span>Suits 4, values 5', kept)
    assert other.key not in kept
    visitor.form(f"/answers/{other.key}/remove", 403)
    gone = visitor.form(f"{mine}/remove")
    assert gone.headers["location"] == "/games/vangin/study#kept"
    visitor.page(mine, 404)
    assert mine not in visitor.page("/games/vangin/study")


def test_an_answer_shows_the_cards_that_were_asked_about(visitor, tmp_path):
    given = {"cards": "RRC", "seat": "0"}
    head = Head("a" * 24, "mus", "odds", "lances", given, "")
    AnswerStore(tmp_path / "answers").put(head, document_of(Answer({"deals": 9}), "Odds", seed=1))
    html = visitor.page(f"/answers/{head.key}")
    row = html.partition('class="asked-cards"')[2].partition("</div>")[0]
    assert re.findall(r"spanish\.svg[^#]*#(\w+)", row) == ["12O", "12C", "11O"]
    assert html.index("<h1>") < html.index('class="asked-cards"') < html.index('class="numbers"')


def test_pieces_of_several_fields_are_named_and_those_of_one_are_not(visitor, tmp_path):
    given = {"board": "33545221", "stair": "25", "mine": "13", "theirs": "22"}
    head = Head("a" * 24, "bigpoints", "solve", "position", given, "")
    AnswerStore(tmp_path / "answers").put(head, document_of(Answer({"value": 4}), "Solve", seed=1))
    html = visitor.page(f"/answers/{head.key}")
    drawn = html.partition('class="asked-cards"')[2].partition('<dl class="numbers"')[0]
    names = ["Board", "Stair", "Mine", "Theirs"]
    assert re.findall("<small>(.*?)</small>", drawn) == names


def test_what_players_ask_takes_one_picture_and_the_figures_are_folded(visitor, tmp_path):
    form = visitor.page("/games/buraco/study/odds/draw").partition('class="more"')
    assert form[0].count('class="picks drawn') == 1
    assert 'class="picks drawn' in form[2]
    half = Exact(Fraction(1, 2))
    answer = Answer({"deals": 9, "win": half}, headline="Half of all deals.", chances=("win",))
    head = Head("a" * 24, "mus", "odds", "lances", {"cards": "RRCA"}, "")
    AnswerStore(tmp_path / "answers").put(head, document_of(answer, "Odds", seed=1))
    html = visitor.page(f"/answers/{head.key}")
    assert '<details class="all-figures"><summary>' in html
    assert html.index("chance-bars") < html.index("all-figures")
    assert '<details class="all-figures" open>' in visitor.page(f"/answers/{head.key}?t=x")


def test_a_sentence_is_told_with_one_note_and_all_else_is_folded(visitor, tmp_path):
    table = Table("t", ("cell",), [["pa*p4"]])
    answer = Answer({}, [table], headline="In 41 ways.", notes=["One turn each.", "pa is the ace."])
    head = Head("f" * 24, "buraco", "odds", "suit-splits", {}, "")
    AnswerStore(tmp_path / "answers").put(head, document_of(answer, "Odds", seed=1))
    html = visitor.page(f"/answers/{head.key}")
    shown, _mark, folded = html.partition('<details class="all-figures"><summary>')
    assert "One turn each." in shown
    assert "pa is the ace." in folded
    assert "pa*p4" in folded


@pytest.mark.parametrize(("chances", "told"), [(("a",), "50%"), ((), "0.5")])
def test_a_number_is_told_in_percent_where_the_answer_says_that_it_is_a_chance(
    visitor, tmp_path, chances, told
):
    answer = Answer({"a": Exact(Fraction(1, 2))}, chances=chances)
    head = Head("b" * 24, "mus", "odds", "lances", {}, "")
    AnswerStore(tmp_path / "answers").put(head, document_of(answer, "Odds", seed=1))
    numbers = visitor.page(f"/answers/{head.key}").partition('<dl class="numbers">')[2]
    assert re.search(r'class="number exact">([^<]+)<', numbers)[1] == told


@pytest.mark.parametrize("game", ["bigpoints", "buraco", "eras", "mus", "poker", "vangin"])
def test_a_form_shows_two_fields_and_what_is_needed_and_effort_in_words(visitor, game):
    for asked in questions._questions(load_game(game)):
        if asked.at_once:
            continue
        html = visitor.page(f"/games/{game}/study/{asked.verb}/{asked.name}")
        shown, *folds = re.split('<details class="(?:more|sheet-more table-rules)"', html)
        folded = "".join(folds)
        needed = sum(p.required for p in asked.parameters)
        assert shown.count('<label for="') <= max(2, needed), asked.name
        for parameter in asked.parameters:
            if parameter.efforts and not parameter.local:
                assert f'<select id="{parameter.name}"' in shown + folded
                assert parameter.default_text() in dict(_menu(html, parameter.name))


def _menu(html, name):
    menu = re.search(rf'<select id="{name}".*?</select>', html, re.DOTALL)
    return re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)<', menu.group())


def test_a_menu_of_efforts_has_the_number_of_an_address_too(visitor):
    html = visitor.page("/games/vangin/study/study/report?games=1234567")
    assert _menu(html, "games")[-1] == ("1234567", "1,234,567")
    assert [words for _n, words in _menu(html, "games")[:2]] == [
        "Quick: a minute at most", "Usual: some minutes",
    ]  # fmt: skip


def test_a_long_headline_is_large_in_its_first_sentence_alone():
    assert answers._told_first("Short. Clear.") == {"headline": "Short. Clear.", "also": ""}
    long = "The mano wins. " + "x" * answers.LONGEST_HEADLINE
    told = answers._told_first(long)
    assert told["headline"] == "The mano wins."
    assert told["also"] == "x" * answers.LONGEST_HEADLINE


def test_a_whole_number_of_any_length_is_kept(tmp_path):
    table = Table("one", ("n",), [[10**40]])
    document = document_of(Answer({"matches": 10**40}, [table]), "How many?", 1)
    store = AnswerStore(tmp_path)
    store.put(Head("a" * 24, "vangin", "odds", "win", {}, "en"), document)
    kept = store.get("a" * 24)
    assert kept is not None
    assert kept.document["fields"][0][1]["exact"] == str(10**40)
