"""The worth of moves: proved values against theory, and the words about them."""

from fractions import Fraction
from functools import reduce
from operator import xor

import numpy as np
import pytest

from deals import played
from ludoteca.core.i18n import speaking
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.bigpoints.notation import board_state
from ludoteca.games.vangin.odds import chance_of_winning
from ludoteca.players.advice.advise import advise, simulated_odds
from ludoteca.players.advice.values import (
    is_safely_better,
    known_turns,
    known_values,
    simulated_values,
    unit,
    worth,
)
from ludoteca.players.rollout import Effort
from ludoteca.solve import minimax

EFFORT = Effort(worlds=400)


def test_nim_moves_are_worth_what_bouton_says():
    for largest in (3, 4, 5):
        state = played("nim", heaps=3, largest=largest)
        values = known_values(state.view(0))
        for action, value in values.items():
            left = reduce(xor, (int(n) for n in state.child(action).record["heap"][0]))
            assert value.value == (1 if left == 0 else -1)


def test_big_points_moves_are_worth_what_the_general_search_finds():
    state = board_state(load_game("bigpoints"), "12W3B213", {"reading": "strict"})
    state.apply(state.legal_actions()[0])
    view = state.view(state.current_player())
    values = known_values(view)
    assert set(values) == set(view.legal)
    for action, value in values.items():
        child = state.child(action)
        found = minimax.solve(child)
        sign = 1 if child.current_player() == view.seat else -1
        assert value.value == sign * Fraction(found.value)


def test_nothing_is_proved_where_cards_are_hidden():
    state = played("leduc")
    while state.is_chance():
        state.apply_unchecked(state.possible_actions()[0])
    assert known_values(state.view(0)) is None


def test_proved_advice_is_never_a_worse_move():
    # Nim's only machine takes one object whatever it costs.
    view = played("nim", heaps=1, largest=5).view(0)
    advice = advise(view, seed=1)
    assert view.action_text(advice.action) == "a5"
    assert advice.values[0].action == advice.action
    assert advice.odds[0].value == Exact(Fraction(1), advice.assumption)


def test_the_worth_of_points_is_the_lead_unless_the_game_is_zero_sum():
    points = np.array([[3.0, 5.0], [4.0, 1.0]])
    leduc, rummy = played("leduc").view(1), played("minirummy").view(1)
    assert list(worth(leduc, points)) == [5.0, 1.0]
    assert list(worth(rummy, points)) == [2.0, -3.0]


def test_partners_are_not_rivals():
    view = played("minimus").view(2)
    own, other = (side for side in view.game.teams(view.options))
    points = np.zeros(4)
    points[list(own if 2 in own else other)] = 7.0
    points[list(other if 2 in own else own)] = 4.0
    assert worth(view, points) == 3.0


def test_a_pair_is_told_of_the_other_side_and_not_of_other_players():
    words = {name: unit(played(name).view(0)) for name in ("minimus", "kuhn", "eras")}
    three = played("eras", players=3).view(0)
    assert words["minimus"] == "points ahead of the other side"
    assert words["kuhn"] == "points"
    assert words["eras"] == "points ahead of the other player"
    assert unit(three) == "points ahead of the best other player"


def test_simulated_values_say_so_and_come_best_first():
    state = played("kuhn")
    while state.is_chance():
        state.apply_unchecked(state.possible_actions()[0])
    assert known_turns(state.view(0), ()) is None
    values = simulated_values(state.view(0), np.random.default_rng(1), EFFORT)
    assert "basic" in values.assumption
    assert "hidden cards are random" in values.assumption
    means = [move.value.mean for move in values.moves]
    assert all(isinstance(move.value, Simulated) for move in values.moves)
    assert means == sorted(means, reverse=True)


def test_advice_tells_what_a_search_plays_for_the_match_or_points():
    state = played("eras", values=4, hand=3, rounds=2)
    while state.is_chance():
        state.apply_unchecked(state.possible_actions()[0])
    advice = advise(state.view(state.current_player()), seed=1)
    assert (advice.unit, advice.chances) == ("chance of winning the match", True)
    assert {move.action for move in advice.values} == set(state.legal_actions())
    assert all(0 <= move.value.low <= move.value.high <= 1 for move in advice.values)
    single = played("eras", values=4, hand=3, rounds=1)
    while single.is_chance():
        single.apply_unchecked(single.possible_actions()[0])
    told = advise(single.view(single.current_player()), seed=1)
    assert told.unit.startswith("points")
    assert not told.chances


def test_advice_does_not_depend_on_when_it_is_asked():
    state = played("leduc")
    while state.is_chance():
        state.apply_unchecked(state.possible_actions()[0])
    view = state.view(0)
    assert advise(view, seed=7) == advise(view, seed=7)
    assert advise(view, seed=7) != advise(view, seed=8)
    waiting = advise(state.view(1), seed=7)
    assert waiting.action is None
    assert waiting.values == ()
    assert len(waiting.odds) == 2


def test_after_the_deal_there_is_nothing_to_advise():
    state = played("nim", "a1", heaps=1, largest=1)
    assert advise(state.view(0), seed=1).to_json()["odds"] == []


@pytest.mark.parametrize("looks", [0, 2])
def test_vangin_shows_its_exact_chance_and_simulation_agrees(looks):
    game = load_game("vangin")
    state = game.new_state({"suits": 2, "values": 4, "board": 3, "step": 1})
    shoe = Shoe.shuffled(game, state.options, 4)
    while state.is_chance() or int(state.record["looks"][0]) < looks:
        state.apply_unchecked(shoe.draw(state) if state.is_chance() else 0)
    view = state.view(0)
    (odd,) = advise(view, seed=1).odds
    assert odd.value.value == chance_of_winning(view)
    (simulated,) = simulated_odds(view, np.random.default_rng(1))
    p, n = float(chance_of_winning(view)), simulated.value.n
    assert abs(simulated.value.mean - p) <= 5 * (p * (1 - p) / n) ** 0.5 + 1e-12


def test_advice_speaks_the_language_in_use():
    view = played("nim", heaps=1, largest=5).view(0)
    with speaking("en"):
        english = advise(view, seed=1)
    assert english.unit == "points"
    assert english.assumption == "if everybody plays their best from here on"


def test_a_few_worlds_that_end_a_little_better_are_no_proof_against_a_rare_loss():
    """In a match that is won or lost, a tenth of the worlds end better by half a per cent."""
    won = np.repeat([0.0, 1.0], [70, 200])
    a_little = np.where(np.arange(270) % 10 == 0, 0.005, 0.0)
    assert not is_safely_better(won + a_little, won, caution=3.0, worst=0.0)
    assert is_safely_better(won + 0.05, won, caution=3.0, worst=0.0)
    assert is_safely_better(a_little + 0.001, np.zeros(270), caution=3.0, worst=0.0)
    assert not is_safely_better(won[:0], won, caution=1.0, worst=0.0)
