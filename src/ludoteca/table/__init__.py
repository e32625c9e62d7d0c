"""A table of people and machines: its events, its state, and what each seat may see of it.

Nothing here does input or output: a :class:`~ludoteca.table.proposals.GameTable` is a fold over the
events of its journal, and proposes the next ones.

===============================  ===================================================================
``events``                       the events, one small JSON object each
``state``                        the fold of the events, and queries
``proposals``                    the actions: each is checked, and gives the next events
``setup``                        validation of the settings of a new table
``deal``                         one deal: its moves, its position, its shuffle
``seats``, ``clocks``, ``undo``  holders of seats; chess clocks; taking a move back
``scene``, ``draft``             all that one viewer is told; moves that a person only tries
``log``                          the lines about a deal, for each viewer
``results``                      how a table went for one person
``replay``                       a record as positions to step through
``followed``                     a deal at a real table as one seat sees it, event by event
``assistant``, ``seat_words``    the lines typed about such a game; the words for its seats
``refusal``                      the exception for an action that is not allowed
===============================  ===================================================================
"""
