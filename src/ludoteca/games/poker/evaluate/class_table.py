"""A class: everybody against everybody, in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations

from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.numbers import Simulated
from ludoteca.core.questions import Progress
from ludoteca.core.storage import Parts

from ..solver.round_paths import Round
from .entrants import Entrant
from .findings import Findings, findings_of
from .pairing import Meeting, Value, average_of, mean, meet
from .shuffles import KeyedRandom, key_of
from .simulation import SECONDS

SECONDS_OF_A_FILE = 120.0  #: in which a player without a table meets all the others


@dataclass(frozen=True)
class ClassStanding:
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


@dataclass(eq=False)
class Class:
    """The meetings of a class so far.

    Attributes
    ----------
    found : the players, in the order in which they were named
    meetings : those of players that could be measured, by their names
    apart : the reason, by name, of those that could not: nobody's numbers count a meeting with them
    findings : what was found of each player, by name
    stopped : the run was interrupted
    """

    played: Round
    rounds: int
    found: Sequence[Entrant]
    meetings: dict[tuple[str, str], Meeting] = field(default_factory=dict)
    apart: dict[str, str] = field(default_factory=dict)
    findings: dict[str, Findings] = field(default_factory=dict)
    stopped: bool = False

    @property
    def missing(self) -> int:
        """The number of meetings that are still to come."""
        ranked = len(self.found) - len(self.apart)
        return ranked * (ranked - 1) // 2 - len(self.meetings)

    @property
    def stop_words(self) -> str:
        """A sentence about what is missing where the class was stopped."""
        if not self.missing:
            return _("Stopped: leaks are missing.")
        words = ngettext(
            "Stopped: {n} meeting is missing.", "Stopped: {n} meetings are missing.", self.missing
        )
        return words.format(n=self.missing)

    def meeting(self, one: str, other: str) -> Meeting | None:
        """The meeting of two as the one sees it; None where they did not meet."""
        if (one, other) in self.meetings:
            return self.meetings[one, other]
        found = self.meetings.get((other, one))
        return None if found is None else found.reversed()

    def entrants(self) -> list[Entrant]:
        """All players, as they are ranked and then those apart."""
        ranked = [standing.entrant for standing in self.standings()]
        return [*ranked, *(entrant for entrant in self.found if entrant.name in self.apart)]

    def standings(self) -> list[ClassStanding]:
        """The players that could be measured, the best first; equals share a place."""
        found = [self._standing(e) for e in self.found if e.name not in self.apart]
        found.sort(key=lambda s: (-mean(s.score), -mean(s.difference), s.entrant.name))
        placed: list[ClassStanding] = []
        for i, standing in enumerate(found):
            same = placed and abs(mean(placed[-1].score) - mean(standing.score)) < 1e-12
            placed.append(replace(standing, place=placed[-1].place if same else i + 1))
        return placed

    def _standing(self, entrant: Entrant) -> ClassStanding:
        own = [m for (one, _other), m in self.meetings.items() if one == entrant.name]
        own += [m.reversed() for (_one, other), m in self.meetings.items() if other == entrant.name]

        def mean_of(number: Callable[[Meeting], Value]) -> Simulated | float:
            return average_of([number(m) for m in own]) if own else 0.0

        return ClassStanding(
            place=0,
            entrant=entrant,
            met=len(own),
            score=mean_of(lambda m: m.matches.score),
            difference=mean_of(lambda m: m.ahead),
            won=mean_of(lambda m: m.matches.win),
            drawn=mean_of(lambda m: m.matches.draw),
            lost=mean_of(lambda m: m.matches.loss),
            exact=all(m.exact for m in own),
            always_forfeits=entrant.always_forfeits(self.played),
            findings=self.findings.get(entrant.name, Findings()),
        )


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
    class as it stands after each meeting; it changes afterwards.
    """
    parts = parts or Parts()
    pairs = list(combinations(found, 2))
    held = Class(played, rounds, found)
    seconds = min(SECONDS, SECONDS_OF_A_FILE / max(1, len(found) - 1))
    steps = len(pairs) + len(found)
    try:
        for done, (one, other) in enumerate(pairs):
            if one.name in held.apart or other.name in held.apart:
                continue
            progress(
                done, steps, _("{one} against {other}").format(one=one.label, other=other.label)
            )
            key = key_of(shuffles, one.key, other.key)
            call = partial(meet, played, one, other, rounds, matches, KeyedRandom(key), seconds)
            said = (one.key, other.key, played, rounds, matches, seconds, key.hex())
            met = parts.part(call, "met", *said)
            one.report.add(met.reports[0])
            other.report.add(met.reports[1])
            if met.meeting is not None:
                held.meetings[one.name, other.name] = met.meeting
            else:
                slow, fast = (other, one) if met.slower else (one, other)
                words = ngettext(
                    "too slow to be measured: {n} match against {other} in {seconds:.0f} seconds",
                    "too slow to be measured: {n} matches against {other} in {seconds:.0f} seconds",
                    met.matches,
                )
                held.apart[slow.name] = words.format(
                    n=met.matches, other=fast.label, seconds=seconds
                )
                for pair in [pair for pair in held.meetings if slow.name in pair]:
                    del held.meetings[pair]
            show(held)
        for done, entrant in enumerate(found):
            progress(len(pairs) + done, steps, _("leaks of {name}").format(name=entrant.label))
            find = partial(findings_of, played, entrant)
            held.findings[entrant.name] = parts.part(find, "found", entrant.key, played)
    except KeyboardInterrupt:
        held.stopped = True
    return held
