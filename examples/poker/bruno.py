"""Bruno: joga ao acaso, e diz com que probabilidades.

Com elas os seus resultados são calculados; sem elas seriam simulados.
"""

import random
from fractions import Fraction


def trocas_bruno(mão, trocas1=None):
    if random.random() < 1 / 3:
        return []
    return random.sample(mão, 2)


def probabilidades_trocas_bruno(mão, trocas1=None):
    chances = {(): Fraction(1, 3)}
    for i in range(5):
        for j in range(i):
            par = tuple(sorted((mão[i], mão[j])))
            chances[par] = chances.get(par, 0) + Fraction(2, 3) / 10
    return chances


def desistir_bruno(mão_atual, mão_original, trocas_minhas, trocas_outro=None, segundo=False):
    return random.random() < 0.25


def probabilidades_desistir_bruno(
    mão_atual, mão_original, trocas_minhas, trocas_outro=None, segundo=False
):
    return Fraction(1, 4)
