"""The compiled loops of a vector of environments: a step plays each on to its next decision.

Everything is written in place. ``i`` is the number of an environment, ``t`` its :class:`Tables`.
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
NO_ACTION = -1  #: ``forfeit`` where the rules have none
RANDOM = -1  #: the level of opponents that make any legal move

PLAYING, NEXT_DEAL, MATCH_OVER, MATCH_CUT = range(4)  #: values of ``phase``
NO_END, OVER, CUT = range(3)  # how a deal ends

_MOST_DEALS = 10_000  #: that end one after the other without a decision


class NoDecision(BadInput):
    """Deals end one after the other without a decision that is asked for."""

    def __str__(self) -> str:
        return _("this seat was asked for no move in 10,000 deals")


class Tables(NamedTuple):
    """All arrays of a vector of N environments, one row or entry for each where nothing is said.

    Attributes
    ----------
    states : records of the game
    first : array of one record, the position before a deal from the standing of a new match
    options, new_standing : arrays of one record
    standings : records, the score of the match
    chance, luck : generators (:mod:`ludoteca.envs.generator`) of chance and of the opponents
    deals, moves : int64, deals begun, and moves of this one
    words, plan : of :mod:`ludoteca.envs.observation`
    ids, places : between actions and ids of the kernel (:class:`ludoteca.envs.actions.ActionSpace`)
    tokens : int64 [N, seats, 1 + MAX_LENGTH], how many moves each seat saw, then the tokens; of
        length 0 where rows are observations
    observation, information : rows, of which one is used and the other of length 0
    action_mask, legal, num_legal, current_player : what the seat to move may do
    reward, points : float32 [N, seats]
    terminated, truncated, illegal : bool
    final, final_information : as the observation, of the position where a deal ended; or length 0
    phase : int8, what of a match is to be begun before play goes on
    totals : float64 [N, seats], points of all deals of the match
    """

    states: Any
    first: Any
    options: Any
    new_standing: Any
    standings: Any
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
    reward: Any
    points: Any
    terminated: Any
    truncated: Any
    illegal: Any
    final: Any
    final_information: Any
    phase: Any
    totals: Any


class Setting(NamedTuple):
    """Numbers that hold for all environments.

    Attributes
    ----------
    learner : the seat that is asked for actions, the others being played by policies; or NO_SEAT
    level : of the policies
    limit : moves after which a deal is cut off
    forfeit : the id by which a seat gives up a deal, or NO_ACTION
    least : points of a seat that gives up a deal where the rules have no such id
    matches : 1 where a deal follows another from its standing until the match is over, else 0
    """

    learner: int
    level: int
    limit: int
    forfeit: int
    least: float
    matches: int


@njit
def first_illegal(action_mask, actions):
    """The first environment of which the action is not legal; -1 where all are."""
    for i in range(len(actions)):
        a = actions[i]
        if a < 0 or a >= action_mask.shape[1] or not action_mask[i, a]:
            return i
    return -1


@njit
def sample_legal(generators, deals, legal, num_legal, out):
    """Write a legal action of each environment into ``out``, drawn uniformly."""
    for i in range(len(out)):
        rng = generators[i]
        if rng.deal != deals[i]:
            begin_deal(rng, deals[i])
        out[i] = legal[i, int(rng.random() * num_legal[i])]


@njit
def run(t, setting, which, fresh, actions, ids, prob, points):
    """Make the actions of the environments ``which``, and play each on to its next decision.

    With ``fresh`` deals have just begun: no action is made. ``ids``, ``prob`` and ``points``
    (float64 [seats]) are scratch buffers. Raises ``NoDecision`` where one deal after the other ends
    without a decision.

    It is one long function, because it uses thirty arrays: they cost more to hand over, once for
    each move, than most moves do.
    """
    states, reward, sums = t.states, t.reward, t.points
    seats = reward.shape[1]
    for k in range(len(which)):
        i = which[k]
        seat = max(setting.learner, 0)  # who sees the position in which a deal ends
        a = NO_ACTION  # the kernel's id of what is made next
        end = NO_END
        if not fresh:
            t.terminated[i] = t.truncated[i] = t.illegal[i] = False
            for other in range(seats):
                reward[i, other] = sums[i, other] = 0.0
            seat = t.current_player[i]
            action = actions[i]
            if 0 <= action < len(t.ids) and t.action_mask[i, action]:
                a = t.ids[action]
            else:
                t.illegal[i] = True
                a = setting.forfeit
                if a == NO_ACTION:
                    reward[i, seat] = sums[i, seat] = setting.least
                    end = CUT
        last = t.deals[i] + _MOST_DEALS
        while True:
            if a != NO_ACTION:
                if t.tokens.shape[2] > 0:
                    _note(states, i, a, t.tokens)
                kernel.apply_action(states[i], a)
                t.moves[i] += 1
                a = NO_ACTION
            player = kernel.current_player(states[i])
            if end == NO_END and player == TERMINAL:
                end = OVER
                kernel.returns(states[i], points)
                for other in range(seats):
                    sums[i, other] += points[other]
                    if setting.matches:
                        t.totals[i, other] += points[other]
                    else:
                        reward[i, other] += points[other]
                if setting.matches and not kernel.next_standing(states[i], t.standings[i]):
                    t.phase[i] = NEXT_DEAL
                    break
            elif end == NO_END and t.moves[i] >= setting.limit:
                t.truncated[i] = True
                end = CUT
            if end != NO_END:
                t.terminated[i] |= not t.truncated[i]
                if len(t.final) > 0:
                    write_row(t.words, i, t.plan, seat, t.final)
                if len(t.final_information) > 0:
                    _write_tokens(t.tokens, i, seat, t.final_information)
                if setting.matches:
                    t.phase[i] = MATCH_OVER if end == OVER else MATCH_CUT
                    break
                if t.deals[i] == last:
                    raise NoDecision
                states[i] = t.first[0]
                _count_deal(i, t.deals, t.moves, t.phase, t.chance, t.luck, t.tokens)
                end = NO_END
            elif player == CHANCE:
                a = kernel.sample_chance(states[i], t.chance[i], ids, prob)
            elif setting.learner == NO_SEAT or player == setting.learner:
                n = kernel.legal_actions(states[i], ids)
                _show(i, ids, n, t.places, t.action_mask, t.legal, t.num_legal)
                t.current_player[i] = player
                if t.observation.shape[1] > 0:
                    write_row(t.words, i, t.plan, player, t.observation)
                if t.tokens.shape[2] > 0:
                    _write_tokens(t.tokens, i, player, t.information)
                break
            elif setting.level == RANDOM:
                n = kernel.legal_actions(states[i], ids)
                a = ids[int(t.luck[i].random() * n)]
            else:
                n = kernel.policy_probs(states[i], setting.level, ids, prob)
                a = ids[kernel.sample_index(prob, n, t.luck[i].random())]


@njit
def begin_deals(t, which):
    """Begin a deal in each of the environments ``which``.

    In a match the records have been zeroed and have the fields of the options and the standing.
    """
    for k in range(len(which)):
        i = which[k]
        kernel.init_state(t.states[i], t.options[0], t.standings[i])
        _count_deal(i, t.deals, t.moves, t.phase, t.chance, t.luck, t.tokens)


@njit
def _count_deal(i, deals, moves, phase, chance, luck, tokens):
    deals[i] += 1
    moves[i] = 0
    phase[i] = PLAYING
    begin_deal(chance[i], deals[i])
    begin_deal(luck[i], deals[i])
    if tokens.shape[2] > 0:
        for seat in range(tokens.shape[1]):
            tokens[i, seat, 0] = 0


@njit
def _show(i, ids, n, places, action_mask, legal, num_legal):
    """Put the ``n`` legal ids in the place of the legal actions of the last decision."""
    for k in range(num_legal[i]):
        action_mask[i, legal[i, k]] = False
    for k in range(n):
        place = places[ids[k]]
        legal[i, k] = place
        action_mask[i, place] = True
    num_legal[i] = n


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
