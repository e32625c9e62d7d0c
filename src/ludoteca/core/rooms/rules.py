# mypy: disable-error-code="empty-body"
"""The hooks of ``rules.py``: the kernel, over one record ``s``; see :mod:`ludoteca.core.kernel`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    from ludoteca.core.layout import Layout
    from ludoteca.core.options import Options, OptionSchema

STATE: Hook[Layout] = constant("rules", name="STATE", doc="the record of a deal", required=True)
OPTIONS: Hook[OptionSchema] = constant("rules", name="OPTIONS", doc="the rule options")
STANDING: Hook[Layout] = constant("rules", name="STANDING", doc="the score between deals")
MATCH: Hook[str] = constant(
    "rules", name="MATCH", doc="the field of STANDING whose highest entry wins a match"
)
FORFEIT: Hook[int] = constant("rules", name="FORFEIT", doc="the id by which a seat gives up a deal")
MAX_LEGAL: Hook[int] = constant("rules", name="MAX_LEGAL", doc="most legal moves", required=True)
MAX_CHANCE: Hook[int] = constant("rules", name="MAX_CHANCE", doc="most outcomes", required=True)
MAX_LENGTH: Hook[int] = constant("rules", name="MAX_LENGTH", doc="longest deal", required=True)
MAX_ACTION: Hook[int] = constant(
    "rules", name="MAX_ACTION", doc="greatest id of a move, of chance or FORFEIT; the least is 0"
)
RETURNS: Hook[tuple[float, float]] = constant(
    "rules", name="RETURNS", doc="least and greatest points of a seat in a deal"
)


@function("rules", required=True, compiled=True)
def init_state(s: Any, options: Any, standing: Any, /) -> None:
    """Make ``s`` the position before the deal, in place.

    Parameters
    ----------
    s : record of STATE
        Zeroed, but for the fields that ``options`` or ``standing`` has by the same name.
    options : record of OPTIONS
        The rule options; read only.
    standing : record of STANDING
        The score before the deal; read only.
    """


@function("rules", required=True, compiled=True)
def current_player(s: Any, /) -> int:
    """Return who moves next.

    Parameters
    ----------
    s : record of STATE
        The position; read only.

    Returns
    -------
    int
        A seat, ``CHANCE``, or ``TERMINAL`` where the deal is over.
    """


@function("rules", required=True, compiled=True)
def legal_actions(s: Any, out: Any, /) -> int:
    """Write the ids of the legal moves of the seat to move, ascending; return their number.

    Called where a seat is to move, never for chance; at least one move is legal. See
    ``ludoteca.examples.kuhn.rules``.

    Parameters
    ----------
    s : record of STATE
        The position; read only.
    out : int64 [MAX_LEGAL]
        Written in place up to the number that is returned.
    """


@function("rules", required=True, compiled=True)
def chance_outcomes(s: Any, out: Any, prob: Any, /) -> int:
    """Write the ids of the chance move, ascending, and their probabilities; return their number.

    By default the kinds left in the field ``deck``, or none where there is no such field.

    Parameters
    ----------
    s : record of STATE
        The position, where chance is to move; read only.
    out : int64 [MAX_CHANCE]
        Written in place up to the number that is returned.
    prob : float64 [MAX_CHANCE]
        Written likewise; they sum to 1.
    """


@function("rules", required=True, compiled=True)
def apply_action(s: Any, a: int, /) -> None:
    """Make a move or a chance move, in place, unchecked.

    Parameters
    ----------
    s : record of STATE
        The position; changed in place.
    a : int
        An id of :func:`legal_actions`, of :func:`chance_outcomes`, or ``FORFEIT``.
    """


@function("rules", required=True, compiled=True)
def returns(s: Any, out: Any, /) -> None:
    """Write the points of the finished deal.

    Parameters
    ----------
    s : record of STATE
        The position at the end of a deal; read only.
    out : float64 [seats]
        The points of each seat, written in place; partners have the same.
    """


@function("rules", required=True, compiled=True)
def observed_action(s: Any, a: int, seat: int, /) -> int:
    """Return the token of ``a`` for ``seat``, before it is applied to ``s``, which is read only.

    It is ``a`` where the seat sees the move, ``HIDDEN`` where it sees nothing of it, and a number
    of the game's own for what is seen in part. By default all is seen; a dealt card by its owner.
    """


@function("rules", required=True, compiled=True)
def resample_from_infostate(s: Any, seat: int, rng: Any, out: Any, /) -> None:
    """Draw what ``seat`` does not know anew in ``out``, in place.

    By default the hidden cards of a declared deal, each deal of physical cards as likely.

    Parameters
    ----------
    s : record of STATE
        The position; read only.
    seat : int
        Never a spectator.
    rng : numpy.random.Generator
        The only source of chance.
    out : record of STATE
        A copy of ``s``.

    Raises
    ------
    NoWorld
        Where no world is found; ``out`` is of no use then.
    """


@function("rules", compiled=True)
def resample_many(s: Any, seat: int, rng: Any, out: Any, /) -> None:
    """Draw what ``seat`` does not know anew in each of ``out``, in place.

    ``out`` is records [n], copies of ``s``. By default :func:`resample_from_infostate` of each.

    Raises
    ------
    NoWorld
        Where one of them is not found; ``out`` is of no use then.
    """


@function("rules", compiled=True)
def next_standing(s: Any, out: Any, /) -> bool:
    """Close a finished deal into the standing; return true when the match is over.

    By default a match is one deal. Who wins it has the highest entry of the field ``MATCH``.

    Parameters
    ----------
    s : record of STATE
        The position at the end of a deal; read only.
    out : record of STANDING
        The score before the deal, changed in place to that after it.
    """


@function("rules", compiled=True)
def draw_source(s: Any, /) -> int:
    """Return the order of cards that the coming draw is from.

    By default the one shuffle, where chance draws from the field ``deck``. The ids of a draw are
    kinds of card, as likely as there are cards of them in that field.

    Parameters
    ----------
    s : record of STATE
        The position, where chance is to move; read only.

    Returns
    -------
    int
        0 for the first shuffle, another number after each reshuffle; ``NO_DRAW`` where chance is
        not a card being drawn.
    """


@function("rules", compiled=True)
def sample_chance(s: Any, rng: Any, ids: Any, prob: Any, /) -> int:
    """Draw a chance id by ``rng``; by default from :func:`chance_outcomes`.

    ``ids``, int64 [MAX_CHANCE], and ``prob``, float64 [MAX_CHANCE], are scratch.
    """


@function("rules", compiled=True)
def hidden_ways(s: Any, a: int, /) -> float:
    """Return the number of ways to make a move with physical cards; by default 1.

    It weighs the move in the prior from which worlds are drawn: with two copies of a card in the
    hand, whose discard others do not see, two. See :mod:`ludoteca.core.laws.referee`.

    Parameters
    ----------
    s : record of STATE
        The position before the move; read only.
    a : int
        The id of a legal move.
    """


@function("rules", compiled=True)
def state_key(s: Any, /) -> Any:
    """Return a uint64, equal for positions with the same future: solvers keep one of them.

    By default a hash of the whole record. Positions with equal keys have the same legal moves, and
    differ at most in what no longer matters.

    Parameters
    ----------
    s : record of STATE
        The position; read only.
    """


@function("rules", compiled=True)
def bounds(s: Any, out: Any, /) -> None:
    """Write bounds of the value for two seats, in points of seat 0 less those of seat 1.

    ``out`` is float64 [2], the lower and the upper one, written in place; by default they are
    infinite.
    """


@function("rules", compiled=True)
def move_order(s: Any, actions: Any, n: int, score: Any, /) -> None:
    """Write a score of each move; solvers try the highest first. By default all are 0.

    ``actions`` has the ``n`` legal ids, int64 [n or more]; ``score``, float64 [n or more], is
    written in place.
    """


@function("rules", compiled=True)
def full_deck(s: Any, deck: Any, /) -> None:
    """Write the number of all cards of each kind; :mod:`ludoteca.core.deal` says the rest.

    Parameters
    ----------
    s : record of STATE
        The position, whose options may matter; read only.
    deck : int64 [kinds]
        Written in place, whole.
    """


@function("rules", compiled=True)
def take_open(s: Any, deck: Any, /) -> None:
    """Take the cards that lie open, in no hand, out of a full deck; by default there are none.

    Parameters
    ----------
    s : record of STATE
        The position; read only.
    deck : int64 [kinds]
        The number of cards of each kind; made smaller in place.
    """


@function("rules", compiled=True)
def known_cards(s: Any, seat: int, hand: Any, /) -> None:
    """Add the cards that all know a seat to hold; by default there are none.

    Parameters
    ----------
    s : record of STATE
        The position; read only.
    seat : int
        Any seat.
    hand : int64 [kinds]
        The number of cards of each kind; added to in place.
    """


@function("rules", compiled=True)
def may_hold(s: Any, seat: int, kind: int, /) -> bool:
    """Return false where all know that ``seat`` holds no card of the kind; by default true.

    Parameters
    ----------
    s : record of STATE
        The position; read only.
    seat : int
        Any seat.
    kind : int
        A kind of card, a place in ``deck``.
    """


@function("rules", compiled=True)
def card_seen_by(s: Any, /) -> int:
    """Return the seat that sees the card that comes next, or ``EVERYBODY`` for one turned up.

    From it follows :func:`observed_action` of a declared deal.

    Parameters
    ----------
    s : record of STATE
        The position, where chance is to move; read only.
    """


@function("rules")
def cards(options: Options, /) -> Sequence[int]:
    """List the kind of each physical card of a deal, from which shoes are shuffled.

    By default all cards of the field ``deck`` before a declared deal.

    Parameters
    ----------
    options
        The values of all options.
    """


@function("rules")
def count_cards(s: Any, /) -> Sequence[int]:
    """Count all cards by kind, wherever they are: a law compares them with :func:`cards`.

    By default those of a declared deal.

    Parameters
    ----------
    s : record of STATE
        The position; read only.

    Returns
    -------
    sequence of int
        The number of cards of each kind.
    """
