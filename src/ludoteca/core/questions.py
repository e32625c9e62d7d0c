"""Questions that a game answers: typed functions; commands, schemas and forms follow from them.

A game's folder has a room for each verb that it has questions for: ``odds.py``, ``solve.py``,
``census.py``, ``study.py``, ``evaluate.py``. A question is a typed function of such a room, marked
with its verb::

    from typing import Annotated, Literal
    from ludoteca.core.answers import Answer, Table
    from ludoteca.core.questions import Param, Progress, question

    @question("odds", N_("The exact chance that the table is emptied."))
    def win(
        suits: Annotated[int, Param(N_("number of suits"), low=1, high=100)] = 4,
        picks: Annotated[int | None, Param(N_("looks; without it, as the step allows"))] = None,
        reading: Annotated[Literal["strict", "lenient"], Param(N_("..."))] = "strict",
    ) -> Answer:
        ...
        return Answer(
            {"win": Exact(p, _("every order of the deck is equally likely"))},
            (Table("piles_left", ("piles", "probability"), rows),),
            why=lambda rng: derivation(suits, picks, rng),
        )

From this follow, with no line elsewhere: the command ``ludoteca odds <game> --suits 4``, its
``--help``, its ``--schema`` and its outputs (``--format table|json|csv``, ``--why``, ``--save``).

- The first question of a room answers ``ludoteca <verb> <game>``; every other one is a command
  below it, ``ludoteca <verb> <game> <question>``, named after its function with ``-`` for ``_``.
- A parameter is ``int``, ``float``, ``str``, ``bool``, ``Path``, ``Literal[...]``, a ``list`` of
  one of these (given with commas) or any of these ``| None``. It is annotated with :class:`Param`
  (a sentence, a range). Without a default it must be given. What several parameters exclude is
  the function's business: it raises ``BadInput`` with one sentence. What is marked
  ``bare`` is given without a flag, a list one after the other (in a room with no other question). A
  name that is a word of Python ends in ``_``, which is not part of the flag.
- Some parameters are filled in by name: ``seed: int`` is ``--seed`` (chosen and printed where it is
  not given; name it where chance is used at all), and ``progress: Progress`` is what the caller
  shows while it waits: call ``progress(done, total, words)`` now and then (``total`` may be None).
  Where parts follow each other, :func:`in_parts` gives each of them a progress of its own.
  ``interim: Interim = unheard`` takes what is found so far, where somebody looks on; ``say: Say =
  silent`` takes a sentence for whoever waits.
- A parameter ``options: Options`` is the game's rule options, completed: each is a flag of its
  own (``--colours 3``) and may be given as ``--option colours=3``; no other parameter may then
  be called like one of them. For a question marked
  ``sweeps=True`` they are those that were given, as text: a value may be several (``2..5``).
- A function is free to raise ``KeyboardInterrupt`` through: work that can be resumed keeps what
  it has before it lets go, and is marked ``resumable=True``.
- A question that reads or runs files which it is given by name is marked ``local=True``: it is for
  the person at this machine. Where a list is annotated with the ending of its ``files``, a page
  that this machine alone reaches offers it too; the page takes the files and never their names, and
  runs them only where the system has a sandbox.
"""

from __future__ import annotations

import inspect
import time
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import accumulate, pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

from ludoteca.core.answers import Answer
from ludoteca.core.errors import BadInput, GameDefinitionError, alternatives
from ludoteca.core.i18n import _
from ludoteca.core.options import (
    QUICK,
    THOROUGH,
    THOROUGH_PLAY,
    USUAL,
    USUAL_PLAY,
    Options,
    Param,
    Parameter,
    parameter_of,
)

if TYPE_CHECKING:
    from ludoteca.core.game import Game

__all__ = [
    "QUICK",
    "THOROUGH",
    "THOROUGH_PLAY",
    "USUAL",
    "USUAL_PLAY",
    "VERBS",
    "Drafts",
    "Interim",
    "Param",
    "Parameter",
    "Progress",
    "Question",
    "Say",
    "Verb",
    "in_parts",
    "own_questions",
    "question",
    "question_of",
    "questions",
    "quiet",
    "silent",
    "unheard",
]

Verb: TypeAlias = Literal["odds", "solve", "census", "study", "evaluate"]
VERBS: tuple[Verb, ...] = typing.get_args(Verb)

F = TypeVar("F", bound=Callable[..., Any])

DRAFT_SECONDS = 1.0  #: between two drafts of an answer

FILLED = ("seed", "options", "progress", "interim", "say")
"""Parameters of a question that the caller fills in by name."""


class Progress(Protocol):
    """A callback for the progress of long work; ``total`` is None where it is not known."""

    def __call__(
        self, done: int, total: int | None = None, words: str = "", share: float | None = None
    ) -> None:
        """Tell that ``done`` of ``total`` steps are finished; ``words`` say what is being done.

        Where these are the steps of a part, ``share`` is how much of the whole is done, up to 1.
        """


def quiet(done: int, total: int | None = None, words: str = "", share: float | None = None) -> None:
    """Ignore the progress, ``share`` from 0 to 1: the default of a ``progress`` parameter."""


def in_parts(progress: Progress, *times: float) -> list[Progress]:
    """The progress of parts that follow each other, which tell how much of the whole is done.

    ``times`` are about how long they take, in any unit. A part may have parts in its turn.
    """
    ends = [end / (sum(times) or 1.0) for end in accumulate(times, initial=0.0)]
    return [partial(_tell_part, progress, *both) for both in pairwise(ends)]


def _tell_part(
    progress: Progress,
    begin: float,
    end: float,
    done: int,
    total: int | None = None,
    words: str = "",
    share: float | None = None,
) -> None:
    if share is None:
        share = done / total if total else 0.0
    progress(done, total, words, begin + (end - begin) * share)


Interim: TypeAlias = Callable[[Answer], None]
"""A callback for the answer so far, whose figures still change."""


def unheard(answer: Answer) -> None:
    """Ignore an interim answer: the default of an ``interim`` parameter."""


class Drafts:
    """Drafts of an answer for an ``interim`` callback, one a second at most."""

    def __init__(self, interim: Interim) -> None:
        self._interim = interim
        self._told = time.monotonic()

    def tell(self, draw: Callable[[], Answer]) -> None:
        """Tell what ``draw`` gives where it is time to: drafts take half of the time at most."""
        began = time.monotonic()
        if self._interim is not unheard and began - self._told >= DRAFT_SECONDS:
            self._interim(replace(draw(), plots=(), why=None))
            now = time.monotonic()
            self._told = now + max(0.0, now - began - DRAFT_SECONDS)


Say: TypeAlias = Callable[[str], object]
"""A callback that shows a sentence to the person who waits for an answer."""


def silent(sentence: str) -> None:
    """Show nothing: the default of a ``say`` parameter."""


@dataclass(frozen=True)
class Question:
    """A function marked as a question, and what its signature says.

    Its parts are the parameters of :func:`question`.
    """

    verb: Verb
    sentence: str
    function: Callable[..., Answer]
    resumable: bool = False
    local: bool = False
    sweeps: bool = False
    title: str = ""
    at_once: bool = False
    played: tuple[tuple[str, Mapping[str, str]], ...] = ()
    minutes: int = 0

    @property
    def name(self) -> str:
        """The name of its command."""
        return self.function.__name__.replace("_", "-")

    @cached_property
    def signature(self) -> inspect.Signature:
        """The signature of the function."""
        return inspect.signature(self.function)

    def takes(self, name: str) -> bool:
        """True if the function has a parameter ``name``: one of those filled in by name."""
        return name in self.signature.parameters

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its parameters, but for those that are filled in by name."""
        hints = typing.get_type_hints(self.function, include_extras=True)
        return tuple(
            parameter_of(self.function.__name__, p, hints[name])
            for name, p in self.signature.parameters.items()
            if name not in FILLED
        )

    @property
    def files(self) -> Parameter | None:
        """The parameter that takes files, None where none does."""
        return next((p for p in self.parameters if p.files), None)

    def schema(self) -> dict[str, Any]:
        """JSON schema of an object with the question's parameters (less the rule options)."""
        properties = {p.name: p.schema() for p in self.parameters}
        if self.takes("seed"):
            properties["seed"] = {"type": "integer", "minimum": 0}
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"{self.verb} {self.name}",
            "description": _(self.sentence),
            "type": "object",
            "properties": properties,
            "required": [p.name for p in self.parameters if p.required],
            "additionalProperties": False,
        }

    def refused(self, given: Mapping[str, Any], options: Options) -> dict[str, str]:
        """The first parameter whose value its check refuses, with the sentence; {} if none.

        ``given`` are parsed values, the others have their defaults.
        """
        values = {p.name: p.default for p in self.parameters} | dict(given) | {"options": options}
        for p in self.parameters:
            if p.check is not None and values[p.name]:
                try:
                    p.check(values)
                except BadInput as error:
                    return {p.name: str(error)}
        return {}

    def ask(self, given: Mapping[str, Any], **filled: Any) -> Answer:
        """The answer to the question with the values ``given``, text or not, checked.

        ``filled`` are those of :data:`FILLED`; what the function does not take is left out. Raises
        ``BadInput`` with one sentence.

        Raises
        ------
        BadInput
            With one sentence, for a name that is unknown or missing, or a value that cannot be.
        """
        values = {name: value for name, value in filled.items() if self.takes(name)}
        known = {p.name: p for p in self.parameters}
        for name, value in given.items():
            if name not in known:
                raise BadInput(
                    _("{question} has no parameter {name}; {alternatives}").format(
                        question=self.name, name=name, alternatives=alternatives(name, known)
                    )
                )
            values[name] = known[name].parse(value)
        for name, p in known.items():
            if p.required and name not in values:
                raise BadInput(
                    _("{name} is missing: {wanted}").format(
                        name=name.rstrip("_"), wanted=p.wanted()
                    )
                )
        return self.function(**values)


def question(
    verb: Verb,
    sentence: str,
    *,
    resumable: bool = False,
    local: bool = False,
    sweeps: bool = False,
    title: str = "",
    at_once: bool = False,
    played: tuple[tuple[str, Mapping[str, str]], ...] = (),
    minutes: int = 0,
) -> Callable[[F], F]:
    """Mark a function as a question of ``verb``; ``sentence`` (a message id) says what it answers.

    ``resumable``: a stopped run goes on where it was when the same command is given again.
    ``local``: it takes names of files, so it is asked at this machine alone.
    ``sweeps``: a rule option may have several values. ``title``: a message id, on pages in place of
    the title of its verb. ``at_once``: its answer costs nothing, so a page shows it unasked.
    ``played``: message ids of sentences in which players ask it, each with the texts that it fills
    in by parameter; pages show such sentences first. ``minutes``: about how long it takes as its
    form opens, on two cores; 0 where less than one, or where its ``efforts`` say it.
    """

    def mark(function: F) -> F:
        function.__question__ = Question(  # type: ignore[attr-defined]
            verb, sentence, function, resumable, local, sweeps, title, at_once, played, minutes
        )
        return function

    return mark


def question_of(function: Callable[..., Answer]) -> Question:
    """The question that a function was marked as."""
    return function.__question__  # type: ignore[attr-defined]


def questions(module: ModuleType) -> dict[str, Question]:
    """The questions of a room by name, in the order of their definition."""
    marked = [getattr(value, "__question__", None) for value in vars(module).values()]
    return {found.name: found for found in marked if isinstance(found, Question)}


def own_questions(game: Game, verb: Verb) -> dict[str, Question]:
    """The questions of the game's own room of ``verb`` by name; none where it has none.

    Raises ``GameDefinitionError`` where one of them has a parameter called like a rule option.
    """
    module = game.room(verb)
    if module is None:
        return {}
    found = {name: q for name, q in questions(module).items() if q.verb == verb}
    for q in found.values():
        _check_names(game, q)
    return found


def _check_names(game: Game, question: Question) -> None:
    """Refuse a question of which nobody could tell a parameter from a rule option."""
    if not question.takes("options"):
        return
    rules = {option.name for option in game.schema}
    for parameter in question.parameters:
        if parameter.name in rules:
            raise GameDefinitionError(
                f"{game.name}: {question.verb} {question.name} has a parameter {parameter.name}, "
                "which is a rule option too: call it otherwise"
            )
