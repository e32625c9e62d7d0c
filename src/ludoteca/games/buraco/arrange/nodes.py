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
VALUE, PARENT, ACT, TABLE, LIMITS = range(WORDS, WORDS + 5)
"""Columns of the nodes after the key: the value, the parent and the act; a hash table of the keys
of a layer; and how far all is filled, in the first rows."""
COLUMNS = WORDS + 5
COUNT, LAYER, OVERFLOW, TOO_MANY_RUNS = range(4)  # rows of ``LIMITS``

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
def new_nodes(capacity):
    """Room for so many nodes, a power of two."""
    nodes = np.empty((capacity, COLUMNS), np.int64)
    for row in range(capacity):
        nodes[row, TABLE] = 0
    for row in range(4):
        nodes[row, LIMITS] = 0
    return nodes


@njit
def put(nodes, key, value, parent, act):
    """Add a node to the layer in work, or better the one with this key."""
    mix = 0
    for w in range(WORDS):
        mix = ((mix ^ int(key[w])) & 0xFFFFFFFFFFF) * 0x2545F
        mix ^= mix >> 29
    capacity = len(nodes)
    at = mix & (capacity - 1)
    stamp = int(nodes[LAYER, LIMITS]) << 32
    while int(nodes[at, TABLE]) >= stamp:
        node = int(nodes[at, TABLE]) - stamp
        same = True
        for w in range(WORDS):
            same = same and nodes[node, w] == key[w]
        if same:
            if value > nodes[node, VALUE]:
                nodes[node, VALUE] = value
                nodes[node, PARENT] = parent
                nodes[node, ACT] = act
            return
        at = (at + 1) & (capacity - 1)
    node = int(nodes[COUNT, LIMITS])
    if 2 * node >= capacity:
        nodes[OVERFLOW, LIMITS] = 1
        return
    nodes[at, TABLE] = stamp + node
    for w in range(WORDS):
        nodes[node, w] = key[w]
    nodes[node, VALUE] = value
    nodes[node, PARENT] = parent
    nodes[node, ACT] = act
    nodes[COUNT, LIMITS] = node + 1


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
