"""A table in the terminal: people and machines at its seats, a shoe, one view for each eye.

Text goes in and out through two functions, so that a test can sit down at it too. What a person
reads is made from their :class:`~ludoteca.core.view.SeatView` alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from ludoteca.core import calls
from ludoteca.core.calling import seat_called
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, NO_DRAW, SPECTATOR
from ludoteca.core.layout import Visibility
from ludoteca.core.options import Options
from ludoteca.core.record import UNSEEN, seen_text
from ludoteca.core.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players import Player, PlayerFailed, TakeBack, make_local_player
from ludoteca.players.advising import adviser_of
from ludoteca.players.coaching import Coach
from ludoteca.players.deals import ask, forfeit_words
from ludoteca.players.human import HumanPlayer, advice, described


class Table:
    """Who sits where, the shoe, and what the people at the keyboard are shown.

    Parameters
    ----------
    specs : who sits at each seat, as ``make_local_player`` takes it
    state : where the deal begins, or goes on
    ask, show : read a line after a prompt; write a text of one or more lines
    advise_always : a machine's advice before each move of a person, not only when asked for
    coach, deal : says what a decision of the person cost, in the deal of this number from 1
    """

    def __init__(
        self,
        state: State,
        specs: Sequence[str],
        seed: np.random.SeedSequence,
        ask: Callable[[str], str],
        show: Callable[[str], None],
        advise_always: bool = False,
        coach: Coach | None = None,
        deal: int = 1,
    ) -> None:
        self.state = state
        self.game: Game = state.game
        self.options: Options = state.options
        shoe_seed, *seat_seeds = seed.spawn(1 + len(specs))
        self._shoe = Shoe.shuffled(self.game, self.options, shoe_seed)
        self._rngs = [np.random.default_rng(s) for s in seat_seeds]
        self._ask, self._show = ask, show
        self._advise_always = advise_always
        self._coach, self._deal = coach, deal
        self.seats = [self._seated(make_local_player(self.game, spec)) for spec in specs]
        self._people = [i for i, p in enumerate(self.seats) if isinstance(p, HumanPlayer)]
        # Several people at one keyboard: between their turns nobody's secrets are shown.
        self._eye = self._people[0] if len(self._people) == 1 else SPECTATOR
        self._dealt: list[str] = []
        self._said: list[tuple[int, str]] = []
        self._chance_line = getattr(self.game.room("odds"), "chance_line", None)
        self._last_chance: str | None = None

    def _seated(self, player: Player) -> Player:
        if not isinstance(player, HumanPlayer):
            return player
        return HumanPlayer(self._ask, self._show, adviser_of(self.game), self._show_turn)

    def play(self) -> None:
        """Play the deal to its end; ``players.Left`` is raised when a person gets up."""
        while not self.state.is_terminal():
            actor = self.state.current_player()
            if actor == CHANCE:
                self._chance()
            else:
                self._move(actor)
        if self._people:
            self._show_view(self.state.view(self._eye))
            self._show(result_text(self.state.returns(), self._eye))

    def _chance(self) -> None:
        action = self._shoe.draw(self.state)
        text = seen_text(self.state, action, self._eye)
        # The first cards are on the table that is shown at the first decision.
        if calls.draw_source(self.state.record, 0) == NO_DRAW:
            self._show_dealt()
            self._said.append((CHANCE, self._announced(action)))
        elif self._chance_line is not None or any(move.actor >= 0 for move in self.state.moves):
            self._dealt.append(text)
        self.state.apply_unchecked(action)
        if self._chance_line is not None and text != UNSEEN:
            self._show_dealt()
            self._show_chance(self.state.view(self._eye))

    def _move(self, seat: int) -> None:
        view = self.state.view(seat)
        try:
            action = ask(self.seats[seat], self.state, seat, self._rngs[seat])
        except TakeBack:
            self._take_back(seat)
            return
        except PlayerFailed as failure:
            if not self.state.forfeit():
                raise
            self._show(forfeit_words(failure))
            return
        if self._people and seat not in self._people:
            self._show_dealt()
            self._said.append((seat, self._announced(action)))
        self.state.apply(action)
        if self._coach is not None and seat in self._people:
            self._be_coached(self._coach, view, action)

    def _be_coached(self, coach: Coach, view: SeatView, action: int) -> None:
        """Say what the decision cost that ends with ``action``; to one person alone."""
        coach.watch(view, action)
        if self.state.current_player() == view.seat:
            return
        told = coach.judge(self._deal)
        if told is not None and len(self._people) == 1:
            self._show(_("Coach: {sentence}").format(sentence=told.sentence))

    def _announced(self, action: int) -> str:
        """A move as the watching eye sees it; in words too where it is open."""
        text = seen_text(self.state, action, self._eye)
        view = self.state.view(self._eye)
        return described(view, action) if text == view.action_text(action) else text

    # -- what people see ------------------------------------------------------------------------

    def _show_turn(self, view: SeatView) -> None:
        self._show("")
        if len(self._people) > 1:
            self._show(_("{player} is to move").format(player=seat_called(view.seat)))
        self._show_view(view)
        adviser = self.seats[view.seat].adviser  # type: ignore[attr-defined]
        if self._advise_always and adviser is not None:
            self._show(advice(adviser, view, self._rngs[view.seat]))

    def _show_view(self, view: SeatView) -> None:
        """The table and, unless it has just been said, the chance of the game's ``chance_line``."""
        self._show_dealt()
        self._show_said()
        self._show(view.table_text())
        self._show_chance(view)

    def _show_chance(self, view: SeatView) -> None:
        line = self._chance_line(view) if self._chance_line is not None else None
        if line and line != self._last_chance:
            self._show(line)
        self._last_chance = line

    def _show_dealt(self) -> None:
        """What the others did before, and the cards that came, unless none of them was seen."""
        if not self._dealt:
            return
        self._show_said()
        if set(self._dealt) != {UNSEEN}:
            self._show(_("Dealt: {what}").format(what=" ".join(self._dealt)))
        self._dealt.clear()

    def _show_said(self) -> None:
        """The moves of the machines and of chance, those that one made in a row in one line."""
        for actor, moves in itertools.groupby(self._said, key=lambda said: said[0]):
            texts = " ".join(text for _actor, text in moves)
            self._show(texts if actor == CHANCE else f"{seat_called(actor)}: {texts}")
        self._said.clear()

    # -- taking back ----------------------------------------------------------------------------

    def _take_back(self, seat: int) -> None:
        """Go back to before the seat's last move, or say why that cannot be."""
        if self._coach is not None:
            self._coach.forget()
        moves = self.state.moves
        last = next((i for i in reversed(range(len(moves))) if moves[i].actor == seat), None)
        if last is None:
            self._show(_("there is no move of yours to take back"))
            return
        private = (Visibility.SEAT, Visibility.PAIR)
        secret = any(f.visibility in private for f in self.game.state_layout)
        if secret or any(move.actor == CHANCE for move in moves[last:]):
            self._show(_("a move cannot be taken back where cards are hidden or were drawn since"))
            return
        state = self.game.new_state(self.options, self.state.standing)
        for move in moves[:last]:
            state.apply_unchecked(move.action)
        self.state = state


def result_text(returns: Sequence[float], eye: int) -> str:
    """Points by seat, and what that means for the one who looks."""
    if len(returns) == 1:
        return _("Points: {points:g}").format(points=returns[0])
    points = ", ".join(f"{seat_called(s)}: {x:g}" for s, x in enumerate(returns))
    if eye == SPECTATOR:
        return points
    best = max(returns)
    if returns[eye] < best:
        verdict = _("You lose.")
    elif list(returns).count(best) == len(returns):
        verdict = _("A draw.")
    else:
        verdict = _("You win!")
    return f"{verdict} {points}"
