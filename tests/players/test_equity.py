"""The equity table: chances that add up, that points do not lower, and that matches bear out."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.match import Match
from ludoteca.core.registry import load_game
from ludoteca.players import equity, make_player
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


def standings_of(game, options, scores, played):
    """Standings after so many deals with these points of the sides, shape (n, sides)."""
    options = game.options(options)
    sides = game.teams(options)
    standings = game.standing_layout.empty(len(scores))
    names = standings.dtype.names
    for name in ("played", "deals"):
        if name in names:
            standings[name] = played
    for name in ("dealer", "starter"):
        if name in names:
            standings[name] = played % game.num_players(options)
    if "players" in names and played > 0:
        standings["players"] = len(sides)
    field = standings[game.match_field]
    for k, side in enumerate(sides):
        columns = [k] if field.shape[1] == len(sides) else list(side)
        field[:, columns] = scores[:, [k]]
    return standings


def chances(name, options, scores, played):
    """The table's chances from scores, shape (n, sides), in units of the score."""
    game, scores = load_game(name), np.asarray(scores)
    standings = standings_of(game, options, scores, played)
    return table(name, options).chances(standings, np.zeros(len(scores), np.bool_))


def rounds_of(name, options):
    """Deals of the match; None where a score ends it."""
    options = load_game(name).options(options)
    if name == "bigpoints":
        return options["players"]
    return None if options.get("target") else options["rounds"]


SCORES = {"poker": 60, "minimus": 4, "eras": 60, "bigpoints": 15}


def some_scores(name, options, seed, n=40):
    """Scores such as a match has."""
    game = load_game(name)
    most = min(SCORES[name], (game.options(options).get("target") or 99) - 1)
    sides = len(game.teams(game.options(options)))
    return np.random.default_rng(seed).integers(0, most + 1, size=(n, sides))


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_chances_of_the_sides_add_up_to_one(name, options):
    for played in (0, 1, 2, 5):
        found = chances(name, options, some_scores(name, options, 1), played)
        assert np.allclose(found.sum(axis=1), 1.0)
        assert found.min() >= 0.0


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_a_point_more_is_never_worth_less_where_the_match_has_so_many_deals(name, options):
    rounds = rounds_of(name, options)
    if rounds is None:
        pytest.skip("a point more may end the match sooner")
    for played in range(rounds):
        scores = some_scores(name, options, 2)
        before = chances(name, options, scores, played)
        for side in range(scores.shape[1]):
            more = scores.copy()
            more[:, side] += 1
            after = chances(name, options, more, played)
            # Standings reached one time in a million are not solved.
            assert (after[:, side] >= before[:, side] - 10 * equity.SELDOM).all()
            assert after[:, side].mean() > before[:, side].mean()


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_a_good_many_points_more_are_worth_more_with_a_target_too(name, options):
    target = load_game(name).options(options).get("target")
    if not target:
        pytest.skip("said of every point")
    sides = some_scores(name, options, 1).shape[1]
    scores = np.full((1, sides), target // 3)
    before = chances(name, options, scores, 1)[0]
    for side in range(sides):
        more = scores.copy()
        more[0, side] += -(-target // 6)
        assert chances(name, options, more, 1)[0, side] > before[side]


@pytest.mark.parametrize(("name", "options"), EVERY)
@pytest.mark.soak
def test_matches_played_out_bear_the_table_out(name, options):
    """From a score in the middle, against matches dealt and played one by one by the policy."""
    game = load_game(name)
    match = standing_after(game, options, 1, seed=3)
    if match.over:
        pytest.skip("one deal ended this match")
    told = table(name, options).chances(match.standing, np.zeros(1, np.bool_))[0]
    n, wins = 400, np.zeros(len(told))
    rng = np.random.default_rng(11)
    for _match in range(n):
        on = Match(game, options)
        on.standing, on.totals = match.standing.copy(), match.totals.copy()
        while not on.over:
            on.close(policy_deal(game, match.options, on.standing, rng))
        wins += on.shares()
    # 3.5 standard errors of 400 matches, and as many of the 1,000 deals behind the table.
    assert np.abs(wins / n - told).max() < 3.5 * 0.5 * (1 / n + 1 / 1_000) ** 0.5


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


def test_a_match_of_one_deal_and_a_game_without_matches_are_played_for_points():
    for name, options in (("poker", {"rounds": 1}), ("leduc", None), ("bigpoints", None)):
        game = load_game(name)
        assert equity_of(game, game.options(options), LEVEL) is None
    state = dealt("poker", {"rounds": 1}, None, seed=1)
    told = thought(state, BeliefPlayer(WorldBudget(40)))
    assert told.unit.startswith("points")


def test_where_the_sides_are_too_many_for_a_table_points_are_played_for(monkeypatch):
    game = load_game("eras")
    monkeypatch.setattr(equity, "CLOSED", 1_500)
    options = game.options({"values": 4, "hand": 3, "players": 4})
    assert not Equity(game, options, LEVEL).solved


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
    standings = standings_of(game, None, np.array([[3, 10], [20, 4]]), 2)
    tables = [Equity(game, game.options(None), LEVEL) for _table in range(2)]
    one, other = (t.chances(standings, np.zeros(2, np.bool_)) for t in tables)
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
    for played in (1, 2, 3):
        leads = np.array([[max(lead, 0), max(-lead, 0)] for lead in range(-40, 41)])
        steps = np.diff(chances("eras", {}, leads, played)[:, 0])
        assert steps.min() > 0.5 * steps.mean()
        assert steps.max() < 1.5 * steps.mean()
