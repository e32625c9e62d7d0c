"""Brute force over the kernel of vangin pasianssi."""

from fractions import Fraction

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.ids import CHANCE


@pytest.fixture(scope="session")
def chance_by_tree():
    """``chance_by_tree(record)``: the chance of a win by walking every outcome, exact."""
    known = {}

    def after(record, action):
        child = record.copy()
        calls.apply_action(child, 0, action)
        return walk(child)

    def walk(record):
        key = record.tobytes()
        if key not in known:
            known[key] = mean_of_outcomes(record)
        return known[key]

    def mean_of_outcomes(record):
        player = calls.current_player(record, 0)
        if player == CHANCE:
            deck = [int(n) for n in record["deck"][0]]
            total = sum(n * after(record, value) for value, n in enumerate(deck) if n)
            return total / Fraction(sum(deck))
        if player == 0:
            return after(record, 0)
        out = np.zeros(1)
        calls.returns(record, 0, out)
        return Fraction(int(out[0]))

    return walk
