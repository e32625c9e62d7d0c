"""The question of odds: a hand in every lance, what is declared, what to throw, the deck."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import LANGUAGES, _, speaking
from ludoteca.core.numbers import chance_words
from ludoteca.core.questions import question_of
from ludoteca.core.registry import load_game
from ludoteca.games.mus.census import hands as census
from ludoteca.games.mus.exact import gains
from ludoteca.games.mus.exact.table import table
from ludoteca.games.mus.exact.types import Deck, deck_of
from ludoteca.games.mus.exact.wins import INDIVIDUAL, OWN, PAIR, RIVALS
from ludoteca.games.mus.hands import FACES, REAL_ANY
from ludoteca.games.mus.ids import JUEGO, LANCES, PARES
from ludoteca.games.mus.notation import LANCE_NAMES, PLACES, SIGN_NAMES, hand_text
from ludoteca.games.mus.odds import lances
from ludoteca.games.mus.signs import CUT_IT
from ludoteca.lab.text import cell_text

EIGHT = Deck.of(8)
OPTIONS = load_game("mus").options({})


def ask(*cards, kings="8", real="none", signs="short", **given):
    options = OPTIONS | {"kings": kings, "real": real, "signs": signs}
    return question_of(lances).ask({"cards": list(cards), **given}, options=options)


def value(answer, lance, sense):
    return Fraction(answer.to_json()[lance][sense]["exact"])


def test_a_hand_has_both_senses_of_every_lance_as_fractions_of_all_deals():
    found = ask("RRRA").to_json()
    assert found["deals"] == 43_370_632_305_000
    assert found["condition"] == "all deals of the other cards are equally likely"
    row = table(EIGHT)[EIGHT.types.names.index("RRRA"), 0]
    for lance, name in enumerate(LANCE_NAMES):
        for sense, column in (("individual", INDIVIDUAL), ("pair", PAIR)):
            number = found[name][sense]
            assert Fraction(number["exact"]) == Fraction(int(row[lance, column]), EIGHT.deals)
            assert number["decimal"] == pytest.approx(float(Fraction(number["exact"])))
            assert found[name]["ways"][sense] == row[lance, column]


@pytest.mark.parametrize(
    ("hand", "lances_told"), [("RRRA", LANCE_NAMES[:-1]), ("RC54", LANCE_NAMES)]
)
def test_the_headline_tells_the_chance_of_the_pair_in_each_lance_that_may_be_played(
    hand, lances_told
):
    found = ask(hand)
    for name in lances_told:
        assert f"{name} {chance_words(float(value(found, name, 'pair')))}" in found.headline
    assert ("punto" in found.headline) == ("punto" in lances_told), "a hand with juego plays none"


@pytest.mark.parametrize(("hand", "has_punto"), [("RRRA", False), ("RC54", True)])
def test_a_note_says_whose_chances_they_are_and_in_which_deals(hand, has_punto):
    (note,) = ask(hand).notes
    assert note.startswith("Each chance is the share of all deals in which you or your partner")
    assert ("nobody has juego" in note) == has_punto


def test_the_command_writes_them_as_json(capsys, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "en")
    assert main(("odds", "mus", "RRRA", "--seat", "0", "--format", "json")) == 0
    written = json.loads(capsys.readouterr().out)
    assert written == ask("RRRA").to_json()
    assert main(("odds", "mus", "RRRX")) == 2
    assert "X is no card" in capsys.readouterr().err


def test_the_chance_joint_with_the_lance_being_played_stands_beside_it():
    found = ask("RRRA")
    for name in ("pares", "juego"):
        assert 0 < value(found, name, "individual_and_se_da") < value(found, name, "individual")
        assert value(found, name, "pair_and_se_da") <= value(found, name, "se_da")
    assert set(found.to_json()["punto"]) == {"individual", "pair", "se_da", "ways"}


def test_people_read_the_lances_in_one_table_and_not_as_fields():
    found = ask("RRRA")
    assert not set(found.fields) & set(LANCE_NAMES)
    rows = {row["lance"]: row for row in found.to_json()["chances"]}
    assert list(rows) == list(LANCE_NAMES[:4]), "no punto is played with juego in the hand"
    for name, row in rows.items():
        columns = {"your_side_wins": "pair", "you_alone": "individual", "is_played": "se_da"}
        columns |= {"side_and_played": "pair_and_se_da"}
        for column, key in columns.items():
            number = found.data[name].get(key)
            assert row[column] == (number and number.to_json())


def test_a_named_hand_is_called_by_its_name():
    names = {"RRRA": "solomillo", "RRCS": "ley del mus", "AARR": "gallegos"}
    names |= {"ccrr": "castellanos", "4567": "tío perete"}
    assert {hand: ask(hand).to_json()["name"] for hand in names} == names
    assert "name" not in ask("RC7A").to_json()


def test_cards_in_any_order_and_case_and_threes_and_twos_with_eight_kings():
    assert ask("3 r 2 r").to_json()["hand"] == "RRRA"
    assert ask("a", "7", "c", "R").to_json()["hand"] == "RC7A"
    assert ask("32ar", kings="4").to_json()["hand"] == "R32A"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"cards": ["RRXA"]}, "X is no card: cards are written with R C S 7 6 5 4 3 2 A"),
        ({"cards": ["RCA"]}, "A hand has 4 cards; you have chosen 3."),
        ({"cards": ["CCCCC"]}, "A hand has 4 cards; you have chosen 5."),
        (
            {"cards": ["RCCC"], "thrown": "CC"},
            "there are 4 of C in the deck, and you have chosen 5",
        ),
        ({"cards": ["RRRA"], "seat": 7}, "seat is a whole number from 0 to 3, not 7"),
        (
            {"cards": ["RRRA"], "right": "duples"},
            "right is one of pares, no-pares, juego, no-juego, not duples",
        ),
        (
            {"cards": ["RRRA"], "left": "pares,no-pares"},
            "no deal of the cards fits this: the rival on your left has pares; "
            "the rival on your left has no pares",
        ),
        (
            {"cards": ["RRRA"], "sign": "medias-de-ases"},
            "no deal of the cards fits this: your partner signs: medias of aces",
        ),
        (
            {"cards": ["RRRA"], "left": "pares", "discard": True},
            "declarations, a sign, cards thrown and steps go with a hand, not with a discard",
        ),
        (
            {"steps": True},
            "declarations, a sign, cards thrown and steps go with a hand, not with a discard",
        ),
        (
            {"cards": ["RRRA"], "left": "pares", "steps": True},
            "the steps are those of a hand beside which nothing is known",
        ),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(given, sentence):
    with pytest.raises(BadInput) as refused:
        question_of(lances).ask(given, options=OPTIONS)
    assert str(refused.value) == sentence


def test_no_sign_is_asked_about_where_none_are_given():
    with pytest.raises(BadInput, match="no signs are given under these options"):
        ask("RRRA", sign="reyes", signs="none")


def test_a_declaration_is_a_condition_with_its_own_deals():
    found = ask("RC7A", seat=1, right="pares", partner="no-juego")
    deals = found.fields["deals"]
    assert 0 < deals < EIGHT.deals
    assert found.fields["condition"] == (
        "the rival on your right has pares; your partner has no juego; "
        "all deals of the other cards are equally likely"
    )
    # Who has pares to the right of a hand without them: the partner alone can win them.
    assert value(found, "pares", "individual") == 0 < value(found, "pares", "pair")


def test_a_sign_of_the_partner_is_a_condition():
    """The partner's two kings beat a hand of low cards and all that has one king at most."""
    found = ask("7654", sign="reyes")
    assert "your partner signs: two kings; " in found.fields["condition"]
    assert found.fields["deals"] < EIGHT.deals
    assert value(found, "grande", "pair") > value(ask("7654"), "grande", "pair")
    assert value(ask("7654", sign="31"), "juego", "pair") > Fraction(1, 2)


def test_the_signs_that_can_be_asked_about_are_those_that_tell_of_a_hand():
    (sign,) = (p for p in question_of(lances).parameters if p.name == "sign")
    assert sign.choices == SIGN_NAMES[:CUT_IT]


def test_four_who_have_no_juego_play_punto():
    said = dict.fromkeys(("right", "partner", "left"), "no-juego")
    assert value(ask("RC54", **said), "punto", "se_da") == 1
    assert value(ask("RC54"), "punto", "se_da") < 1


def test_thrown_cards_are_in_nobodys_hand():
    """With all other kings thrown a hand of one king and the mano's place is best in grande."""
    found = ask("RCCC", thrown="RRRRRRR")
    assert value(found, "grande", "individual") == 1


def test_steps_are_those_of_the_document():
    (steps,) = (t for t in ask("RRRA", steps=True).tables if t.name == "steps")
    grande = dict(zip(steps.columns, steps.rows[0], strict=True))
    assert grande["P(A)"].value > grande["P(AB)"].value > grande["P(ABC)"].value
    assert grande["P(ABC)"].value == value(ask("RRRA"), "grande", "individual")
    assert grande["P(A)^3"].value == grande["P(A)"].value ** 3


def test_the_derivation_ends_with_deals_drawn_at_random():
    lines = list(ask("RRAA").why(np.random.default_rng(1)))
    assert "= 43,370,632,305,000 deals" in lines[0]
    assert lines[-1].startswith("  punto: ")


def test_the_deck_is_counted_where_no_hand_is_given():
    found = question_of(lances).ask({}, options=OPTIONS).to_json()
    assert (found["hands"], found["types"]) == (91_390, 330)
    assert found["punto_se_da"]["decimal"] == pytest.approx(0.246781, abs=5e-7)
    assert len(found["hands_of_the_deck"]) == 330
    assert sum(row["ways"] for row in found["points"]) == 91_390


def test_la_real_is_an_option():
    plain, real = (
        value(ask("S777", seat=3, real=r), "juego", "individual") for r in ("none", "any")
    )
    assert plain < real == 1


# -- stones ----------------------------------------------------------------------------------------


def test_the_gain_r_in_its_three_readings():
    index = EIGHT.types.names.index("RRRA")
    row = table(EIGHT)[index, 0]
    found = ask("RRRA")
    (rows,) = (t.rows for t in found.tables if t.name == "gains")
    by_lance = {str(row[0]): [number.value for number in row[1:4]] for row in rows}
    win, both, played = (
        value(found, "pares", n) for n in ("individual", "individual_and_se_da", "se_da")
    )
    assert by_lance["pares"] == [2 * win * played, 2 * both, 2 * win]
    assert by_lance["grande"] == [value(found, "grande", "individual")] * 3
    own, rivals = (Fraction(int(row[:, column].sum()), EIGHT.deals) for column in (OWN, RIVALS))
    assert value(found, "stones", "difference") == own - rivals
    assert [number.value for number in rows[-1][4:]] == [own, rivals]


def test_a_hand_without_pares_and_juego_has_no_gain_in_them():
    index = EIGHT.types.names.index("7654")
    for lance in (PARES, JUEGO):
        found = gains.gain(EIGHT, index, table(EIGHT)[index, 0], EIGHT.deals, lance)
        assert (found.formula, found.joint, found.always) == (0, 0, 0)


@pytest.mark.parametrize(("hand", "thrown"), [("RC7A", "7A"), ("RRRA", "A"), ("7654", "654")])
def test_a_discard_is_worth_the_mean_over_all_physical_draws(hand, thrown):
    types, worth = EIGHT.types, gains.expected(EIGHT)
    found = {d.thrown: d.gain for d in gains.discards(EIGHT, types.names.index(hand), 2)}
    held = Counter(hand)
    left = [card for card, n in zip(FACES, EIGHT.cards, strict=True) for _ in range(n - held[card])]
    kept = held - Counter(thrown)
    total = draws = 0
    for drawn in combinations(left, len(thrown)):
        new = kept + Counter(drawn)
        total += int(worth[EIGHT.index[tuple(new[card] for card in FACES)], 2])
        draws += 1
    counts = tuple(Counter(thrown)[card] for card in FACES)
    assert found[counts] == Fraction(total, draws * EIGHT.deals)


def test_every_discard_of_one_card_or_more_is_compared():
    found = ask("RC7A", discard=True)
    (rows,) = (table.rows for table in found.tables)
    assert len(rows) == 15
    assert len(ask("RRAA", discard=True).tables[0].rows) == 8
    assert [row[2].value for row in rows] == sorted((row[2].value for row in rows), reverse=True)
    assert found.fields["throw"] == rows[0][0]


def test_the_best_discard_of_every_hand_in_every_seat():
    """Of a deck of two ranks; the whole deck takes a second."""
    small = load_game("mus").options(dict(load_game("mus").info.small))
    answer = question_of(lances).ask({"discard": True}, options=small)
    (table,) = answer.tables
    deck = deck_of(small)
    assert len(table.rows) == 4 * len(deck.types)
    for hand, seat, thrown, gain, _without in table.rows:
        best = gains.discards(deck, deck.types.names.index(hand), PLACES.index(seat))[0]
        assert (thrown, gain.value) == (hand_text(best.thrown), best.gain)
    better = [
        sum(r[3].value > r[4].value for r in table.rows if r[1] == seat)
        for seat in ("mano", "postre")
    ]
    assert answer.headline == (
        "The best discard is worth more than the cards as they are for "
        f"{better[0]} of the {len(deck.types)} hands as mano, for {better[1]} as postre."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_have_names_and_no_numbers(language):
    named = dict.fromkeys(("pt", "es"), "segundo") | {"en": "second", "fi": "toinen"}
    small = load_game("mus").options(dict(load_game("mus").info.small))
    with speaking(language):
        for given in ({}, {"discard": True}):
            asked = ask("RRRA", seat=1, **given)
            assert cell_text(asked.fields["seat"]) == named[language]
        (table,) = question_of(lances).ask({"discard": True}, options=small).tables
        seats = {cell_text(row[table.columns.index("seat")]) for row in table.rows}
        assert seats == {_(name) for name in PLACES}
        assert not any(seat.isdigit() for seat in seats)
        (counted,) = census(sample=["RRRA"]).tables
        assert {cell_text(row[1]) for row in counted.rows} == seats


def test_kings_are_kept():
    """A hand of kings and two low cards without use throws those, in every seat."""
    for seat in range(4):
        assert "R" not in ask("RR54", seat=seat, discard=True).fields["throw"]


# -- the census ------------------------------------------------------------------------------------


def test_the_census_counts_a_sample_as_it_ships():
    found = census(sample=["RRRA", "7654"])
    assert found.fields["as_shipped"] is True
    assert found.headline == "In the figures: how often each of 2 hands wins, by seat and lance."
    assert found.notes == ["They agree with the table that ships."]
    (rows,) = (table.rows for table in found.tables)
    assert len(rows) == 2 * 4 * LANCES
    with pytest.raises(BadInput, match="not of a sample"):
        census(sample=["RRRA"], file="x")


def test_four_kings_ship_too():
    found = ask("RRRA", kings="4", real="any")
    deck = Deck.of(4, REAL_ANY)
    index = deck.types.names.index("RRRA")
    expected = int(table(deck)[index, 0, JUEGO, PAIR])
    assert value(found, "juego", "pair") == Fraction(expected, deck.deals)


@pytest.mark.parametrize(("hand", "last"), [("RRRA", "juego"), ("RC54", "punto")])
def test_the_chances_name_no_punto_for_a_hand_with_juego(hand, last):
    rows = [row["lance"] for row in ask(hand).to_json()["chances"]]
    assert rows[-1] == last
    assert "punto" in ask(hand).data


@pytest.mark.parametrize(
    ("language", "cards"),
    [("en", "the seven"), ("es", "descarta el siete"), ("pt", "descarte o sete")],
)
def test_the_cards_to_throw_are_not_read_as_their_number(language, cards):
    with speaking(language):
        assert f"{cards}. " in str(ask("RRR7", discard=True).headline)


@pytest.mark.parametrize(
    ("hand", "begins"), [("RRR7", "Ask for mus and throw "), ("RRRA", "Cut: ")]
)
def test_the_answer_says_first_what_to_do_and_then_what_its_stones_assume(hand, begins):
    first, then = str(ask(hand, discard=True).headline).split(". ", 1)
    assert first.startswith(begins)
    assert then.startswith("If nobody bets and the others keep the cards they were dealt, ")
