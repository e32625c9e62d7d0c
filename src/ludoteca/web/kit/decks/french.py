"""The French deck: 52 cards, two jokers and a back on 100 by 140."""

from __future__ import annotations

from ludoteca.web.kit.decks import figures
from ludoteca.web.kit.decks.back import back
from ludoteca.web.kit.decks.names import FRENCH_RANKS, FRENCH_SUITS
from ludoteca.web.kit.decks.shapes import (
    EDGE,
    FACE,
    Drawing,
    Pips,
    box,
    drawn,
    index_text,
    index_twice,
    line,
    looks,
    path,
    pips,
    placed,
    turned_too,
)

WIDTH, HEIGHT = 100, 140
BOX = f"0 0 {WIDTH} {HEIGHT}"

_PIPS = {
    "S": "M50 4C50 4 6 38 6 61c0 14 11 21 21 21 9 0 16-4 20-11-1 11-6 19-14 25h34c-8-6-13-14-14-25"
    " 4 7 11 11 20 11 10 0 21-7 21-21C94 38 50 4 50 4z",
    "H": "M50 95C18 66 4 48 4 29 4 14 15 6 27 6c11 0 19 7 23 18C54 13 62 6 73 6c12 0 23 8 23 23"
    " 0 19-14 37-46 66z",
    "D": "M50 2c8 17 24 36 38 48-14 12-30 31-38 48C42 81 26 62 12 50 26 38 42 19 50 2z",
    "C": "M50 4a22 22 0 0 1 17.500 35.500A22 22 0 1 1 54 68c1 12 5 21 13 28H33c8-7 12-16 13-28"
    "A22 22 0 1 1 32.500 39.500 22 22 0 0 1 50 4z",
}
COLOURS = {"S": "#1d2530", "H": "#c0192b", "D": "#c0192b", "C": "#1d2530"}
"""Of the pips and indices, unless the page says otherwise by ``--suit-s`` and so on."""

_ROBES = {"S": "#2f4a6d", "H": "#b3202c", "D": "#b0552a", "C": "#3d6b52"}
_HAIR = {"S": "#4a3427", "H": "#8a4b22", "D": "#b5802e", "C": "#5c3a20"}

_SIDES = (31.5, 68.5)
_PIP, _ACE = 19, 50


def _columns(*heights: float) -> Pips:
    return tuple((x, y) for x in _SIDES for y in heights)


_PLACES: dict[str, Pips] = {
    "A": ((50, 70),),
    "2": ((50, 28), (50, 112)),
    "3": ((50, 28), (50, 70), (50, 112)),
    "4": _columns(28, 112),
    "5": (*_columns(28, 112), (50, 70)),
    "6": _columns(28, 70, 112),
    "7": (*_columns(28, 70, 112), (50, 49)),
    "8": (*_columns(28, 70, 112), (50, 49), (50, 91)),
    "9": (*_columns(26, 55, 85, 114), (50, 70)),
    "T": (*_columns(26, 55.5, 84.5, 114), (50, 41), (50, 99)),
}
FIGURES = ("jack", "queen", "king")
_COURT = {"J": figures.jack(), "Q": figures.queen(), "K": figures.king()}


def symbols() -> dict[str, tuple[str, str]]:
    """Every symbol of the sprite by its id: its view box and its shapes."""
    # Bare figures are for games that draw a court of their own, such as simplified poker.
    found = {name: ("0 0 100 104", drawn(_COURT[name[0].upper()])) for name in FIGURES}
    # Cards that look alike follow one another: they zip to less.
    for rank in FRENCH_RANKS:
        for suit in FRENCH_SUITS:
            found[rank + suit] = (BOX, _card(rank, suit))
    found["XR"] = (BOX, _joker("#c0192b", "#e0a030"))
    found["XB"] = (BOX, _joker("#1d2530", "#5d6b7c"))
    found["back"] = (BOX, back(WIDTH, HEIGHT, "#24477f", "#b9cdee"))
    return found


def _ink(suit: str) -> str:
    return f"var(--suit-{suit.lower()},{COLOURS[suit]})"


def _card(rank: str, suit: str) -> str:
    normal = _number(rank, suit) if rank in _PLACES else _court(rank, suit)
    return _sheet() + looks(normal, _large(rank, suit))


def _sheet() -> str:
    return box(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, 8, FACE, EDGE, 1)


def _number(rank: str, suit: str) -> str:
    size = _ACE if rank == "A" else _PIP
    return pips(_pip(suit), size, _PLACES[rank], below=70) + _corners(rank, suit)


def _pip(suit: str) -> Drawing:
    return path(_PIPS[suit], _ink(suit))


def _court(rank: str, suit: str) -> str:
    return (
        box(23, 10, 54, 120, 3.5, "#fbf3dd", "#cfae6b", 1)
        + turned_too(_COURT[rank], 24, 13.5, 0.52, WIDTH, HEIGHT, **_tints(suit))
        + drawn(line("M23 70H77", "#cfae6b", 1.6))
        + _corners(rank, suit)
    )


def _tints(suit: str) -> dict[str, str]:
    return {"color": _ROBES[suit], "fill": _HAIR[suit]}


def _corners(rank: str, suit: str) -> str:
    words = _words(rank)
    size = 23 if len(words) == 1 else 20
    return index_twice(words, 12.5, 22.5, size, _ink(suit), WIDTH, HEIGHT) + pips(
        _pip(suit), 15, ((12.5, 34), (WIDTH - 12.5, HEIGHT - 34)), below=70
    )


def _large(rank: str, suit: str) -> str:
    """One large index with the suit under it, where a fan shows both."""
    head = index_text(_words(rank), 25, 44, 50, _ink(suit)) + pips(_pip(suit), 34, ((24, 72),))
    if rank in _COURT:
        return placed(_COURT[rank], 41, 77, 0.57, **_tints(suit)) + head
    return head + pips(_pip(suit), 54, ((67, 103),))


def _words(rank: str) -> str:
    return "10" if rank == "T" else rank


def _joker(robe: str, cap: str) -> str:
    star = "M0-9l2.300 6 6.300.3-5 4 1.700 6.100L0 3.900l-5.300 3.500 1.700-6.100-5-4 6.300-.3z"
    return (
        _sheet()
        + box(23, 22, 54, 96, 3.5, "#fbf3dd", "#cfae6b", 1)
        + placed(figures.jester(), 24, 61.9, 0.52, color=robe, fill=cap)
        + _letters("JOKER", robe)
        + turned_too(path(star, robe), 12.5, 16, 1, WIDTH, HEIGHT)
    )


def _letters(words: str, fill: str) -> str:
    """The text ``words`` across the panel of a joker."""
    return (
        f'<text x="50" y="46" font-size="12" fill="{fill}" text-anchor="middle" font-weight="700"'
        f' font-family="Georgia,\'DejaVu Serif\',serif" textLength="46">{words}</text>'
    )
