"""Storage of shared records and of tries at puzzles, within a share for each address.

The store is bounded: its oldest records are removed. The bytes of a record are charged to the
address that it comes from, even where somebody else has stored it already, so that nobody learns
that by asking. A record that the same address stored before is not written again and costs nothing.

A deal that is still being played at a table of this server is not stored: others must not see it.
"""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict

from ludoteca.core.i18n import _
from ludoteca.table.refusal import Refusal
from ludoteca.web.fair_shares import Rates
from ludoteca.web.journal import Journal
from ludoteca.web.journal.keeping import running_at
from ludoteca.web.settings import Limits

_LEAST = 4096  #: bytes that each counts for: a short one costs a page of the disk too
_REMEMBERED = 10_000


class RecordStore:
    """The records kept on request, within the share of each address."""

    def __init__(self, journal: Journal, limits: Limits) -> None:
        self._journal = journal
        self._shares = Rates(limits.shared_bytes_a_second, limits.shared_bytes_at_once)
        self._now = time.monotonic
        self._kept: OrderedDict[tuple[str, bytes], str] = OrderedDict()

    async def keep(self, text: str, address: str) -> str:
        """Store the record ``text`` and return its key; raises a refusal where it cannot."""
        table = running_at(text)
        if bool(table) and await self._journal.exists(table):
            raise Refusal(
                "not-now",
                _("This deal is played at a table here; its record can be kept when it is over."),
            )
        data = text.encode()
        again = (address, hashlib.sha256(data).digest())
        key = self._kept.pop(again, "")
        if not key or await self._journal.record(key) is None:
            self._charge(address, len(data))
            key = await self._journal.keep_record(text)
        self._kept[again] = key
        if len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)
        return key

    async def keep_try(self, person: str, day: str, address: str, *, solved: bool) -> None:
        """Store a person's first try at the puzzle of a day; raises a refusal where it cannot."""
        self._charge(address)
        await self._journal.keep_try(person, day, solved=solved)

    def _charge(self, address: str, length: int = 0) -> None:
        if not self._shares.take(address, self._now(), max(length, _LEAST)):
            raise Refusal("too-fast", _("Too many records at once; wait a few minutes."))
