"""Drafts: moves tried on one's own view; the table stays as it is."""

import numpy as np
import pytest

from ludoteca.core.errors import IllegalMove
from ludoteca.core.ids import CHANCE
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe


@pytest.fixture(scope="module")
def played_states():
    """Decisions of random deals of a game of melds."""
    states = []
    for seed in range(6):
        state = load_game("minirummy").new_state()
        rng, shoe = np.random.default_rng(seed), Shoe.shuffled(state.game, state.options, seed)
        while not state.is_terminal():
            if state.is_chance():
                state.apply_unchecked(shoe.draw(state))
                continue
            states.append(state.clone())
            state.apply_unchecked(int(rng.choice(state.legal_actions())))
    return states


def test_a_draft_shows_what_the_move_leads_to_as_far_as_its_seat_can_tell(played_states):
    tried = 0
    for state in played_states:
        view = state.view(state.current_player())
        for action in view.legal:
            after, real = view.after([action]), state.child(action)
            seen = real.view(view.seat)
            assert after.current_player == seen.current_player
            assert after.legal == seen.legal
            assert (after.record == seen.record).all()
            tried += after.current_player == view.seat
    assert tried, "no move after which the same seat goes on was tried"


def test_a_draft_of_several_moves_is_the_draft_of_each_in_turn(played_states):
    for state in played_states:
        view = state.view(state.current_player())
        actions, step = [], view
        while step.legal and len(actions) < 4:
            actions.append(step.legal[0])
            step = step.after(actions[-1:])
        assert view.after(actions) == step


def test_what_a_draft_does_not_show_is_left_to_chance(playing):
    here = playing("minirummy")
    turn = here.table.turn()
    draft = here.table.draft(turn.seat, turn.decision, [here.any_move()], [])
    assert draft.view.current_player == CHANCE
    assert draft.view.legal == ()


def test_a_draft_changes_nothing_and_is_refused_like_an_act(playing):
    here = playing("minirummy", seed=1)
    table, turn = here.table, here.table.turn()
    view = table.view(turn.seat)
    assert here.refused(table.draft, turn.seat, turn.decision, [10**6], []) == "illegal"
    assert here.refused(table.draft, turn.seat, turn.decision - 1, [], []) == "stale"
    assert here.refused(table.draft, 1 - turn.seat, turn.decision, [], []) == "not-your-turn"
    table.draft(turn.seat, turn.decision, view.legal[:1], [3])
    assert table.view(turn.seat) == view
    with pytest.raises(IllegalMove):
        view.after([view.legal[0], 10**6])
