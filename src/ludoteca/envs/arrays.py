"""The arrays of a vector of environments, and the numbers that hold for all of them."""

from __future__ import annotations

from typing import Any, NamedTuple

NO_SEAT = -1  #: ``learner`` where all seats are asked for actions
RANDOM = -1  #: the level of opponents that make any legal move

TOGETHER = 256  #: environments that are stepped together


class Arrays(NamedTuple):
    """All arrays of a vector of N environments, one row or entry for each where nothing is said.

    What is not used has one row or entry in all.

    Attributes
    ----------
    states : records [N]
        of the game
    blank, first : records [1]
        with the options alone; before a new match's first deal
    options, new_standing
        records [1]
    standings : records [N]
        the score of the match
    standing_bytes : int8 [N, bytes]
        the same memory
    shared : int64 [fields, 3]
        the bytes of each field that a standing gives to a record: first in the standing, first in
        the record, number
    deciding, columns, side_of
        the points that decide a match [N, numbers], which of them is each side's [sides], and the
        side of each seat [seats]
    totals : float64 [N, seats]
        points of all deals of the match
    penalties : float64 [seats, seats]
        the reward of all seats where one acts illegally, by row
    chance, luck
        generators [N] (:mod:`ludoteca.envs.generator`) of chance and of the opponents
    deals, moves : int64 [N]
        deals begun before this one, and moves of this one
    asked, drawn, sampled : int64 [N]
        the deal in which an action was last drawn, and how many had been in it before; int32 [N],
        that action
    words, sources, plan
        of :mod:`ludoteca.players.learned.observation`
    ids, places
        int64 [num_actions] and int32, between actions and ids of the kernel
        (:class:`ludoteca.players.learned.actions.ActionSpace`)
    tokens : int64 [N, seats, 1 + MAX_LENGTH]
        how many moves each seat saw, then the tokens
    observation, information
        float32 or int8 [N, size] and int64 [N, 1 + MAX_LENGTH], rows of what the seat to move sees,
        of which one is used
    action_mask, legal, num_legal, current_player : bool [N, num_actions]
        int32 [N, MAX_LEGAL], int32 [N] and int32 [N], what the seat to move may do
    allowed, listed, num_listed
        the same; what was handed out may have been written in
    watcher, end : int32 [N]
        the seat to move, who also sees the end of a deal; int8 [N], how the deal ended
    reward, points
        float32 [N, seats]
    terminated, truncated, illegal
        bool [N]
    final, final_information
        as the observation, of the position where a deal ended
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
    asked: Any
    drawn: Any
    sampled: Any
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
    learner
        the seat that is asked for actions, the others being played by policies; or NO_SEAT
    level
        of the policies, or RANDOM
    limit
        moves after which a deal is cut off
    matches
        whole matches are played
    told
        rows are information states, else observations
    final
        the position where a deal ended is kept
    """

    learner: int
    level: int
    limit: int
    matches: bool
    told: bool
    final: bool
