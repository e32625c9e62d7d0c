"""Discs and pawns as drawings of their own: for questions, and for the card of the game."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from ludoteca.web.kit.pictures import picture_of

from .notation import SYMBOLS, kind_name


def pick_words(text: str) -> str:
    """The colour of the disc that a question writes so."""
    return kind_name(SYMBOLS.index(text)) if text in SYMBOLS else text


@cache
def pick(text: str) -> tuple[Markup, ...]:
    """A disc of the kind that a question writes so; a move is its pawn with an arrow.

    A move back has a bar behind its arrow; ``pass`` is the black disc crossed out.
    """
    if text == "pass":
        text = "Bpass"
    kind, way = text[:1], text[1:]
    if not kind or kind not in SYMBOLS or way not in _WAYS:
        return ()
    ink = "#fbfaf2" if way == "pass" else "#0d1f18"
    arrow = f'<path d="{_WAYS[way]}" fill="none" stroke="{ink}" stroke-width="2.4"/>'
    return (
        Markup(
            '<svg class="face" viewBox="0 0 24 24" aria-hidden="true">'
            f'<circle cx="12" cy="12" r="10" fill="{_INKS[SYMBOLS.index(kind)]}" stroke="#0d1f18"/>'
            f"{arrow if way else ''}</svg>"
        ),
    )


_WAYS = {
    "": "",
    "+": "M6 12H18M13 7L18 12L13 17",
    "-": "M18 12H6M11 7L6 12L11 17",
    "^": "M12 18V6M7 11L12 6L17 11",
    "<+": "M6 6V18M8 12H19M14 7L19 12L14 17",
    "<-": "M18 6V18M16 12H5M10 7L5 12L10 17",
    "pass": "M7 7L17 17M17 7L7 17",
}
"""Arrows of moves: the disc ahead is taken, the one behind, or the one at the stair."""


_INKS = ("#d8433f", "#2f9e57", "#2f74d0", "#f3c22b", "#8d52c4", "#fbfaf2", "#2b2f36")
"""Of the discs of each kind, as in ``face.css``."""


def picture() -> Markup:
    """Discs in a row, pawns on them, and the stair."""
    discs = "".join(
        f'<circle cx="{18 + 22 * i}" cy="44" r="9.500" fill="{colour}" stroke="#0d1f18"/>'
        for i, colour in enumerate(("#d8433f", "#f3c22b", "#2f74d0", "#8d52c4", "#2f9e57") * 2)
        if i < 7
    )
    steps = "".join(
        f'<rect x="{170 + 13 * i}" y="{25 + 9 * i}" width="13" height="{80 - 9 * i}" '
        f'fill="{shade}"/>'
        for i, shade in enumerate(("#e7d6ac", "#d9c592", "#cbb47b", "#bba266", "#a88f54"))
    )
    pawns = "".join(
        f'<g transform="translate({x} {y}) scale(1.15)" fill="{colour}" stroke="#15181c">'
        '<path d="M-7 16c0-3 4-6 4.500-14h5c.5 8 4.500 11 4.500 14z"/><circle r="5.500"/></g>'
        for x, y, colour in (
            (40, 19, "#2f9e57"),
            (84, 19, "#8d52c4"),
            (128, 19, "#f3c22b"),
            (176.5, 7, "#d8433f"),
            (189.5, 16, "#2f74d0"),
        )
    )
    row = '<rect x="4" y="32" width="160" height="24" rx="12" fill="#e7d6ac"/>'
    return picture_of(Markup(f"{row}{steps}{discs}{pawns}"))
