"""Who plays: people, machines of every kind, and matches between them.

>>> # make_player(load_game("nim"), "search@10000n")
>>> # compare(load_game("nim"), "search", "random", deals=100, seed=1)
"""

from ludoteca.players.base import Left, Player, PlayerFailed, TakeBack
from ludoteca.players.budget import Budget
from ludoteca.players.factory import available, make_local_player, make_player
from ludoteca.players.runner import Comparison, compare

__all__ = [
    "Budget",
    "Comparison",
    "Left",
    "Player",
    "PlayerFailed",
    "TakeBack",
    "available",
    "compare",
    "make_local_player",
    "make_player",
]
