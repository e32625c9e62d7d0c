"""Languages: one ``_()`` for all text that people read.

Catalogues lie in ``ludoteca/locale/<language>/LC_MESSAGES/ludoteca.mo``; English is the language
of the message ids. The language is chosen once per process (``--lang``, or the environment's
locale), before text is drawn.
"""

from __future__ import annotations

import gettext
import os
from pathlib import Path

LANGUAGES = ("en", "pt", "es", "fi")
LOCALE_DIR = Path(__file__).resolve().parent.parent / "locale"

_catalogue: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


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
    global _catalogue, _language
    _language = negotiate(wanted)
    _catalogue = gettext.translation(
        "ludoteca", localedir=str(LOCALE_DIR), languages=[_language], fallback=True
    )
    return _language


def language() -> str:
    """The code of the language in use."""
    return _language


def _(message: str) -> str:
    """``message`` in the language in use."""
    return _catalogue.gettext(message) if message else ""


def ngettext(singular: str, plural: str, n: int) -> str:
    """The singular or plural form for ``n`` in the language in use."""
    return _catalogue.ngettext(singular, plural, n)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "mark, translate later"
    """Mark ``message`` for the catalogues; it is translated where it is shown."""
    return message
