"""Buttons and forms for moves: made at once, chosen from many, or tried before they are made.

What is tried the server keeps (:class:`~ludoteca.table.scene.Draft`): it draws the table after it,
for its seat alone, and a face draws from :func:`ahead` instead of the scene's view. Each button
holds all the moves that are tried once it is pressed, so nothing is lost where a message is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.html import Child, Value, classes, el

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene


def numbers(actions: int | Sequence[int]) -> str:
    """Action ids for the script: ``17`` or ``17 23``."""
    return str(actions) if isinstance(actions, int) else " ".join(map(str, actions))


def key_hint(shortcut: str) -> Markup | None:
    """The key that does the same, shown on a button or a card; None for none."""
    return el("kbd", shortcut, class_="key", aria_hidden="true") if shortcut else None


def _move_button(words: Child, shortcut: str, look: str, key: str, **moves: Value) -> Markup:
    return el(
        "button",
        el("span", words),
        key_hint(shortcut),
        type="button",
        class_=classes("button", look),
        **moves,
        aria_keyshortcuts=shortcut or None,
        data_key=key,
    )


def action_button(
    actions: int | Sequence[int],
    words: str,
    shortcut: str = "",
    *,
    look: str = "",
    key: str = "",
    by_itself: bool = False,
) -> Markup:
    """A button that makes a move: one action id, or several made in order as one act.

    ``look`` adds classes: ``main`` for what ends a turn where there is no choice (the page
    recommends no move), ``quiet`` for what is seldom wanted. The page presses it ``by_itself`` in a
    moment: only for what nobody else may see, since how long a person takes tells of their cards.
    """
    ids = numbers(actions)
    look = f"act {look}" if look else "act"
    key = key or f"act-{ids}"
    return _move_button(words, shortcut, look, key, data_act=ids, data_by_itself=by_itself)


def send_button(message: Mapping[str, object], words: str, *, look: str = "quiet") -> Markup:
    """A button that sends any other message of the table: ``{"type": "undo"}``."""
    return el(
        "button",
        words,
        type="button",
        class_=classes("button", look),
        data_send=json.dumps(message, separators=(",", ":")),
        data_key="send-" + "-".join(str(value) for value in message.values()),
    )


def action_bar(*parts: Child) -> Markup:
    """The bar under the hand, always inside the viewport: buttons and forms for the moves."""
    return el(
        "div",
        parts,
        class_="action-bar",
        role="group",
        aria_label=_("Your moves"),
        data_key="actions",
        data_hand=True,
    )


def draft_form(
    name: str,
    *parts: Child,
    most: int | None = None,
    least: int | None = None,
    stop: int | None = None,
    counted: int | None = None,
    sets: Mapping[str, int] | None = None,
    odds: bool = False,
) -> Markup:
    """A form with the id ``name`` whose button stands elsewhere: the hand, apart from the bar.

    The button is ``submit_button(words, form=name)``. At most ``most`` boxes can be checked, and
    nothing is sent with fewer than ``least`` (1). The move ``stop`` is sent after fewer than
    ``most``, for games where the last one ends the choice. Where it is ``counted``, the move
    ``counted + n`` is sent before the n that are chosen; alone where these are all. Where
    a set of boxes is one move, ``sets`` has that move by their values: ``{"0 2": 17}``. The
    ``odds`` of what is chosen are asked for while it is.
    """
    return el(
        "form",
        parts,
        id=name,
        class_="choose",
        data_acts=True,
        data_most=most,
        data_least=least,
        data_stop=stop,
        data_counted=counted,
        data_sets=None if sets is None else json.dumps(sets, separators=(",", ":")),
        data_odds=odds,
        data_key=name,
    )


def submit_button(words: Child, shortcut: str = "", *, form: str = "") -> Markup:
    """The button that sends a form of choices, inside it or naming its id by ``form``.

    Enter presses it, as every button with the class ``main``; ``shortcut`` does the same.
    """
    return el(
        "button",
        words,
        key_hint("↵"),
        type="submit",
        class_="button act main",
        form=form or None,
        aria_keyshortcuts=f"Enter {shortcut}".rstrip(),
        data_key="submit",
    )


def pick_button(
    form: str, boxes: Sequence[int], words: Child, shortcut: str = "", *, key: str
) -> Markup:
    """A button that checks the ``boxes`` of a form with these values alone; it sends nothing."""
    return _move_button(
        words, shortcut, "act quiet", key, data_check=numbers(boxes), data_check_form=form
    )


def chosen_name(form: str, names: Sequence[str], *, look: str = "") -> Markup:
    """The name of what is chosen in a form, which the page fills in; empty where nothing is.

    ``names`` has one for each set of the form's boxes but the empty one, as a number whose lowest
    bit is the first box.
    """
    words = list(dict.fromkeys(names))
    return el(
        "span",
        class_=look,
        data_names=form,
        data_words="|".join(words),
        data_sets=numbers([words.index(name) for name in names]),
    )


def raise_form(
    words: str, amounts: Sequence[tuple[int, str]], *, submit: str = "", key: str = "raise"
) -> Markup:
    """A menu of ``(action, words)`` and the button that sends the chosen one: a raise, a stake.

    Of one there is nothing to choose: it is a button.
    """
    if len(amounts) == 1:
        return action_button(*amounts[0])
    field = el(
        "select",
        [el("option", text, value=action) for action, text in amounts],
        name="a",
        aria_label=words,
        autocomplete="off",
    )
    return el(
        "form",
        field,
        el("button", submit or words, type="submit", class_="button act"),
        class_="raise",
        data_acts=True,
        data_key=key,
    )


def steps(names: Sequence[str], now: int, words: str = "") -> Markup:
    """The phases of a deal in order, that of ``now`` lit: Grande, Chica, Pares, Juego."""
    return el(
        "ol",
        [
            el(
                "li",
                name,
                class_="now" if n == now else "done" if n < now else None,
                aria_current="step" if n == now else None,
            )
            for n, name in enumerate(names)
        ],
        class_="steps",
        aria_label=words or None,
    )


# -- moves that are tried -------------------------------------------------------------------------


def ahead(scene: Scene) -> SeatView:
    """The viewer's view after the moves that they try; their view as it is without any."""
    if scene.draft is not None:
        return scene.draft.view
    assert scene.view is not None
    return scene.view


def tried(scene: Scene) -> tuple[int, ...]:
    """The moves that the viewer tries."""
    return () if scene.draft is None else scene.draft.actions


def picked(scene: Scene) -> tuple[int, ...]:
    """The boxes that the viewer has picked for the next move, by their values."""
    return () if scene.draft is None else scene.draft.picked


def pick_form(name: str, *parts: Child, scene: Scene) -> Markup:
    """A form with the id ``name`` whose boxes tell the server at once what is picked.

    ``parts`` hold boxes of :func:`~.cards.card_choice`. The next view shows what can be done with
    them; nothing is sent as a move.
    """
    return el(
        "form",
        parts,
        id=name,
        class_="choose",
        data_picks=numbers(tried(scene)),
        data_key=name,
    )


def try_button(
    actions: Sequence[int], words: Child, shortcut: str = "", *, look: str = "act", key: str
) -> Markup:
    """A button that tries ``actions``, all of them from the position as it is on the table."""
    return _move_button(words, shortcut, look, key, data_try=numbers(actions))


def take_apart(scene: Scene) -> list[Markup]:
    """The buttons that take back the last move that is tried, or all; none where nothing is."""
    moves = tried(scene)
    if not moves:
        return []
    back = try_button(moves[:-1], _("Take back"), "Backspace", look="act quiet", key="back")
    every = try_button((), _("Take all back"), "Delete", look="act quiet", key="all-back")
    return [back] if len(moves) == 1 else [back, every]
