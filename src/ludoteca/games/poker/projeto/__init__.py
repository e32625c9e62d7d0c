# ruff: noqa: F401 - os nomes são para quem importa o projeto
"""Projeto Poker simplificado, como foi proposto: as Questões 1 a 8, as rodadas e a partida.

Fonte: B. Costa, *Projeto Poker simplificado*, Computação I, UFRJ, 2022/1.

>>> valor(["A", "A", "K", "Q", "J"])
1
>>> trocas_ganancioso(["A", "A", "K", "Q", "J"])
['K', 'Q', 'J']
>>> número, nomes, placar = partida("ganancioso", "cauteloso", "completa")
>>> número, nomes
(6, ('ganancioso', 'cauteloso'))

======== ==========================================================================
Questão  Funções
======== ==========================================================================
1        ``valor``, ``pontos``, ``não_contribuem``, ``no_máximo_três``
2        ``possibilidades``, ``resultados_troca``, ``valor_médio_troca``
3        ``trocas_aleatório``, ``desistir_aleatório``
4        ``trocas_humano``, ``desistir_humano``
5        ``trocas_ganancioso``, ``desistir_ganancioso``
6        ``trocas_cauteloso``, ``desistir_cauteloso``
7        ``trocas_blefe``, ``desistir_blefe``
8        ``trocas_nosso``, ``desistir_nosso``
O jogo   ``rodada_rápida``, ``rodada_estratégica``, ``rodada_completa``, ``partida``
======== ==========================================================================

Um argumento errado é recusado com um ``ErroNoJogo``, que diz o que seria aceito.
"""

from ludoteca.games.poker.projeto.cartas import (
    BARALHO,
    CARTAS,
    ErroNoJogo,
    cartas_restantes,
    menores,
    no_máximo_três,
    não_contribuem,
    pontos,
    possibilidades,
    resultados_troca,
    valor,
    valor_médio_troca,
)
from ludoteca.games.poker.projeto.jogadores import (
    desistir_aleatório,
    desistir_blefe,
    desistir_cauteloso,
    desistir_ganancioso,
    desistir_humano,
    probabilidades_desistir_aleatório,
    probabilidades_trocas_aleatório,
    trocas_aleatório,
    trocas_blefe,
    trocas_cauteloso,
    trocas_ganancioso,
    trocas_humano,
)
from ludoteca.games.poker.projeto.jogo import (
    ESPÉCIES,
    JOGADORES,
    JogadorFalhou,
    distribuir,
    jogador,
    jogar_rodada,
    novo_jogo,
    ordem,
    partida,
    rodada,
    rodada_completa,
    rodada_estratégica,
    rodada_rápida,
    trocar,
    vencedor,
)
from ludoteca.games.poker.projeto.nosso import desistir_nosso, trocas_nosso
