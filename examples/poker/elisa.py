"""Elisa: procura a troca perfeita, e nunca acaba."""

import random


def trocas_elisa(mão, trocas1=None):
    while True:
        novas = random.choices("A7KQJ", k=3)
        if len(set(novas)) > 3:
            return novas


def desistir_elisa(mão_atual, mão_original, trocas_minhas, trocas_outro=None, segundo=False):
    return False
