"""Table manners of the levels on chosen hands, each with its reason."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.registry import load_game
from ludoteca.games.mus.hands import HAND
from ludoteca.games.mus.ids import (
    ACCEPT,
    BETTING,
    CUT,
    DISCARD,
    DISCARDING,
    ENVITE,
    GRANDE,
    JUEGO,
    MUS,
    NOTHING,
    ORDAGO,
    PARES,
    PASS,
    SAY,
    SEATS,
    SIGN,
    TALKING,
    TEAMS,
    WINDOW,
)
from ludoteca.games.mus.players import Master
from ludoteca.games.mus.policies.chances import share_meant
from ludoteca.games.mus.policies.levels import ADVANCED, BASIC, DATA, EXPERT, EXPERT_READS, SHARES
from ludoteca.games.mus.policies.reasons import chance_at
from ludoteca.games.mus.signs import ANY_DUPLES, GOOD_CHICA, GOOD_GRANDE, THIRTY_ONE
from ludoteca.players.budget import Budget

from .conftest import counts

LEVELS = (BASIC, ADVANCED, EXPERT)
DEALER = 3  # so seat 0 is the mano, and seat 3 the postre


@pytest.fixture(scope="module")
def mus():
    return load_game("mus")


@pytest.fixture(scope="module")
def said(mus):
    """``said(level, record)``: the moves of the level, with their chances."""
    ids, prob = mus.buffers()

    def of(level, record):
        n = calls.policy_probs(record, 0, level, ids, prob)
        return dict(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))

    return of


@pytest.fixture(scope="module")
def table(mus):
    """``table(phase, seat, hand, ...)``: what a seat sees with four cards, at 0 to 0."""

    def at(phase, seat, hand, score=(0, 0), lance=GRANDE, pares=(0,) * 4, juego=(0,) * 4, **fields):
        standing = mus.standing_layout.empty()
        standing["begun"], standing["dealer"], standing["score"] = 1, DEALER, [score]
        record = mus.new_state(mus.options({"corrido": "no"}), standing).record.copy()
        assert len(hand) == HAND
        record["hand"][0, seat] = counts(hand)
        record["phase"], record["to_move"], record["lance"] = phase, seat, lance
        record["pares_said"], record["juego_said"] = [pares], [juego]
        for name, value in fields.items():
            record[name] = value
        return record

    return at


def signed(record, seat, sign):
    """``seat`` gave a sign in the first window."""
    record["signed"][0, seat % TEAMS, 0, seat // TEAMS] = 2 + sign
    return record


YES, NO = 2, 1


# -- ordago ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("hand", ["RRCA", "RRSS", "RC7A", "44AA", "7654", "SSAA"])
def test_nobody_calls_an_ordago_in_grande_at_the_start(table, said, level, hand):
    """At 0 to 0 a hand without three kings is no reason to stake the whole juego on grande."""
    assert said(level, table(BETTING, 0, hand)).get(ORDAGO, 0) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_sees_an_ordago_with_31_as_mano(table, said, level):
    """As mano 31 loses to nothing: the juego is won."""
    record = table(
        BETTING, 0, "RRSA", lance=JUEGO, juego=(YES, YES, YES, YES),
        bettor=4, all_in=1, left=0,
    )  # fmt: skip
    assert said(level, record) == {ACCEPT: 1.0}


@pytest.mark.parametrize("level", LEVELS)
def test_refuses_an_ordago_with_33(table, said, level):
    """33 is the worst juego: to see would give the juego away."""
    record = table(BETTING, 2, "RS76", lance=JUEGO, juego=(NO, YES, YES, NO), bettor=2, all_in=1)
    assert said(level, record) == {PASS: 1.0}


def test_expert_stakes_all_when_the_rivals_lack_one_stone(table, said):
    """Who lacks one stone wins by any lance; then nothing is risked by an ordago with kings."""
    record = table(BETTING, 0, "RRCC", score=(20, 39))
    assert said(EXPERT, record) == {ORDAGO: 1.0}


ALL_PASS = "paso paso paso paso"


@pytest.fixture
def words(played):
    """``words(hands, moves, ...)``: the words of master in a position, by the luck of seeds."""

    def of(*position, seeds=4, **options):
        state = played(*position, **options)
        view = state.view(state.current_player(), remembering=True)
        lucks = map(np.random.default_rng, range(seeds))
        return {view.action_text(Master(Budget(nodes=60)).choose(view, luck)) for luck in lucks}

    return of


@pytest.mark.parametrize(
    ("hands", "lances"),
    [
        ("RRCA 7654 7654 S554", 0),
        ("RC7A 7654 7654 S554", 0),
        ("SSAA 7765 7765 CC54", 1),
        ("RRS6 RRSA R654 C777", 3),
    ],
)
def test_master_opens_no_ordago_with_an_ordinary_hand_at_the_start(words, hands, lances):
    """Two kings in grande, two aces in chica, 36 in juego: whoever sees has better ones."""
    assert "órdago" not in words(hands, "no-hay-mus", *[ALL_PASS] * lances)


def test_master_says_ordago_with_the_real_when_the_rivals_lack_two_stones(words):
    """At 0 to 38 little is left to lose, and the mano's real loses to nothing."""
    hands = "S777 RRS6 R654 RRSA"
    before = ("no-hay-mus", *[ALL_PASS] * 2, "paso paso paso")
    assert words(hands, *before, score=(0, 38), real="any") == {"órdago"}
    assert "órdago" not in words(hands, *before, real="any")


def test_master_stakes_no_juego_that_is_nearly_won(words):
    """At 30 to 5 two kings are good for a few stones; an ordago is what the rivals hope for."""
    assert "órdago" not in words("RR76 7754 S654 S554", "no-hay-mus", score=(30, 5))


@pytest.mark.parametrize("hand", ["RRAA", "R777"])
def test_master_gives_away_no_hand_that_wins_a_lance_for_worlds_that_hardly_differ(words, hand):
    """Duples; medias and 31 as mano: nobody would understand a partner who wants mus with these."""
    assert words(f"{hand} CS65 CS65 CS65", seeds=20) == {"no-hay-mus"}


@pytest.mark.parametrize(("part", "word"), [(0, ACCEPT), (32, PASS)])
def test_a_search_tries_ordagos_on_who_believes_nothing_and_on_who_knows_the_hand(
    table, said, part, word
):
    """The postre's 31 beats two juegos of three; it loses to 31 of the mano, who calls with it."""
    share = part / SHARES
    record = table(
        BETTING, 3, "RRSA", lance=JUEGO, juego=(YES, NO, NO, YES), bettor=1, all_in=1, left=0
    )
    believed, expert = DATA[EXPERT_READS + part], DATA[EXPERT]
    other = {name for name in DATA.dtype.names if np.any(believed[name] != expert[name])}
    assert other == {"raised", "all_in"}
    assert believed.raised == believed.all_in == share
    assert said(EXPERT_READS + part, record) == {word: 1.0}


def test_an_ordago_with_a_partner_who_signed_duples_stands_for_duples(table):
    """Rivals who know what it is said with fear the partner's hand as well."""
    record = table(BETTING, 0, "R77A", lance=PARES, pares=(YES,) * 4)
    alone = share_meant(record, DATA[EXPERT])
    assert alone < 0.5 < share_meant(signed(record, 2, ANY_DUPLES), DATA[EXPERT])


# -- the partner -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [ADVANCED, EXPERT])
def test_leaves_the_word_to_the_partner_who_signed_duples(table, said, level):
    """With a par of sevens the answer to a bet in pares is the partner's, who has duples."""
    record = signed(
        table(BETTING, 1, "R77A", lance=PARES, pares=(YES, YES, NO, YES), bettor=1, bet=2),
        3,
        ANY_DUPLES,
    )
    assert said(level, record) == {PASS: 1.0}


@pytest.mark.parametrize("level", [ADVANCED, EXPERT])
def test_does_not_open_before_the_partner_who_signed_duples(table, said, level):
    """The partner speaks later with the better pares: whoever has less keeps quiet."""
    record = signed(table(BETTING, 0, "R77A", lance=PARES, pares=(YES,) * 4), 2, ANY_DUPLES)
    assert said(level, record) == {PASS: 1.0}


@pytest.mark.parametrize("level", [ADVANCED, EXPERT])
def test_accepts_for_the_partner_who_can_no_longer_answer(table, said, level):
    """The partner left the word and had signed 31: the last to answer sees 2 stones for both."""
    record = table(
        BETTING, 3, "RRC7", lance=JUEGO, juego=(YES, YES, NO, YES), bettor=1, bet=2, left=1
    )
    assert said(level, signed(record, 1, THIRTY_ONE)).get(PASS, 0) == 0


def test_basic_looks_at_its_own_hand_alone(table, said):
    """A sign of the partner changes nothing for it."""
    record = table(BETTING, 1, "R77A", lance=PARES, pares=(YES, YES, NO, YES), bettor=1, bet=2)
    assert said(BASIC, record) == said(BASIC, signed(record.copy(), 3, ANY_DUPLES))


def test_expert_heeds_a_sign_that_it_caught_and_advanced_does_not(table, said):
    """A rival with duples beats a par of kings: the expert, who saw the sign, does not bet."""
    record = table(BETTING, 0, "RR74", lance=PARES, pares=(YES, YES, NO, NO))
    caught = record.copy()
    caught["caught"][0, 0, 0, 0] = 2 + ANY_DUPLES
    assert said(ADVANCED, caught) == said(ADVANCED, record)
    assert any(move >= ENVITE for move in said(EXPERT, record))
    assert said(EXPERT, caught) == {PASS: 1.0}


@pytest.mark.parametrize("level", LEVELS)
def test_raises_by_what_was_bet_where_a_raise_must_double(table, said, level):
    """31 as mano beats all: it raises 3, by 2 or 5 elsewhere, by 3 where that is the one raise."""
    record = table(BETTING, 0, "RRSA", lance=JUEGO, juego=(YES,) * 4, bettor=4, bet=3)
    assert set(said(level, record)) <= {ENVITE + 2, ENVITE + 5}
    record["doubling"] = 1
    assert said(level, record) == {ENVITE + 3: 1.0}


# -- mus, discards, signs --------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("hand", ["RRSA", "RRAA", "R777"])
def test_cuts_with_31_and_duples_as_mano(table, said, level, hand):
    """31 wins juego as mano, duples win pares: more is not to be had."""
    assert said(level, table(TALKING, 0, hand)) == {CUT: 1.0}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seat", range(SEATS))
def test_wants_mus_with_nothing(table, said, level, seat):
    """7654 has neither pares nor juego, and loses grande and chica."""
    assert said(level, table(TALKING, seat, "7654")) == {MUS: 1.0}


@pytest.mark.parametrize("level", [ADVANCED, EXPERT])
@pytest.mark.parametrize("hand", ["RCS5", "RRS6", "AAS4"])
def test_cuts_with_what_beats_hands_that_want_mus(table, said, level, hand):
    """Where a cut matters the three others want mus: juego or two aces are enough then."""
    assert said(level, table(TALKING, 0, hand)) == {CUT: 1.0}


@pytest.mark.parametrize("level", [ADVANCED, EXPERT])
def test_the_postre_cuts_with_less_than_the_mano(table, said, level):
    """With a par and no juego the mano hopes for better cards; mus would help it, who is first."""
    assert said(level, table(TALKING, 0, "RRA7")) == {MUS: 1.0}
    assert said(level, table(TALKING, 3, "RRA7")) == {CUT: 1.0}


@pytest.mark.parametrize("level", LEVELS)
def test_keeps_two_kings(table, said, level):
    """Of RR54 the lowest two cards go, places 0 and 1: kings are good in every lance but chica."""
    assert said(level, table(DISCARDING, 0, "RR54")) == {DISCARD + 0b0011: 1.0}


@pytest.mark.parametrize("level", LEVELS)
def test_one_card_goes_where_all_are_good(table, said, level):
    """Mus was agreed: even of four kings one goes."""
    assert said(level, table(DISCARDING, 0, "RRRR")) == {DISCARD + 0b0001: 1.0}


@pytest.mark.parametrize("level", LEVELS)
def test_signs_duples_before_two_kings(table, said, level):
    """RRAA is two kings, two aces and duples: pares are where the partner needs it most."""
    assert said(level, table(WINDOW, 0, "RRAA")) == {SIGN + ANY_DUPLES: 1.0}


def test_every_choice_is_ready_for_any_cards(table, said):
    """Each level answers in every lance with each of many hands, by moves that add up to 1."""
    rng = np.random.default_rng(7)
    for level in LEVELS:
        for lance in range(5):
            hand = "".join(rng.choice(list("RRCS7654AA"), HAND))
            record = table(BETTING, 0, hand, lance=lance, pares=(YES,) * 4, juego=(YES,) * 4)
            assert sum(said(level, record).values()) == pytest.approx(1)


@pytest.mark.parametrize("level", [ADVANCED, EXPERT])
def test_talk_praises_a_good_hand_twice_as_often_as_it_lies(said, played, level):
    """RRRC is good for grande and bad for chica; 7654 the other way round, nearly."""
    state = played("RRRC 4567 4567 4567", signs="none", talk="yes")
    moves = said(level, state.record)
    assert moves[SAY + GOOD_GRANDE] == pytest.approx(0.3)
    assert moves[SAY + GOOD_CHICA] == pytest.approx(0.15)
    assert moves[NOTHING] == pytest.approx(0.55)


def test_basic_says_nothing(said, played):
    state = played("RRRC 4567 4567 4567", signs="none", talk="yes")
    assert said(BASIC, state.record) == {NOTHING: 1.0}


@pytest.mark.parametrize("level", [ADVANCED, EXPERT])
def test_praise_is_a_reason_to_fear_the_hand_in_that_lance_alone(played, level):
    """The mano praises its hand for grande; how seat 1 sees its chances then, and without that."""

    def chance(words, lance):
        hands = "4567 RRC4 4567 4567"
        state = played(hands, words, "no-hay-mus", lance, signs="none", talk="yes")
        return chance_at(state.record, DATA[level])

    praised, silent = "digo-grande callo callo callo", "callo callo callo callo"
    assert chance(praised, "paso") < chance(silent, "paso")
    in_chica = "paso paso paso paso paso"
    assert chance(praised, in_chica) == chance(silent, in_chica)


@pytest.mark.parametrize("level", [ADVANCED, EXPERT])
def test_the_partner_s_praise_is_not_taken_for_certain(played, level):
    """Seat 2 sees its chances as if seat 0 had said nothing."""
    before = ("no-hay-mus", "paso paso")
    states = [
        played("4567 RRC4 4567 4567", words, *before, signs="none", talk="yes")
        for words in ("digo-grande callo callo callo", "callo callo callo callo")
    ]
    assert [state.current_player() for state in states] == [2, 2]
    praised, silent = (chance_at(state.record, DATA[level]) for state in states)
    assert praised == silent
