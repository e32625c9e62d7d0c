"""What lies on the table of Big Points: the record, the ids of moves and discs, and the options.

Move ids, ascending (``c`` a pawn, ``side`` 0 = take the free disc behind, 1 = ahead):

==========================================  =====================================================
``2 * c + side``                            pawn ``c`` to its next disc ahead
``STAIR + c``                               pawn ``c`` to the stair
``NOTHING + c``                             pawn ``c`` ahead where no disc is free (lenient reading)
``PASS``                                    no extra move
``BACK + 2 * (MOST_BEHIND*c + k-1) + side``  pawn ``c`` back to the ``k``-th own disc behind it
==========================================  =====================================================

Chance ids are kinds of disc: 0 to 4 the colours, ``WHITE``, ``BLACK``.
"""

import numpy as np

from ludoteca.core.goal import MatchGoal
from ludoteca.core.i18n import N_, _
from ludoteca.core.layout import hidden, layout, plain_layout, public
from ludoteca.core.options import Options, OptionSchema, choice, whole

from .keys import COLOURS, KINDS, LONGEST_ROW, SEATS

WHITE = 5
BLACK = 6

START = -1  #: position of a pawn before the row
ON_STAIR = LONGEST_ROW  #: position of a pawn on the stair

LAYING, OWN_MOVE, EXTRA_MOVE, OVER = range(4)

BEHIND, AHEAD = 0, 1
MOST_BEHIND = 9  # ten discs of a colour in the row, the pawn on one of them
STAIR = 2 * COLOURS
NOTHING = STAIR + COLOURS
PASS = NOTHING + COLOURS
BACK = PASS + 1
NUM_ACTIONS = BACK + 2 * MOST_BEHIND * COLOURS

STRICT, LENIENT = range(2)
NEAREST, ANY = range(2)
SINGLE, SERIES = range(2)
OPEN, CLOSED = range(2)

MAX_LEGAL = 1 + COLOURS * (2 + 2 * MOST_BEHIND)  # pass, or any pawn either way
MAX_CHANCE = KINDS
# Laying takes at most 60 chance moves. Every move takes a disc from the row (60), mounts the stair
# (5) or, in the lenient reading, enters the row (5); each may be followed by one PASS.
MAX_LENGTH = LONGEST_ROW + 2 * (LONGEST_ROW + COLOURS + COLOURS)

STATE = layout(
    __file__,
    public("players", "seats at the table, 2 to 5"),
    public("colours", "colours and pawns in play, 1 to 5; the steps are worth colours-1 down to 0"),
    public("full", "discs of each kind laid in the row at the start", KINDS),
    public("length", "discs of the row when it is laid"),
    public("reading", "STRICT or LENIENT: may a pawn move where no disc is free to take?"),
    public("backward", "NEAREST or ANY own disc behind, for a backward move"),
    public("games", "SINGLE game or a SERIES of as many as players"),
    public("hands", "OPEN or CLOSED: does the table show the discs that the others hold?"),
    public("starter", "seat that moves first in this game"),
    public("laid", "discs laid so far, 0 to length"),
    public("phase", "LAYING, OWN_MOVE, EXTRA_MOVE or OVER"),
    public("to_move", "seat to move"),
    public("ready", "1 if the seat to move held a black disc when its turn began"),
    public("track", "discs of each kind on the row, bit i the i-th from the start", KINDS),
    public("vacant", "discs on the row without a pawn on them, bit i the i-th from the start"),
    public("pawn", "index of the disc under each pawn, START or ON_STAIR", COLOURS),
    public("place", "order of arrival on the stair, 1 the first; 0 not there", COLOURS),
    public("arrived", "pawns on the stair"),
    public("held", "discs of each kind held, by seat", (SEATS, KINDS)),
    public("spent", "black discs that paid for an extra move and left the game"),
    public("key", "key of the position, kept up to date move by move"),
    hidden("deck", "discs of each kind not yet laid", KINDS),
)

STANDING = plain_layout(
    public("deals", "games played in this match"),
    public("starter", "seat that moves first in the next game"),
    public("totals", "points of the games played, by seat", SEATS),
)


def _games(options: Options) -> int:
    return int(options["players"]) if options["games"] == "series" else 1


MATCH = MatchGoal("totals", "deals", rounds=_games)


def _conflict(options: Options) -> str | None:
    discs = int(options["colours"]) * int(options["discs"])
    if options["reading"] == "strict" and discs + int(options["white"]) + int(options["black"]) < 2:
        return _("with a single disc in the row nobody could move: take reading lenient")
    return None


OPTIONS = OptionSchema(
    (
        whole("players", 2, SEATS, 2, N_("number of players")),
        whole("colours", 1, COLOURS, 5, N_("colours, each with its pawn")),
        whole(
            "discs", 1, 10, 9, N_("discs of each colour in the row; one more lies beside the stair")
        ),
        whole("white", 0, 5, 5, N_("white discs, worth the number of different colours held")),
        whole("black", 0, 5, 5, N_("black discs, each good for one extra move")),
        choice(
            "reading",
            (N_("strict"), N_("lenient")),
            "strict",
            N_("whether a pawn may move where it leaves no disc to take (lenient) or not (strict)"),
        ),
        choice(
            "backward",
            (N_("nearest"), N_("any")),
            "nearest",
            N_("the own disc behind that a backward move goes to: the nearest one, or any"),
        ),
        choice(
            "games",
            (N_("single"), N_("series")),
            "single",
            N_("one game, or as many as players with a new starter each and the points added"),
        ),
        choice(
            "hands",
            (N_("open"), N_("closed")),
            "open",
            N_("whether the table shows the discs that others hold; all were taken in the open"),
        ),
    ),
    conflict=_conflict,
)


def cards(options: Options) -> list[int]:
    """The kind of each disc that is shuffled into the row."""
    colours = [c for c in range(int(options["colours"])) for _n in range(int(options["discs"]))]
    return colours + [WHITE] * int(options["white"]) + [BLACK] * int(options["black"])


def count_cards(s: np.record) -> list[int]:
    """The discs of the shuffle by kind, wherever they are; those beside the stair are no part."""
    counts = [int(s.deck[k]) + int(s.track[k]).bit_count() for k in range(KINDS)]
    for kind in range(KINDS):
        counts[kind] += int(s.held[:, kind].sum())
    for c in range(COLOURS):
        counts[c] -= 1 if s.place[c] > 0 else 0
    counts[BLACK] += int(s.spent)
    return counts
