# %% [markdown]
# # Thousands of deals at once
#
# `VectorEnv` plays many deals side by side in compiled code: observations and masks of legal moves as arrays,
# which NumPy, PyTorch and JAX read without a copy.

# %%
from ludoteca.envs import VectorEnv

env = VectorEnv("kuhn", 1024, seed=1)
batch = env.reset()
batch.observation.shape, batch.action_mask.shape

# %% [markdown]
# Actions are whole numbers, one a deal; here legal ones are drawn. A finished deal is begun anew in the same step.

# %%
finished = 0
for _turn in range(20):
    batch = env.step(env.sample())
    finished += int(batch.terminated.sum())
finished

# %% [markdown]
# Levels of the game's policy can play, too: what the first seat wins of a deal on average when both play the best
# level, which is near the game's value, -1/18.

# %%
import numpy as np

env = VectorEnv("kuhn", 4096, seed=2)
env.reset()
won = []
for _turn in range(60):
    batch = env.step(env.sample("advanced"))
    won.append(batch.reward[batch.terminated][:, 0].copy())
first = np.concatenate(won)
mean, error = first.mean(), 1.96 * first.std() / np.sqrt(len(first))
f"{mean:.4f} [{mean - error:.4f}, {mean + error:.4f}], n = {len(first)}"

# %% [markdown]
# `ludoteca train kuhn --minutes 1` teaches a network by playing against itself, and writes a file that plays
# wherever a machine may: [train a player](train.html).
