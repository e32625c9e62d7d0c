"""The players: their rules one by one, against the project's own text and against coins."""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.games.poker import hands, projeto
from ludoteca.games.poker.hands import read_cards, text_of
from ludoteca.games.poker.rules import EXCHANGING, FOLD, FOLDING, ROUNDS, STOP
from ludoteca.games.poker.solver import store
from ludoteca.games.poker.solver.round_paths import Round, paths_of
from ludoteca.players import make_player


@pytest.fixture
def holding(game):
    """``holding(hand, phase, seat, number)``: a position in which ``seat`` holds this hand.

    The other has exchanged ``number`` cards; its hand and the deck are left empty, since no player
    may look at them.
    """

    def position(hand, phase=EXCHANGING, seat=0, number=0):
        state = game.new_state()
        state.record["phase"], state.record["to_move"] = phase, seat
        state.record["exchanged"][0, 1 - seat] = number
        for field in ("hand", "dealt"):
            state.record[field][0, seat] = read_cards(hand)
        return state

    return position


@pytest.fixture(scope="session")
def choices(game):
    """``choices(state, name)``: the probabilities of the moves of a player, by text."""
    ids, prob = game.buffers()

    def of(state, name):
        level = game.info.levels.index(name)
        n = calls.policy_probs(state.record, 0, level, ids, prob)
        pairs = zip(ids[:n], prob[:n], strict=True)
        return {state.action_text(int(a)): float(p) for a, p in pairs}

    return of


@pytest.fixture
def exchanged(choices):
    """``exchanged(state, name)``: the probability of each lot that a player exchanges."""

    def of(state, name):
        me, found = state.current_player(), Counter()

        def walk(state, chance):
            if state.current_player() != me or state.record["phase"][0] != EXCHANGING:
                found[text_of(state.record["given"][0, me].tolist())] += chance
                return
            for text, p in choices(state, name).items():
                walk(state.child(state.parse(text)), chance * p)

        walk(state, 1.0)
        return dict(found)

    return of


@pytest.mark.parametrize(
    ("hand", "ganancioso", "blefe"),
    [
        ("A7KQJ", "KQJ", "J"), ("AAKQJ", "KQJ", "J"), ("AAKKJ", "J", "J"), ("A7777", "A", "A"),
        ("A7KKK", "A7", "7"), ("AAAKK", "-", "-"), ("QQQQQ", "-", "-"),
    ],
)  # fmt: skip
def test_who_exchanges_what_does_not_contribute(holding, exchanged, hand, ganancioso, blefe):
    state = holding(hand)
    assert exchanged(state, "ganancioso") == exchanged(state, "cauteloso") == {ganancioso: 1}
    assert exchanged(state, "blefe") == {blefe: 1}
    assert exchanged(state, "nosso") == {"QJ" if hand == "A7KQJ" else ganancioso: 1}


@pytest.mark.parametrize("hand", ["A7KQJ", "AAKQJ", "AAKKJ", "AAAQJ", "AAAKK", "AAAAA"])
def test_aleatorio_is_a_coin_for_each_card_in_dealt_order_until_three(holding, exchanged, hand):
    found = Counter()
    for order in itertools.permutations(hand):
        for coins in itertools.product((0, 1), repeat=5):
            chosen = [card for card, coin in zip(order, coins, strict=True) if coin][:3]
            found[text_of(read_cards("".join(chosen)))] += Fraction(1, 120 * 32)
    state = holding(hand)
    got = exchanged(state, "aleatório")
    assert got.keys() == found.keys()
    assert got == pytest.approx({lot: float(p) for lot, p in found.items()})


FOLDS = {  # hand: by seat, and by the number that the other exchanged
    "ganancioso": ((2, 2, 2, 2), (3, 3, 3, 3)),
    "cauteloso": ((2, 10, 3, 2), (3, 10, 3, 3)),
    "blefe": ((2, 2, 2, 2), (3, 3, 3, 3)),
    "nosso": ((2, 2, 2, 0), (2, 0, 2, 0)),
}


@pytest.mark.parametrize("name", FOLDS)
@pytest.mark.parametrize("hand", ["A7KQJ", "AAKQJ", "AAKKJ", "AAAQJ", "AAAKK", "AAAAJ", "JJJJJ"])
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("seat", [0, 1])
def test_with_what_a_player_stays(holding, choices, name, hand, number, seat):
    state = holding(hand, FOLDING, seat, number)
    stays = hands.value_of(read_cards(hand)) >= FOLDS[name][seat][number]
    assert choices(state, name) == {"stay" if stays else "fold": 1}
    assert choices(state, "aleatório") == {"fold": 0.5, "stay": 0.5}


def test_a_player_asked_after_anothers_discards_goes_on_as_near_as_it_can(played, choices):
    state = played("AAKQJ 77QQJ", "A")  # ganancioso would have kept the ace
    assert choices(state, "ganancioso") == {"K": 1}
    assert choices(state.child(state.parse("Q")), "ganancioso") == {"J": 1}


@pytest.mark.parametrize("name", ["ganancioso", "cauteloso", "blefe", "nosso"])
def test_the_players_are_those_of_the_project(holding, choices, exchanged, name):
    trocas = getattr(projeto, f"trocas_{name}")
    desistir = getattr(projeto, f"desistir_{name}")
    for hand in map(text_of, hands.all_hands()):
        cards = list(hand)
        lot = text_of(read_cards("".join(trocas(cards))))
        assert exchanged(holding(hand), name) == {lot: 1}
        for seat, number in itertools.product((0, 1), range(4)):
            folds = desistir(cards, cards, [], number, segundo=seat == 1)
            state = holding(hand, FOLDING, seat, number)
            assert choices(state, name) == {"fold" if folds else "stay": 1}


@pytest.mark.parametrize(
    ("alias", "name"), [("basic", "ganancioso"), ("advanced", "nosso"), ("Expert", "equilíbrio")]
)
def test_the_levels_of_the_house_are_other_names_of_three_of_them(game, alias, name):
    assert make_player(game, alias).name == name


@pytest.mark.parametrize("spec", ["aleatorio", "Aleatório", "NOSSO", "ganancioso", "equilibrio"])
def test_players_are_named_in_any_case_and_without_accents(game, played, spec):
    player = make_player(game, spec)
    assert player.name in game.info.levels
    view = played("AAKQJ 77QQJ").view(0)
    assert player.choose(view, np.random.default_rng(0)) in (0, 2, 3, 4, STOP)


def test_a_move_of_probability_nought_is_left_out(holding, game):
    ids, prob = game.buffers()
    state = holding("AAAAA", FOLDING)
    assert calls.policy_probs(state.record, 0, 0, ids, prob) == 1
    assert ids[0] != FOLD


class TestEquilibrium:
    """``equilíbrio`` in small moves against the solved strategy on all paths."""

    @pytest.mark.parametrize("kind", ["estrategica", "completa"])
    def test_it_exchanges_with_the_solved_chances(self, holding, exchanged, kind):
        played = Round.named(kind)
        strategy, paths = store.shipped(kind).strategy(), paths_of(played.deck)
        for seat, number in ((0, 0), (1, 0), (1, 1), (1, 2), (1, 3)):
            side = strategy.side(seat)
            for hand in hands.all_hands()[::7]:
                state = holding(text_of(hand), EXCHANGING, seat, number)
                state.record["kind"] = ROUNDS.index(kind)
                chances = {
                    text_of(lot): side.exchange[number, paths.exchange_number(hand, lot)]
                    / side.exchange_unit
                    for lot in hands.exchanges(hand)
                }
                expected = {lot: float(p) for lot, p in chances.items() if p}
                assert exchanged(state, "equilíbrio") == pytest.approx(expected)

    def test_it_folds_with_the_solved_chances(self, holding, choices):
        strategy, paths = store.shipped("completa").strategy(), paths_of(Round().deck)
        for path in range(0, len(paths.path_final), 97):
            hand = paths.cards(int(paths.path_hand[path]))
            lot = paths.lot(int(paths.exchange_lot[paths.path_exchange[path]]))
            final = paths.cards(int(paths.path_final[path]))
            for seat, number in itertools.product((0, 1), range(4)):
                side = strategy.side(seat)
                state = holding(text_of(final), FOLDING, seat, number)
                state.record["dealt"][0, seat], state.record["given"][0, seat] = hand, lot
                folds = float(side.fold[number, path] / side.fold_unit)
                assert choices(state, "equilíbrio").get("fold", 0) == pytest.approx(folds)

    def test_with_other_prizes_it_plays_like_nosso(self, holding, choices):
        state = holding("AAKQJ", FOLDING, 0, 2)
        state.record["fold_first"] = 9
        assert choices(state, "equilíbrio") == choices(state, "nosso")
