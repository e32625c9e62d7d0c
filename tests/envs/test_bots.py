"""Bots written for PettingZoo and Gymnasium as players of this library."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.observation import ObservationSpace
from ludoteca.players import PlayerFailed, make_local_player, make_player
from ludoteca.players.play import play_match

ROOT = Path(__file__).resolve().parents[2]

BOTS = """
import numpy as np
import neighbour

def zoo(game):
    def act(observation):
        neighbour.asked.append((game, observation))
        return np.int64(np.flatnonzero(observation["action_mask"])[-1])
    return act

class Masked:
    def predict(self, observation, state=None, action_masks=None):
        assert action_masks.dtype == bool
        return np.array([np.flatnonzero(action_masks)[-1]]), None

class Unmasked:
    def predict(self, observation):
        return 1

def masked(game): return Masked()
def unmasked(game): return Unmasked()
def called(game): return lambda observation, info: int(np.flatnonzero(info["action_mask"])[-1])
def wrong(game): return lambda observation, info: -1
def many(game): return lambda observation, info: [0, 1]
def broken(game): raise RuntimeError("no weights")
number = 3
"""


@pytest.fixture
def bots(tmp_path, metadata, monkeypatch):
    """The file of bots, beside a module that it imports."""
    monkeypatch.syspath_prepend(metadata)
    monkeypatch.setattr(sys, "path", list(sys.path))  # a bot's folder is added
    monkeypatch.delitem(sys.modules, "neighbour", raising=False)
    (tmp_path / "neighbour.py").write_text("asked = []")
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def test_a_bot_sees_what_its_own_seat_sees(bots):
    game = load_game("kuhn")
    player, space = make_local_player(game, f"pettingzoo:{bots}:zoo"), ObservationSpace(game)
    for line, seat in (("J K", 0), ("J K pass", 1)):
        view = game.new_state().play(line).view(seat)
        player.choose(view, np.random.default_rng(1))
        row = dict(
            zip(space.names, sys.modules["neighbour"].asked[-1][1]["observation"], strict=True)
        )
        assert row[f"seat[{seat}]"] == 1
        assert row["hand"] == (1, 3)[seat]


@pytest.mark.parametrize(
    "spec",
    ["pettingzoo:{}:zoo", "gymnasium:{}:masked", "gymnasium:{}:unmasked", "gymnasium:{}:called"],
)
def test_a_bot_plays_as_any_player(bots, spec):
    game, named = load_game("kuhn"), spec.format(bots)
    player = make_local_player(game, named)
    assert player.name == named
    assert make_local_player(game, player.name).name == named
    for seed in range(4):
        players = [player, make_player(game, "basic")]
        _match, [end] = play_match(game, None, players, np.random.SeedSequence(seed))
        # All of them take the greatest action: to bet.
        assert [move.action for move in end.moves if move.actor == 0] == [1]


def test_it_sees_what_an_agent_sees(bots):
    game = load_game("kuhn")
    view = game.new_state().play("Q K").view(0)
    player = make_local_player(game, f"pettingzoo:{bots}:zoo")
    player.choose(view, np.random.default_rng(1))
    [(name, observation)] = sys.modules["neighbour"].asked
    assert name == "kuhn"
    assert observation["observation"].tolist() == ObservationSpace(game).of(view.record, 0).tolist()
    assert observation["action_mask"].tolist() == ActionSpace(game).mask(view.legal).tolist()


@pytest.mark.parametrize(
    ("name", "why"),
    [("wrong", "answered -1 where one of 0, 1 was"), ("many", r"answered \[0, 1\] where")],
)
def test_what_is_no_legal_action_is_refused(bots, name, why):
    game = load_game("kuhn")
    players = [make_local_player(game, f"gymnasium:{bots}:{name}"), make_player(game, "basic")]
    with pytest.raises(PlayerFailed, match=why):
        play_match(game, None, players, np.random.SeedSequence(1), max_deals=1)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("bots.py", "such as bot.py:make"),
        ("/no/such/bot.py:make", "No such file"),
        ("no_such_module:make", "No module named 'no_such_module'"),
        ("{}:nobody", "has no function nobody"),
        ("{}:number", "has no function number"),
        ("{}:broken", "RuntimeError: no weights"),
    ],
)
def test_a_bot_that_is_not_there_is_refused_in_a_sentence(bots, named, why):
    with pytest.raises(BadInput, match=why):
        make_local_player(load_game("kuhn"), f"pettingzoo:{named.format(bots)}")


def test_the_example_plays_mus_at_its_own_table_and_in_our_arena(uncompiled, tmp_path):
    pytest.importorskip("pettingzoo")
    example = "examples/pettingzoo_bot.py"
    assert "player_3: 8" in uncompiled(example)
    spec = f"pettingzoo:{example}:make"
    run = ("--deals", 2, "--workers", 1, "--seed", 1, "--folder", tmp_path / "run")
    said = uncompiled("-m", "ludoteca", "arena", "mus", spec, "random", *run)
    assert "forfeits a  0" in said
    assert spec in said


def test_the_examples_of_the_page_run(uncompiled):
    pytest.importorskip("pettingzoo")
    page = (ROOT / "docs" / "environments.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    run = [text for text in blocks if "pettingzoo import" in text or "gymnasium.make" in text]
    assert len(run) == 2
    uncompiled("-c", "\n".join(run))
