"""The record of a deal of mus, what stands between deals, and the options.

Limits are told in the game's README.
"""

from dataclasses import replace
from typing import Any

from ludoteca.core.i18n import N_, _
from ludoteca.core.layout import hidden, layout, pair, plain_layout, public, seat
from ludoteca.core.options import Options, OptionSchema, Parameter, choice, whole, yes_no

from .hands import HAND, KINDS, copies_of, counts_of
from .ids import (
    ACCEPTED,
    BEFORE_PUNTO,
    DRAWING_DEALER,
    GRANDE,
    LANCES,
    MOST_STONES,
    OPEN,
    OVER,
    PUNTO,
    RAISES,
    ROUNDS,
    SEATS,
    TEAMS,
    WINDOWS,
)
from .signs import ASKED, FEDERATION, NO_SIGNS, SIGNS

MOST_CARDS = 8 * KINDS
MOST_CODE = (1 << 4 * KINDS) - 1  # four bits for the cards of each kind

MAX_LEGAL = 3 + MOST_STONES
MAX_CHANCE = 1 + SEATS * KINDS
# The dealer and the cards; after each deal of cards a card seen, a window of four things with a
# chance move each, and four words; discards and as many cards. In each lance a round of passes, and
# two moves for each bet, raise, ordago and the answer. Declarations, and hands shown.
MAX_LENGTH = (
    1 + SEATS * HAND + (ROUNDS + 1) * (1 + 3 * SEATS) + ROUNDS * (SEATS + SEATS * HAND)
    + 2 * 2 * SEATS + 4 * (SEATS + 2 * (RAISES + 3)) + 2 * SEATS + SEATS
)  # fmt: skip
RETURNS = -MOST_STONES, MOST_STONES  # no pair counts more than it needs to win the juego

STATE = layout(
    __file__,
    public("begun", "1 where the match has had a deal before this one", 0, 1),
    public("dealer", "seat that deals, 0 to 3; the mano is the next one", 0, SEATS - 1),
    public("score", "stones of each pair in this juego before this deal", 0, MOST_STONES, TEAMS),
    public("juegos_won", "juegos won by each pair in this vaca", 0, 3, TEAMS),
    public("vacas_won", "vacas won by each pair", 0, 3, TEAMS),
    public("kings", "option: 0 for eight kings, 1 for four", 0, 1),
    public("juegos", "option: a vaca is the best of 1, 3 or 5 juegos, as 0, 1, 2", 0, 2),
    public("vacas", "option: a match is the best of 1, 3 or 5 vacas, as 0, 1, 2", 0, 2),
    public("visto", "option: chance in percent that a card is seen while cards are dealt", 0, 100),
    public("real_", "option: REAL_NONE, REAL_ANY or REAL_SOTA", 0, 2),
    public("doubling", "option: 1 where a raise doubles the bet", 0, 1),
    public("falta", "option: 1 where all that the leading pair lacks may be bet by name", 0, 1),
    public("signs", "option: NO_SIGNS, SHORT or FEDERATION", NO_SIGNS, FEDERATION),
    public("catch", "option: chance in percent that a rival catches a sign", 0, 100),
    public("talk", "option: 1 where set phrases may be said", 0, 1),
    public("ranks", "option: ranks of a small deck; 0 for the whole deck", 0, KINDS),
    public("copies", "option: cards of each rank of a small deck", 1, 8),
    public("held", "option: cards of a hand", 1, HAND),
    public("rounds", "option: most rounds of mus", 0, ROUNDS),
    public("target", "stones that win the juego", 1, MOST_STONES),
    public("running", "1 in the first juego where it is of mus corrido: no signs, no talk", 0, 1),
    public("phase", "phase of the deal", DRAWING_DEALER, OVER),
    public(
        "to_move", "seat that decides, is dealt a card, declares, shows or has signed", 0, SEATS - 1
    ),
    public("turn", "whose turn it is, counted from the mano, where all four have one", 0, SEATS),
    public("due", "cards that each seat has still to be dealt", 0, HAND, SEATS),
    public("stock", "cards of the stock", 0, MOST_CARDS),
    public("pile", "cards that have been thrown since the latest shuffle", 0, MOST_CARDS),
    public("shuffles", "times that the cards thrown were shuffled to be the stock", 0, 1),
    public("mus_rounds", "rounds of mus agreed to", 0, ROUNDS),
    public(
        "window",
        "the latest window for signs and talk: a round, BEFORE_CHICA, BEFORE_PUNTO",
        0,
        BEFORE_PUNTO,
    ),
    public("asked", "1 + which rival is asked about a sign, 0 right and 1 left; 0 for none", 0, 2),
    public("threw", "cards thrown, by round and seat", 0, HAND, (ROUNDS, SEATS), "i1"),
    public(
        "face_up",
        "card seen while cards were dealt, by deal of cards",
        0,
        SEATS * KINDS,
        ROUNDS + 1,
        "i1",
    ),
    public(
        "said",
        "1 + phrase or ASKED + rival, by window and seat",
        0,
        ASKED + 1,
        (WINDOWS, SEATS),
        "i1",
    ),
    public(
        "asked_by",
        "1 + seat that asked whether a seat gave a sign",
        0,
        SEATS,
        (WINDOWS, SEATS),
        "i1",
    ),
    public(
        "told",
        "1 + sign admitted, by window and seat; 0 for none",
        0,
        SIGNS,
        (WINDOWS, SEATS),
        "i1",
    ),
    public("pares_said", "what a seat declared: 0 nothing yet, 1 no pares, 2 pares", 0, 2, SEATS),
    public("juego_said", "what a seat declared: 0 nothing yet, 1 no juego, 2 juego", 0, 2, SEATS),
    public("lance", "lance that is spoken about", GRANDE, PUNTO),
    public(
        "bet",
        "stones of the bet that waits for an answer, without an ordago; 0 for none",
        0,
        MOST_STONES,
    ),
    public("agreed", "stones accepted before the latest raise", 0, MOST_STONES),
    public("all_in", "1 where the latest bet is an ordago", 0, 1),
    public("bettor", "1 + seat that made the latest bet of the lance; 0 for none", 0, SEATS),
    public("left", "1 where the first rival has left the answer to the partner", 0, 1),
    public("raises", "raises in this lance", 0, RAISES + 1),
    public(
        "bettors",
        "1 + seat of each bet, raise and ordago of the lance, in order",
        0,
        SEATS,
        RAISES + 2,
    ),
    public("outcome", "fate of each lance", OPEN, ACCEPTED, LANCES),
    public("stake", "stones bet or won by a refusal in each lance", 0, MOST_STONES, LANCES),
    public("winner", "1 + pair that won each lance; 0 while open, or for nobody", 0, TEAMS, LANCES),
    public(
        "paid", "stones counted in each lance for its bet, refusal or paso", 0, MOST_STONES, LANCES
    ),
    public("cuenta", "stones counted in each lance for hands; 1 for punto", 0, MOST_STONES, LANCES),
    public("points", "stones of each pair counted in this deal", 0, MOST_STONES, TEAMS),
    public(
        "ordago", "1 + pair that won the juego by an ordago that was seen; 0 for none", 0, TEAMS
    ),
    public("shown", "hand that a seat showed, as a code", 0, MOST_CODE, SEATS),
    seat("hand", "cards of each kind held", 0, 8, (SEATS, KINDS)),
    seat("fresh", "cards from the latest deal of cards, as a code", 0, MOST_CODE, SEATS),
    seat(
        "drawn",
        "cards dealt before and after the discards were shuffled, as codes",
        0,
        MOST_CODE,
        (SEATS, 2),
    ),
    seat("gone", "cards thrown by a seat in each round, as codes", 0, MOST_CODE, (SEATS, ROUNDS)),
    seat(
        "caught",
        "what a seat saw of the rival on its right, left: 0 not yet, 1 nothing, 2 + sign",
        0,
        1 + SIGNS,
        (SEATS, WINDOWS, 2),
        "i1",
    ),
    pair(
        "signed",
        "what each partner did: 0 nothing yet, 1 no sign, 2 + sign",
        0,
        1 + SIGNS,
        (TEAMS, WINDOWS, 2),
        "i1",
    ),
    hidden("deck", "cards of each kind in the stock", 0, 8, KINDS),
    hidden("thrown", "cards of each kind thrown since the latest shuffle", 0, 8, KINDS),
)

STANDING = plain_layout(
    public("begun", "1 once a deal has been played; the first dealer is drawn", 0, 1),
    public("dealer", "seat that deals next", 0, SEATS - 1),
    public("score", "stones of each pair in this juego", 0, MOST_STONES, TEAMS),
    public("juegos_won", "juegos won by each pair in this vaca", 0, 3, TEAMS),
    public("vacas_won", "vacas won by each pair", 0, 3, TEAMS),
)

MATCH = "vacas_won"


def _too_few_cards(options: Options) -> str | None:
    if len(cards(options)) >= SEATS * int(options["held"]):
        return None
    return _("there must be cards enough to deal: ranks x copies >= 4 x held")


def _hidden(option: Parameter) -> Parameter:
    """An option of small variants for tests, which no page offers."""
    return replace(option, local=True)


_LIST = (N_("no signs"), N_("short list"), N_("list of the federation"))
_REALS = (N_("no"), N_("any ten-point card"), N_("a sota"))

_MATCH, _CARDS, _DEAL = N_("The match"), N_("The cards"), N_("The deal")
_BETS, _SIGNS = N_("The bets"), N_("Signs and talk")

OPTIONS = OptionSchema(
    (
        choice(
            "kings",
            ("8", "4"),
            "8",
            N_("kings in the deck"),
            about=N_(
                "With eight, a 3 counts as a king and a 2 as an ace. With four, every card is what "
                "it shows."
            ),
            group=_CARDS,
        ),
        choice(
            "stones",
            ("40", "35", "30"),
            "40",
            N_("stones of a juego"),
            about=N_(
                "The first pair to count this many wins the juego; fewer make a shorter game."
            ),
            group=_MATCH,
        ),
        choice(
            "juegos",
            ("1", "3", "5"),
            "3",
            N_("juegos of a vaca (best of)"),
            about=N_("Whoever wins most of them wins the vaca; of three, two are enough."),
            group=_MATCH,
        ),
        choice(
            "vacas",
            ("1", "3", "5"),
            "1",
            N_("vacas of a match (best of)"),
            about=N_("Whoever wins most of them wins the match; one is the usual length."),
            group=_MATCH,
        ),
        yes_no(
            "corrido",
            "yes",
            N_("mus corrido without signs in the first juego"),
            about=N_(
                "In the first juego the deck passes to the next player each time "
                "all want mus, and nobody makes signs."
            ),
            group=_DEAL,
        ),
        whole(
            "visto",
            0,
            100,
            0,
            N_("chance in percent that a card is seen when dealt"),
            about=N_("A card may be turned over in dealing; with 0 this never happens."),
            group=_DEAL,
        ),
        choice(
            "real",
            ("none", "any", "sota"),
            "none",
            N_("31 of three sevens and a ten-point card beats other 31"),
            _REALS,
            about=N_("In some places this 31, called la real, is the best juego."),
            group=_CARDS,
        ),
        yes_no(
            "doubling",
            "no",
            N_("a raise must double the bet"),
            about=N_("Otherwise a raise may add any number of stones."),
            group=_BETS,
        ),
        yes_no(
            "falta",
            "no",
            N_("all that the leading pair lacks may be bet by name"),
            about=N_(
                "A bet “a la falta” is as many stones as the leading pair still needs to win."
            ),
            group=_BETS,
        ),
        choice(
            "signs",
            ("none", "short", "federation"),
            "short",
            N_("signs to the partner"),
            _LIST,
            about=N_("The list of the federation is longer, and its signs also tell of the bets."),
            group=_SIGNS,
        ),
        whole(
            "catch",
            0,
            100,
            15,
            N_("chance in percent that each rival catches a sign"),
            about=N_("With 100 the rivals catch every sign, with 0 none."),
            group=_SIGNS,
        ),
        yes_no(
            "talk",
            "no",
            N_("set phrases may be said, true or not"),
            about=N_("Everybody hears them, and they need not be true."),
            group=_SIGNS,
        ),
        _hidden(whole("ranks", 0, KINDS, 0, N_("ranks of a small deck; 0: the whole deck"))),
        _hidden(whole("copies", 1, 8, 4, N_("cards of each rank of a small deck"))),
        _hidden(whole("held", 1, HAND, HAND, N_("cards in a hand"))),
        _hidden(whole("rounds", 0, ROUNDS, ROUNDS, N_("most rounds of mus in a deal"))),
        _hidden(
            whole("target", 0, MOST_STONES, 0, N_("stones of a short juego; 0: as many as are set"))
        ),
    ),
    conflict=_too_few_cards,
)


def cards(options: Options) -> list[int]:
    """The kind of each card."""
    deck = (int(options["kings"] == "4"), int(options["ranks"]), int(options["copies"]))
    return [kind for kind in range(KINDS) for _copy in range(copies_of(kind, *deck))]


def thrown_by(s: Any, seat: int) -> tuple[int, ...]:
    """Cards of each kind that a seat has thrown in all rounds of mus, as far as they are seen."""
    return tuple(map(sum, zip(*map(counts_of, s.gone[seat]), strict=True)))


def count_cards(s: Any) -> list[int]:
    """Cards of each kind, wherever they are."""
    return [int(s.deck[k] + s.thrown[k] + s.hand[:, k].sum()) for k in range(KINDS)]
