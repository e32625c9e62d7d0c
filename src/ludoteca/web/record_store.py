"""Storage of shared records, within a share for each address.

The store is bounded and its oldest records go. A record that is there already is not written
again and costs nothing; a new one costs its bytes of the share of the address that it comes from.
"""

from __future__ import annotations

import time

from ludoteca.core.i18n import _
from ludoteca.table.refusal import Refusal
from ludoteca.web.journal import Journal
from ludoteca.web.journal.keeping import record_key
from ludoteca.web.security import Rates
from ludoteca.web.services import saved
from ludoteca.web.settings import Limits

_LEAST = 4096  #: bytes that a record counts for: a short one costs a page of the disk too


class RecordStore:
    """The records kept on request, within the share of each address."""

    def __init__(self, journal: Journal, limits: Limits) -> None:
        self._journal = journal
        self._shares = Rates(limits.shared_bytes_a_second, limits.shared_bytes_at_once)
        self._now = time.monotonic

    async def keep(self, text: str, address: str) -> str:
        """Store the record ``text`` and return its key; raises a refusal where it cannot."""
        key = record_key(text)
        if await saved(self._journal.record(key)) is not None:
            return key
        if not self._shares.take(address, self._now(), max(len(text.encode()), _LEAST)):
            raise Refusal("too-fast", _("Too many records at once; wait a few minutes."))
        return await saved(self._journal.keep_record(text))
