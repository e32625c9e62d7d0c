"""The rules of mus, one by one: mus and discards, lances, bets, counting, juegos and vacas.

Hands are dealt to the seats 0 to 3; seat 0 is the mano.
"""

import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.state import IllegalMove
from ludoteca.games.mus.hands import code_of
from ludoteca.games.mus.ids import (
    ACCEPTED,
    BETTING,
    DISCARDING,
    GRANDE,
    JUEGO,
    NOT_BET,
    OVER,
    PARES,
    PASO,
    PUNTO,
    RAISES,
    REFUSED,
    ROUNDS,
    TALKING,
    WINDOW,
)
from ludoteca.games.mus.notation import MOVES, read_line

from .conftest import counts, standing

PAIRS = "RRC7 RRS6 CCAA SSAA"  # all have pares, nobody juego but seats 0 and 1
PASS_ALL = "paso paso paso paso"
NO_PARES = "RCS7 RCS6 765A 654A"


def field(state, name):
    return state.record[name][0].tolist()


def stones(state):
    return field(state, "points")


# -- mus and discards ------------------------------------------------------------------------------


def test_the_first_dealer_is_drawn_and_the_mano_is_on_his_right(mus):
    state = mus.new_state()
    assert [round(p, 3) for _a, p in state.chance_outcomes()] == [0.25] * 4
    state.apply(state.parse("reparte-2"))
    assert state.record["to_move"][0] == 3


def test_the_next_deal_is_dealt_by_the_seat_on_the_right(mus):
    state = mus.new_state({}, standing(mus, begun=1, dealer=2))
    assert field(state, "to_move") == 3


def test_a_deal_begins_in_grande_when_somebody_cuts(played):
    state = played(PAIRS, "mus no-hay-mus")
    assert (field(state, "phase"), field(state, "lance"), state.current_player()) == (
        BETTING, GRANDE, 0,
    )  # fmt: skip


def test_all_four_must_want_mus_and_each_throws_at_least_one(played):
    state = played(PAIRS, "mus mus mus mus")
    assert field(state, "phase") == DISCARDING
    assert "x" not in [state.action_text(a) for a in state.legal_actions()]


def test_a_discard_takes_any_cards_and_equal_ones_count_once(played):
    state = played("RRRA 4567 4567 4567", "mus mus mus mus")
    found = {state.action_text(a) for a in state.legal_actions()}
    assert found == {"xA", "xR", "xRA", "xRR", "xRRA", "xRRR", "xRRRA"}


def test_others_see_how_many_cards_go_and_not_which(played):
    state = played(PAIRS, "mus mus mus mus")
    state.apply(state.parse("xC7"))
    assert field(state, "threw")[0] == [2, 0, 0, 0]
    assert [state.newest_tokens()[seat] == state.moves[-1].action for seat in range(4)] == [
        True, False, False, False,
    ]  # fmt: skip
    assert state.view(1).record["hand"][0, 0].tolist() == [0] * 10


def test_ways_of_a_discard_are_the_product_of_ways_of_each_kind(played):
    """C(3, 2) kings and C(1, 1) ace: three sets of cards are the discard RRA."""
    state = played("RRRA 4567 4567 4567", "mus mus mus mus")
    ways = {
        state.action_text(a): float(calls.hidden_ways(state.record, 0, a))
        for a in state.legal_actions()
    }
    assert ways == {
        "xA": 1, "xR": 3, "xRA": 3, "xRR": 3, "xRRA": 3, "xRRR": 1, "xRRRA": 1,
    }  # fmt: skip


def test_the_discards_of_this_round_too_are_shuffled_when_the_stock_is_empty(played, deal_on):
    """24 cards after the deal; two rounds of 4 x 4 discards: the second meets an empty stock."""
    state = played(PAIRS, "mus mus mus mus")
    for _round in range(2):
        while field(state, "phase") == DISCARDING:
            state.apply(state.legal_actions()[-1])  # all four cards
        deal_on(state)
        if field(state, "mus_rounds") == 1:
            assert (field(state, "stock"), field(state, "pile")) == (8, 16)
            for _seat in range(4):
                state.apply(state.parse("mus"))
    assert (field(state, "stock"), field(state, "pile"), field(state, "shuffles")) == (24, 0, 1)


def test_rounds_of_mus_are_capped(played, deal_on):
    """One card each: six rounds are 24 cards, the stock; then grande begins."""
    state = played(PAIRS, "mus mus mus mus")
    for _round in range(ROUNDS):
        while field(state, "phase") == DISCARDING:
            state.apply(state.legal_actions()[0])
        deal_on(state)
        while field(state, "phase") == TALKING:
            state.apply(state.parse("mus"))
    assert (field(state, "mus_rounds"), field(state, "phase")) == (ROUNDS, BETTING)


def test_after_the_shuffle_there_is_mus_only_while_the_stock_lasts_for_all(played, deal_on):
    """After the shuffle 24 cards are left: eight go, and 16 are enough once more."""
    state = played(PAIRS, "mus mus mus mus")
    thrown = {1: 4, 2: 4, 3: 2, 4: 1}
    while field(state, "phase") == DISCARDING:
        for _seat in range(4):
            wanted = thrown[field(state, "mus_rounds") + 1]
            state.apply(next(
                a for a in state.legal_actions() if len(state.action_text(a)) == 1 + wanted
            ))  # fmt: skip
        deal_on(state)
        while field(state, "phase") == TALKING:
            state.apply(state.parse("mus"))
    assert (field(state, "mus_rounds"), field(state, "stock")) == (4, 12)


def test_mus_corrido_passes_the_deal_on_after_each_agreed_mus(played):
    state = played(PAIRS, "mus mus mus mus", corrido="yes", signs="short", first_juego=True)
    assert field(state, "dealer") == 0
    assert state.current_player() == 1


def test_mus_corrido_is_without_signs_and_only_in_the_first_juego(played):
    first = played(PAIRS, corrido="yes", signs="short", first_juego=True)
    later = played(PAIRS, corrido="yes", signs="short")
    assert (field(first, "phase"), field(later, "phase")) == (TALKING, WINDOW)
    state = played(PAIRS, corrido="no", signs="short", first_juego=True)
    assert field(state, "phase") == WINDOW


def test_mus_visto_is_decided_by_the_mano_alone_and_one_may_stand(played):
    state = played(PAIRS, "vista-1S mus", visto=50, signs="short")
    assert field(state, "phase") == DISCARDING
    assert state.action_text(state.legal_actions()[0]) == "x"
    state.apply(state.parse("x"))
    assert field(state, "threw")[0] == [0, 0, 0, 0]


def test_mus_visto_may_be_cut_by_the_mano(played):
    state = played(PAIRS, "vista-1S no-hay-mus", visto=50, signs="short")
    assert (field(state, "phase"), field(state, "lance")) == (BETTING, GRANDE)


def test_a_card_is_seen_as_likely_as_the_option_says(played):
    state = played(PAIRS, visto=20, stop=True)
    odds = {state.action_text(a): p for a, p in state.chance_outcomes()}
    assert odds["tapadas"] == pytest.approx(0.8)
    assert odds["vista-0R"] == pytest.approx(0.2 * 2 / 16)
    assert odds["vista-1S"] == pytest.approx(0.2 / 16)


# -- bets ------------------------------------------------------------------------------------------


def test_examples_of_bets_1_6_3_1_grande(played):
    """The first raises by two; the second leaves it to the fourth, who passes: two stones."""
    state = played("5444 7654 77AA RRCS", "no-hay-mus paso paso paso envido2 reenvido2 paso")
    assert state.current_player() == 3
    state.apply(state.parse("no-quiero"))
    assert (stones(state), field(state, "outcome")[GRANDE]) == ([2, 0], REFUSED)


def test_examples_of_bets_1_6_3_1_pares(played):
    """The fourth says ordago, and the first pair sees it: the third has duples and wins."""
    state = played(
        "5444 7654 77AA RRCS",
        "no-hay-mus", PASS_ALL, PASS_ALL, "paso paso envido3 paso reenvido3 órdago quiero",
    )  # fmt: skip
    assert field(state, "phase") == OVER
    assert (stones(state), field(state, "ordago"), field(state, "winner")[PARES]) == ([40, 0], 1, 1)
    assert state.returns() == [40, -40, 40, -40]


def test_examples_of_bets_1_6_3_1_juego_with_its_erratum(played):
    """Two stones of the bet and, by the rule of 1.6.2, five of the cuenta: the document says three.

    The third has no juego (the document: the second); the partner's 32 adds two to the 31's three.
    """
    state = played(
        "RRCS RR66 7665 RRCA", "no-hay-mus", PASS_ALL, PASS_ALL, PASS_ALL,
        "envido2 paso quiero",
    )  # fmt: skip
    assert field(state, "juego_said") == [2, 2, 1, 2]
    assert (field(state, "winner")[JUEGO], field(state, "paid")[JUEGO]) == (2, 2)
    assert field(state, "cuenta")[JUEGO] == 5


def test_a_first_bet_is_of_two_stones_or_more_and_a_raise_of_one_or_more(played):
    state = played(PAIRS, "no-hay-mus")
    texts = [state.action_text(a) for a in state.legal_actions()]
    assert texts[:3] == ["paso", "órdago", "envido2"]
    state.apply(state.parse("envido2"))
    texts = [state.action_text(a) for a in state.legal_actions()]
    assert texts[:4] == ["paso", "quiero", "órdago", "reenvido1"]


def test_a_bet_is_at_most_what_the_leader_lacks(played):
    state = played(PAIRS, "no-hay-mus", score=(33, 10))
    assert state.action_text(state.legal_actions()[-1]) == "envido7"
    state.apply(state.parse("envido5"))
    assert state.action_text(state.legal_actions()[-1]) == "reenvido2"


def test_at_one_stone_from_the_end_there_is_only_ordago(played):
    state = played(PAIRS, "no-hay-mus", score=(39, 10))
    assert [state.action_text(a) for a in state.legal_actions()] == ["paso", "órdago"]


def test_raises_are_capped(played):
    state = played(PAIRS, "no-hay-mus envido2" + " reenvido1" * RAISES)
    texts = [state.action_text(a) for a in state.legal_actions()]
    assert texts == ["paso", "quiero", "órdago"]


def bets_of(state):
    return [text for text in map(state.action_text, state.legal_actions()) if "envido" in text]


def test_by_doubling_a_raise_adds_what_was_bet_and_first_bets_are_free(played):
    state = played(PAIRS, "no-hay-mus", doubling="yes")
    assert bets_of(state) == [f"envido{n}" for n in range(2, 41)]
    state.apply(state.parse("envido3"))
    assert bets_of(state) == ["reenvido3"]
    state.apply(state.parse("reenvido3"))
    assert bets_of(state) == ["reenvido6"]
    for word in ("reenvido6", "paso", "no-quiero"):
        state.apply(state.parse(word))
    assert stones(state) == [6, 0]


def test_by_doubling_only_ordago_is_left_where_the_leader_lacks_less_than_the_double(played):
    state = played(PAIRS, "no-hay-mus envido4", score=(33, 10), doubling="yes")
    assert [state.action_text(a) for a in state.legal_actions()] == ["paso", "quiero", "órdago"]
    state = played(PAIRS, "no-hay-mus envido4", score=(32, 10), doubling="yes")
    assert bets_of(state) == ["reenvido4"]


def test_the_falta_is_what_the_leader_lacks_and_stands_beside_the_double(played):
    state = played(PAIRS, "no-hay-mus envido2", score=(20, 33), doubling="yes", falta="yes")
    assert bets_of(state) == ["reenvido2", "reenvido5"]
    state.apply(state.parse("reenvido2"))
    assert bets_of(state) == ["reenvido3"]  # the double is 8 of 7
    state.apply(state.parse("reenvido3"))
    assert (field(state, "bet"), bets_of(state)) == (7, [])
    assert "órdago" in map(state.action_text, state.legal_actions())


def test_without_doubling_the_falta_is_the_greatest_bet_by_name(played):
    plain = played(PAIRS, "no-hay-mus", score=(33, 20))
    named = played(PAIRS, "no-hay-mus", score=(33, 20), falta="yes")
    assert plain.legal_actions() == named.legal_actions()
    assert read_line(named.record[0], "a la falta") == ["envido7"]
    assert read_line(plain.record[0], "a la falta") is None
    greatest = named.legal_actions()[-1]
    assert "all that the leading pair lacks" in MOVES.words(named.record[0], greatest)
    assert "lacks" not in MOVES.words(plain.record[0], greatest)


def test_a_falta_waits_for_the_count_where_an_earlier_lance_may_end_the_juego(played):
    """Seats 0 and 2 lack two stones; grande and chica in paso pay them before duples of seat 3.

    By an órdago of the same lance the other pair has the juego.
    """
    hands = "RRC7 6544 CCAA SSRR"
    at = {"score": (38, 20), "falta": "yes"}
    before = ("no-hay-mus", PASS_ALL, PASS_ALL)
    state = played(hands, *before, "envido2 quiero", "paso paso", **at)
    assert (field(state, "winner"), stones(state)) == ([1, 1, 0, 0, 0], [2, 0])
    state = played(hands, *before, "órdago quiero", **at)
    assert stones(state) == [0, 20]


def test_only_the_rivals_answer_and_the_first_may_leave_it_to_his_partner(played):
    state = played(PAIRS, "no-hay-mus paso envido2")
    assert state.current_player() == 2
    state.apply(state.parse("paso"))
    assert state.current_player() == 0
    assert state.action_text(state.legal_actions()[0]) == "no-quiero"
    state.apply(state.parse("reenvido2"))
    assert state.current_player() == 1


def test_deje_of_a_first_bet_is_one_stone_whatever_it_was(played):
    assert stones(played(PAIRS, "no-hay-mus envido9 paso no-quiero")) == [1, 0]
    assert stones(played(PAIRS, "no-hay-mus órdago paso no-quiero")) == [1, 0]


def test_deje_of_a_raise_is_what_was_accepted_before_it(played):
    assert stones(played(PAIRS, "no-hay-mus envido5 reenvido7 paso no-quiero")) == [0, 5]
    assert stones(played(PAIRS, "no-hay-mus envido5 órdago paso no-quiero")) == [0, 5]


def test_a_refused_bet_is_paid_at_once_and_can_end_the_juego(played):
    state = played(PAIRS, "no-hay-mus órdago paso no-quiero", score=(39, 39))
    assert (field(state, "phase"), stones(state), field(state, "ordago")) == (OVER, [1, 0], 0)


def test_an_ordago_that_is_seen_ends_the_juego_on_this_lance_alone(played):
    """Seat 1 has the best grande by a sota; chica would be the other pair's."""
    state = played("RRC7 RRCS AAAA 4444", "no-hay-mus órdago quiero")
    assert (field(state, "ordago"), stones(state)) == (2, [0, 40])
    assert field(state, "outcome") == [ACCEPTED, 0, 0, 0, 0]


# -- pares, juego, punto ---------------------------------------------------------------------------


def test_only_those_who_have_pares_bet_on_them(played):
    state = played("RRC7 RCS6 654A SSAA", "no-hay-mus", PASS_ALL, PASS_ALL)
    assert field(state, "pares_said") == [2, 1, 1, 2]
    assert state.current_player() == 0
    state.apply(state.parse("envido2"))
    assert state.current_player() == 3
    assert state.action_text(state.legal_actions()[0]) == "no-quiero"


def test_pares_of_one_pair_alone_are_not_bet_on_and_count(played):
    state = played("RRC7 RCS6 CCAA 754A", "no-hay-mus", PASS_ALL, PASS_ALL)
    assert (field(state, "outcome")[PARES], field(state, "lance")) == (NOT_BET, JUEGO)
    state = played("RRC7 RCS6 CCAA 754A", "no-hay-mus", PASS_ALL, PASS_ALL, "paso paso")
    assert (field(state, "cuenta")[PARES], field(state, "winner")[PARES]) == (4, 1)


def test_punto_is_played_where_nobody_has_juego(played):
    state = played("RC55 7654 77AA RC44", "no-hay-mus", PASS_ALL, PASS_ALL, PASS_ALL[:14])
    assert (field(state, "lance"), field(state, "outcome")[JUEGO]) == (PUNTO, NOT_BET)


def test_juego_of_one_pair_alone_is_neither_bet_on_nor_punto(played):
    state = played("5444 7654 77AA RCSS", "no-hay-mus", PASS_ALL, PASS_ALL, "paso paso paso")
    assert field(state, "phase") == OVER
    assert field(state, "outcome")[JUEGO:] == [NOT_BET, 0]
    assert (field(state, "cuenta")[JUEGO], field(state, "winner")[JUEGO]) == (2, 2)


@pytest.mark.parametrize(
    ("words", "paid", "cuenta"),
    [
        (PASS_ALL, 0, 1),
        ("envido4 quiero", 4, 1),
        ("envido4 paso no-quiero", 1, 1),
        ("envido4 reenvido2 quiero", 6, 1),
    ],
)
def test_punto_is_worth_one_besides_any_bet(played, words, paid, cuenta):
    """Punto y miedo (1.5.1.1): a refused bet is worth two. 30 points of seat 0 win."""
    state = played("RC55 C654 S76A RC54", "no-hay-mus", PASS_ALL, PASS_ALL, words)
    assert (field(state, "paid")[PUNTO], field(state, "cuenta")[PUNTO]) == (paid, cuenta)
    assert field(state, "winner")[PUNTO] == 1


# -- counting --------------------------------------------------------------------------------------


def test_lances_in_paso_pay_one_in_grande_and_chica_and_the_cuenta_in_pares_and_juego(played):
    state = played("RRC7 RRS6 CCAA SS4A", "no-hay-mus", PASS_ALL, PASS_ALL, PASS_ALL, "paso paso")
    assert field(state, "outcome") == [PASO, PASO, PASO, PASO, 0]
    assert field(state, "paid") == [1, 1, 0, 0, 0]
    # Duples of seat 2 win pares for 3 + 1; 37 and 36 of seats 0 and 1: juego is seat 0's.
    assert field(state, "cuenta") == [0, 0, 4, 2, 0]
    assert field(state, "winner") == [1, 1, 1, 1, 0]
    assert stones(state) == [8, 0]


def test_the_pair_whose_bet_was_refused_takes_the_cuenta_of_the_lance(played):
    """Seat 1's bet on pares is refused: his pair counts its pares though the rivals' are better."""
    state = played(
        "CCAA RR76 654A RCS4", "no-hay-mus", PASS_ALL, PASS_ALL, "paso envido2 no-quiero",
    )  # fmt: skip
    assert (field(state, "winner")[PARES], field(state, "cuenta")[PARES]) == (2, 1)


def test_stones_are_counted_in_order_until_the_target(played):
    """Both pairs lack one stone: grande is counted first and wins, chica is not counted."""
    state = played(
        "RRC7 RRS6 CCAA SS4A",
        "no-hay-mus", PASS_ALL, PASS_ALL, PASS_ALL, "paso paso", score=(38, 39),
    )  # fmt: skip
    assert stones(state) == [2, 0]
    assert field(state, "paid") == [1, 1, 0, 0, 0]
    assert field(state, "cuenta") == [0] * 5


def test_a_pair_counts_no_more_than_it_lacks(played):
    state = played(
        "RRC7 RRS6 CCAA SS4A", "no-hay-mus envido9 quiero", PASS_ALL, PASS_ALL, "paso paso",
        score=(31, 0),
    )  # fmt: skip
    assert stones(state) == [9, 0]


def test_ties_are_won_by_the_hand_nearest_to_the_mano(played):
    state = played("CCA4 RRA4 5566 RRA4", "no-hay-mus", PASS_ALL, PASS_ALL, PASS_ALL, PASS_ALL)
    assert field(state, "winner")[GRANDE] == 2
    state = played("CCA4 5566 RRA4 RRA4", "no-hay-mus", PASS_ALL, PASS_ALL, PASS_ALL, PASS_ALL)
    assert field(state, "winner")[GRANDE] == 1


@pytest.mark.parametrize(("real", "winner"), [("none", 1), ("any", 2), ("sota", 1)])
def test_la_real_beats_other_31_where_the_option_says_so(played, real, winner):
    state = played(
        "RRRA R777 654A 654A", "no-hay-mus", PASS_ALL, PASS_ALL, "paso paso", "paso paso", real=real
    )
    assert field(state, "winner")[JUEGO] == winner


def test_all_hands_are_shown_in_the_end(played):
    state = played("RRC7 RRS6 CCAA SS4A", "no-hay-mus órdago quiero")
    assert field(state, "shown")[0] == code_of(counts("RRC7"))


def test_a_forfeit_gives_the_juego_to_the_rivals(played):
    state = played(PAIRS, "no-hay-mus", score=(10, 33))
    state.forfeit()
    assert (stones(state), state.returns()) == ([0, 7], [-7, 7, -7, 7])


# -- juegos, vacas, options ------------------------------------------------------------------------


def close(mus, state):
    after = state.standing.copy()
    over = bool(calls.next_standing(state.record, 0, after))
    return over, {name: after[name][0].tolist() for name in after.dtype.names}


def test_stones_go_on_to_the_next_deal_of_the_juego(mus, played):
    state = played(PAIRS, "no-hay-mus", PASS_ALL, PASS_ALL, PASS_ALL, "paso paso", score=(5, 6))
    over, after = close(mus, state)
    won = stones(state)
    assert not over
    assert after["score"] == [5 + won[0], 6 + won[1]]
    assert (after["dealer"], after["juegos_won"]) == (0, [0, 0])


@pytest.mark.parametrize(
    ("juegos", "vacas", "before", "after", "over"),
    [
        ("1", "1", ((0, 0), (0, 0)), ([0, 0], [0, 1]), True),
        ("3", "1", ((1, 0), (0, 0)), ([1, 1], [0, 0]), False),
        ("3", "1", ((1, 1), (0, 0)), ([0, 0], [0, 1]), True),
        ("3", "3", ((1, 1), (0, 0)), ([0, 0], [0, 1]), False),
        ("3", "3", ((1, 1), (1, 1)), ([0, 0], [1, 2]), True),
        ("5", "5", ((0, 2), (2, 1)), ([0, 0], [2, 2]), False),
    ],
)
def test_a_juego_won_makes_vacas_and_the_match(mus, played, juegos, vacas, before, after, over):
    """Seat 1's pair wins the juego by a bet that is refused."""
    state = played(
        PAIRS, "no-hay-mus paso órdago paso no-quiero", score=(39, 39), juegos=juegos, vacas=vacas,
        won=before,
    )  # fmt: skip
    assert stones(state) == [0, 1]
    ended, found = close(mus, state)
    assert (ended, (found["juegos_won"], found["vacas_won"])) == (over, after)
    assert found["score"] == [0, 0]


@pytest.mark.parametrize("option", ["40", "35", "30"])
def test_the_target_is_an_option(mus, option):
    assert field(mus.new_state({"stones": option}), "target") == int(option)


def test_four_kings_leave_threes_and_twos_what_they_are(mus):
    deck = mus.rules.cards(mus.options({"kings": "4"}))
    assert [deck.count(kind) for kind in range(10)] == [4] * 10
    deck = mus.rules.cards(mus.options())
    assert [deck.count(kind) for kind in range(10)] == [8, 0, 0, 4, 4, 4, 4, 4, 4, 8]


def test_a_deck_too_small_to_deal_is_refused(mus):
    with pytest.raises(BadInput, match="cards enough"):
        mus.options({"ranks": 2, "copies": 4})


def test_an_illegal_bet_is_refused_with_what_is_possible(played):
    state = played(PAIRS, "no-hay-mus")
    with pytest.raises(IllegalMove, match="envido2"):
        state.parse("envido1")
