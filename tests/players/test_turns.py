"""Whole turns: tried as a whole, played out without a new search, and told in the game's words."""

from itertools import islice

import numpy as np
import pytest

from deals import decisions as decisions_of
from deals import played
from ludoteca.core.registry import load_game
from ludoteca.players.advice.advise import advised
from ludoteca.players.advice.coach import Coach
from ludoteca.players.advice.verdicts import decisions, judge
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import WorldBudget
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.objectives import for_points
from ludoteca.players.rollout import Effort, roll_out
from ludoteca.players.turns import (
    policy_chances,
    turn_notation,
    turn_of_policy,
    turn_words,
    turns_to_try,
)
from networks import model_of

LAID = "a3 b1 a4 b2 a5 b3", "draw b5"  # seat 0 has a run and a card, seat 1 another run


@pytest.fixture
def laying():
    """A position of minirummy in which a run may be laid before the discard."""
    return played("minirummy", *LAID)


class Counting(BeliefPlayer):
    searches = 0

    def _search(self, view, rng, also=(), clearly=None):
        self.searches += 1
        return super()._search(view, rng, also, clearly)


def test_a_turn_is_every_way_to_lay_up_to_the_discard(laying):
    view = laying.view(0)
    told = {turn_notation(view, turn) for turn in turns_to_try(view)}
    assert told == {"-a3", "-a4", "-a5", "-b5", "+a345 -b5"}


def test_a_game_that_lists_no_turns_has_its_single_moves():
    view = load_game("tictactoe").new_state().view(0)
    assert turns_to_try(view) == [(move,) for move in view.legal]


def test_a_turn_that_was_chosen_is_played_out_without_a_new_search(laying):
    player, state, rng = Counting(WorldBudget(60)), laying.clone(), np.random.default_rng(1)
    thought = BeliefPlayer(WorldBudget(60)).think(laying.view(0, remembering=True), rng)
    assert [state.action_text(thought.turn[0]), len(thought.turn)] == ["+a345", 2]
    made = []
    while state.current_player() == 0:
        made.append(player.choose(state.view(0, remembering=True), np.random.default_rng(1)))
        state.apply_unchecked(made[-1])
    assert tuple(made) == thought.turn
    assert player.searches == 1


def test_a_turn_of_a_network_is_drawn_move_by_move_to_its_end():
    game = load_game("minirummy")
    player, rng, whole = LearnedPlayer("network", model_of(game)), np.random.default_rng(2), 0
    for state in islice(decisions_of(game, seed=2), 12):
        view = state.view(state.current_player())
        policy = player.policy(view)
        turn = turn_of_policy(view, 0, rng, policy)
        made = [player.chances(view.after(turn[:k]))[move] for k, move in enumerate(turn)]
        assert view.after(turn).current_player != view.seat
        assert policy_chances(view, [turn], 0, policy) == pytest.approx([np.prod(made)])
        whole += len(turn) > 1
    assert whole > 0


def test_a_search_with_a_network_plays_out_the_turn_that_it_chose():
    game = load_game("minirummy")
    state = next(
        s for s in decisions_of(game, seed=2) if len(turns_to_try(s.view(s.current_player()))) > 1
    )
    seat, learned = state.current_player(), LearnedPlayer("network", model_of(game))
    player = Counting(WorldBudget(4), objective=for_points, learned=learned)
    while state.current_player() == seat:
        view = state.view(seat, remembering=True)
        state.apply(player.choose(view, np.random.default_rng(1)))
    assert player.searches <= 1


def test_a_plan_is_dropped_where_something_else_was_seen(laying):
    player, rng = Counting(WorldBudget(20)), np.random.default_rng(1)
    player.choose(laying.view(0, remembering=True), rng)
    other = played("minirummy", LAID[0], "draw b4")
    player.choose(other.view(0, remembering=True), rng)
    assert player.searches == 2


def test_reasons_and_advice_name_whole_turns(laying):
    view = laying.view(0, remembering=True)
    advice = advised(view, "belief@60", seed=1)
    assert advice.line == "+a345 -b5"
    assert advice.words == "open the run a345; discard b5"
    assert {value.turn for value in advice.values} == set(turns_to_try(view))
    assert advice.to_json()["turn"] == list(advice.turn)
    assert any("open the run a345; discard b5: " in reason for reason in advice.reasons)


def test_the_coach_judges_a_whole_turn_and_names_a_better_one():
    start, coach = played("minirummy", *LAID), Coach(load_game("minirummy"))
    state = start.clone()
    action = state.parse("-a3")
    coach.watch(state.view(0), action)
    (verdict,) = coach.judge(1)
    assert verdict.clear
    # To keep the run for the next turn is worth as much.
    assert verdict.best_words in ("open the run a345; discard b5", "discard b5")
    for word in ("+a345", "-b5"):
        coach.watch(state.view(0), state.parse(word))
        state.apply_unchecked(state.parse(word))
    (verdict,) = coach.judge(1)
    assert verdict.played_words == "open the run a345; discard b5"
    assert not verdict.clear


def test_a_turn_ends_where_chance_comes_between():
    state = played("minirummy", *LAID, "+a345 -b5 a1 a2 b4 take +b123 -b5")
    made = decisions(state.game.new_state(state.options), state.moves)
    told = [turn_notation(decision.view, decision.moves) for decision in made]
    assert told == ["+a345 -b5", "take +b123 -b5"]


def test_a_turn_that_is_not_over_has_no_verdict(laying):
    assert judge(laying.view(0), [laying.parse("+a345")]) is None


def test_turns_are_rolled_out_as_their_moves_one_after_the_other(laying):
    view, effort = laying.view(0), Effort(200)
    turn = (laying.parse("+a345"), laying.child(laying.parse("+a345")).parse("-b5"))
    whole = roll_out(view, 0, np.random.default_rng(3), effort, [turn])
    after = laying.child(turn[0]).view(0)
    single = roll_out(after, 0, np.random.default_rng(3), effort, [turn[1:]])
    assert (whole == single).all()
    assert turn_words(view, turn) == "open the run a345; discard b5"
