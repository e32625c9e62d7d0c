"""A deck as one SVG file, every card a symbol, made at the first request."""

from __future__ import annotations

import gzip
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
def zipped_sprite(deck: str) -> bytes:
    """The file of :func:`sprite` as gzip: a twentieth of its bytes."""
    return gzip.compress(sprite(deck).encode())


@cache
def sprite_address(deck: str) -> str:
    """The address of the sprite, which changes when the drawing does."""
    version = hashlib.sha256(sprite(deck).encode()).hexdigest()[:12]
    return f"/static/decks/{deck}.svg?v={version}"
