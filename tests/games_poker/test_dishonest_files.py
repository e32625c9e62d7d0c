"""Files that would change a ranking: each attack, and what it comes to.

The attacks run in each sandbox of this system. Without one a file has the rights of the user: the
tests then hold what is still true.
"""

import os
import random
from contextlib import suppress
from pathlib import Path

import pytest

from ludoteca.games.poker import evaluate
from ludoteca.games.poker.evaluate import class_page, entrants, findings, simulation
from ludoteca.games.poker.evaluate.shuffles import KeyedRandom, key_of, lasting_secret
from ludoteca.games.poker.solver.round_paths import Round
from ludoteca.games.poker.solver.store import user_parts
from ludoteca.games.poker.students import student_file
from ludoteca.games.poker.students.answers import Answers, FileReport
from ludoteca.games.poker.students.messages import Call, Failure
from ludoteca.games.poker.students.player_process import FOLD, TRADE
from ludoteca.games.poker.students.sources import read_sources
from ludoteca.games.poker.students.student_file import StudentFile
from ludoteca.workers import sandbox
from ludoteca.workers.sandbox import BUBBLEWRAP, LANDLOCK, NONE

pytestmark = pytest.mark.usefixtures("english")

COMPLETE = Round.named("completa")
HAND = ["A", "A", "K", "Q", "J"]
FOLDS = "def desistir_x(a, o, m, t=None, s=False):\n    return False\n"
KEEPS = "def trocas_x(m, t=None):\n    return []\n" + FOLDS


def use(monkeypatch, found):
    if found.confines and not sandbox._works(found):
        pytest.skip("not on this system")
    for module in (student_file, evaluate, findings, class_page):
        monkeypatch.setattr(module, "sandbox", lambda: found)
    return found


def named(found):
    return found.name or "none"


@pytest.fixture(params=(BUBBLEWRAP, LANDLOCK), ids=named)
def confined(request, monkeypatch):
    """A sandbox of this system."""
    return use(monkeypatch, request.param)


@pytest.fixture(params=(BUBBLEWRAP, LANDLOCK, NONE), ids=named)
def anywhere(request, monkeypatch):
    """A sandbox of this system, or none."""
    return use(monkeypatch, request.param)


@pytest.fixture
def written(tmp_path):
    """``written(name, text)``: the path of a file in the folder of a class."""

    def write(name, text):
        path = tmp_path / "class" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def replies(path, *questions, beside=()):
    """What the only player of a file answers."""
    source = read_sources([path, *beside])[0]
    with StudentFile(source, 30.0) as asked:
        assert asked.broken is None, asked.broken
        return [reply.answer for reply in asked.ask(next(iter(asked.players)), questions)]


def trade(body, first=""):
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"{first}\ndef trocas_x(m, t=None):\n{lines}{FOLDS}"


ASK = Call(TRADE, (HAND,))

# Writes bytes into the pipe of the answers.
WRITES = """
import os, stat, time
def answer(said):
    for n in range(3, 20):
        try:
            if stat.S_ISFIFO(os.fstat(n).st_mode):
                os.write(n, said)
        except OSError:
            pass
"""


# -- other players' files -------------------------------------------------------------------------


def test_a_file_cannot_import_a_player_beside_it(anywhere, written):
    ana, helper = written("ana.py", KEEPS), written("helper.py", "WORD = 'A'\n")
    thief = written("thief.py", "from ana import trocas_x, desistir_x\n")
    honest = written("honest.py", trade("return [WORD]", "from helper import WORD"))
    for source in read_sources([ana, thief, honest])[1:]:
        with StudentFile(source) as asked:
            if source.path == thief:
                assert "No module named 'ana'" in asked.broken.what
            else:  # what nobody plays with may be imported
                assert asked.ask("x", [ASK])[0].answer == ["A"]
    assert helper.exists()


def test_a_file_cannot_read_a_player_beside_it(confined, written):
    ana = written("ana.py", KEEPS)
    thief = written("thief.py", trade(f"exec(open({str(ana)!r}).read(), globals())\nreturn []"))
    (answer,) = replies(thief, ASK, beside=[ana])
    assert isinstance(answer, Failure)
    assert "Error" in answer.what


def test_who_overwrites_a_file_changes_neither_it_nor_its_player(anywhere, written):
    zeca, spoiler = written("zeca.py", KEEPS), written("spoiler.py", "")
    text = f"try:\n    open({str(zeca)!r}, 'w').write('broken(')\nexcept OSError:\n    pass\n"
    spoiler.write_text(text + KEEPS, encoding="utf-8")
    first, second = read_sources([spoiler, zeca])
    for source in (first, second):
        with StudentFile(source) as asked:
            assert asked.ask("x", [ASK])[0].answer == []
    if anywhere.confines:
        assert zeca.read_text(encoding="utf-8") == KEEPS


def test_a_file_cannot_change_its_own_text(confined, written):
    path = written("x.py", trade("open(__file__, 'a').write('#')\nreturn []"))
    (answer,) = replies(path, ASK)
    assert answer.code == "raised"


# -- the evaluator --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "attack",
    [
        "import signal\nsignal.pidfd_send_signal(os.pidfd_open(PARENT), 0)",
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        "if libc.kill(PARENT, 0): raise OSError(ctypes.get_errno(), 'kill')",
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nchild = libc.fork()\n"
        "if child == 0:\n    libc.setsid()\n    import time\n    time.sleep(100)\n"
        "if child < 0: raise OSError(ctypes.get_errno(), 'fork')",
        "import _posixsubprocess as p, sys\nr, w = os.pipe()\n"
        "p.fork_exec([b'/bin/sleep', b'100'], [b'/bin/sleep'], True, (w,), None, None,"
        " -1, -1, -1, -1, -1, -1, r, w, False, True, -1, None, None, None, -1, None, False)",
        "open(f'/proc/{PARENT}/mem', 'r+b')",
        "import resource\nresource.prlimit(PARENT, resource.RLIMIT_CPU, (1, 1))",
    ],
    ids=["pidfd", "kill", "fork", "fork_exec", "memory", "limits"],
)
def test_a_file_reaches_no_other_process(confined, written, attack):
    attack = attack.replace("PARENT", str(os.getpid()))
    (answer,) = replies(written("x.py", trade(f"{attack}\nreturn []", "import os")), ASK)
    assert isinstance(answer, Failure)
    assert answer.code in ("raised", "process")
    assert "Error" in answer.what or answer.code == "process"


@pytest.mark.parametrize(
    "line",
    [
        '["ok", [], ""]',
        '["ok", "yes", ""]',
        '["ok", 1, ""]',
        '["ok", true]',
        '["ok", true, 5]',
        '["error", ["nonsense", "", null], ""]',
        '["error", ["raised", 5, null], ""]',
        '["error", "raised", ""]',
        '["ready", {}, ""]',
        "[" * 60_000,
        "{}",
        "nothing",
    ],
)
def test_a_line_that_is_no_answer_is_that_files_failure(anywhere, written, line):
    """Each is what a file writes itself in the place of its answer to whether it folds."""
    text = KEEPS.replace(
        "    return False", f"    answer({line!r}.encode() + b'\\n')\n    os._exit(0)"
    )
    text = WRITES + text
    (answer,) = replies(written("x.py", text), Call(FOLD, (HAND, HAND, [], 2, True)))
    assert isinstance(answer, Failure)
    assert answer.code == "garbled"
    assert answer.text()


@pytest.mark.parametrize("chance", ["1e999999999", "1/0", "9" * 5_000, "0x1", "nan", ""])
def test_a_chance_that_is_no_fraction_is_that_files_failure(written, chance):
    said = f'["ok", "{chance}", ""]\\n'
    text = (
        WRITES
        + KEEPS
        + (
            "def probabilidades_desistir_x(a, o, m, t=None, s=False):\n"
            f"    answer(b{said!r})\n    os._exit(0)\n"
        )
    )
    question = Call(f"probabilidades_{FOLD}", (HAND, HAND, [], 2, True))
    (answer,) = replies(written("x.py", text), question)
    assert isinstance(answer, Failure)


def test_a_flood_of_answers_costs_its_file_alone_and_little_memory(anywhere, written):
    """It writes without end, right answers too, and reads no question."""
    text = WRITES + trade('while True: answer(b\'["ok", [], ""]\\n\' * 4000)')
    with StudentFile(*read_sources([written("x.py", text)]), 5.0) as asked:
        asked.ask("x", [ASK] * 400)
        process = asked._process
        waiting = 0 if process is None else process._lines._chunks.size
        folds = asked.ask("x", [Call(FOLD, (HAND, HAND, [], 2, True))])
    assert waiting <= 1 << 25
    assert isinstance(folds[0].answer, Failure | bool)


def test_a_file_that_reads_no_questions_does_not_stop_the_evaluator(anywhere, written):
    text = WRITES + trade('answer(b\'["ok", [], ""]\\n\' * 5000)\ntime.sleep(1000)')
    with StudentFile(*read_sources([written("x.py", text)]), 1.0) as asked:
        answers = [reply.answer for reply in asked.ask("x", [ASK] * 4_000)]
    assert len(answers) == 4_000


def test_more_memory_than_its_share_is_the_files_failure(anywhere, written):
    path = written("x.py", trade("kept.append(bytearray(3 << 30))\nreturn []", "kept = []"))
    (answer,) = replies(path, ASK)
    assert answer.what.startswith("MemoryError")


def test_files_run_one_after_the_other(written, monkeypatch):
    """However many there are, no more than the one that is asked has a process."""
    running = []

    def count(asked, _player, _told):
        running.append([other for other in started if other._process is not None])
        return Answers(None, FileReport(), "it is simulated", "")

    started = []
    start = StudentFile.__init__

    def note(self, *arguments):
        started.append(self)
        start(self, *arguments)

    monkeypatch.setattr(StudentFile, "__init__", note)
    monkeypatch.setattr(entrants, "answers_of", count)
    files = [str(written(f"x{n}.py", KEEPS)) for n in range(4)]
    found = entrants.read_entrants(files, COMPLETE)
    assert [len(those) for those in running] == [1] * 4
    simulation.play(COMPLETE, found[0], found[1], 1, random.Random(1), 4)
    assert all(asked._process is None for asked in started)


# -- results that are kept ------------------------------------------------------------------------

UNCOMPILED = "import os\nos.environ['NUMBA_DISABLE_JIT'] = '1'\n"  # nothing is kept in a sandbox
PLANTS = """
import pathlib
from ludoteca.games.poker.solver.store import user_parts
from ludoteca.games.poker.students.sources import read_sources
from ludoteca.games.poker.students.answers import Answers, FileReport
try:
    import ludoteca.core.i18n as i18n
    i18n.use_language("en")
    os.environ["XDG_DATA_HOME"] = PLACE
    own = read_sources([pathlib.Path(__file__)])[0].digest
    made = Answers(None, FileReport(), "planted", "")
    user_parts().part(lambda: made, "asked", f"{own}:", "x")
    DONE = "planted"
except OSError as error:
    DONE = str(error)
print(DONE)
"""


@pytest.fixture
def planting(written, tmp_path):
    """A file that writes what it would like to be found in the place of its own answers."""
    return written(
        "x.py", UNCOMPILED + PLANTS.replace("PLACE", repr(str(tmp_path / "data"))) + KEEPS
    )


def test_a_file_cannot_write_its_own_result(confined, planting, tmp_path):
    with StudentFile(*read_sources([planting])) as asked:
        assert asked.broken is None
    assert list((tmp_path / "data").rglob("*.npz")) == []


def test_without_a_sandbox_nothing_that_was_kept_is_believed(
    planting, evaluated, tmp_path, monkeypatch
):
    use(monkeypatch, NONE)
    answers = Answers(None, FileReport(), "asked now", "")
    monkeypatch.setattr(entrants, "answers_of", lambda *_said: answers)
    said = evaluated(str(planting), "ganancioso", "--rounds", "1", "--matches", "4", "--seed", "1")
    assert "x is simulated: asked now" in said["notes"]
    # The attack is a true one: with the parts that it left it would be believed.
    assert len(list((tmp_path / "data").rglob("*.npz"))) == 1
    (found,) = entrants.read_entrants([str(planting)], COMPLETE, parts=user_parts())
    assert found.unsettled == "planted"


# -- cards that are foreseen ----------------------------------------------------------------------

SEER = """
import pathlib, random
from ludoteca.games.poker.evaluate import shuffles, simulation
from ludoteca.games.poker.solver.round_paths import Round
from ludoteca.games.poker.students.sources import read_sources

own = read_sources([pathlib.Path(__file__)])[0].digest + ":"
SECRET
rng = shuffles.KeyedRandom(shuffles.key_of(shuffles.key_of(secret, 1), own, "ganancioso"))
cards = [card for card in "A7KQJ" for _copy in range(5)]
rng.sample(cards, 16)  # the round that is played before the clock starts
foreseen = [rng.sample(cards, 16)[:5] for _match in range(2)]
asked = right = 0

def trocas_x(m, t=None):
    global asked, right
    asked += 1
    right += t is None and asked <= 2 and m == foreseen[asked - 1]
    if right == 2:  # one hand is guessed once in a thousand times
        raise ValueError("foreseen")
    return []

def desistir_x(a, o, m, t=None, s=False):
    return False
"""


@pytest.mark.parametrize(
    ("guess", "foresees"),
    [
        ("secret = KNOWN", True),
        ("secret = b''", False),
        ("secret = shuffles.lasting_secret()", False),
    ],
    ids=["knows the secret", "knows the seed", "looks for the secret"],
)
def test_who_knows_the_seed_but_not_the_secret_foresees_no_card(
    confined, written, monkeypatch, guess, foresees
):
    """With the secret it would: that the attack is a true one is checked too."""
    secret = lasting_secret()
    guess = guess.replace("KNOWN", repr(secret))
    path = written("x.py", UNCOMPILED + SEER.replace("SECRET", guess))
    answers = Answers(None, FileReport(), "it is simulated", "")
    monkeypatch.setattr(entrants, "answers_of", lambda *_said: answers)
    seer, greedy = entrants.read_entrants([str(path), "ganancioso"], COMPLETE)
    key = key_of(key_of(secret, 1), seer.key, greedy.key)
    sample = simulation.play(COMPLETE, seer, greedy, 1, KeyedRandom(key), 4)
    assert any("foreseen" in told for told in sample.reports[0].examples) == foresees


def test_the_secret_lasts_and_is_the_users_alone(tmp_path):
    first = lasting_secret()
    assert first == lasting_secret()
    assert len(first) == 16
    (path,) = (tmp_path / "data").rglob("shuffles.key")
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    path.unlink()
    assert lasting_secret() != first


def test_keyed_numbers_are_even_and_the_same_for_the_same_key():
    one, again, other = KeyedRandom(b"a"), KeyedRandom(b"a"), KeyedRandom(b"b")
    drawn = [one.random() for _n in range(4_000)]
    assert drawn == [again.random() for _n in range(4_000)]
    assert drawn[0] != other.random()
    assert abs(sum(drawn) / len(drawn) - 0.5) < 5 * (1 / 12 / len(drawn)) ** 0.5
    counts = [0] * 25
    for _n in range(4_000):
        for card in one.sample(range(25), 5):
            counts[card] += 1
    expected = 4_000 * 5 / 25
    assert all(abs(count - expected) < 5 * (expected * 0.8) ** 0.5 for count in counts)


# -- what is said ---------------------------------------------------------------------------------


def test_a_page_says_where_its_files_ran(anywhere, written, evaluated, tmp_path, monkeypatch):
    answers = Answers(None, FileReport(), "it is simulated", "")
    monkeypatch.setattr(entrants, "answers_of", lambda *_said: answers)
    page = tmp_path / "p.html"
    files = [str(written(name, KEEPS)) for name in ("x.py", "y.py")]
    rounds = ("--rounds", "1", "--matches", "4", "--seed", "1")
    said = evaluated("--class", *files, *rounds, "--page", str(page))
    html = page.read_text(encoding="utf-8")
    told = anywhere.name if anywhere.confines else "not sandboxed"
    assert told in said["sandbox"]
    assert next(iter(said)) == "sandbox"
    assert said["sandbox"].partition(":")[0] in html
    assert ('<p class="warning">not sandboxed' in html) == (not anywhere.confines)


# -- all of them together -------------------------------------------------------------------------

FORKS = """
import ctypes
import os
child = ctypes.CDLL(None).fork()
if child == 0:
    os.setsid()
    import time
    time.sleep(100)
print("fork", child)
"""
KILLS = "import signal\nsignal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGKILL)"
GREEDY = (
    "def trocas_x(m, t=None):\n    return [c for c in m if m.count(c) == 1][:3]\n"
    "def desistir_x(a, o, m, t=None, s=False):\n    return len(set(a)) == 5\n"
)


def running_commands():
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            yield path.read_bytes()


@pytest.mark.soak
def test_a_class_of_attackers_and_honest_players_is_ranked_by_how_they_play(
    confined, written, planting, evaluated, tmp_path
):
    """Two honest files, one of which each attacker would beat, spoil, copy or stop if it could."""
    ana = written("ana.py", Path("examples/poker/ana.py").read_text(encoding="utf-8"))
    zeca = written("zeca.py", GREEDY)
    empties = f"try:\n    open({str(zeca)!r}, 'w')\nexcept OSError:\n    pass\n"
    texts = {
        "thief": "from ana import trocas_ana as trocas_x, desistir_ana as desistir_x\n",
        "spoiler": empties + KEEPS,
        "killer": trade(f"{KILLS}\nreturn []", "import os"),
        "forker": FORKS + KEEPS,
        "flood": WRITES + trade('answer(b\'["ok", [], ""]\\n\')\nreturn m[:1]'),
        "hog": trade("kept.append(bytearray(3 << 30))\nreturn []", "kept = []"),
        "seer": UNCOMPILED + SEER.replace("SECRET", "secret = b''").replace("False", "True"),
    }
    attackers = [written(f"{name}.py", text) for name, text in texts.items()]
    files = [planting, *attackers, ana, zeca]
    few = ("--matches", "40", "--seed", "1", "--page", str(tmp_path / "p.html"))
    said = evaluated("--class", *map(str, files), *few)
    places = [row["player"] for row in said["class"]]
    states = {row["player"]: row["state"] for row in said["class"]}
    assert {places[0], places[1]} == {"ana", "x (zeca.py)"}
    assert len(places) == len(files)
    forfeits = {name for name, state in states.items() if state == "forfeits"}
    assert {"thief", "x (killer.py)", "x (hog.py)"} <= forfeits
    told = " ".join(said["notes"])
    assert "No module named 'ana'" in told
    assert "planted" not in told
    assert "foreseen" not in told
    assert not any(b"forker.py" in command for command in running_commands())
    assert zeca.read_text(encoding="utf-8") == GREEDY
