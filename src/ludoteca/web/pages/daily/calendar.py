"""The last weeks of something that is played once a day: a calendar, and how many days in a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from babel import Locale
from babel.dates import get_day_names

from ludoteca.core.i18n import _, language

WEEKS = 5  #: that the calendar shows

Mark = Literal["won", "lost", "done", "missed"]
"""The outcome of a day: won or lost, even or unknown, not played."""

SQUARES: Mapping[Mark, str] = {"won": "🟩", "lost": "🟥", "done": "🟩", "missed": "⬜"}
"""The marks in a line of text to send."""


@dataclass(frozen=True)
class DayCell:
    """A day of the calendar: its date (ISO 8601), how it went, in words too, and its page."""

    day: str
    mark: Mark
    words: str
    address: str
    today: bool

    @property
    def number(self) -> int:
        """The day of its month."""
        return date.fromisoformat(self.day).day


def first_day(now: date) -> date:
    """The first day of the calendar, with which a week begins in the language in use."""
    locale = Locale.parse({"en": "en_GB", "pt": "pt_BR"}.get(language(), language()))
    begun = (now.weekday() - locale.first_week_day) % 7
    return now - timedelta(begun + 7 * (WEEKS - 1))


def days_shown(now: date) -> list[str]:
    """The days of the calendar up to today, the first one first."""
    first = first_day(now)
    return [(first + timedelta(n)).isoformat() for n in range((now - first).days + 1)]


def calendar(
    now: date, marks: Mapping[str, tuple[Mark, str]], address: Callable[[str], str]
) -> list[list[DayCell]]:
    """The weeks up to today; ``marks`` are those of the days that were played, with words."""
    cells = [
        DayCell(
            day, *marks.get(day, ("missed", _("not played"))), address(day), day == now.isoformat()
        )
        for day in days_shown(now)
    ]
    return [cells[n : n + 7] for n in range(0, len(cells), 7)]


def last_week(weeks: list[list[DayCell]]) -> list[DayCell]:
    """The last seven days of a calendar, today at the end."""
    return [cell for week in weeks for cell in week][-7:]


def weekdays(now: date) -> list[tuple[str, str]]:
    """The names of the columns: a letter, and the whole word."""
    short = get_day_names("narrow", "stand-alone", locale=language())
    whole = get_day_names("wide", "format", locale=language())
    first = first_day(now).weekday()
    return [(short[(first + n) % 7], whole[(first + n) % 7]) for n in range(7)]


def squares(now: date, marks: Mapping[str, tuple[Mark, str]], days: int = 7) -> str:
    """The last days, today's last, as a line of coloured squares."""
    listed = [(now - timedelta(n)).isoformat() for n in reversed(range(days))]
    return "".join(SQUARES[marks[day][0] if day in marks else "missed"] for day in listed)


# -- days in a row --------------------------------------------------------------------------------


def in_a_row(done: Mapping[str, bool], now: date) -> int:
    """Days in a row, up to today, or up to yesterday while ``done`` tells nothing of today."""
    first = 0 if now.isoformat() in done else 1
    row = 0
    while done.get((now - timedelta(first + row)).isoformat()):
        row += 1
    return row


def longest_row(done: Mapping[str, bool]) -> int:
    """The most days in a row.

    >>> longest_row({"2026-11-01": True, "2026-11-02": True, "2026-11-04": True})
    2
    """
    days = {date.fromisoformat(day) for day, right in done.items() if right}
    rows = [0]
    for day in sorted(days):
        rows.append(rows[-1] + 1 if day - timedelta(1) in days else 1)
    return max(rows)
