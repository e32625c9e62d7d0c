"""Two players: one that sees a win, and one that also sees a threat and knows the good cells."""

from ludoteca.core.jit import njit

from .rules import LINES, legal_actions

BLOCK, WIN = 10.0, 100.0
CORNER, CENTRE = 2.0, 3.0


@njit
def _completes(s, cell, mark):
    """True where ``mark`` on ``cell`` makes three in a row."""
    for line in LINES:
        others = 0
        inside = False
        for i in line:
            if i == cell:
                inside = True
            elif s.cell[i] == mark:
                others += 1
        if inside and others == 2:
            return True
    return False


@njit
def _merit(s, cell, level):
    mine = s.marks % 2 + 1
    if _completes(s, cell, mine):
        return WIN
    if level == 0:
        return 0.0
    if _completes(s, cell, 3 - mine):
        return BLOCK
    if cell == 4:
        return CENTRE
    return CORNER if cell % 2 == 0 else 0.0


@njit
def policy_probs(s, level, out, prob):
    """Uniform over the moves of the greatest merit; ``basic`` sees a win alone."""
    n = legal_actions(s, out)
    best = 0.0
    for i in range(n):
        best = max(best, _merit(s, out[i], level))
    kept = 0
    for i in range(n):
        if _merit(s, out[i], level) == best:
            out[kept] = out[i]
            kept += 1
    for i in range(kept):
        prob[i] = 1.0 / kept
    return kept
