"""The coach: costs against the equilibrium, beside the kernel's whole tree of small decks."""

import re
from fractions import Fraction

import numpy as np
import pytest

from ludoteca.cli.main import main
from ludoteca.core import calls
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.poker.odds import values_at
from ludoteca.games.poker.policy import EQUILIBRIO
from ludoteca.games.poker.rules import FOLD, STAY, STOP
from ludoteca.games.poker.solver.round_paths import SEATS, Round
from ludoteca.games.poker.solver.store import equilibrium
from ludoteca.players.advice.coach import Coach
from ludoteca.players.advice.review import review
from ludoteca.players.advice.values import LEAST, known_values
from ludoteca.players.advice.verdicts import decisions, judge
from ludoteca.solve.best_response import best_response


def _worth_of_moves(tree, strategy, seat):
    """``worth[infoset][move]`` for ``seat``: points above the other's, by walking every node.

    The other follows ``strategy``, the seat its best response; what the seat cannot see is weighed
    by chance and by what the other does.
    """
    response = best_response(tree, strategy, seat).strategy
    nodes, n = tree.nodes, len(tree.nodes)
    value, reach = np.zeros(n), np.ones(n)
    returns = {int(v): r for v, r in zip(tree.terminal_node, tree.terminal_returns, strict=True)}
    children = [[] for _node in range(n)]
    for node in range(1, n):
        children[int(nodes["parent"][node])].append(node)
    infoset_of = {}
    for k in range(len(tree.infosets)):
        infoset_of[_key(tree, int(tree.infosets["node"][k]))] = k
    chances, at = {}, {}
    for node in range(n):
        actor = int(nodes["actor"][node])
        if actor >= 0:
            at[node] = infoset_of[_key(tree, node)]
        for child in children[node]:
            chances[child] = _chance(
                tree, response, at.get(node), node, int(nodes["action"][child])
            )
            own = actor == seat
            reach[child] = reach[node] * (1.0 if own else chances[child])
    for node in reversed(range(n)):
        if node in returns:
            value[node] = returns[node][seat]
        else:
            value[node] = sum(chances[c] * value[c] for c in children[node])
    worth = {}
    for node, k in at.items():
        if int(nodes["actor"][node]) == seat:
            for child in children[node]:
                move = int(nodes["action"][child])
                told = worth.setdefault(k, {}).setdefault(move, [0.0, 0.0])
                told[0] += reach[node] * value[child]
                told[1] += reach[node]
    return worth


def _key(tree, node):
    record = tree.position(node)[0]
    me = int(record.to_move)
    own = [tuple(map(int, record[name][me])) for name in ("dealt", "given", "hand")]
    return me, int(record.phase), tuple(own), int(record.exchanged[1 - me])


def _chance(tree, strategy, infoset, node, action):
    if infoset is not None:
        moves = tree.moves(infoset)
        place = tree.sequence_action[moves].tolist().index(action)
        return float(strategy[moves][place])
    ids, prob = tree.game.buffers()
    count = calls.chance_outcomes(tree.position(node), 0, ids, prob)
    return float(prob[ids[:count].tolist().index(action)])


@pytest.mark.soak
def test_values_are_those_of_the_whole_tree(small, game, tree_of, on_tree):
    """Every information set of both seats of a small deck."""
    tree = tree_of(small)
    played = Round.of(small)
    strategy = on_tree(equilibrium(played).in_round(played), tree)
    compared = 0
    for seat in SEATS:
        for k, moves in _worth_of_moves(tree, strategy, seat).items():
            state = game.new_state(small)
            for action in tree.history(int(tree.infosets["node"][k])):
                state.apply(action)
            found = values_at(state.view(seat))
            for move, (total, reach) in moves.items():
                if reach > 1e-9:
                    assert found[move].decimal == pytest.approx(total / reach, abs=1e-7)
                    compared += 1
    assert compared > 50


def _round_of_the_equilibrium(game, seed):
    """A round in which both seats play the level ``equilíbrio``."""
    state, rng = game.new_state({}), np.random.default_rng(seed)
    shoe = Shoe.shuffled(game, state.options, seed)
    ids, prob = game.buffers()
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(shoe.draw(state))
            continue
        n = calls.policy_probs(state.record, 0, EQUILIBRIO, ids, prob)
        state.apply_unchecked(int(rng.choice(ids[:n], p=prob[:n] / prob[:n].sum())))
    return state


def test_the_moves_of_the_equilibrium_cost_nothing(game):
    made = 0
    for seed in range(40):
        state = _round_of_the_equilibrium(game, seed)
        for decision in decisions(game.new_state({}), state.moves):
            told = judge(decision.view, decision.moves)
            # What the shipped strategy lacks to an equilibrium, where a hand is rare.
            assert 0 <= told.cost.value < LEAST
            assert not told.clear
            made += 1
    assert made > 120


def test_costs_are_never_negative_and_are_those_of_the_moves_in_a_row(game):
    """The cost of an exchange is what its small moves cost together."""
    for seed in range(15):
        rng, state = np.random.default_rng(seed), game.new_state({})
        shoe, costs, row = Shoe.shuffled(game, state.options, seed), [], Fraction(0)
        while not state.is_terminal():
            if state.is_chance():
                state.apply_unchecked(shoe.draw(state))
                continue
            seat = state.current_player()
            values = known_values(state.view(seat))
            action = int(rng.choice(state.legal_actions()))
            row += max(v.value for v in values.values()) - values[action].value
            state.apply_unchecked(action)
            if state.current_player() != seat:
                costs.append(row)
                row = Fraction(0)
        made = list(decisions(game.new_state({}), state.moves))
        assert [judge(d.view, d.moves).cost.value for d in made] == costs
        assert all(cost >= 0 for cost in costs)


def test_the_best_exchange_is_told_in_words_and_as_moves(played):
    state = played("AAAKK 77QQJ")
    told = judge(state.view(0), (0, 0, 0))
    assert told.played_words == "exchange A A A"
    assert told.best_words == "keep all cards"
    assert told.best == (STOP,)
    assert told.cost.value > 2
    assert "“exchange A A A” cost" in told.sentence
    assert "“keep all cards” was best." in told.sentence
    kept = judge(state.view(0), (STOP,))
    assert not kept.clear
    assert kept.sentence == "“keep all cards” cost nothing: no move was better."


def test_an_exchange_is_not_judged_before_its_end(played):
    state = played("A7KQJ 77QQJ")
    assert judge(state.view(0), (0,)) is None
    assert judge(state.view(0), (0, 1, 2)) is not None


def test_folding_four_aces_costs_what_they_would_win(played):
    state = played("AAAAK 77QQJ", "stop J stop A")
    values = values_at(state.view(0))
    assert values[FOLD].value == -2
    told = judge(state.view(0), (FOLD,))
    assert told.cost.value == values[STAY].value + 2
    assert told.cost.value > 5


def test_a_coach_sees_what_its_seat_sees(played):
    """Another hand of the other, with the same number exchanged, and the same cost."""
    costs = {
        judge(played(f"AAKQJ {theirs}", "K Q J 7 7 K J stop K").view(0), (FOLD,)).cost.value
        for theirs in ("77QQJ", "AKKQJ", "77AQJ")
    }
    assert len(costs) == 1


def test_a_review_tells_whole_exchanges_by_their_exact_cost(played):
    state = played("AAAKK 77QQJ", "A A A 7 7 K stop stay stay")
    found = review(GameRecord.from_state(state), 0)
    worst = found.costly[0]
    assert worst.played_words == "exchange A A A"
    assert worst.at == 10
    assert worst.cost == judge(played("AAAKK 77QQJ").view(0), (0, 0, 0)).cost
    assert "perfect opponent" in found.assumptions[0]
    assert found.decisions == 2


def test_a_coach_sums_up_the_worst_three(played):
    coach = Coach(played("AAAKK 77QQJ").game)
    assert coach.summary() == "Coach: no decisions yet."
    found = []
    for deal, moves in enumerate([(0, 0, 0), (STOP,), (2, STOP), (2, 2, STOP)], 1):
        state = played("AAAKK 77QQJ")
        for move in moves:
            coach.watch(state.view(0), move)
            state.apply_unchecked(move)
        found += [float(verdict.size) for verdict in coach.judge(deal)]
    lines = coach.summary().splitlines()
    assert lines[0].startswith("Coach: 4 decisions cost")
    costs = [float(re.search(r"cost (\S+) points:", line).group(1)) for line in lines[1:]]
    assert costs == pytest.approx(sorted(found, reverse=True)[:3], abs=0.05)
    assert costs == sorted(costs, reverse=True)
    total = float(re.search(r"cost (\S+) points", lines[0]).group(1))
    assert total == pytest.approx(sum(found), abs=0.05)


def _played_in_the_terminal(monkeypatch, capsys, lines, *arguments):
    typed = iter(lines)

    def answer(_prompt=""):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    code = main(["play", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_coach_of_the_terminal_tells_each_decision_and_sums_up(monkeypatch, capsys):
    arguments = ("poker", "--coach", "--seed", "4", "--rounds", "1", "--against", "equilíbrio")
    _code, out, _err = _played_in_the_terminal(monkeypatch, capsys, ["123", "fold"], *arguments)
    told = re.findall(r"^Coach: “(.+?)” cost (\S+) points", out, re.MULTILINE)
    assert [words.split()[0] for words, _cost in told] == ["exchange", "fold"]
    total = re.search(r"Coach: 2 decisions cost (\S+) points in all", out).group(1)
    costs = [cost for _words, cost in told]
    rounding = sum(0.5 * 10 ** -len(cost.partition(".")[2]) for cost in (total, *costs))
    assert float(total) == pytest.approx(sum(map(float, costs)), abs=rounding)
    assert "against a perfect opponent" in " ".join(out.split())
