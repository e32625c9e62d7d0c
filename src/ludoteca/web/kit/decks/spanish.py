"""The Spanish deck: 48 cards (40 without the eights and nines) and a back on 100 by 154.

The breaks in the frame, none for oros, one for copas, two for espadas and three for bastos, are
the pinta: the suit can be told from the edge of a card.
"""

from __future__ import annotations

from ludoteca.web.kit.decks.shapes import (
    EDGE,
    FACE,
    Path,
    Pips,
    back,
    box,
    drawings,
    drawn,
    index_text,
    index_twice,
    looks,
    pips,
    placed,
)

WIDTH, HEIGHT = 100, 154
BOX = f"0 0 {WIDTH} {HEIGHT}"
RANKS, SUITS = tuple(range(1, 13)), "OCEB"
CARDS = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)

COLOURS = {"O": "#8a5a00", "C": "#a3201b", "E": "#1c4f8c", "B": "#2d6b24"}
_ROBES = {"O": "#c98a00", "C": "#b3261f", "E": "#2a62a8", "B": "#3b7d30"}
_HAIR = {"O": "#6b4423", "C": "#4a3020", "E": "#8a5a2a", "B": "#3d2b1f"}
_PIPS = {name[0].upper(): drawings()[name] for name in ("oros", "copas", "espadas", "bastos")}
_BREAKS: dict[str, tuple[int, ...]] = {"O": (), "C": (50,), "E": (40, 60), "B": (32, 50, 68)}
_COURT = {rank: drawings()[name] for rank, name in ((10, "jack"), (11, "knight"), (12, "king"))}
_SLIM = "EB"


def _columns(left: float, right: float, *heights: float) -> Pips:
    return tuple((x, y) for x in (left, right) for y in heights)


_THREE = (44.0, 77.0, 110.0)
_ROUND: dict[int, tuple[float, Pips]] = {
    1: (74, ((50, 77),)),
    2: (46, ((50, 47), (50, 107))),
    3: (33, ((50, 39), (50, 77), (50, 115))),
    4: (32, _columns(32, 68, 52, 102)),
    5: (30, (*_columns(31, 69, 49, 105), (50, 77))),
    6: (29, _columns(33, 67, *_THREE)),
    7: (25, (*_columns(28, 72, *_THREE), (50, 60.5))),
    8: (24, (*_columns(28, 72, *_THREE), (50, 60.5), (50, 93.5))),
    9: (22, (*_columns(26, 74, *_THREE), *((50, y) for y in _THREE))),
}
_TALL: dict[int, tuple[float, Pips]] = {
    1: (102, ((50, 77),)),
    2: (54, ((50, 48), (50, 106))),
    3: (52, ((32, 52), (68, 52), (50, 104))),
    4: (48, _columns(33, 67, 51, 103)),
    5: (42, (*_columns(29, 71, 52, 102), (50, 77))),
    6: (33, _columns(34, 66, *_THREE)),
    7: (32, (*_columns(27, 73, *_THREE), (50, 60.5))),
    8: (31, (*_columns(27, 73, *_THREE), (50, 60.5), (50, 93.5))),
    9: (31, (*_columns(26, 74, *_THREE), *((50, y) for y in _THREE))),
}


def symbols() -> dict[str, tuple[str, str]]:
    """Every symbol of the sprite by its id: its view box and its shapes."""
    found: dict[str, tuple[str, str]] = {}
    # Cards that look alike follow one another: they zip to less.
    for rank in RANKS:
        for suit in SUITS:
            found[f"{rank}{suit}"] = (BOX, _card(rank, suit))
    found["back"] = (BOX, back(WIDTH, HEIGHT, "#7a1f2b", "#dcb765"))
    return found


def _card(rank: int, suit: str) -> str:
    sheet = box(0.6, 0.6, WIDTH - 1.2, HEIGHT - 1.2, 7, FACE, EDGE, 1)
    art = _court(rank, suit) if rank in _COURT else _number(rank, suit)
    x = 18 if rank < 10 else 22
    indices = index_twice(str(rank), x, 28, 21, COLOURS[suit], WIDTH, HEIGHT)
    normal = art + _frame(suit) + indices
    return sheet + looks(normal, _large(rank, suit))


def _number(rank: int, suit: str) -> str:
    size, places = (_TALL if suit in _SLIM else _ROUND)[rank]
    return pips(_PIPS[suit], size, places)


def _court(rank: int, suit: str) -> str:
    """The figure keeps clear of both indices: above the lower one, below the upper one."""
    return (
        box(14, 45, 72, 77, 4, "#fbf1d6", _ROBES[suit], 0.8)
        + _figure(rank, suit, 15, 48, 0.71)
        + pips(_PIPS[suit], 31, ((70, 27),))
    )


def _figure(rank: int, suit: str, x: float, y: float, scale: float) -> str:
    return placed(_COURT[rank], x, y, scale, color=_ROBES[suit], fill=_HAIR[suit])


def _frame(suit: str) -> str:
    d = _broken(suit, 7) + _broken(suit, HEIGHT - 7) + f"M7 7V{HEIGHT - 7}M93 7V{HEIGHT - 7}"
    return drawn((Path(d, f' fill="none" stroke="{COLOURS[suit]}" stroke-width="1.6"'),))


def _broken(suit: str, y: int) -> str:
    ends = [7, *(x for gap in _BREAKS[suit] for x in (gap - 4, gap + 4)), 93]
    pairs = zip(ends[::2], ends[1::2], strict=True)
    return "".join(f"M{start} {y}H{end}" for start, end in pairs)


def _large(rank: int, suit: str) -> str:
    """One large index with the suit under it, where a fan shows both."""
    x = 27 if rank < 10 else 33
    head = index_text(str(rank), x, 53, 50, COLOURS[suit]) + pips(_PIPS[suit], 38, ((28, 80),))
    if rank in _COURT:
        return _frame(suit) + _figure(rank, suit, 39, 90, 0.53) + head
    size, x = (76, 67) if suit in _SLIM else (50, 63)
    return head + pips(_PIPS[suit], size, ((x, 108),)) + _frame(suit)
