"""Two players: ``basic`` wins what it can; ``advanced`` counts cards and trusts its partner."""

from ludoteca.core.jit import njit

from .rules import RANKS, SEATS, beats, legal_actions, suit_led, trumps, winner


@njit
def policy_probs(s, level, out, prob):
    """The one card that the level plays."""
    n = legal_actions(s, out)
    if s.to_move == s.leader:
        out[0] = _lead(s, level, out, n)
    else:
        out[0] = _follow(s, level, out, n)
    prob[0] = 1.0
    return 1


@njit
def cost(s, card):
    """The worth of keeping a card: its rank, above all others a trump's."""
    rank = card % RANKS
    return rank + RANKS if card // RANKS == trumps(s) else rank


@njit
def is_master(s, card):
    """True where the seat to move knows that nobody has a higher card of the suit."""
    for higher in range(card + 1, (card // RANKS + 1) * RANKS):
        if s.played[higher] == 0 and s.hand[s.to_move, higher] == 0:
            return False
    return True


@njit
def _cheapest(s, cards, n):
    best = cards[0]
    for i in range(1, n):
        if cost(s, cards[i]) < cost(s, best):
            best = cards[i]
    return best


@njit
def _lead(s, level, cards, n):
    """The highest card; ``advanced`` prefers one that only trumps can beat."""
    best = cards[0]
    for i in range(n):
        if level > 0 and cards[i] // RANKS != trumps(s) and is_master(s, cards[i]):
            return cards[i]
        if cards[i] % RANKS > best % RANKS:
            best = cards[i]
    return best


@njit
def _follow(s, level, cards, n):
    """The cheapest card that wins, or the cheapest of all.

    ``advanced`` leaves the trick to a partner whose card will win it, and plays high in the suit
    led where a rival is still to come.
    """
    best = s.trick[winner(s)] - 1
    last = (s.to_move + 1) % SEATS == s.leader
    if level > 0:
        if winner(s) == (s.to_move + 2) % SEATS and (last or is_master(s, best)):
            return _cheapest(s, cards, n)
        highest = cards[n - 1]
        if not last and highest // RANKS == suit_led(s) and beats(s, highest, best):
            return highest
    wins = 0
    for i in range(n):
        if beats(s, cards[i], best):
            cards[wins] = cards[i]
            wins += 1
    return _cheapest(s, cards, wins if wins > 0 else n)
