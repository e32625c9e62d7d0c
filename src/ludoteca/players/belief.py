# mypy: allow-untyped-defs, allow-untyped-calls
"""Belief search: each turn tried in sampled worlds, weighed by the others' moves.

A turn is a legal move, or all moves until another seat or chance is next where the game lists those
(:mod:`ludoteca.players.turns`): then the one that is chosen is played out without a new search.
Worlds come from :mod:`ludoteca.players.particles`, each with the level of the policy that every
seat is believed to play. In each, every turn is made and the deal is played to its end by these
levels, with the same luck for all (:mod:`ludoteca.players.luck`), until one is clearly best
(:mod:`ludoteca.players.racing`). They are worth the chance of winning the match where it has
several deals (:mod:`ludoteca.players.objectives`). The best turn in points is played where it is
better than the policy's own beyond the noise; another where it wins more matches beyond it. Where
several are about as good as the best, one of them is drawn, with the chance that it is best: else
the turn would tell the hand. What a person is told is more cautious: of turns that are not told
apart, the one that the policy makes most often, which no luck changes.

``belief@200:learned:FILE`` has a learned policy (:mod:`ludoteca.players.learned`) in place of the
game's own: in simulated deals, in the weights of worlds and as its habit. It draws every turn, with
chances near those of the policy (:func:`ludoteca.players.racing.chances_near`), not the best one
alone: what is best against players as they are simulated lost to others.

Where no worlds are found that fit what was seen, the policy's own turn is played.

Every choice states its assumptions: everybody plays the policy from here on, and the others' moves
so far were the policy's, at a level that a machine may leave open. The search looks one turn ahead
and cannot bluff beyond that.

The intervals take the worlds for independent draws of the truth; that the worlds are believed, not
known, and that moves were dropped after looking, is not in them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import NoWorld
from ludoteca.core.i18n import _, number_text
from ludoteca.core.player_names import name_and_level
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.view import Memory, SeatView
from ludoteca.players.advice.values import (
    CHANCE_IN_WORLDS,
    TOLD_APART,
    Loss,
    Thought,
    by_preference,
    compared,
    hidden_random,
    is_better,
    is_safely_better,
    mean_of,
    settled,
)
from ludoteca.players.budget import WorldBudget
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.learned.policy import LearnedPolicy
from ludoteca.players.luck import luck_for
from ludoteca.players.objectives import ObjectiveOf, for_the_match
from ludoteca.players.opponents import before_this_deal
from ludoteca.players.particles import (
    DOUBT,
    Belief,
    Models,
    ParticleFilter,
    before_the_deal,
    strongest,
    tells_past,
    unread,
)
from ludoteca.players.racing import CLEARLY, Race, Tried, chances_near, drawn_best
from ludoteca.players.rollout import Ends, try_turns
from ludoteca.players.turns import (
    Turn,
    TurnPlan,
    lists_turns,
    policy_chances,
    rows_of,
    turn_of_policy,
    turns_to_try,
)

_PARTICLES = (200, 1_000)  #: worlds kept, at least and at most

CAUTION = 1.0
"""Standard errors by which another move must be better than the policy's to be played: where the
worlds do not tell moves apart, the policy's habits are worth more than the noise."""

DEFAULT = WorldBudget(worlds=200)


_TOLD = 20  #: whole turns that are told, the best ones; of single moves all are
_KEPT = 8  #: turns that a review tries in all worlds, beside that played and the policy's


@dataclass(frozen=True)
class Found:
    """The findings of a search.

    Attributes
    ----------
    turns
        those that were tried
    tried
        float64 [worlds] for each turn, its worth in the worlds that it was tried in, in the unit of
        the race's objective; turns that were dropped have fewer worlds
    points
        float64 [worlds] for each turn, its points in the same worlds
    order
        the numbers of the turns, best first
    habit
        the number of the turn that is played unless another one is clearly better
    level
        of the policy that plays on
    belief
        the worlds
    race
        in which they were tried, for the objective of which the worth is measured
    trials
        the number of the turn of each candidate of the race
    """

    turns: list[Turn]
    tried: list[NDArray[np.float64]]
    points: list[NDArray[np.float64]]
    order: list[int]
    habit: int
    level: int
    belief: Belief
    race: Race
    trials: Sequence[int]


ReadsWorlds = Callable[[SeatView, int, Models, np.random.Generator], Belief | None]
"""Makes so many worlds that fit what a view tells, of the levels that others may play."""


class BeliefPlayer:
    """The player ``belief``: a search of the worlds that it believes in, within ``budget``.

    Parameters
    ----------
    budget
        worlds a turn, or seconds
    level
        of the game's policy, for the own side's moves and for simulated ones; by default the
        strongest that there is
    models
        the levels that another side may play; by default that one alone
    reading
        weight worlds by the others' moves; else unseen cards are equally likely
    reads
        makes worlds that fit what a view with its past tells, in place of the particle filter; None
        where it cannot
    caution
        standard errors of the difference by which a turn must be better than the policy's own
    objective
        of the search
    doubt
        the share of the others' moves, 0 to 1, that is believed to be made at random
    learned
        whose policy is everybody's in place of the game's own: of the others' moves, of simulated
        ones, and the habit
    name
        the spec that makes it again; by default that of ``belief``

    Attributes
    ----------
    progress
        gets the worlds that are done, while it thinks
    """

    remembers = Memory.DEAL

    def __init__(
        self,
        budget: WorldBudget = DEFAULT,
        level: int | None = None,
        models: Models | None = None,
        reading: bool = True,
        reads: ReadsWorlds | None = None,
        caution: float = CAUTION,
        objective: ObjectiveOf = for_the_match,
        doubt: float = DOUBT,
        learned: LearnedPlayer | None = None,
        name: str = "",
    ) -> None:
        self.budget, self._level, self._reading, self._reads = budget, level, reading, reads
        self._models = models
        self._caution, self._objective, self._doubt = caution, objective, doubt
        self.progress: Progress = quiet
        self._ready = False
        self._learned = learned
        over = "" if learned is None else f":{learned.name}"
        self.name = name or f"belief@{budget}{over}"
        self._filter: ParticleFilter | None = None
        self._plan: TurnPlan | None = None

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The first move of the policy's turn, or of a better one where it is clearly better.

        Of those that are not clearly worse than the best one is drawn. Within a turn that was
        chosen, its next move.
        """
        if len(view.legal) == 1:
            return view.legal[0]
        if self._plan is None or not self._plan.fits(view):
            try:
                turn = self._drawn(view, self._search(view, rng, clearly=CLEARLY), rng)
            except NoWorld:
                turn = self._habit(view, self._level_at(view), rng)
            self._plan = TurnPlan(view, turn)
        return self._plan.move_at(view)

    def think(self, view: SeatView, rng: np.random.Generator) -> Thought:
        """The move to advise, with the worth of every turn, of whole ones the best.

        Each is tried in all worlds of the budget. The move is that of :meth:`choose` where that is
        told apart from the others; else no luck has a part in it: of those that are not told apart,
        it is what the policy makes most often.
        """
        if len(view.legal) == 1:
            return Thought(view.legal[0])
        try:
            found = self._search(view, rng)
        except NoWorld as lack:
            turn = self._habit(view, self._level_at(view), rng)
            return Thought(turn[0], because=str(lack), turn=turn)
        order = self._preferred(view, found)
        advised = self._advised(view, found, order)
        values = compared(found.turns, found.tried, advised, order)
        values = values[:_TOLD] if lists_turns(view.game) else values
        assumed = [self._assumed(view, value.moves, found) for value in values]
        of_most = max(assumed, key=assumed.count)
        values = tuple(
            value if own == of_most else replace(value, assumption=own)
            for value, own in zip(values, assumed, strict=True)
        )
        number = {turn: t for t, turn in enumerate(found.turns)}
        return Thought(
            values[0].action,
            values,
            tuple(value.words(view) for value in values),
            found.race.objective.unit,
            of_most,
            found.race.objective.line,
            tuple(mean_of(found.points[number[value.moves]]) for value in values),
            turn=values[0].turn,
        )

    def loss(self, view: SeatView, turn: Turn, rng: np.random.Generator) -> Loss | None:
        """The loss of ``turn``, which the seat made at ``view``, against the turn to advise.

        The two are compared once more, with other luck than that by which the better was chosen:
        so the mean is not flattered by the choice. Before, all turns are tried in few worlds and
        only the best of these in all. None where there is nothing to compare.

        Raises
        ------
        NoWorld
            where no worlds are found that fit what the seat saw
        """
        found = self._search(view, rng, turn, CLEARLY, _KEPT)
        if len(found.turns) == 1:
            return None
        own, race = found.turns.index(turn), found.race
        longest = max(map(len, found.tried))
        order = [k for k in self._preferred(view, found) if len(found.tried[k]) == longest]
        best = self._advised(view, found, order)
        again = replace(race, seed=int(rng.integers(2**62)), clearly=None)
        among = [k for k, t in enumerate(found.trials) if t in (best, own)]
        tried = again.run(self.budget, time.perf_counter(), among, self.progress)
        worth = tried.least(found.trials).worth
        lost = worth[best] - worth[own]
        return Loss(
            found.turns[best],
            mean_of(lost),
            float(worth[own].mean()),
            race.objective.unit,
            "; ".join(
                dict.fromkeys(self._assumed(view, t, found) for t in (found.turns[best], turn))
            ),
            race.objective.line == CHANCE_IN_WORLDS,
        )

    def _search(
        self,
        view: SeatView,
        rng: np.random.Generator,
        also: Turn = (),
        clearly: float | None = None,
        keep: int | None = None,
    ) -> Found:
        """Try the turns worth trying and, where it is given, the turn ``also``.

        One that is ``clearly`` worse is dropped early, and after the first look all but the
        ``keep`` best, the policy's own and ``also`` (:class:`ludoteca.players.racing.Race`).
        """
        begun = time.perf_counter()
        level = self._level_at(view)
        objective = self._objective(view, level)
        turns, habit = turns_to_try(view), self._habit(view, level, rng)
        turns += [turn for turn in dict.fromkeys((habit, also)) if turn and turn not in turns]
        belief = self._believed(view, level, rng)
        mixed = rng.permutation(len(belief.worlds))
        after = [self._levels_after(view, turn, belief.levels[mixed]) for turn in turns]
        trials = [t for t, levels in enumerate(after) for _levels in levels]
        played = partial(
            play_turns,
            view,
            belief.worlds[mixed],
            rows_of([turns[t] for t in trials]),
            np.concatenate(after),
            learned=self._learned,
        )
        seed = int(rng.integers(2**62))
        own = turns.index(habit)
        stay = [k for k, t in enumerate(trials) if turns[t] in (habit, also)]
        race = Race(len(trials), played, objective, view, seed, clearly, keep, stay)
        if not self._ready:
            # To compile, to load what was compiled, or to make a table is not thinking.
            race.run(WorldBudget(2), begun)
            self._ready, begun = True, time.perf_counter()
        tried = race.run(self.budget, begun, progress=self.progress).least(trials)
        return Found(
            turns, tried.worth, tried.points, tried.ranked(), own, level, belief, race, trials
        )

    def _drawn(self, view: SeatView, found: Found, rng: np.random.Generator) -> Turn:
        """The turn to play: the habit, or one drawn of the clearly better ones.

        Few worlds seldom show a difference in the chance of the match, and none when it is decided:
        then points decide. Near a learned policy its chances count beside the worth.
        """
        if self._learned is not None:
            chances = self._chances_near(view, found)
            return found.turns[int(rng.choice(len(chances), p=chances))]
        tried = Tried(found.tried, found.points)
        turn = self._ordinary(tried, found.habit)
        if turn != found.habit:
            better = partial(is_better, caution=self._caution)
            turn = self._one_of(tried.points, turn, better, rng)
        best, caution = found.order[0], self._caution_at(view)
        better = partial(is_safely_better, caution=caution, worst=found.race.objective.worst)
        if better(tried.worth[best], tried.worth[turn]):
            turn = self._one_of(tried.worth, best, better, rng)
        return found.turns[turn]

    def _one_of(
        self,
        samples: Sequence[NDArray[np.float64]],
        best: int,
        better: Callable[..., bool],
        rng: np.random.Generator,
    ) -> int:
        """A turn drawn of those than which the ``best`` is not clearly ``better``.

        Each with about the chance that it is the best, as far as the worlds tell. One that was
        tried in fewer worlds was dropped as clearly worse.
        """
        alike = [
            k
            for k, sample in enumerate(samples)
            if len(sample) == len(samples[best]) and not better(samples[best], sample)
        ]
        return alike[drawn_best([samples[k] for k in alike], rng)]

    def _advised(self, view: SeatView, found: Found, order: Sequence[int]) -> int:
        """The turn to advise: of those not told apart, in points and then at all, the first.

        Near a learned policy the one that is played most often.
        """
        if self._learned is not None:
            chances = self._chances_near(view, found)
            return max(order, key=lambda turn: float(chances[turn]))
        caution = max(TOLD_APART, self._caution_at(view))
        tried = Tried(found.tried, found.points)
        in_points = settled(tried.points, self._ordinary(tried, order[0]), order, caution)
        best = found.order[0]
        better = partial(is_safely_better, worst=found.race.objective.worst)
        if better(tried.worth[best], tried.worth[in_points], caution):
            return settled(tried.worth, best, order, caution, better)
        return in_points

    def _chances_near(self, view: SeatView, found: Found) -> NDArray[np.float64]:
        """The chances of the turns where everybody plays a learned policy: near that policy's.

        None for a turn that lost the match in every world, where another did not.
        """
        usual = np.array(self._habits(view, found.turns, found.level))
        worst = found.race.objective.worst
        hopes = [bool((worth > worst).any()) for worth in found.tried]
        return chances_near(usual * hopes if any(hopes) else usual, found.tried)

    def _preferred(self, view: SeatView, found: Found) -> list[int]:
        """The numbers of the turns that were tried, those first that the policy prefers."""
        return by_preference(self._habits(view, found.turns, found.level))

    def _habits(self, view: SeatView, turns: Sequence[Turn], level: int) -> list[float]:
        """The chances of :meth:`_habit` to be each of ``turns``."""
        return policy_chances(view, turns, level, self._policy(view))

    def _assumed(self, view: SeatView, turn: Turn, found: Found) -> str:
        """The assumptions of the worth of ``turn``, in words."""
        info = view.game.info
        spec = info.levels[found.level] if self._learned is None else self._learned.name
        name = name_and_level(info, spec)
        if not found.belief.told:
            return hidden_random(name)
        return _(
            "assuming everyone plays like {name}, as they have so far in {percent}% of moves"
        ).format(name=name, percent=number_text(100 * (1.0 - self._doubt), ".0f"))

    def _level_at(self, view: SeatView) -> int:
        """The level of the policy that all are simulated by."""
        return strongest(view.game) if self._level is None else self._level

    def _levels_after(
        self, view: SeatView, turn: Turn, believed: NDArray[np.int64]
    ) -> Sequence[NDArray[np.int64]]:
        """The levels that all play after ``turn``, by world and seat; several, where it is tried
        against each and worth its least. ``believed`` are those of the worlds."""
        return (believed,)

    def _caution_at(self, view: SeatView) -> float:
        """Standard errors by which a turn must be better than the ordinary one to be chosen."""
        return self._caution

    def _ordinary(self, tried: Tried, own: int) -> int:
        """The turn that is played unless another one is clearly better.

        The best in points where that is clearly better than the ``own`` one of the policy.
        """
        best = tried.best_in_points()
        return best if is_better(tried.points[best], tried.points[own], self._caution) else own

    def _habit(self, view: SeatView, level: int, rng: np.random.Generator) -> Turn:
        """The turn that the policy makes here, drawn with its probabilities."""
        return turn_of_policy(view, level, rng, self._policy(view))

    def _policy(self, view: SeatView) -> LearnedPolicy | None:
        return None if self._learned is None else self._learned.policy(view)

    @property
    def _size(self) -> int:
        """Number of worlds kept."""
        least, most = _PARTICLES
        return min(max(self.budget.worlds or most, least), most)

    def _believed(self, view: SeatView, level: int, rng: np.random.Generator) -> Belief:
        models = self._models or {level: 1.0}
        if not self._reading:
            return unread(view, models, self._size, rng, before_the_deal(view, models))
        if self._reads is not None and tells_past(view):
            read = self._reads(view, self._size, models, rng)
            if read is not None:
                return read
        if self._filter is None or self._filter.models != models:
            self._filter = ParticleFilter(self._size, models, self._doubt, self._policy(view))
        return self._filter.follow(view, rng, before_this_deal(view, models, self._doubt))


def play_turns(
    view: SeatView,
    worlds: NDArray[np.void],
    turns: NDArray[np.int64],
    levels: NDArray[np.int64],
    tried: NDArray[np.bool_],
    first: int,
    rng: np.random.Generator,
    ends: Ends,
    learned: LearnedPlayer | None = None,
) -> None:
    """Play the turns that are ``tried``, each on by its ``levels``, and fill ``ends`` in place.

    It is a :class:`ludoteca.players.racing.PlaysTurns` once the first four are given.

    Parameters
    ----------
    view
        the position, of which the worlds are guesses
    worlds : records [W]
        not changed; taken from number ``first`` on, round and round
    turns : int64 [turns, longest]
        rows of :func:`ludoteca.players.turns.rows_of`
    levels : int64 [turns, W, seats]
        of the policy that each seat plays on by in each world
    tried : bool [turns]
        the ends of all others are left as they are
    first
        number of the world of the first row of ``ends``
    rng
        its luck does not depend on which turns are tried
    ends
        [worlds, turns]
    learned
        plays on in place of the game's policy, where it is given

    Raises
    ------
    BadInput
        where ``learned`` was trained for another number of seats
    """
    scratch = (view.game.state_layout.empty(1), luck_for(view), luck_for(view))
    policy = None if learned is None else learned.policy(view)
    try_turns(
        worlds, first, turns, levels, policy, tried, rng, *scratch, *view.game.buffers(), *ends
    )
