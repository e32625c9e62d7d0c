"""Chess clocks of a table."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.i18n import _, ngettext

SECONDS_ON_RETURN = 15.0
"""The least time left to a person who takes the seat back: they would lose it again at once."""


class Clocks:
    """Chess clocks: the time left to each seat, and since when a clock may run.

    Seconds are given at the start of a deal and added after each turn. A clock runs while its seat
    is to act and the person holds it; machines have none, and while a machine sits in the person's
    stands still.

    ``setting`` is [seconds at the start of a deal, seconds added a turn], or None for no clocks.
    """

    def __init__(self, setting: Sequence[float] | None, seats: int) -> None:
        self._setting = setting
        self._left = [setting[0] if setting else 0.0] * seats
        self._turned = 0.0
        self._back = [0.0] * seats

    @property
    def kept(self) -> bool:
        """True where this table has clocks."""
        return self._setting is not None

    def begin(self, seat: int) -> None:
        """Set the clock of ``seat`` for a new deal."""
        if self._setting:
            self._left[seat] = self._setting[0]

    def turned(self, at: float) -> None:
        """Start the turn of the seat that is to act after a new position, at ``at``."""
        self._turned = at

    def came_back(self, seat: int, at: float) -> None:
        """Note the return of the person at ``seat``: a running clock runs from ``at``."""
        self._back[seat] = at

    def resume(self, at: float) -> None:
        """Charge nobody for the time until ``at``: the table was asleep, or the server was down.

        What happened after ``at``, by a clock that was put back since, counts as of then.
        """
        self._turned = at
        self._back = [min(back, at) for back in self._back]

    def put(self, seat: int, left: float | None) -> None:
        """Set the clock of ``seat`` where ``left`` is given."""
        if left is not None:
            self._left[seat] = left

    def left(self, seat: int, running: int | None, now: float) -> float | None:
        """Seconds left to ``seat`` where the clock of the seat ``running`` runs."""
        if not self.kept:
            return None
        if seat != running:
            return self._left[seat]
        return max(0.0, self._left[seat] - max(0.0, now - self._since(seat)))

    def after_act(
        self, seat: int, running: int | None, now: float, *, turn_ends: bool
    ) -> float | None:
        """Seconds left to ``seat`` once it has acted; seconds are added where its turn ends."""
        left = self.left(seat, running, now)
        if left is None or self._setting is None:
            return None
        return left + self._setting[1] if turn_ends else left

    def on_return(self, seat: int) -> float | None:
        """Seconds left to the person who takes ``seat`` back: enough for one decision."""
        return max(self._left[seat], SECONDS_ON_RETURN) if self.kept else None

    def runs_out_at(self, running: int | None) -> float | None:
        """The time at which the running clock will be at 0; None where none runs."""
        if not self.kept or running is None:
            return None
        return self._since(running) + self._left[running]

    def _since(self, seat: int) -> float:
        return max(self._turned, self._back[seat])


def late_words(sit_in: float) -> str:
    """The sentence that says when a machine plays for a person at a table with clocks.

    It does when the clock has run out, and when they are away for ``sit_in`` seconds at their turn.
    """
    return _(
        "If your time runs out, or you are away for {seconds:g} seconds at your turn, a machine "
        "plays for you until you take your seat back"
    ).format(seconds=sit_in)


def clock_words(setting: Sequence[float] | None, sit_in: float) -> list[str]:
    """A clock in words, and when a machine plays for a person; nothing where there is none."""
    if not setting:
        return []
    start, added = setting
    each = ngettext(
        "{minutes:g} minute each for a deal",
        "{minutes:g} minutes each for a deal",
        1 if start == 60 else 2,
    ).format(minutes=start / 60)
    if start < 60:
        each = ngettext(
            "{seconds:g} second each for a deal",
            "{seconds:g} seconds each for a deal",
            1 if start == 1 else 2,
        ).format(seconds=start)
    turn = _("{seconds:g} seconds more after each turn").format(seconds=added)
    return [", ".join([each, turn] if added else [each]), late_words(sit_in)]
