"""``ludoteca warm``: compile what a first use of each game needs, and say how long it took."""

from __future__ import annotations

import gc
import time
from collections.abc import Sequence

from ludoteca.cli.console import ShownProgress, say
from ludoteca.core.compiling import code_cache
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext, number_text
from ludoteca.core.registry import games, load_game
from ludoteca.core.storage import writable_folder


def warm(names: Sequence[str] | None) -> None:
    """Compile for the games ``names``, by default all but the teaching games.

    Goes on past a game that fails, then raises.
    """
    chosen = [load_game(name) for name in names or ()]
    chosen = chosen or [game for game in games().values() if not game.example]
    say(_("Compiling each game once; it is kept, and no first game has to wait."))
    writable_folder(code_cache.cache_root())
    code_cache.prune_cache()
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
    if not code_cache.is_kept():
        raise LudotecaError(_("what was compiled could not all be kept"))


def _warm_one(game: Game) -> None:
    from ludoteca.players.warm import warm as use

    compiled: list[str] = []
    begun = time.perf_counter()
    stop = code_cache.listen(compiled.append)
    # Python's collector would search the many objects of a compiler again and again, for a
    # twentieth of the time: it waits until the game is ready.
    collects = gc.isenabled()
    gc.disable()
    try:
        with ShownProgress(game.name) as progress:
            use(game, progress=progress)
    finally:
        stop()
        if collects:
            gc.enable()
    seconds = number_text(time.perf_counter() - begun, ".1f") + " s"
    if compiled:
        text = ngettext("{n} function compiled", "{n} functions compiled", len(compiled))
        what = text.format(n=len(compiled))
    else:
        what = _("was ready")
    say(f"  {game.name}: {what}, {seconds}")
