"""The benchmark of random play counts what it says it counts."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.registry import load_game

_SPEC = importlib.util.spec_from_file_location(
    "playouts", Path(__file__).resolve().parents[2] / "benchmarks" / "playouts.py"
)
playouts = sys.modules["playouts"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(playouts)

DEALS = 20


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_decisions_are_the_moves_of_players_in_whole_deals(name):
    """The same deals move by move, from the same generator."""
    game = load_game(name)
    states = game.state_layout.empty(2)
    calls.init(states, 0, game.schema.compile(game.options()), game.standing_layout.empty(1))
    scratch = (*game.buffers(), np.zeros(2))
    counted = playouts.play_random(states, DEALS, np.random.default_rng(3), *scratch)

    rng, moves = np.random.default_rng(3), np.zeros(game.rules.MAX_LENGTH, np.int64)
    decisions = 0
    for _deal in range(DEALS):
        states[1] = states[0]
        made = calls.playout(states, 1, rng, *game.buffers(), moves, len(moves))
        state = game.new_state()
        for action in moves[:made]:
            decisions += state.current_player() >= 0
            state.apply(int(action))
        assert state.is_terminal()
    assert counted == decisions


@pytest.mark.parametrize(("level", "decisions"), [(None, 2 + 1 / 4), (0, 2 + 1 / 3)])
def test_the_first_table_plays_at_random_and_the_second_by_the_policy(
    monkeypatch, level, decisions
):
    """Kuhn: a third decision where the first checks and the second bets.

    At random that is 1/2 of 1/2; the basic level bets the king alone: 2/3 of 1/2.
    """
    monkeypatch.setattr(playouts, "SLICE", 0.0)
    ours = playouts.Ours(load_game("kuhn"), {}, level)
    ours._deals = 40_000
    ours.measure()
    assert ours.speed.decisions == pytest.approx(decisions, abs=0.015)


def test_any_game_can_be_named_and_comes_with_its_policies(monkeypatch):
    monkeypatch.setattr(playouts, "SLICE", 0.0)
    assert "kuhn" not in {name for name, _given in playouts.POLICIES}
    (row,) = list(playouts.policy_table(1, ["kuhn"]))[2:-1]
    assert row.startswith("| kuhn | basic | 2 |")

    without = tuple(row for row in playouts.ROWS if row[0] != "kuhn")
    monkeypatch.setattr(playouts, "ROWS", without)
    chosen = playouts.chosen(playouts.ROWS, ["kuhn", "nim"], ({}, ()))
    assert [row[0] for row in chosen] == ["nim", "kuhn"]
    assert playouts.chosen(playouts.ROWS, None, ({}, ())) == list(without)


def test_a_game_that_is_not_registered_is_one_sentence(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["playouts.py", "--games", "truco"])
    with pytest.raises(SystemExit):
        playouts.main()
    assert "there is no game truco" in capsys.readouterr().err


def test_the_ratio_is_to_the_fastest_peer_of_those_installed():
    ours = playouts.Speed(2, 6.0, [1e6, 9e6, 2e6])
    slow, fast = playouts.Speed(2, 4.0, [1e4]), playouts.Speed(2, 4.0, [1e6])
    assert ours.millions == pytest.approx(12.0)
    assert playouts._beside(ours, [("slow", slow), ("fast", fast)]) == "| fast | 4 | 3.0"
    assert playouts._beside(ours, []) == "| | |"
