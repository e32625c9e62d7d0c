"""Scores: points as text, stones and amarracos, and the count at the end of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from markupsafe import Markup

from ludoteca.core.i18n import _, number_text
from ludoteca.core.rooms import Decided
from ludoteca.web.kit.html import Child, classes, el, kept


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


def reason(told: Decided | None, *, folds: bool = False) -> Markup | None:
    """The sentence on what decided a deal, below its result where the side is folded away.

    ``folds``: its style cuts it off, until it is pressed.
    """
    tab = 0 if folds else None
    return None if told is None else el("p", told.sentence, class_="reason-here", tabindex=tab)


# -- a match of rounds ----------------------------------------------------------------------------

_MOST_ROUNDS = 7  #: so many columns have room on a phone; what was before them is added up


def round_points(
    deals: Sequence[Sequence[float]], last: int, totals: Sequence[float], names: Mapping[int, Child]
) -> Markup | None:
    """The points of each round of a match that is over, and their sum; None where none is known.

    ``deals`` has the points by seat of the rounds that are known, the ``last`` at its end, and
    ``names`` those of the seats in the order of the rows.
    """
    if len(deals) < 2:
        return None
    whole = len(deals) == last <= _MOST_ROUNDS
    shown = deals if whole else deals[1 - _MOST_ROUNDS :]
    before = last - len(shown)
    heads = [str(before + n) for n in range(1, len(shown) + 1)]
    if before:
        heads.insert(0, "1" if before == 1 else f"1–{before}")
    heads = [*heads, _("Match")]
    rows = []
    for seat, name in names.items():
        points = [deal[seat] for deal in shown]
        if before:
            points.insert(0, totals[seat] - sum(points))
        cells = [el("td", points_text(n)) for n in (*points, totals[seat])]
        best = "best" if totals[seat] == max(totals) else None
        rows.append(el("tr", el("th", name, scope="row"), cells, class_=best))
    head = el("tr", el("td", _("Round")), [el("th", words, scope="col") for words in heads])
    caption = el("caption", _("Points of each round"), class_="visually-hidden")
    table = [caption, el("thead", head), el("tbody", rows)]
    return el("table", table, class_="points match-rounds", data_key="rounds")


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
