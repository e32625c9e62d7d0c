"""Mistakes in the rules of a partnership game with bets: which law finds each, and which none can.

Each is the teaching game Minimus with a line or two changed, or another teaching game where that
says so, checked un-compiled in one worker.
"""

import os
import queue
import shutil
from contextlib import suppress

import pytest

from ludoteca.core.laws import LAWS, LawResult
from ludoteca.core.registry import load_game
from ludoteca.workers.ipc import Interim, Request
from ludoteca.workers.worker import Worker, WorkerDied

SECONDS = 0.5  #: processor time of a law on one deal, where it never ends
DEALS = 8


def rules(old, new):
    return "rules.py", old, new


def notation(old, new):
    return "notation.py", old, new


def policy(old, new):
    return "policy.py", old, new


def info(old, new):
    return "__init__.py", old, new


# Deals without an exchange, a small variant for brute force, a forfeit, which Minimus has not.
SHORT = rules('"exchanges", 0, EXCHANGES, 2', '"exchanges", 0, EXCHANGES, 0')
SMALL = (
    "__init__.py",
    '("ranks", 3), ("copies", 2), ("exchanges", 1)',
    '("ranks", 2), ("exchanges", 0)',
)
PARTNERS = '    Word(LEAVE, "leave", N_("leave it to your partner")),\n'
GIVE_UP = 'Word(99, "forfeit", N_("give the deal up")),\n'
FORFEIT = [
    rules("\nMAX_LEGAL =", "\nFORFEIT = 99\nMAX_LEGAL ="),
    (
        "rules.py",
        "def apply_action(s, a):\n",
        "def apply_action(s, a):\n"
        "    if a == FORFEIT:\n"
        "        s.points[1 - current_player(s) % 2] = 1\n"
        "        _enter(s, OVER)\n"
        "        return\n",
    ),
    rules("MAX_ACTION = SHOW + KINDS * (KINDS + 2)", "MAX_ACTION = 99"),
    notation(PARTNERS, PARTNERS + "    " + GIVE_UP),
]

HAND = 'seat("hand", "cards of each kind held", 0, COPIES, (SEATS, KINDS)),'
GIVEN = "    s.hand[me, kind] += 1\n"
VIEWS = "tokens determine the view"
RESAMPLED = "resampled worlds look the same"
FREQUENCIES = "resample has the right frequencies"
LEGALITY = "legality needs only what the seat sees"
MATCHES = "matches end as declared"
CHANCE = "chance probabilities sum to one"
IDS = "legal ids ascend and are unique in text"
DEAL_AGAIN = """
from ludoteca.core.deal import redeal_single_cards as resample_from_infostate

CARDS ="""
BEFORE_DRAW = "    return n\n\n\n@njit\ndef draw_source"
BEFORE_CATCH = "    return n\n\n\n@njit\ndef catch_chance"
OWN_SIGN = "return 2 if top(s, me) > 0 else 1"
NEXT_SIGN = "return 2 if top(s, (me + 1) % SEATS) > 0 else 1"
OWN_CARD = "return a if seat == me else HIDDEN"
FIELDS = '    hidden("deck",'

FOUND = {
    "a hand that everybody sees": (
        RESAMPLED,
        "hand",
        [rules(HAND, HAND.replace("seat(", "public(", 1))],
    ),
    "a public field with what was dealt": (
        RESAMPLED,
        "hint",
        [
            rules(FIELDS, '    public("hint", "the card dealt last", 0, KINDS),\n' + FIELDS),
            rules(GIVEN, GIVEN + "    s.hint = kind + 1\n"),
        ],
    ),
    "hands that partners see": (
        RESAMPLED,
        "both",
        [
            rules(FIELDS, '    pair("both", "cards of a pair", 0, 9, (TEAMS, KINDS)),\n' + FIELDS),
            rules(GIVEN, GIVEN + "    s.both[me % 2, kind] += 1\n"),
        ],
    ),
    "chances of a sum below one": (
        CHANCE,
        "sum to 0.",
        [rules("s.deck[kind] / s.stock", "s.deck[kind] / (s.stock + 0.2)")],
    ),
    "draws out of proportion": (
        "draws are proportional to the deck",
        "proportion",
        [rules(BEFORE_DRAW, "    prob[0], prob[n - 1] = prob[n - 1], prob[0]\n" + BEFORE_DRAW)],
    ),
    "chance that is always the lowest": (
        "chance is sampled with its probabilities",
        "otherwise",
        [
            rules(
                "@njit\ndef draw_source",
                "@njit\ndef sample_chance(s, rng, ids, prob):\n"
                "    chance_outcomes(s, ids, prob)\n"
                "    return ids[0]\n\n\n@njit\ndef draw_source",
            )
        ],
    ),
    "a legal move that does nothing": (
        "moves change the record",
        "'bet' is possible",
        [rules("        _bid(s, a)\n", "        if a == PASS:\n            _bid(s, a)\n")],
    ),
    "a card that is played and kept": (
        "cards are conserved",
        "of kind",
        [rules("        s.hand[me, kind] -= 1\n", "")],
    ),
    "points that are not of sum zero as declared": (
        "returns are what the game declares",
        "zero-sum",
        [info('utility="general"', 'utility="zero-sum"')],
    ),
    "partners with different points": (
        "returns are what the game declares",
        "partners",
        [rules("out[me] = s.points[me % 2]", "out[me] = s.points[me % 2] * (1 + me)")],
    ),
    "points beyond those declared": (
        "returns are what the game declares",
        "RETURNS says 1 to 5",
        [rules("RETURNS = 0, MOST_STAKE", "RETURNS = 1, MOST_STAKE")],
    ),
    "moves in the order of the hand": (
        IDS,
        "ascend",
        [rules(BEFORE_CATCH, "    out[0], out[n - 1] = out[n - 1], out[0]\n" + BEFORE_CATCH)],
    ),
    "points that depend on the order dealt": (
        RESAMPLED,
        "seat's view: last",
        [
            rules(
                '    hidden("deck",',
                '    hidden("last", "the card dealt last", 0, CARDS),\n    hidden("deck",',
            ),
            rules("        s.deck[a] -= 1\n", "        s.deck[a] -= 1\n        s.last = a + 1\n"),
            rules("stake = 2.0 if", "stake = 1.0 + s.last if"),
            rules("\n\nCARDS =", DEAL_AGAIN),
        ],
    ),
    "points that depend on undealt cards": (
        RESAMPLED,
        "points",
        [
            rules(
                "        s.points[(s.bettor - 1) % 2] = 1\n",
                "        s.points[(s.bettor - 1) % 2] = 1 + s.deck[0]\n",
            )
        ],
    ),
    "a table that cannot be drawn after a bet": (
        "texts answer for every viewer",
        "IndexError",
        [notation('("", _("pass"), _("bet"))', '("", _("pass"))')],
    ),
    "a card that is no text": (
        "texts answer for every viewer",
        "cards_at gives 4, no text",
        [
            notation('hand = "".join(cards_at(seen, me))', "hand = _hand_text(seen.hand[me])"),
            notation('or "?" * seen.held)', 'or "?" * seen.held) and [4]'),
        ],
    ),
    "a deck that nobody drew": (
        "texts answer for every viewer",
        "DECK is french or spanish, not 'tarot'",
        [notation("def speaker(", 'DECK = "tarot"\n\n\ndef speaker(')],
    ),
    "a card on the table of no seat": (
        "texts answer for every viewer",
        "cards_on_table gives 4, no seat",
        [
            notation(
                "def table_text(",
                'def cards_on_table(seen):\n    return [("1", 4)]\n\n\ndef table_text(',
            )
        ],
    ),
    "a speaker that is no seat": (
        "texts answer for every viewer",
        "speaker gives 4, neither",
        [notation("return int(seat_at(seen, seen.turn)) if", "return 4 if")],
    ),
    "a text that is none": (
        "texts answer for every viewer",
        "no text",
        [notation('    return "\\n".join(lines)\n', "    return lines\n")],
    ),
    "a partner who sees the cards dealt": (
        FREQUENCIES,
        "contradict",
        [rules(OWN_CARD, OWN_CARD.replace("seat == me", "seat >= 0 and seat % 2 == me % 2"))],
    ),
    "a seat that does not see its own cards dealt": (
        VIEWS,
        "hand",
        [rules(OWN_CARD, "return HIDDEN")],
    ),
    "a seat without a move": (
        "deals end",
        "no legal move",
        [rules(OWN_SIGN, OWN_SIGN.replace("1", "0"))],
    ),
    "a resample that forgets the discards": (RESAMPLED, "pile", [rules("    w.pile = 0\n", "")]),
    "a resample that forgets the turn": (RESAMPLED, "turn", [rules("    out.turn = s.turn\n", "")]),
    "a resample that forgets the phase": (
        RESAMPLED,
        "phase",
        [rules("    out.phase = s.phase\n", "")],
    ),
    "a card dealt to another seat than sees it": (
        VIEWS,
        "hand",
        [rules(GIVEN, GIVEN.replace("[me,", "[(me + 1) % SEATS,"))],
    ),
    "a resample that ignores declarations": (
        FREQUENCIES,
        "contradict",
        [rules("if s.declared[me] > 0 and", "if s.declared[me] > 2 and")],
    ),
    "a resample that ignores a sign that was caught": (
        FREQUENCIES,
        "contradict",
        [rules("    elif s.caught[seat, w.exchange, me] == 2:\n        signed = True\n", "")],
    ),
    "a resample that never ends": (
        RESAMPLED,
        "has not ended",
        [rules("(s.declared[me] == 2) != is_high", "(s.declared[me] == 2) == is_high")],
    ),
    "a policy that peeks": (
        LEGALITY,
        "policy_probs of basic",
        [
            policy(
                "    strong = top(s, me) > 0\n    bet",
                "    strong = top(s, (me + 1) % SEATS) > 0\n    bet",
            )
        ],
    ),
    "a move that a rival's card allows": (
        LEGALITY,
        "sign",
        [rules(OWN_SIGN, NEXT_SIGN)],
    ),
    "a MAX_LENGTH that is too short": (
        "deals end",
        "MAX_LENGTH = 20",
        [rules("MAX_LENGTH = SEATS *", "MAX_LENGTH = 20\n_REST = SEATS *")],
    ),
    "a MAX_LEGAL that is too small": (
        IDS,
        "buffer holds",
        [rules("MAX_LEGAL = 1 + KINDS", "MAX_LEGAL = 1")],
    ),
    "a deal that is not scored": (
        MATCHES,
        "nobody has anything in score",
        [rules("out.score[team] += s.points[team]", "out.score[team] += 0")],
    ),
    "a MATCH that says of no side what it has": (
        MATCHES,
        "no entry for each side",
        [rules('MATCH = "score"', 'MATCH = "dealer"')],
    ),
    "a MATCH that is no field": (
        MATCHES,
        "the fields of STANDING are deals, dealer, score",
        [rules('MATCH = "score"', 'MATCH = "points"')],
    ),
    "a deal that is closed in the record": (
        MATCHES,
        "changes the record",
        [
            rules(
                "out.score[team] += s.points[team]\n",
                "out.score[team] += s.points[team]\n        s.points[team] = 0\n",
            )
        ],
    ),
    "a forfeit after which the deal goes on": (
        "forfeits end the deal",
        "does not end",
        [*FORFEIT, rules("        _enter(s, OVER)\n        return\n", "        return\n")],
    ),
    "a forfeit that cannot be written": (
        "forfeits end the deal",
        "says nothing of the id 99",
        [*FORFEIT, notation(GIVE_UP, "\n")],
    ),
    "an index beyond the hand": (
        "deals end",
        "rules.py, line",
        [rules("return s.hand[seat, s.ranks - 1]", "return s.hand[seat, s.ranks]")],
    ),
    "two moves with one text": (
        IDS,
        "written alike",
        [notation('Word(ACCEPT, "accept"', 'Word(ACCEPT, "refuse"')],
    ),
    "a policy that seldom plays an illegal move": (
        "policies are distributions over legal moves",
        "not legal",
        [policy("return REFUSE if s.left_it else LEAVE", "return LEAVE")],
    ),
    "an option that is out of bounds": (
        "option values can be played",
        "with held=2",
        [rules("WINDOWS, HAND)", "WINDOWS, 1)")],
    ),
    "played cards that are dealt again": (
        "cards are conserved",
        "there are 0 of kind",
        [rules("deck[card] -= s.played[card]", "pass")],
    ),
    "a suit that a seat is dealt although it has none": (
        FREQUENCIES,
        "",
        [rules("return s.void[seat, card // RANKS] == 0", "return True")],
    ),
    "an open card that is dealt to anybody": (
        FREQUENCIES,
        "",
        [rules("if seat == s.dealer and s.turned > 0 and", "if seat < 0 and s.turned > 0 and")],
    ),
    "a card turned up that its owner alone sees": (
        VIEWS,
        "",
        [rules("EVERYBODY if is_turned_up(s) else s.to_move", "s.to_move")],
    ),
}

# Games as good as the right one, of other rules: only a test of the game itself knows.
OTHER_RULES = {
    "an accepted bet that pays one": [rules("s.stake if s.answer == 2 else 1", "1")],
    "a bet that the bettor's partner answers": [
        rules("(3 if s.left_it else 1)", "(3 if s.left_it else 2)")
    ],
    "a worst hand that wins": [rules("> hand_code(s, best)", "< hand_code(s, best)")],
    "a dealer who deals again": [
        rules("out.dealer = (s.dealer + 1) % SEATS", "out.dealer = s.dealer")
    ],
    "a stake that ignores its option": [rules("s.stake if", "2 if")],
    "a first exchange that decides on all others": [
        rules("and s.threw[s.exchange - 1, seat] == 1", "and s.threw[0, seat] == 1")
    ],
    "a mano who wins every tie": [rules("if hand_code(s, seat) >", "if hand_code(s, seat) >=")],
}


BASES = {
    "points that depend on the order dealt": "kuhn",  # minimus plays a deal again to resample it
    "played cards that are dealt again": "tricks",
    "a suit that a seat is dealt although it has none": "tricks",
    "an open card that is dealt to anybody": "tricks",
    "a card turned up that its owner alone sees": "tricks",
}
ENDLESS = {"a resample that never ends"}
BEGIN = {
    "a suit that a seat is dealt although it has none": 6,
    "an open card that is dealt to anybody": 6,
}
"""The seeds of first deals in which a mistake shows at once, where brute force takes long."""
EXCHANGING = {
    "moves in the order of the hand",
    "a card that is played and kept",
    "a resample that forgets the discards",
    "a first exchange that decides on all others",
}


def folder_name(mistake):
    return "m_" + "".join(c if c.isalnum() else "_" for c in mistake.casefold())


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """``checked(mistake, laws)``: the first result that is not well, or None."""
    parent = tmp_path_factory.mktemp("games")
    changes = {"none": FORFEIT} | {name: found[2] for name, found in FOUND.items()} | OTHER_RULES
    for name, edits in changes.items():
        if name in BASES:
            write(parent / folder_name(name), BASES[name], edits)
        else:
            write(parent / folder_name(name), "minimus", [SMALL, SHORT, *edits])
    workers = []

    def check(mistake, names, deals=DEALS):
        if not workers or not workers[-1].alive:
            environment = {**os.environ, "LUDOTECA_GAMES": str(parent), "NUMBA_DISABLE_JIT": "1"}
            workers.append(Worker(environment=environment))
        told = queue.Queue()
        given = {"exchanges": "2"} if mistake in EXCHANGING else {}
        seconds = SECONDS if mistake in ENDLESS else 60.0
        asked = (folder_name(mistake), given, names, BEGIN.get(mistake, 1), deals, seconds)
        future = workers[-1].call(Request("ludoteca.cli.check:run_laws", asked), told.put)
        with suppress(WorkerDied):
            future.result(60)
        drafts = [message.value for message in told.queue if isinstance(message, Interim)]
        results = [value for value in drafts if isinstance(value, LawResult)]
        assert results
        return next((result for result in results if not result.ok), None)

    yield check
    for worker in workers:
        worker.kill()


def write(folder, base, edits):
    source = load_game(base).folder
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in [info(f'name="{base}"', f'name="{folder.name}"'), *edits]:
        text = (folder / file).read_text("utf-8")
        assert text.count(old) == 1, (folder.name, old)
        (folder / file).write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize("mistake", FOUND)
def test_a_mistake_is_found_by_a_law_that_names_it(checked, mistake):
    law, words, _edits = FOUND[mistake]
    result = checked(mistake, [law])
    assert result is not None
    assert words in result.sentence


@pytest.mark.soak
@pytest.mark.parametrize("mistake", ["none", *OTHER_RULES])
def test_a_game_of_other_rules_obeys_every_law(checked, mistake):
    names = [name for name in LAWS if name != "option values can be played"]
    result = checked(mistake, names, deals=1)
    assert result is None, result.sentence
