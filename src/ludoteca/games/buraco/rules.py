"""Buraco: pairs lay melds, make canastras of seven cards, take a morto, and go out.

In a turn one draws a card from the stock or takes the whole discard pile, lays melds and adds to
those of the own pair, and discards a card. The first player of a pair without cards takes a morto,
a second hand that lies aside: at once if no discard was made, else for the next turn. A pair that
has taken its morto and has a canastra may go out, which ends the deal; so does the end of the
stock.

The profile ``thesis`` is the document's game; ``aberto``, ``fechado``, ``stbl``, ``burraco`` and
``canastra`` are played.
Source: "Um estudo probabilístico do jogo de buraco" (UFMG, 2023), "Regras"; readings, and sources
of the other profiles, in the game's README. What lies on the table is read by ``melds``.

Moves are small: draw, lay three cards, add one, discard one. A move that takes a closed pile is
the meld itself that uses its top card, so that nothing about the hand is known but what it shows.
The mortos are not dealt before they are picked up: they and the stock are one count of undealt
cards, from which each draws in an order of its own (``draw_source``).

Four players could swap the pile for ever, for who draws leaves two cards to a rival. So it may be
taken only so many times between two draws from the stock (the hidden option ``takes``).
"""

from functools import partial

import numpy as np

from ludoteca.core.deal import draw_kind
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, plain_layout, public, seat

from .ids import (
    ACES_THREES_KINGS,
    ACTIONS,
    CARDS,
    CHOOSING,
    COPIES,
    DEALING,
    DISCARD,
    DRAW,
    DRAWING,
    EARLY,
    EITHER,
    FIRST,
    FORBIDDEN,
    FREE,
    INDIRECT,
    JOKER,
    JOKERS,
    KEEP,
    KINDS,
    LAST,
    MELD,
    MELDS,
    MORTO,
    MORTOS,
    MOST_BACKS,
    MOST_DEALS,
    MOST_WILD,
    NEVER,
    NO_SETS,
    OPEN_JOKER,
    OVER,
    PAIRS,
    PASS,
    PLACES,
    PLAYING,
    RANKS,
    SEATS,
    SET,
    SOURCE_DEAL,
    SOURCE_MORTO,
    SOURCE_STOCK,
    SUITS,
    TAKE,
    TAKE_BACK,
    TAKES,
    TO_STOCK,
    TWIN,
    TWINS,
    UNDRAWN,
    UPCARD,
    WILDS,
)
from .ids import (
    FORFEIT as FORFEIT,
)
from .laying import (
    can_take_morto,
    held_places,
    kept_of,
    lays_too_little,
    left_after,
    legal_others,
    legal_runs,
    may_discard,
    may_lay_all,
    never_thrown,
    put_on_table,
    take_back,
)
from .melds import (
    canastra_points,
    card_points,
    count_meld_cards,
    fits_table,
    is_lay,
    is_opening,
    meld_cards_points,
    pair_of,
    spent,
    uses,
)
from .options import (
    CLOSED,
    DRY,
    JOKER_POINTS,
    LONG_BONUS,
    MINUS_HAND,
    MOVING,
    OUT_NEEDS,
    PILE_FOR_ONE,
    SAME_SETS,
    SEMI_CLEAN,
    SETS,
    SINGLE,
    STOCK_ENDS,
    TARGET,
    TWO_ACES,
    TWO_POINTS,
    UPCARDS,
    WILD_OUT,
    WITH_JOKERS,
)
from .options import OPTIONS as OPTIONS
from .options import cards as cards
from .worlds import draw_hidden, fill_deck
from .worlds import hidden_ways as hidden_ways

# -- the record ------------------------------------------------------------------------------------

MAX_LEGAL = ACTIONS
MAX_CHANCE = KINDS
# Between two draws from the stock there are at most TAKES turns that take the pile; so at most
# (TAKES + 1) turns for each card, of a choice, a draw and a discard. Beside them every card is
# dealt once and laid once; what a pair takes back is at most a hand, MOST_BACKS times.
MAX_LENGTH = 3 * (TAKES + 1) * CARDS + 2 * CARDS + PAIRS * MOST_BACKS * CARDS

# Every card counts once at most: on the table for a pair, or in a hand against the other.
_EVERY_CARD = COPIES * SUITS * (15 + MOST_WILD + 5 * 5 + 6 * 10) + JOKERS * MOST_WILD
# Canastras of a pair: both aces of a suit are in one of 1,000 points, or in two of 500; no other
# one counts more than 200.
_EVERY_CANASTRA = 1000 * SUITS + 200 * (MELDS - SUITS)
# Beside them one pair has 100 for going out, and the other loses 100 by a morto or a forfeit.
_MOST_AHEAD = _EVERY_CARD + _EVERY_CANASTRA + 100 + 100
RETURNS = -_MOST_AHEAD, _MOST_AHEAD

MOST_LAID = MOST_WILD * CARDS  # points, where two and joker count as much as they may
MOST_SCORE = 30_000 * MOST_DEALS  # in a deal every card, and each meld a canastra to the ace

byte = partial(public, dtype=np.int8)

STATE = layout(
    __file__,
    public("players", "option: seats at the table, two or four", 2, SEATS),
    public("target", "option: points that win the match", 100, 9999),
    public("first", "seat that plays first", 0, SEATS - 1),
    public("played", "deals of this match before this one", 0, MOST_DEALS),
    public(
        "score",
        "points of each pair in this match before this deal",
        -MOST_SCORE,
        MOST_SCORE,
        PAIRS,
    ),
    byte("sets", "rule: ranks of which sets may be laid", NO_SETS, ACES_THREES_KINGS),
    byte("closed", "rule: 1 where the pile is taken only with a meld of its top card", 0, 1),
    byte("out_needs", "rule: canastra needed to go out, 0 a clean one, 1 any", 0, 1),
    byte("jokers", "rule: jokers in the deck", 0, JOKERS),
    byte("moving", "rule: wild cards move, 0 no, 1 a two to its own place, 2 yes", 0, 2),
    byte("most_wilds", "rule: most wild cards of a meld, 1 or 2", 1, 2),
    byte("morto_way", "rule: how the morto is taken", EITHER, INDIRECT),
    byte("dry", "rule: 1 where one may go out without a discard", 0, 1),
    byte("stock_ends", "rule: what the end of the stock leads to", TO_STOCK, EARLY),
    byte("minus_hand", "rule: 1 where cards in hand count against", 0, 1),
    byte("long_bonus", "rule: 1 where canastras from the ace count 500 and 1,000", 0, 1),
    byte("semi_clean", "rule: 1 where a canastra beside the wild card counts 150", 0, 1),
    byte("upcard", "rule: 1 where the pile begins with a card of the stock", 0, 1),
    byte("wild_out", "rule: 1 where one may go out by throwing a wild card", 0, 1),
    byte("two_aces", "rule: 1 where a run may have both aces", 0, 1),
    byte("same_sets", "rule: 1 where a pair may have two sets of one rank", 0, 1),
    byte("pile_for_one", "rule: 1 where a hand of one card may take the pile", 0, 1),
    byte("unused_pays", "rule: 1 where a morto taken and not played from costs 100", 0, 1),
    byte("two_points", "rule: points of a two", 0, MOST_WILD),
    byte("joker_points", "rule: points of a joker", 0, MOST_WILD),
    byte("single", "rule: may the card of a one-card pile be thrown?", FREE, FORBIDDEN),
    public("first_meld", "rule: points that the first melds of a pair must have", 0, 150, (), "i2"),
    byte("most_takes", "rule: takes of the pile between two draws from the stock", 1, TAKES),
    byte("canastra", "rule: cards of a canastra", MELD, 7),
    byte("ranks", "rule: ranks of the deck, from the ace up", 3, RANKS),
    byte("suits", "rule: suits of the deck", 1, SUITS),
    byte("copies", "rule: cards of each kind but the joker", 1, COPIES),
    byte("held", "rule: cards of a hand", 1, 11),
    byte("morto_size", "rule: cards of a morto", 2, 11),
    byte("phase", "phase of the deal", DEALING, UPCARD),
    byte("to_move", "seat that decides, or gets a card", 0, SEATS - 1),
    byte("to_come", "cards still to be dealt, or of a morto to be picked up", 0, CARDS),
    byte("begun", "1 once the first card was drawn from the stock", 0, 1),
    byte("stock", "cards of the stock", 0, CARDS),
    byte("stock_source", "source of its cards: SOURCE_STOCK, or that of a morto", 0, SOURCE_STOCK),
    byte("mortos", "mortos on the table", 0, MORTOS),
    byte("undealt", "cards of the stock and the mortos, and those to be dealt", 0, CARDS),
    byte("takes", "takes of the pile since the last draw from the stock", 0, TAKES),
    byte("lone", "1 + kind of a pile of one card, taken in this turn; 0 for none", 0, KINDS),
    byte("lone_needs", "copies of it that must be held for one to be thrown", 0, NEVER),
    byte("turn_over", "1 where the turn ends when the morto is picked up", 0, 1),
    byte("last_turn", "1 in the turn after the end of the stock", 0, 1),
    public("laid", "points that the pair laid in this turn", 0, MOST_LAID, (), "i2"),
    byte("fresh", "melds of the pair before this turn", 0, MELDS),
    byte("barred", "1 where the seat has taken its melds back and lays no more", 0, 1),
    byte("backs", "times that each pair has taken its first melds back", 0, MOST_BACKS, PAIRS),
    byte("took_morto", "1 + seat that took the morto of a pair; 0 for none", 0, SEATS, PAIRS),
    byte("used_morto", "1 where that seat has played a card since", 0, 1, PAIRS),
    byte("went_out", "1 + seat that went out; 0 for none", 0, SEATS),
    byte("gave_up", "1 + pair that gave the deal up; 0 for none", 0, PAIRS),
    byte("in_hand", "cards in each hand", 0, CARDS, SEATS),
    byte("pile", "cards of each kind in the discard pile", 0, JOKERS, KINDS),
    byte("pile_cards", "cards of the discard pile", 0, CARDS),
    byte("top", "1 + kind on top of the pile; 0 for none", 0, KINDS),
    byte("known", "cards known in a hand: from the pile", 0, JOKERS, (SEATS, KINDS)),
    byte("melds", "melds of each pair", 0, MELDS, PAIRS),
    byte("meld_suit", "suit of each meld; SET for a set", 0, SET, (PAIRS, MELDS)),
    byte("low", "lowest place of each run; rank of a set", 0, PLACES - 1, (PAIRS, MELDS)),
    byte("high", "highest place of each run; cards of a set", 0, PLACES - 1, (PAIRS, MELDS)),
    byte("wild_at", "place of each wild card of a run", 0, PLACES - 1, (PAIRS, MELDS, WILDS)),
    byte("wild_kind", "kind of each wild card; -1 for none", -1, JOKER, (PAIRS, MELDS, WILDS)),
    byte("set_suits", "natural cards of a set by suit, in base 3", 0, 3**SUITS - 1, (PAIRS, MELDS)),
    seat("drawn", "1 + first card drawn, until it is kept or refused", 0, KINDS, SEATS, "i1"),
    seat("hand", "cards of each kind held", 0, JOKERS, (SEATS, KINDS), "i1"),
    hidden("deck", "undealt cards of each kind: stock and mortos together", 0, JOKERS, KINDS, "i1"),
)

STANDING = plain_layout(
    public("first", "seat that plays first in the next deal", 0, SEATS - 1),
    public("played", "deals played in this match", 0, MOST_DEALS),
    public("score", "points of each pair", -MOST_SCORE, MOST_SCORE, PAIRS),
)

MATCH = "score"

_RECORD = STATE.dtype


def count_cards(s) -> list[int]:
    """Cards of each kind, wherever they are."""
    table = count_meld_cards(s)
    return [
        int(s.deck[k]) + int(s.pile[k]) + int(s.hand[:, k].sum()) + table[k] for k in range(KINDS)
    ]


@njit
def _ruling(chosen, by_profile):
    """The code of a rule: what was chosen, or what the profile says."""
    return chosen - 1 if chosen > 0 else by_profile


@njit
def init_state(s, options, standing):
    """The rules that the options set, and the whole deck undealt."""
    profile = options.profile
    s.sets = _ruling(options.sets, SETS[profile])
    s.closed = _ruling(options.pile, CLOSED[profile])
    s.out_needs = _ruling(options.going_out, OUT_NEEDS[profile])
    s.jokers = JOKERS * _ruling(options.jokers, WITH_JOKERS[profile])
    s.moving = _ruling(options.moving, MOVING[profile])
    s.minus_hand = _ruling(options.minus_hand, MINUS_HAND[profile])
    s.long_bonus = _ruling(options.long_canastras, LONG_BONUS[profile])
    s.single = _ruling(options.single, FORBIDDEN if options.players == 2 else SINGLE[profile])
    s.most_wilds = options.wilds + 1
    s.morto_way = options.morto
    s.dry = _ruling(options.dry, DRY[profile])
    s.stock_ends = _ruling(options.stock_end, STOCK_ENDS[profile])
    s.semi_clean = _ruling(options.semi_clean, SEMI_CLEAN[profile])
    s.upcard = _ruling(options.upcard, UPCARDS[profile])
    s.wild_out = _ruling(options.wild_out, WILD_OUT[profile])
    s.two_aces = _ruling(options.two_aces, TWO_ACES[profile])
    s.same_sets = _ruling(options.same_sets, SAME_SETS[profile])
    s.pile_for_one = _ruling(options.pile_for_one, PILE_FOR_ONE[profile])
    s.unused_pays = options.unused_morto
    s.target = options.target if options.target > 0 else TARGET[profile]
    s.two_points = options.two_points if options.two_points >= 0 else TWO_POINTS[profile]
    s.joker_points = options.joker_points if options.joker_points >= 0 else JOKER_POINTS[profile]
    s.first_meld = options.first_meld
    s.most_takes = options.takes
    s.canastra = options.canastra
    s.ranks = options.ranks
    s.suits = options.suits
    s.copies = options.copies
    s.held = options.held
    s.morto_size = options.morto_size
    # A standing may come from a record that anybody wrote: the seat is an index, so it is one.
    s.first = s.first % s.players
    s.to_move = s.first
    s.to_come = s.players * options.held
    s.mortos = MORTOS
    s.stock_source = SOURCE_STOCK
    fill_deck(s, s.deck)
    s.undealt = options.suits * options.ranks * options.copies + int(s.jokers)
    s.stock = int(s.undealt) - int(s.to_come) - MORTOS * options.morto_size
    if s.stock_ends == EARLY:
        s.stock -= UNDRAWN
    for pair in range(PAIRS):
        for meld in range(MELDS):
            for i in range(WILDS):
                s.wild_kind[pair, meld, i] = -1


@njit
def current_player(s):
    """Chance while a card is dealt, drawn or picked up."""
    phase = s.phase
    if phase in (PLAYING, CHOOSING, FIRST, LAST):
        return int(s.to_move)
    return TERMINAL if phase == OVER else CHANCE


# -- what may happen -------------------------------------------------------------------------------


@njit
def legal_actions(s, out):
    """The legal moves: draws; the first card kept or refused; melds, cards to add, a discard."""
    phase = s.phase
    if phase == FIRST:
        out[0] = KEEP
        out[1] = DISCARD + int(s.drawn[s.to_move]) - 1
        return 2 if s.stock > 0 else 1
    n, top = 0, -1
    if phase != PLAYING:
        if phase == CHOOSING:
            out[0] = DRAW
            n = 1
        may_take = s.pile_cards > 0 and (phase == LAST or s.takes < s.most_takes)
        may_take = may_take and (s.pile_for_one == 1 or s.in_hand[s.to_move] > 1)
        if may_take and s.closed == 0 and _may_take_lone(s):
            out[n] = TAKE
            n += 1
        if phase == LAST:
            out[n] = PASS
            n += 1
        laid = s.first_meld == 0 or s.melds[pair_of(s.to_move)] > 0
        if not may_take or s.closed == 0 or not laid:
            return n
        top = int(s.top) - 1
    return _legal_plays(s, top, out, n)


@njit
def _legal_plays(s, top, out, n):
    """Melds, then discards, then what the document's rules do not have; all with ids ascending.

    With a ``top`` (-1 for none) the melds that take a closed pile of which that card is the top.
    """
    first = n
    mask = held_places(s, top)
    if s.barred == 0:
        n = legal_runs(s, top, mask, out, n)
    if top < 0 and may_discard(s):
        hand = s.hand[s.to_move]
        for kind in range(KINDS):
            # Written always and counted where it is held: no branch that cannot be foreseen.
            out[n] = DISCARD + kind
            n += int(hand[kind] > 0)
    if s.barred == 0:
        n = legal_others(s, top, mask, out, n)
    n = _keep_allowed(s, top, out, first, n)
    if top < 0 and lays_too_little(s):
        out[n] = TAKE_BACK
        n += 1
    return n


# -- may the turn still end? -----------------------------------------------------------------------


@njit
def _keep_allowed(s, top, out, first, n):
    """Keep of the moves ``out[first:n]`` those that may be made; returns the new n.

    Of those that lay cards, with a ``top`` those that use it; and those after which the turn can
    end. It can where cards are left of which one may be thrown and one more held. Of the discards
    that of a card which may not be thrown is left out.
    """
    enough, never = 2, never_thrown(s)
    if s.single != FREE:
        kind = top if top >= 0 and s.pile_cards == 1 else never
        if kind >= 0:
            enough = max(enough, 1 + int(s.hand[s.to_move, kind]))
    if top < 0 and never < 0 and left_after(s, top, MELD) >= enough:
        return n
    kept = first
    for i in range(first, n):
        a = out[i]
        if is_lay(a):
            if top >= 0 and not uses(s, a, top):
                continue
            left = left_after(s, top, MELD if is_opening(a) else 1)
            if left < enough and not _can_end(s, a):
                continue
        elif never >= 0 and a == DISCARD + never:
            continue
        out[kept] = a
        kept += 1
    return kept


@njit
def _may_take_lone(s):
    """True where the open pile may be taken: one card, if it may not be thrown, needs an end."""
    if s.single != FORBIDDEN or s.pile_cards > 1:
        return True
    me = int(s.to_move)
    return s.hand[me, s.top - 1] < s.in_hand[me] or _can_end(s, TAKE)


@njit
def _can_end(s, a):
    """True where the turn can end after the move ``a``: by a discard, or by laying all cards.

    Of the hand are then left one card at most, or copies of one that may not be thrown; else there
    is nothing to be asked. Whether the last ones can be laid is found by laying them, in every way.
    To take first melds back does not count: who lays the last cards lays enough. Where the record
    does not show all of the hand, the hidden cards are taken to do what is needed.
    """
    states = np.empty(JOKERS + 1, _RECORD)  # no kind has more copies
    ids = np.empty((JOKERS, ACTIONS), np.int64)
    left = np.zeros(JOKERS + 1, np.int64)  # moves that are not tried yet after each position
    states[0] = s
    if a == TAKE:
        _note_lone(states[0])
        _take_pile(states[0])
    elif a >= 0:
        _put_down(states[0], a)
    if _ended(states[0]):
        return True
    pair = pair_of(s.to_move)
    if states[0].in_hand[s.to_move] == 0 or (s.took_morto[pair] == 0 and s.mortos == 0):
        return False
    at = 0
    left[0] = _lays(states[0], ids[0])
    while at >= 0:
        if left[at] == 0:
            at -= 1
            continue
        left[at] -= 1
        states[at + 1] = states[at]
        _put_down(states[at + 1], ids[at, left[at]])
        if _ended(states[at + 1]):
            return True
        if states[at + 1].in_hand[s.to_move] > 0:
            at += 1
            left[at] = _lays(states[at], ids[at])
    return False


@njit
def _ended(s):
    """True where no more has to be laid: no card is left, or one may be thrown and one held."""
    me = int(s.to_move)
    if s.in_hand[me] == 0:
        return may_lay_all(s)
    shown = 0
    for kind in range(KINDS):
        shown += int(s.hand[me, kind])
    if shown < s.in_hand[me]:
        return True
    never = never_thrown(s)
    if never >= 0 and s.hand[me, never] == shown:
        return False
    return shown > 1 or may_discard(s)


@njit
def _lays(s, out):
    """Every move that lays cards of the hand, whatever is left."""
    mask = held_places(s, -1)
    return legal_others(s, -1, mask, out, legal_runs(s, -1, mask, out, 0))


@njit
def sample_chance(s, rng, ids, prob):
    """Faster than the derived one: try random physical cards until one is undealt."""
    if s.undealt >= 20:
        while True:
            card = int(rng.random() * CARDS)
            kind = min(card // COPIES, JOKER)
            if card - kind * COPIES < s.deck[kind]:
                return kind
    return draw_kind(s.deck, int(s.undealt), rng)


@njit
def draw_source(s):
    """The deal, each morto and the stock come in orders of their own."""
    if s.phase == DEALING:
        return SOURCE_DEAL
    if s.phase == DRAWING or s.phase == UPCARD:
        return int(s.stock_source)
    return SOURCE_MORTO + MORTOS - 1 - int(s.mortos) if s.phase == MORTO else NO_DRAW


# -- the course of a deal --------------------------------------------------------------------------


@njit
def apply_action(s, a):
    """Receive a card, choose where to draw from, lay or throw cards."""
    phase = s.phase
    if phase in (DEALING, DRAWING, MORTO):
        _receive(s, a)
    elif phase == UPCARD:
        _turn_up(s, a)
    elif a == DRAW:
        s.takes = 0
        s.phase = DRAWING
    elif a == TAKE:
        _note_lone(s)
        _take_pile(s)
    elif a == KEEP:
        s.drawn[s.to_move] = 0
        s.phase = PLAYING
    elif a == PASS:
        s.phase = OVER
    elif a == TAKE_BACK:
        take_back(s)
    elif a == FORFEIT:
        s.gave_up = 1 + pair_of(s.to_move)
        s.phase = OVER
    elif DISCARD <= a < OPEN_JOKER:
        _discard(s, a - DISCARD)
    else:
        _lay(s, a)


@njit
def _receive(s, kind):
    """The seat to move gets a card: dealt, drawn from the stock, or of its morto."""
    me = int(s.to_move)
    s.deck[kind] -= 1
    s.undealt -= 1
    s.hand[me, kind] += 1
    s.in_hand[me] += 1
    if s.phase == DRAWING:
        _drawn(s, kind)
        return
    s.to_come -= 1
    if s.phase == DEALING:
        s.to_move = (me + 1) % s.players
        if s.to_come == 0:
            s.phase = UPCARD if s.upcard == 1 else DRAWING
    elif s.to_come == 0:
        if s.turn_over == 1:
            _end_turn(s)
        else:
            s.phase = PLAYING


@njit
def _turn_up(s, kind):
    """The pile begins with a card of the stock; the first player then draws or takes it."""
    s.deck[kind] -= 1
    s.undealt -= 1
    s.stock -= 1
    s.begun = 1
    _throw(s, kind)
    s.phase = CHOOSING


@njit
def _throw(s, kind):
    """A card comes on top of the pile."""
    s.pile[kind] += 1
    s.pile_cards += 1
    s.top = kind + 1


@njit
def _drawn(s, kind):
    """A card came from the stock; when it was the last one, a morto becomes the stock."""
    s.stock -= 1
    if s.stock == 0 and s.mortos > 0 and s.stock_ends == TO_STOCK:
        s.stock_source = SOURCE_MORTO + MORTOS - int(s.mortos)
        s.mortos -= 1
        s.stock = s.morto_size
    s.phase = PLAYING
    if s.begun == 0:
        s.begun = 1
        s.drawn[s.to_move] = kind + 1
        s.phase = FIRST


@njit
def _to_hand(s, kind, number):
    """The seat to move gets cards of a kind from the pile, as everybody sees."""
    me = s.to_move
    s.hand[me, kind] += number
    s.known[me, kind] += number
    s.in_hand[me] += number


@njit
def _take_pile(s):
    """All of the pile comes to the hand of the seat to move."""
    s.takes += 1
    for kind in range(KINDS):
        if s.pile[kind] > 0:
            _to_hand(s, kind, int(s.pile[kind]))
            s.pile[kind] = 0
    s.pile_cards = 0
    s.top = 0
    s.phase = PLAYING


@njit
def _note_lone(s):
    """Note the card of a pile of one that is taken: it may not be thrown in this turn."""
    if s.pile_cards == 1 and s.single != FREE:
        s.lone = s.top
        s.lone_needs = TWINS if s.single == TWIN else NEVER


@njit
def _spend(s, kind):
    """A card leaves the hand; one that is known goes before its unknown twin."""
    me = int(s.to_move)
    pair = pair_of(me)
    s.hand[me, kind] -= 1
    s.in_hand[me] -= 1
    if s.known[me, kind] > 0:
        s.known[me, kind] -= 1
    if s.took_morto[pair] == me + 1:
        s.used_morto[pair] = 1


@njit
def _discard(s, kind):
    """Throw a card, which ends the turn; the first card drawn is thrown to draw another.

    Where one may be thrown because it has a twin, the one that was taken is kept, as all know.
    """
    kept = kept_of(s, kind)
    _spend(s, kind)
    s.known[s.to_move, kind] = max(kept, int(s.known[s.to_move, kind]))
    _throw(s, kind)
    if s.phase == FIRST:
        s.drawn[s.to_move] = 0
        s.phase = DRAWING
    elif s.in_hand[s.to_move] == 0:
        _run_out(s, 1)
    else:
        _end_turn(s)


@njit
def _lay(s, a):
    """Open a meld or add to one, and run out where that was all."""
    _put_down(s, a)
    if s.in_hand[s.to_move] == 0:
        _run_out(s, 0)


@njit
def _put_down(s, a):
    """Open a meld or add to one; where that takes the closed pile, the rest of it follows."""
    taking = s.phase != PLAYING
    if taking:
        _note_lone(s)
        top = int(s.top) - 1
        s.pile[top] -= 1
        s.pile_cards -= 1
        _to_hand(s, top, 1)
    for i in range(MELD):
        kind = spent(s, a, i)
        if kind >= 0:
            s.laid += card_points(s, kind)
            _spend(s, kind)
            if kind == s.lone - 1 and s.single == TWIN:
                s.lone_needs = max(0, s.lone_needs - 1)
    put_on_table(s, a)
    if taking:
        _take_pile(s)


@njit
def _run_out(s, thrown):
    """The seat to move has no cards: it takes the morto of its pair, or goes out."""
    me = int(s.to_move)
    pair = pair_of(me)
    if can_take_morto(s, pair):
        s.took_morto[pair] = me + 1
        s.mortos -= 1
        s.to_come = s.morto_size
        s.turn_over = 1 if thrown == 1 or s.morto_way == INDIRECT else 0
        if s.lone_needs == 1:
            s.lone_needs = NEVER  # it was laid without a twin: none is thrown of the morto
        s.phase = MORTO
    else:
        s.went_out = me + 1
        s.phase = OVER


@njit
def _end_turn(s):
    """The next seat's turn; without a stock only the last turn, where the top card fits a meld."""
    over = s.last_turn == 1
    s.to_move = (int(s.to_move) + 1) % s.players
    pair = pair_of(s.to_move)
    s.turn_over = 0
    s.lone = 0
    s.lone_needs = 0
    s.barred = 0
    s.laid = 0
    s.fresh = s.melds[pair]
    s.phase = CHOOSING
    if s.stock == 0:
        s.last_turn = 1
        s.phase = LAST
        over = over or s.stock_ends == EARLY
        if over or s.top == 0 or not fits_table(s, pair, int(s.top) - 1):
            s.phase = OVER


@njit
def pair_points(s, pair):
    """Points of a pair, were the deal over now: its melds, going out, and what counts against."""
    if s.gave_up == pair + 1:
        return -100
    laid, canastras, out, morto, held = points_by_reason(s, pair)
    return laid + canastras + out + morto + held


@njit
def points_by_reason(s, pair):
    """Points for cards laid, for canastras, for going out; less for no morto, for cards in hand."""
    laid, canastras, held = 0, 0, 0
    for meld in range(s.melds[pair]):
        laid += meld_cards_points(s, pair, meld)
        canastras += canastra_points(s, pair, meld)
    out = 100 if s.went_out > 0 and pair_of(int(s.went_out) - 1) == pair else 0
    no_morto = s.took_morto[pair] == 0 or (s.used_morto[pair] == 0 and s.unused_pays == 1)
    if s.minus_hand == 1:
        for owner in range(pair, s.players, PAIRS):
            for kind in range(KINDS):
                if s.hand[owner, kind] > 0:
                    held -= int(s.hand[owner, kind]) * card_points(s, kind)
    return laid, canastras, out, -100 if no_morto else 0, held


@njit
def returns(s, out):
    """The points of the own pair less those of the other."""
    difference = pair_points(s, 0) - pair_points(s, 1)
    for owner in range(s.players):
        out[owner] = -difference if pair_of(owner) == 1 else difference


@njit
def next_standing(s, out):
    """Add the points; over where a pair has reached the target and no other has as many."""
    for pair in range(PAIRS):
        out.score[pair] += pair_points(s, pair)
    out.played += 1
    out.first = (s.first + 1) % s.players
    if out.played >= MOST_DEALS:
        return True
    return max(out.score[0], out.score[1]) >= s.target and out.score[0] != out.score[1]


# -- who knows what --------------------------------------------------------------------------------


@njit
def observed_action(s, a, seat):
    """Only cards that are dealt, drawn or picked up are hidden from the others."""
    if s.phase == DEALING or s.phase == DRAWING or s.phase == MORTO:
        return a if seat == s.to_move else HIDDEN
    return a


@njit
def resample_from_infostate(s, seat, rng, out):
    """Draw the hidden cards again, so that the turn in which somebody else is can still end."""
    while True:
        draw_hidden(s, seat, rng, out)
        if s.phase != PLAYING or seat == s.to_move:
            return
        if (s.lone == 0 and s.in_hand[s.to_move] > 1) or _can_end(out, -1):
            return
