"""Flags of commands, from the rule options of a game and the parameters of its questions."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from ludoteca.cli.commands import Command
from ludoteca.cli.console import Format, say
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options, Value
from ludoteca.core.questions import Parameter

Flag = inspect.Parameter

_RULE = "rule_"  #: before the names of rule options among a command's values

_METAVARS = {int: "N", float: "X", str: "TEXT", bool: "yes|no"}


def flag(
    name: str,
    sentence: str,
    *,
    metavar: str = "TEXT",
    kind: Any = str | None,
    default: Any = None,
    written: str = "",
    read: Callable[[Any], Any] | None = None,
    choices: Sequence[str] = (),
) -> Flag:
    """The flag ``--name`` or ``--written`` of type ``kind``; ``read`` checks the text given.

    With ``...`` for its default it is required. ``choices`` are what a shell offers to complete it
    with.
    """
    dashed = f"--{(written or name).replace('_', '-')}"
    option = typer.Option(
        default,
        dashed,
        help=sentence,
        metavar=metavar,
        show_default=default is not ... and bool(default),
        parser=read,
        autocompletion=(lambda: choices) if choices else None,
    )
    return Flag(name, Flag.KEYWORD_ONLY, default=option, annotation=kind)


def whole_flag(
    name: str, sentence: str, low: int, high: int | None = None, *, default: int | None = None
) -> Flag:
    """A flag that is a whole number from ``low`` to ``high``, or None."""
    read = Parameter("", low, high, name=f"--{name}", kind=int).parse
    return flag(name, sentence, metavar="N", kind=int | None, default=default, read=read)


def path_flag(name: str, metavar: str, sentence: str) -> Flag:
    """A flag that is a file or folder, or None."""
    return flag(name, sentence, metavar=metavar, kind=Path | None)


def several(name: str, metavar: str, sentence: str) -> Flag:
    """A flag that may be repeated: a list of texts."""
    return flag(name, sentence, metavar=metavar, kind=list[str], default=[])


def seed_flag(default: int | None = None) -> Flag:
    """``--seed``, of every command in which something is random."""
    return whole_flag("seed", _("Random seed."), 0, default=default)


def new_seed() -> int:
    """A random seed."""
    return secrets.randbelow(2**32)


def given_or_new(seed: int | None) -> int:
    """``seed``, or a new one, which is said on standard error."""
    if seed is None:
        seed = new_seed()
        say(_("seed {seed}").format(seed=seed), style="dim")
    return seed


def format_flag(*formats: Format) -> Flag:
    """``--format``, one of ``formats`` or of all; it is a table unless said otherwise."""
    named = Parameter("", name="--format", kind=str, choices=formats or tuple(Format))
    return flag(
        "format",
        _("How to write it."),
        metavar="|".join(named.choices),
        kind=Format,
        default=Format.table,
        read=lambda given: Format(named.parse(given)),
    )


def answer_flags() -> list[Flag]:
    """The flags for writing an answer: ``--format``, ``--table``, ``--exact``, ``--save``."""
    return [
        format_flag(),
        flag("table", _("Which table to write as CSV."), metavar="NAME"),
        switch("exact", _("Write every exact number as a fraction too.")),
        flag("save", _("Write all tables and plots into this folder too."), metavar="DIR"),
    ]


# -- parsers: their refusals are ours, in the person's language ----------------------------------


_PERIODS = {"d": 1, "w": 7, "y": 365}


def period_flag(name: str, sentence: str, default: Any = ...) -> Flag:
    """A flag that is a time such as 90d, in seconds; without a default it is required."""
    read = period(f"--{name}")
    return flag(name, sentence, metavar="90d", kind=Any, default=default, read=read)


def period(name: str) -> Callable[[Any], float]:
    """A parser of a time such as 90d, 12w or 1y for the flag ``name``, in seconds."""

    def read(given: Any) -> float:
        text = str(given).strip()
        days = _PERIODS.get(text[-1:], 0)
        number = text[:-1]
        if not (days and number.isascii() and number.isdecimal() and 0 < int(number[:6]) < 10_000):
            raise BadInput(
                _("{name} is a number of days, weeks or years such as 90d, 12w or 1y, not {given}")
                .format(name=name, given=text)
            )  # fmt: skip
        return int(number) * days * 24 * 3600.0

    return read


def switch(name: str, sentence: str, written: str = "") -> Flag:
    """A flag that is given or not."""
    dashed = f"--{(written or name).replace('_', '-')}"
    option = typer.Option(False, dashed, help=sentence, metavar="")
    return Flag(name, Flag.KEYWORD_ONLY, default=option, annotation=bool)


def argument(
    name: str,
    metavar: str,
    sentence: str,
    *,
    kind: Any = str,
    default: Any = ...,
    choices: Callable[[], Iterable[str]] = list,
) -> Flag:
    """A positional argument of type ``kind``; without a default it is required.

    ``choices()`` are what a shell offers to complete it with.
    """
    found = typer.Argument(
        default,
        metavar=metavar,
        help=sentence,
        show_default=False,
        autocompletion=lambda: list(choices()),
    )
    return Flag(name, Flag.KEYWORD_ONLY, default=found, annotation=kind)


def arguments(
    name: str, metavar: str, sentence: str, choices: Callable[[], Iterable[str]] = list
) -> Flag:
    """Positional arguments, any number of them; None without one."""
    return argument(name, metavar, sentence, kind=list[str] | None, default=None, choices=choices)


def parameter_flag(parameter: Parameter) -> Flag:
    """The flag of a question's parameter: its text is checked by the parameter itself.

    What is no unless said otherwise is a switch.
    """
    written = parameter.name.rstrip("_")
    if parameter.bare:
        one_or_many = arguments if parameter.many else argument
        return one_or_many(parameter.name, parameter.name.upper(), _(parameter.doc))
    if parameter.kind is bool and parameter.default is False:
        return switch(parameter.name, _(parameter.doc), written)
    metavar = "|".join(parameter.choices) or _METAVARS.get(parameter.kind, "PATH")
    if parameter.many:
        metavar += ",..."
    sentence = _sentence(parameter)
    if parameter.many:
        return flag(parameter.name, sentence, metavar=metavar, written=written, kind=list[str])
    read = None
    if parameter.kind in (int, float):
        # Refused here, by the name of the flag.
        read = replace(parameter, name=f"--{written.replace('_', '-')}").parse
    choices = parameter.choices
    return flag(
        parameter.name, sentence, metavar=metavar, written=written, read=read, choices=choices
    )


def _sentence(parameter: Parameter) -> str:
    sentence, default = parameter.sentence(), parameter.default_text()
    return _("{sentence} (without it, {default})").format(
        sentence=sentence, default=default
    ) if default else sentence  # fmt: skip


def with_options(game: Game, own: Sequence[Flag]) -> list[Flag]:
    """``own`` flags, ``--option NAME=VALUE``, and a flag for each rule option of another name."""
    taken = {f.name for f in own}
    sentence = _("A rule option by name; may be repeated.")
    flags = [*own, several("option", "NAME=VALUE", sentence)]
    for option in game.schema:
        if option.name not in taken:
            metavar = "|".join(option.choices) or "N"
            sentence = _sentence(option)
            flags.append(
                flag(
                    _RULE + option.name,
                    sentence,
                    metavar=metavar,
                    written=option.name,
                    choices=option.choices,
                )
            )
    return flags


def chosen_options(game: Game, given: Mapping[str, Any]) -> Options:
    """The rule options out of a command's values; raises ``BadInput``."""
    chosen: dict[str, Value | bool] = dict(named_options(given.get("option") or ()))
    for option in game.schema:
        value = given.get(_RULE + option.name)
        if isinstance(value, str):
            if option.name in chosen and str(chosen[option.name]) != value:
                raise BadInput(
                    _("{name} is given twice: {first} and {second}").format(
                        name=option.name, first=chosen[option.name], second=value
                    )
                )
            chosen[option.name] = value
    return game.options(chosen)


def given_options(game: Game, given: Mapping[str, Any]) -> dict[str, str]:
    """The rule options as written, by name; a flag of its own goes before ``--option``."""
    chosen = named_options(given.get("option") or ())
    own = {option.name: given.get(_RULE + option.name) for option in game.schema}
    return chosen | {name: value for name, value in own.items() if isinstance(value, str)}


def named_options(pairs: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` texts as a mapping; raises ``BadInput``."""
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadInput(_("--option takes NAME=VALUE, not {given}").format(given=pair))
        chosen[name.strip()] = value.strip()
    return chosen


def command_of(function: Callable[..., Any], flags: Sequence[Flag]) -> Callable[..., Any]:
    """A function with the signature ``flags`` that calls ``function`` with all values by name."""

    def command(**given: Any) -> Any:
        return function(given)

    command.__signature__ = inspect.Signature(flags)  # type: ignore[attr-defined]
    command.__annotations__ = {f.name: f.annotation for f in flags}
    return command


def single_command(function: Callable[..., Any], flags: Sequence[Flag], sentence: str) -> Any:
    """A command line with ``flags`` that calls ``function(values)``."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(help=sentence, cls=Command)(command_of(function, flags))
    return typer.main.get_command(app)
