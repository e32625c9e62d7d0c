"""Weaknesses of machines: opponents tried against one, the best of them measured again.

===============  ===================================================================================
``pool``         the opponents that are always tried
``exploit``      what each of them wins from a machine, kept and resumed
``exact``        the most that anybody can win, where that can be computed
``response``     a response that is trained against one machine
``results``      the answer that the figures give
``leaderboard``  the figures of a game's machines that are kept with the game
``questions``    the command ``exploit``, on a page too
===============  ===================================================================================
"""
