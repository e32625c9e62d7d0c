"""The leaderboard of a game: what its machines won from each other and from the usual opponents.

It is a file ``leaderboard.csv`` in the folder of the game, which ``benchmarks/leaderboard.py``
makes; a page shows it, and ``docs/players.md`` its summary.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

from ludoteca.arena.duplicate import B
from ludoteca.arena.run_log import Line, versions
from ludoteca.arena.statistics import mean_of
from ludoteca.arena.tournament import PlayerTally, counted
from ludoteca.core.answers import Answer, Table
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Simulated, figure
from ludoteca.core.player_names import name_and_level
from ludoteca.core.questions import Question, question, question_of

FILE = "leaderboard.csv"

Part = Literal["levels", "pool", "best_again"]
"""Levels against each other; the usual opponents; the best of these again, in fresh deals."""

PARTS = {
    "levels": N_("each against each"),
    "pool": N_("the usual opponents"),
    "best_again": N_("the best opponent again"),
}


@dataclass(frozen=True)
class BoardRow:
    """The deals of a machine against one opponent.

    Attributes
    ----------
    points
        points of the machine less the opponent's, mean of a duplicate deal
    low, high
        its 95 % interval over ``deals``, in points
    seconds_per_move
        seconds of wall-clock time of the machine
    measured
        the day, as YYYY-MM-DD
    version
        that of the rules, and a digest of the sources of game and players
    """

    part: Part
    machine: str
    opponent: str
    points: float
    low: float
    high: float
    deals: int
    seconds_per_move: float
    measured: str
    version: str

    @classmethod
    def of(
        cls, part: Part, game: Game, names: tuple[str, str], lines: Sequence[Line], day: str
    ) -> BoardRow:
        """The row of a machine and its opponent, who is A in ``lines``; two deals at least."""
        machine, opponent = names
        found = mean_of([-x for x in counted(lines)])
        assert found is not None, f"too few deals of {machine} and {opponent}"
        pace = PlayerTally.of(machine, [(line, B) for line in lines]).seconds_per_move
        version = versions(game, names)
        return cls(
            part=part,
            machine=machine,
            opponent=opponent,
            points=round(found.mean, 4),
            low=round(found.low, 4),
            high=round(found.high, 4),
            deals=found.n,
            seconds_per_move=float(f"{pace:.2g}"),
            measured=day,
            version=f"{version['rules']}-{version['sources']}",
        )

    @property
    def key(self) -> tuple[str, str, str]:
        """The columns that no two rows have alike, but for the best again, of whom there is one."""
        return self.part, self.machine, "" if self.part == "best_again" else self.opponent


def merged(old: Iterable[BoardRow], new: Iterable[BoardRow]) -> list[BoardRow]:
    """The rows of both, the ``new`` ones in the place of ``old`` ones with their key."""
    rows = {row.key: row for row in old} | {row.key: row for row in new}
    return sorted(rows.values(), key=lambda row: (row.part, row.machine, row.points, row.opponent))


def read_rows(game: Game) -> list[BoardRow]:
    """The leaderboard of a game; no row where it has none."""
    path = game.folder / FILE
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [_row(record) for record in csv.DictReader(file)]


def _row(record: dict[str, str]) -> BoardRow:
    kinds: dict[Any, Callable[[str], Any]] = {"float": float, "int": int}
    return BoardRow(**{f.name: kinds.get(f.type, str)(record[f.name]) for f in fields(BoardRow)})


def write_rows(path: Path, rows: Iterable[BoardRow]) -> None:
    """Write a leaderboard."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([f.name for f in fields(BoardRow)])
    writer.writerows(astuple(row) for row in rows)
    path.write_text(out.getvalue(), encoding="utf-8")


def summary(games: Iterable[Game]) -> str:
    """The table of ``docs/players.md``: of each machine who won most from it, in fresh deals."""
    lines = [
        "| game | machine | won from it by the best | by | deals | seconds a move | measured |",
        "| --- | --- | --- | --- | ---: | ---: | --- |",
    ]
    for game in games:
        for row in read_rows(game):
            if row.part == "best_again":
                mean, low, high = (figure(-x) for x in (row.points, row.high, row.low))
                won = f"{mean} ({low} to {high})"
                lines.append(
                    f"| {game.name} | `{row.machine}` | {won} | `{row.opponent}` | {row.deals} "
                    f"| {row.seconds_per_move:.1g} | {row.measured} |"
                )
    return "\n".join(lines) + "\n"


def leaderboard(game: Game) -> Question:
    """The question of a page that shows the leaderboard of ``game``."""

    @question(
        "evaluate",
        N_("The leaderboard: what the machines won, from whom, and when."),
        title=N_("Leaderboard"),
        at_once=True,
    )
    def leaderboard() -> Answer:
        rows = read_rows(game)
        cells = [
            (
                _(PARTS[row.part]),
                row.machine,
                row.opponent,
                Simulated(row.points, row.deals, row.low, row.high),
                row.deals,
                row.seconds_per_move,
                row.measured,
            )
            for row in rows
        ]
        columns = (
            "compared",
            "machine",
            "opponent",
            "points",
            "deals",
            "seconds_per_move",
            "measured",
        )
        table = Table("leaderboard", columns, cells, N_("What the machines won"))
        notes = [
            _(
                "Simulated: points that the machine has more than its opponent, on average of "
                "deals in which both play the same cards, and the 95% interval."
            ),
            _("The best opponent is the one that won most, measured again with new deals."),
        ]
        fields = {"deals": sum(row.deals for row in rows)}
        best = _strongest(rows)
        if not best:
            return Answer(fields, [table], notes=notes)
        against = sorted(_won_by(best, rows), key=lambda row: row.points)
        won = Table(
            "strongest",
            ("opponent", "points"),
            [
                (row.opponent, Simulated(row.points, row.deals, row.low, row.high))
                for row in against
            ],
            N_("What the strongest machine wins from each other, in points a deal"),
        )
        closest = next(row for row in against if row.low > 0)
        headline = _(
            "The strongest is {machine}: {points} points a deal more than {opponent}."
        ).format(
            machine=name_and_level(game.info, best),
            points=figure(closest.points),
            opponent=name_and_level(game.info, closest.opponent),
        )
        return Answer(fields, [won, table], notes=notes, headline=headline)

    return question_of(leaderboard)


def _strongest(rows: Sequence[BoardRow]) -> str:
    """The level that wins from most others; "" where none does."""
    levels = {row.machine for row in rows if row.part == "levels"}
    levels |= {row.opponent for row in rows if row.part == "levels"}
    beaten = {level: sum(row.low > 0 for row in _won_by(level, rows)) for level in sorted(levels)}
    best = max(beaten, key=beaten.__getitem__, default="")
    return best if beaten.get(best) else ""


def _won_by(machine: str, rows: Sequence[BoardRow]) -> Iterator[BoardRow]:
    """The levels' rows of ``machine``, turned round where it is the opponent."""
    for row in rows:
        if row.part == "levels" and row.machine == machine:
            yield row
        elif row.part == "levels" and row.opponent == machine:
            yield replace(
                row,
                machine=machine,
                opponent=row.machine,
                points=-row.points,
                low=-row.high,
                high=-row.low,
            )


def has_leaderboard(game: Game) -> bool:
    """True where the folder of the game has one."""
    return (game.folder / FILE).is_file()
