"""Both decks: every card draws, none is heavy, none says what it should not."""

import gzip
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.web.kit.cards import BACK, DECKS, card_name
from ludoteca.web.kit.decks import french, shapes, spanish, sprite, sprite_address

SVG = "{http://www.w3.org/2000/svg}"
FOUR_KB = 4096


def symbols(deck: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(sprite(deck))
    return {symbol.get("id"): symbol for symbol in root.findall(f"{SVG}symbol")}


def normal_look(symbol: ElementTree.Element) -> ElementTree.Element:
    return next(g for g in symbol.iter(f"{SVG}g") if "index-normal" in g.get("display", ""))


def pips(deck: str, name: str) -> list[tuple[float, float, float]]:
    """Centre and size of the upright pips of a number card, those of the corners left out."""
    group = normal_look(symbols(deck)[name])[0]
    lowest = next(group.iter(f"{SVG}path"))
    scale = float(group.get("transform").removeprefix("scale(").removesuffix(")"))
    own = starts(DRAWN[deck][name[-1]][0].d)[0]
    return [
        ((x - own[0] + 50) * scale, (y - own[1] + 50) * scale, 100 * scale)
        for x, y in starts(lowest.get("d"))
    ]


def starts(d: str) -> list[tuple[float, float]]:
    """The points at which the copies in path data begin."""
    return [(float(x), float(y)) for x, y in re.findall(r"M(-?[\d.]+) ?(-?[\d.]+)", d)]


DRAWN = {"french": french._PIPS, "spanish": spanish._PIPS}


def test_a_deck_has_the_cards_that_it_is_said_to_have():
    assert len(set(french.CARDS)) == 52 + 2
    assert len(set(spanish.CARDS)) == 48


@pytest.mark.parametrize("deck", DECKS)
def test_every_card_and_the_back_are_drawn_once(deck):
    ids = re.findall(r'<symbol id="([^"]+)"', sprite(deck))
    assert len(ids) == len(set(ids))
    assert {*DECKS[deck].cards, BACK} <= set(ids)


@pytest.mark.parametrize("deck", DECKS)
def test_no_two_cards_look_alike(deck):
    drawn = [ElementTree.tostring(symbols(deck)[name]) for name in (*DECKS[deck].cards, BACK)]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("deck", DECKS)
def test_a_card_is_under_four_kilobytes_zipped(deck):
    drawn = symbols(deck)
    heaviest = 0
    for name in (*DECKS[deck].cards, BACK):
        heaviest = max(heaviest, len(gzip.compress(ElementTree.tostring(drawn[name]))))
    assert heaviest < FOUR_KB


@pytest.mark.parametrize("deck", DECKS)
def test_a_whole_deck_is_under_twelve_kilobytes_zipped(deck):
    assert len(gzip.compress(sprite(deck).encode())) < 3 * FOUR_KB


@pytest.mark.parametrize("deck", DECKS)
def test_a_card_is_few_elements_none_of_them_a_copy_of_others(deck):
    for name in (*DECKS[deck].cards, BACK):
        drawn = list(symbols(deck)[name].iter())
        assert len(drawn) <= 60, name
        assert not [one for one in drawn if one.tag == f"{SVG}use"]


def test_a_copy_upside_down_is_turned_around_the_middle_of_the_card():
    """Each command of path data, moved by hand."""
    d = "M10 20h5v-3H4V8l1 2L7 9c1 2 3 4 5 6C1 2 3 4 5 6s1 1 2 2q1 2 3 4a5 6 30 0 1 7 8z"
    turned = (
        "M90 120h-5v3h11v9l-1-2l-2 1c-1-2-3-4-5-6c11 13 9 11 7 9s-1-1-2-2q-1-2-3-4a5 6 30 0 1-7-8z"
    )
    (both,) = ElementTree.fromstring(
        shapes.group(shapes.turned_too(shapes.path(d), 0, 0, 1, 100, 140))
    )
    numbers = re.compile(r"[a-zA-Z]|-?[\d.]+")
    upright, upside_down = both.get("d").split("z")[:2]
    assert numbers.findall(upside_down + "z") == numbers.findall(turned)
    assert numbers.findall(upright)[:3] == ["M", "10", "20"]


@pytest.mark.parametrize("deck", DECKS)
def test_a_sprite_has_no_style_no_script_and_nothing_from_elsewhere(deck):
    text = sprite(deck)
    assert not re.search(r"<(style|script|image|foreignObject)\b| style=| on\w+=", text)
    assert "href" not in text
    assert "url(" not in text


@pytest.mark.parametrize("deck", DECKS)
def test_a_number_card_shows_as_many_pips_as_its_number(deck):
    numbers = {"A": 1, "T": 10} | {str(n): n for n in range(2, 10)}
    numbers |= {"1": 1} if deck == "spanish" else {}
    checked = 0
    for name in DECKS[deck].cards:
        rank = name[:-1]
        if rank in numbers and name not in ("XR", "XB"):
            assert len(pips(deck, name)) == numbers[rank], name
            checked += 1
    assert checked == {"french": 40, "spanish": 36}[deck]


def test_round_pips_of_the_spanish_deck_do_not_overlap():
    for suit in "OC":
        for rank in range(2, 10):
            for (x, y, size), (u, v, _size) in combinations(pips("spanish", f"{rank}{suit}"), 2):
                assert (x - u) ** 2 + (y - v) ** 2 >= (0.92 * size) ** 2, (rank, suit)


def test_tall_pips_of_the_spanish_deck_do_not_overlap():
    """Swords and clubs are half as wide as they are tall, with what sticks out at the sides."""
    for suit in "EB":
        for rank in range(2, 10):
            for (x, y, size), (u, v, _size) in combinations(pips("spanish", f"{rank}{suit}"), 2):
                assert abs(x - u) >= 0.5 * size or abs(y - v) >= 0.95 * size, (rank, suit)


def test_two_digit_indices_keep_off_the_figures():
    for suit in "OCEB":
        for rank in (10, 11, 12):
            look = normal_look(symbols("spanish")[f"{rank}{suit}"])
            panel = next(look.iter(f"{SVG}rect"))
            text = next(look.iter(f"{SVG}text"))
            top, bottom = float(panel.get("y")), float(panel.get("y")) + float(panel.get("height"))
            baseline = float(text.get("y"))
            assert baseline < top
            # The other index is the same turned around the middle of a card 154 high.
            digits_end = 154 - baseline
            assert bottom < digits_end


def test_each_spanish_suit_has_its_own_breaks_in_the_frame():
    found = {}
    for suit in "OCEB":
        drawn = [p.get("d") for p in symbols("spanish")[f"5{suit}"].iter(f"{SVG}path")]
        frame = next(d for d in drawn if d.startswith("M7 7H"))
        found[suit] = len(re.findall(r"M[\d.]+ 7H", frame)) - 1
    assert found == {"O": 0, "C": 1, "E": 2, "B": 3}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", DECKS)
def test_names_are_unique_in_every_language(deck, language):
    with speaking(language):
        names = [card_name(deck, name) for name in DECKS[deck].cards]
    assert len(set(names)) == len(names)


def test_names_are_words():
    with speaking("en"):
        assert card_name("spanish", "12C") == "king of cups"
        assert card_name("french", "TD") == "10 of diamonds"


def test_a_card_that_a_deck_lacks_is_refused():
    with pytest.raises(KeyError, match="spanish deck has no card KS"):
        card_name("spanish", "KS")


def test_the_address_of_a_sprite_changes_with_its_bytes():
    addresses = {sprite_address(deck) for deck in DECKS}
    assert len(addresses) == len(DECKS)
    assert all(re.fullmatch(r"/static/decks/\w+\.svg\?v=[0-9a-f]{12}", at) for at in addresses)
