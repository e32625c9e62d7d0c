"""Big Points by Brigitte and Wolfgang Ditt: the printed rules, and the reduced game of the thesis.

Source: M. M. Furquim Mendonça, Big Points: uma análise baseada na teoria dos jogos, UnB 2016,
annex A (the printed rules, followed here) and section 2.4. The reduced game of the thesis is the
same kernel with ``white=0 black=0`` and fewer colours and discs.

A turn is one own move and, for a black disc that was held before the turn, perhaps an extra move.
The own move and the extra move are decisions of their own; ``PASS`` ends a turn without the extra
move. The row is laid disc by disc as chance; from then on nothing is hidden: discs are taken in
front of everybody.

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
from numpy.typing import NDArray

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, plain_layout, public
from ludoteca.core.options import Options, OptionSchema, choice, whole

from .bits import bit, count, highest, index, lowest

SEATS = 5
COLOURS = 5
KINDS = 7
LONGEST_ROW = 60
WHITE = 5
BLACK = 6

MOST_OF_A_KIND = 10  #: discs in the row
MOST_WHITE = 5
MOST_SCORE = SEATS * COLOURS * COLOURS * MOST_OF_A_KIND  #: of a series
WHOLE_ROW = (1 << LONGEST_ROW) - 1

MOST_HELD = 12  # counts 0 to 11: ten discs of a colour in the row and one beside the stair

START = -1  #: position of a pawn before the row
ON_STAIR = LONGEST_ROW  #: position of a pawn on the stair

LAYING, OWN_MOVE, EXTRA_MOVE, OVER = range(4)

BEHIND, AHEAD = 0, 1
MOST_BEHIND = 9  # ten discs of a colour in the row, the pawn on one of them
STAIR = 2 * COLOURS
NOTHING = STAIR + COLOURS
PASS = NOTHING + COLOURS
BACK = PASS + 1

STRICT, LENIENT = range(2)
NEAREST, ANY = range(2)
SINGLE, SERIES = range(2)
OPEN, CLOSED = range(2)

MAX_LEGAL = 1 + COLOURS * (2 + 2 * MOST_BEHIND)  # pass, or any pawn either way
MAX_CHANCE = KINDS
# Laying takes at most 60 chance moves. Every move takes a disc from the row (60), mounts the stair
# (5) or, in the lenient reading, enters the row (5); each may be followed by one PASS.
MAX_LENGTH = LONGEST_ROW + 2 * (LONGEST_ROW + COLOURS + COLOURS)
# Who holds everything has all discs of each colour, worth COLOURS - 1 down to 0, and all whites,
# each worth the colours and black.
RETURNS = 0, (MOST_HELD - 1) * (COLOURS * (COLOURS - 1) // 2) + MOST_WHITE * (COLOURS + 1)

STATE = layout(
    __file__,
    public("players", "seats at the table", 2, SEATS),
    public(
        "colours", "colours and pawns in play; the steps are worth colours-1 down to 0", 1, COLOURS
    ),
    public("full", "discs of each kind laid in the row at the start", 0, MOST_OF_A_KIND, KINDS),
    public("length", "discs of the row when it is laid", 1, LONGEST_ROW),
    public(
        "reading",
        "may a pawn move where no disc is free to take? STRICT or LENIENT",
        STRICT,
        LENIENT,
    ),
    public("backward", "NEAREST or ANY own disc behind, for a backward move", NEAREST, ANY),
    public("games", "SINGLE game or a SERIES of as many as players", SINGLE, SERIES),
    public(
        "hands", "OPEN or CLOSED: does the table show the discs that the others hold?", OPEN, CLOSED
    ),
    public("starter", "seat that moves first in this game", 0, SEATS - 1),
    public("laid", "discs laid so far", 0, LONGEST_ROW),
    public("phase", "phase of the game", LAYING, OVER),
    public("to_move", "seat to move", 0, SEATS - 1),
    public("ready", "1 if the seat to move held a black disc when its turn began", 0, 1),
    public(
        "track", "discs of each kind on the row, bit i the i-th from the start", 0, WHOLE_ROW, KINDS
    ),
    public(
        "vacant",
        "discs on the row without a pawn on them, bit i the i-th from the start",
        0,
        WHOLE_ROW,
    ),
    public(
        "pawn", "index of the disc under each pawn, START or ON_STAIR", START, ON_STAIR, COLOURS
    ),
    public("place", "order of arrival on the stair, 1 the first; 0 not there", 0, COLOURS, COLOURS),
    public("arrived", "pawns on the stair", 0, COLOURS),
    public("held", "discs of each kind held, by seat", 0, MOST_HELD - 1, (SEATS, KINDS)),
    public("spent", "black discs that paid for an extra move and left the game", 0, 5),
    public("key", "key of the position, kept up to date move by move", -(2**63), 2**63 - 1),
    hidden("deck", "discs of each kind not yet laid", 0, MOST_OF_A_KIND, KINDS),
)

STANDING = plain_layout(
    public("deals", "games played in this match", 0, SEATS),
    public("starter", "seat that moves first in the next game", 0, SEATS - 1),
    public("totals", "points of the games played, by seat", 0, MOST_SCORE, SEATS),
)


MATCH = "totals"


def _conflict(options: Options) -> str | None:
    discs = int(options["colours"]) * int(options["discs"])
    if options["reading"] == "strict" and discs + int(options["white"]) + int(options["black"]) < 2:
        return _(
            "with a single disc in the row nobody could move: allow moves that leave no disc "
            "to take (reading lenient)"
        )
    return None


_PIECES, _MOVES, _MATCH = N_("The pieces"), N_("The moves"), N_("The match")

OPTIONS = OptionSchema(
    (
        whole("players", 2, SEATS, 2, N_("number of players")),
        whole(
            "colours",
            1,
            COLOURS,
            5,
            N_("colours, each with its pawn"),
            about=N_("Fewer colours are a shorter and simpler game."),
            group=_PIECES,
        ),
        whole(
            "discs",
            1,
            10,
            9,
            N_("discs of each colour in the row"),
            about=N_("More discs are a longer row and a longer game."),
            group=_PIECES,
        ),
        whole(
            "white",
            0,
            MOST_WHITE,
            5,
            N_("white discs"),
            about=N_("At the end a white disc is worth as many points as you have other colours."),
            group=_PIECES,
        ),
        whole(
            "black",
            0,
            5,
            5,
            N_("black discs"),
            about=N_("A black disc gives its owner a second move in one turn, also backwards."),
            group=_PIECES,
        ),
        choice(
            "reading",
            (N_("strict"), N_("lenient")),
            "strict",
            N_("moves that leave no disc to take"),
            labels=(N_("forbidden"), N_("allowed")),
            about=N_("The printed rules do not say; where it is allowed, the move takes nothing."),
            group=_MOVES,
        ),
        choice(
            "backward",
            (N_("nearest"), N_("any")),
            "nearest",
            N_("the disc that a pawn moves back to"),
            about=N_("Of its own colour: the nearest one behind it, or any."),
            group=_MOVES,
        ),
        choice(
            "games",
            (N_("single"), N_("series")),
            "single",
            N_("one game, or one begun by each player"),
            about=N_(
                "In a series everybody begins once, and the points of all games are added up."
            ),
            group=_MATCH,
        ),
        choice(
            "hands",
            (N_("open"), N_("closed")),
            "open",
            N_("the discs that players hold"),
            about=N_("Closed: you have to remember what the others have taken."),
            group=_MATCH,
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


# -- the key of a position ----------------------------------------------------------------------
# Random numbers below 2**63, combined by exclusive or: A. L. Zobrist, A new hashing method with
# application for game playing, University of Wisconsin, technical report 88 (1970).

_RNG = np.random.default_rng(0xB16)


def _numbers(*shape: int) -> NDArray[np.int64]:
    return _RNG.integers(1, 2**63 - 1, size=shape, dtype=np.int64)


_KEY_OF_DISC = _numbers(LONGEST_ROW, KINDS)  # a disc of this kind lies at this index of the row
_KEY_OF_PAWN = _numbers(COLOURS, LONGEST_ROW + 2)  # a pawn stands at this index, shifted by one
_KEY_OF_PLACE = _numbers(COLOURS, COLOURS + 1)  # a pawn was the n-th on the stair
_KEY_OF_HELD = _numbers(SEATS, KINDS, MOST_HELD)  # a seat holds so many discs of a kind
_KEY_OF_SEAT = _numbers(SEATS)  # this seat is to move
_KEY_OF_PHASE = _numbers(4)  # the phase of the turn
_KEY_OF_RULES = _numbers(2, 2)  # the reading and the backward option


# -- a move, before it is made ------------------------------------------------------------------


@njit
def discs_ahead(own, under):
    """Those of the discs ``own`` of a colour that lie ahead of its pawn, as a set.

    ``under`` is the disc that the pawn stands on, as a set; 0 before the row.
    """
    return own & ~(under | (under - 1)) if under else own


@njit
def disc_beside(free, disc, side):
    """The first of the ``free`` discs behind or ahead of ``disc``, as a set; 0 for none."""
    if side == BEHIND:
        return highest(free & (disc - 1))
    return lowest(free & ~(disc | (disc - 1)))


@njit
def disc_under(s, c):
    """The disc that pawn ``c`` stands on, as a set; 0 before the row."""
    return bit(s.pawn[c]) if s.pawn[c] >= 0 else np.int64(0)


@njit
def vacant_without(s, c):
    """The discs that are free once pawn ``c`` has left its own."""
    return s.vacant | disc_under(s, c)


@njit
def pawn_of(a):
    """The pawn that the move ``a`` moves; -1 for ``PASS``."""
    if a < STAIR:
        return a // 2
    if a < NOTHING:
        return a - STAIR
    if a < PASS:
        return a - NOTHING
    if a == PASS:
        return -1
    return (a - BACK) // (2 * MOST_BEHIND)


@njit
def side_of(a):
    """``BEHIND`` or ``AHEAD``: where the move ``a`` takes its disc; -1 where it takes none."""
    if a < STAIR:
        return a % 2
    if a < BACK:
        return -1
    return (a - BACK) % 2


@njit
def target_of(s, a):
    """The disc that the move ``a`` leads its pawn to, as a set; 0 for the stair and ``PASS``."""
    c = pawn_of(a)
    if a >= BACK:
        behind = s.track[c] & (bit(s.pawn[c]) - 1)
        for _i in range((a - BACK) // 2 % MOST_BEHIND):
            behind ^= highest(behind)
        return highest(behind)
    if c < 0 or STAIR <= a < NOTHING:
        return np.int64(0)
    return lowest(discs_ahead(s.track[c], disc_under(s, c)))


@njit
def taken_disc(s, a):
    """The disc that the move ``a`` takes from the row, as a set; 0 where it takes none there."""
    side = side_of(a)
    if side < 0:
        return np.int64(0)
    return disc_beside(vacant_without(s, pawn_of(a)), target_of(s, a), side)


@njit
def kind_of(s, disc):
    """The kind of the one disc in the set ``disc``, which lies on the row; -1 for no disc."""
    for kind in range(KINDS):
        if s.track[kind] & disc:
            return kind
    return -1


@njit
def taken_kind(s, a):
    """The kind of disc that the move ``a`` takes, from the row or beside the stair; -1 for none."""
    if STAIR <= a < NOTHING:
        return pawn_of(a)
    return kind_of(s, taken_disc(s, a))


@njit
def white_worth(s, seat):
    """The worth of each white disc of ``seat`` now: different colours held, black being one."""
    different = 1 if s.held[seat, BLACK] > 0 else 0
    for c in range(s.colours):
        if s.held[seat, c] > 0:
            different += 1
    return different


@njit
def points(s, seat):
    """Points of ``seat``, colours whose pawn is not on the stair counting nothing yet."""
    total = s.held[seat, WHITE] * white_worth(s, seat)
    for c in range(s.colours):
        if s.place[c] > 0:
            total += s.held[seat, c] * (s.colours - s.place[c])
    return total


# -- the game -----------------------------------------------------------------------------------


@njit
def init_state(s, options, standing):
    """The pawns before an empty row; ``standing`` says who moves first."""
    for c in range(COLOURS):
        if c < s.colours:
            s.full[c] = options.discs
            s.pawn[c] = START
            s.key ^= _KEY_OF_PAWN[c, 0]
        else:
            s.pawn[c] = ON_STAIR
    s.full[WHITE] = options.white
    s.full[BLACK] = options.black
    for kind in range(KINDS):
        s.deck[kind] = s.full[kind]
        s.length += s.full[kind]
    # A standing may come from a record that anybody wrote: the seat is an index, so it is one.
    s.starter %= s.players
    s.to_move = s.starter
    s.phase = LAYING
    s.key ^= _KEY_OF_RULES[0, s.reading] ^ _KEY_OF_RULES[1, s.backward] ^ _KEY_OF_SEAT[s.to_move]
    s.key ^= _KEY_OF_PHASE[LAYING]


@njit
def current_player(s):
    """Chance while the row is laid, then the seat to move."""
    if s.phase == LAYING:
        return CHANCE
    if s.phase == OVER:
        return TERMINAL
    return s.to_move


@njit
def _add_takes(vacant, disc, first_id, out, n):
    """Append the ids of taking behind and ahead of ``disc`` where there is something to take."""
    if vacant & (disc - 1):
        out[n] = first_id + BEHIND
        n += 1
    if vacant & ~(disc | (disc - 1)):
        out[n] = first_id + AHEAD
        n += 1
    return n


@njit
def _legal_forward(s, out):
    n = 0
    mounting = 0
    empty_handed = 0
    for c in range(s.colours):
        if s.pawn[c] == ON_STAIR:
            continue
        disc = lowest(discs_ahead(s.track[c], disc_under(s, c)))
        if disc == 0:
            mounting |= bit(c)
            continue
        before = n
        n = _add_takes(vacant_without(s, c), disc, 2 * c, out, n)
        if n == before:
            empty_handed |= bit(c)
    for c in range(s.colours):
        if mounting & bit(c):
            out[n] = STAIR + c
            n += 1
    if s.reading == LENIENT:
        for c in range(s.colours):
            if empty_handed & bit(c):
                out[n] = NOTHING + c
                n += 1
    return n


@njit
def _legal_backward(s, out, n):
    farthest = 1 if s.backward == NEAREST else MOST_BEHIND
    for c in range(s.colours):
        if s.pawn[c] < 0 or s.pawn[c] == ON_STAIR:
            continue
        behind = s.track[c] & (bit(s.pawn[c]) - 1)
        for k in range(farthest):
            if behind == 0:
                break
            disc = highest(behind)
            behind ^= disc
            first_id = BACK + 2 * (MOST_BEHIND * c + k)
            n = _add_takes(vacant_without(s, c), disc, first_id, out, n)
    return n


@njit
def legal_actions(s, out):
    """Moves of the own move or of the extra move, ascending."""
    n = _legal_forward(s, out)
    if s.phase == EXTRA_MOVE:
        out[n] = PASS
        n = _legal_backward(s, out, n + 1)
    return n


@njit
def give(s, seat, kind, change):
    """Change the number of discs of ``kind`` that ``seat`` holds."""
    s.key ^= _KEY_OF_HELD[seat, kind, s.held[seat, kind]]
    s.held[seat, kind] += change
    s.key ^= _KEY_OF_HELD[seat, kind, s.held[seat, kind]]


@njit
def _put_pawn(s, c, at):
    """Take pawn ``c`` from where it stands to the index ``at``."""
    s.vacant = vacant_without(s, c)
    s.key ^= _KEY_OF_PAWN[c, s.pawn[c] + 1]
    s.pawn[c] = at
    s.key ^= _KEY_OF_PAWN[c, at + 1]


@njit
def _move(s, a):
    """The move ``a`` of the seat to move, other than ``PASS``: a pawn walks, a disc is taken."""
    c = pawn_of(a)
    kind = taken_kind(s, a)
    if STAIR <= a < NOTHING:
        _put_pawn(s, c, ON_STAIR)
        s.arrived += 1
        s.place[c] = s.arrived
        s.key ^= _KEY_OF_PLACE[c, s.arrived]
    else:
        disc = target_of(s, a)
        taken = taken_disc(s, a)
        _put_pawn(s, c, index(disc))
        s.vacant ^= disc | taken
        if taken:
            s.track[kind] ^= taken
            s.key ^= _KEY_OF_DISC[index(taken), kind]
    if kind >= 0:
        give(s, s.to_move, kind, 1)


@njit
def _lay(s, kind):
    """Lay the next disc of the row."""
    s.key ^= _KEY_OF_DISC[s.laid, kind]
    s.track[kind] |= bit(s.laid)
    s.vacant |= bit(s.laid)
    s.deck[kind] -= 1
    s.laid += 1
    if s.laid == s.length:
        _enter(s, OWN_MOVE)


@njit
def _enter(s, phase):
    s.key ^= _KEY_OF_PHASE[s.phase] ^ _KEY_OF_PHASE[phase]
    s.phase = phase


@njit
def _finish_move(s):
    """End a move or ``PASS``: the game is over, or the extra move or the next seat follows."""
    if s.arrived == s.colours:
        _enter(s, OVER)
    elif s.phase == OWN_MOVE and s.ready:
        _enter(s, EXTRA_MOVE)
    else:
        _enter(s, OWN_MOVE)
        s.key ^= _KEY_OF_SEAT[s.to_move]
        s.to_move = (s.to_move + 1) % s.players
        s.key ^= _KEY_OF_SEAT[s.to_move]
        s.ready = 1 if s.held[s.to_move, BLACK] > 0 else 0


@njit
def apply_action(s, a):
    """Lay a disc, or move; the extra move costs a black disc, which leaves the game."""
    if s.phase == LAYING:
        _lay(s, a)
        return
    if a != PASS:
        if s.phase == EXTRA_MOVE:
            give(s, s.to_move, BLACK, -1)
            s.spent += 1
        _move(s, a)
    _finish_move(s)


@njit
def returns(s, out):
    """Points by seat: who has most wins, and ties are shared."""
    for seat in range(s.players):
        out[seat] = points(s, seat)


@njit
def next_standing(s, out):
    """Add the points; a series is over after as many games as players, each with a new starter."""
    out.deals += 1
    out.starter = (s.starter + 1) % s.players
    for seat in range(s.players):
        out.totals[seat] += points(s, seat)
    return s.games == SINGLE or out.deals == s.players


@njit
def observed_action(s, a, seat):
    """Everybody sees everything: discs are taken in the open."""
    return a


@njit
def resample_from_infostate(s, seat, rng, out):
    """The only world there is: the discs not yet laid are counted from the row."""
    for kind in range(KINDS):
        # No disc leaves the row while it is being laid.
        out.deck[kind] = s.full[kind] - count(s.track[kind]) if s.phase == LAYING else 0


# -- for solvers --------------------------------------------------------------------------------


@njit
def state_key(s):
    """Equal for equal positions with the same seat to move."""
    return np.uint64(s.key)


@njit
def _most_ahead(s, seat, lead):
    """No play from here gives ``seat`` more points above the other of two seats than this.

    ``lead`` (int64, 5) is scratch.
    """
    other = 1 - seat
    walking = 0
    total = np.int64(0)
    for c in range(s.colours):
        beside = 1 if s.place[c] == 0 else 0
        ahead = s.held[seat, c] + count(s.track[c]) + beside - s.held[other, c]
        if s.place[c] > 0:
            total += ahead * (s.colours - s.place[c])
        else:
            i = walking
            while i > 0 and lead[i - 1] < ahead:
                lead[i] = lead[i - 1]
                i -= 1
            lead[i] = ahead
            walking += 1
    # The steps still free go to the walking colours, the highest to that with the largest lead.
    for i in range(walking):
        total += lead[i] * (walking - 1 - i)
    # Different colours held never become fewer, but a black disc may be spent.
    fewest = white_worth(s, other) - (1 if s.held[other, BLACK] > 0 else 0)
    whites = s.held[seat, WHITE] + count(s.track[WHITE])
    most = s.colours + (1 if s.full[BLACK] > 0 else 0)
    return total + whites * most - s.held[other, WHITE] * fewest


@njit
def bounds(s, out):
    """The points of seat 0 above seat 1 lie between ``out[0]`` and ``out[1]`` (two players)."""
    lead = np.empty(COLOURS, np.int64)
    # Not literals, for which it would be compiled twice.
    first, second = np.int64(0), np.int64(1)
    out[1] = _most_ahead(s, first, lead)
    out[0] = -_most_ahead(s, second, lead)


@njit
def move_order(s, actions, n, score):
    """Whites first, then discs of colours that arrive early, then the stair, then passing."""
    for i in range(n):
        a = actions[i]
        kind = taken_kind(s, a)
        if a == PASS:
            score[i] = -1.0
        elif side_of(a) < 0:
            score[i] = s.colours - 1 - s.arrived
        elif kind >= COLOURS:
            score[i] = 2.0 * s.colours if kind == WHITE else 0.75 * s.colours
        elif s.place[kind] > 0:
            score[i] = s.colours - s.place[kind]
        else:
            to_go = 1 + count(s.track[kind] >> (s.pawn[kind] + 1))
            score[i] = (s.colours - 1.0 - s.arrived) / to_go
