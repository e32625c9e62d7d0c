"""Numba, set up once: what is compiled is decorated with :func:`njit` of this module.

Numba does not notice an edited callee, an edited constant in another file, or the bounds-check
flag when it loads a function from its cache. So the cache folder of a function is named after a
hash of the sources that it may have inlined:

- a function of a game folder lies under that folder's own hash, below the library's, so that an
  edit recompiles that game alone;
- everything else lies under the hash of the library's compiled sources.

``NUMBA_DISABLE_JIT=1`` runs the same text un-compiled, to debug or where nothing need be fast.
Numba is not even imported then, which spares a process 60 MB. Numba itself honours
``NUMBA_BOUNDSCHECK=1``.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import platformdirs

from ludoteca.core import compiling
from ludoteca.core.files import alone
from ludoteca.core.sources import folder_hash, in_a_game, library_hash

JIT_ENABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

_STALE_SECONDS = 30 * 24 * 3600


@cache
def cache_root() -> Path:
    """Where all compiled code lies: ``NUMBA_CACHE_DIR``, else the user's cache folder."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named) if named else Path(platformdirs.user_cache_dir("ludoteca")) / "compiled"


def library_cache() -> Path:
    """The cache folder of this version of the library with these settings."""
    bounds_check = os.environ.get("NUMBA_BOUNDSCHECK", "0")
    return cache_root() / library_hash(f"{version('numba')} {bounds_check}")


def cache_dir(source: Path) -> Path:
    """The cache folder of the functions defined in the file ``source``."""
    if in_a_game(source):
        return library_cache() / f"{source.parent.name}-{folder_hash(source.parent)}"
    return library_cache()


def njit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile ``function`` on its first call: nopython, no GIL, cached on disk."""
    if not JIT_ENABLED:
        return function
    import numba
    from numba.core import config

    _listen()
    # Numba reads the folder once, when the decorator makes the function's cache.
    config.CACHE_DIR = str(cache_dir(Path(function.__code__.co_filename).resolve()))
    compiled: Any = numba.njit(nogil=True)(function)
    compiled._cache = _cache_of_many()(function)  # what ``cache=True`` does with Numba's own class
    return cast(Callable[..., Any], compiled)


@cache
def _cache_of_many() -> Any:
    """Numba's cache of a function, for several processes that compile it at once.

    Numba reads, changes and rewrites a list of what was compiled for which types. Two processes at
    a time would lose an entry, or give one file name to both: the code for one game would then be
    loaded for another.
    """
    from numba.core.caching import FunctionCache

    class CacheOfMany(FunctionCache):  # type: ignore[misc]
        def save_overload(self, sig: Any, data: Any) -> None:
            with alone(Path(self.cache_path) / ".lock"):
                super().save_overload(sig, data)

    return CacheOfMany


@cache
def _listen() -> None:
    """Pass compilations on to :mod:`ludoteca.core.compiling`."""
    from numba.core import event

    class Teller(event.Listener):  # type: ignore[misc]
        def on_start(self, started: Any) -> None:
            function = started.data["dispatcher"].py_func
            compiling.tell(f"{function.__module__}.{function.__qualname__}")

        def on_end(self, ended: Any) -> None:
            """Nothing is told at the end."""

    event.register("numba:compile", Teller())


def prune_cache() -> None:
    """Remove cache folders of other versions of the library that were not written for a month."""
    root = cache_root()
    if not root.is_dir():
        return
    for folder in root.iterdir():
        old = time.time() - folder.stat().st_mtime > _STALE_SECONDS
        if folder.is_dir() and folder != library_cache() and old:
            shutil.rmtree(folder, ignore_errors=True)
