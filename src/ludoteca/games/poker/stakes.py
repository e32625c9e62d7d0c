"""What the ends of a round are worth: the points themselves, or what they do to a match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .hands import VALUES
from .paths import CLASSES, Round
from .strategy import FIRST, SECOND


@dataclass(frozen=True, eq=False)
class Stakes:
    """What each end is worth to the first; to the second it is worth the opposite.

    ``folded[seat]``: that the seat folds; ``shown[c, d]``: the showdown of a hand of class c of the
    first and one of class d of the second.
    """

    folded: tuple[Any, Any]
    shown: NDArray[Any]

    @classmethod
    def of(cls, played: Round, worth: Callable[[int], Any]) -> Stakes:
        """Those of a round where n points above the other are ``worth(n)``."""
        ahead = [won - lost for won, lost in map(played.left_by, (FIRST, SECOND))]
        shown = [[worth(_ahead(c, d)) for d in range(CLASSES)] for c in range(CLASSES)]
        return cls((worth(ahead[FIRST]), worth(ahead[SECOND])), np.array(shown))

    @classmethod
    def points(cls, played: Round) -> Stakes:
        """The points themselves."""
        return cls.of(played, int)

    def for_seat(self, seat: int) -> tuple[Any, Any, NDArray[Any]]:
        """To ``seat``: its folding, the other's, and the showdown by its class and the other's."""
        if seat == FIRST:
            return self.folded[FIRST], self.folded[SECOND], self.shown
        return -self.folded[SECOND], -self.folded[FIRST], -self.shown.T


def _ahead(mine: int, theirs: int) -> int:
    """Points above the other at the showdown, by class."""
    if mine == theirs:
        return 0
    return VALUES[mine] if mine > theirs else -VALUES[theirs]
