"""Odds of buraco: of drawing and having a card, of going out, of a meld's points, of rounds left.

The document's figures stand beside the right ones. Questions take a position as it is typed: cards
``5H 6H`` or ``56H``, melds ``56H2S, 789D`` with a wild card in its place. What is asked of cards is
told under the rules that are chosen, the rest for the profile ``thesis``. Beside the cards at a
table stand the chances of the seat that looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

import numpy as np

from ludoteca.core.answers import Answer, Cell, Pieces, Rows, Table, table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, ngettext, number_text
from ludoteca.core.numbers import Exact, Simulated, chance_words, figure
from ludoteca.core.options import Check, Options
from ludoteca.core.questions import Param, Progress, question, quiet

from .arrange.moves import Arrangement, arrangement
from .exact import chain, draws, rounds
from .exact.going_out import Counts
from .exact.typed import (
    deck_of,
    position_from,
    read_kinds,
    read_places,
    read_state,
    record_from,
    unknown_cards,
)
from .ids import CARDS, COPIES, JOKER, NO_SETS, PAIRS, PLAYING, RANKS, SEATS
from .notation import card_text, decision_words, signs
from .odds_beside import (
    CONDITION,
    CRITERIA,
    by_end_of_round,
    goes_out_now,
    goes_out_with_pile,
    going_out_with,
    moves_to_try,
    odds_at,
    tells_going_out,
)
from .options import OPTIONS
from .thesis import draws as document_draws
from .thesis import matrix, organisations, runtime
from .thesis.going_out import chance_to_go_out
from .worlds import unseen_by

_ROUND = N_("In a round every player has one turn.")
_THESIS = N_(
    "The thesis is “Um estudo probabilístico do jogo de buraco” (UFMG, 2023), whose figures are "
    "computed again here."
)
_BEFORE = N_(
    "Your side has a card before your next turn if you draw it, your partner holds it, or a rival "
    "throws it."
)

_NAMES = (N_("before your next turn"),)

_AS_IN_THE_THESIS = {
    "players": SEATS, "ranks": RANKS, "sets": NO_SETS, "jokers": 0, "moving": 0, "most_wilds": 1,
    "out_needs": 0, "dry": 1, "wild_out": 1, "two_aces": 1,
}  # fmt: skip
"""The rules under which the document's odds of going out hold, by field of the record."""

_KNOWN: dict[str, Any] = {"hand": "", "melds": "", "discards": "", "seen": "", "partner": 0}


def asked_up_to(last: str) -> Check:
    """A check of the cards that are known, read as far as the parameter ``last``."""

    def check(asked: Mapping[str, Any]) -> None:
        known = dict(_KNOWN)
        for name in known:
            known[name] = asked.get(name, known[name])
            if name == last:
                break
        hand, melds, discards, seen, partner = known.values()
        options = asked["options"]
        if "final" in asked:
            record_from(hand, melds, discards, seen, partner, asked["final"], options)
        else:
            unknown_cards(hand, melds, discards, seen, partner, options)

    return check


_HAND = Param(N_("your hand: 5H 6H 2C"), picks="cards", check=asked_up_to("hand"))
OwnMelds = Annotated[
    str,
    Param(N_("your side's melds: 34H2S, 789D"), picks="cards ,", check=asked_up_to("melds")),
]
Pile = Annotated[
    str, Param(N_("the discard pile: 9C KD"), picks="cards", check=asked_up_to("discards"))
]
Final = Annotated[
    bool, Param(N_("your side has had its morto: it needs a canastra to go out, clean or any"))
]
Seen = Annotated[
    str,
    Param(
        N_("other cards that you know not to be in the stock: 4S 4S"),
        picks="cards",
        check=asked_up_to("seen"),
    ),
]
Partner = Annotated[
    int,
    Param(
        N_("cards in your partner's hand that you do not know"),
        low=0,
        high=93,
        check=asked_up_to("partner"),
        title=N_("unknown cards of your partner"),
    ),
]

__all__ = [
    "arrange",
    "decision_words",
    "draw",
    "going_out",
    "meld",
    "moves_to_try",
    "odds_at",
    "rounds_left",
    "suit_splits",
    "transition",
]


@question(
    "odds",
    N_("The chance of every card: drawn, in the stock, held by another, had in time."),
    played=((N_("Will I get the card that I need?"), {}),),
)
def draw(
    options: Options,
    cards: Annotated[
        list[str] | None,
        Param(
            N_("cards that you need: 7C,8C; else all"),
            picks="cards",
            check=lambda asked: read_kinds(" ".join(asked["cards"]), deck_of(asked["options"])),
            example="7C 8C",
        ),
    ] = None,
    hand: Annotated[str, _HAND] = "",
    melds: OwnMelds = "",
    discards: Pile = "",
    seen: Seen = "",
    stock: Annotated[
        int, Param(N_("cards in the stock"), low=1, high=CARDS, title=N_("cards in the stock"))
    ] = 38,
    partner: Partner = 11,
    rival: Annotated[
        int,
        Param(
            N_("cards in a rival's hand that you do not know"),
            low=0,
            high=93,
            title=N_("unknown cards of a rival"),
        ),
    ] = 11,
) -> Answer:
    """The document's laws (binomial) beside the exact ones (hypergeometric)."""
    deck = deck_of(options)
    rivals = int(options["players"]) // PAIRS
    if rivals == 1:
        partner = 0
    unknown = unknown_cards(hand, melds, discards, seen, partner, options)
    n = sum(unknown)
    for size, words in ((stock, N_("stock")), (partner, N_("partner")), (rival, N_("rival"))):
        if size > n:
            raise BadInput(
                _("{group}: {n} cards are more than the {unknown} unknown ones").format(
                    group=_(words), n=size, unknown=n
                )
            )
    asked = read_kinds(" ".join(cards), deck) if cards else np.flatnonzero(deck).tolist()
    fields: dict[str, Cell] = {
        "unknown_cards": n,
        "stock": stock,
        "condition": _(CONDITION),
    }
    found = (
        chances_table(unknown, asked, partner, rival, rivals),
        laws_table(unknown, asked, stock),
    )
    if cards:
        headline = " ".join(
            _(
                "The chance that the next card is {card} is {chance}; that your side has it before "
                "your next turn, {had}."
            ).format(
                card=signs([kind]),
                chance=chance_words(float(draws.next_card(unknown[kind], n))),
                had=chance_words(float(draws.by_end_of_round(unknown[kind], partner, n, rivals))),
            )
            for kind in asked
        )
    else:
        headline = _(
            "There are {n} cards that you have not seen; the chance of each to come next is "
            "{chance}."
        )
        headline = headline.format(n=n, chance=chance_words(1 / n))
    headline = f"{headline} {_deck_words(deck, options)}"
    return Answer(fields, found, notes=[_(_BEFORE), _(_THESIS)], headline=headline)


def _deck_words(deck: Counts, options: Options) -> str:
    """The rules that were asked about, and the cards of their deck."""
    profile = next(option for option in OPTIONS if option.name == "profile")
    words = _("The deck of these rules ({rules}) has {n} cards and no jokers.")
    if deck[JOKER]:
        words = _("The deck of these rules ({rules}) has {n} cards, {jokers} of them jokers.")
    rules = profile.label(str(options["profile"]))
    return words.format(rules=rules, n=sum(deck), jokers=deck[JOKER])


@table(
    "cards",
    N_("Chances of each card"),
    "card unknown_copies before_your_next_turn next_card partner_holds rival_holds by_the_thesis",
    chances="before_your_next_turn next_card partner_holds rival_holds by_the_thesis",
)
def chances_table(
    unknown: Counts, kinds: Sequence[int], partner: int, rival: int, rivals: int
) -> Rows:
    """One row a card; the thesis has no jokers."""
    n = sum(unknown)
    for kind in kinds:
        copies = unknown[kind]
        printed = None
        if kind != JOKER:
            printed = Exact(document_draws.chance_to_have(copies, partner, n))
        yield [
            Pieces(card_text(kind)),
            copies,
            Exact(draws.by_end_of_round(copies, partner, n, rivals)),
            Exact(draws.next_card(copies, n)),
            Exact(draws.holds(copies, partner, n)),
            Exact(draws.holds(copies, rival, n)),
            printed,
        ]


@table(
    "laws",
    N_("Copies of a card in the stock: by the thesis, which takes them as independent, and exact"),
    "unknown_copies copies_in_stock by_the_thesis exact",
    chances="by_the_thesis exact",
)
def laws_table(unknown: Counts, kinds: Sequence[int], stock: int) -> Rows:
    """One row for each number of unknown copies and of those in the stock."""
    n = sum(unknown)
    for copies in sorted({unknown[kind] for kind in kinds}):
        printed: Sequence[Fraction | None] = [None] * (copies + 1)
        if copies <= COPIES:
            printed = document_draws.lei_de_n(copies, stock, n)
        exact = draws.copies_among(copies, stock, n)
        for k, (theirs, right) in enumerate(zip(printed, exact, strict=True)):
            yield [copies, k, None if theirs is None else Exact(theirs), Exact(right)]


@question(
    "odds",
    N_("The chance that a hand goes out: this turn, with the pile, before your next turn."),
    played=((N_("Can I go out this turn, or with the pile?"), {}),),
)
def going_out(
    hand: Annotated[str, replace(_HAND, example="5H 6H 7H 8C 9C")],
    options: Options,
    melds: OwnMelds = "",
    discards: Pile = "",
    seen: Seen = "",
    partner: Partner = 11,
    final: Final = False,
    seed: int = 1,
) -> Answer:
    """Three events by the rules that are chosen; under the document's rules its chance, too.

    The last event is exact for a few cards under the document's rules, else simulated.
    """
    record = record_from(hand, melds, discards, seen, partner, final, options)
    s, condition = record[0], _(CONDITION)
    if not tells_going_out(s):
        raise BadInput(
            _("these odds are for rules in which a morto is taken at once or for the next turn, "
              "and first melds need no points")
        )  # fmt: skip
    with_cards = going_out_with(s, 0)
    pile_does = Fraction(goes_out_with_pile(record, 0))
    fields: dict[str, Cell] = {
        "already": goes_out_now(s, 0),
        "from_the_stock": Exact(sum(with_cards.values(), Fraction(0)), condition),
        "with_the_pile": Exact(pile_does, condition),
    }
    soon: Exact | Simulated = by_end_of_round(s, 0, np.random.default_rng(seed))
    if all(int(s[name]) == rule for name, rule in _AS_IN_THE_THESIS.items()):
        position = position_from(hand, melds, discards, seen, partner, final)
        if position.is_small():
            soon = Exact(position.by_end_of_round(), condition)
        texts, printed = chance_to_go_out(position)
        fields["by_the_thesis"] = Exact(
            printed, _("cards are independent, and one completion counts")
        )
        fields["as_the_thesis_writes_it"] = " * ".join(texts)
    fields["before_your_next_turn"] = soon
    fields["unknown_cards"] = unseen_by(s, 0)[1]
    rows: list[Sequence[Cell]] = [
        [Pieces(card_text(kind)), Exact(p)] for kind, p in with_cards.items()
    ]
    columns = ("card", "next_card")
    if fields["already"]:
        headline = _(
            "You can go out with these cards. If you draw from the stock first, the chance is "
            "{now}."
        )
    else:
        headline = _(
            "The chance to go out with the next card is {now}; with all cards that your side has "
            "before your next turn, {soon}."
        )
    now = float(sum(with_cards.values()))
    headline = headline.format(now=chance_words(now), soon=chance_words(soon.decimal))
    outs = Table(
        "cards", columns, rows, N_("Cards that let the hand go out"), chances=("next_card",)
    )
    chances = ("from_the_stock", "with_the_pile", "by_the_thesis", "before_your_next_turn")
    notes = [_(_BEFORE), *([_(_THESIS)] if "by_the_thesis" in fields else [])]
    return Answer(fields, (outs,), notes=notes, headline=headline, chances=chances)


@question(
    "odds",
    N_("The best way to lay a hand: most points laid, and fewest cards left."),
    played=((N_("How do I best lay this hand?"), {}),),
)
def arrange(
    hand: Annotated[str, replace(_HAND, example="5H 6H 7H 8H 9C TC JC QC 2S 9D KS")],
    options: Options,
    melds: OwnMelds = "",
    final: Final = False,
) -> Answer:
    """Both arrangements, the canastra that going out needs minded, each with a discard."""
    record = record_from(hand, melds, "", "", 0, final, options)
    record["phase"] = PLAYING
    found = {name: arrangement(record, 0, which) for name, which in CRITERIA.items()}
    held = int(record[0].in_hand[0])
    best = found["points"]
    fields: dict[str, Cell] = {"cards": held}
    if best is None:
        headline = _("No card of this hand can be laid.")
    else:
        thrown = [best.discard] if best.discard >= 0 else []
        melds_text = ",".join("-".join(map(card_text, cards)) for _n, cards, _more in best.melds)
        fields |= {"to_lay": Pieces(melds_text), "discard": Pieces("".join(map(card_text, thrown)))}
        points, left = best.points, held - best.cards - len(thrown)
        if thrown:
            headline = ngettext(
                "Lay {laid} cards for {points} points and discard {card}: {n} card stays in hand.",
                "Lay {laid} cards for {points} points and discard {card}: {n} cards stay in hand.",
                left,
            )
        else:
            headline = ngettext(
                "Lay {laid} cards for {points} points: {n} card stays in hand.",
                "Lay {laid} cards for {points} points: {n} cards stay in hand.",
                left,
            )
        headline = headline.format(laid=best.cards, points=points, card=signs(thrown), n=left)
    return Answer(fields, (laid_table(found), arrangements_table(found, held)), headline=headline)


Found: TypeAlias = Mapping[str, Arrangement | None]
_AIM_WORDS = {"points": N_("most points"), "cards": N_("fewest cards left")}


@table(
    "arrangements",
    N_("To lay the most points, and to keep the fewest cards"),
    "aim points_laid cards_left discard proved",
)
def arrangements_table(found: Found, held: int) -> Rows:
    """One row an aim; of a hand that cannot be laid no points and all cards."""
    for name, best in found.items():
        row: list[Cell] = [_(_AIM_WORDS[name])]
        if best is None:
            yield [*row, 0, held, "", True]
        else:
            thrown = Pieces(card_text(best.discard) if best.discard >= 0 else "")
            yield [*row, best.points, held - best.cards, thrown, best.sure]


@table(
    "melds",
    N_("The melds to lay"),
    "aim place meld cards_from_the_hand",
)
def laid_table(found: Found) -> Rows:
    """One row a meld, its cards as they lie in the end."""
    for name, best in found.items():
        for number, cards, more in best.melds if best is not None else ():
            meld_text = Pieces("-".join(map(card_text, cards)))
            place = _("meld {n} of your side").format(n=number) if number else _("a new meld")
            yield [_(_AIM_WORDS[name]), place, meld_text, more]


_RANKS = "A 2 3 4 5 6 7 8 9 T J Q K C"
"""The texts of which the states of a meld are written."""


def _in_words(state: chain.MeldState) -> str:
    """``5-6-10`` with a word for a wild; in words for no meld."""
    if not state.length:
        return _("a suit without a meld")
    words = {"D": "10", "C": _("wild")}
    return "-".join(words.get(letter, letter) for letter in state.name)


@question("odds", N_("The points to expect of a meld after so many rounds, and what it becomes."))
def meld(
    state: Annotated[
        str,
        Param(
            N_("the meld, C a wild: 567 or 56C8; - for none"),
            picks=_RANKS,
            check=lambda asked: read_state(asked["state"]),
            example="567",
        ),
    ] = "-",
    rounds: Annotated[int, Param(N_("rounds left"), low=0, high=1_000)] = 13,
    p: Annotated[
        list[float],
        Param(
            N_("chance to have a card in a round: one, or 14 from the low ace on"), low=0, high=1
        ),
    ] = [0.25],  # noqa: B006
    wild: Annotated[float, Param(N_("chance to have a wild in a round"), low=0, high=1)] = 0.25,
    moving: Annotated[bool, Param(N_("a wild that is laid may move, as in the thesis"))] = False,
) -> Answer:
    """By the proper chain of 599 states."""
    begun, chances = read_state(state), read_places(p)
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
            Table(
                "becomes", columns, becomes, N_("What it is then, the likeliest first"),
                chances=("probability",),
            ),
            Table(
                "by_round", ("rounds", "expected_points"), list(enumerate(means)),
                N_("Expected points by the number of rounds"),
            ),
        ),
        notes=[_(_ROUND)],
        headline=ngettext(
            "After {n} round {meld} is worth {points} points on average; now it is worth {now}.",
            "After {n} rounds {meld} is worth {points} points on average; now it is worth {now}.",
            rounds,
        ).format(n=rounds, meld=_in_words(begun), points=figure(means[-1]), now=begun.points),
        chances=("clean_canastra", "dirty_canastra"),
    )  # fmt: skip


_SHOWN = 20


def _canastras(clean: bool) -> list[int]:
    return [
        k
        for k, state in enumerate(chain.STATES)
        if state.length >= chain.CANASTRA and (state.wild < 0) == clean
    ]


@question("odds", N_("The chance that a meld grows into another one in a round."))
def transition(
    from_: Annotated[
        str,
        Param(
            N_("the meld now, C a wild: 567; - for none"),
            picks=_RANKS,
            check=lambda asked: read_state(asked["from_"]),
            example="567",
        ),
    ],
    to: Annotated[
        str,
        Param(
            N_("the meld after a round: 56789"),
            picks=_RANKS,
            check=lambda asked: read_state(asked["to"]),
            example="5678",
        ),
    ],
    p: Annotated[float, Param(N_("chance to have a card in a round"), low=0, high=1)] = 0.25,
    wild: Annotated[float, Param(N_("chance to have a wild in a round"), low=0, high=1)] = 0.25,
) -> Answer:
    """The text and the number of the cell in three matrices, and their rows' sums."""
    begun, reached = read_state(from_), read_state(to)
    p_exact, wild_exact = Fraction(str(p)), Fraction(str(wild))
    places = [p_exact] * chain.PLACES
    rows: list[Sequence[Cell]] = []
    chances: dict[bool, str] = {}
    if begun.length and reached.length:
        numbers = dict.fromkeys(matrix.CARTAS, p) | {"C": wild}
        text = matrix.matrix_prob(begun.name, reached.name)
        every = [
            matrix.valor(matrix.matrix_prob(begun.name, j), numbers) for j in matrix.todos_os_jogos
        ]
        rows.append([_("the thesis"), text, matrix.valor(text, numbers), sum(every)])
    for words, moving in ((N_("a wild stays"), False), (N_("a wild may move"), True)):
        model = chain.Chain(moving)
        row = model.exact_row(begun, places, wild_exact)
        cell = Exact(row.get(reached, Fraction(0)))
        rows.append(
            [_(words), model.text(begun, reached), cell, Exact(sum(row.values(), Fraction(0)))]
        )
        chances[moving] = chance_words(cell.decimal)
    if chances[False] == chances[True]:
        headline = _("The chance that {begun} becomes {reached} in a round is {stays}.")
    else:
        headline = _(
            "The chance that {begun} becomes {reached} in a round is {stays}; where a wild may "
            "move, it is {moves}."
        )
    headline = headline.format(
        begun=_in_words(begun),
        reached=_in_words(reached),
        stays=chances[False],
        moves=chances[True],
    )
    columns = ("matrix", "cell", "probability", "sum_of_the_row")
    fields: dict[str, Cell] = {"from": begun.name, "to": reached.name}
    return Answer(
        fields,
        (
            Table(
                "cells",
                columns,
                rows,
                N_("The chance as the thesis has it, and as it is"),
                chances=("probability",),
            ),
        ),
        notes=[
            _(_ROUND),
            _("pa is the low ace and ph the high one, pc a wild two; the thesis has pa for both."),
            _(_THESIS),
        ],
        headline=headline,
    )


@question("odds", N_("In how many ways can the cards of a suit be split into melds?"))
def suit_splits() -> Answer:
    """The compositions of the 14 places."""
    right = len(organisations.permutações_possiveis) + 1
    fields: dict[str, Cell] = {
        "by_the_thesis": len(organisations.permutações_possiveis),
        "with_the_whole_suit": right,
        "ways_to_choose_copies": len(organisations.todas_variações),
        "of_half_the_cards": len(organisations.organizações_jogos_metade),
        "melds_on_average": Exact(
            Fraction(2 * sum(organisations.n_jogos), len(organisations.n_jogos))
        ),
    }
    headline = _("The cards of a suit, from the low ace to the high one, make melds in {n} ways.")
    notes = [_("The thesis has {n} ways, without the whole suit as one meld."), _(_THESIS)]
    notes[0] = notes[0].format(n=right - 1)
    return Answer(fields, (splits_table(),), notes=notes, headline=headline.format(n=right))


@table(
    "splits",
    N_("The 40 compositions, the melds of the thesis, which lack the 2, and the right ones"),
    "composition as_the_thesis_has_it right",
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


@question("odds", N_("Rounds left in a deal by its state of play, from simulated deals."))
def rounds_left(
    stock: Annotated[int, Param(N_("cards in the stock"), low=0, high=60)] = 37,
    mortos: Annotated[int, Param(N_("mortos on the table"), low=0, high=2)] = 2,
    deals: Annotated[
        int | None,
        Param(N_("play this many deals again; by default use the included table"), low=2),
    ] = None,
    seed: int = 1,
    barred: Annotated[
        bool, Param(N_("the card of a pile of one may not be thrown in the same turn"))
    ] = False,
    progress: Progress = quiet,
) -> Answer:
    """The state asked about, all others, and the rounds left after those played."""
    single: rounds.Single = "forbidden" if barred else "free"
    counts = rounds.simulate(deals, seed, progress, single) if deals else rounds.shipped(single)
    state = counts.get((mortos, stock // rounds.STEP * rounds.STEP))
    if state is None or state.deals < 2:
        raise BadInput(
            _(
                "no deal came to {stock} cards in the stock with {mortos} mortos on the table"
            ).format(stock=stock, mortos=mortos)
        )
    fields: dict[str, Cell] = {
        "rounds_left": state.rounds,
        "rounds_of_a_deal": counts[-1, 0].rounds,
        "by_the_thesis": runtime.t_n(0),
    }
    columns = ("mortos", "stock", "deals", "turns", "squares")
    title = N_("Counts: deals, and sums of turns left; -1 stands before rounds played")
    kept = Table("counts", columns, list(counts.values()), title)
    headline = ngettext(
        "With {stock} cards in the stock and {n} morto on the table a deal lasts {left} more "
        "rounds on average.",
        "With {stock} cards in the stock and {n} mortos on the table a deal lasts {left} more "
        "rounds on average.",
        mortos,
    ).format(stock=stock, n=mortos, left=number_text(state.rounds.mean, ".1f"))
    notes = [
        _("A whole deal takes {rounds} rounds on average; the thesis says {printed}.").format(
            rounds=number_text(counts[-1, 0].rounds.mean, ".1f"),
            printed=number_text(runtime.t_n(0), ".1f"),
        ),
        _(_ROUND),
        _(_THESIS),
    ]
    tables = (states_table(counts), played_table(counts), kept)
    return Answer(fields, tables, notes=notes, headline=headline)


@table(
    "states",
    N_("Rounds left by mortos on the table and cards in the stock"),
    "mortos stock deals rounds_left",
)
def states_table(counts: rounds.Counts) -> Rows:
    """Every state that two deals came to, the stock in steps of four cards."""
    for (mortos, stock), state in counts.items():
        if mortos >= 0 and state.deals > 1:
            yield mortos, f"{stock}-{stock + rounds.STEP - 1}", state.deals, state.rounds


@table(
    "played",
    N_("Rounds left after rounds played: simulated, and 13 less those played"),
    "rounds_played deals rounds_left by_the_thesis",
)
def played_table(counts: rounds.Counts) -> Rows:
    """Every number of rounds that two deals had."""
    for (mortos, played), state in counts.items():
        if mortos < 0 and state.deals > 1:
            yield played, state.deals, state.rounds, runtime.t_n(played)
