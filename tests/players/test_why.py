"""The reasons of a machine: its chances, its values, and a word where it now differs."""

from dataclasses import replace

import numpy as np
import pytest

from deals import decisions
from ludoteca.core import calls, rooms
from ludoteca.core.registry import load_game
from ludoteca.players import make_player
from ludoteca.players.advice.advise import advise
from ludoteca.players.advice.why import explain
from ludoteca.players.search import SearchPlayer


def choices(name, seed):
    """The decisions of a random deal with a choice: the position and what who decides sees."""
    for state in decisions(name, seed=seed):
        view = state.view(state.current_player(), remembering=True)
        if len(view.legal) > 1:
            yield state, view


def first(name, seed=1):
    return next(view for _state, view in choices(name, seed))


@pytest.mark.parametrize("name", ["leduc", "minirummy"])
def test_the_chances_told_are_those_with_which_the_machine_draws(name):
    player, draws = make_player(load_game(name), "basic"), 3000
    views = [view for _state, view in choices(name, seed=2)]
    drawn_by_lot = [view for view in views if max(player.chances(view).values()) < 0.99]
    assert drawn_by_lot
    for view in drawn_by_lot[:3]:
        told = {
            move.turn[0]: move.chance for move in explain(view, player, view.legal[:1], 1).moves
        }
        assert sorted(told) == list(view.legal)
        assert sum(told.values()) == pytest.approx(1.0)
        rng = np.random.default_rng(7)
        drawn = np.array([player.choose(view, rng) for _draw in range(draws)])
        for action, chance in told.items():
            spread = (chance * (1 - chance) / draws) ** 0.5
            assert abs(np.mean(drawn == action) - chance) <= 5 * spread + 1e-12


def test_a_move_is_told_with_its_chance_in_words():
    view = first("leduc")
    why = explain(view, make_player(view.game, "random"), [view.legal[1]], 1)
    assert (
        why.sentence
        == f"It mixes its play here, and makes this move {100 / len(view.legal):.0f}% of the time."
    )
    assert why.again is None


class Stubborn:
    """A player that always plays its first move, and says so."""

    name = "stubborn"

    def chances(self, view):
        return {view.legal[0]: 1.0}


def test_what_the_machine_never_plays_is_said_to_be_another_s():
    view = first("leduc")
    always = explain(view, Stubborn(), [view.legal[0]], 1)
    assert always.sentence == "In this position it always plays this."
    assert "would never play this" in explain(view, Stubborn(), [view.legal[1]], 1).sentence


def test_a_move_that_is_always_made_is_compared_with_the_others():
    view = first("leduc")
    why = explain(view, Stubborn(), [view.legal[0]], 1)
    tried = advise(view, 1)
    assert [(m.turn, m.value, m.chance) for m in why.moves] == [
        (v.moves, v.value, None) for v in tried.values
    ]
    assert len(why.moves) == len(view.legal)
    assert "worked out just now" in why.reasons[-1]


def test_a_policy_tells_the_reason_that_a_player_of_the_game_would_give():
    view = first("mus")
    player = make_player(view.game, view.game.info.levels[0])
    made = max(player.chances(view).items(), key=lambda chance: chance[1])[0]
    how, reason, *_rest = explain(view, player, [made], 1).reasons
    assert "rules of thumb" in how
    assert reason == f"The reason: {view.game.hook(rooms.reason_words)(view, made)}."


def test_a_network_s_move_that_no_deal_can_judge_is_told_with_the_chances_of_all():
    state = next(decisions("mus", {"signs": "short", "corrido": "no"}))  # whether to make a sign
    view = state.view(state.current_player(), remembering=True)
    player = make_player(view.game, "autodidacta")
    chances = player.chances(view)
    assert not advise(view, 1).values
    why = explain(view, player, [max(chances, key=chances.get)], 1)
    assert {m.turn[0]: m.chance for m in why.moves} == chances


@pytest.mark.parametrize(("name", "level"), [("mus", "autodidacta"), ("eras", "self-taught")])
def test_a_learned_level_tells_its_experience_and_what_every_move_is_worth(name, level):
    view = first(name)
    player = make_player(view.game, level)
    chances = player.chances(view)
    made = max(chances, key=chances.get)
    why, tried = explain(view, player, [made], 1), advise(view, 1)
    decisions = player.model.about["decisions"]
    assert f"{decisions / 1e6:.0f} million moves of its own" in why.reasons[0]
    assert f"{100 * chances[made]:.0f}%" in why.sentence or "always" in why.sentence
    told = [(m.turn, m.value, m.chance) for m in why.moves]
    assert told == [(v.moves, v.value, chances[v.moves[0]]) for v in tried.values]
    assert "worked out just now" in why.reasons[-1]


def test_values_are_those_that_the_machine_finds_with_the_stated_seed():
    view = first("leduc")
    thought = make_player(view.game, "belief@60").think(view, np.random.default_rng(5))
    why = explain(view, make_player(view.game, "belief@60"), [thought.action], 5)
    assert why.again == thought.action
    assert why.sentence == "Asked again, it makes the same move."
    assert [(m.turn, m.value) for m in why.moves] == [(v.moves, v.value) for v in thought.values]
    assert (why.unit, why.assumption) == (thought.unit, thought.assumption)


def test_a_move_that_it_would_not_make_again_is_said_to_be_so():
    view = first("leduc")
    thought = make_player(view.game, "belief@60").think(view, np.random.default_rng(5))
    other = next(action for action in view.legal if action != thought.action)
    why = explain(view, make_player(view.game, "belief@60"), [other], 5)
    assert why.again == thought.action != why.made
    assert f"it would play “{view.action_words(thought.action)}”" in why.sentence


@pytest.mark.parametrize("spec", ["basic", "belief@40"])
def test_reasons_depend_on_nothing_that_the_seat_did_not_see(spec):
    for state, view in choices("leduc", seed=3):
        other = state.clone()
        calls.resample(view.record, 0, view.seat, np.random.default_rng(4), other.record, 0)
        twin = replace(other.view(view.seat), past=view.past)
        said = [
            explain(v, make_player(view.game, spec), view.legal[:1], 1).to_json()
            for v in (view, twin)
        ]
        assert said[0] == said[1]


def test_the_search_says_how_far_it_looked():
    view = first("tictactoe")
    player = make_player(view.game, "search@200000n")
    assert isinstance(player, SearchPlayer)
    why = explain(view, player, [player.choose(view, np.random.default_rng(1))], 1)
    assert why.reasons == ("looked to the end of the game: +0 points",)


def test_the_only_move_needs_no_reason():
    view = first("nim")
    alone = replace(view, legal=view.legal[:1])
    assert explain(alone, Stubborn(), [view.legal[0]], 1).sentence == "It was the only move."
