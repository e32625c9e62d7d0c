"""Tic-tac-toe: three in a row on a board of nine cells."""

from ludoteca.core.game import GameInfo
from ludoteca.core.i18n import N_

INFO = GameInfo(
    name="tictactoe",
    title=N_("Tic-tac-toe"),
    sentence=N_("Take turns to mark a cell; three in a row win."),
    players=(2, 2),
    minutes=1,
    rules_version=1,
    utility="zero-sum",
    levels=("basic", "advanced"),
)
