"""A rodada, nas suas três espécies, e a partida de cinco rodadas.

O estado da rodada é a tupla ``(mão do primeiro, mão do segundo)``. O estado do jogo é a tupla
``(rodada atual, (jogador 1, jogador 2), placar)``, com o placar num dicionário. Cada jogador é uma
string: um nome de ``JOGADORES``, com ou sem acentos, ou o caminho de um arquivo ``.py`` com as
funções ``trocas_X`` e ``desistir_X``.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from ludoteca.games.poker.projeto import jogadores, nosso
from ludoteca.games.poker.projeto.cartas import (
    BARALHO,
    TAMANHO_DA_MÃO,
    ErroNoJogo,
    conferir_cartas,
    conferir_mão,
    conferir_trocas,
    mostrar_mão,
    pontos,
)

RODADAS = 5
ESPÉCIES = ("rápida", "estratégica", "completa")
PONTOS_SE_O_PRIMEIRO_DESISTE, PONTOS_SE_O_SEGUNDO_DESISTE = 2, 3

Pontos: TypeAlias = tuple[int | float, int | float]
Rodada: TypeAlias = tuple[list[str], list[str]]
Jogo: TypeAlias = tuple[int, tuple[str, str], dict[str, int | float]]
Sorteio: TypeAlias = random.Random | None
"""De onde vêm as cartas; sem ele, ao acaso."""
Mostrar: TypeAlias = Callable[[str], object] | None
"""O que recebe cada frase do que acontece, como ``print``."""


class Jogador(NamedTuple):
    """As duas funções que definem um jogador."""

    trocas: Callable[..., Sequence[str]]
    desistir: Callable[..., bool]


JOGADORES = {
    "aleatório": Jogador(jogadores.trocas_aleatório, jogadores.desistir_aleatório),
    "humano": Jogador(jogadores.trocas_humano, jogadores.desistir_humano),
    "ganancioso": Jogador(jogadores.trocas_ganancioso, jogadores.desistir_ganancioso),
    "cauteloso": Jogador(jogadores.trocas_cauteloso, jogadores.desistir_cauteloso),
    "blefe": Jogador(jogadores.trocas_blefe, jogadores.desistir_blefe),
    "nosso": Jogador(nosso.trocas_nosso, nosso.desistir_nosso),
}


class JogadorFalhou(Exception):
    """Um jogador não respondeu como devia; a mensagem diz qual, e o que lhe foi perguntado."""


def jogador(nome: str) -> Jogador:
    """As funções do jogador ``nome``; erro se não há nenhum com esse nome.

    As funções de um arquivo são chamadas num processo à parte, com tempo limitado.
    """
    if isinstance(nome, str) and nome.endswith(".py"):
        return _de_arquivo(nome)
    conhecidos = {_sem_acentos(conhecido): conhecido for conhecido in JOGADORES}
    achado = conhecidos.get(_sem_acentos(nome)) if isinstance(nome, str) else None
    if achado is None:
        raise ErroNoJogo(
            f"não há um jogador {nome!r}; há: {', '.join(JOGADORES)}, ou um arquivo .py"
        )
    return JOGADORES[achado]


def _de_arquivo(nome: str) -> Jogador:
    from ludoteca.core.errors import BadInput
    from ludoteca.core.i18n import speaking
    from ludoteca.games.poker.students import functions_of

    with speaking("pt"):
        try:
            trocas, desistir = functions_of(nome)
        except BadInput as erro:
            raise ErroNoJogo(str(erro)) from erro

    def em_português(função: Callable[..., Any]) -> Callable[..., Any]:
        def chamada(*argumentos: object) -> object:
            with speaking("pt"):
                return função(*argumentos)

        return chamada

    return Jogador(em_português(trocas), em_português(desistir))


@lru_cache(1024)
def _sem_acentos(nome: str) -> str:
    letras = unicodedata.normalize("NFKD", nome.strip().casefold())
    return "".join(letra for letra in letras if not unicodedata.combining(letra))


# -- a rodada -----------------------------------------------------------------------------------


def distribuir(sorteio: Sorteio = None) -> tuple[Rodada, list[str]]:
    """Embaralha e dá cinco cartas a cada um: o estado da rodada e as cartas que sobram."""
    cartas = list(BARALHO)
    (sorteio or random.Random()).shuffle(cartas)
    primeira, segunda = cartas[:TAMANHO_DA_MÃO], cartas[TAMANHO_DA_MÃO : 2 * TAMANHO_DA_MÃO]
    return (primeira, segunda), cartas[2 * TAMANHO_DA_MÃO :]


def trocar(mão: Sequence[str], trocas: Sequence[str], novas: Sequence[str]) -> list[str]:
    """A mão com cada carta trocada substituída por uma nova, no mesmo lugar.

    >>> trocar(["A", "K", "7", "A", "Q"], ["K", "7", "A"], ["Q", "J", "J"])
    ['Q', 'J', 'J', 'A', 'Q']
    """
    saem = conferir_trocas(mão, trocas)
    entram = conferir_cartas(novas)
    if len(entram) != len(saem):
        raise ErroNoJogo(f"saem {len(saem)} cartas e entram {len(entram)}")
    nova = list(mão)
    for i, carta in enumerate(mão):
        if carta in saem:
            saem.remove(carta)
            nova[i] = entram.pop(0)
    return conferir_mão(nova)


def rodada(
    espécie: str, primeiro: str, segundo: str, sorteio: Sorteio = None, mostrar: Mostrar = None
) -> Pontos:
    """Joga uma rodada da ``espécie`` e devolve os pontos do primeiro e do segundo jogador.

    ``sorteio`` dá as cartas (sem ele, ao acaso) e ``mostrar`` recebe cada frase do que acontece.
    Um jogador que falha perde a rodada como se desistisse dela.
    """
    jogar = _por_nome(espécie)
    try:
        return jogar(primeiro, segundo, sorteio, mostrar)
    except JogadorFalhou as falha:
        _dizer(mostrar, f"{falha} Perde a rodada.")
        return _desistência(falha.args[1])


def rodada_rápida(
    primeiro: str, segundo: str, sorteio: Sorteio = None, mostrar: Mostrar = None
) -> Pontos:
    """A rodada com as etapas 1 e 8: as mãos são dadas e reveladas."""
    estado, _monte = distribuir(sorteio)
    return _revelar(estado, (primeiro, segundo), mostrar)


def rodada_estratégica(
    primeiro: str, segundo: str, sorteio: Sorteio = None, mostrar: Mostrar = None
) -> Pontos:
    """A rodada com as etapas 1 a 5 e 8: com trocas, sem desistir."""
    estado, _trocas = _trocadas((primeiro, segundo), *distribuir(sorteio), mostrar)
    return _revelar(estado, (primeiro, segundo), mostrar)


def rodada_completa(
    primeiro: str, segundo: str, sorteio: Sorteio = None, mostrar: Mostrar = None
) -> Pontos:
    """A rodada com as oito etapas."""
    nomes = (primeiro, segundo)
    originais, monte = distribuir(sorteio)
    estado, trocas = _trocadas(nomes, originais, monte, mostrar)
    for i, nome in enumerate(nomes):
        resposta = _perguntar(
            i, nome, "desistir", list(estado[i]), list(originais[i]), list(trocas[i]),
            len(trocas[1 - i]), i == 1,
        )  # fmt: skip
        if not isinstance(resposta, bool):
            raise _falha(i, nome, f"desistir devolveu {resposta!r}, e não True ou False")
        if resposta:
            _dizer(mostrar, f"{nome} desiste.")
            return _desistência(i)
    return _revelar(estado, nomes, mostrar)


def _por_nome(espécie: str) -> Callable[..., Pontos]:
    jogos = {
        "rapida": rodada_rápida,
        "estrategica": rodada_estratégica,
        "completa": rodada_completa,
    }
    achada = jogos.get(_sem_acentos(espécie)) if isinstance(espécie, str) else None
    if achada is None:
        raise ErroNoJogo(f"a rodada é rápida, estratégica ou completa, e não {espécie!r}")
    return achada


def _trocadas(
    nomes: tuple[str, str], originais: Rodada, monte: list[str], mostrar: Mostrar
) -> tuple[Rodada, tuple[list[str], list[str]]]:
    """O estado depois das trocas dos dois, e o que cada um trocou; tira cartas do ``monte``."""
    mãos: list[list[str]] = []
    trocas: list[list[str]] = []
    for i, nome in enumerate(nomes):
        contadas = (len(trocas[0]),) if i == 1 else ()
        resposta = _perguntar(i, nome, "trocas", list(originais[i]), *contadas)
        try:
            escolhidas = conferir_trocas(originais[i], resposta)
        except ErroNoJogo as erro:
            raise _falha(i, nome, str(erro)) from erro
        novas = [monte.pop() for _carta in escolhidas]
        mãos.append(trocar(originais[i], escolhidas, novas))
        trocas.append(escolhidas)
        _dizer(mostrar, f"{nome} troca {len(escolhidas)}.")
    return (mãos[0], mãos[1]), (trocas[0], trocas[1])


def _perguntar(lugar: int, nome: str, função: str, *argumentos: object) -> Any:
    try:
        return getattr(jogador(nome), função)(*argumentos)
    except (EOFError, KeyboardInterrupt, JogadorFalhou):
        raise
    except Exception as erro:
        ditos = ", ".join(repr(argumento) for argumento in argumentos)
        raise _falha(lugar, nome, f"{função}({ditos}): {erro}") from erro


def _falha(lugar: int, nome: str, porquê: str) -> JogadorFalhou:
    return JogadorFalhou(f"{nome} falhou: {porquê}.", lugar)


def _desistência(lugar: int) -> Pontos:
    if lugar == 0:
        return (0, PONTOS_SE_O_PRIMEIRO_DESISTE)
    return (PONTOS_SE_O_SEGUNDO_DESISTE, 0)


def _revelar(estado: Rodada, nomes: tuple[str, str], mostrar: Mostrar) -> Pontos:
    ganhos = pontos(*estado)
    for nome, mão, ganho in zip(nomes, estado, ganhos, strict=True):
        _dizer(mostrar, f"{nome} tem {mostrar_mão(mão)} e recebe {_em_português(ganho)}.")
    return ganhos


def _em_português(número: int | float) -> str:
    return f"{número:g}".replace(".", ",")


def _dizer(mostrar: Mostrar, frase: str) -> None:
    if mostrar is not None:
        mostrar(frase)


# -- a partida ----------------------------------------------------------------------------------


def novo_jogo(jogador1: str, jogador2: str) -> Jogo:
    """O estado antes da primeira rodada.

    >>> novo_jogo("ganancioso", "blefe")
    (1, ('ganancioso', 'blefe'), {'ganancioso': 0, 'blefe': 0})
    """
    for nome in (jogador1, jogador2):
        jogador(nome)
    if jogador1 == jogador2:
        raise ErroNoJogo(f"os dois jogadores se chamam {jogador1!r}: o placar não os distingue")
    return 1, (jogador1, jogador2), {jogador1: 0, jogador2: 0}


def ordem(jogo: Jogo) -> tuple[str, str]:
    """Quem é o primeiro e quem é o segundo na rodada atual: alternam a cada rodada."""
    número, (jogador1, jogador2), _placar = jogo
    return (jogador1, jogador2) if número % 2 else (jogador2, jogador1)


def jogar_rodada(
    jogo: Jogo, espécie: str = "completa", sorteio: Sorteio = None, mostrar: Mostrar = None
) -> Jogo:
    """O estado do jogo depois de mais uma rodada; o estado recebido não muda."""
    número, nomes, placar = jogo
    primeiro, segundo = ordem(jogo)
    _dizer(mostrar, f"Rodada {número}: {primeiro} é o primeiro.")
    ganhos = rodada(espécie, primeiro, segundo, sorteio, mostrar)
    novo = dict(placar)
    for nome, ganho in zip((primeiro, segundo), ganhos, strict=True):
        novo[nome] += ganho
    return número + 1, nomes, novo


def partida(
    jogador1: str,
    jogador2: str,
    espécie: str = "completa",
    sorteio: Sorteio = None,
    mostrar: Mostrar = None,
) -> Jogo:
    """Joga as cinco rodadas e devolve o estado final: ganha quem tem mais pontos no placar.

    ``partida("humano", "ganancioso", mostrar=print)`` joga contra quem está ao teclado.
    """
    _por_nome(espécie)
    sorteio = sorteio or random.Random()
    jogo = novo_jogo(jogador1, jogador2)
    while jogo[0] <= RODADAS:
        jogo = jogar_rodada(jogo, espécie, sorteio, mostrar)
    return jogo


def vencedor(jogo: Jogo) -> str | None:
    """Quem tem mais pontos; None no empate.

    >>> vencedor((6, ("a", "b"), {"a": 4.5, "b": 3}))
    'a'
    """
    _número, (jogador1, jogador2), placar = jogo
    if placar[jogador1] == placar[jogador2]:
        return None
    return jogador1 if placar[jogador1] > placar[jogador2] else jogador2
