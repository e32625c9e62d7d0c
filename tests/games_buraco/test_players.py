"""The expert of buraco: whole turns, one search for each, and what it plays for."""

from dataclasses import replace

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.games.buraco.ids import CHOOSING, PLAYING
from ludoteca.games.buraco.match_chance import DEALS, chance_at, fitted
from ludoteca.games.buraco.players import expert
from ludoteca.games.buraco.policy import ADVANCED
from ludoteca.players.budget import Budget
from ludoteca.players.equity import equity_of
from ludoteca.players.factory import make_player
from ludoteca.players.policy import PolicyPlayer
from ludoteca.players.rollout import Ends


def middle(moves=70, seed=1):
    """A position in the middle of a deal of the advanced player, where cards may be laid."""
    game = load_game("buraco")
    player, rng, state = PolicyPlayer(game, "advanced"), np.random.default_rng(seed), None
    state = game.new_state()
    while len(state.moves) < moves or state.is_chance() or state.record["phase"][0] != PLAYING:
        if state.is_chance():
            state.apply_unchecked(state.sample_chance(rng))
        else:
            state.apply_unchecked(player.choose(state.view(state.current_player()), rng))
    return state


def counting():
    """The expert, and what it has searched."""
    player, searches = expert(Budget(nodes=4)), []
    search = player._search

    def noted(*given, **how):
        searches.append(given)
        return search(*given, **how)

    player._search = noted
    return player, searches


def test_a_turn_is_searched_once_and_played_out():
    state, (player, searches) = middle(), counting()
    seat = state.current_player()
    while state.current_player() == seat:
        view = state.view(seat, remembering=True)
        state.apply(player.choose(view, np.random.default_rng(1)))
    assert len(searches) <= 1


def test_its_reasons_name_whole_turns_and_what_the_worlds_are_worth():
    view = middle().view(middle().current_player(), remembering=True)
    thought = expert(Budget(nodes=10)).think(view, np.random.default_rng(1))
    assert thought.turn[0] == thought.action
    assert all(value.turn for value in thought.values)
    assert thought.unit == "chance of winning the match"
    assert "as they have so far" in thought.assumption


def test_its_name_makes_it_again():
    game = load_game("buraco")
    for spec in ("expert", "expert@40n", "expert@0.5s"):
        assert make_player(game, make_player(game, spec).name).name == spec


MATCH = (3_000, *DEALS["thesis"])


def ends_at(*scores, over=False):
    game = load_game("buraco")
    standings = np.zeros(len(scores), game.standing_layout.dtype)
    standings["score"] = scores
    return Ends(np.zeros((len(scores), 4)), standings, np.full(len(scores), over))


def test_the_chance_of_the_match_goes_by_the_lead_and_by_what_is_left():
    chance = chance_at(0, *MATCH, ends_at((0, 0), (500, 0), (2_800, 2_300), (2_300, 2_800)))
    assert chance[0] == 0.5
    assert 0.5 < chance[1] < chance[2]
    assert chance[3] == pytest.approx(1 - chance[2])
    assert chance_at(1, *MATCH, ends_at((500, 0)))[0] == pytest.approx(1 - chance[1])


def test_a_match_that_is_over_is_won_or_lost():
    ends = ends_at((3_050, 2_990), (10, 3_000), over=True)
    assert chance_at(0, *MATCH, ends).tolist() == [1, 0]


@pytest.mark.soak
@pytest.mark.parametrize("profile", DEALS)
def test_the_chance_of_the_match_is_fitted_to_the_equity_table(profile):
    game = load_game("buraco")
    table = equity_of(game, game.options({"profile": profile}), ADVANCED)
    ends = ends_at(*[(a, b) for a in range(0, 3_000, 500) for b in range(0, 3_000, 500)])
    exact = table.chances(ends.standings, ends.over)[:, 0]
    form = chance_at(0, 3_000, *DEALS[profile], ends)
    assert np.abs(form - exact).max() < 0.04
    assert fitted(profile) == DEALS[profile]


def test_where_only_a_card_can_be_thrown_it_needs_no_search():
    state = middle()
    view = state.view(state.current_player(), remembering=True)
    only = replace(view, legal=view.legal[-1:])
    player, searches = counting()
    assert player.choose(only, np.random.default_rng(1)) == view.legal[-1]
    assert not searches
    assert int(view.record["phase"][0]) != CHOOSING
