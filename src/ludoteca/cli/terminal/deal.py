"""A deal at the terminal: people and machines in its seats, and what the people are shown.

Text goes in and out through two functions, so that a test can play too. What a person
reads is made from their :class:`~ludoteca.core.view.SeatView` alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import nullcontext

import numpy as np

from ludoteca.cli import signals
from ludoteca.core import calls, rooms
from ludoteca.core.i18n import _, number_text
from ludoteca.core.ids import CHANCE, NO_DRAW, SPECTATOR
from ludoteca.core.player_names import seat_called
from ludoteca.core.questions import quiet
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players import Player, PlayerFailed, TakeBack, make_local_player
from ludoteca.players.advice.advise import adviser_of
from ludoteca.players.advice.coach import Coach
from ludoteca.players.human import HumanPlayer, Waiting, described
from ludoteca.players.play import ask, forfeit_words
from ludoteca.table.deal import Rules, Step, TableDeal, move_words, row_words, said_by
from ludoteca.table.scene import verdict

UNSEEN = "?"


class TerminalDeal:
    """The seats of a deal, its shoe, and the texts that the people at the keyboard get.

    Parameters
    ----------
    start : position in which the deal begins, or goes on
    specs : player of each seat, as ``make_local_player`` takes it
    ask, show : read a line after a prompt; write a text of one or more lines
    advise_always : show a machine's advice before each move of a person, not only on request
    coach, number : tells what a decision of the person cost, in the deal of this number from 1
    moved : called after each decision of a person
    waiting : shows the person how far the adviser and the coach are
    """

    def __init__(
        self,
        start: State,
        specs: Sequence[str],
        seed: np.random.SeedSequence,
        ask: Callable[[str], str],
        show: Callable[[str], None],
        advise_always: bool = False,
        coach: Coach | None = None,
        number: int = 1,
        moved: Callable[[], object] = lambda: None,
        waiting: Waiting = lambda: nullcontext(quiet),
    ) -> None:
        self.game = start.game
        rules = Rules(start.game, start.options)
        self.deal = TableDeal(rules, start.standing, start.moves, start.earlier)
        shoe_seed, *seat_seeds = seed.spawn(1 + len(specs))
        self._shoe = Shoe.shuffled(start.game, start.options, shoe_seed)
        self._rngs = [np.random.default_rng(s) for s in seat_seeds]
        self._ask, self._show = ask, show
        self._advise_always = advise_always
        self._coach, self._number = coach, number
        self._moved, self._waiting = moved, waiting
        self.seats = [self._seated(make_local_player(self.game, spec)) for spec in specs]
        self._people = [i for i, p in enumerate(self.seats) if isinstance(p, HumanPlayer)]
        # Several people at one keyboard: between their turns nobody's secrets are shown.
        self._viewer = self._people[0] if len(self._people) == 1 else SPECTATOR
        self._dealt: list[str] = []
        self._said: list[tuple[int, str]] = []
        self._chance_line = self.game.hook(rooms.chance_line)
        self._last_chance: str | None = None

    def _seated(self, player: Player) -> Player:
        if not isinstance(player, HumanPlayer):
            return player
        adviser = adviser_of(self.game)
        return HumanPlayer(self._ask, self._show, adviser, self._show_turn, self._waiting)

    @property
    def state(self) -> State:
        """The present position; not to be changed."""
        return self.deal.state

    def play(self) -> None:
        """Play the deal to its end; ``players.PersonLeft`` is raised when a person leaves."""
        while not self.state.is_terminal():
            actor = self.state.current_player()
            if actor == CHANCE:
                self._chance()
            else:
                self._move(actor)
        if self._people:
            self._show("")
            self._show_view(self.state.view(self._viewer))
            teams = self.game.teams(self.state.options)
            self._show(result_text(self.state.returns(), self._viewer, teams))

    def _chance(self) -> None:
        drawn = calls.draw_source(self.state.record, 0) != NO_DRAW
        view = self.state.view(self._viewer)
        step = self._made(CHANCE, self._shoe.draw(self.state))
        if not drawn:
            self._show_dealt()
            self._announce(CHANCE, view, step)
            return
        card = (
            view.action_text(step.action)
            if step.tokens[self._viewer] == step.action
            else move_words(self.deal.rules, self._viewer, step)
        )
        # The first cards are on the table that is shown at the first decision.
        if self._chance_line is not None or any(move.actor >= 0 for move in self.deal.moves):
            self._dealt.append(card or UNSEEN)
        if self._chance_line is not None and card:
            self._show_dealt()
            self._show_chance(self.state.view(self._viewer))

    def _move(self, seat: int) -> None:
        seen, before = self.state.view(seat, self._coach is not None), self.state.view(self._viewer)
        try:
            with signals.failure_after_interrupt_is_one():
                action = ask(self.seats[seat], self.state, seat, self._rngs[seat])
        except TakeBack:
            self._take_back(seat)
            return
        except PlayerFailed as failure:
            if self.game.forfeit is None:
                raise
            self._made(seat, self.game.forfeit)
            self._show(forfeit_words(failure))
            return
        step = self._made(seat, action)
        if seat in self._people:
            self._moved()
            if self._coach is not None:
                self._judge(self._coach, seen, action)
        elif self._people:
            self._show_dealt()
            self._announce(seat, before, step)

    def _made(self, actor: int, action: int) -> Step:
        steps = self.deal.acted(actor, [[actor, action]])
        assert steps is not None  # the position has been asked for
        return steps[0]

    def _judge(self, coach: Coach, view: SeatView, action: int) -> None:
        """Say what the decision that ends with ``action`` cost, if one person plays alone."""
        coach.watch(view, action)
        if self.state.current_player() == view.seat:
            return
        with self._waiting() as progress:
            found = coach.judge(self._number, progress)
        if len(self._people) == 1:
            for judged in found:
                self._show(_("Coach: {sentence}").format(sentence=judged.sentence))

    def _announce(self, actor: int, view: SeatView, step: Step) -> None:
        """Remember a move to be shown; a player's in notation too, where ``view`` sees it all."""
        if actor != CHANCE and step.tokens[self._viewer] == step.action:
            text = described(view, step.action)
        else:
            text = row_words(self.deal.rules, self._viewer, actor, [step])
        if text:
            self._said.append((said_by(self.deal.rules, self._viewer, actor, step), text))

    # -- what people see ------------------------------------------------------------------------

    def _show_turn(self, view: SeatView) -> None:
        self._show("")
        if len(self._people) > 1:
            self._show(_("{player} is to move").format(player=seat_called(view.seat)))
        self._show_view(view)
        person = self.seats[view.seat]
        if self._advise_always and isinstance(person, HumanPlayer):
            self._show(person.advice(view, self._rngs[view.seat]))

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
        """The moves of the others, and the cards that came, unless none of them was seen."""
        if set(self._dealt) - {UNSEEN}:
            self._show_said()
            self._show(_("Dealt: {what}").format(what=" ".join(self._dealt)))
        self._dealt.clear()

    def _show_said(self) -> None:
        """The moves of the machines and of chance, consecutive ones of an actor in one line."""
        for actor, moves in itertools.groupby(self._said, key=lambda said: said[0]):
            texts = itertools.groupby(text for _actor, text in moves)
            counted = [(text, len(list(equal))) for text, equal in texts]
            line = ", ".join(text if n == 1 else f"{text} ×{n}" for text, n in counted)
            self._show(line if actor == CHANCE else f"{seat_called(actor)}: {line}")
        self._said.clear()

    # -- taking back ----------------------------------------------------------------------------

    def _take_back(self, seat: int) -> None:
        """Go back to before the seat's last move, or tell why that cannot be."""
        if self._coach is not None:
            self._coach.forget()
        moves = self.deal.back_to(seat)
        if moves is not None:
            self.deal.cut(moves)
        elif self.deal.last_act(seat) is None:
            self._show(_("you have no move to take back"))
        else:
            self._show(
                _("this move cannot be taken back: cards are hidden or have been drawn since")
            )


def result_text(returns: Sequence[float], viewer: int, teams: Sequence[Sequence[int]] = ()) -> str:
    """Points by side (without ``teams``, by seat), and what that means for the viewer."""
    if len(returns) == 1:
        return _("Points: {points:g}").format(points=returns[0])
    sides = teams or [(seat,) for seat in range(len(returns))]
    points = ", ".join(
        f"{' + '.join(_('You') if seat == viewer else seat_called(seat) for seat in side)}: "
        f"{number_text(returns[side[0]], ',g')}"
        for side in sides
    )
    return points if viewer == SPECTATOR else f"{verdict(returns, viewer)} {points}"
