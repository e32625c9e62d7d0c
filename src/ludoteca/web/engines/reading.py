"""Reading of records from visitors, and writing of their own deals, in a process of its own.

To parse, replay or check a record, and to write down all deals of a table, takes from milliseconds
to seconds of processor time. In the web process everybody would wait for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _, language, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.options import Options
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.verify import Verified, verify
from ludoteca.table.assistant import Assistant, FollowedLook
from ludoteca.table.events import Event, Opened
from ludoteca.table.proposals import GameTable
from ludoteca.table.refusal import Refusal
from ludoteca.table.replay import MOST_MOVES, Replay
from ludoteca.table.setup import TableRequest
from ludoteca.web.engines.supervisor import LONG_WORK, Engine, MachineFailed
from ludoteca.web.fair_shares import Places, QueueFull, Rates
from ludoteca.web.settings import Limits
from ludoteca.workers.ipc import Report, Request

READING_SECONDS = 20.0  #: before the process is taken to be lost
MOST_WAITING = 8  #: requests of one address

T = TypeVar("T")
log = logging.getLogger("ludoteca.web")


class Reader:
    """The process that reads: one request at a time, addresses in turn, within their shares.

    It is started with the first request and runs the rules as plain Python. An address is charged
    the processor time of its requests. Belongs to one event loop.
    """

    def __init__(self, limits: Limits) -> None:
        self._places = Places(1, MOST_WAITING)
        self._shares = Rates(limits.reading_seconds_a_second, limits.reading_seconds_at_once)
        self._engine: Engine | None = None
        self._now = time.monotonic

    async def stop(self) -> None:
        """End the process; it is started again by the next request."""
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.kill()

    def check(self, address: str) -> None:
        """Raise a refusal where ``address`` has used its share up."""
        if not self._shares.take(address, self._now(), 0.0):
            raise _too_many()

    async def ask(self, address: str, task: Callable[..., T], *arguments: Any) -> T:
        """The result of ``task``, a function of this module, in the language in use.

        Raises what it raises, and a refusal where too much of ``address`` is waiting already or
        there is no answer in time. The share is charged, and not checked: see :meth:`check`.
        """
        asked = Request(f"{__name__}:carry_out", (language(), task.__name__, arguments))
        # Goes on where its visitor has gone: an answer that nobody takes would be the next one's.
        answer = await asyncio.shield(asyncio.create_task(self._in_turn(address, asked)))
        if isinstance(answer, LudotecaError):
            raise answer
        found: T = answer
        return found

    async def _in_turn(self, address: str, asked: Request) -> Any:
        """The answer to a request or the error to raise, once it is its turn."""
        began = 0.0
        try:
            async with self._places.of(address):
                began = self._now()
                if self._engine is None or not self._engine.alive:
                    self._engine = Engine(LONG_WORK, {"NUMBA_DISABLE_JIT": "1"})
                answer, seconds = await self._engine.answer(asked, READING_SECONDS)
        except QueueFull:
            return _too_many()
        except MachineFailed as failure:
            log.warning("a request of %s could not be read: %s", address, failure)
            answer = Refusal(
                "too-fast", _("This would take too long to read, so nothing was done.")
            )
            seconds = self._now() - began
        self._shares.spend(address, self._now(), seconds)
        return answer


def _too_many() -> Refusal:
    return Refusal("too-fast", _("Too many records at once; wait a few minutes."))


def check_text(text: str) -> None:
    """Raise ``BadInput`` for what cannot be a record that is kept and shown.

    That is what no database takes as text, and more lines than a record that is shown can have.
    """
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        raise BadInput(_("this is not text")) from None
    if "\0" in text:
        raise BadInput(_("this is not text"))
    if text.count("\n") > 2 * MOST_MOVES:
        raise BadInput(_too_long())


def _too_long() -> str:
    return _("the record has more than {n} moves, too many to be shown").format(n=MOST_MOVES)


# -- in the process -------------------------------------------------------------------------------


def carry_out(
    _report: Report, lang: str, name: str, arguments: tuple[Any, ...]
) -> tuple[Any, float]:
    """The result of the function ``name`` or the error that it raised; its processor time."""
    began = time.process_time()
    with speaking(lang):
        try:
            found = globals()[name](*arguments)
        except LudotecaError as error:
            found = error
    return found, time.process_time() - began


def normal_text(text: str) -> str:
    """The record ``text`` as :class:`GameRecord` writes it; raises ``BadInput``."""
    record = GameRecord.parse(text)
    if len(record.moves) > MOST_MOVES:
        raise BadInput(_too_long())
    return record.to_text()


def replay(key: str, text: str) -> Replay:
    """The replay of the record ``text``, which ``key`` names; raises ``BadInput``."""
    return Replay(key, text)


def verified(record: GameRecord) -> Verified:
    """The checked shuffle of ``record``; raises ``BadInput`` and ``SealBroken``."""
    return verify(record)


def opening(wanted: TableRequest, now: float, sit_in: float, offered: Collection[str]) -> Opened:
    """The event that opens a table; raises ``BadInput``."""
    return wanted.opening(now, sit_in, offered)


def texts(table_id: str, numbered: Sequence[tuple[int, Event]], person: str) -> list[str]:
    """The record of each deal of a table, as ``person`` may have it."""
    table = GameTable.of_events(table_id, numbered)
    seats = table.seats_of(person)
    viewer = seats[0] if seats else SPECTATOR
    last = 0 if table.current is None else table.current.number
    return [table.record_for(viewer, deal).to_text() for deal in range(1, last + 1)]


_FOLLOWED: OrderedDict[str, Assistant] = OrderedDict()
_MOST_FOLLOWED = 8
"""The games that were followed last by their text, so that a line need not replay a deal."""


def followed_from(game: str, options: Options, seat: int, position: str) -> FollowedLook:
    """A game that is followed from its start or from a typed position; raises ``BadInput``."""
    found = load_game(game)
    if position:
        return _looked_at(Assistant.from_position(found, options, position), [])
    return _looked_at(Assistant(found, options, seat), [])


def followed(text: str, act: str, line: str) -> FollowedLook:
    """A game that is followed, kept in ``text``, after ``act``: "" for none, undo, next, enter.

    What cannot be entered changes nothing, and the look says why. Raises ``BadInput`` where
    ``text`` itself is no such game.
    """
    assistant = _assistant(text)
    told: list[str] = []
    try:
        if act == "undo":
            assistant.undo()
        elif act == "next":
            assistant.next_deal(line)
        elif act == "enter":
            told = assistant.enter(line)
    except BadInput as error:
        return _looked_at(assistant, [], str(error))
    return _looked_at(assistant, told)


def _assistant(text: str) -> Assistant:
    """The game of a text, for the caller to change; raises ``BadInput``."""
    if text in _FOLLOWED:
        return _FOLLOWED[text].clone()
    record = GameRecord.parse(text)
    if len(record.moves) > MOST_MOVES:
        raise BadInput(_too_long())
    return Assistant.from_record(record)


def _looked_at(assistant: Assistant, told: list[str], refused: str = "") -> FollowedLook:
    look = assistant.look(told, refused)
    _FOLLOWED[look.record] = assistant
    _FOLLOWED.move_to_end(look.record)
    if len(_FOLLOWED) > _MOST_FOLLOWED:
        _FOLLOWED.popitem(last=False)
    return look
