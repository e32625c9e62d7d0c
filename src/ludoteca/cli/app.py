"""The tree of commands. Each is in a module of its own, imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ludoteca.cli.commands import Command, Group
from ludoteca.cli.console import Format
from ludoteca.cli.flags import period, whole, written_as
from ludoteca.cli.new import EXAMPLE, create
from ludoteca.cli.questions import question_group, verb_group
from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES, _, fold
from ludoteca.core.questions import VERBS, Question
from ludoteca.core.registry import games

_ORDER = (
    "serve", "games", "play", "menu", "advise", "assist", "odds", "solve", "census", "study",
    "evaluate", "arena", "balance", "verify", "check", "playthrough", "puzzles", "warm", "new",
    "prune", "messages",
)  # fmt: skip


def _game_names() -> list[str]:
    return list(games())


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


def _serve(
    host: Annotated[
        str, typer.Option(metavar="HOST", help=_("Address to listen on."))
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            parser=whole("--port", 0, 65535),
            metavar="N",
            help=_("Port; without it 8377, or the next free one."),
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help=_(
                "Journal; without it LUDOTECA_DATABASE, or a file in your data folder. "
                "Several servers may have one on PostgreSQL, and share the tables."
            ),
        ),
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            parser=whole("--workers", 1, 256),
            metavar="N",
            help=_("Processes in which machines think."),
        ),
    ] = 2,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help=_("How others reach the page through a proxy; may be repeated."),
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", metavar="", help=_("Open no browser."))
    ] = False,
    keep: Annotated[
        Any,
        typer.Option(
            parser=period("--keep"),
            metavar="90d",
            help=_("Remove tables that nobody touched for so long; without it, none."),
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=_("Where the records of removed tables go.")),
    ] = None,
) -> None:
    from ludoteca.cli import serve

    own = tuple(origin or ())
    serve.serve(host, port, database, workers, own, not no_browser, keep or 0.0, export)


def _prune(
    keep: Annotated[
        Any,
        typer.Option(
            parser=period("--keep"),
            metavar="90d",
            help=_("Remove tables that nobody touched for so long."),
        ),
    ],
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help=_("Journal; without it LUDOTECA_DATABASE, or a file in your data folder."),
        ),
    ] = "",
    export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=_("Where the records of removed tables go.")),
    ] = None,
) -> None:
    from ludoteca.cli import prune

    prune.prune(keep, database, export)


def _menu(context: typer.Context) -> None:
    from ludoteca.cli import menu

    menu.start(context.get_help)


def _games(
    format: Annotated[
        Format,
        typer.Option(
            parser=written_as(*Format), metavar="|".join(Format), help=_("How to write it.")
        ),
    ] = Format.table,
) -> None:
    from ludoteca.cli import games

    games.show(format)


def _check(
    name: Annotated[
        str,
        typer.Argument(metavar="GAME", help=_("Name of the game."), autocompletion=_game_names),
    ],
    deals: Annotated[
        int,
        typer.Option(
            parser=whole("--deals", 1),
            metavar="N",
            help=_("Random deals on which each law is checked; un-compiled, a tenth of them."),
        ),
    ] = 40,
    seed: Annotated[
        int,
        typer.Option(parser=whole("--seed", 0), metavar="N", help=_("Seed of the first deal.")),
    ] = 1,
    law: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=_("One law, by its name; without it, all.")),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help=_("A rule option; may be repeated.")),
    ] = None,
    compiled_only: Annotated[
        bool,
        typer.Option(
            "--compiled-only", metavar="", help=_("Leave out the slower un-compiled run.")
        ),
    ] = False,
) -> None:
    from ludoteca.cli import check

    raise typer.Exit(check.check(name, seed, deals, law, option or [], compiled_only))


def _playthrough(
    name: Annotated[str, typer.Argument(metavar="GAME", help=_("Name of the game."))],
    seed: Annotated[
        int, typer.Option(parser=whole("--seed", 0), metavar="N", help=_("Random seed."))
    ] = 1,
    player: Annotated[
        str | None,
        typer.Option(
            metavar="WHO",
            help=_("Machine that makes the moves, such as random; without it, the first level."),
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help=_("A rule option; may be repeated.")),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help=_("Write it into this file."))
    ] = None,
) -> None:
    from ludoteca.cli import playthrough

    playthrough.show(name, seed, option or [], player, save)


def _puzzles(
    name: Annotated[str, typer.Argument(metavar="GAME", help=_("Name of the game."))],
    number: Annotated[
        int, typer.Option(parser=whole("--number", 1), metavar="N", help=_("How many puzzles."))
    ] = 24,
    seed: Annotated[
        int, typer.Option(parser=whole("--seed", 0), metavar="N", help=_("Random seed."))
    ] = 1,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help=_("Write them into this file; without it, the game's own.")
        ),
    ] = None,
) -> None:
    from ludoteca.cli import puzzles

    puzzles.save(name, number, seed, save)


def _advise(
    name: Annotated[
        str,
        typer.Argument(metavar="GAME", help=_("Name of the game."), autocompletion=_game_names),
    ],
    record: Annotated[
        Path | None, typer.Argument(metavar="RECORD", help=_("A record (a file)."))
    ] = None,
    position: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help=_("In place of a record, a position as you see it; help shows how it is typed."),
        ),
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help=_("A rule option; may be repeated.")),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(
            parser=whole("--at", 0),
            metavar="N",
            help=_("After how many moves of the record; without it, all."),
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="WHO", help=_("Which machine is asked, such as belief@1s.")),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole("--seed", 0), metavar="N", help=_("Random seed.")),
    ] = None,
    format: Annotated[
        Format,
        typer.Option(
            parser=written_as(Format.table, Format.json),
            metavar="table|json",
            help=_("How to write it."),
        ),
    ] = Format.table,
) -> None:
    from ludoteca.cli import advise

    advise.advise(name, record, position, option or [], at, by, seed, format)


def _verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help=_("A record (a file)."))],
) -> None:
    from ludoteca.cli import verify

    raise typer.Exit(verify.check(record))


def _warm(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help=_("Games; without it, all."), autocompletion=_game_names
        ),
    ] = None,
) -> None:
    from ludoteca.cli import warm

    warm.warm(names or [])


def _new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help=_("A name of small letters, digits and _."))
    ],
    folder: Annotated[
        str | None,
        typer.Option(metavar="DIR", help=_("Where to put it; without it, your games folder.")),
    ] = None,
    like: Annotated[
        str, typer.Option(metavar="|".join(EXAMPLE), help=_("The kind of game to begin with."))
    ] = "bets",
) -> None:
    create(name, folder, like)


def _messages(
    name: Annotated[str, typer.Argument(metavar="GAME", help=_("Name of the game."))],
    languages: Annotated[
        list[str] | None,
        typer.Argument(metavar="LANGUAGE", help=_("pt, es or fi; without it, all.")),
    ] = None,
) -> None:
    from ludoteca.cli import messages

    messages.of_game(name, languages or [])


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
    for name, function, sentence in (
        ("serve", _serve, _("Open the page: play with people and machines in the browser.")),
        ("prune", _prune, _("Remove old tables of a server; their records are written out.")),
        ("menu", _menu, _("Choose a game to play in the terminal.")),
        ("games", _games, _("List the games and what each offers.")),
        ("advise", _advise, _("What a machine would play at a decision of a record, and why.")),
        ("check", _check, _("Check that a game obeys every law.")),
        ("playthrough", _playthrough, _("Write out one deal: every table, choice and view.")),
        ("puzzles", _puzzles, _("Find decisions whose best move is proved, for the page.")),
        ("verify", _verify, _("Check the shuffle of a finished deal.")),
        ("warm", _warm, _("Compile the games now, so that no first use waits.")),
        ("new", _new, _("Make the folder of a new game that works at once.")),
        ("messages", _messages, _("Collect the texts of your game, and compile its translations.")),
    ):
        app.command(name, help=sentence, cls=Command)(function)
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
