"""Simplified poker: one round of a match between two players, as a kernel.

Each seat gets five cards of a deck of twenty-five, five ranks five times. The first player, then
the second, exchanges up to three cards, which go out of play; the other sees how many. Then the
first may fold, which gives the second two points; else the second may, which gives the first three.
Else both show: the more valuable hand scores its value, and in a tie each scores half of it. A
``rapida`` round has no exchange and no folding, an ``estrategica`` one no folding. Seats are fixed
players; which of them is first alternates, seat 0 in rounds 1, 3, 5.

Source: B. Costa, Projeto Poker simplificado, Computação I, UFRJ (2022), section 1.

An exchange is a row of small moves: each discards a card, in the order of the ranks, and ``STOP``
ends it; it ends by itself with the last card that may be exchanged. Ids of moves are 0 to 4 (a card
of that rank is discarded), ``STOP``, ``FOLD``, ``STAY``; chance ids are ranks, and at the showdown,
which is a chance move of probability 1, :func:`showdown_code` of both hands. ``FORFEIT`` is never
legal: a player that fails when it is asked leaves the round by it, and loses what folding costs.
"""

from typing import Any

from ludoteca.core.deal import undealt
from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, plain_layout, public, seat
from ludoteca.core.options import Options, OptionSchema, choice, whole

from .hands import (
    COPIES,
    FIVE,
    FOUR,
    FULL_HOUSE,
    HAND,
    MOST,
    NOTHING,
    PAIR,
    RANKS,
    TRIPLE,
    TWO_PAIRS,
    VALUES,
)

SEATS = 2
MOST_FOLDED = 99  #: points that an option may give for folding
MOST_SCORE = 99 * 2 * MOST_FOLDED  # half points of a match
RAPIDA, ESTRATEGICA, COMPLETA = range(3)
ROUNDS = ("rapida", "estrategica", "completa")

DEALING, EXCHANGING, DRAWING, FOLDING, SHOWDOWN, OVER = range(6)

STOP = RANKS
FOLD = RANKS + 1
STAY = RANKS + 2
DISCARDED = RANKS + 3  # what the other sees of a discard
FORFEIT = RANKS + 4  # gives the round up, as if folded at once; never legal

MAX_LEGAL = RANKS + 1
MAX_CHANCE = RANKS
# Each seat is dealt a hand, discards and draws at most as many, stops and answers; a showdown.
MAX_LENGTH = SEATS * (3 * HAND + 2) + 1
RETURNS = 0, max(MOST_FOLDED, *VALUES)  # a forfeit gives the other seat what folding would

STATE = layout(
    __file__,
    public("kind", "option: the round, quick, strategic or complete", RAPIDA, COMPLETA),
    public("ranks", "option: ranks in the deck", 2, RANKS),
    public("copies", "option: cards of each rank", 2, COPIES),
    public("hand_size", "option: cards of a hand", 2, HAND),
    public("most", "option: most cards that may be exchanged, at most a whole hand", 0, HAND),
    public("fold_first", "option: points of the second when the first folds", 0, MOST_FOLDED),
    public("fold_second", "option: points of the first when the second folds", 0, MOST_FOLDED),
    public("rounds", "option: rounds of a match", 1, 99),
    public("played", "rounds of this match played before this one", 0, 99),
    public(
        "score", "half points of each seat in this match before this round", 0, MOST_SCORE, SEATS
    ),
    public("first", "seat that is first in this round", 0, 1),
    public("phase", "phase of the round", DEALING, OVER),
    public("to_move", "seat that decides or gets the next card", 0, 1),
    public("to_come", "cards that this seat still gets for those it exchanged", 0, HAND),
    public("in_hand", "cards in each hand", 0, HAND, SEATS),
    public("exchanged", "cards that each seat has discarded so far", 0, HAND, SEATS),
    public("folded", "1 + the seat that folded; 0 for none", 0, SEATS),
    public("shown", "cards of each rank in the hands shown, by owner", 0, COPIES, (SEATS, RANKS)),
    seat("hand", "cards of each rank in the hand, by owner", 0, COPIES, (SEATS, RANKS)),
    seat("dealt", "cards of each rank in the hand as it was dealt", 0, COPIES, (SEATS, RANKS)),
    seat("given", "cards of each rank discarded", 0, COPIES, (SEATS, RANKS)),
    hidden("deck", "undealt cards of each rank", 0, COPIES, RANKS),
)

STANDING = plain_layout(
    public("played", "rounds played in this match", 0, 99),
    public("score", "half points of each seat", 0, MOST_SCORE, SEATS),
)

MATCH = "score"


def _too_few_cards(options: Options) -> str | None:
    hand, most = int(options["hand"]), int(options["most"])
    each = hand if options["round"] == ROUNDS[RAPIDA] else hand + min(hand, most)
    there = int(options["ranks"]) * int(options["copies"])
    if SEATS * each <= there:
        return None
    return _(
        "two players may need {needed} cards and the deck has {there}: more ranks or copies are "
        "needed, smaller hands or fewer cards to exchange"
    ).format(needed=SEATS * each, there=there)


_ROUND, _CARDS, _MATCH = N_("The round"), N_("The cards"), N_("The match")

OPTIONS = OptionSchema(
    (
        choice(
            "round",
            ROUNDS,
            "completa",
            N_("exchange and folding: neither, exchange alone, or both"),
            labels=(N_("quick"), N_("strategic"), N_("complete")),
            about=N_(
                "In a quick round the cards are shown at once; in a strategic one cards are "
                "exchanged first; in a complete one you may also fold."
            ),
            group=_ROUND,
        ),
        whole(
            "ranks",
            2,
            RANKS,
            RANKS,
            N_("ranks in the deck, the highest of A 7 K Q J"),
            about=N_("With fewer ranks, good hands are more frequent."),
            group=_CARDS,
        ),
        whole(
            "copies",
            2,
            COPIES,
            COPIES,
            N_("cards of each rank"),
            about=N_("With five, a hand can be five of a kind."),
            group=_CARDS,
        ),
        whole(
            "hand",
            2,
            HAND,
            HAND,
            N_("cards of a hand"),
            about=N_("Small hands are quick to compare, and have fewer kinds."),
            group=_CARDS,
        ),
        whole(
            "most",
            0,
            HAND,
            MOST,
            N_("most cards that may be exchanged"),
            about=N_("Each player exchanges once a round; with 0 nobody does."),
            group=_ROUND,
        ),
        whole(
            "fold_first",
            0,
            MOST_FOLDED,
            2,
            N_("points of the second player when the first folds"),
            about=N_("Whoever folds gives up the round: the more this costs, the bolder the play."),
            group=_ROUND,
        ),
        whole(
            "fold_second",
            0,
            MOST_FOLDED,
            3,
            N_("points of the first player when the second folds"),
            about=N_("The second player has seen more, so folding costs more."),
            group=_ROUND,
        ),
        whole(
            "rounds",
            1,
            99,
            5,
            N_("rounds of a match"),
            about=N_("Most points after the last round win."),
            group=_MATCH,
        ),
    ),
    conflict=_too_few_cards,
)


def cards(options: Options) -> list[int]:
    """The rank of each card."""
    return [r for r in range(int(options["ranks"])) for _copy in range(int(options["copies"]))]


def count_cards(s: Any) -> list[int]:
    """Cards of each rank, undealt, held and out of play."""
    return [int(s.deck[r] + s.hand[:, r].sum() + s.given[:, r].sum()) for r in range(RANKS)]


# -- before the deal -------------------------------------------------------------------------------


@njit
def init_state(s, options, standing):
    """Keep the whole deck undealt; who is first follows from the rounds played."""
    s.kind = options.round_
    s.hand_size = options.hand
    s.most = min(options.most, options.hand)
    s.first = s.played % SEATS
    s.to_move = s.first
    for rank in range(s.ranks):
        s.deck[rank] = s.copies


@njit
def next_standing(s, out):
    """Add the points of the round; True after the last one of the match."""
    points = scores(s)
    out.score[0] += int(2 * points[0])
    out.score[1] += int(2 * points[1])
    out.played += 1
    return out.played >= s.rounds


# -- moves -----------------------------------------------------------------------------------------


@njit
def current_player(s):
    """Chance while cards come and at the showdown."""
    if s.phase == OVER:
        return TERMINAL
    return s.to_move if s.phase in (EXCHANGING, FOLDING) else CHANCE


@njit
def legal_actions(s, out):
    """Fold or stay; or the cards that may still be discarded, and ``STOP``."""
    if s.phase == FOLDING:
        out[0] = FOLD
        out[1] = STAY
        return 2
    me = s.to_move
    lowest = lowest_to_discard(s)
    n = 0
    for rank in range(RANKS):  # without a branch that depends on the cards
        out[n] = rank
        n += (rank >= lowest) & (s.hand[me, rank] > 0)
    out[n] = STOP
    return n + 1


@njit
def lowest_to_discard(s):
    """The first rank that may still be discarded in this exchange: ids ascend within one."""
    reached = 0
    for rank in range(RANKS):
        if s.given[s.to_move, rank] > 0:
            reached = rank
    return reached


@njit
def apply_action(s, a):
    """A card that comes, a discard or ``STOP``, an answer, the showdown."""
    if s.phase == DEALING:
        _deal(s, a)
    elif s.phase == EXCHANGING:
        _exchange(s, a)
    elif s.phase == DRAWING:
        _draw(s, a)
    elif s.phase == FOLDING:
        _answer(s, a)
    else:
        _show(s)


@njit
def _deal(s, rank):
    _give(s, rank)
    s.dealt[s.to_move, rank] += 1
    s.to_move = 1 - s.to_move
    if s.in_hand[s.to_move] < s.hand_size:
        return
    if s.kind == RAPIDA:
        s.phase = SHOWDOWN
    elif s.most == 0:
        _after_exchanges(s)
    else:
        s.phase = EXCHANGING


@njit
def _give(s, rank):
    s.deck[rank] -= 1
    s.hand[s.to_move, rank] += 1
    s.in_hand[s.to_move] += 1


@njit
def _exchange(s, a):
    me = s.to_move
    if a == FORFEIT:
        _leave(s)
        return
    if a != STOP:
        s.hand[me, a] -= 1
        s.given[me, a] += 1
        s.in_hand[me] -= 1
        s.exchanged[me] += 1
        if s.exchanged[me] < s.most:
            return
    s.to_come = s.exchanged[me]
    s.phase = DRAWING
    if s.to_come == 0:
        _after_draw(s)


@njit
def _draw(s, rank):
    _give(s, rank)
    s.to_come -= 1
    if s.to_come == 0:
        _after_draw(s)


@njit
def _after_draw(s):
    if s.to_move == s.first:
        s.to_move = 1 - s.first
        s.phase = EXCHANGING
    else:
        _after_exchanges(s)


@njit
def _after_exchanges(s):
    s.to_move = s.first
    s.phase = FOLDING if s.kind == COMPLETA else SHOWDOWN


@njit
def _answer(s, a):
    if a != STAY:
        _leave(s)
    elif s.to_move == s.first:
        s.to_move = 1 - s.first
    else:
        s.phase = SHOWDOWN


@njit
def _leave(s):
    s.folded = s.to_move + 1
    s.phase = OVER


@njit
def _show(s):
    for owner in range(SEATS):
        for rank in range(RANKS):
            s.shown[owner, rank] = s.hand[owner, rank]
    s.phase = OVER


# -- chance ----------------------------------------------------------------------------------------


@njit
def chance_outcomes(s, out, prob):
    """The ranks of the deck, in proportion to their cards; or the showdown."""
    if s.phase == SHOWDOWN:
        out[0] = showdown_code(s)
        prob[0] = 1.0
        return 1
    return undealt(s.deck, out, prob)


@njit
def sample_chance(s, rng, ids, prob):
    """As derived, without a branch that depends on the card."""
    if s.phase == SHOWDOWN:
        return showdown_code(s)
    left = 0
    for rank in range(RANKS):
        left += s.deck[rank]
    place = int(rng.random() * left)
    drawn = 0
    below = 0
    for rank in range(RANKS - 1):
        below += s.deck[rank]
        drawn += place >= below
    return drawn


@njit
def showdown_code(s):
    """Both hands in one number: a digit in base 6 for each seat and rank."""
    code = 0
    for owner in range(SEATS):
        for rank in range(RANKS):
            code = code * (COPIES + 1) + s.hand[owner, rank]
    return code


@njit
def draw_source(s):
    """The deck is shuffled once."""
    return 0 if s.phase in (DEALING, DRAWING) else NO_DRAW


# -- points ----------------------------------------------------------------------------------------


@njit
def returns(s, out):
    """Points of both seats."""
    points = scores(s)
    out[0] = points[0]
    out[1] = points[1]


@njit
def scores(s):
    """The points of both seats at the end, read from what the table has seen."""
    if s.folded > 0:
        winner = 2 - s.folded
        best = float(s.fold_first if s.folded - 1 == s.first else s.fold_second)
    else:
        ours = hand_value(s.shown[0])
        theirs = hand_value(s.shown[1])
        best = float(max(ours, theirs))
        if ours == theirs:
            return best / 2, best / 2
        winner = 0 if ours > theirs else 1
    if winner == 0:
        return best, 0.0
    return 0.0, best


@njit
def hand_value(counts):
    """The points of a hand, as :func:`hands.value_of`."""
    return VALUES[hand_class(counts)]


@njit
def hand_class(counts):
    """The class of a hand, as :func:`hands.class_of`."""
    most = 0
    pairs = 0
    for rank in range(RANKS):
        most = max(most, counts[rank])
        if counts[rank] >= 2:
            pairs += 1
    if most == 5:
        return FIVE
    if most == 4:
        return FOUR
    if most == 3:
        return FULL_HOUSE if pairs > 1 else TRIPLE
    if most == 2:
        return TWO_PAIRS if pairs > 1 else PAIR
    return NOTHING


# -- what a seat sees ------------------------------------------------------------------------------


@njit
def observed_action(s, a, seat):
    """The other's cards are hidden; of its discards one sees that there is one."""
    if s.phase in (DEALING, DRAWING) and seat != s.to_move:
        return HIDDEN
    if s.phase == EXCHANGING and a < RANKS and seat != s.to_move:
        return DISCARDED
    return a


@njit
def hidden_ways(s, a):
    """Copies that could have been discarded."""
    if s.phase == EXCHANGING and a < RANKS:
        return float(s.hand[s.to_move, a])
    return 1.0


@njit
def resample_from_infostate(s, seat, rng, out):
    """Draw the other's cards from those that ``seat`` has not seen; the rest is the deck.

    The other's discards are drawn at random in the order of the ranks, as the law of
    :mod:`ludoteca.core.laws.referee` demands; hands that could not have gone on discarding so are
    rejected. After a showdown its hand is known, and the rest is drawn until it fits.
    """
    other = 1 - seat
    shown = s.phase == OVER and s.folded == 0
    for _try in range(1_000_000):
        for rank in range(RANKS):
            out.deck[rank] = s.copies if rank < s.ranks else 0
            out.deck[rank] -= s.hand[seat, rank] + s.given[seat, rank]
            out.hand[other, rank] = 0
            out.given[other, rank] = 0
        if _deal_shown(s, other, rng, out) if shown else _deal_unseen(s, other, rng, out):
            return


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
