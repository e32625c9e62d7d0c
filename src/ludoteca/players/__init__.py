"""Who plays: people, machines of every kind, and deals and matches at one table.

>>> # make_player(load_game("nim"), "search@10000n")
"""

from ludoteca.players.base import Left, Player, PlayerFailed, TakeBack
from ludoteca.players.budget import Budget
from ludoteca.players.factory import available, make_local_player, make_player

__all__ = [
    "Budget",
    "Left",
    "Player",
    "PlayerFailed",
    "TakeBack",
    "available",
    "make_local_player",
    "make_player",
]
