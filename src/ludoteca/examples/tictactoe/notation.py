"""Tic-tac-toe in text: columns a to c, rows 3 (upper) to 1, as on a chessboard."""

from .rules import CELLS


def action_text(s, a: int) -> str:
    """``<column><row>``."""
    return f"{'abc'[a % 3]}{3 - a // 3}"


def table_text(seen, seat: int) -> str:
    """The board, with its coordinates."""
    marks = [".XO"[int(seen.cell[i])] for i in range(CELLS)]
    rows = [f"{3 - r} {' '.join(marks[3 * r : 3 * r + 3])}" for r in range(3)]
    return "\n".join([*rows, "  a b c"])
