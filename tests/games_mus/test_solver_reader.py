"""The shipped tables of the betting, and the reader that players use."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.ids import TERMINAL
from ludoteca.core.registry import load_game
from ludoteca.core.storage import read_arrays
from ludoteca.games.mus import solve
from ludoteca.games.mus.hands import KINDS
from ludoteca.games.mus.ids import BETTING, CHICA, ENVITE, GRANDE, JUEGO, ORDAGO, PARES, PASS, PUNTO
from ludoteca.games.mus.solver import tables
from ludoteca.games.mus.solver.lances import (
    EVERYBODY,
    Spot,
    betting_tree,
    lance_game,
    start,
    stone_worth,
)
from ludoteca.games.mus.solver.reader import solved_bets, solved_probs
from ludoteca.games.mus.solver.strategy import class_names
from ludoteca.games.mus.solver.tables import (
    CELLS,
    SHIPPED,
    every_spot,
    name_of,
    shipped,
    shipped_strategies,
    unit_of,
)
from ludoteca.solve.pairs import PAIRS
from ludoteca.solve.public_game import behaviour

from .conftest import counts


@pytest.fixture(scope="module")
def table():
    return solved_bets()


def read(table, record):
    """The chances of the seat to move, by id."""
    ids, prob = np.zeros(8, np.int64), np.zeros(8)
    n = solved_probs(table, record, ids, prob)
    return dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))


def kinds(text):
    return np.repeat(np.arange(KINDS), counts(text)).tolist()


# -- the file --------------------------------------------------------------------------------------


def test_every_lance_is_shipped_for_every_score_in_a_small_file():
    figures, arrays = shipped()
    assert set(arrays) == set(figures) == {name_of(spot) for spot in every_spot()}
    assert len(arrays) == 21 * len(CELLS)
    assert SHIPPED.stat().st_size < 300_000


def test_shipped_strategies_are_the_tables_by_seat():
    spot = Spot(JUEGO, (True, False, True, True), CELLS[0])
    expected = levels_of(spot, shipped()[1])
    for strategy, levels in zip(shipped_strategies(spot), expected, strict=True):
        np.testing.assert_array_equal(strategy, levels / unit_of(JUEGO))


def test_no_seat_gains_more_than_a_hundredth_of_a_juego_on_a_shipped_table():
    figures, _arrays = shipped()
    for name, found in figures.items():
        assert found["seat"]["most"] + found["seat"]["margin"] < 0.01, name
        exact = not name.startswith((f"{GRANDE}-", f"{CHICA}-"))
        assert (found["seat"]["samples"] is None) == exact


def levels_of(spot, arrays):
    """The tables of the seats, type x sequence."""
    flat, found, tree = arrays[name_of(spot)], [], betting_tree(spot)
    for seat, holds in enumerate(spot.holders):
        types = len(class_names(spot.lance)) if holds else 1
        size = types * int(tree.side(seat).start[-1])
        found.append(flat[:size].reshape(-1, types).T)
        flat = flat[size:]
    assert not len(flat)
    return found


@pytest.mark.soak
def test_the_command_that_makes_the_tables_makes_these(monkeypatch, tmp_path):
    """Two spots of juego, solved again: the same chances and the same figures, to rounding."""
    spots = [
        Spot(JUEGO, holders, CELLS[0])
        for holders in [(True, True, False, False), (False, False, True, True)]
    ]
    monkeypatch.setattr(tables, "every_spot", lambda: spots)
    monkeypatch.setattr(solve, "cache_folder", lambda name: tmp_path / name)
    answer = solve.tables(tmp_path / "solved.npz")
    figures, arrays = shipped()
    made, found = read_arrays(tmp_path / "solved.npz")
    assert list(made) == [row["spot"] for row in answer.to_json()["solved"]]
    assert list(made) == [name_of(spot) for spot in spots]
    for name, told in made.items():
        assert np.abs(found[name].astype(int) - arrays[name].astype(int)).max() <= 1
        assert told["iterations"] == figures[name]["iterations"]
        assert told["value"] == pytest.approx(figures[name]["value"])
        for who in ("seat", "pair"):
            for bound in ("gain", "most"):
                assert told[who][bound] == pytest.approx(figures[name][who][bound], abs=1e-9)
    seat, pair, most = (
        max(told[who][bound] for told in made.values())
        for who, bound in [("seat", "most"), ("pair", "gain"), ("pair", "most")]
    )
    assert answer.headline == (
        f"Solved: 2 lances. A player who alone plays otherwise gains a chance of {seat:.2g} of the "
        f"juego at most; a pair that changes both its plans gains {pair:.2g} or more in one of "
        f"them, and {most:.2g} at most."
    )


@pytest.mark.soak
def test_juego_of_three_is_solved_for_pairs_by_the_command_that_makes_the_tables():
    """A pair gained 0.026 of the juego by plans for both its hands before."""
    solved = tables._computed(Spot(JUEGO, (True, True, True, False), CELLS[0]))
    assert solved.figures.pair.gain < 0.005


def test_no_pair_gains_a_fifth_of_a_stone_on_a_shipped_table_where_both_lack_30():
    figures, _arrays = shipped()
    for name, found in figures.items():
        if name.endswith("-30-30"):
            assert found["pair"]["gain"] + found["pair"]["margin"] < 0.005, name
    assert stone_worth(CELLS[0]) / 5 > 0.005


def test_the_pair_s_gain_that_is_told_of_juego_is_that_of_its_answer():
    """The better pair's two plans, each by its own hand, against the strategies as shipped."""
    spot = Spot(JUEGO, EVERYBODY, CELLS[0])
    told = shipped()[0][name_of(spot)]["pair"]
    game, strategies = lance_game(spot, "juego"), shipped_strategies(spot)
    answers = [game.partners_answer(pair, strategies) for pair in PAIRS]
    best = max(answers, key=lambda answer: answer.gain.gain)
    assert best.gain.gain == pytest.approx(told["gain"], abs=1e-9)
    plans = game.plans(strategies)
    for seat, plan in zip(best.gain.seats, best.plans, strict=True):
        plans[seat] = plan
    sign = 1 if best.gain.seats == PAIRS[0] else -1
    changed = [behaviour(game.tree.side(s), plans[s], strategies[s]) for s in range(4)]
    gained = sign * (game.value(changed) - game.value(strategies))
    assert gained == pytest.approx(best.gain.gain)
    most = max(answer.gain.most for answer in answers)
    assert best.gain.gain - 1e-9 <= most == pytest.approx(told["most"], abs=1e-6)


# -- the reader ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lance", [GRANDE, CHICA, PARES, JUEGO, PUNTO])
def test_the_first_speaker_s_chances_are_those_of_its_hand(table, lance):
    hands = {
        PARES: ["AA66", "RR44", "CC75", "7744"],
        JUEGO: ["RRCA", "CSS4", "RC75", "C777"],
        PUNTO: ["RR55", "7654", "S554", "R776"],
    }.get(lance, ["RRCA", "7654", "S554", "CC76"])
    spot = Spot(lance, EVERYBODY, CELLS[0])
    record = start(spot, [kinds(hand) for hand in hands])
    name = {PARES: "66AA", JUEGO: "31", PUNTO: "30"}.get(lance, hands[0])
    held = class_names(lance).index(name)
    levels = levels_of(spot, shipped()[1])[0][held]
    tree = betting_tree(spot)
    expected = {
        int(action): levels[1 + i] / unit_of(lance)
        for i, action in enumerate(tree.action[: tree.first[1]])
        if levels[1 + i]
    }
    assert read(table, record) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("options", "positions"), [({}, 300), ({"doubling": "yes", "falta": "yes"}, 150)]
)
def test_moves_are_legal_and_their_chances_sum_to_one_in_any_betting(table, options, positions):
    """Deals played at random, with bets of all sizes: the tables and the levels know them all."""
    game = load_game("mus")
    ids, prob = game.buffers()
    rng = np.random.default_rng(5)
    seen = 0
    for deal in range(60):
        record = game.state_layout.empty()
        standing = game.standing_layout.empty()
        standing["begun"], standing["dealer"] = 1, deal % 4
        standing["score"] = rng.integers(0, 40, 2)
        calls.init(record, 0, game.schema.compile(game.options(options)), standing)
        while calls.current_player(record, 0) != TERMINAL:
            if calls.current_player(record, 0) < 0:
                a = calls.sample_chance(record, 0, rng, ids, prob)
            else:
                legal = ids[: calls.legal_actions(record, 0, ids)].tolist()
                a = rng.choice(legal)
                if record[0]["phase"] == BETTING:
                    chances = read(table, record)
                    assert set(chances) <= set(legal)
                    assert sum(chances.values()) == pytest.approx(1.0)
                    for level in range(len(game.info.levels)):
                        n = calls.policy_probs(record, 0, level, ids, prob)
                        assert set(ids[:n].tolist()) <= set(legal)
                    seen += 1
                    # Small raises, so that there are long rows of them.
                    small = [m for m in legal if m > ENVITE][:2]
                    a = rng.choice([*small, PASS]) if small and rng.random() < 0.9 else a
            calls.apply_action(record, 0, int(a))
    assert seen > positions


def test_chances_depend_on_nothing_that_the_seat_does_not_see(table):
    hands = ["RRCA", "7654", "S554", "CC76"]
    others = ["RRCA", "AA55", "RR66", "SS44"]
    for path in [[], [PASS, PASS, PASS, ENVITE + 2], [ENVITE + 2, ENVITE + 3, PASS]]:
        found = []
        for dealt in (hands, others):
            record = start(Spot(GRANDE), [kinds(hand) for hand in dealt])
            for a in path:
                calls.apply_action(record, 0, a)
            assert record[0]["to_move"] == 0
            found.append(read(table, record))
        assert found[0] == found[1] != {}


def test_a_longer_row_of_raises_is_read_as_the_pair_s_last_bets(table):
    """Of four bets the last two count: seat 2 bet, seat 3 raised, and the mano answers."""
    hands = [kinds(hand) for hand in ["RRCA", "7654", "S554", "CC76"]]
    short, long = start(Spot(GRANDE), hands), start(Spot(GRANDE), hands)
    for a in (PASS, PASS, ENVITE + 2, ENVITE + 3):
        calls.apply_action(short, 0, a)
    for a in (ENVITE + 2, ENVITE + 3, ENVITE + 1, ENVITE + 4):
        calls.apply_action(long, 0, a)
    assert short[0]["to_move"] == long[0]["to_move"] == 0
    assert read(table, short) == read(table, long)


def test_a_hand_of_the_deck_with_four_kings_is_not_known(table):
    record = start(Spot(GRANDE))
    record[0]["hand"][0] = counts("R32A")
    assert read(table, record) == {}


def test_the_best_hand_takes_an_ordago_and_the_worst_leaves_it(table):
    for mano, chance in [("RRRR", 1.0), ("4444", 0.0)]:
        record = start(Spot(GRANDE), [kinds(h) for h in (mano, "7654", "S554", "CC76")])
        for a in (PASS, PASS, PASS, ORDAGO):
            calls.apply_action(record, 0, a)
        accepted = 1.0 - read(table, record).get(PASS, 0.0)
        assert accepted == pytest.approx(chance, abs=0.05)
