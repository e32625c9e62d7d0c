"""Commands and groups of commands with plain help pages, and groups with one command a game.

Listing the games reads no file of theirs but ``__init__.py``; only the game that is named has its
rooms imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from ludoteca.cli.errors import BAD_INPUT
from ludoteca.core.errors import BadInput, LudotecaError, alternatives
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, fold
from ludoteca.core.registry import games, load_game

# Words that Typer itself writes in a help page, for the catalogues.
WORDS = (
    N_("Arguments"),
    N_("Options"),
    N_("Commands"),
    N_("[required]"),
    N_("[default: {}]"),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)


def _plain(parameters: list[Any]) -> list[Any]:
    """Make the help of ``parameters`` show their metavars, not Python's types."""
    for parameter in parameters:
        shown = None if isinstance(parameter, TyperArgument) else parameter.metavar
        # Typer has no setting for it, and makes the parameters itself.
        parameter.display_type_rich = lambda ctx, shown=shown: shown
        if parameter.name in ("install_completion", "show_completion"):
            parameter.help = _(parameter.help)
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

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Typer's parsing; the help in place of a missing command goes to standard error."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            with redirect_stdout(sys.stderr):
                ctx.get_help()  # prints it
            ctx.exit(BAD_INPUT)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the first of ``args`` names, in any case; raises ``BadInput``."""
        name = args[0]
        if not ctx.resilient_parsing and self.get_command(ctx, fold(name)) is None:
            raise BadInput(_("there is no command {name}; {alternatives}").format(
                name=name, alternatives=alternatives(name, self.list_commands(ctx))))  # fmt: skip
        return super().resolve_command(ctx, args)


def game_group(
    offers: Callable[[Game], bool], make: Callable[[Game], Any], refusal: Callable[[Game], str]
) -> typer.Typer:
    """A group of the games for which ``offers`` is true, whose command ``make`` builds.

    ``refusal(game)`` is the sentence for a game that does not offer it.
    """

    class Games(Group):
        def list_commands(self, ctx: Any) -> list[str]:
            return [name for name, game in games().items() if offers(game)]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            # Only for lists: what runs is made by resolve_command.
            return Command(cmd_name, help=_(games()[cmd_name].info.sentence))

        def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
            try:
                game = load_game(args[0])
            except LudotecaError:
                if ctx.resilient_parsing:
                    return None, None, args
                raise
            if not offers(game):
                known = ", ".join(self.list_commands(ctx)) or _("none")
                raise BadInput(_("{refusal}; games that do: {known}").format(
                    refusal=refusal(game), known=known))  # fmt: skip
            command = make(game)
            command.name = game.name
            rest = args[1:]
            if rest and rest[0] == getattr(command, "first_question", None):
                rest = rest[1:]
            return game.name, command, rest

    return typer.Typer(cls=Games, no_args_is_help=True, subcommand_metavar="GAME ...")
