"""A person at a terminal, as a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.view import Memory, SeatView
from ludoteca.players.advice.values import turn_of
from ludoteca.players.base import PersonLeft, Player, TakeBack, choice_of, memory_of
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.turns import turn_notation, turn_words

LISTED_MOVES = 30
_MANY, _BETWEEN = 6, "…"  #: so many moves that count on are shortened

Waiting = Callable[[], AbstractContextManager[Progress]]
"""Makes what shows the progress to a person who waits, for as long as it is entered."""

QUIT = ("quit", "q", "exit")
HELP = ("?", "help")
HINT = "hint"
UNDO = "undo"


class HumanPlayer:
    """A person at the keyboard, asked in the game's notation until the move is legal.

    A game's ``notation`` may have ``question(view)``, asked in place of the list of moves, and
    ``read_line(view, line)``: the moves that a line stands for, made one after the other; None
    where it is no answer; it raises ``BadInput`` where the answer cannot be.

    Parameters
    ----------
    read
        called with a prompt; returns a line, raises ``EOFError`` at the end of input
    write
        called with a text of one or more lines
    adviser
        the machine that answers ``hint``, or None
    show
        called with the view before the first question; by default it writes the table
    waiting
        shows how far the adviser is
    """

    name = "human"

    def __init__(
        self,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
        adviser: Player | None = None,
        show: Callable[[SeatView], object] | None = None,
        waiting: Waiting = lambda: nullcontext(quiet),
    ) -> None:
        self.read = read
        self.write = write
        self.adviser = adviser
        self.waiting = waiting
        self.show = show or (lambda view: write(view.table_text()))
        self._typed: list[str] = []

    @property
    def remembers(self) -> Memory:
        """The part of a match that the machine that advises reads."""
        return memory_of(self.adviser)

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A legal move that the person typed.

        A move is named in notation or in words, as :func:`ludoteca.core.moves.read` reads them,
        before a command of the same name; an empty line is the move where there is only one. Moves
        that a line gives beyond the first are made without asking. ``rng`` is for the adviser
        alone.

        Raises
        ------
        PersonLeft
            on ``quit`` and at the end of input
        TakeBack
            on ``undo``
        """
        moves = {view.action_text(a).casefold(): a for a in view.legal}
        if self._typed:
            return moves[self._typed.pop(0)]
        self.show(view)
        while True:
            line = self._line(view)
            try:
                first, *self._typed = read_line(view, line)
            except BadInput as refused:
                self.write(str(refused))
                continue
            if first in moves:
                return moves[first]
            if not first and len(moves) == 1:
                return view.legal[0]
            self._obey(first, line, view, rng)

    def _line(self, view: SeatView) -> str:
        try:
            return self.read(prompt(view)).strip()
        except EOFError:
            raise PersonLeft from None

    def _obey(self, word: str, line: str, view: SeatView, rng: np.random.Generator) -> None:
        if word in QUIT:
            raise PersonLeft
        if word == UNDO:
            raise TakeBack
        if word in HELP:
            self.write(help_text(view))
        elif word == HINT:
            self.write(self.advice(view, rng))
        else:
            self.write(refusal(line, view))

    def advice(self, view: SeatView, rng: np.random.Generator) -> str:
        """The move of the adviser and, where it can give them, its reasons, in lines."""
        if self.adviser is None:
            return _("there is no machine to ask for advice in this game")
        with self.waiting() as progress:
            return advice(self.adviser, view, rng, progress)


def advice(
    adviser: Player, view: SeatView, rng: np.random.Generator, progress: Progress = quiet
) -> str:
    """The move of ``adviser`` and, where it can give them, its reasons, in lines.

    ``rng`` is left as it is, but for its number of children: advice must not change the deal.
    """
    # A generator of its own: asking for advice must not change the deal.
    own = rng.spawn(1)[0]
    if isinstance(adviser, BeliefPlayer):
        adviser.progress = progress
    choice = choice_of(adviser, view, own)
    turn = turn_of(choice, adviser, view, own)
    line, words = turn_notation(view, turn), turn_words(view, turn)
    move = line if words == line else f"{line} ({words})"
    return "\n  ".join([_("Advice: {move}").format(move=move), *choice.reasons])


def described(view: SeatView, action: int) -> str:
    """A move in notation and, where the game has them, in words."""
    text, words = view.action_text(action), view.action_words(action)
    return text if words == text else f"{text} ({words})"


def read_line(view: SeatView, line: str) -> list[str]:
    """The moves of a typed line, or the line itself, without capital letters; at least one.

    Raises
    ------
    BadInput
        with one sentence, where the game says why it cannot be
    """
    read = view.game.hook(rooms.read_line)
    moves = read(view.record[0], line) if read is not None else None
    if moves is None and (named := view.named(line)) is not None:
        moves = [view.action_text(named)]
    return [word.casefold() for word in moves or (line,)]


def prompt(view: SeatView) -> str:
    """The game's own question, else the legal moves, a long list shortened."""
    question = view.game.hook(rooms.question)
    if question is not None:
        return f"{question(view.record[0])} > "
    texts = listed([view.action_text(a) for a in view.legal])
    if len(view.legal) == 1:
        return _("{move} (Enter) > ").format(move=texts[0])
    more = " ..." if len(texts) > LISTED_MOVES else ""
    return f"{' '.join(texts[:LISTED_MOVES])}{more} > "


def refusal(line: str, view: SeatView) -> str:
    """One sentence that quotes what was typed, and says what is legal."""
    moves = moves_line([view.action_text(a) for a in view.legal])
    if not line:
        return _("Type one of: {moves} (? explains them)").format(moves=moves)
    return _("{text} is not a move here; possible are: {moves} (? explains them)").format(
        text=line, moves=moves
    )


def moves_line(texts: Sequence[str]) -> str:
    """The moves ``texts`` in a line; of very many the first, and how many there are more."""
    shown = listed(texts)
    if len(shown) <= LISTED_MOVES:
        return " ".join(shown)
    first = shown[:LISTED_MOVES]
    if first[-1] == _BETWEEN:  # the last of its row is not told
        first.pop()
    rest = len(texts) - 1 - texts.index(first[-1])
    return " ".join(first) + _(" and {n} more").format(n=rest)


def listed(texts: Sequence[str]) -> list[str]:
    """The different moves ``texts``; of many that count on, the first and the last.

    Examples
    --------
    >>> listed(["pass", *(f"bet{n}" for n in range(2, 41))])
    ['pass', 'bet2', '…', 'bet40']
    """
    found = list[str]()
    for (word, has_number), together in groupby(texts, key=_numbered):
        row = list(together)
        counted = False
        if has_number and len(row) >= _MANY:
            least = int(row[0][len(word) :])
            counted = row == [f"{word}{least + n}" for n in range(len(row))]
        found += [row[0], _BETWEEN, row[-1]] if counted else row
    return found


def _numbered(text: str) -> tuple[str, bool]:
    """``text`` without the number at its end, and whether it has one."""
    word = text.rstrip("0123456789")
    return word, word != text


def help_text(view: SeatView) -> str:
    """The legal moves in notation and words, as :func:`listed`, and what else can be typed."""
    words = {view.action_text(a): view.action_words(a) for a in view.legal}
    also = _("Also: hint (advice), undo, quit, ? (this list)")
    return "\n".join([_("Your moves:"), moves_help(words), also])


def moves_help(words: Mapping[str, str]) -> str:
    """Moves below each other, each in notation and in ``words``, which are by notation.

    Examples
    --------
    >>> print(moves_help({"p": "pass", "b": "bet"}))
      p            pass
      b            bet
    """
    lines = []
    for text in listed(list(words)):
        said = words.get(text, text)
        lines.append(f"  {text}" if said == text else f"  {text:12} {said}")
    return "\n".join(lines)
