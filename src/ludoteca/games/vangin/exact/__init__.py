"""The exact mathematics of the patience, and the real dealing played many times.

A :class:`~.deal.Deal` is two disjoint random sets of cards, the board and the picks; the chances of
its outcomes are computed by :mod:`.types` (the document's way) and by :mod:`.closed_form` (which
scales), and counted by :mod:`.simulate`. ``tests/games_vangin`` compares the three with each other,
with enumeration of small decks, and with the kernel of ``rules.py``.
"""
