"""The balance report: tables, plots and sections for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from ludoteca.arena.balance import BalanceReport, Played
from ludoteca.arena.measures import (
    MEASURES,
    change,
    first_side_results,
    luck_and_skill,
    seat_shares,
    value,
)
from ludoteca.arena.ratings import Ratings, pair_shares, rate
from ludoteca.arena.variants import variant_words
from ludoteca.core.answers import Answer, Cell, Plot, Table
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.numbers import Simulated, chance_words
from ludoteca.core.player_names import name_and_level, with_labels
from ludoteca.lab import charts
from ludoteca.lab.study import Section, report_of
from ludoteca.players.factory import RANDOM

_SHOWN_FAILURES = 3
_RUNG = 200.0  #: rating points of one rung: the better player wins three of four


def answer_of(report: BalanceReport, played: Sequence[Played]) -> Answer:
    """All tables and plots of a report, with a sentence that sums it up."""
    parts = sections(report, played)
    fields: dict[str, Cell] = {
        "game": report.game.name,
        "seed": report.seed,
        "deals": report.deals,
        "levels": list(report.levels),
    }
    tables = [table for part in parts for table in part.tables]
    plots = [plot for part in parts for plot in part.plots]
    said = [part.answer for part in parts]
    headline = " ".join(said[1:]) or said[0]
    notes = [said[0], *(part.method for part in parts)]
    title = _("{game}: is it a good game?").format(game=_(report.game.info.title))
    return Answer(fields, tables, plots, notes, report=report_of(title, parts), headline=headline)


def sections(report: BalanceReport, played: Sequence[Played]) -> list[Section]:
    """The report in parts: measures, then seats, luck and changes where there are any."""
    found = [of_measures(report, played)]
    if len(played[0].round_robin.game.teams(played[0].variant.options)) > 1:
        found.append(of_seats(report, played))
    if played[0].met and not _chance_alone(played):
        found.append(of_luck(report, played))
    if len(played) > 1:
        found.append(_changes(report, played))
    return found


def of_measures(report: BalanceReport, played: Sequence[Played]) -> Section:
    """Every measure of each level in each variant."""
    rows: list[list[Cell]] = []
    for part in played:
        for level, lines in part.equals.items():
            for measure in MEASURES:
                found = value(lines, measure)
                if found is not None:
                    rows.append([part.variant.name, level, measure.name, found])
    columns = ("variant", "level", "measure", "value")
    table = Table("measures", columns, rows, N_("Measures"))
    said = {str(row[2]) for row in rows}
    defined: list[list[Cell]] = [[m.name, _(m.definition)] for m in MEASURES if m.name in said]
    definitions = Table("definitions", ("measure", "definition"), defined, N_("Definitions"))
    answer = _("{n} deals of each level in each variant.").format(n=report.deals)
    method = _(
        "Simulated: the same machine on all seats, one deal a shoe; 95% intervals over deals."
    )
    if report.matches:
        answer = _("{n} matches of each level in each variant.").format(n=report.deals)
        method = _(
            "Simulated: the same machine on all seats, whole matches; 95% intervals over matches. "
            "Where a definition says deal, read match; points are those of all its deals, and who "
            "has more of them after a deal is ahead."
        )
    if _chance_alone(played):
        answer += " " + _(
            "Nobody ever has a choice: the numbers are pure chance, and there is no ladder."
        )
    failures = [
        line["failed"]
        for part in played
        for lines in part.equals.values()
        for line in lines
        if "failed" in line
    ]
    if failures:
        answer += " " + _("{n} deals were not played to their end and are left out: {why}").format(
            n=len(failures), why="; ".join(failures[:_SHOWN_FAILURES])
        )
    return Section(
        "measures",
        _("What is the game like between equals?"),
        method,
        answer,
        (table, definitions),
        tuple(_measure_plots(report, played, rows, columns)) if len(played) > 1 else (),
    )


def _chance_alone(played: Sequence[Played]) -> bool:
    """True where nobody had a choice in any deal, so that all machines are one."""
    return all(
        line.get("choices") == 1
        for part in played
        for lines in part.equals.values()
        for line in lines
    )


def _measure_plots(
    report: BalanceReport,
    played: Sequence[Played],
    rows: Sequence[list[Cell]],
    columns: tuple[str, ...],
) -> list[Plot]:
    """Each measure over the variants, at the stronger level."""
    level = list(played[0].equals)[-1]
    words = name_and_level(report.game.info, level)
    plots = []
    for measure in MEASURES:
        mine = [row for row in rows if row[1] == level and row[2] == measure.name]
        if mine:
            table = Table(f"variants_{measure.name}", columns, mine)
            title = _("{measure} by variant, {level}").format(
                measure=_(measure.name.replace("_", " ")), level=words
            )
            plots.append(
                Plot(table.name, title, partial(charts.intervals, table, "variant", "value"))
            )
    return plots


def of_seats(report: BalanceReport, played: Sequence[Played]) -> Section:
    """The share of wins of each seat."""
    rows: list[list[Cell]] = []
    plots = []
    columns = ("variant", "level", "seat", "wins", "even", "even_in_interval")
    for number, part in enumerate(played):
        for level, lines in part.equals.items():
            shares = seat_shares(lines)
            even = 1 / len(shares)
            mine: list[list[Cell]] = [
                [part.variant.name, level, seat, share, even, share and share.contains(even)]
                for seat, share in enumerate(shares, start=1)
            ]
            rows += mine
            table = Table(f"seats_{number + 1}_{level}", columns, mine)
            title = _("Share of wins by seat, {level}, {variant}").format(
                level=name_and_level(report.game.info, level),
                variant=variant_words(report.game, part.variant),
            )
            draw = partial(charts.intervals, table, "seat", "wins", exact=even)
            plots.append(Plot(table.name, title, draw))
    uneven = sum(row[5] is False for row in rows)
    return Section(
        "seats",
        _("Is one seat better than another?"),
        _("Simulated, as above; a tie is shared out. A seat stands for its side."),
        _("In {n} of {all} seats somebody wins more or less than a fair share.").format(
            n=uneven, all=len(rows)
        )
        if uneven
        else _("No seat is shown to be better than another."),
        (
            Table(
                "seats",
                columns,
                rows,
                N_("Share of wins of each seat between equals"),
                chances=("wins", "even"),
            ),
        ),
        tuple(plots),
    )


def _luck_told(report: BalanceReport, shares: Sequence[Sequence[Cell]], best: str) -> Iterator[str]:
    """Sentences on luck and skill in the first variant, and on the length of the ladder."""
    _variant, _one, _other, luck, skill, _rest, _depth, rungs = shares[0]
    if isinstance(luck, Simulated) and isinstance(skill, Simulated):
        yield _(
            "The deal explains {luck} of the result, better play {skill}; the rest is chance in "
            "the play."
        ).format(luck=chance_words(luck.mean), skill=chance_words(skill.mean))
    if best != RANDOM:
        yield _(
            "From random play to {best} there are {n} steps; at each of them the better player "
            "wins three matches in four."
        ).format(best=name_and_level(report.game.info, best), n=number_text(rungs, ".1f"))


def of_luck(report: BalanceReport, played: Sequence[Played]) -> Section:
    """Luck, skill and the ladder, of variants in which the levels met."""
    ladder: list[list[Cell]] = []
    shares: list[list[Cell]] = []
    for part in played:
        ratings = ladder_of(part)
        order = [int(k) for k in np.argsort(-ratings.values, kind="stable")]
        names = part.round_robin.names
        ladder += [[part.variant.name, names[k], ratings.of(k)] for k in order]
        results = first_side_results(part.met[-1])
        found = luck_and_skill(results)
        depth = ratings.gap(order[0], order[-1])
        weaker, stronger = names[-2], names[-1]
        shares.append(
            [
                part.variant.name,
                stronger,
                weaker,
                *(found.get(name) for name in ("luck", "skill", "rest")),
                depth,
                depth.mean / _RUNG,
            ]
        )
    columns = ("variant", "player", "against", "luck", "skill", "rest", "skill_depth", "rungs")
    title = N_("Luck of the deal, skill, and the ladder's spread")
    rungs = Table("ladder", ("variant", "player", "rating"), ladder, N_("The ladder"))
    return Section(
        "luck",
        _("How much is luck, how much skill?"),
        _(
            "Simulated: the levels against each other on duplicate deals. Luck is the share of the"
            " variance of the first side's result that the deal explains, skill the share that the"
            " player there explains, the rest is neither (how they met, what they tossed coins "
            "for); with fewer than 10 deals they may be anything. Skill depth is the rating of the"
            " best less that of the worst; a rung is 200 points, three wins of four."
        ),
        " ".join(_luck_told(report, shares, str(ladder[0][1]))),
        (
            Table(
                "luck",
                columns,
                shares,
                title,
                chances=("luck", "skill", "rest"),
            ),
            rungs,
        ),
        (
            Plot(
                "ladder_plot",
                N_("The ladder"),
                partial(
                    charts.intervals,
                    with_labels(report.game.info, _first(rungs)),
                    "player",
                    "rating",
                ),
            ),
        ),
    )


def _first(ladder: Table) -> Table:
    """The ladder of the first variant."""
    rows = [row for row in ladder.rows if row[0] == ladder.rows[0][0]]
    return Table(ladder.name, ladder.columns, rows, ladder.title)


def ladder_of(part: Played) -> Ratings:
    """Ratings of random play and the levels, in points; ``part`` has its meetings."""
    pairs, players = part.round_robin.pairs, len(part.round_robin.names)
    return rate(pair_shares(pairs, part.met, players))


def _changes(report: BalanceReport, played: Sequence[Played]) -> Section:
    rows: list[list[Cell]] = []
    for before, after in pairwise(played):
        for level in report.levels:
            for measure in MEASURES:
                found = change(before.equals[level], after.equals[level], measure)
                if found is not None:
                    surely = not found.contains(0.0)
                    rows.append(
                        [
                            before.variant.name,
                            after.variant.name,
                            level,
                            measure.name,
                            found,
                            surely,
                        ]
                    )
    columns = ("from", "to", "level", "measure", "change", "surely")
    return Section(
        "changes",
        _("What does the rule change?"),
        _("Simulated: differences of the measures deal by deal, both variants on the same shoes."),
        _("{n} of {all} differences are clearly not 0.").format(
            n=sum(bool(row[5]) for row in rows), all=len(rows)
        ),
        (Table("changes", columns, rows, N_("From one variant to the next")),),
    )
