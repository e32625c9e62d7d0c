"""A server that stops itself: ``python frozen_server.py DATABASE inside|outside IDLE_SECONDS``.

It opens the table ``a`` and freezes, within the transaction of the next move or before it. When it
goes on, it prints what became of the move.
"""

import asyncio
import signal
import sys

from sqlalchemy import event

from ludoteca.table.events import Moved, Opened
from ludoteca.web.journal import JournalConflict, open_journal
from ludoteca.web.journal import database as connections

TABLE = "a"
MOVE = Moved(1.0, 0, [[0, 1]], "person", "of the frozen server")


def freeze() -> None:
    signal.raise_signal(signal.SIGSTOP)  # of this thread: it goes no step further


async def main(database: str, where: str, idle_seconds: str) -> None:
    connections.IDLE_SECONDS = float(idle_seconds)
    journal = open_journal(database)
    await journal.leases.join("frozen:1")
    await journal.append(TABLE, 1, [Opened(0.0, "nim", {}, [])])
    if where == "inside":
        event.listen(journal._engines.write, "commit", lambda _connection: freeze(), once=True)
    else:
        freeze()
    try:
        await journal.append(TABLE, 2, [MOVE])
        print("written")
    except JournalConflict:
        print("refused")
    journal.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
