"""Commands and groups of commands with plain help pages; groups whose commands are made late.

Listing the games reads no file of theirs but ``__init__.py``; only the game that is named has its
rooms imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from typing import Any

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
    N_("Show this message and exit."),
)


def _plain(parameters: list[Any]) -> list[Any]:
    """Make the help of ``parameters`` show their metavars, not Python's types."""
    for parameter in parameters:
        shown = None if isinstance(parameter, TyperArgument) else parameter.metavar
        # Typer has no setting for it, and makes the parameters itself.
        parameter.display_type_rich = lambda ctx, shown=shown: shown
        if parameter.name in ("install_completion", "show_completion", "help"):
            parameter.help = _(parameter.help)
    return parameters


def _write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, prefix=_("Usage: "))


class Command(TyperCommand):
    """A command with a plain help page."""

    format_usage = _write_usage

    def get_params(self, ctx: Any) -> list[Any]:
        """Typer's parameters, shown plainly."""
        return _plain(super().get_params(ctx))


class Group(TyperGroup):
    """A command of commands with a plain help page."""

    format_usage = _write_usage

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


class LazyGroup(Group):
    """A group whose commands are listed by a sentence and made when they run.

    Click documents ``list_commands`` and ``get_command`` for this; here lists are given commands
    that only have a sentence, and :meth:`make` makes the one that runs.
    """

    def sentences(self) -> Mapping[str, str]:
        """The sentence of each command, a message id, in the order of lists."""
        raise NotImplementedError

    def make(self, name: str) -> Any:
        """The command ``name``."""
        raise NotImplementedError

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, in order."""
        return list(self.sentences())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command ``cmd_name`` as lists show it; None for none."""
        sentence = self.sentences().get(cmd_name)
        return None if sentence is None else Command(cmd_name, help=_(sentence))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the first of ``args`` names, made here; raises ``BadInput``."""
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed and self._made(str(name)), rest

    def _made(self, name: str) -> Any:
        command = self.make(name)
        command.name = name
        return command


class GameGroup(LazyGroup):
    """A group of the games for which ``offers`` is true, whose command ``command_of`` makes.

    ``refusal(game)`` is the sentence for a game that does not offer it.
    """

    def __init__(
        self,
        sentence: str,
        command_of: Callable[[Game], Any],
        offers: Callable[[Game], bool] = lambda _game: True,
        refusal: Callable[[Game], str] = lambda game: game.name,
    ) -> None:
        super().__init__(help=sentence, no_args_is_help=True, subcommand_metavar="GAME ...")
        self._command_of, self._offers, self._refusal = command_of, offers, refusal

    def sentences(self) -> dict[str, str]:
        """The sentence of each game that offers it."""
        return {name: game.info.sentence for name, game in games().items() if self._offers(game)}

    def make(self, name: str) -> Any:
        """The command of the game ``name``."""
        return self._command_of(load_game(name))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command of the game that the first of ``args`` names; raises ``LudotecaError``.

        The first question of several may be named too, as the others are.
        """
        try:
            game = load_game(args[0])
        except LudotecaError:
            if ctx.resilient_parsing:
                return None, None, args
            raise
        if not self._offers(game):
            known = ", ".join(self.list_commands(ctx)) or _("none")
            raise BadInput(_("{refusal}; games that do: {known}").format(
                refusal=self._refusal(game), known=known))  # fmt: skip
        command, rest = self._made(game.name), args[1:]
        if rest and rest[0] == getattr(command, "first_question", None):
            rest = rest[1:]
        return game.name, command, rest
