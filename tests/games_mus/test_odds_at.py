"""The odds beside the cards of mus: exact where they can be counted, and right in both ways."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.registry import load_game
from ludoteca.games.mus.exact.gains import discards
from ludoteca.games.mus.exact.simulation import count_wins
from ludoteca.games.mus.exact.types import deck_of
from ludoteca.games.mus.hands import ACE, FOUR, KINDS, SEVEN
from ludoteca.games.mus.ids import (
    ACCEPT,
    BETTING,
    CUT,
    DISCARD,
    DISCARDING,
    ENVITE,
    LANCES,
    MUS,
    NOTHING,
    PASS,
    SIGN,
    TALKING,
    WINDOW,
)
from ludoteca.games.mus.notation import LANCE_NAMES
from ludoteca.games.mus.odds import odds_at
from ludoteca.games.mus.signs import TWO_KINGS

WORLDS = 4_000
HANDS = ("RR54", "CC7A", "RRSA", "7654")
"""Dealt to the mano and those after it."""
GIVEN = "If unseen cards are random, but fit the signs and words that you know:"


@pytest.fixture(scope="session")
def mus():
    return load_game("mus")


@pytest.fixture
def dealt(mus):
    """``dealt(hands, **options)``: a state after the first deal, the mano first."""

    def deal(hands=HANDS, **options):
        state = mus.new_state({"corrido": "no", "catch": 0, **options})
        state.apply(3)  # seat 3 deals: seat 0 is the mano
        for place in range(4):
            for hand in hands:
                state.apply("A234567SCR".index(hand[place]))
        return state

    return deal


def go_on(state, *moves):
    """Make these moves, and all chance moves after each."""
    rng = np.random.default_rng(7)
    for move in moves:
        state.apply(move)
        while state.is_chance():
            state.apply(state.sample_chance(rng))
    return state


def told(state):
    return odds_at(state.view(state.current_player()), np.random.default_rng(1))


def shares(state):
    """The share of worlds in which the pair of the seat to move wins each lance."""
    won = np.zeros(LANCES, np.int64)
    view = state.view(state.current_player())
    worlds = state.game.state_layout.empty(WORLDS)
    calls.resample_all(view.record, 0, view.seat, np.random.default_rng(2), worlds)
    count_wins(worlds, view.seat, won)
    return won / WORLDS


def lances_of(odds):
    return [odd.name.partition(":")[0] for odd in odds]


def agree(odds, found):
    for odd in odds:
        chance, share = float(odd.value.value), found[LANCE_NAMES.index(odd.name.split(":")[0])]
        assert abs(chance - share) <= 5 * (chance * (1 - chance) / WORLDS) ** 0.5 + 1e-9, odd


def test_every_lance_is_told_exactly_before_anything_is_known(dealt):
    state = dealt(signs="none")
    odds = told(state)
    assert {odd.given for odd in odds} == {""}
    assert lances_of(odds) == list(LANCE_NAMES)
    assert all(isinstance(odd.value, Exact) for odd in odds)
    agree(odds, shares(state))


def test_punto_is_not_told_to_a_hand_with_juego(dealt):
    state = dealt(("RRRA", *HANDS[1:]), signs="none")
    assert lances_of(told(state)) == ["grande", "chica", "pares", "juego"]


def test_a_sign_of_the_partner_counts(dealt):
    """Seat 2 signs two kings; its partner, seat 0, speaks first in the talk of mus."""
    state = go_on(dealt(), NOTHING, NOTHING, SIGN + TWO_KINGS, NOTHING)
    assert int(state.record[0].phase) == TALKING
    odds = told(state)
    assert {odd.given for odd in odds} == {GIVEN}
    assert "your partner signs: two kings" in odds[0].value.condition
    agree(odds, shares(state))


def test_declarations_count_and_close_lances(dealt):
    """All but the last have pares; grande and chica were passed, and are told no more."""
    state = go_on(dealt(signs="none"), CUT, *[PASS] * 8)
    assert int(state.record[0].phase) == BETTING
    odds = told(state)
    assert "the rival on your left has no pares" in odds[0].value.condition
    assert lances_of(odds) == ["pares", "juego", "punto"]
    agree(odds, shares(state))


def test_a_lance_whose_bet_was_accepted_is_told_no_more(dealt):
    state = go_on(dealt(signs="none"), CUT, ENVITE + 2, ACCEPT)
    assert lances_of(told(state)) == ["chica", "pares", "juego", "punto"]


def test_own_discards_count(dealt):
    """The cards thrown are in nobody's hand; how many the others threw tells nothing."""
    state = go_on(dealt(signs="none"), *[MUS] * 4, *[DISCARD + 1] * 4)
    odds = told(state)
    assert "you have thrown four" in odds[0].value.condition
    assert all(isinstance(odd.value, Exact) for odd in odds)
    agree(odds, shares(state))


def test_a_sign_about_a_hand_that_has_changed_is_simulated(dealt):
    state = go_on(dealt(), NOTHING, NOTHING, SIGN + TWO_KINGS, NOTHING)
    state = go_on(state, *[MUS] * 4, *[DISCARD + 1] * 4)
    assert int(state.record[0].phase) == WINDOW
    odds = told(state)
    assert lances_of(odds)
    for odd in odds:
        assert isinstance(odd.value, Simulated)
        assert "drawn at random" in odd.value.condition
        assert odd.given == GIVEN


def test_odds_after_a_shuffle_are_simulated(dealt):
    """24 cards are left after the deal: the second round of four times four takes thrown ones."""
    state = dealt(signs="none")
    for shuffles in (0, 1):
        state = go_on(state, *[MUS] * 4, *[DISCARD + 15] * 4)
        assert int(state.record[0].shuffles) == shuffles
        kind = Simulated if shuffles else Exact
        assert all(isinstance(odd.value, kind) for odd in told(state))


def test_a_card_of_another_that_was_seen_when_dealt_makes_them_simulated(dealt):
    state = dealt(signs="none", visto=100)
    state.apply(1 + 3 * KINDS + SEVEN)  # a card of the last seat
    assert all(isinstance(odd.value, Simulated) for odd in told(state))


def test_four_kings_and_la_real(dealt):
    """The mano has la real: nobody can beat it in juego, and no other seat has three sevens."""
    state = dealt(("777R", "3322", "RRSA", "4444"), kings="4", real="any", signs="none")
    odds = {odd.name: odd.value.value for odd in told(state)}
    assert odds["juego: your side wins"] == 1
    agree(told(state), shares(state))


def test_who_discards_is_told_the_stones_of_the_best_discards(dealt):
    state = go_on(dealt(signs="none"), *[MUS] * 4)
    assert int(state.record[0].phase) == DISCARDING
    odds = told(state)
    assert odds[0].name == "throw the five, the four: stones ahead"
    assert not odds[0].chance
    assert [odd.value.value for odd in odds] == sorted(
        (odd.value.value for odd in odds), reverse=True
    )


def test_a_card_thrown_before_is_not_drawn_again(dealt, mus):
    """The mano has thrown a 4 in the first round: three are left for the second."""
    state = go_on(dealt(signs="none"), *[MUS] * 4, *[DISCARD + 1] * 4, *[MUS] * 4)
    first, *_more = told(state)
    deck, hand = deck_of(state.options), tuple(int(n) for n in state.record[0].hand[0])
    gone = [0] * KINDS
    gone[FOUR] = 1
    best = discards(deck, deck.index[hand], 0, gone)[0]
    assert first.value.value == best.gain
    assert "that you have not had" in first.value.condition
    assert best.gain != discards(deck, deck.index[hand], 0)[0].gain


def test_in_mus_visto_one_may_throw_nothing(dealt):
    state = dealt(("RRRA", "CC7A", "RRSA", "7654"), signs="none", visto=100)
    state.apply(1 + ACE)  # of the mano
    state = go_on(state, MUS)
    assert int(state.record[0].phase) == DISCARDING
    assert told(state)[0].name == "throw nothing: stones ahead"


def test_a_small_deck_has_odds_too(mus):
    state = mus.new_state(dict(mus.info.small) | {"corrido": "no", "signs": "none"})
    rng = np.random.default_rng(4)
    while state.is_chance():
        state.apply(state.sample_chance(rng))
    agree(told(state), shares(state))


def test_who_looks_on_is_told_nothing(dealt):
    assert odds_at(dealt(signs="none").view(-1), np.random.default_rng(1)) == ()
