"""O nosso jogador: a Questão 8.

O número de cartas que se troca é tudo o que o outro vê, e o nosso jogador cuida do que mostra e do
que vê.

- Trocas: como o ganancioso, que em toda espécie de mão dá o maior valor médio; mas sem nada na mão
  troca só as 2 menores. Assim parece ter uma tripla, e o outro já não sabe o que pensar de quem
  troca 2.
- Desistir: com um par ou nada, e nunca com mais do que isso. Contra quem trocou 3 cartas não
  desiste nunca: ele só tinha um par ou nada, e perder para dois pares ou uma tripla custa 2 ou 3
  pontos, quando desistir já custa 2 como primeiro e 3 como segundo. Como segundo também não desiste
  de quem trocou uma só, que tinha dois pares e, o mais das vezes, ficou com eles.

Em pontos por rodada completa, na média das duas ordens, ganha 0,15 do ganancioso, 0,60 do
cauteloso, 0,80 do blefe e 2,09 do aleatório. Um adversário perfeito ganha dele 0,14, e 0,42 do
ganancioso.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.games.poker.projeto.cartas import menores, no_máximo_três, não_contribuem, valor

TROCA_SEM_NADA = 2
DOIS_PARES = 2
MÍNIMO_COMO_PRIMEIRO = (DOIS_PARES, DOIS_PARES, DOIS_PARES, 0)
MÍNIMO_COMO_SEGUNDO = (DOIS_PARES, 0, DOIS_PARES, 0)
"""O valor a partir do qual fica no jogo, pelo número de cartas que o outro trocou: 0, 1, 2 ou 3."""


def trocas_nosso(mão: Sequence[str], trocas1: int | None = None) -> list[str]:
    """Troca as cartas que não contribuem; sem nada na mão, as 2 menores."""
    if valor(mão) == 0:
        return menores(não_contribuem(mão), TROCA_SEM_NADA)
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
