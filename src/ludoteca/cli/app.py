"""The tree of commands. Each is in a module of its own, imported when it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ludoteca.cli.commands import Command, Group
from ludoteca.cli.console import Format
from ludoteca.cli.flags import (
    Flag,
    argument,
    arguments,
    command_of,
    flag,
    format_flag,
    path_flag,
    period_flag,
    seed_flag,
    several,
    switch,
    whole_flag,
)
from ludoteca.cli.new import EXAMPLE
from ludoteca.cli.questions import question_group, verb_group
from ludoteca.cli.serve import LOOPBACK
from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES, _, fold
from ludoteca.core.questions import VERBS, Question
from ludoteca.core.registry import games

_ORDER = (
    "serve", "games", "play", "menu", "advise", "assist", "odds", "solve", "census", "study",
    "evaluate", "arena", "balance", "verify", "check", "playthrough", "puzzles", "warm", "new",
    "prune", "migrate", "messages",
)  # fmt: skip


class _InOrder(Group):
    """Commands in the order of their definition, not of the alphabet."""

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(super().list_commands(ctx), key=_ORDER.index)


def _version(asked: bool) -> None:
    if asked:
        from ludoteca import __version__

        typer.echo(f"ludoteca {__version__}")
        raise typer.Exit


def _root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            "-V",
            metavar="",
            help=_("Print the version."),
            callback=_version,
            is_eager=True,
        ),
    ] = False,
    lang: Annotated[
        str, typer.Option("--lang", metavar="|".join(LANGUAGES), help=_("Language to speak."))
    ] = "",
    debug: Annotated[
        bool,
        typer.Option("--debug", metavar="", help=_("Show where an unexpected failure comes from.")),
    ] = False,
) -> None:
    # --lang and --debug are taken off the line before it gets here; they are named for --help.
    if context.invoked_subcommand is None:
        from ludoteca.cli import serve

        serve.start(context.get_help)


def _menu(context: typer.Context) -> None:
    from ludoteca.cli import menu

    menu.start(context.get_help)


class OwnCommand(NamedTuple):
    """A command that is none of a game's questions.

    ``place`` is a module of this package, imported when the command runs, and its function, which
    takes the values of ``flags`` by name and may return an exit code.
    """

    name: str
    place: str
    sentence: str
    flags: Sequence[Flag]

    def function(self) -> Callable[..., int | None]:
        """The function that the command calls."""
        module, _dot, name = self.place.partition(".")
        found: Callable[..., int | None] = getattr(import_module(f"ludoteca.cli.{module}"), name)
        return found

    def run(self, given: dict[str, Any]) -> None:
        """Call it with the values of the flags."""
        raise typer.Exit(self.function()(**given) or 0)


def own_commands() -> list[OwnCommand]:
    """The commands that are none of a game's questions, in the language in use."""
    game = argument("name", "GAME", _("Name of the game."), choices=games)
    record = _("A record (a file).")
    option = several("option", "NAME=VALUE", _("A rule option; may be repeated."))
    seed = whole_flag("seed", _("Random seed."), 0, default=1)
    by = flag("by", _("Which machine is asked, such as belief@1s."), metavar="WHO")
    start = _("Machine that makes the moves, such as random; without it, the first level.")
    unseen = _("In place of a record, a position as you see it; help shows how it is typed.")
    deals = _(
        "Random deals on which each law is checked, un-compiled a tenth of them; "
        "without it 40, or fewer where they take long."
    )
    database = _("Journal; without it LUDOTECA_DATABASE, or a file in your data folder.")
    shared = _(
        "Journal; without it LUDOTECA_DATABASE, or a file in your data folder. "
        "Several servers may have one on PostgreSQL, and share the tables."
    )
    proxy = _("How others reach the page through a proxy; may be repeated.")
    old = _("Remove tables that nobody touched for so long; without it, none.")
    every_old = _("Remove tables that nobody touched for so long.")
    export = path_flag("export", "DIR", _("Where the records of removed tables go."))
    own_puzzles = _("Write them into this file; without it, the game's own.")
    new = _("A name of small letters, digits and _.")
    folder = _("Where to put it; without it, your games folder.")
    like = _("The kind of game to begin with.")
    return [
        OwnCommand(
            "serve",
            "serve.serve",
            _("Open the page: play with people and machines in the browser."),
            [
                flag("host", _("Address to listen on."), metavar="HOST", default=LOOPBACK),
                whole_flag("port", _("Port; without it 8377, or the next free one."), 0, 65535),
                flag("database", shared, metavar="URL"),
                whole_flag("workers", _("Processes in which machines think."), 1, 256, default=2),
                several("origin", "URL", proxy),
                switch("no_browser", _("Open no browser.")),
                period_flag("keep", old, default=None),
                export,
            ],
        ),
        OwnCommand(
            "prune",
            "prune.prune",
            _("Remove old tables of a server; their records are written out."),
            [period_flag("keep", every_old), flag("database", database, metavar="URL"), export],
        ),
        OwnCommand(
            "migrate",
            "migrate.migrate",
            _("Bring a server's database, of which there is a backup, to this version."),
            [flag("database", database, metavar="URL")],
        ),
        OwnCommand(
            "games", "games.show", _("List the games and what each offers."), [format_flag()]
        ),
        OwnCommand(
            "advise",
            "advise.advise",
            _("What a machine would play at a decision of a record, and why."),
            [
                game,
                argument("record", "RECORD", record, kind=Path | None, default=None),
                flag("position", unseen),
                option,
                whole_flag("at", _("After how many moves of the record; without it, all."), 0),
                by,
                seed_flag(),
                format_flag(Format.table, Format.json),
            ],
        ),
        OwnCommand(
            "check",
            "check.check",
            _("Check that a game obeys every law."),
            [
                game,
                whole_flag("deals", deals, 1),
                whole_flag("seed", _("Seed of the first deal."), 0, default=1),
                flag("law", _("One law, by its name; without it, all."), metavar="NAME"),
                option,
                switch("compiled_only", _("Leave out the slower un-compiled run.")),
            ],
        ),
        OwnCommand(
            "playthrough",
            "playthrough.show",
            _("Write out one deal: every table, choice and view."),
            [
                game,
                seed,
                flag("player", start, metavar="WHO"),
                option,
                path_flag("save", "FILE", _("Write it into this file.")),
            ],
        ),
        OwnCommand(
            "puzzles",
            "puzzles.write_puzzles",
            _("Find decisions whose best move is proved, for the page."),
            [
                game,
                whole_flag("number", _("How many puzzles."), 1, default=24),
                seed,
                path_flag("save", "FILE", own_puzzles),
            ],
        ),
        OwnCommand(
            "verify",
            "verify.check",
            _("Check the shuffle of a finished deal."),
            [argument("record", "RECORD", record, kind=Path)],
        ),
        OwnCommand(
            "warm",
            "warm.warm",
            _("Compile the games now, so that no first use waits."),
            [arguments("names", "GAME", _("Games; without it, all."), choices=games)],
        ),
        OwnCommand(
            "new",
            "new.create",
            _("Make the folder of a new game that works at once."),
            [
                argument("name", "NAME", new),
                flag("folder", folder, metavar="DIR"),
                flag("like", like, metavar="|".join(EXAMPLE), default="bets"),
            ],
        ),
        OwnCommand(
            "messages",
            "messages.of_game",
            _("Collect the texts of your game, and compile its translations."),
            [game, arguments("languages", "LANGUAGE", _("pt, es or fi; without it, all."))],
        ),
    ]


def _match_up(game: Game) -> Question:
    from ludoteca.arena.questions import match_up

    return match_up(game)


def _balance(game: Game) -> Question:
    from ludoteca.arena.questions import balance

    return balance(game)


def command() -> Any:
    """The whole command tree, in the language in use."""
    settings = {"help_option_names": ["--help", "-h"], "token_normalize_func": fold}
    app = typer.Typer(cls=_InOrder, pretty_exceptions_enable=False, context_settings=settings)
    app.callback(
        invoke_without_command=True,
        help=_("A laboratory for card and board games: odds, best moves, studies, and play."),
        epilog=_("ludoteca COMMAND --help says more; without a command, the page opens."),
    )(_root)
    app.command("menu", help=_("Choose a game to play in the terminal."), cls=Command)(_menu)
    for own in own_commands():
        app.command(own.name, help=own.sentence, cls=Command)(command_of(own.run, own.flags))
    sentences = {
        "odds": _("Probabilities of a game, exact or simulated."),
        "solve": _("The value of a position and the best moves."),
        "census": _("Solve every starting position of a game and count."),
        "study": _("A game's tables, plots and findings."),
        "evaluate": _("How players do against each other: two of them, or a whole class."),
    }
    for verb in VERBS:
        app.add_typer(verb_group(verb), name=verb, help=sentences[verb])
    from ludoteca.cli.play import play_group

    app.add_typer(play_group(), name="play", help=_("Play a game in the terminal."))
    from ludoteca.cli.assist import assist_group

    real = _("Follow a game at a real table: odds and the best move, from what you enter.")
    app.add_typer(assist_group(), name="assist", help=real)
    which = _("Which machine is better: the same deals in all seatings.")
    app.add_typer(question_group("arena", _match_up), name="arena", help=which)
    good = _("Is it a good game: seats, length, luck, skill; variants compared.")
    app.add_typer(question_group("balance", _balance), name="balance", help=good)
    return typer.main.get_command(app)
