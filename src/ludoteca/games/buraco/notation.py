"""Buraco in text: a card is its rank and suit (``3S``, ``TD``), a joker ``**``.

``draw``, ``take``, ``keep`` (the first card), ``pass`` (the last turn), ``back`` (first melds worth
too little); ``3H-4H-2S`` opens a meld, a wild card in the place that it takes; ``2<AH`` adds to
the low end of meld 2, ``2>AH`` to the high end, ``2+5S`` to a set; ``2=5H<`` puts 5H in the place
of the wild card, which moves to the low end; ``x5H`` throws a card. A person may type several moves
of a turn in one line, with spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from ludoteca.core.deal import kinds_in
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.moves import Each, Word, Written, moves
from ludoteca.core.player_names import seat_called, seat_marked

from .ids import (
    ADD,
    ADD_JOKER,
    ADD_MODES,
    ADD_SET,
    CHOOSING,
    DISCARD,
    DRAW,
    DRAWING,
    FIRST,
    FORFEIT,
    JOKER,
    KEEP,
    KINDS,
    LAST,
    MELD,
    MORTO,
    OPEN,
    OPEN_JOKER,
    OPEN_SET,
    OVER,
    PAIRS,
    PASS,
    PLACES,
    PLAYING,
    RANKS,
    REPLACE,
    SET,
    SET_MODES,
    SIDE_MODES,
    TAKE,
    TAKE_BACK,
    UPCARD,
)
from .laying import can_take_morto, never_thrown
from .melds import (
    is_canastra,
    is_clean,
    is_semi_clean,
    is_wild_card,
    meld_cards,
    meld_of,
    meld_points,
    pair_of,
    spent,
    spent_cards,
)
from .melds import is_opening as is_opening

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView

RANK_SYMBOLS = "A23456789TJQK"
SUIT_SYMBOLS = "CDHS"
SIGNS = "♣♦♥♠"
JOKER_TEXT = "**"
_SUIT_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
_RANK_WORDS = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}

DECK = "french"


def card_text(kind: int) -> str:
    """``3S`` for the three of spades, ``**`` for a joker."""
    if kind == JOKER:
        return JOKER_TEXT
    return RANK_SYMBOLS[kind % RANKS] + SUIT_SYMBOLS[kind // RANKS]


def sign(kind: int) -> str:
    """A card in a sentence: ``10♥``."""
    if kind == JOKER:
        return _("joker")
    rank = RANK_SYMBOLS[kind % RANKS].replace("T", "10")
    return rank + SIGNS[kind // RANKS]


def signs(kinds: Iterable[int]) -> str:
    """Cards in a sentence: ``3♥ 4♥ 2♠``."""
    return " ".join(map(sign, kinds))


def cards_text(counts, between: str = " ") -> str:
    """Cards given as a number of each kind, ascending; ``-`` for none."""
    return between.join(map(card_text, kinds_in(counts))) or "-"


def read_card(text: str) -> int:
    """The kind written so: ``3S``, ``10h``, ``1♦``, ``**``; raises :class:`BadInput`."""
    if text == JOKER_TEXT:
        return JOKER
    rank, suit = text[:-1].upper(), text[-1:].upper()
    rank, suit = _RANK_WORDS.get(rank, rank), _SUIT_SIGNS.get(suit, suit)
    if len(rank) != 1 or rank not in RANK_SYMBOLS or not suit or suit not in SUIT_SYMBOLS:
        raise BadInput(
            _("{text} is no card: write rank and suit, as 3S, TH, QD or AC").format(text=text)
        )
    return SUIT_SYMBOLS.index(suit) * RANKS + RANK_SYMBOLS.index(rank)


def meld_text(s, pair: int, meld: int) -> str:
    """The cards of a meld in order: ``3H-4H-2S``."""
    return "-".join(card_text(kind) for kind, _wild in meld_cards(s, pair, meld))


_TO = "–\u2060"  #: a dash, and a word joiner, which keeps what follows on the same line


def meld_sign(s, pair: int, meld: int) -> str:
    """A meld in a sentence, a run by its ends and a set by its rank: ``3♥–7♥``, ``8–8–8``.

    No line ends at its dashes.
    """
    cards = [kind for kind, _wild in meld_cards(s, pair, meld)]
    if s.meld_suit[pair, meld] == SET:
        return _TO.join([sign(cards[0])[:-1]] * MELD)
    return f"{sign(cards[0])}{_TO}{sign(cards[-1])}"


# -- moves -----------------------------------------------------------------------------------------


def meld_and_side(a: int) -> tuple[int, int]:
    """The meld that a move adds to, and the side of the card, or of the wild card that moves.

    0 is the low and 1 the high side; -1 in a set.
    """
    if a < DISCARD:
        return meld_of(a), (a - ADD) % ADD_MODES // SIDE_MODES
    if a < OPEN_SET:
        return meld_of(a), (a - (ADD_JOKER if a < REPLACE else REPLACE)) % 2
    return meld_of(a), -1


def on_meld(a: int, meld: int) -> int:
    """The same addition to another meld."""
    blocks = ((DISCARD, ADD_MODES), (REPLACE, 2), (OPEN_SET, 2 * PLACES), (TAKE_BACK, SET_MODES))
    moves = next(size for end, size in blocks if a < end)
    return a + (meld - int(meld_of(a))) * moves


def _discard_words(seen, a: int) -> str:
    return _("discard {card}").format(card=sign(a - DISCARD))


def _opening_text(s, a: int) -> str:
    return "-".join(map(card_text, spent_cards(s, a)))


def _opening_words(seen, a: int) -> str:
    return _("lay the meld {cards}").format(cards=signs(spent_cards(seen, a)))


def _addition_text(s, a: int) -> str:
    meld, side = meld_and_side(a)
    return f"{meld + 1}{'+' if side < 0 else '<>'[side]}{card_text(spent(s, a, 0))}"


def _addition_words(seen, a: int) -> str:
    return _("add {card} to {meld}").format(**_card_and_meld(seen, a))


def _replacement_text(s, a: int) -> str:
    meld, side = meld_and_side(a)
    return f"{meld + 1}={card_text(spent(s, a, 0))}{'<>'[side]}"


def _replacement_words(seen, a: int) -> str:
    text = _("put {card} in the place of the wild card of {meld}")
    return text.format(**_card_and_meld(seen, a))


def _card_and_meld(seen, a: int) -> dict[str, str]:
    pair = int(pair_of(seen.to_move))
    meld = meld_sign(seen, pair, meld_and_side(a)[0])
    return {"card": sign(int(spent(seen, a, 0))), "meld": meld}


def _outcome_words(seen, kind: int) -> str:
    card = sign(kind)
    if seen.phase == UPCARD:
        return _("the pile begins with {card}").format(card=card)
    return _("{card} is drawn").format(card=card) if seen.phase == DRAWING else card


def _openings(first: int, end: int) -> Written:
    return Written(first, end - first, _opening_text, _opening_words)


def _additions(first: int, end: int) -> Written:
    return Written(first, end - first, _addition_text, _addition_words)


_SINGLE = {
    DRAW: ("draw", N_("draw from the stock")),
    TAKE: ("take", N_("take the discard pile")),
    KEEP: ("keep", N_("keep the card")),
    PASS: ("pass", N_("pass: leave the pile there")),
    TAKE_BACK: ("back", N_("take back the melds")),
    FORFEIT: ("resign", N_("give up the deal")),
}
_CARDS = [card_text(kind) for kind in range(KINDS)]

MOVES = moves(
    *(Word(a, *texts) for a, texts in _SINGLE.items()),
    Each(DISCARD, _CARDS, "x{card}", _discard_words),
    _openings(OPEN, ADD),
    _additions(ADD, DISCARD),
    _openings(OPEN_JOKER, ADD_JOKER),
    _additions(ADD_JOKER, REPLACE),
    Written(REPLACE, OPEN_SET - REPLACE, _replacement_text, _replacement_words),
    _openings(OPEN_SET, ADD_SET),
    _additions(ADD_SET, TAKE_BACK),
    outcomes=[Each(0, _CARDS, words=_outcome_words)],
)


def decision_words(view: SeatView, moves: Sequence[int]) -> str:
    """Name the moves of a turn; cards that are added to one meld are told together."""
    steps = []
    for a in moves:
        steps.append((view.record[0], int(a)))
        view = view.after((a,))
    told = []
    for (what, meld), group in groupby(steps, key=lambda step: _what(*step)):
        same = list(group)
        seen, a = same[0]
        if seen.phase in (CHOOSING, LAST) and what in (OPEN, ADD):
            told.append(_("take the discard pile"))  # of which the move uses the top card
        if what == ADD and len(same) > 1:
            cards = signs(int(spent(s, b, 0)) for s, b in same)
            lying = meld_sign(seen, int(pair_of(seen.to_move)), meld)
            told.append(_("add {card} to {meld}").format(card=cards, meld=lying))
        else:
            told += [MOVES.words(s, b) for s, b in same]
    return ", ".join(told)


DRAWN, MORTO_TAKEN, WENT_OUT, STOCK_USED = -1, -2, -3, -4

_OWN = {
    DRAW: N_("draw the next card"),
    DRAWN: N_("draw {cards}"),
    TAKE: N_("take the pile of {n}"),
    KEEP: N_("keep the first card"),
    PASS: N_("leave the pile"),
    TAKE_BACK: N_("take the melds back"),
    FORFEIT: N_("give the deal up"),
    DISCARD: N_("discard {cards}"),
    OPEN: N_("lay {cards}"),
    ADD: N_("add {cards} to {meld}"),
    REPLACE: N_("put {cards} in the place of the wild card of {meld}"),
    MORTO_TAKEN: N_("take a morto"),
    WENT_OUT: N_("go out"),
    STOCK_USED: N_("end the deal: the stock is used up"),
}
_OTHERS = {
    DRAW: N_("draws a card"),
    DRAWN: N_("draws {cards}"),
    TAKE: N_("takes the pile of {n}"),
    KEEP: N_("keeps the first card"),
    PASS: N_("leaves the pile"),
    TAKE_BACK: N_("takes the melds back"),
    FORFEIT: N_("gives the deal up"),
    DISCARD: N_("discards {cards}"),
    OPEN: N_("lays {cards}"),
    ADD: N_("adds {cards} to {meld}"),
    REPLACE: N_("puts {cards} in the place of the wild card of {meld}"),
    MORTO_TAKEN: N_("takes a morto"),
    WENT_OUT: N_("goes out"),
    STOCK_USED: N_("ends the deal: the stock is used up"),
}
"""Words for the moves and events of a turn, by the first id of such moves.

After "You" and after a name. They differ from those of :data:`MOVES`, which tell somebody
what to do: other languages have other forms for that.
"""


def log_line(moves, after, viewer: int) -> tuple[int, str] | None:
    """A sentence for each turn; what the viewer draws or takes is told at once."""
    seen, token = moves[-1]
    if seen.phase == UPCARD:
        return CHANCE, _("The pile begins with {card}.").format(card=sign(int(token)))
    me = int(moves[0][0].to_move)
    taken = seen.phase in (CHOOSING, LAST) and token != DRAW
    got = me == viewer and (taken or seen.phase in (DRAWING, MORTO))
    going_on = after.to_move == me and not got
    if after.phase == MORTO or (after.phase != OVER and (going_on or after.phase == DRAWING)):
        return None
    words = _OWN if me == viewer else _OTHERS
    parts = [_(words[what]).format(**told) for what, told in _done(moves, after)]
    if not parts:
        return me, ""
    does = parts[-1]
    if parts[:-1]:
        does = _("{first} and {last}").format(first=", ".join(parts[:-1]), last=does)
    sentence = _("You {does}.") if me == viewer else _("{name} {does}.")
    text = sentence.format(name=seat_called(me), does=does)
    return me, f"{text[0].upper()}{text[1:]}"


def _done(moves, after):
    """The moves and events of a turn with their cards and melds; cards added to a meld are one."""
    first = moves[0][0]
    me, pair = int(first.to_move), int(pair_of(first.to_move))
    seen_acts = [(seen, int(a)) for seen, a in moves if a != HIDDEN and seen.phase != MORTO]
    shown = any(seen.phase == DRAWING for seen, _card in seen_acts)
    for (what, meld), group in groupby(seen_acts, key=lambda act: _what(*act)):
        same = list(group)
        seen, a = same[0]
        n = int(seen.pile_cards)
        told = {"cards": "", "meld": ""}
        told["n"] = ngettext("{n} card", "{n} cards", n).format(n=n)
        if n == 1:
            told["n"] = _("1 card ({card})").format(card=sign(int(seen.top) - 1))
        if what == DRAW and shown:
            continue
        if what == DRAWN:
            told["cards"] = sign(a)
        elif what == DISCARD:
            told["cards"] = sign(a - DISCARD)
        elif what == OPEN:
            told["cards"] = signs(spent_cards(seen, a))
        elif meld >= 0:
            told["cards"] = signs(int(spent(s, b, 0)) for s, b in same)
            told["meld"] = meld_sign(seen, pair, meld)
        if seen.phase in (CHOOSING, LAST) and what in (OPEN, ADD):
            yield TAKE, told  # a closed pile is taken by a meld with its top card
        yield what, told
    if not first.took_morto[pair] and after.took_morto[pair]:
        yield MORTO_TAKEN, {}
    if after.went_out == me + 1:
        yield WENT_OUT, {}
    elif after.phase == OVER and not after.gave_up:
        yield STOCK_USED, {}


def _what(seen, a: int) -> tuple[int, int]:
    """The kind of a move, and the meld that it adds to; -1 - its number for one on its own."""
    if seen.phase == DRAWING:
        return DRAWN, -1
    if a in _SINGLE:
        return a, -1
    if DISCARD <= a < OPEN_JOKER:
        return DISCARD, -1
    if is_opening(a):
        return OPEN, -2 - a
    return (REPLACE if REPLACE <= a < OPEN_SET else ADD), meld_and_side(a)[0]


def question(seen) -> str:
    """The question to the player."""
    if seen.phase == FIRST:
        card = card_text(int(seen.drawn[seen.to_move]) - 1)
        return _("you drew {card}: keep it, or x{card} to draw another").format(card=card)
    if seen.phase == CHOOSING:
        return _("draw, or take the pile?")
    if seen.phase == LAST:
        return _("the last turn: take the pile, or pass?")
    return _("lay, add, or discard? (3H-4H-5H, 1>6H, x9C; several with spaces)")


def read_line(seen, line: str) -> list[str] | None:
    """The moves in notation of a typed line; None where it is no answer at all.

    Cards may be written as :func:`read_card` reads them. Raises :class:`BadInput` where one of
    several words is no move.
    """
    words = [_tidy(word) for word in line.split()]
    if len(words) == 1 and words[0] is None:
        return None
    for word, typed in zip(words, line.split(), strict=True):
        if word is None:
            raise BadInput(_("{text} is no move: 3H-4H-5H, 1>6H, x9C").format(text=typed))
    return [word for word in words if word is not None]


def _tidy(word: str) -> str | None:
    """A typed move as the notation writes it; None where it is none."""
    small = word.casefold()
    if any(small == text for text, _words in _SINGLE.values()):
        return small
    for sign in "<>+=":
        number, found, rest = word.partition(sign)
        if found and number.isdecimal() and len(number) < 4:
            end = rest[-1:] if sign == "=" and rest[-1:] in ("<", ">") else ""
            card = _tidy_card(rest.removesuffix(end))
            return None if card is None else f"{int(number)}{sign}{card}{end}"
    if small[:1] == "x":
        card = _tidy_card(word[1:])
        return None if card is None else "x" + card
    cards = [_tidy_card(part) for part in word.split("-")]
    if None in cards or len(cards) != MELD:
        return None
    return "-".join(card for card in cards if card)


def _tidy_card(text: str) -> str | None:
    try:
        return card_text(read_card(text))
    except BadInput:
        return None


def line_text(seen, moves) -> str:
    """The moves of a turn as they are typed in one line.

    What a move says depends on the melds that lie there, so only the first is told where moves
    before it change them.
    """
    words: list[str] = []
    for a in moves:
        if words and not (is_opening(int(a)) or DISCARD <= int(a) < OPEN_JOKER):
            break
        words.append(MOVES.text(seen, int(a)))
    return " ".join(words)


# -- the table -------------------------------------------------------------------------------------


def cards_at(seen, seat: int) -> list[str]:
    """The cards of a hand, ``?`` for each that is not seen."""
    if int(seen.hand[seat].sum()) == 0:
        return ["?"] * int(seen.in_hand[seat])
    return list(map(card_text, kinds_in(seen.hand[seat])))


def cards_on_table(seen) -> list[str]:
    """The top card of the discard pile."""
    return [card_text(int(seen.top) - 1)] if seen.top else []


def table_text(seen, seat: int) -> str:
    """Stock, pile and mortos, the melds of both pairs, and the cards of each player."""
    lines = [_head(seen)]
    for pair in range(PAIRS):
        lines.append(_pair_line(seen, pair))
        lines += [
            f"  {meld + 1}. {_meld_words(seen, pair, meld)}"
            for meld in range(int(seen.melds[pair]))
        ]
    return "\n".join([*lines, *(_player_line(seen, k, seat) for k in range(int(seen.players)))])


def _head(seen) -> str:
    n = int(seen.stock)
    stock = ngettext("{n} card in the stock", "{n} cards in the stock", n).format(n=n)
    m = int(seen.mortos)
    mortos = ngettext("{n} morto", "{n} mortos", m).format(n=m)
    if seen.closed:
        pile = _("pile of {n}, on top {card}").format(
            n=int(seen.pile_cards), card=card_text(int(seen.top) - 1) if seen.top else "-"
        )
    else:
        pile = _("pile {cards}").format(cards=cards_text(seen.pile))
    told = [stock, mortos, pile]
    if seen.lone:
        told.append(_("taken alone: {card}").format(card=card_text(int(seen.lone) - 1)))
    return "; ".join(told)


def why_kept(seen) -> str:
    """Say which card may not be thrown by the seat to move; "" where each may."""
    never = int(never_thrown(seen))
    if never < 0:
        return ""
    return _("{card} was the whole pile: you may not throw it back in the same turn.").format(
        card=sign(never)
    )


def why_not_out(seen) -> str:
    """Say why the last card of the seat to move may not be thrown; "" where it may be natural."""
    last = np.flatnonzero(seen.hand[seen.to_move])
    if seen.wild_out or seen.in_hand[seen.to_move] != 1 or not len(last):
        return ""
    if can_take_morto(seen, pair_of(seen.to_move)) or not is_wild_card(int(last[0])):
        return ""
    return _("A wild card may not be the last one that is thrown.")


def why_not_taken(seen) -> str:
    """Say why the pile may not be taken: by a hand of one card, or a pile of one; "" otherwise."""
    if not seen.pile_for_one and seen.in_hand[seen.to_move] == 1 and seen.pile_cards:
        return _("You have one card left: you may not take the pile.")
    if seen.closed or seen.pile_cards != 1 or seen.takes >= seen.most_takes:
        return ""
    return _(
        "{card} is the whole pile: you could not throw it back this turn, nor lay all your cards."
    ).format(card=sign(int(seen.top) - 1))


def _pair_line(seen, pair: int) -> str:
    names = " + ".join(seat_called(k) for k in range(pair, int(seen.players), PAIRS))
    said = [_("{names}: {points} points").format(names=names, points=int(seen.score[pair]))]
    if seen.took_morto[pair]:
        said.append(_("morto taken"))
    return "; ".join(said)


def _meld_words(seen, pair: int, meld: int) -> str:
    text = f"{meld_text(seen, pair, meld)} ({int(meld_points(seen, pair, meld))})"
    if not is_canastra(seen, pair, meld):
        return text
    if is_semi_clean(seen, pair, meld):
        return f"{text} {_('semi-clean canastra')}"
    kind = _("clean canastra") if is_clean(seen, pair, meld) else _("dirty canastra")
    return f"{text} {kind}"


def _player_line(seen, owner: int, seat: int) -> str:
    n = int(seen.in_hand[owner])
    name = seat_marked(owner, seat)
    text = ngettext("{n} card", "{n} cards", n).format(n=n)
    if owner == seat and n:
        text += ": " + cards_text(seen.hand[owner])
    elif int(seen.known[owner].sum()):
        text += "; " + _("known: {cards}").format(cards=cards_text(seen.known[owner]))
    mark = "*" if owner == seen.to_move and seen.phase in (CHOOSING, FIRST, PLAYING, LAST) else " "
    return f"{mark} {name}: {text}"


def standing_words(standing) -> str:
    """The score after a deal, in words."""
    n = int(standing.played)
    head = ngettext("After {n} deal:", "After {n} deals:", n).format(n=n)
    return f"{head} {int(standing.score[0])} - {int(standing.score[1])}"
