"""The record of eras, its rule options, its ids."""

from typing import Any

from ludoteca.core.goal import MatchGoal
from ludoteca.core.i18n import N_, _
from ludoteca.core.layout import hidden, layout, plain_layout, public, seat
from ludoteca.core.options import Options, OptionSchema, whole, yes_no

from .combinations import KINDS, MOST_CARDS, SUITS, VALUES

SEATS = 5

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

STATE = layout(
    __file__,
    public("players", "option: seats at the table, 2 to SEATS"),
    public("values", "option: values in the deck, 1 to VALUES"),
    public("suits", "option: suits in the deck, the highest of the four"),
    public("hand_size", "option: cards that a hand is filled up to, 1 to MOST_CARDS"),
    public("retreat", "option: 1 where laid cards may be withdrawn"),
    public("rounds", "option: rounds of a match without a target"),
    public("target", "option: score that ends a match; 0 for none"),
    public("played", "rounds of this match played before this one"),
    public("score", "points of each seat in this match before this round", SEATS),
    public("dealer", "seat that deals; the next one is dealt to first"),
    public("phase", "DEALING to OVER"),
    public("leader", "seat that leads this trick, or won the last one"),
    public("to_move", "seat that decides, gets the next card, or is turned"),
    public("to_come", "cards that this seat has still to lay, to withdraw or to show"),
    public("undealt", "cards of the deck"),
    public("tricks", "tricks won so far"),
    public("in_hand", "cards in each hand", SEATS),
    public("laid_count", "cards of each seat on the table", SEATS),
    public("numbers", "cards that each seat first laid in this trick or the last", SEATS),
    public("shown", "cards turned of each seat in this trick or the last, masks", SEATS),
    public("pile", "cards won by each seat, masks", SEATS),
    seat("hand", "cards in the hand, masks", SEATS),
    seat("laid", "cards on the table, masks", SEATS),
    seat("withdrawn", "cards that this seat withdraws just now, masks", SEATS),
    hidden("deck", "undealt cards of each kind", KINDS, "i1"),
)  # fmt: skip

STANDING = plain_layout(
    public("players", "seats at the table, 0 before the first round ends"),
    public("played", "rounds played in this match"),
    public("score", "points of each seat", SEATS),
)

MATCH = MatchGoal("score", "played", rounds="rounds", target="target")


def _too_few_cards(options: Options) -> str | None:
    there = int(options["values"]) * int(options["suits"])
    if there >= int(options["players"]):
        return None
    return _("{players} players need at least a card each, and the deck has {there}").format(
        players=options["players"], there=there
    )


OPTIONS = OptionSchema(
    (
        whole("players", 2, SEATS, 2, N_("players")),
        whole("values", 1, VALUES, VALUES, N_("values in each suit, from 1 up")),
        whole("suits", 1, SUITS, SUITS, N_("suits, the highest: spades, hearts, diamonds, clubs")),
        whole("hand", 1, MOST_CARDS, MOST_CARDS, N_("cards of a full hand")),
        yes_no("retreat", "no", N_("may laid cards be withdrawn in a second round of each trick?")),
        whole("rounds", 1, 99, 4, N_("rounds of a match that has no target")),
        whole("target", 0, 9999, 0, N_("points that end the match after the round; 0 for rounds")),
    ),
    conflict=_too_few_cards,
)  # fmt: skip


def deck_kinds(values: int, suits: int) -> list[int]:
    """The kinds of a deck: the lowest values, the highest suits."""
    return [v * SUITS + s for v in range(values) for s in range(SUITS - suits, SUITS)]


def cards(options: Options) -> list[int]:
    """The kind of each card."""
    return deck_kinds(int(options["values"]), int(options["suits"]))


def count_cards(s: Any) -> list[int]:
    """Cards of each kind: undealt, held, on the table and won."""
    held = [int(m) for field in (s.hand, s.laid, s.pile) for m in field]
    return [int(s.deck[k]) + sum(m >> k & 1 for m in held) for k in range(KINDS)]
