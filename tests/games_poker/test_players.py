"""Solved strategies as players: proved on the kernel's whole tree, and against compiled code."""

import json

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.view import SeatView
from ludoteca.games.poker.players import EquilibriumPlayer, chances_at
from ludoteca.games.poker.solver import store
from ludoteca.games.poker.solver.round_paths import Round, RoundDeck
from ludoteca.players import make_player
from ludoteca.players.policy import PolicyPlayer
from ludoteca.solve.best_response import nash_conv


@pytest.fixture(autouse=True)
def own_folders(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    store.solved_round.cache_clear()
    yield
    store.solved_round.cache_clear()


def played_by(player, tree, options, game):
    """The chances that ``player`` gives at every decision of the tree, asked by seat's views."""
    out = tree.uniform_strategy()
    for k in range(len(tree.infosets)):
        seat = int(tree.infosets["owner"][k])
        moves = tree.sequence_action[tree.moves(k)].tolist()
        record = tree.position(int(tree.infosets["node"][k]))
        view = SeatView(game, options, seat, record, (), seat, tuple(moves))
        chances = player.chances(view)
        assert set(chances) <= set(moves)
        out[tree.moves(k)] = [chances.get(move, 0.0) for move in moves]
    return out


def test_at_a_table_with_other_cards_the_equilibrium_is_one(game, small, tree_of):
    """No best response, worked out on the kernel's tree, takes more than its exploitability."""
    tree = tree_of(small)
    player = make_player(game, "equilibrio")
    found = nash_conv(tree, played_by(player, tree, small, game)) / 2
    solved = store.solved_round(Round.of(small))
    assert found == pytest.approx(float(solved.exploitability), abs=1e-9)
    assert found < 2e-6
    ours = played_by(PolicyPlayer(game, "nosso"), tree, small, game)
    assert nash_conv(tree, ours) / 2 > 100 * found


def test_a_round_is_solved_once_and_kept_on_disk(tmp_path, monkeypatch):
    played = Round("completa", RoundDeck(ranks=3, copies=3, hand=2, most=1))
    first = store.solved_round(played)
    (file,) = (tmp_path / "cache" / "ludoteca" / "poker").glob("*.json")
    assert json.loads(file.read_text(encoding="utf-8"))["value"] == str(first.value)
    store.solved_round.cache_clear()
    monkeypatch.setattr("ludoteca.games.poker.solver.equilibrium.Solver", None)
    assert store.solved_round(played).value == first.value
    file.write_text("{}", encoding="utf-8")
    store.solved_round.cache_clear()
    with pytest.raises(TypeError):  # solved anew, which there is nobody for
        store.solved_round(played)


def test_with_the_usual_cards_it_is_the_compiled_one(game, played):
    compiled = PolicyPlayer(game, "equilíbrio")
    rng = np.random.default_rng(5)
    for deal in range(12):
        state = game.new_state({"round": ("completa", "estrategica")[deal % 2]})
        while not state.is_terminal():
            seat = state.current_player()
            if seat < 0:
                state.apply(state.sample_chance(rng))
                continue
            view = state.view(seat)
            looked_up = chances_at(view, store.shipped(view.options["round"]).compact)
            assert looked_up == pytest.approx(compiled.chances(view), abs=1e-9)
            assert EquilibriumPlayer().chances(view) == compiled.chances(view)
            state.apply(compiled.choose(view, rng))


def test_a_player_that_looks_up_takes_no_budget(game):
    with pytest.raises(BadInput, match="takes no budget"):
        make_player(game, "equilíbrio@1s")
