"""The journal of a server: SQLite by default, PostgreSQL by URL."""

from ludoteca.web.journal.errors import (
    JournalBusy,
    JournalClosed,
    JournalConflict,
    JournalFailed,
    JournalFull,
)
from ludoteca.web.journal.heads import HeadSeat, SeatKey, TableHead
from ludoteca.web.journal.journal import Journal, open_journal

__all__ = [
    "HeadSeat",
    "Journal",
    "JournalBusy",
    "JournalClosed",
    "JournalConflict",
    "JournalFailed",
    "JournalFull",
    "SeatKey",
    "TableHead",
    "open_journal",
]
