"""The players against each other, exactly: every kind of round, both orders, and the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from ludoteca.core.answers import Cell, Plot, Rows, Table, table
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.numbers import Exact
from ludoteca.core.player_names import with_labels
from ludoteca.core.questions import Progress, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section

from .. import EQUILIBRIUM, INFO
from ..evaluate.entrants import BUILT_IN, read_entrants
from ..solver.policy_tables import OURS
from ..solver.round_paths import KINDS, Kind, Round
from ..solver.store import shipped
from ..solver.strategy import Strategy
from ..solver.value import MatchValue, RoundValue, match_of, round_value

BLUFFER = "blefe"


@dataclass(frozen=True, eq=False)
class Field:
    """All players in one kind of round: what everybody does to everybody, in both orders.

    ``values[one, other]`` is a round in which the one is first.
    """

    played: Round
    strategies: Mapping[str, Strategy]
    values: Mapping[tuple[str, str], RoundValue]

    @property
    def kind(self) -> Kind:
        """The kind of round."""
        return self.played.kind

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


def field_of(kind: Kind, names: Sequence[str] = BUILT_IN, progress: Progress = quiet) -> Field:
    """All of ``names`` against all, themselves included."""
    played = Round.named(kind)
    strategies = {e.name: e.strategy(played) for e in read_entrants(names, played)}
    pairs = [(one, other) for one in strategies for other in strategies]
    values: dict[tuple[str, str], RoundValue] = {}
    for done, (one, other) in enumerate(pairs):
        progress(done, len(pairs), _("{one} against {other}").format(one=one, other=other))
        if kind == "rapida" and values:  # nobody decides anything
            values[one, other] = next(iter(values.values()))
        else:
            values[one, other] = round_value(played, strategies[one], strategies[other])
    return Field(played, strategies, values)


def fields(names: Sequence[str] = BUILT_IN, progress: Progress = quiet) -> dict[Kind, Field]:
    """All kinds of round."""
    return {kind: field_of(kind, names, progress) for kind in KINDS}


# -- tables -------------------------------------------------------------------------------------


@table(
    "pairs",
    N_("Players against players: points a round, and matches of five begun by the first"),
    "round first second points_of_first points_of_second difference match_won match_drawn "
    "match_lost",
)
def pairs_table(found: Mapping[Kind, Field]) -> Rows:
    """Every kind of round and every order: points of both, and the match."""
    for kind, field in found.items():
        for (one, other), value in field.values.items():
            match = field.matches[one, other]
            yield [
                kind, one, other, Exact(value.first), Exact(value.second),
                Exact(value.difference), Exact(match.win), Exact(match.draw), Exact(match.loss),
            ]  # fmt: skip


@table(
    "averages",
    N_("Players against players, on average of both orders"),
    "round player against points_above score",
)
def averages_table(found: Mapping[Kind, Field]) -> Rows:
    """Every pair of different players on average of both orders."""
    for kind, field in found.items():
        for one, other in field.values:
            if one != other:
                above, score = field.above(one, other), field.score(one, other)
                yield [kind, one, other, Exact(above), Exact(score)]


@table("ranking", N_("The players, on average of all others"), "round player points_above score")
def ranking_table(found: Mapping[Kind, Field]) -> Rows:
    """The players by what they get above the others, on average of the others."""
    for kind, field in found.items():
        names = list(field.strategies)
        by_name = {}
        for one in names:
            others = [other for other in names if other != one]
            points = sum((field.above(one, other) for other in others), Fraction(0)) / len(others)
            score = sum((field.score(one, other) for other in others), Fraction(0)) / len(others)
            by_name[one] = (points, score)
        for name in sorted(names, key=lambda name: -by_name[name][0]):
            points, score = by_name[name]
            yield [kind, name, Exact(points), Exact(score)]


@table(
    "seats",
    N_("What the first seat is worth between equals"),
    "round player points_of_first points_of_second difference",
)
def seat_table(found: Mapping[Kind, Field]) -> Rows:
    """Points of the first above the second when both play alike."""
    for kind, field in found.items():
        for name in field.strategies:
            value = field.values[name, name]
            yield [kind, name, Exact(value.first), Exact(value.second), Exact(value.difference)]


def player_table(found: Mapping[Kind, Field], name: str, table: str, title: str) -> Table:
    """One player against every other: both orders, and the match."""
    rows: list[list[Cell]] = []
    for kind, field in found.items():
        for other in field.strategies:
            if other == name:
                continue
            match = field.matches[name, other]
            rows.append(
                [kind, other, Exact(field.values[name, other].difference),
                 Exact(-field.values[other, name].difference), Exact(field.above(name, other)),
                 Exact(match.win), Exact(match.draw), Exact(match.loss)]
            )  # fmt: skip
    columns = (
        "round", "against", "as_first", "as_second", "points_above", "match_won", "match_drawn",
        "match_lost",
    )  # fmt: skip
    return Table(table, columns, rows, title)


# -- sections -----------------------------------------------------------------------------------


def _method() -> str:
    return _(
        "exact: fractions over all orders of the deck; the equilibrium's own probabilities are "
        "fractions that were rounded once, so its numbers are exact for the player that ships"
    )


def told(field: Field, name: str) -> str:
    """Against whom a player wins how much, in words."""
    others = sorted(
        (other for other in field.strategies if other != name),
        key=lambda other: -field.above(name, other),
    )
    return ", ".join(
        f"{other} {number_text(float(field.above(name, other)), '+.3f')}" for other in others
    )


def of_players(found: Mapping[Kind, Field]) -> Section:
    """Everybody against everybody."""
    pairs, averages, ranking = pairs_table(found), averages_table(found), ranking_table(found)
    quick = found["rapida"].values[EQUILIBRIUM, EQUILIBRIUM]
    best = {
        kind: next(row for row in ranking.rows if row[0] == kind)[1]
        for kind in ("estrategica", "completa")
    }
    answer = _(
        "In the quick round nobody decides: both get {quick} = {decimal:.4f} points. On average of "
        "all others {strategic} gets most above them in the strategic round and {complete} in the "
        "complete one; the equilibrium does not try to punish the weak, it only cannot be beaten: "
        "there it gets {told} a round."
    ).format(
        quick=quick.first,
        decimal=float(quick.first),
        strategic=best["estrategica"],
        complete=best["completa"],
        told=told(found["completa"], EQUILIBRIUM),
    )
    plots = []
    for kind in ("estrategica", "completa"):
        field = found[kind]
        cells = [(one, other, float(field.above(one, other))) for one, other in field.values]
        part = with_labels(INFO, Table(averages.name, ("player", "against", "points_above"), cells))
        title = _("Points a round of the row above the column, both orders: {kind}").format(
            kind=kind
        )
        draw = partial(charts.heatmap, part, "against", "player", "points_above")
        plots.append(Plot(f"pairs_{kind}", title, draw))
    return Section(
        "players",
        _("Who beats whom, and by how much?"),
        _method(),
        answer,
        (ranking, averages, pairs),
        tuple(plots),
    )


def of_bluffer(found: Mapping[Kind, Field]) -> Section:
    """Question 7."""
    title = N_("Question 7: blefe against the others")
    table = player_table(found, BLUFFER, "bluffer", title)
    complete, strategic = found["completa"], found["estrategica"]
    answer = _(
        "To exchange one card at most costs the bluffer the cards that it does not see: without "
        "folding it loses {strategic:.3f} a round to ganancioso. The bluff pays against cauteloso, "
        "which believes that one card means four of a kind; aleatório falls to anybody. Points a "
        "round above the others in the complete round, both orders: {told}."
    ).format(strategic=-float(strategic.above(BLUFFER, "ganancioso")), told=told(complete, BLUFFER))
    plot = N_("blefe: points a round above the others, complete round")
    return _of_player(table, _("Question 7: how does the bluffer fare?"), answer, plot)


def of_ours(found: Mapping[Kind, Field]) -> Section:
    """Question 8."""
    table = player_table(found, OURS, "ours", N_("Question 8: nosso against the others"))
    complete = found["completa"]
    match = complete.matches[OURS, "ganancioso"]
    answer = _(
        "It exchanges like ganancioso, but two cards alone of a hand of nothing, and seldom folds. "
        "Points a round above the others in the complete round, both orders: {told}. A match of "
        "five against ganancioso that it begins it wins in {win:.1%} and loses in {loss:.1%} of "
        "all cases. Without folding its bluff costs {cost:.3f} a round."
    ).format(
        told=told(complete, OURS),
        win=float(match.win),
        loss=float(match.loss),
        cost=-float(found["estrategica"].above(OURS, "ganancioso")),
    )
    plot = N_("nosso: points a round above the others, complete round")
    return _of_player(table, _("Question 8: how does our own player fare?"), answer, plot)


def _of_player(table: Table, question: str, answer: str, plot: str) -> Section:
    part = with_labels(
        INFO, Table(table.name, table.columns, [r for r in table.rows if r[0] == "completa"])
    )
    draw = partial(charts.bars, part, "against", "points_above")
    plots = (Plot(table.name, plot, draw),)
    return Section(table.name, question, _method(), answer, (table,), plots)


def of_match(found: Mapping[Kind, Field]) -> Section:
    """The match of five rounds."""
    field = found["completa"]
    rows: list[list[Cell]] = [
        [one, other, way, share]
        for (one, other), match in field.matches.items()
        if one == EQUILIBRIUM
        for way, share in (
            (_("won"), Exact(match.win)),
            (_("drawn"), Exact(match.draw)),
            (_("lost"), Exact(match.loss)),
        )
    ]
    columns = ("first", "second", "result", "share")
    title = N_("Matches of five complete rounds that the equilibrium begins")
    table = Table("matches", columns, rows, title)
    equal = field.matches[EQUILIBRIUM, EQUILIBRIUM]
    names = [name for name in field.strategies if name != EQUILIBRIUM]
    worst = min(names, key=lambda name: field.score(EQUILIBRIUM, name))
    answer = _(
        "Between two players of the equilibrium the one who is first three times of five wins "
        "{win:.1%}, draws {draw:.1%} and loses {loss:.1%} of the matches. It is an equilibrium of "
        "points, not of matches: its least share of matches, a draw counting half and both orders "
        "averaged, is {share:.1%} against {worst}."
    ).format(
        win=float(equal.win),
        draw=float(equal.draw),
        loss=float(equal.loss),
        worst=worst,
        share=float(field.score(EQUILIBRIUM, worst)),
    )
    draw = partial(charts.bars, table, "second", "share", colour="result")
    return Section(
        "matches",
        _("How does a match of five rounds end?"),
        _method(),
        answer,
        (table,),
        (Plot("matches", title, draw),),
    )


def of_seats(found: Mapping[Kind, Field]) -> Section:
    """The first seat."""
    table = seat_table(found)
    solved = shipped("completa")
    strategic = found["estrategica"].values[EQUILIBRIUM, EQUILIBRIUM].difference
    answer = _(
        "Under best play the first seat is worth nothing in the quick round, {strategic:+.6f} "
        "points a round in the strategic one, where the second has seen the other's number, and "
        "{complete:+.6f} in the complete one (the value of the game lies between {low:.9f} and "
        "{high:.9f}): there it costs the first two points to fold, and the second three."
    ).format(
        strategic=float(strategic),
        complete=float(solved.value),
        low=float(solved.low),
        high=float(solved.high),
    )
    part = with_labels(
        INFO, Table(table.name, table.columns, [r for r in table.rows if r[0] != "rapida"])
    )
    draw = partial(charts.bars, part, "player", "difference", colour="round")
    return Section(
        "seats",
        _("What is the first seat worth?"),
        _method(),
        answer,
        (table,),
        (Plot("seats", N_("Points of the first above the second, between equals"), draw),),
    )
