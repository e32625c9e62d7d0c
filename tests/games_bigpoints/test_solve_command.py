"""``solve bigpoints``: what it says is what plain minimax says; what it refuses, in a sentence."""

import json

import pytest
from brute_force import Brute
from plain_study import Plain

from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.games.bigpoints import solve
from ludoteca.games.bigpoints.notation import SYMBOLS
from ludoteca.games.bigpoints.rules import taken_kind

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")

SMALL = ["1122", "1212", "2112", "112233", "121323", "331221", "111222", "121212", "332211"]
SPECIAL = ["1122W", "W1212", "1B122", "12W12B", "B1122W", "1WB", "121B2W"]


@pytest.fixture(scope="module")
def brute():
    return Brute(load_game("bigpoints"))


def asked(**given):
    return solve.position(**given).fields


def ran(capsys, *arguments):
    """Exit code, standard output, standard error of the command."""
    code = main(("solve", "bigpoints", *arguments))
    out, err = capsys.readouterr()
    return code, out, err


# -- answers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", SMALL)
@pytest.mark.soak
def test_value_and_best_moves_are_those_of_the_second_text_of_the_rules(board):
    plain = Plain(board, len(set(board)))
    root = plain.root
    found = asked(board=board)
    assert found["value"] == plain.value[root]
    assert set(found["best"]) == {m for m in plain.children[root] if plain.lost(root, m) == 0}
    assert (found["states"], found["all_states"]) == (len(plain.positions), True)
    own, other = found["points"]
    assert own - other == found["value"]


@pytest.mark.parametrize("board", [*SMALL[:5], *SPECIAL])
def test_outcome_and_best_moves_are_those_of_brute_force(board, brute, laid):
    start = laid(board)
    found = asked(board=board, objective="outcome")
    assert found["value"] == brute.outcome(start)
    assert found["outcome"] == {1: "win", 0: "tie", -1: "loss"}[found["value"]]
    keeping = {
        start.action_text(a)
        for a in start.legal_actions()
        if brute.outcome(start.child(a)) == found["value"]
    }
    assert set(found["best"]) == keeping


@pytest.mark.parametrize("board", SPECIAL)
def test_white_and_black_discs_are_solved_over_the_rules(board, brute, laid):
    start = laid(board)
    found = asked(board=board)
    assert found["value"] == brute.difference(start)
    keeping = {
        start.action_text(a)
        for a in start.legal_actions()
        if brute.difference(start.child(a)) == found["value"]
    }
    assert set(found["best"]) == keeping
    own, other = found["points"]
    assert own - other == found["value"]
    assert found["states"] == len(Plain(board, len(set(board) & set("12"))).positions)


@pytest.mark.parametrize("board", ["1122", "1212", "2211"])
def test_thesis_objective_reproduces_table_2_with_its_states(board, brute, laid):
    found = asked(board=board, objective="thesis")
    points, states = brute.thesis(laid(board))
    assert (tuple(found["points"]), found["states"]) == (points, states)


def test_json_of_the_board_of_twenty_discs(capsys):
    code, out, _err = ran(capsys, "--board", "33545221551224441133", "--format", "json")
    found = json.loads(out)
    assert code == 0
    assert {"value", "outcome", "points", "best", "nodes", "states", "seconds"} <= found.keys()
    assert found["points"][0] - found["points"][1] == found["value"]
    assert found["nodes"] < 250_000
    # Every best move leads to a position that is worth as much to the other, and no other does.
    values = {}
    for move in ("1+", *found["best"]):
        reply = asked(board="33545221551224441133", moves=[move])
        values[move] = -reply["value"]
    assert all(values[move] == found["value"] for move in found["best"])
    assert "1+" in found["best"] or values["1+"] < found["value"]


@pytest.mark.parametrize("reading", ["strict", "lenient"])
def test_reading_of_a_board(reading, brute, laid):
    found = asked(board="1221", reading=reading)
    assert found["value"] == brute.difference(laid("1221", reading=reading))


def test_the_disc_that_a_best_move_takes_is_told(laid):
    answer = solve.position(board="1221")
    state = laid("1221")
    moves = [state.parse(text) for text in answer.fields["best"]]
    taken = [SYMBOLS[int(taken_kind(state.record[0], move))] for move in moves]
    assert answer.fields["disc_taken"] == taken


def test_moves_that_are_equally_good_are_counted(laid):
    for board in SMALL[:5]:
        answer = solve.position(board=board)
        n = len(answer.fields["best"])
        begin = "Best move: " if n == 1 else f"{n} moves are equally good: "
        assert answer.headline.startswith(begin)
    assert {len(asked(board=board)["best"]) for board in SMALL[:5]} > {1}


# -- records ------------------------------------------------------------------------------------


@pytest.fixture
def record(tmp_path, laid):
    state = laid("121323", "1+ 2- 3-")
    path = tmp_path / "game.txt"
    path.write_text(GameRecord.from_state(state).to_text(), encoding="utf-8")
    return path


@pytest.mark.parametrize("at", [0, 1, 2, 3, None])
def test_position_of_a_record(record, at, brute, laid):
    start = laid("121323", " ".join(["1+", "2-", "3-"][:at]))
    found = asked(record=record, at=at)
    sign = 1 if start.current_player() == 0 else -1
    assert found["value"] == sign * brute.difference(start)
    assert found["to_move"] == start.current_player()


def test_record_command(capsys, record):
    code, out, _err = ran(capsys, "--record", str(record), "--at", "2", "--format", "json")
    assert code == 0
    assert json.loads(out)["value"] == asked(board="121323", moves=["1+", "2-"])["value"]


def test_record_has_not_so_many_moves(record):
    with pytest.raises(BadInput, match="has 3 moves"):
        asked(record=record, at=4)


def test_a_record_of_three_players_is_refused(tmp_path, laid):
    path = tmp_path / "three.txt"
    path.write_text(GameRecord.from_state(laid("1122", players=3)).to_text(), encoding="utf-8")
    with pytest.raises(BadInput, match="two players"):
        asked(record=path)


def test_a_finished_game_is_refused_with_its_points(tmp_path, laid):
    state = laid("1122")
    while not state.is_terminal():
        state.apply(state.legal_actions()[0])
    path = tmp_path / "over.txt"
    path.write_text(GameRecord.from_state(state).to_text(), encoding="utf-8")
    with pytest.raises(BadInput, match="over: the points are"):
        asked(record=path)


# -- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("--board", "112"),
        ("--board", "99"),
        ("--board", ""),
        ("--board", "1122x"),
        ("--board", "2222"),
        ("--board", "WB"),
        ("--board", "1"),
        ("--board", "12" * 20),
        ("--board", "12" * 9 + "1WWBBB2"),
        ("--board", "12345" * 9 + "W"),
        ("--board", "1122W", "--objective", "thesis"),
        ("--board", "1122", "--objective", "happiness"),
        ("--board", "1122", "--reading", "mild"),
        ("--board", "1122", "--at", "1"),
        ("--board", "1122", "--moves", "2^"),
        ("--record", "no-such-file"),
        (),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(capsys, arguments):
    code, out, err = ran(capsys, *arguments)
    assert code == 2
    assert out == ""
    said = [line for line in err.splitlines() if line and not line.startswith("Compiling")]
    assert len(said) >= 1
    assert "Traceback" not in err
    assert len(err) < 600


def test_board_and_record_exclude_each_other(record):
    with pytest.raises(BadInput, match="not both"):
        asked(board="1122", record=record)


def test_no_record_but_a_picture(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(bytes(range(128, 256)))
    with pytest.raises(BadInput, match="not text"):
        asked(record=path)


@pytest.mark.parametrize(
    ("board", "held", "told"),
    [
        ("1122", {}, "wins by 1 point with best play"),
        ("···①", {"mine": "1", "theirs": "2"}, "wins by 2 points with best play"),
        ("···①", {"mine": "1", "theirs": "2"}, "worth 1 point, and takes its disc there."),
    ],
)
def test_the_numbers_of_a_best_move_are_points(board, held, told):
    assert told in solve.position(board=board, **held).headline
