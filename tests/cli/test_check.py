"""``check``: many deals, one law, what is never reached, what never ends, where an error is."""

import json
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from ludoteca.cli import console
from ludoteca.cli.check import run_laws
from ludoteca.cli.new import new_files
from ludoteca.core.laws import LAWS, check, random_deal
from ludoteca.core.laws.unreached import unreached
from ludoteca.core.record import move_texts
from ludoteca.core.registry import load_game

POLICIES = "policies are distributions over legal moves"


@pytest.fixture
def changed(tmp_path, registered):
    """``changed(name, file, old, new)`` makes the game ``name``: Kuhn poker with a change."""

    def make(name, file, old, new):
        (tmp_path / name).mkdir()
        for path, text in new_files(name, "bets").items():
            if path == file:
                assert old in text
                text = text.replace(old, new)
            (tmp_path / name / path).write_text(text, "utf-8")
        registered(tmp_path, name)
        return name

    return make


def test_one_law_is_checked_by_its_name(command):
    code, out, _err = command("check", "kuhn", "--law", "Deals-End", "--deals", "3")
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("✓")] == ["✓ deals end"] * 2
    assert "kuhn obeys this law" in out


def test_an_unknown_law_is_refused_with_all_there_are(command):
    code, _out, err = command("check", "kuhn", "--law", "gravity")
    assert code == 2
    assert "there is no law gravity" in err
    assert all(law in err.replace("\n", " ") for law in LAWS)


def test_a_law_that_holds_in_one_deal_may_break_in_another(command, changed):
    """A king that is dealt first stays in the deck."""
    held = "s.deck[a] -= 0 if a == 2 and seat == 0 else 1"
    name = changed("seldom", "rules.py", "s.deck[a] -= 1", held)
    first = next(seed for seed in range(2, 40) if first_card(seed) == 2)
    law = ("--law", "cards are conserved", "--deals", "400", "--seed", "2")
    code, out, err = command("check", name, *law)
    assert code == 1, err
    assert f"there are 2 of kind 2, not 1 (seed {first})" in out
    assert out.splitlines()[-1] == "seldom breaks 1 law: cards are conserved"


def first_card(seed):
    game = load_game("kuhn")
    return next(action for _state, action in random_deal(game, game.options(), seed))


LOOP = "    while card >= 0:\n        card = s.hand[seat]\n    out[0] = PASS\n"


@pytest.mark.soak
def test_what_never_ends_is_stopped_and_says_in_which_line(changed):
    name = changed("endless", "policy.py", "    out[0] = PASS\n", LOOP)
    soon = "from ludoteca.cli import check; check.SECONDS = 2.0"
    run = f"{soon}; from ludoteca.cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", run, "check", name, "--law", POLICIES],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1, done.stderr
    sentence = f"✗ {POLICIES}: it has not ended after 2 s of processor time (policy.py, line "
    assert sentence in done.stdout
    assert "(seed 1)" in done.stdout


def test_a_law_under_which_the_process_dies_is_named(command, changed):
    name = changed("deadly", "policy.py", "    out[0] = PASS\n", "    import os; os._exit(3)\n")
    code, out, _err = command("check", name, "--deals", "1")
    assert code == 1
    held = [line for line in out.splitlines() if line.startswith("✓")]
    law = list(LAWS)[len(held)]
    assert f"✗ {law}: the process died (seed 1)" in out
    assert f"laws not run: {len(LAWS) - len(held) - 1}" in out


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals as on POSIX")
def test_it_can_be_stopped_while_a_law_never_ends(changed):
    name = changed("stopped", "policy.py", "    out[0] = PASS\n", LOOP)
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "ludoteca", "check", name, "--law", POLICIES],
        env=os.environ | {"LANGUAGE": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        assert started.stdout is not None
        assert "un-compiled" in started.stdout.readline()
        started.send_signal(signal.SIGINT)
        _out, err = started.communicate(timeout=120)
    assert started.returncode == 130
    assert "stopped" in err


def test_an_error_says_where_in_the_game_it_is_and_debug_shows_all(command, changed, tmp_path):
    wrong = "return s.to_move + s.hand[9]"
    name = changed("beyond", "rules.py", "return s.to_move", wrong)
    lines = (tmp_path / name / "rules.py").read_text("utf-8").splitlines()
    number = 1 + next(k for k, line in enumerate(lines) if wrong in line)
    code, out, err = command("check", name, "--law", "deals end")
    assert code == 1
    assert "✗ deals end: IndexError" in out
    assert f"(rules.py, line {number}: {wrong})" in out
    assert "Traceback" not in out + err
    assert "Traceback" in command("check", name, "--law", "deals end", "--debug")[1]


def test_a_wrong_definition_is_all_that_is_told_and_play_says_the_same(command, changed):
    name = changed("rows", "rules.py", 'unseen", 0, CARDS, 2)', 'unseen", 0, CARDS, 3)')
    sentence = "the seat field hand has 3 rows, and there are 2 seats"
    code, out, _err = command("check", name)
    assert code == 1
    (line,) = out.splitlines()
    assert line.startswith("✗ rules.py, line ")
    assert line.endswith(sentence)
    assert sentence in " ".join(command("play", name)[2].split())


def test_a_seat_that_does_not_exist_ends_the_check(command, changed):
    name = changed("nobody", "rules.py", "return s.to_move", "return s.to_move + 1")
    code, out, _err = command("check", name)
    assert code == 1
    (line,) = [line for line in out.splitlines() if line.startswith(("✓", "✗"))]
    assert "current_player returns 2 after" in line
    assert "laws not run" not in out


def test_a_deal_that_is_too_long_is_told_once(command, changed):
    name = changed("long", "rules.py", "MAX_LENGTH = 5", "MAX_LENGTH = 3")
    code, out, _err = command("check", name, "--deals", "1")
    assert code == 1
    assert out.count("a deal did not end within MAX_LENGTH = 3 moves") == 1
    assert out.count("as in: deals end") > 10
    broken = [
        line.removeprefix("✗ ").split(": ")[0] for line in out.splitlines() if line.startswith("✗ ")
    ]
    closing = f"long breaks {len(broken)} laws: {', '.join(broken)}"
    assert out.splitlines()[-1] == closing


def test_it_says_that_it_compiles_where_it_does(command, tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    law, told = ("--law", "deals end", "--deals", "1", "--compiled-only"), []
    for _time in range(2):
        monkeypatch.setattr(console, "_announced", set())
        told.append(command("check", "nim", *law)[2])
    said = "Compiling for 'ludoteca check nim', once"
    assert [err.count(said) for err in told] == [1, 0]


# -- how long it takes -----------------------------------------------------------------------------


def test_all_laws_look_at_one_deal_after_another_until_the_time_is_over():
    nim, begun = load_game("nim"), []
    names = ["deals end", "uncompiled rules play the same", "records replay"]

    def begin(law, seed):
        begun.append((names.index(law), seed))

    assert all(result.ok for result in check(nim, seed=5, deals=2, names=names, begin=begin))
    assert begun == [(0, 5), (1, 5), (2, 5), (0, 6), (2, 6)]
    begun.clear()
    results = list(check(nim, seed=5, deals=9, names=names, begin=begin, seconds=-1.0))
    assert sorted(result.name for result in results) == sorted(names)
    assert begun == [(0, 5), (1, 5), (2, 5)]


def test_the_bar_counts_deals_once_their_time_is_known():
    """The first deal has what is compiled and checked once: its laws say nothing of the rest."""
    shown, begun = [], []
    report = SimpleNamespace(
        progress=lambda done, total, words: shown.append((done, total, words)), draft=begun.append
    )
    found = run_laws(report, "nim", {}, ["deals end", "records replay"], 3, 5, 60.0)
    assert found.deals == 5
    steps = [(0, None), (0, 100), (25, 100), (50, 100), (75, 100)]
    assert shown == [(*step, law) for step in steps for law in ("deals end", "records replay")]
    assert [value for value in begun if isinstance(value, tuple)][-1] == ("records replay", 7)


# -- what was not reached --------------------------------------------------------------------------


def test_moves_never_made_and_fields_never_used_are_told():
    kuhn = load_game("kuhn")
    found = unreached(kuhn, kuhn.options(), range(1, 2))
    (*_rest, (end, _action)) = random_deal(kuhn, kuhn.options(), 1)
    dealt = {move.action for move in end.moves[:2]}
    (left,) = {0, 1, 2} - dealt
    assert "JQK"[left] in found.moves
    assert not {"JQK"[card] for card in dealt} & set(found.moves)
    minimus = load_game("minimus")
    found = unreached(minimus, minimus.options({"exchanges": 0}), range(1, 4))
    assert {"threw", "gone", "discards"} <= set(found.fields)
    assert not {"hand", "turn", "exchanges"} & set(found.fields)


def test_values_that_other_options_exclude_are_told():
    vangin = load_game("vangin")
    found = unreached(vangin, vangin.options(), range(1, 2))
    assert "board=260" in found.values
    assert "step=1" not in found.values


def lines_never_run(name, options, seed=1):
    """What one un-compiled random deal leaves, with a resample at its end."""
    script = (
        "import json\n"
        "import numpy as np\n"
        "from ludoteca.core import calls\n"
        "from ludoteca.core.laws import random_deal\n"
        "from ludoteca.core.laws.unreached import RunLines\n"
        "from ludoteca.core.registry import load_game\n"
        f"game = load_game({name!r})\n"
        "with RunLines(game) as seen:\n"
        f"    for state, _ in random_deal(game, game.options({options}), {seed}):\n"
        "        pass\n"
        "    state.returns()\n"
        "    calls.state_key(state.record, 0)\n"
        "    calls.resample(state.record, 0, 0, np.random.default_rng(1), state.record.copy(), 0)\n"
        "print(json.dumps(seen.never_run()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_lines_that_never_ran_are_told():
    found = lines_never_run("minimus", {"exchanges": 0})
    assert {"rules.py: _reshuffle", "rules.py: _discard", "policy.py: policy_probs"} <= set(found)
    assert not {"rules.py: _deal", "rules.py: _sign", "rules.py: apply_action"} & set(found)
    (partly,) = [line for line in found if line.endswith(" in apply_action")]
    text = (load_game("minimus").folder / "rules.py").read_text("utf-8").splitlines()
    lines = [text[int(n.split("-")[0]) - 1].strip() for n in numbers(partly)]
    assert "elif s.phase == DISCARDING:" in lines
    assert "_sign(s, a)" not in lines


def test_statements_below_each_other_are_one_entry():
    """In a first deal of a match in which nobody bets, the three lines of a bet."""
    minimus = load_game("minimus")
    options = {"exchanges": 0}
    seed = next(seed for seed in range(4, 400, 4) if "bet" not in said(minimus, options, seed))
    (bid,) = [
        line for line in lines_never_run("minimus", options, seed) if line.endswith(" in _bid")
    ]
    text = (minimus.folder / "rules.py").read_text("utf-8").splitlines()
    first = 1 + text.index("        s.bettor = me + 1")
    assert text[first + 1].strip() == "return"
    assert numbers(bid) == [f"{first}-{first + 2}"]


def said(game, options, seed):
    (*_rest, (end, _action)) = random_deal(game, game.options(options), seed)
    return [text for _actor, text in move_texts(end, None)]


def test_what_does_nothing_need_not_run():
    """Nim has no chance and nothing hidden."""
    assert not {line for line in lines_never_run("nim", {}) if "rules.py" in line}


def numbers(entry):
    return entry.partition(": ")[2].rpartition(" in ")[0].split(", ")
