"""Hashes of source files: what the names of compiled code and of its cache folders depend on."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
GAMES = PACKAGE / "games"

_IMPORTS = re.compile(rb"^\s*(?:from\s[^()\n]*import\s*(?:\([^)]*\)|[^(\n]*)|import\s[^\n]*)", re.M)


@cache
def folder_hash(folder: Path) -> str:
    """Twelve hex digits that change with the sources in ``folder`` that compiled code is made of.

    These are the files that compile something and all that they import from the same folder, on
    and on: a constant may lie anywhere there. Texts, faces and studies are not among them; numbers
    that a game ships as ``*.json`` are, since compiled code keeps the arrays made of them.
    """
    digest = hashlib.sha256()
    for name, text in sorted(_compiled(folder).items()):
        digest.update(name.encode() + b"\0" + text)
    for path in sorted(folder.rglob("*.json")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _compiled(folder: Path) -> dict[str, bytes]:
    """The files that compiled code is made of, by name."""
    texts = {path.stem: path.read_bytes() for path in folder.glob("*.py")}
    found = {"__init__"} & texts.keys()
    waiting = [name for name, text in texts.items() if b"njit" in text]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imported(texts[name]) & texts.keys()
    return {name: texts[name] for name in found}


def _imported(text: bytes) -> set[str]:
    """Every word of the import lines of a source: more than the modules, never fewer."""
    return {word.decode() for line in _IMPORTS.findall(text) for word in re.findall(rb"\w+", line)}


def in_a_game(source: Path) -> bool:
    """True for a file of a game folder, the library's own or anybody's."""
    return source.parent.parent == GAMES or not source.is_relative_to(PACKAGE)


@cache
def library_hash(salt: str) -> str:
    """Twelve hex digits of ``salt`` and every compiled source outside the game folders.

    ``core/ids.py`` compiles nothing, but its constants are part of all that is compiled.
    """
    digest = hashlib.sha256(salt.encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if not in_a_game(path) and (b"njit" in text or path.name == "ids.py"):
            digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + text)
    return digest.hexdigest()[:12]
