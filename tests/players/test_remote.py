"""Bots over standard input and output: what they are asked, and what their mistakes cost."""

import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.players import make_local_player, make_player
from ludoteca.players.play import play_match

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"


def spec(*arguments):
    return "remote:" + shlex.join([sys.executable, *map(str, arguments)])


def bot(text):
    """A bot whose answer to each question is the Python expression ``text`` of it."""
    program = f"""
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "choose":
        print({text}, flush=True)
"""
    return spec("-c", program)


def chosen(player):
    view = load_game("nim").new_state().view(0)
    return view, player.choose(view, np.random.default_rng(1))


def test_the_example_plays_equal_games_for_equal_seeds():
    game, played = load_game("kuhn"), []
    for _time in range(2):
        players = [make_local_player(game, spec(EXAMPLE)), make_player(game, "basic")]
        _match, ends = play_match(game, None, players, np.random.SeedSequence(2), max_deals=6)
        played.append([end.moves for end in ends])
        players[0].close()
    assert played[0] == played[1]


@pytest.mark.parametrize(
    "answer",
    [
        "json.dumps({'move': asked['view']['legal'][1]['id']})",
        "json.dumps({'move': asked['view']['legal'][1]['text']})",
    ],
)
def test_a_move_is_named_by_its_id_or_its_text(answer):
    view, action = chosen(make_local_player(load_game("nim"), bot(answer)))
    assert action == view.legal[1]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("'hello'", 'answered hello where {"move": "a1"} was expected'),
        ("'[1]'", "was expected"),
        ("'{}'", "was expected"),
        ("json.dumps({'move': 999})", "999"),
        ("json.dumps({'move': True})", "true"),
        ("''", "answered nothing"),
        ("sys.exit()", "the bot has ended"),
    ],
)
def test_what_is_no_legal_move_is_refused_in_a_sentence(answer, why):
    with pytest.raises(BadInput) as refused:
        chosen(make_local_player(load_game("nim"), bot(answer)))
    assert why in str(refused.value)


def test_a_line_too_many_is_not_taken_for_the_next_answer():
    two = "'\\n'.join([json.dumps({'move': asked['view']['legal'][1]['id']})] * 2)"
    player = make_local_player(load_game("nim"), bot(two))
    with pytest.raises(BadInput, match="before it was asked"):
        _chosen_again_and_again(player)


def _chosen_again_and_again(player):
    for _move in range(50):
        chosen(player)


def test_a_bot_that_is_too_slow_is_stopped(monkeypatch):
    from ludoteca.players import remote

    monkeypatch.setattr(remote, "START_SECONDS", 0.0)
    monkeypatch.setattr(remote, "_PARTING_SECONDS", 0.1)
    slow = bot("time.sleep(60)").replace("remote:", "remote@0.2s:")
    player = make_local_player(load_game("nim"), slow)
    assert player.name == slow
    started = []
    popen = subprocess.Popen

    def starting(*arguments, **named):
        started.append(popen(*arguments, **named))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", starting)
    with pytest.raises(BadInput, match=r"within 0\.2 seconds"):
        chosen(player)
    assert started[0].poll() is not None


def test_a_command_that_does_not_start_is_refused():
    """Before a deal is played: it would forfeit them all."""
    with pytest.raises(BadInput, match="/no/such/bot does not start: No such file"):
        make_local_player(load_game("nim"), "remote:/no/such/bot --fast")
    with pytest.raises(BadInput, match=f"{__file__} does not start: Permission denied"):
        make_local_player(load_game("nim"), f"remote:{__file__}")
    with pytest.raises(BadInput, match="names the command"):
        make_local_player(load_game("nim"), "remote:")


def test_no_command_runs_for_those_who_are_not_at_the_keyboard():
    with pytest.raises(BadInput, match="no player remote"):
        make_player(load_game("nim"), spec(EXAMPLE))
