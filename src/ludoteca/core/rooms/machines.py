# mypy: disable-error-code="empty-body"
"""The hooks of machines: ``policy.py``, ``turns.py``, ``players.py`` and ``students``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView
    from ludoteca.players.base import Player
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

    By default one move of :func:`policy_probs`. ``u`` is a uniform number in [0, 1); ``ids``,
    int64 [MAX_LEGAL], and ``prob``, float64 [MAX_LEGAL], are scratch.
    """


@function("policy")
def reason_words(view: SeatView, action: int, /) -> str:
    """Say in a line why a player of the game would make a move."""


# -- turns.py: whole turns -------------------------------------------------------------------------


@function("turns", required=True)
def turns_at(view: SeatView, /) -> Sequence[tuple[int, ...]]:
    """List the turns of the seat to move that are worth a trial, each as its moves in order.

    A turn is all moves that a seat makes until chance, another seat or the end of the deal is next.
    """


# -- players.py: machines that are more than a policy; students: players in files ------------------

LEVELS: Hook[tuple[str, ...]] = constant(
    "players", name="LEVELS", doc="the names of the players", required=True
)


@function("players", required=True)
def make(level: str, budget: Budget, /) -> Player:
    """Make a player."""


@function("players")
def search_over(budget: WorldBudget, learned: LearnedPlayer, /) -> Player:
    """Make the game's own belief search in which everybody plays a learned policy."""


@function("students", required=True)
def player(spec: str, /) -> Player:
    """Make the player of a file that somebody wrote."""
