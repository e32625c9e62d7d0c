"""A game's definition compared with the contract, before anything of it is played.

:func:`faults` finds what is misspelt, missing, of a wrong type or shape, not compiled, or named
and not there: each is one sentence with its file and line. ``ludoteca check`` says them and stops.
A game whose rules have such a fault is not loaded either: :func:`faults_of_rules` reads no source
but to say where a fault is. ``INFO`` compares itself where it is made
(:class:`~ludoteca.core.game.GameInfo`).
"""

from __future__ import annotations

import ast
import dis
import inspect
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.deal import is_declared
from ludoteca.core.errors import BadInput, GameDefinitionError
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.layout import Field, Layout, Visibility
from ludoteca.core.moves import Moves
from ludoteca.core.options import OptionSchema
from ludoteca.core.rooms import HOOKS, ROOMS, Hook, Room, fits, kind_text

if TYPE_CHECKING:
    from ludoteca.core.game import Game

_NEEDED: tuple[Room, ...] = ("rules", "notation", "policy")
_LEAST = {"MAX_LEGAL": 1, "MAX_CHANCE": 0, "MAX_LENGTH": 1, "MAX_ACTION": 0, "FORFEIT": 0}
_DECORATE = "decorate it with njit of ludoteca.core.jit"
_MEANT = 0.85  #: how like a known name another must be to be taken for a slip
_MISSED = 0.7  #: the same, where the known name is needed and not there


@cache
def faults(game: Game) -> tuple[str, ...]:
    """Sentences about the definition of ``game``; none where it is as the contract has it.

    Of several rooms with faults they are those of the first: the others may follow from them.
    """
    present = [name for name in ROOMS if game.has_room(name)]
    absent = set(ROOMS) - set(present)
    others = [path for path in sorted(game.folder.glob("*.py")) if path.stem not in ROOMS]
    found = [fault for path in others for fault in _misspelt(path.name, path.stem, absent)]
    if not found:
        found = [
            f"there is no {name}.py in {game.folder}" for name in _NEEDED if name not in present
        ]
    for name in present:
        if not found:
            found += _faults_of(game, name)
    return tuple(found or _faults_of_info(game))


def place(game: Game, name: str) -> str:
    """The place where the rules define the function ``name``, as ``rules.py, line 12``."""
    return _place(game.folder, game.rules, name)


def _faults_of(game: Game, name: Room) -> Iterator[str]:
    """Sentences about one room, imported here."""
    try:
        module = game.room(name)
    except GameDefinitionError as error:
        yield str(error)
        return
    assert module is not None
    if name == "rules":
        yield from faults_of_rules(game, module)
    else:
        yield from _faults_of_hooks(game, name, module)
    for function, caller in _plain_callees(game, name, module):
        where = _place_of(game.folder, function)
        yield f"{where}: {function.__name__} is called by {caller}, which is compiled: {_DECORATE}"
    yield from _misspelt_hooks(game, name, module)


# -- hooks -----------------------------------------------------------------------------------------


def faults_of_rules(game: Game, module: ModuleType) -> Iterator[str]:
    """Sentences about ``module``, the rules of ``game``, without which nothing of it can run."""
    wrong = list(_faults_of_deal(game, module)) or list(_faults_of_hooks(game, "rules", module))
    if wrong:
        yield from wrong
        return
    for name, least in _LEAST.items():
        if getattr(module, name, None) is not None and getattr(module, name) < least:
            yield f"{_place(game.folder, module, name)}: {name} must be {least} or more"
    most = getattr(module, "MAX_ACTION", None)
    if most is not None and getattr(module, "FORFEIT", 0) > most:
        yield f"{_place(game.folder, module, 'FORFEIT')}: FORFEIT is above MAX_ACTION = {most}"
    yield from _faults_of_layouts(game, module)


def _faults_of_deal(game: Game, module: ModuleType) -> Iterator[str]:
    """A sentence about a deal that is declared, and whose record is not of that kind."""
    state = getattr(module, "STATE", None)
    if not isinstance(state, Layout) or not hasattr(module, "full_deck"):
        return
    if not is_declared(state) and not hasattr(module, "resample_from_infostate"):
        yield (
            f"{_place(game.folder, module, 'full_deck')}: from full_deck worlds follow where the "
            "fields are in_hand (public), hand (seat), deck (hidden) and public ones; else write "
            "resample_from_infostate"
        )


def _faults_of_hooks(game: Game, name: Room, module: ModuleType) -> Iterator[str]:
    """Sentences about hooks that are missing, or of a wrong type."""
    hooks = [hook for hook in HOOKS.values() if name in hook.rooms]
    for hook in hooks:
        found = getattr(module, hook.name, None)
        if found is not None:
            wrong = _wrong(hook, found)
            if wrong:
                yield f"{_place(game.folder, module, hook.name)}: {wrong}"
        elif hook.required and hook.name not in game.derived:
            yield _lacking(game.folder, module, hook)
    if name == "notation" and not vars(module).keys() & {"MOVES", "action_text"}:
        yield f"notation.py lacks MOVES, or {HOOKS['action_text']}"


def _lacking(folder: Path, module: ModuleType, hook: Hook[Any]) -> str:
    """The sentence about a hook that must be there: as what it is misspelt, where it may be."""
    file = _file(module)
    strange = [name for name, (_line, own) in _bound(file).items() if own and name not in HOOKS]
    for name in get_close_matches(hook.name, strange, n=1, cutoff=_MISSED):
        return f"{_place(folder, module, name)}: {name} must be called {hook.name}"
    return f"{file.relative_to(folder)} lacks {hook}"


def _wrong(hook: Hook[Any], found: Any) -> str | None:
    """The end of a sentence where ``found`` is not what the hook is; None where it is."""
    if hook.parameters is None:
        kind = _kinds()[hook.name]
        if fits(found, kind):
            return None
        return f"{hook.name} must be {kind_text(kind)}, not {_shortly(found)}"
    if not callable(found):
        return f"{hook.name} is no function; it must be {hook}"
    is_compiled = hasattr(found, "py_func")
    given = list(inspect.signature(getattr(found, "py_func", found)).parameters.values())
    names = [parameter.name.lstrip("_") for parameter in given]
    wanted = hook.parameters
    # A parameter may be called otherwise, but not as the one of another place.
    swapped = any(a != b and a in wanted for a, b in zip(names, wanted, strict=False))
    extra = [p for p in given[len(wanted) :] if p.default is p.empty]
    if swapped or extra or len(given) < len(wanted):
        return f"{hook.name}({', '.join(names)}) must be {hook}"
    if hook.compiled and JIT_ENABLED and not is_compiled:
        return f"{hook.name} is called by compiled code: {_DECORATE}"
    if hook.rooms == ("rules",) and not hook.compiled and is_compiled:
        return f"{hook.name} is called by Python: it must not be compiled"
    return None


@cache
def _kinds() -> dict[str, Any]:
    """The type of each constant of the contract, as it is annotated there."""
    of_pages = {"GuideSection": object, "Term": object}  # the core does not import what they are
    known = {"Layout": Layout, "Moves": Moves, "OptionSchema": OptionSchema, **of_pages}
    modules = (m for m in vars(rooms).values() if getattr(m, "__package__", "") == rooms.__name__)
    hints = (hint for m in modules for hint in get_type_hints(m, localns=known).items())
    return {name: get_args(kind)[0] for name, kind in hints if get_origin(kind) is Hook}


def _shortly(found: Any) -> str:
    """A value in a sentence, its type where that would be long."""
    if callable(found) and not isinstance(found, tuple):
        return "a function"
    text = repr(found)
    return text if len(text) < 40 else type(found).__name__


def _plain_callees(
    game: Game, name: Room, module: ModuleType
) -> Iterator[tuple[FunctionType, str]]:
    """Functions of the game that compiled code calls and that are not compiled, each with a caller.

    Un-compiled code calls any.
    """
    hooks = (vars(module).get(hook.name) for hook in HOOKS.values() if name in hook.rooms)
    waiting = [hook.py_func for hook in hooks if hook is not None and hasattr(hook, "py_func")]
    seen: set[FunctionType] = set()
    while waiting:
        caller = waiting.pop()
        for called in _globals_of(caller):
            if not str(getattr(called, "__module__", "")).startswith(f"{game.package}."):
                continue
            function = getattr(called, "py_func", called)
            if isinstance(function, FunctionType) and function not in seen:
                seen.add(function)
                if called is function:
                    yield function, caller.__name__
                else:
                    waiting.append(function)


def _globals_of(function: FunctionType) -> Iterator[Any]:
    """The values of the names of its module that a function reads."""
    for instruction in dis.get_instructions(function):
        if instruction.opname == "LOAD_GLOBAL":
            yield function.__globals__.get(instruction.argval)


def _misspelt_hooks(game: Game, name: Room, module: ModuleType) -> Iterator[str]:
    """Sentences about names of a room that are no hooks and look like one that may be there."""
    hooks = [hook for hook in HOOKS.values() if name in hook.rooms]
    absent = {h.name for h in hooks if not h.required and not hasattr(module, h.name)}
    absent -= game.derived.keys()
    for own, (line, is_own) in _bound(_file(module)).items():
        a_question = hasattr(getattr(module, own, None), "__question__")
        if is_own and own not in HOOKS and not own.startswith("_") and not a_question:
            where = f"{_file(module).relative_to(game.folder)}, line {line}: {own}"
            yield from _misspelt(where, own, absent)


def _misspelt(where: str, name: str, wanted: Iterable[str]) -> Iterator[str]:
    for meant in get_close_matches(name, sorted(wanted), n=1, cutoff=_MEANT):
        if {name, meant} != {name.rstrip("s"), f"{name.rstrip('s')}s"}:  # one card of several cards
            yield f"{where} is not known here; {meant} is: rename it, or put _ before it"


# -- layouts, options ------------------------------------------------------------------------------


def _faults_of_layouts(game: Game, module: ModuleType) -> Iterator[str]:
    """Sentences about the rows of fields, and about a record or standing of the wrong kind."""
    state, standing = module.STATE, getattr(module, "STANDING", None) or ()
    own = set(state.dtype.names or ()) - {field.name for field in state}
    if not any(name.startswith(f"{game.folder.name}_") for name in own):
        yield f"{_place(game.folder, module, 'STATE')}: STATE must be made by layout(__file__, ...)"
    seats = game.info.players[1]
    rows = {
        Visibility.SEAT: (seats, "seats"),
        Visibility.PAIR: (len(game.info.teams or range(seats)), "sides"),
    }
    for field in state:
        number, of_them = rows.get(field.visibility, (0, ""))
        if of_them and field.shape[0] != number:
            yield (
                f"{_place_of_field(game.folder, module, field)}: the {field.visibility} field "
                f"{field.name} has {field.shape[0]} rows, and there are {number} {of_them}"
            )
    for field in standing:
        if field.visibility is not Visibility.PUBLIC or not np.issubdtype(field.dtype, np.integer):
            where = _place(game.folder, module, "STANDING")
            yield f"{where}: the field {field.name} of STANDING must be public whole numbers"


def _faults_of_info(game: Game) -> Iterator[str]:
    """Sentences about options, and about what ``INFO`` names and nothing defines."""
    folder, info = game.folder, game.info
    names = [option.name for option in game.schema]
    try:
        for option in game.schema:
            option.parse(option.default)
        game.options()
    except BadInput as error:
        yield f"{_place(folder, game.rules, 'OPTIONS')}: a default in OPTIONS: {error}"
        return
    try:
        game.options(dict(info.small))
    except BadInput as error:
        yield f"{_place_of_info(folder, 'small')}: INFO.small: {error}"
    for school in info.schools:
        try:
            game.options(dict(school.options))
        except BadInput as error:
            yield f"{_place_of_info(folder, 'schools')}: INFO.schools: {school.name}: {error}"
    least, most = info.players
    if least < most and "players" not in names:
        yield (
            f"{_place_of_info(folder, 'players')}: there are {least} to {most} players, and "
            "OPTIONS has no option players"
        )


# -- where a name is defined -----------------------------------------------------------------------


def _place(folder: Path, module: ModuleType, name: str) -> str:
    """The place that ``module`` has ``name`` from; the file alone where no line binds it."""
    found = getattr(module, name, None)
    function = getattr(found, "py_func", found)
    if isinstance(function, FunctionType):
        return _place_of(folder, function)
    file = _file(module)
    return _said(folder, file, _bound(file).get(name, (0, False))[0])


def _place_of(folder: Path, function: FunctionType) -> str:
    """The place of a function: the line of ``def``, not that of its decorator."""
    file = Path(function.__code__.co_filename)
    if not file.is_relative_to(folder):
        return file.name
    line, _own = _bound(file).get(function.__name__, (function.__code__.co_firstlineno, True))
    return _said(folder, file, line)


def _place_of_field(folder: Path, module: ModuleType, field: Field) -> str:
    """The place of a declaration such as ``seat("hand", ...)``, or else that of the record."""
    for file in (_file(module), *sorted(folder.glob("*.py"))):
        for call in _calls(file, field.visibility):
            first = call.args[0] if call.args else None
            if isinstance(first, ast.Constant) and first.value == field.name:
                return _said(folder, file, call.lineno)
    return _place(folder, module, "STATE")


def _place_of_info(folder: Path, entry: str) -> str:
    """The place where ``INFO`` gives ``entry`` by its name, or else where it begins."""
    file = folder / "__init__.py"
    line = 0
    for call in _calls(file, "GameInfo"):
        lines = [keyword.value.lineno for keyword in call.keywords if keyword.arg == entry]
        line = (lines or [call.lineno])[0]
    return _said(folder, file, line)


def _calls(file: Path, function: str) -> Iterator[ast.Call]:
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function:
            yield node


def _said(folder: Path, file: Path, line: int) -> str:
    name = file.relative_to(folder).as_posix()
    return f"{name}, line {line}" if line else name


def _file(module: ModuleType) -> Path:
    return Path(str(module.__file__))


def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


@cache
def _bound(file: Path) -> dict[str, tuple[int, bool]]:
    """The names that a source binds, with the line; True where it does not import them."""
    found: dict[str, tuple[int, bool]] = {}
    for node in _tree(file).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node.lineno, True
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {name.asname or name.name: (name.lineno, False) for name in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (part for target in targets for part in ast.walk(target))
            found |= {part.id: (node.lineno, True) for part in names if isinstance(part, ast.Name)}
    return found
