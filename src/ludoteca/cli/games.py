"""``ludoteca games``: the list of games, and the commands that each answers to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ludoteca.cli import output
from ludoteca.cli.console import Format, stderr, stdout
from ludoteca.core.answers import Answer, Table
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.questions import VERBS
from ludoteca.core.registry import broken_games, games
from ludoteca.lab.text import heading
from ludoteca.solve.questions import answers

if TYPE_CHECKING:
    from rich.table import Table as Drawn

COLUMNS = ("name", "title", "sentence", "players", "minutes", "levels", "offers", "example")


def offers(game: Game) -> list[str]:
    """The commands that do something for ``game``."""
    return ["play", *(verb for verb in VERBS if answers(game, verb))]


def players_text(game: Game) -> str:
    """The number of players: ``2``, or ``2-5``."""
    low, high = game.info.players
    return str(low) if low == high else f"{low}-{high}"


def show(format: Format) -> None:
    """Write the list of games."""
    found = list(games().values())
    for sentence in (*broken_games().values(), *_faults(found)):
        stderr().print(sentence, style="yellow", markup=False)
    if format is Format.table:
        console = stdout()
        console.print(_grid([game for game in found if not game.example]))
        if any(game.example for game in found):
            console.print("\n" + _("Teaching games, each a start for your own (ludoteca new):"))
            console.print(_grid([game for game in found if game.example]))
        console.print(
            _("ludoteca play GAME starts one; ludoteca odds GAME --help says what it answers.")
        )
        return
    output.deliver(
        Answer({}, (Table("games", COLUMNS, [_row(g) for g in found]),)), format, None, None
    )


def _faults(found: list[Game]) -> Iterator[str]:
    """The sentences of ``ludoteca check`` about definitions; those of the library are right."""
    for game in found:
        if not game.package.startswith("ludoteca."):
            from ludoteca.core.definition import faults  # it loads Numba, which takes a second

            for sentence in faults(game):
                yield f"{game.name}: {sentence}"


def _row(game: Game) -> list[Any]:
    info = game.info
    return [
        info.name,
        _(info.title),
        _(info.sentence),
        players_text(game),
        info.minutes,
        list(info.levels),
        offers(game),
        game.example,
    ]


def _grid(found: list[Game]) -> Drawn:
    from rich.table import Table as Drawn

    drawn = Drawn.grid(padding=(0, 2))
    drawn.add_column(no_wrap=True)
    drawn.add_column()
    for game in found:
        name, title, sentence, players, minutes, _levels, offered, _example = _row(game)
        facts = (("players", players), ("minutes", minutes), ("offers", " ".join(offered)))
        line = "; ".join(f"{heading(word)} {what}" for word, what in facts)
        drawn.add_row(name, f"{title}. {sentence}\n{line}")
    return drawn
