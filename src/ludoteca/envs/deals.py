"""Ends and beginnings of the deals of a vector of environments, in matches too.

Everything is written in place. ``i`` is the number of an environment, and the first ``n`` of
``waiting`` are those that are meant.
"""

from __future__ import annotations

from ludoteca.core import kernel
from ludoteca.core.jit import njit
from ludoteca.envs.generator import begin_deal
from ludoteca.envs.shown import write_tokens
from ludoteca.players.learned.observation import write_rows

FRESH, RUNNING, OVER, NEXT, CUT, ILLEGAL = range(6)  #: how a deal stands, in ``end``


@njit
def end_in_matches(
    states, standings, deciding, columns, side_of, totals, end,
    reward, sums, terminated, truncated, waiting, n, points,
):  # fmt: skip
    """Close finished deals into the standings; ``end`` is ``NEXT`` where the match goes on.

    Parameters
    ----------
    states, standings
        records [N]
    deciding, columns, side_of, totals, end, reward, terminated, truncated
        arrays of :class:`~ludoteca.envs.arrays.Arrays`: float64 [N, seats] and such, by the same
        names
    sums
        its ``points``, float32 [N, seats]
    waiting
        int64 [n or more], numbers of environments
    points
        float64 [seats], scratch
    """
    for k in range(n):
        i = waiting[k]
        if end[i] != OVER:
            continue
        counted = not terminated[i] and not truncated[i]
        kernel.returns(states[i], points)
        for seat in range(len(points)):
            totals[i, seat] += points[seat]
            if counted:
                sums[i, seat] += points[seat]
        if not kernel.next_standing(states[i], standings[i]):
            end[i] = NEXT
        elif counted:
            _write_shares(i, deciding, columns, side_of, reward)


@njit
def count_ends(
    states, watcher, penalties, end, reward, sums,
    terminated, truncated, illegal, waiting, n, matches, points,
):  # fmt: skip
    """Say what ended; ``end`` becomes ``FRESH`` where it counts nowhere.

    Parameters
    ----------
    states, watcher, penalties, end, reward, terminated, truncated, illegal
        records [N] and further arrays of :class:`~ludoteca.envs.arrays.Arrays`, by the same names
    sums
        its ``points``, float32 [N, seats]
    waiting
        int64 [n or more], numbers of environments
    matches
        whole matches are played
    points
        float64 [seats], scratch
    """
    for k in range(n):
        i = waiting[k]
        how = end[i]
        if how in (NEXT, FRESH):
            continue
        if terminated[i] or truncated[i]:
            end[i] = FRESH
            continue
        if how == CUT:
            truncated[i] = True
            continue
        terminated[i] = True
        if how == ILLEGAL:
            illegal[i] = True
            for seat in range(len(points)):
                reward[i, seat] = penalties[watcher[i], seat]
                if not matches:
                    sums[i, seat] = penalties[watcher[i], seat]
        elif not matches:
            kernel.returns(states[i], points)
            for seat in range(len(points)):
                reward[i, seat] = sums[i, seat] = points[seat]


@njit
def keep_rows(words, sources, plan, watcher, end, waiting, n, final):
    """Write how the deals ended that count, as observations.

    Parameters
    ----------
    words, sources, plan, watcher, end
        int64 [seats, entries] and such: arrays of :class:`~ludoteca.envs.arrays.Arrays`
    waiting
        int64 [n or more], numbers of environments
    final
        float32 or int8 [N, size], changed in place
    """
    for k in range(n):
        if end[waiting[k]] not in (NEXT, FRESH):
            i = waiting[k]
            write_rows(words, sources, plan, i, i + 1, watcher, final)


@njit
def keep_tokens(tokens, watcher, end, waiting, n, final):
    """Write how the deals ended that count, as information states.

    Parameters
    ----------
    tokens, watcher, end
        int64 [N, seats, 1 + MAX_LENGTH], int32 [N] and int8 [N]
    waiting
        int64 [n or more], numbers of environments
    final
        int64 [N, 1 + MAX_LENGTH], changed in place
    """
    for k in range(n):
        if end[waiting[k]] not in (NEXT, FRESH):
            write_tokens(tokens, waiting[k], watcher[waiting[k]], final)


@njit
def begin_deals(states, first, deals, moves, chance, luck, tokens, end, waiting, n):
    """Begin a deal, that of a new match where none goes on.

    Parameters
    ----------
    states, first
        records [N] and [1], the latter before a new match's first deal
    deals, moves
        int64 [N], counters: the one goes on, the other becomes 0
    chance, luck
        records [N] of generators, set to the first number of the deal that begins
    tokens, end
        int64 [N, seats, 1 + MAX_LENGTH] and int8 [N]
    waiting
        int64 [n or more], numbers of environments
    """
    for k in range(n):
        i = waiting[k]
        deals[i] += 1
        moves[i] = 0
        begin_deal(chance[i], deals[i])
        begin_deal(luck[i], deals[i])
        if tokens.shape[2] > 1:  # information states are kept
            for seat in range(tokens.shape[1]):
                tokens[i, seat, 0] = 0
        if end[i] != NEXT:
            states[i] = first[0]


@njit
def begin_in_matches(
    states, blank, options, standings, new_standing, totals,
    standing_bytes, state_bytes, shared, end, waiting, n,
):  # fmt: skip
    """Begin the next deal of a match from its standing; a new match stands at its beginning.

    Parameters
    ----------
    states, blank, options, standings, new_standing
        records [N], [1], [1], [N] and [1]
    totals
        float64 [N, seats], points of the match, 0 for a new one
    standing_bytes, state_bytes
        int8 [N, bytes], the memory of standings and states
    shared, end
        int64 [fields, 3] and int8 [N], as in :class:`~ludoteca.envs.arrays.Arrays`
    waiting
        int64 [n or more], numbers of environments
    """
    for k in range(n):
        i = waiting[k]
        if end[i] == NEXT:
            states[i] = blank[0]
            _fill(i, standing_bytes, state_bytes, shared)
            kernel.init_state(states[i], options[0], standings[i])
        else:
            standings[i] = new_standing[0]
            for seat in range(totals.shape[1]):
                totals[i, seat] = 0.0


@njit
def _fill(i, standings, states, shared):
    """Copy the fields that a standing gives to a record; both as rows of bytes."""
    for field in range(len(shared)):
        for byte in range(shared[field, 2]):
            states[i, shared[field, 1] + byte] = standings[i, shared[field, 0] + byte]


@njit
def _write_shares(i, deciding, columns, side_of, reward):
    """Reward each seat with its side's share of a finished match, less an equal share."""
    most, winners = deciding[i, columns[0]], 0
    for side in range(len(columns)):
        most = max(most, deciding[i, columns[side]])
    for side in range(len(columns)):
        if deciding[i, columns[side]] == most:
            winners += 1
    for seat in range(len(side_of)):
        won = deciding[i, columns[side_of[seat]]] == most
        reward[i, seat] = (1.0 / winners if won else 0.0) - 1.0 / len(columns)
