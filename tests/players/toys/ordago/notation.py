"""Cards 1 to 6; ``stone`` or ``ordago``, ``refuse`` or ``see``."""

from .rules import ANSWERING, LEADING


def action_text(s, a):
    if s.phase == LEADING:
        return ("stone", "ordago")[a]
    if s.phase == ANSWERING:
        return ("refuse", "see")[a]
    return str(a + 1)


def table_text(view, seat):
    return f"cards {' '.join(map(str, view.card))}, stones {' '.join(map(str, view.score))}"
