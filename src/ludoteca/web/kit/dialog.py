"""Dialogs and the buttons that open them; the script never closes an open one."""

from __future__ import annotations

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.html import Child, classes, el


def dialog(name: str, title: str, *body: Child, look: str = "") -> Markup:
    """A dialog with the id ``name``, its title and a button that closes it."""
    close = el(
        "button", "×", class_="close", value="close", formnovalidate=True, aria_label=_("Close")
    )
    head = el(
        "form",
        el("h2", title, id=f"{name}-title"),
        close,
        method="dialog",
        class_="dialog-head",
    )
    return el(
        "dialog",
        head,
        el("div", body, class_="dialog-body"),
        id=name,
        class_=classes("dialog", look),
        aria_labelledby=f"{name}-title",
        data_key=f"dialog-{name}",
    )


def open_button(name: str, words: str) -> Markup:
    """The button that opens the dialog ``name``."""
    return el(
        "button",
        words,
        type="button",
        class_="button quiet",
        data_open=name,
        aria_haspopup="dialog",
        data_key=f"open-{name}",
    )
