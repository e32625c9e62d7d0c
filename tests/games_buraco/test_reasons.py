"""The line of reason for a turn of buraco: said where it is true, and not where it is not."""

import pytest

from ludoteca.core.numbers import Simulated
from ludoteca.games.buraco.ids import CHOOSING, FIRST, LAST
from ludoteca.games.buraco.notation import read_card
from ludoteca.games.buraco.reasons import better_words, reason_words, turn_reason_words
from ludoteca.players.advice import verdicts
from ludoteca.players.advice.values import Loss


def turn(state, text):
    """The ids of moves in notation."""
    view, moves = state.view(0), []
    for word in text.split():
        moves += [action for action in view.legal if view.action_text(action) == word]
        view = state.view(0).after(moves)
    assert len(moves) == len(text.split()), f"{text}: {moves}"
    return tuple(moves)


HAND = "5C 9H QD 3S KS"
MORTOS = {"took_morto": [1, 2], "mortos": 0}
CLEAN = "5H-6H-7H-8H-9H-TH-JH"
DIRTY = "5H-6H-7H-8H-9H-TH-2C"
ABERTO, ANY = {"profile": "aberto"}, {"profile": "fechado"}
NEAR, ONE_AWAY = "5C lies near 6C: one card more", "9C is only one card away from 5C–7C"

TURNS = {
    # what a turn leads to
    "it goes out": (
        {"hand": "QH 3S", "melds": [CLEAN], "fields": MORTOS}, "1>QH x3S", "x3S",
        {"hand": "QH 3S 4D", "melds": [CLEAN], "fields": MORTOS}, "1>QH x3S", "x3S",
    ),
    "it leaves no card in the hand, and the morto of 11 cards": (
        {"hand": "5C 6C 7C 3S"}, "5C-6C-7C x3S", "x3S",
        {"hand": "5C 6C 7C 3S 4D"}, "5C-6C-7C x3S", "x3S",
    ),
    "it makes the canastra that is needed to go out": (
        {"hand": "JH 3S 4D", "melds": ["5H-6H-7H-8H-9H-TH"]}, "1>JH x3S", "x3S",
        {"hand": "JH 3S 4D", "melds": ["6H-7H-8H-9H-TH"]}, "1>JH x3S", "x3S",
    ),
    "the canastra that is needed to go out stays clean": (
        {"hand": "2C 3S 4D", "melds": [CLEAN]}, "x3S", "1>2C x3S",
        {"hand": "2C 3S 4D", "melds": [CLEAN], **ANY}, "x3S", "1>2C x3S",
    ),
    "canastras are worth 100 points more after it": (
        {"hand": "2C 3S 4D", "melds": [CLEAN], **ANY}, "x3S", "1>2C x3S",
        {"hand": "2C 3S 4D", "melds": ["5H-6H-7H"], **ANY}, "x3S", "1>2C x3S",
    ),
    # wild cards
    "5H–7H stays clean, and only a clean canastra lets the pair go out": (
        {"hand": "2C 3S 4D", "melds": ["5H-6H-7H"]}, "x3S", "1>2C x3S",
        {"hand": "2C 3S 4D", "melds": ["5H-6H-7H"], **ANY}, "x3S", "1>2C x3S",
    ),
    "5H–7H stays clean, and a clean canastra counts more": (
        {"hand": "2C 3S 4D", "melds": ["5H-6H-7H"], **ANY}, "x3S", "1>2C x3S",
        {"hand": "2C 3S 4D 5D", "melds": ["5H-6H-7H"], **ANY}, "x3S", "2C-4D-5D x3S",
    ),
    "a wild card that is kept": (
        {"hand": "2C 3S 4D 5D"}, "x3S", "2C-4D-5D x3S",
        {"hand": "2C 3S 4D 5D"}, "2C-4D-5D x3S", "x3S",
    ),
    # cards laid
    "8H on the table count 10 points, which would count against": (
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"], **ABERTO}, "1>8H x3S", "x3S",
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"]}, "1>8H x3S", "x3S",
    ),
    "8H count 10 points on the table, and nothing": (
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"]}, "1>8H x3S", "x3S",
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"], **ABERTO}, "1>8H x3S", "x3S",
    ),
    "a clean canastra is still missing": (
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"], "fields": MORTOS}, "x3S", "1>8H x3S",
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"]}, "x3S", "1>8H x3S",
    ),
    "a canastra is still missing": (
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"], "fields": MORTOS, **ANY}, "x3S", "1>8H x3S",
        {"hand": "QH 3S 4D", "melds": [DIRTY], "fields": MORTOS, **ANY}, "x3S", "1>QH x3S",
    ),
    "8H laid leaves only 1 card": (
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"]}, "x3S", "1>8H x3S",
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"]}, "1>8H x3S", "x3S",
    ),
    # discards
    "2C is a wild card": (
        {"hand": HAND + " 2C"}, "x3S", "x2C",
        {"hand": HAND + " 2C"}, "x3S", "x5C",
    ),
    "the others could take 9H, which fits 5H–8H": (
        {"hand": HAND, "theirs": ["5H-6H-7H-8H"]}, "x3S", "x9H",
        {"hand": HAND, "theirs": ["5H-6H-7H"]}, "x3S", "x9H",
    ),
    "the others could take the pile of 3 with 9H, which fits 5H–8H": (
        {"hand": HAND, "theirs": ["5H-6H-7H-8H"], "pile": "4D 4S"}, "x3S", "x9H",
        {"hand": HAND, "theirs": ["5H-6H-7H-8H"], "pile": "4D"}, "x3S", "x9H",
    ),
    "8C fits 5C–7C of the pair": (
        {"hand": HAND + " 8C", "melds": ["5C-6C-7C"]}, "x3S", "x8C",
        {"hand": HAND + " 8C", "melds": ["4C-5C-6C"]}, "x3S", "x8C",
    ),
    "5C makes a meld with cards of the hand": (
        {"hand": HAND + " 6C 7C"}, "x3S", "x5C",
        {"hand": HAND + " 6C 8C"}, "x3S", "x5C",
    ),
    ONE_AWAY: (
        {"hand": HAND + " 9C", "melds": ["5C-6C-7C"]}, "x3S", "x9C",
        {"hand": HAND + " TC", "melds": ["5C-6C-7C"]}, "x3S", "xTC",
    ),
    NEAR: (
        {"hand": HAND + " 6C"}, "x3S", "x5C",
        {"hand": HAND + " 8C"}, "x3S", "x5C",
    ),
    "left in the hand, KS counts 10 points against, and 5C only 5": (
        {"hand": HAND, **ABERTO}, "xKS", "x5C",
        {"hand": HAND}, "xKS", "x5C",
    ),
    "3S goes with nothing in the hand, and the others cannot lay it": (
        {"hand": HAND}, "x3S", "x9H",
        {"hand": HAND, "theirs": ["4S-5S-6S"]}, "x3S", "x9H",
    ),
    "3S goes with nothing in the hand": (
        {"hand": HAND, "theirs": ["4S-5S-6S", "6H-7H-8H"]}, "x3S", "x9H",
        {"hand": HAND + " 4S 8H", "theirs": ["4S-5S-6S", "6H-7H-8H"]}, "x3S", "x9H",
    ),
    "the others have no meld for 3S now": (
        {"hand": HAND + " 4S 8H"}, "x3S", "x9H",
        {"hand": HAND + " 4S 8H", "theirs": ["4S-5S-6S", "6H-7H-8H"]}, "x3S", "x9H",
    ),
    # the stock or the pile
    "no card of the pile fits": (
        {"hand": HAND, "pile": "4D 9S", "phase": CHOOSING}, "draw", "take x3S",
        {"hand": HAND + " TS JS", "pile": "4D 9S", "phase": CHOOSING}, "draw", "take x3S",
    ),
    "of the pile of 2 cards only 9S would be of use": (
        {"hand": HAND + " TS JS", "pile": "4D 9S", "phase": CHOOSING}, "draw", "take x3S",
        {"hand": HAND + " TS JS", "pile": "9S QS", "phase": CHOOSING}, "draw", "take x3S",
    ),
    "a card of the stock is hidden": (
        {"hand": HAND + " TS JS", "pile": "9S QS", "phase": CHOOSING}, "draw", "take x3S",
        {"hand": HAND + " TS JS", "pile": "4D 9S", "phase": CHOOSING}, "draw", "take x3S",
    ),
    "the hand is nearly empty: without the pile the morto is nearer": (
        {"hand": "5C 9H", "pile": "4D 9S", "phase": CHOOSING}, "draw", "take x9S",
        {"hand": "5C 9H", "pile": "4D 9S", "phase": CHOOSING, "fields": MORTOS},
        "draw", "take x9S",
    ),
    "the hand is nearly empty: without the pile going out is nearer": (
        {"hand": "5C 9S", "pile": "4D 9D", "phase": CHOOSING, "fields": MORTOS, "melds": [CLEAN]},
        "draw", "take x9D",
        {"hand": "5C 9S", "pile": "4D 9D", "phase": CHOOSING, "fields": MORTOS, "melds": [DIRTY]},
        "draw", "take x9D",
    ),
    "9S from the pile fits a meld": (
        {"hand": HAND + " TS JS", "pile": "4D 9S", "phase": CHOOSING}, "take x3S", "draw",
        {"hand": HAND, "pile": "4D 9S", "phase": CHOOSING}, "take x3S", "draw",
    ),
    "left in the pile, 4D could go to 5D–7D of the others": (
        {"hand": HAND, "pile": "4D 9S", "phase": CHOOSING, "theirs": ["5D-6D-7D"]},
        "take x3S", "draw",
        {"hand": HAND, "pile": "3D 9S", "phase": CHOOSING, "theirs": ["5D-6D-7D"]},
        "take x3S", "draw",
    ),
    "who draws and throws a card leaves the next player a pile of two": (
        {"hand": HAND, "pile": "4D", "phase": CHOOSING}, "take x3S", "draw",
        {"hand": HAND, "pile": "4D 9S", "phase": CHOOSING}, "take x3S", "draw",
    ),
    "2 cards come at once": (
        {"hand": HAND, "pile": "4D 9S", "phase": CHOOSING}, "take x3S", "draw",
        {"hand": HAND, "pile": "4D", "phase": CHOOSING}, "take x3S", "draw",
    ),
    "it is the last turn": (
        {"hand": HAND, "pile": "4D 9S", "phase": LAST}, "take x3S", "pass",
        {"hand": HAND, "pile": "4D 9S", "phase": CHOOSING}, "take x3S", "draw",
    ),
    "in the last turn": (
        {"hand": HAND, "pile": "4D 9S", "phase": LAST}, "pass", "take x3S",
        {"hand": HAND, "pile": "4D 9S", "phase": LAST}, "take x3S", "pass",
    ),
}  # fmt: skip


def signed(text):
    """The text of a case with suits as the page writes them."""
    for letter, suit in zip("CDHS", "♣♦♥♠", strict=True):
        for rank in "23456789TJQKA":
            text = text.replace(rank + letter, rank + suit)
    return text.replace("–", "–\u2060")  # no line ends after the dash of a run


@pytest.mark.parametrize("sentence", TURNS)
def test_a_reason_is_said_where_it_is_true_and_not_where_it_is_not(at, sentence):
    there, better, played, elsewhere, other, instead = TURNS[sentence]
    state = at(**there)
    told = better_words(state.view(0), turn(state, better), turn(state, played))
    assert told.startswith(signed(sentence))
    state = at(**elsewhere)
    told = better_words(state.view(0), turn(state, other), turn(state, instead))
    assert not told.startswith(signed(sentence))
    assert told


WITH_CARDS = {
    "it goes out, which counts 100 points and ends the deal (otherwise left in the hand: QH)": (
        {"hand": "QH 3S", "melds": [CLEAN], "fields": MORTOS}, "1>QH x3S", "x3S",
    ),
    "it makes the canastra that is needed to go out: 5H–JH": (
        {"hand": "JH 3S 4D", "melds": ["3C-4C-5C", "5H-6H-7H-8H-9H-TH"]}, "2>JH x3S", "x3S",
    ),
    "canastras are worth 100 points more after it: 5H–JH": (
        {"hand": "2C 3S 4D", "melds": [CLEAN], **ANY}, "x3S", "1>2C x3S",
    ),
    "a wild card that is kept can still go to another meld: 2C": (
        {"hand": "2C 3S 4D 5D"}, "x3S", "2C-4D-5D x3S",
    ),
    "a clean canastra is still missing to go out, so 8H can wait": (
        {"hand": "8H 3S 4D", "melds": ["5H-6H-7H"], "fields": MORTOS}, "x3S", "1>8H x3S",
    ),
    "4D from the pile lies near 5D: one card more makes a meld": (
        {"hand": HAND + " 5D", "pile": "4D 9S", "phase": CHOOSING}, "take x3S", "draw",
    ),
    "9C lies near 9H: one card more makes a meld": (
        {"hand": HAND + " 8C 9C", "profile": "burraco"}, "x8C", "x9C",
    ),
    "2 cards come at once, and none of them to the others: 4D 9S": (
        {"hand": HAND, "pile": "4D 9S", "phase": CHOOSING}, "take x3S", "draw",
    ),
}  # fmt: skip


@pytest.mark.parametrize("sentence", WITH_CARDS)
def test_a_reason_names_the_cards_and_melds_of_the_move(at, sentence):
    there, better, played = WITH_CARDS[sentence]
    state = at(**there)
    told = better_words(state.view(0), turn(state, better), turn(state, played))
    assert told == signed(sentence)


THROWN_TOO = [
    ({"hand": HAND + " 8C", "pile": "9C 4D"}, "take x8C", "2 cards come at once", "9C 4D"),
    ({"hand": HAND + " 6H", "pile": "4D 9S"}, "take x4D", "1 card comes, and not", "9S"),
    ({"hand": HAND, "pile": "4D 9S", "theirs": ["5D-6D-7D"]}, "take x4D", "1 card comes", "9S"),
    ({"hand": HAND + " 8C 8C TC", "pile": "9C 4D"}, "take x8C", "9C from the pile", "makes one"),
]


@pytest.mark.parametrize(("there", "better", "begins", "ends"), THROWN_TOO)
def test_what_a_turn_throws_is_no_reason_to_take_the_pile(at, there, better, begins, ends):
    state = at(**there, phase=CHOOSING)
    told = better_words(state.view(0), turn(state, better), turn(state, "draw"))
    assert told.startswith(signed(begins))
    assert signed(ends) in told


FIRST_CARDS = [
    ("2C", "keep", "2♣ is a wild card"),
    ("6C", "keep", "6♣ lies near 5♣: one card more makes a meld"),
    ("8C", "keep", "a second card thrown makes the pile larger for the others"),
    ("8C", "x8C", "8♣ goes with nothing in the hand"),
    ("6C", "x6C", "the next card may go better with the hand than 6♣"),
]


@pytest.mark.parametrize(("drawn", "move", "told"), FIRST_CARDS)
def test_the_first_card_is_kept_or_thrown_by_what_it_lies_near(at, drawn, move, told):
    state = at(f"{HAND} {drawn}", phase=FIRST)
    state.record[0].drawn[0] = 1 + read_card(drawn)
    assert reason_words(state.view(0), *turn(state, move)) == told


def test_a_single_move_is_explained_by_its_points_and_the_stock_where_no_pile_can_be_taken(at):
    state = at("5C 6C 7C 9H 3S")
    assert "15 points on the table" in reason_words(state.view(0), *turn(state, "5C-6C-7C"))
    state = at("5C 6C 7C 9H 3S", profile="aberto")
    assert "would count against" in reason_words(state.view(0), *turn(state, "5C-6C-7C"))
    state = at(HAND, phase=CHOOSING)
    assert reason_words(state.view(0), *turn(state, "draw")) == "the pile cannot be taken now"


WHOLE = [
    (
        {"hand": "5C 6C 7C 9H 3S"}, "5C-6C-7C x3S",
        ["5C 6C 7C count 15 points", "3S goes with nothing in the hand"],
    ),
    (
        {"hand": HAND + " TS JS", "pile": "4D 9S", "phase": CHOOSING}, "take 9S-TS-JS x3S",
        ["9S from the pile fits", "count 30 points", "3S goes with nothing in the hand"],
    ),
    (
        {"hand": "QH 3S", "melds": [CLEAN], "fields": MORTOS}, "1>QH x3S",
        ["it goes out, which counts 100 points and ends the deal (otherwise left"],
    ),
    ({"hand": HAND}, "x3S", ["3S goes with nothing in the hand"]),
]  # fmt: skip


@pytest.mark.parametrize(("there", "moves", "told"), WHOLE)
def test_a_turn_is_explained_by_what_it_takes_lays_and_throws(at, there, moves, told):
    state = at(**there)
    said = turn_reason_words(state.view(0), turn(state, moves)).split("; ")
    assert all(signed(part) in one for part, one in zip(told, said, strict=True)), said


def test_first_melds_are_taken_back_because_of_the_points_that_they_lack(at):
    state = at("5C 6C 7C 9H 3S", first_meld=50)
    state.apply(*turn(state, "5C-6C-7C"))
    told = reason_words(state.view(0), *turn(state, "back"))
    assert told == "the first melds must have 50 points together"


def test_the_verdict_of_a_costly_turn_ends_with_its_reason(at, monkeypatch):
    state = at(HAND + " 2C")
    better = Loss(turn(state, "x3S"), Simulated(40.0, 100, 30.0, 50.0), 0.0, "points", "")
    monkeypatch.setattr(verdicts, "_compared", lambda *_: better)
    verdict = verdicts.judge(state.view(0), turn(state, "x2C"))
    assert verdict.sentence.endswith("The reason: 2♣ is a wild card.")
