"""Languages: one ``_()`` for all text that people read.

Catalogues lie in ``ludoteca/locale/<language>/LC_MESSAGES/ludoteca.mo``, and those of a game in its
folder: ``<game>/locale/<language>/LC_MESSAGES/<game>.mo``. A text is looked up in the library's
catalogue, then in those of the library's games, then in those of other games in the order in which
they were registered, whoever asks. So a text has one translation: ``ludoteca messages`` leaves out
of a game's catalogues what the library's have. English is the language of the message ids.

A process has one language (``--lang``, or the environment's locale), chosen before text is drawn;
a server that speaks to several people wraps what it draws for each of them in :func:`speaking`.
"""

from __future__ import annotations

import gettext
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from functools import cache, lru_cache
from numbers import Number
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoteca.core.sources import EXAMPLES, GAMES, PACKAGE

if TYPE_CHECKING:
    from jinja2 import Environment

LANGUAGES = ("en", "pt", "es", "fi")
LOCALE_DIR = PACKAGE / "locale"

_SIGNS = {
    "en": {},
    "pt": str.maketrans({".": ",", ",": "."}),
    "es": str.maketrans({".": ",", ",": ".", "%": "\u00a0%"}),
    "fi": str.maketrans({".": ",", ",": "\u00a0", "%": "\u00a0%"}),
}
"""The signs of an English number as each language writes them. Source: Unicode CLDR."""

_MINUS = re.compile("(?<!e)-")
"""The hyphen that stands for a minus before a number, and not in its exponent."""

_FOUR_DIGITS = re.compile(r"(?<![\d.])(\d)\.(\d{3})(?![\d.])")
"""The sign in a number of four digits, which Spanish writes without one."""


class Home(NamedTuple):
    """A folder whose texts have catalogues of their own: the library, or a game."""

    name: str
    folder: Path

    def catalogue(self, language: str) -> Path:
        """The path of the compiled catalogue of ``language``; there may be none."""
        return self.folder / "locale" / language / "LC_MESSAGES" / f"{self.name}.mo"


LIBRARY = (
    Home("ludoteca", PACKAGE),
    *(
        Home(path.parent.name, path.parent)
        for games in (GAMES, EXAMPLES)
        for path in sorted(games.glob("*/__init__.py"))
    ),
)
"""The library and its own games, in the order in which texts are looked up."""

_added: dict[Home, dict[str, gettext.NullTranslations]] = {}  #: other games and their catalogues
_of_process = "en"
_here: ContextVar[str | None] = ContextVar("language", default=None)
_plain: ContextVar[bool] = ContextVar("plain words", default=False)


def add_catalogues(home: Home) -> None:
    """Look texts up in the catalogues of the game ``home`` too, after all that are known.

    Raises ``OSError`` or ``ValueError`` where one of them cannot be read.
    """
    if home not in LIBRARY:
        _added[home] = _catalogues(home, LANGUAGES)
        _translations.cache_clear()
        _translation.cache_clear()


def _catalogues(home: Home, languages: Iterable[str]) -> dict[str, gettext.NullTranslations]:
    """The catalogues that ``home`` has, by language."""
    place = str(home.folder / "locale")
    return {
        language: gettext.translation(home.name, place, [language])
        for language in languages
        if home.catalogue(language).is_file()
    }


@cache
def _translations(language: str) -> gettext.NullTranslations:
    """All catalogues of ``language``, each the fallback of the one before."""
    chain = gettext.NullTranslations()
    for found in (*(_catalogues(home, [language]) for home in LIBRARY), *_added.values()):
        if language in found:
            chain.add_fallback(copy(found[language]))
    return chain


def number_text(number: Any, spec: str) -> str:
    """``format(number, spec)`` as the language in use writes numbers, with a true minus.

    For texts that people read, never for data.

    >>> with speaking("pt"):
    ...     number_text(-1234.5, ",.2f")
    '−1.234,50'
    """
    text = _MINUS.sub("−", format(number, spec)).translate(_SIGNS.get(language(), {}))
    return _FOUR_DIGITS.sub(r"\1\2", text) if language() == "es" else text


class _Numbers(Formatter):
    """``str.format`` with numbers written by :func:`number_text` where they have a format."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """One field of a text."""
        write = number_text if isinstance(value, Number) and format_spec else format
        return write(value, format_spec)


class _TextWithNumbers(str):
    """A translation whose ``format`` writes numbers as its language does."""

    __slots__ = ()

    def format(self, *args: Any, **kwargs: Any) -> str:
        """The text with its fields filled."""
        return _NUMBERS.vformat(self, args, kwargs)


_NUMBERS = _Numbers()
_HAS_FORMAT = re.compile(r"\{[^{}]*:")


def _with_numbers(text: str, language: str) -> str:
    """``text`` with the numbers of its language; most have none, and keep the quick ``format``."""
    if language in _SIGNS and type(text) is str and _HAS_FORMAT.search(text):
        return _TextWithNumbers(text)
    return text


# A chain of a dozen catalogues takes a dozen times as long, and every page asks for hundreds of
# texts. Markup is equal to the text of the same letters, and must not be taken for it: typed.
@lru_cache(maxsize=8192, typed=True)
def _translation(language: str, message: str) -> str:
    return _with_numbers(_translations(language).gettext(message), language)


def negotiate(wanted: str | None = None) -> str:
    """The supported language nearest to ``wanted`` or, without it, to the environment's locale.

    >>> negotiate("pt_BR.UTF-8")
    'pt'
    >>> negotiate("tlh")
    'en'
    """
    asked = [wanted] if wanted else []
    if not wanted:
        # The order in which gettext itself reads the environment.
        for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            asked += [part for part in os.environ.get(variable, "").split(":") if part]
    for name in asked:
        base = name.replace("-", "_").split(".")[0].split("_")[0].lower()
        if base in LANGUAGES:
            return base
        if base in ("c", "posix"):
            return "en"
    return "en"


def use_language(wanted: str | None = None) -> str:
    """Choose the language of this process; returns its code (``en``, ``pt``, ``es`` or ``fi``)."""
    global _of_process
    _of_process = negotiate(wanted)
    return _of_process


@contextmanager
def speaking(wanted: str) -> Iterator[str]:
    """Draw text in the language ``wanted`` within the block; other tasks and threads are apart."""
    spoken = negotiate(wanted)
    before = _here.set(spoken)
    try:
        yield spoken
    finally:
        _here.reset(before)


@contextmanager
def in_plain_words(plain: bool) -> Iterator[None]:
    """Use the plain words in this block where a game has several for the same, as a guide does."""
    token = _plain.set(plain)
    try:
        yield
    finally:
        _plain.reset(token)


def wants_plain_words() -> bool:
    """True in a block of :func:`in_plain_words`."""
    return _plain.get()


def language() -> str:
    """The code of the language in use."""
    return _here.get() or _of_process


def _(message: str) -> str:
    """``message`` in the language in use."""
    return _translation(language(), message) if message else ""


def ngettext(singular: str, plural: str, n: int) -> str:
    """The singular or plural form for ``n`` in the language in use."""
    spoken = language()
    return _with_numbers(_translations(spoken).ngettext(singular, plural, n), spoken)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark, translate later"
    """Mark ``message`` for the catalogues; it is translated where it is shown."""
    return message


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802
    """Mark a text of two forms for the catalogues, as :func:`N_` does one."""
    return singular, plural


def templates(folder: Path) -> Environment:
    """The Jinja2 templates of a folder, with ``_``, ``ngettext`` and ``number_text``.

    What is written into them is escaped unless it is ``Markup``; into Markdown (``.md``) it is
    written as it is.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(disabled_extensions=("md",), default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(_=_, ngettext=ngettext, number_text=number_text)
    return made


@lru_cache(1024)  # machines are found by their names at every move
def fold(text: str) -> str:
    """``text`` without accents, surrounding blanks and case.

    >>> fold(" BÁSICO")
    'basico'
    """
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(c for c in letters if not unicodedata.combining(c))
