"""Buraco told to people: rules, glossary, and the sentences of the guided first deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import N_, _
from ludoteca.core.player_names import seat_called
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.guide import Picture, Section, Term

from .face_moves import plays
from .ids import CHOOSING, FIRST, LAST, MELD, OVER, RANKS, SUITS, TAKE, TWO
from .melds import canastras, card_points, fits_table, pair_of
from .notation import sign, signs

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView

RULES = (
    Section(
        N_("What it is about"),
        (
            N_(
                "Four players in two pairs; partners sit opposite each other. Each pair lays runs "
                "of cards on the table and makes them longer. A run of seven cards or more is a "
                "canastra, which is worth a lot. The first pair with 3,000 points wins the match."
            ),
            N_(
                "There are two decks, so every card is there twice. Each player gets eleven cards. "
                "Two more hands of eleven lie face down on the table: the mortos. The rest is the "
                "stock; beside it the discard pile grows."
            ),
        ),
    ),
    Section(
        N_("Your turn"),
        (
            N_(
                "First take cards: draw one from the stock, or take the whole discard pile. Then "
                "lay as many cards as you like. At the end throw one card on the discard pile."
            ),
            N_(
                "Whoever begins the deal draws a card, and may throw it away at once and draw "
                "another one."
            ),
            N_(
                "Where the pile is closed, you may take it only if you lay its top card at once, "
                "with cards of your hand or on a run of your pair. The rest of the pile then comes "
                "to your hand."
            ),
            N_(
                "If the pile was a single card, you may not take it and throw the same card back: "
                "in that turn you throw another one. The rules of the document allow it, and some "
                "tables do if you already held its twin."
            ),
        ),
    ),
    Section(
        N_("Runs and wild cards"),
        (
            N_(
                "A run is three cards or more of one suit in a row: 5♥ 6♥ 7♥. The ace is low, "
                "before the 2, or high, after the king. What lies on the table belongs to the "
                "pair: you add to your partner's runs as to your own, and never to the others'."
            ),
            N_(
                "A 2 is wild: it stands for any card of a run, whatever its suit. A run has one "
                "wild card at most. In its own place a 2 of the suit is a card like any other. "
                "Jokers, where they are played, are wild too."
            ),
            N_("Some rules also have sets: three cards or more of one rank, such as 9♣ 9♦ 9♠."),
        ),
        (
            Picture("5H 6H 7H", N_("A run.")),
            Picture("5H 2S 7H", N_("A run: the 2 stands for 6♥.")),
        ),
    ),
    Section(
        N_("Canastras"),
        (
            N_(
                "A run of seven cards without a wild card is a clean canastra (limpa) and pays "
                "200; with a wild card it is dirty (suja) and pays 100. If so agreed, a clean run "
                "from ace to king pays 500, and from ace to ace 1,000."
            ),
        ),
        (
            Picture("3D 4D 5D 6D 7D 8D 9D", N_("A clean canastra: 200.")),
            Picture("7C 8C 9C 2H JC QC KC", N_("A dirty canastra: 100.")),
        ),
    ),
    Section(
        N_("The morto"),
        (
            N_(
                "The first player of a pair who has no cards left takes one of the mortos as a new "
                "hand. If you laid your last card, you take it at once and play on; if you threw "
                "it away, you take it and play on in your next turn. A pair has one morto; without "
                "it 100 points are taken off."
            ),
        ),
    ),
    Section(
        N_("The end of a deal"),
        (
            N_(
                "A player who runs out of cards when the pair has taken its morto and has a clean "
                "canastra goes out (batida): 100 points, and the deal is over. Without that right "
                "you must keep a card when your turn ends."
            ),
            N_(
                "When the stock ends, a morto that nobody took becomes the stock. When none is "
                "left, the deal is over; but if the top card of the pile fits a run on the table "
                "of the next player's pair, that player has one more turn."
            ),
        ),
    ),
    Section(
        N_("Points"),
        (
            N_(
                "Each card on the table counts: an ace 15 points; a 2, 8, 9, 10, jack, queen or "
                "king 10 points; a 3 to 7 5 points; a joker 50 points. Canastras and going out "
                "come on top. If so agreed, cards left in hand are taken off."
            ),
        ),
    ),
    Section(
        N_("Ways to play"),
        (
            N_(
                "The rules of the document: no jokers, no sets, an open pile. Aberto: jokers, an "
                "open pile. Fechado: jokers, sets, a closed pile, and a dirty canastra is enough "
                "to go out. STBL: jokers, no sets, a closed pile, and a clean canastra to go out. "
                "Nearly every one of these can also be chosen by itself."
            ),
        ),
    ),
    Section(
        N_("Some advice"),
        (
            N_(
                "Keep cards of a suit that are close together, and throw away single cards. Look "
                "at the others' runs first: a card that fits there is a present."
            ),
            N_(
                "One clean canastra is needed to go out, so keep a wild card out of the run that "
                "grows fastest. Take the morto early: eleven cards bring more than they cost."
            ),
            N_(
                "Take the pile when it brings a run or two, not for one card: everybody sees what "
                "you took."
            ),
        ),
    ),
)

GLOSSARY = (
    Term(
        "morto",
        N_(
            "One of two spare hands of eleven cards; the first player of a pair to run out takes "
            "one."
        ),
    ),
    Term(N_("canastra"), N_("A run of seven cards or more. Clean 200 points, dirty 100.")),
    Term(N_("clean canastra"), N_("Canastra limpa: seven cards or more without a wild card.")),
    Term(N_("dirty canastra"), N_("Canastra suja: seven cards or more with a wild card.")),
    Term("batida", N_("Going out: the last card is gone, and the deal is over. 100 points.")),
    Term(N_("stock"), N_("The cards that are still to be drawn, face down.")),
    Term(N_("discard pile"), N_("The cards that were thrown away; it is taken whole.")),
    Term(N_("run"), N_("Three cards or more of one suit in a row, on the table of a pair.")),
    Term(N_("wild card"), N_("A 2 or a joker, which stands for another card of a run.")),
    Term(N_("set"), N_("Three cards or more of one rank, where the rules have them.")),
)

_NEAR = 2  #: ranks between cards that may still become a run


def lesson_options() -> Options:
    """The document's rules: no jokers, no sets, an open pile."""
    return {"profile": "thesis"}


def lesson(view: SeatView) -> list[LessonStep]:
    """The comment for a newcomer at this moment of the guided deal."""
    s = view.record[0]
    if s.phase == OVER:
        text = _(
            "The deal is over, and points are counted: every card on the table, the canastras, "
            "100 for going out, and 100 less without a morto. Then the next deal begins."
        )
        return [LessonStep(text)]
    if view.seat >= 0 and view.seat == s.to_move and s.in_hand[view.seat] == 0:
        text = _("Your hand is empty. Once this is laid down, the morto is your new hand.")
        return [LessonStep(text, "mortos")]
    if view.seat < 0 or not view.legal:
        return [LessonStep(_lesson_of_the_others(s), "rivals")]
    if s.phase == FIRST:
        return _lesson_of_the_first(s, view.seat)
    if s.phase == CHOOSING:
        return [_lesson_of_drawing(s, view)]
    if s.phase == LAST:
        text = _("The stock is empty. Take the pile if its top card fits, or leave it.")
        return [LessonStep(text, "pile")]
    return [_lesson_of_laying(s, view)]


def _lesson_of_the_others(s: Any) -> str:
    return _(
        "{name} plays. Watch what they take and throw away: it tells you what they need. The "
        "player opposite is your partner, and your runs are shared."
    ).format(name=seat_called(int(s.to_move)))


def _lesson_of_the_first(s: Any, seat: int) -> list[LessonStep]:
    drawn = _("You drew {card}. Keep it if it is near other cards of its suit.")
    return [
        LessonStep(
            _("Welcome! You and the player opposite lay runs of one suit, such as 5♥ 6♥ 7♥."),
            f"pair-{int(pair_of(seat))}",
        ),
        LessonStep(drawn.format(card=sign(int(s.drawn[seat]) - 1)), "own"),
        LessonStep(_("Otherwise throw it away and draw another."), "actions"),
    ]


def _lesson_of_drawing(s: Any, view: SeatView) -> LessonStep:
    pair = int(pair_of(view.seat))
    top = int(s.top) - 1
    if top >= 0 and TAKE in view.legal:
        if fits_table(s, pair, top):
            text = _(
                "The top of the pile, {card}, fits a run of your pair. If you take the pile, all "
                "of it comes to your hand; or draw one card from the stock."
            ).format(card=sign(top))
            return LessonStep(text, "pile")
        run = _run_with(s.hand[view.seat], top)
        if run:
            text = _(
                "The top of the pile makes a run with your cards: {cards}. Take the pile, or draw "
                "one card from the stock."
            ).format(cards=signs(run))
            return LessonStep(text, "pile")
        text = _(
            "Each turn begins with a card: draw from the stock, or take the whole pile. The top "
            "of the pile does not fit you now, so draw."
        )
        return LessonStep(text, "stock")
    return LessonStep(_("Each turn begins with a card: draw one from the stock."), "stock")


def _lesson_of_laying(s: Any, view: SeatView) -> LessonStep:
    hand, pair = s.hand[view.seat], int(pair_of(view.seat))
    for run in _natural_runs(hand):
        for play in plays(view, run):  # none where a card must be kept
            text = _(
                "You hold a run: {cards}. Pick these cards and press {button}. You can take it "
                "back until you press Lay down or throw a card away."
            ).format(cards=signs(run), button=play.words)
            return LessonStep(text, "own")
    held = [kind for kind in range(SUITS * RANKS) if hand[kind]]
    fitting = [kind for kind in held if kind % RANKS != TWO and plays(view, [kind])]
    if fitting:
        text = _(
            "{card} goes on a run of your pair: pick it, then press the run. Seven cards are a "
            "canastra."
        ).format(card=sign(fitting[0]))
        return LessonStep(text, f"pair-{pair}")
    lone = _loneliest(hand, s, pair)
    if lone >= 0:
        told = _(
            "Throw one card away to end your turn. {card} has no neighbours in your hand: pick it, "
            "then throw it away with the button below."
        ).format(card=sign(lone))
        if int(canastras(s, pair, 1)) and s.took_morto[pair]:
            told += " " + _("Your pair may go out: whoever has no cards left ends the deal.")
        return LessonStep(told, "own")
    text = _("Pick the card that you need least, then throw it away with the button below.")
    return LessonStep(text, "own")


def _natural_runs(hand: Any) -> list[list[int]]:
    """Runs of three cards and more in a hand, the longest first, without wild cards."""
    found = []
    for suit in range(SUITS):
        row: list[int] = []
        for place in range(RANKS + 2):
            kind = suit * RANKS + place % RANKS
            if place <= RANKS and hand[kind]:
                row.append(kind)
                continue
            if len(row) >= MELD:
                found.append(row)
            row = []
    return sorted(found, key=len, reverse=True)


def _run_with(hand: Any, kind: int) -> list[int]:
    """A run that a card makes with those of a hand; empty for none."""
    more = hand.copy()
    more[kind] += 1
    return next((row for row in _natural_runs(more) if kind in row), [])


def _loneliest(hand: Any, s: Any, pair: int) -> int:
    """A card without neighbours of its suit, that does not help the others; -1 for none."""
    kinds = [kind for kind in range(SUITS * RANKS) if hand[kind] and kind % RANKS != TWO]

    def worth(kind: int) -> tuple[int, int, int]:
        near = sum(
            other != kind and other // RANKS == kind // RANKS and abs(other - kind) <= _NEAR
            for other in kinds
        )
        return (bool(fits_table(s, 1 - pair, kind)), near, int(card_points(s, kind)))

    return min(kinds, key=worth, default=-1)
