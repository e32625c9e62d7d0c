"""Laws of the game as a whole: hooks, copies, records, returns, matches, shoes."""

from __future__ import annotations

import math

import numpy as np

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.ids import TERMINAL
from ludoteca.core.laws.deals import demand, random_deal
from ludoteca.core.match import Match
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
        points = state.returns()
        demand(all(math.isfinite(x) for x in points), f"the returns are {points}")
        for team in game.teams(options):
            demand(
                len({points[s] for s in team}) == 1, f"partners have different returns: {points}"
            )
        sums.add(round(math.fsum(points), 9))
    if game.info.utility == "zero-sum":
        demand(sums == {0.0}, f"declared zero-sum, but returns sum to {sorted(sums)}")
    if game.info.utility == "constant-sum":
        demand(len(sums) == 1, f"declared constant-sum, but returns sum to {sorted(sums)}")


def matches_end(game: Game, options: Options, seed: int) -> None:
    """Deals strung together by the standing end in a finished match."""
    match = Match(game, options)
    rng = np.random.default_rng(seed)
    ids, prob = game.buffers()
    moves = np.zeros(game.rules.MAX_LENGTH + 1, np.int64)
    while not match.over:
        demand(match.deals < _MATCH_DEALS, f"a match did not end within {_MATCH_DEALS} deals")
        state = match.new_deal()
        length = calls.playout(state.record, 0, rng, ids, prob, moves, len(moves) - 1)
        demand(length >= 0, f"a deal did not end within MAX_LENGTH = {len(moves) - 1} moves")
        match.close(state)


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
