"""The rules of a game as a form: schools, and rule options in groups beside what is usual."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Parameter, Value
from ludoteca.web.pages import schools
from ludoteca.web.pages.forms import OPTION, Filled, FormField, setting_field

MOST_BUTTONS = 5  #: choices of a rule that are all seen; more are a menu


@dataclass(frozen=True)
class RuleField:
    """A rule option of the form: its field, what it does, and what is usual.

    ``control`` is ``switch``, ``buttons``, ``menu`` or ``number``; ``usual`` and ``now``, which is
    filled in, are words, and ``changed`` is true where they differ.
    """

    field: FormField
    control: str
    about: str
    usual: str
    now: str
    changed: bool


def names_of(game: Game) -> dict[str, str]:
    """The fields of the rule options by option: how many play is asked for apart."""
    return {o.name: "players" if o.name == "players" else OPTION + o.name for o in game.schema}


def filled_in(game: Game, options: Mapping[str, Value]) -> dict[str, str]:
    """These options as they are filled in."""
    names = names_of(game)
    return {names[o.name]: o.text(options[o.name]) for o in game.schema if o.name in options}


def pressed(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The form after a button for rules was pressed: ``school`` or ``usual`` names what.

    A school has all its rules; ``usual`` is the field that is filled in as usual, or the beginning
    of their names.
    """
    kept = {name: text for name, text in given.items() if name not in ("school", "usual")}
    school = schools.named(game, given.get("school", ""))
    usual = given.get("usual", "")
    if school or usual == OPTION:
        kept = {name: text for name, text in kept.items() if not name.startswith(OPTION)}
    kept.pop(usual, None)
    return kept | (_rules_of(game, school.options) if school else {})


def _rules_of(game: Game, school: Iterable[tuple[str, Value]] = ()) -> dict[str, str]:
    """The options in which schools differ, filled in as one has them; without one, as usual."""
    differing = {name for one in game.info.schools for name, _value in one.options}
    usual = {name: game.schema.usual(name) for name in differing}
    return filled_in(game, {**usual, **dict(school)})


def school_tabs(game: Game, filled: Filled) -> list[dict[str, Any]]:
    """The schools of a game; the current one is that whose rules are filled in."""
    asked = {**_rules_of(game), **filled.given}
    found = []
    for one in schools.choices(game, None):
        fields = _rules_of(game, one["options"].items())
        found.append({**one, "current": all(asked[name] == text for name, text in fields.items())})
    return found


def school_of(game: Game, filled: Filled) -> dict[str, Any] | None:
    """The school whose rules are filled in, if one is."""
    return next((one for one in school_tabs(game, filled) if one["current"]), None)


def set_by_schools(game: Game) -> list[str]:
    """The rule options that every school says, and that are chosen by the school alone."""
    said = [dict(school.options) for school in game.info.schools]
    return [name for name in (said[0] if said else ()) if all(name in one for one in said)]


def rule_groups(
    game: Game, filled: Filled, usual: Mapping[str, Value], names: Mapping[str, str] | None = None
) -> dict[str, list[RuleField]]:
    """The rule options by the headings they stand under, each beside its value in ``usual``.

    ``names`` are the fields by option, by default those of a new table.
    """
    names, options = names or names_of(game), game.schema.complete(usual)
    for option in game.schema:
        with suppress(BadInput, KeyError):
            options[option.name] = option.parse(filled.given[names[option.name]])
    implied = game.schema.implied(options)
    elsewhere = {*set_by_schools(game), *(name for name, field in names.items() if field == name)}
    groups: dict[str, list[RuleField]] = {}
    for option in game.schema.offered:
        if option.name not in elsewhere:
            group = _(option.group) if option.group else ""
            groups.setdefault(group, []).append(_rule(option, filled, usual, implied))
    return groups


def _rule(
    option: Parameter, filled: Filled, usual: Mapping[str, Value], implied: Mapping[str, Value]
) -> RuleField:
    """A rule option as it is drawn; one left to a set of rules has the value that it has there."""
    field = setting_field(option, OPTION + option.name, filled)
    left = option.default_text()
    value = option.text(usual.get(option.name, option.default))
    if option.name in implied:
        meant = option.text(implied[option.name])
        shown = (choice for choice in field.choices if choice[0] != left)
        choices = tuple((left if v == meant else v, words) for v, words in shown)
        field = replace(
            field,
            choices=choices,
            value=left if field.value == meant and choices else field.value,
            empty=field.empty and meant,
        )
    if not field.choices:
        control = "number"
        field = replace(field, low=str(option.low), high=str(option.high))
    elif [words for _value, words in field.choices] == [_("no"), _("yes")]:
        control = "switch"
    else:
        control = "buttons" if len(field.choices) <= MOST_BUTTONS else "menu"
    known = dict(field.choices)
    words = known.get(value, field.empty if value == left else value) or value
    now = known.get(field.value, field.value or field.empty)
    changed = field.value != ("" if field.empty and value == left else value)
    return RuleField(field, control, _(option.about) if option.about else "", words, now, changed)
