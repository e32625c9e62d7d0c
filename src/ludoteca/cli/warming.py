"""``ludoteca warm``: compile what a first use of each game needs, and say how long it took."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ludoteca.cli.console import say, stderr
from ludoteca.core import compiling
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.questions import VERBS
from ludoteca.core.registry import games, load_game

_WARM_NODES = 100


def warm(names: Sequence[str]) -> None:
    """Compile for the games ``names``, or all; goes on past a game that fails, then raises."""
    from ludoteca.core.jit import prune_cache

    chosen = [load_game(name) for name in names] or list(games().values())
    say(_("Compiling each game once; it is kept, and no first use has to wait."))
    prune_cache()
    failed = []
    for game in chosen:
        try:
            _warm_one(game)
        except Exception as error:
            failed.append(game.name)
            say(_("{game} could not be compiled: {error}").format(game=game.name, error=error))
    if failed:
        raise LudotecaError(
            _("not compiled: {games}; 'ludoteca check' says more").format(games=", ".join(failed))
        )


def _warm_one(game: Game) -> None:
    compiled: list[str] = []
    begun = time.perf_counter()
    with stderr().status(_doing(game, 0)) as status:

        def heard(function: str) -> None:
            compiled.append(function)
            status.update(_doing(game, len(compiled)))

        stop = compiling.listen(heard)
        try:
            _use(game)
        finally:
            stop()
    seconds = f"{time.perf_counter() - begun:.1f} s"
    if compiled:
        text = ngettext("{n} function compiled", "{n} functions compiled", len(compiled))
        what = text.format(n=len(compiled))
    else:
        what = _("was ready")
    say(f"  {game.name}: {what}, {seconds}")


def _doing(game: Game, functions: int) -> str:
    words = _("compiling {game}, function {n} ...")
    return words.format(game=game.name, n=functions)


def _use(game: Game) -> None:
    """Play a deal as ``play`` does, with each machine, then what the game's rooms ask for.

    A room may have a function ``warm()`` that uses what its questions compile.
    """
    from ludoteca.cli.table import machines_only

    for level in game.info.levels:
        machines_only(game, _short_of_breath(game, level), seed=1)
    for verb in VERBS:
        getattr(game.room(verb), "warm", _nothing)()


def _short_of_breath(game: Game, level: str) -> str:
    """The machine with the least to think about, where it takes a budget at all."""
    from ludoteca.players import make_player

    spec = f"{level}@{_WARM_NODES}n"
    try:
        make_player(game, spec)
    except BadInput:
        return level
    return spec


def _nothing() -> None:
    """A room that has nothing to compile."""
