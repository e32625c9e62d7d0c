"""The spread of a day's scores as bars, and the picture of one's own result to send to friends.

Neither shows a card. The picture is SVG with colours of its own; the page makes a PNG of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

Row = tuple[str, int, bool]
"""Scores in words, the number of people who have them, and whether the visitor is one."""

_HIGH, _WIDE, _GAP = 90, 44, 8
_SERIF = Markup('font-family="Georgia, serif" font-weight="700"')


def bars(rows: Sequence[Row]) -> Markup:
    """The bars of a spread, the fewest points first, with the scores below them.

    Their colours are attributes, which the page's style sheet overrides: a picture that is opened
    by itself may have no sheet.
    """
    most = max((n for _words, n, _own in rows), default=1)
    parts = []
    for place, (words, n, mine) in enumerate(reversed(rows)):
        left, high = place * (_WIDE + _GAP), max(3, round(_HIGH * n / most))
        middle, top = left + _WIDE // 2, 20 + _HIGH - high
        parts.append(
            Markup(
                '<rect class="{}" fill="{}" x="{}" y="{}" width="{}" height="{}" rx="4"/>'
                '<text x="{}" y="{}" text-anchor="middle">{}{}</text>'
                '<text x="{}" y="{}" text-anchor="middle">{}</text>'
            ).format(
                "spread-bar own" if mine else "spread-bar",
                "#f0b429" if mine else "#5d9c82",
                left,
                top,
                _WIDE,
                high,
                middle,
                top - 6,
                "★ " if mine else "",
                n,
                middle,
                _HIGH + 38,
                words.replace(" … ", "…"),
            )
        )
    return Markup("").join(parts)


def histogram(rows: Sequence[Row], label: str) -> Markup:
    """The bars as a picture of the page; ``label`` says what they show."""
    return Markup(
        '<svg class="histogram" viewBox="-8 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(16 + len(rows) * (_WIDE + _GAP), _HIGH + 46, label, bars(rows))


def result_picture(
    title: str, day: str, points: str, than: str, rows: Sequence[Row], address: str
) -> Markup:
    """One's own result as a picture of 600 by 400; without rows the score stands in the middle."""
    scale = min(1.0, 520 / max(1, len(rows) * (_WIDE + _GAP) - _GAP))
    left = 300 - scale * (len(rows) * (_WIDE + _GAP) - _GAP) / 2
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 600 400"'
        ' fill="#f4efdf" font-family="Noto Sans, DejaVu Sans, sans-serif" font-size="13">'
        '<rect width="600" height="400" fill="#6d4a2c"/>'
        '<rect x="12" y="12" width="576" height="376" rx="26" fill="#1d634a"/>'
        '<rect x="22" y="22" width="556" height="356" rx="18" fill="none" stroke="#f0b429"'
        ' stroke-opacity="0.6"/>'
        '<text x="300" y="66" text-anchor="middle" {serif} font-size="28">{}</text>'
        '<text x="300" y="91" text-anchor="middle" font-size="16">{}</text>'
        '<g transform="translate(0 {})">'
        '<text x="300" y="150" text-anchor="middle" {serif} font-size="54" fill="#f0b429">{}</text>'
        '<text x="300" y="182" text-anchor="middle" font-size="17">{}</text></g>'
        '<g transform="translate({:.1f} 198) scale({:.3f})">{}</g>'
        '<text x="300" y="364" text-anchor="middle" font-size="14"><tspan {serif} font-size="17">'
        "Ludoteca</tspan> · {}</text></svg>"
    ).format(
        title, day, 0 if rows else 60, points, than, left, scale, bars(rows), address, serif=_SERIF
    )
