"""Exact counts of mus: hand types, the deals that a hand wins, what is worth throwing.

==============  ====================================================================================
``types``       the hand types of a deck, with their classes in every lance
``wins``        the deals that a hand wins, under any condition on the others' hands
``table``       the table of all hands in every seat and lance, which ships
``counts``      hands by pares, juego and punto; the chance that a lance is played
``gains``       stones where nobody bets, and what a discard is worth
``known``       what a seat knows of the others' hands, as a condition
``simulation``  deals drawn at random, to check the counts and where nothing can be counted
``answers``     answers about hands: stones, steps, discards, the deck
==============  ====================================================================================
"""
