"""Discs and pawns as drawings of their own: for questions, and for the card of the game."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from ludoteca.core.i18n import N_, _
from ludoteca.web.kit.pictures import picture_of

from .notation import GAP, SYMBOLS, kind_name
from .typed import STOOD_ON


def pick_words(text: str) -> str:
    """A disc or a move as a question writes it, in words."""
    if text == GAP:
        return _("a disc was taken")
    if text in STOOD_ON:
        return _("{disc} with its pawn").format(disc=kind_name(STOOD_ON.index(text)))
    if text in SYMBOLS:
        return kind_name(SYMBOLS.index(text))
    if text == "pass":
        return _("keep the black disc")
    pawn, way = text[:1], text[1:]
    if pawn not in SYMBOLS or way not in _WAY_WORDS:
        return text
    return _(_WAY_WORDS[way]).format(pawn=kind_name(SYMBOLS.index(pawn)))


@cache
def pick(text: str) -> tuple[Markup, ...]:
    """A disc of the kind that a question writes so; a move is its colour with an arrow.

    A move back has a bar behind its arrow; ``pass`` is the black disc crossed out. A disc with its
    pawn has the pawn on it, and the place of one that was taken is a dot.
    """
    if text == GAP:
        return (_drawn('<circle cx="50" cy="50" r="12" fill="#c3ad78"/>'),)
    if text == "pass":
        text = "Bpass"
    pawn = ""
    if text in STOOD_ON:
        text = SYMBOLS[STOOD_ON.index(text)]
        pawn = (
            f'<g transform="translate(50 34) scale(3.6)" fill="{_DISCS[SYMBOLS.index(text)][1]}" '
            f'stroke="#15181c">{_PAWN}</g>'
        )
    kind, way = text[:1], text[1:]
    if not kind or kind not in SYMBOLS or way not in _WAYS:
        return ()
    ink = "#fbfaf2" if way == "pass" else "#0d1f18"
    arrow = (
        f'<path d="{_WAYS[way]}" transform="translate(0 -2) scale(4.17)" fill="none" '
        f'stroke="{ink}" stroke-width="2.4"/>'
    )
    shade, disc, sign = _DISCS[SYMBOLS.index(kind)]
    sides = (
        f'<circle cx="50" cy="54" r="45" fill="{shade}"/>'
        f'<circle cx="50" cy="48" r="45" fill="{disc}"/>'
    )
    return (_drawn(f"{sides}{pawn or (arrow if way else sign)}"),)


def _drawn(parts: str) -> Markup:
    return Markup(f'<svg class="face" viewBox="0 0 100 100" aria-hidden="true">{parts}</svg>')


_PAWN = '<path d="M-7 16c0-3 4-6 4.500-14h5c.5 8 4.500 11 4.500 14z"/><circle r="5.500"/>'


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

_WAY_WORDS = {
    "+": N_("{pawn}, and takes the disc ahead"),
    "-": N_("{pawn}, and takes the disc behind"),
    "^": N_("{pawn} pawn to the stair"),
    "<+": N_("{pawn} back, and takes the disc ahead"),
    "<-": N_("{pawn} back, and takes the disc behind"),
}


_DISCS = (
    ("#9c2522", "#d8433f", '<path d="M50 23L75 68H25z" fill="#fff"/>'),
    ("#1c6e3a", "#2f9e57", '<path d="M31 29h38v38H31z" fill="#fff"/>'),
    (
        "#1c4c93",
        "#2f74d0",
        '<circle cx="50" cy="48" r="18" fill="none" stroke="#fff" stroke-width="10"/>',
    ),
    (
        "#b58608",
        "#f3c22b",
        '<path d="M50 20l8.500 18.500 20 2.300-15 13.500 4.200 20L50 64.500 32.300 74.300l4.200-20'
        '-15-13.500 20-2.300z" fill="#4a3600"/>',
    ),
    ("#5f3289", "#8d52c4", '<path d="M50 18L74 48 50 78 26 48z" fill="#fff"/>'),
    (
        "#b9b5a4",
        "#fbfaf2",
        '<circle cx="50" cy="25" r="9" fill="#d8433f"/><circle cx="72" cy="41" r="9" '
        'fill="#2f9e57"/><circle cx="64" cy="67" r="9" fill="#2f74d0"/><circle cx="36" cy="67" '
        'r="9" fill="#f3c22b"/><circle cx="28" cy="41" r="9" fill="#8d52c4"/>',
    ),
    (
        "#0e1013",
        "#2b2f36",
        '<path d="M28 26l22 22-22 22M52 26l22 22-22 22" fill="none" stroke="#f3c22b" '
        'stroke-width="10" stroke-linejoin="round" stroke-linecap="round"/>',
    ),
)
"""The discs of each kind as the table draws them (``face.css``): shade, colour and sign."""


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
        f"{_PAWN}</g>"
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
