"""A solved match in tables: its value, the worth of a lead, the gain over other players."""

from __future__ import annotations

from pathlib import Path

from ludoteca.core.answers import Answer, Cell, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import chance_words

from ..evaluate.entrants import BUILT_IN, read_entrants
from .match import SolvedMatch, chance_of
from .match_value import Duellist, by_the_score, duel, whatever_the_score
from .store import equilibrium, solved_round

LEADS = 10  #: points of lead up to which the table of leads goes


def match_answer(match: SolvedMatch, seconds: float, path: Path) -> Answer:
    """The answer about ``match``, which was solved in so many seconds and saved in ``path``."""
    low, high = match.bounds
    return Answer(
        {
            "value": chance_of((low + high) / 2),
            "value_at_least": chance_of(low),
            "value_at_most": chance_of(high),
            "exploitability": match.exploitability / 2,
            "stages": len(match.stages),
            "strategies": len(match.strategies),
            "seconds": seconds,
            "saved": str(path),
        },
        (leads(match), gained(match)),
        notes=[
            _("value: the chance of the first player to win the match, a draw counting half"),
            _(
                "at least and at most: what the best responses to the whole match leave and get, "
                "worked out backwards over all rounds in double precision"
            ),
        ],
        headline=_(
            "Between perfect players the first to speak wins {chance} of the matches."
        ).format(chance=chance_words(chance_of((low + high) / 2))),
    )


def leads(match: SolvedMatch) -> Table:
    """The chance to win of the first of a round, by the rounds left and the lead."""
    rows: list[list[Cell]] = [
        [stage.left, stage.lead, chance_of(match.scores[stage])]
        for stage in sorted(match.stages, key=lambda s: (-s.left, s.lead))
        if abs(stage.lead) <= LEADS
    ]
    title = N_("The chance of the first player of a round, a draw counting half")
    return Table("leads", ("rounds_left", "lead", "chance"), rows, title)


def gained(match: SolvedMatch) -> Table:
    """Matches won from each player by the two equilibria: that of the points and this one."""
    for_points = whatever_the_score(match.played, equilibrium(match.played))
    for_match = by_the_score(match, solved_round(match.played).compact)
    rows: list[list[Cell]] = []
    for entrant in read_entrants(list(BUILT_IN), match.played):
        other = whatever_the_score(match.played, entrant.strategy(match.played))
        before, now = (won_from(match, one, other) for one in (for_points, for_match))
        rows.append([entrant.name, before, now, now - before])
    title = N_("Matches won, a draw counting half, on average of both orders")
    return Table("against", ("player", "for_points", "for_the_match", "gain"), rows, title)


def won_from(match: SolvedMatch, one: Duellist, other: Duellist) -> float:
    """The chance of ``one`` to win from ``other``, a draw counting half, both orders alike."""
    begun = duel(match.played, match.rounds, one, other)
    answered = duel(match.played, match.rounds, other, one).reversed()
    return (begun.chance + answered.chance) / 2
