"""Forms derived from what is asked: the parameters of a question, the rule options of a game.

No page lets a visitor name a file of the server: a parameter ``record`` that is a path becomes a
place for a record's text, every other path is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Option, Options
from ludoteca.core.questions import Parameter, Question

RECORD = "record"
MOST_SEED = 2**32 - 1
OPTION = "option-"


@dataclass(frozen=True)
class Choice:
    """One entry of a menu."""

    id: str
    words: str


@dataclass(frozen=True)
class Field:
    """A field of a form as it is drawn: what it holds, and what is wrong with it."""

    id: str
    words: str
    value: str
    doc: str = ""
    choices: tuple[Choice, ...] = ()
    range: str = ""
    long: bool = False
    error: str = ""

    @property
    def name(self) -> str:
        """Under which it is sent."""
        return self.id


@dataclass
class Filled:
    """A form as somebody filled it in: texts by name, and a sentence for each that is wrong."""

    given: Mapping[str, str]
    errors: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """What is in a field, without blanks around it."""
        return self.given.get(name, "").strip()


@dataclass(frozen=True)
class Asked:
    """A question with all that it is asked with, checked.

    ``record`` is the text of a record, "" where none was given.
    """

    game: Game
    question: Question
    given: dict[str, Any]
    options: Options
    seed: int
    record: str = ""


def first_upper(sentence: str) -> str:
    """``sentence`` beginning with a capital."""
    return sentence[:1].upper() + sentence[1:]


def option_choices(option: Option) -> tuple[Choice, ...]:
    """The values of an option that has a few named ones."""
    return tuple(Choice(value, _(value)) for value in option.choices)


def option_field(option: Option, name: str, filled: Filled) -> Field:
    """The field of a rule option."""
    span = _("{low} to {high}").format(low=option.low, high=option.high)
    return Field(
        id=name,
        words=first_upper(_(option.doc)),
        value=filled.given.get(name, str(option.default)),
        choices=option_choices(option),
        range="" if option.choices else span,
        error=filled.errors.get(name, ""),
    )


def unusual(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """What is filled in, without the rule options that are as they usually are."""
    usual = {OPTION + option.name: str(option.default) for option in game.schema}
    return {name: text for name, text in given.items() if usual.get(name) != text.strip()}


# -- questions ----------------------------------------------------------------------------------


def asked_parameters(question: Question) -> Iterator[Parameter]:
    """The parameters that a page asks for."""
    for parameter in question.parameters:
        if not parameter.local and (parameter.kind is not Path or parameter.name == RECORD):
            yield parameter


def question_fields(game: Game, question: Question, filled: Filled) -> list[Field]:
    """The fields of a question: its parameters, the rule options, the seed."""
    fields = [_parameter_field(p, filled) for p in asked_parameters(question)]
    if question.takes("options"):
        fields += [option_field(o, OPTION + o.name, filled) for o in game.schema]
    if question.takes("seed"):
        fields.append(
            Field(
                id="seed",
                words=_("Seed of everything random"),
                value=filled.given.get("seed", str(_usual_seed(question))),
                range=_("the same seed gives the same answer"),
                error=filled.errors.get("seed", ""),
            )
        )
    return fields


def _parameter_field(parameter: Parameter, filled: Filled) -> Field:
    return Field(
        id=parameter.name,
        words=first_upper(_(parameter.doc)),
        value=filled.given.get(parameter.name, _default_text(parameter)),
        choices=_parameter_choices(parameter),
        range="" if parameter.choices or parameter.kind in (bool, Path) else _range(parameter),
        long=parameter.kind is Path,
        error=filled.errors.get(parameter.name, ""),
    )


def _parameter_choices(parameter: Parameter) -> tuple[Choice, ...]:
    if parameter.many:
        return ()
    if parameter.kind is bool:
        named: tuple[Choice, ...] = (Choice("yes", _("yes")), Choice("no", _("no")))
    else:
        named = tuple(Choice(value, _(value)) for value in parameter.choices)
    if named and (parameter.optional or parameter.required):
        return (Choice("", "–"), *named)
    return named


def _default_text(parameter: Parameter) -> str:
    value = parameter.default
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ",".join(str(part) for part in value)
    return str(value)


SEVERAL = N_("several, with commas")


def _range(parameter: Parameter) -> str:
    words = [parameter.wanted()]
    if parameter.many:
        words.append(_(SEVERAL))
    if parameter.optional:
        words.append(_("may stay empty"))
    return "; ".join(words)


def _usual_seed(question: Question) -> int:
    default = question.signature.parameters["seed"].default
    return default if isinstance(default, int) else 1


def read_question(game: Game, question: Question, filled: Filled) -> Asked | None:
    """The question as the form asks it; None where a field is wrong, which ``filled`` then says."""
    given: dict[str, Any] = {}
    for parameter in asked_parameters(question):
        if parameter.kind is not Path:
            _read_parameter(parameter, filled, given)
    options: Options = {}
    if question.takes("options"):
        options = read_options(game, filled, {o.name: OPTION + o.name for o in game.schema})
    seed = _read_seed(question, filled)
    record = filled.given.get(RECORD, "") if _takes_record(question) else ""
    if filled.errors:
        return None
    return Asked(game, question, given, options, seed, record.strip() and record)


def _takes_record(question: Question) -> bool:
    return any(p.kind is Path for p in asked_parameters(question))


def _read_parameter(parameter: Parameter, filled: Filled, given: dict[str, Any]) -> None:
    if parameter.name not in filled.given and not parameter.required:
        return
    text = filled.text(parameter.name)
    try:
        if text:
            given[parameter.name] = parameter.parse(text)
        elif parameter.required:
            filled.errors[parameter.name] = parameter.wanted()
        elif parameter.optional:
            given[parameter.name] = None
    except BadInput as error:
        filled.errors[parameter.name] = str(error)


def read_options(game: Game, filled: Filled, names: Mapping[str, str]) -> Options:
    """The rule options, from the fields ``names`` by option; what is wrong is noted."""
    values: dict[str, int | str | bool] = {}
    for option in game.schema:
        name = names[option.name]
        if not filled.text(name):
            continue
        try:
            values[option.name] = option.parse(filled.text(name))
        except BadInput as error:
            filled.errors[name] = str(error)
    if filled.errors:
        return {}
    try:
        return game.options(values)
    except BadInput as error:
        filled.errors[""] = str(error)
        return {}


def _read_seed(question: Question, filled: Filled) -> int:
    if not question.takes("seed"):
        return 0
    text = filled.text("seed") or str(_usual_seed(question))
    if text.isdecimal() and int(text) <= MOST_SEED:
        return int(text)
    filled.errors["seed"] = _("a whole number from {low} to {high}").format(low=0, high=MOST_SEED)
    return 0
