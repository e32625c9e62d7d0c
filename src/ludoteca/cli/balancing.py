"""``ludoteca balance``: says whether it is a good game, and what a rule changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ludoteca.cli import answers
from ludoteca.cli.console import ShownProgress, compilation_notice, say
from ludoteca.cli.failures import Stopped
from ludoteca.cli.flags import Flag, flag, named_options, option_flags, single_command, whole_flag
from ludoteca.cli.groups import game_group
from ludoteca.cli.seeds import given_or_new
from ludoteca.cli.tournaments import means_of, run_flags, stopped_words
from ludoteca.core.game import Game
from ludoteca.core.i18n import _

_DEALS = 200


def balance_group() -> typer.Typer:
    """``ludoteca balance``, with a command for each game."""
    return game_group(lambda _game: True, _command, lambda game: game.name)


def _command(game: Game) -> Any:
    with compilation_notice(game.name):
        own = _own_flags()
        flags = [*own, *option_flags(game, {f.name for f in own})]

    def function(given: dict[str, Any]) -> None:
        report(game, given)

    sentence = _("Seats, length, luck and skill; --option NAME=2..5 compares variants of a rule.")
    return single_command(function, flags, sentence)


def _own_flags() -> list[Flag]:
    return [
        whole_flag("deals", _("Deals of each kind (without it, {n}).").format(n=_DEALS), 2),
        flag(
            "level",
            _("A machine to measure with, the weaker first; may be repeated."),
            metavar="WHO",
            kind=list[str] | None,
        ),
        *run_flags(),
    ]


def report(game: Game, given: dict[str, Any]) -> None:
    """Play a balance report and deliver it; raises ``BadInput`` or ``Stopped``."""
    from ludoteca.arena.balance import Report, levels_of, play
    from ludoteca.arena.balance_report import answer_of, sections
    from ludoteca.arena.variants import sweep
    from ludoteca.lab.report import write_report

    seed = given_or_new(given["seed"])
    answers.make_ready(given["save"])
    wanted = Report(
        game=game,
        variants=tuple(sweep(game, _options(game, given))),
        levels=levels_of(game, given["level"] or ()),
        deals=given["deals"] or _DEALS,
        seed=seed,
    )
    folder = Path(given["folder"]) if given["folder"] else None
    with compilation_notice(game.name), ShownProgress() as progress:
        try:
            played = play([wanted], folder, means_of(given), progress)
        except KeyboardInterrupt:
            raise Stopped(stopped_words(seed)) from None
    if given["save"]:
        title = _("{game}: is it a good game?").format(game=_(game.info.title))
        write_report(Path(given["save"]), title, sections(wanted, played))
        say(_("written into {folder}").format(folder=given["save"]))
    answers.deliver(answer_of(wanted, played), given["format"], given["table"], None)


def _options(game: Game, given: dict[str, Any]) -> dict[str, str]:
    """Rule options as they were written, by name; a flag of its own goes before ``--option``."""
    chosen = dict(named_options(given.get("option") or ()))
    return chosen | {
        o.name: given[o.name] for o in game.schema if isinstance(given.get(o.name), str)
    }
