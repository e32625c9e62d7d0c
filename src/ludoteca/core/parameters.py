"""Parameters of questions: what a signature says of them, how what was given is read."""

from __future__ import annotations

import inspect
import types
import typing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _


@dataclass(frozen=True)
class Param:
    """What is said about a parameter: one sentence (a message id), and the range of a number.

    ``bare``: a list that a command line gives without a flag. ``local``: for the person at this
    machine; no page offers it.
    """

    doc: str
    low: float | None = None
    high: float | None = None
    bare: bool = False
    local: bool = False


@dataclass(frozen=True)
class Parameter:
    """A parameter of a question, as its signature states it."""

    name: str
    kind: type  #: int, float, str, bool or Path
    doc: str
    default: Any = None
    required: bool = False
    optional: bool = False  #: None is a value
    many: bool = False  #: a list of ``kind``
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    bare: bool = False  #: given without a flag
    local: bool = False  #: no page offers it

    def parse(self, given: Any) -> Any:
        """The checked value of what was given, text or not; raises ``BadInput``."""
        if given is None and self.optional:
            return None
        if self.many:
            parts = given.split(",") if isinstance(given, str) else list(given)
            return [self._one(part) for part in parts]
        return self._one(given)

    def _one(self, given: Any) -> Any:
        if self.choices:
            if str(given) not in self.choices:
                raise BadInput(self._refusal(given))
            return str(given)
        if self.kind is bool and isinstance(given, str):
            words = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
            if given.lower() not in words:
                raise BadInput(self._refusal(given))
            return words[given.lower()]
        try:
            value = self.kind(given)
        except (TypeError, ValueError) as error:
            raise BadInput(self._refusal(given)) from error
        if self.kind is int and not isinstance(given, str) and value != given:
            raise BadInput(self._refusal(given))
        too_low = self.low is not None and value < self.low
        if too_low or (self.high is not None and value > self.high):
            raise BadInput(self._refusal(given))
        return value

    def _refusal(self, given: Any) -> str:
        return _("{name} is {wanted}, not {given}").format(
            name=self.name, wanted=self.wanted(), given=given
        )

    def wanted(self) -> str:
        """What is accepted, in words."""
        if self.choices:
            return _("one of {choices}").format(choices=", ".join(self.choices))
        what = _(_WANTED[self.kind])
        if self.low is not None and self.high is not None:
            return _("{what} from {low:g} to {high:g}").format(
                what=what, low=self.low, high=self.high
            )
        if self.low is not None:
            return _("{what} of at least {low:g}").format(what=what, low=self.low)
        if self.high is not None:
            return _("{what} of at most {high:g}").format(what=what, high=self.high)
        return what

    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        one: dict[str, Any] = {"type": _JSON_TYPES[self.kind]}
        if self.choices:
            one["enum"] = list(self.choices)
        if self.low is not None:
            one["minimum"] = self.low
        if self.high is not None:
            one["maximum"] = self.high
        whole: dict[str, Any] = {"type": "array", "items": one} if self.many else one
        if self.optional:
            whole = {"anyOf": [whole, {"type": "null"}]}
        whole["description"] = _(self.doc)
        if not self.required:
            whole["default"] = str(self.default) if self.kind is Path else self.default
        return whole


_WANTED = {
    int: N_("a whole number"),
    float: N_("a number"),
    str: N_("a text"),
    bool: N_("yes or no"),
    Path: N_("a path"),
}
_JSON_TYPES = {int: "integer", float: "number", str: "string", bool: "boolean", Path: "string"}


def parameter_of(owner: str, parameter: inspect.Parameter, hint: Any) -> Parameter:
    """What an annotated parameter states; raises ``TypeError`` for the game's author."""
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
        parameter.name, hint, said.doc, default, required, optional, many, choices,
        said.low, said.high, said.bare, said.local,
    )  # fmt: skip
