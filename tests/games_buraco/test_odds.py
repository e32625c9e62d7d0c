"""Odds of buraco: the document's figures beside the exact ones, and those beside the cards."""

import json
import re
from fractions import Fraction

import numpy as np
import pytest

from ludoteca.core.answers import document_of
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import questions
from ludoteca.core.registry import load_game
from ludoteca.games.buraco import odds
from ludoteca.games.buraco import odds_beside as odds_beside_module
from ludoteca.games.buraco.arrange.moves import arrangement
from ludoteca.games.buraco.exact import rounds, typed
from ludoteca.games.buraco.ids import CHOOSING, KINDS, PLAYING
from ludoteca.games.buraco.melds import meld_points
from ludoteca.games.buraco.notation import read_card
from ludoteca.games.buraco.odds_beside import CRITERIA
from ludoteca.games.buraco.positions import read_position
from ludoteca.games.buraco.worlds import count_unseen


def ask(question, profile="thesis", **given):
    options = load_game("buraco").options({"profile": profile})
    return questions(odds)[question].ask(given, options=options)


def rows(answer, name):
    return next(table.rows for table in answer.tables if table.name == name)


# -- questions -------------------------------------------------------------------------------------


def test_draws_of_a_card_by_the_thesis_and_exact():
    answer = ask("draw", cards="7C,5H", hand="5H 5H 3C 4C", discards="9C", stock=38, partner=11)
    assert answer.fields["unknown_cards"] == 99
    seven, five = rows(answer, "cards")
    assert seven[:2] == ["7C", 2]
    assert seven[2].value == 1 - Fraction(85 * 84, 99 * 98)  # 14 cards of a round
    assert seven[3] == Exact(Fraction(2, 99))
    assert seven[4].value == 1 - Fraction(88 * 87, 99 * 98)  # the partner
    assert five[1] == 0
    assert [cell.value for cell in five[2:]] == [0] * 5
    laws = {(row[0], row[1]): (row[2].value, row[3].value) for row in rows(answer, "laws")}
    q = Fraction(38, 99)
    assert laws[2, 2] == (q * q, Fraction(38 * 37, 99 * 98))
    assert laws[0, 0] == (1, 1)


def test_the_chances_of_cards_are_those_of_the_deck_of_the_rules_and_the_answer_names_it():
    for profile, cards, called in (
        ("thesis", 104, "simple buraco) has 104 cards and no jokers."),
        ("aberto", 108, "buraco aberto) has 108 cards, 4 of them jokers."),
        ("canastra", 104, "canastra) has 104 cards and no jokers."),
    ):
        answer = ask("draw", profile=profile, cards="7C", hand="5H 6H", discards="9C")
        assert answer.fields["unknown_cards"] == cards - 3
        assert rows(answer, "cards")[0][3] == Exact(Fraction(2, cards - 3))
        assert answer.headline.endswith(f"The deck of these rules ({called}")
        assert len(rows(ask("draw", profile=profile), "cards")) == 52 + (cards == 108)


def test_the_chances_of_a_joker_are_those_of_four_copies_which_the_thesis_does_not_have():
    given = {"cards": "**", "hand": "5H ** 3C", "melds": "7H ** 9H", "stock": 30, "partner": 11}
    answer = ask("draw", profile="aberto", **given)
    (joker,) = rows(answer, "cards")
    assert joker[:2] == ["**", 2]
    assert joker[3] == Exact(Fraction(2, 102))
    assert joker[-1] is None
    (joker,) = rows(ask("draw", profile="aberto", cards="**"), "cards")
    assert joker[3] == Exact(Fraction(4, 108))
    laws = rows(ask("draw", profile="aberto", cards="**", stock=54), "laws")
    assert [row[2] for row in laws] == [None] * 5
    assert sum(row[3].value for row in laws) == 1
    with pytest.raises(BadInput, match="no meld by these rules"):
        ask("draw", profile="aberto", melds="7H ** **")


def test_with_two_players_a_card_is_drawn_or_thrown_by_the_one_rival():
    options = load_game("buraco").options({"players": 2})
    answer = questions(odds)["draw"].ask({"cards": "7C"}, options=options)
    ((_card, _copies, soon, _next, partner, *_others),) = rows(answer, "cards")
    assert partner.value == 0
    assert soon.value == 1 - Fraction(102 * 101, 104 * 103)


def test_going_out_of_the_documents_example():
    answer = ask("going-out", hand="345C JC KC", partner=2)
    assert answer.fields["from_the_stock"].value == Fraction(10, 99)  # a queen or any two
    assert {row[0] for row in rows(answer, "cards")} == {"QC", "2C", "2D", "2H", "2S"}
    assert answer.fields["as_the_thesis_writes_it"] == "1*pq * 1 * 1 * 1"
    drawn, held = Fraction(2, 99), 1 - (1 - Fraction(2, 99)) ** 2
    had = 1 - (1 - drawn) * (1 - held) * (1 - Fraction(1, 99))
    assert answer.fields["by_the_thesis"].value == had
    assert answer.fields["with_the_pile"].value == 0
    soon = answer.fields["before_your_next_turn"].value
    assert soon > 1 - Fraction(89 * 88 * 87 * 86 * 85, 99 * 98 * 97 * 96 * 95)


def test_going_out_with_the_pile_lays_all_its_cards():
    assert (
        ask("going-out", hand="34C 9H", discards="5C", partner=0).fields["with_the_pile"].value == 1
    )
    more = ask("going-out", hand="34C 9H", discards="5C KS", partner=0)
    assert more.fields["with_the_pile"].value == 0


def test_the_last_two_cards_that_make_a_canastra_are_an_arrangement_and_go_out():
    given = {"melds": "45678H", "final": "yes"}
    assert ask("going-out", hand="9H", **given).fields["from_the_stock"].value == Fraction(2, 49)
    both = rows(ask("arrange", hand="9H TH", **given), "arrangements")
    assert [row[1:4] for row in both] == [[220, 0, ""]] * 2


def test_a_pile_of_one_lets_no_hand_go_out_that_has_to_throw_it_back(buraco):
    """Of the hand and the pile all but a card can be laid: which one may be thrown decides."""
    position = "hand 789C; they TJQD; pile 4S; counts 11 8 5; morto nobody"
    name = "you take the morto with the pile"
    found = {
        single: odds_beside(buraco, position, single=single)[name].value
        for single in ("free", "twin", "forbidden")
    }
    assert found == {"free": 1, "twin": 0, "forbidden": 0}


def test_the_final_going_out_needs_a_clean_canastra():
    hand = {"hand": "4C", "partner": 0}
    assert ask("going-out", melds="567C", **hand).fields["already"] is True
    assert ask("going-out", melds="567C", final="yes", **hand).fields["already"] is False
    clean = ask("going-out", melds="56789TJC", final="yes", **hand)
    assert clean.fields["already"] is True
    makes = ask("going-out", hand="4C 3C", melds="56789C", final="yes", partner=0)
    assert makes.fields["already"] is True


def test_expected_points_of_a_meld_and_what_it_becomes():
    answer = ask("meld", state="567", rounds=2, p="0.25", wild=0)
    assert answer.fields["points"] == 15
    means = [row[1] for row in rows(answer, "by_round")]
    assert means[0] == 15
    assert means[-1] == answer.fields["expected_points"]
    becomes = rows(answer, "becomes")
    assert sum(p * points for _state, p, points in becomes) < means[-1]  # the likeliest alone
    assert becomes[0][0] == "567"
    assert ask("meld", state="567", rounds=0).fields["expected_points"] == 15


def test_a_cell_of_three_matrices():
    cells = {row[0]: row[1:] for row in rows(ask("transition", from_="567", to="56789"), "cells")}
    text, number, whole = cells["the thesis"]
    assert text == "(1-p4)* 1*p8*p9*(1-pd)*(1-pc)"
    assert number == 27 / 4**5
    assert whole == pytest.approx(1.18528445)  # not 1
    assert cells["a wild stays"] == [
        "(1-p4)*p8*p9*(1-pd)*(1-pc)", Exact(Fraction(27, 4**5)), Exact(Fraction(1)),
    ]  # fmt: skip


def test_splits_of_a_suit():
    answer = ask("suit-splits")
    assert answer.fields["by_the_thesis"] == 40
    assert answer.fields["with_the_whole_suit"] == 41
    assert answer.fields["melds_on_average"].value == Fraction(605, 100)
    first = rows(answer, "splits")[0]
    assert first == ["3 11", "A 3 4  5 6 7 8 9 D J Q K A*", "A 2 3  4 5 6 7 8 9 D J Q K A*"]


def test_answers_are_written_as_json():
    said = json.loads(json.dumps(ask("draw", cards="7C").to_json()))
    assert said["cards"][0]["next_card"]["exact"] == "1/52"
    assert said["cards"][0]["next_card"]["decimal"] == pytest.approx(1 / 52)


def test_every_answer_begins_with_a_sentence_and_every_heading_is_a_message(without_message):
    for question, given in (
        ("draw", {"cards": "7C"}),
        ("draw", {}),
        ("arrange", {"hand": "3C 4C 5C KS"}),
        ("rounds-left", {}),
        ("meld", {"rounds": 1}),
        ("transition", {"from_": "567", "to": "56789"}),
        ("suit-splits", {}),
        ("going-out", {"hand": "5C", "partner": 0}),
    ):
        answer = ask(question, **given)
        assert re.fullmatch(r"[A-Z][^{}]+\.", answer.headline)
        assert without_message(answer) == set()


@pytest.mark.parametrize(
    ("question", "given", "sentence"),
    [
        ("draw", {"cards": "7X"}, "7X are no cards"),
        ("draw", {"hand": "7C 7C 7C"}, "there are 2 of 7♣ in the deck, and you have chosen 3"),
        ("draw", {"hand": "**"}, "without jokers"),
        ("draw", {"hand": "7C", "stock": 104}, "stock: 104 cards are more than the 103"),
        ("going-out", {"hand": "7C", "melds": "56H"}, "56H is no meld"),
        ("going-out", {"hand": "7C", "melds": "569H"}, "569H is no meld"),
        ("going-out", {"hand": "7C", "melds": "5H2C2D"}, "5H2C2D is no meld"),
        ("meld", {"state": "569"}, "569 is no meld"),
        ("meld", {"p": "0.1,0.2"}, "one chance for all cards"),
    ],
)
def test_bad_input_is_said_in_a_sentence(question, given, sentence):
    with pytest.raises(BadInput, match=r".") as error:
        ask(question, **given)
    assert sentence in str(error.value)


def test_melds_are_read_with_a_wild_in_its_place():
    read = {
        "567H": (2, (4, 6, False)),
        "5H2C7H": (2, (4, 6, True)),
        "A23S": (3, (0, 2, False)),
        "AS2D3S": (3, (0, 2, True)),
        "QKAS": (3, (11, 13, False)),
        "2HQKS": (3, (10, 12, True)),
        "234C": (0, (1, 3, False)),
    }
    for text, (suit, meld) in read.items():
        assert typed.read_meld(typed.read_kinds(text), text) == (suit, meld), text


# -- what can be laid ------------------------------------------------------------------------------


def test_the_best_arrangement_is_told_by_both_criteria():
    """The nine makes a canastra, which is clean as long as the two stays in the hand."""
    given = {"hand": "9H 2C KS", "melds": "3H 4H 5H 6H 7H 8H"}
    points, cards = rows(ask("arrange", **given), "arrangements")
    assert points[1:] == [210, 2, "KS", True]
    assert cards[1:] == [120, 1, "KS", True]
    (by_points, by_cards) = rows(ask("arrange", **given), "melds")
    assert by_points[1:] == ["meld 1 of your side", "3H-4H-5H-6H-7H-8H-9H", 1]
    assert by_cards[1] == "meld 1 of your side"
    assert by_cards[3] == 2
    sets = rows(ask("arrange", profile="fechado", hand="5C 5D 5H KS"), "melds")
    assert [row[1:] for row in sets] == [["a new meld", "5C-5D-5H", 3]] * 2
    nothing = ask("arrange", hand="3C 5D 9H")
    assert nothing.headline == "No card of this hand can be laid."
    assert [row[1:4] for row in rows(nothing, "arrangements")] == [[0, 3, ""]] * 2


def test_the_answer_to_a_hand_is_its_melds_and_the_card_to_discard():
    answer = ask("arrange", hand="5H 6H 7H 9C TC JC QC 9D KS")
    assert answer.headline == "Lay 7 cards for 55 points and discard 9♦: 1 card stays in hand."
    assert sorted(answer.fields["to_lay"].split(",")) == ["5H-6H-7H", "9C-TC-JC-QC"]
    assert answer.fields["discard"] == "9D"
    assert document_of(answer, "", seed=1)["drawn"] == ["to_lay", "discard"]


@pytest.mark.parametrize("profile", ["thesis", "aberto", "fechado", "stbl"])
def test_an_arrangement_is_laid_by_legal_moves_that_bring_its_points(buraco, profile):
    rng, tried = np.random.default_rng(5), 0
    state = buraco.new_state({"profile": profile})
    for _move in range(250):
        if state.is_terminal():
            break
        s = state.record[0]
        if not state.is_chance() and s.phase == PLAYING:
            me, view = int(s.to_move), state.view(int(s.to_move))
            for wanted in ("points", "cards"):
                moves = odds.moves_to_try(view, wanted)
                after = view.after(moves).record[0] if moves else s
                laid = pair_value(after, me) - pair_value(s, me)
                best = arrangement(state.record, me, CRITERIA[wanted])
                assert laid == (best.points if best else 0)
                tried += bool(moves)
        drawn = state.is_chance()
        state.apply(state.sample_chance(rng) if drawn else int(rng.choice(state.legal_actions())))
    assert tried > 5


def pair_value(s, seat):
    return sum(int(meld_points(s, seat % 2, meld)) for meld in range(s.melds[seat % 2]))


def test_in_the_turn_the_most_that_can_be_laid_stands_beside_the_cards(buraco):
    text = "hand 3C 4C 5C 9H TH JH KS; counts 11 8 5; now play"
    found = odds_beside(buraco, text)
    assert found["the most points that can be laid now"].value == 15 + 30
    assert found["the fewest cards that can be left in hand"].value == 1


# -- beside the cards ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def buraco():
    return load_game("buraco")


def odds_beside(game, text, **options):
    state = game.new_state(options)
    read_position(text, game.options(options), np.random.default_rng(1), state.record[0])
    return {odd.name: odd.value for odd in odds.odds_at(state.view(0), np.random.default_rng(1))}


def test_beside_the_cards_stand_going_out_and_useful_cards(buraco):
    found = odds_beside(buraco, "hand 345C JC KC; we 789H; they TJQD; pile 4S; counts 11 8 5")
    unknown = 104 - 5 - 3 - 3 - 1
    assert found["you take the morto with the next card"].value == Fraction(10, unknown)
    assert found["you take the morto with the pile"].value == 0
    (next_card,) = (name for name in found if name.startswith("the next card fits your melds"))
    assert {"6♣", "Q♣"} <= set(next_card.split())
    laid = found[next_card].value
    assert laid * unknown >= 2 * 2 + 8  # queens, sixes, any two
    order = list(found)
    assert order[:2] == ["points ahead if you draw", "points ahead if you take the pile"]
    can_go_out = order.index("you take the morto with the next card")
    assert can_go_out < order.index(next_card)
    assert order[-1] == "you take the morto with the pile", "what cannot happen"


def test_a_third_card_of_a_rank_makes_a_set_where_sets_are_laid(buraco):
    for profile, sets in (("canastra", True), ("aberto", False)):
        found = odds_beside(
            buraco, "hand AC AH 5D 9S; they TJQD; pile 4S; counts 11 8 5", profile=profile
        )
        (name,) = (name for name in found if name.startswith("the next card fits your melds"))
        assert ({"A♠", "A♦"} <= set(name.split())) == sets


def test_a_second_copy_is_of_no_use_in_a_run_that_has_the_card(buraco):
    """Held or laid; it is of use where its neighbours are held twice, or where sets are laid."""
    wild, ends = 8 + 4, 2 + 2  # twos and jokers; the cards at both ends of a run
    for cards, profile, of_use, unknown in (
        ("567H 9S; we 789C", "aberto", wild + 2 * ends, 97),
        ("55667H 9S; we 789C", "aberto", wild + 2 * ends + 1, 95),
        ("567H 7S; we 789C", "fechado", wild + 2 * ends + 5, 97),
        ("9S KD; we 567H", "aberto", wild + ends, 99),
    ):
        text = f"hand {cards}; they TJQD; pile 4S; counts 11 8 5"
        found = odds_beside(buraco, text, profile=profile)
        (name,) = (name for name in found if name.startswith("the next card fits your melds"))
        assert found[name].value == Fraction(of_use, unknown), cards


def test_chances_to_go_out_stand_last_where_there_are_none(buraco):
    found = odds_beside(buraco, "hand A47TC 369QD 258H KS; they TJQD; pile 4S; counts 2 11 2")
    *_others, pile, by_all = found
    assert (pile, by_all) == (
        "you take the morto with the pile",
        "you can take the morto by your next turn, counting all that your partner holds and the "
        "rivals throw",
    )
    assert found[pile].value == found[by_all].mean == 0


def test_stock_and_pile_are_weighed_in_the_same_worlds(buraco):
    """A pile that completes a canastra is worth more than a card of the stock."""
    found = odds_beside(buraco, "hand 345C 9H KS; we 789TJQH; they TJQD; pile 4S KH; counts 11 8 5")
    name, *_others = found
    assert name == "taking the pile is better than drawing, by points"
    above, stock, pile = list(found.values())[:3]
    assert above.mean == pytest.approx(pile.mean - stock.mean)
    assert above.low > 0
    assert above.high - above.low < stock.high - stock.low + pile.high - pile.low


def test_a_difference_of_stock_and_pile_within_the_error_is_told_without_its_figure(
    buraco, monkeypatch
):
    for most, told in ((400.0, "No clear difference between stock and pile."), (1.0, "")):
        noise = np.zeros((100, 2, 4))
        noise[::2, 1], noise[1::2, 1] = 40 + most, 40 - most
        monkeypatch.setattr(odds_beside_module, "roll_out", lambda *_asked, worth=noise: worth)
        text = "hand 345C JC KC; we 789H; they TJQD; pile 4S; counts 11 8 5"
        state = buraco.new_state({})
        read_position(text, buraco.options({}), np.random.default_rng(1), state.record[0])
        found = odds.odds_at(state.view(0), np.random.default_rng(1))
        first = ("points ahead if you draw", "taking the pile is better than drawing, by points")
        assert (found[0].name, found[0].given) == (first[not told], told)


def test_rounds_left_by_state_of_play():
    early, late = (ask("rounds-left", stock=stock, mortos=2) for stock in (36, 4))
    for answer in (early, late):
        assert answer.fields["by_the_thesis"] == 13
    first, last = (a.fields["rounds_left"].mean for a in (early, late))
    assert first > last > 0
    played = {row[0]: row[2:] for row in rows(early, "played")}
    assert played[0][0] == early.fields["rounds_of_a_deal"]
    assert played[15][1] == -2
    assert played[15][0].mean > 0
    with pytest.raises(BadInput, match="no deal came to 60 cards"):
        ask("rounds-left", stock=60, mortos=2)


def test_shipped_rounds_are_those_of_deals_played_anew():
    """Within four standard errors of the smaller sample."""
    for single in ("free", "forbidden"):
        found = rounds.simulate(60, seed=7, single=single)
        shipped = rounds.shipped(single)
        for key in ((-1, 0), (2, 20), (-1, 8)):
            fresh, kept = found[key].rounds, shipped[key].rounds
            assert abs(fresh.mean - kept.mean) < 2.1 * (fresh.high - fresh.low)
    assert rounds.simulate(3, seed=7) == rounds.simulate(3, seed=7)


def test_odds_of_a_pair_without_the_right_to_go_out(buraco):
    with_right = "hand QC JC; we 456789TH; they TJQD; pile 4S; counts 11 8 5; morto we they"
    without = "hand QC JC; we 456H; they TJQD; pile 4S; counts 11 8 5; morto we they"
    name = "you go out with the next card"
    assert odds_beside(buraco, with_right)[name].value > 0
    assert odds_beside(buraco, without)[name].value == 0


def test_going_out_under_the_rules_of_other_profiles(buraco):
    unknown = 108 - 5 - 3 - 3 - 1
    text = "hand 345C JC KC; we 789H; they TJQD; pile 4S; counts 11 8 5"
    name = "you take the morto with the next card"
    aberto = odds_beside(buraco, text, profile="aberto")
    assert aberto[name].value == Fraction(2 + 8 + 4, unknown)  # queens, twos, jokers
    pair = "hand 5C 5D 9S; counts 11 11 11"
    assert odds_beside(buraco, pair, profile="fechado")[name].value == Fraction(6 + 8 + 4, 105)
    assert odds_beside(buraco, pair, profile="stbl")[name].value == 0  # no sets
    soon = (
        "you can take the morto by your next turn, counting all that your partner holds and the "
        "rivals throw"
    )
    with_sets, without = (
        odds_beside(buraco, pair, profile=profile)[soon] for profile in ("fechado", "stbl")
    )
    assert with_sets.low > without.high
    untold = odds_beside(buraco, pair, first_meld=50)
    assert not any("take the morto" in name for name in untold)
    alone = odds_beside(buraco, "hand 5C 5D 9S; counts 11", players=2)
    assert "you can take the morto by your next turn, counting what the rival throws" in alone


def test_a_closed_pile_is_taken_with_its_top_card_only():
    hand = {"hand": "5C 6C", "partner": 0}
    for pile, profile, out in (
        ("7C 6H", "aberto", 1),
        ("7C 6H", "stbl", 0),  # the six lies on top, and fits nothing
        ("6H 7C", "stbl", 1),
        ("6H 9H 7C", "stbl", 0),
    ):
        answer = ask("going-out", discards=pile, profile=profile, **hand)
        assert answer.fields["with_the_pile"].value == out, (pile, profile)


def test_in_burraco_a_hand_goes_out_by_throwing_a_card_that_is_not_wild():
    """The wild card is laid where a natural one comes; three cards of a run leave none to throw."""
    given = {"melds": "3456789H", "final": "yes", "partner": 0}
    for hand, already, coming in (("2S", False, 48), ("5C 6C", False, 0), ("TH", True, 53)):
        answer = ask("going-out", profile="burraco", hand=hand, **given)
        assert answer.fields["already"] is already, hand
        assert len(rows(answer, "cards")) == coming, hand
    aberto = ask("going-out", profile="aberto", hand="2S", **given)
    assert aberto.fields["already"] is True
    assert len(rows(ask("going-out", profile="aberto", hand="5C 6C", **given), "cards")) > 0


def test_the_documents_odds_of_going_out_stand_under_its_own_rules_alone():
    hand = {"hand": "345C JC KC", "partner": 2}
    assert "by_the_thesis" in ask("going-out", **hand).fields
    for options in ({"dry": "no"}, {"going_out": "any"}, {"players": 2}, {"wild_out": "no"}):
        answer = questions(odds)["going-out"].ask(
            hand, options=load_game("buraco").options(options)
        )
        assert "by_the_thesis" not in answer.fields


def test_any_canastra_lets_a_hand_go_out_in_fechado():
    given = {"hand": "TC 9H", "melds": "5C 6C 2D 8C 9C", "final": "yes", "partner": 0}
    assert ask("going-out", profile="fechado", **given).fields["already"] is False
    given["hand"] = "TC JC 9H"
    assert ask("going-out", profile="fechado", **given).fields["already"] is True
    assert ask("going-out", profile="aberto", **given).fields["already"] is False


@pytest.mark.parametrize("hand", ["345C JC KC", "5C 6C 9H TH", "AC KC 5D"])
def test_simulated_chances_to_go_out_are_the_exact_ones(hand):
    """Within the half of an interval of a thousand worlds more than its own."""
    position = typed.position_from(hand, partner=5)
    assert position.is_small()
    exact = float(position.by_end_of_round())
    record = typed.record_from(hand, "", "", "", 5, False, load_game("buraco").options({}))
    found = odds_beside_module.by_end_of_round(record[0], 0, np.random.default_rng(2))
    slack = (found.high - found.low) / 2
    assert found.n == 1_000
    assert found.low - slack < exact < found.high + slack


def test_going_out_of_large_hands_is_simulated_and_says_so():
    answer = ask("going-out", hand="3C4C5C 7D8D 9H TH JS QS KS AS")
    soon = answer.fields["before_your_next_turn"]
    assert soon.n == 1_000
    assert soon.low <= soon.mean <= soon.high


def test_unknown_cards_are_those_of_the_deck_less_all_that_is_seen(buraco):
    state = buraco.new_state({})
    rng = np.random.default_rng(4)
    while state.record[0].phase != CHOOSING:
        if state.is_chance():
            state.apply(state.sample_chance(rng))
        else:
            state.apply(state.legal_actions()[-1])
    s = state.record[0]
    unseen = np.zeros(KINDS, np.int64)
    me = int(s.to_move)
    total = count_unseen(s, me, unseen)
    assert total == 104 - int(s.in_hand[me]) - int(s.pile_cards)
    assert unseen[read_card("**")] == 0
