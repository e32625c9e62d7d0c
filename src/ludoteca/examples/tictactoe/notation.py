"""Tic-tac-toe in text: columns a to c, rows 3 (upper) to 1, as on a chessboard."""

from ludoteca.core.moves import Each, moves

from .rules import CELLS

MOVES = moves(Each(0, [f"{column}{row}" for row in (3, 2, 1) for column in "abc"]))


def table_text(seen, seat: int) -> str:
    """The board, with its coordinates."""
    marks = [".XO"[int(seen.cell[i])] for i in range(CELLS)]
    rows = [f"{3 - r} {' '.join(marks[3 * r : 3 * r + 3])}" for r in range(3)]
    return "\n".join([*rows, "  a b c"])
