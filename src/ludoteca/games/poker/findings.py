"""What is found out about one player: how exploitable it is, where it loses, what went wrong."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.core.i18n import _

from . import leaks
from .entrants import Entrant
from .paths import Round
from .response import Exploited, exploited
from .store import equilibrium
from .strategy import SEATS

SHOWN_LEAKS = 3
SMALLEST_LEAK = 0.005  # points a round


@dataclass(frozen=True)
class Findings:
    """``exploited`` is None where the player has no table, or fails; ``leaks``: words and cost."""

    exploited: Exploited | None = None
    leaks: tuple[tuple[str, float], ...] = ()


def findings_of(played: Round, entrant: Entrant) -> Findings:
    """What a perfect opponent wins from ``entrant``, and its dearest leaks."""
    if not entrant.exact or entrant.forfeits is not None:
        return Findings()
    strategy = entrant.strategy(played)
    model = equilibrium(played)
    found = [leak for seat in SEATS for leak in leaks.leaks(played, strategy, model, seat)]
    found.sort(key=lambda leak: -leak.cost)
    told = [leak for leak in found[:SHOWN_LEAKS] if leak.cost >= SMALLEST_LEAK]
    return Findings(
        exploited(played, strategy), tuple((leaks.words(leak), float(leak.cost)) for leak in told)
    )


def told_of(entrant: Entrant) -> list[str]:
    """What there is to say about a file: why it is simulated, what failed, what it printed."""
    said, name = [], entrant.name
    if entrant.broken:
        said.append(_("{name} forfeits every round: {why}").format(name=name, why=entrant.broken))
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
