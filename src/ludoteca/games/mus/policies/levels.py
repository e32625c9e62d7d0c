"""The data of the levels: what each looks at, and from which chance on it does what.

``basic`` looks at its own hand: a chance is the share of single other hands that are worse.
``advanced`` asks whether the best hand of its pair beats both rivals, as its place, the
declarations, the rounds of mus and its partner's sign make it. ``expert`` also reads signs that it
caught and the words of all, and weighs stones as chances of the juego; it bluffs at a part of the
rate that makes a rival indifferent.

The compiled policy decides by the arrays made of these rows, and the flow charts are drawn from
them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..ids import CHICA, GRANDE, LANCES
from ..signs import GOOD_CHICA, GOOD_GRANDE

BASIC, ADVANCED, EXPERT = range(3)

NEVER = 2.0  #: a chance that no hand has


class Bets(NamedTuple):
    """From which chance on a level does what in a lance.

    Attributes
    ----------
    opens, five : bets 2 stones, or 5
    ordago : bets all
    accepts : sees a bet of 2 stones; each stone more asks for ``dearer`` more
    dearer : see there
    raises : raises by 2
    sees : sees an ordago
    """

    opens: float
    five: float
    ordago: float
    accepts: float
    dearer: float
    raises: float
    sees: float


class Inference(NamedTuple):
    """The hands that the words of others show, as parts of all hands in the lance.

    Attributes
    ----------
    opened, raised, all_in : whoever bets so has a hand from here on
    passed : whoever passed without a bet has none above this
    left : a partner who left the word has none above this
    refuses : who is asked to see 2 stones, 5, or all, refuses below this
    doubt : the share of words that are not believed
    """

    opened: float
    raised: float
    all_in: float
    passed: float
    left: float
    refuses: tuple[float, float, float]
    doubt: float


class LevelPolicy(NamedTuple):
    """A level.

    Attributes
    ----------
    looks : 0 at the own hand, 1 at places, declarations and rounds of mus too, 2 at all
    signs : 1 where the partner's sign counts
    caught : 1 where the rivals' signs count
    cuts : kinds of own hand that cut the mus, by name (:data:`CUT_HANDS`), of who looks at its own
        hand; the others cut where that is worth more than mus (:func:`.chances.cut_gain`)
    bets : by lance
    reading : what words say of hands
    pull : how fast a lead decides a juego (:func:`.stone_worth.juego_chance`)
    clearly : chance of the juego by which an ordago must be better than anything else
    bluffs : how often it bluffs, in parts of the indifferent rate
    calls : the share of bets, but for órdagos, that it sees where it would refuse; of those that it
        would leave to its partner half as many
    pushes : the share of words in place of which it bets 2 or raises by 2
    """

    looks: float
    signs: float
    caught: float
    cuts: tuple[str, ...]
    bets: tuple[Bets, ...]
    reading: Inference
    pull: float = 0.75
    clearly: float = 0.02
    bluffs: float = 1.0
    calls: float = 0.0
    pushes: float = 0.0

    def row(self) -> tuple[Any, ...]:
        """The level as a row of :data:`ROWS`."""
        cuts = sum(1 << CUT_HANDS.index(name) for name in self.cuts)
        own = (self.looks, self.signs, self.caught, cuts, self.pull, self.clearly, self.bluffs)
        style = (self.calls, self.pushes)
        return (*own, *style, *self.reading, *zip(*self.bets, strict=True))


ROWS = np.dtype(
    [
        *((name, "f8") for name in LevelPolicy._fields if name not in ("bets", "reading")),
        *((name, "f8", 3 if name == "refuses" else ()) for name in Inference._fields),
        *((name, "f8", LANCES) for name in Bets._fields),
    ],
    align=True,
)
"""A level as the compiled policy reads it: ``cuts`` as bits, each of ``bets`` by lance."""

CUT_HANDS = ("duples", "medias", "thirty_one", "juego_and_pares", "juego")
"""Kinds of hand that a level may cut with, each a bit of its record."""

READING = Inference(
    opened=0.59,
    raised=0.85,
    all_in=0.90,
    passed=0.85,
    left=0.70,
    refuses=(0.45, 0.76, 0.81),
    doubt=0.06,
)


LEVELS = (
    LevelPolicy(
        looks=0, signs=0, caught=0,
        cuts=("duples", "thirty_one", "juego_and_pares"),
        bets=(
            Bets(0.90, 0.985, NEVER, 0.80, 0.03, 0.985, 0.995),
            Bets(0.90, 0.985, NEVER, 0.80, 0.03, 0.985, 0.995),
            Bets(0.70, 0.95, NEVER, 0.60, 0.03, 0.95, 0.98),
            Bets(0.60, 0.80, NEVER, 0.50, 0.03, 0.80, 0.80),
            Bets(0.75, 0.90, NEVER, 0.65, 0.03, 0.90, 0.90),
        ),
        reading=READING,
    ),
    LevelPolicy(
        looks=1, signs=1, caught=0,
        cuts=(),
        bets=(
            Bets(0.36, 0.85, NEVER, 0.55, 0.04, 0.86, 0.90),
            Bets(0.36, 0.85, NEVER, 0.55, 0.04, 0.86, 0.90),
            Bets(0.31, 0.80, NEVER, 0.55, 0.04, 0.80, 0.90),
            Bets(0.31, 0.80, NEVER, 0.55, 0.04, 0.86, 0.90),
            Bets(0.31, 0.80, NEVER, 0.55, 0.04, 0.86, 0.90),
        ),
        reading=READING,
    ),
    LevelPolicy(
        looks=2, signs=1, caught=1,
        cuts=(),
        bets=(Bets(NEVER, NEVER, NEVER, NEVER, 0.0, NEVER, NEVER),) * LANCES,
        reading=READING,
        clearly=0.15,
        bluffs=0.25,
    ),
)  # fmt: skip

SHARES = 50
"""Parts of all hands, from the worst to the best, that the rows of ``EXPERT_READS`` tell apart."""

EXPERT_READS = len(LEVELS)
"""The row of an ``expert`` who believes that any hand raises or says ordago; for that of the next
row the hand is above the worst of ``SHARES`` parts, and so on. Searches try such words on them."""

_READS = [
    LEVELS[EXPERT]._replace(reading=READING._replace(raised=part / SHARES, all_in=part / SHARES))
    for part in range(SHARES)
]

CALLER = EXPERT_READS + SHARES
"""The row of an ``expert`` who refuses no bet but an órdago."""

PUSHER = CALLER + 1
"""The row of an ``expert`` who bets or raises in place of every third word."""

_STYLES = [LEVELS[EXPERT]._replace(calls=1.0), LEVELS[EXPERT]._replace(pushes=1 / 3)]

DATA = np.array([level.row() for level in (*LEVELS, *_READS, *_STYLES)], ROWS).view(np.recarray)
"""The levels as records of :data:`ROWS`."""
DATA.setflags(write=False)  # as Numba takes a constant: functions of it are compiled once

PRAISED = ((GRANDE, GOOD_GRANDE), (CHICA, GOOD_CHICA))
"""Lances that a hand is praised for in talk, and the phrases."""

GOOD = 0.5
"""Share of other hands that a hand must beat in a lance to be praised truly."""

PRAISES, LIES = 0.6, 0.3
"""The chance that talk praises a good hand, and another one, in both lances together."""
