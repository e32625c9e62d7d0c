"""What wins a match of several deals, where that is a sum of points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.core.options import Options


@dataclass(frozen=True)
class MatchGoal:
    """Most points of all deals win, ties share; ``rules.py`` states it as ``MATCH``.

    A test holds ``next_standing`` to it. Games whose matches are won otherwise leave it out.

    Attributes
    ----------
    score : the field of ``STANDING`` with the points so far, by seat, or by side where there are
        partners
    played : the field of ``STANDING`` that counts the deals
    rounds : the option that says how many deals a match has that no target ends, or a function of
        all options; "" for none
    target : the option that says at how many points of a side the match ends, 0 for no target; ""
        where there is no such option
    scale : what one point of ``returns`` adds to ``score``, which is whole
    """

    score: str
    played: str
    rounds: str | Callable[[Options], int] = ""
    target: str = ""
    scale: int = 1

    def end(self, options: Options) -> tuple[int, int]:
        """Deals of the match and its target; one of them is 0, and does not count."""
        target = int(options[self.target]) if self.target else 0
        return (0 if target else self._deals(options), target * self.scale)

    def _deals(self, options: Options) -> int:
        return self.rounds(options) if callable(self.rounds) else int(options[self.rounds])
