# %% [markdown]
# # Odds with fractions
#
# A question is asked by the name of the game and a verb, as on the command line. What is exact comes
# as a fraction, and says what it rests on.

# %%
import ludoteca

answer = ludoteca.ask("vangin", "odds", suits=4, values=13, board=13, picks=13)
answer.fields["win"]

# %% [markdown]
# Distributions are tables.

# %%
[(table.name, table.columns) for table in answer.tables]

# %% [markdown]
# In the poker of 25 cards, all exchanges of a hand are ranked by the mean value of the new hand.

# %%
exchanges = ludoteca.ask("poker", "odds", cards="AAKQJ")
exchanges.tables[0].rows[:3]

# %% [markdown]
# What cannot be counted is simulated, and never dressed as exact: a mean, the number of samples, a 95 %
# interval.

# %%
hand = "3H 4H 5H JS KS"
going_out = ludoteca.ask("buraco", "odds going-out", hand=hand, seed=1)
going_out.fields
