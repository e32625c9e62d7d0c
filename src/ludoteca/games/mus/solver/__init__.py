"""The betting of each lance solved by itself: partners who see their own hands alone.

==================  ================================================================================
``deals``           how the hands of four seats go together in a lance, and who wins it
``lances``          the betting of a lance as a public game: the kernel's bets, and what they pay
``tables``          solved spots as small whole numbers, and the file of them that is shipped
``strategy``        a solved strategy for people, by hand
``reader``          the shipped tables for a player: chances of its moves in a position
==================  ================================================================================
"""
