"""Positions, melds and states of the chain as a person types them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.registry import load_game

from ..ids import KINDS, PAIRS
from ..notation import signs
from ..options import cards
from ..positions import UNKNOWN, add_meld, read_cards, read_position, run_of
from . import chain
from .going_out import SUITS, Counts, Melds, PairMelds, TableMeld
from .position import DECK, Position


def record_from(
    hand: str,
    melds: str,
    pile: str,
    seen: str,
    partner: int,
    final: bool,
    options: Options,
) -> np.ndarray:
    """The record of a position under any rules, seat 0 to draw; raises ``BadInput``.

    The cards ``seen`` are taken to be in the next hand; ``final`` says that the pair has had its
    morto.
    """
    for text in (hand, melds, pile, seen):
        if "?" in text:
            raise BadInput(_(_NO_UNKNOWN))
    record = load_game("buraco").new_state(options).record
    players, held = int(record[0].players), int(record[0].held)
    counts = [max(held, len(read_cards(seen) or ())), partner, held][: players - 1]
    text = f"hand {hand}; we {melds}; pile {pile}; counts {' '.join(map(str, counts))}"
    if seen:
        hook = load_game("buraco").hook(rooms.COUNTER_CLOCKWISE)
        text += f"; {'other' if players == PAIRS else 'right' if hook else 'left'} {seen}"
    if final:
        text += "; morto we"
    read_position(text, options, np.random.default_rng(0), record[0])
    return record


def position_from(
    hand: str,
    melds: str = "",
    pile: str = "",
    seen: str = "",
    partner: int = 11,
    final: bool = False,
) -> Position:
    """A position as it is typed; raises ``BadInput`` where two decks do not have the cards."""
    held, thrown, known = (read_kinds(text) for text in (hand, pile, seen))
    on_table, laid, clean = _read_melds(melds)
    unknown = _left(DECK, [*held, *thrown, *known, *laid], partner)
    table = PairMelds(on_table, clean or not final)
    return Position(_counts(held), table, unknown, partner)


def unknown_cards(
    hand: str, melds: str, pile: str, seen: str, partner: int, options: Options
) -> Counts:
    """The number of cards of each kind that a seat cannot place, by any rules; raises ``BadInput``.

    The hand may be left out, as before the deal.
    """
    deck, table = deck_of(options), load_game("buraco").new_state(options).record[0]
    known = [kind for text in (hand, pile, seen) for kind in read_kinds(text, deck)]
    for meld in filter(str.strip, melds.split(",")):
        add_meld(table, 0, meld)
        known += read_kinds(meld, deck)
    return _left(deck, known, partner)


def deck_of(options: Options) -> Counts:
    """The number of cards of each kind in the deck of these rules."""
    return _counts(cards(options), KINDS)


def _left(deck: Counts, known: Sequence[int], partner: int) -> Counts:
    """The cards of the deck but for those that are known; raises ``BadInput`` for too many."""
    unknown = []
    for kind, (copies, n) in enumerate(zip(deck, _counts(known, len(deck)), strict=True)):
        if n > copies:
            raise BadInput(
                _("there are {copies} of {card} in the deck, and you have chosen {n}").format(
                    copies=copies, card=signs([kind]), n=n
                )
            )
        unknown.append(copies - n)
    if not any(unknown) or partner > sum(unknown):
        raise BadInput(_("so many cards are not left for the others"))
    return tuple(unknown)


def read_kinds(text: str, deck: Counts = DECK) -> list[int]:
    """The cards of ``5H 6H 9S``, also written ``56H 9S``; raises ``BadInput``."""
    kinds = (read_cards(text) if text.strip() else []) or []
    if text.strip() and not kinds:
        raise BadInput(
            _("{text} are no cards: write rank and suit, as 3S TH or 567D").format(text=text)
        )
    if UNKNOWN in kinds:
        raise BadInput(_(_NO_UNKNOWN))
    if any(kind >= len(deck) or not deck[kind] for kind in kinds):
        raise BadInput(_("these odds are those of a deck without jokers"))
    return kinds


_NO_UNKNOWN = N_("these odds need cards that are known: write no ?")


def _counts(kinds: Iterable[int], different: int = len(DECK)) -> Counts:
    counted = Counter(kinds)
    return tuple(counted[kind] for kind in range(different))


def _read_melds(text: str) -> tuple[tuple[Melds, Melds, Melds, Melds], list[int], bool]:
    """The melds by suit, their cards, and whether a clean canastra is among them."""
    found: list[list[TableMeld]] = [[] for _suit in range(SUITS)]
    laid: list[int] = []
    clean = False
    for word in filter(str.strip, text.split(",")):
        kinds = read_kinds(word)
        suit, meld = read_meld(kinds, word.strip())
        found[suit].append(meld)
        clean = clean or (len(kinds) >= chain.CANASTRA and not meld.wild)
        laid += kinds
    first, second, third, fourth = (tuple(sorted(melds)) for melds in found)
    return (first, second, third, fourth), laid, clean


def read_meld(kinds: Sequence[int], text: str) -> tuple[int, TableMeld]:
    """The suit and the places of a run; raises ``BadInput`` where the cards are none."""
    found = run_of(kinds)
    if found is None:
        raise BadInput(
            _(
                "{text} is no meld: three cards or more of a suit in order, with one wild two"
            ).format(text=text)
        )
    suit, first, wild = found
    return suit, TableMeld(first, first + len(kinds) - 1, bool(wild))


def read_state(text: str) -> chain.MeldState:
    """A state of the chain by its name; T and 10 are tens too. Raises ``BadInput``."""
    name = text.upper().replace("10", "D").replace("T", "D")
    if name not in chain.BY_NAME:
        raise BadInput(
            _(
                "{text} is no meld: write its ranks in order with C for a wild, as 567 or 56C8"
            ).format(text=text)
        )
    return chain.BY_NAME[name]


def read_places(p: Sequence[float]) -> list[float]:
    """The chances of the 14 places, of which one may stand for all; raises ``BadInput``."""
    if len(p) not in (1, chain.PLACES):
        raise BadInput(_("one chance for all cards is needed, or 14 from the low ace to the high"))
    return list(p) * (chain.PLACES if len(p) == 1 else 1)
