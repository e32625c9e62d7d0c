"""The best arrangement of a small hand by trying every move, on melds as literal rows of cards.

A meld is ``(suit, low, cards)``: suit 0 to 3 and the cards by place from ``low`` up, or ``SET``,
its rank and its sorted cards, wild ones last. Of the game's own code only constants are used.
"""

from itertools import combinations_with_replacement

from ludoteca.games.buraco.ids import JOKER, RANKS, SET, SUITS, TWO


def is_wild(kind):
    return kind == JOKER or kind % RANKS == TWO


def in_order(cards):
    return tuple(sorted(cards, key=lambda kind: (is_wild(kind), kind)))


def natural(suit, place):
    return suit * RANKS + place % RANKS


class Brute:
    """Rules as a mapping: sets, moving, most_wilds, long_bonus, jokers' and twos' points."""

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
        if len(cards) < 7:
            return 0
        if self.wilds(meld):
            return 100
        if self.rules["long_bonus"] and suit != SET and low == 0 and len(cards) >= 13:
            return 1000 if len(cards) == 14 else 500
        return 200

    def value(self, table):
        return sum(self.bonus(m) + sum(map(self.points, m[2])) for m in table)

    def clean_canastras(self, table):
        return sum(len(m[2]) >= 7 and not self.wilds(m) for m in table)

    # -- moves --

    def additions(self, meld, hand):
        """Melds after one more card, with the card."""
        suit, low, cards = meld
        held = set(hand)
        room = len(self.wilds(meld)) < self.rules["most_wilds"]
        if suit == SET:
            for kind in held:
                if is_wild(kind) and room:
                    yield (SET, low, (*cards, kind)), kind
                elif kind % RANKS == low and not is_wild(kind):
                    yield (
                        (SET, low, tuple(sorted((*cards, kind), key=lambda k: (is_wild(k), k)))),
                        kind,
                    )
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
            sets = self.rules["sets"]
            if len(plain) >= 2 and len(ranks) == 1 and (sets == 2 or (sets == 1 and ranks == {0})):
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

    def best(self, hand, table, by_points, least, least_clean):
        """Points laid and cards laid of the best arrangement; None where nothing is possible."""
        before, clean = self.value(table), self.clean_canastras(table)
        found = None
        for left, made in self.reached(hand, table):
            new_clean = self.clean_canastras(made) > clean
            if len(left) < (least_clean if new_clean else least):
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
