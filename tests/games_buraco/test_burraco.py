"""The rules of the profiles burraco and canastra in which others differ, one test each."""

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.ids import CHANCE
from ludoteca.games.buraco import assist
from ludoteca.games.buraco.ids import CHOOSING, EARLY, FORBIDDEN, PLAYING, UPCARD
from ludoteca.games.buraco.melds import (
    canastra_points,
    card_points,
    fits_table,
    is_semi_clean,
    meld_of,
)
from ludoteca.games.buraco.notation import log_line, read_card, why_not_out, why_not_taken
from ludoteca.games.buraco.policy import canastra_gain
from ludoteca.games.buraco.positions import read_position

SEVEN = "3H-4H-5H-6H-7H-8H-9H"
TAKEN = {"took_morto": (1, 2), "mortos": 0}


def opens(moves):
    """The moves that lay three cards."""
    return {move for move in moves if move.count("-") == 2}


def throws(moves):
    """The moves that throw a card."""
    return {move for move in moves if move.startswith("x")}


# -- the profiles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "rules"),
    [
        ("thesis", (1, 0, 0, 0, 1, 1, 1, 1, 3000, 10, 50)),
        ("stbl", (1, 0, 0, 0, 1, 1, 1, 1, 3000, 10, 50)),
        ("burraco", (0, EARLY, 1, 1, 0, 0, 0, 1, 2005, 20, 30)),
        ("canastra", (1, 0, 0, 0, 1, 1, 1, 0, 3000, 10, 50)),
    ],
)
def test_a_profile_sets_these_rules(at, profile, rules):
    s = at(profile=profile).record[0]
    names = ("dry", "stock_ends", "semi_clean", "upcard", "wild_out", "two_aces", "same_sets",
             "pile_for_one", "target", "two_points", "joker_points")  # fmt: skip
    assert tuple(int(s[name]) for name in names) == rules


@pytest.mark.parametrize(
    ("profile", "rules"),
    [("burraco", (2, 0, 1, 4, 2, 1, 0, FORBIDDEN)), ("canastra", (3, 0, 0, 0, 2, 1, 1, FORBIDDEN))],
)
def test_a_profile_sets_the_rules_of_all(at, profile, rules):
    s = at(profile=profile).record[0]
    names = ("sets", "closed", "out_needs", "jokers", "moving", "minus_hand", "long_bonus",
             "single")  # fmt: skip
    assert tuple(int(s[name]) for name in names) == rules


def test_numbers_of_its_own_go_before_those_of_the_profile(at):
    s = at(profile="burraco", target=1500, two_points=0, joker_points=50).record[0]
    assert (int(s.target), card_points(s, 1), card_points(s, read_card("**"))) == (1500, 0, 50)


def test_a_match_goes_to_100_points_at_least(buraco):
    with pytest.raises(BadInput, match="100 points at least"):
        buraco.options({"target": 50})


# -- the semi-clean burraco ------------------------------------------------------------------------

SEMI = {"profile": "burraco"}


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        (SEVEN, 200),
        (f"{SEVEN}-2S", 150),
        (f"{SEVEN}-2S-JH", 150),
        ("3H-2S-5H-6H-7H-8H-9H-TH-JH", 150),  # seven above the wild card
        ("3H-4H-2S-6H-7H-8H-9H-TH-JH", 100),  # two and six
        ("3H-4H-2S-6H-7H-8H-9H", 100),
        ("2H-3H-4H-5H-6H-7H-8H-2S", 150),  # the two of hearts is in its own place
        ("9C-9C-9D-9D-9H-9H-9S-2S", 150),
        ("9C-9C-9D-9D-9H-9H-2S", 100),
    ],
)
def test_a_canastra_with_seven_cards_on_one_side_of_its_wild_card_counts_150(at, meld, points):
    s = at(melds=[meld], **SEMI).record[0]
    assert canastra_points(s, 0, 0) == points
    assert is_semi_clean(s, 0, 0) == (points == 150)


def test_it_counts_100_where_the_rules_do_not_have_it(at):
    s = at(melds=[f"{SEVEN}-2S"], profile="aberto").record[0]
    assert canastra_points(s, 0, 0) == 100


def test_two_wild_cards_make_it_dirty(at):
    s = at(melds=[f"{SEVEN}-2S-2C"], wilds="2", **SEMI).record[0]
    assert canastra_points(s, 0, 0) == 100


@pytest.mark.parametrize(
    ("meld", "hand"),
    [
        ("3H-4H-5H-6H-7H-8H", "9H 2S ** TH KD"),
        (SEVEN, "2S ** TH KD"),
        ("3H-2S-5H-6H-7H-8H-9H", "4H TH KD"),
        ("4H-5H-6H-7H-8H-9H-2S", "3H TH JH KD"),
        ("3H-2S-5H-6H-7H-8H-9H-TH", "2H 4H JH KD"),
        ("9C-9C-9D-9D-9H-9H", "9S 2S ** KD"),
        ("9C-9C-9D-9D-9H-9H-2S", "9S KD"),
    ],
)
def test_the_machines_know_what_a_card_makes_of_a_canastra(at, legal, meld, hand):
    """The gain that they reckon is the difference on the table after the move."""
    state = at(hand, melds=[meld], **SEMI)
    before = canastra_points(state.record[0], 0, 0)
    tried = 0
    for move in state.legal_actions():
        after = state.child(move)
        if after.record[0].melds[0] == 1 and meld_of(move) == 0:
            gain = canastra_points(after.record[0], 0, 0) - before
            assert canastra_gain(state.record[0], 0, move) == gain, state.action_text(move)
            tried += 1
    assert tried


# -- the first upcard ------------------------------------------------------------------------------


def dealt(buraco, **options):
    state = buraco.new_state(options)
    while state.record[0].to_come > 0:
        state.apply(state.possible_actions()[0])
    return state


def test_the_pile_begins_with_a_card_of_the_stock(buraco, legal):
    state = dealt(buraco, profile="burraco")
    assert state.record[0].phase == UPCARD
    stock = int(state.record[0].stock)
    state.apply(state.parse("5H"))
    s = state.record[0]
    assert (int(s.phase), int(s.pile_cards), int(s.top)) == (CHOOSING, 1, 1 + read_card("5H"))
    assert int(s.stock) == stock - 1
    assert state.current_player() == 0
    assert legal(state) == {"draw", "take"}


def test_everybody_sees_the_first_upcard(buraco):
    state = dealt(buraco, upcard="yes")
    card = state.parse("5H")
    s = state.record[0]
    assert [buraco.rules.observed_action(s, card, seat) for seat in range(4)] == [card] * 4


def test_the_log_and_the_assistant_name_the_first_upcard(buraco):
    state = dealt(buraco, upcard="yes")
    seen, card = state.record[0].copy(), state.parse("5H")
    assert log_line([(seen, card)], state.child(card).record[0], 0) == (
        CHANCE, "The pile begins with 5♥.")  # fmt: skip
    assert assist.read_event(seen, CHANCE, "5H") == [card]
    assert assist.chance_words(seen, 0) == "the card that begins the pile"


def test_the_pile_that_one_takes_is_in_the_log_at_once(buraco, play):
    """Others read whole turns."""
    state = play(dealt(buraco, upcard="yes"), "5H")
    seen, take = state.record[0].copy(), state.parse("take")
    after = state.child(take).record[0]
    assert log_line([(seen, take)], after, 0) == (0, "You take the pile of 1 card (5♥).")
    assert log_line([(seen, take)], after, 1) is None


def test_with_an_upcard_no_first_card_is_refused(buraco, play):
    state = play(dealt(buraco, upcard="yes"), "5H draw")
    assert play(state, "6H").record[0].phase == PLAYING


# -- going out -------------------------------------------------------------------------------------


def test_a_wild_card_is_not_the_last_one_thrown(at, legal):
    out = {"melds": [SEVEN], "fields": TAKEN}
    assert "x2S" in legal(at("2S", profile="burraco", wild_out="yes", **out))
    assert legal(at("KD", profile="burraco", **out)) == {"xKD"}
    assert throws(legal(at("2S", profile="burraco", **out))) == set()
    assert throws(legal(at("**", profile="burraco", **out))) == set()
    assert throws(legal(at("2S KD", profile="burraco", **out))) == {"x2S", "xKD"}


def test_nothing_is_laid_that_leaves_a_wild_card_alone(at, legal):
    out = {"melds": [SEVEN], "fields": TAKEN, "profile": "burraco"}
    assert "1>TH" not in legal(at("TH 2S", **out))
    assert "1>TH" in legal(at("TH KD", **out))


def test_it_is_said_why_the_last_card_stays(at):
    out = {"melds": [SEVEN], "fields": TAKEN, "profile": "burraco"}
    assert why_not_out(at("2S", **out).record[0]).startswith("A wild card may not be the last")
    assert why_not_out(at("KD", **out).record[0]) == ""
    assert why_not_out(at("2S", profile="burraco").record[0]) == ""  # it takes the morto


def test_a_wild_card_may_be_thrown_for_the_morto(at, legal):
    assert throws(legal(at("2S", profile="burraco"))) == {"x2S"}


# -- the early end of the stock --------------------------------------------------------------------


def test_two_cards_of_the_stock_are_never_drawn(buraco):
    early = dealt(buraco, stock_end="early").record[0]
    usual = dealt(buraco, stock_end="ends").record[0]
    assert int(early.stock) == int(usual.stock) - 2
    assert int(early.undealt) == int(usual.undealt)


def test_the_deal_ends_with_the_turn_in_which_the_third_last_card_is_drawn(at, play):
    fits = {"theirs": ["9S-TS-JS"], "stock": 1, "phase": CHOOSING}
    early = play(at("QS 9D", stock_end="early", **fits), "draw 4S xQS")
    assert early.is_terminal()
    assert int(early.record[0].mortos) == 2
    usual = play(at("QS 9D", stock_end="ends", **fits), "draw 4S xQS")
    assert not usual.is_terminal()


def test_a_deck_of_which_no_card_could_be_drawn_is_refused(buraco):
    small = {"suits": 1, "players": 2, "held": 6, "morto_size": 6}  # of 26 cards
    assert buraco.options(small | {"upcard": "yes"})
    with pytest.raises(BadInput, match="no card for the stock"):
        buraco.options(small | {"stock_end": "early"})


# -- one ace in a run ------------------------------------------------------------------------------

SUIT = "3H-4H-5H-6H-7H-8H-9H-TH-JH-QH-KH"


def test_a_run_has_one_ace(at, legal):
    low = {"melds": [f"AH-2H-{SUIT}"]}
    assert "1>AH" in legal(at("AH 9C 9D", **low))
    assert "1>AH" not in legal(at("AH 9C 9D", two_aces="no", **low))
    high = {"melds": [f"2H-{SUIT}-AH"]}
    assert "1<AH" in legal(at("AH 9C 9D", **high))
    assert "1<AH" not in legal(at("AH 9C 9D", two_aces="no", **high))


def test_a_wild_card_may_be_the_fourteenth_and_stays_there(at, legal):
    state = at("AH 2S 9C 9D", melds=[f"AH-2H-{SUIT}"], two_aces="no", moving="yes")
    assert "1>2S" in legal(state)
    state = at("AH 9C 9D", melds=[f"AH-2H-{SUIT}-2S"], two_aces="no", moving="yes")
    assert not any("AH" in move for move in legal(state) - {"xAH"})


def test_a_second_ace_does_not_fit_a_table(at):
    ace = read_card("AH")
    assert fits_table(at(melds=[f"AH-2H-{SUIT}"]).record[0], 0, ace)
    assert not fits_table(at(melds=[f"AH-2H-{SUIT}"], two_aces="no").record[0], 0, ace)
    assert fits_table(at(melds=[f"2H-{SUIT}"], two_aces="no").record[0], 0, ace)


# -- sets ------------------------------------------------------------------------------------------


def test_a_pair_has_one_set_of_a_rank(at, legal):
    hand, table = "9C 9D 9H KC", ["9C-9D-9S"]
    assert "9C-9D-9H" in legal(at(hand, melds=table, sets="yes"))
    moves = legal(at(hand, melds=table, sets="yes", same_sets="no"))
    assert opens(moves) == set()
    assert "1+9C" in moves


def test_sets_of_aces_threes_and_kings(at, legal):
    hand = "9C 9D 9S AC AD AS 3C 3D 3S KC KD KS QC QD QS"
    assert opens(legal(at(hand, profile="canastra", fields={"held": 11}))) >= {
        "AC-AD-AS", "3C-3D-3S", "KC-KD-KS"}  # fmt: skip
    assert not {"9C-9D-9S", "QC-QD-QS"} & legal(at(hand, sets="a3k"))


# -- the pile and a hand of one card ---------------------------------------------------------------


def test_a_hand_of_one_card_does_not_take_the_pile(at, legal):
    pile = {"pile": "5C 6D", "phase": CHOOSING}
    assert legal(at("9D", **pile)) == {"draw", "take"}
    assert legal(at("9D", pile_for_one="no", **pile)) == {"draw"}
    assert legal(at("9D 4S", pile_for_one="no", **pile)) == {"draw", "take"}
    closed = {"pile": "5C 6H", "melds": ["3H-4H-5H"], "phase": CHOOSING, "pile_": "closed"}
    assert "1>6H" in legal(at("9D", **closed))
    assert legal(at("9D", pile_for_one="no", **closed)) == {"draw"}
    one = at("9D", pile_for_one="no", **pile).record[0]
    assert why_not_taken(one) == "You have one card left: you may not take the pile."


# -- a position that is typed ----------------------------------------------------------------------


def typed(buraco, text, **options):
    record = buraco.state_layout.empty()
    read_position(text, buraco.options(options), np.random.default_rng(1), record[0])
    return record[0]


def test_a_typed_position_obeys_these_rules(buraco):
    text = "hand 3H 4H 5S; pile 4D; counts 11 11 11"
    with pytest.raises(BadInput, match="no meld by these rules"):
        typed(buraco, f"{text}; they 9D 9H 9S, 9D 9H 9S", profile="burraco")
    sets = "hand 3H 4H 5S; we KC KD KS, 9C 9D 9S; pile 4D; counts 11 11 11"
    with pytest.raises(BadInput, match="no meld by these rules"):
        typed(buraco, sets, profile="canastra")
    whole = "hand 3H 4H 5S; we AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC; counts 11 11 11"
    with pytest.raises(BadInput, match="no meld by these rules"):
        typed(buraco, whole, profile="burraco")
    early = typed(buraco, "hand 3H 4H 5S; counts 11 11 11", profile="burraco")
    assert int(early.stock) == int(early.undealt) - 2 * 11 - 2
