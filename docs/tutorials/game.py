# %% [markdown]
# # Add a game in an hour
#
# `ludoteca new` copies one of five small games into your data folder (here a temporary one). The copy works at once: it
# can be played, solved and checked, and is yours to change.

# %%
import os
import subprocess
import sys
import tempfile
from pathlib import Path

home = Path(tempfile.mkdtemp())
folder = home / "ludoteca" / "games" / "hearth"


def ludoteca(*words):
    """Run a command and print what it says."""
    command = [sys.executable, "-m", "ludoteca", *words]
    environment = {**os.environ, "XDG_DATA_HOME": str(home)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    print((done.stdout or done.stderr).replace(str(home), "DATA"))


ludoteca("new", "hearth", "--like", "bets")
sorted(path.name for path in folder.rglob("*.*"))

# %% [markdown]
# Rules are plain functions over one flat record. These say which moves are legal, and what they do.

# %%
print("\n".join((folder / "rules.py").read_text().splitlines()[:70]))

# %% [markdown]
# From the rules alone follow a solver and machines; `ludoteca check hearth` tries every law that rules must obey:
# chances sum to one, no seat sees what it must not, compiled and plain rules agree.

# %%
ludoteca("solve", "hearth", "equilibrium")

# %% [markdown]
# [Add a game](../add-a-game.html) goes on from here, part by part.
