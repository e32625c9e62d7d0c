"""Players: people and machines of every kind, and deals and matches between them.

>>> from ludoteca.core.registry import load_game
>>> make_player(load_game("nim"), "search@10000n").name
'search@10000n'

=============================  =====================================================================
``base``                       the protocol of a player
``factory``                    players by name, such as ``expert@0.5s``
``play``                       deals and matches between players
``human``, ``remote``          a person at a terminal; a bot that a command starts
``policy``                     players that draw their moves: a level of a game, random play
``styles``                     machines with one habit, such as to call every bet
``search``, ``mcts``, ``uct``  alpha-beta and Monte Carlo tree search as players; the compiled tree
``belief``, ``particles``      search in sampled worlds; the particle filter that samples them
``opponents``                  the levels that the others play, as earlier deals told
``rollout``, ``racing``        simulated deals; turns compared in the same worlds until one is best
``turns``, ``luck``            whole turns of a seat; the luck that all of them meet in a world
``objectives``, ``equity``     points, or the chance of winning the match from a standing
``deal_samples``               deals between equals from standings of a match, for the equity table
``learned``                    networks that were trained: rows, numbered moves, ``learned:FILE``
``budget``                     the effort of a machine for a move
``advice``                     the worth of moves: advice, reviews, the coach, reasons
``warm``                       compilation of all that a table needs, by using it once
=============================  =====================================================================
"""

from ludoteca.players.base import PersonLeft, Player, PlayerFailed, TakeBack
from ludoteca.players.budget import Budget
from ludoteca.players.factory import available, make_local_player, make_player

__all__ = [
    "Budget",
    "PersonLeft",
    "Player",
    "PlayerFailed",
    "TakeBack",
    "available",
    "make_local_player",
    "make_player",
]
