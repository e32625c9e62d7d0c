"""Eräs korttipeli: two to five players lay cards face down, and the best combination takes all.

The players are dealt seven cards one at a time, from the player after the dealer, who also leads
the first trick. In a trick each in turn lays any cards face down; all are turned, and the best
combination wins them for its player's pile. Then hands are filled up, one card at a time from the
player after the dealer, and the winner leads. Who alone has cards left at the end puts them on the
own pile. A pile scores 1, 5, 10 or 20 for 1, 2, 3 or 4 cards of a value.

The option ``retreat`` adds a second round to each trick, before the cards are turned: who laid two
cards or more may withdraw some, in the order of the lays, and for each of them shows another one
that stays.

Source: the founding document "Eräs korttipeli", whole; readings in the game's README.

**Encoding of a lay.** The number of cards first, a move that all see, then the cards, which the
others see only as cards, in ascending order. Cards one by one keep the list of moves to at most
seven, where subsets of a hand would be 127, and a search shares what the lays have in common. With
the number first nobody comes to a dead end (only cards are legal above which enough others are
held), a lay needs no move to end it, and given the number every set of cards is reached in one way;
:func:`hidden_ways` makes all of them equally likely, so that the cards of the others are at any
moment a uniformly random set of those unseen. Who lays the whole hand has nothing left to choose.

A withdrawal is encoded alike: its number, the cards withdrawn, those shown. Cards are turned seat
by seat, a chance move of probability 1 whose id is their mask.
"""

from ludoteca.core.deal import draw_kind, undealt
from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, plain_layout, public, seat
from ludoteca.core.options import Options, OptionSchema, whole, yes_no

from .combinations import (
    GROUP_POINTS,
    KINDS,
    MOST_CARDS,
    SUITS,
    VALUES,
    above,
    count,
    lowest,
    points,
    random_subset,
    strength,
    top,
)

SEATS = 5
MOST_SCORE = 99 * 20 * VALUES  # of a match: each round gives all cards of each value at most
MOST_ROUNDS = SEATS * 9999  # of a match with a target: each gives a point at least
EVERY_CARD = (1 << KINDS) - 1

DEALING, NUMBERING, LAYING, RETREATING, WITHDRAWING, SHOWING, REVEALING, LAST, OVER = range(9)

# Ids of moves: a card is its kind; NUMBER + k: k cards will be laid; WITHDRAW + k: k withdrawn.
NUMBER = KINDS - 1
WITHDRAW = NUMBER + MOST_CARDS + 1
# What the others see of a card laid or withdrawn.
LAID = WITHDRAW + MOST_CARDS // 2 + 1
WITHDRAWN = LAID + 1

MAX_LEGAL = MOST_CARDS
MAX_CHANCE = KINDS
# Every card is dealt once. Who lays k cards names the number, chooses at most k cards, and has them
# revealed; in a retreat names a number, withdraws at most k / 2 cards and shows as many. So at most
# 2 k + 3 moves for at least k / 2 cards that are gone, 7 for one that lays one. At last a hand.
MAX_LENGTH = KINDS + 7 * KINDS + 1
RETURNS = 0, GROUP_POINTS[SUITS] * VALUES  # an empty pile; one with the whole deck

STATE = layout(
    __file__,
    public("players", "option: seats at the table, 2 to SEATS", 0, SEATS),
    public("values", "option: values in the deck", 1, VALUES),
    public("suits", "option: suits in the deck, the highest of the four", 1, SUITS),
    public("hand_size", "option: cards that a hand is filled up to", 1, MOST_CARDS),
    public("retreat", "option: 1 where laid cards may be withdrawn", 0, 1),
    public("rounds", "option: rounds of a match without a target", 1, 99),
    public("target", "option: score that ends a match; 0 for none", 0, 9999),
    public("played", "rounds of this match played before this one", 0, MOST_ROUNDS),
    public("score", "points of each seat in this match before this round", 0, MOST_SCORE, SEATS),
    public("dealer", "seat that deals; the next one is dealt to first", 0, SEATS - 1),
    public("phase", "phase of the round", DEALING, OVER),
    public("leader", "seat that leads this trick, or won the last one", 0, SEATS - 1),
    public("to_move", "seat that decides, gets the next card, or is turned", 0, SEATS - 1),
    public(
        "to_come", "cards that this seat has still to lay, to withdraw or to show", 0, MOST_CARDS
    ),
    public("undealt", "cards of the deck", 0, KINDS),
    public("tricks", "tricks won so far", 0, KINDS),
    public("in_hand", "cards in each hand", 0, MOST_CARDS, SEATS),
    public("laid_count", "cards of each seat on the table", 0, MOST_CARDS, SEATS),
    public(
        "numbers", "cards that each seat first laid in this trick or the last", 0, MOST_CARDS, SEATS
    ),
    public(
        "shown", "cards turned of each seat in this trick or the last, masks", 0, EVERY_CARD, SEATS
    ),
    public("pile", "cards won by each seat, masks", 0, EVERY_CARD, SEATS),
    seat("hand", "cards in the hand, masks", 0, EVERY_CARD, SEATS),
    seat("laid", "cards on the table, masks", 0, EVERY_CARD, SEATS),
    seat("withdrawn", "cards that this seat withdraws just now, masks", 0, EVERY_CARD, SEATS),
    hidden("deck", "undealt cards of each kind", 0, 1, KINDS, "i1"),
)

STANDING = plain_layout(
    public("players", "seats at the table, 0 before the first round ends", 0, SEATS),
    public("played", "rounds played in this match", 0, MOST_ROUNDS),
    public("score", "points of each seat", 0, MOST_SCORE, SEATS),
)

FEW_CARDS = 13  # of the deck: below, a random place of it is too often empty

MATCH = "score"


def _too_few_cards(options: Options) -> str | None:
    there = int(options["values"]) * int(options["suits"])
    if there >= int(options["players"]):
        return None
    return _("{players} players need at least a card each, and the deck has {there}").format(
        players=options["players"], there=there
    )


_MATCH, _CARDS, _PLAY = N_("The match"), N_("The cards"), N_("The play")

OPTIONS = OptionSchema(
    (
        whole("players", 2, SEATS, 2, N_("players")),
        whole(
            "values",
            1,
            VALUES,
            VALUES,
            N_("values in each suit"),
            about=N_("13 are ace to king; fewer leave out the highest and make a shorter round."),
            group=_CARDS,
        ),
        whole(
            "suits",
            1,
            SUITS,
            SUITS,
            N_("suits, from spades down"),
            about=N_("With fewer suits fewer cards are equal, and combinations are rarer."),
            group=_CARDS,
        ),
        whole(
            "hand",
            1,
            MOST_CARDS,
            MOST_CARDS,
            N_("cards of a full hand"),
            about=N_("Hands are filled up to this many cards while the deck lasts."),
            group=_CARDS,
        ),
        yes_no(
            "retreat",
            "no",
            N_("laid cards may be withdrawn in a second round of each trick"),
            about=N_("For each card taken back, another must be shown, and it stays."),
            group=_PLAY,
        ),
        whole(
            "rounds",
            1,
            99,
            4,
            N_("rounds, if no score ends the match"),
            about=N_("A round is one deal of the whole deck."),
            group=_MATCH,
        ),
        whole(
            "target",
            0,
            9999,
            0,
            N_("score that ends the match"),
            labels=(N_("none"),),
            about=N_("The match ends with the round in which somebody reaches this many."),
            group=_MATCH,
        ),
    ),
    conflict=_too_few_cards,
)


def deck_kinds(values: int, suits: int) -> list[int]:
    """The kinds of a deck: the lowest values, the highest suits."""
    return [v * SUITS + s for v in range(values) for s in range(SUITS - suits, SUITS)]


def cards(options: Options) -> list[int]:
    """The kind of each card."""
    return deck_kinds(int(options["values"]), int(options["suits"]))


def count_cards(s) -> list[int]:
    """Cards of each kind: undealt, held, on the table and won."""
    held = [int(m) for field in (s.hand, s.laid, s.pile) for m in field]
    return [int(s.deck[k]) + sum(m >> k & 1 for m in held) for k in range(KINDS)]


@njit
def init_state(s, options, standing):
    """The whole deck undealt; the last seat deals first, so that seat 0 leads first."""
    s.hand_size = options.hand
    s.dealer = (s.players - 1 + s.played) % s.players
    s.leader = (s.dealer + 1) % s.players
    s.to_move = s.leader
    s.undealt = s.values * s.suits
    for value in range(s.values):
        for suit in range(SUITS - s.suits, SUITS):
            s.deck[value * SUITS + suit] = 1


@njit
def next_standing(s, out):
    """Add the points of the round; True after the last one, or where the target is reached."""
    highest = 0
    for owner in range(s.players):
        out.score[owner] += points(s.pile[owner])
        highest = max(highest, out.score[owner])
    out.players = s.players
    out.played += 1
    if s.target > 0:
        return highest >= s.target
    return out.played >= s.rounds


@njit
def current_player(s):
    """Chance while cards are dealt or turned."""
    phase = s.phase
    if NUMBERING <= phase <= SHOWING:
        return s.to_move
    return TERMINAL if phase == OVER else CHANCE


# -- legal and chance moves ------------------------------------------------------------------------


@njit
def legal_actions(s, out):
    """Numbers, or the cards that may be laid, withdrawn or shown next."""
    me = s.to_move
    phase = s.phase
    if phase == NUMBERING:
        for k in range(1, s.in_hand[me] + 1):
            out[k - 1] = NUMBER + k
        return s.in_hand[me]
    if phase == RETREATING:
        most = s.laid_count[me] // 2
        for k in range(most + 1):
            out[k] = WITHDRAW + k
        return most + 1
    return _list(choosable(s), s.to_come, out)


@njit
def choosable(s):
    """The cards from which the next one is chosen, above the last one chosen."""
    me = s.to_move
    if s.phase == LAYING:
        done, rest = s.laid[me], s.hand[me]
    elif s.phase == WITHDRAWING:
        done, rest = s.withdrawn[me], s.laid[me]
    else:
        done, rest = s.shown[me], s.laid[me] & ~s.shown[me]
    return above(rest, top(done)) if done > 0 else rest


@njit
def _list(rest, to_come, out):
    """Write the cards of a set but for the last ``to_come - 1``, which must be left to choose."""
    n = count(rest) - to_come + 1
    for i in range(n):
        out[i] = lowest(rest)
        rest &= rest - 1
    return n


@njit
def chance_outcomes(s, out, prob):
    """The cards of the deck, equally likely; or the mask of the cards that are turned next."""
    if s.phase != DEALING:
        out[0] = _turned(s)
        prob[0] = 1.0
        return 1
    return undealt(s.deck, out, prob)


@njit
def _turned(s):
    """The cards that are turned next, as a mask."""
    return s.hand[s.to_move] if s.phase == LAST else s.laid[s.to_move]


@njit
def sample_chance(s, rng, ids, prob):
    """Faster than the derived one: try random places of the deck until one is not empty."""
    if s.phase != DEALING:
        return _turned(s)
    if s.undealt >= FEW_CARDS:
        while True:
            kind = int(rng.random() * KINDS)
            if s.deck[kind] > 0:
                return kind
    return draw_kind(s.deck, s.undealt, rng)


@njit
def draw_source(s):
    """The deck is shuffled once."""
    return 0 if s.phase == DEALING else NO_DRAW


# -- the course of a round -------------------------------------------------------------------------


@njit
def apply_action(s, a):
    """Deal, lay, withdraw or show a card, name a number, or turn the cards of a seat."""
    phase = s.phase
    if phase == DEALING:
        _deal(s, a)
    elif phase == NUMBERING:
        _name_number(s, a - NUMBER)
    elif phase == LAYING:
        _lay(s, a)
    elif phase == REVEALING:
        _reveal(s)
    elif phase == RETREATING:
        _answer_retreat(s, a - WITHDRAW)
    elif phase == WITHDRAWING:
        _withdraw(s, a)
    elif phase == SHOWING:
        _show(s, a)
    else:
        _keep_last(s)


@njit
def _after(s, seat):
    """The seat after ``seat``, round the table."""
    return seat + 1 if seat + 1 < s.players else 0


@njit
def _deal(s, kind):
    """The seat to move gets the card ``kind``."""
    me = s.to_move
    s.deck[kind] = 0
    s.hand[me] |= 1 << kind
    s.in_hand[me] += 1
    s.undealt -= 1
    _deal_on(s)


@njit
def _deal_on(s):
    """Deal to the next seat that lacks a card; with none, or no deck, begin the trick."""
    if s.undealt > 0:
        seat = s.to_move
        for _step in range(s.players):
            seat = _after(s, seat)
            if s.in_hand[seat] < s.hand_size:
                s.to_move = seat
                s.phase = DEALING
                return
    _begin_trick(s)


@njit
def _begin_trick(s):
    """The leader, or the next seat with cards, lays first; a last one with cards keeps them."""
    holders = 0
    for owner in range(s.players):
        if s.in_hand[owner] > 0:
            holders += 1
    if holders == 0:
        s.phase = OVER
        return
    while s.in_hand[s.leader] == 0:
        s.leader = _after(s, s.leader)
    s.to_move = s.leader
    s.phase = NUMBERING if holders > 1 else LAST


@njit
def _name_number(s, number):
    """The seat to move will lay so many cards; all of its hand are laid at once."""
    me = s.to_move
    if me == s.leader:
        for owner in range(s.players):
            s.shown[owner] = 0
            s.numbers[owner] = 0
    s.numbers[me] = number
    if number < s.in_hand[me]:
        s.to_come = number
        s.phase = LAYING
        return
    s.laid[me] = s.hand[me]
    s.laid_count[me] = number
    s.hand[me] = 0
    s.in_hand[me] = 0
    _next_to_lay(s)


@njit
def _lay(s, kind):
    """One card of the lay that has begun."""
    me = s.to_move
    s.hand[me] ^= 1 << kind
    s.laid[me] |= 1 << kind
    s.in_hand[me] -= 1
    s.laid_count[me] += 1
    s.to_come -= 1
    if s.to_come == 0:
        _next_to_lay(s)


@njit
def _next_to_lay(s):
    """The next seat with cards lays; after the last one comes the retreat, or the turning."""
    seat = _after(s, s.to_move)
    while seat != s.leader and s.in_hand[seat] == 0:
        seat = _after(s, seat)
    if seat != s.leader:
        s.to_move = seat
        s.phase = NUMBERING
    elif s.retreat:
        _ask_retreat(s, s.leader)
    else:
        _turn_cards(s)


@njit
def _turn_cards(s):
    """Begin to turn the lays, that of the leader first."""
    s.to_move = s.leader
    s.phase = REVEALING


@njit
def _ask_retreat(s, seat):
    """Ask the next seat from ``seat`` on that can withdraw; with none, turn the cards."""
    while s.laid_count[seat] < 2:
        seat = _after(s, seat)
        if seat == s.leader:
            _turn_cards(s)
            return
    s.to_move = seat
    s.phase = RETREATING


@njit
def _end_retreat(s):
    """The seat to move is done; ask the next, or turn the cards."""
    seat = _after(s, s.to_move)
    if seat == s.leader:
        _turn_cards(s)
    else:
        _ask_retreat(s, seat)


@njit
def _answer_retreat(s, number):
    """The seat to move withdraws so many cards, or none."""
    s.to_come = number
    if number == 0:
        _end_retreat(s)
    else:
        s.phase = WITHDRAWING


@njit
def _withdraw(s, kind):
    """A card goes back to the hand; after the last one as many are shown."""
    me = s.to_move
    s.laid[me] ^= 1 << kind
    s.hand[me] |= 1 << kind
    s.withdrawn[me] |= 1 << kind
    s.in_hand[me] += 1
    s.laid_count[me] -= 1
    s.to_come -= 1
    if s.to_come == 0:
        s.to_come = s.numbers[me] - s.laid_count[me]
        s.withdrawn[me] = 0
        s.phase = SHOWING


@njit
def _show(s, kind):
    """One of the cards that stay is turned."""
    s.shown[s.to_move] |= 1 << kind
    s.to_come -= 1
    if s.to_come == 0:
        _end_retreat(s)


@njit
def _reveal(s):
    """Turn the lay of the seat to move; the last one decides the trick."""
    me = s.to_move
    s.shown[me] = s.laid[me]
    seat = _after(s, me)
    while seat != s.leader and s.laid_count[seat] == 0:
        seat = _after(s, seat)
    s.to_move = seat
    if seat == s.leader:
        _win_trick(s)


@njit
def _win_trick(s):
    """All cards go to the pile of the best combination; then hands are filled up."""
    best = -1
    winner = 0
    won = 0
    for owner in range(s.players):
        won |= s.laid[owner]
        found = strength(s.laid[owner])
        if found > best:
            best = found
            winner = owner
        s.laid[owner] = 0
        s.laid_count[owner] = 0
    s.pile[winner] |= won
    s.leader = winner
    s.tricks += 1
    s.to_move = s.dealer
    _deal_on(s)


@njit
def _keep_last(s):
    """The only seat with cards puts them on its pile; the round is over."""
    me = s.to_move
    s.pile[me] |= s.hand[me]
    s.hand[me] = 0
    s.in_hand[me] = 0
    s.phase = OVER


@njit
def returns(s, out):
    """Points of the piles."""
    for owner in range(s.players):
        out[owner] = points(s.pile[owner])


# -- what the others see ---------------------------------------------------------------------------


@njit
def observed_action(s, a, seat):
    """Cards dealt to others are hidden; cards that they lay or withdraw are seen as a card."""
    if seat == s.to_move:
        return a
    if s.phase == DEALING:
        return HIDDEN
    if s.phase == LAYING:
        return LAID
    return WITHDRAWN if s.phase == WITHDRAWING else a


@njit
def hidden_ways(s, a):
    """The sets of cards that the choice of this one leaves possible; all are equally likely."""
    if s.phase not in (LAYING, WITHDRAWING):
        return 1.0
    ways = 1.0
    rest = count(above(choosable(s), a))
    for i in range(s.to_come - 1):
        ways = ways * (rest - i) / (i + 1)
    return ways


# -- the cards that a seat does not see ------------------------------------------------------------


@njit
def resample_from_infostate(s, seat, rng, out):
    """The others' cards are a random set of the unseen ones; the deck is what is left.

    Of a lay, a withdrawal or a showing that has begun, what was chosen so far is the lowest part of
    a random set. Cards shown one by one leave as many higher ones to show: the cards on the table
    are drawn until they do.
    """
    unseen = unseen_cards(s, seat)
    mover = s.to_move
    showing = s.phase == SHOWING and mover != seat
    if showing:
        unseen ^= _deal_showing(s, unseen, rng, out)
    for other in range(s.players):
        if other == seat:
            continue
        out.hand[other] = 0
        out.withdrawn[other] = 0
        if not (showing and other == mover):
            unseen ^= _deal_laid(s, other, unseen, rng, out)
        held = s.in_hand[other] - count(out.hand[other])
        drawn = random_subset(unseen, held, rng)
        unseen ^= drawn
        out.hand[other] |= drawn
    for kind in range(KINDS):
        out.deck[kind] = unseen >> kind & 1


@njit
def unseen_cards(s, seat):
    """The cards of the deck that ``seat`` cannot place, as a mask."""
    cards = 0
    suits = (1 << SUITS) - (1 << (SUITS - s.suits))
    for value in range(s.values):
        cards |= suits << (value * SUITS)
    cards &= ~(s.hand[seat] | s.laid[seat])
    for owner in range(s.players):
        cards &= ~(s.pile[owner] | s.shown[owner])
    return cards


@njit
def _lowest(cards, n):
    """The ``n`` lowest cards of a set."""
    chosen = 0
    for _i in range(n):
        chosen |= 1 << lowest(cards & ~chosen)
    return chosen


@njit
def _deal_laid(s, other, unseen, rng, out):
    """Fill in what ``other`` laid, and what it holds because of a choice that has begun.

    Returns the cards taken from ``unseen``.
    """
    out.laid[other] = s.shown[other] if s.laid_count[other] > 0 else 0
    on_table = s.laid_count[other] - count(out.laid[other])
    chosen = 0
    if other == s.to_move and s.phase == LAYING:
        chosen = random_subset(unseen, on_table + s.to_come, rng)
        out.laid[other] = _lowest(chosen, on_table)
        out.hand[other] = chosen & ~out.laid[other]
        return chosen
    if other == s.to_move and s.phase == WITHDRAWING:
        begun = s.numbers[other] - s.laid_count[other]
        chosen = random_subset(unseen, begun + s.to_come, rng)
        out.withdrawn[other] = _lowest(chosen, begun)
        out.hand[other] = out.withdrawn[other]
        staying = random_subset(unseen & ~chosen, on_table - s.to_come, rng)
        out.laid[other] |= staying | (chosen & ~out.withdrawn[other])
        return chosen | staying
    chosen = random_subset(unseen, on_table, rng)
    out.laid[other] |= chosen
    return chosen


@njit
def _deal_showing(s, unseen, rng, out):
    """Fill in the cards on the table of the seat that shows some of them one by one."""
    me = s.to_move
    shown = s.shown[me]
    while True:
        chosen = random_subset(unseen, s.laid_count[me] - count(shown), rng)
        higher = above(chosen, top(shown)) if shown > 0 else chosen
        if count(higher) >= s.to_come:
            out.laid[me] = shown | chosen
            return chosen
