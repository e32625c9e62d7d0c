"""Pictures of games for the lobby: cards as they lie on the felt, 240 wide.

They stand in boxes of other shapes: all of their width is seen, and of their height the upper 50.
"""

from __future__ import annotations

from markupsafe import Markup

from ludoteca.web.kit.cards import DECKS
from ludoteca.web.kit.decks import sprite_address
from ludoteca.web.kit.html import el

_SCALE = 0.54  #: of a card, whose drawing is some 100 wide


def picture_of(*parts: Markup) -> Markup:
    """The picture that ``parts`` make, the last one on top."""
    return el(
        "svg",
        parts,
        class_="game-picture",
        viewBox="0 0 240 96",
        preserveAspectRatio="xMidYMin slice",
        aria_hidden="true",
    )


def laid(deck: str, symbol: str, x: float, y: float, turn: float = 0) -> Markup:
    """A card or the ``back`` of a deck with its middle at ``x`` and ``y``, turned by degrees."""
    style = DECKS[deck]
    address = f"{sprite_address(deck)}#{style.symbol(symbol)}"
    face = el("use", href=address, width=style.width, height=style.height)
    return placed_card(face, x, y, turn, deck=deck)


def placed_card(
    face: Markup, x: float, y: float, turn: float = 0, *, deck: str = "french"
) -> Markup:
    """A drawing of the size of the cards of ``deck`` at its place, with its shadow."""
    width, height = DECKS[deck].width, DECKS[deck].height
    place = f"translate({x:g} {y:g}) rotate({turn:g}) scale({_SCALE})"
    shadow = el("rect", x=3, y=5, width=width, height=height, rx=9, opacity="0.28")
    moved = f"translate({-width / 2:g} {-height / 2:g})"
    return el("g", el("g", shadow, face, transform=moved), transform=place)
