"""Nim in text: ``a3`` takes three objects from the first heap."""

from ludoteca.core.i18n import NN_
from ludoteca.core.moves import Range, moves

from .rules import HEAPS, LARGEST

NAMES = "abcde"


_TAKE = NN_("take {n} object from {heap}", "take {n} objects from {heap}")

MOVES = moves(
    *(
        Range(i * LARGEST - 1, 1, LARGEST, "{heap}{n}", _TAKE, heap=heap)
        for i, heap in enumerate(NAMES)
    )
)


def table_text(seen, seat: int) -> str:
    """One line a heap."""
    heaps = [int(seen.heap[i]) for i in range(HEAPS)]
    return "\n".join(f"{NAMES[i]} {'o' * n}" for i, n in enumerate(heaps) if n)
