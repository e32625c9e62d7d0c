"""Text notation: a card is its value and suit (``3S``, ``TD``), a lay ``+2`` and then its cards.

Values are A 2 to 9 T J Q K, suits S, H, D, C. ``+k`` lays k cards, ``-k`` withdraws k. Cards that
are turned are joined (``4D-5D``). A person may type a lay in one line: ``3S 3H`` or ``all``; and a
withdrawal: the cards withdrawn, ``/``, the cards shown, or ``stay``.
"""

from __future__ import annotations

from collections import Counter

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, NN_, _, ngettext
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.moves import Each, Range, Word, Written, moves
from ludoteca.core.player_names import seat_called, seat_marked

from .combinations import (
    GROUP_POINTS,
    KINDS,
    MOST_CARDS,
    STRENGTH,
    SUITS,
    TYPE_NAMES,
    best_cards,
    count,
    points,
    strength,
)
from .rules import (
    DEALING,
    EVERY_CARD,
    LAST,
    LAYING,
    NUMBER,
    NUMBERING,
    OVER,
    RETREATING,
    REVEALING,
    SHOWING,
    WITHDRAW,
    WITHDRAWING,
)

VALUE_SYMBOLS = "A23456789TJQK"
SUIT_SYMBOLS = "CDHS"
_SUIT_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
_VALUE_WORDS = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
STAY = {"stay", "keep", "none", "0", "-0", "fico", "manter", "mantener", "pidä"}
_ALL = {"all", "everything", "tudo", "todas", "todo", "kaikki"}


def card_text(kind: int) -> str:
    """``3S`` for the three of spades."""
    return VALUE_SYMBOLS[kind // SUITS] + SUIT_SYMBOLS[kind % SUITS]


def kinds_of(cards: int) -> list[int]:
    """The kinds of a set, ascending."""
    cards = int(cards)
    return [kind for kind in range(cards.bit_length()) if cards >> kind & 1]


def cards_text(cards: int, between: str = " ") -> str:
    """The cards of a set, ascending; ``-`` for none."""
    return between.join(card_text(kind) for kind in kinds_of(cards)) or "-"


def signs(cards: int) -> str:
    """The cards of a set with their suits drawn: ``4♦ 10♦``."""
    return " ".join(value_sign(kind // SUITS) + "♣♦♥♠"[kind % SUITS] for kind in kinds_of(cards))


def value_sign(value: int) -> str:
    """A value as on the corner of a card: ``A``, ``10``, ``K``."""
    return "10" if VALUE_SYMBOLS[value] == "T" else VALUE_SYMBOLS[value]


def read_card(text: str) -> int:
    """The kind written so: ``3S``, ``10h``, ``1♦``; raises :class:`BadInput`."""
    value, suit = text[:-1].upper(), text[-1:].upper()
    value, suit = _VALUE_WORDS.get(value, value), _SUIT_SIGNS.get(suit, suit)
    if len(value) != 1 or value not in VALUE_SYMBOLS or not suit or suit not in SUIT_SYMBOLS:
        raise BadInput(
            _("{text} is no card: write value and suit, as 3S, TH, QD or AC").format(text=text)
        )
    return VALUE_SYMBOLS.index(value) * SUITS + SUIT_SYMBOLS.index(suit)


def read_cards(text: str) -> int:
    """The set of cards written with spaces, commas or hyphens; raises :class:`BadInput`."""
    cards = 0
    for word in text.replace(",", " ").replace("-", " ").split():
        kind = read_card(word)
        if cards >> kind & 1:
            raise BadInput(_("{card} is there twice").format(card=card_text(kind)))
        cards |= 1 << kind
    return cards


def combination_words(cards: int) -> str:
    """The best combination of a set in words: ``4D-5D, straight flush of 2``."""
    return f"{cards_text(best_cards(cards), '-')}, {type_words(cards)}"


def type_words(cards: int) -> str:
    """The type of the best combination of a set in words."""
    return _(TYPE_NAMES[int(strength(cards)) // STRENGTH])


# -- moves -----------------------------------------------------------------------------------------


def token_text(s, token: int) -> str:
    """The coarse tokens: a card laid or withdrawn face down."""
    return "x"


def token_words(s, token: int) -> str:
    """Empty: the number of cards laid or taken back was told before the first of them."""
    return ""


def _turn_words(seen, cards: int) -> str:
    return _("turn {cards}").format(cards=signs(cards))


def _card_words(seen, kind: int) -> str:
    """A card in the move that it is chosen for."""
    card = signs(1 << kind)
    if seen.phase == LAYING:
        return _("lay {card}").format(card=card)
    if seen.phase == SHOWING:
        return _("show {card}").format(card=card)
    return _("take {card} back").format(card=card)


_CARDS = [card_text(kind) for kind in range(KINDS)]

MOVES = moves(
    Each(0, _CARDS, words=_card_words),
    Range(NUMBER, 1, MOST_CARDS, "+{n}", NN_("lay {n} card", "lay {n} cards")),
    Word(WITHDRAW, "-0", N_("leave the cards on the table")),
    Range(
        WITHDRAW,
        1,
        MOST_CARDS // 2,
        "-{n}",
        NN_("take {n} card back", "take {n} cards back"),
    ),
    outcomes=[
        Each(0, _CARDS, words=lambda seen, a: signs(1 << a), when=lambda s: s.phase == DEALING),
        Written(0, EVERY_CARD + 1, lambda s, a: cards_text(a, "-"), _turn_words),
    ],
)


def speaker(seen, a: int) -> int:
    """The seat that turns the cards that are revealed."""
    return int(seen.to_move) if seen.phase in (REVEALING, LAST) else CHANCE


def log_line(moves, after, viewer: int) -> tuple[int, str] | None:
    """A sentence for each lay, withdrawal and trick, and for the cards that ``viewer`` draws."""
    seen, token = moves[-1]
    me = int(seen.to_move)
    if seen.phase in (NUMBERING, LAYING):
        return None if after.phase == LAYING else (me, _lay_line(after, me, viewer))
    if seen.phase in (RETREATING, WITHDRAWING, SHOWING):
        return None if after.phase in (WITHDRAWING, SHOWING) else _retreat_line(moves, viewer)
    if seen.phase == REVEALING:
        return None if after.phase == REVEALING else _trick_line(moves, after, viewer)
    if seen.phase == LAST:
        return me, _last_line(int(token), me, viewer)
    return None if after.phase == DEALING else (viewer, _draw_line(moves, viewer))


def deal_part(seen) -> str:
    """The number of the trick; no part for the cards that are left in the end."""
    return "" if seen.phase == LAST else _("Trick {n}").format(n=int(seen.tricks) + 1)


def _lay_line(after, me: int, viewer: int) -> str:
    n, cards = int(after.numbers[me]), int(after.laid[me])
    if me == viewer:
        return _("You lay {cards}.").format(cards=signs(cards))
    if cards:
        return _("{name} lays {cards}.").format(name=seat_called(me), cards=signs(cards))
    text = ngettext("{name} lays {n} card.", "{name} lays {n} cards.", n)
    return text.format(name=seat_called(me), n=n)


def _retreat_line(moves, viewer: int) -> tuple[int, str]:
    me = int(moves[0][0].to_move)
    n = int(moves[0][1]) - WITHDRAW
    shown = sum(1 << int(card) for seen, card in moves if seen.phase == SHOWING)
    told = {"name": seat_called(me), "n": n, "shown": signs(shown)}
    if n == 0:
        text = _("You take no card back.") if me == viewer else _("{name} takes no card back.")
    elif me == viewer:
        text = ngettext(
            "You take {n} card back and show {shown}.",
            "You take {n} cards back and show {shown}.",
            n,
        )
    else:
        text = ngettext(
            "{name} takes {n} card back and shows {shown}.",
            "{name} takes {n} cards back and shows {shown}.",
            n,
        )
    return me, text.format(**told)


def _trick_line(moves, after, viewer: int) -> tuple[int, str]:
    """The winner of a trick, the number of cards and the lay, and the viewer's lay that lost."""
    lays = {int(seen.to_move): int(cards) for seen, cards in moves}
    # The leader is not the winner where the winner has no card left to lead.
    winner = next(seat for seat, lay in lays.items() if lay & int(after.pile[seat]))
    cards = sum(int(count(lay)) for lay in lays.values())
    text = won_words(lays[winner], cards, winner, viewer)
    text = f"{text[0].upper()}{text[1:]}."
    if viewer in lays and viewer != winner:
        lost = _("You lose with {combination}.").format(combination=combination_signs(lays[viewer]))
        text = f"{text} {lost}"
    return winner, text


def won_words(lay: int, cards: int, winner: int, viewer: int) -> str:
    """``Machine 2 wins 5 cards with 4♦ 5♦ (straight flush of 2)``."""
    told = {"n": cards, "combination": combination_signs(lay)}
    if winner == viewer:
        text = ngettext(
            "you win {n} card with {combination}", "you win {n} cards with {combination}", cards
        )
        return text.format(**told)
    text = ngettext(
        "{name} wins {n} card with {combination}", "{name} wins {n} cards with {combination}", cards
    )
    return text.format(name=seat_called(winner), **told)


def combination_signs(lay: int) -> str:
    """The best combination of a lay: ``4♦ 5♦ (straight flush of 2)``."""
    best = int(best_cards(lay))
    return signs(best) if count(best) == 1 else f"{signs(best)} ({type_words(lay)})"


def _last_line(cards: int, me: int, viewer: int) -> str:
    told = {"name": seat_called(me), "cards": signs(cards)}
    if me == viewer:
        return _("Only you still have cards. They go onto your pile: {cards}.").format(**told)
    return _("Only {name} still has cards. They go onto that pile: {cards}.").format(**told)


def _draw_line(moves, viewer: int) -> str:
    """The cards that the viewer draws; "" where it sees none."""
    drawn = sum(1 << int(card) for seen, card in moves if card != HIDDEN and seen.to_move == viewer)
    return _("You draw {cards}.").format(cards=signs(drawn)) if drawn else ""


# -- what is typed ---------------------------------------------------------------------------------


def question(seen) -> str:
    """The question to the player."""
    if seen.phase == NUMBERING:
        return _("lay which cards? (3S 3H, or all)")
    if seen.phase == RETREATING:
        return _("take cards back? (3S / 4S takes 3S back and shows 4S; stay)")
    n = int(seen.to_come)
    if seen.phase == LAYING:
        return ngettext("lay which card?", "lay which {n} cards?", n).format(n=n)
    if seen.phase == SHOWING:
        return ngettext("show which card?", "show which {n} cards?", n).format(n=n)
    return ngettext("take which card back?", "take which {n} cards back?", n).format(n=n)


def read_line(seen, line: str) -> list[str] | None:
    """The moves in notation that a typed line stands for; None where it is no answer at all.

    Raises :class:`BadInput` with one sentence where it cannot be done.
    """
    text = line.strip()
    if seen.phase == NUMBERING:
        return _read_lay(seen, text)
    if seen.phase == RETREATING:
        return _read_retreat(seen, text)
    return None


def line_text(seen, moves) -> str:
    """The moves of a turn as they are typed: the cards laid, or taken back and shown."""
    first = int(moves[0])
    if seen.phase == NUMBERING:
        # A whole hand is laid without being asked for.
        n, hand = first - NUMBER, int(seen.hand[seen.to_move])
        return cards_text(hand) if n == count(hand) else _cards_of(moves[1 : n + 1])
    if seen.phase == RETREATING:
        n = first - WITHDRAW
        back, shown = moves[1 : n + 1], moves[n + 1 : 2 * n + 1]
        return f"{_cards_of(back)} / {_cards_of(shown)}" if n else "stay"
    return MOVES.text(seen, first)


def _cards_of(moves) -> str:
    return " ".join(map(card_text, moves))


def _is_cards(text: str) -> bool:
    try:
        return read_cards(text) > 0
    except BadInput:
        return False


def _read_lay(seen, text: str) -> list[str] | None:
    hand = int(seen.hand[seen.to_move])
    if text.casefold() in _ALL:
        return [f"+{count(hand)}"]
    if not _is_cards(text):
        return None
    lay = read_cards(text)
    _check_held(lay, hand, _("your hand is {cards}"))
    number = [f"+{count(lay)}"]
    return number if lay == hand else number + [card_text(k) for k in kinds_of(lay)]


def _read_retreat(seen, text: str) -> list[str] | None:
    if text.casefold() in STAY:
        return ["-0"]
    back, slash, rest = text.partition("/")
    if not slash or not _is_cards(back) or not _is_cards(rest):
        return None
    taken, shown = read_cards(back), read_cards(rest)
    laid = int(seen.laid[seen.to_move])
    _check_held(taken | shown, laid, _("you laid {cards}"))
    if taken & shown or count(taken) != count(shown):
        raise BadInput(_("for each card taken back another laid card is shown"))
    order = [card_text(k) for part in (taken, shown) for k in kinds_of(part)]
    return [f"-{count(taken)}", *order]


def _check_held(cards: int, held: int, where: str) -> None:
    missing = cards & ~held
    if missing:
        raise BadInput(
            _("you do not have {missing} there: {where}").format(
                missing=cards_text(missing), where=where.format(cards=cards_text(held))
            )
        )


# -- the table -------------------------------------------------------------------------------------


def table_text(seen, seat: int) -> str:
    """Trick and deck, the own hand, then for each player cards, lay and pile."""
    lines = [_head(seen)]
    if seat >= 0 and int(seen.in_hand[seat]):
        best = "" if seen.phase == DEALING else f"   ({combination_words(seen.hand[seat])})"
        lines.append(f"  {cards_text(seen.hand[seat])}{best}")
    return "\n".join([*lines, *(_player_line(seen, k, seat) for k in range(int(seen.players)))])


def _head(seen) -> str:
    n = int(seen.undealt)
    text = ngettext("{n} card in the deck", "{n} cards in the deck", n).format(n=n)
    if seen.played:
        return f"{_('Round {n}').format(n=int(seen.played) + 1)}. {text}. {_score(seen)}"
    return text


def _player_line(seen, owner: int, seat: int) -> str:
    name = seat_marked(owner, seat)
    n = int(seen.in_hand[owner])
    said = [ngettext("{n} card", "{n} cards", n).format(n=n)]
    lay = _lay_words(seen, owner, own=owner == seat)
    if lay:
        said.append(lay)
    pile = int(seen.pile[owner])
    if pile:
        worth = ngettext("{n} point", "{n} points", int(points(pile))).format(n=int(points(pile)))
        said.append(_("pile {cards} ({worth})").format(cards=pile_text(pile), worth=worth))
    mark = "*" if owner == seen.to_move and seen.phase not in (DEALING, OVER) else " "
    return f"{mark} {name}: {'; '.join(said)}"


def _lay_words(seen, owner: int, *, own: bool) -> str:
    on_table = int(seen.laid_count[owner])
    shown = int(seen.shown[owner])
    if on_table == 0:
        if not shown:
            return ""
        return _("last trick {cards}").format(cards=cards_text(shown, "-"))
    if own and seen.laid[owner]:
        return _("laid {cards}").format(cards=cards_text(seen.laid[owner]))
    known = cards_text(shown) + " " if shown else ""
    hidden = " ".join("x" for _card in range(on_table - count(shown)))
    return _("laid {cards}").format(cards=(known + hidden).strip())


def pile_text(pile: int) -> str:
    """A pile by value, the largest groups first: ``KKK 55 A``."""
    symbols = [VALUE_SYMBOLS[kind // SUITS] for kind in kinds_of(pile)]
    groups = sorted(set(symbols), key=lambda v: (-symbols.count(v), -VALUE_SYMBOLS.index(v)))
    return " ".join(v * symbols.count(v) for v in groups)


def sum_text(pile: int) -> str:
    """The points of a pile as the sum over its groups: ``20 + 2 × 9 + 4 × 1 = 42``."""
    pile = int(pile)
    sizes = Counter(
        (pile >> first & (1 << SUITS) - 1).bit_count()
        for first in range(0, pile.bit_length(), SUITS)
    )
    parts = [
        f"{n} × {GROUP_POINTS[size]}" if n > 1 else f"{GROUP_POINTS[size]}"
        for size, n in sorted(sizes.items(), reverse=True)
        if size
    ]
    told, total = " + ".join(parts), str(int(points(pile)))
    return total if told in ("", total) else f"{told} = {total}"


def standing_words(standing) -> str:
    """The score after a round, in words."""
    n = int(standing.played)
    head = ngettext("After {n} round:", "After {n} rounds:", n).format(n=n)
    return f"{head} {_score(standing)}"


def _score(seen) -> str:
    return ", ".join(f"{seat_called(k)}: {int(seen.score[k])}" for k in range(int(seen.players)))
