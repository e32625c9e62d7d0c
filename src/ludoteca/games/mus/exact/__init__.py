"""Exact counts of mus: hand types, the deals that a hand wins, what it is worth to throw cards.

==============  ====================================================================================
``types``       the hand types of a deck, with their classes in every lance
``wins``        the deals that a hand wins, under any condition on the others' hands
``table``       the table of all hands in every seat and lance, which ships
==============  ====================================================================================
"""
