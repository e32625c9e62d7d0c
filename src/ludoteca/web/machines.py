"""The work of machines at a table: their turns, odds and advice, and what the coach says.

All of it is asked of the engines, and shown when it is there.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import math
import weakref
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, cast
from weakref import proxy

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _, language, number_text
from ludoteca.core.ids import CHANCE, SPECTATOR
from ludoteca.core.player_names import first_name
from ludoteca.core.view import Memory
from ludoteca.players.advice.advise import Advice, has_odds_of_choice, reads_past
from ludoteca.players.advice.verdicts import Decision, Follower, Verdict
from ludoteca.players.factory import remembers
from ludoteca.players.turns import lists_turns
from ludoteca.table.refusal import Refusal

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.numbers import Odd
    from ludoteca.core.state import Move
    from ludoteca.core.view import SeatView
    from ludoteca.table.deal import TableDeal
    from ludoteca.table.scene import Scene
    from ludoteca.web.services import LiveTable
    from ludoteca.web.sockets import Line

log = logging.getLogger("ludoteca.web")

_STROKE = 0.5  # of the clock for late moves, in seconds: coarse, and under two seconds
_LONG = 3.0  # seconds beyond its time to think after which people are told of the delay
_PATIENCE = (0.5, 1.0, 2.0, 5.0, 15.0, 30.0)


class Goal(NamedTuple):
    """The next step: ``commit``, ``deal`` or ``move``, for the current decision."""

    kind: str
    decision: int
    seat: int = -1
    machine: str = ""


class EngineTurns:
    """The automatic turns of one table: shuffle, deal, and play the machines' moves.

    There is one task, and only while there is something to do. A machine is asked at once, and its
    move is shown after a random delay that was drawn before, at the pace that the people here have
    chosen. A move that comes later than that,
    because many wait for machines, is shown at the next step of a coarse clock. A machine is asked
    even for an only legal move, so that the time it takes reveals next to nothing. Its first move
    for somebody who ran out of time leaves them some seconds to come back.
    """

    def __init__(self, actor: LiveTable) -> None:
        self._actor: LiveTable = proxy(actor)  # weak: a table that goes is freed at once
        self._goal: Goal | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._share: float | None = None
        self._trouble: tuple[str, Callable[[], str]] | None = None

    def preparing(self) -> str:
        """The preparation that the table waits for, in the language in use; "" for none."""
        if self._share is None:
            return ""
        return _("The game is being set up: {share}").format(share=number_text(self._share, ".0%"))

    def tell_trouble(self, line: Line) -> None:
        """Tell a new connection of a failure that still lasts."""
        if self._trouble is not None:
            self._actor.tell(*self._trouble, to=[line])

    def settle(self) -> None:
        """Start the next step, and stop one that is no longer due."""
        self._changed.set()
        goal = self._next()
        if goal == self._goal and (goal is None or self._busy):
            return
        self.stop()
        self._goal = goal
        if goal is not None:
            self._task = asyncio.create_task(self._drive(goal))

    def stop(self) -> None:
        """Cancel the step under way."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._goal = self._trouble = None

    @property
    def _busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def _next(self) -> Goal | None:
        table = self._actor.table
        if self._actor.full:
            return None
        if table.due:
            return Goal(table.due, table.decision)
        turn = table.turn()
        if turn is None or not turn.machine:
            return None
        if not self._actor.watched and not any(chair.attended for chair in table.chairs):
            return None
        return Goal("move", turn.decision, turn.seat, turn.machine)

    async def _drive(self, goal: Goal) -> None:
        """Reach one goal after another until there is none; failures are told and tried again."""
        failures = 0
        while True:
            try:
                await self._reach(goal)
                failures, self._trouble = 0, None
            except Refusal as refusal:
                if refusal.code == "unsaved":
                    self._tell("unsaved", partial(str, refusal))
                await self._rest(failures, refusal)
                failures += 1
            except Exception as error:
                if not isinstance(error, LudotecaError):
                    log.exception("%s failed at %s", goal.kind, self._actor.table.id)
                self._tell("machine", error.notice if isinstance(error, _NotHere) else _trouble)
                await self._rest(failures, error)
                failures += 1
            # No variable has the task: the frame of one that is cancelled would keep itself alive.
            if self._task is not asyncio.current_task():
                return
            following = self._next()
            self._goal = following
            if following is None:
                return
            goal = following

    def _tell(self, code: str, sentence: Callable[[], str]) -> None:
        """Tell everybody of a failure, and every new connection until it is over."""
        self._trouble = (code, sentence)
        self._actor.tell(code, sentence)

    async def _rest(self, failures: int, why: Exception) -> None:
        log.warning("at table %s: %s", self._actor.table.id, why)
        await asyncio.sleep(_PATIENCE[min(failures, len(_PATIENCE) - 1)])

    async def _reach(self, goal: Goal) -> None:
        if goal.kind == "commit":
            day, services = self._actor.table.opening.day, self._actor.services
            keys = await services.journal.day_keys([day]) if day else {}
            await self._actor.keep(partial(self._actor.table.commit, key=keys.get(day)))
            for seat in self.without_nonce():
                for line in self._actor.lines_of(seat):
                    self.ask_for_nonce(line)
        elif goal.kind == "deal":
            await self._deal()
        else:
            await self._move(goal)

    # -- shuffles and deals ---------------------------------------------------------------------

    def ask_for_nonce(self, line: Line) -> None:
        """Ask a connection for its nonce for the coming shuffle, and send it the commitment.

        Views may come later, and a server that had not committed before it knew the nonces could
        choose the cards.
        """
        table = self._actor.table
        if table.next_shuffle is not None:
            deal, commitment = table.next_shuffle.deal, table.next_shuffle.commitment
            promise = {"table": table.id, "deal": deal, "commitment": commitment}
            line.post({"type": "nonce-wanted", **promise})

    def without_nonce(self) -> list[int]:
        """Seats of people who have not added to the shuffle being prepared.

        People who are not connected count: they take a seat by a request, and connect after it.
        """
        table = self._actor.table
        if table.next_shuffle is None or table.opening.day:
            return []
        nonces = table.next_shuffle.nonces
        return [chair.seat for chair in table.chairs if chair.attended and not nonces[chair.seat]]

    async def _deal(self) -> None:
        await self._prepare()
        loop = asyncio.get_running_loop()
        until = loop.time() + self._actor.services.settings.nonce_seconds
        while self.without_nonce() and (left := until - loop.time()) > 0:
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                break
        await self._actor.keep(self._actor.table.deal)

    async def _prepare(self) -> None:
        """Prepare the machines before cards are seen, so that no first move is late.

        A table without machines waits for nothing: advice comes when it can.
        """
        table = self._actor.table
        machines = [chair.mover for chair in table.chairs if chair.mover]
        if not machines:
            return
        try:
            await self._actor.services.machines.prepare(table.game.name, self._heard, machines)
        finally:
            self._share = None

    def _heard(
        self, done: int, total: int | None = None, words: str = "", share: float | None = None
    ) -> None:
        self._share = share if total else None
        self._actor.refresh()

    # -- machines -------------------------------------------------------------------------------

    async def _move(self, goal: Goal) -> None:
        actor, loop = self._actor, asyncio.get_running_loop()
        delays = actor.services.settings.delays
        delay = actor.services.rng.uniform(delays.shortest, delays.longest) * actor.pace
        if self._goes_on(goal.seat):
            delay *= delays.going_on
        if actor.table.ran_out_at is not None:
            passed = actor.services.now() - actor.table.ran_out_at
            delay = max(delay, delays.coming_back - passed)
        due = loop.time() + delay
        await actor.services.turns.wait(self)
        actions = await self._turn(goal)
        stroke = min(_STROKE, delays.longest)
        await asyncio.sleep(shown_after(loop.time() - due, stroke))
        await actor.services.turns.wait(self)
        await actor.keep(
            lambda now: actor.table.act(goal.seat, goal.decision, actions, "", "machine", now)
        )

    def _goes_on(self, seat: int) -> bool:
        """True where ``seat`` has begun its turn, in a game whose turns have several moves."""
        deal = self._actor.table.current
        if deal is None or not lists_turns(deal.game):
            return False
        return next((move.actor for move in reversed(deal.moves) if move.actor >= 0), None) == seat

    async def _turn(self, goal: Goal) -> list[int]:
        """The machine's move; where it sits in for a person, all its moves up to chance or another.

        A person who comes back is bound by nothing that the machine began and did not end.
        """
        table, memory = self._actor.table, self._remembers(goal.machine)
        actions: list[int] = []
        while True:
            view = table.view(goal.seat, memory, actions)
            assert view is not None
            if view.current_player != goal.seat:
                return actions
            actions.append(await self._choice(view, goal.machine))
            if not table.chairs[goal.seat].stand_in:
                return actions

    def _remembers(self, machine: str) -> Memory:
        """The part of the match that the machine may read.

        One that the server offers is not made here to see it: it reads the deal. Raises
        :class:`_NotHere` where it is not here.
        """
        game = self._actor.table.game
        if machine in self._actor.services.settings.offered(game.name):
            return Memory.DEAL
        try:
            return _remembers(game, machine)
        except BadInput:
            raise _NotHere(first_name(game.info, machine)) from None

    async def _choice(self, view: SeatView, machine: str) -> int:
        """The machine's move, asked for even where only one is legal: a quick answer would tell."""
        services = self._actor.services
        seconds = services.settings.delays.thinking
        loop = asyncio.get_running_loop()
        telling = loop.call_later(seconds + _LONG, self._actor.tell, "slow", _late)
        try:
            seed, address = self._seed(view), self._actor.payer
            return await services.machines.choose(view, machine, seed, seconds, address)
        finally:
            telling.cancel()

    def _seed(self, view: SeatView) -> int:
        """A fresh seed; at a table of the day one of the shuffle and the moves before it.

        So the machines answer the same moves alike for everybody, and nobody can know it before.
        """
        deal = self._actor.table.current
        if not self._actor.table.opening.day or deal is None:
            return self._actor.services.seed()
        return day_seed(deal.seal.key, view.seat, deal.moves)


def day_seed(key: str, seat: int, moves: Sequence[Move]) -> int:
    """The seed of a machine's next move at a table of the day, with the ``key`` of its shuffle."""
    made = ("*" if actor == CHANCE else str(actor) for actor, _action in moves)
    lines = (f"{who} {action}" for who, (_actor, action) in zip(made, moves, strict=True))
    text = "\n".join(["ludoteca machine 1", str(seat), *lines])
    return int.from_bytes(hmac.digest(bytes.fromhex(key), text.encode("ascii"), "sha256")[:6])


@lru_cache(maxsize=256)
def _remembers(game: Game, machine: str) -> Memory:
    """:func:`~ludoteca.players.factory.remembers`, cached: it makes the player to see it."""
    return remembers(game, machine)


class _NotHere(LudotecaError):
    """The machine was offered by another server on the same database, or by this one before."""

    def __init__(self, name: str) -> None:
        super().__init__(_not_here(name))
        self.notice = partial(_not_here, name)


def _not_here(name: str) -> str:
    """The notice of a machine that this server does not offer."""
    return _(
        "The machine {name} is missing from this server. The table goes on when it is back."
    ).format(name=name)


def _trouble() -> str:
    """The notice of a machine that failed; the reason could name cards that people do not see."""
    return _("A machine failed; trying again.")


def _late() -> str:
    """The notice of a machine that is restarted, or waits for many others."""
    return _("The machine is taking longer than usual. Your game is saved.")


def shown_after(late: float, stroke: float) -> float:
    """The seconds until a move is shown that comes ``late`` seconds after its time.

    Before its time: until then. After it: until the next multiple of ``stroke``.

    >>> shown_after(-0.5, 2.0), shown_after(0.5, 2.0)
    (0.5, 1.5)
    """
    if late <= 0 or stroke <= 0:
        return max(0.0, -late)
    return math.ceil(late / stroke) * stroke - late


Reader = tuple[int, str]
"""A seat and its language."""


class Advisor:
    """The odds and advice for the current decision of a table.

    They are requested after a view is sent, and sent when they are there.
    """

    def __init__(self, actor: LiveTable) -> None:
        self._actor: LiveTable = proxy(actor)  # weak: a table that goes is freed at once
        self._known: dict[Reader, Advice] = {}
        self._tasks: dict[Reader, asyncio.Task[None]] = {}
        self._done: dict[Reader, tuple[int, int]] = {}
        self._chosen: dict[Reader, tuple[int, ...]] = {}
        self._of_choice: dict[Reader, tuple[Odd, ...]] = {}
        self._following: dict[Reader, asyncio.Task[None]] = {}
        self._suggesting: dict[int, asyncio.Task[None]] = {}

    def known(self, seat: int, lang: str) -> Advice | None:
        """The advice for ``seat``, None until it is there.

        Without choices it is the odds alone, which are there at once: nobody would wait for them.
        """
        table = self._actor.table
        found = self._known.get((seat, lang))
        if found is not None or seat < 0 or table.game.has_choices or not table.opening.hints:
            return found
        odds, view = table.game.hook(rooms.odds_at), table.view(seat)
        if odds is None or view is None or not view.legal:
            return None
        return Advice(odds=odds(view, np.random.default_rng(0)))

    def preparing(self, seat: int) -> str:
        """Words for what the advice of ``seat`` waits for, in the language in use; "" for none."""
        table, key = self._actor.table, (seat, language())
        if not table.opening.hints or table.phase != "playing":
            return ""
        if not self._actor.services.machines.advises(table.game.name):
            if not table.game.has_choices:
                return ""
            return _("Odds and advice come by themselves; the first time they take some minutes.")
        if key not in self._done:
            return ""
        done, of = self._done[key]
        return _("Thinking: {done} of {of} simulated deals for each move.").format(done=done, of=of)

    def want_for(self, scene: Scene) -> None:
        """Request advice for the decision in ``scene``, where there is one."""
        key = (scene.viewer, language())
        if not scene.hints or scene.view is None or not scene.view.legal:
            return
        if key not in self._known and key not in self._tasks:
            view = self._view(scene)
            self._tasks[key] = asyncio.create_task(self._work_out(view, key))

    def _view(self, scene: Scene) -> SeatView:
        """The view of the seat of ``scene``, with the past of the deal where the adviser reads it.

        Not that of the match: the coach, who looks back on one deal, would judge otherwise.
        """
        view = self._actor.table.view(scene.viewer, min(reads_past(scene.game), Memory.DEAL))
        assert view is not None
        return view

    def choose(self, seat: int, decision: int, moves: Sequence[int]) -> None:
        """Request the odds of ``moves``, which ``seat`` has picked and not made yet.

        One request at a time: choices made while it runs are skipped but for the last.
        """
        table, key = self._actor.table, (seat, language())
        wanted = table.opening.hints and has_odds_of_choice(table.game)
        if not wanted or decision != table.decision:
            return
        self._chosen[key] = tuple(moves)
        if key not in self._following:
            self._following[key] = asyncio.create_task(self._follow(key))

    def known_of_choice(self, seat: int, lang: str) -> tuple[Odd, ...]:
        """The odds of the moves that ``seat`` has picked, None until they are there."""
        return self._of_choice.get((seat, lang), ())

    def suggest(self, line: Line, seat: int, decision: int, wanted: str) -> None:
        """Request moves of the kind ``wanted``, and let ``seat`` try them once they are there.

        One request at a time; where there are no such moves ``line`` is told.
        """
        view = self._actor.table.view(seat)
        if seat in self._suggesting or view is None or decision != self._actor.table.decision:
            return
        self._suggesting[seat] = asyncio.create_task(
            self._suggest(line, seat, decision, view, wanted)
        )

    async def _suggest(
        self, line: Line, seat: int, decision: int, view: SeatView, wanted: str
    ) -> None:
        try:
            machines = self._actor.services.machines
            moves = await machines.moves_to_try(view, wanted, self._actor.payer)
            if self._suggesting.pop(seat, None) is not asyncio.current_task():
                return
            if moves:
                self._actor.try_moves(seat, decision, moves, ())
            else:
                line.refuse(Refusal("not-now", _("nothing can be laid now")))
        except LudotecaError as failure:
            self._suggesting.pop(seat, None)
            line.refuse(failure)

    def forget(self) -> None:
        """Drop all answers and requests: they belong to an earlier decision."""
        running = (self._tasks, self._following, self._suggesting)
        for task in chain.from_iterable(tasks.values() for tasks in running):
            task.cancel()
        for kept in (*running, self._known, self._done, self._chosen, self._of_choice):
            kept.clear()

    async def _follow(self, key: Reader) -> None:
        told: tuple[int, ...] | None = None
        while self._chosen[key] != told:
            told = self._chosen[key]
            odds = await self._odds_of(told, key) if told else ()
            if self._following.get(key) is not asyncio.current_task():
                return
            if odds != self._of_choice.get(key, ()):
                self._of_choice[key] = odds
                self._actor.refresh_seat(key[0])
        del self._following[key]

    async def _odds_of(self, moves: tuple[int, ...], key: Reader) -> tuple[Odd, ...]:
        view, services = self._actor.table.view(key[0]), self._actor.services
        if view is None or not view.legal:
            return ()
        try:
            return await services.machines.odds_of_choice(view, moves, key[1], services.seed())
        except LudotecaError as failure:
            log.info("no odds of a choice at %s: %s", self._actor.table.id, failure)
            return ()

    async def _work_out(self, view: SeatView, key: Reader) -> None:
        services = self._actor.services
        # A variable that had the task would keep both alive where it is cancelled.
        of_this = weakref.ref(cast(asyncio.Task[None], asyncio.current_task()))

        def is_asked() -> bool:
            task = self._tasks.get(key)
            return task is not None and task is of_this()

        def progress(
            done: int, total: int | None = None, words: str = "", share: float | None = None
        ) -> None:
            if is_asked() and total is not None:
                self._done[key] = done, total
                self._actor.refresh_seat(key[0])

        try:
            advice = await services.machines.advise(view, key[1], services.seed(), progress)
        except LudotecaError as failure:
            log.warning("no advice at %s: %s", self._actor.table.id, failure)
            return
        finally:
            if is_asked():
                self._done.pop(key, None)
        if is_asked():
            self._known[key] = advice
            self._actor.refresh_seat(key[0])


_TRIES = 3


class _Asked(NamedTuple):
    """A decision: the number of moves before it, its moves, the seat and the language.

    A move that is taken back and made otherwise is another decision.
    """

    seat: int
    lang: str
    at: int
    moves: tuple[int, ...]


class _Followed:
    """The decisions of a seat in a deal, followed move by move."""

    def __init__(self, deal: TableDeal, seat: int) -> None:
        self.made: list[Decision] = []
        self._deal, self._seat = deal, seat
        self._moves: list[Move] = []
        self._follower = Follower(deal.at(0), seat)

    def catch_up(self) -> bool:
        """Follow the moves made since the last time; False where some were taken back."""
        moves = self._deal.moves
        done = len(self._moves)
        if moves[:done] != self._moves:
            return False
        self._moves += moves[done:]
        ended = (self._follower.follow(move) for move in moves[done:])
        self.made += [decision for decision in ended if decision is not None]
        return True


class TableCoach:
    """The costs of the decisions of the present deal, as far as they are known.

    The cost of each decision of a seat is computed after it, and kept in memory: costs follow from
    the moves of the deal, so nothing of them is in the journal.
    """

    def __init__(self, actor: LiveTable) -> None:
        self._actor: LiveTable = proxy(actor)  # weak: a table that goes is freed at once
        self._deal: TableDeal | None = None
        self._followed: dict[int, _Followed] = {}
        self._known: dict[_Asked, Verdict | None] = {}
        self._failures: Counter[_Asked] = Counter()
        self._tasks: dict[_Asked, asyncio.Task[None]] = {}

    def known(self, seat: int) -> tuple[Verdict, ...]:
        """The known costs of the decisions of ``seat``, in order, in the language in use."""
        found = (self._known.get(self._asked(d)) for d in self._decisions(seat))
        return tuple(coached for coached in found if coached is not None)

    def pending(self, seat: int) -> int:
        """The decisions of ``seat`` whose costs are being worked out, in the language in use."""
        return sum(self._asked(decision) in self._tasks for decision in self._decisions(seat))

    def want_for(self, seat: int) -> None:
        """Request the costs of the decisions of ``seat``; those that failed are tried again."""
        for decision in self._decisions(seat):
            asked = self._asked(decision)
            if asked in self._known or asked in self._tasks or self._failures[asked] >= _TRIES:
                continue
            self._tasks[asked] = asyncio.create_task(self._work_out(decision, asked))

    def stop(self) -> None:
        """Cancel the requests under way."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    @staticmethod
    def _asked(decision: Decision) -> _Asked:
        return _Asked(decision.view.seat, language(), decision.at, decision.moves)

    def _decisions(self, seat: int) -> list[Decision]:
        table = self._actor.table
        if seat == SPECTATOR or not table.opening.coach or table.current is None:
            return []
        if table.current is not self._deal:
            self.stop()
            self._deal = table.current
            self._followed.clear()
            self._known.clear()
            self._failures.clear()
        followed = self._followed.get(seat)
        if followed is None or not followed.catch_up():
            followed = self._followed[seat] = _Followed(table.current, seat)
            followed.catch_up()
        return followed.made

    async def _work_out(self, decision: Decision, asked: _Asked) -> None:
        machines = self._actor.services.machines
        try:
            view = replace(decision.view, look=self._actor.table.look(decision.view.seat))
            coached = await machines.coach(view, decision.moves, asked.lang)
        except Exception as failure:
            # Unforeseen errors are logged with their traceback; either way it is tried again.
            trace = None if isinstance(failure, LudotecaError) else failure
            log.warning("no coach at %s: %s", self._actor.table.id, failure, exc_info=trace)
            self._failures[asked] += 1
            return
        finally:
            if self._tasks.get(asked) is asyncio.current_task():
                del self._tasks[asked]
        self._known[asked] = coached
        self._actor.refresh_seat(asked.seat)
