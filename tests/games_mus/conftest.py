"""Hands of mus written as players write them."""

import itertools
from collections import Counter
from math import comb, prod

import numpy as np
import pytest

from ludoteca.games.mus.hands import FACES, HAND


def counts(text):
    """The ten counts of a hand: ``counts("RRCA")``."""
    held = Counter(text)
    return np.array([held[face] for face in FACES], np.int64)


@pytest.fixture(scope="session")
def hands():
    """``hands(copies)``: every hand of a deck, in letters, and in how many ways it is dealt."""

    def of(copies):
        there = [kind for kind, n in enumerate(copies) if n]
        for kinds in itertools.combinations_with_replacement(there, HAND):
            held = Counter(kinds)
            ways = prod(comb(copies[kind], n) for kind, n in held.items())
            if ways:
                yield "".join(FACES[kind] for kind in reversed(kinds)), ways

    return of
