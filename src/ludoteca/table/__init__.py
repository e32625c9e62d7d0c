"""A table of people and machines: its events, its state, and what each seat may see of it.

Nothing here does input or output: a :class:`~ludoteca.table.proposals.GameTable` is a fold over the
events of its journal, and proposes the next ones.

=============  =====================================================================================
``events``     the events, one small JSON object each
``deal``       one deal: its moves, its position, its shuffle, and the lines of its log
``chairs``     the seats: who holds each, and names
``clocks``     chess clocks
``state``      the fold of the events, with queries
``proposals``  the actions: each is checked, and gives the next events
``scene``      all that one viewer is told, with the moves that a person only tries
``setup``      a request for a new table, and the validation of its settings
``results``    how a table went for one person
``replay``     a record as positions to step through
``followed``   a deal at a real table as one seat sees it, event by event
``assistant``  the lines typed about such a game, and the words for its seats
``refusal``    the exception for an action that is not allowed
=============  =====================================================================================
"""
