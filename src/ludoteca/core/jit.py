"""Numba, set up once: what is compiled is decorated with :func:`njit` of this module.

The compiler is loaded when a compiled function is first called, and such a function is then
compiled, or loaded from disk (:mod:`ludoteca.core.compiling`). ``NUMBA_DISABLE_JIT=1`` runs the
same text un-compiled, to debug or where nothing need be fast. Numba is never imported then, which
spares a process 60 MB. Numba itself honours ``NUMBA_BOUNDSCHECK=1``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import update_wrapper
from threading import RLock
from types import ModuleType
from typing import Any

JIT_ENABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

_lock = RLock()
_waiting: list[Callable[[], object]] = []  #: what is to be called when the compiler is loaded
_loaded: list[ModuleType] = []  #: the compiler, once it is


class Compiled:
    """A function that is compiled when it is called, from Python or by compiled code.

    Attributes
    ----------
    py_func
        The function as Python itself runs it.
    entry
        Its dispatcher, a :class:`ludoteca.core.compiling.compiler.EntryDispatcher`, made on first
        use. From then on the function's own module has it in place of this object, so that a call
        by that name costs nothing more.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._entry: Any = None

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call the compiled function."""
        return self.entry(*args, **named)

    @property
    def entry(self) -> Any:
        """The dispatcher of the function: one, whichever threads ask for it at once."""
        if self._entry is None:
            with _lock:
                if self._entry is None:
                    self._entry = _compiler().EntryDispatcher(self.py_func)
                    names = self.py_func.__globals__
                    if names.get(self.py_func.__name__) is self:
                        names[self.py_func.__name__] = self._entry
        return self._entry

    @property
    def _numba_type_(self) -> Any:
        """The type of the function where Numba meets it in other functions."""
        return self.entry._numba_type_


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile ``function`` on its first call: nopython, no GIL, cached on disk."""
    return Compiled(function) if JIT_ENABLED else function


def with_compiler(prepare: Callable[[], object]) -> None:
    """Call ``prepare`` as soon as the compiler is loaded, before it compiles anything."""
    with _lock:
        if _waiting or not _loaded:
            _waiting.append(prepare)
            return
    prepare()


def _compiler() -> ModuleType:
    """The compiler, for which all is prepared; loaded here, which takes a third of a second."""
    with _lock:
        if not _loaded:
            from ludoteca.core.compiling import compiler

            _loaded.append(compiler)
        while _waiting:
            prepare = _waiting.pop(0)
            try:
                prepare()
            except BaseException:
                _waiting.insert(0, prepare)  # for who comes next: nothing compiles without it
                raise
        return _loaded[0]
