"""Nodes of the dynamic programme, in layers, and open runs as words.

A node is a key, the best value that reaches it, its parent and the act that led to it. The key has
six words: for each suit the runs that lie open at the place reached, those of the suit in work that
have been dealt with at this place, and the numbers that all suits share. Equal keys of a layer are
one node.

A run takes ``RUN_BITS`` bits of a word: its length, its wild cards, the meld of the table that it
extends, and a flag.
"""

import numpy as np

from ludoteca.core.jit import njit

DONE = 4  # word of the runs dealt with at this place
SHARED = 5  # word of the numbers that all suits share
WORDS = 6
VALUE, ORIGIN = range(WORDS, WORDS + 2)
"""Columns of the nodes after the key: the value; the parent and the act."""
ACT_BITS = 24  # of the origin, for the act
COLUMNS = 8  # a node fills a line of a processor's cache
_COLUMN_BITS = 3

LIMITS = 0  # the first row is no node: it tells how far all is filled
COUNT, LAYER, OVERFLOW, TOO_MANY_RUNS, _CAPACITY = range(5)  # its columns

_AT_FIRST = 1 << 11  # nodes that most hands need less than

# -- a run: its fields, from the lowest bit -------------------------------------------------------

RUN_BITS = 12
RUN_MASK = (1 << RUN_BITS) - 1
MOST_RUNS = 5  # in a word
WILDS = 4  # shift of the number of wild cards, two bits; below it the length
AT_LOW_ACE = 3  # in place of that number: one, below a two that another meld gives
MELD = 6  # shift of the number in its suit of the meld that is extended, from 1; 0 for a new run
PAST = 15  # in place of that number: the meld lies behind
FLAG = 10  # shift of a flag, two bits
BORROWED_WILD = 1  # one of its cards is the wild of the meld that it will join
BORROWED_TWO = 2  # the two in its own place is the wild of the meld that it will join
OWES = 3  # of a run that extends a meld: the wild was replaced and is to be laid at the high end
ENDED_TWO_WILDS = 3  # of a new run: the last two of its first three are wild

# -- the numbers that all suits share: shifts ------------------------------------------------------

TWOS = 0  # twos laid in their own place
USED_WILDS = 4  # wild cards laid
LEFT = 8  # cards left, at most 2
CLEAN = 10  # a canastra was made with which one may go out
SPENT = 11  # cards of this place spent
REFUSED = 13  # at this place a run was closed that a card would have extended, or a wild was laid
SPARE = 14  # cards of this rank that no run took, four bits
LOW_ACES = 18  # low aces laid, two bits a suit
MUST_SPARE = 26  # those of SPARE that must not be left, four bits
HELPER_TWOS = 30  # those of TWOS that are not of the hand itself, four bits

# -- acts ------------------------------------------------------------------------------------------

(
    CARRY, CLOSE, NATURAL, WILD, JOIN, REPLACE, GO_ON,
    BEGIN, TOUCH, TOUCH_WILD, MOVE, FORM,
) = range(12)  # fmt: skip
"""The step that led to a node: nothing; the first open run closed, extended, joined to a meld of
the table, its wild card replaced, or gone on with inside the meld; runs begun; a meld of the table
extended, or its wild replaced; a set laid."""


@njit
def act_code(kind, place, suit, meld, a, b):
    """An act in a number: its kind, place and suit, a slot and two counts."""
    return kind | place << 4 | suit << 8 | meld << 10 | a << 15 | b << 19


@njit
def new_nodes():
    """Room for nodes, and after them a hash table of the keys of a layer."""
    return _room(_AT_FIRST)


@njit
def _room(capacity):
    """Room for so many nodes, a power of two, and for twice as many entries of the table."""
    rows = capacity + (2 * capacity >> _COLUMN_BITS)
    nodes = np.empty((rows, COLUMNS), np.int64)
    nodes[capacity:] = 0
    nodes[LIMITS] = 0
    nodes[LIMITS, COUNT] = 1
    nodes[LIMITS, _CAPACITY] = capacity
    return nodes


@njit
def grown(nodes, count):
    """More room, with the first ``count`` rows."""
    more = _room(4 * int(nodes[LIMITS, _CAPACITY]))
    more[1:count] = nodes[1:count]
    more[LIMITS, COUNT] = count
    more[LIMITS, TOO_MANY_RUNS] = nodes[LIMITS, TOO_MANY_RUNS]
    return more


@njit
def put(nodes, key, value, parent, act):
    """Add a node to the layer in work, or better the one with this key."""
    mix = 0
    for w in range(WORDS):
        mix = ((mix ^ int(key[w])) & 0xFFFFFFFFFFF) * 0x2545F
        mix ^= mix >> 29
    capacity = int(nodes[LIMITS, _CAPACITY])
    at = mix & (2 * capacity - 1)
    stamp = int(nodes[LIMITS, LAYER]) << 32
    while True:
        row, column = capacity + (at >> _COLUMN_BITS), at & (COLUMNS - 1)
        node = int(nodes[row, column]) - stamp
        if node < 0:
            break
        same = True
        for w in range(WORDS):
            same = same and nodes[node, w] == key[w]
        if same:
            if value > nodes[node, VALUE]:
                nodes[node, VALUE] = value
                nodes[node, ORIGIN] = parent << ACT_BITS | act
            return
        at = (at + 1) & (2 * capacity - 1)
    node = int(nodes[LIMITS, COUNT])
    if node == capacity:
        nodes[LIMITS, OVERFLOW] = 1
        return
    nodes[row, column] = stamp + node
    for w in range(WORDS):
        nodes[node, w] = key[w]
    nodes[node, VALUE] = value
    nodes[node, ORIGIN] = parent << ACT_BITS | act
    nodes[LIMITS, COUNT] = node + 1


@njit
def sorted_runs(word):
    """The same runs in ascending order."""
    out = 0
    for _i in range(MOST_RUNS):
        # Take the highest run that is left.
        best = -1
        place = 0
        rest = word
        at = 0
        while rest != 0:
            if rest & RUN_MASK > best:
                best = rest & RUN_MASK
                place = at
            rest >>= RUN_BITS
            at += 1
        if best <= 0:
            break
        low = word & ((1 << (RUN_BITS * place)) - 1)
        word = (word >> (RUN_BITS * (place + 1))) << (RUN_BITS * place) | low
        out = out << RUN_BITS | best
    return out
