"""A command with one sub-command a game, made when it is asked for.

Listing the games reads no file of theirs but ``__init__.py``; only the game that is named has its
rooms imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from ludoteca.cli.helping import Command, Group
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.registry import games, load_game


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

        def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str, Any, list[str]]:
            game = load_game(args[0])
            if not offers(game):
                known = ", ".join(self.list_commands(ctx)) or _("none")
                raise BadInput(_("{refusal}; games that do: {known}").format(
                    refusal=refusal(game), known=known))  # fmt: skip
            command = make(game)
            command.name = game.name
            return game.name, command, args[1:]

    return typer.Typer(cls=Games, no_args_is_help=True, subcommand_metavar="GAME ...")
