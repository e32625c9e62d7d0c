"""SVG shapes, one short function each.

Attributes are presentation attributes: nothing here needs a style sheet. Shapes without a ``fill``
inherit it from the ``<use>`` that places them, and ``currentColor`` is its ``color``: two tints of
a figure that is stored once.
"""

from __future__ import annotations

INK = "#222831"
GOLD, DARK_GOLD = "#f0b429", "#9a6a00"
SKIN, ROSE, MOUTH = "#f4d6b5", "#e79a80", "#b8322a"
PAPER, EDGE = "#fffdf8", "#b9b2a3"
FACE = f"var(--card-face,{PAPER})"

Pips = tuple[tuple[float, float], ...]


def shape(tag: str, **attributes: object) -> str:
    """An empty element; underscores in names are hyphens."""
    written = "".join(f' {name.replace("_", "-")}="{_(v)}"' for name, v in attributes.items())
    return f"<{tag}{written}/>"


def path(d: str, fill: str | None = None, stroke: str | None = None, width: float = 0) -> str:
    """A path; without ``fill`` it inherits the fill of its ``<use>``."""
    return shape("path", d=d, **_paint(fill, stroke, width))


def line(d: str, stroke: str, width: float) -> str:
    """A path that is only a line, with round ends."""
    return shape(
        "path", d=d, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round"
    )


def disc(x: float, y: float, r: float, fill: str, stroke: str | None = None, w: float = 0) -> str:
    """A circle."""
    return shape("circle", cx=x, cy=y, r=r, **_paint(fill, stroke, w))


def oval(
    x: float, y: float, rx: float, ry: float, fill: str, stroke: str | None = None, w: float = 0
) -> str:
    """An ellipse."""
    return shape("ellipse", cx=x, cy=y, rx=rx, ry=ry, **_paint(fill, stroke, w))


def box(
    x: float, y: float, width: float, height: float, r: float, fill: str, stroke: str, w: float
) -> str:
    """A rectangle with round corners."""
    return shape(
        "rect", x=x, y=y, width=width, height=height, rx=r, fill=fill, stroke=stroke, stroke_width=w
    )


def group(*shapes: str, **attributes: object) -> str:
    """A group that carries ``attributes`` for all in it."""
    written = "".join(f' {name.replace("_", "-")}="{_(v)}"' for name, v in attributes.items())
    return f"<g{written}>{''.join(shapes)}</g>"


def used(symbol: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """The square symbol ``symbol`` centred at ``x``, ``y``, upside down where ``turned``."""
    turn = {"transform": f"rotate(180 {_(x)} {_(y)})"} if turned else {}
    return placed(symbol, x - size / 2, y - size / 2, size, size, **turn)


def placed(
    symbol: str, x: float, y: float, width: float, height: float, **attributes: object
) -> str:
    """The symbol ``symbol`` in a rectangle."""
    return shape("use", href=f"#{symbol}", x=x, y=y, width=width, height=height, **attributes)


def twice(half: str, width: float, height: float) -> str:
    """A group of ``half`` and of ``half`` turned around the middle of the card."""
    return half + group(half, transform=f"rotate(180 {_(width / 2)} {_(height / 2)})")


def index_text(words: str, x: float, y: float, size: float, fill: str) -> str:
    """The index of a card, two digits a little closer than the font has them."""
    narrow = ""
    if len(words) > 1:
        narrow = f' textLength="{_(size * 1.02)}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{_(x)}" y="{_(y)}" font-size="{_(size)}" fill="{fill}" text-anchor="middle"'
        f' font-family="Georgia,\'DejaVu Serif\',serif" font-weight="700"{narrow}>{words}</text>'
    )


def looks(normal: str, large: str) -> str:
    """Both looks of a card; the page's style sheet shows one by two custom properties."""
    return group(normal, display="var(--index-normal,inline)") + group(
        large, display="var(--index-large,none)"
    )


def _paint(fill: str | None, stroke: str | None, width: float) -> dict[str, object]:
    paint: dict[str, object] = {"fill": fill} if fill else {}
    if stroke:
        paint |= {"stroke": stroke, "stroke_width": width, "stroke_linejoin": "round"}
    return paint


def _(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, int | float) else str(value)
