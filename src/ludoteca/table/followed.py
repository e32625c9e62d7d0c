"""A deal at a real table, followed from one seat: what the seat saw, entered event by event.

Nothing but the seat's knowledge is kept: the tokens that it saw, and the record as it sees it. The
kernel's functions need a whole record, so one *world* that the seat cannot tell from the real one
goes along; it is drawn anew from the view wherever the next event cannot happen in it. What the
seat sees of a world does not depend on which one it is.

What everybody saw but nobody noted is an event too, :data:`UNNOTED`: it is guessed, as the game's
policy would make it in a world that fits, and guessed again where a later event contradicts it.
Such guesses stand in the view like facts; :meth:`FollowedDeal.views` gives several views with
different ones, over which advice is averaged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, kernel, rooms
from ludoteca.core.errors import BadInput, NoWorld
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR, TERMINAL
from ludoteca.core.record import UNSEEN
from ludoteca.core.state import observe
from ludoteca.core.view import Past, SeatView, Token
from ludoteca.table.deal import Rules

UNNOTED = "??"
"""The text of an event that was not noted; of one of a range of tokens, ``??828-881``."""

_RANGE = re.compile(r"\?\?(\d{1,6})-(\d{1,6})")

_SAMPLE = 32  #: worlds in which it is looked up what can happen
_FEW = 8  #: worlds that show whether the next move is seen at all
_TRIES = 1_000  #: worlds that are drawn to find one in which an event can happen
_STARTS = 3  #: times that a position is drawn to find out whether something of it is unknown
_GUESSES = 40  #: times that unnoted events are guessed anew before something is refused

Opening = Callable[[np.random.Generator], NDArray[np.void]]
"""Makes the record, as the seat sees it, in which the deal begins; what is unknown is drawn."""


@dataclass(frozen=True)
class Possible:
    """Something that may be seen next.

    Attributes
    ----------
    token : what the seat sees of it
    text : its text in a record of the seat
    words : the same in a few words of the language in use
    names : all that is typed for it
    """

    token: int
    text: str
    words: str
    names: tuple[str, ...]


Seen: TypeAlias = int | range | None
"""A move as it was seen: its token, one of a range of tokens, or None where nobody noted it."""


def read_unnoted(text: str) -> Seen:
    """The range of tokens that :attr:`SeenEvent.unnoted_text` wrote; None for any."""
    found = _RANGE.fullmatch(text)
    return range(int(found[1]), int(found[2])) if found else None


class SeenEvent(NamedTuple):
    """Something that was seen: who did it (a seat or ``CHANCE``) and what the seat saw of it.

    ``token`` is None where it was not noted, a range where it is known to be one of these.
    """

    actor: int
    token: Seen

    @property
    def noted(self) -> bool:
        """True where it is known what was seen."""
        return isinstance(self.token, int)

    @property
    def unnoted_text(self) -> str:
        """The text of an event that was not noted."""
        token = self.token
        return f"{UNNOTED}{token.start}-{token.stop}" if isinstance(token, range) else UNNOTED


class _Step(NamedTuple):
    """An event, the token seen or guessed with its names, and the world and view after it."""

    event: SeenEvent
    named: Possible
    world: NDArray[np.void]
    seen: NDArray[np.void]


class FollowedDeal:
    """A deal as ``seat`` sees it.

    Parameters
    ----------
    standing : array of length 1, the score before the deal, but for what ``opening`` has of it
    opening : makes the view in which the deal begins; by default that before its first move
    """

    def __init__(
        self,
        rules: Rules,
        seat: int,
        standing: NDArray[np.void],
        opening: Opening | None = None,
    ) -> None:
        self.rules = rules
        self.game = rules.game
        self.seat = seat
        self.standing = standing
        self._mask = self.game.masks(rules.options)[seat]
        self._rng = np.random.default_rng(0)
        self._opening = opening
        self._buffers = self.game.buffers()
        first = self._opened()
        self._varies = opening is not None and any(
            (self._opened() != first).any() for _try in range(_STARTS)
        )
        if opening is not None:
            self.standing = standing.copy()
            kernel.fill_same_fields(self.standing, 0, first)
        self._begin()

    def _opened(self) -> NDArray[np.void]:
        """The record in which the deal begins; something of it may be drawn."""
        if self._opening is not None:
            return self._opening(self._rng)
        return self.game.new_state(self.rules.options, self.standing).record

    def clone(self) -> FollowedDeal:
        """An independent copy; the generator is shared."""
        other = copy(self)
        other._steps = list(self._steps)
        return other

    def _begin(self) -> None:
        self._start = observe(self._opened(), self._mask)
        self._steps: list[_Step] = []
        self._first_world = self._drawn(self._start)

    def _drawn(self, seen: NDArray[np.void]) -> NDArray[np.void]:
        """A world drawn from what the seat sees."""
        world = seen.copy()
        calls.resample(seen, 0, self.seat, self._rng, world, 0)
        return world

    # -- what is seen ---------------------------------------------------------------------------

    @property
    def events(self) -> tuple[SeenEvent, ...]:
        """All that was entered, in order."""
        return tuple(step.event for step in self._steps)

    @property
    def record(self) -> NDArray[np.void]:
        """The record as the seat sees it now."""
        return self._steps[-1].seen if self._steps else self._start

    @property
    def world(self) -> NDArray[np.void]:
        """A world that the seat cannot tell from the real one; not to be changed."""
        return self._steps[-1].world if self._steps else self._first_world

    def a_world(self) -> NDArray[np.void]:
        """Another such world."""
        return self._drawn(self.record)

    @property
    def actor(self) -> int:
        """The seat to move, ``CHANCE`` or ``TERMINAL``."""
        return int(calls.current_player(self.world, 0))

    def moves(self) -> tuple[tuple[int, str], ...]:
        """Actor and text of each event, as a record of the seat has them."""
        return tuple(
            (event.actor, named.text if event.noted else event.unnoted_text)
            for event, named, _world, _seen in self._steps
        )

    def words(self, number: int) -> str:
        """An event in words, as it was seen; "" where it tells the seat nothing."""
        event, named, _world, _seen = self._steps[number]
        return "" if not event.noted or named.token == HIDDEN else named.words

    @property
    def guesses(self) -> int:
        """Events that were not noted."""
        return sum(not step.event.noted for step in self._steps)

    def view(self, remembering: int = True) -> SeatView:
        """The seat's view, and its past; unnoted events are in it as they are guessed just now."""
        actor = self.actor
        legal: tuple[int, ...] = ()
        if actor == self.seat:
            ids, _prob = self._buffers
            legal = tuple(ids[: calls.legal_actions(self.world, 0, ids)].tolist())
        past = None
        if remembering:
            past = Past.of([self._start, *(step.seen for step in self._steps)])
        return SeatView(
            game=self.game,
            options=self.rules.options,
            seat=self.seat,
            record=self.record.copy(),
            tokens=tuple(Token(step.event.actor, step.named.token) for step in self._steps),
            current_player=actor,
            legal=legal,
            past=past,
            standing=self.standing,
        )

    def views(self, n: int, remembering: int = True) -> list[SeatView]:
        """Views with ``n`` sets of guesses, one where everything is known; the deal stays."""
        views = [self.view(remembering)]
        if not self._is_guessed():
            return views
        kept = self._start, self._first_world, self._steps
        for _guess in range(_GUESSES):
            if len(views) < n and self._replayed(self.events):
                views.append(self.view(remembering))
        self._start, self._first_world, self._steps = kept
        return views

    def _is_guessed(self) -> bool:
        return self.guesses > 0 or self._varies

    # -- what can happen ------------------------------------------------------------------------

    def possible(self, worlds: int = _SAMPLE) -> list[Possible]:
        """List the events found to be possible in so many worlds; rare ones may be missing."""
        found: dict[int, Possible] = {}
        for world in self._worlds(worlds):
            for action in self._actions(world):
                token = self._token(world, action)
                if token not in found:
                    found[token] = self._named(token, action)
        return sorted(found.values(), key=lambda event: event.token)

    def _worlds(self, n: int) -> Iterator[NDArray[np.void]]:
        yield self.world
        # All is open where nothing can be drawn anew.
        if self.actor in (TERMINAL, self.seat):
            return
        for _world in range(n - 1):
            yield self._drawn(self.record)

    def _actions(self, world: NDArray[np.void]) -> list[int]:
        ids, prob = self._buffers
        actor = int(calls.current_player(world, 0))
        if actor == TERMINAL:
            return []
        if actor == CHANCE:
            found: list[int] = ids[: calls.chance_outcomes(world, 0, ids, prob)].tolist()
        else:
            found = ids[: calls.legal_actions(world, 0, ids)].tolist()
        return found

    def _token(self, world: NDArray[np.void], action: int) -> int:
        return int(calls.observed_action(world, 0, action, self.seat))

    def _named(self, token: int, action: int) -> Possible:
        seen, game = self.record[0], self.game
        if token == HIDDEN:
            names = [UNSEEN, _("a move that is not shown")]
        elif token == action:
            names = game.names(seen, token)
        else:
            short, said = game.hook(rooms.token_text), game.hook(rooms.token_words)
            names = [short(seen, token) if short else UNSEEN, said(seen, token) if said else ""]
        return Possible(token, names[0], names[1] or names[0], tuple(names))

    def unseen_token(self) -> int | None:
        """The token of the next move where every move that may come looks alike, else None.

        Such a move needs not be entered: cards dealt to others, cards laid face down.
        """
        if self.actor in (TERMINAL, self.seat):
            return None
        alike: int | None = None
        for world in self._worlds(_FEW):
            for action in self._actions(world):
                token = self._token(world, action)
                if token == action or alike not in (None, token):
                    return None
                alike = token
        return alike

    # -- what happened --------------------------------------------------------------------------

    def enter(self, token: Seen) -> None:
        """Add what was seen of the next move.

        Raises ``BadInput`` where it cannot be, whatever was not noted, and ``NoWorld`` where no
        world is found; then nothing is added.
        """
        event = SeenEvent(self.actor, token)
        if event.actor == TERMINAL:
            raise BadInput(_("the deal is over: no move can be made"))
        if not event.noted and self._is_own():
            raise BadInput(_("what you alone know cannot be left open: your cards, your moves"))
        if self._added(event):
            return
        if self._is_guessed():
            kept = self._start, self._first_world, self._steps
            for _guess in range(_GUESSES):
                if self._replayed((*self.events, event)):
                    return
                self._start, self._first_world, self._steps = kept
        raise BadInput(self._why_not(token))

    def _is_own(self) -> bool:
        """True where the seat moves, or sees what those at the table do not."""
        if self.actor == self.seat:
            return True
        seen_by = (SPECTATOR, self.seat)
        others, own = (
            [int(calls.observed_action(self.world, 0, a, who)) for a in self._actions(self.world)]
            for who in seen_by
        )
        return others != own

    def is_own_chance(self) -> bool:
        """True where chance is next, and those at the table do not see what it brings the seat."""
        return self.actor == CHANCE and self._is_own()

    def cut(self, events: int) -> None:
        """Go back to the first ``events`` events."""
        del self._steps[events:]

    def _replayed(self, events: Sequence[SeenEvent]) -> bool:
        """Enter all again with new guesses; False where they contradict what was seen."""
        try:
            self._begin()
            return all(self.actor == event.actor and self._added(event) for event in events)
        except NoWorld:
            return False

    def _added(self, event: SeenEvent) -> bool:
        """Add an event; False where no world was found in which it can happen."""
        token = event.token
        found = self._world_with(token) if isinstance(token, int) else self._guessed(token)
        if found is None:
            return False
        world, action = found
        named = self._named(self._token(world, action), action)
        after = world.copy()
        calls.apply_action(after, 0, action)
        self._steps.append(_Step(event, named, after, observe(after, self._mask)))
        return True

    def _guessed(self, among: range | None) -> tuple[NDArray[np.void], int] | None:
        """A world, and a move of the policy or of chance in it that is seen as one of ``among``.

        None where some worlds have none.
        """
        ids, prob = self._buffers
        for _world in range(_SAMPLE):
            world = self._drawn(self.record)
            if calls.current_player(world, 0) == CHANCE:
                n = calls.chance_outcomes(world, 0, ids, prob)
            else:
                n = calls.policy_probs(world, 0, 0, ids, prob)
            made = list(zip(ids[:n].tolist(), prob[:n].tolist(), strict=True))
            if among is not None:
                made = [(a, p) for a, p in made if p > 0 and self._token(world, a) in among]
                others = self._actions(world) if not made else []
                made += [(a, 1.0) for a in others if self._token(world, a) in among]
            if made:
                weights = np.array([p for _a, p in made])
                return world, int(
                    self._rng.choice([a for a, _p in made], p=weights / weights.sum())
                )
        return None

    def _world_with(self, token: int) -> tuple[NDArray[np.void], int] | None:
        """A world in which ``token`` may be seen next, and a move that looks so."""
        for world in self._candidates(token):
            fitting = [a for a in self._actions(world) if self._token(world, a) == token]
            if fitting:
                return world, fitting[int(self._rng.random() * len(fitting))]
        return None

    def _candidates(self, token: int) -> Iterator[NDArray[np.void]]:
        yield self.world
        if self.actor == self.seat:
            return
        assume = self.game.hook(rooms.assume)
        told = self.record.copy()
        if assume is not None and not assume(told[0], self.seat, token):
            return
        for _world in range(_TRIES):
            yield self._with_view(self._drawn(told))

    def _with_view(self, world: NDArray[np.void]) -> NDArray[np.void]:
        """``world`` with all that the seat sees as it sees it now."""
        raw = world.view(np.uint8) & ~self._mask | self.record.view(np.uint8) & self._mask
        whole: NDArray[np.void] = raw.view(world.dtype)
        return whole

    def _why_not(self, token: Seen) -> str:
        known = self.game.hook(rooms.known_of)
        why = ""
        if known is not None and isinstance(token, int):
            why = known(self.record[0], self.seat, token)
        return why or _("that cannot be here: no deal fits it and what was entered before")
