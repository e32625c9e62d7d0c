"""Variants compared with the rules as they are, measure by measure; and suggestions from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from statistics import NormalDist

from ludoteca.arena.balance import Played
from ludoteca.arena.measures import (
    MEASURES,
    Measure,
    change,
    first_side_results,
    luck_and_skill,
    seat_shares,
    value,
)
from ludoteca.arena.run_log import Line
from ludoteca.core.answers import Cell, Name, Plot, Rows, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Simulated
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table

section = sections_beside(__file__)

DRY = 0.1  #: of the seats win no card: more is called many
EARLY = 0.5  #: of the round is left when it is decided: more is called early

_QUANTILE = NormalDist().inv_cdf


def _without_points(line: Line) -> float | None:
    points = line["points"]
    return float(sum(p == 0 for p in points) / len(points))


WITHOUT_POINTS = Measure(
    Name("without_points"), N_("share of seats that win no card"), _without_points
)

# What is better where it is smaller, and where it is larger.
_SMALLER = ("ties", "decisiveness", WITHOUT_POINTS.name)
_LARGER = ("lead_changes",)
_LENGTH = "length"
WATCHED = tuple(m for m in (*MEASURES, WITHOUT_POINTS) if m.name in (*_SMALLER, *_LARGER, _LENGTH))
_BY_NAME: dict[str, Measure] = {measure.name: measure for measure in WATCHED}


@dataclass(frozen=True)
class Change:
    """The effect of a variant on a measure at a table of ``players``; see :func:`change`."""

    players: int
    variant: str
    measure: Name
    before: Simulated
    after: Simulated
    by: Simulated
    sure: bool

    @property
    def better(self) -> bool:
        """It is surely for the better."""
        wanted = 1 if self.measure in _LARGER else -1
        return self.sure and self.measure != _LENGTH and self.by.mean * wanted > 0

    @property
    def worse(self) -> bool:
        """It is surely for the worse."""
        return self.sure and self.measure != _LENGTH and not self.better


def changes_of(pairs: Sequence[tuple[Played, Played]], level: str) -> list[Change]:
    """All changes at a level, for pairs of the rules as they are and a variant.

    A change is sure where it is so with all of them taken together (Bonferroni, 5 %).
    """
    factor = _QUANTILE(1 - 0.025 / (len(pairs) * len(WATCHED))) / _QUANTILE(0.975)
    found = []
    for before, after in pairs:
        players = int(before.variant.options["players"])
        name = after.variant.name.removeprefix(before.variant.name).strip()
        for measure in WATCHED:
            one, other = before.equals[level], after.equals[level]
            values = value(one, measure), value(other, measure), change(one, other, measure)
            if None not in values:
                was, will_be, by = (v for v in values if v is not None)
                sure = abs(by.mean) > factor * (by.high - by.mean)
                found.append(Change(players, name, measure.name, was, will_be, by, sure))
    return found


@study_table("changes", "players variant measure as_it_is with_it change surely")
def changes_table(found: Sequence[Change]) -> Rows:
    """Every measure beside that of the rules as they are."""
    for c in found:
        yield [c.players, c.variant, c.measure, c.before, c.after, c.by, c.sure]


def of_changes(found: Sequence[Change]) -> Section:
    """The section on what variants change."""
    sure = sum(c.sure for c in found)
    return section("changes", (changes_table(found),), list(_plots(found)), n=sure, all=len(found))


def _plots(found: Sequence[Change]) -> Iterator[Plot]:
    for measure in ("decisiveness", "lead_changes", WITHOUT_POINTS.name):
        mine = [c for c in found if c.measure == measure]
        rows: list[list[Cell]] = []
        for players, group in groupby(mine, lambda c: c.players):
            part = list(group)
            rows.append([str(players), part[0].before])
            rows += [[f"{players}, {c.variant}", c.after] for c in part]
        if rows:
            table = Table(f"changes_{measure}", ("players", measure), rows)
            title = _("{measure} by players and variant").format(
                measure=_(measure.replace("_", " "))
            )
            yield Plot(table.name, title, partial(charts.intervals, table, "players", measure))


# -- what follows ---------------------------------------------------------------------------------


def of_suggestions(plain: Sequence[Played], found: Sequence[Change], level: str) -> Section:
    """Suggestions to the designer."""
    said = " ".join([*_problems(plain, level), *_summed_up(found)])
    return section("suggestions", (verdicts_table(found),), said=said)


@study_table("suggestions", "variant players better worse decisions advice")
def verdicts_table(found: Sequence[Change]) -> Rows:
    """Each variant at each table, with advice."""
    for (players, variant), group in groupby(found, lambda c: (c.players, c.variant)):
        part = list(group)
        better, worse = [c for c in part if c.better], [c for c in part if c.worse]
        yield [
            variant,
            players,
            _named(better),
            _named(worse),
            next((_times(c) for c in part if c.measure == _LENGTH), None),
            _advice(bool(better), bool(worse)),
        ]


def _named(changes: Sequence[Change]) -> str:
    return ", ".join(_(c.measure.replace("_", " ")) for c in changes) or "–"


def _times(length: Change) -> float:
    """Decisions with the variant, those of the rules as they are taken for 1."""
    return length.after.mean / length.before.mean


def _advice(better: bool, worse: bool) -> str:
    if better and worse:
        return _("a matter of taste")
    if better:
        return _("take it")
    return _("leave it") if worse else _("no difference shown")


def _problems(plain: Sequence[Played], level: str) -> Iterator[str]:
    """Weak points of the rules as they are."""
    by_players = [(int(part.variant.options["players"]), part) for part in plain]
    uneven = [n for n, part in by_players if _uneven(part.equals[level])]
    if uneven:
        yield _(
            "Seats are uneven with {players} players: let a match have as many rounds as players."
        ).format(players=_listed(uneven))
    else:
        yield _("No seat is shown to be better than another.")
    early = [
        (n, found.mean)
        for n, part in by_players
        if (found := value(part.equals[level], _BY_NAME["decisiveness"])) and found.low > EARLY
    ]
    if early:
        low, high = min(share for _n, share in early), max(share for _n, share in early)
        yield _(
            "A round is decided early: with {players} players, when {low:.0%} to {high:.0%} of it "
            "is left."
        ).format(players=_listed([n for n, _share in early]), low=low, high=high)
    for n, part in by_players:
        dry = value(part.equals[level], WITHOUT_POINTS)
        if dry is not None and dry.low > DRY:
            yield _("With {n} players {share:.0%} of the seats end a round without a card.").format(
                n=n, share=dry.mean
            )
    skill = [luck_and_skill(first_side_results(part.met[-1])) for part in plain if part.met]
    shares = [found["skill"].mean for found in skill if found]
    if shares:
        yield _(
            "Which of the two levels sits there explains {low:.0%} to {high:.0%} of a round's "
            "result: who is better shows in many rounds, not in one."
        ).format(low=min(shares), high=max(shares))


def _uneven(lines: Sequence[Line]) -> bool:
    """Some seat's share of wins is surely not even, all seats taken together."""
    shares = [share for share in seat_shares(lines) if share is not None]
    factor = _QUANTILE(1 - 0.025 / len(shares)) / _QUANTILE(0.975)
    return any(abs(s.mean - 1 / len(shares)) > factor * (s.high - s.mean) for s in shares)


def _summed_up(found: Sequence[Change]) -> Iterator[str]:
    """A sentence on each variant, tables of all sizes together."""
    for variant in dict.fromkeys(c.variant for c in found):
        mine = [c for c in found if c.variant == variant]
        told = [
            _("{what} with {players} players").format(what=what, players=_listed(players))
            for what, players in (*_effects(mine, True), *_effects(mine, False))
        ]
        times = [_times(c) for c in mine if c.measure == _LENGTH]
        yield _("{variant}: {told}; {low:.0%} to {high:.0%} of the decisions.").format(
            variant=variant,
            told="; ".join(told) or _("neither better nor worse, as far as these deals show"),
            low=min(times),
            high=max(times),
        )


def _effects(mine: Sequence[Change], good: bool) -> Iterator[tuple[str, list[int]]]:
    for measure, (better, worse) in _WORDS.items():
        players = [
            c.players for c in mine if c.measure == measure and (c.better if good else c.worse)
        ]
        if players:
            yield _(better if good else worse), players


def _listed(players: Sequence[int]) -> str:
    return ", ".join(map(str, players))


_WORDS = {
    "ties": (N_("fewer ties"), N_("more ties")),
    "decisiveness": (N_("decided later"), N_("decided earlier")),
    "lead_changes": (N_("the lead changes more"), N_("the lead changes less")),
    "without_points": (N_("fewer seats without a card"), N_("more seats without a card")),
}
