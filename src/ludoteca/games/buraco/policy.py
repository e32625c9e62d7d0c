"""The machines of buraco."""

from ludoteca.core.jit import njit

from .rules import legal_actions


@njit
def policy_probs(s, level, out, prob):
    """Any move, all equally likely."""
    n = legal_actions(s, out)
    for i in range(n):
        prob[i] = 1.0 / n
    return n
