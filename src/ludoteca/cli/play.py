"""``ludoteca play``: a match against machines in the terminal, and its record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.cli.commands import GameGroup
from ludoteca.cli.console import compilation_notice
from ludoteca.cli.flags import (
    Flag,
    chosen_options,
    flag,
    new_seed,
    seed_flag,
    single_command,
    switch,
    whole_flag,
    with_options,
)
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.player_names import first_name
from ludoteca.core.storage import check_writable

if TYPE_CHECKING:
    from ludoteca.cli.terminal.match import MatchRequest


def group(sentence: str) -> GameGroup:
    """``ludoteca play``, with a command for each game."""
    return GameGroup(sentence, _play_command)


def _play_command(game: Game) -> Any:
    with compilation_notice(f"play {game.name}"):
        flags = with_options(game, _own_flags(game))

    def function(given: dict[str, Any]) -> None:
        from ludoteca.cli.terminal.match import MatchRequest

        request = MatchRequest(
            against=given["against"] or (),
            seat=given["seat"],
            options=chosen_options(game, given),
            record=Path(given["record"]) if given["record"] else None,
            hints=given["hints"],
            coach=given["coach"],
            start=Path(given["start"]) if given["start"] else None,
        )
        play(game, request, given["seed"])

    return single_command(function, flags, _(game.info.sentence))


def _own_flags(game: Game) -> list[Flag]:
    from ludoteca.players.factory import HUMAN, available

    against = _(
        "Who sits at the other seats: {levels}, or remote:COMMAND, a bot of your own; once for "
        "all, or once for each."
    )
    known = available(game)
    called = [f"{name} ({first_name(game.info, name)})" for name in known if name != HUMAN]
    return [
        flag(
            "against",
            against.format(levels=", ".join((*called, HUMAN))),
            metavar="WHO",
            kind=list[str] | None,
            choices=known,
        ),
        whole_flag("seat", _("Your seat, 1 for the first."), 1),
        seed_flag(),
        flag("record", _("Write the record of the game into this file."), metavar="FILE"),
        flag("start", _("Go on from the record in this file."), metavar="FILE", written="from"),
        switch("hints", _("Show a machine's advice before each of your moves.")),
        switch("coach", _("After each of your decisions, say what it cost.")),
    ]


def play(game: Game, request: MatchRequest, seed: int | None = None) -> None:
    """Play a match of ``game`` in the terminal."""
    from ludoteca.cli.terminal.match import TerminalMatch
    from ludoteca.workers.threads import cores, use_threads

    if request.record is not None:
        check_writable(request.record)
    use_threads(cores())
    with compilation_notice(f"play {game.name}"):
        TerminalMatch(game, request, new_seed() if seed is None else seed).play()
