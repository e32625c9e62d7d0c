"""The legal moves of Big Points as they are drawn: which pawn, where it goes, what it takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ludoteca.web.kit.reading import reading

from .bits import index
from .moves import kind_of, pawn_of, side_of, taken_disc, target_of
from .record import NOTHING, STAIR

if TYPE_CHECKING:
    from ludoteca.web.table.scene import Scene


@dataclass(frozen=True)
class Offer:
    """A legal move as it is drawn: which pawn, the cell it goes to, the cell that is taken.

    ``target`` and ``taken`` are cells of the row, -1 where there is none; ``kind`` is the kind of
    the disc that is taken.
    """

    action: int
    pawn: int
    target: int
    taken: int
    kind: int

    @property
    def mounts(self) -> bool:
        """True for a move to the stair."""
        return STAIR <= self.action < NOTHING

    @property
    def pressed(self) -> int:
        """The cell that is pressed for this move: what is taken, else where the pawn goes."""
        return self.taken if self.taken >= 0 else self.target


@lru_cache(maxsize=16)
def _reading(record: bytes, dtype: Any) -> Any:
    return reading(np.frombuffer(record, dtype))


def seen(scene: Scene) -> Any:
    """The position; the parts of one picture share the reading of its record."""
    record = scene.revealed if scene.revealed is not None else scene.view.record  # type: ignore[union-attr]
    return _reading(record.tobytes(), record.dtype)


def offers(scene: Scene, s: Any) -> list[Offer]:
    """The legal moves of the viewer."""
    view = scene.view
    if view is None or scene.phase != "playing":
        return []
    return [_offer(s, action) for action in view.legal]


def _offer(s: Any, action: int) -> Offer:
    pawn, side = int(pawn_of(action)), int(side_of(action))
    target = int(target_of(s, action))
    if STAIR <= action < NOTHING:
        return Offer(action, pawn, -1, -1, pawn)
    if side < 0:
        return Offer(action, pawn, _cell(target), -1, -1)
    taken = int(taken_disc(s, target, side, pawn))
    return Offer(action, pawn, _cell(target), _cell(taken), int(kind_of(s, taken)))


def _cell(disc: int) -> int:
    return int(index(disc)) if disc else -1
