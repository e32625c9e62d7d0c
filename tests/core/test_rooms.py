"""The contract between games and the library: hooks are found, typed and checked by one list."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from ludoteca.core import games, kernel, load_game, rooms
from ludoteca.core.game import Game, GameInfo

TOLD = """
def action_text(s, a):
    return "go"


def table_text(seen, seat):
    return ""
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A game in a folder of its own, with the modules given by name."""

    def write(name: str, **modules: str) -> Game:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").touch()
        for module, text in modules.items():
            (folder / f"{module}.py").write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        info = GameInfo(name, "T", "S.", (1, 1), 1, 1, "general")
        return Game(info, name)

    return write


@pytest.mark.parametrize("name", sorted(games()))
def test_every_hook_of_every_game_is_one_of_the_contract(name):
    assert list(rooms.problems(load_game(name))) == []


def test_a_parameter_of_one_name_is_of_one_type():
    """``view`` is what a player gets, a ``SeatView``; a masked record is called ``seen``."""
    types = {}
    for function in ast.walk(ast.parse(inspect.getsource(rooms))):
        if isinstance(function, ast.FunctionDef) and function.name in rooms.HOOKS:
            for parameter in function.args.posonlyargs:
                kind = ast.unparse(parameter.annotation)
                types.setdefault(parameter.arg, set()).add(kind)
    assert types["view"] == {"SeatView"}
    assert types["seen"] == {"Any"}


def test_the_document_for_authors_names_the_parameters_of_the_contract():
    text = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\w+)\(([\w, ]+)\)`", text)
    told = [(name, given) for name, given in named if name in rooms.HOOKS]
    assert len(told) > 20
    for name, given in told:
        assert given == ", ".join(rooms.HOOKS[name].parameters), name


def test_a_misspelt_hook_is_named_with_the_one_that_was_meant(written):
    game = written("misspelt", notation=TOLD + "def standing_word(standing):\n    return ''\n")
    (problem,) = rooms.problems(game)
    assert problem.startswith("notation.py: standing_word is not known here; standing_words is")


def test_a_misspelt_constant_and_a_misspelt_room_are_named(written):
    game = written("misnamed", guide="GLOSARY = ()\n", evaluat="")
    first, second = rooms.problems(game)
    assert first.startswith("evaluat.py is not known here; evaluate is")
    assert second.startswith("guide.py: GLOSARY is not known here; GLOSSARY is")


def test_a_hook_with_wrong_parameters_is_named_with_the_right_ones(written):
    text = TOLD + "def question(view, seat):\n    return ''\n"
    (problem,) = rooms.problems(written("wrongly", notation=text))
    assert problem == "notation.py: question(view, seat) must be question(seen)"
    swapped = TOLD.replace("(s, a)", "(a, s)")
    (problem,) = rooms.problems(written("swapped", notation=swapped))
    assert problem == "notation.py: action_text(a, s) must be action_text(s, a)"


def test_parameters_may_have_other_names_and_further_ones_defaults(written):
    text = TOLD + "def read_line(_view, typed, strict=False):\n    return None\n"
    assert list(rooms.problems(written("lenient", notation=text))) == []


def test_a_room_without_what_it_must_have_is_named(written):
    game = written("half", players="LEVELS = ('expert',)\n", notation=TOLD)
    assert list(rooms.problems(game)) == ["players.py lacks make(level, budget)"]


def test_helpers_and_imports_of_a_room_are_no_hooks(written):
    text = "from os.path import join\n\n\ndef chances(view):\n    return ()\n"
    assert list(rooms.problems(written("helped", odds=text))) == []


def test_a_room_of_hooks_alone_has_no_questions():
    assert load_game("poker").has_questions("odds")
    assert load_game("bigpoints").has_room("odds")
    assert not load_game("bigpoints").has_questions("odds")
    assert load_game("bigpoints").has_questions("census")
    assert not load_game("nim").has_questions("census")


def test_a_hook_that_is_no_function_and_a_constant_that_is_one_are_named(written):
    game = written(
        "mixed", notation=TOLD + "question = 'what?'\n", guide="def RULES():\n    pass\n"
    )
    assert list(rooms.problems(game)) == [
        "notation.py: question is no function; it must be question(seen)",
        "guide.py: RULES is a function; it must be a constant",
    ]


def test_a_hook_is_found_where_the_game_defines_it_and_is_none_elsewhere():
    poker, nim = load_game("poker"), load_game("nim")
    assert poker.hook(rooms.MATCH) is poker.rules.MATCH
    assert poker.hook(rooms.question) is poker.notation.question
    assert nim.hook(rooms.question) is None
    assert nim.hook(rooms.odds_at) is None


def test_the_kernel_dispatches_the_functions_of_the_contract():
    generic = {name for name, value in vars(kernel).items() if inspect.isfunction(value)}
    for hook in rooms.HOOKS.values():
        if hook.parameters is not None and hook.rooms in (("rules",), ("policy",)):
            assert hook.name in generic | {"cards", "count_cards"}
            assert hook.doc
