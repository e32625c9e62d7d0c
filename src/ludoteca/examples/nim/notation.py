"""Nim in text: ``a3`` takes three objects from the first heap."""

from ludoteca.core.i18n import ngettext

from .rules import HEAPS, LARGEST

NAMES = "abcde"


def action_text(s, a: int) -> str:
    """``<heap letter><number taken>``."""
    return f"{NAMES[a // LARGEST]}{a % LARGEST + 1}"


def action_words(seen, a: int) -> str:
    """The same for people, in their language."""
    n = a % LARGEST + 1
    words = ngettext("take {n} object from {heap}", "take {n} objects from {heap}", n)
    return words.format(n=n, heap=NAMES[a // LARGEST])


def table_text(seen, seat: int) -> str:
    """One line a heap."""
    heaps = [int(seen.heap[i]) for i in range(HEAPS)]
    return "\n".join(f"{NAMES[i]} {'o' * n}" for i, n in enumerate(heaps) if n)
