"""The compiled loop of a vector of environments: a step plays each on to its next decision.

Everything is written in place. ``i`` is the number of an environment.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludoteca.core import kernel
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.envs.generator import begin_deal
from ludoteca.players.learned.observation import write_rows

NO_SEAT = -1  #: ``learner`` where all seats are asked for actions
RANDOM = -1  #: the level of opponents that make any legal move

_NO_ACTION = -1
_FRESH, _RUNNING, _OVER, _NEXT, _CUT, _ILLEGAL = range(6)  # how a deal stands, in ``end``
TOGETHER = 256  #: environments that are stepped together
MOST_DEALS = 10_000  #: that end one after the other without a decision


class NoDecision(BadInput):
    """Deals end one after the other without a decision that is asked for."""

    def __str__(self) -> str:
        return _(
            "nobody was asked for a move in {n} deals: the seat has none, or max_moves is too small"
        ).format(n=MOST_DEALS)


class UnnumberedMove(BadInput):
    """A legal move is not in the game's table of moves."""

    def __str__(self) -> str:
        return _("a move is legal that the game's table of moves (MOVES) lacks: ludoteca check")


class Arrays(NamedTuple):
    """All arrays of a vector of N environments, one row or entry for each where nothing is said.

    What is not used has one row or entry in all.

    Attributes
    ----------
    states : records of the game
    blank, first : array of one record: with the options alone; before a new match's first deal
    options, new_standing : array of one record
    standings : records, the score of the match
    standing_bytes : the same as bytes
    shared : int64 [fields, 3], the bytes of each field that a standing gives to a record: first in
        the standing, first in the record, number
    deciding, columns, side_of : the points that decide a match [N, numbers], which of them is each
        side's, and the side of each seat
    totals : float64 [N, seats], points of all deals of the match
    penalties : float64 [seats, seats], the reward of all seats where one acts illegally
    chance, luck : generators (:mod:`ludoteca.envs.generator`) of chance and of the opponents
    deals, moves : int64, deals begun before this one, and moves of this one
    words, sources, plan : of :mod:`ludoteca.players.learned.observation`
    ids, places : between actions and ids of the kernel (:class:`ludoteca.players.learned.actions.ActionSpace`)
    tokens : int64 [N, seats, 1 + MAX_LENGTH], how many moves each seat saw, then the tokens
    observation, information : rows of what the seat to move sees, of which one is used
    action_mask, legal, num_legal, current_player : what the seat to move may do
    allowed, listed, num_listed : the same; what was handed out may have been written in
    watcher, end : the seat to move, who also sees the end of a deal, and how the deal ended
    reward, points : float32 [N, seats]
    terminated, truncated, illegal : bool
    final, final_information : as the observation, of the position where a deal ended
    """

    states: Any
    blank: Any
    first: Any
    options: Any
    new_standing: Any
    standings: Any
    standing_bytes: Any
    shared: Any
    deciding: Any
    columns: Any
    side_of: Any
    totals: Any
    penalties: Any
    chance: Any
    luck: Any
    deals: Any
    moves: Any
    words: Any
    sources: Any
    plan: Any
    ids: Any
    places: Any
    tokens: Any
    observation: Any
    information: Any
    action_mask: Any
    legal: Any
    num_legal: Any
    current_player: Any
    allowed: Any
    listed: Any
    num_listed: Any
    watcher: Any
    end: Any
    reward: Any
    points: Any
    terminated: Any
    truncated: Any
    illegal: Any
    final: Any
    final_information: Any


class Setting(NamedTuple):
    """Numbers that hold for all environments.

    Attributes
    ----------
    learner : the seat that is asked for actions, the others being played by policies; or NO_SEAT
    level : of the policies, or RANDOM
    limit : moves after which a deal is cut off
    matches : whole matches are played
    told : rows are information states, else observations
    final : the position where a deal ended is kept
    """

    learner: int
    level: int
    limit: int
    matches: bool
    told: bool
    final: bool


@njit
def first_illegal(allowed, actions):
    """The first environment of which the action is not legal; -1 where all are."""
    for i in range(len(actions)):
        a = actions[i]
        if a < 0 or a >= allowed.shape[1] or not allowed[i, a]:
            return i
    return -1


@njit
def sample_legal(generators, deals, listed, num_listed, which, out):
    """Write a legal action of each of the environments ``which`` into ``out``, drawn uniformly."""
    for i in which:
        if generators[i].deal != deals[i]:
            begin_deal(generators[i], deals[i])
        out[i] = listed[i, int(generators[i].random() * num_listed[i])]


@njit
def sample_policy(states, generators, deals, places, level, which, ids, prob, out):
    """Write an action of each of the environments ``which`` into ``out``, drawn by the policy.

    ``ids`` and ``prob`` are scratch buffers.
    """
    for i in which:
        if generators[i].deal != deals[i]:
            begin_deal(generators[i], deals[i])
        n = kernel.policy_probs(states[i], level, ids, prob)
        out[i] = places[ids[kernel.sample_index(prob, n, generators[i].random())]]


@njit
def run(t, setting, which, fresh, actions, ids, prob, points, waiting):
    """Make the actions of the environments ``which``, and play each on to its next decision.

    ``t`` are :class:`Arrays`. With ``fresh`` no action is made, and a new match begun. ``ids``,
    ``prob``, ``points`` (float64 [seats]) and ``waiting`` (int64 [:data:`TOGETHER`]) are scratch
    buffers. Raises ``NoDecision`` where one deal after the other ends without a decision.

    Each loop takes the arrays that it uses, for every array that is at hand costs time at each turn
    of it; and goes through few environments, whose records stay in the processor's cache.
    """
    # Once, for each look into the tuple counts references to all that is in it.
    (
        states, blank, first, options, new_standing, standings, standing_bytes, shared,
        deciding, columns, side_of, totals, penalties, chance, luck, deals, moves, words,
        sources, plan, numbered, places, tokens, observation, information, action_mask,
        legal, num_legal, current_player, allowed, listed, num_listed, watcher, end, reward,
        sums, terminated, truncated, illegal, final, final_information,
    ) = t  # fmt: skip
    for begin in range(0, len(which), TOGETHER):
        some = which[begin : begin + TOGETHER]
        n = len(some)
        for k in range(n):
            waiting[k] = some[k]
        _clear(reward, sums, terminated, truncated, illegal, end, some)
        if not fresh:
            n = _play(
                states, moves, chance, luck, tokens, allowed, numbered, watcher,
                end, actions, True, waiting, n, setting, ids, prob,
            )  # fmt: skip
        ends = 0
        while n > 0:
            ends += 1
            if ends > MOST_DEALS:
                raise NoDecision
            # What ends after the first end of a step, before a decision, counts nowhere.
            if setting.matches:
                _end_in_matches(
                    states, standings, deciding, columns, side_of, totals, end,
                    reward, sums, terminated, truncated, waiting, n, points,
                )  # fmt: skip
            _count(
                states, watcher, penalties, end, reward, sums,
                terminated, truncated, illegal, waiting, n, setting.matches, points,
            )  # fmt: skip
            if setting.final and setting.told:
                _keep_tokens(tokens, watcher, end, waiting, n, final_information)
            elif setting.final:
                _keep_rows(words, sources, plan, watcher, end, waiting, n, final)
            _begin(states, first, deals, moves, chance, luck, tokens, end, waiting, n)
            if setting.matches:
                _begin_in_matches(
                    states, blank, options, standings, new_standing, totals,
                    standing_bytes, words[0], shared, end, waiting, n,
                )  # fmt: skip
            n = _play(
                states, moves, chance, luck, tokens, allowed, numbered, watcher,
                end, actions, False, waiting, n, setting, ids, prob,
            )  # fmt: skip
        if fresh:  # what ended before anybody was asked counts nowhere
            _clear(reward, sums, terminated, truncated, illegal, end, some)
        _show(
            states, places, allowed, listed, num_listed, action_mask, legal,
            num_legal, current_player, watcher, some, ids,
        )  # fmt: skip
        if setting.told:
            _write_all_tokens(tokens, some, watcher, information)
        else:
            write_rows(words, sources, plan, some, watcher, observation)


@njit
def _clear(reward, points, terminated, truncated, illegal, end, which):
    """Forget what the last step told."""
    for i in which:
        for seat in range(reward.shape[1]):
            reward[i, seat] = points[i, seat] = 0.0
        terminated[i] = truncated[i] = illegal[i] = False
        end[i] = _FRESH


@njit
def _play(
    states, moves, chance, luck, tokens, allowed, numbered, watcher,
    end, actions, acting, waiting, n, setting, ids, prob,
):  # fmt: skip
    """Play the first ``n`` environments of ``waiting`` on to their next decisions.

    With ``acting`` an action is made in each first. Those whose deals end before a decision are
    put first in ``waiting``, and how they ended into ``end``; returned is how many there are.
    """
    ended = 0
    for k in range(n):
        i = waiting[k]
        a = _NO_ACTION  # the kernel's id of what is made next
        how = _RUNNING
        if acting:
            watcher[i] = kernel.current_player(states[i])
            action = actions[i]
            if 0 <= action < len(numbered) and allowed[i, action]:
                a = numbered[action]
            else:
                how = _ILLEGAL
        while how == _RUNNING:
            if a != _NO_ACTION:
                if setting.told:
                    _note(states, i, a, tokens)
                kernel.apply_action(states[i], a)
                moves[i] += 1
                a = _NO_ACTION
            player = kernel.current_player(states[i])
            if player == TERMINAL:
                how = _OVER
            elif moves[i] >= setting.limit:
                how = _CUT
            elif player == CHANCE:
                a = kernel.sample_chance(states[i], chance[i], ids, prob)
            elif setting.learner == NO_SEAT or player == setting.learner:
                break
            elif setting.level == RANDOM:
                a = ids[int(luck[i].random() * kernel.legal_actions(states[i], ids))]
            else:
                m = kernel.policy_probs(states[i], setting.level, ids, prob)
                a = ids[kernel.sample_index(prob, m, luck[i].random())]
        if how != _RUNNING:
            end[i] = how
            waiting[ended] = i
            ended += 1
    return ended


@njit
def _end_in_matches(
    states, standings, deciding, columns, side_of, totals, end,
    reward, sums, terminated, truncated, waiting, n, points,
):  # fmt: skip
    """Close finished deals into the standings; ``end`` is ``_NEXT`` where the match goes on."""
    for k in range(n):
        i = waiting[k]
        if end[i] != _OVER:
            continue
        counted = not terminated[i] and not truncated[i]
        kernel.returns(states[i], points)
        for seat in range(len(points)):
            totals[i, seat] += points[seat]
            if counted:
                sums[i, seat] += points[seat]
        if not kernel.next_standing(states[i], standings[i]):
            end[i] = _NEXT
        elif counted:
            _write_shares(i, deciding, columns, side_of, reward)


@njit
def _count(
    states, watcher, penalties, end, reward, sums,
    terminated, truncated, illegal, waiting, n, matches, points,
):  # fmt: skip
    """Say what ended; ``end`` becomes ``_FRESH`` where it counts nowhere."""
    for k in range(n):
        i = waiting[k]
        how = end[i]
        if how in (_NEXT, _FRESH):
            continue
        if terminated[i] or truncated[i]:
            end[i] = _FRESH
            continue
        if how == _CUT:
            truncated[i] = True
            continue
        terminated[i] = True
        if how == _ILLEGAL:
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
def _keep_rows(words, sources, plan, watcher, end, waiting, n, final):
    """Write how the deals ended that count, as observations."""
    for k in range(n):
        if end[waiting[k]] not in (_NEXT, _FRESH):
            write_rows(words, sources, plan, waiting[k : k + 1], watcher, final)


@njit
def _keep_tokens(tokens, watcher, end, waiting, n, final):
    """Write how the deals ended that count, as information states."""
    for k in range(n):
        if end[waiting[k]] not in (_NEXT, _FRESH):
            _write_tokens(tokens, waiting[k], watcher[waiting[k]], final)


@njit
def _begin(states, first, deals, moves, chance, luck, tokens, end, waiting, n):
    """Begin a deal, that of a new match where none goes on."""
    for k in range(n):
        i = waiting[k]
        deals[i] += 1
        moves[i] = 0
        begin_deal(chance[i], deals[i])
        begin_deal(luck[i], deals[i])
        if tokens.shape[2] > 1:  # information states are kept
            for seat in range(tokens.shape[1]):
                tokens[i, seat, 0] = 0
        if end[i] != _NEXT:
            states[i] = first[0]


@njit
def _begin_in_matches(
    states, blank, options, standings, new_standing, totals,
    standing_bytes, state_bytes, shared, end, waiting, n,
):  # fmt: skip
    """Begin the next deal of a match from its standing; a new match stands at its beginning."""
    for k in range(n):
        i = waiting[k]
        if end[i] == _NEXT:
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


@njit
def _show(
    states, places, allowed, listed, num_listed, action_mask, legal,
    num_legal, current_player, watcher, which, ids,
):  # fmt: skip
    """Put what is legal in the place of what was at the last decision.

    ``allowed`` and ``listed`` are for ourselves: the others may have been written in. Raises
    ``UnnumberedMove`` where a legal id has no number.
    """
    for i in which:
        row = np.uintp(i)  # compiled, a signed index is looked at whether it counts from the end
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
def _note(states, i, a, tokens):
    """Note what each seat sees of the move ``a``, which is about to be made."""
    for seat in range(tokens.shape[1]):
        seen = tokens[i, seat, 0] + 1
        tokens[i, seat, seen] = kernel.observed_action(states[i], a, seat)
        tokens[i, seat, 0] = seen


@njit
def _write_tokens(tokens, i, seat, out):
    """Write the number of moves that ``seat`` saw and their tokens, then zeros."""
    n = tokens[i, seat, 0] + 1
    for k in range(n, out[i, 0] + 1):
        out[i, k] = 0
    for k in range(n):
        out[i, k] = tokens[i, seat, k]


@njit
def _write_all_tokens(tokens, which, seats, out):
    for i in which:
        _write_tokens(tokens, i, seats[i], out)
