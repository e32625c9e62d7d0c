"""The tree of commands. Each is made, and its module imported, when it runs."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca.cli.commands import LazyGroup
from ludoteca.cli.console import Format
from ludoteca.cli.flags import (
    Flag,
    argument,
    arguments,
    flag,
    format_flag,
    path_flag,
    period_flag,
    seed_flag,
    several,
    single_command,
    switch,
    whole_flag,
)
from ludoteca.core.i18n import LANGUAGES, N_, _, fold
from ludoteca.core.questions import VERBS
from ludoteca.core.registry import games

SENTENCES = {
    "serve": N_("Open the page: play with people and machines in the browser."),
    "games": N_("List the games and what each offers."),
    "play": N_("Play a game in the terminal."),
    "menu": N_("Choose a game to play in the terminal."),
    "advise": N_("What a machine would play at a decision of a record, and why."),
    "assist": N_("Follow a game at a real table: odds and the best move, from what you enter."),
    "odds": N_("Probabilities of a game, exact or simulated."),
    "solve": N_("The value of a position and the best moves."),
    "census": N_("Solve every starting position of a game and count."),
    "study": N_("A game's tables, plots and findings."),
    "evaluate": N_("How players do against each other: two of them, or a whole class."),
    "arena": N_("Which machine is better: the same deals in all seatings."),
    "exploit": N_("By how much a machine can be beaten: what many opponents win from it."),
    "train": N_("Train a player by self-play; it is one file, and plays at any table."),
    "balance": N_("Is it a good game: seats, length, luck, skill; variants compared."),
    "verify": N_("Check the shuffle of a finished deal."),
    "check": N_("Check that a game obeys every law."),
    "playthrough": N_("Write out one deal: every table, choice and view."),
    "puzzles": N_("Find decisions whose best move is proven, for the page."),
    "warm": N_("Compile the games now, so that no first use waits."),
    "new": N_("Make the folder of a new game that works at once."),
    "prune": N_("Remove old tables of a server; their records are written out."),
    "migrate": N_("Bring a server's database, of which there is a backup, to this version."),
    "messages": N_("Collect the texts of your game, and compile its translations."),
}
"""Every command with its sentence, a message id, in the order of the help."""

OWN = {
    "serve": "serve",
    "games": "show",
    "menu": "start",
    "advise": "advise",
    "verify": "check",
    "check": "check",
    "playthrough": "show",
    "puzzles": "write_puzzles",
    "warm": "warm",
    "new": "create",
    "prune": "prune",
    "migrate": "migrate",
    "messages": "of_game",
}
"""The commands that are asked about no game in particular, each with its function.

It is in the module of the command's name, takes the values of the flags by name, and may return an
exit code."""


class _Commands(LazyGroup):
    """All commands."""

    def sentences(self) -> dict[str, str]:
        return SENTENCES

    def make(self, name: str) -> Any:
        """The command ``name``, with the commands below it."""
        sentence = _(SENTENCES[name])
        if name in OWN:
            return single_command(lambda given: _run(name, given), flags_of(name), sentence)
        if name in ("play", "assist"):
            return import_module(f"ludoteca.cli.{name}").group(sentence)
        from ludoteca.cli.questions import game_questions, verb_group

        return verb_group(name, sentence) if name in VERBS else game_questions(name, sentence)


def _run(name: str, given: dict[str, Any]) -> None:
    function = getattr(import_module(f"ludoteca.cli.{name}"), OWN[name])
    raise typer.Exit(function(**given) or 0)


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


def flags_of(name: str) -> list[Flag]:
    """The flags of a command of :data:`OWN`, in the language in use."""
    match name:
        case "serve":
            from ludoteca.cli.serve import LOOPBACK

            shared = _(
                "Journal; without it LUDOTECA_DATABASE, or a file in your data folder. "
                "Several servers may have one on PostgreSQL, and share the tables."
            )
            proxy = _("How others reach the page through a proxy; may be repeated.")
            reach = _("How visitors reach you: a mail address or a page, shown on the page.")
            bots = _(
                "Offer a machine at the tables of a game: what --against takes, such as a bot of "
                "your own, under a name; may be repeated."
            )
            old = _("Remove tables that nobody touched for so long; without it, none.")
            return [
                flag("host", _("Address to listen on."), metavar="HOST", default=LOOPBACK),
                whole_flag("port", _("Port; without it 8377, or the next free one."), 0, 65535),
                flag("database", shared, metavar="URL"),
                whole_flag("workers", _("Processes in which machines think."), 1, 256, default=2),
                several("origin", "URL", proxy),
                several("machine", "GAME:NAME=SPEC", bots),
                switch("no_browser", _("Open no browser.")),
                period_flag("keep", old, default=None),
                _export_flag(),
                flag("contact", reach, metavar="ADDRESS"),
            ]
        case "games":
            return [format_flag()]
        case "menu":
            return [Flag("context", Flag.KEYWORD_ONLY, annotation=typer.Context)]
        case "advise":
            by = _("Which machine is asked, such as belief@1s.")
            unseen = _(
                "In place of a record, a position as you see it; help shows how it is typed."
            )
            return [
                _game_argument(),
                _record_argument(kind=Path | None, default=None),
                flag("position", unseen),
                _option_flag(),
                whole_flag("at", _("After how many moves of the record; without it, all."), 0),
                flag("by", by, metavar="WHO"),
                seed_flag(),
                format_flag(Format.table, Format.json),
            ]
        case "verify":
            return [_record_argument(kind=Path, default=...)]
        case "check":
            deals = _(
                "Random deals on which each law is checked, un-compiled a tenth of them; "
                "without it 40, or fewer where they take long."
            )
            return [
                _game_argument(),
                whole_flag("deals", deals, 1),
                whole_flag("seed", _("Seed of the first deal."), 0, default=1),
                flag("law", _("One law, by its name; without it, all."), metavar="NAME"),
                _option_flag(),
                switch("compiled_only", _("Leave out the slower un-compiled run.")),
            ]
        case "playthrough":
            start = _("Machine that makes the moves, such as random; without it, the first level.")
            return [
                _game_argument(),
                seed_flag(1),
                flag("player", start, metavar="WHO"),
                _option_flag(),
                path_flag("save", "FILE", _("Write it into this file.")),
            ]
        case "puzzles":
            own = _("Write them into this file; without it, the game's own.")
            return [
                _game_argument(),
                whole_flag("number", _("How many puzzles."), 1, default=24),
                seed_flag(1),
                path_flag("save", "FILE", own),
            ]
        case "warm":
            return [arguments("names", "GAME", _("Games; without it, all."), choices=games)]
        case "new":
            from ludoteca.cli.new import EXAMPLE

            kinds = "|".join(EXAMPLE)
            return [
                argument("name", "NAME", _("A name of small letters, digits and _.")),
                flag("folder", _("Where to put it; without it, your games folder."), metavar="DIR"),
                flag("like", _("The kind of game to begin with."), metavar=kinds, default="bets"),
            ]
        case "prune":
            old = _("Remove tables that nobody touched for so long.")
            return [period_flag("keep", old), _database_flag(), _export_flag()]
        case "migrate":
            return [_database_flag()]
        case "messages":
            which = _("pt, es or fi; without it, all.")
            return [_game_argument(), arguments("languages", "LANGUAGE", which)]
    raise KeyError(name)


def _game_argument() -> Flag:
    return argument("name", "GAME", _("Name of the game."), choices=games)


def _record_argument(kind: Any, default: Any) -> Flag:
    return argument("record", "RECORD", _("A record (a file)."), kind=kind, default=default)


def _option_flag() -> Flag:
    return several("option", "NAME=VALUE", _("A rule option; may be repeated."))


def _database_flag() -> Flag:
    sentence = _("Journal; without it LUDOTECA_DATABASE, or a file in your data folder.")
    return flag("database", sentence, metavar="URL")


def _export_flag() -> Flag:
    return path_flag("export", "DIR", _("Where the records of removed tables go."))


def command() -> Any:
    """The whole command tree, in the language in use."""
    settings = {"help_option_names": ["--help", "-h"], "token_normalize_func": fold}
    app = typer.Typer(cls=_Commands, pretty_exceptions_enable=False, context_settings=settings)
    app.callback(
        invoke_without_command=True,
        help=_("A laboratory for card and board games: odds, best moves, studies, and play."),
        epilog=_("ludoteca COMMAND --help says more; without a command, the page opens."),
    )(_root)
    return typer.main.get_command(app)
