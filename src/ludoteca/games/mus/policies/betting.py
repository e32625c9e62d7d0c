# mypy: allow-untyped-defs, allow-untyped-calls
"""Opening, answering and bluffing.

``basic`` and ``advanced`` compare a chance with the thresholds of their tables. ``expert`` weighs
each word by the chance of the juego that it leads to (:func:`.stone_worth.juego_chance`): what is
counted if the lance is passed, refused, seen and won, seen and lost.
"""

import numpy as np

from ludoteca.core.jit import njit

from ..counting import lacks
from ..hands import cuenta_of
from ..ids import (
    ACCEPT,
    ACCEPTED,
    CHICA,
    ENVITE,
    JUEGO,
    ORDAGO,
    PARES,
    PASO,
    PASS,
    PUNTO,
    SEATS,
    TEAMS,
)
from ..rules import bet_like, is_last_to_answer, most_bet
from ..signs import latest_sign
from .chances import (
    HIGH,
    LOW,
    MATE,
    ON_LEFT,
    ON_RIGHT,
    beats,
    hand_chance,
    know,
    nothing_known,
    own_share,
    pair_chance,
    place_of,
    takes_part,
)
from .stone_worth import juego_chance

MORE = 5  #: stones of a dear bet
TWO = 2
WEAK = 1 / 3  #: part of the hands that bluff
ANY = -1  #: in place of a word
USUAL_PARES, USUAL_JUEGO = 1.3, 2.4  #: mean cuenta of a hand that has one


@njit
def bet_probs(s, level, out, prob):
    """Write the words of a seat in a lance, as ids and probabilities; returns how many.

    ``level`` is the record of the level in :data:`.levels.DATA`.
    """
    n = _by_hand(s, level, out, prob)
    if s.all_in == 1:
        return n
    if level.calls > 0.0 and s.bettor > 0:
        share = level.calls if is_last_to_answer(s) else level.calls / 2
        n = _say_instead(ACCEPT, PASS, share, n, out, prob)
    if level.pushes > 0.0 and s.raises < 2:
        more = _bet_of(s, TWO)
        if more > 0:
            n = _say_instead(more, ANY, level.pushes, n, out, prob)
    return n


@njit
def _bet_of(s, stones):
    """The bet of ``stones``, or what the rules have in its place; 0 for none."""
    return bet_like(s, stones) if stones <= most_bet(s) - s.bet else 0


@njit
def _say_instead(word, of, share, n, out, prob):
    """Say ``word`` in a ``share`` of the cases of another, or of all; returns how many words."""
    moved = 0.0
    for k in range(n):
        if of == ANY or out[k] == of:
            moved += share * prob[k]
            prob[k] -= share * prob[k]
    for k in range(n):
        if out[k] == word:
            prob[k] += moved
            return n
    out[n] = word
    prob[n] = moved
    return n + 1


@njit
def _by_hand(s, level, out, prob):
    """The words by the hand and all that is known, whatever the style of the level."""
    me = s.to_move
    if level.looks == 0:
        share = own_share(s, me, s.lance, 0.5)
        return _certain(_by_thresholds(s, share, share, level), out, prob)
    known = nothing_known()
    know(s, me, s.lance, level, known)
    if _leaves_the_word(s, me, level, known):
        return _certain(PASS, out, prob)
    chance = pair_chance(s, me, s.lance, known)
    alone = chance
    if s.bettor > 0 and not is_last_to_answer(s):
        alone = hand_chance(s, me, s.lance, known)
    if level.looks == 1:
        return _certain(_by_thresholds(s, chance, alone, level), out, prob)
    return _by_stakes(s, me, chance, alone, level, known, out, prob)


@njit
def _certain(a, out, prob):
    out[0] = a
    prob[0] = 1.0
    return 1


@njit
def _leaves_the_word(s, me, level, known):
    """True where the partner, who signed a better hand for the lance, has still to speak."""
    partner = (me + 2) % SEATS
    if level.signs == 0 or latest_sign(s, me, partner) < 0:
        return False
    if not takes_part(s, partner, s.lance):
        return False
    if s.bettor > 0:
        if is_last_to_answer(s):
            return False
    elif place_of(s, me) >= 2:
        return False
    better = (known[MATE, LOW] + known[MATE, HIGH]) / 2
    return known[MATE, LOW] > 0.5 and better > own_share(s, me, s.lance, 0.5)


@njit
def _by_thresholds(s, chance, alone, level):
    """The word that the table gives a chance; what a partner may still answer is left to it."""
    if s.bettor == 0:
        if chance >= level.ordago[s.lance]:
            return ORDAGO
        dear, usual = _bet_of(s, MORE), _bet_of(s, TWO)
        if chance >= level.five[s.lance] and dear > 0:
            return dear
        if chance >= level.opens[s.lance] and usual > 0:
            return usual
        return PASS
    if s.all_in == 1:
        return ACCEPT if alone >= level.sees[s.lance] else PASS
    more = _bet_of(s, TWO)
    if chance >= level.raises[s.lance] and s.raises < 2 and more > 0:
        return more
    if alone >= level.accepts[s.lance] + level.dearer[s.lance] * (s.bet - TWO):
        return ACCEPT
    return PASS


# -- expert ----------------------------------------------------------------------------------------


@njit
def _earlier(s, me, level):
    """Stones that earlier lances of the deal still pay, and the chance to win each, by lance."""
    pays = np.zeros(s.lance)
    wins = np.zeros(s.lance)
    known = nothing_known()
    for lance in range(s.lance):
        if s.outcome[lance] == ACCEPTED:
            pays[lance] = s.stake[lance]
        elif s.outcome[lance] == PASO and lance <= CHICA:
            pays[lance] = 1.0
        if pays[lance] > 0.0:
            know(s, me, lance, level, known)
            wins[lance] = pair_chance(s, me, lance, known)
    return pays, wins


@njit
def _cuentas(s, me):
    """Stones that come with the lance whoever bets: to the own pair, to the rivals."""
    if s.lance == PUNTO:
        return 1.0, 1.0
    if s.lance != PARES and s.lance != JUEGO:
        return 0.0, 0.0
    usual = USUAL_PARES if s.lance == PARES else USUAL_JUEGO
    own = float(cuenta_of(s.lance, s.hand[me]))
    rivals = 0.0
    for after in range(1, SEATS):
        if takes_part(s, (me + after) % SEATS, s.lance):
            if after == 2:
                own += usual
            else:
                rivals += usual
    return own, rivals


@njit
def _refusing(s, me, known, below):
    """The chance that both rivals refuse, who refuse with a hand below ``below``."""
    chance = 1.0
    for other in (ON_RIGHT, ON_LEFT):
        if takes_part(s, (me + 1 + other) % SEATS, s.lance):
            chance *= beats(below, known[other])
    return chance


@njit
def _seen(s, me, known, below, chance, refusing):
    """The chance to win when one of those rivals sees who refuse with a hand below ``below``."""
    if refusing > 0.999:
        return chance
    weak = known.copy()
    for other in (ON_RIGHT, ON_LEFT):
        weak[other, HIGH] = min(weak[other, HIGH], max(below, weak[other, LOW] + 1e-3))
    won = pair_chance(s, me, s.lance, weak)
    return min(1.0, max(0.0, (chance - refusing * won) / (1.0 - refusing)))


@njit
def _worth(own, rivals, earlier, won, gain, loss, pull):
    """The chance of the juego where a lance is won with a chance and counts so many stones.

    ``earlier`` lances count first; what they pay is taken as expected, but where it may end the
    juego.
    """
    if own <= 0.0:
        return 1.0  # paid at once
    if rivals <= 0.0:
        return 0.0
    pays, wins = earlier
    if pays.sum() < min(own, rivals):
        own -= (wins * pays).sum()
        rivals -= ((1.0 - wins) * pays).sum()
        return won * juego_chance(own - gain, rivals, pull) + (1.0 - won) * juego_chance(
            own, rivals - loss, pull
        )
    total = 0.0
    for winners in range(1 << len(pays)):
        often = 1.0
        mine, theirs = own, rivals
        for lance in range(len(pays)):
            ours = winners >> lance & 1
            if pays[lance] == 0.0:
                often *= 1 - ours  # counted once
            elif ours:
                often *= wins[lance]
                mine -= pays[lance] if theirs > 0.0 else 0.0
            else:
                often *= 1.0 - wins[lance]
                theirs -= pays[lance] if mine > 0.0 else 0.0
        if mine <= 0.0:
            total += often
        elif theirs > 0.0:
            total += often * won * juego_chance(mine - gain, theirs, pull)
            total += often * (1.0 - won) * juego_chance(mine, theirs - loss, pull)
    return total


@njit
def _by_stakes(s, me, chance, alone, level, known, out, prob):
    """The word with the best chance of the juego; a weak hand bluffs at the indifferent rate."""
    pull = level.pull
    own, rivals = float(lacks(s, me % TEAMS)), float(lacks(s, 1 - me % TEAMS))
    earlier = _earlier(s, me, level)
    ours, theirs = _cuentas(s, me)
    room = most_bet(s) - s.bet
    best_word = PASS
    if s.bettor == 0:
        paso = 1.0 if s.lance <= CHICA else 0.0
        best = _worth(own, rivals, earlier, chance, ours + paso, theirs + paso, pull)
    else:
        best = _worth(own, rivals - max(s.agreed, 1), earlier, 0.0, 0.0, theirs, pull)
        seen = alone
        if s.all_in == 0:
            seen = _worth(own, rivals, earlier, alone, ours + s.bet, theirs + s.bet, pull)
        if seen > best:
            best = seen
            best_word = ACCEPT
    if s.all_in == 1:
        return _certain(best_word, out, prob)
    refused = _worth(own - max(s.bet, 1), rivals, earlier, 1.0, ours, 0.0, pull)
    for k in range(3):
        below = level.refuses[k]
        refusing = _refusing(s, me, known, below)
        won = _seen(s, me, known, below, chance, refusing)
        if k < 2:
            word = _bet_of(s, MORE if k == 1 else TWO)
            size = word - ENVITE
            # What is bet in place of both is judged as the one that is nearer.
            if word == 0 or s.raises >= 2 or k != (0 if size - TWO <= MORE - size else 1):
                continue
            stones = float(s.bet + size)
            value = _worth(own, rivals, earlier, won, ours + stones, theirs + stones, pull)
            value = refusing * refused + (1.0 - refusing) * value
            if value > best:
                best = value
                best_word = word
        elif refusing * refused + (1.0 - refusing) * won > best + level.clearly:
            best_word = ORDAGO
    if best_word == PASS and s.bettor == 0 and room >= TWO:
        bluff = bluff_share(level.bluffs, level.opened)
        if bluff > 0.0 and own_share(s, me, s.lance, 0.5) < WEAK:
            out[0] = PASS
            out[1] = ENVITE + TWO
            prob[0] = 1.0 - bluff
            prob[1] = bluff
            return 2
    return _certain(best_word, out, prob)


@njit
def bluff_share(bluffs, opened):
    """The chance that a hand of the weakest third bets 2 where it is too weak to bet.

    ``bluffs`` is a part of the indifferent rate; whoever bets has a hand from ``opened`` on.
    A rival who answers a bet of 2 that pays 1 when refused is indifferent where one bet of four
    is a bluff (2b - 2(1 - b) = -1): a third as many hands bluff as bet, and the weakest third does.
    """
    return min(1.0, bluffs * (1.0 - opened) / 3.0 / WEAK)
