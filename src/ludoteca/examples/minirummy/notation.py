"""Minirummy in text: a card is suit and rank (``a3``), a wild card stands in brackets.

``+a345`` opens a run, ``+a3(b2)5`` one with a wild card; ``1<a2`` adds to the low side of run 1,
``1>(b2)`` a wild card to its high side; ``-a3`` discards; ``draw`` and ``take``.
"""

from ludoteca.core.i18n import N_, _
from ludoteca.core.moves import Each, Word, Written, moves
from ludoteca.core.player_names import seat_marked

from .rules import (
    ADD,
    DISCARD,
    DRAW,
    FILLINGS,
    KINDS,
    MODES,
    OPEN,
    RANKS,
    RUN,
    SEATS,
    SIDE_MODES,
    STARTS,
    SUITS,
    TAKE,
    card_at,
    spent,
)

_SUITS = "ab"
_CARDS = [f"{suit}{rank + 1}" for suit in _SUITS for rank in range(RANKS)]  # by kind


def _add_text(s, a: int) -> str:
    meld, mode = (a - ADD) // MODES, (a - ADD) % MODES
    card = _CARDS[spent(s, a, 0)]
    side = "<" if mode < SIDE_MODES else ">"
    return f"{meld + 1}{side}" + (f"({card})" if mode % SIDE_MODES else card)


def _add_words(seen, a: int) -> str:
    low = (a - ADD) % MODES < SIDE_MODES
    run, _side, card = _add_text(seen, a).partition("<" if low else ">")
    words = _("add {card} below run {run}") if low else _("add {card} above run {run}")
    return words.format(card=card, run=run)


def _open_text(s, a: int) -> str:
    filling, first = (a - OPEN) % FILLINGS, (a - OPEN) // FILLINGS
    wild = (filling - 1) // SUITS if filling else -1
    places = [
        f"({_CARDS[spent(s, a, i)]})" if i == wild else str(first % STARTS + i + 1)
        for i in range(RUN)
    ]
    return f"+{_SUITS[first // STARTS]}" + "".join(places)


def _open_words(seen, a: int) -> str:
    return _("open the run {run}").format(run=_open_text(seen, a)[1:])


MOVES = moves(
    Word(DRAW, "draw", N_("draw a card")),
    Word(TAKE, "take", N_("take the pile")),
    Written(OPEN, ADD - OPEN, _open_text, _open_words),
    Written(ADD, DISCARD - ADD, _add_text, _add_words),
    Each(DISCARD, _CARDS, "-{card}", N_("discard {card}")),
    outcomes=[Each(0, _CARDS)],
)


def _cards(counts) -> str:
    shown = " ".join(_CARDS[kind] for kind in range(KINDS) for _copy in range(int(counts[kind])))
    return shown or "-"


def cards_at(seen, seat: int) -> list[str]:
    """The own hand; of the other, the cards that are known and the rest face down."""
    known = seen.hand[seat] if seen.hand[seat].any() else seen.known[seat]
    shown = _cards(known).split() if known.any() else []
    return [*shown, *["?"] * (int(seen.in_hand[seat]) - len(shown))]


def cards_on_table(seen) -> list[str]:
    """The open pile."""
    return _cards(seen.pile).split() if seen.pile.any() else []


def _run(seen, owner: int, meld: int) -> str:
    ranks = range(int(seen.low[owner, meld]), int(seen.high[owner, meld]) + 1)
    wild = int(seen.wild[owner, meld])
    place = (wild - 1) // SUITS if wild else -1
    shown = [
        f"({_CARDS[card_at(seen, owner, meld, r)]})" if r == place else str(r + 1) for r in ranks
    ]
    return _SUITS[int(seen.meld_suit[owner, meld])] + "".join(shown)


def table_text(seen, seat: int) -> str:
    """Stock and pile, then for each seat its hand (or what is known of it) and its runs."""
    head = _("stock {stock}  pile {pile}")
    lines = [head.format(stock=seen.stock, pile=_cards(seen.pile))]
    for owner in range(SEATS):
        own = owner == seat
        hand = _cards(seen.hand[owner] if own else seen.known[owner])
        runs = " ".join(_run(seen, owner, meld) for meld in range(int(seen.melds[owner])))
        line = _("{seat} {n} cards: {hand}  runs: {runs}").format(
            seat=f"{'*' if own else ' '} {seat_marked(owner, seat)}:",
            n=seen.in_hand[owner],
            hand=hand if own else f"{hand} ...",
            runs=runs or "-",
        )
        lines.append(line + (_("  second hand") if seen.second[owner] else ""))
    return "\n".join(lines)
