"""A table in the terminal: people and machines at its seats, a shoe, one view for each eye.

Text comes in and goes out through two functions, so that a test, or another front, can sit down at
it too. What a person reads is made from their :class:`~ludoteca.core.view.SeatView` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, SPECTATOR
from ludoteca.core.layout import Visibility
from ludoteca.core.match import Match
from ludoteca.core.options import Options
from ludoteca.core.record import seen_text
from ludoteca.core.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players import Player, make_player

_LISTED_MOVES = 30


class Left(Exception):
    """The person at the keyboard gets up; the position stays as it is."""


@dataclass
class Table:
    """Who sits where, and how text goes in and out.

    Attributes
    ----------
    seats : by seat, the person's name as None, or a machine
    show : called with a text of one or more lines
    ask : called with a prompt; returns a line, raises ``EOFError`` at the end of input
    hints : a machine that is asked for advice, or None
    """

    game: Game
    options: Options
    seats: Sequence[Player | None]
    show: Callable[[str], None]
    ask: Callable[[str], str]
    seed: np.random.SeedSequence
    state: State
    hints: Player | None = None
    advise_always: bool = False
    _dealt: list[str] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self._shoe = Shoe.shuffled(self.game, self.options, self.seed.spawn(1)[0])
        people = [seat for seat, player in enumerate(self.seats) if player is None]
        # Several people at one keyboard: between their turns nobody's secrets are shown.
        self._eye = people[0] if len(people) == 1 else SPECTATOR
        self._people = people

    # -- one deal -------------------------------------------------------------------------------

    def play(self) -> None:
        """Play the deal to its end; raises :class:`Left` when a person leaves."""
        while not self.state.is_terminal():
            actor = self.state.current_player()
            if actor == CHANCE:
                self._chance()
            elif (player := self.seats[actor]) is not None:
                self._machine(actor, player)
            else:
                self._person(actor)
        if self._people:
            self._show_view(self.state.view(self._eye))
        self.show(result_text(self.state.returns(), self._eye))

    def _chance(self) -> None:
        action = self._shoe.draw(self.state)
        text = seen_text(self.state, action, self._eye)
        # The first cards are on the table that is shown at the first decision.
        if any(move.actor >= 0 for move in self.state.moves):
            self._dealt.append(text)
        self.state.apply_unchecked(action)

    def _machine(self, seat: int, player: Player) -> None:
        view = self.state.view(seat)
        action = player.choose(view)
        if self._people:
            self._show_dealt()
            self.show(f"{seat_name(seat)}: {self._described(action)}")
        self.state.apply(action)

    def _described(self, action: int) -> str:
        """A move as the watching eye sees it: its notation and, where it is open, its words."""
        text = seen_text(self.state, action, self._eye)
        own = self.state.action_text(action)
        words = self.state.view(self._eye).action_words(action) if text == own else text
        return text if words == text else f"{text} ({words})"

    def _show_dealt(self) -> None:
        if self._dealt:
            self.show(_("Dealt: {what}").format(what=" ".join(self._dealt)))
            self._dealt.clear()

    def _show_view(self, view: SeatView) -> None:
        """The table and, where the game can say it, the chance that its ``chance_line`` gives."""
        self._show_dealt()
        self.show(view.table_text())
        chance_line = getattr(self.game.room("odds"), "chance_line", None)
        line = chance_line(view) if chance_line is not None else None
        if line:
            self.show(line)

    # -- a person's turn ------------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        view = self.state.view(seat)
        if len(self._people) > 1:
            self.show("\n" + _("{seat} is to move").format(seat=seat_name(seat)))
        self.show("")
        self._show_view(view)
        if self.advise_always:
            self._advise(view)
        while True:
            try:
                line = self.ask(self._prompt(view)).strip()
            except EOFError:
                raise Left from None
            if self._obeyed(line, view):
                continue
            if line.casefold() == "undo":
                if self._undo(seat):
                    return
                continue
            if not line and len(view.legal) == 1:
                action = view.legal[0]
            else:
                try:
                    action = self.state.parse(line)
                except IllegalMove as refused:
                    self.show(f"{refused}\n{_('? lists what you can do')}")
                    continue
            self.state.apply(action)
            return

    def _prompt(self, view: SeatView) -> str:
        texts = [view.action_text(a) for a in view.legal[:_LISTED_MOVES]]
        if len(texts) == 1:
            return _("{move} (Enter) > ").format(move=texts[0])
        more = " ..." if len(view.legal) > _LISTED_MOVES else ""
        return f"{' '.join(texts)}{more} > "

    def _obeyed(self, line: str, view: SeatView) -> bool:
        """True if the line asked for something that leaves the position as it is."""
        word = line.casefold()
        if word in ("quit", "q", "exit") and word not in self._texts(view):
            raise Left
        if word in ("?", "help"):
            self.show(self._help(view))
            return True
        if word == "hint":
            self._advise(view)
            return True
        return False

    def _texts(self, view: SeatView) -> set[str]:
        return {view.action_text(a).casefold() for a in view.legal}

    def _help(self, view: SeatView) -> str:
        lines = [_("Your moves:")]
        for action in view.legal:
            text, words = view.action_text(action), view.action_words(action)
            lines.append(f"  {text}" if words == text else f"  {text:12} {words}")
        lines.append(_("Also: hint (advice), undo, quit, ? (this list)"))
        return "\n".join(lines)

    def _advise(self, view: SeatView) -> None:
        if self.hints is None:
            self.show(_("there is no machine to ask for advice in this game"))
            return
        action = self.hints.choose(view)
        words = view.action_words(action)
        text = view.action_text(action)
        self.show(_("Advice: {move}").format(move=text if words == text else f"{text} ({words})"))

    def _undo(self, seat: int) -> bool:
        """Go back to before this seat's last move; False, with the reason, where that cannot be."""
        moves = self.state.moves
        last = next((i for i in reversed(range(len(moves))) if moves[i].actor == seat), None)
        if last is None:
            self.show(_("there is no move of yours to take back"))
            return False
        fields = self.game.state_layout
        secret = any(f.visibility is not Visibility.PUBLIC for f in fields)
        if secret or any(move.actor == CHANCE for move in moves[last:]):
            self.show(_("a move cannot be taken back where cards are hidden or were drawn since"))
            return False
        state = self.game.new_state(self.options, self.state.standing)
        for move in moves[:last]:
            state.apply_unchecked(move.action)
        self.state = state
        return True


def seat_name(seat: int) -> str:
    """What a seat is called; people count from 1."""
    return _("Player {n}").format(n=seat + 1)


def result_text(returns: Sequence[float], eye: int) -> str:
    """Points by seat, and what that means for the one who looks."""
    points = ", ".join(f"{seat_name(s)}: {x:g}" for s, x in enumerate(returns))
    if eye == SPECTATOR or len(returns) == 1:
        return points
    best = max(returns)
    if returns[eye] < best:
        verdict = _("You lose.")
    elif list(returns).count(best) > 1:
        verdict = _("A draw.")
    else:
        verdict = _("You win!")
    return f"{verdict} {points}"


def machines_only(game: Game, spec: str, seed: int) -> State:
    """The end of a deal that machines play among themselves, with nobody watching."""
    options = game.options()
    seats = [make_player(game, spec) for _seat in range(game.num_players(options))]
    match = Match(game, options)
    table = Table(
        game, options, seats, lambda _text: None, _nobody, np.random.SeedSequence(seed),
        match.new_deal(),
    )  # fmt: skip
    table.play()
    match.close(table.state)
    return table.state


def _nobody(_prompt: str) -> str:
    raise BadInput(_("nobody is at the keyboard"))
