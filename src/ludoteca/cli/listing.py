"""``ludoteca games``: what there is to play, and what each game offers."""

from __future__ import annotations

from typing import Any

from ludoteca.cli import answers
from ludoteca.cli.console import Format, stderr, stdout
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.questions import VERBS, Answer, Table
from ludoteca.core.registry import broken_games, games
from ludoteca.lab.cells import heading
from ludoteca.solve.asked import solvable

COLUMNS = ("name", "title", "sentence", "players", "minutes", "levels", "offers")
HEADINGS = (N_("name"), N_("players"), N_("minutes"), N_("levels"), N_("offers"))


def offers(game: Game) -> list[str]:
    """The commands that do something for ``game``, by the files of its folder."""
    rooms = [v for v in VERBS if game.has_room(v) or (v == "solve" and solvable(game))]
    return ["play", *rooms]


def players_text(game: Game) -> str:
    """The number of players: ``2``, or ``2-5``."""
    low, high = game.info.players
    return str(low) if low == high else f"{low}-{high}"


def show(format: Format) -> None:
    """Write the list of games."""
    found = list(games().values())
    for sentence in broken_games().values():
        stderr().print(sentence, style="yellow", markup=False)
    if format is Format.table:
        _draw(found)
        return
    answers.deliver(
        Answer({}, (Table("games", COLUMNS, [_row(g) for g in found]),)), format, None, None
    )


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
    ]


def _draw(found: list[Game]) -> None:
    from rich.table import Table as Drawn

    drawn = Drawn.grid(padding=(0, 2))
    drawn.add_column(no_wrap=True)
    drawn.add_column()
    for game in found:
        name, title, sentence, players, minutes, _levels, offered = _row(game)
        facts = (("players", players), ("minutes", minutes), ("offers", " ".join(offered)))
        line = "; ".join(f"{heading(word)} {what}" for word, what in facts)
        drawn.add_row(name, f"{title}. {sentence}\n{line}")
    console = stdout()
    console.print(drawn)
    console.print(
        _("ludoteca play GAME starts one; ludoteca odds GAME --help says what it answers.")
    )
