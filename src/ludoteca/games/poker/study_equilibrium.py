"""The equilibrium in a form to learn from: what to exchange, what a number tells, when to fold.

What a renaming of the ranks makes equal is one line: A A K K J stands for all two pairs. Chances
and worths are those that hold when both play the equilibrium, in floating point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Cell, Plot, Table
from ludoteca.lab import charts
from ludoteca.lab.report import Section

from . import hands
from .hands import CLASS_NAMES, Cards, text_of
from .paths import CLASSES, Kind, Paths, Round, paths_of
from .response import Prospects, exploited, prospects
from .sides import Compact, Floats, Merging, merged
from .store import NAME, shipped
from .strategy import FIRST, SEATS, SECOND, Side, Strategy

SELDOM = 0.001  #: a chance or a share that is left out of the short tables
SOLVED_KINDS: tuple[Kind, ...] = ("estrategica", "completa")
_ALWAYS = 0.98  # a chance that is called "always" in words
_MASS = 1e-12  # a share below which a spot is never reached

_SEAT_WORDS = (N_("first"), N_("second"))


def seat_word(seat: int) -> str:
    """The seat in words."""
    return _(_SEAT_WORDS[seat])


@dataclass(frozen=True, eq=False)
class Seat:
    """One seat of a round in which both play given strategies, in floats.

    ``mass[k, p]`` is the probability that this side takes path p and the other exchanges k cards.
    """

    played: Round
    seat: int
    own: Side
    ahead: Prospects

    @property
    def paths(self) -> Paths:
        """The paths of a side."""
        return paths_of(self.played.deck)

    @cached_property
    def mass(self) -> Floats:
        """How likely each path is, by the number that the other exchanged."""
        return self._over(self.ahead.reached)

    @cached_property
    def asked(self) -> Floats:
        """The same, where this seat comes to be asked whether it folds."""
        return self._over(self.ahead.asked)

    def _over(self, ways: Floats) -> Floats:
        paths = self.paths
        contexts = [self.own.context(k) for k in range(paths.sizes)]
        going = self.own.exchange[contexts][:, paths.path_exchange] * paths.path_weight
        out: Floats = going * ways[:, paths.path_spot] / self.ahead.whole
        return out

    @property
    def folding(self) -> float:
        """How often a round ends because this seat folds."""
        return float((self.asked * self.own.fold).sum()) if self.played.may_fold else 0.0

    @property
    def contexts(self) -> Sequence[int | None]:
        """What may have been seen when the exchange is chosen: nothing, as first."""
        return (None,) if self.seat == FIRST else range(self.paths.sizes)

    def mass_of(self, seen: int | None) -> Floats:
        """The mass by path of what has been seen."""
        out: Floats = self.mass.sum(axis=0) if seen is None else self.mass[seen]
        return out


def seats_of(played: Round, strategy: Strategy) -> tuple[Seat, Seat]:
    """Both seats when both play ``strategy``."""
    whole = strategy.in_round(played)
    sides = whole.first.floats(), whole.second.floats()
    first, second = (
        Seat(played, seat, sides[seat], prospects(played, seat, sides[1 - seat])) for seat in SEATS
    )
    return first, second


def solved_seats(kind: Kind) -> tuple[Seat, Seat]:
    """Both seats of the shipped equilibrium."""
    solved = shipped(kind)
    return seats_of(solved.played, solved.strategy())


# -- exchanging ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
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
        """True where as many cards go as ganancioso exchanges."""
        return hands.size(self.lot) == hands.size(hands.greedy_exchange(self.example))

    @property
    def bluff(self) -> bool:
        """True where fewer cards go than ganancioso exchanges."""
        return hands.size(self.lot) < hands.size(hands.greedy_exchange(self.example))


def choices(seat: Seat, seen: int | None) -> list[Choice]:
    """Every kind of exchange of every class of hand, with its chance."""
    paths, merging = seat.paths, merged(seat.paths)
    row = seat.own.exchange[seen or 0]
    found = []
    for hand in range(CLASSES):
        example = _example(paths, hand)
        worth = seat.ahead.of_exchanges(example, seen)
        kinds: dict[int, Cards] = {}
        for lot in hands.exchanges(example, paths.deck.most):
            kinds[int(merging.exchange[paths.exchange_number(example, lot)])] = lot
        for lot in kinds.values():
            chance = _chance_alike(paths, merging, row, example, lot)
            found.append(Choice(hand, example, lot, chance, worth[lot]))
    return found


def _example(paths: Paths, hand: int) -> Cards:
    """The hand of a class that has most of the highest ranks."""
    return paths.cards(int(np.flatnonzero(paths.hand_class == hand)[0]))


def _chance_alike(paths: Paths, merging: Merging, row: Floats, hand: Cards, lot: Cards) -> float:
    number = paths.hand_number(hand)
    begin, end = map(int, paths.exchange_start[number : number + 2])
    alike = merging.exchange[begin:end] == merging.exchange[paths.exchange_number(hand, lot)]
    return float(row[begin:end][alike].sum())


def exchanging_table(seats: dict[Kind, tuple[Seat, Seat]], least: float = 0.0) -> Table:
    """What to exchange; ``least`` leaves out what is chosen less often."""
    rows: list[list[Cell]] = []
    for kind, pair in seats.items():
        for seat in pair:
            for seen in seat.contexts:
                found = choices(seat, seen)
                for choice in sorted(found, key=lambda c: (c.hand, -c.chance, -c.worth)):
                    if choice.chance < least:
                        continue
                    best = max(c.worth for c in found if c.hand == choice.hand)
                    rows.append(
                        [kind, seat_word(seat.seat), seen, _(CLASS_NAMES[choice.hand]),
                         text_of(choice.example), text_of(choice.lot), hands.size(choice.lot),
                         choice.chance, choice.worth, best - choice.worth, choice.greedy]
                    )  # fmt: skip
    columns = (
        "round", "seat", "seen", "hand", "example", "exchanged", "cards", "chance", "worth", "cost",
        "as_ganancioso",
    )  # fmt: skip
    if least:
        title = N_("What the equilibrium exchanges; seen: the number that the first exchanged")
        return Table("exchanging", columns, rows, title)
    title = N_("Every exchange beside the best one, both playing the equilibrium")
    return Table("all_exchanges", columns, rows, title)


# -- what a number tells ------------------------------------------------------------------------


def numbers_table(seats: dict[Kind, tuple[Seat, Seat]]) -> Table:
    """How often each number is exchanged, with which hands, and how often it is a bluff."""
    rows: list[list[Cell]] = []
    for kind, pair in seats.items():
        for seat in pair:
            for seen in seat.contexts:
                rows += _numbers_rows(kind, seat, seen)
    columns = ("round", "seat", "seen", "exchanged", "often", "bluffs", *_class_columns())
    title = N_("What a number of exchanged cards tells: the hand that was dealt, and bluffs")
    return Table("numbers", columns, rows, title)


def _class_columns() -> tuple[str, ...]:
    return tuple(name.replace(" ", "_") for name in CLASS_NAMES)


def _numbers_rows(kind: Kind, seat: Seat, seen: int | None) -> Iterator[list[Cell]]:
    paths, mass = seat.paths, seat.mass_of(seen)
    dealt, fewer = paths.hand_class[paths.path_hand], bluffing(paths)[paths.path_exchange]
    whole = float(mass.sum())
    for n in range(paths.sizes):
        here = mass * (paths.path_size == n)
        total = float(here.sum())
        if total < SELDOM * whole:
            continue
        by_class = np.bincount(dealt, here, CLASSES) / total
        bluffs = float(here @ fewer) / total
        shares = [float(share) for share in by_class]
        yield [kind, seat_word(seat.seat), seen, n, total / whole, bluffs, *shares]


def bluffing(paths: Paths) -> Floats:
    """Which exchanges are of fewer cards than do not contribute, at most three: 1 or 0."""
    useless = np.minimum((paths.hands == 1).sum(axis=1), paths.deck.most)
    fewer: Floats = (paths.exchange_size < useless[paths.exchange_hand]).astype(float)
    return fewer


def bluffs_of(seat: Seat) -> float:
    """How often the seat exchanges fewer cards than do not contribute."""
    return float(seat.mass.sum(axis=0) @ bluffing(seat.paths)[seat.paths.path_exchange])


def bluffs_table(seats: dict[Kind, tuple[Seat, Seat]]) -> Table:
    """How often each hand bluffs by exchanging fewer cards."""
    rows: list[list[Cell]] = []
    for kind, pair in seats.items():
        for seat in pair:
            for seen in seat.contexts:
                for hand in (hands.NOTHING, hands.PAIR, hands.TWO_PAIRS, hands.TRIPLE):
                    found = [c for c in choices(seat, seen) if c.hand == hand]
                    chance = sum(c.chance for c in found if c.bluff)
                    by_number = [
                        sum(c.chance for c in found if c.bluff and hands.size(c.lot) == n)
                        for n in range(hands.MOST)
                    ]
                    rows.append(
                        [kind, seat_word(seat.seat), seen, _(CLASS_NAMES[hand]), chance, *by_number]
                    )
    columns = (
        "round", "seat", "seen", "hand", "bluffs", "exchanges_none", "exchanges_one",
        "exchanges_two",
    )  # fmt: skip
    title = N_("How often to bluff by exchanging fewer cards than do not contribute")
    return Table("bluffs", columns, rows, title)


# -- folding ------------------------------------------------------------------------------------


def folding_table(pair: tuple[Seat, Seat]) -> Table:
    """When to fold: by seat, both numbers, and the value of the hand.

    Over all that one has seen of a kind: ``least`` and ``most`` are the chances of the cards that
    make folding least and most likely.
    """
    rows: list[list[Cell]] = []
    for seat in pair:
        paths = seat.paths
        for own in range(paths.sizes):
            for other in range(paths.sizes):
                for hand in range(CLASSES):
                    here = (paths.path_size == own) & (paths.path_class == hand)
                    row = _folding_row(seat, other, here)
                    if row is not None:
                        rows.append(
                            [seat_word(seat.seat), own, other, _(CLASS_NAMES[hand]),
                             hands.VALUES[hand], *row]
                        )  # fmt: skip
    columns = (
        "seat", "exchanged", "other_exchanged", "hand", "value", "often", "folds", "least", "most",
        "worth_of_staying", "worth_of_folding", "advice",
    )  # fmt: skip
    title = N_("When the equilibrium folds; often: of all rounds, staying and folding in points")
    return Table("folding", columns, rows, title)


def _folding_row(seat: Seat, other: int, here: np.ndarray) -> list[Cell] | None:
    """What there is to say of these paths; None where it all but never comes to them."""
    paths, merging = seat.paths, merged(seat.paths)
    asked = seat.asked[other, here]
    often = float(asked.sum())
    if often < _MASS:
        return None
    fold, spots = seat.own.fold[other, here], paths.path_spot[here]
    by_spot, gone = (np.bincount(merging.spot[spots], ways) for ways in (asked, asked * fold))
    reached = by_spot > SELDOM * often
    chances = gone[reached] / by_spot[reached]
    staying, ways = seat.ahead.staying[other, spots], seat.ahead.asked[other, spots]
    worth = np.divide(staying, ways, out=np.zeros(len(ways)), where=ways > 0)
    prize = seat.played.fold_first if seat.seat == FIRST else seat.played.fold_second
    chance = float(asked @ fold) / often
    return [
        often, chance, float(chances.min()), float(chances.max()), float(asked @ worth) / often,
        -prize, _advice(chance),
    ]  # fmt: skip


def _advice(chance: float) -> str:
    if chance >= _ALWAYS:
        return _("fold")
    if chance <= 1 - _ALWAYS:
        return _("stay")
    return _("fold in {chance:.0%}").format(chance=chance)


def rules_table(folding: Table) -> Table:
    """The table of folding in short: for each pair of numbers, which hands fold."""
    place = {name: i for i, name in enumerate(folding.columns)}
    groups: dict[tuple[Cell, ...], list[Sequence[Cell]]] = {}
    for row in folding.rows:
        groups.setdefault(tuple(row[:3]), []).append(row)
    rows: list[list[Cell]] = []
    for key, lines in groups.items():
        always, at_times, often = [], [], 0.0
        for line in lines:
            share, chance = line[place["often"]], line[place["folds"]]
            assert isinstance(share, float)
            assert isinstance(chance, float)
            often += share
            if chance >= _ALWAYS:
                always.append(str(line[place["hand"]]))
            elif chance > 1 - _ALWAYS:
                at_times.append(f"{line[place['hand']]} ({chance:.0%})")
        none = _("none")
        rows.append([*key, often, ", ".join(always) or none, ", ".join(at_times) or none])
    columns = ("seat", "exchanged", "other_exchanged", "often", "folds", "folds_at_times")
    title = N_("When to fold, in short: the rest stays")
    return Table("folding_rules", columns, rows, title)


# -- an equilibrium without chance --------------------------------------------------------------


def pure(kind: Kind) -> Strategy:
    """The shipped strategy with every chance rounded to nought or one."""
    compact = shipped(kind).compact
    exchange, fold = (
        tuple(np.rint(rows / compact.unit).astype(np.int64) for rows in part)
        for part in (compact.exchange, compact.fold)
    )
    return Compact(
        compact.deck, (exchange[FIRST], exchange[SECOND]), (fold[FIRST], fold[SECOND]), 1
    ).strategy(NAME)


# -- sections -----------------------------------------------------------------------------------


def of_exchanging(seats: dict[Kind, tuple[Seat, Seat]]) -> Section:
    """What to exchange, and how often to bluff."""
    short, every = exchanging_table(seats, SELDOM), exchanging_table(seats)
    bluffs, numbers = bluffs_table(seats), numbers_table(seats)
    won = exploited(Round.named("estrategica"), pure("estrategica"))
    second = [_of_nothing(seats["completa"][SECOND], seen, 0) for seen in (1, 2, 3)]
    answer = _(
        "In the complete round: as first exchange what does not contribute, but of a hand of "
        "nothing never three: two cards, as if it were three of a kind, or in {none:.0%} none, as "
        "if it were a full house. As second likewise: of nothing two, or none in {one:.0%} after "
        "one card, {two:.0%} after two and {three:.0%} after three; but against nobody who "
        "exchanged none. With two pairs against none keep one pair in {pairs:.0%}: another card "
        "alone would seldom be enough. Fewer cards than do not contribute go in {first:.1%} of all "
        "rounds as first and {second:.1%} as second."
    ).format(
        none=_of_nothing(seats["completa"][FIRST], None, 0),
        one=second[0],
        two=second[1],
        three=second[2],
        pairs=sum(
            c.chance
            for c in choices(seats["completa"][SECOND], 0)
            if c.hand == hands.TWO_PAIRS and hands.size(c.lot) == 3
        ),
        first=bluffs_of(seats["completa"][FIRST]),
        second=bluffs_of(seats["completa"][SECOND]),
    )
    if won.mean == 0:
        answer += " " + _(
            "The strategic round has an equilibrium without any chance, proved exactly, worth "
            "{value} = {decimal:.6f} to the first: the first plays like ganancioso; the second "
            "too, but after two cards it keeps one pair of two, and after one card three of a kind "
            "of a full house."
        ).format(value=-won.as_first, decimal=-float(won.as_first))
    complete = Table(
        bluffs.name, bluffs.columns,
        [(*row[:2], _seen_words(row[1], row[2]), *row[3:]) for row in bluffs.rows
         if row[0] == "completa" and row[3] in (_(CLASS_NAMES[0]), _(CLASS_NAMES[1]))],
    )  # fmt: skip
    return Section(
        "exchanging",
        _("What to exchange, and how often to bluff?"),
        _("the solved strategies that ship, in floating point; see the seats for their proof"),
        answer,
        (short, bluffs, numbers, every),
        (
            Plot(
                "bluffs",
                N_("Complete round: how often a hand bluffs by exchanging fewer cards"),
                partial(charts.bars, complete, "seen", "bluffs", colour="hand"),
            ),
        ),
    )


def _seen_words(seat: Cell, seen: Cell) -> str:
    if seen is None:
        return str(seat)
    return _("{seat} after {n}").format(seat=seat, n=seen)


def _of_nothing(seat: Seat, seen: int | None, cards: int) -> float:
    """How often so many cards go of a hand of nothing."""
    found = choices(seat, seen)
    return sum(c.chance for c in found if c.hand == hands.NOTHING and hands.size(c.lot) == cards)


def of_folding(pair: tuple[Seat, Seat]) -> Section:
    """When to fold."""
    folding = folding_table(pair)
    rules = rules_table(folding)
    hands_folded = ", ".join(
        _("{hand} {share:.0%}").format(hand=hand, share=share)
        for hand, share in _folded_by_hand(pair).items()
        if share >= SELDOM
    )
    answer = _(
        "Of all rounds {first:.1%} end with the first folding and {second:.1%} with the second. "
        "Of the hands asked they fold: {hands}; nothing better. One's own number matters as much "
        "as the other's, for the other has seen it: against three cards a pair as second goes in "
        "{bluffed:.0%} if one exchanged two, and in {honest:.0%} if one exchanged three. Three of "
        "a kind goes against none or two cards alone."
    ).format(
        first=pair[FIRST].folding,
        second=pair[SECOND].folding,
        hands=hands_folded,
        bluffed=_folds(folding, SECOND, 2, 3, hands.PAIR),
        honest=_folds(folding, SECOND, 3, 3, hands.PAIR),
    )
    parts = []
    for seat in pair:
        rows = [
            (_("{own} against {other}").format(own=row[1], other=row[2]), *row[1:])
            for row in folding.rows
            if row[0] == seat_word(seat.seat) and row[4] in (0, 1, 2, 3)
        ]
        part = Table(folding.name, ("numbers", *folding.columns[1:]), rows)
        title = _("Chance to fold as {seat}, by hand and own against the other's number").format(
            seat=seat_word(seat.seat)
        )
        draw = partial(charts.heatmap, part, "numbers", "hand", "folds")
        parts.append(Plot(f"folding_{('first', 'second')[seat.seat]}", title, draw))
    return Section(
        "folding",
        _("When to fold?"),
        _("the solved strategy of the complete round, in floating point, weighed by how often"),
        answer,
        (rules, folding),
        tuple(parts),
    )


def _folds(folding: Table, seat: int, own: int, other: int, hand: int) -> float:
    """The chance to fold in a line of the table."""
    key = [seat_word(seat), own, other, _(CLASS_NAMES[hand])]
    chance = next(row[6] for row in folding.rows if list(row[:4]) == key)
    assert isinstance(chance, float)
    return chance


def _folded_by_hand(pair: tuple[Seat, Seat]) -> dict[str, float]:
    """Of those asked, in both seats together, the share of each class of hand that folds."""
    asked, gone = np.zeros(CLASSES), np.zeros(CLASSES)
    for seat in pair:
        ends = seat.paths.path_class
        for k in range(seat.paths.sizes):
            asked += np.bincount(ends, seat.asked[k], CLASSES)
            gone += np.bincount(ends, seat.asked[k] * seat.own.fold[k], CLASSES)
    return {_(CLASS_NAMES[c]): float(gone[c] / asked[c]) for c in range(CLASSES)}
