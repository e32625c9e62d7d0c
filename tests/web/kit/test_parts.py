"""The parts of the kit: what they show, what they hide, what they let nobody write."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from frozen import frozen_scene

from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.core.ids import CHANCE, SPECTATOR
from ludoteca.core.numbers import Estimate, Exact, Odd, Simulated, simulated_share
from ludoteca.core.player_names import FIRST_NAMES, MORE_NAMES
from ludoteca.table.deal import LogLine
from ludoteca.table.scene import SeatScene
from ludoteca.web.kit import buttons, cards, guide, odds, scores, seats, side_panel, whole_table
from ludoteca.web.kit.cards import DECKS
from ludoteca.web.kit.curve import Axes, Curve, curve
from ludoteca.web.kit.gallery import gallery
from ludoteca.web.kit.seats import portrait

HOSTILE = """<img src=x onerror="alert('1')">"""


class Reader(HTMLParser):
    """Every element with its attributes, and the keys of siblings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.doubled: list[str] = []
        self._keys: list[set[str]] = [set()]
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.elements.append((tag, given))
        key = given.get("data-key")
        if key is not None:
            if key in self._keys[-1]:
                self.doubled.append(key)
            self._keys[-1].add(key)
        if tag not in ("input", "br", "img", "hr"):
            self._keys.append(set())

    def handle_endtag(self, tag):
        self._keys.pop()

    def values(self, attribute: str) -> list[str | None]:
        return [given[attribute] for _tag, given in self.elements if attribute in given]


def whole_stage() -> str:
    sitting = [SeatScene(n, "machine", level="expert", to_move=n == 2) for n in range(4)]
    places = seats.places(4, 0)
    choices = [cards.card_choice("spanish", name, n) for n, name in enumerate(("1O", "12B"))]
    return str(
        whole_table.stage(
            head=whole_table.stage_head("Mus", scores.score("Us", "3")),
            rivals=[
                seats.seat_block(
                    n, places[n], seats.seat_chip(sitting[n]), cards.rival_fan("spanish", 4)
                )
                for n in (1, 2, 3)
            ],
            centre=whole_table.prompt("Choose"),
            own=[
                seats.seat_chip(sitting[0], you=True),
                buttons.draft_form("draft", cards.fan(choices, "Hand")),
            ],
            actions=buttons.action_bar(buttons.submit_button("Discard", form="draft")),
            side=side_panel.side_part("Log", side_panel.log([LogLine(1, 0, "Mus")]), key="log"),
            game="mus",
        )
    )


# -- what nobody may learn -------------------------------------------------------------------------


def test_a_card_face_down_is_the_same_for_all_cards():
    """Nothing that is known of a card reaches its back: the function takes none."""
    assert cards.back("french") == cards.back("french")
    for name in ("KS", "2H", "XR"):
        assert name not in cards.back("french")


def test_a_rivals_fan_is_made_of_identical_backs_without_keys():
    drawn = str(cards.rival_fan("spanish", 4))
    slots = re.findall(r'<div class="slot">.*?</div>', drawn)
    assert len(slots) == 4
    assert len(set(slots)) == 1
    assert "data-key" not in drawn
    assert "4 cards" in drawn


def test_one_card_less_is_the_same_fan_without_its_last_back():
    longer, shorter = (str(cards.rival_fan("french", n)) for n in (4, 3))
    slot = re.search(r'<div class="slot">.*?</div>', longer)[0]
    assert longer.replace("4 cards", "3 cards").replace(slot, "", 1) == shorter


# -- what nobody may write -------------------------------------------------------------------------


def test_a_menu_of_one_move_is_its_button():
    assert "<select" in buttons.raise_form("Bet", [(3, "three"), (4, "four")])
    assert buttons.raise_form("Bet", [(3, "three")]) == buttons.action_button(3, "three")


@pytest.mark.parametrize(
    "drawn",
    [
        lambda: seats.seat_chip(SeatScene(0, "person", HOSTILE), marks=(HOSTILE,)),
        lambda: seats.seat_chip(SeatScene(0, "machine", level=HOSTILE)),
        lambda: seats.bubble(HOSTILE),
        lambda: side_panel.log([LogLine(1, 0, HOSTILE)], HOSTILE),
        lambda: whole_table.latest([LogLine(1, 0, HOSTILE)], HOSTILE),
        lambda: guide.term(HOSTILE, HOSTILE),
        lambda: buttons.action_button(3, HOSTILE, HOSTILE),
        lambda: buttons.send_button({"type": HOSTILE}, HOSTILE),
        lambda: buttons.raise_form(HOSTILE, [(1, HOSTILE), (2, HOSTILE)]),
        lambda: odds.odds_bar(Odd(HOSTILE, Exact(Fraction(1, 3), HOSTILE))),
        lambda: scores.score(HOSTILE, HOSTILE),
        lambda: cards.blank_card(HOSTILE),
        lambda: guide.glossary([guide.Term(HOSTILE, HOSTILE)]),
        lambda: guide.rules([guide.GuideSection(HOSTILE, (HOSTILE,))]),
        lambda: whole_table.prompt(HOSTILE, HOSTILE),
    ],
)
def test_what_people_wrote_is_escaped(drawn):
    read = Reader(str(drawn()))
    assert "img" not in [tag for tag, _given in read.elements]
    assert not any(name.startswith("on") for _tag, given in read.elements for name in given)


@pytest.mark.parametrize("drawn", [gallery, whole_stage])
def test_no_inline_style_script_or_handler(drawn):
    read = Reader(str(drawn()))
    tags = {tag for tag, _given in read.elements}
    names = {name for _tag, given in read.elements for name in given}
    assert not tags & {"style", "script", "iframe", "object"}
    assert "style" not in names
    assert not any(name.startswith("on") for name in names)


@pytest.mark.parametrize("drawn", [gallery, whole_stage])
def test_ids_are_unique_and_keys_are_unique_among_siblings(drawn):
    read = Reader(str(drawn()))
    ids = read.values("id")
    assert len(ids) == len(set(ids))
    assert read.doubled == []


@pytest.mark.parametrize("drawn", [gallery, whole_stage])
def test_what_a_button_opens_is_on_the_page(drawn):
    read = Reader(str(drawn()))
    assert {*read.values("popovertarget"), *read.values("data-open")} <= set(read.values("id"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_kit_page_shows_every_card_of_both_decks_in_every_language(language):
    with speaking(language):
        drawn = str(gallery())
        shown = set(re.findall(r'#([^"]+)"></use>', drawn))

    assert {*DECKS["french"].cards, *DECKS["spanish"].cards, "back"} == shown


# -- cards ----------------------------------------------------------------------------------------


def test_cards_that_act_are_real_controls_with_names_and_keys():
    tag, button = Reader(str(buttons.action_button([4, 9], "Pass", "1"))).elements[0]
    assert (tag, button["data-act"], button["aria-keyshortcuts"]) == ("button", "4 9", "1")
    tag, box = Reader(str(cards.card_choice("french", "QH", 7))).elements[1]
    assert (tag, box["type"], box["value"]) == ("input", "checkbox", "7")
    assert box["aria-label"] == "queen of hearts"
    assert "checked" not in box


def test_a_name_for_screen_readers_is_given_once():
    assert str(cards.card("french", "QH")).count("queen of hearts") == 1
    assert str(cards.card_choice("french", "QH", 1)).count("queen of hearts") == 1


def test_a_long_hand_has_two_rows_and_keeps_its_order():
    names = [f"{r}H" for r in "A23456789TJQK"]
    drawn = str(cards.fan([cards.card("french", n) for n in names], "Hand"))
    assert drawn.count('class="fan-row"') == 2
    assert re.findall(r"#(\w+)\"></use>", drawn) == names


def test_an_empty_pile_shows_a_place_and_its_number():
    assert "empty-place" in cards.pile("french", 0)
    assert "0 cards" in cards.pile("french", 0, words="Stock")


# -- seats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 9))
def test_everybody_has_a_place_and_the_next_to_play_is_first_from_the_left(count):
    for viewer in range(-1, count):
        found = seats.places(count, viewer)
        assert sorted(found) == list(range(count))
        assert found[max(viewer, 0)] == "own"
        if count >= 4:
            assert found[(max(viewer, 0) + 1) % count] == "left"


def test_where_play_goes_counter_clockwise_the_next_to_play_sits_at_the_right():
    found = seats.places(4, 1, counter_clockwise=True)
    assert found == {1: "own", 0: "left", 3: "top", 2: "right"}
    assert list(found) == [1, 0, 3, 2], "in the order of the screen, from the left"


def test_a_machine_always_says_that_it_is_one():
    drawn = seats.seat_chip(SeatScene(1, "machine", "Clara", level="level 3 of 3, 0.5s"))
    assert "level 3 of 3, 0.5s" in drawn
    assert portrait("Clara") in drawn
    sitting_in = seats.seat_chip(SeatScene(1, "person", name="Ana", stood_in=True, present=False))
    assert "a machine plays" in sitting_in


def test_no_two_first_names_have_the_same_letter_or_the_same_face():
    names = [*FIRST_NAMES.values(), *MORE_NAMES]
    assert len({name[0] for name in names}) == len(names) == len(set(map(portrait, names)))


def test_clocks_are_minutes_and_seconds_and_of_more_than_an_hour_hours():
    assert ">1:05<" in seats.seat_chip(SeatScene(0, "person", "A", clock=65.9))
    assert ">0:00<" in seats.seat_chip(SeatScene(0, "person", "A", clock=-3.0))
    assert ">23 h<" in seats.seat_chip(SeatScene(0, "person", "A", clock=82_000.0))
    assert "<time" not in seats.seat_chip(SeatScene(0, "person", "A"))


# -- numbers --------------------------------------------------------------------------------------


def test_exact_and_simulated_are_always_marked():
    assert "exact" in odds.odds_bar(Odd("Win", Exact(Fraction(1, 2))))
    assert "simulated" in odds.odds_bar(Odd("Win", simulated_share(5, 10)))
    assert odds.short(simulated_share(5, 10)).startswith("≈")
    assert odds.short(Estimate(-2.25, 7), chance=False) == "≈ −2.2"
    assert "looks 7 moves ahead" in odds.told(Estimate(-2.25, 7))


def test_a_number_is_not_called_exact_where_it_assumes_something_of_others():
    number = Exact(Fraction(1, 3), "no bluffs")
    assert "exact" in odds.odds_bar(Odd("Win", number)).lower()
    (note, bar) = odds.odds_bars([Odd("Win", number, given="If nobody bluffs:")])
    assert "If nobody bluffs:" in note
    assert ">exact" not in bar
    assert "no bluffs" in bar


def test_what_odds_assume_stands_before_those_that_assume_it():
    third = Exact(Fraction(1, 3))
    parts = odds.odds_bars([Odd(name, third, given=f"{name[0]}:") for name in ("A", "B1", "B2")])
    told = [re.search(r">([AB][12]?:?)<", part)[1] for part in parts]
    assert told == ["A:", "A", "B:", "B1", "B2"]


def test_of_many_odds_those_after_the_first_are_folded():
    third = Exact(Fraction(1, 3))
    some = [Odd(f"n{n}", third) for n in range(8)]
    assert all(">n" in bar for bar in odds.odds_bars(some[:5]))
    *shown, folded = odds.odds_bars(some)
    assert [bar.count(">n") for bar in shown] == [1] * 4
    assert re.findall(r">(n\d|\d more)<", folded) == ["4 more", "n4", "n5", "n6", "n7"]


def test_cards_in_a_sentence_are_drawn_and_named():
    drawn = cards.cards_in("lay 10♥ A♠ & more")
    names = [cards.card_name("french", name) for name in ("TH", "AS")]
    assert re.findall('aria-label="([^"]+)"', drawn) == names
    assert drawn.startswith("lay <")
    assert drawn.endswith("</span> &amp; more")


def test_a_number_says_its_condition_or_its_interval():
    assert "cards equally likely" in odds.told(Exact(Fraction(1, 3), "cards equally likely"))
    number = simulated_share(412, 1000)
    assert f"{number.low:.4g} to {number.high:.4g}" in odds.told(number)
    assert "n = 1,000" in odds.told(number)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 2), "50%"),
        (Fraction(1, 200), "0.5%"),
        (Fraction(199, 200), "99.5%"),
        (Fraction(1, 10**9), "under 0.1%"),
        (1 - Fraction(1, 10**9), "over 99.9%"),
    ],
)
def test_only_certainty_is_told_as_nought_or_a_hundred_per_cent(share, text):
    assert odds.short(Exact(share)) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Exact(Fraction(1, 300)), "0.00333"),
        (Exact(Fraction(-1, 300)), "−0.00333"),
        (Exact(Fraction(1, 3)), "0.33"),
        (Exact(Fraction(1, 10**6)), "0.000001"),
        (Exact(Fraction(4001, 3)), "1,334"),
        (Exact(Fraction(-12)), "−12"),
        (Simulated(1234.5678, 100, 1200.0, 1260.0), "≈ 1,235"),
        (Simulated(-1e-17, 100, -0.1, 0.1), "≈ 0"),
        (Estimate(-0.04, 7), "≈ 0"),
    ],
)
def test_points_are_told_without_an_exponent_and_only_what_is_0_exactly_as_0(number, text):
    assert odds.short(number, chance=False) == text


def test_the_bar_is_as_long_as_the_chance():
    bar = re.search(r"<svg.*</svg>", str(odds.odds_bar(Odd("Win", simulated_share(412, 1000)))))[0]
    rects = ElementTree.fromstring(bar).findall("rect")
    whole, filled, interval = rects
    assert float(filled.get("width")) / float(whole.get("width")) == pytest.approx(0.412, abs=1e-3)
    low, width = float(interval.get("x")), float(interval.get("width"))
    number = simulated_share(412, 1000)
    assert (low, low + width) == pytest.approx((100 * number.low, 100 * number.high), abs=0.1)


# -- stones, logs, words ---------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(41))
def test_stones_count_what_they_say(n):
    drawn = scores.stones(n, fives=8, ones=4)
    assert 5 * drawn.count("five full") + drawn.count("one full") == n
    assert drawn.count("stone five") == 8
    assert drawn.count("stone one") == 4


def test_lines_of_a_log_carry_their_numbers_in_order():
    lines = [LogLine(n, actor, "x") for n, actor in ((4, None), (5, CHANCE), (6, 1))]
    read = Reader(str(side_panel.log(lines)))
    assert read.values("data-number") == ["4", "5", "6"]


def test_cards_in_a_log_stand_in_their_colour_and_nobody_writes_marks_there():
    line = LogLine(1, 0, f"Ana lays 10♥ J♥ A♠, adds 3♦ to 5♦–7♦ {HOSTILE}")
    drawn = str(side_panel.log([line]))
    signs = re.findall(r'<i class="([shdc])">([^<]+)</i>', drawn)
    assert signs == [("h", "10♥ J♥"), ("s", "A♠"), ("d", "3♦"), ("d", "5♦"), ("d", "7♦")]
    assert "<img" not in drawn


def test_lines_of_machines_in_a_log_ask_about_their_first_move():
    lines = [LogLine(1, None, "x"), LogLine(2, 0, "x", at=0), LogLine(3, 1, "x", at=4)]
    assert Reader(str(side_panel.log(lines))).values("value") == []
    assert Reader(str(side_panel.log(lines, (), {1}))).values("value") == ["4"]


def test_it_is_said_when_a_machine_can_be_asked_why():
    """Before the end of a deal and after it: nothing moves. Not among people, nor to a watcher."""
    going, over = (frozen_scene("buraco", after=after) for after in (3, 9999))
    people = tuple(replace(seat, kind="person") for seat in going.seats)
    scenes = (going, over, replace(going, viewer=SPECTATOR), replace(going, seats=people))
    drawn = ["".join(map(str, side_panel.side_panel(scene))) for scene in scenes]
    assert ["Once a deal is over" in part for part in drawn] == [True, True, False, False]
    with speaking("pt"):
        assert "Terminada a mão" in "".join(map(str, side_panel.side_panel(going)))


def test_a_glossary_is_in_alphabetical_order():
    drawn = guide.glossary([guide.Term("pares", "b"), guide.Term("grande", "a")])
    assert drawn.index("grande") < drawn.index("pares")


def test_a_form_in_which_a_set_of_boxes_is_one_move_names_the_move_of_each_set():
    (form,) = Reader(buttons.draft_form("draft", sets={"0": 4, "0 1": 6})).values("data-sets")
    assert json.loads(form) == {"0": 4, "0 1": 6}
    assert Reader(buttons.draft_form("draft")).values("data-sets") == []


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ((-2.5, 0.0), "0 −2.5"),
        ((-7.0, 0.2), "0 −7"),
        ((0.04, -1.0), "0 −1.0"),
        ((1, -1), "+1.0 −1.0"),
    ],
)
def test_nothing_beside_the_axis_of_a_chart_has_neither_sign_nor_places(values, told):
    line = Curve(list(enumerate(values)))
    drawn = str(curve({0: line}, "x", axes=Axes("points", "moves")))
    scale = re.search(r'class="chart-scale"[^>]*>(.*?)</div>', drawn)[1]
    assert re.findall(r"<span>(.*?)</span>", scale) == told.split()
