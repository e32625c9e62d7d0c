"""The document's deck, and its chances to draw a card and to have it by the end of the round.

Faults kept here:

- ``remover_cartas`` changes a copy: who does not assign its result removes nothing. A card that is
  not there makes the whole deck ``NA``, here ``(None,)``.
- A card of which no copy is unknown has the chance ``NA``, here None, instead of 0.
- Two functions are called ``probabilidade_de_comprar_carta_monte``: the second, the chance that the
  partner holds the card, replaces the first. It divides the copies by the size of his hand, where
  the text has c / b^ (cards in his hand by unknown cards): 2 unknown copies and 11 cards give 2/11
  at the first move, where the chance is near 2 x 11/93. Here it ends in ``_parceiro``.
- The law of N takes the two copies as independent (binomial); cards are dealt without replacement
  (hypergeometric). The mean, and so the chance of the next card, is the same.
- The text writes 1 - (b/b^)^2 for the chance that a copy is not in the stock; its formulas have
  1 - b/b^.
- The chance to have a card counts one rival's discard, though two rivals discard in a round, and
  multiplies as if draw, hand and discard were independent.

``exact.draws`` has the right values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

Baralho: TypeAlias = tuple[str | None, ...]

baralho = tuple(valor + naipe for naipe in "PCEO" for valor in "A23456789DJQK") * 2

baralho_desconhecido: Baralho = baralho
"""The unknown cards before the first move: all."""


def remover_cartas(
    cartas: Iterable[str], baralho_desconhecido: Baralho = baralho_desconhecido
) -> Baralho:
    """The unknown cards without the first copy of each of ``cartas``."""
    left = list(baralho_desconhecido)
    for carta in cartas:
        if carta in left:
            left.remove(carta)
        else:
            left = [None]
    return tuple(left)


def probabilidade_de_comprar_carta_monte(
    carta: str, baralho_desconhecido: Sequence[str | None] = baralho_desconhecido
) -> Fraction | None:
    """Unknown copies by unknown cards; None, as R's ``NA``, where no copy is unknown."""
    copies = baralho_desconhecido.count(carta)
    return Fraction(copies, len(baralho_desconhecido)) if copies else None


def probabilidade_de_comprar_carta_monte_parceiro(
    carta: str,
    tamanho_mao: int,
    baralho_desconhecido: Sequence[str | None] = baralho_desconhecido,
) -> Fraction | None:
    """The second function of that name: unknown copies by the cards in the partner's hand."""
    copies = baralho_desconhecido.count(carta)
    return Fraction(copies, tamanho_mao) if copies else None


def lei_de_n(unknown_copies: int, b: int, b_hat: int) -> tuple[Fraction, ...]:
    """The document's law of N, the copies in the stock of ``b`` of ``b_hat`` unknown cards.

    (1 - q)^2, 2 q (1 - q), q^2 with q = b / b^; 1 - q, q where one copy is located; 1 where both.
    """
    q = Fraction(b, b_hat)
    return (((1 - q) ** 2, 2 * q * (1 - q), q**2), (1 - q, q), (Fraction(1),))[2 - unknown_copies]


def probabilidade_de_ter(P: Fraction, M: Fraction, D: Fraction) -> Fraction:
    """1 - (1 - P)(1 - M)(1 - D): drawn, in the partner's hand, or discarded by a rival."""
    return 1 - (1 - P) * (1 - M) * (1 - D)


def probabilidade_de_descarte(c: int, b_hat: int) -> Fraction:
    """D: a rival with ``c`` cards holds the copy, c / b^, and discards it, 1 / c."""
    return Fraction(c, b_hat) * Fraction(1, c)


def chance_to_have(copies: int, partner: int, unknown: int) -> Fraction:
    """The document's chance to have a card by the end of the round.

    So many ``copies`` of the card are among the ``unknown`` cards, of which the partner holds
    ``partner``.
    """
    if not copies:
        return Fraction(0)
    held = 1 - lei_de_n(copies, partner, unknown)[0]
    thrown = probabilidade_de_descarte(max(partner, 1), unknown)
    return probabilidade_de_ter(Fraction(copies, unknown), held, thrown)
