"""OpenSpiel as an outside referee: a small deck as an extensive-form file, solved and exploited."""

import pytest

from ludoteca.core.ids import CHANCE
from ludoteca.games.poker.solver.equilibrium import Solver
from ludoteca.games.poker.solver.policy_tables import SIMPLE, policy_player
from ludoteca.games.poker.solver.response import exploited, prospects
from ludoteca.games.poker.solver.round_paths import Round, RoundDeck
from ludoteca.games.poker.solver.store import equilibrium

pyspiel = pytest.importorskip("pyspiel")

OPTIONS = {"ranks": 3, "copies": 3, "hand": 2, "most": 1}
SMALL = Round("completa", RoundDeck(**OPTIONS))


def as_extensive_form(tree):
    """The tree in Gambit's .efg format; information sets are numbered from 1 for each player."""
    number, counts = [], [0, 0]
    for owner in tree.infosets["owner"].tolist():
        counts[owner] += 1
        number.append(counts[owner])
    children = {}
    for node, parent in enumerate(tree.nodes["parent"].tolist()):
        if parent >= 0:
            children.setdefault(parent, []).append(node)
    ends = dict(zip(tree.terminal_node.tolist(), tree.terminal_returns.tolist(), strict=True))
    lines = ['EFG 2 R "small poker" { "first" "second" } ""']
    stack = [0]
    while stack:
        node = stack.pop()
        below = children.get(node, [])
        names = [f'"{tree.nodes["action"][child]}"' for child in below]
        if node in ends:
            points = ", ".join(str(x) for x in ends[node])
            lines.append(f't "" {node + 1} "" {{ {points} }}')
        elif tree.nodes["actor"][node] == CHANCE:
            chances = chance_at(tree, node, below)
            outcomes = " ".join(f"{n} {p!r}" for n, p in zip(names, chances, strict=True))
            lines.append(f'c "" {node + 1} "" {{ {outcomes} }} 0')
        else:
            player, k = int(tree.nodes["actor"][node]) + 1, number[int(tree.nodes["infoset"][node])]
            lines.append(f'p "" {player} {k} "{player}-{k}" {{ {" ".join(names)} }} 0')
        stack.extend(reversed(below))
    return "\n".join(lines) + "\n"


def chance_at(tree, node, below):
    from ludoteca.core import calls

    ids, prob = tree.game.buffers()
    n = calls.chance_outcomes(tree.position(node), 0, ids, prob)
    by_id = dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))
    return [by_id[int(tree.nodes["action"][child])] for child in below]


@pytest.fixture(scope="module")
def referee(game, tree_of, tmp_path_factory):
    """Our tree, and the same game read by OpenSpiel."""
    tree = tree_of(game.options(OPTIONS))
    path = tmp_path_factory.mktemp("efg") / "poker.efg"
    path.write_text(as_extensive_form(tree))
    theirs = pyspiel.load_game("efg_game", {"filename": str(path)})
    return tree, theirs


def policy_of(tree, theirs, arrays):
    """A strategy of ours as a tabular policy of theirs: both trees walked side by side."""
    table, stack = {}, [(0, theirs.new_initial_state())]
    children = {}
    for node, parent in enumerate(tree.nodes["parent"].tolist()):
        if parent >= 0:
            children.setdefault(parent, []).append(node)
    while stack:
        node, state = stack.pop()
        if state.is_terminal():
            continue
        moves = (
            [a for a, _p in state.chance_outcomes()]
            if state.is_chance_node()
            else (state.legal_actions())
        )
        words = [state.action_to_string(a) for a in moves]
        if not state.is_chance_node():
            k = int(tree.nodes["infoset"][node])
            chance = dict(
                zip(
                    tree.sequence_action[tree.moves(k)].tolist(), arrays[tree.moves(k)], strict=True
                )
            )
            table[state.information_state_string()] = [
                (a, float(chance[int(word)])) for a, word in zip(moves, words, strict=True)
            ]
        below = {str(tree.nodes["action"][child]): child for child in children[node]}
        for a, word in zip(moves, words, strict=True):
            stack.append((below[word], state.child(a)))
    return pyspiel.TabularPolicy(table)


@pytest.mark.parametrize("name", [*SIMPLE, "equilíbrio"])
def test_openspiel_finds_the_same_exploitability(name, referee, on_tree):
    tree, theirs = referee
    strategy = equilibrium(SMALL) if name == "equilíbrio" else policy_player(name, SMALL.deck)
    policy = policy_of(tree, theirs, on_tree(strategy, tree))
    assert pyspiel.exploitability(theirs, policy) == pytest.approx(
        float(exploited(SMALL, strategy).mean), abs=1e-9
    )


def test_openspiel_s_solver_finds_the_same_value(referee):
    _tree, theirs = referee
    solver = pyspiel.CFRPlusSolver(theirs)
    for _iteration in range(25):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gap = pyspiel.nash_conv(theirs, policy)
    ours = Solver(SMALL).run(1e-6)
    value = pyspiel.expected_returns(theirs.new_initial_state(), policy, -1, True)[0]
    assert gap < 0.1
    assert value == pytest.approx(float(ours.value), abs=gap)
    assert prospects(SMALL, 0, equilibrium(SMALL).second).best >= ours.low
