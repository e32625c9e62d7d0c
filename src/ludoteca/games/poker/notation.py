"""Simplified poker in text: cards are A 7 K Q J; ``stop``, ``fold``, ``stay``.

An exchange may be typed in one line: the cards (``KQJ``), their places in the hand (``345``) or
``keep``, after a verb or without one (``exchange KQJ``, ``troca KQJ``).
"""

from __future__ import annotations

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, ngettext, number_text
from ludoteca.core.ids import HIDDEN
from ludoteca.core.moves import Each, Word, Written, moves
from ludoteca.core.player_names import seat_called, seat_marked

from .hands import (
    CLASS_NAMES,
    COPIES,
    RANKS,
    SYMBOLS,
    class_of,
    ranks_of,
    text_of,
    useless,
    value_of,
)
from .rules import (
    DRAWING,
    EXCHANGING,
    FOLD,
    FOLDING,
    FORFEIT,
    OVER,
    RAPIDA,
    ROUNDS,
    SEATS,
    SHOWDOWN,
    STAY,
    STOP,
    lowest_to_discard,
)

ROUND_NAMES = (
    N_("quick: no exchange, no folding"),
    N_("strategic: no folding"),
    N_("complete"),
)
_EXCHANGE = {"exchange", "swap", "discard", "troca", "trocar", "troco", "cambiar", "vaihda"}
KEEP = {"stop", "keep", "none", "0", "nada", "nenhuma", "ninguna", "manter", "pidä"}


def shown_hands(code: int) -> list[list[int]]:
    """The cards of each rank of both seats, from a :func:`~.rules.showdown_code`."""
    base = COPIES + 1
    digits = [code // base**place % base for place in reversed(range(SEATS * RANKS))]
    return [digits[seat * RANKS : (seat + 1) * RANKS] for seat in range(SEATS)]


def _fold_words(seen, a: int) -> str:
    n = int(seen.fold_first if seen.to_move == seen.first else seen.fold_second)
    return ngettext("fold: the other gets {n} point", "fold: the other gets {n} points", n).format(
        n=n
    )


def _stop_words(seen, a: int) -> str:
    return _("exchange no more cards") if seen.exchanged[seen.to_move] else _("keep all cards")


MOVES = moves(
    Each(0, SYMBOLS, "{card}", N_("exchange {card}")),
    Word(STOP, "stop", _stop_words),
    Word(
        FOLD,
        "fold",
        _fold_words,
        typed=("f", "desistir", "desisto", "d", "abandonar", "retirarse", "luovuta"),
        mark="gives_up",
    ),
    Word(
        STAY,
        "stay",
        N_("stay"),
        typed=("s", "continuar", "continuo", "c", "seguir", "jatka"),
        mark="stays",
    ),
    Word(FORFEIT, "forfeit", N_("give the round up: no answer that counts")),
    outcomes=[
        Written(
            0,
            (COPIES + 1) ** (SEATS * RANKS),
            lambda s, code: "-".join(map(text_of, shown_hands(code))),
            lambda seen, a: _("both hands are shown"),
            when=lambda s: s.phase == SHOWDOWN,
        ),
        Each(0, SYMBOLS, "{card}", "{card}"),
    ],
)


def token_text(s, token: int) -> str:
    """The one coarse token: a card discarded face down."""
    return "x"


def token_words(s, token: int) -> str:
    """The coarse token in words."""
    return _("exchange a card face down")


# -- the log ---------------------------------------------------------------------------------------


def log_line(moves, after, viewer: int) -> tuple[int, str] | None:
    """A sentence for each exchange with the cards that come for it, answer and showdown."""
    seen, token = moves[0]
    me = int(seen.to_move)
    if token == FORFEIT:
        text = _("You fold.") if me == viewer else _("{name} folds.")
        return me, text.format(name=seat_called(me))
    if seen.phase == EXCHANGING:
        # An exchange is over once its cards have come.
        going_on = after.phase == DRAWING or (after.phase == EXCHANGING and after.to_move == me)
        return None if going_on else (me, _exchange_line(moves, after, viewer))
    if seen.phase == FOLDING and token == FOLD:
        return me, folded_words(after, viewer)
    if seen.phase == FOLDING:
        text = _("You stay.") if me == viewer else _("{name} stays.")
        return me, text.format(name=seat_called(me))
    return int(value_of(after.shown[1]) > value_of(after.shown[0])), showdown_words(after, viewer)


STEPS = (N_("First exchanges"), N_("Second exchanges"), N_("Fold or stay"), N_("Showdown"))


def step_of(seen) -> int:
    """The index in ``STEPS`` of the step that a round is in, or ended with."""
    if seen.phase == FOLDING or (seen.phase == OVER and seen.folded):
        return 2
    if seen.phase in (SHOWDOWN, OVER):
        return 3
    return int(seen.phase in (EXCHANGING, DRAWING) and seen.to_move != seen.first)


def deal_part(seen) -> str:
    """The step of the round; a quick one has none."""
    return "" if seen.kind == RAPIDA else _(STEPS[step_of(seen)])


def _exchange_line(moves, after, viewer: int) -> str:
    me = int(moves[0][0].to_move)
    n = int(after.exchanged[me])
    drawn = [token for seen, token in moves if seen.phase == DRAWING and token != HIDDEN]
    told = {
        "name": seat_called(me),
        "n": n,
        "given": _spread(after.given[me]),
        "drawn": " ".join(SYMBOLS[rank] for rank in sorted(drawn)),
    }
    if me == viewer:
        text = _("You exchange {given} and draw {drawn}.") if n else _("You keep all cards.")
    elif n == 0:
        text = _("{name} keeps all cards.")
    elif drawn:
        text = _("{name} exchanges {given} and draws {drawn}.")
    else:
        text = ngettext("{name} exchanges {n} card.", "{name} exchanges {n} cards.", n)
    return text.format(**told)


def showdown_words(seen, viewer: int) -> str:
    """The winner of a round and the hand, for ``viewer``; both hands must be shown."""
    values = [value_of([int(n) for n in seen.shown[seat]]) for seat in range(SEATS)]
    if values[0] == values[1]:
        hand = _(CLASS_NAMES[class_of([int(n) for n in seen.shown[0]])])
        return _("Both have {hand}: each gets half.").format(hand=hand)
    winner = int(values[1] > values[0])
    told = {
        "name": seat_called(winner),
        "hand": _class_words(seen.shown[winner]),
        "other": _class_words(seen.shown[1 - winner]),
    }
    if winner == viewer:
        return _("You win the round: {hand} against {other}.").format(**told)
    return _("{name} wins the round: {hand} against {other}.").format(**told)


def folded_words(seen, viewer: int) -> str:
    """The fold and what it pays the other, for ``viewer``."""
    seat = int(seen.folded) - 1
    n = int(seen.fold_first if seat == seen.first else seen.fold_second)
    told = {
        "name": seat_called(seat),
        "points": ngettext("{n} point", "{n} points", n).format(n=n),
        "other": seat_called(1 - seat),
    }
    if seat == viewer:
        return _("You folded: {points} for {name}.").format(**told | {"name": told["other"]})
    if viewer >= 0:
        return _("{name} folded: {points} for you.").format(**told)
    return _("{name} folded: {points} for {other}.").format(**told)


def _class_words(counts) -> str:
    """The class of a hand and the cards that make it: ``two pairs (Q Q J J)``."""
    cards = [int(n) for n in counts]
    name = _(CLASS_NAMES[class_of(cards)])
    made_of = [n - unused for n, unused in zip(cards, useless(cards), strict=True)]
    return f"{name} ({_spread(made_of)})" if any(made_of) else name


def whole_hand_words(counts) -> str:
    """The class of a hand and all its cards: ``two pairs (7 Q Q J J)``."""
    return f"{_(CLASS_NAMES[class_of([int(n) for n in counts])])} ({_spread(counts)})"


# -- what is typed ---------------------------------------------------------------------------------


def question(seen) -> str:
    """The question to the player."""
    if seen.phase == FOLDING:
        return _("fold or stay?")
    most = int(seen.most - seen.exchanged[seen.to_move])
    return ngettext(
        "exchange which card? (K, or 3 for the third; keep for none)",
        "exchange up to {n} cards: which? (KQJ, or 345 by their places; keep for none)",
        most,
    ).format(n=most)


def read_line(seen, line: str) -> list[str] | None:
    """The moves that a typed line stands for, in notation; None where it is no answer at all.

    Raises :class:`BadInput` with one sentence where it cannot be done.
    """
    words = line.casefold().replace(",", " ").split()
    if seen.phase == FOLDING:
        return None
    verb = bool(words) and words[0] in _EXCHANGE
    rest = "".join(words[1:] if verb else words)
    if rest in KEEP:
        return ["stop"]
    if not rest or not set(rest) <= set(SYMBOLS.casefold() + "0123456789"):
        if verb:
            raise BadInput(question(seen))
        return None
    return _exchanged(seen, rest.upper())


def line_text(seen, moves) -> str:
    """The moves of a turn as typed: the cards exchanged, ``keep``, ``fold`` or ``stay``."""
    if seen.phase != EXCHANGING:
        return MOVES.text(seen, moves[0])
    return "".join(SYMBOLS[move] for move in moves if move != STOP) or "keep"


def _exchanged(seen, symbols: str) -> list[str]:
    """The discards, in the order of the ranks, and ``stop`` where the exchange does not end so."""
    me = seen.to_move
    hand = [int(n) for n in seen.hand[me]]
    places = ranks_of(hand)
    chosen = sorted(_rank(symbol, places) for symbol in symbols)
    by_place = [symbol for symbol in symbols if symbol not in SYMBOLS]
    lacking = [r for r in range(RANKS) if chosen.count(r) > hand[r]]
    if lacking or len(set(by_place)) < len(by_place):
        raise BadInput(
            _("you cannot exchange {cards}: your hand is {hand}").format(
                cards=" ".join(symbols), hand=_spread(hand)
            )
        )
    if chosen[0] < lowest_to_discard(seen):
        raise BadInput(_("cards are discarded in the order {cards}").format(cards=SYMBOLS))
    left = int(seen.most - seen.exchanged[me])
    if len(chosen) > left:
        raise BadInput(
            ngettext(
                "you may exchange {n} card, not {given}",
                "you may exchange up to {n} cards, not {given}",
                left,
            ).format(n=left, given=len(chosen))
        )
    return [SYMBOLS[r] for r in chosen] + ["stop"] * (len(chosen) < left)


def _rank(symbol: str, places: list[int]) -> int:
    if symbol in SYMBOLS:
        return SYMBOLS.index(symbol)
    if not 1 <= int(symbol) <= len(places):
        raise BadInput(
            ngettext(
                "there is {n} card in your hand", "there are {n} cards in your hand", len(places)
            ).format(n=len(places))
        )
    return places[int(symbol) - 1]


# -- the table -------------------------------------------------------------------------------------


def table_text(seen, seat: int) -> str:
    """Round and score, the hand with its value, and what each player did."""
    lines = [_round_line(seen)]
    if seat >= 0 and int(seen.in_hand[seat]):
        whole = seen.in_hand[seat] == seen.hand_size
        words = f"   {hand_words(seen.hand[seat])}" if whole else ""
        lines.append(f"  {_spread(seen.hand[seat])}{words}")
    order = (int(seen.first), 1 - int(seen.first))
    return "\n".join([*lines, *(_player_line(seen, owner, seat) for owner in order)])


def standing_words(standing) -> str:
    """The score after a round, in words."""
    played = int(standing.played)
    head = ngettext("After {n} round:", "After {n} rounds:", played).format(n=played)
    return f"{head} {score_words(standing.score)}"


def score_words(score) -> str:
    """``Player 1: 3.5, Player 2: 2`` from half points."""
    return ", ".join(
        f"{seat_called(k)}: {number_text(int(half) / 2, 'g')}" for k, half in enumerate(score)
    )


def hand_words(counts) -> str:
    """The class and the value of a hand: ``a pair (1 point)``."""
    cards = [int(n) for n in counts]
    points = value_of(cards)
    worth = ngettext("{n} point", "{n} points", points).format(n=points)
    return f"{_(CLASS_NAMES[class_of(cards)])} ({worth})"


def exchange_words(seen, owner: int, *, own: bool = False) -> str:
    """The exchange of a seat in words, for itself with its cards; "" before it is made."""
    n = int(seen.exchanged[owner])
    if n and own:
        return _("exchanged {cards}").format(cards=_spread(seen.given[owner]))
    if n:
        return ngettext("exchanged {n} card", "exchanged {n} cards", n).format(n=n)
    passed = seen.phase in (EXCHANGING, DRAWING) and owner == seen.first != seen.to_move
    return _("exchanged nothing") if passed or seen.phase in (FOLDING, SHOWDOWN, OVER) else ""


def _round_line(seen) -> str:
    text = _("Round {n} of {rounds}").format(n=int(seen.played) + 1, rounds=int(seen.rounds))
    if int(seen.kind) < len(ROUNDS) - 1:
        text += f" ({_(ROUND_NAMES[int(seen.kind)])})"
    return f"{text}. {score_words(seen.score)}" if seen.played else text


def _player_line(seen, owner: int, seat: int) -> str:
    name = seat_marked(owner, seat)
    said = [_("first") if owner == seen.first else _("second")]
    exchange = exchange_words(seen, owner, own=owner == seat)
    if seen.kind != RAPIDA and exchange:
        said.append(exchange)
    if seen.folded == owner + 1:
        said.append(_("folded"))
    if seen.phase == OVER and not seen.folded:
        said.append(f"{_spread(seen.shown[owner])}, {hand_words(seen.shown[owner])}")
    return f"{name}: {'; '.join(said)}"


def _spread(counts) -> str:
    return " ".join(text_of([int(n) for n in counts]))
