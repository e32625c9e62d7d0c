"""The backs: a lattice around a star, in the colour of the deck."""

from __future__ import annotations

from ludoteca.web.kit.decks.shapes import EDGE, FACE, Path, box, disc, drawn, path

_STEP = 11


def back(width: int, height: int, ground: str, thread: str) -> str:
    """A back of ``width`` by ``height``: the same for every card of the deck."""
    x, y = width / 2, height / 2
    threads = f' fill="none" stroke="{thread}" opacity="0.65"'
    return (
        box(0.6, 0.6, width - 1.2, height - 1.2, 8, FACE, EDGE, 1)
        + box(5.5, 5.5, width - 11, height - 11, 4.5, ground, thread, 1)
        + drawn((Path(_lattice(width, height), threads),))
        + drawn(disc(x, y, 19, ground, thread, 1.8))
        + drawn(disc(x, y, 15.5, "none", thread, 0.8))
        + drawn(path(_star(x, y), thread))
    )


def _lattice(width: int, height: int) -> str:
    """Diagonals both ways, each cut at the inner edge."""
    left, top, right, bottom = 8.0, 8.0, width - 8.0, height - 8.0
    lines = []
    for at in range(-height, width + height, _STEP):
        start = max(left, at + top)
        end = min(right, at + bottom)
        if start < end:
            lines.append(f"M{start:g} {start - at:g}L{end:g} {end - at:g}")
            lines.append(f"M{start:g} {height - start + at:g}L{end:g} {height - end + at:g}")
    return "".join(lines)


def _star(x: float, y: float) -> str:
    return (
        f"M{x:g} {y - 13:g}l3.4 8.4 9 .6-7 5.800 2.300 8.800-7.700-4.800-7.700 4.800"
        " 2.300-8.800-7-5.800 9-.6z"
    )
