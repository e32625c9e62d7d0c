"""Rules of thumb against each other and against random play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteca.arena.measures import win_shares
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Simulated
from ludoteca.core.options import Value
from ludoteca.core.questions import Cell, Progress, Table, quiet

from .heuristics import ANY, HEURISTICS, Heuristic, Rating
from .matches import match, mean_of

REDUCED: Mapping[str, Value | bool] = {"discs": 4, "white": 0, "black": 0}
"""The largest game of the document: five colours of four discs."""
PRINTED: Mapping[str, Value | bool] = {}


def win_share(
    options: Mapping[str, Value | bool], first: Heuristic, second: Heuristic, rows: int, seed: int
) -> Simulated:
    """The wins of ``first`` against ``second``, ties half: each row is played on both seats."""
    points = match(options, (first.code, second.code), rows, 2, seed)
    return mean_of(win_shares(points)[:, :, 0].mean(axis=1))


def ranking_table(
    by_size: Mapping[str, Sequence[Rating]], rows: int, seed: int, progress: Progress = quiet
) -> Table:
    """Rules of thumb, the best first by the last size: best moves, value lost, wins."""
    *_others, last = by_size
    shares = {size: {r.heuristic.name: r for r in ratings} for size, ratings in by_size.items()}
    yardstick = HEURISTICS[ANY]
    out: list[list[Cell]] = []
    for place, rating in enumerate(by_size[last], start=1):
        rule = rating.heuristic
        progress(place, len(HEURISTICS), _("rules of thumb at play"))
        wins = [win_share(options, rule, yardstick, rows, seed) for options in (REDUCED, PRINTED)]
        of_sizes = [shares[size][rule.name] for size in by_size]
        out.append(
            [
                place,
                rule.name,
                _(rule.sentence),
                *(r.best for r in of_sizes),
                rating.best_critical,
                rating.lost,
                *wins,
            ]
        )
    columns = (
        "place",
        "heuristic",
        "sentence",
        *(f"best_moves_{size}" for size in by_size),
        "best_of_critical",
        "points_lost_per_move",
        "wins_reduced",
        "wins_printed",
    )
    title = N_("Rules of thumb: share of best moves, value lost, wins against random play")
    return Table("heuristics", columns, out, title)


def decisions_table(by_size: Mapping[str, Sequence[Rating]]) -> Table:
    """How many decisions of each size the rules of thumb were asked for."""
    rows: list[list[Cell]] = [
        [size, ratings[0].decisions, ratings[0].critical] for size, ratings in by_size.items()
    ]
    title = N_("Decisions with at least two moves, and those in which some move loses value")
    return Table("decisions", ("size", "decisions", "critical"), rows, title)


def pairs_table(rows: int, seed: int, progress: Progress = quiet) -> Table:
    """Every rule of thumb against every other by the printed rules, on both seats of each row."""
    pairs = [(a, b) for a in HEURISTICS for b in HEURISTICS if a.code != b.code]
    played: dict[tuple[int, int], Simulated] = {}
    out: list[list[Cell]] = []
    for done, (first, second) in enumerate(pairs, start=1):
        back = played.get((second.code, first.code))
        wins = (
            win_share(PRINTED, first, second, rows, seed)
            if back is None
            else Simulated(1 - back.mean, back.n, 1 - back.high, 1 - back.low)
        )
        played[first.code, second.code] = wins
        out.append([first.name, second.name, wins])
        progress(done, len(pairs), _("pairs of rules of thumb"))
    title = N_("Wins of a rule of thumb against another by the printed rules, ties half")
    return Table("heuristic_pairs", ("heuristic", "against", "wins"), out, title)
