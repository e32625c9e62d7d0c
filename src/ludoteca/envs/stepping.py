"""The compiled loop of a vector of environments: a step plays each on to its next decision.

Everything is written in place. ``i`` is the number of an environment.
"""

from __future__ import annotations

from ludoteca.core import kernel
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.envs.arrays import NO_SEAT, RANDOM, TOGETHER
from ludoteca.envs.deals import (
    CUT,
    FRESH,
    ILLEGAL,
    OVER,
    RUNNING,
    begin_deals,
    begin_in_matches,
    count_ends,
    end_in_matches,
    keep_rows,
    keep_tokens,
)
from ludoteca.envs.sampling import first_illegal, sample_legal
from ludoteca.envs.shown import note_move, show_legal, write_all_tokens
from ludoteca.envs.threads import FIRST_ORDER, FREE, finished, next_order
from ludoteca.players.learned.observation import write_rows

STEP, RESET, CHECK, SAMPLE = range(FIRST_ORDER, FIRST_ORDER + 4)  #: orders of a thread
MOST_DEALS = 10_000  #: that end one after the other without a decision

_NO_ACTION = -1


class NoDecision(BadInput):
    """Deals end one after the other without a decision that is asked for."""

    def __str__(self) -> str:
        return _(
            "nobody was asked for a move in {n} deals: the seat has none, or max_moves is too small"
        ).format(n=MOST_DEALS)


@njit
def obey(
    words, n, looks, t, setting, first, last, actions,
    ids, prob, points, waiting, uniform, wrong,
):  # fmt: skip
    """Do as thread ``n`` is ordered with its environments, ``first`` to ``last`` - 1.

    ``words``, ``n`` and ``looks`` are of :class:`~ludoteca.envs.threads.Helpers`. What
    :func:`first_illegal` finds is put into ``wrong`` (int64 [1]); the others are arguments of
    :func:`run` and :func:`sample_legal`.

    Raises
    ------
    NoDecision, UnnumberedMove
        as :func:`run` does
    """
    order = next_order(words, n, looks)
    while order >= FIRST_ORDER:
        if order == SAMPLE:
            sample_legal(
                t.chance, t.deals, t.asked, t.drawn, t.listed, t.num_listed,
                first, last, uniform, t.sampled,
            )  # fmt: skip
        elif order == CHECK:
            wrong[0] = first_illegal(t.allowed, actions, first, last)
        else:
            run(t, setting, first, last, order == RESET, actions, ids, prob, points, waiting)
        stands = finished(words, n)
        if stands != FREE:
            return stands
        order = next_order(words, n, looks)
    return order


@njit
def run(t, setting, first, last, fresh, actions, ids, prob, points, waiting):
    """Make the actions of the environments ``first`` to ``last`` - 1, and play each on to the next.

    Parameters
    ----------
    t
        :class:`Arrays`, changed in place
    fresh
        no action is made, and a new match begun
    actions
        int64 [N]
    ids, prob
        the game's buffers, scratch
    points : float64 [seats]
        scratch
    waiting : int64 [:data:`TOGETHER`]
        scratch

    Raises
    ------
    NoDecision
        where one deal after the other ends without a decision
    UnnumberedMove
        where a legal move has no number

    Notes
    -----
    Each loop takes the arrays that it uses, for every array that is at hand costs time at each turn
    of it; and goes through few environments, whose records stay in the processor's cache.
    """
    # Once, for each look into the tuple counts references to all that is in it.
    (
        states, blank, new_match, options, new_standing, standings, standing_bytes, shared,
        deciding, columns, side_of, totals, penalties, chance, luck, deals, moves,
        _asked, _drawn, _sampled, words, sources, plan, numbered, places, tokens,
        observation, information, action_mask, legal, num_legal, current_player,
        allowed, listed, num_listed, watcher, end, reward, sums, terminated, truncated,
        illegal, final, final_information,
    ) = t  # fmt: skip
    for begin in range(first, last, TOGETHER):
        stop = min(begin + TOGETHER, last)
        n = stop - begin
        for k in range(n):
            waiting[k] = begin + k
        _clear(reward, sums, terminated, truncated, illegal, end, begin, stop)
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
                end_in_matches(
                    states, standings, deciding, columns, side_of, totals, end,
                    reward, sums, terminated, truncated, waiting, n, points,
                )  # fmt: skip
            count_ends(
                states, watcher, penalties, end, reward, sums,
                terminated, truncated, illegal, waiting, n, setting.matches, points,
            )  # fmt: skip
            if setting.final and setting.told:
                keep_tokens(tokens, watcher, end, waiting, n, final_information)
            elif setting.final:
                keep_rows(words, sources, plan, watcher, end, waiting, n, final)
            begin_deals(states, new_match, deals, moves, chance, luck, tokens, end, waiting, n)
            if setting.matches:
                begin_in_matches(
                    states, blank, options, standings, new_standing, totals,
                    standing_bytes, words[0], shared, end, waiting, n,
                )  # fmt: skip
            n = _play(
                states, moves, chance, luck, tokens, allowed, numbered, watcher,
                end, actions, False, waiting, n, setting, ids, prob,
            )  # fmt: skip
        if fresh:  # what ended before anybody was asked counts nowhere
            _clear(reward, sums, terminated, truncated, illegal, end, begin, stop)
        show_legal(
            states, places, allowed, listed, num_listed, action_mask, legal,
            num_legal, current_player, watcher, begin, stop, ids,
        )  # fmt: skip
        if setting.told:
            write_all_tokens(tokens, begin, stop, watcher, information)
        else:
            write_rows(words, sources, plan, begin, stop, watcher, observation)


@njit
def _clear(reward, points, terminated, truncated, illegal, end, begin, stop):
    """Forget what the last step told."""
    reward[begin:stop] = 0.0
    points[begin:stop] = 0.0
    terminated[begin:stop] = False
    truncated[begin:stop] = False
    illegal[begin:stop] = False
    end[begin:stop] = FRESH


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
        how = RUNNING
        if acting:
            watcher[i] = kernel.current_player(states[i])
            action = actions[i]
            if 0 <= action < len(numbered) and allowed[i, action]:
                a = numbered[action]
            else:
                how = ILLEGAL
        while how == RUNNING:
            if a != _NO_ACTION:
                if setting.told:
                    note_move(states, i, a, tokens)
                kernel.apply_action(states[i], a)
                moves[i] += 1
                a = _NO_ACTION
            player = kernel.current_player(states[i])
            if player == TERMINAL:
                how = OVER
            elif moves[i] >= setting.limit:
                how = CUT
            elif player == CHANCE:
                a = kernel.sample_chance(states[i], chance[i], ids, prob)
            elif setting.learner == NO_SEAT or player == setting.learner:
                break
            elif setting.level == RANDOM:
                a = ids[int(luck[i].random() * kernel.legal_actions(states[i], ids))]
            else:
                m = kernel.policy_probs(states[i], setting.level, ids, prob)
                a = ids[kernel.sample_index(prob, m, luck[i].random())]
        if how != RUNNING:
            end[i] = how
            waiting[ended] = i
            ended += 1
    return ended
