"""What workers do: each task gets the progress to tell and its arguments, and returns plain data.

A task about a seat gets that seat's view and nothing else.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, speaking
from ludoteca.core.questions import Progress, Question, Verb
from ludoteca.core.registry import load_game
from ludoteca.core.view import SeatView
from ludoteca.players import Player, make_player
from ludoteca.web.machines.parts import folder_of, forget
from ludoteca.web.machines.process import unread

if TYPE_CHECKING:
    from ludoteca.core.numbers import Odd
    from ludoteca.players.advice import Advice
    from ludoteca.players.coaching import Coached
    from ludoteca.players.review import Review
    from ludoteca.players.why import Why
    from ludoteca.web.machines.answers import AnswerDoc

RESULTS = "results"  #: the parameter of a question that keeps finished parts in a folder
RECORD = "record"  #: the parameter of a question that takes a record
DRAFTING = ("ask",)  #: tasks that tell what they have found so far


def warm_play(progress: Progress, game_name: str) -> None:
    """Compile or load what a game's machines use; tells how many functions were compiled."""
    from ludoteca.players import warm

    _compile(warm.warm_play, progress, game_name)


def warm_search(progress: Progress, game_name: str) -> None:
    """Compile or load what the searches use that play any game."""
    from ludoteca.players import warm

    _compile(warm.warm_search, progress, game_name)


def warm_advice(progress: Progress, game_name: str) -> None:
    """Compile or load what advice and reviews use."""
    from ludoteca.players import warm

    _compile(warm.warm_advice, progress, game_name)


def _compile(use: Callable[[Game], None], progress: Progress, game_name: str) -> None:
    from ludoteca.core import compiling

    compiled = 0

    def heard(_function: str) -> None:
        nonlocal compiled
        compiled += 1
        progress(compiled)

    stop = compiling.listen(heard)
    try:
        use(load_game(game_name))
    finally:
        stop()


def choose(_progress: Progress, view: SeatView, spec: str, seed: int, seconds: float) -> int:
    """A legal move of the machine ``spec``."""
    _register(view)
    player = _within(view.game, spec, seconds)
    action = int(player.choose(view, np.random.default_rng(seed)))
    if action not in view.legal:
        raise ValueError(f"{spec} chose {action}, which is not legal")
    return action


def _within(game: Game, spec: str, seconds: float) -> Player:
    """The machine with so much time for a move, where it takes a budget and names none."""
    if "@" not in spec:
        try:
            return make_player(game, f"{spec}@{seconds:.3f}s")
        except BadInput:
            pass
    return make_player(game, spec)


def explain(
    _progress: Progress, view: SeatView, spec: str, made: int, seed: int, seconds: float, lang: str
) -> Why:
    """Why the machine ``spec`` made the move ``made``."""
    from ludoteca.players import why

    _register(view)
    with speaking(lang):
        return why.explain(view, _within(view.game, spec, seconds), made, seed)


def advise(_progress: Progress, view: SeatView, lang: str, seed: int) -> Advice:
    """What the seat of ``view`` can be told."""
    from ludoteca.players import advising

    _register(view)
    with speaking(lang):
        return advising.advise(view, seed)


def odds_of_choice(
    _progress: Progress, view: SeatView, moves: Sequence[int], lang: str, seed: int
) -> tuple[Odd, ...]:
    """The odds of what the seat of ``view`` has chosen."""
    from ludoteca.players import choosing

    _register(view)
    with speaking(lang):
        return choosing.odds_of_choice(view, moves, seed)


def coach(_progress: Progress, view: SeatView, moves: Sequence[int], lang: str) -> Coached | None:
    """What the moves that the seat of ``view`` made cost."""
    from ludoteca.players import coaching

    _register(view)
    with speaking(lang):
        return coaching.required_coach(view.game)(view, moves)


def review(progress: Progress, record_text: str, seat: int | None, lang: str) -> Review:
    """The costly decisions of a record."""
    from ludoteca.core.record import GameRecord
    from ludoteca.players import review as reviewing

    with speaking(lang):
        return reviewing.review(GameRecord.parse(record_text), seat, progress)


def ask(
    progress: Progress,
    game_name: str,
    verb: Verb,
    name: str,
    given: Mapping[str, Any],
    options: Mapping[str, Any],
    seed: int,
    lang: str,
    *,
    draft: Callable[[AnswerDoc], None] = unread,
) -> AnswerDoc:
    """The answer to a question; ``draft`` gets what it has found so far, where it tells that.

    A parameter that names a file takes the text of a record instead, and no other: a visitor
    reads and writes no files here.
    """
    from ludoteca.web.machines.answers import written
    from ludoteca.web.machines.contests import questions_of

    game = load_game(game_name)
    with speaking(lang), tempfile.TemporaryDirectory() as folder:
        question = questions_of(game, verb).get(name)
        if question is None or question.local:
            raise BadInput(
                _("{game} has no answers to '{verb}'").format(game=game.name, verb=f"{verb} {name}")
            )
        filled: dict[str, Any] = {
            "seed": seed,
            "progress": progress,
            "interim": lambda so_far: draft(written(so_far, seed)),
        }
        if question.takes("options"):
            filled["options"] = game.options(options)
        parts = folder_of((game.name, verb, name, sorted(given.items()), options, seed))
        values = _without_files(question, given, Path(folder), parts)
        answer = written(question.ask(values, **filled), seed)
        forget(parts)
        return answer


def _without_files(
    question: Question, given: Mapping[str, Any], folder: Path, parts: Path
) -> dict[str, Any]:
    """``given`` with the text of a record as a file in ``folder``; refuses other files.

    What a question keeps while it works is kept in ``parts``.
    """
    values = dict(given)
    for parameter in question.parameters:
        if parameter.local and values.get(parameter.name) is not None:
            raise BadInput(_("{name} is not for a page").format(name=parameter.name))
        if parameter.kind is Path and values.get(parameter.name) is not None:
            if parameter.name != RECORD:
                raise BadInput(
                    _("{name} names a file, which a page cannot").format(name=parameter.name)
                )
            path = folder / "record.txt"
            path.write_text(str(values[RECORD]), encoding="utf-8")
            values[RECORD] = path
        elif parameter.kind is Path and parameter.name == RESULTS:
            values[RESULTS] = parts
    return values


def _register(view: SeatView) -> None:
    """Load the rules, by which the kernel knows the record that came in the view."""
    _rules = view.game.rules
