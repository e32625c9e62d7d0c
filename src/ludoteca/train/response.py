"""A response that is trained against one machine.

A network learns to win from the machine alone: no more than what it wins in fresh deals is claimed,
and that is a lower bound of what can be won. Where few positions look different, a machine that
tells its chances is asked once about each. A level of the game's policy, and a learned player, are
met in a vector of deals. Any other machine plays deals in worker processes, which takes as long as
it thinks.
"""

from __future__ import annotations

from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.questions import Progress
from ludoteca.core.view import Memory
from ludoteca.players.base import Mixer, memory_of
from ludoteca.players.factory import make_local_player
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.policy import PolicyPlayer, RandomPlayer
from ludoteca.train.exact import has_few_positions
from ludoteca.workers.backend import Backend

FILE = "response.npz"
NO_TORCH = N_("training needs the package torch: pip install torch")


def train_response(
    game: Game,
    options: Options,
    machine: str,
    folder: Path,
    effort: float,
    seed: int,
    backend: Backend,
    progress: Progress,
) -> str:
    """Train a response to ``machine``; returns its spec.

    What is trained is kept in ``folder``: training that was stopped goes on from there, and a
    response that is there is not trained again.

    Parameters
    ----------
    effort
        seconds of training, wall-clock time
    seed
        deals other cards than those in which the response is measured
    backend
        the workers that ask any other machine for its moves

    Raises
    ------
    BadInput
        where the package torch is missing, and where there is no such machine
    """
    try:
        from ludoteca.train.training import (
            train_against_chances,
            train_against_machine,
            train_in_vector,
        )
    except ModuleNotFoundError as error:
        raise BadInput(_(NO_TORCH)) from error
    player = make_local_player(game, machine)
    path = folder / FILE
    if path.is_file():
        return f"learned:{path}"
    of_a_deal = memory_of(player) <= Memory.DEAL
    if isinstance(player, Mixer) and of_a_deal and has_few_positions(game, options):
        model = train_against_chances(game, options, player, effort, seed, folder, progress)
    elif isinstance(player, PolicyPlayer | RandomPlayer | LearnedPlayer):
        model = train_in_vector(game, options, machine, effort, seed, folder, progress)
    else:
        with backend.pool() as pool:
            model = train_against_machine(
                game, options, machine, pool, effort, seed, folder, progress
            )
    model.save(path)
    return f"learned:{path}"
