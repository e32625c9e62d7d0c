"""The commands that are recorded, those that are left out, and those that there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

LIST = Path(__file__).with_name("commands.txt")


def recorded() -> list[str]:
    """The lines that are run."""
    return [line for line in _lines() if not line.startswith("- ")]


def left_out() -> dict[str, str]:
    """The commands that are not run by name, each with the reason."""
    pairs = (line[2:].partition(": ") for line in _lines() if line.startswith("- "))
    return {name: reason for name, _colon, reason in pairs}


def _lines() -> list[str]:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def every_command() -> dict[str, bool]:
    """All commands of the program by name, of each game and question too, and whether they run.

    One that does not only holds others.
    """
    from ludoteca.cli.app import command

    return {" ".join(words): runs for words, runs in _walk(command(), ()) if words}


def _walk(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], bool]]:
    if not hasattr(command, "list_commands"):
        yield words, True
        return
    yield words, command.invoke_without_command
    context = typer.Context(command)
    for name in command.list_commands(context):
        _name, below, _rest = command.resolve_command(context, [name])
        yield from _walk(below, (*words, name))


def missing() -> list[str]:
    """The commands that are neither recorded nor left out by name."""
    names = every_command()
    run = {max((n for n in names if f"{line} ".startswith(f"{n} ")), key=len, default=line)
           for line in recorded()}  # fmt: skip
    return [name for name, runs in names.items() if runs and name not in run | left_out().keys()]
