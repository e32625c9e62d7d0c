"""Melds by brute force: every move that lays cards, tried on literal cards.

A meld is ``(suit, low, cards)``: suit 0 to 3 and the cards by place from ``low`` up, or ``SET``,
its rank and its sorted cards, wild ones last. Of the game's own code this uses only constants.
"""

from itertools import combinations_with_replacement

from ludoteca.core.registry import load_game
from ludoteca.games.buraco.ids import JOKER, RANKS, SET, SUITS, TWO


def is_wild(kind):
    return kind == JOKER or kind % RANKS == TWO


def in_order(cards):
    return tuple(sorted(cards, key=lambda kind: (is_wild(kind), kind)))


def natural(suit, place):
    return suit * RANKS + place % RANKS


class Brute:
    """Rules as a mapping from the names of fields of the record."""

    def __init__(self, rules):
        self.rules = rules
        self.seen = {}

    # -- values --

    def points(self, kind):
        if kind == JOKER:
            return self.rules["joker_points"]
        rank = kind % RANKS
        if rank == TWO:
            return self.rules["two_points"]
        return 15 if rank == 0 else 10 if rank >= 7 else 5

    def wilds(self, meld):
        """Places (or, in a set, indices) of the wild cards of a meld."""
        suit, low, cards = meld
        if suit == SET:
            return [i for i, kind in enumerate(cards) if is_wild(kind)]
        return [low + i for i, kind in enumerate(cards) if kind != natural(suit, low + i)]

    def bonus(self, meld):
        suit, low, cards = meld
        if len(cards) < self.rules["canastra"]:
            return 0
        wilds = self.wilds(meld)
        if wilds:
            sides = [len(cards) - 1]
            if suit != SET:
                sides = [wilds[0] - low, low + len(cards) - 1 - wilds[0]]
            enough = max(sides) >= self.rules["canastra"]
            return 150 if self.rules["semi_clean"] and len(wilds) == 1 and enough else 100
        if self.rules["long_bonus"] and suit != SET and low == 0 and len(cards) >= 13:
            return 1000 if len(cards) == 14 else 500
        return 200

    def value(self, table):
        return sum(self.bonus(m) + sum(map(self.points, m[2])) for m in table)

    def canastras_to_go_out(self, table):
        any_will_do = self.rules["out_needs"] == 1
        least = self.rules["canastra"]
        return sum(len(m[2]) >= least and (any_will_do or not self.wilds(m)) for m in table)

    # -- moves --

    def additions(self, meld, hand):
        """Melds after one more card, with the card."""
        for new, kind in self.longer(meld, hand):
            if self.rules["two_aces"] or not self.has_both_aces(new):
                yield new, kind

    def has_both_aces(self, meld):
        suit, low, cards = meld
        whole = suit != SET and low == 0 and len(cards) == RANKS + 1
        return whole and all(cards[end] == natural(suit, 0) for end in (0, -1))

    def may_be_set(self, rank):
        some = {0: (), 1: (0,), 2: range(RANKS), 3: (0, 2, RANKS - 1)}
        return rank in some[self.rules["sets"]]

    def longer(self, meld, hand):
        suit, low, cards = meld
        held = set(hand)
        room = len(self.wilds(meld)) < self.rules["most_wilds"]
        if suit == SET:
            for kind in held:
                if (is_wild(kind) and room) or (kind % RANKS == low and not is_wild(kind)):
                    yield (SET, low, in_order((*cards, kind))), kind
            return
        high = low + len(cards) - 1
        for kind in held:
            for place, made in ((low - 1, (kind, *cards)), (high + 1, (*cards, kind))):
                if 0 <= place <= RANKS:
                    new = (suit, min(low, place), made)
                    if kind == natural(suit, place) or (is_wild(kind) and room):
                        yield new, kind
        yield from self.replacements(meld, held)

    def replacements(self, meld, held):
        suit, low, cards = meld
        high = low + len(cards) - 1
        if self.rules["moving"] == 0:
            return
        for place in self.wilds(meld):
            kind = natural(suit, place)
            if kind not in held:
                continue
            at = place - low
            wild = cards[at]
            mended = (*cards[:at], kind, *cards[at + 1 :])
            for end, made in ((low - 1, (wild, *mended)), (high + 1, (*mended, wild))):
                own = end == TWO and wild == natural(suit, TWO)
                if 0 <= end <= RANKS and (self.rules["moving"] == 2 or own):
                    yield (suit, min(low, end), made), kind

    def openings(self, hand):
        held = sorted(set(hand))
        for cards in combinations_with_replacement(held, 3):
            if any(cards.count(kind) > hand.count(kind) for kind in cards):
                continue
            plain = [k for k in cards if not is_wild(k)]
            ranks = {k % RANKS for k in plain}
            if len(plain) >= 2 and len(ranks) == 1 and self.may_be_set(*ranks):
                yield (SET, ranks.pop(), in_order(cards)), cards
            for order in set(permutations3(cards)):
                for suit in range(SUITS):
                    for low in range(RANKS - 1):
                        wild = sum(k != natural(suit, low + i) for i, k in enumerate(order))
                        if wild <= 1 and all(
                            k == natural(suit, low + i) or is_wild(k) for i, k in enumerate(order)
                        ):
                            yield (suit, low, order), cards

    def after(self, hand, table):
        """Hands and tables one move further."""
        for at, meld in enumerate(table):
            for new, kind in self.additions(meld, hand):
                yield without(hand, [kind]), tuple(sorted((*table[:at], new, *table[at + 1 :])))
        for new, cards in self.openings(hand):
            if not self.rules["same_sets"] and new[0] == SET and new[:2] in {m[:2] for m in table}:
                continue
            yield without(hand, cards), tuple(sorted((*table, new)))

    def reached(self, hand, table):
        """All hands and tables that moves lead to."""
        start = (tuple(sorted(hand)), tuple(sorted(table)))
        seen = {start}
        open_ = [start]
        while open_:
            for found in self.after(*open_.pop()):
                if found not in seen:
                    seen.add(found)
                    open_.append(found)
        return seen

    def best(self, hand, table, by_points, least, least_out):
        """Points laid and cards laid of the best arrangement; None where nothing is possible."""
        before, had = self.value(table), self.canastras_to_go_out(table)
        found = None
        for left, made in self.reached(hand, table):
            may_go_out = self.canastras_to_go_out(made) > had
            if len(left) < (least_out if may_go_out else least):
                continue
            points, cards = self.value(made) - before, len(hand) - len(left)
            worth = (points, cards) if by_points else (cards, points)
            if found is None or worth > found[0]:
                found = (worth, points, cards)
        return found and found[1:]


def permutations3(cards):
    a, b, c = cards
    return [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]


def without(hand, cards):
    rest = list(hand)
    for kind in cards:
        rest.remove(kind)
    return tuple(rest)


# -- positions -------------------------------------------------------------------------------------


def position(options, table):
    """The record of a deal with these melds on the table of pair 0, and its rules for ``Brute``."""
    s = load_game("buraco").new_state(options).record[0]
    return s, lay_out(s, table)


def lay_out(s, table):
    """Put melds on the table of pair 0 in the record; returns its rules for ``Brute``."""
    names = (
        "sets",
        "moving",
        "most_wilds",
        "long_bonus",
        "two_points",
        "joker_points",
        "out_needs",
        "canastra",
        "semi_clean",
        "two_aces",
        "same_sets",
    )
    brute = Brute({name: int(s[name]) for name in names})
    s.melds[0] = len(table)
    for slot, meld in enumerate(table):
        suit, low, cards = meld
        s.meld_suit[0, slot], s.low[0, slot] = suit, low
        s.high[0, slot] = len(cards) if suit == SET else low + len(cards) - 1
        for i, wild in enumerate(brute.wilds(meld)):
            s.wild_at[0, slot, i] = 0 if suit == SET else wild
            s.wild_kind[0, slot, i] = cards[wild] if suit == SET else cards[wild - low]
        if suit == SET:
            s.set_suits[0, slot] = sum(3 ** (kind // RANKS) for kind in cards if not is_wild(kind))
    return brute


def some_case(rng, options, most):
    """A hand and a table at random, of few suits and ranks, so that much can be laid."""
    _s, brute = position(options, [])
    suits, low = rng.sample(range(SUITS), 2), rng.randrange(9)
    deck = [
        kind for kind in range(JOKER)
        if kind % RANKS == TWO or (kind // RANKS in suits and (kind % RANKS - low) % RANKS < 6)
    ] * 2 + [JOKER] * (4 if options else 0)  # fmt: skip
    rng.shuffle(deck)
    hand, pool = deck[: rng.randrange(3, most + 1)], tuple(sorted(deck[most : most + 16]))
    table = []
    for _meld in range(rng.randrange(4)):
        found = list(brute.openings(pool))
        if not found:
            break
        meld, cards = rng.choice(found)
        if not brute.rules["same_sets"] and meld[:2] in {(SET, m[1]) for m in table if m[0] == SET}:
            continue
        pool = without(pool, cards)
        for _card in range(rng.randrange(5)):
            added = list(brute.additions(meld, pool))
            if added:
                meld, card = rng.choice(added)
                pool = without(pool, [card])
        table.append(meld)
    return hand, table
