"""``prob_batida``, the document's chance to go out, and its worked example.

Faults kept here:

- Of each part the *first shortest* game that holds it is taken: 3 4 waits for the 2 alone, never
  for the 5, and never for a wild, for games without a wild come first.
- A part of one card asks for nothing, as if it were discarded, however many there are.
- Cards of the second deck and the high ace have names of two letters. The length of a part counts
  letters, so a single ``3*`` is no single card; and ``*`` as a pattern fits every game.
- An ace is asked for twice: ``pa`` is squared. The chances of cards are multiplied as if they were
  independent.
- The vector has an entry after each card: only the last is the chance. Where nothing is missing it
  has two entries "1", for R's ``1:0`` counts down.

``exact.going_out`` has every completion, single cards and wilds, and the joint chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..exact.going_out import RANKS, SUITS
from ..exact.position import Position
from .draws import chance_to_have
from .matrix import todos_os_jogos

organização_exemplo = (
    ("A", "2", "3", "4", "5", "6", "7"),
    ("8", "9", "D", "J", "Q", "K", "A*"),
    ("A**", "2*", "3*", "4*", "5*", "6*", "7*"),
    ("8*", "9*", "D*", "J*", "Q*", "K*", "A**"),
)

mão_exemplo = ("3", "4", "5", "J", "K")

todas_sequências = tuple(sorted(todos_os_jogos, key=len))

_LETTERS = "A23456789DJQK"  #: of the ranks
_SECOND = {n: n + ("**" if n == "A" else "*") for n in _LETTERS}

_CARTAS = "A23456789DJQKAC"  #: in the order in which the document tests them, the ace twice


def mão_separada_jogos(
    organização: Sequence[Sequence[str]] = organização_exemplo, mão: Sequence[str] = mão_exemplo
) -> list[list[str]]:
    """The cards of the hand in each game of the organisation (``intersect``: each once)."""
    return [[c for c in dict.fromkeys(jogo) if c in mão] for jogo in organização]


def cartas_batida(partes: Sequence[Sequence[str]]) -> str:
    """The cards that are missing to go out, in letters."""
    missing = []
    for parte in partes:
        sequência = "".join(parte)
        if len(sequência) > 1:
            for possivel in todas_sequências:
                if all(x == "*" or x in possivel for x in sequência):
                    missing += [x for x in dict.fromkeys(possivel) if x not in sequência]
                    break
    return "".join(missing)


def prob_batida(cartas: str) -> list[str]:
    """The document's vector of texts for the missing ``cartas``, as ``["1*pq"]``."""
    prob, vector = "1", []
    for carta in cartas:
        prob += "".join(f"*p{carta.lower()}" for known in _CARTAS if known == carta)
        vector.append(prob)
    return vector or ["1", "1"]


def chance_to_go_out(position: Position) -> tuple[list[str], Fraction]:
    """The document's chance to go out: the last text of each suit, and their product.

    Each suit is in the organisation of the document's example, which it leaves open. A card is had
    with its 1 - (1 - P)(1 - M)(1 - D), C any two.
    """
    texts, product = [], Fraction(1)
    for suit in range(SUITS):
        held = position.hand[suit * RANKS : (suit + 1) * RANKS]
        hand = [n for n, copies in zip(_LETTERS, held, strict=True) if copies]
        hand += [_SECOND[n] for n, copies in zip(_LETTERS, held, strict=True) if copies > 1]
        text = prob_batida(cartas_batida(mão_separada_jogos(mão=hand)))[-1]
        texts.append(text)
        for factor in text.split("*")[1:]:
            copies = position.unknown[suit * RANKS + _LETTERS.index(factor[1:].upper())]
            product *= chance_to_have(copies, position.partner, position.cards)
    return texts, product
