"""Settings: names and values are taken as people write them, and stay ids."""

import pytest

from ludoteca.core import load_game
from ludoteca.core.errors import BadInput, UnknownGame
from ludoteca.core.i18n import speaking
from ludoteca.core.options import OptionSchema, Parameter, choice, whole, yes_no


@pytest.mark.parametrize("written", ["rapida", "rápida", "RÁPIDA", " Rapida ", "quick"])
def test_an_option_value_is_taken_with_its_accents_in_any_case_and_by_its_label(written):
    assert load_game("poker").options({"round": written})["round"] == "rapida"


def test_the_founding_documents_words_are_values_of_the_round():
    poker = load_game("poker")
    for written, stored in (("rápida", 0), ("estratégica", 1), ("completa", 2)):
        options = poker.options({"round": written})
        assert poker.schema.compile(options)["round_"][0] == stored


def test_the_label_of_the_language_in_use_is_taken():
    sign = Parameter("", name="sign", kind=str, choices=("yes", "no"))
    with speaking("fi"):
        assert sign.parse("Kyllä") == "yes"
        assert Parameter("", name="sure", kind=bool).parse("kyllä") is True
    with pytest.raises(BadInput, match="sign is one of yes, no, not kyllä"):
        sign.parse("kyllä")


def test_an_option_is_named_in_any_case():
    assert load_game("poker").options({"Rounds": 3})["rounds"] == 3
    with pytest.raises(BadInput, match="there is no rule option turns"):
        load_game("poker").options({"turns": 3})


def test_a_yes_or_no_takes_a_truth_value_and_a_whole_number_takes_no_fraction():
    schema = OptionSchema((yes_no("open", "no", ""), whole("decks", 1, 4, 2, "")))
    assert schema.complete({"open": True, "decks": "3"}) == {"open": "yes", "decks": 3}
    with pytest.raises(BadInput, match=r"decks is a whole number from 1 to 4, not 2\.5"):
        schema.complete({"decks": 2.5})


def test_a_large_bound_is_written_with_all_its_digits_in_groups():
    assert (
        Parameter("", 0, 1e9, name="n", kind=float).wanted() == "a number from 0 to 1,000,000,000"
    )


def test_a_whole_number_is_taken_as_people_write_it():
    deals = Parameter("", 1, 10**9, name="deals", kind=int)
    assert [deals.parse(text) for text in ("10,000", "10 000", "1.000.000")] == [
        10_000, 10_000, 1_000_000,
    ]  # fmt: skip
    with pytest.raises(BadInput):
        deals.parse("1,5")


def test_two_choices_that_differ_by_case_alone_stay_two():
    side = choice("side", ("a", "A"), "a", "")
    assert (side.parse("a"), side.parse("A")) == ("a", "A")


@pytest.mark.parametrize("written", ["vangin", "Vangin", "VANGIN ", "vängin"])
def test_a_game_is_named_in_any_case_and_without_its_accents(written):
    assert load_game(written) is load_game("vangin")


def test_an_unknown_game_is_refused_as_it_was_written():
    with pytest.raises(UnknownGame, match="there is no game Vang;"):
        load_game("Vang")


def test_rules_that_differ_are_told_as_short_statements():
    schema = load_game("mus").schema
    options = schema.complete({"corrido": "no", "signs": "none"})
    assert schema.changed_words(options) == [
        "mus corrido without signs in the first juego: no",
        "signs to the partner: no signs",
    ]
    schema = load_game("buraco").schema
    assert schema.changed_words(schema.complete({"jokers": "yes", "dry": "no"})) == [
        "four jokers",
        "going out without a discard (batida seca): no",
    ]


@pytest.mark.parametrize("game", ["bigpoints", "buraco", "eras", "mus", "poker", "vangin"])
def test_no_rule_is_named_by_a_question(game):
    assert not [option.doc for option in load_game(game).schema if option.doc.endswith("?")]


def test_the_rules_of_a_table_are_told_by_its_school_and_what_differs_from_it():
    mus = load_game("mus")
    told = mus.rules_in_words(mus.options({"corrido": "no"}))
    assert [line.partition(":")[0] for line in told] == ["Eight kings"]
    told = mus.rules_in_words(mus.options({"corrido": "no", "kings": "4", "stones": "30"}))
    assert told[0].startswith("Four kings: ")
    assert told[1:] == ["stones of a juego: 30"]
    buraco = load_game("buraco")
    assert buraco.rules_in_words(buraco.options({"profile": "stbl"}))[0].startswith("STBL: ")
