# mypy: disable-error-code="empty-body"
"""The hooks of ``odds.py`` and ``solve.py`` that are no questions: numbers beside the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    import numpy as np

    from ludoteca.core.numbers import Estimate, Exact, Odd
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView
    from ludoteca.players.base import Mixer


@function("odds")
def chance_line(view: SeatView, /) -> str | None:
    """Return the line that ``ludoteca play`` shows below the table."""


@function("odds")
def odds_at(view: SeatView, rng: np.random.Generator, /) -> tuple[Odd, ...]:
    """Return the odds that mean something here, from what the seat sees."""


@function("odds")
def odds_of_choice(view: SeatView, after: SeatView, rng: np.random.Generator, /) -> tuple[Odd, ...]:
    """Return the odds of moves chosen and not made yet; ``after`` is the view after them."""


@function("odds")
def moves_to_try(view: SeatView, wanted: str, /) -> Sequence[int]:
    """Return moves for the seat to try, of the kind ``wanted`` that the game's face asks for."""


@function("odds")
def values_at(view: SeatView, /) -> dict[int, Exact] | dict[int, Estimate] | None:
    """Return the worth of each legal move, all proved or all judged by a search; None for neither.

    The numbers say what they rest on, and are the same whenever they are asked for.
    """


VALUES_REST_ON: Hook[str] = constant(
    "odds", name="VALUES_REST_ON", doc="what proved ``values_at`` rest on, a message id"
)


@function("odds")
def decision_words(view: SeatView, moves: Sequence[int], /) -> str:
    """Name all moves that a seat makes one after the other, where they are one decision."""


# -- solve.py --------------------------------------------------------------------------------------


@function("solve")
def exact_win(options: Options, machine: Mixer, /) -> Callable[[Mixer | None], float]:
    """Return a function of an opponent: what it wins from ``machine`` a deal, on average, exactly.

    That are its points less those of the machine, the mean over the seatings; of None, what the
    best of all opponents wins. Games whose whole tree is small need no such function.
    """
