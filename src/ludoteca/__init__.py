"""Ludoteca: a laboratory for card and board games.

The rules of a game are stated once, as functions over one flat record; odds, solvers, players
and studies are derived from them. ``ludoteca.core`` is the place to start reading.
"""

__version__ = "0.1.0"
