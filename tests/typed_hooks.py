"""Mypy compares every hook of the library's own games with its signature: part of ``make types``.

What mypy reads is a module with a line for each hook of each game; nobody has to keep it up.
"""

import ast
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from mypy import api

from ludoteca.core import games, rooms


def lines() -> Iterator[str]:
    yield "from ludoteca.core import rooms"
    for game in games().values():
        if not game.package.startswith("ludoteca."):
            continue
        for room in filter(game.has_room, rooms.ROOMS):
            path = game.folder / f"{room}.py"
            path = path if path.is_file() else game.folder / room / "__init__.py"
            for name in sorted(names_in(path) & rooms.HOOKS.keys()):
                if room in rooms.HOOKS[name].rooms:
                    yield f"import {game.package}.{room}"
                    yield f"rooms.{name}.accepts({game.package}.{room}.{name})"


def names_in(path: Path) -> set[str]:
    """The names that a module defines or imports, without importing it."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Assign):
            found.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder) / "typed_hooks.py"
        module.write_text("\n".join(lines()), encoding="utf-8")
        said, failed, code = api.run([str(module)])
    print(said + failed, end="")
    sys.exit(code)
