"""``ludoteca arena``: machines against each other on the same deals, kept as they are played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ludoteca.cli import answers
from ludoteca.cli.console import ShownProgress, compilation_notice, say
from ludoteca.cli.failures import Stopped
from ludoteca.cli.flags import (
    Flag,
    answer_flags,
    bare_values,
    chosen_options,
    flag,
    option_flags,
    positive_flag,
    seed_flag,
    single_command,
    switch,
    whole_flag,
)
from ludoteca.cli.groups import game_group
from ludoteca.cli.seeds import given_or_new
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _

if TYPE_CHECKING:
    from ludoteca.arena.means import Means

_DEALS = 200
_CAP = 20_000


def arena_group() -> typer.Typer:
    """``ludoteca arena``, with a command for each game."""
    return game_group(lambda _game: True, _command, lambda game: game.name)


def _command(game: Game) -> Any:
    with compilation_notice(game.name):
        own = _own_flags(game)
        flags = [*own, *option_flags(game, {f.name for f in own})]

    def function(given: dict[str, Any]) -> None:
        play(game, given)

    sentence = _("Machines against each other: the same deals in all seatings, with intervals.")
    return single_command(function, flags, sentence)


def _own_flags(game: Game) -> list[Flag]:
    from ludoteca.players import available

    who = ", ".join(name for name in available(game) if name != "human")
    return [
        bare_values("who", _("Two machines or more: {levels}.").format(levels=who)),
        whole_flag(
            "deals", _("Duplicate deals of each pair (without it, {n}).").format(n=_DEALS), 2
        ),
        switch(
            "until_clear",
            _(
                "Stop when every pair is told apart, after --deals at most (without it, {n})."
            ).format(n=_CAP),
        ),
        positive_flag("edge", _("Say how many deals an edge of so many points needs.")),
        *run_flags(),
    ]


def run_flags() -> list[Flag]:
    """What every command that plays many deals takes."""
    from ludoteca.arena.crew import PATIENCE

    return [
        seed_flag(),
        whole_flag("workers", _("Processes; without it, one a core."), 1),
        flag(
            "cluster",
            _("Play on this Ray cluster instead: an address as ray.init takes it, or auto."),
            metavar="ADDRESS",
        ),
        positive_flag(
            "patience",
            _("Seconds that a player may think of a move (without it, {n:g}).").format(n=PATIENCE),
            "SECONDS",
        ),
        flag("folder", _("Keep the run here; without it, in your data folder."), metavar="DIR"),
        *answer_flags(),
    ]


def play(game: Game, given: dict[str, Any]) -> None:
    """Play a tournament and deliver its result; raises ``BadInput`` or ``Stopped``."""
    from ludoteca.arena.meeting import Meeting
    from ludoteca.arena.results import answer_of
    from ludoteca.arena.tournament import Wishes
    from ludoteca.arena.tournament import play as run

    seed = given_or_new(given["seed"])
    answers.make_ready(given["save"])
    meeting = Meeting(game, chosen_options(game, given), tuple(given["who"] or ()), seed)
    wishes = Wishes(
        deals=given["deals"] or (_CAP if given["until_clear"] else _DEALS),
        until_clear=given["until_clear"],
        folder=Path(given["folder"]) if given["folder"] else None,
        means=means_of(given),
    )
    with compilation_notice(game.name), ShownProgress() as progress:
        try:
            finished = run(meeting, wishes, say, given["edge"], progress)
        except KeyboardInterrupt:
            raise Stopped(stopped_words(seed)) from None
    answers.hand_over(answer_of(finished), given)


def means_of(given: dict[str, Any]) -> Means:
    """Where the deals are to be played; raises ``BadInput``."""
    from ludoteca.arena.crew import PATIENCE, cores
    from ludoteca.arena.means import Means

    workers, patience = given["workers"], given["patience"]
    if workers is not None and given["cluster"]:
        raise BadInput(_("a cluster uses all its cores: give --workers or --cluster"))
    return Means(workers or cores(), patience or PATIENCE, given["cluster"] or None)


def stopped_words(seed: int) -> str:
    """How a stopped run is gone on with."""
    text = _("stopped; what was played is kept: the same command with --seed {seed} goes on")
    return text.format(seed=seed)
