"""Exact chances to go out (batida): every completion, single cards and wilds included.

A hand goes out when all its cards but at most ``spare`` (the discard) can be laid at once in melds
of at least three cards of a suit, with at most one wild each, or added to melds of the pair that
lie on the table. Beside the cards of the hand, which must all find a place, there may be *helpers*:
a uniformly random set of ``n`` of the unknown cards, which may be used or not. Every new meld has
at least one card of the hand that is not a wild.

The places of a suit are passed from the low ace to the high one. A *standing* is what is open
there: the runs that grow, the wilds used so far, the cards set aside. Which standings can be
reached is a function of the helpers of each kind, so the number of sets of helpers is carried by
*set* of standings: a polynomial whose coefficient k counts the sets of k helpers. Four suits are
then combined by the wilds that they use and export. Nothing is simulated.

Helpers are tried only where they can matter: a meld that begins with more than two of them, or that
holds three cards and goes on over three of them, can be cut.

This is the profile ``thesis``: no sets of equal rank, no jokers, one wild a meld.
``tests/games_buraco/test_going_out.py`` compares it with plain enumeration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from .chain import CANASTRA, PLACES

RANKS, SUITS = 13, 4
TWO = 1  #: the rank of the wilds
SHORTEST = 3

Counts: TypeAlias = tuple[int, ...]


class TableMeld(NamedTuple):
    """A meld on the table: its places in the suit, and whether it has a wild."""

    first: int
    last: int
    wild: bool


Melds: TypeAlias = tuple[TableMeld, ...]


class OpenRun(NamedTuple):
    """Cards up to the cap, has a wild, the meld on the table to reach or -1, has a hand's card."""

    length: int
    wild: bool
    goal: int
    own: bool


class SuitStanding(NamedTuple):
    """The open runs and counts between two places of a suit.

    ``runs`` by their number; ``aces`` must and may still be laid high; ``wilds`` are those used
    less those of the hand that this suit exports; ``helping`` the helpers that it exports;
    ``spare`` the cards set aside; ``clean`` whether a clean canastra was made.
    """

    runs: int = 0
    aces: tuple[int, int] = (0, 0)
    wilds: int = 0
    helping: int = 0
    spare: int = 0
    clean: bool = False


class SuitLimits(NamedTuple):
    """Numbers that the passes of all suits share.

    Most wilds, whether some of them are the hand's and must be used, whether helping aces may
    matter high, cards set aside, and the length up to which runs are counted.
    """

    most_wilds: int
    must_wild: bool
    high_aces: bool
    spare: int
    cap: int


class Place(NamedTuple):
    """A place as a suit passes it: cards of the hand, helpers, and what of the hand is ahead.

    ``near``: cards of the hand less than ``cap`` places ahead; ``next``: in the next place.
    """

    number: int
    must: int
    may: int
    near: int
    next: int


class Used(NamedTuple):
    """Cards used at a place: of the hand, helpers, wilds; and whether a clean canastra ended."""

    hand: int = 0
    helpers: int = 0
    wilds: int = 0
    clean: bool = False


Outcome: TypeAlias = tuple[int, int, int, bool]
"""Wilds, helping, spare, clean: of a suit, or of several together."""


def _grown(
    runs: tuple[OpenRun, ...], place: Place, wilds: int, melds: Melds, cap: int, used: Used
) -> Iterator[tuple[tuple[OpenRun, ...], Used]]:
    """Every way in which the runs pass a place: the runs after it, and what is used."""
    if not runs:
        yield (), used
        return
    run, rest = runs[0], runs[1:]
    longer = run._replace(length=min(run.length + 1, cap))
    ways: list[tuple[OpenRun | None, Used]] = []
    if run.goal >= 0 and place.number >= melds[run.goal].first:  # inside a meld on the table
        inside = place.number < melds[run.goal].last
        ways.append((longer._replace(goal=run.goal if inside else -1), used))
    else:
        if used.hand < place.must:
            ways.append((longer._replace(own=True), used._replace(hand=used.hand + 1)))
        wanted = run.length < cap or place.near or run.goal >= 0
        if used.helpers < place.may and wanted:
            ways.append((longer, used._replace(helpers=used.helpers + 1)))
        if used.wilds < wilds and not run.wild:
            ways.append((longer._replace(wild=True), used._replace(wilds=used.wilds + 1)))
        if run.goal < 0 and run.length >= SHORTEST and run.own:  # it ends here
            ends_clean = run.length >= CANASTRA and not run.wild
            ways.append((None, used._replace(clean=used.clean or ends_clean)))
    for grown, now in ways:
        for after, all_used in _grown(rest, place, wilds, melds, cap, now):
            yield (after if grown is None else (grown, *after)), all_used


def _begun(
    begun: tuple[OpenRun, ...],
    ahead: Sequence[int],
    place: Place,
    wilds: int,
    melds: Melds,
    cap: int,
    used: Used,
) -> Iterator[tuple[tuple[OpenRun, ...], Used]]:
    """Every way to begin runs at a place, the strongest first: the runs, and what is used.

    ``ahead`` are the melds on the table that a run may still be begun for.
    """
    yield begun, used
    ways: list[tuple[OpenRun, Used]] = []
    if used.hand < place.must:
        more = used._replace(hand=used.hand + 1)
        ways += [(OpenRun(1, False, goal, True), more) for goal in (*ahead, -1)]
    if used.helpers < place.may:
        more = used._replace(helpers=used.helpers + 1)
        if place.near:
            ways.append((OpenRun(1, False, -1, False), more))
        if cap > SHORTEST:  # for a canastra
            ways += [(OpenRun(1, False, goal, True), more) for goal in ahead]
    if used.wilds < wilds:
        more = used._replace(wilds=used.wilds + 1)
        if place.near:
            ways.append((OpenRun(1, True, -1, False), more))
        ways += [
            (OpenRun(1, True, goal, True), more)
            for goal in ahead
            if not melds[goal].wild and (place.next or melds[goal].first == place.number + 1)
        ]
    for run, more in ways:
        if not begun or run <= begun[-1]:  # the order in which runs begin says nothing
            left = [goal for goal in ahead if goal != run.goal]
            yield from _begun((*begun, run), left, place, wilds, melds, cap, more)


@lru_cache(maxsize=200_000)
def _passed(
    standing: SuitStanding, place: Place, melds: Melds, limits: SuitLimits
) -> frozenset[SuitStanding]:
    """The standings after a place."""
    if place.number == PLACES - 1:
        place = place._replace(must=standing.aces[0], may=standing.aces[1])
    runs: tuple[OpenRun, ...] | None = _NUMBERED[standing.runs]
    for goal, meld in enumerate(melds):
        if meld.first == place.number and runs is not None:
            runs = _joined(runs, goal, meld)
    if runs is None:
        return frozenset()
    found: set[SuitStanding] = set()
    keeps = place.number in (0, TWO)  # helpers that are not laid here may be laid elsewhere
    free = limits.most_wilds - standing.wilds
    for grown, some in _grown(runs, place, free, melds, limits.cap, Used()):
        goals = {run.goal for run in grown}
        ahead = [g for g, meld in enumerate(melds) if meld.first > place.number and g not in goals]
        for begun, used in _begun((), ahead, place, free, melds, limits.cap, some):
            if sum(not run.own for run in (*grown, *begun)) > place.near:
                continue  # each of them needs a card of the hand
            if used.wilds and used.helpers < place.may and not limits.must_wild and not keeps:
                continue  # a helper does what the wild does
            for aside in range(min(place.must - used.hand, limits.spare - standing.spare) + 1):
                left = place.must - used.hand - aside  # cards of the hand that are not laid here
                helpers = place.may - used.helpers
                if left and place.number not in (0, TWO):
                    continue
                new = standing._replace(
                    runs=_number(tuple(sorted((*grown, *begun)))),
                    wilds=standing.wilds + used.wilds,
                    spare=standing.spare + aside,
                    clean=standing.clean or used.clean,
                )
                if place.number == 0:
                    new = new._replace(aces=(left, helpers if limits.high_aces else 0))
                elif place.number == TWO:
                    new = new._replace(wilds=new.wilds - left, helping=helpers)
                elif place.number == PLACES - 1:
                    new = new._replace(aces=(0, 0))
                found.add(new)
    return frozenset(found)


def _joined(runs: tuple[OpenRun, ...], goal: int, meld: TableMeld) -> tuple[OpenRun, ...] | None:
    """The runs where a meld on the table begins: one that was to reach it has, or there is none."""
    for index, run in enumerate(runs):
        if run.goal == goal:
            if run.wild and meld.wild:
                return None
            joined = run._replace(wild=run.wild or meld.wild)
            return (*runs[:index], joined, *runs[index + 1 :])
    return (*runs, OpenRun(0, meld.wild, goal, True))


def _best(found: Iterable[SuitStanding], must_wild: bool) -> frozenset[SuitStanding]:
    """The standings less those that another is at least as good as.

    Aces that must be laid are equal in both, and so are the wilds where some must be used.
    """
    groups: dict[tuple[int, int], dict[int, list[SuitStanding]]] = {}
    for one in found:
        group = groups.setdefault((one.aces[0], one.wilds if must_wild else 0), {})
        kept = group.setdefault(one.runs, [])
        if not any(_less(other, one) for other in kept):
            kept[:] = [other for other in kept if not _less(one, other)]
            kept.append(one)
    best: list[SuitStanding] = []
    for group in groups.values():
        for runs, kept in group.items():
            for others, theirs in group.items():
                if others != runs and kept and _covers(others, runs):
                    # of two that cover each other the one with the lower number stays
                    if others > runs and _covers(runs, others):
                        continue
                    kept = [one for one in kept if not any(_less(other, one) for other in theirs)]
            best += kept
    return frozenset(best)


def _less(a: SuitStanding, b: SuitStanding) -> bool:
    """True if ``a`` is as good as ``b`` but for its runs."""
    return (
        a.wilds <= b.wilds
        and a.spare <= b.spare
        and a.helping >= b.helping
        and a.aces[1] >= b.aces[1]
        and a.clean >= b.clean
    )


@cache
def _covers(runs: int, others: int) -> bool:
    """True if each of ``others`` has a run of its own that is as good, and the rest may end."""
    return _covers_all(_NUMBERED[runs], _NUMBERED[others])


def _covers_all(runs: tuple[OpenRun, ...], others: tuple[OpenRun, ...]) -> bool:
    if not others:
        return all(run.length >= SHORTEST and run.goal < 0 and run.own for run in runs)
    other = others[0]
    return any(
        run.length >= other.length
        and run.wild <= other.wild
        and run.goal == other.goal
        and run.own >= other.own
        and _covers_all(runs[:index] + runs[index + 1 :], others[1:])
        for index, run in enumerate(runs)
    )


_NUMBERS: dict[tuple[OpenRun, ...], int] = {(): 0}
_NUMBERED: list[tuple[OpenRun, ...]] = [()]


def _number(runs: tuple[OpenRun, ...]) -> int:
    """A number for these runs, which compares and hashes faster than they do."""
    number = _NUMBERS.setdefault(runs, len(_NUMBERED))
    if number == len(_NUMBERED):
        _NUMBERED.append(runs)
    return number


_SLOT = 128  #: bits of a coefficient: a polynomial is one number


@lru_cache(maxsize=1_000)
def _suit(
    must: Counts, unknown: Counts, melds: Melds, n: int, limits: SuitLimits
) -> dict[frozenset[Outcome], int]:
    """By what a suit can come to: the polynomial of the sets of at most ``n`` helpers."""
    keep = (1 << _SLOT * (n + 1)) - 1
    counted: dict[frozenset[SuitStanding], int] = {frozenset([SuitStanding()]): 1}
    ahead = (*must, must[0], *(0,) * limits.cap)
    for number in range(PLACES):
        there, copies = (must[number], unknown[number]) if number < RANKS else (0, 0)
        near, after = sum(ahead[number + 1 : number + limits.cap]), ahead[number + 1]
        following: dict[frozenset[SuitStanding], int] = {}
        for standings, ways in counted.items():
            best: frozenset[SuitStanding] | None = None
            idle = not there and not near and number not in (0, TWO)
            idle = idle and not any(standing.runs for standing in standings)
            for may in range(min(copies, n) + 1):
                if best is None or not idle:  # else no helper matters here
                    place = Place(number, there, may, near, after)
                    found: set[SuitStanding] = set()
                    for standing in standings:
                        found |= _passed(standing, place, melds, limits)
                    best = _best(found, limits.must_wild)
                more = (ways * comb(copies, may) << _SLOT * may) & keep
                following[best] = following.get(best, 0) + more
        counted = following
    outcomes: dict[frozenset[Outcome], int] = {}
    for standings, ways in counted.items():
        ended = frozenset(
            (s.wilds, s.helping, s.spare, s.clean or _clean(_NUMBERED[s.runs]))
            for s in standings
            if all(run.length >= SHORTEST and run.own for run in _NUMBERED[s.runs])
        )
        outcomes[ended] = outcomes.get(ended, 0) + ways
    return outcomes


def _clean(runs: tuple[OpenRun, ...]) -> bool:
    return any(run.length >= CANASTRA and not run.wild for run in runs)


@cache
def _together(some: frozenset[Outcome], more: frozenset[Outcome], spare: int) -> frozenset[Outcome]:
    return frozenset(
        (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] or b[3])
        for a in some
        for b in more
        if a[2] + b[2] <= spare
    )


class PairMelds(NamedTuple):
    """The pair's side of the position, beside the hand.

    ``melds`` by suit; ``clean``: running out is allowed without a further clean canastra (one is
    there, or a morto is).
    """

    melds: tuple[Melds, Melds, Melds, Melds] = ((), (), (), ())
    clean: bool = True


def chance(
    hand: Sequence[int], table: PairMelds, unknown: Sequence[int] = (), n: int = 0, spare: int = 1
) -> Fraction:
    """The chance that ``hand`` goes out with ``n`` helpers out of the ``unknown`` cards.

    ``hand`` and ``unknown`` count the 52 kinds, suit x 13 + rank, ace 0. Without helpers it is 0
    or 1. Raises ``ValueError`` where there are fewer unknown cards than helpers.
    """
    unknown = tuple(unknown) or (0,) * (SUITS * RANKS)
    cards = sum(unknown)
    if n > cards:
        raise ValueError(f"{n} helpers of {cards} unknown cards")
    keep = (1 << _SLOT * (n + 1)) - 1
    suits = [slice(RANKS * suit, RANKS * (suit + 1)) for suit in range(SUITS)]
    twos = sum(hand[TWO::RANKS]) + min(n, sum(unknown[TWO::RANKS]))
    must_wild = sum(hand[TWO::RANKS]) > 0
    cap = SHORTEST if table.clean else CANASTRA
    counted: dict[frozenset[Outcome], int] = {frozenset([(0, 0, 0, table.clean)]): 1}
    for part, melds in zip(suits, table.melds, strict=True):
        following: dict[frozenset[Outcome], int] = {}
        must = tuple(hand[part])
        most = sum(must) - must[TWO] + len(melds)  # melds, each has one wild at most
        high_aces = any(must[PLACES - cap :]) or any(meld.last < PLACES - 1 for meld in melds)
        limits = SuitLimits(min(twos, most), must_wild, high_aces, spare, cap)
        for outcomes, ways in _suit(must, unknown[part], melds, n, limits).items():
            for before, earlier in counted.items():
                joined = _together(before, outcomes, spare)
                if joined:
                    following[joined] = following.get(joined, 0) + (ways * earlier & keep)
        counted = following
    won = sum(
        ways >> _SLOT * n
        for outcomes, ways in counted.items()
        if any(0 <= wilds <= helping and clean for wilds, helping, _spare, clean in outcomes)
    )
    return Fraction(won & (1 << _SLOT) - 1, comb(cards, n)) if won else Fraction(0)
