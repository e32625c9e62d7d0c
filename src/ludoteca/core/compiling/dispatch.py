"""Dispatch: a generic function calls the function of the game that a record belongs to.

Un-compiled it looks the game up by the record's dtype; compiled, Numba's type inference does it,
and the game's own function is inlined. :mod:`ludoteca.core.kernel` defines the functions so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.core.errors import GameDefinitionError
from ludoteca.core.jit import with_compiler

GAMES: dict[Any, Callable[[str], Any]] = {}
"""The functions of each game by name, by the dtype and by the Numba type of its record."""

GENERIC: dict[str, tuple[Callable[..., Any], Callable[..., Any] | None]] = {}
"""The generic functions by name, each with what it calls where a game leaves it out."""


def register_kernel(dtype: np.dtype[np.void], lookup: Callable[[str], Any]) -> None:
    """Make the generic functions find a game's functions by the dtype of its record.

    ``lookup(name)`` returns the game's function, or None where the game leaves it out.
    """
    GAMES[dtype] = lookup

    def for_the_compiler() -> None:
        from numba import from_dtype

        GAMES[from_dtype(dtype)] = lookup

    with_compiler(for_the_compiler)


def function_of(
    key: Any, name: str, default: Callable[..., Any] | None
) -> Callable[..., Any] | None:
    """The function ``name`` of the game whose record has the type ``key``; None for no game.

    Raises
    ------
    GameDefinitionError
        Where the game has neither the function nor a default.
    """
    lookup = GAMES.get(key)
    if lookup is None:
        return None
    function = lookup(name) or default
    if function is None:
        raise GameDefinitionError(f"this game has no function {name}")
    return function


def _dispatch(called: Callable[..., Any], function_for: Callable[[Any], Any]) -> None:
    """Let compiled code that calls ``called`` call the function for its first argument's type.

    An ``overload`` would do the same by a function of its own in between, compiled for each caller
    with all that it calls: a seventh of the time that a game takes to compile.
    """
    from numba import types
    from numba.core.typing.templates import AbstractTemplate, infer_global

    class Template(AbstractTemplate):  # type: ignore[misc]
        key = called

        def generic(self, args: Any, kws: Any) -> Any:
            function = function_for(args[0])
            if function is None:
                return None
            return self.context.resolve_value_type(function).get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            function = self.context.resolve_value_type(function_for(sig.args[0]))
            return function.dispatcher.get_overload(sig.args)

    infer_global(called, types.Function(Template))


def generic(name: str, default: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Make the generic function ``name``: a game's own, else ``default``.

    It takes a record first. Without either it raises ``GameDefinitionError``.
    """
    found: dict[Any, Callable[..., Any]] = {}

    def interpreted(state: Any, *args: Any) -> Any:
        function = found.get(state.dtype)
        if function is None:
            function = function_of(state.dtype, name, default)
            if function is None:
                raise TypeError(f"{name}: no game is registered for the record type {state.dtype}")
            # Called as it is, not by what stands for it until it is compiled.
            function = found[state.dtype] = getattr(function, "entry", function)
        return function(state, *args)

    with_compiler(lambda: _dispatch(interpreted, lambda state: function_of(state, name, default)))
    interpreted.__name__ = interpreted.__qualname__ = name
    GENERIC[name] = interpreted, default
    return interpreted
