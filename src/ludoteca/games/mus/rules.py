"""Mus: four players in two pairs bet on who has the better hand in each of four lances.

The rules of a deal, from the first card to the last stone, and how deals make juegos, vacas and a
match. What a hand is worth is in ``hands``, what a lance pays in ``counting``, signs in ``signs``.

Source: the founding document "Motor de IA para el Mus" (UPC, 2008), chapter 1, whose sections are
named beside the rules. Readings and what it leaves open: the game's README.
"""

from ludoteca.core.deal import draw_kind
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.kernel import sample_index

from .counting import best_seat, count, count_lance, lacks
from .hands import (
    HAND,
    KINDS,
    code_count,
    code_of,
    copies_of,
    juego_points,
    list_discards,
    pares_key,
    thrown_of,
)  # fmt: skip
from .ids import (
    ACCEPT,
    ACCEPTED,
    ANSWERING,
    ASK,
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
    GRANDE,
    JUEGO,
    LANCES,
    LEFT,
    MOST_STONES,
    MUS,
    NO,
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
    YES,
)
from .ids import FORFEIT as FORFEIT
from .record import MATCH as MATCH
from .record import MAX_CHANCE as MAX_CHANCE
from .record import MAX_LEGAL as MAX_LEGAL
from .record import MAX_LENGTH as MAX_LENGTH
from .record import OPTIONS as OPTIONS
from .record import RETURNS as RETURNS
from .record import STANDING as STANDING
from .record import STATE as STATE
from .record import cards as cards
from .record import count_cards as count_cards
from .signs import (
    ASKED,
    FEDERATION,
    NO_SIGNS,
    catches,
    latest_look,
    legal_in_window,
    may_have_mus,
    rival_of,
)
from .worlds.resampling import resample_from_infostate as resample_from_infostate
from .worlds.resampling import resample_many as resample_many


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
        # At least one card (1.3.2), but in mus visto.
        return list_discards(s.hand[s.to_move], 0 if was_seen(s) else 1, out)
    return legal_in_window(s, out)


@njit
def most_bet(s):
    """The most stones of a bet: what the pair that leads lacks; beyond it only an ordago."""
    return s.target - max(s.score[0] + s.points[0], s.score[1] + s.points[1])


@njit
def bet_sizes(s):
    """The least and the most stones of a first bet, or that a raise adds; none: the most is less.

    A first bet is of at least 2 stones, a raise of at least 1 (1.5.1); by the option ``doubling`` a
    raise adds what was bet.
    """
    most = most_bet(s) - s.bet if s.raises < RAISES else 0
    if s.bettor == 0:
        return 2, most
    if s.doubling == 1:
        return s.bet, min(s.bet, most)
    return 1, most


@njit
def falta_left(s):
    """Stones that a bet of all that the leading pair lacks adds now; 0 where it may not be said."""
    room = most_bet(s) - s.bet
    if s.falta == 0 or s.raises >= RAISES or room < (1 if s.bettor > 0 else 2):
        return 0
    return room


@njit
def bet_like(s, stones):
    """The bet that is most like one of ``stones``; 0 where there is none but an ordago."""
    least, most = bet_sizes(s)
    if least <= most:
        return ENVITE + min(max(stones, least), most)
    falta = falta_left(s)
    return ENVITE + falta if falta > 0 else 0


@njit
def _legal_bets(s, out):
    """Pass, accept, ordago, a first bet or a raise by number, and the falta."""
    out[0] = PASS
    n = 1
    if s.bettor > 0:
        out[n] = ACCEPT
        n += 1
    if s.all_in == 0:
        out[n] = ORDAGO
        n += 1
        least, most = bet_sizes(s)
        for stones in range(least, most + 1):
            out[n] = ENVITE + stones
            n += 1
        falta = falta_left(s)
        if falta > 0 and not least <= falta <= most:
            out[n] = ENVITE + falta
            n += 1
    return n


@njit
def was_seen(s):
    """True in mus visto (1.3.2.2): a card was seen in the latest deal of cards."""
    return s.face_up[s.mus_rounds] > 0


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
        return draw_kind(s.deck, s.stock, rng)
    n = chance_outcomes(s, ids, prob)
    return ids[0] if n == 1 else ids[sample_index(prob, n, rng.random())]


@njit
def draw_source(s):
    """Each shuffle of the cards thrown is another order."""
    return s.shuffles if s.phase == DEALING else NO_DRAW


# -- what is seen ----------------------------------------------------------------------------------


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
            for i in range(thrown_of(s.hand[s.to_move], a - DISCARD, kind)):
                ways *= (held - i) / (i + 1)
    return ways


# -- dealing and mus (1.3) -------------------------------------------------------------------------


@njit
def apply_action(s, a):
    """Go on with the phase."""
    phase = s.phase
    if a == FORFEIT and phase >= WINDOW:
        rivals = 1 - s.to_move % TEAMS
        count(s, rivals, lacks(s, rivals))
        s.phase = OVER
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
        gone = thrown_of(s.hand[me], mask, kind)
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
    s.paid[s.lance] = count(s, team, s.stake[s.lance])
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
def _show(s, code):
    s.shown[s.to_move] = code
    if not _next_turn(s):
        return
    s.phase = OVER
    if s.all_in == 1 and s.outcome[s.lance] == ACCEPTED:
        team = best_seat(s, s.lance) % TEAMS
        s.winner[s.lance] = s.ordago = 1 + team
        s.paid[s.lance] = count(s, team, lacks(s, team))
        return
    for lance in range(LANCES):
        if s.outcome[lance] != OPEN:
            count_lance(s, lance)
            if lacks(s, 0) == 0 or lacks(s, 1) == 0:
                return


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
