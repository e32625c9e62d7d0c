"""Odds of buraco: of drawing and having a card, of going out, of a meld's points, of rounds left.

The document's figures stand beside the right ones. Questions take a position of the profile
``thesis`` as it is typed: cards ``5H``, melds ``5H-6H-7H`` with a wild two in its place. Beside the
cards at a table stand the chances of the seat that looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import numpy as np

from ludoteca.core.answers import Answer, Cell, Rows, Table, table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact
from ludoteca.core.questions import Param, question

from .exact import chain, draws
from .exact.going_out import RANKS, SUITS, TWO, Meld, Melds, chance
from .exact.going_out import Table as PairTable
from .exact.position import DECK, Position
from .notation import card_text, read_card
from .thesis import draws as document_draws
from .thesis import matrix, organisations, states

Cards = Annotated[str, Param(N_("your hand: 5H 6H 2C"))]
OwnMelds = Annotated[str, Param(N_("your pair's melds: 3H-4H-2S 7D-8D-9D"))]
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
    asked = [_natural(card) for card in cards] if cards else list(range(len(DECK)))
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
    held, thrown, known = (_counts(text) for text in (hand, pile, seen))
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


def _natural(text: str) -> int:
    kind = read_card(text)
    if kind >= len(DECK):
        raise BadInput(_("these odds are those of a deck without jokers"))
    return kind


def _counts(text: str) -> tuple[int, ...]:
    counted = Counter(_natural(card) for card in text.replace(",", " ").split())
    return tuple(counted[kind] for kind in range(len(DECK)))


def _read_melds(text: str) -> tuple[tuple[Melds, Melds, Melds, Melds], tuple[int, ...], bool]:
    """The melds by suit, their cards counted, and whether a clean canastra is among them."""
    found: list[list[Meld]] = [[] for _suit in range(SUITS)]
    cards = ""
    clean = False
    for word in text.replace(",", " ").split():
        kinds = [_natural(card) for card in word.split("-")]
        suit, meld = read_meld(kinds, word)
        found[suit].append(meld)
        clean = clean or (len(kinds) >= chain.CANASTRA and not meld.wild)
        cards += " " + word.replace("-", " ")
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
