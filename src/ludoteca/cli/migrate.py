"""``ludoteca migrate``: bring a server's journal to the layout of this program."""

from __future__ import annotations

from ludoteca.cli.console import write
from ludoteca.cli.serve import database_named, import_server
from ludoteca.core.i18n import _


def migrate(database: str | None) -> None:
    """Migrate the journal, of which there is a backup, and say the number of its layout.

    Raises ``BadInput`` or ``JournalFailed`` where it cannot be migrated; nothing is changed then.
    """
    import_server()
    from ludoteca.web.journal import open_journal
    from ludoteca.web.journal.migrations import newest

    open_journal(database or database_named(), backed_up=True).close()
    write(_("The journal is of layout {number}.").format(number=newest()))
