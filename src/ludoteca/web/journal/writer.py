"""The writer thread: queued work is written in groups and answered after the commit."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import groupby
from queue import SimpleQueue
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine

from ludoteca.web.journal.appends import Append, is_written, write_appends
from ludoteca.web.journal.errors import (
    JournalBusy,
    JournalClosed,
    JournalConflict,
    JournalFull,
    affects_all,
    failure_of,
    is_connection_lost,
)

BATCH = 256
"""Most works in one transaction."""

_log = logging.getLogger(__name__)

Work: TypeAlias = "Append | Callable[[Connection], Any]"
"""Events to append, or a function that does all its work on the connection it is given."""


@dataclass(frozen=True)
class _Waiting:
    work: Work
    answer: Future[Any] = field(default_factory=Future)


class Writer:
    """A thread that writes queued work, a group in each transaction.

    While one group is being made durable the next gathers: nobody waits for a timer, and a busy
    server pays one commit for many tables. A work that fails leaves nothing behind and does not
    touch the others of its group. An idle writer sleeps.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> Future[Any]:
        """Queue ``work``; the future is done once it is on the disk, or has failed."""
        waiting = _Waiting(work)
        with self._closing:
            if self._closed:
                raise JournalClosed
            self._queue.put(waiting)
        return waiting.answer

    def close(self) -> None:
        """Write what is queued, then stop; what comes later is refused."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while self._write_next():
            pass
        self._let_go()

    def _write_next(self) -> bool:
        """Write the next group; False when it was the last. An idle writer keeps none of it."""
        group, more = self._gather()
        wanted = [one for one in group if one.answer.set_running_or_notify_cancel()]
        if wanted:
            self._write(wanted)
        return more

    def _gather(self) -> tuple[list[_Waiting], bool]:
        """Take all queued work, waiting for the first; False when the writer stops after it."""
        group: list[_Waiting] = []
        while not group or (len(group) < BATCH and not self._queue.empty()):
            waiting = self._queue.get()
            if waiting is None:
                return group, False
            group.append(waiting)
        return group, True

    def _write(self, group: Sequence[_Waiting]) -> None:
        try:
            answers = self._transaction([one.work for one in group])
        except Exception as error:
            self._mend(group, error)
        else:
            for one, answer in zip(group, answers, strict=True):
                one.answer.set_result(answer)

    def _mend(self, group: Sequence[_Waiting], error: Exception) -> None:
        """Write a failed group one by one, so that only the faulty work fails."""
        failure = failure_of(error)
        if is_connection_lost(error):
            self._after_loss(group)
        elif len(group) == 1 or affects_all(error):
            _fail(group, failure)
        else:
            for one in group:
                self._write([one])

    def _after_loss(self, group: Sequence[_Waiting]) -> None:
        """Write again what a broken connection, perhaps lost after its commit, did not write."""
        for number, one in enumerate(group):
            try:
                with self._engine.begin() as connection:
                    if isinstance(one.work, Append) and is_written(connection, one.work):
                        answer = None
                    else:
                        (answer,) = _perform(connection, [one.work])
            except Exception as error:
                if affects_all(error):
                    _fail(group[number:], failure_of(error))
                    return
                _fail([one], failure_of(error))
            else:
                one.answer.set_result(answer)

    def _transaction(self, works: Sequence[Work]) -> list[Any]:
        # The connection is kept: to take it from the pool each time costs as much as to write.
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            with self._connection.begin():
                return _perform(self._connection, works)
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        """Return the connection to the pool, which checks that it still works."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


def _perform(connection: Connection, works: Sequence[Work]) -> list[Any]:
    answers: list[Any] = []
    for _appending, alike in groupby(works, lambda work: isinstance(work, Append)):
        row = list(alike)
        appends = [work for work in row if isinstance(work, Append)]
        if appends:
            write_appends(connection, appends)
            answers += [None] * len(appends)
        answers += [work(connection) for work in row if not isinstance(work, Append)]
    return answers


def _fail(group: Sequence[_Waiting], failure: Exception) -> None:
    if not isinstance(failure, JournalFull | JournalBusy | JournalConflict):
        _log.error("the journal could not be written", exc_info=failure)
    for one in group:
        one.answer.set_exception(failure)
