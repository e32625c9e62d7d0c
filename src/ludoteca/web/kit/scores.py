"""Scores: points as text, stones and amarracos, and the count at the end of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from markupsafe import Markup

from ludoteca.core.i18n import _, number_text
from ludoteca.core.rooms import Decided
from ludoteca.web.kit.html import classes, el, kept


def stones(n: int, *, fives: int = 0, ones: int = 0, side: int = 0) -> Markup:
    """A row of ``n`` stones: amarracos of five, then single stones.

    ``fives`` and ``ones`` are how many places there are of each (0: as many as are needed), so
    that empty places show what is missing. ``side`` colours them (0 or 1).
    """
    five, one = divmod(n, 5) if fives or n > 5 else (0, n)
    return el(
        "span",
        _places("five", five, max(fives, five)),
        _places("one", one, max(ones, one)),
        class_=f"stones side-{side}",
        aria_hidden="true",
    )


@kept(512)
def score(name: str, points: str, *, marks: Markup | None = None, side: int = 0) -> Markup:
    """A side's score in the head of the table: its name, its points and its stones."""
    return el(
        "div",
        el("span", name, class_="score-name"),
        el("span", points, class_="score-points"),
        marks,
        class_=f"score side-{side}",
        data_key=f"score-{side}",
    )


def tally(n: int, of: int, words: str = "") -> Markup:
    """A row of ``of`` dots, ``n`` of them filled: deals of a match, draws left."""
    return el(
        "span",
        _places("one", n, max(n, of)),
        class_="stones side-0",
        role="img",
        aria_label=words or _("{n} of {of}").format(n=n, of=of),
    )


def _places(kind: str, filled: int, places: int) -> list[Markup]:
    return [
        el("i", class_=classes("stone", kind, "full" if place < filled else ""))
        for place in range(places)
    ]


def reason(told: Decided | None) -> Markup | None:
    """The sentence on what decided a deal, below its result where the side is folded away."""
    return None if told is None else el("p", told.sentence, class_="reason-here")


# -- the count ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counted:
    """A line of the count: what is counted, and the points that each side gets or loses by it.

    ``notes`` say why, and whose it is; lines may have different numbers of them.
    """

    what: str
    points: tuple[int, ...]
    notes: tuple[str, ...] = ()


def count(
    lines: Iterable[Counted],
    sides: Sequence[str],
    start: Sequence[int] | None = None,
    *,
    first: int = 0,
) -> Markup:
    """The lines in order, one after the other, with the sum of each of the ``sides`` so far.

    Sums begin at ``start`` (0). The column of the side ``first`` stands before the others.
    """
    given = list(lines)
    sums = [0] * len(sides) if start is None else list(start)
    notes = max((len(line.notes) for line in given), default=0)
    order = sorted(range(len(sides)), key=lambda side: side != first)
    rows = []
    for line in given:
        sums = [before + n for before, n in zip(sums, line.points, strict=True)]
        rows.append(_row(line, sums, notes, order))
    above = [el("td"), *[el("td", class_="count-note")] * notes]
    head = el("tr", above, [el("th", sides[side], scope="col") for side in order])
    caption = el("caption", _("Counted in order"), class_="visually-hidden")
    return el("table", caption, el("thead", head), el("tbody", rows), class_="points count-lines")


def _row(line: Counted, sums: Sequence[int], notes: int, order: Sequence[int]) -> Markup:
    told = [note for note, _place in zip_longest(line.notes, range(notes), fillvalue="")]
    cells = [_cell(line.points[side], sums[side], side) for side in order]
    return el(
        "tr",
        el("th", line.what, scope="row"),
        [el("td", note, class_="count-note") for note in told],
        cells,
        class_="counted",
    )


def _cell(points: int, total: int, side: int) -> Markup:
    """The sum so far, and before it what this line adds; quiet where it adds nothing."""
    added = el("b", signed(points)) if points else None
    return el(
        "td",
        added,
        " ",
        el("span", points_text(total)),
        class_=classes(f"side-{side}", "adds" if points else ""),
    )


def points_text(points: float) -> str:
    """Points as heads, counts and results write them: ``1,000``, ``−5``."""
    return number_text(points, ",g")


def signed(points: int) -> str:
    """Points with their sign: ``+5``, ``−1,000``."""
    return ("+" if points > 0 else "") + points_text(points)
