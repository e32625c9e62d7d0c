"""The manners of the machines on chosen hands."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.games.buraco.ids import CHOOSING, FIRST
from ludoteca.games.buraco.policy import ADVANCED, BASIC
from ludoteca.games.buraco.rules import ACTIONS

SPREAD = "3C 7D JC KS"
"""Cards that have nothing to do with each other."""


@pytest.fixture
def move():
    """``move(state, level)``: the move of a level, in notation."""

    def find(state, level):
        ids, prob = np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS)
        n = calls.policy_probs(state.record, 0, level, ids, prob)
        assert n == 1
        assert prob[0] == 1
        return state.action_text(int(ids[0]))

    return find


both = pytest.mark.parametrize("level", [BASIC, ADVANCED])


@both
def test_three_natural_cards_are_laid(at, move, level):
    assert move(at(f"4H 5H 6H {SPREAD}"), level) == "4H-5H-6H"


@both
def test_a_card_is_added_before_a_meld_is_opened_with_a_wild_card(at, move, level):
    state = at(f"7H 9S TS 2C {SPREAD}", melds=["4H-5H-6H"])
    assert move(state, level) == "1>7H"


@both
def test_a_wild_card_is_kept_early_in_a_deal(at, move, level):
    assert move(at(f"9S TS 2C {SPREAD}"), level).startswith("x")


@both
def test_a_wild_card_makes_a_canastra_where_any_lets_the_pair_go_out(at, move, level):
    six = ["4H-5H-6H-7H-8H-9H"]
    assert move(at(f"2C {SPREAD}", melds=six, profile="fechado"), level) in ("1<2C", "1>2C")
    # Only one wild card may lie in a meld.
    state = at(f"2C {SPREAD}", melds=["4H-5H-2S-7H-8H-9H"], profile="fechado")
    assert move(state, level).startswith("x")


def test_where_a_clean_canastra_is_needed_advanced_makes_no_dirty_one_early(at, move):
    six = ["4H-5H-6H-7H-8H-9H"]
    assert move(at(f"2C {SPREAD}", melds=six), BASIC) in ("1<2C", "1>2C")
    assert move(at(f"2C {SPREAD}", melds=six), ADVANCED).startswith("x")


@both
def test_a_clean_canastra_is_not_made_dirty(at, move, level):
    state = at(f"2C {SPREAD}", melds=["3H-4H-5H-6H-7H-8H-9H"])
    assert move(state, level).startswith("x")


@both
def test_the_pile_is_taken_where_its_top_card_can_be_laid(at, move, level):
    state = at(SPREAD, melds=["4H-5H-6H"], pile="7H", phase=CHOOSING, stock=30)
    assert move(state, level) == "take"


def test_basic_takes_no_single_loose_card(at, move):
    assert move(at(SPREAD, pile="QC", phase=CHOOSING, stock=30), BASIC) == "draw"


def test_advanced_takes_a_single_loose_card_where_that_makes_a_rival_draw_at_the_cap(at, move):
    """Taken from there to the cap, an odd number of takes leaves the draw to a rival."""
    for takes, wanted in ((7, "take"), (6, "draw"), (5, "take"), (0, "draw")):
        state = at(SPREAD, pile="QC", phase=CHOOSING, stock=30, fields={"takes": takes})
        assert move(state, ADVANCED) == wanted, takes


@pytest.mark.parametrize(("top", "wanted"), [("5H", "draw"), ("QC", "take"), ("KC", "take")])
def test_advanced_takes_a_single_card_near_its_own_where_it_may_not_be_thrown_back(
    at, move, top, wanted
):
    for takes in range(8):
        state = at(SPREAD, pile=top, phase=CHOOSING, stock=30, fields={"takes": takes},
                   profile="aberto")  # fmt: skip
        assert move(state, ADVANCED) == wanted, takes


@pytest.mark.parametrize("players", [2, 4])
def test_advanced_players_do_not_swap_a_loose_card_up_to_the_cap(at, move, play, players):
    state = at(SPREAD, ["3D 7C JD KC"] * 3, pile="QC", phase=CHOOSING, stock=30, players=players,
               fields={"takes": 1}, single="free")  # fmt: skip
    play(state, move(state, ADVANCED))
    play(state, move(state, ADVANCED))
    assert int(state.record[0].takes) == 2
    assert move(state, ADVANCED) == "draw"


@both
def test_a_card_that_the_rivals_can_lay_is_not_thrown(at, move, level):
    state = at("7H KS 3C QS JC JD", theirs=["4H-5H-6H"])
    assert move(state, level) != "x7H"


@both
def test_a_wild_card_is_thrown_last(at, move, level):
    assert move(at("2C KS"), level) == "xKS"


@both
def test_a_loose_card_is_thrown_and_neighbours_are_kept(at, move, level):
    assert move(at("8C 9C 4D 5D KS"), level) == "xKS"


def test_basic_keeps_the_first_card_and_advanced_refuses_a_loose_one(at, move):
    state = at("3C 9D KS", phase=FIRST)
    state.record[0].drawn[0] = 1 + 12 + 3 * 13  # the king of spades
    assert move(state, BASIC) == "keep"
    assert move(state, ADVANCED) == "xKS"


def test_advanced_takes_a_pile_of_many_loose_cards(at, move):
    state = at(SPREAD, pile="QH TS 5H", phase=CHOOSING, stock=30)
    assert move(state, ADVANCED) == "take"


def test_advanced_with_few_cards_goes_for_the_morto_and_leaves_a_loose_pile(at, move):
    state = at("3C 7D", pile="QH TS", phase=CHOOSING, stock=30)
    assert move(state, ADVANCED) == "draw"


def test_advanced_lays_a_wild_card_to_run_out_for_the_morto(at, move):
    state = at("9S TS 2C KD", melds=["4H-5H-6H"])
    assert "2C" in move(state, ADVANCED)


def test_advanced_goes_out_when_it_can(at, move):
    canastra = "3H-4H-5H-6H-7H-8H-9H"
    taken = {"took_morto": (1, 2), "used_morto": (1, 1), "mortos": 0}
    assert move(at("TH KS", melds=[canastra], fields=taken), ADVANCED) == "1>TH"
    assert move(at("KS", melds=[canastra], fields=taken), ADVANCED) == "xKS"


def test_advanced_plays_by_what_it_sees_alone(at, move):
    hands = [at(SPREAD, others=[other, "KC KC", other]) for other in ("3D 4D 5D", "9S TS QD")]
    assert len({move(state, ADVANCED) for state in hands}) == 1


@pytest.mark.parametrize("profile", ["aberto", "burraco"])
def test_a_joker_that_is_the_whole_pile_is_taken(at, move, profile):
    state = at(f"9C {SPREAD}", pile="**", phase=CHOOSING, profile=profile)
    assert move(state, ADVANCED) == "take"
