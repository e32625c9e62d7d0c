"""Exact chances of vangin pasianssi in closed form: the method that scales.

The looks see a uniformly random set of ``picks`` cards of those not on the table (every third card
is as random as the top ones), and a deal is a pair of disjoint random sets, board and
picks. Either may be drawn first; here **the picks come first**. They miss U of the values
altogether, and each card of the board stays on the table exactly if its value is one of the U.

The binomial moments of U are products: choose m values, pick from the rest,

    sum over picks of C(U, m) = C(v, m) C(s (v - m), p).

- *Piles left.* Choose m values that the picks miss; the boards from the N - p unpicked cards that
  hold all m of them are counted by inclusion and exclusion, the same number D(m) for every
  choice: D(m) = sum over j of (-1)^j C(m, j) C(N - p - s j, b). So the binomial moments of the
  piles left are C(v, m) C(s (v - m), p) D(m), and no pile left is a win.
- *Cards left.* Given U, the cards left are hypergeometric: b drawn of N - p cards, s U of them
  marked. Their binomial moments need sum over picks of C(s U, c), the coefficient of x^c in
  sum of (1 + x)^(s U) = sum over m of [sum of C(U, m)] ((1 + x)^s - 1)^m.

Both are polynomials of degree at most the number of cards of the board, so decks of many
thousands of cards take a fraction of a second. ``types.py`` holds the document's own method; the
two share no formula, and tests compare them.

A deal that asks for more cards than the deck has (``Deal.possible`` false) has no outcomes: the
document's convention gives it the chance 0 of winning, and its distributions are empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from flint import fmpz, fmpz_poly

from ludoteca.core.i18n import N_, _
from ludoteca.exact.moments import binomial, differences, from_binomial_moments
from ludoteca.exact.urns import missed_kinds_moments
from ludoteca.games.vangin.exact.deal import Deal, whole

Distribution = tuple[Fraction, ...]
"""Entry k is the chance of k. Empty for an impossible deal, else it sums to 1."""


def win(deal: Deal) -> Fraction:
    """The chance that the table is empty after the last look.

    >>> win(Deal(suits=4, values=13, board=13, picks=13))
    Fraction(964444044208, 262190765217675)
    """
    return Fraction(winning_deals(deal), deal.count()) if deal.possible else Fraction(0)


def winning_deals(deal: Deal) -> int:
    """The number of deals won, of the ``deal.count()`` equally likely ones."""
    return int(sum((-1) ** m * moment for m, moment in enumerate(_piles_left_moments(deal))))


def piles_left(deal: Deal) -> Distribution:
    """Entry k is the chance that k piles are left, k = 0..min(values, board)."""
    if not deal.possible:
        return ()
    counts = from_binomial_moments(_piles_left_moments(deal), deal.most_piles + 1)
    return _shares(counts, deal)


def cards_left(deal: Deal) -> Distribution:
    """Entry k is the chance that k cards are left (in all piles together), k = 0..board."""
    if not deal.possible:
        return ()
    return _shares(from_binomial_moments(_cards_left_moments(deal), deal.board + 1), deal)


def win_by_look(deal: Deal) -> Distribution:
    """Entry k is the chance that the table is empty after k looks, k = 0..picks: cumulative.

    The first k looks see a uniformly random set of k cards, so this is :func:`win` with k picks.
    Empty for an impossible deal.
    """
    if not deal.possible:
        return ()
    looks = range(deal.picks + 1)
    return tuple(win(Deal(deal.suits, deal.values, deal.board, k)) for k in looks)


def mean_piles_left(deal: Deal) -> Fraction:
    """The mean number of piles left: each value is unpicked, and then on the board or not.

    The deal must be possible.
    """
    unpicked = deal.cards - deal.picks
    missed = Fraction(comb(deal.cards - deal.suits, deal.picks), comb(deal.cards, deal.picks))
    if missed == 0:
        return missed
    absent = Fraction(comb(unpicked - deal.suits, deal.board), comb(unpicked, deal.board))
    return deal.values * missed * (1 - absent)


def mean_cards_left(deal: Deal) -> Fraction:
    """The mean number of cards left: a card stays where none other of its value is picked.

    The deal must be possible.
    """
    if deal.board == 0:
        return Fraction(0)
    others = deal.cards - 1
    staying = comb(others - (deal.suits - 1), deal.picks)
    return deal.board * Fraction(staying, comb(others, deal.picks))


def chance_to_clear(waiting: Sequence[int], others: int, picks: int) -> Fraction:
    """The chance of still winning in the middle of a game.

    ``waiting`` has, for every pile on the table, the number of cards of its value that nobody has
    seen yet; ``others`` is the number of all other unseen cards; ``picks`` is the number of looks
    to come. The game is won if the looks see each waiting value at least once.

    Why the looks still to come are ``picks`` uniformly random unseen cards, whatever was seen so
    far: the deck was shuffled, so given the cards at the positions already seen every order of the
    unseen cards at the other positions is equally likely, and which of those positions count was
    fixed before the deal. That holds whether the skipped cards are seen as they are turned (they
    are then no longer unseen) or stay face down (they are then among the unseen).

    By inclusion and exclusion over the set of piles missed: with W their unseen cards, sum of
    (-1)^(piles) C(n - W, picks) / C(n, picks), the signs collected by W in the polynomial
    prod (1 - u^waiting). Raises ``ValueError`` for negative numbers and for more looks than cards.

    >>> chance_to_clear(waiting=[1], others=2, picks=1)
    Fraction(1, 3)
    """
    piles = [whole(N_("waiting"), unseen, least=0) for unseen in waiting]
    picks = whole(N_("picks"), picks, least=0)
    cards = sum(piles) + whole(N_("others"), others, least=0)
    if picks > cards:
        text = _("{picks} looks need as many unseen cards, and there are only {cards}")
        raise ValueError(text.format(picks=picks, cards=cards))
    ways = sum(
        (sign * binomial(cards - missed, picks) for missed, sign in enumerate(_signs(piles))),
        fmpz(0),
    )
    return Fraction(int(ways), comb(cards, picks))


def chance_while_laying(
    waiting: Sequence[int], fresh: int, suits: int, to_lay: int, picks: int
) -> Fraction:
    """The chance of winning while the board is still being laid.

    ``waiting`` is that of :func:`chance_to_clear` for the piles laid so far, ``fresh`` the number
    of values of which nothing has been seen, each with ``suits`` unseen cards; ``to_lay`` cards of
    the board and ``picks`` looks are to come. They are disjoint random sets of the unseen cards.

    By inclusion and exclusion over what loses: a set of the piles, with W unseen cards, that the
    picks miss, and m fresh values that the picks miss and the rest of the board holds:

        sum of (-1)^(piles + m) C(fresh, m) C(n - W - s m, picks) D(m)

    of the C(n, picks) C(n - picks, to_lay) ways, with D(m) the rests of the board that hold all
    of m unpicked values, as in the module's notes. Raises ``ValueError`` for negative numbers and
    for more cards asked for than there are.

    >>> chance_while_laying(waiting=[], fresh=13, suits=4, to_lay=13, picks=13) == win(Deal())
    True
    """
    piles = [whole(N_("waiting"), unseen, least=0) for unseen in waiting]
    fresh, suits = whole(N_("values"), fresh, least=0), whole(N_("suits"), suits, least=1)
    to_lay, picks = whole(N_("board"), to_lay, least=0), whole(N_("picks"), picks, least=0)
    cards = sum(piles) + fresh * suits
    if to_lay + picks > cards:
        text = _("{n} cards are still to come, and only {cards} are unseen")
        raise ValueError(text.format(n=to_lay + picks, cards=cards))
    held = differences(
        [binomial(cards - picks - suits * m, to_lay) for m in range(min(fresh, to_lay) + 1)]
    )
    ways = sum(
        (
            sign * (-1) ** m * binomial(fresh, m) * binomial(cards - missed - suits * m, picks) * d
            for missed, sign in enumerate(_signs(piles))
            for m, d in enumerate(held)
        ),
        fmpz(0),
    )
    return Fraction(int(ways), comb(cards, picks) * comb(cards - picks, to_lay))


def _signs(piles: Sequence[int]) -> list[fmpz]:
    """Entry W is the sum of (-1)^|S| over the sets S of piles with W unseen cards in all."""
    signs = fmpz_poly([1])
    for unseen in piles:
        signs -= signs.left_shift(unseen)
    return list(signs.coeffs())


def boards_holding(deal: Deal, up_to: int) -> list[fmpz]:
    """Entry m is D(m): the boards from the unpicked cards that hold all of m given values.

    None of the m values was picked. m runs from 0 to ``up_to``, which needs
    picks + suits * up_to <= cards.
    """
    unpicked = deal.cards - deal.picks
    avoiding = [binomial(unpicked - deal.suits * j, deal.board) for j in range(up_to + 1)]
    return differences(avoiding)


def _piles_left_moments(deal: Deal) -> list[fmpz]:
    """Sum over all deals of C(piles left, m), m = 0, 1, ...; empty for an impossible deal."""
    missed = missed_kinds_moments(deal.values, deal.suits, deal.picks, up_to=deal.board)
    boards = boards_holding(deal, len(missed) - 1)
    return [picks * board for picks, board in zip(missed, boards, strict=True)]


def _cards_left_moments(deal: Deal) -> list[fmpz]:
    """Sum over all deals of C(cards left, c), c = 0..board; the deal must be possible."""
    missed = missed_kinds_moments(deal.values, deal.suits, deal.picks, up_to=deal.board)
    # Truncated at x^board: no board has more cards to leave.
    most = min(deal.suits, deal.board)
    one_value = fmpz_poly([0] + [comb(deal.suits, i) for i in range(1, most + 1)])
    marked = fmpz_poly(missed)(one_value).truncate(deal.board + 1)
    unpicked = deal.cards - deal.picks
    return [
        # Choose the c cards that are left, then the rest of the board from what is unpicked.
        marked[c] * binomial(unpicked - c, deal.board - c)
        for c in range(deal.board + 1)
    ]


def _shares(counts: Sequence[int], deal: Deal) -> Distribution:
    total = deal.count()
    return tuple(Fraction(count, total) for count in counts)
