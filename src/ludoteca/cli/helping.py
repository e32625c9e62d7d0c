"""Commands whose help pages are for people: no types of Python beside what can be given."""

from __future__ import annotations

from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup


def _plain(parameters: list[Any]) -> list[Any]:
    """``parameters``, whose help shows what they were named and not what Python makes of them."""
    for parameter in parameters:
        shown = None if isinstance(parameter, TyperArgument) else parameter.metavar
        # Typer has no setting for it, and makes the parameters itself.
        parameter.display_type_rich = lambda ctx, shown=shown: shown
    return parameters


class Command(TyperCommand):
    """A command with a plain help page."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Typer's parameters, shown plainly."""
        return _plain(super().get_params(ctx))


class Group(TyperGroup):
    """A command of commands with a plain help page."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Typer's parameters, shown plainly."""
        return _plain(super().get_params(ctx))
