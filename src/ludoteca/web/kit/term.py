"""A word of the game, its meaning one press away."""

from __future__ import annotations

import re
import unicodedata

from markupsafe import Markup

from ludoteca.web.kit.html import el, join


def term(word: str, meaning: str, *, place: str = "page") -> Markup:
    """``word`` as a button that shows its ``meaning``.

    ``place`` and the word make the id: give another place where a page shows the word twice.
    """
    name = f"term-{place}-{slug(word)}"
    return join(
        [
            el("button", word, type="button", class_="term", popovertarget=name),
            el("span", el("b", word), " ", meaning, id=name, popover=True, class_="meaning"),
        ]
    )


def slug(text: str) -> str:
    """``text`` as part of an id: letters without accents, digits and hyphens.

    >>> slug("Órdago a la grande")
    'ordago-a-la-grande'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
