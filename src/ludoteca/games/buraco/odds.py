"""Odds of buraco: of drawing and having a card, of going out, of a meld's points, of rounds left.

The document's figures stand beside the right ones. Questions take a position of the profile
``thesis`` as it is typed: cards ``5H 6H`` or ``56H``, melds ``56H2S, 789D`` with a wild two in its
place. Beside the cards at a table stand the chances of the seat that looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any

import numpy as np

from ludoteca.core.answers import Answer, Cell, Rows, Table, table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Odd
from ludoteca.core.questions import Param, question
from ludoteca.core.view import SeatView

from .exact import chain, draws
from .exact.going_out import RANKS, SUITS, TWO, Meld, Melds, chance
from .exact.going_out import Table as PairTable
from .exact.position import DECK, Position
from .ids import CHOOSING, DEALING, KINDS, OVER, SEATS
from .laying import can_take_morto, has_right
from .melds import fits_table, is_wild_card, natural_kind, pair_of, wilds_of
from .notation import card_text
from .positions import read_cards
from .rules import EITHER
from .thesis import draws as document_draws
from .thesis import matrix, organisations, states
from .worlds import count_unseen

Cards = Annotated[str, Param(N_("your hand: 5H 6H 2C"))]
OwnMelds = Annotated[str, Param(N_("your pair's melds: 34H2S, 789D"))]
Pile = Annotated[str, Param(N_("the discard pile: 9C KD"))]
Seen = Annotated[str, Param(N_("other cards that you know not to be in the stock: 4S 4S"))]
Partner = Annotated[
    int, Param(N_("cards in your partner's hand that you do not know"), low=0, high=93)
]

CONDITION = N_("all orders of the cards that you do not know equally likely")


@question(
    "odds", N_("The chance of every card: drawn, in the stock, held by another, had in time.")
)
def draw(
    cards: Annotated[list[str] | None, Param(N_("cards asked about: 7C,8C; else all"))] = None,
    hand: Cards = "",
    melds: OwnMelds = "",
    pile: Pile = "",
    seen: Seen = "",
    stock: Annotated[int, Param(N_("cards in the stock"), low=1, high=104)] = 38,
    partner: Partner = 11,
    rival: Annotated[
        int, Param(N_("cards in a rival's hand that you do not know"), low=0, high=93)
    ] = 11,
) -> Answer:
    """The document's laws (binomial) beside the exact ones (hypergeometric)."""
    position = position_from(hand, melds, pile, seen, partner)
    unknown = position.cards
    for size, words in ((stock, N_("stock")), (partner, N_("partner")), (rival, N_("rival"))):
        if size > unknown:
            raise BadInput(
                _("{group}: {n} cards are more than the {unknown} unknown ones").format(
                    group=_(words), n=size, unknown=unknown
                )
            )
    asked = _kinds(" ".join(cards)) if cards else list(range(len(DECK)))
    fields: dict[str, Cell] = {
        "unknown_cards": unknown,
        "stock": stock,
        "condition": _(CONDITION),
    }
    found = (
        chances_table(position, asked, partner, rival),
        laws_table(position, asked, stock),
    )
    return Answer(fields, found)


@table(
    "cards",
    N_(
        "Chances of each card; the document's to have it by the end of the round, and the exact one"
    ),
    "card unknown_copies next_card partner_holds rival_holds had_by_the_document had",
)
def chances_table(position: Position, kinds: Sequence[int], partner: int, rival: int) -> Rows:
    """One row a card."""
    unknown = position.cards
    for kind in kinds:
        copies = position.unknown[kind]
        yield [
            card_text(kind),
            copies,
            Exact(draws.next_card(copies, unknown)),
            Exact(draws.holds(copies, partner, unknown)),
            Exact(draws.holds(copies, rival, unknown)),
            Exact(position.document_had(kind)),
            Exact(draws.by_end_of_round(copies, partner, unknown)),
        ]


@table(
    "laws",
    N_("Copies of a card in the stock: the document's law, with copies independent, and the exact"),
    "unknown_copies copies_in_stock by_the_document exact",
)
def laws_table(position: Position, kinds: Sequence[int], stock: int) -> Rows:
    """One row for each number of unknown copies and of those in the stock."""
    unknown = position.cards
    for copies in sorted({position.unknown[kind] for kind in kinds}):
        printed = document_draws.lei_de_n(copies, stock, unknown)
        exact = draws.copies_among(copies, stock, unknown)
        for n, (theirs, right) in enumerate(zip(printed, exact, strict=True)):
            yield [copies, n, Exact(theirs), Exact(right)]


@question("odds", N_("The chance that a hand goes out: this turn, with the pile, this round."))
def going_out(
    hand: Cards,
    melds: OwnMelds = "",
    pile: Pile = "",
    seen: Seen = "",
    partner: Partner = 11,
    final: Annotated[
        bool, Param(N_("your pair has had its morto: it needs a clean canastra to go out"))
    ] = False,
) -> Answer:
    """Three events, exact, and the document's chance."""
    position = position_from(hand, melds, pile, seen, partner, final)
    texts, printed = position.document_chance()
    with_cards = position.going_out_with()
    condition = _(CONDITION)
    fields: dict[str, Cell] = {
        "already": bool(chance(position.hand, position.table)),
        "from_the_stock": Exact(position.from_stock(), condition),
        "with_the_pile": Exact(position.with_pile(), condition),
        "by_the_end_of_the_round": Exact(position.by_end_of_round(), condition),
        "by_the_document": Exact(printed, _("cards independent, one completion")),
        "as_the_document_writes_it": " * ".join(texts),
        "unknown_cards": position.cards,
    }
    rows: list[Sequence[Cell]] = [[card_text(kind), Exact(p)] for kind, p in with_cards.items()]
    columns = ("card", "next_card")
    return Answer(fields, (Table("cards", columns, rows, N_("Cards that let the hand go out")),))


@question("odds", N_("The points to expect of a meld after so many rounds, and what it becomes."))
def meld(
    state: Annotated[
        str, Param(N_("the meld as the document writes it, C a wild: 567 or 56C8; - for none"))
    ] = "-",
    rounds: Annotated[int, Param(N_("rounds left"), low=0, high=1_000)] = 13,
    p: Annotated[
        list[float],
        Param(
            N_("chance to have a card in a round: one, or 14 from the low ace on"), low=0, high=1
        ),
    ] = [0.25],  # noqa: B006
    wild: Annotated[float, Param(N_("chance to have a wild in a round"), low=0, high=1)] = 0.25,
    moving: Annotated[bool, Param(N_("a wild that is laid may move, as in the document"))] = False,
) -> Answer:
    """By the proper chain of 599 states."""
    begun, chances = read_state(state), _places(p)
    model = chain.Chain(moving)
    after = model.after(begun, chances, wild, rounds)
    means = [model.expected_points(begun, chances, wild, t) for t in range(rounds + 1)]
    fields: dict[str, Cell] = {
        "state": begun.name,
        "points": begun.points,
        "expected_points": means[-1],
        "clean_canastra": float(sum(after[k] for k in _canastras(clean=True))),
        "dirty_canastra": float(sum(after[k] for k in _canastras(clean=False))),
    }
    likely = sorted(np.flatnonzero(after > 0).tolist(), key=lambda k: -after[k])[:_SHOWN]
    becomes: list[Sequence[Cell]] = [
        [chain.STATES[k].name, float(after[k]), chain.STATES[k].points] for k in likely
    ]
    columns = ("state", "probability", "points")
    return Answer(
        fields,
        (
            Table("becomes", columns, becomes, N_("What it is then, the likeliest first")),
            Table(
                "by_round", ("rounds", "expected_points"), list(enumerate(means)),
                N_("Expected points by the number of rounds"),
            ),
        ),
    )  # fmt: skip


_SHOWN = 20


def _canastras(clean: bool) -> list[int]:
    return [
        k
        for k, state in enumerate(chain.STATES)
        if state.length >= chain.CANASTRA and (state.wild < 0) == clean
    ]


@question(
    "odds", N_("A cell of the transition matrix: as the document has it, and as it should be.")
)
def transition(
    from_: Annotated[str, Param(N_("the meld now, C a wild: 567; - for none"))],
    to: Annotated[str, Param(N_("the meld after a round: 56789"))],
    p: Annotated[float, Param(N_("chance to have a card in a round"), low=0, high=1)] = 0.25,
    wild: Annotated[float, Param(N_("chance to have a wild in a round"), low=0, high=1)] = 0.25,
) -> Answer:
    """The text and the number of the cell in three matrices, and their rows' sums."""
    begun, reached = read_state(from_), read_state(to)
    p_exact, wild_exact = Fraction(str(p)), Fraction(str(wild))
    places = [p_exact] * chain.PLACES
    rows: list[Sequence[Cell]] = []
    if begun.length and reached.length:
        numbers = dict.fromkeys(matrix.CARTAS, p) | {"C": wild}
        text = matrix.matrix_prob(begun.name, reached.name)
        every = [
            matrix.valor(matrix.matrix_prob(begun.name, j), numbers) for j in states.todos_os_jogos
        ]
        rows.append([_("the document"), text, matrix.valor(text, numbers), sum(every)])
    for words, moving in ((N_("a wild stays"), False), (N_("a wild may move"), True)):
        model = chain.Chain(moving)
        row = model.exact_row(begun, places, wild_exact)
        cell = Exact(row.get(reached, Fraction(0)))
        rows.append(
            [_(words), model.text(begun, reached), cell, Exact(sum(row.values(), Fraction(0)))]
        )
    columns = ("matrix", "cell", "probability", "sum_of_the_row")
    fields: dict[str, Cell] = {"from": begun.name, "to": reached.name}
    return Answer(
        fields,
        (
            Table(
                "cells", columns, rows, N_("The cell in the document's matrix and in proper ones")
            ),
        ),
        notes=[
            _("pa is the low ace and ph the high one, pc a wild two; the document has pa for both.")
        ],
    )


@question(
    "odds", N_("How a suit is split into games: the document's 40 ways, and what is missing.")
)
def suit_splits() -> Answer:
    """The compositions of the 14 places."""
    right = len(organisations.permutações_possiveis) + 1
    fields: dict[str, Cell] = {
        "by_the_document": len(organisations.permutações_possiveis),
        "with_the_whole_suit": right,
        "ways_to_choose_copies": len(organisations.todas_variações),
        "of_half_the_cards": len(organisations.organizações_jogos_metade),
        "games_on_average": Exact(
            Fraction(2 * sum(organisations.n_jogos), len(organisations.n_jogos))
        ),
    }
    return Answer(fields, (splits_table(),))


@table(
    "splits",
    N_("The 40 compositions, the document's games, which lack the 2, and the right ones"),
    "composition as_the_document_has_it right",
)
def splits_table() -> Rows:
    """One row a composition."""
    for sizes, games in zip(
        organisations.permutações_possiveis, organisations.organizações_jogos, strict=True
    ):
        right = organisations.organização_certa(sizes)
        yield [
            " ".join(map(str, sizes)),
            *("  ".join(" ".join(game) for game in split) for split in (games, right)),
        ]


# -- beside the cards ------------------------------------------------------------------------------


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of going out and of each useful card, as far as the seat's turn is to be played.

    Chances to go out are told where melds are those of the profile ``thesis``: no sets, no jokers,
    one wild card a meld, which stays.
    """
    s, me = view.record[0], view.seat
    if me < 0 or s.phase in (DEALING, OVER) or s.undealt == 0:
        return ()
    unseen = np.zeros(KINDS, np.int64)
    cards, condition = int(count_unseen(s, me, unseen)), _(CONDITION)
    unknown = unseen.tolist()
    found: list[Odd] = []
    position = position_of(s, me, unknown)
    if s.phase == CHOOSING and position is not None:
        words = _("the hand goes out with the next card")
        found.append(Odd(words, Exact(position.from_stock(), condition)))
        if s.pile_cards:
            words = _("the hand goes out with the pile")
            found.append(Odd(words, Exact(position.with_pile(), condition)))
    useful = [kind for kind in range(KINDS) if unknown[kind] and _is_useful(s, me, kind)]
    any_card = Fraction(sum(unknown[kind] for kind in useful), cards)
    found.append(Odd(_("the next card can be laid at once"), Exact(any_card, condition)))
    for kind in sorted(useful, key=lambda kind: (-unknown[kind], kind))[:_USEFUL]:
        words = _("the next card is {card}").format(card=card_text(kind))
        found.append(Odd(words, Exact(Fraction(unknown[kind], cards), condition)))
    return tuple(found)


_USEFUL = 6


def position_of(s: Any, me: int, unknown: Sequence[int]) -> Position | None:
    """The position of a seat; None under rules of melds that the exact chances do not cover.

    None too where the pair may not go out at all: its morto is not there.
    """
    pair, partner = pair_of(me), (me + 2) % SEATS
    thesis = (s.sets, s.jokers, s.moving, s.most_wilds) == (0, 0, 0, 1)
    whole = (s.ranks, s.suits, s.canastra) == (RANKS, SUITS, chain.CANASTRA)
    morto = bool(can_take_morto(s, pair))
    if not (thesis and whole and s.dry and s.morto_way == EITHER and s.first_meld == 0):
        return None
    if not morto and not s.took_morto[pair]:
        return None
    melds: list[list[Meld]] = [[] for _suit in range(SUITS)]
    for meld in range(int(s.melds[pair])):
        run = Meld(int(s.low[pair, meld]), int(s.high[pair, meld]), wilds_of(s, pair, meld) > 0)
        melds[int(s.meld_suit[pair, meld])].append(run)
    first, second, third, fourth = (tuple(sorted(runs)) for runs in melds)
    table = PairTable((first, second, third, fourth), morto or bool(has_right(s, pair, -1, 0, 0)))
    hidden = int(s.in_hand[partner]) - int(s.known[partner].sum()) if s.players == SEATS else 0
    kinds = len(DECK)
    held, thrown = (tuple(int(n) for n in cards[:kinds]) for cards in (s.hand[me], s.pile))
    return Position(held, table, tuple(unknown[:kinds]), thrown, hidden)


def _is_useful(s: Any, me: int, kind: int) -> bool:
    """True if the card can be added to a meld of the pair, or opens one with cards of the hand."""
    if fits_table(s, pair_of(me), kind):
        return True
    if is_wild_card(kind):
        return False  # with any two neighbours: more is said by the cards than by a number
    suit, rank = divmod(kind, RANKS)
    held = s.hand[me]
    for place in (place for place in range(int(s.ranks) + 1) if place % int(s.ranks) == rank):
        for low in range(max(place - 2, 0), min(place, int(s.ranks) - 2) + 1):
            others = [at for at in range(low, low + 3) if at != place]
            if all(held[natural_kind(s, suit, at)] for at in others):
                return True
    return False


# -- reading ---------------------------------------------------------------------------------------


def position_from(
    hand: str,
    melds: str = "",
    pile: str = "",
    seen: str = "",
    partner: int = 11,
    final: bool = False,
) -> Position:
    """A position as it is typed; raises ``BadInput`` where two decks do not have the cards."""
    held, thrown, known = (_counts(_kinds(text)) for text in (hand, pile, seen))
    on_table, cards, clean = _read_melds(melds)
    counts = [sum(each) for each in zip(held, thrown, known, cards, strict=True)]
    for kind, n in enumerate(counts):
        if n > DECK[kind]:
            raise BadInput(
                _("two decks have {copies} cards {card}, not {n}").format(
                    copies=DECK[kind], card=card_text(kind), n=n
                )
            )
    unknown = tuple(copies - n for copies, n in zip(DECK, counts, strict=True))
    if not any(unknown) or partner > sum(unknown):
        raise BadInput(_("so many cards are not left for the others"))
    table = PairTable(on_table, clean or not final)
    return Position(held, table, unknown, thrown, partner)


def _kinds(text: str) -> list[int]:
    """The cards of ``5H 6H 9S``, also written ``56H 9S``; raises ``BadInput``."""
    kinds = (read_cards(text) if text.strip() else []) or []
    if text.strip() and not kinds:
        raise BadInput(
            _("{text} are no cards: write rank and suit, as 3S TH or 567D").format(text=text)
        )
    if any(not 0 <= kind < len(DECK) for kind in kinds):
        raise BadInput(_("these odds are those of a deck without jokers, and of known cards"))
    return kinds


def _counts(kinds: Iterable[int]) -> tuple[int, ...]:
    counted = Counter(kinds)
    return tuple(counted[kind] for kind in range(len(DECK)))


def _read_melds(text: str) -> tuple[tuple[Melds, Melds, Melds, Melds], tuple[int, ...], bool]:
    """The melds by suit, their cards counted, and whether a clean canastra is among them."""
    found: list[list[Meld]] = [[] for _suit in range(SUITS)]
    cards: list[int] = []
    clean = False
    for word in filter(str.strip, text.split(",")):
        kinds = _kinds(word)
        suit, meld = read_meld(kinds, word.strip())
        found[suit].append(meld)
        clean = clean or (len(kinds) >= chain.CANASTRA and not meld.wild)
        cards += kinds
    first, second, third, fourth = (tuple(sorted(melds)) for melds in found)
    return (first, second, third, fourth), _counts(cards), clean


def read_meld(kinds: Sequence[int], text: str) -> tuple[int, Meld]:
    """The suit and the places of a run; raises ``BadInput`` where the cards are none."""
    for suit in range(SUITS):
        for first in range(chain.PLACES - len(kinds) + 1):
            wrong = [
                kind
                for place, kind in enumerate(kinds, first)
                if kind != suit * RANKS + place % RANKS
            ]
            others = any(kind % RANKS != TWO for kind in kinds)
            if len(kinds) >= 3 and others and (not wrong or _is_one_wild(wrong)):
                return suit, Meld(first, first + len(kinds) - 1, bool(wrong))
    raise BadInput(
        _("{text} is no meld: three cards or more of a suit in order, with one wild two").format(
            text=text
        )
    )


def _is_one_wild(kinds: Sequence[int]) -> bool:
    return len(kinds) == 1 and kinds[0] % RANKS == TWO


def read_state(text: str) -> chain.State:
    """A state of the chain by its name; T and 10 are tens too. Raises ``BadInput``."""
    name = text.upper().replace("10", "D").replace("T", "D")
    if name not in chain.BY_NAME:
        raise BadInput(
            _(
                "{text} is no meld: write its ranks in order with C for a wild, as 567 or 56C8"
            ).format(text=text)
        )
    return chain.BY_NAME[name]


def _places(p: Sequence[float]) -> list[float]:
    if len(p) not in (1, chain.PLACES):
        raise BadInput(_("one chance for all cards is needed, or 14 from the low ace to the high"))
    return list(p) * (chain.PLACES if len(p) == 1 else 1)
