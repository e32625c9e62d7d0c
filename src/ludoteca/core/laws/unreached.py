"""Moves, fields of the record, values of options and lines that random deals never reached."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.laws.deals import random_deal
from ludoteca.core.laws.variants import variants
from ludoteca.core.options import Options

_CALLS = 2_000  # of a function whose lines are noted
_SOLVERS = {rooms.bounds.name, rooms.move_order.name}  # hooks that no law calls


@dataclass(frozen=True)
class Unreached:
    """All that the deals of ``deals`` seeds never reached.

    Attributes
    ----------
    moves
        Texts of moves, or outcomes of chance, that were possible and never made.
    fields
        Fields of the record that were 0 all the time.
    values
        ``option=value`` that goes with no default of the other options.
    lines
        Lines of ``rules.py`` and ``policy.py`` that never ran un-compiled, by function.
    """

    deals: int
    moves: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def unreached(game: Game, options: Options, seeds: range) -> Unreached:
    """The moves, fields and values that random deals of these seeds did not reach."""
    offered: dict[str, bool] = {}
    used = np.zeros(game.state_layout.dtype.itemsize, bool)
    for seed in seeds:
        for state, action in random_deal(game, options, seed):
            used |= state.record.view(np.uint8) != 0
            for possible in state.possible_actions():
                offered.setdefault(state.action_text(possible), False)
                if possible == action:
                    offered[state.action_text(possible)] = True
    return Unreached(
        len(seeds),
        moves=tuple(text for text, made in offered.items() if not made),
        fields=tuple(_unused(game, used)),
        values=tuple(f"{n}={v}" for n, v, tried in variants(game, options) if tried is None),
    )


def _unused(game: Game, used: NDArray[np.bool_]) -> Iterator[str]:
    """Names of fields of which no byte was used, but those of options and the standing."""
    given = {option.name for option in game.schema} | set(game.standing_layout.dtype.names or ())
    places = game.state_layout.dtype.fields
    assert places is not None
    for field in game.state_layout:
        kind, offset = places[field.name][:2]
        if field.name not in given and not used[offset : offset + kind.itemsize].any():
            yield field.name


class RunLines:
    """A context in which the lines of a game's rules and policy that run are noted, un-compiled.

    Compiled code runs no lines.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._files = [
            Path(module.__file__)
            for module in (game.rules, game.policy)
            if module.__file__ is not None
        ]
        self._ran: dict[str, set[int]] = {str(file): set() for file in self._files}
        self._waiting: dict[CodeType, set[int]] = {}
        self._calls: Counter[CodeType] = Counter()

    def __enter__(self) -> RunLines:
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, *_exception: object) -> None:
        sys.settrace(self._before)

    def _called(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        ran = self._ran.get(code.co_filename)
        if ran is None:
            return None
        waiting = self._waiting.get(code)
        if waiting is None:
            waiting = {line for _start, _end, line in code.co_lines() if line is not None}
            self._waiting[code] = waiting
        ran.add(code.co_firstlineno)
        waiting.discard(code.co_firstlineno)
        self._calls[code] += 1
        if not waiting or self._calls[code] > _CALLS:
            return None  # to be heard line by line makes a function slow

        def next_line(frame: FrameType, _event: str, _argument: Any) -> Any:
            ran.add(frame.f_lineno)
            waiting.discard(frame.f_lineno)
            return next_line

        return next_line

    def never_run(self) -> tuple[str, ...]:
        """Functions that were never called and lines that never ran, by file."""
        found: list[str] = []
        for file in self._files:
            tree = ast.parse(file.read_text("utf-8"))
            for function in ast.walk(tree):
                if isinstance(function, ast.FunctionDef) and not _left_out(function):
                    found += self._of(function, file)
        return tuple(found)

    def _of(self, function: ast.FunctionDef, file: Path) -> Iterator[str]:
        ran = self._ran[str(file)]
        decorated = [expression.lineno for expression in function.decorator_list]
        if min([function.lineno, *decorated]) not in ran:
            yield f"{file.name}: {function.name}"
            return
        spans: list[list[int]] = []
        for statement in _unrun(function.body, ran):
            end = statement.end_lineno or statement.lineno
            if spans and statement.lineno == spans[-1][1] + 1:
                spans[-1][1] = end
            else:
                spans.append([statement.lineno, end])
        if spans:
            lines = ", ".join(f"{a}-{b}" if b > a else str(a) for a, b in spans)
            yield f"{file.name}: {lines} in {function.name}"


def _left_out(function: ast.FunctionDef) -> bool:
    """True for a hook that no law calls, and for a function that does nothing."""
    says_nothing = all(
        isinstance(s, ast.Pass)
        or (isinstance(s, ast.Expr | ast.Return) and isinstance(s.value, ast.Constant | None))
        for s in function.body
    )
    return says_nothing or function.name in _SOLVERS


def _unrun(body: Iterable[ast.stmt], ran: set[int]) -> Iterator[ast.stmt]:
    """The outermost statements of which no line ran."""
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # a docstring
        if isinstance(statement, ast.FunctionDef):
            continue  # told by itself
        lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
        if ran.isdisjoint(lines):
            yield statement
        else:
            for part in ("body", "orelse", "finalbody"):
                yield from _unrun(getattr(statement, part, ()), ran)
