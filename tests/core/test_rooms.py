"""The contract between games and the library: hooks are found and typed by one list."""

import ast
import inspect
import re
from pathlib import Path

from ludoteca.core import deal, kernel, load_game, rooms


def test_a_parameter_of_one_name_is_of_one_type():
    """``view`` is what a player gets, a ``SeatView``; a masked record is called ``seen``."""
    types = {}
    sources = [path.read_text("utf-8") for path in Path(rooms.__file__).parent.glob("*.py")]
    for function in ast.walk(ast.parse("\n".join(sources))):
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


def test_a_room_of_hooks_alone_has_no_questions():
    assert load_game("poker").has_questions("odds")
    assert load_game("bigpoints").has_room("odds")
    assert not load_game("bigpoints").has_questions("odds")
    assert load_game("bigpoints").has_questions("census")
    assert not load_game("nim").has_questions("census")


def test_a_hook_is_found_where_the_game_defines_it_and_is_none_elsewhere():
    poker, nim = load_game("poker"), load_game("nim")
    assert poker.hook(rooms.MATCH) is poker.rules.MATCH
    assert poker.hook(rooms.question) is poker.notation.question
    assert nim.hook(rooms.question) is None
    assert nim.hook(rooms.odds_at) is None


def test_the_compiled_functions_of_the_contract_are_those_that_the_kernel_dispatches():
    generic = {
        name
        for module in (kernel, deal)
        for name, value in vars(module).items()
        if inspect.isfunction(value)
    }
    for hook in rooms.HOOKS.values():
        if hook.parameters is not None and hook.rooms in (("rules",), ("policy",)):
            assert hook.compiled == (hook.name in generic), hook.name
            assert hook.doc
