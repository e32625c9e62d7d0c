"""Every text that people read is in every language; the compiled catalogues are those of the texts.

After a change of texts: ``make messages``, fill in what it lists, ``make messages`` again.
"""

import json
from collections import Counter
from fractions import Fraction

import pytest
from markupsafe import Markup

from ludoteca.cli import messages
from ludoteca.core.answers import Answer, Table, plain
from ludoteca.core.i18n import (
    LANGUAGES,
    LIBRARY,
    _,
    negotiate,
    ngettext,
    number_text,
    speaking,
    use_language,
)
from ludoteca.core.numbers import Exact, Simulated, chance_words
from ludoteca.core.registry import games
from ludoteca.lab.tables import csv_text
from ludoteca.lab.text import cell_text
from ludoteca.players.advice.values import AND_POINTS, CHANCE_IN_WORLDS
from ludoteca.web.kit.odds import short
from ludoteca.web.pages.study.answer_tables import drawn, told


@pytest.fixture(scope="module")
def collected():
    return messages.collected()


@pytest.fixture(scope="module", params=messages.TRANSLATIONS)
def catalogs(request):
    """The catalogues of a language on disk, by their homes."""
    return {home: messages.read(home, request.param) for home in LIBRARY}


@pytest.fixture(autouse=True)
def back_to_english():
    yield
    use_language("en")


def _sources(message) -> list[str]:
    return list(message.id) if isinstance(message.id, list | tuple) else [message.id]


def test_the_library_and_each_of_its_games_have_a_catalogue_for_every_language():
    assert set(messages.TRANSLATIONS) == set(LANGUAGES) - {"en"}
    assert {home.name for home in LIBRARY} == {"ludoteca", *games()}
    for home in LIBRARY:
        found = {path.name for path in (home.folder / "locale").iterdir()}
        assert found == set(messages.TRANSLATIONS)


def test_no_text_is_missing_and_none_is_left_over(collected, catalogs):
    assert list(collected) == list(catalogs)
    for home, catalog in catalogs.items():
        texts = {str(m.id) for m in collected[home] if m.id}
        translated = {str(m.id) for m in catalog if m.id}
        assert texts - translated == set()
        assert translated - texts == set()


def test_a_text_is_in_one_catalogue_so_that_nobody_has_to_say_which_is_meant(catalogs):
    texts = Counter(_sources(m)[0] for catalog in catalogs.values() for m in catalog if m.id)
    assert len(texts) > 2000
    assert [text for text, count in texts.items() if count > 1] == []


def test_every_text_is_translated_and_none_is_fuzzy(catalogs):
    assert [text for c in catalogs.values() for text in messages.untranslated(c)] == []


def test_every_translation_is_found_whichever_catalogue_has_it(catalogs):
    (code,) = {catalog.locale.language for catalog in catalogs.values()}
    with speaking(code):
        for catalog in catalogs.values():
            for message in catalog:
                sources, forms = _sources(message), messages.forms(message)
                if message.id and len(sources) == 1:
                    assert _(message.id) == (forms[0] or message.id)
                elif message.id:
                    assert ngettext(*sources, 1) == (forms[0] or sources[0])
                    assert ngettext(*sources, 2) == (forms[1] or sources[1])


def test_a_text_of_one_game_is_in_its_folder_and_one_of_two_is_in_the_library(collected):
    homes = {home.name: {str(m.id) for m in catalog} for home, catalog in collected.items()}
    assert "The nim sum of given heaps." in homes["nim"]
    assert "yes" in homes["ludoteca"]
    assert {"bet", "fold"} <= homes["ludoteca"]  # of kuhn and of leduc


def test_translations_fill_in_the_same_blanks(catalogs):
    assert [form for catalog in catalogs.values() for form in messages.misfilled(catalog)] == []


def test_spaces_at_the_ends_are_kept(catalogs):
    def ends(text):
        return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]

    for message in (message for catalog in catalogs.values() for message in catalog if message.id):
        for source, form in zip(_sources(message), messages.forms(message), strict=True):
            assert not form or ends(source) == ends(form), form


def test_the_compiled_catalogue_is_that_of_the_texts(catalogs):
    for home, catalog in catalogs.items():
        path = home.catalogue(catalog.locale.language)
        assert path.read_bytes() == messages.compiled(catalog)


@pytest.mark.parametrize(
    ("language", "yes", "cards"),
    [("pt", "sim", "3 funções compiladas"), ("es", "sí", "3 funciones compiladas"),
     ("fi", "kyllä", "3 funktiota käännetty")],
)  # fmt: skip
def test_text_comes_in_the_language_chosen(language, yes, cards):
    assert use_language(language) == language
    assert _("yes") == yes
    assert ngettext("{n} function compiled", "{n} functions compiled", 3).format(n=3) == cards
    assert _("a text that no catalogue has") == "a text that no catalogue has"


@pytest.mark.parametrize(
    ("language", "odds", "chance", "cell", "count"),
    [
        ("en", "1.5", "0.37%", "0.013 [−0.061 … 0.086]", "12,345"),
        ("pt", "1,5", "0,37%", "0,013 [−0,061 … 0,086]", "12.345"),
        ("es", "1,5", "0,37\u00a0%", "0,013 [−0,061 … 0,086]", "12.345"),
        ("fi", "1,5", "0,37\u00a0%", "0,013 [−0,061 … 0,086]", "12\u00a0345"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(language, odds, chance, cell, count):
    half, mean = Exact(Fraction(3, 2)), Simulated(0.0125, 12345, -0.0609755, 0.0859755)
    use_language(language)
    assert short(half, chance=False) == odds
    assert chance_words(1 / 272).startswith(chance)
    assert cell_text(mean) == cell
    assert cell_text(12345) == count
    assert count in told(plain(mean))  # n, in the format of a translated sentence
    fraction = '<small class="fraction"> = 3/2</small>'
    assert drawn(plain(half)) == Markup(f'<span class="number exact">{odds}{fraction}</span>')


def test_spanish_writes_four_digits_without_a_sign():
    with speaking("es"):
        assert [number_text(n, ",") for n in (3000, 12345)] == ["3000", "12.345"]
        assert number_text(1234.567, ",.3f") == "1234,567"


@pytest.mark.parametrize("language", LANGUAGES)
def test_negative_numbers_have_a_minus_and_no_hyphen(language):
    with speaking(language):
        assert number_text(-1234567, ",").startswith("−1")
        assert number_text(-0.5, ".1f") in ("−0.5", "−0,5")
        assert number_text(-2e-9, ".3g") == "−2e-09", "the exponent is no figure of its own"
        assert "−" in cell_text(-3.25)
        assert _(AND_POINTS).format(line="x", points=-2.0).count("−") == 1


def test_a_percentage_has_a_blank_where_the_language_has_one():
    said = {}
    for code in LANGUAGES:
        with speaking(code):
            said[code] = _(CHANCE_IN_WORLDS).format(move="x", mean=0.125, low=0, high=1, n=9)
    parts = {"en": "12.5%", "pt": "12,5%", "es": "12,5\u00a0%", "fi": "12,5\u00a0%"}
    assert all(part in said[code] for code, part in parts.items())


def test_data_has_the_same_numbers_in_every_language():
    table = Table("t", ("win", "n"), [(Simulated(0.0125, 12345, -0.06, 0.08), 12345)])
    answer = Answer({"win": Exact(Fraction(3, 2))}, (table,))
    files = set()
    for code in LANGUAGES:
        with speaking(code):
            files.add((json.dumps(answer.to_json()), csv_text(table)))
    assert len(files) == 1


def test_text_is_never_taken_for_markup_of_the_same_letters():
    with speaking("pt"):
        assert isinstance(_(Markup("<b>no text of ours</b>")), Markup)
        assert not isinstance(_("<b>no text of ours</b>"), Markup)


def test_names_of_fields_and_columns_are_found_where_answers_are_made():
    source = """
SHARED = "value " + "least_value"

@table("one", N_("One"), "place " + SHARED)
def one(): ...

def fields() -> dict[str, Cell]:
    found: dict[str, Cell] = {"first_field": 1, "of": {"inner": 2}}
    found |= {"second": 2}
    found["third"] = 3
    return found

def two(rows, more):
    columns = ("a_b", *more())
    return Answer({**fields(), "fourth": 4}, [Table("untitled", columns, rows)])

@question("odds", "A hand.")
def best_hand(options: Options, hand: str, *, most_cards=4): ...

def three():
    rows = {"key": 1}
    rows |= {"also_key": 2}
    return Answer({name: 0 for name, n in rows.items()})

unseen = ["no heading"]
"""
    assert set(messages.names_in_answers(source)) == {
        "place", "value", "least value", "first field", "of", "inner", "second", "third", "fourth",
        "untitled", "a b", "hand", "most cards", "key", "also key",
    }  # fmt: skip


def test_the_environment_chooses_where_nobody_asks(monkeypatch):
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert negotiate() == "en"
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert negotiate() == "pt"
    monkeypatch.setenv("LC_ALL", "es_MX")
    assert negotiate() == "es"
    monkeypatch.setenv("LANGUAGE", "tlh:fi")
    assert negotiate() == "fi"


def test_no_longer_text_is_the_same_in_finnish_and_portuguese():
    """None was filled in from the language beside it."""
    for home in LIBRARY:
        catalogs = [messages.read(home, language) for language in ("pt", "fi")]
        pt, fi = ({str(m.id): str(m.string) for m in c if m.id} for c in catalogs)
        assert [text for text in pt if len(text) > 40 and pt[text] == fi.get(text)] == []
