"""Small whist: two pairs, trumps, and tricks with the highest cards of each suit.

All cards are dealt one at a time, from the seat after the dealer on. The last one, the dealer's, is
turned up: its suit is trumps. The seat after the dealer leads; then each in turn plays a card, of
the suit led if it has one. The highest trump wins the trick or, where there is none, the highest
card of the suit led; its player leads next. A pair scores a point for each trick above half of
them, rounded down; the first one to 5 points wins. There are no honours.

Source: E. Hoyle, A Short Treatise on the Game of Whist (1742), with 13 ranks, to 10 points.
"""

from ludoteca.core.i18n import N_
from ludoteca.core.ids import CHANCE, EVERYBODY, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, plain_layout, public, seat
from ludoteca.core.options import OptionSchema, whole

SEATS = 4
TEAMS = 2
SUITS = 4
RANKS = 6  # of the largest variant; smaller ones leave out the lowest
KINDS = SUITS * RANKS  # a card is RANKS * suit + rank: the id of dealing it, and of playing it
TARGET = 9  # the highest
MOST_SCORE = TARGET - 1 + RANKS - RANKS // 2

MAX_LEGAL = RANKS
MAX_CHANCE = KINDS
MAX_LENGTH = 2 * KINDS  # every card is dealt and played
RETURNS = 0, RANKS - RANKS // 2  # of the largest variant, where a pair wins every trick

STATE = layout(
    __file__,
    public("ranks", "option: ranks in each suit, from the ace down", 2, RANKS),
    public("target", "option: points that end the match", 1, TARGET),
    public("dealer", "seat that deals", 0, SEATS - 1),
    public("score", "points of each pair before this deal", 0, MOST_SCORE, TEAMS),
    public("turned", "1 + the card turned up, of the suit of trumps; 0 while dealing", 0, KINDS),
    public("leader", "seat that leads this trick", 0, SEATS - 1),
    public("to_move", "seat that plays next, or gets the next card", 0, SEATS - 1),
    public("trick", "1 + card of each seat in this trick or the last; 0 for none", 0, KINDS, SEATS),
    public("won", "tricks won by each pair", 0, RANKS, TEAMS),
    public("played", "1 where a card was played", 0, 1, KINDS),
    public("void", "1 where a seat did not follow a suit: it has none", 0, 1, (SEATS, SUITS)),
    public("in_hand", "cards in each hand", 0, RANKS, SEATS),
    seat("hand", "1 where a seat holds a card", 0, 1, (SEATS, KINDS)),
    hidden("deck", "1 where a card is undealt", 0, 1, KINDS),
)

STANDING = plain_layout(
    public("dealer", "seat that deals next", 0, SEATS - 1),
    public("score", "points of each pair", 0, MOST_SCORE, TEAMS),
)

MATCH = "score"

OPTIONS = OptionSchema(
    (
        whole("ranks", 2, RANKS, 5, N_("ranks in each suit, from the ace down")),
        whole("target", 1, TARGET, 5, N_("points that end the match")),
    )
)


@njit
def init_state(s, options, standing):
    """The whole deck undealt, and the seat after the dealer to get the first card."""
    s.dealer = s.dealer % SEATS  # of a record that anybody may have written
    s.leader = (s.dealer + 1) % SEATS
    s.to_move = s.leader
    full_deck(s, s.deck)


@njit
def current_player(s):
    """Chance deals until a card is turned up; then come as many tricks as there are ranks."""
    if s.turned == 0:
        return CHANCE
    return TERMINAL if s.won[0] + s.won[1] == s.ranks else s.to_move


# -- tricks ----------------------------------------------------------------------------------------


@njit
def suit_led(s):
    """The suit of the trick that has begun."""
    return (s.trick[s.leader] - 1) // RANKS


@njit
def trumps(s):
    """The suit of the card turned up."""
    return (s.turned - 1) // RANKS


@njit
def beats(s, card, best):
    """True where ``card`` beats the ``best`` of those before it: higher in its suit, or a trump."""
    if card // RANKS == best // RANKS:
        return card > best
    return card // RANKS == trumps(s)


@njit
def winner(s):
    """The seat whose card is the best of the trick so far."""
    best = s.leader
    for other in range(SEATS):
        if s.trick[other] > 0 and beats(s, s.trick[other] - 1, s.trick[best] - 1):
            best = other
    return best


@njit
def _held(s, seat, first, end, out):
    """Write the cards of ``seat`` from ``first`` to below ``end``; return how many they are."""
    n = 0
    for card in range(first, end):
        if s.hand[seat, card] > 0:
            out[n] = card
            n += 1
    return n


@njit
def legal_actions(s, out):
    """The cards of the suit led; any card for the leader, and for who has none of it."""
    me = s.to_move
    n = 0
    if me != s.leader:
        n = _held(s, me, suit_led(s) * RANKS, (suit_led(s) + 1) * RANKS, out)
    return n if n > 0 else _held(s, me, 0, KINDS, out)


@njit
def apply_action(s, a):
    """Deal the card ``a`` to the seat to move, or play it."""
    if s.turned > 0:
        _play(s, a)
        return
    if is_turned_up(s):
        s.turned = a + 1
    _give(s, s.to_move, a)
    s.to_move = (s.to_move + 1) % SEATS


@njit
def is_turned_up(s):
    """True where the next card dealt is the last one."""
    return s.to_move == s.dealer and s.in_hand[s.dealer] == s.ranks - 1


@njit
def _give(s, seat, card):
    s.deck[card] = 0
    s.hand[seat, card] = 1
    s.in_hand[seat] += 1


@njit
def _play(s, card):
    """Lay the card; the fourth one ends the trick."""
    me = s.to_move
    if me == s.leader:
        s.trick[:] = 0
    s.hand[me, card] = 0
    s.in_hand[me] -= 1
    s.played[card] = 1
    s.trick[me] = card + 1
    if card // RANKS != suit_led(s):
        s.void[me, suit_led(s)] = 1
    s.to_move = (me + 1) % SEATS
    if s.to_move == s.leader:
        s.leader = winner(s)
        s.to_move = s.leader
        s.won[s.leader % TEAMS] += 1


# -- points ----------------------------------------------------------------------------------------


@njit
def points(s, team):
    """Tricks above half of them."""
    return max(s.won[team] - s.ranks // 2, 0)


@njit
def returns(s, out):
    """Partners have the same points."""
    for me in range(SEATS):
        out[me] = points(s, me % TEAMS)


@njit
def next_standing(s, out):
    """Add the points; the match is over when a pair has reached the target."""
    out.dealer = (s.dealer + 1) % SEATS
    for team in range(TEAMS):
        out.score[team] += points(s, team)
    return max(out.score[0], out.score[1]) >= s.target


# -- who sees what ---------------------------------------------------------------------------------


@njit
def card_seen_by(s):
    """A card dealt is seen by its owner, the one turned up by all."""
    return EVERYBODY if is_turned_up(s) else s.to_move


@njit
def full_deck(s, deck):
    """One card of each kind."""
    for card in range(KINDS):
        deck[card] = 1 if card % RANKS >= RANKS - s.ranks else 0


@njit
def take_open(s, deck):
    """The cards that were played."""
    for card in range(KINDS):
        deck[card] -= s.played[card]


@njit
def known_cards(s, seat, hand):
    """The dealer's open card stays where it is until it is played."""
    if seat == s.dealer and s.turned > 0 and s.played[s.turned - 1] == 0:
        hand[s.turned - 1] = 1


@njit
def may_hold(s, seat, card):
    """No card of a suit that the seat did not follow."""
    return s.void[seat, card // RANKS] == 0
