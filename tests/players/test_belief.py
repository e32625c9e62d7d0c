"""Belief search: what it believes, what it may not know, and that it says the same twice."""

from functools import partial

import numpy as np
import pytest

from deals import decisions, exact_weights, policy_of
from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.registry import load_game
from ludoteca.core.state import observe
from ludoteca.players import make_player
from ludoteca.players.belief import BeliefPlayer, Found
from ludoteca.players.budget import WorldBudget
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.objectives import Points
from ludoteca.players.particles import ParticleFilter, strongest
from ludoteca.players.play import play_match
from ludoteca.players.racing import TEMPERATURE, Race, Tried
from ludoteca.workers.threads import use_threads
from networks import chances_in, model_of

SIZE = 4_000
APART = 0.05  # more than five standard errors of a share of 4,000 worlds, resampled at most twice


def deals(game, seeds):
    return [state for seed in seeds for state in decisions(game, seed=seed)]


def exact_belief(state, seat, probs):
    """Every world with its probability by Bayes' rule."""
    worlds = exact_weights(state, seat, probs)
    total = sum(worlds.values())
    return {blob: weight / total for blob, weight in worlds.items()}


def test_worlds_are_believed_as_bayes_rule_says():
    game = load_game("leduc")
    for state in deals(game, range(5, 9)):
        seat, level = state.current_player(), strongest(game)
        view = state.view(seat, remembering=True)
        found = ParticleFilter(SIZE, {level: 1.0}).follow(view, np.random.default_rng(1))
        assert_believed(found.worlds, exact_belief(state, seat, policy_of(game, level)))


def assert_believed(worlds, exact):
    """The shares of the worlds are the probabilities ``exact``."""
    shares = {}
    for world in worlds:
        shares[world.tobytes()] = shares.get(world.tobytes(), 0.0) + 1 / len(worlds)
    assert shares.keys() <= exact.keys()
    assert max(abs(shares.get(w, 0.0) - p) for w, p in exact.items()) < APART


def test_moves_of_a_network_tell_of_worlds_as_bayes_rule_says():
    game, told = load_game("leduc"), 0.0
    player, level = LearnedPlayer("network", model_of(game, spread=0.5)), strongest(game)
    for state in deals(game, range(5, 9)):
        seat, rng = state.current_player(), np.random.default_rng(1)
        view = state.view(seat, remembering=True)
        found = ParticleFilter(SIZE, {level: 1.0}, learned=player.policy(view)).follow(view, rng)
        exact = exact_belief(state, seat, partial(chances_in, player, view))
        assert_believed(found.worlds, exact)
        others = exact_belief(state, seat, policy_of(game, level))
        told = max(told, *(abs(p - others[world]) for world, p in exact.items()))
    assert told > APART  # the game's own policy tells something else


def test_levels_of_the_others_are_believed_as_bayes_rule_says():
    """Of the moves that kuhn's levels make with different chances, who makes them tells its own."""
    told = 0
    for state in deals("kuhn", range(6)):
        seat, prior = state.current_player(), {1: 0.7, 0: 0.3}
        view = state.view(seat, remembering=True)
        found = ParticleFilter(SIZE, prior).follow(view, np.random.default_rng(1))
        weights = [
            p * sum(exact_weights(state, seat, policy_of(state.game, level)).values())
            for level, p in prior.items()
        ]
        exact = weights[1] / sum(weights)
        told += abs(exact - prior[0]) > APART
        assert (found.levels[:, 1 - seat] == 0).mean() == pytest.approx(exact, abs=APART)
        assert (found.levels[:, seat] == 1).all()
    assert told > 0


@pytest.mark.parametrize("name", ["minirummy", "minimus", "poker"])
def test_no_world_contradicts_what_the_seat_sees(name):
    game = load_game(name)
    followers = [ParticleFilter(60, {0: 1.0}) for _seat in range(game.info.players[0])]
    rng, told = np.random.default_rng(3), 0
    for state in deals(game, (2, 3)):
        seat = state.current_player()
        view = state.view(seat, remembering=True)
        belief = followers[seat].follow(view, rng)
        told += belief.told
        mask = game.masks(state.options)[seat]
        assert {w.tobytes() for w in observe(belief.worlds, mask)} == {view.record[0].tobytes()}
    assert told > 0


def test_what_it_saw_before_goes_with_a_view_that_travels():
    import pickle

    state = deals("leduc", [1])[-1]
    view = state.view(state.current_player(), remembering=True)
    assert len(view.past) == len(view.tokens) + 1
    there = pickle.loads(pickle.dumps(view))
    assert there.past == view.past
    assert state.view(0).past is None


def test_other_cards_where_it_cannot_see_them_change_nothing():
    game, compared = load_game("leduc"), 0
    for state in [s for s in deals(game, (8, 9, 10)) if len(s.moves) >= 3]:
        seat = state.current_player()
        view = state.view(seat, remembering=True)
        cards = {move.action for move in state.moves if move.actor == CHANCE}
        for card in range(6):
            twin = game.new_state()
            for at, move in enumerate(state.moves):
                # The first two moves deal a card to each seat.
                twin.apply_unchecked(card if at == 1 - seat else move.action)
            if card in cards:
                continue
            seen = twin.view(seat, remembering=True)
            assert seen.past == view.past
            thoughts = [make_player(game, "belief@50").think(v, generator()) for v in (view, seen)]
            assert thoughts[0] == thoughts[1]
            compared += 1
    assert compared >= 5


def dealt_otherwise(state, seat, rng):
    """The same deal with other cards where ``seat`` sees none; None where its own ran out."""
    twin = state.game.new_state(state.options)
    for move, token in zip(state.moves, state.tokens(seat), strict=True):
        possible = twin.possible_actions()
        action = int(rng.choice(possible)) if token.token == HIDDEN else move.action
        if action not in possible:
            return None
        twin.apply_unchecked(action)
    return twin


@pytest.mark.parametrize("name", ["poker", "minirummy"])
def test_other_hands_dealt_to_the_others_change_nothing(name):
    game, rng, compared = load_game(name), np.random.default_rng(12), 0
    state = next(decisions(game, seed=9))
    seat = state.current_player()
    one = make_player(game, "belief@40").think(state.view(seat, remembering=True), generator())
    for _time in range(12):
        twin = dealt_otherwise(state, seat, rng)
        if twin is None or twin.record.tobytes() == state.record.tobytes():
            continue
        view = twin.view(seat, remembering=True)
        assert make_player(game, "belief@40").think(view, generator()) == one
        compared += 1
    assert compared >= 5


def generator():
    return np.random.default_rng(7)


@pytest.mark.parametrize("name", ["leduc", "minimus"])
def test_equal_seeds_play_equal_games(name):
    game = load_game(name)
    played = []
    for _time in range(2):
        players = [make_player(game, "belief@30") for _seat in range(game.info.players[0])]
        _match, ends = play_match(game, None, players, np.random.SeedSequence(4), max_deals=2)
        played.append([end.moves for end in ends])
    assert played[0] == played[1]


def test_every_move_is_told_with_its_worlds_and_what_it_rests_on():
    state = next(decisions("leduc"))
    thought = make_player(state.game, "belief@400").think(state.view(0), generator())
    best, *others = thought.values
    assert best.action == thought.action
    means = [v.value.mean for v in others]
    assert means == sorted(means, reverse=True)
    assert thought.action in state.legal_actions()
    assert {v.action for v in thought.values} == set(state.legal_actions())
    assert all(v.value.low <= v.value.mean <= v.value.high for v in thought.values)
    assert max(v.value.n for v in thought.values) <= 400
    assert "hidden cards are random" in thought.assumption
    assert f"{thought.values[0].value.n} deals" in thought.reasons[1]


def test_a_budget_is_worlds_or_seconds():
    game = load_game("leduc")
    assert make_player(game, "belief").name == "belief@200"
    assert make_player(game, "belief@0.05s").name == "belief@0.05s"
    for text in ("1", "0s", "10n", "many"):
        with pytest.raises(BadInput, match=r"such as 200 or 0\.5s"):
            WorldBudget.parse(text)
    with pytest.raises(BadInput, match="no player belief"):
        make_player(load_game("nim"), "belief")


def views_of(tree):
    """The views of who moves, with the past, one of each information set."""
    for node in tree.infosets["node"].tolist():
        state = tree.game.new_state(tree.options)
        for action in tree.history(node):
            state.apply_unchecked(action)
        yield state.view(state.current_player(), remembering=True)


def searching_strategy(tree, worlds):
    """The moves of the search at every information set, as a strategy over the tree."""
    strategy = np.zeros(tree.n_sequences)
    strategy[0] = 1.0
    for k, view in enumerate(views_of(tree)):
        chosen = BeliefPlayer(WorldBudget(worlds)).choose(view, generator())
        moves = tree.moves(k)
        strategy[moves.start + tree.sequence_action[moves].tolist().index(chosen)] = 1.0
    return strategy


def test_it_gains_most_of_what_a_best_response_gains_on_the_policy():
    from ludoteca.solve.best_response import (
        best_response,
        expected_values,
        policy_strategy,
    )
    from ludoteca.solve.tree import build_tree

    tree = build_tree(load_game("leduc"), {"suits": "no"})
    policy, search = policy_strategy(tree), searching_strategy(tree, worlds=100)
    for seat in (0, 1):
        mixed = policy.copy()
        for k in np.flatnonzero(tree.infosets["owner"] == seat).tolist():
            mixed[tree.moves(k)] = search[tree.moves(k)]
        base = expected_values(tree, policy)[seat]
        gain = expected_values(tree, mixed)[seat] - base
        assert gain > 0.6 * (best_response(tree, policy, seat).value - base)


def test_where_the_worlds_do_not_tell_moves_apart_the_policys_own_is_played():
    game = load_game("leduc")
    state = next(decisions(game))
    chosen, ids, prob = set(), *game.buffers()
    n = calls.policy_probs(state.record, 0, 0, ids, prob)
    for seed in range(30):
        view, rng = state.view(0, remembering=True), np.random.default_rng(seed)
        chosen.add(BeliefPlayer(WorldBudget(4), caution=1e9).choose(view, rng))
    assert chosen == set(ids[:n].tolist())
    told = BeliefPlayer(WorldBudget(100), caution=1e9)
    thoughts = [told.think(state.view(0), np.random.default_rng(seed)) for seed in range(9)]
    assert all(t.action == t.values[0].action for t in thoughts)
    luckier = [v for t in thoughts for v in t.values[1:] if v.value.mean > t.values[0].value.mean]
    assert luckier
    assert all(v.alike for v in luckier)


class Canned(BeliefPlayer):
    """A search that has found what it is told of fold, call and raise; folding is its habit."""

    def __init__(self, worth, learned=None):
        super().__init__(WorldBudget(100), learned=learned)
        self.worth = worth

    def _search(self, view, rng, also=(), clearly=None):
        points = Points(view)
        race = Race(3, lambda *_given: None, points, view, 1)
        order = Tried(self.worth, self.worth).ranked()
        turns = [(move,) for move in view.legal]
        return Found(turns, self.worth, self.worth, order, 0, 0, None, race, range(3))


def test_of_moves_that_are_about_equal_one_is_drawn():
    """Folding is clearly worse; of call and raise neither is better, or the call by far."""
    state = next(s for s in decisions("leduc", seed=2) if len(s.legal_actions()) == 3)
    view = state.view(state.current_player())
    coin = np.tile([2.0, 3.0], 50)
    alike, apart = [np.zeros(100), coin, 5.0 - coin], [np.zeros(100), coin, coin - 1.0]

    def shares(worth):
        player, rng = Canned(worth), np.random.default_rng(1)
        chosen = [view.legal.index(player.choose(view, rng)) for _time in range(600)]
        return np.bincount(chosen, minlength=3) / len(chosen)

    # Raising was dropped after six worlds, in which it lost less than it would have in all.
    dropped = [np.zeros(100), coin, np.array([2.0, 0.0, 2.0, 0.0, 2.0, 0.0])]
    assert shares(dropped).tolist() == [0.0, 1.0, 0.0]
    # Call wins a tie, once in 12; four standard errors of a share of 600 are 0.08.
    assert shares(alike) == pytest.approx([0.0, 0.54, 0.46], abs=0.08)
    assert shares(apart).tolist() == [0.0, 1.0, 0.0]


def test_over_a_learned_policy_turns_are_drawn_near_its_chances_and_what_wins_more_more_often():
    state = next(s for s in decisions("leduc", seed=2) if len(s.legal_actions()) == 3)
    view = state.view(state.current_player())
    learned = LearnedPlayer("network", model_of(state.game, spread=0.5))
    usual = np.array(list(learned.chances(view).values()))
    coin = np.tile([2.0, 3.0], 50)  # standard deviation 0.5

    def shares(worth):
        player, rng = Canned(worth, learned), np.random.default_rng(1)
        chosen = [view.legal.index(player.choose(view, rng)) for _time in range(600)]
        found = np.bincount(chosen, minlength=3) / len(chosen)
        assert player._advised(view, player._search(view, rng), range(3)) == int(found.argmax())
        return found

    assert shares([coin, coin, coin]) == pytest.approx(usual, abs=0.08)
    # Raising wins as much more in every world as makes a turn e times as likely.
    more = usual * [1.0, 1.0, np.e]
    assert shares([coin, coin, coin + TEMPERATURE * 0.5]) == pytest.approx(
        more / more.sum(), abs=0.08
    )


@pytest.mark.parametrize("name", ["leduc", "poker"])
def test_it_chooses_the_same_on_any_number_of_threads(name):
    state = deals(name, [3])[-1]
    view = state.view(state.current_player(), remembering=True)
    thoughts = []
    try:
        for threads in (1, 2, 5):
            use_threads(threads)
            thoughts.append(BeliefPlayer(WorldBudget(333)).think(view, generator()))
    finally:
        use_threads(1)
    assert len(view.legal) > 1
    assert thoughts[0] == thoughts[1] == thoughts[2]
