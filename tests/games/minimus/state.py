"""The record of minimus, its rule options, its ids, and the helpers that read the record."""

from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.layout import hidden, layout, pair, plain_layout, public, seat
from ludoteca.core.options import Options, OptionSchema, whole

SEATS = 4
TEAMS = 2
KINDS = 4  # ranks of the largest variant; a kind is a rank, 0 the lowest
COPIES = 4
HAND = 2
EXCHANGES = 2
WINDOWS = EXCHANGES + 1  # a sign window after the deal and after each exchange

# Phases, in the order in which a deal meets them.
DEAL, SIGNING, CATCHING, DISCARDING, DRAWING, DECLARING, BETTING, ANSWERING, SHOWING, OVER = range(
    10
)

# Ids of moves.
KEEP = 0
THROW = 1  # + kind
SILENT = THROW + KINDS
SIGN = SILENT + 1
PASS = SIGN + 1
BET = PASS + 1
REFUSE = BET + 1
ACCEPT = REFUSE + 1
LEAVE = ACCEPT + 1

# Ids of chance: a drawn kind, 0 to KINDS - 1, and those below.
MISSED = KINDS
CAUGHT = MISSED + 1
LOW = CAUGHT + 1
HIGH = LOW + 1
SHOW = HIGH + 1  # + hand_code

THREW = -1  # the token of a discard for the others: a card went, face down

MAX_LEGAL = 1 + KINDS
MAX_CHANCE = KINDS
# Cards dealt; three windows of four signs with two rivals each; two exchanges of four choices and
# four draws; four declarations, four bids, two answers, four hands shown.
MAX_LENGTH = SEATS * HAND + WINDOWS * SEATS * 3 + EXCHANGES * SEATS * 2 + SEATS * 3 + 2

STATE = layout(
    __file__,
    public("dealer", "seat that deals, 0 to 3; the mano is the next one"),
    public("score", "points of each pair before this deal", TEAMS),
    public("points", "points of each pair in this deal", TEAMS),
    public("ranks", "option: ranks in the deck, 2 to KINDS"),
    public("copies", "option: cards of each rank, 1 to COPIES"),
    public("held", "option: cards in a hand, 1 to HAND"),
    public("exchanges", "option: most exchanges in a deal, 0 to EXCHANGES"),
    public("catch_percent", "option: chance that a rival catches a sign, 0 to 100"),
    public("stake", "option: points of a bet that is accepted"),
    public("target", "option: points that end the match"),
    public("phase", "DEAL to OVER"),
    public("turn", "whose turn it is in this phase, counted from the mano; 4 after the last"),
    public("card_no", "cards dealt to the seat at turn so far, in DEAL"),
    public("rival_no", "rivals that looked out for the sign so far, 0 or 1, in CATCHING"),
    public("exchange", "exchanges finished"),
    public("steps", "moves and chance moves made before the declarations"),
    public("stock", "cards in the stock"),
    public("pile", "cards in the discard pile"),
    public("shuffles", "times that the discards were shuffled into the stock"),
    public("threw", "1 where a seat threw a card, by exchange", (EXCHANGES, SEATS)),
    public("declared", "what a seat declared: 0 nothing yet, 1 low, 2 high", SEATS),
    public("said", "bid of a seat: 0 none yet, 1 pass, 2 bet", SEATS),
    public("bettor", "1 + seat that bet; 0 for none"),
    public("left_it", "1 where the first rival left the answer to the partner"),
    public("answer", "answer to the bet: 0 none yet, 1 refused, 2 accepted"),
    public("shown", "cards of each kind that a seat showed in the end", (SEATS, KINDS)),
    seat("hand", "cards of each kind held", (SEATS, KINDS)),
    seat(
        "drew", "1 + kind of each card drawn: the deal, then each exchange", (SEATS, WINDOWS, HAND)
    ),
    seat("gone", "1 + kind of the card thrown, by exchange", (SEATS, EXCHANGES)),
    seat(
        "caught",
        "what a seat saw of each rival's sign: 0 not looked yet, 1 nothing, 2 the sign",
        (SEATS, WINDOWS, SEATS),
    ),
    pair(
        "signs", "what each partner did: 0 nothing yet, 1 silent, 2 the sign", (TEAMS, WINDOWS, 2)
    ),
    hidden("deck", "undealt cards of each kind", KINDS),
    hidden("discards", "cards of each kind in the discard pile", KINDS),
)

STANDING = plain_layout(
    public("deals", "deals played in this match"),
    public("dealer", "seat that deals next"),
    public("score", "points of each pair", TEAMS),
)


def _too_few_cards(options: Options) -> str | None:
    if int(options["ranks"]) * int(options["copies"]) < SEATS * int(options["held"]):
        return _("there must be cards enough to deal: ranks x copies >= 4 x held")
    return None


OPTIONS = OptionSchema(
    (
        whole("ranks", 2, KINDS, 4, N_("ranks in the deck")),
        whole("copies", 1, COPIES, 2, N_("cards of each rank")),
        whole("held", 1, HAND, 1, N_("cards in a hand")),
        whole("exchanges", 0, EXCHANGES, 2, N_("most rounds of discards in a deal")),
        whole("catch_percent", 0, 100, 25, N_("chance in percent that a rival catches a sign")),
        whole("stake", 2, 5, 2, N_("points of an accepted bet")),
        whole("target", 1, 9, 5, N_("points that end the match")),
    ),
    conflict=_too_few_cards,
)


def cards(options: Options) -> list[int]:
    """The kind of each card."""
    return [
        rank for rank in range(int(options["ranks"])) for _copy in range(int(options["copies"]))
    ]


def count_cards(s) -> list[int]:
    """Cards of each kind, wherever they are."""
    return [int(s.deck[k] + s.discards[k] + s.hand[:, k].sum()) for k in range(KINDS)]


@njit
def seat_at(s, turn):
    """The seat whose turn is number ``turn``; 0 is the mano."""
    return (s.dealer + 1 + turn) % SEATS


@njit
def rival_at(s, rival_no):
    """The rival of the signer who looks out first (0) or second (1)."""
    return seat_at(s, s.turn + 1 + 2 * rival_no)


@njit
def top(s, seat):
    """Cards of the highest rank in the hand of ``seat``: what the sign says."""
    return s.hand[seat, s.ranks - 1]


@njit
def is_high(s, seat):
    """True where ``seat`` holds a card of the upper half of the ranks: what is declared."""
    n = 0
    for kind in range(s.ranks // 2 + s.ranks % 2, s.ranks):
        n += s.hand[seat, kind]
    return n > 0


@njit
def hand_code(s, seat):
    """The hand as one number, larger for a better hand: highest card first."""
    code = 0
    for kind in range(KINDS - 1, -1, -1):
        for _i in range(s.hand[seat, kind]):
            code = code * (KINDS + 1) + kind + 1
    return code
