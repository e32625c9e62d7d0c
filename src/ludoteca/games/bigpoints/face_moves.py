"""The action bar of Big Points: every legal move in words, with its pawn and its disc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _

from .moves import side_of
from .notation import action_text, action_words, kind_name
from .offers import Offer, offers, seen
from .record import AHEAD, BACK, EXTRA_MOVE, PASS

if TYPE_CHECKING:
    from ludoteca.web.table.scene import Scene

_KEYS = "1234567890"
BACKWARDS = "↩"  #: marks a move that goes backwards


def ask(scene: Scene) -> str:
    """What the viewer is to do now."""
    if seen(scene).phase == EXTRA_MOVE:
        return _("A black disc buys you an extra move: make it, or keep the disc.")
    return _("Choose a pawn, then the disc that you take.")


def actions(scene: Scene) -> Markup:
    """Each legal move as a button, with the pawn, what it takes, and the key that makes it."""
    s = seen(scene)
    found = sorted(offers(scene, s), key=lambda o: o.action != PASS)
    buttons = [_move(s, offer, n) for n, offer in enumerate(found)]
    look = "bp-moves extra" if s.phase == EXTRA_MOVE else "bp-moves"
    return Markup(f'<div class="{look}" data-key="moves">{"".join(buttons)}</div>')


def _move(s: Any, offer: Offer, n: int) -> str:
    key = _KEYS[n] if n < len(_KEYS) else ""
    shortcut = f' aria-keyshortcuts="{key}"' if key else ""
    hint = f'<kbd class="key" aria-hidden="true">{key}</kbd>' if key else ""
    whose = f"of{offer.pawn}" if offer.pawn >= 0 else "main"
    told = Markup.escape(action_words(s, offer.action))
    return (
        f'<button type="button" class="button act bp-move {whose}" data-act="{offer.action}" '
        f'data-key="act-{offer.action}"{shortcut} '
        f'title="{action_text(s, offer.action)}: {told}">{_icons(offer)}{_words(s, offer)}{hint}'
        "</button>"
    )


def _icons(offer: Offer) -> str:
    if offer.action == PASS:
        return ""
    disc = f'<i class="disc k{offer.kind}"></i>' if offer.kind >= 0 else ""
    return f'<i class="pawn p{offer.pawn}"></i>{disc}'


def _words(s: Any, offer: Offer) -> str:
    """The move in a few words, and in one or two for narrow screens."""
    if offer.action == PASS:
        return f"<span>{Markup.escape(_('make no extra move'))}</span>"
    long, short = _walk_words(s, offer)
    back = f"{BACKWARDS} " if offer.action >= BACK else ""
    return (
        f'<span class="long">{back}{Markup.escape(long)}</span>'
        f'<span class="short">{back}{Markup.escape(short)}</span>'
    )


def _walk_words(s: Any, offer: Offer) -> tuple[str, str]:
    pawn = kind_name(offer.pawn)
    if offer.mounts:
        worth = int(s.colours - 1 - s.arrived)
        return (
            _("{pawn} to the stair: {worth}").format(pawn=pawn, worth=worth),
            _("stair: {worth}").format(worth=worth),
        )
    if offer.kind < 0:
        return _("{pawn} takes none").format(pawn=pawn), _("no disc")
    disc = kind_name(offer.kind)
    if side_of(offer.action) == AHEAD:
        return _("{pawn} takes {disc} ahead").format(pawn=pawn, disc=disc), _("ahead")
    return _("{pawn} takes {disc} behind").format(pawn=pawn, disc=disc), _("behind")
