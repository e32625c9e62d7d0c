"""The words of studies: read from Markdown, and in step with the code that fills them in."""

import ast
from string import Formatter

import pytest

from ludoteca.core.numbers import Exact
from ludoteca.core.sources import PACKAGE
from ludoteca.lab.figures import is_right, printed_like
from ludoteca.lab.study import sections_beside
from ludoteca.lab.words import read_words

WORDS = """# A study

## Why? {#why}

exact: {n} decks

So it
is: {best}.

### Errata {#errata}

| place | so_printed | right |
| --- | --- | --- |
| title | `2 x 2` | {product} |
| page {n} | 12 |  |

![How often](often)

## And then? {#then}

exact

Nothing.
"""
STUDIES = sorted(PACKAGE.glob("games/**/study.md"))


@pytest.fixture
def section(tmp_path):
    (tmp_path / "study.md").write_text(WORDS, encoding="utf-8")
    return sections_beside(str(tmp_path / "module.py"))


def test_a_section_has_the_words_of_the_file_with_the_numbers_filled_in(section):
    found = section("why", ["errata"], {"often": str}, n=3, best=2, product=Exact(4))
    assert (found.title, found.method, found.answer) == ("Why?", "exact: 3 decks", "So it is: 2.")
    assert [(plot.name, plot.title, plot.draw) for plot in found.plots] == [
        ("often", "How often", str)
    ]
    (errata,) = found.tables
    assert (errata.name, errata.title) == ("errata", "Errata")
    assert errata.columns == ("place", "so_printed", "right")
    assert errata.rows == [["title", "2 x 2", Exact(4)], ["page 3", 12, ""]]


def test_a_section_may_have_neither_plots_nor_tables(section):
    assert section("then", ()).answer == "Nothing."


def test_a_blank_that_is_not_filled_in_is_an_error(section):
    with pytest.raises(KeyError):
        section("why", (), n=3)


def blanks(words):
    texts = [*words.texts, *(line for _title, lines in words.tables.values() for line in lines)]
    return {name for text in texts for _said, name, _spec, _how in Formatter().parse(text) if name}


def calls(folder):
    """The calls that make sections in the modules of a folder, by the names of the sections."""
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("section"), [ast.Constant(name), *others], keywords):
                    yield name, others, keywords


@pytest.mark.parametrize("study", STUDIES, ids=[path.parent.parent.name for path in STUDIES])
def test_each_section_of_a_file_is_made_once_with_what_its_words_need(study):
    words, made = read_words(study), list(calls(study.parent))
    assert sorted(words) == sorted(name for name, _others, _keywords in made)
    for name, (tables, *plots), keywords in made:
        given = {keyword.arg for keyword in keywords}
        assert blanks(words[name]) == given or (
            None in given and given - {None} < blanks(words[name])
        )
        literals = {e.value for e in getattr(tables, "elts", ()) if isinstance(e, ast.Constant)}
        assert literals == {name for name, (_title, lines) in words[name].tables.items() if lines}
        drawn = (
            {key.value for key in plots[0].keys}
            if plots and isinstance(plots[0], ast.Dict)
            else set()
        )
        assert drawn == set(words[name].plots)
        assert len(words[name].texts) == 3


@pytest.mark.parametrize(
    ("printed", "value", "like", "right"),
    [
        ("0.479", 43776 / 91390, "0.479", True),
        ("0.00857", 784 / 91390, "0.00858", False),
        ("7.6595e-4", 70 / 91390, "7.6595e-04", True),
        ("1.996905e+25", 3.328176e23, "3.328176e+23", False),
        ("8192", 2**13, "8192", True),
        ("416579843773626", 416579843773639, "416579843773639", False),
    ],
)
def test_a_printed_figure_is_right_to_its_last_digit_or_not(printed, value, like, right):
    assert printed_like(printed, value) == like
    assert is_right(printed, value) == right
