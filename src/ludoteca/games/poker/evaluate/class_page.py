"""The page of a class: one HTML file that needs nothing else, to look at and to print."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

from jinja2 import Environment

from ludoteca.core.i18n import N_, _, language, ngettext, templates

from .class_table import Class
from .findings import file_notes, score_notes

_KINDS = {
    "rapida": N_("quick rounds: no exchange, no folding"),
    "estrategica": N_("strategic rounds: an exchange, no folding"),
    "completa": N_("complete rounds"),
}
_FULL_COLOUR = 1.5  # points a round from which a cell is as dark as it gets


def write_page(path: Path, held: Class) -> None:
    """Write the page of ``held``; raises ``OSError`` where the file cannot be written."""
    n = len(held.standings)
    rounds = ngettext("matches of {n} round", "matches of {n} rounds", held.rounds)
    about = (
        ngettext("{n} player", "{n} players", n).format(n=n),
        rounds.format(n=held.rounds),
        _(_KINDS[held.played.kind]),
        date.today().isoformat(),
    )
    text = _environment().get_template("class.html").render(
        held=held,
        about=" · ".join(about),
        entrants=[standing.entrant for standing in held.standings],
        language=language(),
    )  # fmt: skip
    path.write_text(text + "\n", encoding="utf-8")


@cache
def _environment() -> Environment:
    made = templates(Path(__file__).parent / "templates")
    made.filters.update(sign=_sign, signed=_signed)
    made.globals.update(file_notes=file_notes, score_notes=score_notes, full_colour=_FULL_COLOUR)
    return made


def _sign(number: float) -> str:
    return "plus" if number > 0 else "minus" if number < 0 else "zero"


def _signed(number: float) -> str:
    text = f"{number:+.2f}".replace("-", "−")
    return "0.00" if text in ("+0.00", "−0.00") else text
