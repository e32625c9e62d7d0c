"""Vangin pasianssi: cards are laid on the table; every third card of the rest takes a pile away.

The first ``board`` cards of the deck lie on the table, equal values in one pile. Then the player
turns ``step`` cards at a time, of which only the last counts: the pile of its value is taken away.
The game ends when the table is empty, which is a win, or when fewer than ``step`` cards are left.
Source: the document "Eräs korttipeli ja Vangin pasianssi", second half. A card's suit never
matters, so a kind of card is a value.

There is nothing to choose: the one move is ``TURN``, before each look, so that the game is played
card by card. Chance ids are values, 0 to ``values`` - 1.
"""

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, public
from ludoteca.core.options import OptionSchema, choice, whole

MAX_SUITS = 10
MAX_VALUES = 26
MAX_CARDS = MAX_SUITS * MAX_VALUES

TURN = 0

SKIPPED = (N_("hidden"), N_("seen"))

MAX_LEGAL = 1
MAX_CHANCE = MAX_VALUES
MAX_LENGTH = 2 * MAX_CARDS  # every card is drawn at most once, and each look is of a card
RETURNS = 0, 1

STATE = layout(
    __file__,
    public("suits", "cards of each value in the deck", 1, MAX_SUITS),
    public("values", "values in the deck", 1, MAX_VALUES),
    public("board", "cards laid on the table at the start", 0, MAX_CARDS),
    public("step", "cards turned at a time; the last one counts", 1, MAX_CARDS),
    public("picks", "looks in the whole game: (suits * values - board) // step", 0, MAX_CARDS),
    public(
        "skipped_seen", "1 where the cards that do not count are seen, 0 where they are not", 0, 1
    ),
    public("laid", "cards laid so far", 0, MAX_CARDS),
    public("looks", "counting cards turned so far", 0, MAX_CARDS),
    public("to_turn", "cards of the group being turned that are still to come", 0, MAX_CARDS),
    public("unseen", "cards turned so far that nobody saw", 0, MAX_CARDS),
    public("last", "1 + value of the last counting card; 0 before the first", 0, MAX_VALUES),
    public(
        "hit", "size of the pile that the last counting card took away; 0 for none", 0, MAX_SUITS
    ),
    public("pile", "cards on the table by value", 0, MAX_SUITS, MAX_VALUES),
    public("seen", "cards seen so far by value, on the table or since", 0, MAX_SUITS, MAX_VALUES),
    hidden("skipped", "turned cards that nobody saw, by value", 0, MAX_SUITS, MAX_VALUES),
    hidden("deck", "undealt cards by value", 0, MAX_SUITS, MAX_VALUES),
)


def _conflict(options) -> str | None:
    deck = int(options["suits"]) * int(options["values"])
    if int(options["board"]) > deck:
        text = _("a board of {board} cards cannot be laid from a deck of {deck}")
        return text.format(board=options["board"], deck=deck)
    return None


_DECK, _PLAY = N_("The deck"), N_("The play")

OPTIONS = OptionSchema(
    (
        whole(
            "suits",
            1,
            MAX_SUITS,
            4,
            N_("number of suits"),
            about=N_("Four are a usual deck; more suits are several decks together."),
            group=_DECK,
        ),
        whole(
            "values",
            1,
            MAX_VALUES,
            13,
            N_("values in each suit"),
            about=N_("13 are ace to king."),
            group=_DECK,
        ),
        whole(
            "board",
            0,
            MAX_CARDS,
            13,
            N_("cards laid on the table at the start"),
            about=N_("Cards of one value make a pile; the aim is to remove all piles."),
            group=_PLAY,
        ),
        whole(
            "step",
            1,
            MAX_CARDS,
            3,
            N_("cards turned at a time; the last counts"),
            about=N_("With 1 every card counts, and the patience comes out more often."),
            group=_PLAY,
        ),
        choice(
            "skipped",
            SKIPPED,
            "hidden",
            N_("turned cards that do not count"),
            about=N_("The chances that are told depend on it; what happens does not."),
            group=_PLAY,
        ),
    ),
    conflict=_conflict,
)


@njit
def init_state(s, options, standing):
    """The whole deck undealt; ``standing`` does not matter."""
    s.picks = (s.suits * s.values - s.board) // s.step
    s.skipped_seen = options.skipped
    for value in range(s.values):
        s.deck[value] = s.suits


@njit
def piles(s):
    """Number of piles on the table."""
    n = 0
    for value in range(s.values):
        if s.pile[value] > 0:
            n += 1
    return n


@njit
def draws_next(s):
    """True if a card comes next, for the table or of a group being turned."""
    return s.laid < s.board or s.to_turn > 0


@njit
def current_player(s):
    """Chance while a card comes; the deal is over where no look is left or no pile."""
    if draws_next(s):
        return CHANCE
    if s.looks == s.picks or piles(s) == 0:
        return TERMINAL
    return 0


@njit
def legal_actions(s, out):
    """The one move: turn the next cards."""
    out[0] = TURN
    return 1


@njit
def chance_outcomes(s, out, prob):
    """The values of the deck, in proportion to their undealt cards."""
    left = 0
    for value in range(s.values):
        left += s.deck[value]
    n = 0
    for value in range(s.values):
        if s.deck[value] > 0:
            out[n] = value
            prob[n] = s.deck[value] / left
            n += 1
    return n


@njit
def counts_next(s):
    """True if the next card turned is the one that counts."""
    return s.laid == s.board and s.to_turn == 1


@njit
def is_unseen(s):
    """True if the next card is turned without being seen."""
    return s.to_turn > 1 and not s.skipped_seen


@njit
def look_at(s, value):
    """The counting card: the pile of its value is taken away."""
    s.looks += 1
    s.last = value + 1
    s.hit = s.pile[value]
    s.pile[value] = 0


@njit
def apply_action(s, a):
    """Begin to turn ``step`` cards, or lay or turn a card of value ``a``."""
    if not draws_next(s):
        s.to_turn = s.step
        return
    s.deck[a] -= 1
    if is_unseen(s):
        s.skipped[a] += 1
        s.unseen += 1
    else:
        s.seen[a] += 1
    if s.laid < s.board:
        s.laid += 1
        s.pile[a] += 1
        return
    if counts_next(s):
        look_at(s, a)
    s.to_turn -= 1


@njit
def returns(s, out):
    """1 for an empty table, else 0."""
    out[0] = 1.0 if piles(s) == 0 else 0.0


@njit
def observed_action(s, a, seat):
    """A turned card that does not count is ``HIDDEN`` unless the option shows it."""
    if draws_next(s) and is_unseen(s):
        return HIDDEN
    return a


@njit
def draw_source(s):
    """The deck is shuffled once."""
    return 0 if draws_next(s) else NO_DRAW


def cards(options) -> list[int]:
    """The value of each physical card, suit by suit."""
    return [value for _suit in range(options["suits"]) for value in range(options["values"])]


def count_cards(s) -> list[int]:
    """All cards by value: undealt, turned unseen, and seen."""
    return [int(s.deck[v] + s.skipped[v] + s.seen[v]) for v in range(int(s.values))]


@njit
def resample_from_infostate(s, seat, rng, out):
    """The unseen cards in a uniformly random order: some were turned, the rest are the deck."""
    left = 0
    for value in range(s.values):
        out.skipped[value] = 0
        out.deck[value] = s.suits - s.seen[value]
        left += out.deck[value]
    for _card in range(s.unseen):
        place = int(rng.random() * left)
        for value in range(s.values):
            if place < out.deck[value]:
                out.deck[value] -= 1
                out.skipped[value] += 1
                left -= 1
                break
            place -= out.deck[value]
