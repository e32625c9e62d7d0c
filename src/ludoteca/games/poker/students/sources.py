"""The text of students' files, read before any of them runs, and written anew for each process."""

from __future__ import annotations

import ast
import hashlib
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True, eq=False)
class Source:
    """A player's file and all that it imports from its own folder, on and on.

    Attributes
    ----------
    path : the file
    texts : its text and those of what it imports, by their paths below its folder
    """

    path: Path
    texts: Mapping[Path, bytes]

    @cached_property
    def digest(self) -> str:
        """Hex digits that change with any of the texts."""
        total = hashlib.sha256()
        for name, text in self.texts.items():
            total.update(f"{name.as_posix()}\0{len(text)}\0".encode())
            total.update(text)
        return total.hexdigest()

    def copied(self) -> tempfile.TemporaryDirectory[str]:
        """A new folder of its own with the texts, which nobody may write."""
        folder = tempfile.TemporaryDirectory(prefix="ludoteca-", ignore_cleanup_errors=True)
        for name, text in self.texts.items():
            path = Path(folder.name, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
            path.chmod(0o400)
        return folder


def read_sources(paths: Sequence[Path]) -> list[Source]:
    """The sources of these files; none of them gets another of them for an import."""
    entered = {path.resolve() for path in paths}
    return [_read(path, entered) for path in paths]


def _read(path: Path, entered: Collection[Path]) -> Source:
    folder = path.parent
    found: dict[Path, bytes] = {path.relative_to(folder): path.read_bytes()}
    waiting = list(found)
    while waiting:
        for name in _imported(found[waiting.pop()]):
            for file in _own_files(folder, name):
                own = file.relative_to(folder)
                if own not in found and file.resolve() not in entered:
                    found[own] = file.read_bytes()
                    waiting.append(own)
    return Source(path, dict(sorted(found.items())))


def _imported(text: bytes) -> Iterator[str]:
    """The first names of what a text imports; nothing of one that cannot be read as Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
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
