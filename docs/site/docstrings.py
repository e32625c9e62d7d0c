"""Docstrings as Markdown: their tables, their examples, and the text that a double colon begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import griffe

_RULE = re.compile(r"=+( +=+)+")


class Docstrings(griffe.Extension):
    """Rewrites the docstrings of all that is read."""

    def on_instance(self, *, obj: griffe.Object, **_more: Any) -> None:
        """Rewrite the docstring of ``obj``, where it has one."""
        if obj.docstring is not None:
            obj.docstring.value = markdown(obj.docstring.value)


def markdown(text: str) -> str:
    """Return the docstring ``text`` as Markdown."""
    found: list[str] = []
    lines = iter(text.splitlines())
    for line in lines:
        if _RULE.fullmatch(line):
            found += _table(line, lines)
        elif line.startswith(">>> "):
            found += ["```pycon", line, *iter(lambda: next(lines, ""), ""), "```", ""]
        else:
            found.append("" if line == "::" else re.sub("::$", ":", line))
    return "\n".join(found)


def _table(rule: str, lines: Iterator[str]) -> Iterator[str]:
    """The table below ``rule``, up to the next one; a row goes on where its first cell is empty."""
    begins = [found.start() for found in re.finditer("=+", rule)]
    columns = [slice(*ends) for ends in zip(begins, [*begins[1:], None], strict=True)]
    rows = [["" for _column in columns], ["---" for _column in columns]]  # without a head
    for line in iter(lambda: next(lines), rule):
        cells = [line[column].strip().replace("|", r"\|") for column in columns]
        if cells[0]:
            rows.append(cells)
        else:
            rows[-1] = [" ".join(pair).strip() for pair in zip(rows[-1], cells, strict=True)]
    return (f"| {' | '.join(row)} |" for row in rows)
