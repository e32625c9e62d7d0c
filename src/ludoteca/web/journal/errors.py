"""Errors of a journal, each with a sentence in the language in use."""

from __future__ import annotations

from typing import ClassVar

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError

from ludoteca.core.i18n import N_, _
from ludoteca.table.refusal import Refusal

_SQLITE_BUSY, _SQLITE_LOCKED, _SQLITE_FULL = 5, 6, 13
_SQLITE_IOERR_SHMSIZE = 4874
"""SQLite's answer when the file that indexes its log cannot grow: a full disk, met early."""

_POSTGRES_FULL = frozenset({"53100"})
_POSTGRES_BUSY = frozenset({"55P03", "57014", "40P01", "40001", "53300"})


class JournalFailed(Refusal):
    """The journal could not be written or read; nothing of what was asked is in it.

    Its text is in the language in use when it is asked for: it is told to several people.
    """

    template: ClassVar[str] = N_(
        "The journal of the tables cannot be reached just now, so nothing was changed. "
        "Try again in a moment."
    )

    def __init__(self) -> None:
        super().__init__("unsaved", self.template)

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        """The text, in the language in use now."""
        return _(self.template)


class JournalFull(JournalFailed):
    """There is no room left on the disk."""

    template: ClassVar[str] = N_(
        "This could not be saved because the disk is full, so nothing was changed. "
        "Try again when there is room."
    )


class JournalBusy(JournalFailed):
    """Another process has kept the database locked for longer than we wait."""

    template: ClassVar[str] = N_(
        "This could not be saved because another program has locked the journal, so nothing was "
        "changed. Try again in a moment."
    )


class JournalConflict(JournalFailed):
    """Events do not follow those that the table has: another is there, or one is missing.

    The table in memory is out of date and must be read again.
    """

    template: ClassVar[str] = N_("The table changed before that arrived; look again.")


class MigrationFailed(JournalFailed):
    """A migration from the layout ``number`` raised ``error``; ``backup`` says where it is."""

    def __init__(self, number: int, backup: str, error: Exception) -> None:
        super().__init__()
        self._number, self._backup = number, backup
        cause = error.orig if isinstance(error, DBAPIError) else error
        self._reason = f"{type(cause).__name__}: {cause}".partition("\n")[0]

    def __str__(self) -> str:
        return _(
            "The journal could not be migrated from layout {number} ({reason}); it is as it was, "
            "and its backup is {backup}."
        ).format(number=self._number, reason=self._reason, backup=self._backup)


class JournalClosed(JournalFailed):
    """The journal was closed, as when the server stops."""

    template: ClassVar[str] = N_(
        "The server is shutting down; what is saved will be there when it is back."
    )


def failure_of(error: Exception) -> Exception:
    """The journal's error for ``error``, which the database raised.

    Errors that are not the database's come back as they are.
    """
    if not isinstance(error, DBAPIError):
        return error
    kind = _kind_of(error)
    failure = kind()
    failure.__cause__ = error
    return failure


def _kind_of(error: DBAPIError) -> type[JournalFailed]:
    if isinstance(error, IntegrityError):
        return JournalConflict
    code = getattr(error.orig, "sqlite_errorcode", 0)
    state = getattr(error.orig, "sqlstate", None)
    if code & 0xFF == _SQLITE_FULL or code == _SQLITE_IOERR_SHMSIZE or state in _POSTGRES_FULL:
        return JournalFull
    if code & 0xFF in (_SQLITE_BUSY, _SQLITE_LOCKED) or state in _POSTGRES_BUSY:
        return JournalBusy
    return JournalFailed


def is_connection_lost(error: Exception) -> bool:
    """True where the connection broke, so that a commit under way may or may not be done."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def affects_all(error: Exception) -> bool:
    """True where any other write would fail in the same way, perhaps after a long wait."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return _kind_of(error) is not JournalFull
