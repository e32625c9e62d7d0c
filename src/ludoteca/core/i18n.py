"""Languages: one ``_()`` for all text that people read.

Catalogues lie in ``ludoteca/locale/<language>/LC_MESSAGES/ludoteca.mo``; English is the language
of the message ids. A process has one language (``--lang``, or the environment's locale), chosen
before text is drawn; a server that speaks to several people wraps what it draws for each of them
in :func:`speaking`.
"""

from __future__ import annotations

import gettext
import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from jinja2 import Environment

LANGUAGES = ("en", "pt", "es", "fi")
LOCALE_DIR = Path(__file__).resolve().parent.parent / "locale"


class _Spoken(NamedTuple):
    language: str
    catalogue: gettext.NullTranslations


_of_process = _Spoken("en", gettext.NullTranslations())
_here: ContextVar[_Spoken | None] = ContextVar("language", default=None)


@cache
def _spoken(language: str) -> _Spoken:
    catalogue = gettext.translation(
        "ludoteca", localedir=str(LOCALE_DIR), languages=[language], fallback=True
    )
    return _Spoken(language, catalogue)


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
    _of_process = _spoken(negotiate(wanted))
    return _of_process.language


@contextmanager
def speaking(wanted: str) -> Iterator[str]:
    """Draw text in the language ``wanted`` within the block; other tasks and threads are apart."""
    spoken = _spoken(negotiate(wanted))
    before = _here.set(spoken)
    try:
        yield spoken.language
    finally:
        _here.reset(before)


def _in_use() -> _Spoken:
    return _here.get() or _of_process


def language() -> str:
    """The code of the language in use."""
    return _in_use().language


def _(message: str) -> str:
    """``message`` in the language in use."""
    return _in_use().catalogue.gettext(message) if message else ""


def ngettext(singular: str, plural: str, n: int) -> str:
    """The singular or plural form for ``n`` in the language in use."""
    return _in_use().catalogue.ngettext(singular, plural, n)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark, translate later"
    """Mark ``message`` for the catalogues; it is translated where it is shown."""
    return message


def templates(folder: Path) -> Environment:
    """The Jinja2 templates of a folder, with ``_`` and ``ngettext``.

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
    made.globals.update(_=_, ngettext=ngettext)
    return made


def fold(text: str) -> str:
    """``text`` without accents, surrounding blanks and case.

    >>> fold(" BÁSICO")
    'basico'
    """
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(c for c in letters if not unicodedata.combining(c))
