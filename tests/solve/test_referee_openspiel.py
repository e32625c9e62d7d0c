"""OpenSpiel as an outside referee: the same trees, returns and exploitability, node by node."""

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.solve.best_response import expected_values, nash_conv
from ludoteca.solve.cfr import solve_cfr
from ludoteca.solve.tree import build_tree

pyspiel = pytest.importorskip("pyspiel")

PAIRS = [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")]


def walked_beside(tree, theirs):
    """Walk both trees together, comparing every node; returns their names of our infosets."""
    names = {}
    ends = dict(zip(tree.terminal_node.tolist(), tree.terminal_returns.tolist(), strict=True))
    state_at = {0: theirs.new_initial_state()}
    children = {}
    for node, parent in enumerate(tree.nodes["parent"].tolist()):
        if parent >= 0:
            action = int(tree.nodes["action"][node])
            children.setdefault(parent, []).append(action)
            state_at[node] = state_at[parent].child(action)
        state = state_at[node]
        actor = int(tree.nodes["actor"][node])
        assert actor == state.current_player()
        if state.is_terminal():
            assert ends[node] == state.returns()
        elif not state.is_chance_node():
            k = int(tree.nodes["infoset"][node])
            assert tree.sequence_action[tree.moves(k)].tolist() == state.legal_actions()
            assert names.setdefault(k, state.information_state_string()) == (
                state.information_state_string()
            )
    for node, actions in children.items():
        assert actions == state_at[node].legal_actions()
    assert len(set(names.values())) == len(names) == len(tree.infosets)
    return names


def as_policy(tree, names, strategy):
    ids = tree.sequence_action
    return {
        name: list(zip(ids[tree.moves(k)].tolist(), strategy[tree.moves(k)].tolist(), strict=True))
        for k, name in names.items()
    }


def random_strategy(tree, seed):
    rng = np.random.default_rng(seed)
    strategy = np.ones(tree.n_sequences)
    for k in range(len(tree.infosets)):
        moves = tree.moves(k)
        strategy[moves] = rng.dirichlet(np.ones(moves.stop - moves.start))
    return strategy


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_same_tree_and_same_nash_conv_for_uniform_random_and_solved_strategies(ours, theirs):
    tree = build_tree(load_game(ours))
    game = pyspiel.load_game(theirs)
    names = walked_beside(tree, game)
    strategies = [tree.uniform_strategy(), *(random_strategy(tree, seed) for seed in range(2))]
    strategies.append(solve_cfr(tree, 1e-3).strategy)
    for strategy in strategies:
        policy = as_policy(tree, names, strategy)
        assert nash_conv(tree, strategy) == pytest.approx(
            pyspiel.nash_conv(game, policy), abs=1e-10
        )
        values = pyspiel.expected_returns(
            game.new_initial_state(), pyspiel.TabularPolicy(policy), -1, True
        )
        assert expected_values(tree, strategy) == pytest.approx(np.array(values), abs=1e-10)
