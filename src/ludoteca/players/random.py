"""The player that any other should beat."""

from __future__ import annotations

import numpy as np

from ludoteca.core.view import SeatView


class RandomPlayer:
    """Every legal move with the same probability."""

    name = "random"

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """One of the legal moves."""
        return view.legal[int(rng.integers(len(view.legal)))]

    def chances(self, view: SeatView) -> dict[int, float]:
        """The same for every legal move."""
        return dict.fromkeys(view.legal, 1 / len(view.legal))
