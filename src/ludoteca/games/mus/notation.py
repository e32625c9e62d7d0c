"""Mus in text, in the words that its players use.

A hand is its cards from the highest: ``RRCA``. Bets are ``envido2``, ``reenvido3`` (three more),
``órdago``, ``quiero``, ``paso``; a pass that refuses is ``no-quiero``. A discard is ``x`` and the
cards that go (``x7A``, for others ``x??``). A person may leave out accents and write ``envido``,
``envido 2``, ``3 más``, ``no hay mus``, only the cards that go: ``7A``; and ``falta`` for a bet of
all that the leading pair lacks, where that has a name.
"""

from __future__ import annotations

from ludoteca.core.i18n import N_, _, fold, ngettext
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR
from ludoteca.core.moves import Each, Range, Word, Written, moves
from ludoteca.core.player_names import seat_called, seat_marked
from ludoteca.core.shuffles.look import look_in_use

from .cards_shown import cards_of, rank_words, seen_counts, throw_words
from .hands import (
    DUPLES,
    FACES,
    HAND,
    KINDS,
    MEDIAS,
    NO_PARES,
    counts_of,
    juego_points,
    pares_class,
    thrown_of,
)
from .ids import (
    ACCEPT,
    ANSWERING,
    ASK,
    BETTING,
    CATCHING,
    CUT,
    DEALING,
    DECLARING,
    DISCARD,
    DISCARDING,
    DRAWING_DEALER,
    ENVITE,
    FACING,
    FORFEIT,
    GRANDE,
    JUEGO,
    LEFT,
    MOST_STONES,
    MUS,
    NOTHING,
    ORDAGO,
    OVER,
    PARES,
    PASS,
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
    YES,
)
from .rules import current_player, falta_left, is_last_to_answer
from .sayings import CUT_WORD as CUT_WORD
from .sayings import LANCE_NAMES as LANCE_NAMES
from .sayings import MUS_WORD as MUS_WORD
from .sayings import NO_QUIERO as NO_QUIERO
from .sayings import ORDAGO_WORD as ORDAGO_WORD
from .sayings import PASO_WORD as PASO_WORD
from .sayings import QUIERO as QUIERO
from .sayings import Sayings
from .sayings import declaration as declaration
from .signs import rival_of

PLACES = (N_("mano"), N_("second"), N_("third"), N_("postre"))
"""The seats in the order in which they speak."""

SIGN_NAMES = (
    "reyes", "ases", "par", "medias", "medias-de-reyes", "medias-de-ases", "otras-medias",
    "duples", "juego", "31", "30", "29", "ciego", "corta", "envida",
)  # fmt: skip
SIGN_WORDS = (
    N_("two kings"), N_("two aces"), N_("par"), N_("medias"), N_("medias of kings"),
    N_("medias of aces"), N_("medias, neither of kings nor of aces"), N_("duples"),
    N_("juego, not 31"), N_("31"), N_("punto of 30"), N_("punto of 29"), N_("blind (nothing)"),
    N_("cut the mus"), N_("bet more"),
)  # fmt: skip
PHRASE_NAMES = ("grande", "chica", "malas", "mus", "cortar", "pares", "juego")
PHRASE_WORDS = (
    N_("I am good at grande"), N_("I am good at chica"), N_("I have bad cards"),
    N_("let us have mus"), N_("let us cut"), N_("I have pares"), N_("I have juego"),
)  # fmt: skip
NAMED = {
    "RRRA": "solomillo",
    "RRCS": "ley del mus",
    "RRAA": "gallegos",
    "RRCC": "castellanos",
    "7654": "tío perete",
}
"""The hands that have names (table 2.1 of the document)."""

_CATCHES = ("nadie", "derecha", "izquierda", "ambos")


def hand_text(counts) -> str:
    """A hand from its highest card: ``RC7A``."""
    return "".join(FACES[kind] * int(counts[kind]) for kind in range(KINDS - 1, -1, -1))


def lance_hand_text(lance: int, hand) -> str:
    """A hand as a lance sees it: ``RRCA``, of pares the cards alone, ``RR44``; points, ``31``."""
    if lance >= JUEGO:
        return str(int(juego_points(hand)))
    return hand_text([n if n > 1 or lance != PARES else 0 for n in hand])


def pares_word(hand) -> str:
    """The pares of a hand: ``medias``, ``duples``, a par or none."""
    words = {NO_PARES: _("no pares"), MEDIAS: "medias", DUPLES: "duples"}
    return words.get(int(pares_class(hand)), _("a par"))


def text_of_code(code: int) -> str:
    """The hand of a code."""
    return hand_text(counts_of(code))


def _thrown(s, a: int) -> list[int]:
    """The cards of each kind that a discard of the seat to move throws."""
    return [int(thrown_of(s.hand[s.to_move], a - DISCARD, kind)) for kind in range(KINDS)]


def _discard_text(s, a: int) -> str:
    return "x" + hand_text(_thrown(s, a))


def _discard_words(seen, a: int) -> str:
    if a == DISCARD:
        return _("keep all cards")
    cards = thrown_words(seen, int(seen.to_move), _thrown(seen, a))
    return _("throw {cards}").format(cards=cards)


def _chance_text(s, a: int) -> str:
    if s.phase == DEALING:
        return FACES[a]
    if s.phase == DRAWING_DEALER:
        return f"reparte-{a}"
    if s.phase == FACING:
        return f"vista-{(a - 1) // KINDS}{FACES[(a - 1) % KINDS]}" if a else "tapadas"
    if s.phase == CATCHING:
        return _CATCHES[a]
    if s.phase == ANSWERING:
        return "era-" + SIGN_NAMES[a]
    if s.phase == DECLARING:
        return LANCE_NAMES[int(s.lance)] if a == YES else "no"
    return "=" + text_of_code(a)


def token_text(s, token: int) -> str:
    """Cards thrown face down, or what a seat saw of a rival's sign."""
    if token == SECRET:
        return "..."
    if token == UNSEEN:
        return "nada"
    if token <= SAW:
        return "caza-" + SIGN_NAMES[SAW - token]
    return "x" + "?" * (THREW - token)


def token_words(s, token: int) -> str:
    """The same for people; "" where nothing was seen."""
    if token in (SECRET, UNSEEN):
        return ""
    if token <= SAW:
        return _("a sign of {player} is caught: {sign}").format(
            player=seat_called(int(s.to_move)), sign=_(SIGN_WORDS[SAW - token])
        )
    n = THREW - token
    return ngettext("{n} card thrown", "{n} cards thrown", n).format(n=n)


def _bet_words(seen, a: int) -> str:
    """The word that is said in a lance, which it names."""
    word = said_word(seen, a)
    if is_falta(seen, a):
        word = _("{word}, all that the leading pair lacks").format(word=word)
    return f"{LANCE_NAMES[int(seen.lance)]} · {word}"


def _ask_words(seen, a: int) -> str:
    asked = seat_called(int(rival_of(seen.to_move, a - ASK)))
    return _("ask {name}: was that a sign?").format(name=asked)


def _chance_words(seen, a: int) -> str:
    if seen.phase == DECLARING:
        lance = LANCE_NAMES[int(seen.lance)]
        return (_("I have {lance}") if a == YES else _("no {lance}")).format(lance=lance)
    if seen.phase == SHOWING:
        return _("show {cards}").format(cards=_shown_text(seen, a, int(seen.to_move)))
    if seen.phase == ANSWERING:
        return _("it was the sign for: {sign}").format(sign=_(SIGN_WORDS[a]))
    if seen.phase == DRAWING_DEALER:
        return _("{player} deals first").format(player=seat_called(a))
    if seen.phase == FACING and not a:
        return _("no card is seen")
    if seen.phase == FACING:
        owner, card = seat_called((a - 1) // KINDS), _faced_words(seen, a)
        return _("a card of {player} is seen: {card}").format(player=owner, card=card)
    return _chance_text(seen, a)


def _faced_words(seen, a: int) -> str:
    """The card that is seen."""
    owner, kind = divmod(a - 1, KINDS)
    return cards_words(seen, owner, [int(other == kind) for other in range(KINDS)])


BET_WORD = "Envidar"
FALTA_WORD = "A la falta: {n}"  #: with all stones of the bet

MOVES = moves(
    Word(MUS, "mus", MUS_WORD),
    Word(CUT, "no-hay-mus", CUT_WORD, typed=("corto", "no")),
    Word(
        PASS,
        "no-quiero",
        _bet_words,
        typed=("no", "paso"),
        when=lambda s: s.bettor > 0 and is_last_to_answer(s),
        mark="gives_up",
    ),
    Word(PASS, "paso", _bet_words, typed=("no", "no-quiero")),
    Word(ACCEPT, "quiero", _bet_words, mark="stays"),
    Word(ORDAGO, "órdago", _bet_words, mark="raises"),
    Word(NOTHING, "callo", N_("no sign")),
    Word(FORFEIT, "abandono", N_("give the juego up")),
    Word(ASK, "pregunto-derecha", _ask_words),
    Word(ASK + 1, "pregunto-izquierda", _ask_words),
    Written(DISCARD, 2**HAND, _discard_text, _discard_words),
    Each(SIGN, SIGN_NAMES, "seña-{sign}", N_("sign: {sign}"), said=SIGN_WORDS),
    Each(SAY, PHRASE_NAMES, "digo-{phrase}", N_("say: {phrase}"), said=PHRASE_WORDS),
    Range(
        ENVITE,
        1,
        MOST_STONES,
        "reenvido{n}",
        _bet_words,
        typed=("{n}más",),
        when=lambda s: s.bettor > 0,
        mark="raises",
    ),
    Word(ENVITE + 2, "envido2", _bet_words, typed=("envido",), mark="raises"),
    Range(ENVITE, 1, MOST_STONES, "envido{n}", _bet_words, mark="raises"),
    outcomes=[Written(0, 1 << 4 * KINDS, _chance_text, _chance_words)],
)

_SAID = {MUS: MUS_WORD, CUT: CUT_WORD, PASS: PASO_WORD, ACCEPT: QUIERO, ORDAGO: ORDAGO_WORD}


def is_falta(seen, a: int) -> bool:
    """True for a bet of all that the leading pair lacks, where that has a name."""
    return a > ENVITE and a - ENVITE == falta_left(seen)


def cards_words(seen, seat: int, counts) -> str:
    """Cards that a seat holds, of each kind as many as ``counts``, those held longest first.

    They are called as they look at the table, a three among the kings a three.
    """
    return rank_words(cards_of(seen, look_in_use(), seat, counts))


def thrown_words(seen, seat: int, counts) -> str:
    """The same for cards that go: ``the seven, the four, the four``."""
    return throw_words(cards_of(seen, look_in_use(), seat, counts))


def _shown_text(seen, code: int, seat: int) -> str:
    """The cards of a hand, and its name where it has one: ``king, ..., ace (solomillo)``."""
    words, cards = cards_words(seen, seat, counts_of(code)), text_of_code(code)
    return words + (f" ({NAMED[cards]})" if cards in NAMED else "")


def speaker(seen, a: int) -> int:
    """The seat that declares, admits a sign or shows its hand."""
    if seen.phase in (DECLARING, SHOWING):
        return int(seen.to_move)
    if seen.phase == ANSWERING:
        return int(rival_of(seen.to_move, seen.asked - 1))
    return CHANCE


def log_line(moves, after, viewer: int) -> tuple[int, str] | None:
    """A sentence for each word, sign and discard, for the cards that come and for the count."""
    seen, token = moves[-1]
    token = int(token)
    if seen.phase == DEALING:
        return None if after.phase == DEALING else (viewer, _draw_line(moves, after, viewer))
    if token in (HIDDEN, SECRET, UNSEEN) or (seen.phase == FACING and not token):
        return CHANCE, ""
    if token <= SAW:
        caught = {"name": seat_called(int(seen.to_move)), "sign": _(SIGN_WORDS[SAW - token])}
        return CHANCE, _("You catch {name} making a sign: {sign}.").format(**caught)
    if seen.phase == CATCHING:
        return CHANCE, _caught_line(seen, token, viewer)
    actor = int(seen.to_move) if current_player(seen) >= 0 else speaker(seen, token)
    if seen.phase == DISCARDING:
        return actor, _discard_line(seen, token, viewer)
    if seen.phase == SHOWING:
        return actor, _show_line(seen, token, after, viewer)
    if seen.phase == FACING and (token - 1) // KINDS == viewer:
        return CHANCE, _("A card of yours is seen: {card}.").format(card=_faced_words(seen, token))
    if actor == CHANCE:
        words = MOVES.words(seen, token)
        return CHANCE, f"{words[0].upper()}{words[1:]}."
    return actor, _act_line(seen, token, after, actor, viewer)


def deal_part(seen) -> str:
    """The lance, with the signs before it; what comes before the lances; the count."""
    if seen.phase == SHOWING:
        return _("The cards shown")
    in_lance = seen.phase in (DECLARING, BETTING) or seen.window > ROUNDS
    return _lance_word(seen) if in_lance else _("Mus, or cut?")


def _caught_line(seen, who: int, viewer: int) -> str:
    """The rivals who catch a sign, where all cards are open; "" for none."""
    signer = int(seen.to_move)
    rivals = [(RIGHT, (signer + 1) % SEATS), (LEFT, (signer + 3) % SEATS)]
    caught = [rival for side, rival in rivals if who & side]
    names = [seat_called(rival) for rival in caught if rival != viewer]
    if viewer in caught:
        text = _("You and {name} catch the sign.") if names else _("You catch the sign.")
        return text.format(name="".join(names))
    if len(names) == 2:
        return _("{name} and {other} catch the sign.").format(name=names[0], other=names[1])
    return _("{name} catches the sign.").format(name=names[0]) if names else ""


def _act_line(seen, token: int, after, actor: int, viewer: int) -> str:
    """Words said: a sign, a question about one, or its answer."""
    own, told = actor == viewer, {"name": seat_called(actor)}
    if seen.phase == ANSWERING:
        text = _("You admit to a sign: {sign}.") if own else _("{name} admits to a sign: {sign}.")
        told["sign"] = _(SIGN_WORDS[token])
    elif token == FORFEIT:
        text = _("You give up the juego.") if own else _("{name} gives up the juego.")
    elif token == NOTHING:
        text = _("You make no sign.") if own else _("{name} makes no sign.")
    elif seen.phase == WINDOW and SIGN <= token < SAY:
        text = _("You make a sign: {sign}.") if own else _("{name} makes a sign: {sign}.")
        told["sign"] = _(SIGN_WORDS[token - SIGN])
    elif token in (ASK, ASK + 1) and seen.phase == WINDOW:
        text = _("You ask {other} about a sign.") if own else _("{name} asks {other} about a sign.")
        asked = int(rival_of(actor, token - ASK))
        text = _("{name} asks you about a sign.") if asked == viewer else text
        told["other"] = seat_called(asked)
    elif seen.phase in (BETTING, DECLARING):
        text = _("{lance}: you say “{word}”.") if own else _("{lance}: {name} says “{word}”.")
        told |= {"lance": _lance_word(seen), "word": _heard(seen, token, after, actor)}
    else:
        text = _("You say “{word}”.") if own else _("{name} says “{word}”.")
        told["word"] = _heard(seen, token, after, actor)
    return text.format(**told)


def _heard(seen, a: int, after, seat: int) -> str:
    """The words with which ``seat`` says a move, as in its bubble.

    A word that ends a part of the deal is said at its end: ``after`` it.
    """
    now, then = Sayings(seen, seat), Sayings(after, seat)
    if seen.phase == DECLARING:
        return now.declared(int(seen.lance), has=a == YES)
    if seen.phase == TALKING and a in (MUS, CUT):
        return now.mus() if a == MUS else then.cut()
    if seen.phase != BETTING or is_falta(seen, a):
        return said_word(seen, a)
    if a == ACCEPT:
        return then.quiero()
    if a == ORDAGO:
        return now.ordago()
    if a > ENVITE:
        return now.bet(a - ENVITE, is_raise=bool(seen.bettor))
    if seen.bettor and is_last_to_answer(seen):
        return then.no_quiero(0 if seen.all_in else int(seen.bet - seen.agreed))
    if seen.bettor:
        return now.paso(leaves=True)
    goes_on = after.phase == BETTING and after.lance == seen.lance
    return now.paso() if goes_on else then.in_paso()


def said_word(seen, a: int) -> str:
    """The plain words of a move, as on the buttons."""
    if seen.phase == DECLARING:
        return declaration(int(seen.lance), a == YES)
    if is_falta(seen, a):
        return FALTA_WORD.format(n=seen.bet + a - ENVITE)
    if a >= ENVITE:
        return raise_word(a - ENVITE) if seen.bettor else bet_word(a - ENVITE)
    if a >= SAY:
        return _(PHRASE_WORDS[a - SAY])
    if a == PASS and seen.bettor and is_last_to_answer(seen):
        return NO_QUIERO
    return _SAID[a]


def bet_word(n: int) -> str:
    """The word of a first bet of so many stones."""
    return f"Envido {n}"


def raise_word(n: int) -> str:
    """The word of a raise by so many stones."""
    return f"{n} más"


def _show_line(seen, token: int, after, viewer: int) -> str:
    """A hand that is shown; after the last one, in a line below, the stones of each pair."""
    me = int(seen.to_move)
    text = _("You show {cards}.") if me == viewer else _("{name} shows {cards}.")
    text = text.format(name=seat_called(me), cards=_shown_text(after, token, me))
    return f"{text}\n{_count_line(after, viewer)}" if after.phase == OVER else text


def _draw_line(moves, after, viewer: int) -> str:
    """The cards that the viewer draws; "" where it sees none, or all."""
    if viewer < 0:
        return ""
    drawn = [0] * KINDS
    for _seen, token in moves:
        if token != HIDDEN:
            drawn[int(token)] += 1
    held = seen_counts(after, viewer)
    earlier = [n - new for n, new in zip(held, drawn, strict=True)]
    cards = []
    for kind, name in cards_of(after, look_in_use(), viewer, held):
        earlier[kind] -= 1  # those that came last are the last of their kind
        if earlier[kind] < 0:
            cards.append((kind, name))
    return _("You draw {cards}.").format(cards=rank_words(cards)) if cards else ""


def _discard_line(seen, token: int, viewer: int) -> str:
    me = int(seen.to_move)
    cards = "" if token < 0 else thrown_words(seen, me, _thrown(seen, token))
    told = {"name": seat_called(me), "n": THREW - token, "cards": cards}
    if token in (THREW, DISCARD):
        text = _("You keep all cards.") if me == viewer else _("{name} keeps all cards.")
    elif me == viewer:
        text = _("You throw {cards}.")
    elif cards:
        text = _("{name} throws {cards}.")
    else:
        text = ngettext("{name} throws {n} card.", "{name} throws {n} cards.", THREW - token)
    return text.format(**told)


def _count_line(s, viewer: int) -> str:
    """The stones that each pair counts, by lance."""
    told = []
    for team in range(TEAMS):
        paid = [
            f"{name} {int(s.paid[lance] + s.cuenta[lance])}"
            for lance, name in enumerate(LANCE_NAMES)
            if s.winner[lance] == team + 1 and s.paid[lance] + s.cuenta[lance]
        ]
        names = _pair_called(team, viewer)
        told.append(f"{names} {int(s.points[team])}" + (f" ({', '.join(paid)})" if paid else ""))
    return _("Stones: {stones}.").format(stones="; ".join(told))


def _pair_called(team: int, viewer: int = SPECTATOR) -> str:
    """The names of a pair; the viewer is ``You``."""
    pair = range(team, SEATS, TEAMS)
    return " + ".join(_("You") if seat == viewer else seat_called(seat) for seat in pair)


_FALTA = ("falta", "a la falta", "lo que falta")


def read_line(seen, line: str) -> list[str] | None:
    """The cards that a person throws, in any order, with or without ``x``; ``servido`` for none.

    Also ``falta``, the bet of all that the leading pair lacks, where that has a name.
    """
    if seen.phase == BETTING and fold(line.strip()) in _FALTA and falta_left(seen):
        return [MOVES.text(seen, ENVITE + falta_left(seen))]
    letters = "".join(line.upper().split()).replace("SERVIDO", "X").removeprefix("X")
    if seen.phase != DISCARDING or not line.strip() or not set(letters) <= set(FACES):
        return None
    return ["x" + "".join(sorted(letters, key=FACES.index, reverse=True))]


def question(seen) -> str:
    """The question to the seat to move."""
    if seen.phase == TALKING:
        return _("Mus, or cut?")
    if seen.phase == DISCARDING:
        return _("Which cards go?")
    if seen.phase == WINDOW:
        return _("Make a sign, or say something, before you go on?")
    if seen.bettor > 0:
        return _("{lance}: your answer to the bet?").format(lance=_lance_word(seen))
    return _("{lance}: bet or pass?").format(lance=_lance_word(seen))


def _lance_word(s) -> str:
    return LANCE_NAMES[int(s.lance)].capitalize()


def cards_at(seen, seat: int) -> list[str]:
    """The hand where it is seen or was shown, else as many cards face down as are held."""
    shown = text_of_code(int(seen.shown[seat])) or hand_text(seen.hand[seat])
    if shown:
        return list(shown)
    held = 0 if seen.phase in (DRAWING_DEALER, DEALING) and seen.mus_rounds == 0 else int(seen.held)
    return ["?"] * (held - int(seen.due[seat]) if held else 0)


def standing_words(standing) -> str:
    """Stones, juegos and vacas of both pairs between two deals."""
    return _("stones {stones}, juegos {juegos}, vacas {vacas}").format(
        stones=_both(standing.score),
        juegos=_both(standing.juegos_won),
        vacas=_both(standing.vacas_won),
    )


def _both(pair) -> str:
    return f"{int(pair[0])}-{int(pair[1])}"


def table_text(seen, seat: int) -> str:
    """Score, lance and bet, a line a seat with its hand and words, and in the end the count."""
    stones = ", ".join(
        f"{_pair_called(team)}: {int(seen.score[team] + seen.points[team])}"
        for team in range(TEAMS)
    )
    head = _("{stones} of {target} stones; juegos {juegos}, vacas {vacas}").format(
        stones=stones, target=int(seen.target),
        juegos=_both(seen.juegos_won), vacas=_both(seen.vacas_won),
    )  # fmt: skip
    lines = [head, _("stock {stock}, thrown {thrown}").format(stock=seen.stock, thrown=seen.pile)]
    if seen.phase == BETTING or (seen.phase in (SHOWING, OVER) and seen.lance != GRANDE):
        lines[1] += "; " + _bet_text(seen)
    for turn in range(SEATS):
        me = (int(seen.dealer) + 1 + turn) % SEATS
        said = " ".join(_said(seen, me))
        hand = "".join(cards_at(seen, me))
        name = seat_marked(me, seat)
        lines.append(f"{'*' if me == seat else ' '} {name}: {hand} {said}".rstrip())
    if seen.phase == OVER:
        lines.append(_count_line(seen, seat))
    return "\n".join(lines)


def _bet_text(seen) -> str:
    lance = LANCE_NAMES[int(seen.lance)]
    if seen.phase != BETTING or seen.bettor == 0:
        return lance
    bet = _("órdago") if seen.all_in else str(int(seen.bet))
    return _("{lance}: {player} bets {bet}").format(
        lance=lance, player=seat_called(int(seen.bettor) - 1), bet=bet
    )


def _said(seen, me: int) -> list[str]:
    """Public facts of a seat: cards thrown by round, and its declarations."""
    words = ["x" * int(n) for n in seen.threw[:, me] if n]
    for field, name in ((seen.pares_said, "pares"), (seen.juego_said, "juego")):
        if field[me] > 0:
            words.append(name if field[me] == 2 else "no")
    return words
