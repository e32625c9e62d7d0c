"""The losses of each player to a perfect opponent, and the decisions that cost it most."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ludoteca.core.answers import Plot, Rows, Table
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Exact
from ludoteca.core.player_names import player_words, with_labels
from ludoteca.core.questions import Progress, in_parts, quiet
from ludoteca.lab import charts
from ludoteca.lab.study import Section, in_turn, sections_beside, study_table

from .. import EQUILIBRIUM, INFO
from ..hands import CLASS_NAMES
from ..solver.leaks import Leak, leaks, words
from ..solver.response import Exploited, exploited
from ..solver.round_paths import SEATS, Kind
from ..solver.store import equilibrium
from .players_compared import AllAgainstAll, kind_words
from .solved_seats import SOLVED_KINDS, seat_word

section = sections_beside(__file__)

SHOWN = 8  #: leaks of each seat of a player
LEAST = 0.001  # points a round


def losses(
    found: Mapping[Kind, AllAgainstAll], progress: Progress = quiet
) -> dict[Kind, dict[str, Exploited]]:
    """The winnings of perfect opponents from every player, exactly."""
    out: dict[Kind, dict[str, Exploited]] = {}
    told = _("a perfect opponent of this player: {name}")
    parts = in_parts(progress, *(1 for _kind in SOLVED_KINDS))
    for kind, part in zip(SOLVED_KINDS, parts, strict=True):
        field = found[kind]
        out[kind] = {
            name: exploited(field.played, field.strategies[name])
            for name in in_turn(
                field.strategies, part, lambda name: told.format(name=player_words(INFO, name))
            )
        }
    return out


@study_table("losses", "round player as_first as_second exploitability")
def losses_table(found: Mapping[Kind, Mapping[str, Exploited]]) -> Rows:
    """The exploitability of everybody, in each seat and on average, the least first."""
    for kind, by_name in found.items():
        for name, lost in sorted(by_name.items(), key=lambda item: item[1].mean):
            yield [kind, name, Exact(lost.as_first), Exact(lost.as_second), Exact(lost.mean)]


def leaks_of(
    found: Mapping[Kind, AllAgainstAll], progress: Progress = quiet
) -> dict[tuple[Kind, str], list[Leak]]:
    """The dearest leaks of everybody but the equilibrium, in each kind of round."""
    out: dict[tuple[Kind, str], list[Leak]] = {}
    told = _("leaks of {name}")
    parts = in_parts(progress, *(1 for _kind in SOLVED_KINDS))
    for kind, part in zip(SOLVED_KINDS, parts, strict=True):
        field = found[kind]
        model = equilibrium(field.played)
        names = [name for name in field.strategies if name != EQUILIBRIUM]
        for name in in_turn(names, part, lambda name: told.format(name=player_words(INFO, name))):
            here = []
            for seat in SEATS:
                dear = leaks(field.played, field.strategies[name], model, seat)
                here += [leak for leak in dear[:SHOWN] if leak.cost >= LEAST]
            out[kind, name] = sorted(here, key=lambda leak: -leak.cost)
    return out


@study_table("leaks", "round player seat seen hand leak chance equilibrium often cost")
def leaks_table(found: Mapping[tuple[Kind, str], list[Leak]]) -> Rows:
    """The leaks in words, and what they cost."""
    for (kind, name), here in found.items():
        for leak in here:
            yield [
                kind, name, seat_word(leak.seat), leak.seen, _(CLASS_NAMES[leak.hand]),
                words(leak), leak.chance, leak.fitting, leak.often, leak.cost,
            ]  # fmt: skip


def of_losses(
    found: Mapping[Kind, Mapping[str, Exploited]], dear: Mapping[tuple[Kind, str], list[Leak]]
) -> Section:
    """The section on exploitability and leaks."""
    table = losses_table(found)
    told = "; ".join(
        _("{name} {mean:.3f} (as first {first:.3f}, as second {second:.3f})").format(
            name=player_words(INFO, name), mean=float(lost.mean), first=float(lost.as_first),
            second=float(lost.as_second),
        )
        for name, lost in sorted(found["completa"].items(), key=lambda item: -item[1].mean)
        if name != EQUILIBRIUM
    )  # fmt: skip
    worst = "; ".join(
        f"{player_words(INFO, name)}: {words(here[0])}"
        for (kind, name), here in dear.items()
        if kind == "completa"
    )
    parts = []
    for kind in SOLVED_KINDS:
        rows = [
            (row[1], seat, row[2 + i])
            for row in table.rows
            if row[0] == kind
            for i, seat in enumerate(map(seat_word, SEATS))
        ]
        part = with_labels(INFO, Table(table.name, ("player", "seat", "points"), rows))
        title = _("What a perfect opponent wins from each player, by the player's seat: {kind}")
        draw = partial(charts.bars, part, "player", "points", colour="seat")
        parts.append(Plot(f"losses_{kind}", title.format(kind=kind_words(kind)), draw))
    return section(
        "losses",
        (table, leaks_table(dear)),
        tuple(parts),
        told=told,
        mean=float(found["completa"][EQUILIBRIUM].mean),
        worst=worst,
    )
