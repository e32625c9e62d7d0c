"""Hashes of source files, after which compiled code and its cache folders are named.

A hash covers a file and everything that it imports from the library or from its own game, on and
on: an edit recompiles what depends on it. Of the library, only files that compile something are
read into a hash, and ``core/ids.py``, whose constants are part of all that is compiled; of a game's
folder every imported file is, for there a constant may lie anywhere.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
GAMES = PACKAGE / "games"
EXAMPLES = PACKAGE / "examples"

_IMPORTS = re.compile(rb"^\s*(?:from\s[^()\n]*import\s*(?:\([^)]*\)|[^(\n]*)|import\s[^\n]*)", re.M)
_OTHERS = re.compile(rb"\bludoteca\.(?!games\b|examples\b)[\w.]+")


def game_folder(source: Path) -> Path | None:
    """The folder of the game that the file ``source`` belongs to; None for the library's own files.

    Outside the library it is the outermost package around the file, or else the file's folder.
    """
    for home in (GAMES, EXAMPLES):
        if source.is_relative_to(home) and source.parent != home:
            return home / source.relative_to(home).parts[0]
    if source.is_relative_to(PACKAGE):
        return None
    folder = source.parent
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


@cache
def folder_hash(folder: Path) -> str:
    """Twelve hex digits that change with the sources that a game's compiled code is made of.

    These are the files in ``folder`` and below it that compile something, all that they import
    from there, and the compiled sources of the library that these import. Texts, faces and studies
    are not among them; numbers that a game ships as ``*.json`` are, since compiled code keeps the
    arrays made of them. Whether the folder lies in the library counts too: compiled code names the
    package that it was imported from.
    """
    files = _compiled(folder)
    digest = hashlib.sha256(str(folder.is_relative_to(PACKAGE)).encode())
    for path in [*files, *_files(folder, "*.json")]:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    _add_library(digest, files)
    return digest.hexdigest()[:12]


@cache
def library_hash(source: Path) -> str:
    """Twelve hex digits of the library's file ``source`` and all compiled ones that it imports."""
    digest = hashlib.sha256()
    _add_library(digest, [source])
    return digest.hexdigest()[:12]


def _add_library(digest: hashlib._Hash, files: list[Path]) -> None:
    """Add the compiled sources of the library that ``files`` import, and those among them."""
    waiting = list(files)
    found = set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _library_imports(path)
    for path in sorted(found):
        if game_folder(path) is None and (b"njit" in _text(path) or path.name == "ids.py"):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + _text(path))


def _files(folder: Path, pattern: str) -> list[Path]:
    """Files of a package, or of a folder of scripts, below which anything may lie."""
    is_package = (folder / "__init__.py").is_file()
    return sorted(folder.rglob(pattern) if is_package else folder.glob(pattern))


def _compiled(folder: Path) -> list[Path]:
    """The files of a game that compiled code is made of, in order."""
    files = _files(folder, "*.py")
    named: dict[str, list[Path]] = {}
    for path in files:
        is_package = path.name == "__init__.py"
        named.setdefault(path.parent.name if is_package else path.stem, []).append(path)
    found = {path for path in files if path == folder / "__init__.py"}
    waiting = [path for path in files if b"njit" in path.read_bytes()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [other for word in _imported(path) for other in named.get(word, [])]
            waiting += [path.parent / "__init__.py"] * (path.parent != folder)
    return sorted(path for path in found if path.is_file())


def _imported(path: Path) -> set[str]:
    """Every word of the import lines of a source: more than the modules, never fewer.

    Names of the library's own packages are left out, for a game has modules of the same names.
    """
    found = (_OTHERS.sub(b"", line) for line in _IMPORTS.findall(path.read_bytes()))
    return {word.decode() for line in found for word in re.findall(rb"\w+", line)}


@cache
def _library_imports(path: Path) -> list[Path]:
    """The files of the library that ``path`` imports; games are not among them."""
    found = []
    for line in _IMPORTS.findall(path.read_bytes()):
        words = [word.decode() for word in re.findall(rb"\w+", line.partition(b"import")[2])]
        for module in _OTHERS.findall(line):
            base = PACKAGE.joinpath(*module.decode().split(".")[1:])
            names = [base.with_suffix(".py"), base / "__init__.py"]
            names += [base / f"{word}.py" for word in words]
            found += [name for name in names if name.is_file()]
    return found


@cache
def _text(path: Path) -> bytes:
    return path.read_bytes()
