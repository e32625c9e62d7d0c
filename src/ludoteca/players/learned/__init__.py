"""Learned players: a network over what a seat sees, played by compiled code.

===============  ===================================================================================
``observation``  what a seat sees of a position as a row of numbers
``actions``      the moves of a game numbered from 0 without gaps
``features``     the few numbers of a row that are not nothing, as the inputs of a network
``model``        the network: its weights, the file of them, and the chances of moves by it
``policy``       the same as a policy in compiled code, for searches
``player``       the player ``learned:FILE``
===============  ===================================================================================
"""
