"""A bot for PettingZoo at a table of mus: it bets on its kings, and without them it passes.

    python examples/pettingzoo_bot.py                                        # four of them, a deal
    ludoteca arena mus pettingzoo:examples/pettingzoo_bot.py:make advanced   # against our machines
    ludoteca play mus --against pettingzoo:examples/pettingzoo_bot.py:make   # against you

The loop at the end is PettingZoo's own, and the bot knows nothing else. It needs the extra ``rl``.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca.envs.pettingzoo import env

Bot = Callable[[dict[str, Any]], int]


def make(game: str) -> Bot:
    """The bot, by the names of what it sees and does."""
    deal = env(game).unwrapped.episode
    actions = {deal.actions.text(n): n for n in range(deal.actions.num_actions)}
    kings = deal.observations.names.index("hand[9]")

    def choose(observation: dict[str, Any]) -> int:
        seen, mask = observation["observation"], observation["action_mask"]
        if seen[kings] >= 2:
            wanted = ["no-hay-mus", "quiero", "reenvido2|envido2"]
        else:
            wanted = ["mus", "no-quiero|paso"]
        likes = [actions[text] for text in wanted if mask[actions[text]]]
        return likes[0] if likes else int(np.flatnonzero(mask)[0])

    return choose


def main() -> None:
    """Play a deal and print its points."""
    table = env("mus", render_mode="ansi")
    table.reset(seed=7)
    bots = {agent: make("mus") for agent in table.agents}
    for agent in table.agent_iter():
        observation, points, terminated, truncated, _info = table.last()
        if terminated or truncated:
            print(f"{agent}: {points:g}")
            table.step(None)
        else:
            table.step(bots[agent](observation))
    print(table.render())


if __name__ == "__main__":
    main()
