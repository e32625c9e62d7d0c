"""The questions of training: ``ludoteca train``, and ``ludoteca exploit``, on the page too.

Asked as those of the arena (:mod:`ludoteca.arena.questions`): without bounds at the prompt, within
``ContestLimits`` on a page. Finished deals are kept.
"""

# Annotations are read when a question is made: some depend on the game and on the limits.

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np

from ludoteca.arena.measures import FEW
from ludoteca.arena.questions import (
    CLUSTER,
    FOLDER,
    PATIENCE_PARAM,
    WORKERS,
    ContestLimits,
    Watch,
    backend_of,
    check_size,
    told,
)
from ludoteca.arena.run_log import run_folder, versions
from ludoteca.core import storage
from ludoteca.core.answers import Answer
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.questions import (
    QUICK,
    THOROUGH_PLAY,
    USUAL_PLAY,
    Drafts,
    Interim,
    Param,
    Progress,
    Question,
    in_parts,
    question,
    question_of,
    quiet,
    unheard,
)
from ludoteca.players.factory import HUMAN, available, make_local_player
from ludoteca.train.exact import exact_wins
from ludoteca.train.exploit import Exploit, Measured, fresh_rounds, pool_rounds
from ludoteca.train.pool import pool_of, strongest_of
from ludoteca.train.response import NO_TORCH, train_response
from ludoteca.train.results import answer_of, trained
from ludoteca.train.tells import tells_of
from ludoteca.workers.backend import Backend
from ludoteca.workers.pool import PATIENCE

DEALS = 200
MINUTES = 10.0
TRAINING_KEY = 3  #: of the seed with which a response is trained

_DEALS = N_("duplicate deals of each opponent, and as many fresh ones of the best")
_OPPONENTS = N_("further opponents, beside the game's levels, random play and the usual styles")
_MINUTES = N_("minutes of training on this machine, after which the player is written")
_FILE = N_("the file of the player; without it, the game's name and .npz in this folder")
_START = N_("go on from the player in this file")
_MATCHES = N_(
    "play whole matches, for the share of them: best after a training in deals, with --start"
)
_AGAINST = N_(
    "train against this machine too: a level of the game's policy, random, learned:FILE; may be "
    "repeated"
)
_CORRECT = N_(
    "learn by which factors to correct the chances of this level of the game's policy, not a "
    "policy from nothing"
)
_TRAIN = N_("also train a response for so many seconds; needs the package torch")


def exploit(game: Game, limits: ContestLimits | None = None) -> Question:
    """The question of ``ludoteca exploit``; on a page it has the same name."""
    known = ", ".join(name for name in available(game) if name != HUMAN)
    who = _("the machine, effort after @: {levels}").format(levels=known)
    usual = strongest_of(game)

    @question(
        "evaluate",
        N_(
            "By how much can a machine be beaten? What many opponents win from it, and "
            "what the best of them wins in new deals."
        ),
        resumable=True,
    )
    def exploit(
        options: Options,
        machine: Annotated[
            str,
            Param(
                N_("the machine") if limits else who,
                bare=True,
                picks="machines",
                check=lambda asked: _machine(game, asked["machine"], limits),
            ),
        ] = usual,
        deals: Annotated[
            int,
            Param(
                _DEALS,
                low=2,
                high=limits.report_deals if limits else None,
                efforts=((10, QUICK), (40, USUAL_PLAY), (200, THOROUGH_PLAY)),
            ),
        ] = 40 if limits else DEALS,
        opponent: Annotated[
            list[str],
            Param(
                _OPPONENTS,
                picks="machines",
                check=lambda asked: _further(game, asked["opponent"], limits),
            ),
        ] = [],  # noqa: B006
        train: Annotated[float | None, Param(_TRAIN, above=0, local=True)] = None,
        workers: Annotated[int | None, WORKERS] = None,
        cluster: Annotated[str | None, CLUSTER] = None,
        patience: Annotated[float, PATIENCE_PARAM] = PATIENCE,
        folder: Annotated[Path | None, FOLDER] = None,
        seed: int = 1,
        progress: Progress = quiet,
        interim: Interim = unheard,
    ) -> Answer:
        name = _machine(game, machine, limits)
        further = _further(game, opponent, limits)
        backend = backend_of(workers, cluster, patience, limits)
        training = dict[str, float]()
        if train is not None:
            response = _trained(game, options, name, folder, train, seed, backend, progress)
            further = [*further, response]
            training[make_local_player(game, response).name] = train
        opponents = tuple(pool_of(game, name, further))
        asked = Exploit(game, options, name, opponents, deals, seed)
        wanted = deals * (len(opponents) + 1)
        check_size(wanted, limits)
        # Of a visitor's time half is for all opponents, the rest for the best of them.
        half = limits and replace(limits, seconds=limits.seconds / 2)
        found = Measured(asked)
        shown = in_parts(progress, len(opponents), 1)
        with backend.pool() as pool:
            for play, part in zip((pool_rounds, fresh_rounds), shown, strict=True):
                watch = Watch(interim, half)
                for _new in play(found, folder, pool, part):
                    watch.tell(partial(_draft, found, limits))
                    if watch.over:
                        break
        exact = exact_wins(game, options, name)
        tells = tells_of(game, options, name, deals, seed)
        answer = told(answer_of(found, exact, training, tells), limits)
        if found.whole:
            return answer
        note = _("Time ran out: {done:,} of {wanted:,} deals were played.").format(
            done=answer.fields["deals"], wanted=wanted
        )
        return replace(answer, notes=[note, *answer.notes])

    return question_of(exploit)


def train(game: Game) -> Question:
    """The question of ``ludoteca train``."""

    @question(
        "evaluate",
        N_("A player trained by self-play: a small network in a file, which plays at any table."),
        resumable=True,
    )
    def train(
        options: Options,
        minutes: Annotated[float, Param(_MINUTES, above=0, local=True)] = MINUTES,
        file: Annotated[Path | None, Param(_FILE, local=True)] = None,
        start: Annotated[Path | None, Param(_START, local=True)] = None,
        matches: Annotated[bool, Param(_MATCHES, local=True)] = False,
        against: Annotated[list[str], Param(_AGAINST, local=True)] = [],  # noqa: B006
        correct: Annotated[str | None, Param(_CORRECT, local=True)] = None,
        folder: Annotated[Path | None, FOLDER] = None,
        seed: int = 1,
        progress: Progress = quiet,
        interim: Interim = unheard,
    ) -> Answer:
        try:
            from ludoteca.train.selfplay import Lesson
        except ModuleNotFoundError as error:
            raise BadInput(_(NO_TORCH)) from error
        path = file or Path(f"{game.name}.npz")
        storage.check_writable(path)
        named = [spec.strip() for spec in against if spec.strip()]
        lesson = Lesson(game, options, minutes * 60.0, seed, start, matches, folder, named, correct)
        watch = Drafts(interim)
        model = lesson.run(progress, lambda: watch.tell(lambda: trained(lesson.course, path)))
        model.save(path)
        return trained(lesson.course, path)

    return question_of(train)


def _trained(
    game: Game,
    options: Options,
    machine: str,
    folder: Path | None,
    seconds: float,
    seed: int,
    backend: Backend,
    progress: Progress,
) -> str:
    """The spec of a response to ``machine``, trained on other deals than it is measured in."""
    plan = {
        "game": game.name,
        "options": options,
        "machine": machine,
        "seconds": seconds,
        "seed": seed,
        "versions": versions(game, (machine,)),
    }
    place = run_folder(plan, folder or storage.data_folder("train", game.name))
    own = int(np.random.SeedSequence(seed, spawn_key=(TRAINING_KEY,)).generate_state(1)[0])
    return train_response(game, options, machine, place, seconds, own, backend, progress)


def _machine(game: Game, given: str, limits: ContestLimits | None) -> str:
    """The machine as it names itself; raises ``BadInput`` for one that may not be named here."""
    named = limits.machine(game, given) if limits else given
    name = make_local_player(game, named).name
    if name == HUMAN:
        raise BadInput(_("people play at a table, not here: name machines"))
    return name


def _further(game: Game, given: Sequence[str], limits: ContestLimits | None) -> list[str]:
    """The further opponents; raises ``BadInput`` as :func:`_machine` does, and for too many."""
    named = [name.strip() for name in given if name.strip()]
    if limits is not None and len(named) > limits.machines:
        raise BadInput(_("name {most} machines at most").format(most=limits.machines))
    return [_machine(game, name, limits) for name in named]


def _draft(found: Measured, limits: ContestLimits | None) -> Answer:
    answer, bound = told(answer_of(found), limits), found.lower_bound
    says = bound is not None and bound.n >= FEW and bound.low > 0
    return answer if says else replace(answer, headline="")
