"""Rule options: a schema of names, ranges, defaults and sentences, compiled to a small record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.layout import Layout, is_taken, plain_layout, public

Value: TypeAlias = int | str
Options: TypeAlias = dict[str, Value]


@dataclass(frozen=True)
class Option:
    """One rule that may be played in several ways.

    A whole number from ``low`` to ``high``, or one of ``choices`` (stored in the record as its
    index). ``doc`` is a message id: one sentence that a player understands.
    """

    name: str
    default: Value
    doc: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def parse(self, given: Value | bool) -> Value:
        """The checked value; raises :class:`BadInput` with one sentence."""
        if self.choices:
            if isinstance(given, bool):
                given = "yes" if given else "no"
            if str(given) in self.choices:
                return str(given)
            raise BadInput(
                _("{name} is one of {choices}, not {given}").format(
                    name=self.name, choices=", ".join(self.choices), given=given
                )
            )
        try:
            number = int(given)
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            raise BadInput(
                _("{name} is a whole number from {low} to {high}, not {given}").format(
                    name=self.name, low=self.low, high=self.high, given=given
                )
            )
        return number

    @property
    def field(self) -> str:
        """The field of the compiled record: the name, or ``round_`` where ``np.record`` has it."""
        return f"{self.name}_" if is_taken(self.name) else self.name

    def code(self, value: Value) -> int:
        """The number that stands for ``value`` in the compiled record."""
        return self.choices.index(str(value)) if self.choices else int(value)


def whole(name: str, low: int, high: int, default: int, doc: str) -> Option:
    """An option that is a whole number from ``low`` to ``high``."""
    return Option(name, default, doc, low=low, high=high)


def choice(name: str, choices: tuple[str, ...], default: str, doc: str) -> Option:
    """An option that is one of several named readings."""
    return Option(name, default, doc, choices=choices)


def yes_no(name: str, default: str, doc: str) -> Option:
    """An option that is ``no`` (0 in the record) or ``yes`` (1)."""
    return Option(name, default, doc, choices=("no", "yes"))


def _anything_goes(options: Options) -> str | None:
    return None


@dataclass(frozen=True)
class OptionSchema:
    """The options of a game and what excludes what.

    ``conflict(options)`` returns a sentence where a combination is not playable, else None.
    """

    options: tuple[Option, ...] = ()
    conflict: Callable[[Options], str | None] = field(default=_anything_goes)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    @cached_property
    def layout(self) -> Layout:
        """The record that options are compiled to: one int64 field an option."""
        fields = [public(option.field, option.doc) for option in self.options]
        # Numba has no type for a record without fields.
        return plain_layout(*(fields or [public("no_options", "unused")]))

    def complete(self, given: Mapping[str, Value | bool] | None = None) -> Options:
        """All options, checked: those given and the defaults of the others.

        Raises :class:`BadInput` for an unknown name, a value out of range or a conflict.
        """
        given = dict(given or {})
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadInput(
                    _("there is no rule option {name}; there are: {known}").format(
                        name=name, known=", ".join(known) or _("none")
                    )
                )
        chosen = {o.name: o.parse(given.get(o.name, o.default)) for o in self.options}
        sentence = self.conflict(chosen)
        if sentence:
            raise BadInput(sentence)
        return chosen

    def compile(self, options: Options) -> NDArray[np.void]:
        """One record (an array of length 1) of completed ``options``."""
        record = self.layout.empty()
        for option in self.options:
            record[option.field] = option.code(options[option.name])
        return record
