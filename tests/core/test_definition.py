"""Wrong definitions of games: one sentence with file and line for each, and nothing more.

Each is a teaching game with a line changed. Those of rules and ``INFO`` are found where the game is
loaded; a seat or an id that cannot be, in the first deal.
"""

import os
import queue
import shutil

import pytest

from ludoteca.core.definition import faults
from ludoteca.core.errors import GameDefinitionError
from ludoteca.core.game import Game, import_of_game
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.laws import DEFINITION, LAWS
from ludoteca.core.registry import games, load_game
from ludoteca.workers.ipc import Interim, Request
from ludoteca.workers.worker import Worker

DECORATE = "decorate it with njit of ludoteca.core.jit"
IMPORT = "from ludoteca.core.layout import plain_layout"

# Of each: the game, a change (file, what stands there, what stands there then), the text of the
# line that is named, and the sentence.

INFO = {
    "players that are one number": (
        "kuhn",
        ("__init__.py", "players=(2, 2)", "players=2"),
        "players must be tuple[int, int], not 2",
    ),
    "fewer players at most than at least": (
        "kuhn",
        ("__init__.py", "players=(2, 2)", "players=(3, 2)"),
        "players must be the fewest seats and the most, not (3, 2)",
    ),
    "a level instead of levels": (
        "leduc",
        ("__init__.py", 'levels=("basic",)', 'levels=("basic")'),
        "levels must be tuple[str, ...], not 'basic'",
    ),
    "a sum of returns that there is not": (
        "kuhn",
        ("__init__.py", '"zero-sum"', '"zerosum"'),
        "utility must be 'zero-sum' or 'constant-sum' or 'general', not 'zerosum'",
    ),
    "sides without one of the seats": (
        "minimus",
        ("__init__.py", "((0, 2), (1, 3))", "((0, 2), (1,))"),
        "teams must name each seat below 4 once, not ((0, 2), (1,))",
    ),
}

RULES = {
    "a misspelt function that must be there": (
        "kuhn",
        ("rules.py", "def legal_actions", "def legal_action"),
        "def legal_action(",
        "legal_action must be called legal_actions",
    ),
    "a misspelt constant that must be there": (
        "kuhn",
        ("rules.py", "MAX_LENGTH", "MAX_LENGHT"),
        "MAX_LENGHT =",
        "MAX_LENGHT must be called MAX_LENGTH",
    ),
    "a function that is called otherwise": (
        "kuhn",
        ("rules.py", "def returns", "def payoff"),
        None,
        "rules.py lacks returns(s, out)",
    ),
    "a function of other parameters": (
        "kuhn",
        ("rules.py", "def current_player(s)", "def current_player(s, options)"),
        "def current_player",
        "current_player(s, options) must be current_player(s)",
    ),
    "a length that is no whole number": (
        "kuhn",
        ("rules.py", "MAX_LENGTH = 5", "MAX_LENGTH = 5.0"),
        "MAX_LENGTH =",
        "MAX_LENGTH must be int, not 5.0",
    ),
    "a buffer for no move": (
        "kuhn",
        ("rules.py", "MAX_LEGAL = 2", "MAX_LEGAL = 0"),
        "MAX_LEGAL =",
        "MAX_LEGAL must be 1 or more",
    ),
    "options without their schema": (
        "nim",
        ("rules.py", "OPTIONS = OptionSchema(", "OPTIONS = tuple("),
        "OPTIONS =",
        "OPTIONS must be OptionSchema, not tuple",
    ),
    "a record that tells no game from another": (
        "kuhn",
        ("rules.py", "STATE = layout(\n    __file__,", f"{IMPORT}\nSTATE = plain_layout("),
        "STATE =",
        "STATE must be made by layout(__file__, ...)",
    ),
    "three rows for two seats": (
        "kuhn",
        ("rules.py", "CARDS, 2),", "CARDS, 3),"),
        'seat("hand"',
        "the seat field hand has 3 rows, and there are 2 seats",
    ),
    "a declared deal with something else that is hidden": (
        "tricks",
        ("rules.py", 'public("won"', 'hidden("won"'),
        "def full_deck",
        "from full_deck worlds follow where the fields are in_hand (public), hand (seat), deck "
        "(hidden) and public ones; else write resample_from_infostate",
    ),
    "four rows for two sides": (
        "minimus",
        ("rules.py", "(TEAMS, WINDOWS, 2)", "(SEATS, WINDOWS, 2)"),
        "    pair(",
        "the pair field signs has 4 rows, and there are 2 sides",
    ),
    "a standing that somebody may not see": (
        "minimus",
        ("rules.py", 'public("dealer", "seat that deals next"', 'hidden("dealer", "next"'),
        "STANDING =",
        "the field dealer of STANDING must be public whole numbers",
    ),
}  # fmt: skip
COMPILED = {
    "a forgotten decorator": (
        "kuhn",
        ("rules.py", "@njit\ndef returns", "def returns"),
        "def returns",
        f"returns is called by compiled code: {DECORATE}",
    ),
    "a function of Python that is compiled": (
        "minimus",
        ("rules.py", "def cards(", "@njit\ndef cards("),
        "def cards",
        "cards is called by Python: it must not be compiled",
    ),
}

CHECKED = {
    "a small variant of an option that there is not": (
        "leduc",
        ("__init__.py", '("ranks", 2)', '("rank", 2)'),
        "small=",
        "INFO.small: there is no rule option rank; did you mean ranks?",
    ),
    "a default out of range": (
        "nim",
        ("rules.py", '"heaps", 1, HEAPS, 3', '"heaps", 1, HEAPS, 9'),
        "OPTIONS =",
        "a default in OPTIONS: heaps is a whole number from 1 to 5, not 9",
    ),
    "a number of players that nobody chooses": (
        "nim",
        ("__init__.py", "players=(2, 2)", "players=(2, 3)"),
        "players=",
        "there are 2 to 3 players, and OPTIONS has no option players",
    ),
    "a misspelt function that may be there": (
        "minimus",
        ("rules.py", "def draw_source", "def draw_sorce"),
        "def draw_sorce",
        "draw_sorce is not known here; draw_source is: rename it, or put _ before it",
    ),
    "a misspelt constant that may be there": (
        "kuhn",
        ("guide.py", None, "GLOSARY = ()\n"),
        "GLOSARY",
        "GLOSARY is not known here; GLOSSARY is: rename it, or put _ before it",
    ),
    "a misspelt room": (
        "kuhn",
        ("evaluat.py", None, ""),
        None,
        "evaluat.py is not known here; evaluate is: rename it, or put _ before it",
    ),
    "parameters that changed places": (
        "kuhn",
        ("notation.py", "def table_text(seen, seat: int)", "def table_text(seat, seen)"),
        "def table_text",
        "table_text(seat, seen) must be table_text(seen, seat)",
    ),
    "a text where a function must be": (
        "kuhn",
        ("notation.py", "NAMES =", 'question = "and now?"\nNAMES ='),
        "question =",
        "question is no function; it must be question(seen)",
    ),
    "a function where a constant must be": (
        "kuhn",
        ("guide.py", None, "def RULES():\n    pass\n"),
        "def RULES",
        "RULES must be tuple[object, ...], not a function",
    ),
    "a room without what it must have": (
        "kuhn",
        ("players.py", None, 'LEVELS = ("expert",)\n'),
        None,
        "players.py lacks make(level, budget)",
    ),
}
CALLED = {
    "a forgotten decorator of a helper": (
        "leduc",
        ("rules.py", "@njit\ndef deal(", "def deal("),
        "def deal(",
        f"deal is called by apply_action, which is compiled: {DECORATE}",
    ),
}

PLAYED = {
    "a seat that does not exist": (
        "kuhn",
        ("rules.py", "return s.to_move", "return s.to_move + 1"),
        "def current_player",
        "current_player returns 2 after ",
    ),
    "an id below all": (
        "kuhn",
        ("rules.py", "out[0] = PASS", "out[0] = -1"),
        "def legal_actions",
        "legal_actions writes the id -1; the least there is is 0",
    ),
    "an id above all": (
        "kuhn",
        ("rules.py", "out[1] = BET", "out[1] = 7"),
        "def legal_actions",
        "legal_actions writes the id 7, above MAX_ACTION = 2",
    ),
    "a card above all": (
        "minimus",
        ("rules.py", "out[n] = kind", "out[n] = kind + 1000"),
        "def chance_outcomes",
        "chance_outcomes writes the id 100",
    ),
}


def write(parent, mistake, base, edit):
    """Write the game ``base`` with a change into a folder named after the mistake."""
    folder = parent / ("d_" + "".join(c if c.isalnum() else "_" for c in mistake))
    source = load_game(base).folder
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path, before, after in [("__init__.py", f'name="{base}"', f'name="{folder.name}"'), edit]:
        if before is None:
            (folder / path).write_text(after, "utf-8")
            continue
        text = (folder / path).read_text("utf-8")
        assert text.count(before) == 1, (mistake, before)
        (folder / path).write_text(text.replace(before, after), "utf-8")
    return folder


def named(folder, file, line, sentence):
    """The sentence with the place of the only line in which ``line`` stands."""
    if line is None:
        return sentence
    lines = (folder / file).read_text("utf-8").splitlines()
    (number,) = [n for n, text in enumerate(lines, 1) if line in text]
    return f"{file}, line {number}: {sentence}"


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    """``loaded(mistake, base, edit)``: the game, and its folder."""

    def load(mistake, base, edit):
        folder = write(tmp_path, mistake, base, edit)
        monkeypatch.syspath_prepend(tmp_path)
        return Game(import_of_game(folder.name).INFO, folder.name), folder

    return load


@pytest.mark.parametrize("name", sorted(games()))
def test_the_definition_of_every_game_is_as_the_contract_has_it(name):
    assert faults(load_game(name)) == ()


@pytest.mark.parametrize("mistake", INFO)
def test_a_wrong_entry_is_told_where_the_game_is_imported(loaded, tmp_path, mistake):
    base, edit, sentence = INFO[mistake]
    with pytest.raises(GameDefinitionError) as told:
        loaded(mistake, base, edit)
    (folder,) = tmp_path.iterdir()
    lines = (folder / "__init__.py").read_text("utf-8").splitlines()
    line = 1 + lines.index("INFO = GameInfo(")
    fault = f"{folder / '__init__.py'}:{line}: ValueError: {sentence}"
    assert str(told.value) == f"the game in {folder.name} cannot be loaded: {fault}"


@pytest.mark.parametrize("mistake", [*RULES, *COMPILED, *CHECKED, *CALLED])
def test_a_wrong_definition_is_one_sentence_with_its_file_and_line(loaded, mistake):
    if mistake in COMPILED | CALLED and not JIT_ENABLED:
        pytest.skip("nothing is compiled")
    base, edit, line, sentence = (RULES | COMPILED | CHECKED | CALLED)[mistake]
    game, folder = loaded(mistake, base, edit)
    told = named(folder, edit[0], line, sentence)
    assert faults(game) == (told,)
    if mistake in RULES | COMPILED:
        with pytest.raises(GameDefinitionError) as error:
            game.options()
        assert str(error.value) == f"{game.name}: {told}"


def test_a_game_without_a_policy_is_told_so(loaded):
    game, folder = loaded("no policy", "kuhn", ("policy.py", None, ""))
    (folder / "policy.py").unlink()
    assert faults(game) == (f"there is no policy.py in {folder}",)


LENIENT = """

def read_line(_view, typed, strict=False):
    return None


def chances(view):
    return join("a", "b")
"""


def test_a_helper_may_be_called_as_one_of_what_a_hook_lists(loaded):
    first = "@njit\ndef current_player"
    edit = ("rules.py", first, f"def card(a):\n    return a\n\n\n{first}")
    game, _folder = loaded("card", "nim", edit)
    assert faults(game) == ()


def test_parameters_may_have_other_names_and_a_room_helpers_and_imports(loaded):
    module = '"""Kuhn poker in text: J, Q, K; pass, bet, fold, call."""\n'
    edit = ("notation.py", module, f"{module}from os.path import join\n{LENIENT}")
    game, _folder = loaded("none at all", "kuhn", edit)
    assert faults(game) == ()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """``played(mistake)``: all results of the laws, un-compiled, and the game's folder."""
    parent = tmp_path_factory.mktemp("games")
    folders = {name: write(parent, name, base, edit) for name, (base, edit, *_) in PLAYED.items()}
    worker = Worker(
        environment={**os.environ, "LUDOTECA_GAMES": str(parent), "NUMBA_DISABLE_JIT": "1"}
    )

    def check(mistake):
        told = queue.Queue()
        asked = (folders[mistake].name, {}, list(LAWS), 1, 1, 60.0)
        worker.call(Request("ludoteca.cli.check:run_laws", asked), told.put).result(60)
        return [m.value for m in told.queue if isinstance(m, Interim)], folders[mistake]

    yield check
    worker.kill()


@pytest.mark.parametrize("mistake", PLAYED)
def test_a_seat_or_an_id_that_cannot_be_ends_the_check_with_one_sentence(played, mistake):
    (result,), folder = played(mistake)
    _base, edit, line, sentence = PLAYED[mistake]
    assert result.name == DEFINITION
    assert result.sentence.startswith(named(folder, edit[0], line, sentence))
