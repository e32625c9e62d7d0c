"""OpenSpiel's observers: what a seat sees and remembers, as text and as numbers.

============================  =====================================================================
perfect recall                every move as the seat saw it, ``"moves"``, and which seat it is
what it sees now              the row of numbers of an ``ObservationSpace``
public alone, private alone   its two parts, as text alone
============================  =====================================================================

**The tensor with perfect recall** has a row of four numbers for each move that a deal may have:
who made it (0 none yet, 1 chance, 2 seat 0, ...), and what the seat saw of it, a token of 64 bits
in three numbers, its lowest 24 bits, the next 24 and the last 16. A float32 holds each exactly, so
that no two information states have the same tensor. Negative tokens come first as their absolute
values do: 0, -1, 1, -2, ... are 0, 1, 2, 3, ...
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import pyspiel
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE, SPECTATOR
from ludoteca.core.layout import Visibility
from ludoteca.core.options import Options
from ludoteca.core.state import State, observe
from ludoteca.core.view import Token
from ludoteca.envs.openspiel.declarations import has_private_part, is_remembered
from ludoteca.players.learned.actions import MOST_REMEMBERED
from ludoteca.players.learned.observation import ObservationSpace

_LOW = (1 << 24) - 1
_OWN = (Visibility.SEAT, Visibility.PAIR)


class Observed(Protocol):
    """A state of OpenSpiel as observers read it."""

    @property
    def position(self) -> State:
        """The position as a ``State`` of this library."""

    def remembered(self, player: int) -> str:
        """The information state of ``player`` in one line."""


class Remembered:
    """All moves of the deal as a seat saw them.

    Attributes
    ----------
    tensor : float32 [seats + 4 * MAX_LENGTH]
        written by :meth:`set_from`: 1 for the seat, then four numbers a move; None where the game's
        deals are too long
    dict
        its parts, ``player`` [seats] and ``moves`` [MAX_LENGTH, 4], the same memory
    """

    tensor: NDArray[np.float32] | None

    def __init__(self, game: Game, options: Options) -> None:
        self._game, seats = game, game.num_players(options)
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.tensor = None
        if is_remembered(game):
            longest = game.rules.MAX_LENGTH
            self.tensor = np.zeros(seats + 4 * longest, np.float32)
            self.dict["player"] = self.tensor[:seats]
            self.dict["moves"] = self.tensor[seats:].reshape(longest, 4)

    def set_from(self, state: Observed, player: int) -> None:
        """Write what ``player`` knows of ``state`` into ``tensor``, in place.

        Raises
        ------
        ValueError
            where the game's deals are too long for a tensor
        """
        if self.tensor is None:
            raise ValueError(
                f"{self._game.name} has no information state as a tensor: a deal may have "
                f"{self._game.rules.MAX_LENGTH} moves, and the most are {MOST_REMEMBERED}"
            )
        self.tensor[:] = 0
        self.dict["player"][player] = 1
        write_tokens(state.position.tokens(player), self.dict["moves"])

    def string_from(self, state: Observed, player: int) -> str:
        """All that ``player`` knows of ``state``, in one line."""
        return state.remembered(player)


class Seen:
    """The position now as a seat sees it."""

    def __init__(self, space: ObservationSpace) -> None:
        self._space = space
        self.tensor: NDArray[np.float32] = np.zeros(space.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Observed, player: int) -> None:
        """Write the row of ``player`` into ``tensor``, in place."""
        self.tensor[:] = self._space.of(state.position.record, player)

    def string_from(self, state: Observed, player: int) -> str:
        """The fields that ``player`` sees, in one line; those that are all zero are left out."""
        return f"{player}: {fields_text(state.position, player)}"


class PartSeen:
    """The public part of what a seat sees now, or the private one: as text alone."""

    tensor = None

    def __init__(self, public: bool) -> None:
        self._public = public
        self.dict: dict[str, NDArray[np.float32]] = {}

    def set_from(self, state: Observed, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: Observed, player: int) -> str:
        """The fields of this part, in one line; those that are all zero are left out."""
        if self._public:
            return fields_text(state.position, SPECTATOR)
        return fields_text(state.position, player, _OWN)


def make_observer(
    game: Game, options: Options, kind: pyspiel.IIGObservationType, space: ObservationSpace
) -> Remembered | Seen | PartSeen | None:
    """The observer of ``kind``, or None where there is none, as OpenSpiel expects."""
    own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    nothing = kind.private_info == pyspiel.PrivateInfoType.NONE
    if kind.perfect_recall:
        return Remembered(game, options) if kind.public_info and own else None
    if kind.public_info and own:
        return Seen(space)
    if kind.public_info and nothing:
        return PartSeen(public=True)
    return PartSeen(public=False) if own and has_private_part(game) else None


def write_tokens(tokens: list[Token], out: NDArray[np.float32]) -> None:
    """Write a row for each of ``tokens`` into ``out``, float32 [moves, 4], in place.

    The module says what the four numbers are. Rows after those of the tokens stay as they are.

    Raises
    ------
    ValueError
        where there are more tokens than rows
    """
    if not tokens:
        return
    seen = np.array(tokens, np.int64)
    rows = out[: len(seen)]
    rows[:, 0] = np.where(seen[:, 0] == CHANCE, 1, 2 + seen[:, 0])
    token = (seen[:, 1] << 1 ^ seen[:, 1] >> 63).view(np.uint64)
    rows[:, 1] = token & np.uint64(_LOW)
    rows[:, 2] = token >> np.uint64(24) & np.uint64(_LOW)
    rows[:, 3] = token >> np.uint64(48)


def fields_text(
    state: State, viewer: int, kinds: tuple[Visibility, ...] = tuple(Visibility)
) -> str:
    """``name=value`` of the fields of ``kinds`` that ``viewer`` sees not all zero."""
    seen = observe(state.record, state.game.masks(state.options)[viewer])
    found = []
    for field in state.game.state_layout:
        if field.visibility in kinds:
            entries: Any = seen[field.name][0]
            if np.any(entries):
                found.append(f"{field.name}={entries.tolist()}".replace(" ", ""))
    return " ".join(found)
