"""The only level takes one object at random: a weak but sensible opponent."""

from ludoteca.core.jit import njit

from .rules import LARGEST, legal_actions


@njit
def policy_probs(s, level, out, prob):
    """Uniform over the moves that take one object."""
    n = legal_actions(s, out)
    kept = 0
    for i in range(n):
        if out[i] % LARGEST == 0:
            out[kept] = out[i]
            kept += 1
    for i in range(kept):
        prob[i] = 1.0 / kept
    return kept
