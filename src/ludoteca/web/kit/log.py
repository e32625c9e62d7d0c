"""The log of a table; the script appends lines by number, so each is read out once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from markupsafe import Markup, escape

from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE
from ludoteca.web.kit.html import el

if TYPE_CHECKING:
    from ludoteca.table.deal import LogLine


def log(lines: Sequence[LogLine], names: Sequence[str] = ()) -> Markup:
    """The log of a table, oldest line first; ``names`` are those of the seats, who did it.

    The region that is read out is around the list: a list that is itself the region is no list.
    The region scrolls, and its style keeps it at its end.
    """
    who: dict[int | None, str] = dict(enumerate(names))
    drawn = "".join(_line(line, "" if line.whole else who.get(line.actor, "")) for line in lines)
    return el(
        "div",
        el("ol", Markup(drawn), data_log=True, data_key="lines"),
        class_="log",
        role="log",
        tabindex=0,
        aria_live="polite",
        aria_label=_("What happened"),
        data_key="log",
    )


def latest(text: str) -> Markup:
    """One line, for screens where the side is folded away; the side itself is read out."""
    return el("p", text, class_="latest", aria_hidden="true", data_key="latest")


_drawn: WeakKeyDictionary[LogLine, tuple[str, str]] = WeakKeyDictionary()
"""Lines as they were last drawn, and for whom: a table draws its whole log with every change.

They go from memory with the lines, which a table forgets at every deal.
"""


def _line(line: LogLine, by: str) -> str:
    found = _drawn.get(line)
    if found is None or found[0] != by:
        found = _drawn[line] = by, _html(line, by)
    return found[1]


def _html(line: LogLine, by: str) -> str:
    said = f'<b class="by">{escape(by)}: </b>' if by else ""
    return f'<li class="{_kind(line)}" data-number="{line.number}">{said}{escape(line.text)}</li>'


def _kind(line: LogLine) -> str:
    if line.actor is None:
        return "of-table"
    return "of-chance" if line.actor == CHANCE else "of-seat"
