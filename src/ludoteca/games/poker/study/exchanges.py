"""The equilibrium to learn from: what to exchange, what a number tells, how often to bluff.

Hands that a renaming of the ranks makes equal are one line: A A 7 7 K stands for all two pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ludoteca.core.answers import Rows, table
from ludoteca.core.i18n import _
from ludoteca.lab import charts
from ludoteca.lab.study import Section, sections_beside, study_table
from ludoteca.lab.tables import number

from .. import hands
from ..hands import CLASS_NAMES, Cards, text_of
from ..solver.isomorphism import Floats, merged
from ..solver.response import exploited
from ..solver.round_paths import CLASSES, FIRST, SECOND, Kind, Paths, Round
from .solved_seats import SELDOM, Seat, pure, seat_word

section = sections_beside(__file__)


@dataclass(frozen=True)
class ExchangeKind:
    """A kind of exchange of a class of hand, by an example; what is alike is counted together.

    ``worth`` in points above the other, a round, if all that follows is best.
    """

    hand: int
    example: Cards
    lot: Cards
    chance: float
    worth: float

    @property
    def greedy(self) -> bool:
        """True where ganancioso exchanges so many cards that do not contribute, and none else."""
        useless = hands.useless(self.example)
        none_else = all(n <= free for n, free in zip(self.lot, useless, strict=True))
        as_many = hands.size(self.lot) == hands.size(hands.greedy_exchange(self.example))
        return none_else and as_many

    @property
    def bluff(self) -> bool:
        """True where fewer cards go than ganancioso exchanges."""
        return hands.size(self.lot) < hands.size(hands.greedy_exchange(self.example))


def choices(seat: Seat, seen: int | None) -> list[ExchangeKind]:
    """Every kind of exchange of every class of hand, with its chance."""
    paths, merging = seat.paths, merged(seat.paths)
    row = seat.own.exchange[seen or 0]
    found = []
    for hand in range(CLASSES):
        first = int(np.flatnonzero(paths.hand_class == hand)[0])  # with most of the highest ranks
        example = paths.cards(first)
        worth = seat.ahead.of_exchanges(example, seen)
        begin, end = map(int, paths.exchange_start[first : first + 2])
        kinds: dict[int, Cards] = {}
        for lot in hands.exchanges(example, paths.deck.most):
            kinds[int(merging.exchange[paths.exchange_number(example, lot)])] = lot
        for kind, lot in kinds.items():
            chance = float(row[begin:end][merging.exchange[begin:end] == kind].sum())
            found.append(ExchangeKind(hand, example, lot, chance, worth[lot]))
    return found


def contexts(seats: dict[Kind, tuple[Seat, Seat]]) -> Iterator[tuple[Kind, Seat, int | None]]:
    """Each round, seat, and number that it may have seen when it exchanges."""
    for kind, pair in seats.items():
        for seat in pair:
            for seen in seat.contexts:
                yield kind, seat, seen


@study_table(
    "all_exchanges",
    "round seat seen hand example exchanged cards chance worth cost as_the_greedy_player",
)
def exchanging_table(seats: dict[Kind, tuple[Seat, Seat]]) -> Rows:
    """The exchanges of the equilibrium; ``seen``: the number that the first exchanged."""
    for kind, seat, seen in contexts(seats):
        found = choices(seat, seen)
        for choice in sorted(found, key=lambda c: (c.hand, -c.chance, -c.worth)):
            best = max(c.worth for c in found if c.hand == choice.hand)
            yield [
                kind, seat_word(seat.seat), seen, _(CLASS_NAMES[choice.hand]),
                text_of(choice.example), text_of(choice.lot), hands.size(choice.lot),
                choice.chance, choice.worth, best - choice.worth, choice.greedy,
            ]  # fmt: skip


# -- what a number tells ------------------------------------------------------------------------


@study_table(
    "numbers",
    "round seat seen exchanged often bluffs "
    + " ".join(name.replace(" ", "_") for name in CLASS_NAMES),
)
def numbers_table(seats: dict[Kind, tuple[Seat, Seat]]) -> Rows:
    """The share of each number exchanged, its hands, and how often it is a bluff."""
    for kind, seat, seen in contexts(seats):
        paths, mass = seat.paths, seat.mass_of(seen)
        dealt, fewer = paths.hand_class[paths.path_hand], bluffing(paths)[paths.path_exchange]
        whole = float(mass.sum())
        for n in range(paths.sizes):
            here = mass * (paths.path_size == n)
            total = float(here.sum())
            if total >= SELDOM * whole:
                shares = (np.bincount(dealt, here, CLASSES) / total).tolist()
                bluffs = float(here @ fewer) / total
                yield [kind, seat_word(seat.seat), seen, n, total / whole, bluffs, *shares]


def bluffing(paths: Paths) -> Floats:
    """1 for exchanges of fewer cards than do not contribute, at most three; else 0."""
    useless = np.minimum((paths.hands == 1).sum(axis=1), paths.deck.most)
    return (paths.exchange_size < useless[paths.exchange_hand]).astype(float)


def bluffs_of(seat: Seat) -> float:
    """The chance that the seat exchanges fewer cards than do not contribute."""
    return float(seat.mass.sum(axis=0) @ bluffing(seat.paths)[seat.paths.path_exchange])


@study_table("bluffs", "round seat seen hand bluffs exchanges_none exchanges_one exchanges_two")
def bluffs_table(seats: dict[Kind, tuple[Seat, Seat]]) -> Rows:
    """The chance of each hand to bluff by exchanging fewer cards."""
    for kind, seat, seen in contexts(seats):
        for hand in (hands.NOTHING, hands.PAIR, hands.TWO_PAIRS, hands.TRIPLE):
            bluffs = [c for c in choices(seat, seen) if c.hand == hand and c.bluff]
            by_number = [
                sum(c.chance for c in bluffs if hands.size(c.lot) == n) for n in range(hands.MOST)
            ]
            chance = sum(c.chance for c in bluffs)
            yield [kind, seat_word(seat.seat), seen, _(CLASS_NAMES[hand]), chance, *by_number]


# -- sections -----------------------------------------------------------------------------------


def of_exchanging(seats: dict[Kind, tuple[Seat, Seat]]) -> Section:
    """The section on exchanges and bluffs."""
    every = exchanging_table(seats)
    chance = every.columns.index("chance")
    often = [row for row in every.rows if number(row[chance]) >= SELDOM]
    short = replace(every, name="exchanging", rows=often)
    bluffs, numbers = bluffs_table(seats), numbers_table(seats)
    won = exploited(Round.named("estrategica"), pure("estrategica"))
    complete = seats["completa"]
    second = [_of_nothing(complete[SECOND], seen, 0) for seen in (1, 2, 3)]
    draw = partial(
        charts.bars, _nothing_table(complete), "seat", "chance", colour="cards_exchanged"
    )
    found = section(
        "exchanging",
        (short, bluffs, numbers, every),
        {"nothing": draw},
        none=_of_nothing(complete[FIRST], None, 0),
        one=second[0],
        two=second[1],
        three=second[2],
        pairs=sum(
            c.chance
            for c in choices(complete[SECOND], 0)
            if c.hand == hands.TWO_PAIRS and hands.size(c.lot) == 3
        ),
        first=bluffs_of(complete[FIRST]),
        second=bluffs_of(complete[SECOND]),
    )
    if won.mean:
        return found
    value = -won.as_first
    proved = _(
        "The strategic round has an equilibrium without any chance, proved exactly, worth "
        "{value} = {decimal:.6f} to the first: the first plays as the greedy player "
        "does; the second too, but after two cards it keeps one of its two pairs, and after one "
        "card it exchanges the pair of a full house."
    ).format(value=value, decimal=float(value))
    return replace(found, answer=f"{found.answer} {proved}")


@table("nothing", "", "seat cards_exchanged chance", chances="chance")
def _nothing_table(pair: tuple[Seat, Seat]) -> Rows:
    """The number of cards exchanged from a hand of nothing, by seat and what it has seen."""
    for seat in pair:
        for seen in seat.contexts:
            where = seat_word(seat.seat)
            if seen is not None:
                where = _("{seat} after {n}").format(seat=where, n=seen)
            yield from [
                (where, str(n), _of_nothing(seat, seen, n)) for n in range(seat.paths.sizes)
            ]


def _of_nothing(seat: Seat, seen: int | None, cards: int) -> float:
    """The chance that so many cards of a hand of nothing are exchanged."""
    found = choices(seat, seen)
    return sum(c.chance for c in found if c.hand == hands.NOTHING and hands.size(c.lot) == cards)
