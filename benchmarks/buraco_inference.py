"""The gain by reading the others' turns, one choice at a time.

``python benchmarks/buraco_inference.py [--profile fechado] [--deals 40] [--worlds 40]``

At every choice in deals between four of ``advanced``, ``expert`` chooses with reading and without.
Where the turns differ, both are played on from the true cards by the policy, in the same orders of
the cards that are not dealt yet. A line for each deal: its choices, those that differ, the points
gained by all seats.
"""

import argparse

import numpy as np

from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.buraco.players import expert
from ludoteca.games.buraco.policy import ADVANCED
from ludoteca.players.belief import play_turns
from ludoteca.players.budget import Budget
from ludoteca.players.objectives import for_points
from ludoteca.players.policy import PolicyPlayer
from ludoteca.players.rollout import Ends
from ludoteca.players.turns import rows_of

ORDERS = 200


def gains(profile: str, deal: int, worlds: int) -> tuple[int, list[float]]:
    """The choices of a deal, and the gain at each that differs."""
    game = load_game("buraco")
    options = game.options({"profile": profile})
    shoe, policy = Shoe.shuffled(game, options, 7_000_000 + deal), PolicyPlayer(game, "advanced")
    state, rng, choices, found = game.new_state(options), np.random.default_rng(deal), 0, []
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(shoe.draw(state))
            continue
        seat = state.current_player()
        view = state.view(seat, remembering=True)
        begins = not view.tokens or view.tokens[-1][0] != seat
        if begins and len(view.legal) > 1:
            choices += 1
            turns = []
            for reading in (True, False):
                player = expert(Budget(nodes=worlds), reading)
                player._objective = for_points
                draws = np.random.default_rng([deal, choices])
                turns.append(player._drawn(view, player._search(view, draws), draws))
            if turns[0] != turns[1]:
                ends = Ends.empty(view, ORDERS, 2)
                luck, both = np.random.default_rng([deal, choices, 1]), np.ones(2, np.bool_)
                levels = np.array([ADVANCED, ADVANCED])
                play_turns(view, state.record, rows_of(turns), levels, both, 0, luck, ends)
                found.append(float((ends.points[:, 0, seat] - ends.points[:, 1, seat]).mean()))
        state.apply_unchecked(policy.choose(view, rng))
    return choices, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", default="fechado")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=40)
    given = parser.parse_args()
    for deal in range(given.deals):
        choices, found = gains(given.profile, deal, given.worlds)
        print(deal, choices, len(found), round(sum(found), 1), flush=True)


if __name__ == "__main__":
    main()
