"""Games in a terminal: played against machines, or followed from a real table.

===============  ===================================================================================
``match``        a match against machines, and its record
``deal``         one deal of it: the table, what is typed, hints and the coach
``assistant``    a game at a real table, followed by what is typed
``saved_games``  games that were left, kept until they are continued
===============  ===================================================================================
"""
