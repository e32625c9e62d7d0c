"""The states of the document's chain: games of a suit, without and with a wild two.

Fault kept here: ``gsub`` replaces every equal letter, so that a wild in the place of either ace of
the game of 14 cards replaces both. The 598 texts are 597 different ones, and the two of 14 cards
with a wild for an ace are missing.
"""

from __future__ import annotations

LUGARES = "A23456789DJQKA"
"""The 14 places of a suit."""

jogos_possiveis = tuple(LUGARES[first:last] for first in range(12) for last in range(first + 3, 15))

jogos_possiveis_coringa = tuple(jogo.replace(c, "C") for jogo in jogos_possiveis for c in jogo)

todos_os_jogos = jogos_possiveis + jogos_possiveis_coringa
