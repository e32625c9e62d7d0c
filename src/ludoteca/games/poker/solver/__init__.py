"""The solver of a round and of a match: exact values, best responses and equilibria.

The structure of a round is stated apart from the kernel, in :mod:`.round_paths`;
``tests/games_poker/test_round_paths.py`` walks it beside the kernel.
"""
