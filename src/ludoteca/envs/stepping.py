"""The compiled loop of a vector of environments: a step plays each on to its next decision.

Everything is written in place. ``i`` is the number of an environment.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludoteca.core import kernel
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.envs.generator import begin_deal
from ludoteca.envs.observation import write_row

NO_SEAT = -1  #: ``learner`` where all seats are asked for actions
RANDOM = -1  #: the level of opponents that make any legal move

_NO_ACTION = -1
_RUNNING, _NEXT, _OVER, _CUT = range(4)  # of a deal: what of it has come to an end
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
    words, plan : of :mod:`ludoteca.envs.observation`
    ids, places : between actions and ids of the kernel (:class:`ludoteca.envs.actions.ActionSpace`)
    tokens : int64 [N, seats, 1 + MAX_LENGTH], how many moves each seat saw, then the tokens
    observation, information : rows of what the seat to move sees, of which one is used
    action_mask, legal, num_legal, current_player : what the seat to move may do
    allowed, listed, num_listed : the same; what was handed out may have been written in
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
def run(t, setting, which, fresh, actions, ids, prob, points):
    """Make the actions of the environments ``which``, and play each on to its next decision.

    ``t`` are :class:`Arrays`. With ``fresh`` no action is made, and a new match begun. ``ids``,
    ``prob`` and ``points`` (float64 [seats]) are scratch buffers. Raises ``NoDecision`` where one
    deal after the other ends without a decision.

    It is one long function, because it uses thirty arrays: they cost more to hand over, once for
    each move, than most moves do.
    """
    states, reward, sums = t.states, t.reward, t.points
    seats = reward.shape[1]
    for i in which:
        for seat in range(seats):
            reward[i, seat] = sums[i, seat] = 0.0
        t.terminated[i] = t.truncated[i] = t.illegal[i] = False
        ended = _RUNNING
        counted = not fresh  # until a deal or match ends: what ends after it was not played here
        a = _NO_ACTION  # the kernel's id of what is made next
        watcher = 0  # who sees the position in which a deal ends
        if fresh:
            ended = _CUT
        else:
            watcher = kernel.current_player(states[i])
            action = actions[i]
            if 0 <= action < len(t.ids) and t.allowed[i, action]:
                a = t.ids[action]
            else:
                t.illegal[i] = t.terminated[i] = True
                ended = _CUT
                for seat in range(seats):
                    reward[i, seat] = t.penalties[watcher, seat]
                    if not setting.matches:
                        sums[i, seat] = t.penalties[watcher, seat]
        last = t.deals[i] + MOST_DEALS
        while True:
            if a != _NO_ACTION:
                if setting.told:
                    _note(states, i, a, t.tokens)
                kernel.apply_action(states[i], a)
                t.moves[i] += 1
                a = _NO_ACTION
            player = kernel.current_player(states[i])
            if ended == _RUNNING and player == TERMINAL:
                ended = _OVER
                kernel.returns(states[i], points)
                for seat in range(seats):
                    t.totals[i, seat] += points[seat]
                    if counted:
                        sums[i, seat] += points[seat]
                if setting.matches:
                    if not kernel.next_standing(states[i], t.standings[i]):
                        ended = _NEXT
                    elif counted:
                        _write_shares(i, t.deciding, t.columns, t.side_of, reward)
                elif counted:
                    for seat in range(seats):
                        reward[i, seat] = points[seat]
                if counted and ended == _OVER:
                    t.terminated[i] = True
            elif ended == _RUNNING and t.moves[i] >= setting.limit:
                ended = _CUT
                if counted:
                    t.truncated[i] = True
            if ended != _RUNNING:
                if counted and ended != _NEXT:
                    counted = False
                    if setting.final and setting.told:
                        _write_tokens(t.tokens, i, watcher, t.final_information)
                    elif setting.final:
                        write_row(t.words, i, t.plan, watcher, t.final)
                if t.deals[i] == last:
                    raise NoDecision
                t.deals[i] += 1
                t.moves[i] = 0
                begin_deal(t.chance[i], t.deals[i])
                begin_deal(t.luck[i], t.deals[i])
                if setting.told:
                    for seat in range(seats):
                        t.tokens[i, seat, 0] = 0
                if ended != _NEXT:
                    t.standings[i] = t.new_standing[0]
                    states[i] = t.first[0]
                    for seat in range(seats):
                        t.totals[i, seat] = 0.0
                else:
                    states[i] = t.blank[0]
                    _fill(i, t.standing_bytes, t.words[0], t.shared)
                    kernel.init_state(states[i], t.options[0], t.standings[i])
                ended = _RUNNING
            elif player == CHANCE:
                a = kernel.sample_chance(states[i], t.chance[i], ids, prob)
            elif setting.learner == NO_SEAT or player == setting.learner:
                n = kernel.legal_actions(states[i], ids)
                _show(
                    i, ids, n, t.places, t.allowed, t.listed, t.num_listed, t.action_mask, t.legal
                )
                t.num_legal[i] = n
                t.current_player[i] = player
                if setting.told:
                    _write_tokens(t.tokens, i, player, t.information)
                else:
                    write_row(t.words, i, t.plan, player, t.observation)
                break
            elif setting.level == RANDOM:
                n = kernel.legal_actions(states[i], ids)
                a = ids[int(t.luck[i].random() * n)]
            else:
                n = kernel.policy_probs(states[i], setting.level, ids, prob)
                a = ids[kernel.sample_index(prob, n, t.luck[i].random())]


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
def _show(i, ids, n, places, allowed, listed, num_listed, action_mask, legal):
    """Put the ``n`` legal ids in the place of the legal actions of the last decision.

    Raises ``UnnumberedMove`` where one of them has no number.
    """
    for k in range(num_listed[i]):
        action_mask[i, listed[i, k]] = allowed[i, listed[i, k]] = False
    num_listed[i] = 0
    for k in range(n):
        if ids[k] >= len(places) or places[ids[k]] < 0:
            raise UnnumberedMove
        place = places[ids[k]]
        listed[i, k] = legal[i, k] = place
        action_mask[i, place] = allowed[i, place] = True
        num_listed[i] = k + 1


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
