"""The solver: against the generic CFR+ on small decks, merged and not, stopped and resumed."""

from fractions import Fraction

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.games.poker import solve
from ludoteca.games.poker.solver import store
from ludoteca.games.poker.solver.equilibrium import Solver
from ludoteca.games.poker.solver.isomorphism import merged, unmerged
from ludoteca.games.poker.solver.response import exploited
from ludoteca.games.poker.solver.round_paths import Round, RoundDeck, paths_of
from ludoteca.games.poker.solver.value import round_value
from ludoteca.solve.best_response import nash_conv
from ludoteca.solve.cfr import PCFR_PLUS, PDCFR_PLUS, solve_cfr

TINY = Round("completa", RoundDeck(ranks=3, copies=3, hand=2, most=1))


@pytest.mark.soak
def test_the_value_is_that_of_the_generic_solver(small, tree_of, on_tree):
    played, tree = Round.of(small), tree_of(small)
    ours = Solver(played, PCFR_PLUS).run(1e-6)
    generic = solve_cfr(tree, 1e-4)
    assert float(ours.low) - 2e-4 < generic.values[0] < float(ours.high) + 2e-4
    assert nash_conv(tree, on_tree(ours.strategy(), tree)) / 2 == pytest.approx(
        float(ours.exploitability), abs=1e-12
    )
    assert ours.exploitability < 2e-6


def test_merging_loses_nothing():
    """The same value with everything kept apart."""
    together, apart = Solver(TINY, PCFR_PLUS), Solver(TINY, PCFR_PLUS, merge=unmerged)
    found = [solver.run(1e-5) for solver in (together, apart)]
    assert float(found[0].value) == pytest.approx(float(found[1].value), abs=4e-5)
    assert max(solved.exploitability for solved in found) < 2e-5


def test_the_full_deck_merges_to_7_hands_51_exchanges_and_109_spots():
    merging = merged(paths_of(RoundDeck()))
    counts = [int(g.max()) + 1 for g in (merging.hand, merging.exchange, merging.spot)]
    assert counts == [7, 51, 109]


def test_the_first_target_is_reached_in_thousands_of_iterations_and_the_second_in_tens():
    """An iteration takes some thirty microseconds of one core."""
    solver = Solver(Round())
    found = solver.run(1e-6)
    at_first = next(now for now in solver.history if now.exploitability <= 1e-4)
    assert at_first.iterations < 20_000
    assert found.iterations < 200_000
    assert found.exploitability <= Fraction(11, 10**7)
    assert found.low <= found.value <= found.high


def test_an_exploitability_told_is_the_exact_one():
    solver = Solver(TINY)
    solver.iterate(50)
    strategy = solver.compact().strategy("half-way")
    assert solver.exploitability() == pytest.approx(float(exploited(TINY, strategy).mean), abs=1e-8)
    assert solver.solution().value == round_value(TINY, strategy, strategy).difference


def test_a_saved_run_goes_on_as_if_it_had_not_stopped(tmp_path):
    straight = Solver(TINY, PDCFR_PLUS)
    straight.iterate(300)
    stopped = Solver(TINY, PDCFR_PLUS)
    stopped.iterate(120)
    stopped.save(tmp_path / "run.npz")
    resumed = Solver.restore(TINY, tmp_path / "run.npz")
    assert resumed.iterations == 120
    resumed.iterate(180)
    for seat in (0, 1):
        assert np.array_equal(straight.average(seat).exchange, resumed.average(seat).exchange)
        assert np.array_equal(straight.average(seat).fold, resumed.average(seat).fold)
    with pytest.raises(BadInput, match="another kind of round"):
        Solver.restore(Round(), tmp_path / "run.npz")


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 cut short"])
def test_a_damaged_run_is_begun_again(content, tmp_path, monkeypatch, game):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    checkpoint = tmp_path / "ludoteca" / "poker" / f"{store.round_name(TINY)}-CFR+.npz"
    checkpoint.parent.mkdir(parents=True)
    if content is not None:
        checkpoint.write_bytes(content)
    with pytest.raises(BadInput, match="no run that can go on"):
        Solver.restore(TINY, checkpoint)
    options = game.options({"ranks": 3, "copies": 3, "hand": 2, "most": 1})
    answer = solve.equilibrium(options, 1e-3, strategy=tmp_path / "found.json")
    assert answer.fields["resumed_at"] is None


def test_a_short_run_tells_the_bounds_of_the_value_and_no_value(tmp_path, game):
    path = tmp_path / "found.json"
    short = solve.equilibrium(game.options({}), 1e-6, iterations=2, strategy=path).headline
    assert "after 2 iterations no more is known" in short
    long = solve.equilibrium(game.options({}), 1e-3, strategy=path).headline
    assert "nobody gains more than" in long


def test_an_interrupt_keeps_the_work(tmp_path):
    checkpoint = tmp_path / "run.npz"
    solver = Solver(Round())

    def stop(now):
        if now.iterations > 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.run(0.0, progress=stop, checkpoint=checkpoint)
    resumed = Solver.restore(Round(), checkpoint)
    assert resumed.iterations == solver.iterations > 200
    found = resumed.run(1e-4, checkpoint=checkpoint)
    assert found.iterations > solver.iterations
    assert not checkpoint.exists()
    spent = [now.seconds for now in resumed.history]
    assert spent == sorted(spent)


def test_the_command_saves_what_it_tells(tmp_path, game):
    path = tmp_path / "found.json"
    told = []
    answer = solve.equilibrium(
        game.options({}), 1e-3, strategy=path, progress=lambda *now: told.append(now)
    )
    kept = store.read(path)
    assert float(kept.exploitability) == answer.fields["exploitability"] <= 1e-3
    # The value is 0.105047 to its six places; where a run ends depends on the processor's rounding.
    rounding = 0.5e-6
    assert answer.fields["value_at_least"] <= 0.105047 + rounding
    assert answer.fields["value_at_most"] >= 0.105047 - rounding
    assert answer.fields["resumed_at"] is None
    assert told[0][1] is None
    assert "exploitability" in told[0][2]
    assert len(answer.tables[0].rows) < 20


def test_a_stopped_command_goes_on(tmp_path, monkeypatch, game):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tmp_path / "found.json"

    def stop(done, total=None, words=""):
        if done > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve.equilibrium(game.options({}), 1e-3, strategy=path, progress=stop)
    answer = solve.equilibrium(game.options({}), 1e-3, strategy=path)
    assert answer.fields["resumed_at"] > 100
    assert answer.fields["iterations"] > answer.fields["resumed_at"]


# -- what ships ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["estrategica", "completa"])
def test_the_shipped_strategy_is_as_good_as_its_file_says(kind):
    solved = store.shipped(kind)
    strategy = solved.strategy()
    won = exploited(Round.named(kind), strategy)
    assert (-won.as_first, won.as_second) == (solved.low, solved.high)
    assert solved.value == round_value(Round.named(kind), strategy, strategy).difference
    assert 0 <= solved.exploitability < Fraction(1, 10**8)


def test_the_shipped_strategies_are_small():
    assert sum(path.stat().st_size for path in store.SOLVED.iterdir()) < 100_000


def test_other_cards_are_solved_on_the_spot():
    strategy = store.equilibrium(TINY)
    assert exploited(TINY, strategy).mean < 2e-6


def test_a_file_that_holds_no_strategy_is_refused(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{}")
    with pytest.raises(BadInput, match="holds no solved round"):
        store.read(path)


def test_the_value_of_the_game_is_that_of_no_renaming():
    """Every hand alike but for the names of its ranks is played alike."""
    strategy, paths = store.shipped("completa").strategy(), paths_of(RoundDeck())
    merging = merged(paths)
    for rows in (strategy.first.exchange, strategy.second.exchange):
        for row in rows:
            by_kind = {}
            for x, group in enumerate(merging.exchange.tolist()):
                assert by_kind.setdefault(group, row[x]) == row[x]
