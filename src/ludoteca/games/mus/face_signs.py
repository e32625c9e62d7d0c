"""Signs as gestures: a face drawn from where brows, eyes, mouth, head and shoulders are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from ludoteca.core.i18n import N_, _
from ludoteca.web.kit.html import el

from .notation import SIGN_WORDS

_PEN = 'fill="none" stroke="#3a2a1c" stroke-width="1.400" stroke-linecap="round"'
_DOTS = '<circle cx="12" cy="13.500" r="1.500"/>{right}'

_EYES = {
    "open": _DOTS.format(right='<circle cx="20" cy="13.500" r="1.500"/>'),
    "wink": _DOTS.format(right="") + f'<path d="M18 14q2-1.800 4 0" {_PEN}/>',
    "closed": f'<path d="M10 13.500q2 1.800 4 0M18 13.500q2 1.800 4 0" {_PEN}/>',
}
_BROWS = {
    "level": f'<path d="M10 10.500h4M18 10.500h4" {_PEN}/>',
    "up": f'<path d="M10 8.800q2-2.400 4-.600M18 8.200q2-1.800 4 .600" {_PEN}/>',
}
_TONGUE = '<path d="M{x} 20.500h4v2.800a2 2 0 0 1-4 0z" fill="#d8505a"/>'
_MOUTHS = {
    "calm": f'<path d="M13 20.500h6" {_PEN}/>',
    "bite": f'<path d="M12.500 20h7" {_PEN}/><path d="M13.500 20.400h5v1.800h-5z" fill="#fff"/>'
    '<path d="M13 22.300h6" stroke="#b5322c" stroke-width="1.600"/>',
    "tongue": f'<path d="M13 20.500h6" {_PEN}/>' + _TONGUE.format(x=14),
    "tongue aside": f'<path d="M13 20.500h6" {_PEN}/>' + _TONGUE.format(x=17),
    "aside": f'<path d="M16 20.800q3 .600 5-1.800" {_PEN}/>',
    "pressed aside": f'<path d="M16 20.800q3 .600 5-1.800M20.500 18.200l1.400 1.800" {_PEN}/>',
    "forward": '<ellipse cx="16" cy="20.800" rx="2.200" ry="1.700" fill="#b5322c"/>',
}
_SHOULDERS = {
    "down": '<path d="M4 32q2-5 12-5t12 5z" fill="#2a5d86"/>',
    "one": '<path d="M4 32q2-5 12-5 6-6 12-5v10z" fill="#2a5d86"/>',
    "both": '<path d="M4 32v-9q6 0 12 4 6-4 12-4v9z" fill="#2a5d86"/>',
}
_RESTS = {"eyes": "open", "brows": "level", "mouth": "calm", "shoulders": "down"}


@dataclass(frozen=True)
class Gesture:
    """A sign: what one does, a message id, and how that is drawn."""

    does: str
    eyes: str = "open"
    brows: str = "level"
    mouth: str = "calm"
    shoulders: str = "down"
    turn: int = 0
    lift: int = 0


GESTURES = (
    Gesture(N_("bites the lip"), mouth="bite"),
    Gesture(N_("shows the tip of the tongue"), mouth="tongue"),
    Gesture(N_("head to one side"), turn=16),
    Gesture(N_("mouth to one side"), mouth="aside"),
    Gesture(N_("closed lips to one side"), mouth="pressed aside"),
    Gesture(N_("tongue to one side"), mouth="tongue aside"),
    Gesture(N_("lips to one side"), mouth="aside"),
    Gesture(N_("raises the eyebrows"), brows="up"),
    Gesture(N_("lips forward"), mouth="forward"),
    Gesture(N_("winks"), eyes="wink"),
    Gesture(N_("lifts both shoulders"), shoulders="both"),
    Gesture(N_("lifts one shoulder"), shoulders="one"),
    Gesture(N_("closes the eyes"), eyes="closed"),
    Gesture(N_("tilts the head"), turn=-16, brows="up"),
    Gesture(N_("raises the head"), lift=-3, brows="up"),
)
"""By the id of the sign."""


def gesture(sign: int, *, key: str = "") -> Markup:
    """The drawing of a sign with what it says."""
    made, says = GESTURES[sign], _(SIGN_WORDS[sign])
    return el(
        "span",
        _drawn(made),
        el("span", says),
        class_="mus-sign",
        title=f"{_(made.does)}: {says}",
        data_key=key or None,
    )


def made_sign(sign: int, moment: str) -> Markup:
    """A large face beside a name, which makes the sign; below it what it does and what it says."""
    made = GESTURES[sign]
    words = el("span", el("b", _(SIGN_WORDS[sign])), " ", el("small", _(made.does)))
    return el("p", _drawn(made), words, class_="mus-made", data_key=f"sign {moment} {sign}")


def shown_sign(sign: int) -> Markup:
    """The face alone, where the words stand below it."""
    return el("span", _drawn(GESTURES[sign]), class_="mus-sign")


@cache
def _drawn(made: Gesture) -> Markup:
    """The face at rest and, over it, what the sign changes: the style sheet lets them alternate."""
    head = (
        f'<g class="head" transform="translate(0 {made.lift}) rotate({made.turn} 16 24)">'
        '<ellipse cx="16" cy="15.500" rx="10.500" ry="12" fill="#f3c9a0"/>'
        '<path d="M5.600 13q1-10.500 10.400-10.500T26.400 13q-2.500-7.500-10.400-7.500T5.600 13z"'
        ' fill="#5a3b22"/>'
        f"{_part(_BROWS, 'brows', made.brows)}"
        f'<g fill="#3a2a1c">{_part(_EYES, "eyes", made.eyes)}</g>'
        f'<path d="M16 14.500l-1 3h2" {_PEN}/>{_part(_MOUTHS, "mouth", made.mouth)}</g>'
    )
    shoulders = _part(_SHOULDERS, "shoulders", made.shoulders)
    return Markup(f'<svg viewBox="0 0 32 32" aria-hidden="true">{shoulders}{head}</svg>')


def _part(shapes: dict[str, str], part: str, look: str) -> str:
    """A part of the face as the sign has it; where that is not as at rest, both."""
    rest = _RESTS[part]
    if look == rest:
        return shapes[rest]
    return f'<g class="rest">{shapes[rest]}</g><g class="made">{shapes[look]}</g>'
