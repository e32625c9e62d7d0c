"""Nim in text: ``a3`` takes three objects from the first heap."""

from .rules import HEAPS, LARGEST


def action_text(s, a: int) -> str:
    """``<heap letter><number taken>``."""
    return f"{'abcdefghi'[a // LARGEST]}{a % LARGEST + 1}"


def table_text(view, seat: int) -> str:
    """One line a heap."""
    heaps = [int(view.heap[i]) for i in range(HEAPS)]
    return "\n".join(f"{'abcdefghi'[i]} {'o' * n}" for i, n in enumerate(heaps) if n)
