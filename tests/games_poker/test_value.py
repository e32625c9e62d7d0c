"""Exact values: against the kernel's whole tree, against its own players, against themselves."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from ludoteca.arena.tournament import compare
from ludoteca.games.poker.solver.policy_tables import SIMPLE, policy_player
from ludoteca.games.poker.solver.round_paths import KINDS, Round, RoundDeck, paths_of
from ludoteca.games.poker.solver.store import equilibrium
from ludoteca.games.poker.solver.value import match_value, round_value
from ludoteca.solve.best_response import expected_values

SEEDS = (1, 2)


def test_a_value_is_that_of_the_whole_tree(small, tree_of, on_tree, some_strategy):
    played = Round.of(small)
    first, second = (some_strategy(played.deck, seed) for seed in SEEDS)
    tree = tree_of(small)
    both = on_tree(first, tree)
    theirs = on_tree(second, tree)
    for k in np.flatnonzero(tree.infosets["owner"] == 1).tolist():
        both[tree.moves(k)] = theirs[tree.moves(k)]
    ours = round_value(played, first, second)
    assert expected_values(tree, both)[0] == pytest.approx(float(ours.difference), abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_the_outcomes_of_a_round_are_all_that_can_happen(kind):
    for one, other in product(SIMPLE, repeat=2):
        value = round_value(
            Round.named(kind), policy_player(one, RoundDeck()), policy_player(other, RoundDeck())
        )
        assert sum(value.outcomes.values()) == 1
        assert all(p > 0 for p in value.outcomes.values())


def test_without_decisions_both_get_the_same():
    value = round_value(
        Round.named("rapida"),
        policy_player("ganancioso", RoundDeck()),
        policy_player("aleatório", RoundDeck()),
    )
    assert value.first == value.second == Fraction(7990525, 6864396)


@pytest.mark.soak
def test_an_own_hand_after_the_random_exchange_has_mean_1325_759():
    """RULES: aleatório's mean value after exchanging, hands in dealt order."""
    deck = RoundDeck()
    paths, side = paths_of(deck), policy_player("aleatório", deck).first
    falling = np.array([1, 5, 20, 60, 120, 120])
    used = paths.used[paths.spot_used[paths.path_spot]]
    total = Fraction(0)
    for p, x in enumerate(paths.path_exchange.tolist()):
        size = int(paths.path_size[p])
        orders = int(falling[used[p]].prod()) * int(paths.path_weight[p])
        whole = int(np.prod([25 - i for i in range(5 + size)], dtype=object))
        value = (0, 1, 2, 3, 5, 10, 50)[int(paths.path_class[p])]
        total += Fraction(orders * value * int(side.exchange[0, x]), whole * side.exchange_unit)
    assert total == Fraction(1325, 759)


@pytest.mark.soak
def test_a_pairing_played_by_the_kernel_agrees(game):
    """blefe against aleatório, both orders of each deal, by the kernel and its own players."""
    one, other = "blefe", "aleatório"
    found = compare(game, {}, one, other, 1500, 11).difference
    first, second = (policy_player(name, RoundDeck()) for name in (one, other))
    leading, trailing = (
        round_value(Round(), *pair).difference for pair in ((first, second), (second, first))
    )
    assert found is not None
    assert abs(found.mean - float(leading - trailing) / 2) < found.high - found.low
    assert found.high - found.low < 0.3


def test_a_match_adds_up_its_rounds():
    """Win, draw and loss of two rounds, by all pairs of outcomes."""
    played = Round()
    one, other = policy_player("blefe", RoundDeck()), policy_player("cauteloso", RoundDeck())
    leading, trailing = round_value(played, one, other), round_value(played, other, one)
    result = Counter()
    for (a, b), p in leading.outcomes.items():
        for (c, d), q in trailing.outcomes.items():
            above = (a + d) - (b + c)
            result[(above > 0) - (above < 0)] += p * q
    match = match_value(played, one, other, rounds=2)
    assert (match.win, match.draw, match.loss) == (result[1], result[0], result[-1])
    assert match.points == leading.first + trailing.second


def test_five_rounds_are_three_as_first():
    played = Round()
    one, other = policy_player("ganancioso", RoundDeck()), policy_player("aleatório", RoundDeck())
    match = match_value(played, one, other)
    leading, trailing = round_value(played, one, other), round_value(played, other, one)
    assert match.win + match.draw + match.loss == 1
    assert match.points == 3 * leading.first + 2 * trailing.second
    assert match.win > match.loss


def test_a_match_of_one_round_is_the_round():
    played, one = Round(), policy_player("blefe", RoundDeck())
    value = round_value(played, one, one)
    won = sum(p for (a, b), p in value.outcomes.items() if a > b)
    assert match_value(played, one, one, rounds=1).win == won


def test_no_simple_player_takes_more_from_the_equilibrium_than_its_exploitability():
    for kind in ("estrategica", "completa"):
        played = Round.named(kind)
        best = equilibrium(played)
        for name in SIMPLE:
            player = policy_player(name, RoundDeck())
            taken = (
                round_value(played, player, best).difference
                - round_value(played, best, player).difference
            )
            assert taken / 2 <= Fraction(1, 10**8)
