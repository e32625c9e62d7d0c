# mypy: disable-error-code="empty-body"
"""The hooks of machines: ``policy.py``, ``turns.py``, ``players.py`` and ``students``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView
    from ludoteca.players.base import Player
    from ludoteca.players.belief import BeliefPlayer
    from ludoteca.players.budget import Budget, WorldBudget
    from ludoteca.players.learned.player import LearnedPlayer

# -- policy.py: the levels, compiled ---------------------------------------------------------------


@function("policy", required=True, compiled=True)
def policy_probs(s: Any, level: int, out: Any, prob: Any, /) -> int:
    """Write the moves of the policy and their probabilities; return their number.

    Parameters
    ----------
    s : record of STATE
        The position, where a seat is to move; read only, and of it what this seat may see.
    level : int
        The place of the level in ``INFO.levels``.
    out : int64 [MAX_LEGAL]
        The ids of legal moves, written in place up to the number that is returned.
    prob : float64 [MAX_LEGAL]
        Written likewise; they sum to 1.
    """


@function("policy", compiled=True)
def policy_turn(s: Any, level: int, u: float, ids: Any, prob: Any, /) -> int:
    """Make the seat's whole turn that ``u`` draws, in place; return the number of moves made.

    By default one move of :func:`policy_probs`. Simulated deals are played so. A game may state it
    where its policy weighs several moves at once; each turn is as likely as its moves one after
    the other.

    Parameters
    ----------
    s : record of STATE
        The position, where a seat is to move; changed in place.
    level : int
        The place of the level in ``INFO.levels``.
    u : float
        A uniform number in [0, 1), the only chance that is drawn from.
    ids : int64 [MAX_LEGAL]
        Scratch.
    prob : float64 [MAX_LEGAL]
        Scratch.
    """


@function("policy", "turns")
def reason_words(view: SeatView, action: int, /) -> str:
    """Say in a line why a player of the game would make a move.

    Reviews and the coach show it for the better move, replays for that of a policy. By default
    they give no reason.

    Parameters
    ----------
    view
        What the seat to move sees.
    action
        The id of a legal move.

    Returns
    -------
    str
        Part of a sentence, without a capital letter and a full stop.
    """


# -- turns.py: whole turns -------------------------------------------------------------------------


@function("turns", required=True)
def turns_at(view: SeatView, /) -> Sequence[tuple[int, ...]]:
    """List the turns of the seat to move that are worth a trial.

    The belief search tries these in place of single moves; advice, reasons and the coach are about
    turns where there is this hook. It draws nothing at random.

    Parameters
    ----------
    view
        What the seat to move sees; also asked within a turn, for the rest of it.

    Returns
    -------
    sequence of tuples of int
        The ids of each turn in order, at least one turn: all moves that the seat makes until
        chance, another seat or the end of the deal is next.
    """


@function("turns")
def turn_reason_words(view: SeatView, turn: Sequence[int], /) -> str:
    """Say in a line why a player of the game would make a whole turn.

    Replays show it, and reviews where there is no :func:`better_words`. By default they show
    :func:`reason_words` of its first move.

    Parameters
    ----------
    view
        What the seat saw before the turn.
    turn
        The ids of the turn in order.

    Returns
    -------
    str
        Part of a sentence, without a capital letter and a full stop.
    """


@function("policy", "turns", "odds")
def better_words(view: SeatView, better: Sequence[int], played: Sequence[int], /) -> str:
    """Say in a line why a turn, or a move, is better than the one that was played.

    Reviews and the coach show it. By default they show :func:`turn_reason_words` of the better one.

    Parameters
    ----------
    view
        What the seat saw before the turn.
    better, played
        The ids of both turns in order.

    Returns
    -------
    str
        Part of a sentence, without a capital letter and a full stop.
    """


# -- players.py: machines that are more than a policy; students: players in files ------------------

LEVELS: Hook[tuple[str, ...]] = constant(
    "players", name="LEVELS", doc="the names of the players", required=True
)


@function("players", required=True)
def make(level: str, budget: Budget, /) -> Player:
    """Make a player of the game, for one seat of one deal or more.

    Called for a spec such as ``expert@0.5s``, perhaps anew for each move: what a player is to
    remember it reads from its view.

    Parameters
    ----------
    level
        One of ``LEVELS``.
    budget
        The effort for a move that was asked for; empty where none was, for the usual one.

    Raises
    ------
    BadInput
        With one sentence, for a budget of a kind that the player does not take.
    """


@function("players")
def search_over(budget: WorldBudget, learned: LearnedPlayer, /) -> BeliefPlayer:
    """Make the game's own belief search in which everybody plays a learned policy.

    Called for ``belief@200:learned:FILE`` and ``belief@200:LEVEL``, of a trained level. By default
    it is the general belief search.

    Parameters
    ----------
    budget
        The worlds, or the seconds, of a move.
    learned
        The player in the file, or the level.
    """


@function("students", required=True)
def player(spec: str, /) -> Player:
    """Make the player of a file that somebody wrote; the file is run, in a sandbox if asked for.

    Parameters
    ----------
    spec
        ``FILE.py``, or ``FILE.py:NAME`` for one of several players in it.

    Raises
    ------
    BadInput
        With one sentence, where there is no such file, or no player of the game in it.
    """
