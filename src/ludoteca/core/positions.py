"""Records and positions given as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _

if TYPE_CHECKING:
    from ludoteca.core.record import GameRecord
    from ludoteca.core.state import State


def read_record(path: Path) -> GameRecord:
    """The record in the file ``path``; raises :class:`BadInput` where it is none."""
    from ludoteca.core.record import GameRecord

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(_("{file} is not a record: it is not text").format(file=path)) from None
    return GameRecord.parse(text)


def record_of(game: Game, path: Path) -> GameRecord:
    """The record of ``game`` in the file ``path``; raises ``BadInput`` for one of another game."""
    record = read_record(path)
    if record.game.name != game.name:
        raise BadInput(
            _("the record is of {found}, not of {wanted}").format(
                found=record.game.name, wanted=game.name
            )
        )
    return record


def position_from(game: Game, path: Path) -> State:
    """The position at the end of the record of ``game`` in ``path``; raises ``BadInput``."""
    return record_of(game, path).replay()
