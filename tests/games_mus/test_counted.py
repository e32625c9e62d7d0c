"""The counted deal of the rules: its cards, its bets and its stones are those of the kernel."""

import re

import pytest

from ludoteca.core.i18n import LANGUAGES, _, speaking
from ludoteca.games.mus.face_count import payments
from ludoteca.games.mus.guide import RULES
from ludoteca.games.mus.hands import DUPLES, FACES, PAR, juego_points, pares_class
from ludoteca.games.mus.ids import CHICA, GRANDE, JUEGO, OVER, PARES

(COUNTED,) = (section for section in RULES if section.title == "A deal, counted")
NAMES = ("Ana", "Boris", "Carla", "David")
LETTER = {1: "A", 2: "A", 3: "R", 10: "S", 11: "C", 12: "R"}
SAID = {
    "grande": "envido2 paso no-quiero",
    "chica": "paso paso paso paso",
    "pares": "pares no no pares envido2 quiero",
    "juego": "juego juego no no paso envido2 no-quiero",
}


def hand_of(picture):
    """The hand of a picture as records write it: ``RR77``."""
    numbers = [int(piece[:-1]) for piece in picture.pieces.split()]
    cards = [LETTER.get(number, str(number)) for number in numbers]
    return "".join(sorted(cards, key=FACES.index, reverse=True))


def text_of(title):
    (found,) = (p for p in COUNTED.paragraphs if p.startswith(f"{title.capitalize()}:"))
    return found


@pytest.fixture
def counted(played):
    """The record of the deal after its last stone."""
    hands = " ".join(map(hand_of, COUNTED.pictures))
    state = played(hands, "no-hay-mus", *SAID.values())
    assert state.record[0]["phase"] == OVER
    return state.record[0]


def test_the_captions_tell_the_pares_and_points_of_the_hands(counted):
    for seat, (name, picture) in enumerate(zip(NAMES, COUNTED.pictures, strict=True)):
        assert picture.caption.startswith(name)
        hand = counted["hand"][seat]
        assert f" {int(juego_points(hand))} points" in picture.caption
        words = {0: "no pares", PAR: "a par of", DUPLES: "duples of"}
        assert words[int(pares_class(hand))] in picture.caption
    pieces = " ".join(picture.pieces for picture in COUNTED.pictures).split()
    assert len(set(pieces)) == 16


def test_each_lance_brings_the_pair_and_the_stones_of_the_text(counted):
    found = [(p.lance, p.side, p.stones, p.why) for p in payments(counted)]
    assert found == [
        (GRANDE, 0, 1, "no quiero"),
        (JUEGO, 1, 1, "no quiero"),
        (CHICA, 1, 1, "paso"),
        (PARES, 0, 2, "envite 2"),
        (PARES, 0, 3, "cuenta"),
        (JUEGO, 1, 3, "cuenta"),
    ]
    pairs = ("Ana and Carla", "Boris and David")
    for lance, side, stones, why in found:
        told = text_of(("grande", "chica", "pares", "juego")[lance])
        assert f"{pairs[side]} " in told
        assert f"{stones} stone" in told or f"{stones} of cuenta" in told
        assert ("at once" in told) == (why == "no quiero" or lance == JUEGO)
    for side in range(2):
        brought = [stones for _lance, to, stones, _why in found if to == side]
        sum_ = f"{pairs[side]} {' + '.join(map(str, brought))} = {counted['points'][side]}"
        assert sum_ in COUNTED.paragraphs[-1]


def test_each_lance_tells_who_says_what_in_their_order(counted):
    said = {"envido2": "envido", "no-quiero": "no quiero"}
    words = re.compile(r"no quiero|envido|quiero|paso")
    for lance, moves in SAID.items():
        bets = [said.get(move, move) for move in moves.split() if move not in ("pares", "juego")]
        bets = [word for word in bets if word != "no"]
        told = words.findall(text_of(lance))
        assert told == (["paso"] if lance == "chica" else bets)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_same_numbers(language):
    with speaking(language):
        for text in (*COUNTED.paragraphs, *(picture.caption for picture in COUNTED.pictures)):
            assert re.findall(r"\d+", _(text)) == re.findall(r"\d+", text)
            if language != "en":
                assert _(text) != text
