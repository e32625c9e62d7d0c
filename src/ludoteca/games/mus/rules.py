"""Mus: four players in two pairs bet on who has the better hand in each of four lances.

The rules of a deal, from the first card to the last stone, and how deals make juegos, vacas and a
match. What a hand is worth is in ``hands``, signs and talk are in ``signs``.

Source: the founding document "Motor de IA para el Mus" (UPC, 2008), chapter 1, whose sections are
named beside the rules. Readings and what it leaves open: the game's README.
"""

from dataclasses import replace

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.kernel import sample_index
from ludoteca.core.layout import hidden, layout, pair, plain_layout, public, seat
from ludoteca.core.options import Options, OptionSchema, Parameter, choice, whole, yes_no

from .hands import (
    HAND,
    KINDS,
    chica_key,
    code_count,
    code_of,
    copies_of,
    cuenta_of_juego,
    cuenta_of_pares,
    grande_key,
    juego_key,
    juego_points,
    pares_key,
    pick,
    punto_key,
)  # fmt: skip
from .ids import (
    ACCEPT,
    ACCEPTED,
    ANSWERING,
    ASK,
    ASKED,
    BEFORE_CHICA,
    BEFORE_PUNTO,
    BETTING,
    CATCHING,
    CHICA,
    CUT,
    DEALING,
    DECLARING,
    DISCARD,
    DISCARDING,
    DRAWING_DEALER,
    ENVITE,
    FACING,
    FEDERATION,
    GRANDE,
    JUEGO,
    LANCES,
    LEFT,
    MOST_STONES,
    MUS,
    NO,
    NO_SIGNS,
    NOT_BET,
    NOTHING,
    OPEN,
    ORDAGO,
    OVER,
    PARES,
    PASO,
    PASS,
    PUNTO,
    RAISES,
    REFUSED,
    RIGHT,
    ROUNDS,
    SAW,
    SAY,
    SEATS,
    SECRET,
    SHOWING,
    SIGN,
    TALKING,
    TEAMS,
    THREW,
    UNSEEN,
    WINDOW,
    WINDOWS,
    YES,
)  # fmt: skip
from .ids import (
    FORFEIT as FORFEIT,
)
from .signs import (
    catches,
    latest_look,
    legal_in_window,
    may_have_mus,
    rival_of,
)  # fmt: skip
from .worlds import resample_from_infostate as resample_from_infostate

# -- the record ------------------------------------------------------------------------------------

MAX_LEGAL = 3 + MOST_STONES
MAX_CHANCE = 1 + SEATS * KINDS
# The dealer and the cards; after each deal of cards a card seen, a window of four things with a
# chance move each, and four words; discards and as many cards. In each lance a round of passes, and
# two moves for each bet, raise, ordago and the answer. Declarations, and hands shown.
MAX_LENGTH = (
    1 + SEATS * HAND + (ROUNDS + 1) * (1 + 3 * SEATS) + ROUNDS * (SEATS + SEATS * HAND)
    + 2 * 2 * SEATS + 4 * (SEATS + 2 * (RAISES + 3)) + 2 * SEATS + SEATS
)  # fmt: skip

STATE = layout(
    __file__,
    public("begun", "1 where the match has had a deal before this one"),
    public("dealer", "seat that deals, 0 to 3; the mano is the next one"),
    public("score", "stones of each pair in this juego before this deal", TEAMS),
    public("juegos_won", "juegos won by each pair in this vaca", TEAMS),
    public("vacas_won", "vacas won by each pair", TEAMS),
    public("kings", "option: 0 for eight kings, 1 for four"),
    public("juegos", "option: a vaca is the best of 1, 3 or 5 juegos, as 0, 1, 2"),
    public("vacas", "option: a match is the best of 1, 3 or 5 vacas, as 0, 1, 2"),
    public("visto", "option: chance in percent that a card is seen while cards are dealt"),
    public("real_", "option: REAL_NONE, REAL_ANY or REAL_SOTA"),
    public("signs", "option: NO_SIGNS, SHORT or FEDERATION"),
    public("catch", "option: chance in percent that a rival catches a sign"),
    public("talk", "option: 1 where set phrases may be said"),
    public("ranks", "option: ranks of a small deck; 0 for the whole deck"),
    public("copies", "option: cards of each rank of a small deck"),
    public("held", "option: cards of a hand, 1 to HAND"),
    public("rounds", "option: most rounds of mus, 0 to ROUNDS"),
    public("target", "stones that win the juego"),
    public("running", "1 in the first juego where it is of mus corrido: no signs, no talk"),
    public("phase", "DRAWING_DEALER to OVER"),
    public("to_move", "seat that decides, is dealt a card, declares, shows or has signed"),
    public("turn", "whose turn it is, counted from the mano, where all four have one"),
    public("due", "cards that each seat has still to be dealt", SEATS),
    public("stock", "cards of the stock"),
    public("pile", "cards that have been thrown since the latest shuffle"),
    public("shuffles", "times that the cards thrown were shuffled to be the stock"),
    public("mus_rounds", "rounds of mus agreed to"),
    public("window", "the latest window for signs and talk: a round, BEFORE_CHICA, BEFORE_PUNTO"),
    public("asked", "1 + which rival is asked about a sign, 0 right and 1 left; 0 for none"),
    public("threw", "cards thrown, by round and seat", (ROUNDS, SEATS), "i1"),
    public("face_up", "card seen while cards were dealt, by deal of cards", ROUNDS + 1, "i1"),
    public("said", "1 + phrase or ASKED + rival, by window and seat", (WINDOWS, SEATS), "i1"),
    public("asked_by", "1 + seat that asked whether a seat gave a sign", (WINDOWS, SEATS), "i1"),
    public("told", "1 + sign admitted, by window and seat; 0 for none", (WINDOWS, SEATS), "i1"),
    public("pares_said", "what a seat declared: 0 nothing yet, 1 no pares, 2 pares", SEATS),
    public("juego_said", "what a seat declared: 0 nothing yet, 1 no juego, 2 juego", SEATS),
    public("lance", "GRANDE to PUNTO"),
    public("bet", "stones of the bet that waits for an answer, without an ordago; 0 for none"),
    public("agreed", "stones accepted before the latest raise"),
    public("all_in", "1 where the latest bet is an ordago"),
    public("bettor", "1 + seat that made the latest bet of the lance; 0 for none"),
    public("left", "1 where the first rival has left the answer to the partner"),
    public("raises", "raises in this lance"),
    public("bettors", "1 + seat of each bet, raise and ordago of the lance, in order", RAISES + 2),
    public("outcome", "what became of each lance: OPEN to ACCEPTED", LANCES),
    public("stake", "stones bet or won by a refusal in each lance", LANCES),
    public("winner", "1 + pair that won each lance; 0 while open, or for nobody", LANCES),
    public("paid", "stones counted in each lance for its bet, refusal or paso", LANCES),
    public("cuenta", "stones counted in each lance for hands; 1 for punto", LANCES),
    public("points", "stones of each pair counted in this deal", TEAMS),
    public("ordago", "1 + pair that won the juego by an ordago that was seen; 0 for none"),
    public("shown", "hand that a seat showed, as a code", SEATS),
    seat("hand", "cards of each kind held", (SEATS, KINDS)),
    seat("fresh", "cards from the latest deal of cards, as a code", SEATS),
    seat("drawn", "cards dealt before and after the discards were shuffled, as codes", (SEATS, 2)),
    seat("gone", "cards thrown by a seat in each round, as codes", (SEATS, ROUNDS)),
    seat(
        "caught",
        "what a seat saw of the rival on its right, left: 0 not yet, 1 nothing, 2 + sign",
        (SEATS, WINDOWS, 2),
        "i1",
    ),
    pair(
        "signed", "what each partner did: 0 nothing yet, 1 no sign, 2 + sign", (TEAMS, WINDOWS, 2),
        "i1",
    ),
    hidden("deck", "cards of each kind in the stock", KINDS),
    hidden("thrown", "cards of each kind thrown since the latest shuffle", KINDS),
)  # fmt: skip

STANDING = plain_layout(
    public("begun", "1 once a deal has been played; the first dealer is drawn"),
    public("dealer", "seat that deals next"),
    public("score", "stones of each pair in this juego", TEAMS),
    public("juegos_won", "juegos won by each pair in this vaca", TEAMS),
    public("vacas_won", "vacas won by each pair", TEAMS),
)

MATCH = "vacas_won"


def _too_few_cards(options: Options) -> str | None:
    if len(cards(options)) >= SEATS * int(options["held"]):
        return None
    return _("there must be cards enough to deal: ranks x copies >= 4 x held")


def _hidden(option: Parameter) -> Parameter:
    """An option of small variants for tests, which no page offers."""
    return replace(option, local=True)


_LIST = (N_("none"), N_("short list"), N_("list of the federation"))
_REALS = (N_("no"), N_("any ten-point card"), N_("a sota"))

OPTIONS = OptionSchema(
    (
        choice(
            "kings", ("8", "4"), "8", N_("kings of the deck; with 8, a 3 is a king and a 2 an ace")
        ),
        choice("stones", ("40", "35", "30"), "40", N_("stones of a juego")),
        choice("juegos", ("1", "3", "5"), "3", N_("a vaca is the best of so many juegos")),
        choice("vacas", ("1", "3", "5"), "1", N_("a match is the best of so many vacas")),
        yes_no("corrido", "yes", N_("mus corrido without signs in the first juego?")),
        whole("visto", 0, 100, 0, N_("chance in percent that a card is seen when dealt")),
        choice(
            "real",
            ("none", "any", "sota"),
            "none",
            N_("does 31 of three sevens and a ten-point card beat other 31?"),
            _REALS,
        ),
        choice(
            "signs", ("none", "short", "federation"), "short", N_("signs to the partner"), _LIST
        ),
        whole("catch", 0, 100, 15, N_("chance in percent that each rival catches a sign")),
        yes_no("talk", "no", N_("may set phrases be said, true or not?")),
        _hidden(whole("ranks", 0, KINDS, 0, N_("ranks of a small deck; 0: the whole deck"))),
        _hidden(whole("copies", 1, 8, 4, N_("cards of each rank of a small deck"))),
        _hidden(whole("held", 1, HAND, HAND, N_("cards in a hand"))),
        _hidden(whole("rounds", 0, ROUNDS, ROUNDS, N_("most rounds of mus in a deal"))),
        _hidden(
            whole("target", 0, MOST_STONES, 0, N_("stones of a short juego; 0: as many as are set"))
        ),
    ),
    conflict=_too_few_cards,
)


def cards(options: Options) -> list[int]:
    """The kind of each card."""
    deck = (int(options["kings"] == "4"), int(options["ranks"]), int(options["copies"]))
    return [kind for kind in range(KINDS) for _copy in range(copies_of(kind, *deck))]


def count_cards(s) -> list[int]:
    """Cards of each kind, wherever they are."""
    return [int(s.deck[k] + s.thrown[k] + s.hand[:, k].sum()) for k in range(KINDS)]


@njit
def init_state(s, options, standing):
    """The whole deck undealt; the first dealer of a match is drawn (1.3)."""
    # A standing may come from a record that anybody wrote: the seat is an index, so it is one.
    s.dealer = s.dealer % SEATS
    if s.target == 0:
        s.target = MOST_STONES - 5 * options.stones
    won = 0
    for team in range(TEAMS):
        won += s.juegos_won[team] + s.vacas_won[team]
    s.running = 1 if options.corrido == 1 and won == 0 else 0
    for kind in range(KINDS):
        s.deck[kind] = copies_of(kind, s.kings, s.ranks, s.copies)
        s.stock += s.deck[kind]
    if s.begun > 0:
        _deal_hands(s)


@njit
def mano(s):
    """The seat on the right of the dealer (1.3.1): it is dealt to, and speaks, first."""
    return (s.dealer + 1) % SEATS


@njit
def seat_at(s, turn):
    """The seat whose turn is number ``turn``; 0 is the mano."""
    return (s.dealer + 1 + turn) % SEATS


@njit
def current_player(s):
    """Chance deals, and says what is known; the seat to move decides."""
    if s.phase < WINDOW:
        return CHANCE
    return s.to_move if s.phase < OVER else TERMINAL


# -- what may happen -------------------------------------------------------------------------------


@njit
def legal_actions(s, out):
    """The calls, discards, bets or signs of this phase."""
    if s.phase == BETTING:
        return _legal_bets(s, out)
    if s.phase == TALKING:
        out[0] = MUS
        out[1] = CUT
        return 2
    if s.phase == DISCARDING:
        return _legal_discards(s, out)
    return legal_in_window(s, out)


@njit
def most_bet(s):
    """The most stones of a bet: what the pair that leads lacks; beyond it only an ordago."""
    return s.target - max(s.score[0] + s.points[0], s.score[1] + s.points[1])


@njit
def _legal_bets(s, out):
    """Pass, accept, ordago, a first bet of at least 2 stones or a raise of at least 1 (1.5.1)."""
    out[0] = PASS
    n = 1
    if s.bettor > 0:
        out[n] = ACCEPT
        n += 1
    if s.all_in == 0:
        out[n] = ORDAGO
        n += 1
        if s.raises < RAISES:
            for stones in range(1 if s.bettor > 0 else 2, most_bet(s) - s.bet + 1):
                out[n] = ENVITE + stones
                n += 1
    return n


@njit
def was_seen(s):
    """True in mus visto (1.3.2.2): a card was seen in the latest deal of cards."""
    return s.face_up[s.mus_rounds] > 0


@njit
def _legal_discards(s, out):
    """Any cards, at least one (1.3.2); of equal cards the first, so that no set comes twice."""
    me = s.to_move
    equal = 0  # bit i: card i + 1 is equal to card i
    place = 0
    for kind in range(KINDS):
        for i in range(s.hand[me, kind]):
            if i > 0:
                equal |= 1 << (place - 1)
            place += 1
    n = 0
    for mask in range(0 if was_seen(s) else 1, 1 << place):
        if (mask >> 1) & ~mask & equal == 0:
            out[n] = DISCARD + mask
            n += 1
    return n


@njit
def thrown_of(s, seat, mask, kind):
    """Cards of a kind that a discard takes from the hand of ``seat``."""
    place = 0
    for lower in range(kind):
        place += s.hand[seat, lower]
    n = 0
    for i in range(s.hand[seat, kind]):
        n += (mask >> (place + i)) & 1
    return n


@njit
def chance_outcomes(s, out, prob):
    """A card of the stock; the first dealer; a card seen; a sign caught; a fact, certain."""
    phase = s.phase
    prob[0] = 1.0
    n = 0
    if phase == DEALING:
        for kind in range(KINDS):
            if s.deck[kind] > 0:
                out[n] = kind
                prob[n] = s.deck[kind] / s.stock
                n += 1
        return n
    if phase == DRAWING_DEALER:
        for dealer in range(SEATS):
            out[dealer] = dealer
            prob[dealer] = 1.0 / SEATS
        return SEATS
    if phase == FACING:
        return _cards_to_see(s, out, prob)
    if phase == CATCHING:
        return catches(s, out, prob)
    out[0] = _fact(s)
    return 1


@njit
def _cards_to_see(s, out, prob):
    """No card is seen, or one of those just dealt, all equally likely."""
    seen = s.visto / 100.0
    out[0] = 0
    prob[0] = 1.0 - seen
    n = 1 if s.visto < 100 else 0
    dealt = 0
    for me in range(SEATS):
        for kind in range(KINDS):
            dealt += code_count(s.fresh[me], kind)
    for me in range(SEATS):
        for kind in range(KINDS):
            there = code_count(s.fresh[me], kind)
            if there > 0:
                out[n] = 1 + KINDS * me + kind
                prob[n] = seen * there / dealt
                n += 1
    return n


@njit
def _fact(s):
    """The next declaration, admission or hand: it is true, so it is certain."""
    me = s.to_move
    if s.phase == DECLARING:
        if s.lance == PARES:
            return YES if pares_key(s.hand[me]) > 0 else NO
        return YES if juego_points(s.hand[me]) >= 31 else NO
    if s.phase == ANSWERING:
        return int(s.caught[me, latest_look(s, me, s.asked - 1), s.asked - 1]) - 2
    return code_of(s.hand[me])


@njit
def sample_chance(s, rng, ids, prob):
    """As derived, but a card without a list of them."""
    if s.phase == DEALING:
        return pick(s.deck, s.stock, rng)
    n = chance_outcomes(s, ids, prob)
    return ids[0] if n == 1 else ids[sample_index(prob, n, rng.random())]


@njit
def draw_source(s):
    """Each shuffle of the cards thrown is another order."""
    return s.shuffles if s.phase == DEALING else NO_DRAW


# -- dealing and mus (1.3) -------------------------------------------------------------------------


@njit
def apply_action(s, a):
    """Go on with the phase."""
    phase = s.phase
    if a == FORFEIT and phase >= WINDOW:
        _win_juego(s, 1 - s.to_move % TEAMS)
    elif phase == DEALING:
        _deal(s, a)
    elif phase == BETTING:
        _speak(s, a)
    elif phase == TALKING:
        _talk_of_mus(s, a)
    elif phase == DISCARDING:
        _discard(s, a - DISCARD)
    elif phase == WINDOW:
        _use_window(s, a)
    elif phase == CATCHING:
        _catch(s, a)
    elif phase == DECLARING:
        _declare(s, a)
    elif phase == SHOWING:
        _show(s, a)
    elif phase == ANSWERING:
        _admit(s, a)
    elif phase == FACING:
        s.face_up[s.mus_rounds] = a
        _after_dealing(s)
    else:
        s.dealer = a
        _deal_hands(s)


@njit
def _enter(s, phase):
    """Begin a phase in which all four have a turn, from the mano on."""
    s.phase = phase
    s.turn = 0
    s.to_move = mano(s)


@njit
def _next_turn(s):
    """Go on to the next seat; True where all four have had their turn."""
    s.turn += 1
    s.to_move = (s.to_move + 1) % SEATS
    return s.turn == SEATS


@njit
def _deal_hands(s):
    for me in range(SEATS):
        s.due[me] = s.held
    _enter(s, DEALING)


@njit
def _deal(s, kind):
    """Hands one card at a time round the table; after discards seat by seat."""
    me = s.to_move
    s.deck[kind] -= 1
    s.stock -= 1
    s.hand[me, kind] += 1
    s.drawn[me, s.shuffles] += 1 << 4 * kind
    s.fresh[me] += 1 << 4 * kind
    s.due[me] -= 1
    if s.mus_rounds == 0:
        s.to_move = (me + 1) % SEATS
        if s.due[s.to_move] == 0:
            _all_dealt(s)
    else:
        _to_next_card(s)


@njit
def _to_next_card(s):
    """Go on to the next seat that lacks cards; shuffle the cards thrown where no other is left."""
    while s.turn < SEATS and s.due[s.to_move] == 0:
        _next_turn(s)
    if s.turn == SEATS:
        _all_dealt(s)
    elif s.stock == 0:
        for kind in range(KINDS):
            s.deck[kind] = s.thrown[kind]
            s.thrown[kind] = 0
        s.stock = s.pile
        s.pile = 0
        s.shuffles += 1


@njit
def _all_dealt(s):
    dealt = 0
    for me in range(SEATS):
        dealt += s.fresh[me]
    if s.visto > 0 and dealt > 0:
        _enter(s, FACING)
    else:
        _after_dealing(s)


@njit
def _after_dealing(s):
    """A window, then the talk of mus. After a card was seen the mano alone decides (1.3.2.2)."""
    s.window = s.mus_rounds
    if was_seen(s) and may_have_mus(s):
        _enter(s, TALKING)
    elif not _opens_window(s):
        _after_window(s)


@njit
def _talk_of_mus(s, a):
    """All four must want mus (1.3.2); in mus corrido the next seat then deals (1.3.2.1)."""
    if a == CUT:
        _begin_lance(s, GRANDE)
    elif _next_turn(s) or was_seen(s):
        if s.running == 1:
            s.dealer = (s.dealer + 1) % SEATS
        _enter(s, DISCARDING)


@njit
def _discard(s, mask):
    me = s.to_move
    n = 0
    code = 0
    for kind in range(KINDS - 1, -1, -1):
        gone = thrown_of(s, me, mask, kind)
        s.hand[me, kind] -= gone
        s.thrown[kind] += gone
        n += gone
        code = code << 4 | gone
    s.gone[me, s.mus_rounds] = code
    s.threw[s.mus_rounds, me] = n
    s.due[me] = n
    s.pile += n
    s.fresh[me] = 0
    if _next_turn(s):
        s.mus_rounds += 1
        _enter(s, DEALING)
        _to_next_card(s)


# -- signs and talk --------------------------------------------------------------------------------


@njit
def _opens_window(s):
    """Begin a window, unless there is nothing to do in it; True where one begins."""
    if s.running == 1 or (s.signs == NO_SIGNS and s.talk == 0):
        return False
    _enter(s, WINDOW)
    return True


@njit
def _after_window(s):
    if s.window >= BEFORE_CHICA:
        _begin_bets(s)
    elif may_have_mus(s):
        _enter(s, TALKING)
    else:
        _begin_lance(s, GRANDE)


@njit
def _next_in_window(s):
    s.phase = WINDOW
    if _next_turn(s):
        _after_window(s)


@njit
def _use_window(s, a):
    """Sign, say, ask or do nothing; where there are signs, chance says who catches one."""
    me = s.to_move
    if s.signs > 0:
        s.signed[me % TEAMS, s.window, me // TEAMS] = 2 + a - SIGN if SIGN <= a < SAY else 1
    if a >= SAY:
        s.said[s.window, me] = 1 + a - SAY
        _next_in_window(s)
    elif a == ASK or a == ASK + 1:
        s.asked = 1 + a - ASK
        s.said[s.window, me] = ASKED + a - ASK
        s.asked_by[latest_look(s, me, a - ASK), rival_of(me, a - ASK)] = 1 + me
        s.phase = ANSWERING
    elif s.signs > 0:
        s.phase = CATCHING
    else:
        _next_in_window(s)


@njit
def _catch(s, who):
    signer = s.to_move
    sign = int(s.signed[signer % TEAMS, s.window, signer // TEAMS])
    # The signer sits on the left of the seat on its own right.
    s.caught[(signer + 1) % SEATS, s.window, 1] = sign if who & RIGHT else 1
    s.caught[(signer + 3) % SEATS, s.window, 0] = sign if who & LEFT else 1
    _next_in_window(s)


@njit
def _admit(s, sign):
    """The rival who was asked answers truthfully (1.2.1)."""
    which = s.asked - 1
    s.told[latest_look(s, s.to_move, which), rival_of(s.to_move, which)] = 1 + sign
    s.asked = 0
    _next_in_window(s)


# -- lances (1.4) and bets (1.5) -------------------------------------------------------------------


@njit
def _begin_lance(s, lance):
    """In pares and juego all declare first whether they have them (1.4.3, 1.4.4)."""
    s.lance = lance
    s.bet = 0
    s.agreed = 0
    s.all_in = 0
    s.bettor = 0
    s.left = 0
    s.raises = 0
    for bet in range(RAISES + 2):
        s.bettors[bet] = 0
    if lance in (PARES, JUEGO):
        _enter(s, DECLARING)
        return
    if s.signs == FEDERATION and lance != GRANDE:
        s.window = BEFORE_CHICA if lance == CHICA else BEFORE_PUNTO
        if _opens_window(s):
            return
    _begin_bets(s)


@njit
def may_bet(s, seat):
    """True for all in grande, chica and punto, in pares and juego for those who have them."""
    if s.lance == PARES:
        return s.pares_said[seat] == 1 + YES
    if s.lance == JUEGO:
        return s.juego_said[seat] == 1 + YES
    return True


@njit
def _begin_bets(s):
    _enter(s, BETTING)
    while not may_bet(s, s.to_move):
        _next_turn(s)


@njit
def _next_speaker(s):
    """Go on to the next seat that may bet; where all have passed the lance is in paso."""
    while not _next_turn(s):
        if may_bet(s, s.to_move):
            return
    _close_lance(s, PASO)


@njit
def _declare(s, a):
    me = s.to_move
    if s.lance == PARES:
        s.pares_said[me] = 1 + a
    else:
        s.juego_said[me] = 1 + a
    if not _next_turn(s):
        return
    holders = 0  # bit of each pair
    for me in range(SEATS):
        if may_bet(s, me):
            holders |= 1 << me % TEAMS
    if holders == 3:
        _begin_bets(s)
    elif holders == 0 and s.lance == JUEGO:
        s.outcome[JUEGO] = NOT_BET
        _begin_lance(s, PUNTO)
    else:
        _close_lance(s, NOT_BET)


@njit
def _speak(s, a):
    """A first bet, or the answer to one (1.5.1)."""
    me = s.to_move
    if a >= ENVITE or a == ORDAGO:
        if s.bettor > 0:
            s.agreed = s.bet
            s.raises += 1
        if a == ORDAGO:
            s.all_in = 1
        else:
            s.bet += a - ENVITE
        s.bettor = me + 1
        s.bettors[s.raises] = me + 1
        s.left = 0
        s.to_move = (me + 1) % SEATS
        if not may_bet(s, s.to_move):
            s.to_move = (me + 3) % SEATS
    elif a == ACCEPT:
        s.stake[s.lance] = s.bet
        if s.all_in == 1:
            s.outcome[s.lance] = ACCEPTED
            _enter(s, SHOWING)
        else:
            _close_lance(s, ACCEPTED)
    elif s.bettor == 0:
        _next_speaker(s)
    elif is_last_to_answer(s):
        _refuse(s)
    else:
        s.left = 1
        s.to_move = (me + 2) % SEATS


@njit
def is_last_to_answer(s):
    """True where a pass of the seat that answers refuses the bet, and leaves it to nobody."""
    first = s.to_move == s.bettor % SEATS  # the seat after the bettor
    return s.left == 1 or not first or not may_bet(s, (s.to_move + 2) % SEATS)


@njit
def _refuse(s):
    """The bettors take at once what was agreed before, or 1; that may win the juego."""
    team = (s.bettor - 1) % TEAMS
    s.stake[s.lance] = max(s.agreed, 1)
    s.winner[s.lance] = 1 + team
    s.paid[s.lance] = _count(s, team, s.stake[s.lance])
    if lacks(s, team) == 0:
        s.outcome[s.lance] = REFUSED
        s.phase = OVER
    else:
        _close_lance(s, REFUSED)


@njit
def _close_lance(s, outcome):
    s.outcome[s.lance] = outcome
    if s.lance < JUEGO:
        _begin_lance(s, s.lance + 1)
    else:
        _enter(s, SHOWING)


# -- counting (1.6) --------------------------------------------------------------------------------


@njit
def lacks(s, team):
    """Stones that a pair still needs to win the juego."""
    return max(0, s.target - s.score[team] - s.points[team])


@njit
def _count(s, team, stones):
    """Give a pair stones, no more than it needs; returns how many."""
    given = min(stones, lacks(s, team))
    s.points[team] += given
    return given


@njit
def _win_juego(s, team):
    _count(s, team, lacks(s, team))
    s.phase = OVER


@njit
def _show(s, code):
    s.shown[s.to_move] = code
    if not _next_turn(s):
        return
    s.phase = OVER
    if s.all_in == 1 and s.outcome[s.lance] == ACCEPTED:
        team = best_seat(s, s.lance) % TEAMS
        s.winner[s.lance] = 1 + team
        s.ordago = 1 + team
        s.paid[s.lance] = _count(s, team, lacks(s, team))
        return
    for lance in range(LANCES):
        if s.outcome[lance] != OPEN:
            _count_lance(s, lance)
            if lacks(s, 0) == 0 or lacks(s, 1) == 0:
                return


@njit
def key_in(s, lance, seat):
    """The key of a seat's hand in a lance; 0 where it has no pares, no juego."""
    hand = s.hand[seat]
    if lance == GRANDE:
        return grande_key(hand)
    if lance == CHICA:
        return chica_key(hand)
    if lance == PARES:
        return pares_key(hand)
    if lance == JUEGO:
        return juego_key(hand, s.real_)
    return punto_key(hand)


@njit
def best_seat(s, lance):
    """The seat with the best hand in a lance, the nearest to the mano among equals; or -1."""
    best = -1
    most = 0
    for turn in range(SEATS):
        seat = seat_at(s, turn)
        key = key_in(s, lance, seat)
        if key > most:
            most = key
            best = seat
    return best


@njit
def _count_lance(s, lance):
    """Count a lance: its bet or paso (1.6.1), then the cuenta of the winners (1.6.2)."""
    if s.outcome[lance] != REFUSED:
        s.winner[lance] = 1 + best_seat(s, lance) % TEAMS if best_seat(s, lance) >= 0 else 0
    if s.winner[lance] == 0:
        return
    team = s.winner[lance] - 1
    if s.outcome[lance] == ACCEPTED:
        s.paid[lance] = _count(s, team, s.stake[lance])
    elif s.outcome[lance] == PASO and lance <= CHICA:
        s.paid[lance] = _count(s, team, 1)
    worth = 1 if lance == PUNTO else 0
    for me in range(team, SEATS, TEAMS):
        if lance == PARES:
            worth += cuenta_of_pares(s.hand[me])
        elif lance == JUEGO:
            worth += cuenta_of_juego(s.hand[me])
    s.cuenta[lance] = _count(s, team, worth)


@njit
def returns(s, out):
    """Stones that the own pair counted in this deal, less those of the rivals."""
    for me in range(SEATS):
        out[me] = s.points[me % TEAMS] - s.points[1 - me % TEAMS]


@njit
def next_standing(s, out):
    """Stones make juegos, juegos vacas (1.2); true where a pair has most of the vacas."""
    out.begun = 1
    out.dealer = (s.dealer + 1) % SEATS
    winner = -1
    for team in range(TEAMS):
        out.score[team] = s.score[team] + s.points[team]
        if out.score[team] >= s.target:
            winner = team
    if winner < 0:
        return False
    out.juegos_won[winner] += 1
    for team in range(TEAMS):
        out.score[team] = 0
    if out.juegos_won[winner] <= s.juegos:  # of 1, 3, 5 juegos one more than 0, 1, 2
        return False
    out.vacas_won[winner] += 1
    for team in range(TEAMS):
        out.juegos_won[team] = 0
    return bool(out.vacas_won[winner] > s.vacas)


# -- who sees what ---------------------------------------------------------------------------------


@njit
def observed_action(s, a, seat):
    """A card is seen by its owner, a discard as a number, a sign by the pair and who catches it."""
    me = s.to_move
    phase = s.phase
    if phase == DEALING:
        return a if seat == me else HIDDEN
    if phase == DISCARDING and seat != me and a != FORFEIT:
        n = 0
        for place in range(HAND):
            n += (a - DISCARD) >> place & 1
        return THREW - n
    if phase == WINDOW and s.signs > 0 and (a == NOTHING or SIGN <= a < SAY):
        return a if seat >= 0 and seat % TEAMS == me % TEAMS else SECRET
    if phase == CATCHING:
        if seat < 0 or seat % TEAMS == me % TEAMS:
            return HIDDEN
        looks = RIGHT if seat == (me + 1) % SEATS else LEFT
        sign = int(s.signed[me % TEAMS, s.window, me // TEAMS])
        return SAW - (sign - 2) if a & looks else UNSEEN
    return a


@njit
def hidden_ways(s, a):
    """Sets of physical cards that are the discard ``a``: C(held, thrown) of each kind."""
    ways = 1.0
    if s.phase == DISCARDING and a != FORFEIT:
        for kind in range(KINDS):
            held = s.hand[s.to_move, kind]
            for i in range(thrown_of(s, s.to_move, a - DISCARD, kind)):
                ways *= (held - i) / (i + 1)
    return ways
