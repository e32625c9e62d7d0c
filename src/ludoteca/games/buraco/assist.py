"""A real game of buraco, followed by hand: what is typed of turns and positions.

Cards are typed singly or together: ``5H 6H 7H``, ``567H``, ``567 hearts``; a joker is ``**``. The
moves of the notation are understood, and what people say in the four languages: ``draws``,
``takes pile``, ``melds 567 hearts``, ``adds 8H to 2``, ``throws 9S``. Who throws or melds without
more has drawn from the stock.

What another seat is seen to play is added to what is known of its hand (``known``), and worlds are
drawn with it: of two copies the known one goes first, as in the rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _, fold, ngettext
from ludoteca.core.ids import CHANCE
from ludoteca.core.player_names import seat_called

from .ids import (
    ACTIONS,
    CHOOSING,
    DEALING,
    DISCARD,
    DRAW,
    DRAWING,
    FIRST,
    KEEP,
    KINDS,
    LAST,
    MELDS,
    MORTO,
    NEVER,
    OPEN_JOKER,
    PASS,
    PLAYING,
    TAKE,
    UPCARD,
    WILDS,
)
from .laying import kept_of, never_thrown
from .melds import count_meld_cards, is_lay, pair_of, spent_cards
from .notation import (
    MOVES,
    card_text,
    is_opening,
    meld_and_side,
    meld_text,
    why_kept,
    why_not_out,
    why_not_taken,
)
from .notation import read_line as read_moves
from .positions import POSITION as POSITION
from .positions import UNKNOWN, read_cards
from .positions import read_position as read_position
from .rules import STATE
from .worlds import unseen_by

_DRAWN = {"draw", "draws", "stock", "compra", "comprar", "roba", "robar", "nostaa"}
_TAKEN = {
    "take", "takes", "pega", "levanta", "toma", "ottaa",
    "pile", "the", "with", "lixo", "o", "com", "pozo", "el", "con", "pakan", "avopakan",
}  # fmt: skip
_LAID = {
    "meld", "melds", "lay", "lays", "open", "opens", "add", "adds",
    "baixa", "desce", "abre", "junta", "acrescenta", "baja", "anade", "laskee", "lisaa", "avaa",
}  # fmt: skip
_THROWN = {
    "throw", "throws", "discard", "discards", "descarta", "joga", "tira", "heittaa", "poistaa",
}  # fmt: skip
_REFUSED = {"refuse", "refuses", "recusa", "rechaza", "hylkaa"}
_PLAIN = {
    KEEP: (FIRST, {"keep", "keeps", "fica", "queda", "pitaa"}),
    PASS: (LAST, {"pass", "passes", "passa", "pasa", "passaa"}),
}
"""Moves that a word stands for, and the phase in which they are made."""
_TO = {"to", "on", "em", "no", "a", "en", "al", "peliin"}
_MOST_NODES = 4_000  #: positions that are tried to lay the cards of one event
_MOST_WAYS = 500  #: positions that are looked at for other ways to lay them

_CARDS_COME = (DEALING, DRAWING, MORTO, UPCARD)


# -- what is typed ---------------------------------------------------------------------------------


def read_event(seen, actor: int, text: str) -> list[int | range] | list[int] | None:
    """The moves of a seat, or the cards that come to the own hand; None where it is neither.

    Raises ``BadInput`` where cards fit several melds, or none.
    """
    if actor == CHANCE:
        cards = read_cards(text) if seen.phase in _CARDS_COME else None
        return None if cards is None or UNKNOWN in cards else cards
    words = text.split()
    verbs = {fold(word) for word in words}
    if seen.phase in (CHOOSING, LAST) and verbs <= _TAKEN and verbs:
        if seen.closed:
            raise BadInput(
                _("the pile is closed: say the meld of its top card too, as in: takes 5H 6H 7H")
            )
        return [TAKE]
    if fold(words[0]) in _DRAWN and seen.phase != CHOOSING:
        raise BadInput(_("no card can be drawn from the stock now"))
    if verbs <= _DRAWN:
        return [DRAW]
    for move, (phase, names) in _PLAIN.items():
        if verbs <= names and seen.phase == phase:
            return [move]
    moves = _noted(seen, words)
    if moves is not None:
        return moves
    first = fold(words[0])
    if first in _THROWN | _REFUSED:
        return _thrown(seen, " ".join(words[1:]), refused=first in _REFUSED)
    while words and fold(words[0]) in _LAID | _TAKEN:
        words = words[1:]
    return _laid(seen, words) if words else None


def _before(seen) -> list[int]:
    """The move that is not said: who plays on has kept the first card, or drawn from the stock."""
    if seen.phase == FIRST:
        return [KEEP]
    return [DRAW] if seen.phase == CHOOSING else []


def _thrown(seen, text: str, refused: bool = False) -> list[int | range] | None:
    cards = read_cards(text)
    if cards is None:
        return None
    if len(cards) != 1:
        raise BadInput(_("one card is thrown at the end of a turn, not more"))
    if cards == [UNKNOWN]:
        return [*_before(seen), range(DISCARD, DISCARD + KINDS)]
    return [*([] if refused else _before(seen)), DISCARD + cards[0]]


def _noted(seen, words: list[str]) -> list[int] | None:
    """The moves of words in notation, made one after the other; None where one is no move."""
    try:
        texts = [(read_moves(seen, word) or [""])[0] for word in words]
    except BadInput:
        return None
    moves = [DRAW] if seen.phase == CHOOSING and texts[0][:1] == "x" else []
    own = bool(seen.hand[seen.to_move].sum())
    table = _holding(seen, [])
    for number, text in enumerate(texts):
        cards = read_cards(re.sub(r"^(x|\d+[<>+=])|[<>]$", "", text)) or []
        if text[:1] == "x":
            found = [DISCARD + kind for kind in cards]
        else:
            if not own:
                _hold(table, cards)
            found = [a for a in _legal(table) if MOVES.text(table[0], a) == text]
        if len(found) != 1:
            return None
        moves.append(found[0])
        if number + 1 < len(texts):
            calls.apply_action(table, 0, found[0])
            if int(table["phase"][0]) not in (PLAYING, CHOOSING, LAST, FIRST):
                return None
    return moves


def _holding(seen, cards: list[int]):
    """An array of length 1 like ``seen``, in which the seat to move holds ``cards``.

    The seat's own hand is as it is; of another's it is what is known.
    """
    table = STATE.empty()
    table[0] = seen
    me = int(seen.to_move)
    if not int(seen.hand[me].sum()):
        table["hand"][0, me] = seen.known[me]
        _hold(table, cards)
    return table


def _hold(table, cards: list[int]) -> None:
    """Let the hand of the seat to move hold ``cards``, in place."""
    hand = table["hand"][0, table["to_move"][0]]
    for kind, n in Counter(cards).items():
        hand[kind] = max(n, int(hand[kind]))


def _legal(table) -> list[int]:
    ids = np.zeros(ACTIONS, np.int64)
    return ids[: calls.legal_actions(table, 0, ids)].tolist()


def _laid(seen, words: list[str]) -> list[int] | None:
    """The moves that lay cards: melds opened, cards added, the closed pile taken with them."""
    meld = -1
    if len(words) > 2 and fold(words[-2]) in _TO and words[-1].isdecimal():
        words, meld = words[:-2], int(words[-1][:3]) - 1
    cards = read_cards(" ".join(words))
    if not cards or UNKNOWN in cards:
        return None
    closed = bool(seen.closed) and seen.phase in (CHOOSING, LAST)
    before = [] if closed else _before(seen)
    table = _holding(seen, cards)
    if before:  # with one card more where it has drawn
        table["in_hand"][0, table["to_move"][0]] += seen.phase == CHOOSING
        table["phase"][0] = PLAYING
    tries = iter(range(_MOST_NODES))
    found: list[int] | None = next(_ways(table, Counter(cards), meld, tuple(cards), tries), None)
    if found is None:
        raise BadInput(_cannot_lay(seen, cards))
    return before + _cleanest(table, found, meld, cards)


def _cleanest(table, found: list[int], meld: int, cards: list[int]) -> list[int]:
    """Of the ways to lay the same cards the one with the fewest wild cards: a two in its own place.

    Where several are left, cards that open a meld lie as they were typed; of others the person is
    asked to say which.
    """
    pair, by_result = pair_of(int(table["to_move"][0])), dict[tuple[str, ...], list[int]]()
    fewest = MELDS * WILDS
    for way, after in _same_cards(table, found, meld):
        s = after[0]
        wilds = int((s.wild_kind[pair, : s.melds[pair]] >= 0).sum())
        if wilds < fewest:
            fewest = wilds
            by_result.clear()
        if wilds == fewest:
            melds = tuple(sorted(meld_text(s, pair, m) for m in range(int(s.melds[pair]))))
            by_result.setdefault(melds, way)
    ways = list(by_result.values())
    if len(ways) == 1:
        return ways[0]
    if any(map(is_opening, found)):
        return found if found in ways else ways[0]
    raise BadInput(
        _("{cards} can be added in several ways: type {ways}").format(
            cards=" ".join(map(card_text, cards)),
            ways=_(" or ").join(_row_text(table, way) for way in ways),
        )
    )


def _row_text(table, way: list[int]) -> str:
    """The moves of a row in notation."""
    after, texts = table.copy(), []
    for a in way:
        texts.append(MOVES.text(after[0], a))
        calls.apply_action(after, 0, a)
    return " ".join(texts)


def _same_cards(table, found: list[int], meld: int):
    """Rows of moves that open melds with the same cards as ``found`` and add the others anywhere.

    Each with the table after it; of rows that come to the same table one, ``found`` first.
    """
    left, after = Counter[tuple[int, ...]](), table.copy()
    for a in found:
        left[_cards_of(after, a)] += 1
        calls.apply_action(after, 0, a)
    yield found, after
    waiting, met = [(table, left, list[int]())], {after.tobytes()}
    for _try in range(_MOST_WAYS):
        if not waiting:
            return
        here, left, way = waiting.pop()
        if not left.total():
            yield way, here
            continue
        if way and here["phase"][0] != PLAYING:
            continue
        for a in reversed(_legal(here)):
            cards = _cards_of(here, a)
            other = not is_opening(a) and meld_and_side(a)[0] != meld >= 0
            if not left[cards] or not is_lay(a) or other:
                continue
            after = here.copy()
            calls.apply_action(after, 0, a)
            if after.tobytes() not in met:
                met.add(after.tobytes())
                waiting.append((after, left - Counter([cards]), [*way, a]))


def _cards_of(table, a: int) -> tuple[int, ...]:
    """The kinds that a move spends, ascending."""
    return tuple(sorted(spent_cards(table[0], a)))


def _ways(table, left: Counter[int], meld: int, order, tries: Iterator[int]):
    """Rows of moves that lay just the cards ``left``, those first that open melds as typed."""
    if not left.total():
        yield []
        return
    moves = []
    for a in _legal(table):
        kinds = spent_cards(table[0], a)
        if not is_lay(a) or Counter(kinds) - left:
            continue
        if meld >= 0 and (is_opening(a) or meld_and_side(a)[0] != meld):
            continue
        # As typed: a meld opens with the first cards, and the next go to its high end, the last
        # meld before the others.
        last = is_opening(a) or -meld_and_side(a)[0]
        moves.append((tuple(kinds) != order[: len(kinds)], -len(kinds), last, -a, kinds))
    for _typed, _number, _last, minus, kinds in sorted(moves):
        a = -minus
        if next(tries, None) is None:
            return
        after = table.copy()
        calls.apply_action(after, 0, a)
        rest = left - Counter(kinds)
        if after["phase"][0] != PLAYING:
            if not rest.total():
                yield [a]
            continue
        following = list(order)
        for kind in kinds:
            following.remove(kind)
        for way in _ways(after, rest, meld, tuple(following), tries):
            yield [a, *way]


def _cannot_lay(seen, cards: list[int]) -> str:
    """Say which of the cards cannot be in the hand that is to lay them, or that no meld fits."""
    needed = Counter(cards)
    if seen.phase in (CHOOSING, LAST) and seen.closed and seen.top:
        needed -= Counter([int(seen.top) - 1])
    if seen.hand[seen.to_move].any() and (lacking := _lacking(seen, needed)):
        return lacking
    return _("{cards} cannot be laid so: no meld of this pair fits them").format(
        cards=" ".join(map(card_text, cards))
    )


def _lacking(seen, needed: Counter[int]) -> str:
    """Say which of the cards the hand of the seat to move lacks, "" where it has them all."""
    own = seen.hand[seen.to_move]
    lacking = " ".join(card_text(kind) for kind, n in needed.items() if n > own[kind])
    return _("you do not hold {cards}").format(cards=lacking) if lacking else ""


# -- what is known ---------------------------------------------------------------------------------


def _unseen(seen, seat: int) -> list[int]:
    """Cards of each kind that ``seat`` cannot place."""
    return unseen_by(seen, seat)[0].tolist()


def chance_words(seen, seat: int) -> str:
    """The cards that are dealt to ``seat``, that it draws, of its morto, or that begin the pile."""
    if seen.phase == UPCARD:
        return _("the card that begins the pile")
    if seen.phase == DRAWING:
        return _("the card that you draw")
    if seen.phase == MORTO:
        n = int(seen.to_come)
        return ngettext(
            "{n} card from the morto, now yours", "{n} cards from the morto, now yours", n
        ).format(n=n)
    n = int(seen.held) - int(seen.in_hand[seat])
    return ngettext("your hand: {n} card to come", "your hand: {n} cards to come", n).format(n=n)


def unseen_cards(seen, seat: int) -> list[tuple[str, int]]:
    """The cards of the stock, the mortos and what is not known of the other hands."""
    return [(card_text(kind), n) for kind, n in enumerate(_unseen(seen, seat)) if n > 0]


def _needed(seen, token: int) -> Counter[int]:
    """The cards that a move takes out of the hand, and the one that it shows to stay there."""
    kinds = Counter(spent_cards(seen, token))
    if DISCARD <= token < OPEN_JOKER:
        kinds[token - DISCARD] += int(kept_of(seen, token - DISCARD))
    if seen.phase in (CHOOSING, LAST) and seen.closed and seen.top:
        kinds -= Counter([int(seen.top) - 1])
    return kinds


def assume(seen, seat: int, token: int) -> bool:
    """The cards of another's move are known to be in its hand."""
    if seen.phase in _CARDS_COME:
        return _unseen(seen, seat)[token] > 0
    me = int(seen.to_move)
    unseen, needed = _unseen(seen, seat), _needed(seen, token)
    for kind, n in needed.items():
        more = n - int(seen.known[me, kind])
        if more > unseen[kind]:
            return False
        seen.known[me, kind] = max(n, int(seen.known[me, kind]))
    return int(seen.known[me].sum()) <= int(seen.in_hand[me])


def known_of(seen, seat: int, token: int) -> str:
    """Say where the copies of a card are, where too few are left, or how many cards a hand has."""
    if seen.phase in _CARDS_COME:
        needed, held = Counter([token]), Counter[int]()
        me = seat
    else:
        me = int(seen.to_move)
        if why := _why_forbidden(seen, seat, token):
            return why
        needed = _needed(seen, token)
        if me == seat:
            return _lacking(seen, needed)
        held = Counter({k: int(seen.known[me, k]) for k in needed})
    unseen = _unseen(seen, seat)
    for kind, n in needed.items():
        if n - held[kind] > unseen[kind]:
            return _("{card} cannot be: {places}").format(
                card=card_text(kind),
                places=", ".join(_places(seen, seat, kind)) or _("no such card"),
            )
    if me == seat:
        return ""
    if needed.total() > int(seen.in_hand[me]):
        n = int(seen.in_hand[me])
        return ngettext(
            "{player} has {n} card in hand", "{player} has {n} cards in hand", n
        ).format(player=seat_called(me), n=n)
    if int(seen.known[me].sum()) >= int(seen.in_hand[me]):
        return _("all cards of {player} are known, and this is none of them").format(
            player=seat_called(me)
        )
    return ""


def _why_forbidden(seen, seat: int, token: int) -> str:
    """Say why a card may not be thrown, or the pile not be taken; "" where it may."""
    if token == DISCARD + never_thrown(seen) and (seat == seen.to_move or seen.lone_needs == NEVER):
        return why_kept(seen)
    if DISCARD <= token < OPEN_JOKER and seat == seen.to_move:
        return why_not_out(seen)
    if token == TAKE and seat == seen.to_move:
        return why_not_taken(seen)
    return ""


def _places(seen, seat: int, kind: int) -> list[str]:
    """The places of the copies of a card, a few words each."""
    found = [
        (int(seen.hand[seat, kind]), _("in your hand")),
        (count_meld_cards(seen)[kind], _("on the table")),
        (int(seen.pile[kind]), _("in the pile")),
    ]
    for other in range(int(seen.players)):
        if other != seat:
            where = _("in the hand of {player}").format(player=seat_called(other))
            found.append((int(seen.known[other, kind]), where))
    return [f"{n} {where}" for n, where in found if n]
