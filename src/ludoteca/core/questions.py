"""Questions that a game answers: typed functions; commands, schemas and forms follow from them.

A game's folder has a room for each verb that it has questions for: ``odds.py``, ``solve.py``,
``census.py``, ``study.py``, ``evaluate.py``. A question is a typed function of such a room, marked
with its verb::

    from typing import Annotated, Literal
    from ludoteca.core.questions import Answer, Param, Progress, Table, question

    @question("odds", N_("The exact chance that the table is emptied."))
    def win(
        suits: Annotated[int, Param(N_("number of suits"), low=1, high=100)] = 4,
        picks: Annotated[int | None, Param(N_("looks; without it, as the step allows"))] = None,
        reading: Annotated[Literal["strict", "lenient"], Param(N_("..."))] = "strict",
    ) -> Answer:
        ...
        return Answer(
            {"win": Exact(p, _("every order of the deck equally likely"))},
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
  the function's business: it raises ``BadInput`` with one sentence. A list marked ``bare`` is
  given without a flag, one after the other (in a room with no other question). A name that is a
  word of Python ends in ``_``, which is not part of the flag.
- Some parameters are filled in by name: ``seed: int`` is ``--seed`` (chosen and printed where it is
  not given; name it where chance is used at all), and ``progress: Progress`` is what the caller
  shows while it waits: call ``progress(done, total, words)`` now and then (``total`` may be None).
  ``interim: Interim = unheard`` takes what is found so far, where somebody looks on.
- A parameter ``options: Options`` is the game's rule options, completed: each is a flag of its
  own (``--colours 3``) and may be given as ``--option colours=3``.
- A function is free to raise ``KeyboardInterrupt`` through: work that can be resumed keeps what
  it has before it lets go, and is marked ``resumable=True``.
- A question that reads or runs files which it is given by name is marked ``local=True``: it is for
  the person at this machine, and no page offers it.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import ModuleType
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.parameters import Param, Parameter, parameter_of

__all__ = [
    "VERBS",
    "Answer",
    "Cell",
    "Interim",
    "Name",
    "Param",
    "Parameter",
    "Plot",
    "Progress",
    "Question",
    "Table",
    "Verb",
    "plain",
    "question",
    "questions",
    "quiet",
    "unheard",
]

Verb: TypeAlias = Literal["odds", "solve", "census", "study", "evaluate"]
VERBS: tuple[Verb, ...] = typing.get_args(Verb)

Cell: TypeAlias = (
    Exact
    | Simulated
    | Fraction
    | float
    | int
    | bool
    | str
    | Sequence[Any]
    | Mapping[str, Any]
    | None
)
F = TypeVar("F", bound=Callable[..., Any])


class Name(str):
    """A cell that is a key, as columns are: plain data has it as it is, people read it in words."""


class Progress(Protocol):
    """What long work tells whoever waits; ``total`` is None where it is not known."""

    def __call__(self, done: int, total: int | None = None, words: str = "") -> None:
        """``done`` of ``total`` steps are finished; ``words`` say what is being done."""


def quiet(done: int, total: int | None = None, words: str = "") -> None:
    """The progress that says nothing: the default of a ``progress`` parameter."""


@dataclass(frozen=True)
class Table:
    """Rows of an answer; ``name`` and ``columns`` are keys of the JSON, ``title`` is for people."""

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    title: str = ""


@dataclass(frozen=True)
class Plot:
    """A picture of an answer; ``draw()`` makes an Altair chart (of the extra ``lab``)."""

    name: str
    title: str
    draw: Callable[[], Any]


@dataclass(frozen=True)
class Answer:
    """What a question returns.

    ``fields`` are its named numbers, in order of importance; ``tables`` its rows; ``notes``
    sentences to read beside them. ``why(rng)``, where there is one, yields the derivation line
    by line as it is found: counts, formula, a sentence, a simulation that converges to the number.
    """

    fields: Mapping[str, Cell]
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()
    notes: Sequence[str] = ()
    why: Callable[[np.random.Generator], Iterable[str]] | None = None

    def __post_init__(self) -> None:
        names = [*self.fields, *(table.name for table in self.tables)]
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise ValueError(f"an answer names two things alike: {', '.join(repeated)}")

    def to_json(self) -> dict[str, Any]:
        """The fields and, under their names, the tables as lists of objects; plain JSON types."""
        out = {name: plain(value) for name, value in self.fields.items()}
        for table in self.tables:
            out[table.name] = [
                {column: plain(cell) for column, cell in zip(table.columns, row, strict=True)}
                for row in table.rows
            ]
        if self.notes:
            out["notes"] = list(self.notes)
        return out


Interim: TypeAlias = Callable[[Answer], None]
"""Hears what a question has found so far; its figures still move."""


def unheard(answer: Answer) -> None:
    """Hears nothing: the default of an ``interim`` parameter."""


def plain(cell: Any) -> Any:
    """``cell`` in types that JSON has; exact and simulated numbers say what they are."""
    if isinstance(cell, Exact | Simulated):
        return cell.to_json()
    if isinstance(cell, Fraction):
        return Exact(cell).to_json()
    if isinstance(cell, np.generic):
        return cell.item()
    if isinstance(cell, Mapping):
        return {str(key): plain(value) for key, value in cell.items()}
    if isinstance(cell, str) or not isinstance(cell, Iterable):
        return cell
    return [plain(part) for part in cell]


@dataclass(frozen=True)
class Question:
    """A function marked as a question, and what its signature says."""

    verb: Verb
    sentence: str
    function: Callable[..., Answer]
    resumable: bool = False
    local: bool = False

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
            if name not in ("seed", "progress", "interim", "options")
        )

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

    def ask(self, given: Mapping[str, Any], **filled: Any) -> Answer:
        """The answer to the question with the values ``given``, text or not, checked.

        ``filled`` are ``seed``, ``progress``, ``interim`` and ``options``; those that the function
        does not take are left out. Raises ``BadInput`` with one sentence.
        """
        values = {name: value for name, value in filled.items() if self.takes(name)}
        known = {p.name: p for p in self.parameters}
        for name, value in given.items():
            if name not in known:
                raise BadInput(
                    _("{question} has no parameter {name}; there are: {known}").format(
                        question=self.name, name=name, known=", ".join(known) or _("none")
                    )
                )
            values[name] = known[name].parse(value)
        for name, p in known.items():
            if p.required and name not in values:
                raise BadInput(
                    _("{name} is missing: {wanted}").format(name=name, wanted=p.wanted())
                )
        return self.function(**values)


def question(
    verb: Verb, sentence: str, *, resumable: bool = False, local: bool = False
) -> Callable[[F], F]:
    """Mark a function as a question of ``verb``; ``sentence`` (a message id) says what it answers.

    ``resumable``: a stopped run goes on where it was when the same command is given again.
    ``local``: it takes names of files, so it is asked at this machine's keyboard alone.
    """

    def mark(function: F) -> F:
        function.__question__ = Question(  # type: ignore[attr-defined]
            verb, sentence, function, resumable, local
        )
        return function

    return mark


def questions(module: ModuleType) -> dict[str, Question]:
    """The questions of a room by name, in the order of their definition."""
    marked = [getattr(value, "__question__", None) for value in vars(module).values()]
    return {found.name: found for found in marked if isinstance(found, Question)}
