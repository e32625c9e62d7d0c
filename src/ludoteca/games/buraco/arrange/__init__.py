"""The best arrangement of a hand into melds, exactly, and the discard that goes with it.

It states in its own way how cards may lie; ``tests/games_buraco/test_arrangement.py`` compares it
with brute force that tries every move on single cards.

``facts``: rules, hand and table as the search needs them; ``nodes``: the nodes that it keeps;
``scan``: the dynamic programme over the places of a suit, or of all suits at once, and its words;
``moves``: what is laid where, and legal moves that lay it;
``out``: whether a hand goes out, and how often with random cards;
``best``: suits and wild cards put together, and the arrangement read back.
"""
