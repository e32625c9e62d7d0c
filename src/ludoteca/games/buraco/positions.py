"""Positions of a real game of buraco in a short text, as one player sees them.

::

    hand 3H 4H 5H 9S KD KD AC; we 567H, 89TJS; they TJQD; pile 9C ? 4D; counts 11 8 5;
    morto they; score 1200 900; right 9C 4D

Parts are separated by ``;`` and may come in any order:

========================  ======================================================================
``hand``                  the own cards
``we``, ``they``          the melds of the own pair and of the other, with commas, in order
``pile``                  the discard pile, the top card last; ``?`` where it is not known
``counts``                cards in the other hands, in the order of play
``morto``                 who has taken it: ``we``, ``they``, both or nobody
``mortos``                mortos on the table, where it is not two less those taken
``score``                 points of the own pair and of the other before the deal
``left`` and so on        cards that are known to be in that hand
``now``                   ``draw`` (the own turn begins, as without it) or ``play`` (it has drawn)
``takes``                 times that the pile was taken since the last draw from the stock
``taken``                 the card that was the whole pile and was taken in this turn
========================  ======================================================================

The stock is what is left. Who writes it sits at seat 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, fold, ngettext
from ludoteca.core.options import Options

from .ids import (
    CARDS,
    CHOOSING,
    EARLY,
    FREE,
    JOKER,
    KINDS,
    LAST,
    MELD,
    MELDS,
    MORTOS,
    NEVER,
    OVER,
    PAIRS,
    PLAYING,
    RANKS,
    SET,
    SUITS,
    TO_STOCK,
    TWIN,
    TWINS,
    UNDRAWN,
)
from .melds import count_meld_cards, has_set_of, has_sets_of, is_wild_card
from .notation import card_text, read_card

POSITION = N_(
    "hand 3H 4H 9S KD KD; we 567H, 89TJS; they TJQD; pile 9C ? 4D; counts 11 8 5 (the other hands, "
    "in the order of play); morto they (who has taken it); score 1200 900; now draw (or play)"
)

UNKNOWN = -1  #: a card that nobody noted

_SUIT_WORDS = {
    "hearts": "H", "copas": "H", "corazones": "H", "hertta": "H", "herttaa": "H",
    "spades": "S", "espadas": "S", "picas": "S", "pata": "S", "pataa": "S",
    "diamonds": "D", "ouros": "D", "diamantes": "D", "ruutu": "D", "ruutua": "D",
    "clubs": "C", "paus": "C", "treboles": "C", "risti": "C", "ristia": "C",
}  # fmt: skip
_RANKS = r"(?:10|[A2-9TJQK])"
_GROUP = re.compile(rf"({_RANKS}+)([CDHS♣♧♦♢♥♡♠♤])|(\*\*)|(\?)", re.IGNORECASE)
_BARE = re.compile(rf"{_RANKS}+", re.IGNORECASE)
_JOKERS = {"joker", "jokers", "coringa", "comodin", "jokeri"}


def read_cards(text: str) -> list[int] | None:
    """The cards of ``5H 6H 7H``, ``567H``, ``567 hearts``, ``5H-6H-**``; None where it is none.

    ``?`` is :data:`UNKNOWN`.
    """
    cards: list[int] = []
    bare = ""
    for word in re.split(r"[\s,\-]+", text.strip()):
        suit = _SUIT_WORDS.get(fold(word))
        if suit and bare:
            cards += _of_suit(bare, suit)
            bare = ""
        elif bare or not word:
            return None
        elif fold(word) in _JOKERS:
            cards.append(JOKER)
        elif _BARE.fullmatch(word):
            bare = word
        else:
            at = 0
            for group in _GROUP.finditer(word):
                if group.start() != at:
                    return None
                at = group.end()
                ranks, suit, joker, _unknown = group.groups()
                if ranks:
                    cards += _of_suit(ranks, suit)
                else:
                    cards.append(JOKER if joker else UNKNOWN)
            if at != len(word):
                return None
    return None if bare or not cards else cards


def _of_suit(ranks: str, suit: str) -> list[int]:
    return [read_card(rank + suit) for rank in re.findall(_RANKS, ranks, re.IGNORECASE)]


# -- a position ------------------------------------------------------------------------------------


def read_position(text: str, options: Options, rng: np.random.Generator, out) -> int:
    """Fill ``out`` with the position; what is ``?`` is drawn. Raises ``BadInput``."""
    from ludoteca.core.registry import load_game

    parts = _parts(text)
    start = load_game("buraco").new_state(options).record[0]
    for name in start.dtype.names:
        out[name] = start[name]
    players = int(out.players)
    out.to_move = 0
    out.to_come = 0
    out.begun = 1
    out.phase = _now(parts.get("now", "draw"))
    for kind in _cards(parts, "hand"):
        if kind == UNKNOWN:
            raise BadInput(_("the own hand is known: it cannot hold a card that is ?"))
        out.hand[0, kind] += 1
    for pair, name in enumerate(("we", "they")):
        for meld in filter(str.strip, parts.get(name, "").split(",")):
            add_meld(out, pair, meld)
    out.fresh = out.melds[0]
    _fill_counts(out, parts, players)
    _fill_mortos(out, parts)
    _fill_known(out, parts, players)
    out.score[:] = _numbers(parts, "score", PAIRS, 0, 99_999) or [0, 0]
    _fill_taken(out, _cards(parts, "taken"))
    out.takes = (_numbers(parts, "takes", 1, 0, int(out.most_takes)) or [0])[0]
    pile = _cards(parts, "pile")
    _check_copies(out, pile)
    _fill_pile(out, pile, rng)
    total = int(out.deck.sum())
    seen = sum(count_meld_cards(out)) + len(pile) + sum(int(n) for n in out.in_hand)
    stock = total - seen - int(out.mortos) * int(out.morto_size)
    stock -= UNDRAWN if out.stock_ends == EARLY else 0
    if stock < 0:
        raise BadInput(
            _(
                "hands, table, pile and mortos have {n} cards, more than the {total} of the deck"
            ).format(n=seen + int(out.mortos) * int(out.morto_size), total=total)
        )
    out.undealt, out.stock = total - seen, stock
    if stock == 0:
        _end_stock(out)
    return 0


def _end_stock(out) -> None:
    """Let a morto become the stock where the rules say so; else it is the last turn, or over."""
    if out.mortos > 0 and out.stock_ends == TO_STOCK:
        out.mortos -= 1
        out.stock = out.morto_size
    elif out.phase == CHOOSING:
        out.phase = OVER if out.stock_ends == EARLY else LAST
        out.last_turn = 1


_NAMES = (
    "hand", "we", "they", "pile", "counts", "morto", "mortos", "score", "now", "takes", "taken",
    "right", "left", "partner", "other",
)  # fmt: skip
_ALIASES = {
    "mao": "hand", "mano": "hand", "kasi": "hand", "nos": "we", "nosotros": "we", "me": "we",
    "eles": "they", "ellos": "they", "he": "they", "lixo": "pile", "pozo": "pile",
    "avopakka": "pile", "cartas": "counts", "kortit": "counts", "placar": "score",
    "puntos": "score", "pisteet": "score", "agora": "now", "ahora": "now", "nyt": "now",
    "direita": "right", "derecha": "right", "oikea": "right", "esquerda": "left",
    "izquierda": "left", "vasen": "left", "parceiro": "partner", "companero": "partner",
    "pari": "partner", "outro": "other", "otro": "other", "toinen": "other", "east": "right",
    "west": "left", "north": "partner",
}  # fmt: skip


def _parts(text: str) -> dict[str, str]:
    """The parts of a position by name; raises ``BadInput`` for one that is not known or twice."""
    parts: dict[str, str] = {}
    for part in filter(str.strip, text.replace("\n", ";").split(";")):
        word, _space, rest = part.strip().partition(" ")
        name = _ALIASES.get(fold(word.rstrip(":")), fold(word.rstrip(":")))
        if name not in _NAMES:
            raise BadInput(
                _("a position has parts such as: {names}; not {word}").format(
                    names=" ".join(_NAMES), word=word
                )
            )
        if name in parts:
            raise BadInput(_("{word} is there twice").format(word=word))
        parts[name] = rest.strip()
    if "hand" not in parts:
        raise BadInput(_("a position needs the own hand: hand 3H 4H 9S ..."))
    return parts


def _now(text: str) -> int:
    phases = {"draw": CHOOSING, "play": PLAYING}
    if fold(text) not in phases:
        raise BadInput(_("now is draw or play, not {text}").format(text=text))
    return phases[fold(text)]


def _cards(parts: dict[str, str], name: str) -> list[int]:
    text = parts.get(name, "")
    if not text or text == "-":
        return []
    cards = read_cards(text)
    if cards is None:
        raise BadInput(
            _("{name} is no list of cards such as 3H 4H 567S: {text}").format(name=name, text=text)
        )
    if len(cards) > CARDS:
        raise BadInput(_("{name} has more cards than the deck").format(name=name))
    return cards


def _numbers(parts: dict[str, str], name: str, n: int, low: int, high: int) -> list[int] | None:
    if name not in parts:
        return None
    words = parts[name].replace(",", " ").split()
    numbers = [int(w) for w in words if re.fullmatch(r"-?\d{1,6}", w)]
    if len(numbers) != n or len(words) != n or not all(low <= x <= high for x in numbers):
        sentence = ngettext(
            "{name} is {n} whole number from {low} to {high}, not: {text}",
            "{name} is {n} whole numbers from {low} to {high}, not: {text}",
            n,
        )
        raise BadInput(sentence.format(name=name, n=n, low=low, high=high, text=parts[name]))
    return numbers


def _fill_counts(out, parts: dict[str, str], players: int) -> None:
    out.in_hand[:] = 0
    out.in_hand[0] = int(out.hand[0].sum())
    counts = _numbers(parts, "counts", players - 1, 0, 99) or [int(out.held)] * (players - 1)
    for number, n in enumerate(counts, 1):
        out.in_hand[number] = n
    if out.in_hand[0] == 0:
        raise BadInput(_("the own hand has no cards"))


def _fill_mortos(out, parts: dict[str, str]) -> None:
    taken = {fold(word) for word in parts.get("morto", "").replace(",", " ").split()}
    taken = {_ALIASES.get(word, word) for word in taken}
    if not taken <= {"we", "they", "-", "nobody", "both", "e", "y", "and", "ja"}:
        raise BadInput(_("morto says who has taken it: we, they, both, or nothing"))
    for pair, name in enumerate(("we", "they")):
        if name in taken or "both" in taken:
            out.took_morto[pair] = 1 + pair
            out.used_morto[pair] = 1
    left = MORTOS - int((out.took_morto > 0).sum())
    out.mortos = (_numbers(parts, "mortos", 1, 0, left) or [left])[0]


def _fill_known(out, parts: dict[str, str], players: int) -> None:
    from ludoteca.core import rooms
    from ludoteca.core.registry import load_game

    counter = bool(load_game("buraco").hook(rooms.COUNTER_CLOCKWISE))
    seats = (
        {"right": 1, "partner": 2, "left": 3} if counter else {"left": 1, "partner": 2, "right": 3}
    )
    if players == PAIRS:
        seats = {"other": 1}
    for name in ("right", "left", "partner", "other"):
        for kind in _cards(parts, name):
            if name not in seats:
                raise BadInput(_("there is no {name} at this table").format(name=name))
            if kind != UNKNOWN:
                out.known[seats[name], kind] += 1
    for seat in range(1, players):
        if int(out.known[seat].sum()) > int(out.in_hand[seat]):
            raise BadInput(_("more cards are known in a hand than counts says it has"))


def _fill_taken(out, cards: list[int]) -> None:
    """Note that the pile was one card, and was taken."""
    if not cards:
        return
    if len(cards) > 1 or cards[0] == UNKNOWN or out.phase != PLAYING:
        raise BadInput(_("taken is the one card of a pile that was taken, where now is play"))
    if out.single != FREE:
        out.lone = 1 + cards[0]
        out.lone_needs = TWINS if out.single == TWIN else NEVER


def _left(out) -> list[int]:
    """The cards of each kind that are nowhere yet."""
    table = count_meld_cards(out)
    placed = out.hand[0] + out.pile + out.known.sum(axis=0)
    return [int(n) - int(placed[kind]) - table[kind] for kind, n in enumerate(out.deck)]


def _check_copies(out, pile: list[int]) -> None:
    left = _left(out)
    for kind, n in Counter(pile).items():
        if kind != UNKNOWN:
            left[kind] -= n
    for kind, n in enumerate(left):
        if n < 0:
            there = int(out.deck[kind])
            raise BadInput(
                ngettext(
                    "{card} is there {n} times, and the deck has {copies} of it",
                    "{card} is there {n} times, and the deck has {copies} of it",
                    there,
                ).format(card=card_text(kind), n=there - n, copies=there)
            )


def _fill_pile(out, pile: list[int], rng: np.random.Generator) -> None:
    """Put the cards into the pile; those that are not known are drawn from what is left."""
    for kind in pile:
        if kind != UNKNOWN:
            out.pile[kind] += 1
    left = np.array(_left(out), np.int64)
    drawn: list[int] = []
    for _card in range(pile.count(UNKNOWN)):
        drawn.append(int(rng.choice(KINDS, p=left / left.sum())))
        left[drawn[-1]] -= 1
        out.pile[drawn[-1]] += 1
    out.pile_cards = len(pile)
    if pile:
        top = pile[-1] if pile[-1] != UNKNOWN else drawn[-1]
        out.top = 1 + top


# -- melds -----------------------------------------------------------------------------------------


def add_meld(out, pair: int, text: str) -> None:
    """Put a meld on the table: a run in its order, or a set."""
    cards = read_cards(text)
    if cards is None or UNKNOWN in cards:
        raise BadInput(_("{text} is no meld: write its cards in order, as 567H or 5H 6H 2S").format(
            text=text.strip()))  # fmt: skip
    if out.melds[pair] == MELDS:
        raise BadInput(_("a pair has {n} melds at most").format(n=MELDS))
    if not (_as_run(out, pair, cards) or _as_set(out, pair, cards)):
        raise BadInput(_("{text} is no meld by these rules").format(text=text.strip()))
    out.melds[pair] += 1


def run_of(
    cards: Sequence[int], suits: int = SUITS, ranks: int = RANKS, most_wilds: int = 1
) -> tuple[int, int, list[tuple[int, int]]] | None:
    """Suit, lowest place and wild cards, as place and kind, of cards in order; None for no run.

    Of several ways to take them for one, that with the fewest wild cards.
    """
    ways = []
    for suit in range(suits):
        for low in range(ranks + 2 - len(cards)):
            wild = [
                (place, kind)
                for place, kind in enumerate(cards, low)
                if kind != suit * RANKS + place % ranks
            ]
            if all(is_wild_card(kind) for _place, kind in wild) and len(wild) <= most_wilds:
                ways.append((len(wild), suit, low, wild))
    if len(cards) < MELD or not ways or min(ways)[0] > len(cards) - 2:
        return None
    return min(ways)[1:]


def _as_run(out, pair: int, cards: list[int]) -> bool:
    """Note the cards as a run; False where they are none."""
    meld = int(out.melds[pair])
    found = run_of(cards, int(out.suits), int(out.ranks), int(out.most_wilds))
    if found is None:
        return False
    suit, low, wild = found
    high, placed = low + len(cards) - 1, [place for place, _kind in wild]
    if not out.two_aces and low == 0 and high == out.ranks and not {low, high} & set(placed):
        return False
    out.meld_suit[pair, meld] = suit
    out.low[pair, meld], out.high[pair, meld] = low, high
    for i, (place, kind) in enumerate(wild):
        out.wild_at[pair, meld, i] = place
        out.wild_kind[pair, meld, i] = kind
    return True


def _as_set(out, pair: int, cards: list[int]) -> bool:
    """Note the cards as a set; False where they are none."""
    meld = int(out.melds[pair])
    natural = [kind for kind in cards if not is_wild_card(kind)]
    wild = [kind for kind in cards if is_wild_card(kind)]
    ranks = {kind % RANKS for kind in natural}
    allowed = all(
        has_sets_of(out, rank) and (out.same_sets or not has_set_of(out, pair, rank))
        for rank in ranks
    )
    most = max(Counter(natural).values(), default=0)
    if not allowed or len(ranks) != 1 or len(wild) > out.most_wilds or len(cards) < 3 or most > 2:
        return False
    out.meld_suit[pair, meld] = SET
    out.low[pair, meld], out.high[pair, meld] = ranks.pop(), len(cards)
    out.set_suits[pair, meld] = sum(3 ** (kind // RANKS) for kind in natural)
    for i, kind in enumerate(wild):
        out.wild_kind[pair, meld, i] = kind
    return True
