# mypy: allow-untyped-defs, allow-untyped-calls
"""What a round is worth to both seats: hands by what they are worth, and the prizes of folding.

Compiled, as part of the kernel in :mod:`.rules`.
"""

from ludoteca.core.jit import njit

from .hands import FIVE, FOUR, FULL_HOUSE, PAIR, RANKS, TRIPLE, TWO_PAIRS


@njit
def hand_class(counts):
    """The class of a hand, as :func:`hands.class_of`."""
    most = 0
    pairs = 0
    for rank in range(RANKS):
        most = max(most, counts[rank])
        if counts[rank] >= 2:
            pairs += 1
    if most == 5:
        return FIVE
    if most == 4:
        return FOUR
    if most == 3:
        return FULL_HOUSE if pairs > 1 else TRIPLE
    if most == 2:
        return TWO_PAIRS if pairs > 1 else PAIR
    return 0


@njit
def class_value(number):
    """The points of a class of hands, as :data:`hands.VALUES`."""
    if number == FIVE:
        return 50
    if number == FOUR:
        return 10
    return 5 if number == FULL_HOUSE else number


@njit
def hand_value(counts):
    """The points of a hand, as :func:`hands.value_of`."""
    return class_value(hand_class(counts))


@njit
def scores(s):
    """The points of both seats at the end, read from what the table has seen."""
    if s.folded > 0:
        winner = 2 - s.folded
        best = float(s.fold_first if s.folded - 1 == s.first else s.fold_second)
    else:
        ours = hand_value(s.shown[0])
        theirs = hand_value(s.shown[1])
        best = float(max(ours, theirs))
        if ours == theirs:
            return best / 2, best / 2
        winner = 0 if ours > theirs else 1
    if winner == 0:
        return best, 0.0
    return 0.0, best
