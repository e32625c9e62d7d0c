"""Who is better, and is the game a good one: duplicate deals, ratings, measures of balance.

>>> # compare(load_game("nim"), None, "search", "random", deals=100, seed=1)
"""

from ludoteca.arena.compare import Comparison, compare

__all__ = ["Comparison", "compare"]
