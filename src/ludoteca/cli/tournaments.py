"""``ludoteca arena``: machines against each other on the same deals, kept as they are played."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ludoteca.cli import answers
from ludoteca.cli.console import Format, ShownProgress, compilation_notice, say
from ludoteca.cli.failures import Stopped
from ludoteca.cli.flags import (
    Flag,
    bare_values,
    check_seed,
    chosen_options,
    flag,
    option_flags,
    single_command,
    switch,
)
from ludoteca.cli.groups import game_group
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
        flag(
            "deals",
            _("Duplicate deals of each pair (without it, {n}).").format(n=_DEALS),
            metavar="N",
            kind=int | None,
        ),
        switch(
            "until_clear",
            _(
                "Stop when every pair is told apart, after --deals at most (without it, {n})."
            ).format(n=_CAP),
        ),
        flag(
            "edge",
            _("Say how many deals an edge of so many points needs."),
            metavar="X",
            kind=float | None,
        ),
        *run_flags(),
    ]


def run_flags() -> list[Flag]:
    """What every command that plays many deals takes."""
    from ludoteca.arena.crew import PATIENCE

    return [
        flag("seed", _("Seed of everything random."), metavar="N", kind=int | None),
        flag("workers", _("Processes; without it, one a core."), metavar="N", kind=int | None),
        flag(
            "cluster",
            _("Play on this Ray cluster instead: an address as ray.init takes it, or auto."),
            metavar="ADDRESS",
        ),
        flag(
            "patience",
            _("Seconds that a player may think of a move (without it, {n:g}).").format(n=PATIENCE),
            metavar="SECONDS",
            kind=float | None,
        ),
        flag("folder", _("Keep the run here; without it, in your data folder."), metavar="DIR"),
        flag(
            "format",
            _("How to write the answer (without it, table)."),
            metavar="table|json|csv",
            kind=Format,
            default=Format.table,
        ),
        flag("table", _("Which table to write as CSV."), metavar="NAME"),
        flag("save", _("Write all tables and plots into this folder too."), metavar="DIR"),
    ]


def play(game: Game, given: dict[str, Any]) -> None:
    """Play a tournament and deliver its result; raises ``BadInput`` or ``Stopped``."""
    from ludoteca.arena.meeting import Meeting
    from ludoteca.arena.results import answer_of
    from ludoteca.arena.tournament import Wishes
    from ludoteca.arena.tournament import play as run

    if given["edge"] is not None and given["edge"] <= 0:
        raise BadInput(_("--edge is above 0, not {given:g}").format(given=given["edge"]))
    seed = seed_of(given)
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
    answer = answer_of(finished)
    if given["save"]:
        answers.save(answer, given["save"])
    answers.deliver(answer, given["format"], given["table"], None)


def seed_of(given: dict[str, Any]) -> int:
    """The seed that was given, or a new one, which is said; raises ``BadInput``."""
    seed: int | None = given["seed"]
    check_seed(seed)
    if seed is None:
        seed = secrets.randbelow(2**32)
        say(_("seed {seed}").format(seed=seed), style="dim")
    return seed


def means_of(given: dict[str, Any]) -> Means:
    """Where the deals are to be played; raises ``BadInput``."""
    from ludoteca.arena.crew import PATIENCE, cores
    from ludoteca.arena.means import Means

    workers, patience = given["workers"], given["patience"]
    if workers is not None and workers < 1:
        raise BadInput(_("--workers is at least 1, not {given}").format(given=workers))
    if patience is not None and not patience > 0:
        raise BadInput(_("--patience is above 0, not {given:g}").format(given=patience))
    if workers is not None and given["cluster"]:
        raise BadInput(_("a cluster uses all its cores: give --workers or --cluster"))
    return Means(workers or cores(), patience or PATIENCE, given["cluster"] or None)


def stopped_words(seed: int) -> str:
    """How a stopped run is gone on with."""
    text = _("stopped; what was played is kept: the same command with --seed {seed} goes on")
    return text.format(seed=seed)
