"""The two decks of cards: flat SVG, one sprite a deck, fetched once and cached for good.

A page shows a card by ``<use href="/static/decks/french.svg?v=…#KS">``. Chosen over 53 image
files (as many requests on the first deal, and each image of SVG is a document of its own, slower
to begin than a card is to style) and over symbols inside the page (sent again with each
page): a sprite is one request of 10 kB, its address changes with its bytes, and the custom
properties of the page reach into it, so that four-colour suits and large indices are a matter of
style sheets. Content-Security-Policy: it counts as an image (``img-src 'self'``); inside there
are presentation attributes only, no ``style`` and no script.
"""

from ludoteca.web.kit.decks.names import BACK, DECKS, Deck, card_name, french_cards, spanish_cards
from ludoteca.web.kit.decks.sprite import sprite, sprite_address

__all__ = [
    "BACK",
    "DECKS",
    "Deck",
    "card_name",
    "french_cards",
    "spanish_cards",
    "sprite",
    "sprite_address",
]
