"""The worth of moves and what is told of it: advice, odds, reviews, the coach, reasons.

=============  ====================================================================================
``values``     the worth of each legal move from the seat's view: proved, searched or simulated
``advise``     the odds beside the cards, the move that is advised, and the odds of a choice
``averages``   averages of advice over several guesses of what is not known of a position
``verdicts``   the cost of one decision
``review``     the costs of every decision of a record
``coach``      the coach of a match: a review of each decision as soon as it is made
``puzzles``    decisions of machines' deals whose best move is proved, and was missed
``why``        the reasons of a machine for a move that it made
=============  ====================================================================================
"""
