"""The options of buraco: profiles, and each rule that may differ from what the profile says."""

from dataclasses import replace

from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options, OptionSchema, Parameter, Value, choice, whole, yes_no

from .ids import (
    ACES_THREES_KINGS,
    ANY_RANK,
    COPIES,
    EARLY,
    FORBIDDEN,
    FREE,
    JOKER,
    JOKERS,
    MELD,
    MORTOS,
    MOST_WILD,
    NO_SETS,
    RANKS,
    SEATS,
    SUITS,
    TAKES,
    TO_STOCK,
    UNDRAWN,
)

PROFILES = ("thesis", "aberto", "fechado", "stbl", "burraco", "canastra")
# What each profile says, in the order of PROFILES; codes of the fields of the record.
SETS = (NO_SETS, NO_SETS, ANY_RANK, NO_SETS, ANY_RANK, ACES_THREES_KINGS)
CLOSED = (0, 0, 1, 1, 0, 0)
OUT_NEEDS = (0, 0, 1, 0, 1, 0)
WITH_JOKERS = (0, 1, 1, 1, 1, 0)
MOVING = (0, 1, 1, 1, 2, 2)
MINUS_HAND = (0, 1, 1, 1, 1, 1)
LONG_BONUS = (0, 1, 1, 1, 0, 1)
SINGLE = (FREE, *(len(PROFILES) - 1) * (FORBIDDEN,))  # with two players FORBIDDEN everywhere
DRY = (1, 1, 1, 1, 0, 1)
STOCK_ENDS = (TO_STOCK, TO_STOCK, TO_STOCK, TO_STOCK, EARLY, TO_STOCK)
SEMI_CLEAN = (0, 0, 0, 0, 1, 0)
UPCARDS = (0, 0, 0, 0, 1, 0)
WILD_OUT = (1, 1, 1, 1, 0, 1)
TWO_ACES = (1, 1, 1, 1, 0, 1)
SAME_SETS = (1, 1, 1, 1, 0, 1)
PILE_FOR_ONE = (1, 1, 1, 1, 1, 0)
TARGET = (3000, 3000, 3000, 3000, 2005, 3000)
TWO_POINTS = (10, 10, 10, 10, 20, 10)
JOKER_POINTS = (50, 50, 50, 50, 30, 50)
BY_PROFILE = {
    "sets": SETS,
    "pile": CLOSED,
    "going_out": OUT_NEEDS,
    "jokers": WITH_JOKERS,
    "moving": MOVING,
    "single": SINGLE,
    "dry": DRY,
    "wild_out": WILD_OUT,
    "stock_end": STOCK_ENDS,
    "upcard": UPCARDS,
    "pile_for_one": PILE_FOR_ONE,
    "two_aces": TWO_ACES,
    "same_sets": SAME_SETS,
    "semi_clean": SEMI_CLEAN,
    "minus_hand": MINUS_HAND,
    "long_canastras": LONG_BONUS,
}
POINTS = {"target": TARGET, "two_points": TWO_POINTS, "joker_points": JOKER_POINTS}


def _conflict(options: Options) -> str | None:
    if options["players"] == 3:
        return _("buraco is for two players or for four")
    if 0 < int(options["target"]) < LEAST_TARGET:
        return _("a match goes to {n} points at least").format(n=LEAST_TARGET)
    few = int(options["morto_size"]) < JOKERS
    if few and JOKER in cards(options) and options["single"] != "free":
        return _("a morto of so few cards may be all jokers, of which none might be thrown")
    hands = int(options["players"]) * int(options["held"]) + MORTOS * int(options["morto_size"])
    dealt = len(cards(options)) - hands
    if _said(options, "upcard") == "yes":
        dealt -= 1
    if _said(options, "stock_end") == "early":
        dealt -= UNDRAWN
    if dealt < 1:
        return _("hands and mortos leave no card for the stock")
    return None


def _said(options: Options, name: str) -> Value:
    """The value of a rule: what was chosen, or what the profile says."""
    chosen = options[name]
    return _implied(options)[name] if chosen == "profile" else chosen


def _implied(options: Options) -> dict[str, Value]:
    """The values that the profile gives to rules, whatever was chosen of them."""
    profile = PROFILES.index(str(options["profile"]))
    said: dict[str, Value] = {name: codes[profile] for name, codes in POINTS.items()}
    for option in OPTIONS:
        if option.name in BY_PROFILE:
            said[option.name] = option.choices[1 + BY_PROFILE[option.name][profile]]
    if options["players"] == 2:
        said["single"] = "forbidden"
    return said


def _ruled(name: str, values: tuple[str, ...], doc: str, *, about: str, group: str) -> Parameter:
    """An option whose first value leaves it to the profile."""
    names, labels = ("profile", *values), (_RULED[v] for v in ("profile", *values))
    return choice(name, names, "profile", doc, tuple(labels), about=about, group=group)


_RULED = {
    "profile": N_("as in the set of rules"),
    "no": N_("no"),
    "yes": N_("yes"),
    "aces": N_("aces"),
    "open": N_("an open pile"),
    "closed": N_("a closed pile"),
    "clean": N_("clean"),
    "any": N_("any canastra"),
    "natural": N_("a two, to its own place"),
    "free": N_("yes, any card may be thrown"),
    "twin": N_("only with another of it in hand before"),
    "forbidden": N_("no, not in that turn"),
    "a3k": N_("aces, threes and kings"),
    "morto": N_("yes"),
    "ends": N_("no, the deal ends"),
    "early": N_("no, and two cards of the stock are never drawn"),
}
_STOCK_ENDS = ("morto", "ends", "early")
_PROFILES = (
    N_("simple buraco"),
    "buraco aberto",
    "buraco fechado",
    "STBL",
    "burraco",
    "canastra",
)
_MORTO = (
    N_("at once or for the next turn"),
    N_("only by laying all cards"),
    N_("always for the next turn"),
)
LEAST_TARGET = 100
AS_RULED = -1  #: points of a card where the profile says what they are


def _hidden(option: Parameter) -> Parameter:
    """An option of small variants for tests, which no page offers."""
    return replace(option, local=True)


_MATCH, _CARDS, _PILE = N_("The match"), N_("The cards"), N_("The pile and the stock")
_MELDS, _OUT, _POINTS = N_("Runs and sets"), N_("Going out"), N_("Points")

OPTIONS = OptionSchema(
    (
        choice("profile", PROFILES, "thesis", N_("set of rules"), _PROFILES),
        whole("players", 2, SEATS, SEATS, N_("players, two or four")),
        whole(
            "target",
            0,
            9999,
            0,
            N_("points that win the match"),
            labels=(_RULED["profile"],),
            about=N_("Deals are played until a pair has this many."),
            group=_MATCH,
        ),
        _ruled(
            "sets",
            ("no", "aces", "yes", "a3k"),
            N_("sets of equal rank"),
            about=N_("A set is three cards or more of one rank, such as three nines."),
            group=_MELDS,
        ),
        _ruled(
            "pile",
            ("open", "closed"),
            N_("kind of pile"),
            about=N_("You may take a closed pile only if you lay its top card at once."),
            group=_PILE,
        ),
        _ruled(
            "going_out",
            ("clean", "any"),
            N_("canastra needed to go out"),
            about=N_("A clean canastra has no wild card, and is harder to make."),
            group=_OUT,
        ),
        _ruled(
            "jokers",
            ("no", "yes"),
            N_("four jokers"),
            about=N_("Jokers are wild, as the twos are."),
            group=_CARDS,
        ),
        _ruled(
            "moving",
            ("no", "natural", "yes"),
            N_("wild cards make way for their card"),
            about=N_("When the card is laid that a wild card stands for, the wild card may move."),
            group=_MELDS,
        ),
        _ruled(
            "single",
            ("free", "twin", "forbidden"),
            N_("throwing the card of a pile of one again"),
            about=N_("Otherwise players could take and throw the same card in turns."),
            group=_PILE,
        ),
        choice(
            "wilds",
            ("1", "2"),
            "1",
            N_("most wild cards in a meld"),
            about=N_("With two, canastras are quicker to make."),
            group=_MELDS,
        ),
        choice(
            "morto",
            ("either", "direct", "indirect"),
            "either",
            N_("taking a morto"),
            _MORTO,
            about=N_("The morto is a second hand, for the first of a pair to run out of cards."),
            group=_OUT,
        ),
        _ruled(
            "dry",
            ("no", "yes"),
            N_("going out without a discard (batida seca)"),
            about=N_("Otherwise the last card must be thrown on the pile."),
            group=_OUT,
        ),
        _ruled(
            "wild_out",
            ("no", "yes"),
            N_("going out by throwing a wild card"),
            about=N_("Otherwise the last card thrown must not be a two or a joker."),
            group=_OUT,
        ),
        _ruled(
            "stock_end",
            _STOCK_ENDS,
            N_("a morto becomes the stock"),
            about=N_("When the stock is used up, play goes on with a morto that nobody took."),
            group=_PILE,
        ),
        _ruled(
            "upcard",
            ("no", "yes"),
            N_("the pile begins with a card of the stock"),
            about=N_("Otherwise there is no pile until the first discard."),
            group=_PILE,
        ),
        _ruled(
            "pile_for_one",
            ("no", "yes"),
            N_("taking the pile with one card in hand"),
            about=N_("Otherwise a player with one card has to draw."),
            group=_PILE,
        ),
        _ruled(
            "two_aces",
            ("no", "yes"),
            N_("runs with both aces"),
            about=N_("One below the 2 and one above the king."),
            group=_MELDS,
        ),
        _ruled(
            "same_sets",
            ("no", "yes"),
            N_("two sets of one rank for a pair"),
            about=N_("Otherwise all its cards of a rank go to one set."),
            group=_MELDS,
        ),
        _ruled(
            "semi_clean",
            ("no", "yes"),
            N_("150 for a canastra with seven cards on one side of its wild card"),
            about=N_("Otherwise it counts 100, as every canastra with a wild card."),
            group=_POINTS,
        ),
        _ruled(
            "minus_hand",
            ("no", "yes"),
            N_("cards left in hand count against"),
            about=N_("At the end of a deal their points are taken off."),
            group=_POINTS,
        ),
        _ruled(
            "long_canastras",
            ("no", "yes"),
            N_("500 from ace to king, 1000 to the ace"),
            about=N_("Of clean canastras; otherwise these count 200, as all clean ones."),
            group=_POINTS,
        ),
        yes_no(
            "unused_morto",
            "no",
            N_("a morto that was never played from costs 100"),
            about=N_("A pair that takes no morto at all pays 100 in any case."),
            group=_POINTS,
        ),
        whole(
            "two_points",
            AS_RULED,
            MOST_WILD,
            AS_RULED,
            N_("points of a two"),
            labels=(_RULED["profile"],),
            about=N_("What each two on the table counts, and in hand against you."),
            group=_POINTS,
        ),
        whole(
            "joker_points",
            AS_RULED,
            MOST_WILD,
            AS_RULED,
            N_("points of a joker"),
            labels=(_RULED["profile"],),
            about=N_("What each joker on the table counts, and in hand against you."),
            group=_POINTS,
        ),
        whole(
            "first_meld",
            0,
            150,
            0,
            N_("points that the first melds of a pair must have"),
            about=N_("Less than that cannot be laid first; with 0 anything can."),
            group=_MELDS,
        ),
        # An odd number would have one pair alone draw when it is reached.
        _hidden(whole("takes", 1, TAKES, 8, N_("takes of the pile between two draws"))),
        _hidden(whole("ranks", 3, RANKS, RANKS, N_("ranks of a small deck"))),
        _hidden(whole("suits", 1, SUITS, SUITS, N_("suits of a small deck"))),
        _hidden(whole("copies", 1, COPIES, COPIES, N_("cards of each kind"))),
        _hidden(whole("held", 1, 11, 11, N_("cards of a hand"))),
        _hidden(whole("morto_size", 2, 11, 11, N_("cards of a morto"))),
        _hidden(whole("canastra", MELD, 7, 7, N_("cards of a canastra"))),
    ),
    conflict=_conflict,
    implied=_implied,
)


def cards(options: Options) -> list[int]:
    """The kind of each card."""
    suits, ranks, copies = (int(options[name]) for name in ("suits", "ranks", "copies"))
    jokers = _said(options, "jokers")
    deck = [t * RANKS + r for t in range(suits) for r in range(ranks) for _copy in range(copies)]
    return deck + [JOKER] * (JOKERS if jokers == "yes" else 0)
