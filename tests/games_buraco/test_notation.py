"""Moves and tables of buraco in text."""

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.games.buraco.face_cards import meld_at
from ludoteca.games.buraco.face_table import meld_words
from ludoteca.games.buraco.ids import CHOOSING, JOKER, KINDS
from ludoteca.games.buraco.notation import card_text, cards_text, meld_sign, meld_text, read_card


def test_cards_are_written_as_in_every_game_of_french_cards():
    assert [card_text(kind) for kind in (0, 9, 13, 26 + 12, 39 + 1, JOKER)] == [
        "AC", "TC", "AD", "KH", "2S", "**",
    ]  # fmt: skip


def test_every_card_is_read_back():
    assert [read_card(card_text(kind)) for kind in range(KINDS)] == list(range(KINDS))
    assert read_card("10♥") == read_card("th") == read_card("TH")


@pytest.mark.parametrize("text", ["", "3", "3X", "0H", "33H"])
def test_what_is_no_card_is_refused_in_a_sentence(text):
    with pytest.raises(BadInput, match="no card"):
        read_card(text)


def test_cards_are_listed_with_their_copies():
    counts = [0] * KINDS
    counts[4], counts[JOKER] = 2, 1
    assert cards_text(counts) == "5C 5C **"
    assert cards_text([0] * KINDS) == "-"


def test_a_game_is_written_with_its_wild_card_where_it_lies(at):
    state = at(melds=["3H-2S-5H", "9C-9D-9S"], sets="yes")
    assert meld_text(state.record[0], 0, 0) == "3H-2S-5H"
    assert meld_text(state.record[0], 0, 1) == "9C-9D-9S"


def test_moves_of_a_turn_in_their_words(at, legal):
    moves = legal(at("4H 5H 6H 2S 7C QD", melds=["9C-TC-JC"]))
    assert {"4H-5H-6H", "2S-4H-5H", "4H-2S-6H", "1<2S", "1>2S", "x7C"} <= moves
    assert "1>AC" in legal(at("AC QD KD", melds=["JC-QC-KC"]))
    assert {"1<AC", "1>AC"} <= legal(at("AC 9D KD", melds=["2C-3C-4C-5C-6C-7C-8C-9C-TC-JC-QC-KC"]))


def test_words_for_people(at):
    state = at("4H 5H 6H 7C QD", melds=["9C-TC-JC"])
    words = {state.action_text(a): state.view(0).action_words(a) for a in state.legal_actions()}
    assert words["4H-5H-6H"] == "lay the meld 4♥ 5♥ 6♥"
    assert words["x7C"] == "discard 7♣"
    added = at("QC 7C QD", melds=["9C-TC-JC"])
    # No line ends after the dash.
    assert "add Q♣ to 9♣–\u2060J♣" in [added.view(0).action_words(a) for a in added.legal_actions()]


def test_a_turn_may_be_typed_in_one_line(buraco, at, play):
    state = at("4H 5H 6H 7H 9D QD")
    line = buraco.notation.read_line(state.record[0], "4h-5h-6♥ 1>7H X10C")
    assert line == ["4H-5H-6H", "1>7H", "xTC"]
    play(state, *line[:2])
    assert state.record[0].in_hand[0] == 2


def test_what_is_no_move_is_no_answer_or_refused(buraco, at):
    s = at("4H").record[0]
    assert buraco.notation.read_line(s, "hello") is None
    with pytest.raises(BadInput, match="no move"):
        buraco.notation.read_line(s, "4H-5H-6H nonsense")


def test_the_table_says_what_lies_there(at):
    run = "3H-4H-5H-6H-7H-8H-9H"
    state = at("9C 9D", melds=[run], theirs=["3S-4S-2D"], pile="KH", phase=CHOOSING)
    state.record[0].known[1, 12] = 1
    text = state.view(0).table_text()
    for part in (f"1. {run} (245) clean canastra", "3S-4S-2D (20)", "pile KH", "2 mortos"):
        assert part in text
    assert "known: KC" in text
    assert "9C 9D" in text
    assert "9C 9D" not in state.view(1).table_text()


def test_a_closed_pile_shows_its_top_card(at):
    text = at("9C", pile="KH 3S", pile_="closed").view(0).table_text()
    assert "pile of 2, on top 3S" in text
    assert "KH" not in text


def test_a_set_is_named_by_its_rank_and_not_by_its_ends(at):
    """By its ends a set of aces would be read as a run from the ace."""
    state = at("AH 9S KS", melds=["AC-AD-AS-2C", "TC-TD-TS"], profile="burraco")
    s = state.record[0]
    signs = [meld_sign(s, 0, meld) for meld in range(2)]
    assert signs == ["A–\u2060A–\u2060A", "10–\u206010–\u206010"]  # no line ends in between
    words = [state.view(0).action_words(action) for action in state.legal_actions()]
    assert f"add A♥ to {signs[0]}" in words
    assert meld_words(meld_at(s, 0, 1)).startswith("set of 10, 3 cards")
