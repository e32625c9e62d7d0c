# mypy: allow-untyped-defs, allow-untyped-calls
"""Another world that a seat cannot tell from the real one."""

from ludoteca.core.jit import njit

from .hands import RANKS
from .state import DEALING, OVER, SEATS


@njit
def resample_from_infostate(s, seat, rng, out):
    """The other's cards are a random sample of the unseen ones; the deck is what is left.

    What it discarded is drawn at random in the order of ranks, as the law of
    :mod:`ludoteca.core.worlds` says; hands that could not have gone on discarding so are rejected.
    After a showdown the hand is known, and what became of the rest is drawn until it fits.
    """
    _copy_seen(s, seat, out)
    other = 1 - seat
    for _try in range(1_000_000):
        for rank in range(RANKS):
            out.deck[rank] = s.copies if rank < s.ranks else 0
            out.deck[rank] -= s.hand[seat, rank] + s.given[seat, rank]
            out.hand[other, rank] = 0
            out.given[other, rank] = 0
        fits = _deal_shown(s, other, rng, out) if _is_shown(s) else _deal_unseen(s, other, rng, out)
        if fits:
            return


@njit
def _is_shown(s):
    return s.phase == OVER and s.folded == 0


@njit
def _copy_seen(s, seat, out):
    """Everything public, and the cards of ``seat``."""
    out.kind = s.kind
    out.ranks = s.ranks
    out.copies = s.copies
    out.hand_size = s.hand_size
    out.most = s.most
    out.fold_first = s.fold_first
    out.fold_second = s.fold_second
    out.rounds = s.rounds
    out.played = s.played
    out.first = s.first
    out.phase = s.phase
    out.to_move = s.to_move
    out.to_come = s.to_come
    out.folded = s.folded
    for owner in range(SEATS):
        out.score[owner] = s.score[owner]
        out.in_hand[owner] = s.in_hand[owner]
        out.exchanged[owner] = s.exchanged[owner]
        for rank in range(RANKS):
            out.shown[owner, rank] = s.shown[owner, rank]
    for rank in range(RANKS):
        out.hand[seat, rank] = s.hand[seat, rank]
        out.dealt[seat, rank] = s.dealt[seat, rank]
        out.given[seat, rank] = s.given[seat, rank]


@njit
def _sample(counts, n, rng, out):
    """Move ``n`` random cards from ``counts`` to ``out``."""
    total = 0
    for rank in range(RANKS):
        total += counts[rank]
    for _i in range(n):
        left = int(rng.random() * total)
        rank = 0
        while left >= counts[rank]:
            left -= counts[rank]
            rank += 1
        counts[rank] -= 1
        out[rank] += 1
        total -= 1


@njit
def _deal_unseen(s, other, rng, out):
    """A hand, a discard and a draw; False where the discard came to a dead end."""
    gone = s.exchanged[other]
    drawn = s.in_hand[other] + gone - s.hand_size if s.phase > DEALING else 0
    _sample(out.deck, s.in_hand[other] + gone - drawn, rng, out.hand[other])
    for rank in range(RANKS):
        out.dealt[other, rank] = out.hand[other, rank]
    reached = 0
    for _i in range(gone):
        total = 0
        for rank in range(reached, RANKS):
            total += out.hand[other, rank]
        if total == 0:
            return False
        left = int(rng.random() * total)
        while left >= out.hand[other, reached]:
            left -= out.hand[other, reached]
            reached += 1
        out.hand[other, reached] -= 1
        out.given[other, reached] += 1
    _sample(out.deck, drawn, rng, out.hand[other])
    return True


@njit
def _deal_shown(s, other, rng, out):
    """The shown hand, of which some cards were kept, and a discard; False to try again."""
    for rank in range(RANKS):
        out.deck[rank] -= s.shown[other, rank]
        out.hand[other, rank] = s.shown[other, rank]
        out.dealt[other, rank] = 0
    # The cards that were kept leave the hand for a moment.
    _sample(out.hand[other], s.hand_size - s.exchanged[other], rng, out.dealt[other])
    _sample(out.deck, s.exchanged[other], rng, out.given[other])
    for rank in range(RANKS):
        out.hand[other, rank] = s.shown[other, rank]
        out.dealt[other, rank] += out.given[other, rank]
    return rng.random() < _discard_weight(out.dealt[other], out.given[other])


@njit
def _discard_weight(dealt, given):
    """The chance that these physical cards of a hand are discarded, one after the other."""
    chance = 1.0
    reached = 0
    for rank in range(RANKS):
        for taken in range(given[rank]):
            left = 0
            for other in range(reached, RANKS):
                left += dealt[other]
            left -= taken if reached == rank else given[reached]
            # Which of the copies of a rank goes does not matter: any of them had the same chance.
            chance *= (taken + 1) / left
            reached = rank
    return chance
