"""The structure of a round: its counts, and walked beside the kernel."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from ludoteca.core.ids import CHANCE
from ludoteca.games.poker import hands
from ludoteca.games.poker.solver.round_paths import Round, RoundDeck, coupling, paths_of


def test_the_full_deck_has_126_hands_1526_exchanges_and_27601_paths():
    paths = paths_of(RoundDeck())
    assert len(paths.hands) == 126
    assert len(paths.exchange_hand) == 1526
    assert len(paths.path_spot) == 27_601


def test_hands_and_exchanges_are_those_of_the_rules():
    paths = paths_of(RoundDeck())
    assert [tuple(h) for h in paths.hands.tolist()] == list(hands.all_hands())
    listed = [
        (paths.cards(h), paths.lot(lot))
        for h, lot in zip(paths.exchange_hand, paths.exchange_lot, strict=True)
    ]
    assert listed == [(h, lot) for h in hands.all_hands() for lot in hands.exchanges(h)]


def test_a_path_leads_from_its_hand_to_its_final_hand():
    paths = paths_of(RoundDeck())
    exchanged = paths.lots[paths.exchange_lot[paths.path_exchange]]
    drawn = paths.lots[paths.path_lot]
    assert np.array_equal(
        paths.hands[paths.path_hand] - exchanged + drawn, paths.hands[paths.path_final]
    )
    used = paths.used[paths.spot_used[paths.path_spot]]
    assert np.array_equal(used, paths.hands[paths.path_hand] + drawn)
    assert np.array_equal(paths.spot_class[paths.path_spot], paths.path_class)
    values = [hands.value_of(h) for h in paths.hands[paths.path_final].tolist()]
    assert np.array_equal(np.array(hands.VALUES)[paths.path_class], values)


def test_numbers_are_found_by_cards():
    paths = paths_of(RoundDeck())
    for path in np.random.default_rng(1).integers(len(paths.path_spot), size=50).tolist():
        cards = paths.cards(paths.path_hand[path])
        lot = paths.lot(paths.exchange_lot[paths.path_exchange[path]])
        final = paths.cards(paths.path_final[path])
        assert paths.path_number(cards, lot, final) == path


def test_the_hands_of_a_deck_are_as_often_as_physical_cards_say():
    paths = paths_of(RoundDeck())
    spots = coupling(RoundDeck(most=0), 0, 0)
    chances = [Fraction(hands.ways(h, hands.full_deck()), comb(25, 5)) for h in hands.all_hands()]
    orders = RoundDeck(most=0).orders
    ways = paths.hand_orders.astype(object)
    apart = paths_of(RoundDeck(most=0))
    used = apart.spot_used[apart.path_spot]
    together = (ways[:, None] * spots[used][:, used] * ways[None]).sum(axis=1)
    assert [Fraction(int(n), orders) for n in together] == chances


@pytest.mark.parametrize("numbers", [(0, 0), (1, 3), (3, 0), (2, 2)])
def test_whatever_numbers_are_exchanged_all_ways_add_up(numbers):
    paths = paths_of(RoundDeck())
    ways = []
    for n in numbers:
        # Every hand exchanges its first lot of n cards.
        chosen = {}
        for x, h in enumerate(paths.exchange_hand.tolist()):
            if paths.exchange_size[x] == n:
                chosen.setdefault(h, x)
        kept = np.isin(paths.path_exchange, list(chosen.values()))
        mine = np.zeros(len(paths.used), object)
        np.add.at(mine, paths.spot_used[paths.path_spot[kept]], paths.path_weight[kept])
        ways.append(mine[paths.used_of(n)])
    table = coupling(RoundDeck(), *numbers).astype(object)
    assert ways[0] @ table @ ways[1] == RoundDeck().orders


@pytest.mark.parametrize("options", [{}, {"ranks": 4, "copies": 4, "hand": 3, "most": 3}])
def test_walked_beside_the_kernel_one_order_of_the_cards_is_as_likely(game, options):
    """The chances of all cards that came multiply to the coupling of what both have used."""
    played = Round.of(game.options(options))
    paths, rng = paths_of(played.deck), np.random.default_rng(7)
    for _round in range(60):
        state, chance = game.new_state(options), Fraction(1)
        while not state.is_terminal() and state.record["shown"].sum() == 0:
            s = state.record[0]
            if state.current_player() != CHANCE:
                state.apply(int(rng.choice(state.legal_actions())))
            elif len(state.chance_outcomes()) > 1 or int(s.in_hand.sum()) < 2 * played.deck.hand:
                rank = state.sample_chance(rng)
                chance *= Fraction(int(s.deck[rank]), int(s.deck.sum()))
                state.apply(rank)
            else:
                break
        s = state.record[0]
        spots = [
            paths.path_spot[paths.path_number(*(tuple(map(int, lot[i])) for lot in (
                s.dealt, s.given, s.hand
            )))]
            for i in (0, 1)
        ]  # fmt: skip
        sizes = [int(n) for n in s.exchanged]
        used = [
            paths.spot_used[spot] - paths.used_of(n).start
            for spot, n in zip(spots, sizes, strict=True)
        ]
        assert chance == Fraction(
            int(coupling(played.deck, *sizes)[used[0], used[1]]), played.deck.orders
        )


def test_the_round_of_options(game):
    assert Round.of(game.options({})) == Round()
    assert Round.of(game.options({"round": "rapida"})) == Round.named("rapida")
    assert Round.of(game.options({"round": "estrategica"})).may_fold is False
    assert Round.of(game.options({"hand": 2, "most": 5})).deck.most == 2
