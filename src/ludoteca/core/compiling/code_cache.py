"""The folders of compiled code on disk, and who hears of a compilation.

Numba does not notice an edited callee, an edited constant in another file, or the bounds-check
flag when it loads a function from its cache. So the cache folder of a function is named after a
hash of the sources that it may have inlined (:mod:`ludoteca.core.sources`), wherever they lie: two
clones and an installed package with the same contents share what was compiled, and an edit of one
game, or of one player, recompiles what depends on it alone. An edit of the compiler's settings
(:mod:`ludoteca.core.compiling`) recompiles all.

Where the cache cannot be written, for want of room or of the right, all works without it, and each
process compiles again what it uses; one warning says so.
"""

from __future__ import annotations

import logging
import os
import shutil
import stat
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import platformdirs

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.sources import PACKAGE, folder_hash, game_folder, library_hash
from ludoteca.core.storage import files_digest

_log = logging.getLogger(__name__)

_STALE_SECONDS = 30 * 24 * 3600


@cache
def cache_root() -> Path:
    """The folder of all compiled code: ``NUMBA_CACHE_DIR``, else the user's cache folder.

    Compiled code is loaded and run as it lies there, so the folder is made for the user alone.

    Raises
    ------
    BadInput
        Where it belongs to another user, or others may write to it.
    OSError
        Where it cannot be made.
    """
    root = _root()
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "geteuid"):
        found = root.stat()
        if found.st_uid != os.geteuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise BadInput(
                _(
                    "{folder} holds compiled code and is not safe: others may change it; remove "
                    "it, or set NUMBA_CACHE_DIR to a folder that only you can write to"
                ).format(folder=root)
            )
    return root


def _root() -> Path:
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named) if named else Path(platformdirs.user_cache_dir("ludoteca")) / "compiled"


@cache
def cache_dir(source: Path) -> Path:
    """The cache folder of the functions defined in the file ``source``."""
    from importlib.metadata import version  # imported here: what compiles nothing needs none of it

    bounds_check = os.environ.get("NUMBA_BOUNDSCHECK", "0")
    root = cache_root() / f"numba-{version('numba')}-{bounds_check}-{_settings_hash()}"
    folder = game_folder(source)
    inside = source.relative_to(folder or PACKAGE).with_suffix("")
    name = ".".join(inside.parts)
    if folder is None:
        return root / f"{name}-{library_hash(source)}"
    return root / f"{folder.name}-{folder_hash(folder)}" / name


def _settings_hash() -> str:
    """Digits that change with any source of the compiler, or of what asks it to compile."""
    folder = Path(__file__).parent
    return files_digest([*sorted(folder.glob("*.py")), folder.with_name("jit.py")], digits=12)


_listeners: list[Callable[[str], None]] = []


def listen(listener: Callable[[str], None]) -> Callable[[], None]:
    """Call ``listener(function_name)`` before each compilation; returns what ends that."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def tell(function_name: str) -> None:
    """A function of that name, with its module, is about to be compiled."""
    for listener in list(_listeners):
        listener(function_name)


_lost: list[OSError] = []


def is_kept() -> bool:
    """True where all that this process compiled could be kept on disk."""
    return not _lost


def not_kept(error: OSError) -> None:
    """Warn, the first time, that compiled code cannot be kept on disk because of ``error``."""
    if not _lost:
        text = _(
            "compiled code cannot be kept in {folder} ({reason}): it is compiled again each time"
        )
        _log.warning(text.format(folder=_root(), reason=_(error.strerror or str(error))))
    _lost.append(error)


def prune_cache() -> None:
    """Remove the cache folders that nothing was loaded from or written to for a month."""
    for folder in cache_root().glob("*/*"):
        used = max((file.stat().st_atime for file in folder.rglob("*.nbi")), default=0.0)
        if folder.is_dir() and time.time() - max(used, folder.stat().st_mtime) > _STALE_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
