# mypy: disable-error-code="empty-body"
"""The hooks of ``assist.py``: a real table followed by hand from one seat.

See :mod:`ludoteca.table.followed` and :mod:`ludoteca.table.assistant`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    import numpy as np

    from ludoteca.core.options import Options


@function("assist")
def read_event(seen: Any, actor: int, text: str, /) -> Sequence[int | range] | None:
    """Turn what somebody typed about the next move of ``actor`` into tokens; None where it is none.

    ``actor`` is a seat or ``CHANCE``. Several tokens are moves one after the other; a range is a
    token of it that nobody noted.

    Raises
    ------
    BadInput
        With one sentence for the person who typed it.
    """


@function("assist")
def assume(seen: Any, seat: int, token: int, /) -> bool:
    """Write into ``seen`` what ``seat`` knows once it saw ``token``; False where it cannot be.

    Worlds are drawn from it in which ``token`` can come next: what ``resample_from_infostate``
    reads may be changed, the rest is put back. Without it worlds are drawn until one fits.
    """


@function("assist")
def known_of(seen: Any, seat: int, token: int, /) -> str:
    """Say in one sentence what ``seat`` knows of the cards of ``token``, which cannot come now."""


@function("assist")
def chance_words(seen: Any, seat: int, /) -> str:
    """Name what chance brings to ``seat`` next in a few words, as what the assistant waits for."""


@function("assist")
def unseen_cards(seen: Any, seat: int, /) -> Sequence[tuple[str, int]]:
    """List the cards that ``seat`` cannot place, each with how many of it there are."""


@function("assist")
def read_position(text: str, options: Options, rng: np.random.Generator, out: Any, /) -> int:
    """Fill the zeroed record ``out`` with a position typed as one seat sees it; return the seat.

    What is written ``?`` is drawn by ``rng`` from what is possible. Without the hook a position is
    what the seat saw of the deal (:meth:`ludoteca.table.assistant.Assistant.from_position`).

    Raises
    ------
    BadInput
        With one sentence for the person who typed it.
    """


POSITION: Hook[str] = constant(
    "assist", name="POSITION", doc="how a position is typed, a message id of several lines"
)
