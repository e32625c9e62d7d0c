"""The five kinds of card of simplified poker, drawn without suits.

Each rank has a colour of its own (``face.css``) and a small star where other decks have a suit; the
court is that of Ludoteca's French deck, whose figures take the colour of the card.
"""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from ludoteca.core.i18n import N_, _
from ludoteca.web.kit.cards import DECKS
from ludoteca.web.kit.decks import sprite_address
from ludoteca.web.kit.decks.shapes import (
    EDGE,
    FACE,
    box,
    disc,
    drawn,
    group,
    index_text,
    index_twice,
    line,
    looks,
    path,
    placed,
)
from ludoteca.web.kit.html import classes, el
from ludoteca.web.kit.pictures import placed_card

from .hands import SYMBOLS

DECK = "french"
_WIDTH, _HEIGHT = DECKS[DECK].width, DECKS[DECK].height
_NAMES = (N_("ace"), N_("seven"), N_("king"), N_("queen"), N_("jack"))
_INKS = ("#8a5a00", "#0f6b5c", "#a3202b", "#6a3f9c", "#24579a")  #: as in ``face.css``
_COURT = {"K": ("king", "#6b4a30"), "Q": ("queen", "#7d4a26"), "J": ("jack", "#4a3427")}
_STAR = "M0-10C1-3 3-1 10 0 3 1 1 3 0 10-1 3-3 1-10 0-3-1-1-3 0-10z"
_SEVEN = ((31, 28), (31, 70), (31, 112), (69, 28), (69, 70), (69, 112), (50, 49))
_INK = "currentColor"


def rank_name(rank: int) -> str:
    """The card in words of the language in use: "king"."""
    return _(_NAMES[rank])


def card(rank: int, *, key: str = "", look: str = "") -> Markup:
    """A card that lies open and does nothing."""
    return el(
        "span",
        _face(rank),
        class_=_classes(rank, look),
        role="img",
        aria_label=rank_name(rank),
        data_piece=SYMBOLS[rank],
        data_key=key or None,
    )


def told_card(rank: int) -> Markup:
    """A card as it is spoken of: small, without a place at the table."""
    look = _classes(rank, "told")
    return el("span", _face(rank), class_=look, role="img", aria_label=rank_name(rank))


def choice(rank: int, *, shortcut: str, key: str) -> Markup:
    """A card that is picked or put back, inside a form of choices; its value is the rank."""
    box = el(
        "input",
        type="checkbox",
        name="a",
        value=rank,
        class_="card-check",
        aria_label=rank_name(rank),
        aria_keyshortcuts=shortcut,
        autocomplete="off",
    )
    hint = el("kbd", shortcut, class_="key", aria_hidden="true")
    return el(
        "label",
        box,
        _face(rank),
        hint,
        class_=_classes(rank),
        data_piece=SYMBOLS[rank],
        data_key=key,
    )


def drawing(rank: int) -> Markup:
    """The bare card in its colour, for pages without the sheet of the game."""
    size = Markup('<svg width="{}" height="{}" color="{}"')
    return size.format(_WIDTH, _HEIGHT, _INKS[rank]) + _face(rank)[4:]


def sketch(rank: int, x: float, y: float, turn: float) -> Markup:
    """A card at its place in the picture of the game."""
    return placed_card(drawing(rank), x, y, turn)


def _classes(rank: int, look: str = "") -> str | None:
    return classes("card", DECK, "pk-card", f"r{rank}", look)


@cache
def _face(rank: int) -> Markup:
    symbol = SYMBOLS[rank]
    corners = (
        index_twice(symbol, 13, 23.5, 24, _INK, _WIDTH, _HEIGHT)
        + _star(13, 35, 0.62)
        + _star(_WIDTH - 13, _HEIGHT - 35, 0.62)
    )
    normal = _middle(symbol) + corners
    sheet = box(0.6, 0.6, _WIDTH - 1.2, _HEIGHT - 1.2, 8, FACE, EDGE, 1)
    return Markup(
        f'<svg class="face" viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-hidden="true">'
        f"{sheet}{looks(normal, _large(symbol))}</svg>"
    )


def _middle(symbol: str) -> str:
    if symbol == "A":
        return drawn(disc(50, 70, 30, "none", _INK, 1.6)) + _star(50, 70, 2.7)
    if symbol == "7":
        return "".join(_star(x, y, 1.05) for x, y in _SEVEN)
    figure = _figure(symbol, 24, 13.5, 52)
    return (
        box(23, 10, 54, 120, 3.5, "#fbf3dd", "#cfae6b", 1)
        + figure
        + group(figure, transform=f"rotate(180 {_WIDTH / 2} {_HEIGHT / 2})")
        + drawn(line("M23 70H77", "#cfae6b", 1.6))
    )


def _large(symbol: str) -> str:
    """One large index where a fan shows it."""
    head = index_text(symbol, 27, 48, 54, _INK)
    if symbol in _COURT:
        return _figure(symbol, 38, 72, 60) + head
    return head + _star(64, 98, 2.6)


def _figure(symbol: str, x: float, y: float, width: float) -> str:
    name, hair = _COURT[symbol]
    place = f'x="{x}" y="{y}" width="{width}" height="{width * 1.04:g}"'
    return f'<use href="{sprite_address(DECK)}#{name}" {place} fill="{hair}"/>'


def _star(x: float, y: float, scale: float) -> str:
    return placed(path(_STAR, _INK), x, y, scale)
