"""The French deck: 52 cards, two jokers and a back on 100 by 140."""

from __future__ import annotations

from ludoteca.web.kit.decks.shapes import (
    EDGE,
    FACE,
    Pips,
    back,
    box,
    drawings,
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

RANKS, SUITS = "A23456789TJQK", "SHDC"
CARDS = (*(rank + suit for suit in SUITS for rank in RANKS), "XR", "XB")
"""By suit, then a red and a black joker."""

_PIPS = {
    suit: drawings()[name]
    for suit, name in zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True)
}
COLOURS = {"S": "#10161e", "H": "#b00d3b", "D": "#c42e12", "C": "#38506a"}
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
_FIGURES = ("jack", "queen", "king")
_COURT = {name[0].upper(): drawings()[name] for name in _FIGURES}


def symbols() -> dict[str, tuple[str, str]]:
    """Every symbol of the sprite by its id: its view box and its shapes."""
    # Bare figures are for games that draw a court of their own, such as simplified poker.
    found = {name: ("0 0 100 104", drawn(drawings()[name])) for name in _FIGURES}
    # Cards that look alike follow one another: they zip to less.
    for rank in RANKS:
        for suit in SUITS:
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
    return pips(_PIPS[suit], size, _PLACES[rank], below=70) + _corners(rank, suit)


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
        _PIPS[suit], 15, ((12.5, 34), (WIDTH - 12.5, HEIGHT - 34)), below=70
    )


def _large(rank: str, suit: str) -> str:
    """One large index with the suit under it, where a fan shows both."""
    head = index_text(_words(rank), 25, 44, 50, _ink(suit)) + pips(_PIPS[suit], 34, ((24, 72),))
    if rank in _COURT:
        return placed(_COURT[rank], 41, 77, 0.57, **_tints(suit)) + head
    return head + pips(_PIPS[suit], 54, ((67, 103),))


def _words(rank: str) -> str:
    return "10" if rank == "T" else rank


def _joker(robe: str, cap: str) -> str:
    star = "M0-9l2.300 6 6.300.3-5 4 1.700 6.100L0 3.900l-5.300 3.500 1.700-6.100-5-4 6.300-.3z"
    return (
        _sheet()
        + box(23, 22, 54, 96, 3.5, "#fbf3dd", "#cfae6b", 1)
        + placed(drawings()["jester"], 24, 61.9, 0.52, color=robe, fill=cap)
        + f'<text x="50" y="46" font-size="12" fill="{robe}" text-anchor="middle" font-weight="700"'
        ' font-family="Georgia,\'DejaVu Serif\',serif" textLength="46">JOKER</text>'
        + turned_too(path(star, robe), 12.5, 16, 1, WIDTH, HEIGHT)
    )
