"""Flags made from what a game states: its rule options, and the parameters of its questions."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import typer

from ludoteca.cli.console import Format
from ludoteca.cli.helping import Command
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Option, Options, Value
from ludoteca.core.questions import Parameter

Flag = inspect.Parameter

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
) -> Flag:
    """The flag ``--name`` or ``--written`` of type ``kind``; ``read`` checks the text given."""
    dashed = f"--{(written or name).replace('_', '-')}"
    option = typer.Option(
        default, dashed, help=sentence, metavar=metavar, show_default=False, parser=read
    )
    return Flag(name, Flag.KEYWORD_ONLY, default=option, annotation=kind)


def whole_flag(name: str, sentence: str, low: int) -> Flag:
    """A flag that is a whole number of at least ``low``, or None."""
    return flag(name, sentence, metavar="N", kind=int | None, read=whole(f"--{name}", low))


def positive_flag(name: str, sentence: str, metavar: str = "X") -> Flag:
    """A flag that is a number above 0, or None."""

    def read(given: Any) -> float:
        number: float = Parameter(f"--{name}", float, "").parse(given)
        if not 0 < number < math.inf:
            raise BadInput(
                _("{name} is a number above 0, not {given}").format(name=f"--{name}", given=given)
            )
        return number

    return flag(name, sentence, metavar=metavar, kind=float | None, read=read)


def seed_flag() -> Flag:
    """``--seed``, of every command in which something is random."""
    return whole_flag("seed", _("Seed of everything random."), 0)


def answer_flags() -> list[Flag]:
    """How an answer is written: ``--format``, ``--table``, ``--save``."""
    return [
        flag(
            "format",
            _("How to write the answer (without it, table)."),
            metavar="|".join(Format),
            kind=Format,
            default=Format.table,
            read=written_as(*Format),
        ),
        flag("table", _("Which table to write as CSV."), metavar="NAME"),
        flag("save", _("Write all tables and plots into this folder too."), metavar="DIR"),
    ]


# -- what reads the text of a flag: its refusals are ours, in the person's language -------------


def whole(name: str, low: int, high: int | None = None) -> Callable[[Any], int]:
    """What reads a whole number for the flag ``name``; raises ``BadInput``."""
    return Parameter(name, int, "", low=low, high=high).parse


def written_as(*formats: Format) -> Callable[[Any], Format]:
    """What reads one of ``formats`` for the flag ``--format``; raises ``BadInput``."""
    named = Parameter("--format", str, "", choices=formats)
    return lambda given: Format(named.parse(given))


def switch(name: str, sentence: str, written: str = "") -> Flag:
    """A flag that is given or not."""
    dashed = f"--{(written or name).replace('_', '-')}"
    option = typer.Option(False, dashed, help=sentence, metavar="")
    return Flag(name, Flag.KEYWORD_ONLY, default=option, annotation=bool)


def bare_values(name: str, sentence: str) -> Flag:
    """What is given one after the other without a flag."""
    argument = typer.Argument(None, metavar=name.upper(), help=sentence, show_default=False)
    return Flag(name, Flag.KEYWORD_ONLY, default=argument, annotation=list[str] | None)


def parameter_flag(parameter: Parameter) -> Flag:
    """The flag of a question's parameter: its text is checked by the parameter itself.

    What is no unless said otherwise is a switch.
    """
    written = parameter.name.rstrip("_")
    if parameter.bare:
        return bare_values(parameter.name, _(parameter.doc))
    if parameter.kind is bool and parameter.default is False:
        return switch(parameter.name, _(parameter.doc), written)
    metavar = "|".join(parameter.choices) or _METAVARS.get(parameter.kind, "PATH")
    if parameter.many:
        metavar += ",..."
    default = parameter.default
    if parameter.many and default is not None:
        default = ",".join(str(part) for part in default)
    if parameter.kind is bool:
        default = "yes" if default else "no"
    shown = "" if parameter.required or default is None else str(default)
    sentence = _with_default(parameter.doc, shown)
    return flag(parameter.name, sentence, metavar=metavar, written=written)


def option_flags(game: Game, taken: Collection[str]) -> list[Flag]:
    """``--option NAME=VALUE`` and a flag for each rule option whose name is not ``taken``."""
    sentence = _("A rule option by name; may be repeated.")
    flags = [flag("option", sentence, metavar="NAME=VALUE", kind=list[str] | None)]
    for option in game.schema:
        if option.name not in taken:
            metavar = "|".join(option.choices) or "N"
            text = _with_default(option.doc, str(option.default))
            flags.append(flag(option.name, text, metavar=metavar))
    return flags


def chosen_options(game: Game, given: Mapping[str, Any]) -> Options:
    """The rule options out of a command's values; raises ``BadInput``."""
    chosen: dict[str, Value | bool] = dict(named_options(given.get("option") or ()))
    for option in game.schema:
        value = given.get(option.name)
        if isinstance(value, str):
            _agree(option, chosen, value)
            chosen[option.name] = value
    return game.options(chosen)


def named_options(pairs: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` texts as a mapping; raises ``BadInput``."""
    chosen: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadInput(_("--option takes NAME=VALUE, not {given}").format(given=pair))
        chosen[name.strip()] = value.strip()
    return chosen


def _agree(option: Option, chosen: Mapping[str, Any], value: str) -> None:
    if option.name in chosen and str(chosen[option.name]) != value:
        raise BadInput(
            _("{name} is given twice: {first} and {second}").format(
                name=option.name, first=chosen[option.name], second=value
            )
        )


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


def _with_default(doc: str, shown: str) -> str:
    sentence = _(doc)
    return _("{sentence} (without it, {default})").format(
        sentence=sentence, default=shown
    ) if shown else sentence  # fmt: skip
