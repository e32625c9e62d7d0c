"""The own test suites of PettingZoo and Gymnasium for every registered game.

``python tests/envs/peers.py pettingzoo|gymnasium`` prints the name of each game that passed, and a
traceback and status 1 for the first that does not. The pages of the mode ``human`` are drawn, and
shown by the browser that ``BROWSER`` names. Warnings are errors but for what their suites say of
every environment that they do not know by name.
"""

import contextlib
import io
import sys
import warnings
from functools import partial

from ludoteca.core.registry import games


def pettingzoo(name):
    from pettingzoo.test import api_test, render_test, seed_test

    from ludoteca.envs.pettingzoo import env

    made = partial(env, name)
    api_test(made(), num_cycles=300)
    seed_test(made, num_cycles=100)
    render_test(made)


def gymnasium(name):
    from gymnasium import make
    from gymnasium.utils.env_checker import check_env

    from ludoteca.envs.gymnasium import env_id

    seats = games()[name].info.players[0]
    for seat in {0, seats - 1}:
        check_env(make(env_id(name), seat=seat).unwrapped)


if __name__ == "__main__":
    suite = {"pettingzoo": pettingzoo, "gymnasium": gymnasium}[sys.argv[1]]
    warnings.simplefilter("error")
    for known in ("Observation space for each agent probably", "Observation is not a NumPy array"):
        warnings.filterwarnings("ignore", message=known)
    for name in games():
        with contextlib.redirect_stdout(io.StringIO()):
            suite(name)
        print(name)
