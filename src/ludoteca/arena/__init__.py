"""Machines against each other: duplicate deals, tournaments, ratings, and measures of a game.

===============================  ===================================================================
``duplicate``                    one duplicate deal: one shoe, played in all seatings
``round_robin``                  every pair of players on the same shoes: the tasks of a tournament
``tournament``                   a tournament, kept and resumed; ``compare`` in memory
``results``                      the answer that a tournament gives
``forfeits``                     deals whose process died or was late, as far as they were played
``statistics``                   intervals, tests and numbers of deals
``ratings``                      Bradley-Terry ratings
``glicko``                       Glicko-2: a rating that follows a player from game to game
``selfplay``                     deals between equals, and their length, choices and lead changes
``measures``                     the measures of a game that follow from these deals
``variants``                     rule options with several values
``balance``, ``balance_report``  the deals of a balance report; its tables, plots and sections
``questions``                    the commands ``arena`` and ``balance``, on a page too
``run_log``                      the finished tasks of a run on disk
===============================  ===================================================================

    >>> from ludoteca.arena.tournament import compare
    >>> from ludoteca.core.registry import load_game
    >>> compare(load_game("kuhn"), None, "basic", "basic", deals=2, seed=1).difference.mean
    0.0
"""
