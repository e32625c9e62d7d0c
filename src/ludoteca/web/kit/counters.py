"""Counters: stones and amarracos, the score of a side, tallies."""

from __future__ import annotations

from markupsafe import Markup

from ludoteca.core.i18n import _
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
