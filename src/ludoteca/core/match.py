"""A match: deals strung together by the game's standing (score, dealer, games won)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.options import Options, Value
from ludoteca.core.state import State

if TYPE_CHECKING:
    from ludoteca.core.game import Game


@dataclass(frozen=True)
class MatchGoal:
    """Most points of all deals win, ties share; ``rules.py`` states it as ``MATCH``.

    A law holds ``next_standing`` to it. Games whose matches are won otherwise leave it out.

    Attributes
    ----------
    score : the field of ``STANDING`` with the points so far, by seat, or by side where there are
        partners
    played : the field of ``STANDING`` that counts the deals
    rounds : the option for the number of deals of a match without a target, or a function of all
        options; "" for none
    target : the option for the points of a side at which the match ends, 0 for no target; "" where
        there is no such option
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
        if target:
            return 0, target * self.scale
        return self.rounds(options) if callable(self.rounds) else int(options[self.rounds]), 0


class Match:
    """Deals of one game until its standing says that it is over.

    >>> # match = Match(game); state = match.new_deal(); ...play it...; match.close(state)
    """

    def __init__(self, game: Game, options: Mapping[str, Value | bool] | None = None) -> None:
        self.game = game
        self.options = game.options(options)
        self.standing: NDArray[np.void] = game.standing_layout.empty()
        self.deals = 0
        self.over = False
        self.totals = np.zeros(game.num_players(self.options))

    def new_deal(self) -> State:
        """The position before the next deal."""
        if self.over:
            raise BadInput(_("the match is over"))
        return State.initial(self.game, self.options, self.standing)

    def close(self, state: State) -> None:
        """Take a finished deal into the standing; raises :class:`BadInput` if it is not."""
        if not state.is_terminal():
            raise BadInput(_("the deal is not finished"))
        self.totals += state.returns()
        self.over = bool(calls.next_standing(state.record, 0, self.standing))
        self.deals += 1

    def standing_text(self) -> str:
        """The standing as ``name=value`` pairs."""
        return standing_text(self.standing)


def standing_text(standing: NDArray[np.void]) -> str:
    """``name=value`` for each field; the entries of an array separated by commas."""
    names = standing.dtype.names or ()
    return " ".join(f"{n}={','.join(str(v) for v in np.ravel(standing[n][0]))}" for n in names)


def parse_standing(game: Game, text: str) -> NDArray[np.void]:
    """The standing that :func:`standing_text` wrote; raises :class:`BadInput` with one sentence."""
    standing = game.standing_layout.empty()
    for part in text.split():
        name, _equals, values = part.partition("=")
        try:
            numbers = [int(v) for v in values.split(",")]
            standing[name] = np.reshape(numbers, standing[name].shape)
        except (ValueError, OverflowError):
            raise BadInput(
                _("the standing has a part that does not fit: {part}").format(part=part)
            ) from None
    return standing
