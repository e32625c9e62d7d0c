"""The observations of a vector of environments: legal actions, and tokens of moves, by seat.

Everything is written in place. ``i`` is the number of an environment.
"""

from __future__ import annotations

import numpy as np

from ludoteca.core import kernel
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.jit import njit


class UnnumberedMove(BadInput):
    """A legal move is not in the game's table of moves."""

    def __str__(self) -> str:
        return _("a move is legal that the game's table of moves (MOVES) lacks: ludoteca check")


@njit
def show_legal(
    states, places, allowed, listed, num_listed, action_mask, legal,
    num_legal, current_player, watcher, begin, stop, ids,
):  # fmt: skip
    """Put what is legal in the place of what was at the last decision.

    Parameters
    ----------
    states
        records [N]
    places
        int32 [greatest id + 1], the action of each id
    allowed, listed, num_listed
        bool [N, num_actions], int32 [N, MAX_LEGAL] and int32 [N]: for ourselves, as the others may
        have
        been written in
    action_mask, legal, num_legal
        bool [N, num_actions], int32 [N, MAX_LEGAL] and int32 [N]: the same, handed out
    current_player, watcher
        int32 [N], the seat to move
    ids
        int64 [MAX_LEGAL or more], scratch

    Raises
    ------
    UnnumberedMove
        where a legal id has no number
    """
    for i in range(begin, stop):
        row = np.uintp(i)
        player = kernel.current_player(states[i])
        watcher[row] = current_player[row] = player
        for k in range(np.uintp(num_listed[row])):
            place = np.uintp(listed[row, k])
            allowed[row, place] = action_mask[row, place] = False
        n = kernel.legal_actions(states[i], ids)
        num_listed[row] = num_legal[row] = n
        for k in range(np.uintp(n)):
            a = ids[k]
            if a >= len(places) or places[a] < 0:
                num_listed[row] = 0
                raise UnnumberedMove
            place = np.uintp(places[a])
            listed[row, k] = legal[row, k] = place
            allowed[row, place] = action_mask[row, place] = True


@njit
def note_move(states, i, a, tokens):
    """Note in ``tokens`` what each seat sees of the move ``a``, an id, which is about to be made.

    ``tokens`` is int64 [N, seats, 1 + MAX_LENGTH], ``states`` records [N].
    """
    for seat in range(tokens.shape[1]):
        seen = tokens[i, seat, 0] + 1
        tokens[i, seat, seen] = kernel.observed_action(states[i], a, seat)
        tokens[i, seat, 0] = seen


@njit
def write_tokens(tokens, i, seat, out):
    """Write the number of moves that ``seat`` saw and their tokens, then zeros.

    ``tokens`` is int64 [N, seats, 1 + MAX_LENGTH], ``out`` int64 [N, 1 + MAX_LENGTH].
    """
    n = tokens[i, seat, 0] + 1
    for k in range(n, out[i, 0] + 1):
        out[i, k] = 0
    for k in range(n):
        out[i, k] = tokens[i, seat, k]


@njit
def write_all_tokens(tokens, begin, stop, seats, out):
    """Write the tokens of a seat of each of the environments ``begin`` to ``stop`` - 1.

    ``seats`` are int32 [N]; ``tokens``, int64 [N, seats, 1 + MAX_LENGTH], and ``out``, int64
    [N, 1 + MAX_LENGTH], are those of :func:`write_tokens`.
    """
    for i in range(begin, stop):
        write_tokens(tokens, i, seats[i], out)
