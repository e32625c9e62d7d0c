"""Advice at a decision of a record: from what the seat saw, with what it rests on."""

import json

import numpy as np
import pytest

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game


@pytest.fixture
def record(tmp_path):
    """``record("leduc", moves, seen_by)`` writes a record of random moves into a file."""

    def write(name, moves, seen_by=None):
        game, rng = load_game(name), np.random.default_rng(1)
        state = game.new_state()
        while not state.is_terminal() and len(state.moves) < moves:
            state.apply_unchecked(int(rng.choice(state.possible_actions())))
        seats = ["a"] * state.num_players
        seen = GameRecord.from_state(state, seats)
        if seen_by is not None:
            seen = GameRecord.seen_from(state, seen_by, seats)
        path = tmp_path / f"{name}.txt"
        path.write_text(seen.to_text(), encoding="utf-8")
        return str(path)

    return write


def test_every_move_is_told_with_what_it_is_worth(command, record):
    code, out, err = command("advise", "leduc", record("leduc", 2), "--seed", "1")
    assert code == 0, err
    assert "Player 1 is to move." in out
    assert "raise" in out
    assert "(95%," in out
    assert "hidden cards are random" in out


def test_the_seat_that_moves_is_told_the_same_from_its_own_record(command, record):
    arguments = ("--seed", "1", "--format", "json")
    _code, whole, _err = command("advise", "leduc", record("leduc", 3), *arguments)
    _code, own, _err = command("advise", "leduc", record("leduc", 3, seen_by=1), *arguments)
    assert json.loads(whole) == json.loads(own)
    told = json.loads(whole)
    assert told["seat"] == 1
    assert {str(move["action"]) for move in told["values"]} == set(told["moves"])


def test_a_position_where_nobody_decides_says_where_somebody_does(command, record):
    code, _out, err = command("advise", "leduc", record("leduc", 99), "--seed", "1")
    assert code == 2
    assert "decisions come after: 2, 3" in " ".join(err.split())
    code, out, _err = command("advise", "leduc", record("leduc", 99), "--at", "2", "--seed", "1")
    assert (code, "Player 1 is to move" in out) == (0, True)


def test_another_machine_may_be_asked(command, record):
    code, out, _err = command("advise", "nim", record("nim", 0), "--by", "basic", "--seed", "1")
    assert code == 0
    assert "Advice: " in out
    code, _out, err = command("advise", "nim", record("nim", 0), "--by", "nobody")
    assert (code, "there are:" in err) == (2, True)
    code, _out, err = command("advise", "kuhn", record("nim", 0))
    assert (code, "the record is of nim, not of kuhn" in err) == (2, True)
