"""The betting of a lance as it is solved, beside the kernel that plays and counts whole deals."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.registry import load_game
from ludoteca.games.mus.ids import ACCEPT, CHICA, ENVITE, GRANDE, JUEGO, ORDAGO, PARES, PASS, PUNTO
from ludoteca.games.mus.solver.deals import DECK, HandDeals, outcome_parts, outcomes
from ludoteca.games.mus.solver.lances import (
    EVERYBODY,
    RAISE,
    Spot,
    betting_tree,
    juego_chances,
    lance_game,
    spots,
    start,
    won,
)
from ludoteca.solve.public_cfr import PublicCfr
from ludoteca.solve.questions import ask

from .conftest import counts


def speakers(tree, path):
    """The seats that speak on the way that these kinds of moves lead, and then."""
    node, found = 0, []
    for kind in path:
        found.append(int(tree.owner[node]))
        moves = range(tree.first[node], tree.first[node + 1])
        move = next(m for m in moves if min(tree.action[m], ENVITE) == kind)
        (node,) = np.flatnonzero(tree.above == move)
    return [*found, int(tree.owner[node])]


def test_the_first_rival_s_pass_leaves_the_answer_to_the_partner():
    tree = betting_tree(Spot(GRANDE))
    assert speakers(tree, [PASS, PASS, PASS]) == [0, 1, 2, 3]
    assert speakers(tree, [PASS, ENVITE, PASS]) == [0, 1, 2, 0]
    assert speakers(tree, [ENVITE, PASS, ENVITE, PASS]) == [0, 1, 3, 0, 2]
    assert speakers(tree, [ENVITE, ORDAGO, PASS]) == [0, 1, 2, 0]


def test_only_who_has_pares_or_juego_speaks():
    tree = betting_tree(Spot(PARES, (True, False, True, True)))
    assert speakers(tree, [PASS, PASS]) == [0, 2, 3]
    assert speakers(tree, [ENVITE, ENVITE, PASS]) == [0, 3, 0, 2]
    assert set(betting_tree(Spot(JUEGO, (False, True, True, False))).owner) == {1, 2}


@pytest.mark.parametrize(("lance", "number"), [(GRANDE, 1), (PARES, 9), (JUEGO, 9), (PUNTO, 1)])
def test_a_lance_is_bet_on_where_each_pair_has_a_seat_that_may_speak(lance, number):
    assert len(spots(lance, (40, 40))) == number


def test_a_raise_is_cut_down_to_what_the_leader_lacks_and_only_an_ordago_is_above_one():
    for missing, raised in [((40, 40), RAISE), ((4, 40), 2)]:
        tree = betting_tree(Spot(GRANDE, EVERYBODY, missing))
        bets = {a - ENVITE for a in tree.action.tolist() if a > ENVITE}
        assert bets == {2, raised}
    answered = [set(tree.action[a:b]) for a, b in zip(tree.first, tree.first[1:], strict=False)]
    assert {PASS, ACCEPT, ORDAGO} in answered  # after a raise
    assert {PASS, ACCEPT} in answered  # after an ordago


HANDS = [
    (GRANDE, ["RRCA", "7654", "S554", "CC76"]),
    (CHICA, ["RRCA", "AA54", "S554", "CC76"]),
    (PARES, ["RRCA", "AA66", "S554", "7654"]),
    (PARES, ["7654", "AAA6", "CCSS", "RRR4"]),
    (JUEGO, ["RRCA", "CSS4", "7654", "C777"]),
    (JUEGO, ["RC75", "7654", "S554", "RRSS"]),
    (PUNTO, ["RR55", "7654", "S554", "R776"]),
]


def kinds(text):
    return np.repeat(np.arange(len(counts(text))), counts(text)).tolist()


@pytest.mark.parametrize(("lance", "hands"), HANDS)
def test_an_end_pays_what_the_kernel_counts_for_the_lance(lance, hands):
    """Every end of the betting, played on to the last stone with these hands."""
    classes = [DECK.types.classes[lance][DECK.index[tuple(counts(h))]] for h in hands]
    holders = tuple(bool(c) for c in classes)
    spot = Spot(lance, holders)
    if lance in (GRANDE, CHICA):
        held = np.array([classes]) - 1
        outcome = HandDeals(lance).given((0,), held[:, :1], held[:, 1:])[1][0, 0]
    else:
        outcome = outcomes(lance)[tuple(classes)]
    tree = betting_tree(spot)
    for z, move in enumerate(tree.end_above.tolist()):
        record = start(spot, [kinds(hand) for hand in hands])
        for action in tree.path(move):
            calls.apply_action(record, 0, action)
        finish(record)
        s = record[0]
        counted = [0, 0]
        if s["winner"][lance]:
            counted[s["winner"][lance] - 1] = int(s["paid"][lance] + s["cuenta"][lance])
        assert won(spot, tree.ends[z], *outcome_parts(int(outcome))) == tuple(counted)


def finish(record):
    """All pass from here on, and what is certain happens."""
    ids, prob = load_game("mus").buffers()
    while (player := calls.current_player(record, 0)) != TERMINAL:
        if player == CHANCE:
            assert calls.chance_outcomes(record, 0, ids, prob) == 1
        calls.apply_action(record, 0, int(ids[0]) if player == CHANCE else PASS)


def test_nobody_wins_more_stones_than_it_lacks():
    spot = Spot(PARES, EVERYBODY, (4, 40))
    for end in betting_tree(spot).ends:
        assert won(spot, end, 0, 6, 1)[0] <= 4
        assert sum(won(spot, end, 1, 6, 1)) <= 40


def test_the_chance_to_win_a_juego_is_a_problem_of_points():
    chances = juego_chances()
    assert chances[1, 1] == 0.5
    assert chances[1, 2] == pytest.approx(0.5 + 0.5 * 0.25 * 0.5)  # the rival wins a lump of 1
    np.testing.assert_allclose(chances + chances.T, 1.0)
    assert (np.diff(chances[1:, 20]) < 0).all()


@pytest.mark.soak
def test_juego_of_all_four_is_solved_until_no_seat_gains_a_hundredth_of_a_stone():
    game = lance_game(Spot(JUEGO), "stones")
    run = PublicCfr(game)
    run.reach(0.009, 1_000)
    strategies = run.average()
    gains = [game.gain_of((seat,), strategies) for seat in range(4)]
    assert all(gain.samples is None for gain in gains)
    assert 0.0 <= max(gain.gain for gain in gains) < 0.01
    # 31 of the mano cannot be beaten: it takes every ordago on which it has the last word.
    tree, side = game.tree, game.tree.side(0)
    for k, node in enumerate(side.node.tolist()):
        if set(tree.action[tree.first[node] : tree.first[node + 1]]) == {PASS, ACCEPT}:
            after = tree.above == tree.first[node]
            if not after.any():
                assert strategies[0][7, side.start[k] + 1] > 0.99


@pytest.mark.soak
def test_a_lance_is_asked_for_by_who_has_declared_it():
    found = ask("mus", "solve", "juego", holders="1001", iterations=30)
    assert found.fields["iterations"] == 30
    gains = [
        found.fields[f"{who}_gains{bound}"]
        for who in ("seat", "pair")
        for bound in ("", "_at_most")
    ]
    assert found.headline == (
        f"Juego is worth {found.fields['value']:+.3f} stones to the mano's pair. A player who "
        f"alone plays otherwise gains {gains[1]:.2g} stones at most; a pair that changes both its "
        f"plans, each by its own hand, gains {gains[2]:.2g} or more, and {gains[3]:.2g} at most."
    )
    assert 0.0 <= gains[0] == gains[1] <= gains[2] <= gains[3]
    (table,) = found.tables
    hands = {row[0] for row in table.rows}
    assert hands == {"31", "32", "40", "37", "36", "35", "34", "33"}
    for row in table.rows:
        said = [chance for chance in row[3:] if chance is not None]
        assert sum(said) == pytest.approx(1.0, abs=1e-3)
    assert {row[1] for row in table.rows} == {1, 4}  # each speaks; one of them answers the other


def test_where_a_pair_lacks_a_single_stone_there_is_nothing_to_bet_but_an_ordago():
    found = ask("mus", "solve", "juego", holders="1100", lacks=1, iterations=10)
    assert {row[2] for row in found.tables[0].rows} == {
        "speaks first", "speaks last, nobody has bet", "first to answer an órdago",
    }  # fmt: skip
    assert all(row[5] is None for row in found.tables[0].rows)


@pytest.mark.parametrize("holders", ["11", "1121", "1010"])
def test_who_cannot_have_declared_is_refused_with_a_sentence(holders):
    """Also where a pair has nobody who may speak: nothing is bet then."""
    with pytest.raises(BadInput, match="holders is one of 1111, 1110, "):
        ask("mus", "solve", "pares", holders=holders)
