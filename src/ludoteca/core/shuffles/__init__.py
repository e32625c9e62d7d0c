"""The order of the physical cards, which no record of a game knows.

===============  ===================================================================================
``shoe``         the order of the cards of a deal, decided by a seed or given
``sealed_shoe``  one to which a table commits before the deal
``look``         the look of cards of one kind, which the record does not tell apart
``verify``       the check of such a shuffle from the record of the deal
===============  ===================================================================================
"""
