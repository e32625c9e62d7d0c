"""Os jogadores: as Questões 3 a 8.

Um jogador é definido por duas funções:

- ``trocas(mão, trocas1=None)`` devolve a lista das cartas que troca; ``trocas1`` é o número de
  cartas que o primeiro jogador trocou, e só o segundo jogador o recebe;
- ``desistir(mão_atual, mão_original, trocas_minhas, trocas_outro=None, segundo=False)`` devolve
  True para desistir; ``trocas_minhas`` é a lista das cartas que trocou, ``trocas_outro`` o número
  de cartas que o outro trocou, e ``segundo`` é True para o segundo jogador.

Um jogador que sorteia pode dizer também com que probabilidades: ``probabilidades_trocas_X`` devolve
um dicionário de tuplas de cartas a probabilidades, ``probabilidades_desistir_X`` a probabilidade de
desistir. Com elas os seus resultados são calculados, e não simulados.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from ludoteca.games.poker.projeto.cartas import (
    MÁXIMO_DE_TROCAS,
    ErroNoJogo,
    conferir_mão,
    conferir_trocas,
    menores,
    mostrar_mão,
    no_máximo_três,
    não_contribuem,
    valor,
)

METADE = Fraction(1, 2)
VALOR_DA_TRIPLA, VALOR_DA_QUADRA = 3, 10


def _conferir(
    mão_atual: Sequence[str], mão_original: Sequence[str], trocas_minhas: Sequence[str]
) -> None:
    """Erro se o que ``desistir`` recebeu não pode ter acontecido."""
    ficam = Counter(mão_original)
    ficam.subtract(conferir_trocas(mão_original, trocas_minhas))
    if any(vezes > Counter(conferir_mão(mão_atual))[carta] for carta, vezes in ficam.items()):
        raise ErroNoJogo(
            f"a mão {mostrar_mão(mão_original)} trocando {mostrar_mão(trocas_minhas)} "
            f"não pode virar {mostrar_mão(mão_atual)}"
        )


# -- Questão 3: jogador aleatório ---------------------------------------------------------------


def trocas_aleatório(mão: Sequence[str], trocas1: int | None = None) -> list[str]:
    """Percorre a mão e troca cada carta com 50% de probabilidade, parando em 3."""
    escolhidas = [carta for carta in conferir_mão(mão) if random.random() < 0.5]
    return escolhidas[:MÁXIMO_DE_TROCAS]


def probabilidades_trocas_aleatório(
    mão: Sequence[str], trocas1: int | None = None
) -> dict[tuple[str, ...], Fraction]:
    """As probabilidades exatas de ``trocas_aleatório``: os 32 sorteios são igualmente prováveis."""
    cartas = conferir_mão(mão)
    chances: Counter[tuple[str, ...]] = Counter()
    for sorteio in product((False, True), repeat=len(cartas)):
        escolhidas = [carta for carta, sim in zip(cartas, sorteio, strict=True) if sim]
        chances[tuple(escolhidas[:MÁXIMO_DE_TROCAS])] += 1
    return {trocas: Fraction(vezes, 2 ** len(cartas)) for trocas, vezes in chances.items()}


def desistir_aleatório(
    mão_atual: Sequence[str],
    mão_original: Sequence[str],
    trocas_minhas: Sequence[str],
    trocas_outro: int | None = None,
    segundo: bool = False,
) -> bool:
    """Desiste com 50% de probabilidade."""
    _conferir(mão_atual, mão_original, trocas_minhas)
    return random.random() < 0.5


def probabilidades_desistir_aleatório(
    mão_atual: Sequence[str],
    mão_original: Sequence[str],
    trocas_minhas: Sequence[str],
    trocas_outro: int | None = None,
    segundo: bool = False,
) -> Fraction:
    """A probabilidade de ``desistir_aleatório`` desistir: sempre um meio."""
    return METADE


# -- Questão 4: jogador humano ------------------------------------------------------------------


def trocas_humano(mão: Sequence[str], trocas1: int | None = None) -> list[str]:
    """Mostra a mão e pergunta quais cartas trocar, até receber uma resposta correta.

    A resposta são os nomes das cartas, juntos ou separados, como ``K7A``; nada, para nenhuma.
    """
    if trocas1 is not None:
        print(f"Seu adversário trocou {_contadas(trocas1)}.", end=" ")
    print(f"Você possui {mostrar_mão(conferir_mão(mão))}.")
    while True:
        resposta = input("Quais deseja trocar? ")
        try:
            return conferir_trocas(mão, ler_cartas(resposta))
        except ErroNoJogo as erro:
            print(f"Não entendi: {erro}.")


def desistir_humano(
    mão_atual: Sequence[str],
    mão_original: Sequence[str],
    trocas_minhas: Sequence[str],
    trocas_outro: int | None = None,
    segundo: bool = False,
) -> bool:
    """Mostra a mão nova e pergunta se o jogador quer continuar, até receber sim ou não."""
    _conferir(mão_atual, mão_original, trocas_minhas)
    if segundo:
        print("Seu adversário decidiu continuar.")
    elif trocas_outro is not None:
        print(f"Seu adversário trocou {_contadas(trocas_outro)}.")
    while True:
        resposta = input(f"Sua mão agora é {mostrar_mão(mão_atual)}. Quer continuar? ")
        palavra = resposta.strip().casefold().rstrip(".!")
        if palavra in ("s", "sim"):
            return False
        if palavra in ("n", "não", "nao"):
            return True
        print("Responda sim ou não.")


def ler_cartas(resposta: str) -> list[str]:
    """As cartas de uma resposta como ``K7A``, ``k 7 a`` ou ``K, 7, A``.

    >>> ler_cartas("K, 7a")
    ['K', '7', 'A']
    """
    return [letra for letra in resposta.upper() if letra not in " ,;[]'\"\t"]


def _contadas(quantas: int) -> str:
    if quantas == 0:
        return "nenhuma carta"
    return "1 carta" if quantas == 1 else f"{quantas} cartas"


# -- Questão 5: jogador ganancioso --------------------------------------------------------------


def trocas_ganancioso(mão: Sequence[str], trocas1: int | None = None) -> list[str]:
    """Troca as cartas que não contribuem; quando não tem nem um par, as 3 menores."""
    return no_máximo_três(mão)


def desistir_ganancioso(
    mão_atual: Sequence[str],
    mão_original: Sequence[str],
    trocas_minhas: Sequence[str],
    trocas_outro: int | None = None,
    segundo: bool = False,
) -> bool:
    """Como primeiro, desiste com um par ou menos; como segundo, se não tem uma tripla."""
    _conferir(mão_atual, mão_original, trocas_minhas)
    if segundo:
        return valor(mão_atual) < VALOR_DA_TRIPLA
    return valor(mão_atual) <= 1


# -- Questão 6: jogador cauteloso ---------------------------------------------------------------


def trocas_cauteloso(mão: Sequence[str], trocas1: int | None = None) -> list[str]:
    """Troca como o ganancioso."""
    return trocas_ganancioso(mão, trocas1)


def desistir_cauteloso(
    mão_atual: Sequence[str],
    mão_original: Sequence[str],
    trocas_minhas: Sequence[str],
    trocas_outro: int | None = None,
    segundo: bool = False,
) -> bool:
    """Teme quem troca pouco: quem trocou uma só tem ao menos uma quadra, quem trocou duas, tripla.

    Desiste quando a sua mão vale menos do que a que teme; um empate não o faz desistir. Se o
    outro trocou 0 ou 3 cartas, desiste como o ganancioso.
    """
    _conferir(mão_atual, mão_original, trocas_minhas)
    if trocas_outro == 1:
        return valor(mão_atual) < VALOR_DA_QUADRA
    if trocas_outro == 2:
        return valor(mão_atual) < VALOR_DA_TRIPLA
    return desistir_ganancioso(mão_atual, mão_original, trocas_minhas, trocas_outro, segundo)


# -- Questão 7: jogador blefe -------------------------------------------------------------------


def trocas_blefe(mão: Sequence[str], trocas1: int | None = None) -> list[str]:
    """Troca no máximo uma carta, a menor das que não contribuem: parece ter uma mão forte."""
    return menores(não_contribuem(mão), 1)


def desistir_blefe(
    mão_atual: Sequence[str],
    mão_original: Sequence[str],
    trocas_minhas: Sequence[str],
    trocas_outro: int | None = None,
    segundo: bool = False,
) -> bool:
    """Desiste como o ganancioso."""
    return desistir_ganancioso(mão_atual, mão_original, trocas_minhas, trocas_outro, segundo)
