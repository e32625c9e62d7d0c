# %% [markdown]
# # A class in a course
#
# A student's player is a file with two functions: which cards to exchange, and whether to fold. This is one of the
# examples that come with the repository.

# %%
import tempfile
from pathlib import Path

import ludoteca

root = next(p for p in (Path.cwd(), *Path.cwd().parents) if (p / "examples" / "poker").is_dir())
files = sorted((root / "examples" / "poker").glob("*.py"))
print(files[0].read_text()[:900])

# %% [markdown]
# Every file plays every other. In poker the points a round are exact where a player's chances are rational;
# a file that crashes, cheats or hangs is named with the question it was asked, and forfeits.

# %%
page = Path(tempfile.mkdtemp()) / "class.html"
table = ludoteca.ask("poker", "evaluate", players=[str(file) for file in files], page=str(page))
print(table.tables[0].columns)
for row in table.tables[0].rows:
    print(row)

# %% [markdown]
# `ludoteca evaluate poker --class examples/poker/*.py` is the same, and writes one page for the class; on a
# server of your own the page takes the files ([hosting](../hosting.html)).
