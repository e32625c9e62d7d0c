"""The equity table: chances that add up, that points do not lower, and that matches bear out."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.match import Match
from ludoteca.core.registry import games, load_game
from ludoteca.players import make_player
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.budget import WorldBudget
from ludoteca.players.equity import Equity, equity_of
from ludoteca.players.objectives import for_points, for_the_match
from ludoteca.players.play import play_match

# Quick deals: every game's first level.
LEVEL = 0
VARIANTS = [
    ("poker", {}),
    ("minimus", {}),
    ("eras", {"values": 4, "hand": 3}),
    ("eras", {"values": 4, "hand": 3, "players": 3, "target": 40}),
]
MORE = [
    ("poker", {"rounds": 2}),
    ("eras", {"values": 4, "hand": 3, "target": 60}),
    ("eras", {"values": 4, "hand": 3, "players": 4, "rounds": 3}),
    ("bigpoints", {"colours": 3, "discs": 2, "white": 1, "black": 1, "games": "series"}),
]
EVERY = [*VARIANTS, *(pytest.param(*variant, marks=pytest.mark.soak) for variant in MORE)]


def table(name, options):
    game = load_game(name)
    return equity_of(game, game.options(options), LEVEL)


def standing_after(game, options, deals, seed):
    """The score after deals between policies, the match not being over; and the match."""
    match = Match(game, options)
    level = game.info.levels[LEVEL]
    seats = game.num_players(match.options)
    players = [make_player(game, level) for _seat in range(seats)]
    match, _ends = play_match(game, options, players, np.random.SeedSequence(seed), deals)
    return match


def some_scores(equity, rng, n=60):
    """Scores such as a match has, in units of the table."""
    spread = np.abs(equity._sampled(0)).max()
    return rng.integers(0, spread + 1, size=(n, len(equity._sides)))


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_chances_of_the_sides_add_up_to_one(name, options):
    equity = table(name, options)
    for played in (0, 1, 2, 5):
        chances = equity.chances(some_scores(equity, np.random.default_rng(1)), played)
        assert np.allclose(chances.sum(axis=1), 1.0)
        assert chances.min() >= 0.0


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_a_point_more_is_never_worth_less_where_the_match_has_so_many_deals(name, options):
    equity = table(name, options)
    if equity._target:
        pytest.skip("a point more may end the match sooner")
    for played in range(equity._rounds + 1):
        scores = some_scores(equity, np.random.default_rng(2))
        before = equity.chances(scores, played)
        for side in range(scores.shape[1]):
            more = scores.copy()
            more[:, side] += 1
            after = equity.chances(more, played)
            assert (after[:, side] >= before[:, side] - 1e-12).all()
            if played < equity._rounds:
                assert after[:, side].mean() > before[:, side].mean()


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_a_good_many_points_more_are_worth_more_with_a_target_too(name, options):
    equity = table(name, options)
    if not equity._target:
        pytest.skip("said of every point")
    scores = np.full((1, len(equity._sides)), equity._target // 3)
    before = equity.chances(scores, 1)[0]
    for side in range(scores.shape[1]):
        more = scores.copy()
        more[0, side] += -(-equity._target // 6)
        assert equity.chances(more, 1)[0, side] > before[side]


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_matches_played_out_bear_the_table_out(name, options):
    """From a score in the middle, against matches dealt and played one by one by the policy."""
    game, equity = load_game(name), table(name, options)
    match = standing_after(game, options, 1, seed=3)
    if match.over:
        pytest.skip("one deal ended this match")
    n, wins = 1_500, np.zeros(len(equity._sides))
    rng = np.random.default_rng(11)
    for _match in range(n):
        standing, over = match.standing.copy(), False
        totals = np.array([match.totals[side[0]] for side in equity._sides])
        while not over:
            end = policy_deal(game, match.options, standing, rng)
            totals += [end.returns()[side[0]] for side in equity._sides]
            over = bool(calls.next_standing(end.record, 0, standing))
        wins += (totals == totals.max()) / (totals == totals.max()).sum()
    told = equity.chances(in_units(equity, match), 1)[0]
    # 3.5 standard errors of 1,500 matches, and as many of the 1,000 deals behind the table.
    assert np.abs(wins / n - told).max() < 3.5 * 0.5 * (1 / n + 1 / 1_000) ** 0.5


def in_units(equity, match):
    scale = equity._goal.scale
    return np.array([[round(match.totals[side[0]] * scale) for side in equity._sides]])


def policy_deal(game, options, standing, rng):
    state = game.new_state(options, standing)
    ids, prob = game.buffers()
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(state.sample_chance(rng))
            continue
        n = calls.policy_probs(state.record, 0, LEVEL, ids, prob)
        state.apply_unchecked(int(rng.choice(ids[:n], p=prob[:n] / prob[:n].sum())))
    return state


def goals():
    return [game for game in games().values() if game.match_goal is not None]


def test_what_games_say_of_their_matches_is_what_next_standing_does():
    assert {game.name for game in goals()} >= {"eras", "poker", "minimus", "bigpoints"}
    for game in goals():
        goal = game.match_goal
        for options in [given for name, given in VARIANTS + MORE if name == game.name]:
            rounds, target = goal.end(game.options(options))
            for seed in range(4):
                deals = 0
                while True:
                    deals += 1
                    match = standing_after(game, options, deals, seed)
                    score = match.standing[goal.score][0]
                    by_side = len(score) == len(game.teams(match.options))
                    sides = game.teams(match.options)
                    for k, side in enumerate(sides):
                        held = score[k if by_side else side[0]]
                        assert held == match.totals[side[0]] * goal.scale
                    assert match.standing[goal.played][0] == deals
                    most = max(match.totals[side[0]] for side in sides) * goal.scale
                    assert match.over == (most >= target if target else deals >= rounds)
                    if match.over:
                        break


def test_a_match_of_one_deal_and_a_game_without_matches_are_played_for_points():
    for name, options in (("poker", {"rounds": 1}), ("leduc", None), ("bigpoints", None)):
        game = load_game(name)
        assert equity_of(game, game.options(options), LEVEL) is None
    state = dealt("poker", {"rounds": 1}, None, seed=1)
    told = thought(state, BeliefPlayer(WorldBudget(40)))
    assert told.unit.startswith("points")


def dealt(name, options, standing, seed):
    state = load_game(name).new_state(options, standing)
    rng = np.random.default_rng(seed)
    while state.is_chance():
        state.apply_unchecked(state.sample_chance(rng))
    return state


def thought(state, player, seed=5):
    view = state.view(state.current_player(), remembering=True)
    return player.think(view, np.random.default_rng(seed))


def test_the_search_tells_the_chance_of_winning_the_match():
    told = thought(dealt("poker", None, None, seed=1), BeliefPlayer(WorldBudget(100)))
    assert told.unit == "chance of winning the match"
    assert all(0.0 <= move.value.mean <= 1.0 for move in told.values)
    assert "%" in told.reasons[1]


def test_two_tables_of_one_game_are_the_same():
    game = load_game("poker")
    scores = np.array([[3, 10], [20, 4]])
    one, other = (Equity(game, game.options(None), LEVEL).chances(scores, 2) for _ in range(2))
    assert (one == other).all()


FOLD = "fold"


def last_answers(lead, objective, n=30):
    """The reasons of seat 0 where it may fold in the last round of poker, ``lead`` points ahead."""
    game = load_game("poker")
    standing = game.standing_layout.empty()
    standing["played"] = 4
    standing["score"][0] = (2 * max(lead, 0), 2 * max(-lead, 0))
    for seed in range(n):
        state = dealt("poker", None, standing, seed)
        rng = np.random.default_rng(seed)
        while FOLD not in [state.action_text(a) for a in state.legal_actions()]:
            chance = state.is_chance()
            state.apply_unchecked(state.sample_chance(rng) if chance else state.legal_actions()[-1])
        assert state.current_player() == 0
        player = BeliefPlayer(WorldBudget(100), caution=0.0, objective=objective)
        told = thought(state, player)
        worth = {state.action_text(m.action): m.value.mean for m in told.values}
        yield worth, state.action_text(told.action)


def test_ahead_in_the_last_round_it_takes_the_sure_win():
    """Four points ahead, giving up two wins the match, whatever the hand is."""
    sure = list(last_answers(4, for_the_match))
    assert all(worth[FOLD] == 1.0 for worth, _chosen in sure)
    assert all(worth[chosen] == 1.0 for worth, chosen in sure)
    points = [chosen for _worth, chosen in last_answers(4, for_points)]
    assert [chosen for _worth, chosen in sure].count(FOLD) > points.count(FOLD) + 5


def test_behind_in_the_last_round_it_takes_no_sure_loss():
    """Three points behind, giving up loses the match: a bad hand is played on."""
    lost = list(last_answers(-3, for_the_match))
    assert all(worth[FOLD] == 0.0 for worth, _chosen in lost)
    hopeful = [chosen for worth, chosen in lost if max(worth.values()) > 0.0]
    assert hopeful
    assert FOLD not in hopeful


def test_a_point_is_worth_about_as_much_as_its_neighbours_where_points_are_fine():
    equity = table("eras", {})
    for played in (1, 2, 3):
        leads = np.array([[max(lead, 0), max(-lead, 0)] for lead in range(-40, 41)])
        steps = np.diff(equity.chances(leads, played)[:, 0])
        assert steps.min() > 0.5 * steps.mean()
        assert steps.max() < 1.5 * steps.mean()
