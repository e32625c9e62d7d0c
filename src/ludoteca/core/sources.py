"""Hashes of source files: what the names of compiled code and of its cache folders depend on."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
GAMES = PACKAGE / "games"


@cache
def folder_hash(folder: Path) -> str:
    """Twelve hex digits that change with any Python source directly in ``folder``."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


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
