"""The French deck: 52 cards, two jokers and a back on 100 by 140."""

from __future__ import annotations

from ludoteca.web.kit.decks.names import DECKS

BOX = "0 0 100 140"


def symbols() -> dict[str, tuple[str, str]]:
    """Every symbol of the sprite by its id: its view box and its shapes."""
    plain = '<rect x=".6" y=".6" width="98.8" height="138.8" rx="8" fill="#fffdf8"/>'
    drawn = {
        name: (BOX, f'{plain}<text x="50" y="80" text-anchor="middle">{name}</text>')
        for name in DECKS["french"].cards
    }
    return {**drawn, "back": (BOX, plain)}
