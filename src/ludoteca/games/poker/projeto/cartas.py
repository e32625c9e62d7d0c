"""Cartas, mãos e trocas: as Questões 1 e 2.

Uma carta é uma string, uma mão é uma lista de cinco cartas, na ordem em que foram recebidas. As
funções deste arquivo não modificam as listas que recebem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

CARTAS = ("A", "7", "K", "Q", "J")
"""As cinco cartas, da maior para a menor."""

CÓPIAS = 5
TAMANHO_DA_MÃO = 5
MÁXIMO_DE_TROCAS = 3
BARALHO = [carta for carta in CARTAS for _cópia in range(CÓPIAS)]


class ErroNoJogo(ValueError):
    """Um argumento que não faz sentido no jogo; a mensagem diz qual, e o que seria aceito."""


# -- conferência dos argumentos -----------------------------------------------------------------


def conferir_cartas(cartas: Sequence[str]) -> list[str]:
    """As ``cartas``, numa lista nova; erro se alguma não existe ou aparece mais de 5 vezes.

    >>> conferir_cartas(["A", "10"])
    Traceback (most recent call last):
    ...
    ludoteca.games.poker.projeto.cartas.ErroNoJogo: a carta '10' não existe; as cartas são A, 7, K, Q e J
    """  # noqa: E501 - a doctest's message is one line
    if isinstance(cartas, str) or not isinstance(cartas, Sequence):
        raise ErroNoJogo(f"esperava uma lista de cartas, como ['A', '7'], e recebi {cartas!r}")
    for carta in cartas:
        if not isinstance(carta, str) or carta not in CARTAS:
            raise ErroNoJogo(f"a carta {carta!r} não existe; as cartas são A, 7, K, Q e J")
    for carta, vezes in Counter(cartas).items():
        if vezes > CÓPIAS:
            raise ErroNoJogo(
                f"há {vezes} cartas {carta}, e o baralho só tem {CÓPIAS} cartas {carta}"
            )
    return list(cartas)


def conferir_mão(mão: Sequence[str]) -> list[str]:
    """A ``mão``, numa lista nova; erro se não são cinco cartas do baralho."""
    cartas = conferir_cartas(mão)
    if len(cartas) != TAMANHO_DA_MÃO:
        quantas = f"{len(cartas)} carta" + ("" if len(cartas) == 1 else "s")
        raise ErroNoJogo(f"uma mão tem 5 cartas, e esta tem {quantas}: {mostrar_mão(cartas)}")
    return cartas


def conferir_trocas(mão: Sequence[str], trocas: Sequence[str]) -> list[str]:
    """As ``trocas``, numa lista nova; erro se são mais de 3 ou não estão na ``mão``."""
    tem = Counter(conferir_mão(mão))
    cartas = conferir_cartas(trocas)
    if len(cartas) > MÁXIMO_DE_TROCAS:
        raise ErroNoJogo(f"trocam-se no máximo 3 cartas, e não {len(cartas)}")
    for carta, vezes in Counter(cartas).items():
        if vezes > tem[carta]:
            quantas = f"só tem {tem[carta]}" if tem[carta] else "não tem nenhuma"
            raise ErroNoJogo(
                f"não pode trocar {vezes} carta{'s' if vezes > 1 else ''} {carta}: "
                f"a mão {mostrar_mão(mão)} {quantas}"
            )
    return cartas


def mostrar_mão(mão: Sequence[str]) -> str:
    """A mão como o enunciado a escreve.

    >>> mostrar_mão(["A", "K", "7", "A", "Q"])
    '[A, K, 7, A, Q]'
    """
    return "[" + ", ".join(mão) + "]"


# -- Questão 1: valor das mãos ------------------------------------------------------------------


def valor(mão: Sequence[str]) -> int:
    """Questão 1a: o valor da mão em pontos.

    Um par 1, dois pares 2, uma tripla 3, uma tripla e um par 5, uma quadra 10, uma quina 50, e 0
    quando as cinco cartas são diferentes.

    >>> valor(["A", "A", "K", "Q", "J"]), valor(["7", "7", "K", "7", "K"]), valor(["J"] * 5)
    (1, 5, 50)
    """
    vezes = sorted(Counter(conferir_mão(mão)).values(), reverse=True)
    if vezes[0] == 5:
        return 50
    if vezes[0] == 4:
        return 10
    if vezes[0] == 3:
        return 5 if vezes[1] == 2 else 3
    if vezes[0] == 2:
        return 2 if vezes[1] == 2 else 1
    return 0


def pontos(mão1: Sequence[str], mão2: Sequence[str]) -> tuple[int | float, int | float]:
    """Questão 1b: os pontos que cada jogador recebe quando as mãos são reveladas.

    Quem tem a mão de maior valor recebe esse valor, e o outro nada; no empate cada um recebe a
    metade.

    >>> pontos(["A", "A", "K", "Q", "J"], ["7", "7", "K", "K", "J"])
    (0, 2)
    >>> pontos(["A", "A", "K", "Q", "J"], ["7", "7", "K", "Q", "J"])
    (0.5, 0.5)
    """
    valor1, valor2 = valor(mão1), valor(mão2)
    conferir_cartas([*mão1, *mão2])
    if valor1 == valor2:
        metade = valor1 / 2
        return (metade, metade) if valor1 % 2 else (valor1 // 2, valor1 // 2)
    return (valor1, 0) if valor1 > valor2 else (0, valor2)


def não_contribuem(mão: Sequence[str]) -> list[str]:
    """Questão 1c: as cartas que não contribuem para o valor, na ordem da mão.

    São as que aparecem uma vez só: as cinco, quando a mão não vale nada.

    >>> não_contribuem(["A", "K", "7", "A", "Q"])
    ['K', '7', 'Q']
    """
    vezes = Counter(conferir_mão(mão))
    return [carta for carta in mão if vezes[carta] == 1]


def no_máximo_três(mão: Sequence[str]) -> list[str]:
    """Questão 1d: no máximo 3 cartas que não contribuem, na ordem da mão.

    Só a mão sem nada tem mais de 3; dela saem as 3 menores, na ordem A > 7 > K > Q > J.

    >>> no_máximo_três(["J", "A", "K", "7", "Q"])
    ['J', 'K', 'Q']
    """
    return menores(não_contribuem(mão), MÁXIMO_DE_TROCAS)


def menores(cartas: Sequence[str], quantas: int) -> list[str]:
    """As ``quantas`` menores das ``cartas``, na ordem em que aparecem.

    >>> menores(["K", "7", "Q"], 1)
    ['Q']
    """
    da_menor = sorted(range(len(cartas)), key=lambda i: CARTAS.index(cartas[i]), reverse=True)
    return [cartas[i] for i in sorted(da_menor[:quantas])]


# -- Questão 2: trocas estratégicas -------------------------------------------------------------


def cartas_restantes(mão: Sequence[str]) -> list[str]:
    """As 20 cartas que não estão na mão: as do outro jogador contam como desconhecidas."""
    tem = Counter(conferir_mão(mão))
    return [carta for carta in CARTAS for _cópia in range(CÓPIAS - tem[carta])]


def possibilidades(
    mão_parcial: Sequence[str], num_cartas: int, cartas_restantes: Sequence[str]
) -> Iterator[list[str]]:
    """Questão 2a: gera todas as mãos que vêm do sorteio de ``num_cartas`` das restantes.

    Cada carta restante é uma carta física: a mesma mão aparece tantas vezes quantas há modos de
    sorteá-la, e assim todas as mãos geradas têm a mesma probabilidade.

    >>> list(possibilidades(["A", "A", "A", "A"], 1, ["7", "7", "K"]))
    [['A', 'A', 'A', 'A', '7'], ['A', 'A', 'A', 'A', '7'], ['A', 'A', 'A', 'A', 'K']]
    """
    parcial = conferir_cartas(mão_parcial)
    restantes = conferir_cartas(cartas_restantes)
    conferir_cartas([*parcial, *restantes])
    if isinstance(num_cartas, bool) or not isinstance(num_cartas, int) or num_cartas < 0:
        raise ErroNoJogo(f"o número de cartas é um inteiro de 0 em diante, e não {num_cartas!r}")
    if len(parcial) + num_cartas != TAMANHO_DA_MÃO:
        raise ErroNoJogo(
            f"uma mão tem 5 cartas, e {len(parcial)} com mais {num_cartas} dão "
            f"{len(parcial) + num_cartas}"
        )
    if num_cartas > len(restantes):
        raise ErroNoJogo(f"não há {num_cartas} cartas para sortear: restam {len(restantes)}")
    return (parcial + list(novas) for novas in combinations(restantes, num_cartas))


def sem(mão: Sequence[str], trocas: Sequence[str]) -> list[str]:
    """A mão sem as cartas trocadas (a primeira de cada uma), na mesma ordem."""
    ficam = list(mão)
    for carta in conferir_trocas(mão, trocas):
        ficam.remove(carta)
    return ficam


def resultados_troca(mão: Sequence[str], trocas: Sequence[str]) -> dict[str, int]:
    """Questões 2b e 2c: em quantas ocasiões a troca melhora, mantém ou piora o valor da mão.

    >>> resultados_troca(["A", "A", "K", "Q", "J"], ["K", "Q", "J"])
    {'melhor': 836, 'igual': 304, 'pior': 0}
    >>> resultados_troca(["A", "A", "K", "Q", "J"], ["Q", "J"])
    {'melhor': 134, 'igual': 56, 'pior': 0}
    >>> resultados_troca(["A", "A", "K", "Q", "J"], ["J"])
    {'melhor': 11, 'igual': 9, 'pior': 0}
    """
    antes, parcial = valor(mão), sem(mão, trocas)
    contagem = {"melhor": 0, "igual": 0, "pior": 0}
    for nova in possibilidades(parcial, len(trocas), cartas_restantes(mão)):
        depois = valor(nova)
        contagem["melhor" if depois > antes else "igual" if depois == antes else "pior"] += 1
    return contagem


def valor_médio_troca(mão: Sequence[str], trocas: Sequence[str]) -> Fraction:
    """Questão 2d: a média do valor da mão ao trocar as cartas ``trocas``, como fração exata.

    As 20 cartas fora da mão são igualmente prováveis. Para o decimal, ``float(...)``.

    >>> valor_médio_troca(["A", "A", "K", "Q", "J"], ["K", "Q", "J"])
    Fraction(1537, 570)
    """
    novas = possibilidades(sem(mão, trocas), len(trocas), cartas_restantes(mão))
    valores = [valor(nova) for nova in novas]
    return Fraction(sum(valores), len(valores))
