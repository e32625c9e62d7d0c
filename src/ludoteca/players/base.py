"""The protocol of players: a name, and a choice of a move from what the seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from ludoteca.core.errors import LudotecaError
from ludoteca.core.view import Memory

if TYPE_CHECKING:
    import numpy as np

    from ludoteca.core.state import State
    from ludoteca.core.view import SeatView


class Player(Protocol):
    """A player of one seat.

    It gets the seat's view and nothing else, never a ``State``. Its choice depends on the view, on
    ``rng`` and on what it remembers of this deal: equal seeds give equal deals, but where a budget
    is in seconds. What earlier deals told it reads from the view, as it may be made anew for each
    move.
    """

    @property
    def name(self) -> str:
        """The spec that makes the player again, its name in results."""

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The id of the move to make, one of ``view.legal``.

        Parameters
        ----------
        view
            the position as the seat sees it; it is the seat's turn, so ``legal`` is not empty
        rng
            the source of all that the player draws; its state is changed
        """


def seen_by(player: Player | Mixer, state: State, seat: int) -> SeatView:
    """The view that ``player`` gets of ``state``, with as much of its past as it reads."""
    return state.view(seat, memory_of(player))


def memory_of(player: Player | Mixer | None) -> Memory:
    """The part of a match that ``player`` reads, its attribute ``remembers``."""
    return Memory(getattr(player, "remembers", Memory.NOTHING))


class Choice(Protocol):
    """A move and its reasons, for people."""

    @property
    def action(self) -> int:
        """The id of the move."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons, a sentence each."""


@runtime_checkable
class Reasoner(Protocol):
    """A player that can also give its reasons."""

    def think(self, view: SeatView, rng: np.random.Generator) -> Choice:
        """The choice of :meth:`Player.choose`, with its reasons."""


@runtime_checkable
class Mixer(Protocol):
    """A player that draws its moves, and can tell with what chances."""

    def chances(self, view: SeatView) -> dict[int, float]:
        """The probability of each legal move, by its id; those left out are 0."""


def likely_move(player: Player, view: SeatView, rng: np.random.Generator) -> int:
    """The move of ``player``; of one that draws its moves the likeliest, which no luck changes.

    Of equally likely ones it is the first of ``view.legal``; ``rng`` is used by other players
    alone.
    """
    if not isinstance(player, Mixer):
        return player.choose(view, rng)
    chances = player.chances(view)
    return max(view.legal, key=lambda action: chances.get(action, 0.0))


class Told(NamedTuple):
    """A move with its reasons, a sentence each; none where the player gives none."""

    action: int
    reasons: tuple[str, ...] = ()


def choice_of(player: Player, view: SeatView, rng: np.random.Generator) -> Choice:
    """The choice of ``player`` to be told, with its reasons where it can give them."""
    if isinstance(player, Reasoner):
        return player.think(view, rng)
    return Told(likely_move(player, view, rng))


class PersonLeft(Exception):
    """Raised when a person leaves the table; the position stays as it is."""


class TakeBack(Exception):
    """Raised when a person asks to take the last move back, which is for the table to grant."""


class PlayerFailed(LudotecaError):
    """A player failed or chose an illegal move; the message names both.

    Parameters
    ----------
    seat
        the seat that it held
    sentence
        the message
    state
        the deal as far as it had come, where it is known; it does not travel to other processes
    """

    def __init__(self, seat: int, sentence: str, state: State | None = None) -> None:
        super().__init__(sentence)
        self.seat = seat
        self.state = state

    def __reduce__(self) -> tuple[type[PlayerFailed], tuple[int, str]]:
        return (PlayerFailed, (self.seat, str(self)))
