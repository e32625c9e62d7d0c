# %% [markdown]
# # Train a player
#
# A small network learns a game by playing against itself, and ends in a file that plays wherever a machine may. For
# Kuhn poker, three cards and one bet, twenty seconds are enough. Training needs PyTorch
# (`pip install "ludoteca[train]"`); the player does not.

# %%
import tempfile
from pathlib import Path

import ludoteca
from ludoteca.train.questions import train

kuhn = ludoteca.load_game("kuhn")
folder = Path(tempfile.mkdtemp())
file = folder / "kuhn.npz"
given = {"minutes": 1 / 3, "file": file, "folder": folder}
trained = train(kuhn).ask(given, options=kuhn.options(), seed=1)
f"{trained.fields['decisions']:,} decisions, {file.stat().st_size:,} bytes"

# %% [markdown]
# At the prompt this is `ludoteca train kuhn --minutes 0.33 --file kuhn.npz --seed 1`.
#
# How strong it is can be computed exactly in so small a game: exploitability is what a perfect opponent gains from
# it, in points a deal, the mean over both seats. Nobody gains anything from an equilibrium.

# %%
from IPython.display import SVG

SVG(trained.plots[0].svg())

# %%
trained.fields["exploitability"]

# %% [markdown]
# `learned:FILE` names the player. Its chances follow from what a seat sees: facing a bet it folds a jack, calls
# with a king, and with a queen does each now and then, as an equilibrium must (to call is 1, to fold 0).

# %%
from ludoteca.players import make_local_player

player = make_local_player(kuhn, f"learned:{file}")
calls = {}
for deal in ("K J bet", "J Q bet", "J K bet"):
    state = kuhn.new_state().play(deal)
    view = state.view(state.current_player())
    calls[deal] = round(player.chances(view)[1], 3)
calls

# %% [markdown]
# It sits down with any other. Here are 500 duplicate deals with the level that plays an equilibrium:

# %%
ludoteca.compare(kuhn, None, f"learned:{file}", "advanced", deals=500, seed=1).difference

# %% [markdown]
# `ludoteca play kuhn --against learned:kuhn.npz` is a game with it at the prompt. [Training](../training.html) tells
# how it learns, and what larger games take.
