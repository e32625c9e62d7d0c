# %% [markdown]
# # Who plays better?
#
# Luck of the cards hides skill. So machines are compared in duplicate deals: the same cards, once in every
# seating, and what counts is the difference.

# %%
import ludoteca

poker = ludoteca.load_game("poker")
found = ludoteca.compare(poker, None, "nosso", "ganancioso", deals=200, seed=1)
found.difference

# %% [markdown]
# Where the interval excludes zero one of them is better. Anything with a name and a method `choose` is a player: it
# gets the view of its seat, never the position.


# %%
class Cautious:
    """Takes the first move that is allowed."""

    name = "cautious"

    def choose(self, view, rng):
        return view.legal[0]


ludoteca.compare(poker, None, Cautious, "aleatório", deals=200, seed=1).difference

# %% [markdown]
# For two players whose chances are rational, poker needs no simulation: their points are exact.

# %%
exact = ludoteca.ask("poker", "evaluate", players=["nosso", "ganancioso"]).fields
exact["first"], exact["second"]

# %% [markdown]
# And so are the chances of a match of five rounds:

# %%
{name: float(chance.value) for name, chance in exact["match"].items()}
