"""One deal after another as the episodes of an environment: an illegal action ends a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.options import Value
from ludoteca.core.state import State
from ludoteca.players.learned.actions import ActionSpace, illegal_points
from ludoteca.players.learned.observation import ObservationSpace

VERSION = 0  #: raised when actions, observations or rewards of a game change their meaning


class Episode:
    """A deal of ``game`` with ``options`` from the beginning of a match; :meth:`begin` deals it.

    Attributes
    ----------
    actions
        the numbered moves
    observations
        what the numbers of :meth:`row` are
    state
        the position, at which no chance move is next
    over
        the deal has ended
    illegal
        the seat whose illegal action ended it, else None
    points
        points by seat, 0 before the end

    Raises
    ------
    BadInput
        for options that the game does not have

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> deal = Episode(load_game("kuhn"))
    >>> deal.begin(np.random.default_rng(1))
    >>> deal.mask(0), deal.play(0), deal.play(0), deal.over, sum(deal.points)
    (array([1, 1], dtype=int8), True, True, True, 0.0)
    """

    state: State

    def __init__(self, game: Game, options: Mapping[str, Value | bool] | None = None) -> None:
        self.game = game
        self.options = game.options(options)
        self.actions = ActionSpace(game)
        self.observations = ObservationSpace(game, self.options)
        self.num_players = game.num_players(self.options)
        self.over = True
        self.illegal: int | None = None
        self.points = [0.0] * self.num_players
        self._rng = np.random.default_rng()

    def begin(self, rng: np.random.Generator) -> None:
        """Deal; all chance moves of the deal are drawn from ``rng``."""
        self._rng = rng
        self.state = self.game.new_state(self.options)
        self.over, self.illegal = False, None
        self.points = [0.0] * self.num_players
        self._go_on()

    def play(self, action: int) -> bool:
        """Make the action of the seat to move; false where it is illegal, which ends the deal.

        What that costs says :func:`~ludoteca.players.learned.actions.illegal_points`.
        """
        legal = self.state.legal_actions()
        if 0 <= action < self.actions.num_actions and self.actions.ids[action] in legal:
            self.state.apply_unchecked(int(self.actions.ids[action]))
            self._go_on()
            return True
        self.illegal = seat = self.state.current_player()
        self.over = True
        self.points = illegal_points(self.game, self.options)[seat].tolist()
        return False

    def play_id(self, move: int) -> None:
        """Make the legal move with the kernel's id ``move``; it is not checked."""
        self.state.apply_unchecked(move)
        self._go_on()

    def _go_on(self) -> None:
        while self.state.is_chance():
            self.state.apply_unchecked(self.state.sample_chance(self._rng))
        if self.state.is_terminal():
            self.over, self.points = True, self.state.returns()

    def row(self, seat: int) -> NDArray[Any]:
        """The row of what ``seat`` sees: a new float32 array [observations.size]."""
        return self.observations.of(self.state.record, seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for what ``seat`` may do now, 0 for all if it is not to move: int8 [num_actions]."""
        mine = not self.over and self.state.current_player() == seat
        return self.actions.mask(tuple(self.state.legal_actions()) if mine else ())

    @property
    def viewer(self) -> int:
        """The seat to move, ``SPECTATOR`` once the deal is over."""
        return SPECTATOR if self.over else self.state.current_player()
