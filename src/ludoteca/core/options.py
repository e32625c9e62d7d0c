"""Settings: parameters of questions, and rule options, which compile to a small record."""

from __future__ import annotations

import inspect
import math
import re
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ludoteca.core.errors import BadInput, alternatives
from ludoteca.core.i18n import N_, _, fold, number_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludoteca.core.layout import Layout

Value: TypeAlias = int | str
Options: TypeAlias = dict[str, Value]
Check: TypeAlias = Callable[[Mapping[str, Any]], object]

QUICK = N_("quick: a minute at most")
USUAL = N_("usual: some minutes")
THOROUGH = N_("thorough: ten minutes or more")
USUAL_PLAY = N_("usual: seconds, or minutes with machines that search")
THOROUGH_PLAY = N_("thorough: a minute, or ten with machines that search")


@dataclass(frozen=True)
class Param:
    """The annotation of a question's parameter: a sentence (a message id), a range of numbers.

    A number lies between ``low`` and ``high``, or above ``above``. ``bare``: a value, or a
    list, that a command line gives without a flag. ``local``: for the person at this machine; no
    page offers it.
    ``picks``: what a page offers to press instead of typing: ``cards`` of the game's deck (by its
    ``unseen_cards``), its ``machines``, or texts with blanks between them; ``cards /`` is cards in
    several groups with that mark between them. ``files``: the ending of files whose names the list
    takes too; a page takes the files themselves. ``check``: called by a form, where the value is
    not empty, with every parameter by name and the completed ``options``; raises ``BadInput`` with
    the sentence that is shown beside the field. ``labels``: message ids of the whole numbers from
    ``low`` to ``high``, which a form offers by these words. ``title``: a message id, what the page
    of an answer calls it where its name would be translated wrongly. ``efforts``: numbers that a
    page offers instead of any number, each with a message id that says how long it takes.
    ``example``: what a form has in the field before anybody fills it in.
    """

    doc: str
    low: float | None = None
    high: float | None = None
    bare: bool = False
    local: bool = False
    above: float | None = None
    picks: str = ""
    files: str = ""
    check: Check | None = None
    labels: tuple[str, ...] = ()
    title: str = ""
    efforts: tuple[tuple[int, str], ...] = ()
    example: str = ""


@dataclass(frozen=True, kw_only=True)
class Parameter(Param):
    """A named value: what its :class:`Param` says, its type, its default and its choices.

    ``labels`` are message ids of its ``values``; by default the choices themselves. ``about`` says
    what a rule option does, and ``group`` is the heading that it stands under in a form: message
    ids.
    """

    name: str
    kind: type  #: int, float, str, bool or Path
    default: Any = None
    required: bool = False
    optional: bool = False  #: None is a value
    many: bool = False  #: a list of ``kind``
    choices: tuple[str, ...] = ()
    about: str = ""
    group: str = ""

    def parse(self, given: Any) -> Any:
        """The checked value of what was given, text or not; raises ``BadInput``.

        Choices are taken in any case, without their accents, and in the language in use.
        """
        if given is None and self.optional:
            return None
        if self.many:
            parts = given.split(",") if isinstance(given, str) else list(given)
            return [self._one(part) for part in parts]
        return self._one(given)

    def _one(self, given: Any) -> Any:
        if self.choices:
            text = str(given) if not isinstance(given, bool) else "yes" if given else "no"
            known = {fold(self.label(choice)): choice for choice in self.choices}
            known |= {fold(choice): choice for choice in self.choices}
            if text not in self.choices and fold(text) not in known:
                raise BadInput(self._refusal(given))
            return text if text in self.choices else known[fold(text)]
        if self.kind is bool and isinstance(given, str):
            yes, no = ("yes", "true", "1", fold(_("yes"))), ("no", "false", "0", fold(_("no")))
            if fold(given) not in (*yes, *no):
                raise BadInput(self._refusal(given))
            return fold(given) in yes
        if self.kind is int and isinstance(given, str) and _GROUPED.fullmatch(given.strip()):
            given = re.sub(r"\D", "", given)
        try:
            value = self.kind(given)
        except (TypeError, ValueError) as error:
            raise BadInput(self._refusal(given)) from error
        if self.kind is int and not isinstance(given, str) and value != given:
            raise BadInput(self._refusal(given))
        too_low = self.low is not None and value < self.low
        if self.above is not None:
            too_low = not self.above < value < math.inf
        if too_low or (self.high is not None and value > self.high):
            raise BadInput(self._refusal(given))
        return value

    def _refusal(self, given: Any) -> str:
        return _("{name} is {wanted}, not {given}").format(
            name=self.name, wanted=self.wanted(), given=given
        )

    def wanted(self) -> str:
        """The accepted values in words."""
        if self.choices:
            return _("one of {choices}").format(choices=", ".join(self.choices))
        what = _(_WANTED[self.kind])
        low, high, above = map(_grouped, (self.low, self.high, self.above))
        if above:
            return _("{what} above {low}").format(what=what, low=above)
        if low and high:
            return _("{what} from {low} to {high}").format(what=what, low=low, high=high)
        if low:
            return _("{what} of at least {low}").format(what=what, low=low)
        if high:
            return _("{what} of at most {high}").format(what=what, high=high)
        return what

    @property
    def unset(self) -> str:
        """The words for a default number that stands for none; "" for all others."""
        labelled = not self.choices and len(self.labels) == 1 and self.default == self.low
        return _(self.labels[0]) if labelled else ""

    @property
    def values(self) -> tuple[str, ...]:
        """The values that have words, as texts: the choices, or whole numbers with labels."""
        return self.choices or tuple(str(int(self.low or 0) + n) for n in range(len(self.labels)))

    def label(self, value: str) -> str:
        """The words for one of the ``values`` in the language in use."""
        usual = value.replace("-", " ")
        return _(dict(zip(self.values, self.labels, strict=False)).get(value, usual))

    def sentence(self) -> str:
        """The sentence in the language in use, with the meaning of numbers that have labels."""
        if self.choices or not self.labels:
            return _(self.doc)
        return f"{_(self.doc)}: " + ", ".join(f"{n} {self.label(n)}" for n in self.values)

    def default_text(self) -> str:
        """The default as a person types it; "" where there is none."""
        return self.text(self.default)

    def text(self, value: Any) -> str:
        """A value as a person types it; "" for None."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list | tuple):
            return ",".join(str(part) for part in value)
        return _digits(value) if self.kind is float else str(value)

    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        one: dict[str, Any] = {"type": _JSON_TYPES[self.kind]}
        if self.choices:
            one["enum"] = list(self.choices)
        if self.low is not None:
            one["minimum"] = self.low
        if self.high is not None:
            one["maximum"] = self.high
        if self.above is not None:
            one["exclusiveMinimum"] = self.above
        whole: dict[str, Any] = {"type": "array", "items": one} if self.many else one
        if self.optional:
            whole = {"anyOf": [whole, {"type": "null"}]}
        whole["description"] = self.sentence()
        if not self.required:
            whole["default"] = str(self.default) if self.kind is Path else self.default
        return whole


def _digits(number: float | None) -> str:
    return "" if number is None else f"{number:.12g}"


def _grouped(number: float | None) -> str:
    """A bound as people read it."""
    if number is None or number % 1:
        return _digits(number)
    return number_text(int(number), ",")


_GROUPED = re.compile(r"\d{1,3}([ .,\u00a0]\d{3})+")  #: a whole number as people write it

_WANTED = {
    int: N_("a whole number"),
    float: N_("a number"),
    str: N_("a text"),
    bool: N_("yes or no"),
    Path: N_("a path"),
}
_JSON_TYPES = {int: "integer", float: "number", str: "string", bool: "boolean", Path: "string"}


def parameter_of(owner: str, parameter: inspect.Parameter, hint: Any) -> Parameter:
    """The parameter of an annotated signature.

    Raises
    ------
    TypeError
        For the game's author, where there is no ``Annotated[..., Param(...)]``, or a type that no
        command line can give.
    """
    if typing.get_origin(hint) is not typing.Annotated:
        raise TypeError(f"{owner}: {parameter.name} needs Annotated[..., Param(...)]")
    hint, *marks = typing.get_args(hint)
    said = next(mark for mark in marks if isinstance(mark, Param))
    optional = many = False
    choices: tuple[str, ...] = ()
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        (hint,) = (part for part in typing.get_args(hint) if part is not types.NoneType)
        optional = True
    if typing.get_origin(hint) is list:
        (hint,) = typing.get_args(hint)
        many = True
    if typing.get_origin(hint) is Literal:
        choices = tuple(str(choice) for choice in typing.get_args(hint))
        hint = str
    if hint not in _JSON_TYPES:
        raise TypeError(f"{owner}: {parameter.name} has a type that no command line can give")
    required = parameter.default is inspect.Parameter.empty
    default = None if required else parameter.default
    return Parameter(
        **vars(said),
        name=parameter.name,
        kind=hint,
        default=default,
        required=required,
        optional=optional,
        many=many,
        choices=choices,
    )


# -- rule options -------------------------------------------------------------------------------


def whole(
    name: str,
    low: int,
    high: int,
    default: int,
    doc: str,
    *,
    labels: tuple[str, ...] = (),
    about: str = "",
    group: str = "",
) -> Parameter:
    """An option that is a whole number from ``low`` to ``high``.

    ``labels`` are message ids of the first of these numbers, if they mean something else.
    """
    return Parameter(
        doc,
        low,
        high,
        name=name,
        kind=int,
        default=default,
        labels=labels,
        about=about,
        group=group,
    )


def choice(
    name: str,
    choices: tuple[str, ...],
    default: str,
    doc: str,
    labels: tuple[str, ...] = (),
    *,
    about: str = "",
    group: str = "",
) -> Parameter:
    """An option that is one of several named readings, its index in the record.

    ``labels`` are message ids of what people read, where the ids are not words of English.
    """
    return Parameter(
        doc,
        labels=labels,
        name=name,
        kind=str,
        default=default,
        choices=choices,
        about=about,
        group=group,
    )


def yes_no(name: str, default: str, doc: str, *, about: str = "", group: str = "") -> Parameter:
    """An option that is ``no`` (0 in the record) or ``yes`` (1)."""
    return choice(name, ("no", "yes"), default, doc, about=about, group=group)


def _anything_goes(options: Options) -> str | None:
    return None


def _nothing_implied(options: Options) -> Mapping[str, Value]:
    return {}


@dataclass(frozen=True)
class OptionSchema:
    """The options of a game and what excludes what.

    ``conflict(options)`` returns a sentence where a combination is not playable, else None.
    ``implied(options)`` has the values of rules that are left to a set of rules, by option.
    """

    options: tuple[Parameter, ...] = ()
    conflict: Callable[[Options], str | None] = field(default=_anything_goes)
    implied: Callable[[Options], Mapping[str, Value]] = field(default=_nothing_implied)

    def __iter__(self) -> Iterator[Parameter]:
        return iter(self.options)

    @property
    def offered(self) -> tuple[Parameter, ...]:
        """The options that pages offer: not those of small variants for tests."""
        return tuple(option for option in self.options if not option.local)

    def usual(self, name: str) -> Value:
        """The default of an option."""
        return next(option.default for option in self.options if option.name == name)

    @cached_property
    def layout(self) -> Layout:
        """The record that options are compiled to: one int64 field an option."""
        from ludoteca.core.layout import plain_layout, public

        fields = [public(_field(option), option.doc, *_codes(option)) for option in self.options]
        # Numba has no type for a record without fields.
        return plain_layout(*(fields or [public("no_options", "unused", 0, 0)]))

    def complete(self, given: Mapping[str, Value | bool] | None = None) -> Options:
        """All options, checked: those given and the defaults of the others.

        Names and values are taken in any case and without their accents.

        Raises
        ------
        BadInput
            For an unknown name, a value out of range or a conflict.
        """
        known = {fold(option.name): option for option in self.options}
        chosen: Options = {option.name: option.default for option in self.options}
        for name, value in (given or {}).items():
            option = known.get(fold(name))
            if option is None:
                raise BadInput(
                    _("there is no rule option {name}; {alternatives}").format(
                        name=name, alternatives=alternatives(name, chosen)
                    )
                )
            chosen[option.name] = option.parse(value)
        sentence = self.conflict(chosen)
        if sentence:
            raise BadInput(sentence)
        return chosen

    def changed_words(self, options: Options, usual: Options | None = None) -> list[str]:
        """The rules that differ from the ``usual`` ones, in words; not how many play.

        The usual ones are by default those of the game.
        """
        words = []
        for option in self.offered:
            value = option.default if usual is None else usual[option.name]
            if option.name != "players" and options[option.name] != value:
                rule, value = _(option.doc), option.label(option.text(options[option.name]))
                words.append(rule if value == _("yes") else f"{rule}: {value}")
        return words

    def compile(self, options: Options) -> NDArray[np.void]:
        """One record (an array of length 1) of completed ``options``."""
        record = self.layout.empty()
        for option in self.options:
            value = options[option.name]
            code = option.choices.index(str(value)) if option.choices else int(value)
            record[_field(option)] = code
        return record


def _codes(option: Parameter) -> tuple[int, int]:
    """The least and the greatest number that the compiled record has for the option."""
    if option.choices:
        return 0, len(option.choices) - 1
    assert option.low is not None
    assert option.high is not None, f"the rule option {option.name} has no greatest value"
    return int(option.low), int(option.high)


def _field(option: Parameter) -> str:
    """The field of the compiled record: the name, or ``round_`` where ``np.record`` has it."""
    from ludoteca.core.layout import is_taken

    return f"{option.name}_" if is_taken(option.name) else option.name
