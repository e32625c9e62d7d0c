"""The players against each other, exactly: every kind of round, both orders, and the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from ludoteca.core.answers import Cell, Plot, Rows, Table
from ludoteca.core.i18n import _, number_text
from ludoteca.core.numbers import Exact
from ludoteca.core.player_names import player_words, with_labels
from ludoteca.core.questions import Progress, in_parts, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, in_turn, sections_beside, study_table

from .. import EQUILIBRIUM, INFO
from ..evaluate.entrants import BUILT_IN, read_entrants
from ..rules import OPTIONS
from ..solver.policy_tables import OURS
from ..solver.round_paths import KINDS, Kind, Round
from ..solver.store import shipped
from ..solver.strategy import Strategy
from ..solver.value import MatchValue, RoundValue, match_of, round_value

section = sections_beside(__file__)

BLUFFER = "blefe"


@dataclass(frozen=True, eq=False)
class AllAgainstAll:
    """All players in one kind of round: what everybody does to everybody, in both orders.

    ``values[one, other]`` is a round in which the one is first.
    """

    played: Round
    strategies: Mapping[str, Strategy]
    values: Mapping[tuple[str, str], RoundValue]

    @cached_property
    def matches(self) -> dict[tuple[str, str], MatchValue]:
        """Matches of five, by the player that is first in the odd rounds and the other."""
        found: dict[tuple[int, int], MatchValue] = {}
        out = {}
        for one, other in self.values:
            leading, trailing = self.values[one, other], self.values[other, one]
            key = (id(leading), id(trailing))  # in the quick round all values are the same
            if key not in found:
                found[key] = match_of(leading, trailing)
            out[one, other] = found[key]
        return out

    def above(self, one: str, other: str) -> Fraction:
        """Points of ``one`` above ``other`` per round, on average of both orders."""
        return (self.values[one, other].difference - self.values[other, one].difference) / 2

    def score(self, one: str, other: str) -> Fraction:
        """Matches won by ``one``, a draw counting half, on average of who is first."""
        leading, trailing = self.matches[one, other], self.matches[other, one]
        won, lost = leading.win + trailing.loss, leading.loss + trailing.win
        return (1 + (won - lost) / 2) / 2


def field_of(
    kind: Kind, names: Sequence[str] = BUILT_IN, progress: Progress = quiet
) -> AllAgainstAll:
    """All of ``names`` against all, themselves included."""
    played = Round.named(kind)
    strategies = {e.name: e.strategy(played) for e in read_entrants(names, played)}
    pairs = [(one, other) for one in strategies for other in strategies]
    values: dict[tuple[str, str], RoundValue] = {}
    words = _("{one} against {other}")
    called = {name: player_words(INFO, name) for name in names}
    for one, other in in_turn(
        pairs, progress, lambda p: words.format(one=called[p[0]], other=called[p[1]])
    ):
        if kind == "rapida" and values:  # nobody decides anything
            values[one, other] = next(iter(values.values()))
        else:
            values[one, other] = round_value(played, strategies[one], strategies[other])
    return AllAgainstAll(played, strategies, values)


def kind_words(kind: Kind) -> str:
    """A kind of round in words, as its rule option has them."""
    return next(option.label(kind) for option in OPTIONS if option.name == "round")


def fields(
    names: Sequence[str] = BUILT_IN, progress: Progress = quiet
) -> dict[Kind, AllAgainstAll]:
    """All kinds of round."""
    parts = in_parts(progress, *(1 for _kind in KINDS))
    return {kind: field_of(kind, names, part) for kind, part in zip(KINDS, parts, strict=True)}


# -- tables -------------------------------------------------------------------------------------


@study_table(
    "pairs",
    "round first second points_of_first points_of_second difference match_won match_drawn "
    "match_lost",
    chances="match_won match_drawn match_lost",
)
def pairs_table(found: Mapping[Kind, AllAgainstAll]) -> Rows:
    """Every kind of round and every order: points of both, and the match."""
    for kind, field in found.items():
        for (one, other), value in field.values.items():
            match = field.matches[one, other]
            points = (value.first, value.second, value.difference)
            yield [kind, one, other, *map(Exact, (*points, match.win, match.draw, match.loss))]


@study_table("averages", "round player against points_above score", chances="score")
def averages_table(found: Mapping[Kind, AllAgainstAll]) -> Rows:
    """Every pair of different players on average of both orders."""
    for kind, field in found.items():
        for one, other in field.values:
            if one != other:
                above, score = field.above(one, other), field.score(one, other)
                yield [kind, one, other, Exact(above), Exact(score)]


@study_table("ranking", "round player points_above score", chances="score")
def ranking_table(found: Mapping[Kind, AllAgainstAll]) -> Rows:
    """The players by what they get above the others, on average of the others."""
    for kind, field in found.items():
        means = []
        for one in field.strategies:
            others = [other for other in field.strategies if other != one]
            points = sum((field.above(one, other) for other in others), Fraction(0)) / len(others)
            score = sum((field.score(one, other) for other in others), Fraction(0)) / len(others)
            means.append((one, points, score))
        for one, points, score in sorted(means, key=lambda mean: -mean[1]):
            yield [kind, one, Exact(points), Exact(score)]


@study_table("seats", "round player points_of_first points_of_second difference")
def seat_table(found: Mapping[Kind, AllAgainstAll]) -> Rows:
    """Points of the first above the second when both play alike."""
    for kind, field in found.items():
        for name in field.strategies:
            value = field.values[name, name]
            yield [kind, name, Exact(value.first), Exact(value.second), Exact(value.difference)]


def player_table(found: Mapping[Kind, AllAgainstAll], name: str, table: str) -> Table:
    """One player against every other: both orders, and the match."""
    rows: list[list[Cell]] = []
    for kind, field in found.items():
        for other in field.strategies:
            if other != name:
                match = field.matches[name, other]
                numbers = (
                    field.values[name, other].difference, -field.values[other, name].difference,
                    field.above(name, other), match.win, match.draw, match.loss,
                )  # fmt: skip
                rows.append([kind, other, *map(Exact, numbers)])
    columns = (
        "round", "against", "as_first", "as_second", "points_above", "match_won", "match_drawn",
        "match_lost",
    )  # fmt: skip
    return Table(
        table,
        columns,
        rows,
        chances=columns[-3:],
    )


@study_table("matches", "first second result share", chances="share")
def matches_table(field: AllAgainstAll) -> Rows:
    """Matches of five rounds that the equilibrium begins."""
    for (one, other), match in field.matches.items():
        if one == EQUILIBRIUM:
            for way, share in (
                (_("won"), match.win),
                (_("drawn"), match.draw),
                (_("lost"), match.loss),
            ):
                yield [one, other, way, Exact(share)]


# -- sections -----------------------------------------------------------------------------------


def told(field: AllAgainstAll, name: str) -> str:
    """Against whom a player wins how much, in words."""
    others = sorted(
        (other for other in field.strategies if other != name),
        key=lambda other: -field.above(name, other),
    )
    return ", ".join(
        f"{player_words(INFO, other)} {number_text(float(field.above(name, other)), '+.3f')}"
        for other in others
    )


def of_players(found: Mapping[Kind, AllAgainstAll]) -> Section:
    """Everybody against everybody."""
    pairs, averages, ranking = pairs_table(found), averages_table(found), ranking_table(found)
    quick = found["rapida"].values[EQUILIBRIUM, EQUILIBRIUM]
    best = {
        kind: player_words(INFO, str(next(row for row in ranking.rows if row[0] == kind)[1]))
        for kind in ("estrategica", "completa")
    }
    plots = []
    for kind in ("estrategica", "completa"):
        field = found[kind]
        cells = [(one, other, float(field.above(one, other))) for one, other in field.values]
        part = with_labels(INFO, Table(averages.name, ("player", "against", "points_above"), cells))
        title = _("Points a round of the row above the column, both orders: {kind}").format(
            kind=kind_words(kind)
        )
        draw = partial(charts.heatmap, part, "against", "player", "points_above")
        plots.append(Plot(f"pairs_{kind}", title, draw))
    return section(
        "players",
        (ranking, averages, pairs),
        plots,
        quick=quick.first,
        decimal=float(quick.first),
        strategic=best["estrategica"],
        complete=best["completa"],
        told=told(found["completa"], EQUILIBRIUM),
    )


def of_bluffer(found: Mapping[Kind, AllAgainstAll]) -> Section:
    """Question 7."""
    table = player_table(found, BLUFFER, "bluffer")
    return section(
        "bluffer",
        (table,),
        {"bluffer": _against_others(table)},
        strategic=-float(found["estrategica"].above(BLUFFER, "ganancioso")),
        told=told(found["completa"], BLUFFER),
    )


def of_ours(found: Mapping[Kind, AllAgainstAll]) -> Section:
    """Question 8."""
    table = player_table(found, OURS, "ours")
    complete = found["completa"]
    match = complete.matches[OURS, "ganancioso"]
    return section(
        "ours",
        (table,),
        {"ours": _against_others(table)},
        told=told(complete, OURS),
        win=float(match.win),
        loss=float(match.loss),
        cost=-float(found["estrategica"].above(OURS, "ganancioso")),
    )


def _against_others(table: Table) -> Callable[[], Any]:
    """The bars of a player's points above the others in the complete round."""
    rows = [row for row in table.rows if row[0] == "completa"]
    return partial(
        charts.bars, with_labels(INFO, replace(table, rows=rows)), "against", "points_above"
    )


def of_match(found: Mapping[Kind, AllAgainstAll]) -> Section:
    """The match of five rounds."""
    field = found["completa"]
    table = matches_table(field)
    equal = field.matches[EQUILIBRIUM, EQUILIBRIUM]
    names = [name for name in field.strategies if name != EQUILIBRIUM]
    worst = min(names, key=lambda name: field.score(EQUILIBRIUM, name))
    return section(
        "matches",
        (table,),
        {"matches": partial(charts.bars, table, "second", "share", colour="result")},
        win=float(equal.win),
        draw=float(equal.draw),
        loss=float(equal.loss),
        worst=player_words(INFO, worst),
        share=float(field.score(EQUILIBRIUM, worst)),
    )


def of_seats(found: Mapping[Kind, AllAgainstAll]) -> Section:
    """The first seat."""
    table = seat_table(found)
    solved = shipped("completa")
    strategic = found["estrategica"].values[EQUILIBRIUM, EQUILIBRIUM].difference
    decided = replace(table, rows=[row for row in table.rows if row[0] != "rapida"])
    draw = partial(charts.bars, with_labels(INFO, decided), "player", "difference", colour="round")
    return section(
        "seats",
        (table,),
        {"seats": draw},
        strategic=float(strategic),
        complete=float(solved.value),
        low=float(solved.low),
        high=float(solved.high),
    )
