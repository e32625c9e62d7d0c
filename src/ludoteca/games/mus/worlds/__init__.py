"""Worlds that a seat cannot tell apart: what it knows, and the others' cards dealt anew.

==============  ====================================================================================
``evidence``    what a seat knows of a hand: declarations, signs, words
``fitting``     the cards unseen, and tables of hands that fit what is known
``drawing``     hands and discards of a seat, card by card
``resampling``  whole worlds, drawn or weighed
==============  ====================================================================================
"""
