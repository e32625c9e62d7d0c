"""The 598 states of the document's chain, and ``matrix_prob``: 598 x 598 cells of text.

States are the games of a suit, without and with a wild two.

A cell is alpha, the product of the p of the cards of the game reached that are not in the present
one, times beta, a product of 1 - p of cards that could be added at once. Faults kept here:

- Rows do not sum to 1: beta does not tell reached games apart (567 to 5678 and to 4567 with both
  cards had), and there is no state without cards.
- The ace is asked for twice, so that ``pa`` is squared; and as a letter stands for both aces, from
  A23 the high ace is had for nothing.
- A wild that is laid moves: 56C reaches C567. Letters are compared, not places.
- The text's own example has 1 - p8 for the place that a wild fills inside (4567C9); the code has
  nothing for a wild inside a game.
- With a wild at an end, cards two places off count, but not in all: nothing for A2C, CKA and QKC,
  and JQC lacks the ace.
- One line lacks a parenthesis as printed; it is read as its neighbours.
- ``gsub`` replaces every equal letter, so that a wild in the place of either ace of the game of 14
  cards replaces both: the 598 texts are 597 different ones, and the two of 14 cards with a wild for
  an ace are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import prod

import numpy as np
from scipy.sparse import csr_array

LUGARES = "A23456789DJQKA"
"""The 14 places of a suit."""

jogos_possiveis = tuple(LUGARES[first:last] for first in range(12) for last in range(first + 3, 15))

jogos_possiveis_coringa = tuple(jogo.replace(c, "C") for jogo in jogos_possiveis for c in jogo)

todos_os_jogos = jogos_possiveis + jogos_possiveis_coringa

CARTAS = "A23456789DJQKC"
"""The letters of the variables: ``pa``, ``p2``, ..., ``pk``, and ``pc`` of the wild."""

_BELOW = dict(zip("23456789DJQ", "A23456789DJ", strict=True))
_ABOVE = dict(zip("3456789DJQK", "456789DJQKA", strict=True))
_BELOW_C = {
    "2": "A", "3": "A2", "4": "23", "5": "34", "6": "45", "7": "56", "8": "67", "9": "78",
    "D": "89", "J": "9D", "Q": "DJ",
}  # fmt: skip
"""First a C, then this letter: the cards that could go below."""
_ABOVE_C = {
    "3": "45", "4": "56", "5": "67", "6": "78", "7": "89", "8": "9D", "9": "DJ", "D": "JQ",
    "J": "QK", "Q": "K",
}  # fmt: skip
_FAR_ABOVE = dict(zip("3456789DJQ", "56789DJQKA", strict=True))
"""A C at the start could go to the top: the card above it."""
_FAR_BELOW = dict(zip("3456789DJQ", "A23456789D", strict=True))


def alfa(i: str, j: str) -> str:
    """The text of alpha, ``1*p4*p8``; ``0`` where ``j`` lacks a letter of ``i``."""
    if not set(i) <= set(j):
        return "0"
    missing = "".join(c for c in j if c not in i)
    return "1" + "".join(("*pa" * 2 if c == "A" else f"*p{c.lower()}") for c in missing)


@cache
def beta(j: str) -> tuple[str, str]:
    """The texts that the code writes before and after alpha for the game ``j``."""
    before, after = "", ""

    def lacks(cards: str) -> str:
        return "".join(f"(1-p{c.lower()})*" for c in cards)

    first, last = j[0], j[-1]
    if first in _BELOW:
        before = lacks(_BELOW[first]) + " " + before
    if first == "C":
        if j[1] in _BELOW_C:
            before = lacks(_BELOW_C[j[1]]) + " " + before
        if last in _FAR_ABOVE:
            after += "*" + lacks(_FAR_ABOVE[last])[:-1]
    if last in _ABOVE:
        after += "*" + lacks(_ABOVE[last])[:-1]
    if last == "C":
        if first in _FAR_BELOW:
            before = lacks(_FAR_BELOW[first]) + " " + before
        if j[-2] in _ABOVE_C:
            after += "*" + lacks(_ABOVE_C[j[-2]])[:-1]
    if len(j) < 14 and "C" not in j:
        after += "*(1-pc)"
    return before, after


def matrix_prob(i: str, j: str) -> str:
    """The cell of the row ``i`` and the column ``j``, as the code writes it."""
    product = alfa(i, j)
    if product == "0":
        return "0"
    before, after = beta(j)
    return before + product + after


def valor(cell: str, p: Mapping[str, float]) -> float:
    """The number of a cell; ``p`` has a chance for each of :data:`CARTAS`."""
    factors = {"1": 1.0, "0": 0.0}
    for card, chance in p.items():
        factors |= {f"p{card.lower()}": chance, f"(1-p{card.lower()})": 1 - chance}
    return prod(factors[factor.strip()] for factor in cell.split("*"))


def matriz(p: Mapping[str, float]) -> csr_array:
    """All cells as numbers, 598 x 598, sparse."""
    bit = {c: 1 << k for k, c in enumerate(CARTAS)}
    letters = np.array([sum(bit[c] for c in set(jogo)) for jogo in todos_os_jogos])
    # alpha depends on the letters that are missing, beta on the game reached
    chance = np.ones(1 << len(CARTAS))
    for c in CARTAS:
        squared = p[c] ** (2 if c == "A" else 1)
        chance[np.arange(chance.size) & bit[c] > 0] *= squared
    rows, columns = np.nonzero((letters[:, None] & ~letters[None, :]) == 0)
    there = np.array([valor("1".join(beta(j)), p) for j in todos_os_jogos])
    data = chance[letters[columns] & ~letters[rows]] * there[columns]
    for c, again in (("A", p["A"] ** 2), ("C", p["C"])):  # a letter that a game of 14 has twice
        twice = np.array([jogo.count(c) == 2 for jogo in todos_os_jogos])[columns]
        data[twice & (letters[rows] & bit[c] == 0)] *= again
    return csr_array((data, (rows, columns)), shape=(len(todos_os_jogos),) * 2)
