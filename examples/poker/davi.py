"""Davi: não testou a mão sem nenhum par, e o programa para."""


def trocas_davi(mão, trocas1=None):
    print("mão:", mão)
    repetidas = [carta for carta in mão if mão.count(carta) > 1]
    principal = repetidas[0]
    return [carta for carta in mão if carta != principal and mão.count(carta) == 1]


def desistir_davi(mão_atual, mão_original, trocas_minhas, trocas_outro=None, segundo=False):
    return len(set(mão_atual)) == 5
