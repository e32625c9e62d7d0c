"""Two players of minirummy: one that minds its own cards, one that looks at pile and runs too."""

from ludoteca.core.jit import njit

from .rules import CHOOSING, DISCARD, DRAW, KINDS, RANKS, TAKE, WILD, legal_actions, pile_size

KEEP_WILD = 10.0
FITS = 3.0
FULL_PILE = 3


@njit
def policy_probs(s, level, out, prob):
    """Lay what can be laid; else discard, uniformly among the cards of the least use."""
    if s.phase == CHOOSING:
        out[0] = TAKE if level == 1 and _wants_pile(s) else DRAW
        prob[0] = 1.0
        return 1
    n = legal_actions(s, out)
    if out[0] < DISCARD:
        prob[0] = 1.0
        return 1
    least = _use(s, out[0] - DISCARD, level)
    for i in range(1, n):
        least = min(least, _use(s, out[i] - DISCARD, level))
    kept = 0
    for i in range(n):
        if _use(s, out[i] - DISCARD, level) == least:
            out[kept] = out[i]
            kept += 1
    for i in range(kept):
        prob[i] = 1.0 / kept
    return kept


@njit
def _wants_pile(s):
    """True where the pile may be taken, and is large or holds a card next to one's own."""
    if pile_size(s) == 0 or s.takes >= s.most_takes:
        return False
    useful = 0
    for kind in range(KINDS):
        if s.pile[kind] > 0 and (_neighbours(s, kind) > 1 or _extends(s, s.to_move, kind)):
            useful += 1
    return useful > 0 or pile_size(s) >= FULL_PILE


@njit
def _neighbours(s, kind):
    """Other kinds held of the suit of ``kind``, at most two ranks away."""
    n = 0
    for other in range(KINDS):
        near = other // RANKS == kind // RANKS and 0 < abs(other - kind) <= 2
        if near and s.hand[s.to_move, other] > 0:
            n += 1
    return n


@njit
def _extends(s, owner, kind):
    """True where the card fits at an end of a run of ``owner``."""
    n = 0
    for meld in range(s.melds[owner]):
        if s.meld_suit[owner, meld] == kind // RANKS:
            rank = kind % RANKS
            if rank in (s.low[owner, meld] - 1, s.high[owner, meld] + 1):
                n += 1
    return n > 0


@njit
def _use(s, kind, level):
    """The worth of keeping a card."""
    use = float(_neighbours(s, kind))
    if kind % RANKS == WILD:
        use += KEEP_WILD
    if level == 1 and _extends(s, 1 - s.to_move, kind):
        use += FITS
    return use
