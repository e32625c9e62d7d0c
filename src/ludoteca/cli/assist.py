"""``ludoteca assist``: a game at a real table, followed from one seat by what is typed."""

from __future__ import annotations

from typing import Any

from ludoteca.cli.commands import GameGroup
from ludoteca.cli.console import compilation_notice
from ludoteca.cli.flags import Flag, flag, seed_flag, single_command, whole_flag, with_options
from ludoteca.core.game import Game
from ludoteca.core.i18n import _


def group(sentence: str) -> GameGroup:
    """``ludoteca assist``, with a command for each game."""
    return GameGroup(sentence, _assist_command)


def _assist_command(game: Game) -> Any:
    with compilation_notice(f"assist {game.name}"):
        flags = with_options(game, _own_flags(game))

    def function(given: dict[str, Any]) -> None:
        from ludoteca.cli.terminal.assistant import Session

        with compilation_notice(f"assist {game.name}"):
            Session(game, given).run()

    return single_command(function, flags, _(game.info.sentence))


def _own_flags(game: Game) -> list[Flag]:
    from ludoteca.players import available

    known = available(game)
    position = _("Begin in this position, typed as you see it.")
    return [
        whole_flag("seat", _("Your seat, 1 for the first to be dealt to."), 1),
        flag("standing", _("The score before the deal, as a record has it."), metavar="SCORE"),
        flag("position", f"{position} {_(game.position_form)}", metavar="TEXT"),
        flag(
            "start", _("Continue from what is saved in this file."), metavar="FILE", written="from"
        ),
        flag("keep", _("Keep what is entered in this file."), metavar="FILE"),
        flag("by", _("Which machine is asked, such as belief@1s."), metavar="WHO", choices=known),
        seed_flag(),
    ]
