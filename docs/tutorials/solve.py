# %% [markdown]
# # Solve a game
#
# Leduc hold'em has six cards, two rounds of betting and one public card. Regret minimisation (CFR+) finds
# an equilibrium, and a best response over the whole tree says how far from one it still is.

# %%
import ludoteca

solved = ludoteca.ask("leduc", "solve equilibrium")
{name: solved.fields[name] for name in ("value", "exploitability", "method", "iterations")}

# %% [markdown]
# Strategies come as a table: what to do with which card, after which moves.

# %%
table = solved.tables[0]
print(table.columns)
for row in table.rows[:6]:
    print(row)

# %% [markdown]
# A game without hidden cards is solved by search. Big Points on a board of four discs, two of each colour:

# %%
small = ludoteca.ask("bigpoints", "solve", board="1122")
small.fields

# %% [markdown]
# Brute force on the kernel, written here in a dozen lines, says the same. Moves are whole numbers; `child` is the
# position after one, and nothing is random.

# %%
game = ludoteca.load_game("bigpoints")
start = game.new_state({"colours": 2, "discs": 2, "white": 0, "black": 0}).play("1 1 2 2")


def best(state):
    """The points of both players under best play, each playing for the difference."""
    if state.is_terminal():
        return tuple(state.returns())
    me = state.current_player()
    outcomes = (best(state.child(action)) for action in state.legal_actions())
    return max(outcomes, key=lambda points: points[me] - points[1 - me])


best(start)
