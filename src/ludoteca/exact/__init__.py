"""Exact counting shared by games: partitions, multisets, urns and binomial moments.

Everything here is integers and fractions (python-flint underneath), knows no game and imports
nothing of the library outside this folder, so that any game's ``odds.py`` may use it.

==============  ====================================================================================
``urns``        draws without replacement
``multisets``   selections from a multiset, by generating functions
``partitions``  partitions of a number with bounded parts
``moments``     distributions from binomial moments
==============  ====================================================================================
"""
