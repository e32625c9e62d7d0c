"""A class: everybody against everybody, in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations

from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.numbers import Simulated
from ludoteca.core.questions import Progress
from ludoteca.core.storage import Parts

from ..solver.round_paths import Round
from .entrants import Entrant
from .findings import Findings, findings_of
from .pairing import Meeting, Met, Value, average_of, mean, meet
from .shuffles import KeyedRandom, key_of
from .simulation import SECONDS

SECONDS_OF_A_FILE = 120.0  #: in which a player without a table meets all the others


@dataclass(frozen=True)
class Standing:
    """One player of a class: mean over all that it met.

    ``score`` is the share of matches won, a draw counting half; ``difference`` points above the
    other per round; ``won``, ``drawn`` and ``lost`` shares of matches: all on average of both
    orders, with an interval where a meeting was played. ``exact`` where all come from fractions.
    ``always_forfeits`` where it fails in every round.
    """

    place: int
    entrant: Entrant
    met: int
    score: Simulated | float
    difference: Simulated | float
    won: Simulated | float
    drawn: Simulated | float
    lost: Simulated | float
    exact: bool
    always_forfeits: bool
    findings: Findings

    @property
    def simulated(self) -> bool:
        """True where a meeting was played."""
        return isinstance(self.score, Simulated)

    @property
    def state(self) -> str:
        """The source of the numbers, as a message id."""
        if self.always_forfeits:
            return N_("forfeits")
        fails = self.entrant.report.failures > 0
        if not self.entrant.known:
            return N_("simulated, fails at times") if fails else N_("simulated")
        if not self.entrant.exact:
            return N_("in double precision")
        return N_("exact, fails at times") if fails else N_("exact")


@dataclass(frozen=True)
class Class:
    """All meetings of a class, of which a run that was stopped is ``missing`` some.

    ``apart`` are the players that could not be measured, with the reason: nobody's numbers count
    a meeting with them.
    """

    played: Round
    rounds: int
    standings: tuple[Standing, ...]
    apart: tuple[tuple[Entrant, str], ...]
    meetings: dict[tuple[str, str], Meeting]
    missing: int
    stopped: bool

    @property
    def entrants(self) -> list[Entrant]:
        """All players, as they are ranked and then those apart."""
        ranked = [standing.entrant for standing in self.standings]
        return [*ranked, *(entrant for entrant, _why in self.apart)]

    def ahead(self, one: str, other: str) -> Value | None:
        """Points of ``one`` above ``other`` per round; None where they did not meet."""
        if (one, other) in self.meetings:
            return self.meetings[one, other].ahead
        found = self.meetings.get((other, one))
        return None if found is None else found.reversed().ahead

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
    shuffles: bytes,
    progress: Progress,
    parts: Parts | None = None,
    show: Callable[[Class], object] = lambda _so_far: None,
) -> Class:
    """Evaluate all pairs; interrupted, keep what was done, in ``parts`` for the next time too.

    ``shuffles`` is the key of the cards in those meetings that are played. ``show`` is given the
    class as it stands after each meeting.
    """
    parts = parts or Parts()
    pairs = list(combinations(range(len(found)), 2))
    meetings: dict[tuple[str, str], Meeting] = {}
    apart: dict[str, str] = {}
    findings: dict[str, Findings] = {}
    seconds = min(SECONDS, SECONDS_OF_A_FILE / max(1, len(found) - 1))
    stopped = False
    steps = len(pairs) + len(found)

    def so_far() -> Class:
        return _class_of(played, found, rounds, meetings, apart, findings, stopped)

    try:
        for done, (i, j) in enumerate(pairs):
            one, other = found[i], found[j]
            if one.name in apart or other.name in apart:
                continue
            progress(
                done, steps, _("{one} against {other}").format(one=one.label, other=other.label)
            )
            key = key_of(shuffles, one.key, other.key)
            call = partial(meet, played, one, other, rounds, matches, KeyedRandom(key), seconds)
            said = (one.key, other.key, played, rounds, matches, seconds, key.hex())
            held = parts.part(call, "met", *said)
            one.report.add(held.reports[0])
            other.report.add(held.reports[1])
            if held.meeting is not None:
                meetings[one.name, other.name] = held.meeting
            else:
                slow, fast = (other, one) if held.slower else (one, other)
                apart[slow.name] = _slow_words(held, fast, seconds)
            show(so_far())
        for done, entrant in enumerate(found):
            progress(len(pairs) + done, steps, _("leaks of {name}").format(name=entrant.label))
            find = partial(findings_of, played, entrant)
            findings[entrant.name] = parts.part(find, "found", entrant.key, played)
    except KeyboardInterrupt:
        stopped = True
    return so_far()


def _class_of(
    played: Round,
    found: Sequence[Entrant],
    rounds: int,
    meetings: dict[tuple[str, str], Meeting],
    apart: dict[str, str],
    findings: dict[str, Findings],
    stopped: bool,
) -> Class:
    """The class of those meetings that there are."""
    ranked = [entrant for entrant in found if entrant.name not in apart]
    counted = {pair: m for pair, m in meetings.items() if not apart.keys() & set(pair)}
    standings = [_standing(played, entrant, counted, findings) for entrant in ranked]
    standings.sort(key=lambda s: (-mean(s.score), -mean(s.difference), s.entrant.name))
    return Class(
        played=played,
        rounds=rounds,
        standings=tuple(_placed(standings)),
        apart=tuple((entrant, apart[entrant.name]) for entrant in found if entrant.name in apart),
        meetings=counted,
        missing=len(ranked) * (len(ranked) - 1) // 2 - len(counted),
        stopped=stopped,
    )


def _slow_words(held: Met, fast: Entrant, seconds: float) -> str:
    words = ngettext(
        "too slow to be measured: {n} match against {other} in {seconds:.0f} seconds",
        "too slow to be measured: {n} matches against {other} in {seconds:.0f} seconds",
        held.matches,
    )
    return words.format(n=held.matches, other=fast.label, seconds=seconds)


def _standing(
    played: Round,
    entrant: Entrant,
    meetings: dict[tuple[str, str], Meeting],
    findings: dict[str, Findings],
) -> Standing:
    own = [m for (one, _other), m in meetings.items() if one == entrant.name]
    own += [m.reversed() for (_one, other), m in meetings.items() if other == entrant.name]

    def mean_of(number: Callable[[Meeting], Value]) -> Simulated | float:
        return average_of([number(m) for m in own]) if own else 0.0

    return Standing(
        place=0,
        entrant=entrant,
        met=len(own),
        score=mean_of(lambda m: m.matches.score),
        difference=mean_of(lambda m: m.ahead),
        won=mean_of(lambda m: m.matches.win),
        drawn=mean_of(lambda m: m.matches.draw),
        lost=mean_of(lambda m: m.matches.loss),
        exact=all(m.exact for m in own),
        always_forfeits=entrant.always_forfeits(played),
        findings=findings.get(entrant.name, Findings()),
    )


def _placed(standings: Sequence[Standing]) -> list[Standing]:
    """Number the places; equals share one."""
    out: list[Standing] = []
    for i, standing in enumerate(standings):
        same = out and abs(mean(out[-1].score) - mean(standing.score)) < 1e-12
        out.append(replace(standing, place=out[-1].place if same else i + 1))
    return out
