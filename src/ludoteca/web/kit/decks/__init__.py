"""The two decks of cards: flat SVG, one sprite a deck, fetched once and cached for good.

A page shows a card by ``<use href="/static/decks/french.svg?v=…#KS">``. Chosen over 53 image
files (as many requests on the first deal, and each image of SVG is a document of its own, slower
to begin than a card is to style) and over symbols inside the page (sent again with each
page): a sprite is one request of 10 kB, its address changes with its bytes, and the custom
properties of the page reach into it, so that four-colour suits and large indices are a matter of
style sheets. Content-Security-Policy: it counts as an image (``img-src 'self'``); inside there
are presentation attributes only, no ``style`` and no script.
"""

from __future__ import annotations

import hashlib
from functools import cache

from ludoteca.web.kit.decks import french, spanish


@cache
def sprite(deck: str) -> str:
    """The SVG file of the deck ``french`` or ``spanish``; raises ``KeyError`` for another."""
    symbols = {"french": french.symbols, "spanish": spanish.symbols}[deck]()
    drawn = "".join(
        f'<symbol id="{name}" viewBox="{box}">{shapes}</symbol>'
        for name, (box, shapes) in symbols.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>\n'


@cache
def sprite_address(deck: str) -> str:
    """The address of the sprite, which changes when the drawing does."""
    version = hashlib.sha256(sprite(deck).encode()).hexdigest()[:12]
    return f"/static/decks/{deck}.svg?v={version}"
