"""Solvers, generic over the kernel.

``minimax``: the value and best play of two-player games of perfect information, by alpha-beta.
``memo``: every position's value, for any number of players, with chance.
``tree``, ``cfr``, ``best_response``, ``sequence_form``: games with hidden information.
``matrix``: small games in matrix form, exactly.
"""
