"""Nodes of the dynamic programme, in layers.

A node is a key of six words, the best value that reaches it, its parent and the act that led to it.
Equal keys of a layer are one node.
"""

import numpy as np

from ludoteca.core.jit import njit

WORDS = 6
VALUE, ORIGIN = range(WORDS, WORDS + 2)
"""Columns of the nodes after the key: the value; the parent and the act."""
ACT_BITS = 24  # of the origin, for the act
COLUMNS = 8  # a node fills a line of a processor's cache
_COLUMN_BITS = 3

LIMITS = 0  # the first row is no node: it tells how far all is filled
COUNT, LAYER, OVERFLOW, TOO_MANY_RUNS, _CAPACITY = range(5)  # its columns

_AT_FIRST = 1 << 11  # nodes that most hands need less than


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
