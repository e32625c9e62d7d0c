"""The dynamic programme over places: every way to lay natural and wild cards of a suit in runs.

It goes from the low ace up. At each place the melds of the table that end there may be extended,
the open runs are closed, extended by a natural card or a wild one, or joined to a meld of the table
that begins there, and new runs begin. Where sets of equal rank are allowed the four suits go up
together, and the cards of a rank that no run took may be laid as sets.

The key of a node has a word for each suit, of the runs that lie open at the place reached, one of
those of the suit in work that have been dealt with at this place, and one of the numbers that all
suits share. A run takes some bits of a word: its length, its wild cards, the meld of the table that
it extends, and a flag; where the rules ask for it, also the cards below its first wild card.

What is left out is never better than what is kept:

- A run does not begin with a wild card, unless it reaches the highest place: the wild card is as
  good at its high end.
- Where a natural card stays in the hand, no run stops before it and no wild card lies in its place;
  but for the two, which is a wild card too, and unless cards must be left (``GREEDY`` not set).
"""

from ludoteca.core.jit import njit

from ..ids import PLACES, SET, TWO
from .facts import (
    CANASTRA,
    COPIES,
    GREEDY,
    HELD_WILDS,
    M_BONUS,
    M_CARDS,
    M_ENDS,
    M_HIGH,
    M_LOW,
    M_NUMBER,
    M_OWN_TWO,
    M_SIDE,
    M_SUIT,
    M_WILD_PLACES,
    M_WILDS,
    MELD_COUNT,
    MOST_LEFT,
    MOST_RUNS,
    MOST_SIDE,
    MOST_WILDS,
    MOVING,
    MUST,
    OF_SET,
    OUT_NEEDS,
    RUN,
    RUN_BITS,
    RUN_FROM_ACE,
    SAME_SETS,
    SET_RANKS,
    TOP,
    TWO_ACES,
    WORTH,
    bonus,
)
from .nodes import COUNT, LAYER, LIMITS, OVERFLOW, TOO_MANY_RUNS, VALUE, WORDS, grown, put

# -- the words of a key after those of the suits ---------------------------------------------------

DONE = 4  # the runs dealt with at this place
SHARED = 5  # the numbers that all suits share

# -- a run: its fields, from the lowest bit -------------------------------------------------------

WILDS = 4  # shift of the number of wild cards, two bits; below it the length
AT_LOW_ACE = 3  # in place of that number: one, below a two that another meld gives
MELD = 6  # shift of the number in its suit of the meld that is extended, from 1; 0 for a new run
PAST = 15  # in place of that number: the meld lies behind
SIDE = 12  # shift of the cards below its first wild card, three bits; 0 without a wild card
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

HAND, OWED, OF_MELD, TWO_OF_MELD = range(4)
"""Sources of the wild card of an act ``WILD``."""


@njit
def act_code(kind, place, suit, meld, a, b):
    """An act in a number: its kind, place and suit, a slot and two counts."""
    return kind | place << 4 | suit << 8 | meld << 10 | a << 15 | b << 19


@njit
def run_mask(facts):
    """The bits of one run."""
    return (1 << int(facts[RUN_BITS])) - 1


@njit
def sorted_runs(facts, word):
    """The same runs in ascending order."""
    out = 0
    bits, mask = int(facts[RUN_BITS]), run_mask(facts)
    for _i in range(facts[MOST_RUNS]):
        # Take the highest run that is left.
        best = -1
        place = 0
        rest = word
        at = 0
        while rest != 0:
            if rest & mask > best:
                best = rest & mask
                place = at
            rest >>= bits
            at += 1
        if best <= 0:
            break
        low = word & ((1 << (bits * place)) - 1)
        word = (word >> (bits * (place + 1))) << (bits * place) | low
        out = out << bits | best
    return out


@njit
def copies_at(facts, suit, place):
    """Natural cards of a place in the hand; low aces that were laid are not taken off."""
    return int(facts[COPIES + suit * PLACES + place])


@njit
def has_meld(facts, word, slot):
    """True where a run of the word extends the meld in this slot."""
    while word != 0:
        if (word >> MELD) & 15 == facts[M_NUMBER + slot]:
            return True
        word >>= int(facts[RUN_BITS])
    return False


@njit
def scan(facts, first, last, nodes, key):
    """Add nodes for the suits ``first`` to ``last``.

    Returns where the final layer begins, and the nodes, in more room where they needed it. ``key``
    is scratch. Where cards may have to be left (not ``GREEDY``) the keys tell whether 0, 1
    or 2 and more natural cards are left, and whether a canastra with which one may go out was made.
    """
    before = int(nodes[LIMITS, COUNT])
    while True:
        begin = _scan_suits(facts, first, last, nodes, key)
        if nodes[LIMITS, OVERFLOW] == 0:
            return begin, nodes
        nodes = grown(nodes, before)


@njit
def _scan_suits(facts, first, last, nodes, key):
    """Add nodes while there is room; returns where the final layer begins."""
    for w in range(WORDS):
        key[w] = 0
    nodes[LIMITS, LAYER] += 1
    begin = int(nodes[LIMITS, COUNT])
    put(nodes, key, 0, -1, CARRY)
    places = int(facts[TOP]) + 1
    for place in range(places + 1):
        if nodes[LIMITS, OVERFLOW]:
            break
        for suit in range(first, last + 1):
            begin = _scan_place(facts, suit, place, first < last, nodes, key, begin)
        if 1 < place < places and first < last and has_sets(facts, place):
            begin = _form_sets(facts, place, nodes, key, begin)
    return begin


@njit
def has_sets(facts, place):
    """True where cards of this place may be laid as sets."""
    return (int(facts[SET_RANKS]) >> place) & 1 > 0


@njit
def _scan_place(facts, suit, place, joint, nodes, key, begin):
    """All that may happen at a place of a suit; returns where the new layer begins."""
    places = int(facts[TOP]) + 1
    start = begin
    # The melds of the table that end just below, or whose wild card lies here.
    for slot in range(facts[MELD_COUNT]):
        if facts[M_SUIT + slot] == suit and place < places:
            ends = facts[M_HIGH + slot] == place - 1
            moves = facts[MOVING] == 2 and (facts[M_WILD_PLACES + slot] >> place) & 1 > 0
            if ends or moves:
                end = int(nodes[LIMITS, COUNT])
                nodes[LIMITS, LAYER] += 1
                for node in range(begin, end):
                    _touch(facts, suit, place, slot, ends, nodes, key, node)
                begin = end
    # The open runs, one after the other.
    quiet = begin == start
    while True:
        end = int(nodes[LIMITS, COUNT])
        open_runs = False
        for node in range(begin, end):
            open_runs = open_runs or nodes[node, suit] != 0
        if not open_runs:
            break
        quiet = False
        nodes[LIMITS, LAYER] += 1
        for node in range(begin, end):
            _go_on(facts, suit, place, nodes, key, node)
        begin = end
    if place == places:
        return begin
    end = int(nodes[LIMITS, COUNT])
    natural = copies_at(facts, suit, place) > 0 and _may_begin(facts, suit, place)
    wild = _most_wild_begun(facts, suit, place)
    lent = facts[MOVING] > 0 and (place == TWO or wild > 0)
    if quiet and wild == 0 and not lent and copies_at(facts, suit, place) == 0:
        return begin
    nodes[LIMITS, LAYER] += 1
    for node in range(begin, end):
        _begin_runs(facts, suit, place, natural, wild, joint, nodes, key, node)
    return end


@njit
def _slot(facts, suit, number):
    """The slot of the meld with this number in its suit."""
    slot = 0
    while facts[M_SUIT + slot] != suit or facts[M_NUMBER + slot] != number:
        slot += 1
    return slot


@njit
def _may_begin(facts, suit, place):
    """False where no run can begin with the natural card of this place."""
    gaps = 0
    for above in range(place + 1, place + 3):
        for slot in range(facts[MELD_COUNT]):
            if facts[M_SUIT + slot] == suit and facts[M_LOW + slot] == above:
                return True
        if above > facts[TOP]:
            return False
        gaps += copies_at(facts, suit, above) == 0
    return gaps <= facts[MOST_WILDS]


@njit
def _most_wild_begun(facts, suit, place):
    """The number of runs that may begin with a wild card here: those that can reach the top."""
    gaps = 0
    most = 0
    for above in range(place + 1, facts[TOP] + 1):
        copies = copies_at(facts, suit, above)
        for slot in range(facts[MELD_COUNT]):
            if facts[M_SUIT + slot] == suit and facts[M_LOW + slot] <= above:
                copies += facts[M_HIGH + slot] >= above
        if above == TWO and facts[MOVING] > 0 and _lendable(facts, suit, place, True):
            copies += 1
        gaps += copies == 0
        if above == place + 1 and facts[MOST_WILDS] == 1:
            most = min(2, copies)
        elif above == place + 1:
            most = 2
    return most if place < facts[TOP] and gaps < facts[MOST_WILDS] else 0


@njit
def _lendable(facts, suit, place, own_two):
    """True where a run of the table begins above ``place`` and has a wild card that may move."""
    for slot in range(facts[MELD_COUNT]):
        wild = facts[M_OWN_TWO + slot] if own_two else facts[M_WILDS + slot]
        if wild > 0 and facts[M_SUIT + slot] == suit and facts[M_LOW + slot] > place:
            return True
    return False


# -- one node --------------------------------------------------------------------------------------


@njit
def _load(nodes, key, node):
    """Copy the key of a node, and return its value."""
    for w in range(WORDS):
        key[w] = nodes[node, w]
    return int(nodes[node, VALUE])


@njit
def _free(facts, suit, place, shared):
    """Natural cards of this place that are not spent yet."""
    free = copies_at(facts, suit, place) - ((shared >> SPENT) & 3)
    if place == facts[TOP]:
        free -= (shared >> (LOW_ACES + 2 * suit)) & 3
    if place == TWO and _wilds_free(facts, shared) <= 0:
        return 0
    return free


@njit
def _wilds_free(facts, shared):
    """Twos and jokers of the hand that are not laid yet."""
    return facts[HELD_WILDS] - ((shared >> USED_WILDS) & 15) - ((shared >> TWOS) & 15)


@njit
def _spend(place, shared, count):
    """The shared numbers after ``count`` natural cards were laid."""
    shared += count << SPENT
    if place == TWO:
        shared += count << TWOS
    return shared


@njit
def _with_wild(shared, natural):
    """The shared numbers after a wild card was laid where the natural one could lie or not."""
    return (shared + (1 << USED_WILDS)) | int(natural) << REFUSED


@njit
def _worth(facts, place):
    """The worth of laying a natural card."""
    return int(facts[WORTH + place])


@njit
def _below(facts, cards):
    """The bits of a run whose first wild card comes after so many cards, if they are counted."""
    return min(cards, MOST_SIDE) << SIDE if facts[RUN_BITS] > SIDE else 0


@njit
def _begins_with_ace(cards, wilds, flag, below, place):
    """True where a run that ends below ``place`` begins with the natural low ace."""
    return cards == place and (wilds == 0 or below > 0 or flag == OWES)


@njit
def _done(facts, key, run, nodes):
    """Put a run among those dealt with; false where there are too many."""
    word, bits = int(key[DONE]), int(facts[RUN_BITS])
    if word >> (bits * (int(facts[MOST_RUNS]) - 1)) != 0:
        nodes[LIMITS, TOO_MANY_RUNS] = 1
        return False
    key[DONE] = word << bits | run
    return True


@njit
def _deal_with(facts, nodes, key, node, run, shared, value, act):
    """Add the node after ``node`` in which ``run`` is dealt with, too, by the act."""
    done = int(key[DONE])
    key[SHARED] = shared
    if _done(facts, key, run, nodes):
        put(nodes, key, value, node, act)
    key[DONE] = done


@njit
def _touch(facts, suit, place, slot, ends, nodes, key, node):
    """The meld in ``slot`` stays as it is, is extended at its high end, or gives its wild up."""
    value = _load(nodes, key, node)
    shared = int(key[SHARED])
    if has_meld(facts, int(key[suit]), slot):
        put(nodes, key, value, node, CARRY)
        return
    other = facts[M_ENDS + slot] & (2 if place == 0 else 1 if place == facts[TOP] else 0)
    natural = facts[TWO_ACES] == 1 or other == 0
    key[SHARED] = shared | 1 << REFUSED if ends and natural else shared
    put(nodes, key, value, node, CARRY)
    cards = int(facts[M_CARDS + slot])
    wilds = int(facts[M_WILDS + slot])
    below = _below(facts, int(facts[M_SIDE + slot])) if wilds > 0 else 0
    value -= int(facts[M_BONUS + slot])
    if natural and _free(facts, suit, place, shared) > 0:
        run = cards + 1 | wilds << WILDS | PAST << MELD | below
        if not ends:
            run = cards | wilds << WILDS | int(facts[M_NUMBER + slot]) << MELD | OWES << FLAG
        act = act_code(TOUCH if ends else MOVE, place, suit, slot, 0, 0)
        worth = value + _worth(facts, place)
        _deal_with(facts, nodes, key, node, run, _spend(place, shared, 1), worth, act)
    if ends and wilds < facts[MOST_WILDS] and _wilds_free(facts, shared) > 0:
        below = below if wilds > 0 else _below(facts, cards)
        run = cards + 1 | (wilds + 1) << WILDS | PAST << MELD | below
        act = act_code(TOUCH_WILD, place, suit, slot, 0, 0)
        _deal_with(facts, nodes, key, node, run, _with_wild(shared, natural), value, act)


@njit
def _go_on(facts, suit, place, nodes, key, node):
    """Follow every way in which the first open run may go on."""
    value = _load(nodes, key, node)
    pending = int(key[suit])
    if pending == 0:
        put(nodes, key, value, node, CARRY)
        return
    run = pending & run_mask(facts)
    key[suit] = pending >> int(facts[RUN_BITS])
    meld = (run >> MELD) & 15
    if 0 < meld < PAST and facts[M_HIGH + _slot(facts, suit, meld)] >= place:
        _go_inside(facts, suit, place, run, nodes, key, node, value)
        return
    cards = run & 15
    wilds = (run >> WILDS) & 3
    shared = int(key[SHARED])
    flag = (run >> FLAG) & 3
    below = run >> SIDE
    last = place == facts[TOP] and facts[TWO_ACES] == 0
    natural = not (last and _begins_with_ace(cards, wilds, flag, below, place))
    if (flag == 0 and meld > 0) or (meld == 0 and _is_meld(flag, cards, wilds)):
        key[SHARED] = shared | int(natural) << REFUSED
        may_go_out = wilds == 0 or facts[OUT_NEEDS] == 1
        if facts[GREEDY] == 0 and cards >= facts[CANASTRA] and may_go_out:
            key[SHARED] = int(key[SHARED]) | 1 << CLEAN
        side = max(below, cards - 1 - below)
        worth = bonus(facts, RUN_FROM_ACE if place == cards else RUN, cards, wilds, side)
        put(nodes, key, value + worth, node, act_code(CLOSE, place, suit, 0, 0, 0))
    if place > facts[TOP]:
        return
    if meld > 0:
        run |= PAST << MELD
    ended = meld == 0 and flag == ENDED_TWO_WILDS
    if ended:
        run &= ~(3 << FLAG)
        flag = 0
    if natural and _free(facts, suit, place, shared) > 0:
        longer = run + 1 | (ENDED_TWO_WILDS << FLAG if ended and cards == 3 else 0)
        act = act_code(NATURAL, place, suit, 0, 0, 0)
        worth = value + _worth(facts, place)
        _deal_with(facts, nodes, key, node, longer, _spend(place, shared, 1), worth, act)
    if flag == OWES:
        act = act_code(WILD, place, suit, 0, OWED, 0)
        longer = (run & ~(3 << FLAG)) + 1 | _below(facts, cards)
        _deal_with(facts, nodes, key, node, longer, shared, value, act)
    if wilds < facts[MOST_WILDS]:
        longer = run + 1 + (1 << WILDS)
        if wilds == 0:
            longer |= _below(facts, cards)
        own = longer
        if meld == 0 and flag == 0 and (cards == 1 or (cards == 2 and ended)):
            own |= ENDED_TWO_WILDS << FLAG
        if _wilds_free(facts, shared) > 0:
            act = act_code(WILD, place, suit, 0, HAND, 0)
            _deal_with(facts, nodes, key, node, own, _with_wild(shared, natural), value, act)
        free = facts[MOVING] == 2 and meld == 0 and flag == 0
        if free and _lendable(facts, suit, place, False):
            act = act_code(WILD, place, suit, 0, OF_MELD, 0)
            longer |= BORROWED_WILD << FLAG
            _deal_with(facts, nodes, key, node, longer, shared, value, act)
    free = facts[MOVING] > 0 and meld == 0 and flag == 0 and place == TWO
    if free and _lendable(facts, suit, place, True):
        longer = run + 1 | BORROWED_TWO << FLAG
        if cards == 1 and wilds == 1:
            longer |= AT_LOW_ACE << WILDS
        act = act_code(WILD, place, suit, 0, TWO_OF_MELD, 0)
        _deal_with(facts, nodes, key, node, longer, shared, value, act)
    if meld == 0:
        key[SHARED] = shared
        _join(facts, suit, place, run, nodes, key, node, value)


@njit
def _is_meld(flag, cards, wilds):
    """True where a new run may stay as it is: three cards that follow each other open it, at most
    one of them wild."""
    if flag in (BORROWED_WILD, BORROWED_TWO):
        return False
    if wilds < 2:
        return cards >= 3
    return cards > 4 or (cards == 4 and flag != ENDED_TWO_WILDS)


@njit
def _go_inside(facts, suit, place, run, nodes, key, node, value):
    """The run goes on along the meld that it extends; a natural card may replace its wild."""
    slot = _slot(facts, suit, (run >> MELD) & 15)
    shared = int(key[SHARED])
    flag = (run >> FLAG) & 3
    borrowed = flag in (BORROWED_WILD, BORROWED_TWO)
    if not borrowed or facts[M_HIGH + slot] > place:
        act = act_code(GO_ON, place, suit, 0, 0, 0)
        _deal_with(facts, nodes, key, node, run, shared, value, act)
    low = int(facts[M_HIGH + slot]) + 1 - (run & 15)
    last = place == facts[TOP] and facts[TWO_ACES] == 0 and low == 0
    if last and ((run >> WILDS) & 3 == 0 or run >> SIDE > 0 or flag == OWES):
        return
    if (facts[M_WILD_PLACES + slot] >> place) & 1 == 0 or _free(facts, suit, place, shared) == 0:
        return
    if borrowed:
        run &= ~(3 << FLAG)
    elif facts[MOVING] == 2 and flag != OWES:
        run = run & (1 << SIDE) - 1 | OWES << FLAG
    else:
        return
    act = act_code(REPLACE, place, suit, 0, 0, 0)
    worth = value + _worth(facts, place)
    _deal_with(facts, nodes, key, node, run, _spend(place, shared, 1), worth, act)


@njit
def _join(facts, suit, place, run, nodes, key, node, value):
    """The run becomes the low end of a meld of the table that begins here."""
    pending = int(key[suit])
    cards = run & 15
    borrowed = (run >> FLAG) & 3
    own = (run >> WILDS) & 3
    ace = facts[TWO_ACES] == 0 and _begins_with_ace(cards, own, borrowed, run >> SIDE, place)
    for slot in range(facts[MELD_COUNT]):
        if facts[M_SUIT + slot] != suit or facts[M_LOW + slot] != place:
            continue
        if has_meld(facts, pending, slot) or has_meld(facts, int(key[DONE]), slot):
            continue
        if ace and facts[M_ENDS + slot] & 2 > 0:
            continue
        there = int(facts[M_WILDS + slot])
        lying = int(facts[M_CARDS + slot])
        # A wild card in the place of the low ace is laid once the two is in its own place.
        late = int(own == AT_LOW_ACE)
        wilds = there if late else own + there
        if borrowed == BORROWED_WILD and there == 0:
            continue
        if borrowed == BORROWED_TWO and (facts[M_OWN_TWO + slot] == 0 or wilds > facts[MOST_WILDS]):
            continue  # until it is in its own place the two counts as a wild card
        wilds += late - (borrowed != 0)
        if wilds > facts[MOST_WILDS]:
            continue
        number = int(facts[M_NUMBER + slot])
        joined = cards + lying | wilds << WILDS | number << MELD | borrowed << FLAG
        if own > 0:
            joined |= run >> SIDE << SIDE
        elif wilds > 0:
            joined |= _below(facts, cards + int(facts[M_SIDE + slot]))
        key[suit] = pending << int(facts[RUN_BITS]) | joined
        worth = int(facts[M_BONUS + slot])
        put(nodes, key, value - worth, node, act_code(JOIN, place, suit, slot, 0, 0))
        key[suit] = pending


@njit
def _begin_runs(facts, suit, place, natural, wild, joint, nodes, key, node):
    """Begin runs with natural or wild cards, and leave the place."""
    value = _load(nodes, key, node)
    shared = int(key[SHARED])
    done = int(key[DONE])
    free = _free(facts, suit, place, shared)
    for begun in range((free if natural else 0) + 1):
        after = _spend(place, shared, begun)
        if place == TWO and _wilds_free(facts, after) < 0:
            break
        worth = value + begun * _worth(facts, place)
        most = min(wild, _wilds_free(facts, after))
        for wild_begun in range(most + 1):
            both = after + (wild_begun << USED_WILDS)
            if wild_begun > 0:
                both |= 1 << REFUSED
            lent = 1
            if facts[MOVING] == 2 and wild > 0 and _lendable(facts, suit, place, False):
                lent = 2
            for borrowed in range(lent):
                twos = 1
                if facts[MOVING] > 0 and place == TWO and _lendable(facts, suit, place, True):
                    twos = 2
                for two in range(twos):
                    key[DONE] = done
                    fits = True
                    for _i in range(begun):
                        fits = _done(facts, key, 1, nodes) and fits
                    for _i in range(wild_begun):
                        fits = _done(facts, key, 1 | 1 << WILDS, nodes) and fits
                    if borrowed > 0:
                        lent_wild = 1 | 1 << WILDS | BORROWED_WILD << FLAG
                        fits = _done(facts, key, lent_wild, nodes) and fits
                    if two > 0:
                        fits = _done(facts, key, 1 | BORROWED_TWO << FLAG, nodes) and fits
                    act = act_code(BEGIN, place, suit, borrowed + 2 * two, begun, wild_begun)
                    if fits:
                        _leave_place(facts, suit, place, joint, nodes, key, node, worth, both, act)


@njit
def _leave_place(facts, suit, place, joint, nodes, key, node, value, shared, act):
    """Note what is left at this place, and put the runs in order for the next."""
    spent = (shared >> SPENT) & 3
    if place == facts[TOP]:
        spent += (shared >> (LOW_ACES + 2 * suit)) & 3
        shared &= ~(3 << (LOW_ACES + 2 * suit))
    unused = copies_at(facts, suit, place) - spent
    must = int(facts[MUST + suit * PLACES + place])
    refused = (shared >> REFUSED) & 1
    if place == 0:
        shared |= spent << (LOW_ACES + 2 * suit)
    elif place == TWO:
        shared += max(0, spent - must) << HELPER_TWOS
    elif unused > 0:
        missing = max(0, must - spent)
        if joint and has_sets(facts, place):
            shared += unused << SPARE | missing << MUST_SPARE
        elif facts[GREEDY]:
            if refused:
                return
        else:
            shared = _more_left(shared, missing)
            if (shared >> LEFT) & 3 > facts[MOST_LEFT]:
                return
    key[SHARED] = shared & ~(3 << SPENT | 1 << REFUSED)
    # The bits of this suit: all its runs have been dealt with.
    waiting = int(key[suit])
    key[suit] = sorted_runs(facts, int(key[DONE]))
    key[DONE] = 0
    put(nodes, key, value, node, act)
    key[suit] = waiting


@njit
def _more_left(shared, count):
    """The shared numbers with ``count`` more cards left; two stands for two and more."""
    left = min(2, ((shared >> LEFT) & 3) + count)
    return shared & ~(3 << LEFT) | left << LEFT


# -- sets ------------------------------------------------------------------------------------------


@njit
def _form_sets(facts, place, nodes, key, begin):
    """Lay the cards of a rank that no run took as sets; returns where the new layer begins."""
    rank = place if place < facts[TOP] else 0
    most = 4  # a new set has two natural cards at least, of eight
    for slot in range(facts[MELD_COUNT]):
        if facts[M_SUIT + slot] == SET and facts[M_LOW + slot] == rank:
            end = int(nodes[LIMITS, COUNT])
            nodes[LIMITS, LAYER] += 1
            for node in range(begin, end):
                _form(facts, place, slot, nodes, key, node)
            begin = end
            if facts[SAME_SETS] == 0:
                most = 0
    if facts[SAME_SETS] == 0:
        most = min(most, 1)
    for _set in range(most):
        end = int(nodes[LIMITS, COUNT])
        nodes[LIMITS, LAYER] += 1
        for node in range(begin, end):
            _form(facts, place, -1, nodes, key, node)
        begin = end
    end = int(nodes[LIMITS, COUNT])
    nodes[LIMITS, LAYER] += 1
    for node in range(begin, end):
        value = _load(nodes, key, node)
        shared = int(key[SHARED])
        if facts[GREEDY] == 0:
            shared = _more_left(shared, (shared >> MUST_SPARE) & 15)
            if (shared >> LEFT) & 3 > facts[MOST_LEFT]:
                continue
        key[SHARED] = shared & ~(15 << SPARE | 15 << MUST_SPARE)
        put(nodes, key, value, node, CARRY)
    return end


@njit
def _form(facts, place, slot, nodes, key, node):
    """Add cards to the set in ``slot``, or lay a new set (``slot`` -1), or neither."""
    value = _load(nodes, key, node)
    put(nodes, key, value, node, CARRY)
    shared = int(key[SHARED])
    spare = (shared >> SPARE) & 15
    must = (shared >> MUST_SPARE) & 15
    cards = 0
    there = 0
    if slot >= 0:
        cards = int(facts[M_CARDS + slot])
        there = int(facts[M_WILDS + slot])
        value -= int(facts[M_BONUS + slot])
    worth = _worth(facts, place)
    for wilds in range(min(int(facts[MOST_WILDS]) - there, _wilds_free(facts, shared)) + 1):
        for natural in range(spare + 1):
            if wilds + natural == 0:
                continue
            if slot < 0 and (natural < 2 or natural + wilds < 3):
                continue
            after = shared - (natural << SPARE) - (min(natural, must) << MUST_SPARE)
            after += wilds << USED_WILDS
            total = cards + natural + wilds
            fit = there + wilds == 0 or facts[OUT_NEEDS] == 1
            if facts[GREEDY] == 0 and fit and total >= facts[CANASTRA]:
                after |= 1 << CLEAN
            key[SHARED] = after
            made = bonus(facts, OF_SET, total, there + wilds, total - there - wilds)
            act = act_code(FORM, place, 0, slot + 1, natural, wilds)
            put(nodes, key, value + natural * worth + made, node, act)
