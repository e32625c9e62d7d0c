"""The record of simplified poker, its rule options, its ids."""

from typing import Any

from ludoteca.core.goal import MatchGoal
from ludoteca.core.i18n import N_, _
from ludoteca.core.layout import hidden, layout, plain_layout, public, seat
from ludoteca.core.options import Options, OptionSchema, choice, whole

from .hands import COPIES, HAND, MOST, RANKS

SEATS = 2
RAPIDA, ESTRATEGICA, COMPLETA = range(3)
ROUNDS = ("rapida", "estrategica", "completa")

DEALING, EXCHANGING, DRAWING, FOLDING, SHOWDOWN, OVER = range(6)

STOP = RANKS
FOLD = RANKS + 1
STAY = RANKS + 2
DISCARDED = RANKS + 3  # what the other sees of a discard
FORFEIT = RANKS + 4  # the round is given up, as if folded at once: a move that nobody may choose

MAX_LEGAL = RANKS + 1
MAX_CHANCE = RANKS
# Each seat is dealt a hand, discards and draws at most as many, stops and answers; a showdown.
MAX_LENGTH = SEATS * (3 * HAND + 2) + 1

STATE = layout(
    __file__,
    public("kind", "option: RAPIDA, ESTRATEGICA or COMPLETA"),
    public("ranks", "option: ranks in the deck, 2 to RANKS"),
    public("copies", "option: cards of each rank, 2 to COPIES"),
    public("hand_size", "option: cards of a hand, 2 to HAND"),
    public("most", "option: most cards that may be exchanged, at most a whole hand"),
    public("fold_first", "option: points of the second when the first folds"),
    public("fold_second", "option: points of the first when the second folds"),
    public("rounds", "option: rounds of a match"),
    public("played", "rounds of this match played before this one"),
    public("score", "half points of each seat in this match before this round", SEATS),
    public("first", "seat that is first in this round"),
    public("phase", "DEALING to OVER"),
    public("to_move", "seat that decides or gets the next card"),
    public("to_come", "cards that this seat still gets for those it exchanged"),
    public("in_hand", "cards in each hand", SEATS),
    public("exchanged", "cards that each seat has discarded so far", SEATS),
    public("folded", "1 + the seat that folded; 0 for none"),
    public("shown", "cards of each rank in the hands shown, by owner", (SEATS, RANKS)),
    seat("hand", "cards of each rank in the hand, by owner", (SEATS, RANKS)),
    seat("dealt", "cards of each rank in the hand as it was dealt", (SEATS, RANKS)),
    seat("given", "cards of each rank discarded", (SEATS, RANKS)),
    hidden("deck", "undealt cards of each rank", RANKS),
)

STANDING = plain_layout(
    public("played", "rounds played in this match"),
    public("score", "half points of each seat", SEATS),
)

MATCH = MatchGoal("score", "played", rounds="rounds", scale=2)


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


OPTIONS = OptionSchema(
    (
        choice("round", ROUNDS, "completa", N_("steps of a round: no exchange, no folding, all")),
        whole("ranks", 2, RANKS, RANKS, N_("ranks in the deck, the highest of A 7 K Q J")),
        whole("copies", 2, COPIES, COPIES, N_("cards of each rank")),
        whole("hand", 2, HAND, HAND, N_("cards of a hand")),
        whole("most", 0, HAND, MOST, N_("most cards that may be exchanged")),
        whole("fold_first", 0, 99, 2, N_("points of the second player when the first folds")),
        whole("fold_second", 0, 99, 3, N_("points of the first player when the second folds")),
        whole("rounds", 1, 99, 5, N_("rounds of a match")),
    ),
    conflict=_too_few_cards,
)


def cards(options: Options) -> list[int]:
    """The rank of each card."""
    return [r for r in range(int(options["ranks"])) for _copy in range(int(options["copies"]))]


def count_cards(s: Any) -> list[int]:
    """Cards of each rank, undealt, held and out of play."""
    return [int(s.deck[r] + s.hand[:, r].sum() + s.given[:, r].sum()) for r in range(RANKS)]
