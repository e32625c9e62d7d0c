"""Monte Carlo tree search: it finds what minimax proves, plays the same twice, and says why."""

import numpy as np
import pytest

from deals import played
from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.players import make_player, uct
from ludoteca.players.play import play_deal, play_match
from ludoteca.solve.minimax import solve


def thought(state, spec, seed=1):
    view = state.view(state.current_player())
    return make_player(state.game, spec).think(view, np.random.default_rng(seed))


def random_positions(name, seed, deals, options=None):
    rng = np.random.default_rng(seed)
    for _deal in range(deals):
        state = load_game(name).new_state(options)
        while not state.is_terminal():
            if not state.is_chance():
                yield state.clone()
            state.apply_unchecked(int(rng.choice(state.possible_actions())))


@pytest.mark.parametrize("spec", ["mcts@200n", "mcts@2000n"])
def test_it_takes_a_win_and_stops_a_loss_in_tictactoe(spec):
    win = played("tictactoe", "a1 b1 a2 b2")
    assert win.action_text(thought(win, spec).action) == "a3"
    threat = played("tictactoe", "a1 b2 a2")
    assert threat.action_text(thought(threat, spec).action) == "a3"


@pytest.mark.soak
def test_its_move_is_one_that_minimax_calls_best():
    looked = 0
    for name, options in (("tictactoe", None), ("nim", {"heaps": 3, "largest": 4})):
        for state in random_positions(name, seed=4, deals=4, options=options):
            if len(state.legal_actions()) > 1:
                best = solve(state, all_best=True).best
                assert thought(state, "mcts@5000n").action in best
                looked += 1
    assert looked > 30


def test_the_value_of_its_move_comes_near_the_proved_one():
    for state in random_positions("tictactoe", seed=6, deals=2):
        if len(state.legal_actions()) > 1:
            found = thought(state, "mcts@20000n").values[0].value.mean
            # Minimax tells the difference of the two seats' points.
            assert abs(found - solve(state).value / 2) < 0.25


def test_more_simulations_come_nearer_to_what_is_proved():
    state = load_game("tictactoe").new_state()
    off = [abs(thought(state, f"mcts@{n}n").values[0].value.mean) for n in (100, 30_000)]
    assert off[1] < 0.2 < 0.5 < off[0]


@pytest.mark.parametrize(("name", "options"), [("nim", None), ("bigpoints", {"players": 3})])
def test_equal_seeds_play_equal_games(name, options):
    game, played = load_game(name), []
    for seed in (4, 4, 5):
        seats = game.num_players(game.options(options))
        players = [make_player(game, "mcts@60n") for _seat in range(seats)]
        # The same board; only the players' luck differs.
        shoe = Shoe.shuffled(game, game.options(options), np.random.SeedSequence(1))
        played.append(play_deal(game, options, players, shoe, np.random.SeedSequence(seed)).moves)
    assert played[0] == played[1] != played[2]


def test_it_beats_the_policy_that_plays_its_simulated_deals():
    game = load_game("bigpoints")
    won = 0.0
    for deal in range(6):
        for seat in (0, 1):
            players = [make_player(game, "basic")] * 2
            players[seat] = make_player(game, "mcts@300n")
            _match, ends = play_match(game, None, players, np.random.SeedSequence(deal), 1)
            own, other = ends[0].returns()[seat], ends[0].returns()[1 - seat]
            won += (own > other) + (own == other) / 2
    assert won >= 9


def test_three_players_each_seek_their_own():
    """Near the end of a deal of Big Points all can be tried by hand (max^n)."""
    compared = 0
    for state in list(random_positions("bigpoints", 3, 1, {"players": 3}))[-6:]:
        if len(state.legal_actions()) < 2:
            continue
        found = thought(state, "mcts@3000n")
        lead = {
            a: _lead_if_all_play_their_best(state.child(a), state.current_player())
            for a in state.legal_actions()
        }
        if None not in lead.values():
            assert lead[found.action] >= max(lead.values()) - 1e-9
            compared += 1
    assert compared > 1


def test_a_result_is_worth_the_lead_over_the_best_rival():
    """Seats 0 and 2 are partners: 5 and 5 points against 3 and 7."""
    points = np.array([5.0, 3.0, 5.0, 7.0])
    uct._into_worth(points, np.array([0, 1, 0, 2]), False)
    assert points.tolist() == [-2.0, -4.0, -2.0, 2.0]


def _lead_if_all_play_their_best(state, seat, left=400):
    worth = _max_n(state, [left])
    return None if worth is None else worth[seat]


def _max_n(state, left):
    """The lead of each seat over its best rival if each plays for that; None where it is long."""
    left[0] -= 1
    if left[0] < 0:
        return None
    if state.is_terminal():
        points = state.returns()
        return [p - max(q for j, q in enumerate(points) if j != i) for i, p in enumerate(points)]
    ends = [_max_n(state.child(a), left) for a in state.legal_actions()]
    return None if None in ends else max(ends, key=lambda worth: worth[state.current_player()])


def test_every_move_tried_is_told_with_how_often():
    state = played("tictactoe", "a1 b2")
    told = thought(state, "mcts@1000n")
    assert {v.action for v in told.values} == set(state.legal_actions())
    tried = [v.value.n for v in told.values]
    assert tried == sorted(tried, reverse=True)
    assert sum(tried) <= 1000
    assert all(v.value.low <= v.value.mean <= v.value.high for v in told.values)
    assert f"tried {tried[0]} times" in told.reasons[1]
    assert "tried most" in told.reasons[-1]


def test_it_stops_when_no_other_move_can_be_tried_as_often():
    state = played("tictactoe", "a1 b1 a2 b2")
    told = thought(state, "mcts@20000n")
    assert sum(v.value.n for v in told.values) < 15_000


def test_seconds_bound_it():
    state = load_game("nim").new_state()
    assert make_player(state.game, "mcts@0.02s").name == "mcts@0.02s"
    assert thought(state, "mcts@0.02s").action in state.legal_actions()


def test_it_refuses_a_game_with_hidden_cards():
    with pytest.raises(BadInput, match="no player mcts"):
        make_player(load_game("leduc"), "mcts")
