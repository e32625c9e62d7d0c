"""``puzzles`` writes decisions whose best move is proved, or says that there are none."""

from ludoteca.players.advice.puzzles import from_line


def test_puzzles_are_written_to_a_file_all_different(command, tmp_path):
    place = tmp_path / "puzzles.jsonl"
    done = command("puzzles", "tictactoe", "--number", "3", "--save", str(place))
    assert done == (0, f"3 puzzles: {place}\n", "")
    written = [from_line(line) for line in place.read_text("utf-8").splitlines()]
    assert len({tuple(puzzle.values.items()) for puzzle in written}) == len(written) == 3


def test_a_game_without_decisions_has_no_puzzles(command, tmp_path):
    code, _out, err = command("puzzles", "vangin", "--save", str(tmp_path / "none"))
    assert code == 2
    assert "no decision of vangin that a machine missed is proved" in err
