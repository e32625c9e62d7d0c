# mypy: disable-error-code="empty-body"
"""The hooks of ``odds.py`` and ``solve.py`` that are no questions: numbers beside the cards.

They know what a seat sees and nothing else, and may take some seconds: pages ask for them in a
process of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np

    from ludoteca.core.numbers import Estimate, Exact, Odd
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView
    from ludoteca.players.base import Mixer


@function("odds")
def chance_line(view: SeatView, /) -> str | None:
    """Return the line that ``ludoteca play`` shows below the table after each card.

    By default there is none. It must be quick.

    Parameters
    ----------
    view
        What the person sees, or a spectator where several play.

    Returns
    -------
    str or None
        A line; None where there is nothing to say.
    """


@function("odds")
def odds_at(view: SeatView, rng: np.random.Generator, /) -> tuple[Odd, ...]:
    """Return the odds that mean something here, for the column beside the cards.

    By default the chance to come first and the points to expect, simulated. Asked at any time of
    the deal, at the seat's turn or not. In a game without choices they must be quick: the page
    draws them with the table.

    Parameters
    ----------
    view
        What the seat sees.
    rng
        The only source of chance, for odds that are simulated: equal seeds give equal odds.

    Returns
    -------
    tuple of Odd
        The most important first; () where nothing is worth telling. Each says whether it is a
        chance or points, and its condition.

    Raises
    ------
    NoWorld
        Where no world is found that fits what the seat sees.
    """


@function("odds")
def odds_of_choice(view: SeatView, after: SeatView, rng: np.random.Generator, /) -> tuple[Odd, ...]:
    """Return the odds of moves that a person has chosen and not made yet.

    By default none are shown.

    Parameters
    ----------
    view
        What the seat to move sees now.
    after
        What it would see after the moves.
    rng
        The only source of chance: equal seeds give equal odds.

    Raises
    ------
    NoWorld
        Where no world is found that fits what the seat sees.
    """


@function("odds")
def moves_to_try(view: SeatView, wanted: str, /) -> Sequence[int]:
    """Return moves for the seat to try on the table, before it makes them or takes them back.

    Asked where the game's face has a button for it; the page then shows them as a draft.

    Parameters
    ----------
    view
        What the seat to move sees.
    wanted
        Which moves, a word that the face gives its button, such as ``points``. It comes from a
        browser: any other text is to be answered too, with ().

    Returns
    -------
    sequence of int
        Ids, in order, each legal after those before it; () where there are none.
    """


@function("odds")
def values_at(view: SeatView, /) -> dict[int, Exact] | dict[int, Estimate] | None:
    """Return the worth of each legal move: for advice, reviews, the coach and puzzles.

    By default it is searched where two seats see everything, else simulated.

    Parameters
    ----------
    view
        What the seat to move sees.

    Returns
    -------
    dict or None
        By the id of the move, its worth in points to the seat, those ahead of the other's unless
        the game is zero-sum: all of them proved, or all estimated by a search. The same whenever
        they are asked for, so the search is bounded by positions, not by time. None for neither.
    """


@function("odds")
def turn_values_at(view: SeatView, /) -> dict[tuple[int, ...], Fraction] | None:
    """Return the proved worth of each whole turn: for puzzles.

    By default it is that of its moves (``values_at``). A game has it where the best turn can be
    proved in some positions, and a search is asked in all others.

    Parameters
    ----------
    view
        What the seat to move sees.

    Returns
    -------
    dict or None
        By the moves of the turn, its worth in points to the seat, those ahead of the best other's
        unless the game is zero-sum. None where no turn is proved to be best.
    """


@function("odds")
def proof_words(view: SeatView, moves: Sequence[int], /) -> str:
    """Tell in a sentence or two why a turn is worth what is proved of it: for puzzles.

    By default the reason for its first move is told, and the other's best answer to it. It must be
    quick.

    Parameters
    ----------
    view
        What the seat to move sees.
    moves
        Ids of one of the turns whose worth is proved, in order.
    """


VALUES_REST_ON: Hook[str] = constant(
    "odds", name="VALUES_REST_ON", doc="what proved worths rest on, a message id"
)


@function("odds")
def decision_words(view: SeatView, moves: Sequence[int], /) -> str:
    """Name all moves that a seat makes one after the other, where they are one decision.

    Reviews and the coach then judge them together. By default each move is a decision, unless the
    game lists whole turns.

    Parameters
    ----------
    view
        What the seat sees before the first of them.
    moves
        Ids, in order; at least one.
    """


# -- solve.py --------------------------------------------------------------------------------------


@function("solve")
def exact_win(options: Options, machine: Mixer, /) -> Callable[[Mixer | None], float]:
    """Return a function of an opponent: what it wins from ``machine`` a deal, on average, exactly.

    ``ludoteca exploit`` and training ask for it. Games whose whole tree is small need no such
    function, others are measured by deals.

    Parameters
    ----------
    options
        The values of all options.
    machine
        A player that tells its chances at any view of its seat.

    Returns
    -------
    callable
        Of an opponent that tells its chances, its points less those of the machine, the mean over
        the seatings; of None, what the best of all opponents wins.
    """
