"""Findings about one player: its exploitability, its leaks, and what went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.i18n import _
from ludoteca.workers.sandbox import sandbox

from ..solver import leaks
from ..solver.response import Exploited, exploited
from ..solver.round_paths import SEATS, Round
from ..solver.store import equilibrium
from .entrants import Entrant, broken_words

SHOWN_LEAKS = 3
SMALLEST_LEAK = 0.005  # points a round


@dataclass(frozen=True)
class Findings:
    """``exploited`` is None where the player has no table, or fails; ``leaks``: words and cost.

    ``of_the_match``, of a player that looks at the score: the share of matches, a draw counting
    half, that a perfect opponent of the match wins from it above a half, on average of both orders.
    """

    exploited: Exploited | None = None
    of_the_match: float | None = None
    leaks: tuple[tuple[str, float], ...] = ()


def findings_of(played: Round, entrant: Entrant) -> Findings:
    """The exploitability of ``entrant``, and its dearest leaks."""
    if entrant.match is not None:
        return Findings(of_the_match=entrant.match.exploitability / 2)
    if not entrant.exact or entrant.forfeits is not None:
        return Findings()
    strategy = entrant.strategy(played)
    model = equilibrium(played)
    found = [leak for seat in SEATS for leak in leaks.leaks(played, strategy, model, seat)]
    found.sort(key=lambda leak: -leak.cost)
    told = [leak for leak in found[:SHOWN_LEAKS] if leak.cost >= SMALLEST_LEAK]
    return Findings(
        exploited(played, strategy),
        leaks=tuple((leaks.words(leak), float(leak.cost)) for leak in told),
    )


def score_notes(found: Sequence[Entrant]) -> list[str]:
    """Notes on how the numbers of players that look at the score were found."""
    return [
        _(
            "{name} looks at the score: its numbers were worked out over all leads of the match "
            "in double precision; points are means over the rounds of the matches"
        ).format(name=entrant.label)
        for entrant in found
        if entrant.match is not None
    ]


def sandbox_words() -> str:
    """A sentence about what files could reach while they ran."""
    found = sandbox()
    if found.confines:
        return _("sandboxed by {name}: files reach nothing but themselves").format(name=found.name)
    return _("not sandboxed: a dishonest file could have changed these results")


def file_notes(entrant: Entrant) -> list[str]:
    """Notes on a file: why it is simulated, what failed, what it printed."""
    said, name = [], entrant.label
    if entrant.broken:
        said.append(broken_words(entrant))
    if entrant.unsettled:
        said.append(_("{name} is simulated: {why}").format(name=name, why=entrant.unsettled))
    for example in entrant.report.examples:
        said.append(
            _("{name} forfeits the round; asked {example}").format(name=name, example=example)
        )
    if entrant.report.printed:
        said.append(
            _("{name} prints, which nobody reads; asked {example}").format(
                name=name, example=entrant.report.printed
            )
        )
    return said
