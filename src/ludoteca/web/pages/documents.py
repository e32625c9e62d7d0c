"""An answer of the machines as the plain data that is kept of it."""

from __future__ import annotations

from typing import Any

from ludoteca.core.questions import Name, plain
from ludoteca.web.machines.answers import AnswerDoc, TableDoc


def document_of(answer: AnswerDoc, sentence: str) -> dict[str, Any]:
    """The answer with cells in types that JSON has; see :mod:`~ludoteca.web.pages.cells`.

    ``named`` are the columns whose texts are keys, which people read in words.
    """
    return {
        "sentence": sentence,
        "fields": [[name, plain(value)] for name, value in answer.fields],
        "tables": [
            {
                "name": table.name,
                "title": table.title,
                "columns": list(table.columns),
                "named": _named(table),
                "rows": [[plain(cell) for cell in row] for row in table.rows],
            }
            for table in answer.tables
        ],
        "plots": [{"name": p.name, "title": p.title, "svg": p.svg} for p in answer.plots],
        "notes": list(answer.notes),
        "why": list(answer.why),
        "seed": answer.seed,
    }


def _named(table: TableDoc) -> list[str]:
    columns = zip(table.columns, zip(*table.rows, strict=True), strict=False)
    return [column for column, cells in columns if any(isinstance(c, Name) for c in cells)]
