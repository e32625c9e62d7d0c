"""Forms: their fields, those of rule options among them, and reading what was filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from markupsafe import Markup

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.options import Options
from ludoteca.core.questions import Parameter

T = TypeVar("T")

OPTION = "option-"


Choices = tuple[tuple[str, str], ...]
"""The entries of a menu, each with what it sends and its words."""


@dataclass(frozen=True)
class Pick:
    """A button that writes its ``text`` into a field, ``most`` times at most.

    ``pictures`` draw it, each time that it is taken by the next one; ``row`` is that of the button.
    """

    text: str
    words: str
    most: int
    pictures: tuple[Markup, ...] = ()
    row: str = ""


@dataclass(frozen=True)
class FormField:
    """A field of a form as it is drawn: what it holds, and what is wrong with it.

    ``picks`` are buttons that write into it.
    """

    name: str
    words: str
    value: str
    doc: str = ""
    choices: Choices = ()
    more: Choices = ()  #: further choices, in a group of their own
    range: str = ""
    low: str = ""  #: of a whole number, whose field has buttons for one less and one more
    high: str = ""
    empty: str = ""  #: what it means to leave it empty
    long: bool = False
    error: str = ""
    picks: tuple[Pick, ...] = ()
    between: str = " "  #: what stands between picked texts
    apart: str = ""  #: what stands between groups of picked texts, where there are several
    folded: bool = False  #: among what is seldom changed
    files: str = ""  #: the ending of files to choose; the value is the key of those kept
    pressed: bool = False  #: by its picks; it is seldom typed
    example: str = ""  #: picked texts that it opens with, and of which others are made


@dataclass
class Filled:
    """A form as somebody filled it in: texts by name, and a sentence for each that is wrong."""

    given: Mapping[str, str]
    errors: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The text of a field, stripped."""
        return self.given.get(name, "").strip()

    def field(self, name: str, words: str, usual: str = "", **more: Any) -> FormField:
        """The field ``name`` as it is filled in, else ``usual``; ``more`` are its attributes."""
        value, error = self.given.get(name, usual), self.errors.get(name, "")
        return FormField(name, words, **{"value": value, "error": error, **more})


def whole_number(text: str, otherwise: T) -> int | T:
    """The whole number that ``text`` is, of ten digits at most, else ``otherwise``."""
    return int(text) if text.isdecimal() and len(text) <= 10 else otherwise


def first_upper(sentence: str) -> str:
    """Capitalise the first letter of ``sentence``, which may follow a ``¿``."""
    return re.sub(r"\w", lambda first: first[0].upper(), sentence, count=1)


def setting_field(parameter: Parameter, name: str, filled: Filled, between: str = ",") -> FormField:
    """The field ``name`` of a rule option or of a question's parameter.

    ``between`` stands between the values of a list: a comma, a space or nothing.
    """
    choices = _choices(parameter)
    usual = "" if parameter.unset else parameter.default_text()
    if parameter.efforts:  # a page begins with the quickest
        usual = choices[0][0]
    # What its values mean is for those who write them; a menu says it of each.
    doc = _(parameter.doc)
    doc = doc.partition(": ")[0] if choices and parameter.labels else doc
    words = [] if parameter.kind is str else [parameter.wanted()]
    if parameter.many:
        words.append(_(_SEVERAL[between]))
    if parameter.optional:
        words.append(_("may stay empty"))
    found = filled.field(
        name,
        first_upper(doc),
        usual,
        choices=choices,
        empty=parameter.unset,
        range="" if choices or parameter.kind in (bool, Path) else "; ".join(words),
        long=parameter.kind is Path,
    )
    unset = parameter.unset and found.value == parameter.default_text()
    if parameter.efforts:
        return with_value(replace(found, words=_("How thorough?")))
    return replace(found, value="") if unset else found


def with_value(menu: FormField) -> FormField:
    """The menu with its value among its choices: an address may name another one."""
    value = menu.value
    if not menu.choices or not value or value in dict(menu.choices):
        return menu
    words = number_text(int(value), ",") if whole_number(value, None) is not None else value
    return replace(menu, choices=(*menu.choices, (value, words)))


def _choices(parameter: Parameter) -> Choices:
    if parameter.many or parameter.unset:
        return ()
    if parameter.efforts:
        efforts = parameter.efforts
        return tuple((parameter.text(number), first_upper(_(words))) for number, words in efforts)
    named: Choices = (("yes", _("yes")), ("no", _("no")))
    if parameter.kind is not bool:
        named = tuple((value, parameter.label(value)) for value in parameter.values)
    if named and (parameter.optional or parameter.required):
        return (("", "–"), *named)
    return named


_SEVERAL = {
    ",": N_("several, with commas"),
    " ": N_("several, with spaces"),
    "": N_("several, written together"),
}


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
