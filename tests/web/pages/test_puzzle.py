"""The puzzle of the day: the same for everybody, chosen once, its values shown afterwards."""

import datetime
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from visitors import words

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.players.advice.puzzles import puzzles_of
from ludoteca.web.pages import puzzle
from ludoteca.web.pages.daily import days as daily

DAY = datetime.date(2026, 11, 23)


@pytest.fixture(autouse=True)
def the_day(monkeypatch):
    monkeypatch.setattr(daily, "today", lambda: DAY)
    monkeypatch.setattr(puzzle, "today", lambda: DAY)


def test_the_choices_are_shown_without_their_values_until_one_is_made(visitor):
    assert visitor.get("/puzzle").headers["location"] == f"/puzzle/{DAY}"
    html = visitor.page(f"/puzzle/{DAY}")
    position = puzzle.position_of(DAY)
    assert html.count('name="choice"') == len(position.turns)
    assert "puzzle-values" not in html
    answer = visitor.form(f"/puzzle/{DAY}", choice=position.choices.index(position.puzzle.best))
    html = visitor.page(answer.headers["location"])
    assert "Right!" in html
    for text in position.puzzle.values:
        assert position.shown(text) in html
    assert "Days played 1 Solved 1 In a row 1 Longest row 1" in words(html)
    assert "1 solved of 1; in a row: 1, longest 1" in words(visitor.page("/mine"))


def test_a_redirect_keeps_the_language_of_its_address(visitor):
    for asked in ("/puzzle?lang=pt", "/records?lang=pt"):
        path, _mark, part = visitor.get(asked).headers["location"].partition("#")
        assert path.endswith("?lang=pt"), asked
        assert part in ("", "record-text")


def test_the_task_stands_above_the_table(visitor):
    html = visitor.page(f"/puzzle/{DAY}")
    assert html.index("make it on the table") < html.index('class="puzzle-table"')


def test_the_last_days_name_their_games(visitor):
    told = words(visitor.page(f"/puzzle/{DAY}").partition("The last days")[2])
    for n in range(8):
        day = DAY - datetime.timedelta(n)
        assert f"{day.day} Nov 2026: {puzzle.position_of(day).replay.game.info.title}" in told


def test_worths_are_points_with_two_decimals_and_the_exact_fractions_are_folded(visitor):
    day, position = next(
        (day, found)
        for day in (DAY - datetime.timedelta(n) for n in range(7))
        if (found := puzzle.position_of(day)).replay.game.name == "poker"
    )
    html = visitor.page(f"/puzzle/{day}?chosen=0")
    values = position.puzzle.values.values()
    shown, _folded, exact = html.partition("<summary>The exact fractions</summary>")
    worths = re.findall(r'<td class="number">([^<]*)</td>', shown)
    shown = [float(worth.replace("−", "-")) for worth in worths]
    assert shown == pytest.approx(list(map(float, values)), abs=0.0051)
    assert all(re.fullmatch(r"[+−]\d+\.\d\d", worth) for worth in worths)
    assert html.count('class="bar"') == len(values)
    assert re.findall(r'<td class="number">([^<]*)</td>', exact) == list(map(str, values))


def test_worths_that_are_whole_have_no_decimals_and_one_point_is_one():
    choices = {"a": Fraction(3), "b": Fraction(2), "c": Fraction(1)}
    asked = puzzle.Puzzle("", choices, "b")
    places = puzzle._places(list(choices.values()))
    assert places == 0
    verdicts = [puzzle._verdict(asked, chosen, places) for chosen in ("", "a", "b", "c")]
    assert verdicts == [
        "",
        "Right!",
        "Not the best: your choice is worth 1 point less.",
        "Not the best: your choice is worth 2 points less.",
    ]


def test_the_first_choice_of_a_day_counts(visitor):
    position = puzzle.position_of(DAY)
    wrong = visitor.form(f"/puzzle/{DAY}", choice=position.choices.index(position.puzzle.played))
    html = visitor.page(wrong.headers["location"])
    assert "Not the best" in html
    values = html.partition('class="puzzle-values"')[2]
    assert values.count(">your choice<") == values.count(">the machine&#39;s<") == 1
    assert position.shown(position.puzzle.best) in html
    second = visitor.form(f"/puzzle/{DAY}", choice=position.choices.index(position.puzzle.best))
    for address in (second.headers["location"], f"/puzzle/{DAY}"):
        html = visitor.page(address)
        assert "You have had your one try: not solved." in html
        assert "Right!" not in html
        assert ">the best<" in html
    assert "0 solved of 1" in visitor.page("/mine")
    mine = visitor.cookies["ludoteca_person"]
    visitor.form("/mine/delete", sure="yes")
    visitor.cookies.clear()
    visitor.cookies.set("ludoteca_person", mine, domain="127.0.0.1", path="/")
    assert "make it on the table" in visitor.page(f"/puzzle/{DAY}"), "who is deleted has not tried"


def test_after_ones_try_it_is_told_how_many_solved_it_and_not_before(visitor):
    position = puzzle.position_of(DAY)
    best, wrong = map(position.choices.index, (position.puzzle.best, position.puzzle.played))
    told = []
    for choice in (best, wrong, best):
        visitor.cookies.clear()
        visitor.page("/")
        assert "solved it" not in visitor.page(f"/puzzle/{DAY}?chosen={best}")
        assert "solved it" not in visitor.page("/day")
        told.append(visitor.page(visitor.form(f"/puzzle/{DAY}", choice=choice).headers["location"]))
    assert "<p>Nobody else has tried it yet.</p>" in told[0]
    assert "<p>1 of 2 people solved it.</p>" in told[1]
    assert "<p>2 of 3 people solved it.</p>" in told[2]
    assert "<p>2 of 3 people solved it.</p>" in visitor.page("/day")


def test_ones_own_link_brings_the_puzzles_to_another_browser(visitor):
    """Also where nothing else was ever played."""
    visitor.page("/")
    for n in range(3):
        position = puzzle.position_of(day := DAY - datetime.timedelta(n))
        visitor.form(f"/puzzle/{day}", choice=position.choices.index(position.puzzle.best))
    assert "my own link" in visitor.page("/mine")
    shown = visitor.form("/mine/link", 200).text
    (link,) = re.findall(r'value="http://127.0.0.1/me#([A-Za-z0-9_-]{32})"', shown)
    warned = "of the day was tried in this browser by another visitor"
    assert warned not in visitor.form("/me/look", 200, token=link).text
    visitor.cookies.clear()
    visitor.page("/")
    assert "solved of" not in visitor.page("/mine")
    assert warned not in visitor.form("/me/look", 200, token=link).text
    visitor.form(f"/puzzle/{DAY}", choice=0)
    offered = visitor.form("/me/look", 200, token=link).text
    assert f"1 puzzle {warned}" in offered
    assert "3 puzzles of the day were tried under this link." in offered
    assert "0 games" not in offered
    visitor.form("/me", token=link)
    assert "3 solved of 3; in a row: 3, longest 3" in words(visitor.page("/mine"))


def test_a_choice_made_is_explained_with_the_cards_and_so_is_the_best(visitor):
    days = (DAY - datetime.timedelta(n) for n in range(7))
    told = {puzzle.position_of(day).replay.game.name: day for day in days}
    for game, day in told.items():
        position = puzzle.position_of(day)
        worst = [*position.puzzle.values][-1]
        html = visitor.page(f"/puzzle/{day}?chosen={position.choices.index(worst)}")
        said = {words(reason) for reason in re.findall(r"<dd>(.*?)</dd>", html)}
        assert said == {position.reason(position.puzzle.best), position.reason(worst)}, game
        assert f"It counts on no mistake of {position.rival}." in words(html)
        drawn = re.findall(r'class="drawn-move([^"]*)"', html)
        assert set(drawn) == {f" game-{game}"}, "the game's sheet draws its pieces there"
    assert set(told) == {"bigpoints", "eras", "poker"}


def test_a_reason_that_tells_of_both_choices_stands_once_below_both(visitor):
    days = (DAY - datetime.timedelta(n) for n in range(len(puzzle.all_puzzles())))
    alike = [
        (day, position, text)
        for day in days
        if (position := puzzle.position_of(day)).replay.game.name == "bigpoints"
        for text in [*position.puzzle.values][1:]
        if position.reason(text) == position.reason(position.puzzle.best)
    ]
    day, position, text = alike[0]
    html = visitor.page(f"/puzzle/{day}?chosen={position.choices.index(text)}")
    (reason,) = re.findall(r"<dt>.*?</dd>", html, re.DOTALL)
    assert reason.count("<dt>") == 2
    assert ">the best<" in reason
    assert ">your choice<" in reason


def test_the_reasons_of_each_game_name_the_cards_and_the_best_answer():
    said = {}
    games = ("bigpoints", "eras", "poker")
    for each in (one for game in games for one in puzzles_of(load_game(game))[:2]):
        position = puzzle.DrawnPuzzle(each)
        said.setdefault(position.replay.game.name, []).append(position.reason(each.best))
    assert said["eras"][0] == (
        "The other player still holds 7♣ 7♦ J♦ K♣, and nothing of it beats J♣ J♥ (pair): "
        "you keep 9♦ J♣ J♥ Q♦. At worst the round ends 82 to 73."
    )
    assert said["poker"] == [
        "The hand is three of a kind (3 points) now. Of all draws, 36.3% make it better and 0% "
        "make it worse; it is then worth 4.91 points on average.",
        "If the other player does not bluff, a pair (1 point) wins 0% of the showdowns and ties 0% "
        "of them. With bluffs counted, staying brings −3.14 points on average, folding −2.00.",
    ]
    assert said["bigpoints"][0] == (
        "Violet is settled: each of its discs is worth 3. The best answer of Aino: red to the "
        "stair, worth 1 point."
    )


def test_past_puzzles_have_their_answers_hidden_and_none_is_of_a_day_to_come(visitor):
    days = re.findall(r'href="/puzzles/([^"]*)"', visitor.page("/puzzles"))
    assert days == [str(DAY - datetime.timedelta(n)) for n in range(1, 16)]
    coming = {puzzle.position_of(DAY + datetime.timedelta(n)).puzzle.record for n in range(15)}
    found = {}
    for day in days:
        position = puzzle.position_of(datetime.date.fromisoformat(day))
        found.setdefault(position.replay.game.name, []).append(position.puzzle.record)
        html = visitor.page(f"/puzzles/{day}")
        assert html.count('name="chosen"') == len(position.choices)
        assert re.search(r'<section class="puzzle-why"[^>]* hidden>', html)
        assert re.search(r'<div data-after hidden>\s*<p id="worths">', html)
        said = words(html)
        assert all(position.reason(text) in said for text in position.choices)
        assert "Tries here are counted nowhere." in said
    assert set(found) == {"bigpoints", "eras", "poker"}
    assert coming.isdisjoint(record for records in found.values() for record in records)
    for day in (DAY, DAY + datetime.timedelta(1), DAY - datetime.timedelta(16)):
        visitor.page(f"/puzzles/{day}", 404)


def test_of_few_puzzles_none_that_comes_soon_is_among_the_past_ones(monkeypatch):
    monkeypatch.setattr(puzzle, "all_puzzles", lambda: ("one", "two", "three", "four", "five"))
    assert puzzle.past_days() == [DAY - datetime.timedelta(1), DAY - datetime.timedelta(2)]
    monkeypatch.setattr(puzzle, "all_puzzles", lambda: ())
    assert puzzle.past_days() == []


def test_no_puzzle_is_a_choice_of_two_which_a_guess_solves():
    assert min(len(each.values) for each in puzzle.all_puzzles()) >= 3


@pytest.mark.parametrize("day", ["2026-11-24", "20261123", "nothing"])
def test_there_is_no_puzzle_of_a_day_to_come_or_of_no_day(visitor, day):
    visitor.page(f"/puzzle/{day}", 404)


@pytest.mark.parametrize("choice", ["", "-1", "999", "9" * 5000])
def test_a_choice_that_is_none_is_refused_in_a_sentence(visitor, choice):
    assert "Choose one of the moves." in visitor.form(f"/puzzle/{DAY}", 422, choice=choice).text


def test_puzzles_of_each_game_are_drawn_with_different_words_for_each_choice():
    for number, each in enumerate(puzzle.all_puzzles()[:12]):
        position = puzzle.DrawnPuzzle(each)
        drawn = [str(position.shown(text)) for text in each.values]
        # Cards are pictures, whose names are read out.
        said = [(words(one), *re.findall('aria-label="([^"]*)"', one)) for one in drawn]
        assert len(set(said)) == len(said), number
        assert re.search(r'class="stage game-\w+', str(position.drawn(open_to_choice=True))), number


def test_a_puzzle_shows_what_the_seat_to_move_sees_and_no_more():
    for each in [one for one in puzzle.all_puzzles() if "game: poker" in one.record][:6]:
        whole = puzzle.DrawnPuzzle(each)
        state = GameRecord.parse(each.record).replay()
        record = GameRecord.seen_from(state, whole.view.seat, GameRecord.parse(each.record).seats)
        seen = puzzle.DrawnPuzzle(replace(each, record=record.to_text()))
        assert "?" in record.to_text()
        assert whole.drawn(open_to_choice=True) == seen.drawn(open_to_choice=True)


def test_a_file_of_puzzles_that_cannot_be_read_costs_nothing_else(visitor, monkeypatch):
    def broken(game):
        raise ValueError(f"{game.name}: no JSON")

    monkeypatch.setattr(puzzle, "puzzles_of", broken)
    puzzle.all_puzzles.cache_clear()
    html = visitor.page("/")
    puzzle.all_puzzles.cache_clear()
    assert "/puzzle" not in html
    assert "/day" in html


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "23 Nov 2026"),
        ("pt", "23 de nov. de 2026"),
        ("es", "23 nov 2026"),
        ("fi", "23.11.2026"),
    ],
)
def test_a_date_is_written_as_the_language_writes_it(visitor, lang, words):
    assert f'<time datetime="2026-11-23">{words}</time>' in visitor.page(
        f"/puzzle/{DAY}?lang={lang}"
    )
