"""One table: what happened at it, event by event, and what each seat may see of it.

Nothing here does input or output: a :class:`~ludoteca.web.table.table.Table` is a fold over the
events of its journal, and proposes the next ones.
"""
