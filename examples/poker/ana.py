"""Ana: joga bem.

Troca o que não contribui, mas sem nada na mão finge uma tripla e troca só duas. Desiste pouco: olha
quantas cartas o outro trocou e quantas ela mesma trocou.
"""

ORDEM = "A7KQJ"

# O menor valor com que fica no jogo: primeiro por quantas o outro trocou, depois por quantas ela.
PRIMEIRA = [[2, 2, 2, 2], [2, 2, 0, 2], [2, 2, 2, 2], [2, 2, 0, 0]]
SEGUNDA = [[2, 3, 0, 2], [0, 0, 3, 0], [2, 3, 2, 2], [0, 0, 0, 0]]


def valor(mão):
    vezes = sorted((mão.count(carta) for carta in set(mão)), reverse=True)
    tabela = {(5,): 50, (4, 1): 10, (3, 2): 5, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return tabela.get(tuple(vezes), 0)


def trocas_ana(mão, trocas1=None):
    sozinhas = [carta for carta in mão if mão.count(carta) == 1]
    sozinhas.sort(key=ORDEM.index, reverse=True)
    finge = valor(mão) == 0 and trocas1 != 0
    return sozinhas[:2] if finge else sozinhas[:3]


def desistir_ana(mão_atual, mão_original, trocas_minhas, trocas_outro=None, segundo=False):
    mínimo = SEGUNDA if segundo else PRIMEIRA
    return valor(mão_atual) < mínimo[trocas_outro][len(trocas_minhas)]
