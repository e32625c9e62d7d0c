"""The shipped tables of the betting."""

import numpy as np
import pytest

from ludoteca.core.storage import read_arrays
from ludoteca.games.mus import solve
from ludoteca.games.mus.ids import CHICA, GRANDE, JUEGO
from ludoteca.games.mus.solver import tables
from ludoteca.games.mus.solver.lances import (
    EVERYBODY,
    Spot,
    betting_tree,
    lance_game,
    stone_worth,
)
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
