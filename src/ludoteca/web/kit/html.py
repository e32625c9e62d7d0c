"""HTML elements: ``el("p", "text", class_="note", data_key=3)``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, wraps
from typing import ParamSpec, TypeVar

from markupsafe import Markup, escape

from ludoteca.core.i18n import language

P = ParamSpec("P")
T = TypeVar("T")

Child = str | Markup | int | None | Iterable["Child"]
Value = str | int | float | bool | None

_LONG = 200  #: letters from which a text is not kept
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source"})


def el(tag: str, *children: Child, **attributes: Value) -> Markup:
    """The element ``tag`` with ``children``, strings among them escaped.

    Names of attributes: ``class_`` is ``class``, ``for_`` is ``for``, and other underscores are
    hyphens (``data_act``, ``aria_label``). ``None`` and ``False`` leave an attribute out, ``True``
    writes it without a value. Raises ``ValueError`` for what the page's Content-Security-Policy
    forbids: ``style`` and inline event handlers.

    >>> el("p", "2 < 3", class_="note", hidden=True)
    Markup('<p class="note" hidden>2 &lt; 3</p>')
    """
    parts = ["<", tag]
    for name, value in attributes.items():
        if value is not None and value is not False:
            long = isinstance(value, str) and len(value) >= _LONG
            parts.append((_attribute if long else _kept_attribute)(name, value))
    parts.append(">")
    if tag not in _VOID:
        _write(children, parts)
        parts.append(f"</{tag}>")
    return _marked("".join(parts))


def join(children: Child) -> Markup:
    """Concatenate ``children``: strings escaped, None left out, iterables flattened."""
    parts: list[str] = []
    _write(children, parts)
    return _marked("".join(parts))


def _write(child: Child, parts: list[str]) -> None:
    """Append the text of ``child`` to ``parts``, in place."""
    if isinstance(child, Markup):
        parts.append(child)
    elif isinstance(child, str):
        parts.append(_escaped(child) if len(child) < _LONG else escape(child))
    elif isinstance(child, int):
        parts.append(str(child))
    elif child is not None:
        for inner in child:
            _write(inner, parts)


def classes(*names: str | None) -> str | None:
    """The class attribute of those ``names`` that are not empty; None where all are."""
    return " ".join(name for name in names if name) or None


# A table is drawn at every change, and most of it is as it was last time. What tells of one table
# (its shuffle, its score, its hands) is of no use after it: of that only some hundreds are kept, a
# kB or two each. Where more tables are awake they draw such a part again, in 10 to 80 µs.


def kept(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache the last ``most`` results of a function that draws, in each language.

    The function is pure but for the language, and takes arguments that can be hashed: everything
    that it tells is among them, so what one viewer was shown can be shown to another.
    """

    def keeping(draw: Callable[P, T]) -> Callable[P, T]:
        drawn: Callable[..., T] = lru_cache(maxsize=most)(
            lambda _language, *args, **named: draw(*args, **named)
        )

        @wraps(draw)
        def found(*args: P.args, **named: P.kwargs) -> T:
            return drawn(language(), *args, **named)

        return found

    return keeping


@lru_cache(maxsize=4096)
def _escaped(text: str) -> str:
    return str(escape(text))


@lru_cache(maxsize=4096, typed=True)
def _kept_attribute(name: str, value: Value) -> str:
    return _attribute(name, value)


def _attribute(name: str, value: Value) -> str:
    """The text of an attribute; its value is escaped even where it is Markup."""
    if value is True:
        return f" {_written(name)}"
    return f' {_written(name)}="{escape(str(value))}"'


def _marked(text: str) -> Markup:
    """Mark ``text`` as safe, four times as fast as ``Markup(text)``."""
    return str.__new__(Markup, text)


@cache
def _written(name: str) -> str:
    name = name.rstrip("_").replace("_", "-")
    if name == "style" or name.startswith("on"):
        raise ValueError(f"{name}: the page's policy forbids it; use a class or the script")
    return name
