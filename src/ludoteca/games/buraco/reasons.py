# mypy: allow-untyped-calls
"""One line of reason for a turn: what it has on the table or in the hand that another has not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludoteca.core.deal import kinds_in
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.view import SeatView

from .ids import (
    CHOOSING,
    DISCARD,
    DRAW,
    FIRST,
    KEEP,
    KINDS,
    LAST,
    PASS,
    PLAYING,
    RANKS,
    TAKE_BACK,
)
from .laying import can_take_morto, has_right
from .melds import (
    canastra_points,
    card_points,
    fits_meld,
    fits_table,
    has_sets_of,
    is_clean,
    is_lay,
    is_wild_card,
    meld_of,
    pair_of,
    spent_cards,
    spent_points,
    wilds_laid,
)
from .notation import meld_sign, sign, signs
from .policy import makes_another, reach

FEW = 3
"""Cards of a hand that may soon be empty."""

NAMED = 7
"""Cards that are named one by one."""


def better_words(view: SeatView, better: Sequence[int], played: Sequence[int]) -> str:
    """The reason for the turn ``better`` in place of the one ``played``."""
    s, me = view.record[0], view.seat
    both_lay = bool(is_lay(better[0]) and is_lay(played[0]))
    if better[0] == played[0] or s.phase == PLAYING or both_lay:
        told = _of_results(s, view.after(better).record[0], view.after(played).record[0], me)
        told = told or _of_wild_cards(view, better, played)
        told = told or _of_cards_laid(view, better, played) or _of_discards(view, better, played)
        if told:
            return told
    left = Counter(played)
    for n, action in enumerate(better):
        if not left[action]:
            return _of_move(view.after(better[:n]), action, better[-1])
        left[action] -= 1
    return reason_words(view.after(better[:-1]), better[-1])


def reason_words(view: SeatView, action: int) -> str:
    """The reason for ``action`` from what the seat sees."""
    return _of_move(view, action, action)


def turn_reason_words(view: SeatView, turn: Sequence[int]) -> str:
    """The reasons for a turn: for its cards from the stock or the pile, what it lays and throws."""
    s, me, first, last = view.record[0], view.seat, turn[0], turn[-1]
    told = [] if s.phase == PLAYING and is_lay(first) else [_of_move(view, first, last)]
    lays = [n for n, action in enumerate(turn) if is_lay(action)]
    ends = ""  # reached by the turn: then it is of no weight what it throws
    if lays and TAKE_BACK not in turn:
        before, after = view.after(turn[: lays[0]]).record[0], view.after(turn).record[0]
        if after.went_out == me + 1 or after.took_morto[pair_of(me)]:
            ends = _of_results(before, after, before, me)
        laid = view.after(turn[: lays[-1] + 1]).record[0]
        kinds = [*_laid(view, turn).elements()]
        points = sum(int(card_points(s, kind)) for kind in kinds)
        told.append(
            ends or _of_results(before, laid, before, me) or _of_points(before, kinds, points)
        )
    if len(turn) > 1 and DISCARD <= last < DISCARD + KINDS and not ends:
        told.append(_of_move(view.after(turn[:-1]), last, last))
    return "; ".join(told)


def _of_move(view: SeatView, action: int, last: int) -> str:
    """The reason for ``action`` in a turn that ends with ``last``."""
    s, me = view.record[0], view.seat
    if action == TAKE_BACK:
        return _("the first melds must have {n} points together").format(n=int(s.first_meld))
    if s.phase == FIRST:
        return _of_first_card(s, int(s.drawn[me]) - 1, kept=action == KEEP)
    if s.phase == LAST:
        if action == PASS:
            return _("in the last turn, cards that are taken and not laid do not help")
        return _("it is the last turn, and what is laid in it still counts")
    if action == DRAW:
        return _of_stock(view)
    if s.phase == CHOOSING:
        return _of_pile(s, me, last - DISCARD)
    if DISCARD <= action < DISCARD + KINDS:
        return _of_thrown(s, me, action - DISCARD)
    told = _of_results(s, view.after((action,)).record[0], s, me)
    if told:
        return told
    return _of_points(s, spent_cards(s, action), int(spent_points(s, action)))


def _of_points(s: Any, kinds: Sequence[int], n: int) -> str:
    """The points of cards that are laid, where the hand counts against and where it does not."""
    text = _("{cards} count {n} points on the table, and nothing in the hand")
    if s.minus_hand:
        text = _("{cards} on the table count {n} points, which would count against in the hand")
    return text.format(cards=_some(kinds), n=n)


# -- the first card, the stock or the pile ---------------------------------------------------------


def _of_first_card(s: Any, kind: int, kept: bool) -> str:
    beside = [] if is_wild_card(kind) else _beside(s, s.hand[s.to_move], kind)
    if kept and is_wild_card(kind):
        return _("{card} is a wild card").format(card=sign(kind))
    if kept and beside:
        return _near(kind, beside)
    if kept:
        return _("a second card thrown makes the pile larger for the others")
    if beside:
        return _("the next card may go better with the hand than {card}").format(card=sign(kind))
    return _("{card} goes with nothing in the hand").format(card=sign(kind))


def _of_stock(view: SeatView) -> str:
    s, pair, me = view.record[0], int(pair_of(view.seat)), view.seat
    if all(action == DRAW for action in view.legal):
        return _("the pile cannot be taken now")
    n, fitting = int(s.pile_cards), _fitting(s, me, s.hand[me])
    if int(s.in_hand[me]) <= FEW and can_take_morto(s, pair):
        return _("the hand is nearly empty: without the pile the morto is nearer")
    if int(s.in_hand[me]) <= FEW and has_right(s, pair):
        return _("the hand is nearly empty: without the pile going out is nearer")
    if not fitting:
        return _("no card of the pile fits a meld of the pair or makes one with the hand")
    if len(fitting) < n:
        text = ngettext(
            "of the pile of {n} card only {cards} would be of use at once",
            "of the pile of {n} cards only {cards} would be of use at once",
            n,
        )
        return text.format(n=n, cards=_some(fitting))
    return _("a card of the stock is hidden, while those of the pile show the hand to the others")


def _of_pile(s: Any, me: int, thrown: int) -> str:
    """Say what the pile is good for, beside the cards that are not ``thrown`` in the same turn."""
    hand, n = s.hand[me], int(s.pile_cards)
    if 0 <= thrown < KINDS:
        hand = _without(hand, thrown)
    fitting = [kind for kind in _fitting(s, me, hand) if kind != thrown]
    if fitting:
        text = ngettext(
            "{cards} from the pile fits a meld of the pair or makes one with the hand",
            "{cards} from the pile fit melds of the pair or make some with the hand",
            len(fitting),
        )
        return text.format(cards=_some(fitting))
    for kind in kinds_in(s.pile):
        there = _meld_for(s, 1 - int(pair_of(me)), kind)
        if there and kind != thrown:
            text = _("left in the pile, {card} could go to {meld} of the others")
            return text.format(card=sign(kind), meld=there)
    for kind in kinds_in(s.pile):
        beside = [other for other in _beside(s, hand, kind) if other != thrown]
        if beside and kind != thrown:
            text = _("{card} from the pile lies near {others}: one card more makes a meld")
            return text.format(card=sign(kind), others=signs(beside))
    if n == 1:
        text = _("who draws and throws a card leaves the next player a pile of two, with {card}")
        return text.format(card=_some(kinds_in(s.pile)))
    kept = kinds_in(_without(s.pile, thrown) if 0 <= thrown < KINDS else s.pile)
    text = ngettext(
        "{n} card comes, and not to the others: {cards}",
        "{n} cards come at once, and none of them to the others: {cards}",
        len(kept),
    )
    return text.format(n=len(kept), cards=_some(kept))


def _fitting(s: Any, me: int, hand: Any) -> list[int]:
    """The cards of the pile that are wild, that melds of the pair take, or that make one."""
    pair = int(pair_of(me))
    return [
        kind
        for kind in kinds_in(s.pile)
        if is_wild_card(kind) or fits_table(s, pair, kind) or makes_another(s, hand, kind)
    ]


def _some(kinds: Sequence[int]) -> str:
    """The cards by their signs, or how many they are."""
    if len(kinds) <= NAMED:
        return signs(kinds)
    return ngettext("{n} card", "{n} cards", len(kinds)).format(n=len(kinds))


# -- what a turn leads to --------------------------------------------------------------------------


def _of_results(s: Any, after: Any, other: Any, me: int) -> str:
    """Say that a turn reaches the end, the morto or a canastra, which another does not."""
    pair = int(pair_of(me))
    if after.went_out == me + 1 and not other.went_out:
        text = _("it goes out, which counts 100 points and ends the deal")
        return text + _left_otherwise(other, me)
    if after.took_morto[pair] and not other.took_morto[pair]:
        n = int(s.morto_size)
        text = ngettext(
            "it leaves no card in the hand, and the morto of {n} card comes",
            "it leaves no card in the hand, and the morto of {n} cards comes",
            n,
        )
        return text.format(n=n) + _left_otherwise(other, me)
    worth, less = _canastras(after, pair), _canastras(other, pair)
    gains = {meld: points - less.get(meld, 0) for meld, points in worth.items()}
    there = meld_sign(after, pair, max(gains, key=gains.__getitem__)) if gains else ""
    if has_right(after, pair) and not has_right(other, pair):
        text = _("it makes the canastra that is needed to go out: {meld}")
        if has_right(s, pair):
            text = _("the canastra that is needed to go out stays clean: {meld}")
        return text.format(meld=there)
    more = sum(worth.values()) - sum(less.values())
    if more > 0:
        text = _("canastras are worth {n} points more after it: {meld}")
        return text.format(n=more, meld=there)
    return ""


def _left_otherwise(other: Any, me: int) -> str:
    """The cards that another turn leaves in the hand; "" where they are not known."""
    kinds = kinds_in(other.hand[me])
    if not kinds:
        return ""
    return " " + _("(otherwise left in the hand: {cards})").format(cards=_some(kinds))


def _canastras(s: Any, pair: int) -> dict[int, int]:
    """The points of each canastra of a pair, by its place among the melds."""
    return {meld: int(canastra_points(s, pair, meld)) for meld in range(int(s.melds[pair]))}


def _of_wild_cards(view: SeatView, better: Sequence[int], played: Sequence[int]) -> str:
    """Say what is kept by not laying as many wild cards."""
    if sum(map(wilds_laid, better)) >= sum(map(wilds_laid, played)):
        return ""
    pair, after = int(pair_of(view.seat)), view.after(better).record[0]
    for n, action in enumerate(played):
        s, meld = view.after(played[:n]).record[0], int(meld_of(action))
        there = 0 <= meld < view.record[0]["melds"][pair]
        if there and wilds_laid(action) and is_clean(s, pair, meld) and is_clean(after, pair, meld):
            if s.out_needs == 0 and not has_right(after, pair):
                text = _("{meld} stays clean, and only a clean canastra lets the pair go out")
            else:
                text = _("{meld} stays clean, and a clean canastra counts more than a dirty one")
            return text.format(meld=meld_sign(after, pair, meld))
    laid, other = (_laid(view, moves) for moves in (better, played))
    kept = [kind for kind in (other - laid).elements() if is_wild_card(kind)]
    if not kept:
        return ""
    return _("a wild card that is kept can still go to another meld: {cards}").format(
        cards=signs(kept)
    )


def _of_cards_laid(view: SeatView, better: Sequence[int], played: Sequence[int]) -> str:
    """The good of laying more cards, or fewer."""
    s, me, pair = view.record[0], view.seat, int(pair_of(view.seat))
    laid, other = (_laid(view, moves) for moves in (better, played))
    points = sum(card_points(s, kind) for kind in (laid - other).elements())
    if laid > other:
        return _of_points(s, [*(laid - other).elements()], points)
    if not other > laid:
        return ""
    after, n = view.after(played).record[0], sum((other - laid).values())
    if not can_take_morto(after, pair) and not has_right(after, pair):
        if s.out_needs == 0:
            text = _("a clean canastra is still missing to go out, so {cards} can wait")
        else:
            text = _("a canastra is still missing to go out, so {cards} can wait")
        return text.format(cards=_some([*(other - laid).elements()]))
    text = ngettext(
        "{cards} laid leaves only {left} in the hand to choose from",
        "{cards} laid leave only {left} in the hand to choose from",
        n,
    )
    left = int(after.in_hand[me])
    return text.format(
        cards=_some([*(other - laid).elements()]),
        left=ngettext("{n} card", "{n} cards", left).format(n=left),
    )


def _laid(view: SeatView, moves: Sequence[int]) -> Counter[int]:
    """The cards that a turn lays."""
    cards = Counter[int]()
    for n, action in enumerate(moves):
        if is_lay(action):
            cards.update(spent_cards(view.after(moves[:n]).record[0], action))
    return cards


# -- discards --------------------------------------------------------------------------------------


def _of_discards(view: SeatView, better: Sequence[int], played: Sequence[int]) -> str:
    """Say what is good about the card that is kept, in place of the other one."""
    s, me, pair = view.after(better[:-1]).record[0], view.seat, int(pair_of(view.seat))
    thrown, kept = (moves[-1] - DISCARD for moves in (better, played))
    if not (0 <= thrown < KINDS and 0 <= kept < KINDS and thrown != kept and s.hand[me, kept]):
        return ""
    if is_wild_card(kept) and not is_wild_card(thrown):
        return _("{card} is a wild card").format(card=sign(kept))
    if is_wild_card(thrown):
        return ""
    there = _meld_for(s, 1 - pair, kept)
    if there and not _meld_for(s, 1 - pair, thrown):
        n = int(s.pile_cards) + 1
        if n == 1:
            text = _("the others could take {card}, which fits {meld}")
        else:
            text = _("the others could take the pile of {n} with {card}, which fits {meld}")
        return text.format(card=sign(kept), meld=there, n=n)
    hand, other = (_without(s.hand[me], kind) for kind in (thrown, kept))
    more = _use(s, me, kept, hand) - _use(s, me, thrown, other)
    if more > 0:
        return _of_kept(s, me, kept, hand)
    points = int(card_points(s, thrown)), int(card_points(s, kept))
    if more == 0 and s.minus_hand and points[0] > points[1]:
        text = _("left in the hand, {card} counts {n} points against, and {other} only {m}")
        return text.format(card=sign(thrown), n=points[0], other=sign(kept), m=points[1])
    return ""


def _use(s: Any, me: int, kind: int, hand: Any) -> int:
    """The use of a card of a hand: 4 goes to a meld, 3 makes one, 2 and 1 may do so, 0 none."""
    pair = int(pair_of(me))
    if fits_table(s, pair, kind):
        return 4
    if makes_another(s, _without(hand, kind), kind):
        return 3
    return 2 if reach(s, pair, kind) else int(bool(_beside(s, hand, kind)))


def _of_kept(s: Any, me: int, kind: int, hand: Any) -> str:
    """The use of a natural card that stays in a hand."""
    pair, use = int(pair_of(me)), _use(s, me, kind, hand)
    if use == 4:
        text = _("{card} fits {meld} of the pair")
        return text.format(card=sign(kind), meld=_meld_for(s, pair, kind))
    if use == 3:
        return _("{card} makes a meld with cards of the hand").format(card=sign(kind))
    if use == 1:
        return _near(kind, _beside(s, hand, kind))
    for meld in range(int(s.melds[pair])):
        if _is_one_away(s, pair, meld, kind):
            text = _("{card} is only one card away from {meld}")
            return text.format(card=sign(kind), meld=meld_sign(s, pair, meld))
    return ""


def _is_one_away(s: Any, pair: int, meld: int, kind: int) -> bool:
    """True where a card is missing between a run and ``kind``."""
    suit, rank = divmod(kind, RANKS)
    if s.meld_suit[pair, meld] != suit:
        return False
    above = rank or int(s.ranks)
    return rank == s.low[pair, meld] - 2 or above == s.high[pair, meld] + 2


def _of_thrown(s: Any, me: int, kind: int) -> str:
    """Say why a card may be thrown."""
    given = bool(_meld_for(s, 1 - int(pair_of(me)), kind))
    useless = not is_wild_card(kind) and not _use(s, me, kind, s.hand[me])
    if useless and not given:
        return _("{card} goes with nothing in the hand, and the others cannot lay it now").format(
            card=sign(kind)
        )
    if useless:
        return _("{card} goes with nothing in the hand").format(card=sign(kind))
    if not given:
        return _("the others have no meld for {card} now").format(card=sign(kind))
    return _("of the cards that can be thrown, {card} costs least").format(card=sign(kind))


def _meld_for(s: Any, pair: int, kind: int) -> str:
    """A meld of a pair that takes a card now; "" for none."""
    for meld in range(int(s.melds[pair])):
        if fits_meld(s, pair, meld, kind):
            return meld_sign(s, pair, meld)
    return ""


def _near(kind: int, beside: Sequence[int]) -> str:
    """A card beside others, of which one more makes a meld."""
    text = _("{card} lies near {others}: one card more makes a meld")
    return text.format(card=sign(kind), others=signs(beside))


def _beside(s: Any, hand: Any, kind: int) -> list[int]:
    """Natural cards of a hand beside which a card more makes a meld with a natural one."""
    suit, rank = divmod(kind, RANKS)
    found = []
    for other in dict.fromkeys(kinds_in(_without(hand, kind))):
        there, own = divmod(other, RANKS)
        if is_wild_card(other):
            continue
        ends = [(a, b) for a in _places(s, rank) for b in _places(s, own)]
        run = there == suit and own != rank and any(0 < abs(a - b) <= 2 for a, b in ends)
        if run or (own == rank and has_sets_of(s, rank)):
            found.append(other)
    return found


def _places(s: Any, rank: int) -> tuple[int, ...]:
    """The places of a rank in a run: an ace lies at both ends."""
    return (rank, int(s.ranks)) if rank == 0 else (rank,)


def _without(hand: Any, kind: int) -> Any:
    """A hand with a card fewer, where it holds it."""
    left = hand.copy()
    left[kind] = max(0, int(left[kind]) - 1)
    return left
