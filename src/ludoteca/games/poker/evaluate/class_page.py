"""The page of a class: one HTML file that needs nothing else, to look at and to print."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

from jinja2 import Environment

from ludoteca.core.i18n import N_, _, language, ngettext, number_text, templates
from ludoteca.core.numbers import Simulated
from ludoteca.workers.sandbox import sandbox

from .class_table import Class
from .findings import file_notes, sandbox_words, score_notes
from .pairing import Value, mean

_KINDS = {
    "rapida": N_("quick rounds: no exchange, no folding"),
    "estrategica": N_("strategic rounds: an exchange, no folding"),
    "completa": N_("complete rounds"),
}
_FULL_COLOUR = 1.5  # points a round from which a cell is as dark as it gets


def write_page(path: Path, held: Class) -> None:
    """Write the page of ``held``; raises ``OSError`` where the file cannot be written."""
    n = len(held.found)
    rounds = ngettext("matches of {n} round", "matches of {n} rounds", held.rounds)
    about = (
        ngettext("{n} player", "{n} players", n).format(n=n),
        rounds.format(n=held.rounds),
        _(_KINDS[held.played.kind]),
        date.today().isoformat(),
    )
    text = _environment().get_template("class.html").render(
        held=held,
        standings=held.standings(),
        about=" · ".join(about),
        files=any(entrant.file is not None for entrant in held.found),
        language=language(),
    )  # fmt: skip
    path.write_text(text + "\n", encoding="utf-8")


@cache
def _environment() -> Environment:
    made = templates(Path(__file__).parent / "templates")
    made.filters.update(mean=mean, sign=_sign, signed=_signed, sampled=_sampled)
    made.globals.update(
        file_notes=file_notes,
        score_notes=score_notes,
        sandbox_words=sandbox_words,
        sandboxed=lambda: sandbox().confines,
        full_colour=_FULL_COLOUR,
    )
    return made


def _sampled(number: Value, spec: str) -> str:
    """The interval and the size of the sample of a simulated number, in a format; else ""."""
    if not isinstance(number, Simulated):
        return ""
    low, high = number_text(number.low, spec), number_text(number.high, spec)
    return _("{low} to {high}, n = {n:,}").format(low=low, high=high, n=number.n)


def _sign(number: float) -> str:
    return "plus" if number > 0 else "minus" if number < 0 else "zero"


def _signed(number: float) -> str:
    shown = round(number, 2) or 0.0  # never minus nothing
    return number_text(shown, "+.2f" if shown else ".2f")
