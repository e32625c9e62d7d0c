"""The document's R code under its own names, its faults kept and named.

=================  =================================================================================
``organisations``  a suit split into games: ``cartas``, ``permutações_possiveis`` and what follows
``matrix``         the 78 + 520 games, ``jogos_possiveis`` to ``todos_os_jogos``; the transition
                   matrix as text, ``matrix_prob``, and its numbers
``going_out``      ``prob_batida`` and its worked example
``draws``          ``baralho``, ``remover_cartas``, chances to draw a card and to have it
``runtime``        the 30 games' rounds, and the years that the algorithm would take
=================  =================================================================================

Cards are written as the document writes them: A 2 to 9 D J Q K, D a ten and ``A*`` the ace above
the king; suits P C E O; C alone is a wild two. Lists count from 0, where R counts from 1. The right
values stand in ``exact``. Source: Um estudo probabilístico do jogo de buraco (UFMG, 2023).
"""
