"""Playing in the terminal: moves, advice, taking back, leaving and going on, nothing leaked."""

import itertools
import re

import numpy as np
import pytest

from ludoteca.cli import menu
from ludoteca.cli.main import main
from ludoteca.cli.terminal.deal import TerminalDeal, result_text
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games, load_game


@pytest.fixture
def play(monkeypatch, capsys):
    """``play(lines, "nim", ...)`` types ``lines``, then ends the input."""

    def call(lines, *arguments: str):
        typed = iter(lines)

        def answer(_prompt=""):
            try:
                line = next(typed)
            except StopIteration:
                raise EOFError from None
            if isinstance(line, BaseException):
                raise line
            return line

        monkeypatch.setattr("builtins.input", answer)
        code = main(["play", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_a_game_is_played_to_its_end(play):
    # One heap of 3: whoever takes all wins, and the first player may.
    code, out, _err = play(["a3"], "nim", "--heaps", "1", "--largest", "3", "--seed", "1")
    assert code == 0
    assert "a ooo" in out
    assert "You win! You: 1, Aino: −1" in out


def test_a_seat_later_in_the_round_waits_for_the_machine(play):
    arguments = ("nim", "--heaps", "1", "--largest", "3", "--seat", "2", "--against", "basic")
    code, out, _err = play(["a2"], *arguments)
    assert code == 0
    assert out.index("Aino: a1") < out.index("You win!")


def test_machines_have_their_first_names_in_the_table_the_log_and_the_score(play):
    arguments = ("minimus", "--exchanges", "0", "--seed", "3", "--seat", "2")
    _code, out, _err = play(itertools.cycle(["silent", "pass", "leave", "refuse"]), *arguments)
    assert re.search(r"^\* Player 2 \(you\): ", out, re.MULTILINE)
    assert re.search(r"^  Aino: ", out, re.MULTILINE)  # the table
    assert re.search(r"^(Aino|Dina|Emil): \w", out, re.MULTILINE)  # the log
    assert re.search(r"Aino \+ Dina: \d, You \+ Emil: \d$", out, re.MULTILINE)  # the score
    assert "Player 1" not in out


def test_a_wrong_move_is_refused_with_what_is_legal(play):
    _code, out, _err = play(["a9", "a1"], "nim", "--heaps", "1", "--largest", "2")
    assert "a9 is not a move here; possible are: a1 a2" in out


def test_question_mark_and_hint_cost_nothing(play):
    lines = ["?", "hint", "a2"]
    _code, out, _err = play(lines, "nim", "--heaps", "1", "--largest", "2", "--seed", "4")
    assert "Your moves:" in out
    assert "Advice: a1" in out
    assert "You win!" in out


def test_undo_goes_back_to_ones_last_move_where_all_is_open(play):
    # The machine takes one object at a time, so after a1 a heap of 4 has 2 left, then 4 again.
    lines = ["a1", "undo", "a4"]
    _code, out, _err = play(lines, "nim", "--heaps", "1", "--largest", "4")
    assert re.findall(r"^a (o+)$", out, re.MULTILINE) == ["oooo", "oo", "oooo"]
    assert "You win!" in out


def test_a_move_of_a_game_gone_on_with_can_be_taken_back(play, tmp_path):
    path = tmp_path / "evening.txt"
    play(["a1", "quit"], "nim", "--heaps", "1", "--largest", "4", "--record", str(path))
    _code, out, _err = play(["undo", "a4"], "nim", "--from", str(path))
    assert re.findall(r"^a (o+)$", out, re.MULTILINE) == ["oo", "oooo"]
    assert "You win!" in out


def test_undo_is_refused_where_cards_are_hidden(play):
    told = ""
    for seed in range(8):  # in some of them the other bets, so that a second decision comes
        arguments = ("kuhn", "--seed", str(seed), "--against", "random")
        _code, out, _err = play(["undo", "pass", "undo", "fold"], *arguments)
        told += out
    assert "you have no move to take back" in told
    assert "cannot be taken back: cards are hidden" in told


def test_leaving_keeps_a_record_that_can_be_gone_on_with(play, tmp_path):
    path = tmp_path / "evening.txt"
    code, out, _err = play(["a1", "quit"], "nim", "--seed", "1", "--record", str(path))
    assert code == 0
    assert f"ludoteca play nim --from {path}" in "".join(out.split("\n"))
    state = GameRecord.parse(path.read_text(encoding="utf-8")).replay()
    assert len(state.moves) == 2
    code, out, _err = play(["quit"], "nim", "--from", str(path))
    assert code == 0
    heaps = re.findall(r"^[abc] (o+)$", out, re.MULTILINE)
    assert sum(map(len, heaps)) == 5 + 4 + 3 - 2


def test_where_the_input_ends_the_prompt_has_its_line_alone(play):
    _code, out, _err = play([], "nim", "--seed", "1")
    assert "\n\nstopped" in out


def test_ctrl_c_says_how_to_go_on(play, tmp_path):
    path = tmp_path / "evening.txt"
    code, _out, err = play([KeyboardInterrupt()], "nim", "--record", str(path))
    assert code == 130
    assert f"--from {path}" in "".join(err.split("\n"))
    assert path.is_file()


def test_whatever_fails_the_record_is_kept(play, tmp_path):
    path = tmp_path / "evening.txt"
    code, _out, err = play(["a1", ValueError("a slip")], "nim", "--record", str(path))
    assert code != 0
    assert "a slip" in err
    assert len(GameRecord.parse(path.read_text(encoding="utf-8")).replay().moves) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nim", "--against", "wizard"), "no player wizard"),
        (("nim", "--seat", "3"), "--seat is a whole number from 1 to 2, not 3"),
        (("nim", "--against", "basic", "--against", "basic"), "--against is given once"),
        (("nim", "--seed", "-1"), "--seed is a whole number of at least 0, not -1"),
        (("nim", "--from", "no/such/file"), "No such file"),
        (("nim", "--record", "no/such/folder/x"), "no/such/folder/x: No such file"),
    ],
)
def test_bad_input_is_refused_before_the_game_begins(play, arguments, words):
    code, out, err = play([], *arguments)
    assert code == 2
    assert words in " ".join(err.split())
    assert out == ""


def test_a_record_of_another_game_or_a_finished_one_is_refused(play, tmp_path):
    path = tmp_path / "done.txt"
    end = machines_only(load_game("nim"), "random", seed=1)
    path.write_text(GameRecord.from_state(end).to_text(), encoding="utf-8")
    assert "is of nim, not of kuhn" in " ".join(play([], "kuhn", "--from", str(path))[2].split())
    assert "the game in this record is finished" in play([], "nim", "--from", str(path))[2]
    path.write_bytes(b"\xff\xfe\x00")
    assert play([], "nim", "--from", str(path))[0] == 2


def test_equal_seeds_deal_equal_cards(play):
    lines = [""] * 20
    out = [play(lines, "vangin", "--seed", seed)[1] for seed in ("5", "5", "6")]
    assert out[0] == out[1] != out[2]


def test_the_exact_chance_is_shown_at_every_turn_of_a_patience(play):
    # Of the three cards left, two at a time are turned once: one of the three wins.
    small = ("--suits", "2", "--values", "2", "--board", "1", "--step", "2")
    _code, out, _err = play([""], "vangin", *small, "--seed", "5")
    before, after = re.findall(r"Exact chance of winning: (\S+)", out)
    assert before == "1/3"
    assert after == ("1" if "Points: 1" in out else "0")


def machines_only(game, spec, seed):
    """The end of a deal that machines play among themselves, with nobody at the keyboard."""
    state = game.new_state()
    seats, seeds = [spec] * state.num_players, np.random.SeedSequence(seed)
    table = TerminalDeal(state, seats, seeds, ask=lambda _prompt: "", show=lambda _text: None)
    table.play()
    return table.state


@pytest.mark.parametrize("name", sorted(games()))
def test_machines_finish_a_deal_of_every_game(name):
    game = load_game(name)
    end = machines_only(game, game.info.levels[0], seed=3)
    assert end.is_terminal()


def test_what_others_hold_is_never_shown():
    # In Kuhn poker with all moves typed by one person the other's card stays a question mark.
    game = load_game("kuhn")
    for seed in range(6):
        shown: list[str] = []
        table = TerminalDeal(
            game.new_state(),
            ["human", "random"],
            np.random.SeedSequence(seed),
            _typed(["bet", "call"]),
            shown.append,
        )
        table.play()
        hidden = "JQK"[int(table.state.record["hand"][0][1]) - 1]
        before_the_end = [text for text in shown if "cards" in text][:-1]
        for text in before_the_end:
            cards = text.splitlines()[0]
            assert hidden not in cards.removeprefix("cards")


def test_cards_that_others_lay_face_down_are_told_in_words_and_counted():
    game = load_game("poker")
    shown: list[str] = []
    for seed in range(4):
        table = TerminalDeal(
            game.new_state(),
            ["human", game.info.levels[0]],
            np.random.SeedSequence(seed),
            _typed(["keep", "fold"]),
            shown.append,
        )
        table.play()
    assert any(re.fullmatch(r"Player 2: exchange a card face down ×[23].*", t) for t in shown)
    assert not any(re.search(r": (x )*x$", text) for text in shown)


def test_a_turn_of_a_machine_is_one_line_and_the_card_that_one_draws_is_in_notation(play):
    _code, out, _err = play(["", "-a2"], "minirummy", "--seed", "1")
    assert re.search(r"^Dealt: a2$", out, re.MULTILINE)
    assert re.search(r"^Aino: (draw|take)\b.*, -\w\w", out, re.MULTILINE)


def test_a_declaration_is_told_with_who_makes_it():
    """Minimus: the mano is Player 2; its declaration comes first."""
    shown: list[str] = []
    table = TerminalDeal(
        load_game("minimus").new_state({"exchanges": 0}),
        ["human", "basic", "basic", "basic"],
        np.random.SeedSequence(3),
        _typed(["silent", "pass", "leave"]),
        shown.append,
    )
    table.play()
    said = [t for t in "\n".join(shown).splitlines() if re.search(r"\b(low|high)$", t)]
    declared = [t for t in said if re.fullmatch(r"Player [1-4]: (low|high)", t)]
    assert [t.partition(":")[0] for t in declared] == [f"Player {n}" for n in (2, 3, 4, 1)]


def _typed(words):
    cycle = itertools.cycle(words)
    return lambda _prompt: next(cycle)


def test_several_people_see_nothing_of_each_other_between_turns():
    shown: list[str] = []
    table = TerminalDeal(
        load_game("kuhn").new_state(),
        ["human", "human"],
        np.random.SeedSequence(1),
        _typed(["pass"]),
        shown.append,
    )
    table.play()
    assert "Player 1 is to move" in shown
    assert "Player 2 is to move" in shown
    result = shown[-2].splitlines()[0]
    assert result.count("?") == 2


def test_results_are_told_to_the_one_who_looks():
    assert result_text([1.0, -1.0], 0).startswith("You win!")
    assert result_text([1.0, -1.0], 1).startswith("You lose.")
    assert result_text([0.0, 0.0], 1).startswith("A draw.")
    assert result_text([3.0, 2.0], SPECTATOR) == "Player 1: 3, Player 2: 2"
    assert result_text([1.0], 0) == "Points: 1"


def test_the_end_of_a_game_of_pairs_lists_the_pairs():
    shown: list[str] = []
    seats = ["human", "basic", "basic", "basic"]
    state = load_game("minimus").new_state({"exchanges": 0})
    typed = _typed(["silent", "pass", "leave", "refuse"])
    TerminalDeal(state, seats, np.random.SeedSequence(3), typed, shown.append).play()
    assert re.search(r"You \+ Player 3: \d, Player 2 \+ Player 4: \d$", shown[-1])


def test_the_menu_finds_a_game_by_number_or_name(capsys):
    found = list(games().values())
    nim = found.index(load_game("nim"))
    assert menu.choose_game(found, _typed([str(nim + 1)])).name == "nim"
    assert menu.choose_game(found, _typed(["chess", "NIM"])).name == "nim"
    assert menu.choose_game(found, _typed([""])) is None
    assert "There is no such game" in capsys.readouterr().out
    assert menu.choose_opponents(load_game("bigpoints"), 2, _typed(["wizard", "expert"])) == (
        "expert",
    )
    assert menu.choose_opponents(load_game("vangin"), 1, _typed([])) == ()


def test_the_menu_plays_in_the_terminal(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    lines = iter(["nim", "quit", ""])
    monkeypatch.setattr("builtins.input", lambda _prompt="": next(lines))
    assert main(["menu"]) == 0
    out = capsys.readouterr().out
    assert "Ludoteca: which game?" in out
    assert "Nim, seed" in out
