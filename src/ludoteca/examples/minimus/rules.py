"""Minimus: two pairs, eight cards, and every difficulty of mus once.

Each seat gets one card (``held``), one at a time from the mano on. After the deal and after each
exchange comes a sign window: in turn, a seat that holds a card of the top rank may sign so, and
none other may; the partner always sees it and each rival catches it with a known chance. In an
exchange each seat in turn keeps its cards or throws one face down, then those who threw draw; if
all threw, another exchange follows, up to a number. An empty stock is refilled from the discards.
Then all declare truthfully whether they hold a high card, and bid in turn: pass, or bet. The first
rival of the bettor refuses, accepts, or leaves it to the partner. A refused bet pays 1 to the
bettor's pair and no hand is shown. Otherwise the hands are shown and the best one, nearest to the
mano among equals, wins the stake, or 1 where all passed. First pair to 5 points.
"""

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
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
MOST_STAKE = 5

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
MAX_ACTION = SHOW + KINDS * (KINDS + 2)  # a hand of two top cards
RETURNS = 0, MOST_STAKE

STATE = layout(
    __file__,
    public("dealer", "seat that deals, 0 to 3; the mano is the next one", 0, SEATS - 1),
    public("score", "points of each pair before this deal", 0, 13, TEAMS),
    public("points", "points of each pair in this deal", 0, 5, TEAMS),
    public("ranks", "option: ranks in the deck", 2, KINDS),
    public("copies", "option: cards of each rank", 1, COPIES),
    public("held", "option: cards in a hand", 1, HAND),
    public("exchanges", "option: most exchanges in a deal", 0, EXCHANGES),
    public("catch_percent", "option: chance that a rival catches a sign", 0, 100),
    public("stake", "option: points of a bet that is accepted", 2, 5),
    public("target", "option: points that end the match", 1, 9),
    public("phase", "phase of the deal", DEAL, OVER),
    public(
        "turn", "whose turn it is in this phase, counted from the mano; 4 after the last", 0, SEATS
    ),
    public("card_no", "cards dealt to the seat at turn so far, in DEAL", 0, HAND),
    public("rival_no", "rivals that looked out for the sign so far, in CATCHING", 0, 1),
    public("exchange", "exchanges finished", 0, EXCHANGES),
    public("steps", "moves and chance moves made before the declarations", 0, MAX_LENGTH),
    public("stock", "cards in the stock", 0, KINDS * COPIES),
    public("pile", "cards in the discard pile", 0, KINDS * COPIES),
    public(
        "shuffles", "times that the discards were shuffled into the stock", 0, EXCHANGES * SEATS
    ),
    public("threw", "1 where a seat threw a card, by exchange", 0, 1, (EXCHANGES, SEATS)),
    public("declared", "what a seat declared: 0 nothing yet, 1 low, 2 high", 0, 2, SEATS),
    public("said", "bid of a seat: 0 none yet, 1 pass, 2 bet", 0, 2, SEATS),
    public("bettor", "1 + seat that bet; 0 for none", 0, SEATS),
    public("left_it", "1 where the first rival left the answer to the partner", 0, 1),
    public("answer", "answer to the bet: 0 none yet, 1 refused, 2 accepted", 0, 2),
    public("shown", "cards of each kind that a seat showed in the end", 0, HAND, (SEATS, KINDS)),
    seat("hand", "cards of each kind held", 0, COPIES, (SEATS, KINDS)),
    seat(
        "drew",
        "1 + kind of each card drawn: the deal, then each exchange",
        0,
        KINDS,
        (SEATS, WINDOWS, HAND),
    ),
    seat("gone", "1 + kind of the card thrown, by exchange", 0, KINDS, (SEATS, EXCHANGES)),
    seat(
        "caught",
        "what a seat saw of each rival's sign: 0 not looked yet, 1 nothing, 2 the sign",
        0,
        2,
        (SEATS, WINDOWS, SEATS),
    ),
    pair(
        "signs",
        "what each partner did: 0 nothing yet, 1 silent, 2 the sign",
        0,
        2,
        (TEAMS, WINDOWS, 2),
    ),
    hidden("deck", "undealt cards of each kind", 0, COPIES, KINDS),
    hidden("discards", "cards of each kind in the discard pile", 0, COPIES, KINDS),
)

STANDING = plain_layout(
    public("deals", "deals played in this match", 0, 17),
    public("dealer", "seat that deals next", 0, SEATS - 1),
    public("score", "points of each pair", 0, 13, TEAMS),
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
        whole("stake", 2, MOST_STAKE, 2, N_("points of an accepted bet")),
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


MATCH = "score"


@njit
def init_state(s, options, standing):
    """The whole deck in the stock; options, dealer and score arrive filled."""
    # A standing may come from a record that anybody wrote: the seat is an index, so it is one.
    s.dealer = s.dealer % SEATS
    s.stock = s.ranks * s.copies
    for kind in range(s.ranks):
        s.deck[kind] = s.copies


# -- whose turn, and with which cards --------------------------------------------------------------


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


@njit
def current_player(s):
    """The seat whose turn it is, or the rival who answers a bet; chance deals and shows."""
    if s.phase in (SIGNING, DISCARDING, BETTING):
        return seat_at(s, s.turn)
    if s.phase == ANSWERING:
        return (s.bettor - 1 + (3 if s.left_it else 1)) % SEATS
    return TERMINAL if s.phase == OVER else CHANCE


# -- what may happen -------------------------------------------------------------------------------


@njit
def legal_actions(s, out):
    """The calls, signs and discards of this phase."""
    me = current_player(s)
    if s.phase == SIGNING:
        out[0] = SILENT
        out[1] = SIGN
        return 2 if top(s, me) > 0 else 1
    if s.phase == BETTING:
        out[0] = PASS
        out[1] = BET
        return 2
    if s.phase == ANSWERING:
        out[0] = REFUSE
        out[1] = ACCEPT
        out[2] = LEAVE
        return 2 if s.left_it else 3
    out[0] = KEEP
    n = 1
    for kind in range(s.ranks):
        if s.hand[me, kind] > 0:
            out[n] = THROW + kind
            n += 1
    return n


@njit
def catch_chance(s):
    """The chance that the rival who looks out now sees a sign: 0 where none was given."""
    signer = seat_at(s, s.turn)
    if s.signs[signer % 2, s.exchange, signer // 2] != 2:
        return 0.0
    return s.catch_percent / 100.0


@njit
def chance_outcomes(s, out, prob):
    """Cards of the stock, a sign caught or missed, or a fact shown with probability 1."""
    prob[0] = 1.0
    if s.phase == DECLARING:
        out[0] = HIGH if is_high(s, seat_at(s, s.turn)) else LOW
        return 1
    if s.phase == SHOWING:
        out[0] = SHOW + hand_code(s, seat_at(s, s.turn))
        return 1
    if s.phase == CATCHING:
        n = 0
        caught = catch_chance(s)
        if caught < 1.0:
            out[n] = MISSED
            prob[n] = 1.0 - caught
            n += 1
        if caught > 0.0:
            out[n] = CAUGHT
            prob[n] = caught
            n += 1
        return n
    n = 0
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            out[n] = kind
            prob[n] = s.deck[kind] / s.stock
            n += 1
    return n


@njit
def draw_source(s):
    """Each reshuffle of the discards is another shuffled deck."""
    return s.shuffles if s.phase in (DEAL, DRAWING) else NO_DRAW


# -- what it changes -------------------------------------------------------------------------------


@njit
def apply_action(s, a):
    """Go on with the phase; ``steps`` counts all that a replay has to repeat."""
    if s.phase < DECLARING:
        s.steps += 1
        if s.phase == DEAL:
            _deal(s, a)
        elif s.phase == SIGNING:
            _sign(s, a)
        elif s.phase == CATCHING:
            _catch(s, a)
        elif s.phase == DISCARDING:
            _discard(s, a)
        else:
            _draw(s, a)
    elif s.phase == DECLARING:
        _declare(s, a)
    elif s.phase == BETTING:
        _bid(s, a)
    elif s.phase == ANSWERING:
        _answer(s, a)
    else:
        _show(s, a)


@njit
def _enter(s, phase):
    s.phase = phase
    s.turn = 0


@njit
def _give(s, kind, window, slot):
    """The seat whose turn it is gets a card of the stock."""
    me = seat_at(s, s.turn)
    s.deck[kind] -= 1
    s.stock -= 1
    s.hand[me, kind] += 1
    s.drew[me, window, slot] = kind + 1


@njit
def _deal(s, kind):
    _give(s, kind, 0, s.card_no)
    s.turn += 1
    if s.turn == SEATS:
        s.turn = 0
        s.card_no += 1
        if s.card_no == s.held:
            _enter(s, SIGNING)


@njit
def _sign(s, a):
    me = seat_at(s, s.turn)
    s.signs[me % 2, s.exchange, me // 2] = 2 if a == SIGN else 1
    s.rival_no = 0
    s.phase = CATCHING


@njit
def _catch(s, a):
    signer = seat_at(s, s.turn)
    s.caught[rival_at(s, s.rival_no), s.exchange, signer] = 2 if a == CAUGHT else 1
    s.rival_no += 1
    if s.rival_no == 2:
        s.rival_no = 0
        s.phase = SIGNING
        s.turn += 1
        if s.turn == SEATS:
            _after_signs(s)


@njit
def _after_signs(s):
    again = s.exchange < s.exchanges
    if s.exchange > 0:
        for seat in range(SEATS):
            again = again and s.threw[s.exchange - 1, seat] == 1
    _enter(s, DISCARDING if again else DECLARING)


@njit
def _discard(s, a):
    me = seat_at(s, s.turn)
    if a != KEEP:
        kind = a - THROW
        s.hand[me, kind] -= 1
        s.discards[kind] += 1
        s.pile += 1
        s.threw[s.exchange, me] = 1
        s.gone[me, s.exchange] = kind + 1
    s.turn += 1
    if s.turn == SEATS:
        _enter(s, DRAWING)
        _to_next_draw(s)


@njit
def _to_next_draw(s):
    """Go on to the next seat that threw a card, or to the signs after the exchange."""
    while s.turn < SEATS and s.threw[s.exchange, seat_at(s, s.turn)] == 0:
        s.turn += 1
    if s.turn == SEATS:
        s.exchange += 1
        _enter(s, SIGNING)
    elif s.stock == 0:
        _reshuffle(s)


@njit
def _reshuffle(s):
    for kind in range(KINDS):
        s.deck[kind] += s.discards[kind]
        s.discards[kind] = 0
    s.stock = s.pile
    s.pile = 0
    s.shuffles += 1


@njit
def _draw(s, kind):
    _give(s, kind, s.exchange + 1, 0)
    s.turn += 1
    _to_next_draw(s)


@njit
def _declare(s, a):
    s.declared[seat_at(s, s.turn)] = 2 if a == HIGH else 1
    s.turn += 1
    if s.turn == SEATS:
        _enter(s, BETTING)


@njit
def _bid(s, a):
    me = seat_at(s, s.turn)
    s.said[me] = 2 if a == BET else 1
    if a == BET:
        s.bettor = me + 1
        _enter(s, ANSWERING)
        return
    s.turn += 1
    if s.turn == SEATS:
        _enter(s, SHOWING)


@njit
def _answer(s, a):
    if a == LEAVE:
        s.left_it = 1
    elif a == ACCEPT:
        s.answer = 2
        _enter(s, SHOWING)
    elif a == REFUSE:
        s.answer = 1
        s.points[(s.bettor - 1) % 2] = 1
        _enter(s, OVER)


@njit
def _show(s, a):
    me = seat_at(s, s.turn)
    for kind in range(KINDS):
        s.shown[me, kind] = s.hand[me, kind]
    s.turn += 1
    if s.turn == SEATS:
        s.points[_best_seat(s) % 2] = s.stake if s.answer == 2 else 1
        _enter(s, OVER)


@njit
def _best_seat(s):
    best = seat_at(s, 0)
    for turn in range(1, SEATS):
        seat = seat_at(s, turn)
        if hand_code(s, seat) > hand_code(s, best):
            best = seat
    return best


@njit
def returns(s, out):
    """Partners have the same points."""
    for me in range(SEATS):
        out[me] = s.points[me % 2]


@njit
def next_standing(s, out):
    """Add the points; the match is over when a pair has reached the target."""
    out.deals += 1
    out.dealer = (s.dealer + 1) % SEATS
    over = False
    for team in range(2):
        out.score[team] += s.points[team]
        over = over or out.score[team] >= s.target
    return over


# -- who sees what ---------------------------------------------------------------------------------


@njit
def observed_action(s, a, seat):
    """A card drawn is seen by its owner, a sign by the pair, a card thrown by nobody else."""
    me = seat_at(s, s.turn)
    if s.phase in (DEAL, DRAWING):
        return a if seat == me else HIDDEN
    if s.phase == SIGNING:
        return a if seat >= 0 and seat % 2 == me % 2 else HIDDEN
    if s.phase == CATCHING:
        return a if seat == rival_at(s, s.rival_no) else HIDDEN
    if s.phase == DISCARDING and a != KEEP and seat != me:
        return THREW
    return a


@njit
def hidden_ways(s, a):
    """Copies of the card that was thrown, among which nobody else can tell."""
    me = current_player(s)
    if s.phase == DISCARDING and a != KEEP:
        return float(s.hand[me, a - THROW])
    return 1.0


CONTRADICTION = -1


@njit
def resample_from_infostate(s, seat, rng, out):
    """Replay the deal until it agrees with all that the seat saw.

    What the seat saw is repeated, what it did not see is drawn from the prior (chance by its
    probabilities, a card thrown face down at random from the hand, a sign or silence with equal
    chances where both were possible), and a replay that contradicts what was seen is given up and
    begun again. A step that the seat saw entire is repeated with a probability in proportion to the
    prior of that step, so the accepted replays have exactly the weights of brute force over all
    worlds. From the declarations on only facts follow, which ``out`` has as a copy of ``s``.

    The rejection is cheap here (eight cards); a larger game draws its unseen cards at once.
    """
    while not _replay(s, seat, rng, out):
        pass
    out.phase = s.phase
    out.turn = s.turn


@njit
def _replay(s, seat, rng, w):
    """Play the deal again on ``w`` as ``seat`` saw it in ``s``; False for a contradiction."""
    _undeal(w)
    while w.phase < DECLARING and w.steps < s.steps:
        a = _next_step(s, w, seat, rng)
        if a == CONTRADICTION:
            return False
        apply_action(w, a)
    return _agrees_with_facts(s, w)


@njit
def _undeal(w):
    """Take back all that happened before the declarations."""
    w.phase = DEAL
    w.turn = 0
    w.card_no = 0
    w.rival_no = 0
    w.exchange = 0
    w.steps = 0
    w.pile = 0
    w.shuffles = 0
    w.stock = w.ranks * w.copies
    for kind in range(KINDS):
        w.deck[kind] = w.copies if kind < w.ranks else 0
        w.discards[kind] = 0
    w.threw[:] = 0
    w.hand[:] = 0
    w.drew[:] = 0
    w.gone[:] = 0
    w.caught[:] = 0
    w.signs[:] = 0


@njit
def _next_step(s, w, seat, rng):
    if w.phase == SIGNING:
        return _sign_again(s, w, seat, rng)
    if w.phase == CATCHING:
        return _catch_again(s, w, seat, rng)
    if w.phase == DISCARDING:
        return _discard_again(s, w, seat, rng)
    return _draw_again(s, w, seat, rng)


@njit
def _draw_again(s, w, seat, rng):
    receiver = seat_at(w, w.turn)
    if receiver == seat:
        dealing = w.phase == DEAL
        slot = w.card_no if dealing else 0
        kind = s.drew[seat, 0 if dealing else w.exchange + 1, slot] - 1
        # Probability deck / stock, up to a factor that all worlds share.
        return kind if rng.random() * w.copies < w.deck[kind] else CONTRADICTION
    return _pick(w.deck, w.stock, rng)


@njit
def _pick(counts, total, rng):
    """A kind with probability ``counts[kind] / total``."""
    left = int(rng.random() * total)
    for kind in range(KINDS):
        left -= counts[kind]
        if left < 0:
            return kind
    return KINDS - 1


@njit
def _discard_again(s, w, seat, rng):
    me = seat_at(w, w.turn)
    if s.threw[w.exchange, me] == 0:
        return KEEP
    if me == seat:
        return THROW + s.gone[seat, w.exchange] - 1
    return THROW + _pick(w.hand[me], w.held, rng)


@njit
def _sign_again(s, w, seat, rng):
    me = seat_at(w, w.turn)
    if me % 2 == seat % 2:
        signed = s.signs[me % 2, w.exchange, me // 2] == 2
    elif s.caught[seat, w.exchange, me] == 2:
        signed = True
    else:
        signed = top(w, me) > 0 and rng.random() < 0.5
    if signed and top(w, me) == 0:
        return CONTRADICTION
    return SIGN if signed else SILENT


@njit
def _catch_again(s, w, seat, rng):
    rival = rival_at(w, w.rival_no)
    signer = seat_at(w, w.turn)
    if rival == seat and s.caught[seat, w.exchange, signer] == 2:
        return CAUGHT
    catches = rng.random() < catch_chance(w)
    if catches and rival == seat:
        return CONTRADICTION
    return CAUGHT if catches else MISSED


@njit
def _agrees_with_facts(s, w):
    """True where the hands of ``w`` are as those of ``s`` were declared and shown."""
    for me in range(SEATS):
        if s.declared[me] > 0 and (s.declared[me] == 2) != is_high(w, me):
            return False
        if s.shown[me].sum() > 0:
            for kind in range(KINDS):
                if s.shown[me, kind] != w.hand[me, kind]:
                    return False
    return True
