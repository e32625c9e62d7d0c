"""A match: deals strung together by the game's standing (score, dealer, games won)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.options import Options, Value
from ludoteca.core.state import State
from ludoteca.core.view import EARLIER

if TYPE_CHECKING:
    from ludoteca.core.game import Game


def side_columns(game: Game, options: Options) -> list[tuple[int, ...]]:
    """The numbers of a standing that belong to each side, in the field that ``MATCH`` names.

    They are those of :func:`standing_row`; the field has an entry for each side, or for each seat.
    """
    layout, sides = game.standing_layout, game.teams(options)
    names = [field.name for field in layout]
    sizes = [int(np.prod(layout.dtype[name].shape)) for name in names]
    at = names.index(str(game.match_field))
    first = sum(sizes[:at])
    if sizes[at] == len(sides):
        return [(first + number,) for number in range(len(sides))]
    return [tuple(first + seat for seat in side) for side in sides]


def deciding_points(
    game: Game, options: Options, totals: NDArray[np.float64], standing: NDArray[np.void]
) -> NDArray[np.float64]:
    """The points of each side that decide a match, float64 [sides]: who has most wins.

    They are the field of ``standing``, records [1], that ``MATCH`` names; where there is none, the
    points of all deals, which ``totals``, float64 [seats], has.
    """
    if game.match_field is None:
        return totals[[side[0] for side in game.teams(options)]]
    heads = [columns[0] for columns in side_columns(game, options)]
    return standing_row(game, standing)[heads].astype(np.float64)


def standing_row(game: Game, standing: NDArray[np.void]) -> NDArray[np.int64]:
    """The numbers of ``standing``, records [1], as int64 [numbers].

    Field after field, arrays entry by entry.
    """
    return np.concatenate([np.ravel(standing[field.name][0]) for field in game.standing_layout])


class Match:
    """Deals of one game until its standing says that it is over; ``earlier`` are the last ones.

    Each :meth:`new_deal` is played to its end and given to :meth:`close`, until ``over``.
    """

    def __init__(self, game: Game, options: Mapping[str, Value | bool] | None = None) -> None:
        self.game = game
        self.options = game.options(options)
        self.standing: NDArray[np.void] = game.standing_layout.empty()
        self.deals = 0
        self.over = False
        self.totals = np.zeros(game.num_players(self.options))
        self.earlier: tuple[State, ...] = ()

    def new_deal(self) -> State:
        """The position before the next deal.

        Raises
        ------
        BadInput
            Where the match is over.
        """
        if self.over:
            raise BadInput(_("the match is over"))
        return State.initial(self.game, self.options, self.standing, self.earlier)

    def close(self, state: State) -> None:
        """Take a finished deal into the standing; raises :class:`BadInput` if it is not.

        Raises
        ------
        BadInput
            Where the deal is not finished.
        """
        if not state.is_terminal():
            raise BadInput(_("the deal is not finished"))
        self.totals += state.returns()
        self.over = bool(calls.next_standing(state.record, 0, self.standing))
        self.deals += 1
        state.earlier = ()  # else each end would keep all that were before it
        self.earlier = (*self.earlier, state)[-EARLIER:]

    def shares(self) -> NDArray[np.float64]:
        """Each side's share of the finished match, float64 [sides].

        Who wins it has 1, and ties share.
        """
        held = deciding_points(self.game, self.options, self.totals, self.standing)
        best = held == held.max()
        return best / best.sum()

    def standing_text(self) -> str:
        """The standing as ``name=value`` pairs."""
        return standing_text(self.standing)


def standing_text(standing: NDArray[np.void]) -> str:
    """The ``standing``, as records [1], on one line, as records of deals keep it."""
    names = standing.dtype.names or ()
    return " ".join(f"{n}={','.join(str(v) for v in np.ravel(standing[n][0]))}" for n in names)


def parse_standing(game: Game, text: str) -> NDArray[np.void]:
    """The standing that :func:`standing_text` wrote, as records [1].

    Raises
    ------
    BadInput
        With one sentence, where a part does not fit or has a value that its field cannot have.
    """
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
    if (outside := game.standing_layout.outside(standing)) is not None:
        field, value = outside
        wanted = _("{what} from {low} to {high}").format(
            what=_("a whole number"), low=field.low, high=field.high
        )
        raise BadInput(
            _("{name} is {wanted}, not {given}").format(name=field.name, wanted=wanted, given=value)
        )
    return standing
