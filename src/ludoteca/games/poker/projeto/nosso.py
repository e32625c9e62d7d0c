"""O nosso jogador: a Questão 8.

Troca como o ganancioso, que em toda espécie de mão dá o maior valor médio. A sua força está em
desistir pouco, e nas horas certas. Desistir custa 2 pontos ao primeiro e 3 ao segundo; perder
custa o que vale a mão do outro. Contra um par, dois pares ou uma tripla, perder não custa mais do
que desistir: só se desiste por medo de uma mão de 5 pontos ou mais.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.games.poker.projeto.cartas import no_máximo_três, valor

MÍNIMO_COMO_PRIMEIRO = {0: 3, 1: 2, 2: 2, 3: 0}
MÍNIMO_COMO_SEGUNDO = {0: 3, 1: 2, 2: 2, 3: 0}


def trocas_nosso(mão: Sequence[str], trocas1: int | None = None) -> list[str]:
    """Troca as cartas que não contribuem, no máximo as 3 menores."""
    return no_máximo_três(mão)


def desistir_nosso(
    mão_atual: Sequence[str],
    mão_original: Sequence[str],
    trocas_minhas: Sequence[str],
    trocas_outro: int | None = None,
    segundo: bool = False,
) -> bool:
    """Desiste quando a mão vale menos do que o mínimo contra quem trocou tantas cartas."""
    mínimo = MÍNIMO_COMO_SEGUNDO if segundo else MÍNIMO_COMO_PRIMEIRO
    return valor(mão_atual) < mínimo[trocas_outro or 0]
