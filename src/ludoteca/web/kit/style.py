"""The style sheets of every page, each sent as one file whose address changes with its bytes."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

STATIC = Path(__file__).resolve().parent.parent / "static"

_IMPORT = '@import url("'


@cache
def style(name: str) -> str:
    """The sheet ``name`` of the folder ``static`` with those that it imports in their places.

    Raises ``FileNotFoundError`` where there is none.
    """
    return with_imports(STATIC / f"{name}.css")


@cache
def style_address(name: str) -> str:
    """The address of :func:`style`, which changes when the sheet or one that it imports does."""
    return f"/static/{name}.css?v={hashlib.sha256(style(name).encode()).hexdigest()[:12]}"


def with_imports(sheet: Path) -> str:
    """The text of a style sheet with those that it imports in their places."""
    lines = sheet.read_text(encoding="utf-8").splitlines()
    return "\n".join(
        with_imports(sheet.parent / line.removeprefix(_IMPORT).partition('"')[0])
        if line.startswith(_IMPORT)
        else line
        for line in lines
    )
