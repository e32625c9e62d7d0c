"""Caio: trapaceia. Joga fora valetes que não tem, e põe ases na mão que lhe mostram."""


def trocas_caio(mão, trocas1=None):
    while "J" in mão:
        mão[mão.index("J")] = "A"
    return ["J", "J", "J"]


def desistir_caio(mão_atual, mão_original, trocas_minhas, trocas_outro=None, segundo=False):
    mão_atual[:] = ["A"] * 5
    return False
