"""Another world that a seat of minirummy cannot tell from the real one."""

from ludoteca.core.jit import njit

from .state import KINDS, MELDS, RANKS, SEATS, card_at


@njit
def resample_from_infostate(s, seat, rng, out):
    """What is not known of the other hand is a random sample of the unseen cards; the deck is left.

    Every card is in a hand, in the pile, in a run, or undealt; what is known of the other hand is
    in ``known``. All physical cards are alike, so a sample of counts without replacement is exact.
    """
    _copy_public(s, out)
    other = 1 - seat
    _count_unseen(s, seat, out.deck)
    left = 0
    for kind in range(KINDS):
        left += out.deck[kind]
    unknown = s.in_hand[other]
    for kind in range(KINDS):
        out.hand[seat, kind] = s.hand[seat, kind]
        out.hand[other, kind] = s.known[other, kind]
        unknown -= s.known[other, kind]
    for _i in range(unknown):
        kind = _pick(out.deck, left, rng)
        out.deck[kind] -= 1
        out.hand[other, kind] += 1
        left -= 1


@njit
def _pick(counts, total, rng):
    """A kind with probability ``counts[kind] / total``."""
    left = int(rng.random() * total)
    for kind in range(KINDS):
        left -= counts[kind]
        if left < 0:
            return kind
    return KINDS - 1


@njit
def _count_unseen(s, seat, out):
    """Cards of each kind that ``seat`` has no knowledge of, into ``out``."""
    for kind in range(KINDS):
        in_play = kind // RANKS < s.suits and kind % RANKS < s.ranks
        out[kind] = s.copies if in_play else 0
        out[kind] -= s.hand[seat, kind] + s.known[1 - seat, kind] + s.pile[kind]
    for owner in range(SEATS):
        for meld in range(s.melds[owner]):
            for rank in range(s.low[owner, meld], s.high[owner, meld] + 1):
                out[card_at(s, owner, meld, rank)] -= 1


@njit
def _copy_public(s, out):
    out.suits = s.suits
    out.ranks = s.ranks
    out.copies = s.copies
    out.held = s.held
    out.most_takes = s.most_takes
    out.phase = s.phase
    out.to_move = s.to_move
    out.to_come = s.to_come
    out.stock = s.stock
    out.takes = s.takes
    out.fresh = s.fresh
    out.reached = s.reached
    out.discarded = s.discarded
    out.went_out = s.went_out
    for kind in range(KINDS):
        out.pile[kind] = s.pile[kind]
    for owner in range(SEATS):
        out.in_hand[owner] = s.in_hand[owner]
        out.second[owner] = s.second[owner]
        out.melds[owner] = s.melds[owner]
        for kind in range(KINDS):
            out.known[owner, kind] = s.known[owner, kind]
        for meld in range(MELDS):
            out.meld_suit[owner, meld] = s.meld_suit[owner, meld]
            out.low[owner, meld] = s.low[owner, meld]
            out.high[owner, meld] = s.high[owner, meld]
            out.wild[owner, meld] = s.wild[owner, meld]
