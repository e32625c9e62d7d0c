"""A class: everybody against everybody, in one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import combinations

from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.keep import Parts
from ludoteca.core.questions import Progress

from ..solver.round_paths import Round
from .entrants import Entrant
from .findings import Findings, findings_of
from .pairing import Meeting, mean, meet


@dataclass(frozen=True)
class Standing:
    """One player of a class: mean over all that it met.

    ``score`` is the share of matches won, a draw counting half; ``difference`` points above the
    other per round; ``won``, ``drawn`` and ``lost`` shares of matches: all on average of both
    orders. ``exact`` where all are fractions, ``simulated`` where a meeting was played.
    """

    place: int
    entrant: Entrant
    met: int
    score: float
    difference: float
    won: float
    drawn: float
    lost: float
    exact: bool
    simulated: bool
    findings: Findings

    @property
    def state(self) -> str:
        """The source of the numbers, as a message id."""
        if self.entrant.broken:
            return N_("forfeits")
        if not self.entrant.known:
            return N_("simulated")
        if not self.entrant.exact:
            return N_("in double precision")
        return N_("exact, fails at times") if self.entrant.report.failures else N_("exact")


@dataclass(frozen=True)
class Class:
    """All meetings of a class; ``missing`` were not held: the run was stopped, or a player slow."""

    played: Round
    rounds: int
    standings: tuple[Standing, ...]
    meetings: dict[tuple[str, str], Meeting]
    missing: int
    stopped: bool

    def difference(self, one: str, other: str) -> float | None:
        """Points of ``one`` above ``other`` per round; None where they did not meet."""
        if (one, other) in self.meetings:
            return self.meetings[one, other].difference
        found = self.meetings.get((other, one))
        return None if found is None else -found.difference

    def stop_words(self) -> str:
        """A sentence about what is missing where the class was stopped."""
        if not self.missing:
            return _("Stopped: leaks are missing.")
        words = ngettext(
            "Stopped: {n} meeting is missing.", "Stopped: {n} meetings are missing.", self.missing
        )
        return words.format(n=self.missing)

    def simulated(self, one: str, other: str) -> bool:
        """True where their meeting was played."""
        found = self.meetings.get((one, other)) or self.meetings.get((other, one))
        return found is not None and found.simulated


def hold_class(
    played: Round,
    found: Sequence[Entrant],
    rounds: int,
    matches: int,
    seed: int,
    progress: Progress,
    parts: Parts | None = None,
) -> Class:
    """Evaluate all pairs; interrupted, keep what was done, in ``parts`` for the next time too."""
    parts = parts or Parts()
    pairs = list(combinations(range(len(found)), 2))
    meetings: dict[tuple[str, str], Meeting] = {}
    findings: dict[str, Findings] = {}
    stopped = False
    steps = len(pairs) + len(found)
    try:
        for done, (i, j) in enumerate(pairs):
            one, other = found[i], found[j]
            progress(done, steps, _("{one} against {other}").format(one=one.name, other=other.name))
            what = (played, rounds, matches, _seed_of(one, other, seed))
            call = partial(meet, played, one, other, *what[1:])
            held = parts.part(call, "met", one.key, other.key, *what)
            one.report.add(held.reports[0])
            other.report.add(held.reports[1])
            if held.meeting is not None:
                meetings[one.name, other.name] = held.meeting
        for done, entrant in enumerate(found):
            progress(len(pairs) + done, steps, _("leaks of {name}").format(name=entrant.name))
            find = partial(findings_of, played, entrant)
            findings[entrant.name] = parts.part(find, "found", entrant.key, played)
    except KeyboardInterrupt:
        stopped = True
    standings = [_standing(entrant, meetings, findings) for entrant in found]
    standings.sort(key=lambda s: (-s.score, -s.difference, s.entrant.name))
    return Class(
        played=played,
        rounds=rounds,
        standings=tuple(_placed(standings)),
        meetings=meetings,
        missing=len(pairs) - len(meetings),
        stopped=stopped,
    )


def _seed_of(one: Entrant, other: Entrant, seed: int) -> int:
    """A seed for two players, independent of the rest of the class."""
    text = f"{seed} {one.key} {other.key}"
    return int.from_bytes(sha256(text.encode()).digest()[:8])


def _standing(
    entrant: Entrant,
    meetings: dict[tuple[str, str], Meeting],
    findings: dict[str, Findings],
) -> Standing:
    own = [m for (one, _other), m in meetings.items() if one == entrant.name]
    others = [m for (_one, other), m in meetings.items() if other == entrant.name]
    met = max(1, len(own) + len(others))
    won = sum(mean(m.matches.win) for m in own) + sum(mean(m.matches.loss) for m in others)
    lost = sum(mean(m.matches.loss) for m in own) + sum(mean(m.matches.win) for m in others)
    drawn = sum(mean(m.matches.draw) for m in (*own, *others))
    ahead = sum(m.difference for m in own) - sum(m.difference for m in others)
    return Standing(
        place=0,
        entrant=entrant,
        met=len(own) + len(others),
        score=(won + drawn / 2) / met,
        difference=ahead / met,
        won=won / met,
        drawn=drawn / met,
        lost=lost / met,
        exact=all(m.exact for m in (*own, *others)),
        simulated=any(m.simulated for m in (*own, *others)),
        findings=findings.get(entrant.name, Findings()),
    )


def _placed(standings: Sequence[Standing]) -> list[Standing]:
    """Number the places; equals share one."""
    out: list[Standing] = []
    for i, standing in enumerate(standings):
        same = out and abs(out[-1].score - standing.score) < 1e-12
        out.append(replace(standing, place=out[-1].place if same else i + 1))
    return out
