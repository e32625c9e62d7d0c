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
