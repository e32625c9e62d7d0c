"""Proximal policy optimisation by self-play on Leduc hold'em, a table in place of a network."""

from typing import Any

import numpy as np

from ludoteca.envs import VectorEnv

DEALS, STEPS, UPDATES, EPOCHS, RATE, CLIP, ENTROPY, ROWS = 1024, 16, 40, 4, 0.3, 0.2, 0.02, 2**20
env, rng = VectorEnv("leduc", DEALS, seed=1, observation="int8"), np.random.default_rng(1)
table = np.zeros((ROWS, env.num_actions))  # of what a seat sees, a row each
keys = rng.integers(ROWS, size=env.observations.size)


def chances_of(rows: Any, mask: Any) -> Any:
    """The chance of each action."""
    weights = np.where(mask, np.exp(table[rows]), 0)
    return weights / weights.sum(1, keepdims=True)


def choose(batch: Any) -> tuple[Any, ...]:
    """Rows of the table, masks, actions, their chances and who is to move."""
    rows, mask = batch.observation.astype(int) @ keys % ROWS, batch.action_mask.copy()
    chances = chances_of(rows, mask)
    actions = (chances.cumsum(1) > rng.random((len(rows), 1))).argmax(1)
    return rows, mask, actions, chances[np.arange(len(rows)), actions], batch.current_player.copy()


batch = env.reset()
for _ in range(UPDATES):
    played, won = [], np.full((DEALS, 2), np.nan)
    for _ in range(STEPS):
        chosen = choose(batch)
        batch = env.step(chosen[2])
        played.append((*chosen, batch.reward.copy(), batch.terminated.copy()))
    for step, (*chosen, reward, ended) in reversed(list(enumerate(played))):
        won[ended] = reward[ended]  # what each seat wins in the end; not known of the last deals
        played[step] = (*chosen, won[np.arange(DEALS), chosen[4]])
    rows, mask, actions, before, seat, gain = map(np.concatenate, zip(*played, strict=True))
    gain -= np.where(seat == 0, np.nanmean(gain[seat == 0]), np.nanmean(gain[seat == 1]))
    gain = np.nan_to_num(gain / np.nanstd(gain))
    for _ in range(EPOCHS):
        chances, each = chances_of(rows, mask), np.arange(len(rows))
        ratio = chances[each, actions] / before
        pull = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * ratio * gain
        surprise = -np.log(np.maximum(chances, 1e-9))
        slope = ENTROPY * (surprise - (chances * surprise).sum(1, keepdims=True)) - pull[:, None]
        slope *= chances
        slope[each, actions] += pull
        met = np.unique(rows, return_inverse=True, return_counts=True)
        np.add.at(table, rows, RATE * slope / met[2][met[1], None])
for learner in (0, 1):
    deals = VectorEnv("leduc", 1024, observation="int8", opponents="random", seat=learner)
    batch, points = deals.reset(), list[float]()
    for _ in range(20):
        points += deals.step(choose(batch)[2]).reward[batch.terminated, learner].tolist()
    error = 1.96 * np.std(points) / np.sqrt(len(points))
    print(f"seat {learner + 1}: {np.mean(points):+.2f} ± {error:.2f} in {len(points)} deals")
