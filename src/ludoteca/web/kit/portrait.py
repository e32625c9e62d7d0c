"""Portraits of machines: one drawing, whose parts are chosen by the first name."""

from __future__ import annotations

from zlib import crc32

from markupsafe import Markup

from ludoteca.core.player_names import FIRST_NAMES, MORE_NAMES
from ludoteca.web.kit.html import kept

_KNOWN = (*FIRST_NAMES.values(), *MORE_NAMES)

_TOPS = (
    # an antenna, two of them, a tuft of hair, a cap, a bow
    '<path d="M12 6V2.500M10.500 2.500h3"/>',
    '<path d="M8.500 6 7 2.500M15.500 6 17 2.500"/>',
    '<path d="M9 6c0-2.500 1.500-3 3-3.500M12 6c0-2 1.500-3 3.500-2.500"/>',
    '<path d="M5 7c1-4.500 13-4.500 14 0h3" fill="currentColor"/>',
    '<path d="M12 4.500 8.500 2.500v4zl3.500-2v4z" fill="currentColor"/>',
)
_EYES = (
    # round, of glasses, half closed, wide
    '<circle cx="9" cy="11.500" r="1.700" fill="var(--seat)"/>'
    '<circle cx="15" cy="11.500" r="1.700" fill="var(--seat)"/>',
    '<g stroke="var(--seat)" stroke-width="1.300"><circle cx="8.700" cy="11.500" r="2.300"/>'
    '<circle cx="15.300" cy="11.500" r="2.300"/><path d="M11 11.500h2"/></g>',
    '<path d="M7.200 12h3.600M13.200 12h3.600" stroke="var(--seat)"/>',
    '<rect x="6.500" y="10" width="11" height="3.200" rx="1.600" fill="var(--seat)"/>',
)
_MOUTHS = (
    # a smile, a line, a grin to one side
    '<path d="M9 15.500q3 2.500 6 0" stroke="var(--seat)" stroke-width="1.500"/>',
    '<path d="M9.500 16h5" stroke="var(--seat)" stroke-width="1.500"/>',
    '<path d="M10 16.500q3.500 .500 5-1.500" stroke="var(--seat)" stroke-width="1.500"/>',
)


@kept(256)
def portrait(name: str) -> Markup:
    """The face of the machine called ``name``: in the text's colour, its features in ``--seat``.

    No two of the first names have the same face; others may share one.
    """
    number = _KNOWN.index(name) if name in _KNOWN else crc32(name.encode())
    # Five, four and three have no common factor: of sixty numbers no two choose the same parts.
    parts = (*(few[number % len(few)] for few in (_TOPS, _EYES, _MOUTHS)),)
    return Markup(
        '<svg class="portrait" viewBox="0 0 24 24" aria-hidden="true"'
        ' fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">'
        '<rect x="4" y="6" width="16" height="13" rx="4" fill="currentColor" stroke="none"/>'
        '<path d="M7 22.500v-1.500h10v1.500"/>{}{}{}</svg>'
    ).format(*map(Markup, parts))
