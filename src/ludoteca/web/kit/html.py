"""One function that writes HTML elements: ``el("p", "text", class_="note", data_key=3)``."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

Child = str | Markup | int | None | Iterable["Child"]
Value = str | int | float | bool | None

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
    written = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _VOID:
        return Markup(f"<{tag}{written}>")
    return Markup(f"<{tag}{written}>{join(children)}</{tag}>")


def join(children: Child) -> Markup:
    """``children`` one after the other: strings escaped, None left out, iterables flattened."""
    if children is None:
        return Markup()
    if isinstance(children, str | int):
        return escape(children)
    return Markup("").join(join(child) for child in children)


def classes(*names: str | None) -> str | None:
    """The class attribute of those ``names`` that are not empty; None where all are."""
    return " ".join(name for name in names if name) or None


def _attribute(name: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    if name == "style" or name.startswith("on"):
        raise ValueError(f"{name}: the page's policy forbids it; use a class or the script")
    return f" {name}" if value is True else f' {name}="{escape(value)}"'
