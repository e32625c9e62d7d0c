"""The tasks of engines: each reports its progress and returns plain data.

A task about a seat gets that seat's view and nothing else.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ludoteca.core import jit, rooms
from ludoteca.core.compiling import code_cache
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, speaking
from ludoteca.core.questions import Question, Verb
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.look import Look, looking
from ludoteca.core.storage import remove, unfinished_folder
from ludoteca.core.view import SeatView
from ludoteca.players import Player, make_player
from ludoteca.players.budget import Budget
from ludoteca.players.factory import make_local_player
from ludoteca.players.human import HumanPlayer
from ludoteca.workers.ipc import Report
from ludoteca.workers.sandbox import sandbox

if TYPE_CHECKING:
    from ludoteca.core.answers import Document
    from ludoteca.core.numbers import Odd
    from ludoteca.players.advice.advise import Advice
    from ludoteca.players.advice.review import Review
    from ludoteca.players.advice.verdicts import Verdict
    from ludoteca.players.advice.why import Why

T = TypeVar("T")

RESULTS = ("results", "folder")  #: parameters of questions that keep finished parts in a folder
RECORD = "record"  #: the parameter of a question that takes a record
PAGE = "page"  #: the parameter of a question that writes a page of HTML
FILES = "files"  #: the contents of files by their paths, beside the parameters of a question


def warm(report: Report, game_name: str, stage: str) -> None:
    """Compile, or load from the cache, what a stage of :mod:`ludoteca.players.warm` uses.

    Where nothing is compiled there is nothing to do, and to use it all might take minutes.
    """
    from ludoteca.players import warm

    if jit.JIT_ENABLED:
        warm.warm(load_game(game_name), (warm.Stage(stage),), report.progress)
    else:
        report.progress(1, 1)


def load(report: Report, game_name: str, stage: str) -> bool:
    """Load what :func:`warm` uses from the cache; False as soon as it is seen to lack something."""

    def use() -> bool:
        warm(report, game_name, stage)
        return True

    return _compiling_nothing(use) is not None


def _compiling_nothing(use: Callable[[], T]) -> T | None:
    """The result of ``use``; None as soon as code that it needs is seen to lack in the cache."""
    lacking: list[str] = []

    def refuse(function_name: str) -> None:
        lacking.append(function_name)
        raise LookupError(function_name)

    stop = code_cache.listen(refuse)
    try:
        result = use()
    except Exception:
        if not lacking:
            raise
        return None
    finally:
        stop()
    return None if lacking else result


def choose(_report: Report, view: SeatView, spec: str, seed: int, seconds: float) -> int:
    """A legal move of the machine ``spec``.

    How long it takes tells nothing of the cards, to whoever waits for it or behind it: a machine
    that thinks for a time takes all of it, and one that thinks as far as it is told takes as long
    for its only legal move as it took for others.
    """
    _register(view)
    began = time.monotonic()
    player, effort = _within(view.game, spec, seconds)
    action = _legal_choice(player, view, seed)
    if effort:
        took = time.monotonic() - began
        recent = _TOOK.setdefault(f"{view.game.name} {spec}", deque([seconds], _REMEMBERED))
        wanted = _seconds_of(effort)
        if wanted is None and len(view.legal) == 1:
            wanted = random.choice(recent)
        elif wanted is None:
            recent.append(took)
        time.sleep(max(0.0, (wanted or 0.0) - took))
    return action


def _legal_choice(player: Player, view: SeatView, seed: int) -> int:
    action = int(player.choose(view, np.random.default_rng(seed)))
    if action not in view.legal:
        raise ValueError(f"{player.name} chose {action}, which is not legal")
    return action


_REMEMBERED = 16
_TOOK: dict[str, deque[float]] = {}
"""The seconds that the last moves of a machine of a game took in this process."""


def choose_offered(_report: Report, view: SeatView, spec: str, seed: int) -> int:
    """A legal move of a machine that the server offers, whose ``spec`` no visitor wrote.

    Its player is kept for further moves of a seat, at any table with the same options: a bot may
    take long to start.
    """
    _register(view)
    kept = (view.game.name, spec, view.seat, *sorted(view.options.items()))
    player = _KEPT.pop(kept, None) or make_local_player(view.game, spec)
    action = _legal_choice(player, view, seed)  # one that fails is not kept
    _KEPT[kept] = player
    if len(_KEPT) > _MOST_KEPT:
        _KEPT.popitem(last=False)
    return action


_MOST_KEPT = 8
_KEPT: OrderedDict[tuple[object, ...], Player] = OrderedDict()
"""The players of offered machines that moved last in this process."""


def check_offered(_report: Report, machines: Mapping[str, Mapping[str, str]], lang: str) -> None:
    """Make each of the machines that a server offers; raises ``BadInput``, told in ``lang``."""
    with speaking(lang):
        for game_name, specs in machines.items():
            for name, spec in specs.items():
                try:
                    player = make_local_player(load_game(game_name), spec)
                    if isinstance(player, HumanPlayer):
                        raise BadInput(_("a machine is needed here, not a person"))
                except BadInput as error:
                    raise BadInput(f"{game_name}:{name}: {error}") from None


def _within(game: Game, spec: str, seconds: float) -> tuple[Player, str]:
    """The machine with so much time for a move, where it takes a budget and names none.

    And its budget as it is written, "" where it takes none.
    """
    if "@" not in spec:
        try:
            effort = f"{seconds:.3f}s"
            return make_player(game, f"{spec}@{effort}"), effort
        except BadInput:
            pass
    return make_player(game, spec), spec.partition("@")[2]


def _seconds_of(effort: str) -> float | None:
    """The seconds of a budget, None for one in positions or worlds."""
    try:
        return Budget.parse(effort).seconds
    except BadInput:  # a number of worlds
        return None


def explain(
    report: Report, view: SeatView, spec: str, turn: Sequence[int], seed: int, lang: str
) -> Why:
    """The reasons of the machine ``spec`` for the move with which ``turn`` begins.

    No clock has a part in them.
    """
    from ludoteca.players.advice import advise, why

    _register(view)
    name, _at, effort = spec.partition("@")
    asked = name if _seconds_of(effort) is not None else spec
    with speaking(lang):
        machine = advise.asked(view.game, asked, progress=report.progress)
        return why.explain(view, machine, turn, seed, report.progress)


def advise(report: Report, view: SeatView, lang: str, seed: int) -> Advice:
    """Advice for the seat of ``view``."""
    from ludoteca.players.advice import advise

    _register(view)
    with speaking(lang):
        return advise.advise(view, seed, progress=report.progress)


def odds_of_choice(
    _report: Report, view: SeatView, moves: Sequence[int], lang: str, seed: int
) -> tuple[Odd, ...]:
    """The odds of what the seat of ``view`` has chosen."""
    from ludoteca.players.advice import advise

    _register(view)
    with speaking(lang):
        return advise.odds_of_choice(view, moves, seed)


def moves_to_try(
    _report: Report, view: SeatView, wanted: str, compiles: bool
) -> Sequence[int] | None:
    """Moves of the kind ``wanted`` for the seat of ``view`` to try.

    None where something would have to be compiled for them, unless it ``compiles``.
    """
    _register(view)
    own = view.game.hook(rooms.moves_to_try)
    if own is None:
        return ()
    return own(view, wanted) if compiles else _compiling_nothing(partial(own, view, wanted))


def coach(report: Report, view: SeatView, moves: Sequence[int], lang: str) -> Verdict | None:
    """The cost of the moves that the seat of ``view`` made."""
    from ludoteca.players.advice.verdicts import judge

    _register(view)
    with speaking(lang):
        return judge(view, moves, progress=report.progress)


def review(
    report: Report, record_text: str, seat: int | None, lang: str, reader: int | None
) -> Review:
    """The costly decisions of a record; its drafts are what was found so far, as plain data."""
    from ludoteca.core.record import GameRecord
    from ludoteca.players.advice import review
    from ludoteca.workers.threads import cores, use_threads

    use_threads(cores())  # somebody waits for it; moves and advice go first all the same
    with speaking(lang):
        record = GameRecord.parse(record_text)
        look = Look(record.mark, max(seat or 0, 0)) if record.mark else None
        with looking(look):
            return review.review(
                record,
                seat,
                report.progress,
                interim=lambda so_far: report.draft(so_far.to_json()),
                reader=reader,
            )


def ask(
    report: Report,
    game_name: str,
    verb: Verb,
    name: str,
    given: Mapping[str, Any],
    options: Mapping[str, Any],
    seed: int,
    lang: str,
) -> Document:
    """The answer to a question; its drafts are answers too, where it tells them.

    A parameter that names a file takes the text of a record instead, and no other: a visitor
    reads and writes no files here. A question that runs files is given their contents as
    :data:`FILES`, and runs them in a sandbox or not at all.
    """
    from ludoteca.core.answers import document_of
    from ludoteca.web.engines.questions import questions_of

    game = load_game(game_name)
    with speaking(lang), tempfile.TemporaryDirectory() as folder:
        question = questions_of(game, verb).get(name)
        if question is None or (question.local and question.files is None):
            raise BadInput(
                _("{game} has no answers to '{verb}'").format(game=game.name, verb=f"{verb} {name}")
            )
        filled: dict[str, Any] = {
            "seed": seed,
            "progress": report.progress,
            "interim": lambda so_far: report.draft(document_of(so_far, _(question.sentence), seed)),
        }
        if question.takes("options"):
            filled["options"] = game.options(options)
        parts = unfinished_folder(game.name, verb, name, given, options, seed)
        values = _without_files(question, given, Path(folder), parts)
        words = _("Preparing: the code for this is compiled, once …")
        stop = code_cache.listen(lambda _function: report.progress(0, None, words))
        try:
            answer = question.ask(values, **filled)
        finally:
            stop()
        page = Path(folder, PAGE)
        if page.is_file():
            answer = replace(answer, fields={n: v for n, v in answer.fields.items() if n != PAGE})
        document = document_of(answer, _(question.sentence), seed)
        if page.is_file():
            document["page"] = page.read_text(encoding="utf-8")
        remove(parts)
        return document


def _without_files(
    question: Question, given: Mapping[str, Any], folder: Path, parts: Path
) -> dict[str, Any]:
    """The parameters ``given``, with a record's text as a file in ``folder``; refuses other files.

    What a question keeps while it works is kept in ``parts``. Files that it runs are written into
    ``folder``; of those given, one whose name begins with ``_`` is there for the others to import.
    """
    values = dict(given)
    files: Mapping[str, bytes] = values.pop(FILES, {})
    if question.files is not None:
        ending = question.files.files
        names = values.get(question.files.name) or []
        for name in names:
            if ending in name:
                raise BadInput(_("{name} names a file, which a page cannot").format(name=name))
        paths = _written(files, folder / FILES)
        own = [str(path) for path in paths if not path.name.startswith("_")]
        values[question.files.name] = [*names, *own]
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
        elif parameter.kind is Path and parameter.name in RESULTS:
            values[parameter.name] = parts
        elif parameter.kind is Path and parameter.name == PAGE:
            values[PAGE] = folder / PAGE
    return values


def _written(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """The paths of ``files`` in ``folder``, for a sandbox; raises ``BadInput`` without one."""
    if files and not sandbox().confines:
        raise BadInput(
            _(
                "this system has no sandbox for files that others wrote (bubblewrap or Landlock), "
                "so no page runs them"
            )
        )
    paths = []
    for name, data in sorted(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        paths.append(path)
    return paths


def _register(view: SeatView) -> None:
    """Load the rules, by which the kernel knows the record that came in the view."""
    _rules = view.game.rules
