"""The style sheets and the script of every page, each sent as one file.

They are kept in small files, of which a page has thirty: one after the other they would double the
time until something is seen on a phone far away.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "static"

ASSETS = ("ludoteca.css", "pages.css", "page.js")

_SCRIPTS = (
    "morph",
    "motion",
    "sound",
    "drag",
    "shuffle",
    "clock",
    "lesson",
    "ludoteca",
    "replay",
    "offline",
)
_IMPORT = '@import url("'


@cache
def asset(name: str) -> str:
    """The text of one of :data:`ASSETS`."""
    if name == "page.js":
        scripts = (STATIC / f"{script}.js" for script in _SCRIPTS)
        return "\n".join(script.read_text(encoding="utf-8") for script in scripts)
    return with_imports(STATIC / name)


@cache
def asset_address(name: str) -> str:
    """The address of one of :data:`ASSETS`, which changes when its text does."""
    return f"/static/{name}?v={hashlib.sha256(asset(name).encode()).hexdigest()[:12]}"


def with_imports(sheet: Path) -> str:
    """The text of a style sheet with those that it imports in their places."""
    lines = sheet.read_text(encoding="utf-8").splitlines()
    return "\n".join(
        with_imports(sheet.parent / line.removeprefix(_IMPORT).partition('"')[0])
        if line.startswith(_IMPORT)
        else line
        for line in lines
    )
