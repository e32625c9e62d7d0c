"""A student's file as a player at a table: it is asked as the cards fall.

The file runs in a process of its own, one for each file as long as this process lives, so what it
remembers it remembers from round to round.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.view import SeatView

from .. import hands
from ..rules import EXCHANGING, STAY
from ..rules import FOLD as FOLDS
from ..solver.round_paths import RoundDeck
from ..turns import next_move
from .answers import DECK
from .messages import Call, Failure
from .player_process import FOLD, TRADE
from .sources import read_sources
from .student_file import StudentFile, chosen_player, file_of, named_in
from .tabulation import counted, exchanged


class FileFailed(LudotecaError):
    """A file did not answer as a player does; the message says what was asked and what came."""


def player(spec: str) -> FilePlayer:
    """The player in the file ``spec``, ``file.py`` or ``file.py:X``; raises ``BadInput``."""
    return FilePlayer(*_open(spec))


def functions_of(spec: str) -> tuple[Callable[..., list[str]], Callable[..., bool]]:
    """``trocas`` and ``desistir`` of the player in a file, as functions of this process.

    They raise :class:`FileFailed`; making them raises ``BadInput`` where there is no such player.
    """
    asked, name = _open(spec)

    def trade(*arguments: Any) -> list[str]:
        return _answer(asked, name, Call(TRADE, arguments))

    def fold(*arguments: Any) -> bool:
        return bool(_answer(asked, name, Call(FOLD, arguments)))

    return trade, fold


class FilePlayer:
    """A player of the kernel that asks a file."""

    def __init__(self, asked: StudentFile, player: str) -> None:
        self.name = str(asked.path) if len(asked.players) == 1 else f"{asked.path}:{player}"
        self._asked, self._player = asked, player
        self._lot: list[str] = []

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The next move of the exchange that it chose, or its answer; raises ``FileFailed``."""
        s, me = view.record[0], view.seat
        demand_usual_cards(RoundDeck(int(s.ranks), int(s.copies), int(s.hand_size), int(s.most)))
        # The cards that the seat was dealt and those that it drew, as they came.
        came = [
            hands.SYMBOLS[token.token]
            for token in view.tokens
            if token.actor == CHANCE and token.token != HIDDEN
        ]
        dealt, drawn = came[: hands.HAND], came[hands.HAND :]
        other = int(s.exchanged[1 - me])
        second = me != int(s.first)
        if s.phase == EXCHANGING:
            if not s.exchanged[me]:
                seen = (other,) if second else ()
                self._lot = _answer(self._asked, self._player, Call(TRADE, (dealt, *seen)))
            return next_move(tuple(s.given[me].tolist()), counted(self._lot))
        final = exchanged(dealt, self._lot, drawn)
        call = Call(FOLD, (final, dealt, list(self._lot), other, second))
        return FOLDS if _answer(self._asked, self._player, call) else STAY


def demand_usual_cards(deck: RoundDeck) -> None:
    """Raise ``BadInput`` for cards with which no file plays."""
    if deck != DECK:
        raise BadInput(
            _("a file plays with the cards of the project: 25, hands of 5, at most 3 exchanged")
        )


def _answer(asked: StudentFile, player: str, call: Call) -> Any:
    """The answer to one call; raises :class:`FileFailed`."""
    (reply,) = asked.ask(player, [call])
    if isinstance(reply.answer, Failure):
        raise FileFailed(
            _("{name} was asked {question}: it {why}").format(
                name=player, question=call.text(player), why=reply.answer.text()
            )
        )
    return reply.answer


def _open(spec: str) -> tuple[StudentFile, str]:
    path = file_of(spec)
    if path is None or not path.is_file():
        raise BadInput(_("there is no file {path}").format(path=path or spec))
    asked = _running(path.resolve(), path.stat().st_mtime_ns)
    if asked.broken is not None and not asked.players:
        raise BadInput(
            _("{path} cannot be played with: it {why}").format(path=path, why=asked.broken.text())
        )
    return asked, chosen_player(asked, named_in(spec))


@cache
def _running(path: Path, _changed: int) -> StudentFile:
    """The process of a file, as it is now."""
    (source,) = read_sources([path])
    asked = StudentFile(source)
    atexit.register(asked.close)
    return asked
