"""Hands of mus: kinds of card, and which hand is better in each lance.

Source: the founding document "Motor de IA para el Mus" (UPC, 2008), chapter 1, whose sections are
named beside the rules. Nothing here knows who holds the cards.
"""

from ludoteca.core.jit import njit

from .ids import CHICA, DISCARD, GRANDE, JUEGO, PARES

HAND = 4  # cards

# Kinds of card, ascending in grande. A 3 is a king and a 2 an ace (1.1), unless there are 4 kings.
KINDS = 10
ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, SOTA, CABALLO, KING = range(KINDS)
FACES = "A234567SCR"
POINTS = (1, 2, 3, 4, 5, 6, 7, 10, 10, 10)  # in juego and punto (1.4.4)

COPIES_8_KINGS = (8, 0, 0, 4, 4, 4, 4, 4, 4, 8)
COPIES_4_KINGS = (4, 4, 4, 4, 4, 4, 4, 4, 4, 4)

NO_PARES, PAR, MEDIAS, DUPLES = range(4)  # kinds of pares; also their cuenta in stones (1.6.2)
REAL_NONE, REAL_ANY, REAL_SOTA = range(3)  # option: the ten-point card of a `real`

# `hand` is ten counts by kind, of four cards. (A hand of fewer cards, in a game that is made small,
# counts ten points for each that it lacks.) Keys are whole numbers: the larger one is the better
# hand, equal ones are tied, and then the hand nearest to the mano wins (1.4).


@njit
def grande_key(hand):
    """Highest card first, then the next (1.4.1): the number of kings, of caballos, and so on."""
    key = 0
    for kind in range(KINDS - 1, -1, -1):
        key = key * 8 + hand[kind]
    return key


@njit
def chica_key(hand):
    """Lowest card first, then the next (1.4.2): the number of aces, and so on."""
    key = 0
    for kind in range(KINDS):
        key = key * 8 + hand[kind]
    return key


@njit
def pares_key(hand):
    """Duples, medias, par, in each the higher rank (1.4.3); 0 for none.

    ``100 * class + 10 * higher rank + lower rank of duples``.
    """
    high = low = -1  # ranks held twice or more
    most = 0
    for kind in range(KINDS):
        if hand[kind] >= 2:
            low = high
            high = kind
            most = max(most, hand[kind])
    if high < 0:
        return 0
    if most == 4:
        return 100 * DUPLES + 11 * high
    if low >= 0:
        return 100 * DUPLES + 10 * high + low
    return 100 * (MEDIAS if most == 3 else PAR) + 10 * high


@njit
def pares_class(hand):
    """``NO_PARES``, ``PAR``, ``MEDIAS`` or ``DUPLES``."""
    return pares_key(hand) // 100


@njit
def juego_points(hand):
    """The points of the cards (1.4.4): 31 or more are juego, fewer punto."""
    cards = 0
    points = 0
    for kind in range(KINDS):
        cards += hand[kind]
        points += hand[kind] * POINTS[kind]
    return points + 10 * (HAND - cards)


@njit
def is_real(hand, real):
    """True for three sevens and a ten-point card, or a sota, where the option has it so."""
    if real == REAL_NONE or hand[SEVEN] != 3:
        return False
    if real == REAL_SOTA:
        return hand[SOTA] == 1
    return hand[SOTA] + hand[CABALLO] + hand[KING] == 1


@njit
def juego_key(hand, real):
    """31, 32, 40, 37, 36, 35, 34, 33 from the best (1.4.4), above them la real; 0 for no juego."""
    points = juego_points(hand)
    if points < 31:
        return 0
    if points == 31:
        return 9 if is_real(hand, real) else 8
    if points == 32:
        return 7
    return 6 if points == 40 else points - 32


@njit
def punto_key(hand):
    """The points of a hand without juego, 30 the best (1.4.5); 0 for a hand with juego."""
    points = juego_points(hand)
    return points if points < 31 else 0


@njit
def key_of(lance, hand, real):
    """The key of a hand in a lance; 0 where it has no pares, no juego or, in punto, juego."""
    if lance == GRANDE:
        return grande_key(hand)
    if lance == CHICA:
        return chica_key(hand)
    if lance == PARES:
        return pares_key(hand)
    if lance == JUEGO:
        return juego_key(hand, real)
    return punto_key(hand)


@njit
def cuenta_of(lance, hand):
    """Stones for a hand of the pair that wins pares or juego (1.6.2); 0 in the other lances.

    In pares par 1, medias 2, duples 3; in juego 31 is worth 3, another one 2.
    """
    if lance == PARES:
        return pares_class(hand)
    points = juego_points(hand)
    if lance != JUEGO or points < 31:
        return 0
    return 3 if points == 31 else 2


@njit
def copies_of(kind, kings, ranks, copies):
    """Cards of a kind in the deck; a small deck has aces and the highest other ranks."""
    if ranks > 0:
        return copies if kind == ACE or kind > KINDS - ranks else 0
    return COPIES_4_KINGS[kind] if kings == 1 else COPIES_8_KINGS[kind]


# -- discards --------------------------------------------------------------------------------------

# A discard is ``DISCARD`` + mask: bit i is the i-th card of the hand, the lowest first.


@njit
def list_discards(hand, least, out):
    """List the discards of ``least`` cards or more; of equal cards the first go.

    So no set of cards comes twice. ``least`` is 0 or 1; returns how many there are.
    """
    equal = 0  # bit i: card i + 1 is equal to card i
    place = 0
    for kind in range(KINDS):
        for i in range(hand[kind]):
            if i > 0:
                equal |= 1 << (place - 1)
            place += 1
    n = 0
    for mask in range(least, 1 << place):
        if (mask >> 1) & ~mask & equal == 0:
            out[n] = DISCARD + mask
            n += 1
    return n


@njit
def thrown_of(hand, mask, kind):
    """Cards of a kind that a discard takes from a hand."""
    place = 0
    for lower in range(kind):
        place += hand[lower]
    n = 0
    for i in range(hand[kind]):
        n += (mask >> (place + i)) & 1
    return n


# -- cards as numbers ------------------------------------------------------------------------------


@njit
def code_of(hand):
    """A hand as one number: four bits a kind, the aces lowest."""
    code = 0
    for kind in range(KINDS):
        code |= hand[kind] << 4 * kind
    return code


@njit
def code_count(code, kind):
    """Cards of a kind in a code."""
    return code >> 4 * kind & 15


def counts_of(code: int) -> list[int]:
    """Cards of each kind of a code."""
    return [code_count(int(code), kind) for kind in range(KINDS)]
