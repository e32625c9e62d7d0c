"""A limit for the log: a repeated message is written only a few times a minute."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

WINDOW_SECONDS = 60.0
MOST_A_WINDOW = 5
_MOST_KINDS = 1000


@dataclass
class _Kind:
    """Records of one kind in one window: how many there were, and how many were left out."""

    since: float
    count: int = 0
    left_out: int = 0


class RepeatFilter(logging.Filter):
    """Passes a few records of a kind in each minute, the first of them with its traceback.

    A kind is a logger, a level and a message before its arguments are put in. The next record that
    passes says how many were left out. For a handler: filters of loggers do not see what comes from
    the loggers below.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: dict[tuple[str, int, str], _Kind] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """True where ``record`` is to be written; it may be changed."""
        now = self._now()
        key = (record.name, record.levelno, str(record.msg)[:200])
        kind = self._kinds.get(key)
        if kind is None or now - kind.since >= WINDOW_SECONDS:
            if len(self._kinds) >= _MOST_KINDS:
                self._kinds.clear()
            before = kind.left_out if kind is not None else 0
            kind = self._kinds[key] = _Kind(now)
            if before:
                record.msg = f"{record.getMessage()} (and {before} more like it before)"
                record.args = None
        kind.count += 1
        if kind.count > MOST_A_WINDOW:
            kind.left_out += 1
            return False
        if kind.count > 1:
            record.exc_info = record.exc_text = None
        return True
