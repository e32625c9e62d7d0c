"""``ludoteca play``: seats people and machines at a table in the terminal, and keeps the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from ludoteca.cli.console import compilation_notice
from ludoteca.cli.flags import (
    Flag,
    chosen_options,
    flag,
    option_flags,
    seed_flag,
    single_command,
    switch,
    whole_flag,
)
from ludoteca.cli.groups import game_group
from ludoteca.cli.seeds import new_seed
from ludoteca.core.files import check_writable
from ludoteca.core.game import Game
from ludoteca.core.i18n import _


@dataclass(frozen=True)
class Wishes:
    """What the person asked for. ``seat`` counts from 1; ``against`` are machines by seat order."""

    against: Sequence[str] = ()
    seat: int | None = None
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    record: Path | None = None
    hints: bool = False
    coach: bool = False
    start: Path | None = None


def play_group() -> typer.Typer:
    """``ludoteca play``, with a command for each game."""
    return game_group(lambda _game: True, _play_command, lambda game: game.name)


def _play_command(game: Game) -> Any:
    with compilation_notice(game.name):
        own = _own_flags(game)
        flags = [*own, *option_flags(game, {f.name for f in own})]

    def function(given: dict[str, Any]) -> None:
        wishes = Wishes(
            against=given["against"] or (),
            seat=given["seat"],
            seed=given["seed"],
            options=chosen_options(game, given),
            record=Path(given["record"]) if given["record"] else None,
            hints=given["hints"],
            coach=given["coach"],
            start=Path(given["start"]) if given["start"] else None,
        )
        play(game, wishes)

    return single_command(function, flags, _(game.info.sentence))


def _own_flags(game: Game) -> list[Flag]:
    from ludoteca.players import available

    against = _("Who sits at the other seats: {levels}; once for all, or once for each.")
    levels = ", ".join(available(game))
    return [
        flag("against", against.format(levels=levels), metavar="WHO", kind=list[str] | None),
        whole_flag("seat", _("Your seat, 1 for the first."), 1),
        seed_flag(),
        flag("record", _("Write the record of the game into this file."), metavar="FILE"),
        flag("start", _("Go on from the record in this file."), metavar="FILE", written="from"),
        switch("hints", _("Show a machine's advice before each of your moves.")),
        switch("coach", _("Say after each of your decisions what it cost.")),
    ]


def play(game: Game, wishes: Wishes) -> None:
    """Play a match of ``game`` in the terminal."""
    from ludoteca.cli.evening import Evening
    from ludoteca.players.threads import cores, use_threads

    seed = new_seed() if wishes.seed is None else wishes.seed
    if wishes.record is not None:
        check_writable(wishes.record)
    use_threads(cores())
    with compilation_notice(game.name):
        Evening(game, wishes, seed).play()
