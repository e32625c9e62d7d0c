"""Finished parts of long work, on disk until it is answered: stopped, it goes on from there.

A part is named by all that it depends on: what a student's file holds, not where it lies. So a file
that was changed is asked and met anew, and what does not touch it is taken as it was.
"""

from __future__ import annotations

import ast
import hashlib
import pickle
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import platformdirs

from ludoteca.core.files import whole_file
from ludoteca.core.i18n import language

DAYS = 30  #: that parts are kept of work which nobody goes on with

T = TypeVar("T")
_DAY_SECONDS = 86_400
# A part that cannot be read is made again, whatever became of its file.
_UNREADABLE = (OSError, EOFError, ValueError, KeyError, IndexError, AttributeError, ImportError,
               pickle.UnpicklingError)  # fmt: skip


class Parts:
    """Finished parts in ``folder``; without one nothing is kept.

    ``reused`` counts those that were found done.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.reused = 0
        self._folder = folder
        self._used: set[Path] = set()

    @classmethod
    def of_the_user(cls) -> Parts:
        """Those of the user's data folder, where what is old is thrown away."""
        folder = Path(platformdirs.user_data_dir("ludoteca", appauthor=False)) / "poker" / "parts"
        for path in folder.glob("*"):
            if path.stat().st_mtime < time.time() - DAYS * _DAY_SECONDS:
                path.unlink(missing_ok=True)
        return cls(folder)

    def part(self, make: Callable[[], T], *said: object) -> T:
        """What ``make`` makes, or made before with the same ``said``, plain things or frozen."""
        if self._folder is None:
            return make()
        text = repr((_program(), language(), said))
        path = self._folder / hashlib.sha256(text.encode()).hexdigest()[:24]
        self._used.add(path)
        try:
            found: T = pickle.loads(path.read_bytes())
        except _UNREADABLE:
            found = make()
            self._folder.mkdir(parents=True, exist_ok=True)
            with whole_file(path) as file:
                pickle.dump(found, file)
        else:
            self.reused += 1
        return found

    def forget(self) -> None:
        """The work is answered: its parts are of no more use."""
        for path in self._used:
            path.unlink(missing_ok=True)


def contents(path: Path) -> str:
    """A hash of a student's file and of all that it imports from its own folder, on and on."""
    digest = hashlib.sha256()
    for file in sorted(_with_imports(path)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _with_imports(path: Path) -> set[Path]:
    found, waiting = set[Path](), [path]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [own for name in _imported(file) for own in _own_files(path.parent, name)]
    return found


def _imported(file: Path) -> Iterator[str]:
    """The first names of what a file imports; nothing of a file that cannot be read as Python."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def _own_files(folder: Path, name: str) -> list[Path]:
    package = folder / name
    single = package.with_suffix(".py")
    return sorted(package.rglob("*.py")) + ([single] if single.is_file() else [])


@cache
def _program() -> str:
    """Changes with every file of this folder: what another program found is no part of ours."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
