"""Names of cards: ids for programs, words for people.

French: rank ``A 2 ... 9 T J Q K`` and suit ``S H D C``, as ``KS``; jokers ``XR`` and ``XB``.
Spanish: number 1 to 12 and suit ``O C E B`` (oros, copas, espadas, bastos), as ``12O``; the deck
of 40 leaves out the 8 and the 9.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.core.i18n import N_, _

BACK = "back"
FRENCH_RANKS, FRENCH_SUITS = "A23456789TJQK", "SHDC"
SPANISH_RANKS, SPANISH_SUITS = tuple(range(1, 13)), "OCEB"
JOKERS = ("XR", "XB")


@dataclass(frozen=True)
class Deck:
    """A deck: its cards by name, and the size of a card in units of its drawing.

    ``kind`` is the class of its cards on the page, which gives their shape.
    """

    kind: str
    width: int
    height: int
    cards: tuple[str, ...]

    def symbol(self, name: str) -> str:
        """The id in the sprite of the card ``name`` or of the back; raises ``KeyError``."""
        if name != BACK and name not in self.cards:
            raise KeyError(f"the {self.kind} deck has no card {name}")
        return name


def french_cards(jokers: int = 0) -> tuple[str, ...]:
    """The 52 cards by suit, then as many kinds of joker as asked for, 0 to 2."""
    return (*(r + s for s in FRENCH_SUITS for r in FRENCH_RANKS), *JOKERS[:jokers])


def spanish_cards(eights_and_nines: bool = False) -> tuple[str, ...]:
    """The 40 cards by suit, or the 48."""
    left_out = () if eights_and_nines else (8, 9)
    return tuple(f"{r}{s}" for s in SPANISH_SUITS for r in SPANISH_RANKS if r not in left_out)


DECKS = {
    "french": Deck("french", 100, 140, french_cards(2)),
    "spanish": Deck("spanish", 100, 154, spanish_cards(True)),
}

_RANKS = {"A": N_("ace"), "T": "10", "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
_SPANISH_RANKS = {"1": N_("ace"), "10": N_("knave"), "11": N_("knight"), "12": N_("king")}
_SUITS = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}
_SPANISH_SUITS = {"O": N_("coins"), "C": N_("cups"), "E": N_("swords"), "B": N_("batons")}
_JOKERS = {"XR": N_("red joker"), "XB": N_("black joker")}


def card_name(deck: str, name: str) -> str:
    """The card in words of the language in use: "king of cups".

    Raises ``KeyError`` for a card that the deck lacks.
    """
    DECKS[deck].symbol(name)
    if name in _JOKERS:
        return _(_JOKERS[name])
    rank, suit = name[:-1], name[-1]
    if deck == "french":
        words, of = _RANKS.get(rank, rank), _SUITS[suit]
    else:
        words, of = _SPANISH_RANKS.get(rank, rank), _SPANISH_SUITS[suit]
    if words.isdecimal():
        # NOTE: "10 of spades"; some languages write numbers apart from the suit and names not.
        return _("{number} of {suit}").format(number=words, suit=_(of))
    return _("{rank} of {suit}").format(rank=_(words), suit=_(of))
