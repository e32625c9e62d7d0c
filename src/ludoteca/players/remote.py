"""A bot in any language: a command that reads views on standard input and writes moves.

One JSON object a line, both ways, in UTF-8. The bot is started once for a seat and is sent ::

    {"type": "hello", "protocol": 1, "game": "leduc", "options": {...}, "seat": 0, "seats": 2,
     "fields": [...]}
    {"type": "choose", "number": 1, "seconds": 2.0, "seed": 8123, "view": {...}}

to which it answers the second kind with a move, by its id or its text::

    {"move": 2}      or      {"move": "raise"}

``view`` is :meth:`~ludoteca.core.view.SeatView.to_json`: all that the seat may know, and the legal
moves. ``seed`` lets a bot that tosses coins play equal games for equal seeds. Standard error goes
where ours goes. When its input ends the bot should end too. ``docs/remote.md`` says it for authors.
"""

from __future__ import annotations

import errno
import json
import os
import shlex
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView
from ludoteca.workers.lines import HasEnded, LineProcess, NoAnswer

PROTOCOL = 1
SECONDS = 2.0  #: for a move, unless the spec says otherwise
START_SECONDS = 20.0  #: more, for the first move: an interpreter has to start
_PARTING_SECONDS = 1.0
_SHOWN = 80


class RemotePlayer:
    """The bot that ``command`` starts, with so many seconds a move.

    It is started at the first move, for which it has :data:`START_SECONDS` more. A bot that ends,
    is too slow, or answers anything else than a legal move is stopped, and :meth:`choose` raises
    why.

    Parameters
    ----------
    command
        a program and its arguments, quoted as for a shell; no shell runs it
    seconds
        seconds of wall-clock time for each move

    Raises
    ------
    BadInput
        where no program is named, or there is no such program
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        try:
            self._arguments = shlex.split(command)
        except ValueError:
            self._arguments = []
        if not self._arguments:
            raise BadInput(_("remote:COMMAND names the command that starts the bot"))
        program = self._arguments[0]
        if shutil.which(program) is None:  # before a deal is played, and forfeited
            denied = Path(program).is_file()
            raise _not_started(program, os.strerror(errno.EACCES if denied else errno.ENOENT))
        limit = "" if seconds == SECONDS else f"@{seconds:g}s"
        self.name = f"remote{limit}:{command}"
        self._seconds = seconds
        self._bot: _Bot | None = None
        self._number = 0

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The bot's move.

        Raises
        ------
        BadInput
            where it cannot be started, has ended, is too slow, or answers anything else than a
            legal move; it is stopped then
        """
        seconds = self._seconds
        if self._bot is None:
            seconds += START_SECONDS
            self._bot = _Bot(self._arguments)
            self._bot.send(
                {
                    "type": "hello",
                    "protocol": PROTOCOL,
                    "game": view.game.name,
                    "rules_version": view.game.info.rules_version,
                    "options": view.options,
                    "seat": view.seat,
                    "seats": view.num_players,
                    "fields": [field.to_json() for field in view.game.state_layout],
                }
            )
        self._number += 1
        asked = {
            "type": "choose",
            "number": self._number,
            "seconds": self._seconds,
            "seed": int(rng.integers(2**53)),
            "view": view.to_json(),
        }
        try:
            self._bot.expect_silence()
            self._bot.send(asked)
            return _move(self._bot.line(seconds), view)
        except BadInput:
            self.close()
            raise

    def close(self) -> None:
        """End the bot; a new one is started if it is asked again."""
        if self._bot is not None:
            self._bot.close()
            self._bot = None


class _Bot:
    """The process of a bot; :class:`BadInput` says what is wrong with it."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            self._process = LineProcess(arguments, parting_seconds=_PARTING_SECONDS)
        except OSError as error:
            raise _not_started(arguments[0], error.strerror or str(error)) from None
        self.close = self._process.close

    def send(self, message: dict[str, Any]) -> None:
        """Write one line."""
        try:
            self._process.write(json.dumps(message, ensure_ascii=False) + "\n")
        except HasEnded:
            raise BadInput(_("the bot has ended")) from None

    def expect_silence(self) -> None:
        """Raise ``BadInput`` for a line that nothing asked for: it is no answer to what follows."""
        with suppress(NoAnswer, HasEnded):
            line = self._process.line(0.0)
            raise BadInput(_("the bot said {said} before it was asked").format(said=_quoted(line)))

    def line(self, seconds: float) -> bytes:
        """The next line; raises ``BadInput`` at the end of the output or of the time."""
        try:
            return self._process.line(seconds)
        except NoAnswer:
            raise BadInput(
                _("the bot did not answer within {seconds:g} seconds").format(seconds=seconds)
            ) from None
        except HasEnded:
            raise BadInput(_("the bot has ended")) from None


def _not_started(program: str, why: str) -> BadInput:
    text = _("the bot {command} does not start: {why}")
    return BadInput(text.format(command=program, why=_(why)))


def _move(line: bytes, view: SeatView) -> int:
    """The legal move that a line of the bot names; raises ``BadInput``."""
    try:
        answer = json.loads(line)
        move = answer["move"]
    except (ValueError, TypeError, KeyError):
        move = None
    by_text = {view.action_text(action): action for action in view.legal}
    if isinstance(move, str) and move in by_text:
        return by_text[move]
    if isinstance(move, int) and not isinstance(move, bool) and move in view.legal:
        return move
    raise BadInput(
        _("the bot answered {said} where {example} was expected").format(
            said=_quoted(line),
            example=json.dumps({"move": next(iter(by_text))}, ensure_ascii=False),
        )
    )


def _quoted(line: bytes) -> str:
    """The beginning of a line of the bot."""
    return line.decode("utf-8", "replace").strip()[:_SHOWN] or _("nothing")
