"""Files that misbehave: each is stopped, named, and asked on; nothing else is hurt."""

import numpy as np
import pytest

from ludoteca.arena.tournament import compare
from ludoteca.core.errors import BadInput
from ludoteca.core.record import GameRecord
from ludoteca.games.poker import projeto
from ludoteca.games.poker.evaluate.entrants import read_entrants
from ludoteca.games.poker.evaluate.pairing import exactly
from ludoteca.games.poker.solver.round_paths import Round
from ludoteca.games.poker.students import functions_of, student_file
from ludoteca.games.poker.students.messages import Call
from ludoteca.games.poker.students.player_process import FOLD, TRADE
from ludoteca.games.poker.students.sources import read_sources
from ludoteca.games.poker.students.student_file import StudentFile
from ludoteca.players import make_local_player
from ludoteca.players.play import play_match

HAND = ["A", "A", "K", "Q", "J"]
FOLDS = "def desistir_x(a, o, m, t=None, s=False):\n    return False\n"


@pytest.fixture
def written(tmp_path):
    """``written(text)``: the file with these functions."""

    def write(text, name="x.py"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def asked(written):
    """``asked(text)``: the process of a file with these functions, with minutes for an answer."""
    running = []

    def ask(text, seconds=300.0):
        running.append(StudentFile(*read_sources([written(text)]), seconds))
        return running[-1]

    yield ask
    for process in running:
        process.close()


def trade(body):
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"def trocas_x(mão, trocas1=None):\n{lines}{FOLDS}"


def reply(process, part=TRADE, *arguments):
    return process.ask("x", [Call(part, arguments or (list(HAND),))])[0]


@pytest.mark.parametrize(
    ("body", "code", "what"),
    [
        ("raise ValueError('ai')", "raised", "ValueError: ai"),
        ("return 1 / 0", "raised", "ZeroDivisionError"),
        ("return trocas_x(mão)", "raised", "RecursionError"),
        ("return 'KQJ'", "cards", "'KQJ'"),
        ("return None", "cards", "None"),
        ("return [1, 2]", "cards", "[1, 2]"),
        ("return [c for c in mão", "syntax", "'[' was never closed"),
        ("return eval('mão[')", "raised", "SyntaxError"),
        ("return list('A').index()", "raised", "TypeError"),
        ("import sys\nsys.exit(3)", "exit", ""),
        ("raise KeyboardInterrupt", "raised", "KeyboardInterrupt"),
        ("return list(input())", "keyboard", ""),
        ("import os\nos.fork()", "process", ""),
        ("import subprocess\nsubprocess.run(['true'])", "process", ""),
        ("import os\nos.system('true')", "process", ""),
        ("import os\nos.kill(os.getppid(), 9)", "process", ""),
        ("import os\nos._exit(0)", "died", ""),
        ("import ctypes\nctypes.string_at(0)", "died", ""),
        ("while True:\n    pass", "slow", "0.5"),
        ("import time\ntime.sleep(30)", "slow", "0.5"),
        ("while True:\n    try:\n        while True: pass\n    except BaseException: pass",
         "slow", "0.5"),
        ("import os\nfor n in range(3, 20):\n    try: os.write(n, b'nada\\n')\n"
         "    except OSError: pass\nreturn []", "garbled", "nada"),
        ("import os\nfor n in range(3, 20):\n    try: os.close(n)\n"
         "    except OSError: pass\nreturn []", "died", ""),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_named(asked, body, code, what):
    process = asked(trade(body), 0.5 if code == "slow" else 300.0)
    failure = process.broken or reply(process).answer
    assert failure.code == code
    assert what in failure.what
    assert failure.text()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("# João\n".encode("latin-1"), "encoding"),
        (b"import sys\nsys.exit()\n", "exit"),
        (b"import nobody_has_this\n", "raised"),
        (b"while True:\n    pass\n", "loading"),
    ],
)
def test_a_file_that_cannot_be_loaded_says_why(tmp_path, monkeypatch, text, code):
    monkeypatch.setattr(student_file, "LOADING_SECONDS", 0.5 if code == "loading" else 300.0)
    path = tmp_path / "joão da silva.py"
    path.write_bytes(text)
    with StudentFile(*read_sources([path])) as process:
        assert process.broken.code == code
        assert process.broken.text()


def test_a_function_that_takes_too_few_arguments_is_told_so(asked):
    process = asked(f"def trocas_x(mão):\n    return []\n{FOLDS}")
    assert reply(process).answer == []
    failure = reply(process, TRADE, HAND, 2).answer
    assert (failure.code, failure.what) == ("arguments", "2")


def test_one_that_fails_is_asked_on(asked):
    process = asked(trade("if mão[0] == 'A': raise ValueError\nreturn mão[:1]"))
    questions = [Call(TRADE, (["A", "7", "K", "Q", "J"],)), Call(TRADE, (["7"] * 5,))] * 3
    answers = [r.answer for r in process.ask("x", questions)]
    assert [getattr(a, "code", a) for a in answers] == ["raised", ["7"]] * 3


def test_one_that_hangs_is_asked_on_and_in_the_end_no_more(asked, monkeypatch):
    monkeypatch.setattr(student_file, "PATIENCE", 2)
    process = asked(trade("while mão[0] == 'A': pass\nreturn mão[:1]"))
    answers = []
    for card in "7A7A7":
        process.seconds = 0.3 if card == "A" else 300.0
        answers.append(reply(process, TRADE, [card] * 5).answer)
    assert [getattr(a, "code", a) for a in answers] == [["7"], "slow", ["7"], "slow", "slow"]
    assert process.broken is not None


def test_what_is_printed_hurts_nothing_and_is_told(asked):
    process = asked(trade("print('oi', mão)\nimport os\nos.write(1, b'x' * 99999)\nreturn []"))
    assert reply(process).answer == []
    assert reply(process).printed.startswith("oi ['A'")


def test_endless_printing_is_cut_short(asked):
    process = asked(trade("for _ in range(10000): print('x' * 1000)\nreturn []"))
    assert reply(process).answer == []
    assert len(reply(process).printed) < 300


def test_more_memory_than_there_may_be_is_an_error_of_the_file(asked):
    process = asked(trade("return [0] * (1 << 40)"))
    assert reply(process).answer.what.startswith("MemoryError")


def test_a_player_may_change_the_lists_that_it_gets(asked):
    process = asked(trade("mão.clear()\nreturn ['A']"))
    hand = list(HAND)
    assert reply(process, TRADE, hand).answer == ["A"]
    assert hand == HAND


def test_the_first_gets_one_argument_and_folding_all_five(asked):
    process = asked(
        "def trocas_x(*a):\n    return ['A'] * len(a)\n"
        "def desistir_x(*a):\n    assert [type(b).__name__ for b in a] == "
        "['list', 'list', 'list', 'int', 'bool']\n    return True\n"
    )
    assert reply(process).answer == ["A"]
    assert reply(process, TRADE, HAND, 2).answer == ["A", "A"]
    assert reply(process, FOLD, HAND, HAND, [], 2, True).answer is True


def test_only_true_folds_and_none_is_not_a_word(asked):
    process = asked(trade("return []").replace("return False", "return t"))
    answers = [reply(process, FOLD, HAND, HAND, [], t, True).answer for t in (True, None, 2)]
    assert answers[:2] == [True, False]
    assert answers[2].code == "yes"


@pytest.mark.parametrize("name", ["aleatorio", "ALEATÓRIO", "aleatório"])
def test_functions_are_found_without_their_accents(asked, name):
    text = trade("return []").replace("trocas_x", f"trocas_{name}")
    process = asked(text.replace("desistir_x", f"desistir_{name}"))
    assert len(process.players) == 1


# -- at the table -------------------------------------------------------------------------------


def test_a_file_sits_down_like_any_other_player(game, written):
    greedy = (
        "from ludoteca.games.poker.projeto import trocas_ganancioso, desistir_ganancioso\n"
        "trocas_x, desistir_x = trocas_ganancioso, desistir_ganancioso\n"
    )
    path = written(greedy)
    found = compare(game, None, f"{path}:x", "ganancioso", deals=10, seed=3)
    assert found.failures == ()
    assert found.difference.mean == 0  # the same player: equal cards, equal points


def test_a_file_that_fails_forfeits_the_deals_of_a_comparison(game, written):
    path = written(trade("return ['J'] * 3"))
    found = compare(game, None, str(path), "ganancioso", deals=6, seed=3)
    assert found.a.forfeits >= 5
    assert found.difference.n == 6
    assert "trocas_x(" in found.failures[0]
    assert "does not hold" in found.failures[0]


def test_a_forfeit_costs_the_same_wherever_it_is_played(game, written):
    """Exactly in the class, at the table, in a comparison, and in the project's own rounds."""
    path = str(written(trade("1 / 0")))
    broken, greedy = read_entrants([path, "ganancioso"], Round.named("completa"))
    broken.close()
    met = exactly(Round.named("completa"), broken, greedy, 5)
    leading, trailing = ([n.value for n in order] for order in (met.leading, met.trailing))
    assert (leading, trailing) == ([0, 2], [0, 3])
    players = [make_local_player(game, spec) for spec in (path, "ganancioso")]
    match, _ends = play_match(
        game, None, players, np.random.SeedSequence(2), told=lambda _why: None
    )
    assert match.standing["score"][0].tolist() == [0, 2 * (2 + 3 + 2 + 3 + 2)]
    compared = compare(game, None, path, "ganancioso", deals=3, seed=3)
    assert set(compared.differences) == {float(met.ahead.value)} == {-2.5}
    assert projeto.rodada("completa", path, "ganancioso") == tuple(leading)
    assert projeto.rodada("completa", "ganancioso", path) == tuple(trailing[::-1])


def test_a_file_that_fails_does_not_stop_a_match(game, written):
    told = []
    players = [
        make_local_player(game, str(written(trade("1 / 0")))),
        make_local_player(game, "blefe"),
    ]
    match, ends = play_match(game, None, players, np.random.SeedSequence(2), told=told.append)
    assert match.over
    assert len(told) == 5
    assert "ZeroDivisionError" in told[0]
    assert [end.returns() for end in ends] == [[0, 2], [0, 3], [0, 2], [0, 3], [0, 2]]
    for end in ends:
        record = GameRecord.from_state(end, ["x.py", "blefe"])
        assert record.moves[-1] == (0, "forfeit")
        assert GameRecord.parse(record.to_text()).replay().returns() == end.returns()
        seen = GameRecord.seen_from(end, 1)
        assert seen.replay().returns() == end.returns()


def test_a_file_plays_the_match_of_the_project(written):
    path = str(written(trade("return []")))
    number, names, score = projeto.partida(path, "ganancioso")
    assert (number, names) == (6, (path, "ganancioso"))
    assert set(score) == set(names)
    bad, told = str(written(trade("return ['J'] * 9"), "y.py")), []
    assert projeto.rodada("completa", bad, "ganancioso", None, told.append) == (0, 2)
    assert f"{bad} falhou" in told[-1]


def test_a_file_that_is_not_there_is_refused(game, tmp_path):
    with pytest.raises(BadInput, match="there is no file"):
        functions_of(str(tmp_path / "nobody.py"))
    with pytest.raises(BadInput, match="there is no file"):
        make_local_player(game, str(tmp_path / "nobody.py"))


def test_a_page_never_runs_a_file(game, written):
    from ludoteca.players import make_player

    with pytest.raises(BadInput, match="has no player"):
        make_player(game, str(written(trade("return []"))))
