"""Every text that people read is in every language; the compiled catalogues are those of the texts.

After a change of texts: ``make messages``, fill in what it lists, ``make messages`` again.
"""

import string

import pytest

from ludoteca.cli import messages
from ludoteca.core.i18n import LANGUAGES, LOCALE_DIR, _, negotiate, ngettext, use_language


@pytest.fixture(scope="module")
def collected():
    return messages.collected()


@pytest.fixture(autouse=True)
def back_to_english():
    yield
    use_language("en")


def _forms(message) -> list[str]:
    string_ = message.string
    return list(string_) if isinstance(string_, list | tuple) else [string_]


def _sources(message) -> list[str]:
    return list(message.id) if isinstance(message.id, list | tuple) else [message.id]


def _fields(text: str) -> set[tuple[str, str, str]]:
    parts = string.Formatter().parse(text)
    return {(name, spec or "", how or "") for _text, name, spec, how in parts if name is not None}


def test_there_is_a_catalogue_for_every_language():
    assert set(messages.TRANSLATIONS) == set(LANGUAGES) - {"en"}
    assert {path.name for path in LOCALE_DIR.iterdir()} == set(messages.TRANSLATIONS)


@pytest.mark.parametrize("language", messages.TRANSLATIONS)
def test_no_text_is_missing_and_none_is_left_over(language, collected):
    texts = {str(m.id) for m in collected if m.id}
    translated = {str(m.id) for m in messages.read(language) if m.id}
    assert texts - translated == set()
    assert translated - texts == set()


@pytest.mark.parametrize("language", messages.TRANSLATIONS)
def test_every_text_is_translated_and_none_is_fuzzy(language):
    assert messages.untranslated(messages.read(language)) == []


@pytest.mark.parametrize("language", messages.TRANSLATIONS)
def test_translations_fill_in_the_same_blanks(language):
    for message in messages.read(language):
        if message.id:
            wanted = set().union(*map(_fields, _sources(message)))
            for form in _forms(message):
                assert _fields(form) == wanted, form


@pytest.mark.parametrize("language", messages.TRANSLATIONS)
def test_spaces_at_the_ends_are_kept(language):
    def ends(text):
        return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]

    for message in messages.read(language):
        if message.id:
            for source, form in zip(_sources(message), _forms(message), strict=True):
                assert ends(source) == ends(form), form


@pytest.mark.parametrize("language", messages.TRANSLATIONS)
def test_the_compiled_catalogue_is_that_of_the_texts(language):
    compiled = messages.catalogue_path(language).with_suffix(".mo").read_bytes()
    assert compiled == messages.compiled(messages.read(language))


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

unseen = ["no heading"]
"""
    assert set(messages.names_in_answers(source)) == {
        "place", "value", "least value", "first field", "of", "inner", "second", "third", "fourth",
        "untitled", "a b",
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
