"""Laws of the game as a whole: hooks, copies, records, returns, matches, shoes."""

from __future__ import annotations

import math

import numpy as np

from ludoteca.core.game import Game
from ludoteca.core.ids import TERMINAL
from ludoteca.core.laws.deals import decisions, demand, not_ended, play_out, random_deal
from ludoteca.core.match import Match, MatchGoal
from ludoteca.core.options import Options
from ludoteca.core.record import GameRecord
from ludoteca.core.rooms import problems
from ludoteca.core.shoe import Shoe
from ludoteca.core.state import State

_MATCH_DEALS = 10_000


def hooks_are_those_of_the_contract(game: Game, options: Options, seed: int) -> None:
    """Every hook that the game defines is spelt and called as in :mod:`ludoteca.core.rooms`."""
    found = list(problems(game))
    demand(not found, "; ".join(found))


def deals_end(game: Game, options: Options, seed: int) -> None:
    """A deal ends within ``MAX_LENGTH`` moves, and until then somebody has a move to make."""
    for _state, _action in random_deal(game, options, seed):
        pass


def clones_are_equal_and_independent(game: Game, options: Options, seed: int) -> None:
    """A clone equals its original and a child leaves its parent as it was."""
    for state, action in random_deal(game, options, seed):
        before = state.record.tobytes()
        demand(state.clone().record.tobytes() == before, "a clone differs from its original")
        if action != TERMINAL:
            state.child(action)
            demand(state.record.tobytes() == before, "making a child changed its parent")


def records_replay(game: Game, options: Options, seed: int) -> None:
    """A deal written down and read back gives the same position, finished or not."""
    written = _middle_and_end(game, options, seed)
    for state in written:
        text = GameRecord.from_state(state).to_text()
        again = GameRecord.parse(text).replay()
        demand(again.moves == state.moves, "a record replays to other moves")
        demand(
            again.record.tobytes() == state.record.tobytes(), "a record replays to another position"
        )


def _middle_and_end(game: Game, options: Options, seed: int) -> list[State]:
    states = [state.clone() for state, _action in random_deal(game, options, seed)]
    return [states[len(states) // 2], states[-1]]


def returns_are_what_the_game_declares(game: Game, options: Options, seed: int) -> None:
    """Returns are finite, equal for partners, and of constant sum where that is declared."""
    sums = set()
    for round_ in range(3):
        *_rest, (state, _action) = random_deal(game, options, seed + 1000 * round_)
        points = _demand_possible_returns(state)
        sums.add(round(math.fsum(points), 9))
    if game.info.utility == "zero-sum":
        demand(sums == {0.0}, f"declared zero-sum, but returns sum to {sorted(sums)}")
    if game.info.utility == "constant-sum":
        demand(len(sums) == 1, f"declared constant-sum, but returns sum to {sorted(sums)}")


def _demand_possible_returns(state: State) -> list[float]:
    """The returns of a finished deal: finite, and equal for partners."""
    points = state.returns()
    demand(all(math.isfinite(x) for x in points), f"the returns are {points}")
    for team in state.game.teams(state.options):
        demand(len({points[s] for s in team}) == 1, f"partners have different returns: {points}")
    return points


def forfeits_end_the_deal(game: Game, options: Options, seed: int) -> None:
    """A game with ``FORFEIT`` ends the deal by it at any decision, and writes it as a word."""
    if game.forfeit is None:
        return
    for state, _action in decisions(game, options, seed):
        seat = state.current_player()
        demand(game.forfeit not in state.legal_actions(), "FORFEIT is among the legal moves")
        text = state.action_text(game.forfeit)
        demand(
            state.parse(text, state.recorded_actions()) == game.forfeit,
            f"{text!r} is not read back as a forfeit",
        )
        after = state.clone()
        after.forfeit()
        demand(after.is_terminal(), f"a forfeit of seat {seat} does not end the deal")
        _demand_possible_returns(after)


def matches_end_as_declared(game: Game, options: Options, seed: int) -> None:
    """A random match ends; where there is ``MATCH``, ``next_standing`` does what that says."""
    match = Match(game, options)
    rng = np.random.default_rng(seed)
    while not match.over:
        demand(match.deals < _MATCH_DEALS, f"a match did not end within {_MATCH_DEALS} deals")
        state = match.new_deal()
        demand(play_out(state, rng), not_ended(game))
        match.close(state)
        goal = game.match_goal
        if goal is not None:
            _demand_scored_as_declared(match, goal)


def _demand_scored_as_declared(match: Match, goal: MatchGoal) -> None:
    sides = match.game.teams(match.options)
    score = match.standing[goal.score][0]
    by_side = len(score) == len(sides)
    points = [match.totals[side[0]] * goal.scale for side in sides]
    held = [float(score[k if by_side else side[0]]) for k, side in enumerate(sides)]
    demand(
        held == points,
        f"after {match.deals} deals {goal.score} is {held}, but MATCH says {points}",
    )
    played = int(match.standing[goal.played][0])
    demand(played == match.deals, f"{goal.played} is {played} after {match.deals} deals")
    rounds, target = goal.end(match.options)
    over = max(points) >= target if target else match.deals >= rounds
    wanted = f"{target} points" if target else f"{rounds} deals"
    demand(
        match.over == over,
        f"a match {'ends' if match.over else 'goes on'} after {match.deals} deals at {held}, but "
        f"MATCH says that it ends at {wanted}",
    )


def a_shoe_gives_every_seating_the_same_cards(game: Game, options: Options, seed: int) -> None:
    """One shoe used twice with the same moves gives the same deal."""
    shoe = Shoe.shuffled(game, options, seed)
    deals = []
    for seating in (shoe, shoe.again()):
        rng = np.random.default_rng(seed)
        state = game.new_state(options)
        while not state.is_terminal():
            if state.is_chance():
                state.apply(seating.draw(state))
            else:
                legal = state.legal_actions()
                state.apply_unchecked(legal[int(rng.random() * len(legal))])
        deals.append(state.moves)
    demand(deals[0] == deals[1], "the same shoe gave two different deals")
