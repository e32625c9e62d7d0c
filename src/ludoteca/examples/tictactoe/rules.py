"""Tic-tac-toe: nine cells, X (seat 0) begins, three in a row win, a full board is a draw.

Ids are the cells, row by row: 0 is the upper left one, 8 the lower right one.
"""

from ludoteca.core.ids import TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import layout, public

CELLS = 9
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

MAX_LEGAL = CELLS
MAX_CHANCE = 1
MAX_LENGTH = CELLS
MAX_ACTION = CELLS - 1
RETURNS = -1, 1

STATE = layout(
    __file__,
    public("cell", "mark on each cell: 0 none, 1 X, 2 O", 0, 2, CELLS),
    public("marks", "number of marks on the board; even when X is to move", 0, CELLS),
)


@njit
def init_state(s, options, standing):
    """An empty board: zeros."""


@njit
def winner(s):
    """The mark (1 or 2) that has three in a row, else 0."""
    for a, b, c in LINES:
        if s.cell[a] != 0 and s.cell[a] == s.cell[b] and s.cell[b] == s.cell[c]:
            return s.cell[a]
    return 0


@njit
def current_player(s):
    """X at even marks; nobody once a line or the board is full."""
    if s.marks == CELLS or winner(s) != 0:
        return TERMINAL
    return s.marks % 2


@njit
def legal_actions(s, out):
    """The empty cells."""
    n = 0
    for i in range(CELLS):
        if s.cell[i] == 0:
            out[n] = i
            n += 1
    return n


@njit
def apply_action(s, a):
    """Mark the cell."""
    s.cell[a] = s.marks % 2 + 1
    s.marks += 1


@njit
def returns(s, out):
    """A line wins a point from the other seat; a full board is a draw."""
    won = winner(s)
    out[0] = 0.0
    out[1] = 0.0
    if won != 0:
        out[won - 1] = 1.0
        out[2 - won] = -1.0


@njit
def state_key(s):
    """The board read as a number in base 3: no two positions share it."""
    key = 0
    for i in range(CELLS):
        key = key * 3 + s.cell[i]
    return key
