"""Players that learn, and a measure of how far machines can be beaten.

Training needs PyTorch, which is loaded by ``network``, ``learner``, ``training`` and ``selfplay``
alone; what was trained is played without it (:mod:`ludoteca.players.learned`).

===============  ===================================================================================
``pool``         the opponents that are always tried
``exploit``      what each of them wins from a machine, kept and resumed
``exact``        the most that anybody can win, where that can be computed
``tells``        what its moves tell of its hand
``response``     a response that is trained against one machine
``results``      the answer that the figures give
``leaderboard``  the figures of a game's machines that are kept with the game
``questions``    the commands ``train`` and ``exploit``, the latter on a page too
``network``      the network in training: a policy and a value
``learner``      a network that learns from decisions
``rivals``       opponents: the network as it was earlier, and machines
``experience``   decisions in many deals at once, with what came of them
``trees``        deals in which one seat tries all its moves, for games of few positions
``rows``         the different rows of numbers that were seen
``deals``        the same against any machine, in deals that worker processes play
``training``     training from its first update to the file of a player, kept and resumed
``selfplay``     the player of ``ludoteca train``
``course``       the effort of training, and how strong the player was on the way
``measures``     strength: exact where the game is small, else against the ladder
===============  ===================================================================================
"""
