"""Self-play: a network holds all seats of many deals, and learns from what each of them won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ludoteca.core import storage
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Simulated
from ludoteca.core.options import Options
from ludoteca.core.questions import Progress
from ludoteca.players.factory import make_local_player
from ludoteca.players.learned.model import Model
from ludoteca.players.policy import PolicyPlayer
from ludoteca.train.course import EXPLOITABILITY, MATCHES_WON, POINTS, Course
from ludoteca.train.learner import Hyperparameters
from ludoteca.train.measures import Ladder, TreeMeasure, exact_measure
from ludoteca.train.training import MEASURES, Duration, Training, tree_source

_SMALL = Hyperparameters(
    steps=32, entropy=0.1, least_entropy=0.002, pull=0.1, epochs=8, parts=1, average=0.05
)  # fmt: skip
"""Of games of few positions, in which decisions are told by rows."""

_LARGE = Hyperparameters(
    units=128, entropy=0.05, least_entropy=0.01, pull=0.1, trace=0.95, parts=16, steps=32
)
"""Of games whose tree is not small: longer deals, in which the value of a position helps."""

_MATCHES = replace(_LARGE, entropy=0.02, past=0.25, values_first=0.05)
"""Of matches: what the score asks for is learned by a player that can play a deal."""

_ENTROPY, _LEAST_ENTROPY = 0.02, 0.002  # of corrections: what a level plays is known to be good

_AGAINST = 0.6
"""The share of the deals that machines to train against, and earlier policies, have a side in."""

_SLOW_MEASURES = 5  # by a game's own solver, which takes seconds


class Lesson:
    """Self-play of ``game``, kept in ``folder`` and resumed from there.

    Parameters
    ----------
    seconds
        seconds of training, of wall-clock time
    seed
        of weights, deals and moves
    start
        the file of a player to go on from
    matches
        whole matches are played
    against
        machines that hold the other sides in some of the deals
    correct
        the level of the game's policy to correct; by default that of ``start``
    folder
        of all trainings, each of which has its own in it; None for the user's data

    Raises
    ------
    BadInput
        where the file holds no player of the game, or one that does not correct the level, for
        matches of one side alone, and for machines to train against and levels to correct that
        cannot be, or in a game of few positions
    """

    def __init__(
        self, game: Game, options: Options, seconds: float, seed: int, start: Path | None,
        matches: bool, folder: Path | None, against: Sequence[str] = (), correct: str | None = None,
    ) -> None:  # fmt: skip
        if matches and len(game.teams(options)) == 1:
            raise BadInput(
                _("one side alone plays no matches against another: leave out --matches")
            )
        begun = None if start is None else Model.load(game, start)
        self._exact = None if matches else exact_measure(game, options)
        settings = _MATCHES if matches else _LARGE if self._exact is None else _SMALL
        if against:
            if self._exact is not None or len(game.teams(options)) == 1:
                raise BadInput(_("nobody is trained against here: leave out --against"))
            settings = replace(settings, past=_AGAINST)
        if begun is not None and correct is None:
            correct = begun.level
        if correct is not None:
            level = make_local_player(game, correct)
            if self._exact is not None or not isinstance(level, PolicyPlayer):
                raise BadInput(
                    _("{level} cannot be corrected here: leave out --correct").format(
                        level=level.name
                    )
                )
            if begun is not None and begun.level != level.name:
                raise BadInput(
                    _("{path} does not correct {level}").format(path=start, level=level.name)
                )
            correct = level.name
            settings = replace(settings, entropy=_ENTROPY, least_entropy=_LEAST_ENTROPY)
        place = folder or storage.data_folder("train", game.name)
        given = None if start is None else str(start)
        named = storage.digest(options, seconds, seed, given, matches, list(against), correct)
        self._training = Training(
            game, options, Duration(seconds), settings, seed, matches=matches, against=against,
            level=correct, start=begun, folder=place / named,
            source=None if self._exact is None else tree_source(game, options, settings),
        )  # fmt: skip
        if self._exact is None:
            self._ladder = Ladder(game, options, matches)
            self.course.measure = MATCHES_WON if matches else POINTS
            self.course.opponent = self._ladder.opponent or "random"
        else:
            self.course.measure = EXPLOITABILITY

    @property
    def course(self) -> Course:
        """The training as far as it is done."""
        return self._training.course

    def run(self, progress: Progress, told: Callable[[], object]) -> Model:
        """Train to the end; ``told`` is called after each measure of strength.

        ``progress`` gets the seconds that are done.
        """

        def measure(model: Model) -> float | Simulated | None:
            if self._exact is not None:
                return self._exact(model)
            return self._ladder.measure(model)

        solver = self._exact is not None and not isinstance(self._exact, TreeMeasure)
        measures = _SLOW_MEASURES if solver else MEASURES
        return self._training.run(measure, progress, told, measures)
