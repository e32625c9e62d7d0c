"""The hands of a table after one, two and three rounds of mus at each level."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ludoteca.core.answers import Name, Rows
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Simulated, simulated_share
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table

from ..exact.types import Deck
from .dealing import MOST_ROUNDS, QUANTITIES, Rounds

section = sections_beside(__file__)

_MOST_HANDS = 20


@study_table("rounds", "level rounds deals share", chances="share")
def rounds_table(found: Mapping[str, Rounds]) -> Rows:
    """Rounds that were agreed to at least."""
    for level, played in found.items():
        for rounds in range(1, MOST_ROUNDS + 1):
            n, all_ = int(played.deals[rounds]), int(played.deals[0])
            yield [Name(level), rounds, n, simulated_share(n, all_)]


@study_table(
    "hands_after_mus",
    "level rounds n par medias duples juego thirty_one kings aces pares_played juego_played "
    "punto_played stones_of_the_mano stones_of_the_postre",
    chances="par medias duples juego thirty_one pares_played juego_played punto_played",
)
def hands_table(found: Mapping[str, Rounds]) -> Rows:
    """Every level and number of rounds that was seen often enough."""
    for level, played in found.items():
        for rounds in range(MOST_ROUNDS + 1):
            cells = [played.mean(rounds, k) for k in range(len(QUANTITIES))]
            if cells[0] is not None:
                yield [Name(level), rounds, int(played.deals[rounds]), *cells]


@study_table("commonest_hands", "level hand share dealt", chances="share dealt")
def commonest_table(deck: Deck, found: Mapping[str, Rounds]) -> Rows:
    """The twenty commonest at each level."""
    for level, played in found.items():
        after = played.held[1]
        hands = int(after.sum())
        if not hands:
            continue
        for index in (-after).argsort(kind="stable")[:_MOST_HANDS].tolist():
            dealt = int(deck.types.ways[index]) / deck.hands
            yield [Name(level), deck.types.names[index], int(after[index]) / hands, dealt]


def of_rounds(deck: Deck, found: Mapping[str, Rounds]) -> Section:
    """The section on what mus does to the hands."""
    rounds, hands = rounds_table(found), hands_table(found)
    level = list(found)[-1]
    played = found[level]
    dealt, after = (_simulated(played, k, "juego") for k in (0, 1))
    pares, pares_after = (_simulated(played, k, "pares_played") for k in (0, 1))
    share = simulated_share(int(played.deals[1]), int(played.deals[0]))
    return section(
        "rounds",
        (rounds, hands, commonest_table(deck, found)),
        {"hands_after_mus": partial(charts.lines, hands, "rounds", "juego", colour="level")},
        n=int(played.deals[0]),
        level=_(level),
        share=share.mean,
        juego=after.mean,
        juego_dealt=dealt.mean,
        pares=pares_after.mean,
        pares_dealt=pares.mean,
    )


def _simulated(played: Rounds, rounds: int, quantity: str) -> Simulated:
    found = played.mean(rounds, QUANTITIES.index(quantity))
    assert found is not None, "too few deals for a round of mus"
    return found
