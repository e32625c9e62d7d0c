"""SVG shapes, one short function each.

A browser computes the style of every element of every card whenever cards come to a table, so a
card is few elements: copies of a drawing are one path for each of its layers, not ``<use>``
elements. Attributes are presentation attributes: nothing here needs a style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path as File

FACE, EDGE = "var(--card-face,#fffdf8)", "#b9b2a3"

Pips = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Path:
    """A path: its data, and its other attributes as they are written."""

    d: str
    attributes: str


Drawing = tuple[Path, ...]
"""Paths from the lowest to the highest."""


@cache
def drawings() -> dict[str, Drawing]:
    """The drawings of ``drawings.svg`` by their ids: the court, and the suits of both decks."""
    text = (File(__file__).parent / "drawings.svg").read_text(encoding="utf-8")
    return {
        name: tuple(Path(*found) for found in re.findall(r'<path d="([^"]+)"([^>]*)/>', paths))
        for name, paths in re.findall(r'<g id="(\w+)"[^>]*>(.*?)</g>', text, re.DOTALL)
    }


def path(d: str, fill: str | None = None, stroke: str | None = None, width: float = 0) -> Drawing:
    """A path; without ``fill`` it inherits the fill of what it is drawn in."""
    paint: dict[str, object] = {"fill": fill} if fill else {}
    if stroke:
        paint |= {"stroke": stroke, "stroke_width": width, "stroke_linejoin": "round"}
    return (Path(d, _written(**paint)),)


def line(d: str, stroke: str, width: float) -> Drawing:
    """A path that is only a line, with round ends."""
    paint = _written(fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")
    return (Path(d, paint),)


def disc(
    x: float, y: float, r: float, fill: str, stroke: str | None = None, w: float = 0
) -> Drawing:
    """A circle."""
    half = f"a{_(r)} {_(r)} 0 0 1"
    d = f"M{_(x + r)} {_(y)}{half} {_(-2 * r)} -0{half} {_(2 * r)} 0z"
    return path(d, fill, stroke, w)


def box(
    x: float, y: float, width: float, height: float, r: float, fill: str, stroke: str, w: float
) -> str:
    """A rectangle with round corners."""
    place = _written(x=x, y=y, width=width, height=height, rx=r)
    return f"<rect{place}{_written(fill=fill, stroke=stroke, stroke_width=w)}/>"


def drawn(drawing: Drawing, **attributes: object) -> str:
    """The elements of a drawing; ``attributes`` hold for all, underscores are hyphens."""
    alone = _written(**attributes) if len(drawing) == 1 else ""
    paths = [f'<path d="{one.d}"{one.attributes}{alone}/>' for one in drawing]
    return paths[0] if len(drawing) == 1 else group(*paths, **attributes)


def group(*elements: str, **attributes: object) -> str:
    """A group that carries ``attributes`` for all in it."""
    return f"<g{_written(**attributes)}>{''.join(elements)}</g>"


def pips(drawing: Drawing, size: float, places: Pips, below: float = float("inf")) -> str:
    """A drawing of 100 by 100 at ``size`` around each place, upside down ``below`` that line.

    The copies must not overlap: each layer of the drawing is one path for all of them.
    """
    scale = size / 100
    copies = []
    for x, y in places:
        sign = -1 if y > below else 1
        copies.append((x / scale - 50 * sign, y / scale - 50 * sign, sign))
    return drawn(_copied(drawing, copies), transform=f"scale({_(scale)})")


def placed(drawing: Drawing, x: float, y: float, scale: float, **attributes: object) -> str:
    """A drawing from ``x``, ``y`` on."""
    return drawn(drawing, transform=f"translate({_(x)} {_(y)})scale({_(scale)})", **attributes)


def turned_too(
    drawing: Drawing, x: float, y: float, scale: float, width: float, height: float, **tints: str
) -> str:
    """A drawing as :func:`placed`, and once more turned around the middle of the card."""
    middle = ((width / 2 - x) / scale, (height / 2 - y) / scale)
    both = _copied(drawing, ((0, 0, 1), (2 * middle[0], 2 * middle[1], -1)))
    return placed(both, x, y, scale, **tints)


def index_text(words: str, x: float, y: float, size: float, fill: str, turn: str = "") -> str:
    """The index of a card, two digits a little closer than the font has them."""
    narrow = ""
    if len(words) > 1:
        narrow = f' textLength="{_(size * 1.02)}" lengthAdjust="spacingAndGlyphs"'
    if turn:
        narrow += f' transform="{turn}"'
    return (
        f'<text x="{_(x)}" y="{_(y)}" font-size="{_(size)}" fill="{fill}" text-anchor="middle"'
        f' font-family="Georgia,\'DejaVu Serif\',serif" font-weight="700"{narrow}>{words}</text>'
    )


def index_twice(
    words: str, x: float, y: float, size: float, fill: str, width: float, height: float
) -> str:
    """The index, and the same turned around the middle of the card."""
    turn = f"rotate(180 {_(width / 2)} {_(height / 2)})"
    return "".join(index_text(words, x, y, size, fill, how) for how in ("", turn))


def looks(normal: str, large: str) -> str:
    """Both looks of a card; the page's style sheet shows one by two custom properties."""
    return group(normal, display="var(--index-normal,inline)") + group(
        large, display="var(--index-large,none)"
    )


_STAR = "l3.4 8.4 9 .6-7 5.800 2.300 8.800-7.700-4.800-7.700 4.800 2.300-8.800-7-5.800 9-.6z"


def back(width: int, height: int, ground: str, thread: str) -> str:
    """The back of every card of a deck: a lattice around a star, in the colour of the deck."""
    x, y = width / 2, height / 2
    return (
        box(0.6, 0.6, width - 1.2, height - 1.2, 8, FACE, EDGE, 1)
        + box(5.5, 5.5, width - 11, height - 11, 4.5, ground, thread, 1)
        + drawn(
            (Path(_lattice(width, height), _written(fill="none", stroke=thread, opacity=0.65)),)
        )
        + drawn(disc(x, y, 19, ground, thread, 1.8))
        + drawn(disc(x, y, 15.5, "none", thread, 0.8))
        + drawn(path(f"M{x:g} {y - 13:g}{_STAR}", thread))
    )


def _lattice(width: int, height: int) -> str:
    """Diagonals both ways, each cut at the inner edge."""
    left, top, right, bottom = 8.0, 8.0, width - 8.0, height - 8.0
    lines = []
    for at in range(-height, width + height, 11):
        start = max(left, at + top)
        end = min(right, at + bottom)
        if start < end:
            lines.append(f"M{start:g} {start - at:g}L{end:g} {end - at:g}")
            lines.append(f"M{start:g} {height - start + at:g}L{end:g} {height - end + at:g}")
    return "".join(lines)


_Copy = tuple[float, float, int]
_COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
# What the numbers of a command are; radii, turn and flags of an arc are not moved.
_AXES = {"h": "x", "v": "y", "a": "-----xy", "q": "xyxy", "s": "xyxy", "c": "xyxyxy"}


def _copied(drawing: Drawing, copies: Iterable[_Copy]) -> Drawing:
    places = list(copies)
    return tuple(
        Path("".join(_moved(layer.d, *place) for place in places), layer.attributes)
        for layer in drawing
    )


def _moved(d: str, dx: float, dy: float, sign: int) -> str:
    """Path data moved by ``dx``, ``dy``, after a half turn around the origin if ``sign`` is -1.

    Only its first point is absolute: the rest of all copies is one text, which zips well.
    """
    found: list[str] = []
    pen, start = {"x": 0.0, "y": 0.0}, {"x": 0.0, "y": 0.0}
    for letter, written in _COMMAND.findall(d):
        kind, axes = letter.lower(), _AXES.get(letter.lower(), "xy")
        numbers = [float(one) for one in _NUMBER.findall(written)]
        if kind == "z":
            found.append("z")
            pen = dict(start)
        for n in range(0, len(numbers), len(axes)):
            step = list(zip(axes, numbers[n : n + len(axes)], strict=True))
            if letter.isupper():
                step = [(axis, number - pen.get(axis, 0)) for axis, number in step]
            for axis, number in dict(step).items():
                if axis in pen:
                    pen[axis] += number
            if found:
                moved = (number if axis == "-" else sign * number for axis, number in step)
                found.append(kind + " ".join(map(_, moved)))
            else:
                found.append(f"M{_(sign * pen['x'] + dx)} {_(sign * pen['y'] + dy)}")
            if kind == "m":
                start, kind = dict(pen), "l"
    return "".join(found)


def _written(**attributes: object) -> str:
    return "".join(f' {name.replace("_", "-")}="{_(v)}"' for name, v in attributes.items())


def _(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, int | float) else str(value)
