"""The traps of dispatch on the record type, each as a test.

The games of these tests are written into a temporary folder and played in fresh processes, since
what is tested is what Numba keeps in memory, on disk and between processes.
"""

import ast
import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core import calls, kernel, load_game
from ludoteca.core.layout import layout, public
from ludoteca.core.sources import PACKAGE

RULES = """
from ludoteca.core.ids import TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import layout, public
from .steps import STEP, advance

MAX_LEGAL = 1
MAX_CHANCE = 1
MAX_LENGTH = 3
STATE = layout(__file__, public("count", "moves made", 0, 3), public("total", "points", 0, 99))

@njit
def init_state(s, options, standing):
    s.total = 0

@njit
def current_player(s):
    return TERMINAL if s.count == 3 else 0

@njit
def legal_actions(s, out):
    out[0] = 0
    return 1

@njit
def chance_outcomes(s, out, prob):
    return 0

@njit
def apply_action(s, a):
    s.count += 1
    s.total = advance(s.total) + STEP

@njit
def returns(s, out):
    out[0] = s.total

@njit
def observed_action(s, a, seat):
    return a

@njit
def resample_from_infostate(s, seat, rng, out):
    pass
"""

STEPS = """
from ludoteca.core.jit import njit

STEP = {step}

@njit
def advance(total):
    return total + {advance}
"""

INIT = """
from ludoteca.core.game import GameInfo

INFO = GameInfo("{name}", "T", "S.", (1, 1), 1, 1, "general")
"""

PLAY = """
import sys
from ludoteca.core import load_game
from ludoteca.core.jit import njit

for name in sys.argv[1:]:
    state = load_game(name).new_state()
    while not state.is_terminal():
        state.apply(0)
    print(name, int(state.returns()[0]))
"""


def write_game(folder: Path, name: str, step: int, advance: int = 0) -> None:
    game = folder / name
    game.mkdir(exist_ok=True)
    (game / "__init__.py").write_text(INIT.format(name=name))
    (game / "rules.py").write_text(RULES)
    (game / "steps.py").write_text(STEPS.format(step=step, advance=advance))
    (game / "notation.py").write_text("def action_text(s, a):\n    return 'go'\n")


def play(folder: Path, *names: str, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PLAY), *names],
        env={
            **os.environ,
            "LUDOTECA_GAMES": str(folder),
            "NUMBA_CACHE_DIR": str(folder / "cache"),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.soak
def test_twin_layouts_are_two_games_in_one_process_and_in_two(tmp_path: Path) -> None:
    write_game(tmp_path, "one", step=1)
    write_game(tmp_path, "ten", step=10)
    assert play(tmp_path, "one", "ten") == "one 3\nten 30\n"
    assert play(tmp_path, "ten") == "ten 30\n"
    assert play(tmp_path, "one") == "one 3\n"


def test_an_edited_constant_and_callee_in_another_file_are_noticed(tmp_path: Path) -> None:
    write_game(tmp_path, "edited", step=1)
    assert play(tmp_path, "edited") == "edited 3\n"
    write_game(tmp_path, "edited", step=2, advance=5)
    assert play(tmp_path, "edited") == "edited 21\n"


@pytest.mark.soak
def test_an_edit_recompiles_that_game_alone(tmp_path: Path) -> None:
    write_game(tmp_path, "kept", step=1)
    write_game(tmp_path, "edited", step=1)
    play(tmp_path, "kept", "edited")
    before = {p for p in (tmp_path / "cache").rglob("*.nbc") if "kept-" in str(p)}
    write_game(tmp_path, "edited", step=7)
    assert play(tmp_path, "kept", "edited") == "kept 3\nedited 21\n"
    after = {p for p in (tmp_path / "cache").rglob("*.nbc") if "kept-" in str(p)}
    assert before
    assert after == before


@pytest.mark.soak
def test_the_bounds_check_flag_has_a_cache_of_its_own(tmp_path: Path) -> None:
    write_game(tmp_path, "checked", step=1)
    play(tmp_path, "checked")
    play(tmp_path, "checked", NUMBA_BOUNDSCHECK="1")
    caches = [p for p in (tmp_path / "cache").iterdir() if p.is_dir()]
    assert len(caches) == 2


def listed(folder: Path) -> subprocess.CompletedProcess[str]:
    """The output of ``ludoteca games`` with the games of ``folder``."""
    return subprocess.run(
        [sys.executable, "-m", "ludoteca", "games"],
        env={**os.environ, "LUDOTECA_GAMES": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )


def test_a_game_is_named_as_its_folder(tmp_path: Path) -> None:
    write_game(tmp_path, "nim", step=1)
    (tmp_path / "nim").rename(tmp_path / "other")
    assert "a game is named as its folder" in listed(tmp_path).stderr


def test_a_game_of_the_user_may_not_take_the_name_of_one_of_ours(tmp_path: Path) -> None:
    write_game(tmp_path, "vangin", step=1)
    assert "two games are called vangin" in " ".join(listed(tmp_path).stderr.split())


def test_a_game_that_cannot_be_imported_is_named_and_the_others_are_there(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("def (")
    run = listed(tmp_path)
    why = "the game in ludoteca_games.broken cannot be loaded: "
    assert why in " ".join(run.stderr.split())
    assert "broken/__init__.py:1: SyntaxError: " in "".join(run.stderr.split("\n"))
    assert "Vangin" in run.stdout
    play = subprocess.run(
        [sys.executable, "-m", "ludoteca", "play", "broken"],
        env={**os.environ, "LUDOTECA_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert play.returncode == 2
    assert why in play.stderr


@pytest.mark.parametrize("name", ["size", "take", "put", "round", "copy", "item"])
def test_no_field_may_be_named_like_an_attribute_of_np_record(name: str) -> None:
    with pytest.raises(ValueError, match=f"no field may be called '{name}'"):
        layout(__file__, public(name, "a trap", 0, 1))


def test_the_marker_of_a_game_takes_no_bytes() -> None:
    made = layout(__file__, public("x", "a number", 0, 1))
    assert made.dtype.itemsize == 8
    assert any(name.startswith("core_") for name in made.dtype.names or ())


def test_states_in_arrays_branch_by_assignment() -> None:
    nim = load_game("nim")
    stack = nim.state_layout.empty(2)
    calls.init(stack, 0, nim.schema.compile(nim.options()), nim.standing_layout.empty())
    stack[1] = stack[0]
    calls.apply_action(stack, 1, 0)
    assert stack["heap"][0, 0] == stack["heap"][1, 0] + 1


def test_generic_functions_dispatch_uncompiled_records_too() -> None:
    nim = load_game("nim")
    stack = nim.state_layout.empty(1)
    calls.init(stack, 0, nim.schema.compile(nim.options()), nim.standing_layout.empty())
    assert kernel.current_player(stack[0]) == calls.current_player(stack, 0) == 0
    with pytest.raises(TypeError, match="no game is registered"):
        kernel.current_player(np.zeros(1, [("x", "i8")])[0])


def test_a_deal_begins_with_the_options_and_the_standing_in_fields_of_the_same_name() -> None:
    eras = load_game("eras")
    standing = eras.standing_layout.empty()
    standing["score"][0, :2], standing["players"] = (7, 9), 5
    record = eras.state_layout.empty()
    for fill in (standing, eras.schema.compile(eras.options({"players": 2, "suits": 3}))):
        kernel.fill_same_fields(record, 0, fill)
    assert record["score"][0, :2].tolist() == [7, 9]
    assert (record["players"][0], record["suits"][0]) == (2, 3)
    # The option is a number of cards, the field of this name is the cards themselves.
    assert not record["hand"].any()
    begun = eras.state_layout.empty()
    calls.init(begun, 0, eras.schema.compile(eras.options({"players": 2, "suits": 3})), standing)
    assert begun["score"].tolist() == record["score"].tolist()


def test_a_world_is_resampled_from_a_copy_of_the_position() -> None:
    nim = load_game("nim")
    stack, rng = nim.state_layout.empty(4), np.random.default_rng(1)
    calls.init(stack, 0, nim.schema.compile(nim.options()), nim.standing_layout.empty())
    calls.resample(stack, 0, 1, rng, stack, 1)
    kernel.resample(stack, 0, 1, rng, stack[2:3])
    assert stack[1].tobytes() == stack[2].tobytes() == stack[0].tobytes() != stack[3].tobytes()


def test_a_function_that_a_game_lacks_has_its_default() -> None:
    from ludoteca.core.ids import NO_DRAW

    nim = load_game("nim")
    stack = nim.state_layout.empty(1)
    calls.init(stack, 0, nim.schema.compile(nim.options()), nim.standing_layout.empty())
    assert calls.draw_source(stack, 0) == NO_DRAW
    assert calls.hidden_ways(stack, 0, 1) == 1.0


def test_loading_the_list_of_games_does_not_load_the_compiler() -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from ludoteca.core import games; games(); "
            "print(sorted({'numba', 'scipy', 'flint'} & sys.modules.keys()))",
        ],
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "[]\n", run.stderr


def compiled_calls() -> dict[str, set[str]]:
    """The call graph of all functions decorated with njit: name to names called."""
    graph: dict[str, set[str]] = {}
    for path in [*PACKAGE.rglob("*.py"), *(Path(__file__).parents[1] / "games").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.FunctionDef):
                continue
            if "njit" not in [ast.unparse(d).split("(")[0] for d in node.decorator_list]:
                continue
            functions = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
            called = {f.id for f in functions if isinstance(f, ast.Name)}
            # ``lookahead.best_move(...)``: a function of another file of the same folder.
            called |= {f.attr for f in functions if isinstance(f, ast.Attribute)}
            # One name in several games is several functions of one role: the union is safe.
            key = f"{path.parent.name}.{node.name}"
            graph[key] = {f"{path.parent.name}.{name}" for name in called}
    return graph


def test_no_compiled_functions_are_mutually_recursive() -> None:
    graph = compiled_calls()
    assert len(graph) > 50
    for start in graph:
        reached: set[str] = set()
        frontier = graph[start] - {start}
        while frontier:
            name = frontier.pop()
            if name not in reached:
                reached.add(name)
                frontier |= graph.get(name, set())
        assert start not in reached, f"{start} calls itself through another function"


def test_threads_with_spawned_generators_play_what_one_thread_plays() -> None:
    nim = load_game("nim")

    def deal(seed: np.random.SeedSequence) -> bytes:
        stack = nim.state_layout.empty(1)
        calls.init(stack, 0, nim.schema.compile(nim.options()), nim.standing_layout.empty())
        ids, prob = nim.buffers()
        moves = np.full(nim.rules.MAX_LENGTH, -1)
        calls.playout(stack, 0, np.random.default_rng(seed), ids, prob, moves, len(moves))
        return moves.tobytes()

    seeds = np.random.SeedSequence(5).spawn(40)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(deal, seeds)) == [deal(seed) for seed in seeds]


@pytest.mark.parametrize(
    ("room", "text", "fault"),
    [
        ("rules", "import numba\ndef (\n", "rules.py:2: SyntaxError: "),
        ("rules", "import nmpy\n", "rules.py:1: ModuleNotFoundError: No module named 'nmpy'"),
        ("notation", "\nfrom .rules import NONE\n", "notation.py:2: ImportError: "),
        ("policy", "LEVELS = level + 1\n", "policy.py:1: NameError: name 'level' is not defined"),
        ("odds", "@question(1)\n", "odds.py:1: SyntaxError: "),
        ("rules", "raise SystemExit(3)\n", "rules.py:1: SystemExit: 3"),
        ("rules", "raise OSError('one\\ntwo')\n", "rules.py:1: OSError: one\n"),
    ],
)
def test_an_error_in_a_module_of_a_game_is_told_with_its_file_and_line(
    tmp_path: Path, room: str, text: str, fault: str
) -> None:
    write_game(tmp_path, "hearth", step=1)
    (tmp_path / "hearth" / f"{room}.py").write_text(text)
    code = (
        "import sys\nfrom ludoteca.core.registry import games, load_game\n"
        "assert 'nim' in games()\n"
        "try: load_game('hearth').room(sys.argv[1])\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, room],
        env={**os.environ, "LUDOTECA_GAMES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.startswith("GameDefinitionError the game in ludoteca_games.hearth cannot be loaded")
    assert fault in told
