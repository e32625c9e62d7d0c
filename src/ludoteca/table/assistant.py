"""The assistant: a real game followed from one seat, by lines that somebody types.

A line has one or several events, separated by ``;``, each with or without the seat that it is
about: ``east: takes 9S; throws 4D``. An event is a move in the game's notation, in its words, or as
its ``read_event`` takes it; several moves may stand in one (``KS 4H 4D``). What the seat cannot see
is passed over by itself; what nobody noted is ``?``. A line is entered whole or not at all.

Who follows the game sits at the south. The words for seats of all four languages are understood at
any time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, fold, ngettext
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.match import parse_standing, standing_text
from ludoteca.core.moves import read
from ludoteca.core.options import Options, whole
from ludoteca.core.player_names import seat_called, seat_names
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.record import UNSEEN, GameRecord
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import Advice, advise, advised, reads_past
from ludoteca.players.advice.averages import averaged
from ludoteca.players.human import moves_line, read_line
from ludoteca.table.deal import Rules
from ludoteca.table.followed import (
    UNNOTED,
    FollowedDeal,
    Opening,
    Possible,
    read_unnoted,
)

_SELF = "me i you south eu voce sul yo tu sur mina sina etela"
_RIGHT = "right east direita leste derecha este oikea ita"
_LEFT = "left west esquerda oeste izquierda vasen lansi"
_ACROSS = "partner across north parceiro parceira norte companero companera pareja pari pohjoinen"
_OTHER = "other opponent rival they adversario adversaria outro outra otro otra vastustaja toinen"


def seat_words(game: Game, options: Options, seat: int) -> dict[str, int]:
    """The seat that each word means to ``seat``; words are as :func:`~ludoteca.core.i18n.fold`."""
    seats = game.num_players(options)
    words = dict.fromkeys(_SELF.split(), seat)
    right = 1 if game.hook(rooms.COUNTER_CLOCKWISE) else seats - 1
    if seats == 2:
        for word in (*_OTHER.split(), *_ACROSS.split()):
            words[word] = 1 - seat
    if seats > 2:
        words |= dict.fromkeys(_RIGHT.split(), (seat + right) % seats)
        words |= dict.fromkeys(_LEFT.split(), (seat - right) % seats)
    if seats == 4:
        words |= dict.fromkeys(_ACROSS.split(), (seat + 2) % seats)
    return words | {f"p{other + 1}": other for other in range(seats)}


def seat_titles(game: Game, options: Options, seat: int) -> list[str]:
    """The name of each seat for the one in ``seat``, in the language in use."""
    seats = game.num_players(options)
    right = 1 if game.hook(rooms.COUNTER_CLOCKWISE) else seats - 1
    titles = [_("Player {n}").format(n=other + 1) for other in range(seats)]
    if seats == 2:
        titles[1 - seat] = _("Other")
    if seats > 2:
        titles[(seat + right) % seats] = _("Right")
        titles[(seat - right) % seats] = _("Left")
    if seats == 4:
        partners = any({seat, (seat + 2) % 4} <= set(side) for side in game.teams(options))
        titles[(seat + 2) % 4] = _("Partner") if partners else _("Across")
    titles[seat] = _("You")
    return titles


_VIEWS = 4  #: views over which advice is averaged where something was not noted
_COMES = {
    "shows", "gets", "draws", "mostra", "recebe", "compra",
    "muestra", "recibe", "roba", "nayttaa", "saa", "nostaa",
}  # fmt: skip
"""Words that may stand before a card that comes, in any language: gets 7H."""

_VERBS = _COMES | {
    "plays", "throws", "lays", "says", "joga", "baixa", "diz",
    "juega", "tira", "dice", "pelaa", "lyo", "sanoo",
}  # fmt: skip
"""Words that may stand before a move, in any language: plays 7H."""

_BETWEEN = re.compile(r"[\s,]+")
_HEAD = re.compile(r"[^\W\d]\w*=[-\d,]+")  #: a word of it


@dataclass(frozen=True)
class FollowedLook:
    """All that is shown of a game that is followed, in the language in use.

    Attributes
    ----------
    record : the text that is kept of it
    told : what happened in the last line, a sentence each; ``refused`` where it could not be
    wanted, possible : what is entered next, in words and in detail
    unseen : the cards that the seat cannot place, and how many there are of each
    views : equally likely views of the seat, one where everything was noted
    """

    record: str
    table: str
    wanted: str
    possible: tuple[Possible, ...]
    unseen: tuple[tuple[str, int], ...]
    guessed: str
    views: tuple[SeatView, ...]
    own_turn: bool
    over: bool
    told: tuple[str, ...] = ()
    refused: str = ""


class Assistant:
    """A game that is followed; its deals come one after the other.

    Parameters
    ----------
    seat : from which the game is followed
    standing : array of length 1, the score before the deal
    position : the text of the position in which the deal begins, "" for its first move
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seat: int,
        standing: NDArray[np.void] | None = None,
        position: str = "",
    ) -> None:
        self.game = game
        self.options = options
        self.seat = seat
        self.position = position
        before = game.standing_layout.empty() if standing is None else standing
        opening = opening_of(game, options, position) if position else None
        self.deal = FollowedDeal(Rules(game, options), seat, before, opening)
        self._lines: list[int] = []  #: events before each line
        self._earlier: list[tuple[FollowedDeal, str, list[int]]] = []
        self._pass_over()

    @classmethod
    def from_position(
        cls,
        game: Game,
        options: Options,
        text: str,
        standing: NDArray[np.void] | None = None,
    ) -> Assistant:
        """Begin in a position that somebody typed; raises ``BadInput`` where it cannot be.

        A game may read it by itself (``read_position``). In all others it is what the seat saw of
        the deal: its seat and the score before the deal, where they are not the first and none, as
        a record writes them, and what happened since, with ``;`` between: ``seat=2 score=30,35;
        RRCA; paso; envido 2``.
        """
        read = game.hook(rooms.read_position)
        if read is not None:
            drawn = game.state_layout.empty()[0]
            place = read(text, options, np.random.default_rng(0), drawn)
            return cls(game, options, place, standing, text)
        head, _semicolon, rest = text.partition(";")
        seat = 1
        words = head.split()
        if words and all(map(_HEAD.fullmatch, words)):
            if words[0].startswith("seat="):
                wanted = whole("seat", 1, game.num_players(options), 1, "")
                seat = wanted.parse(words.pop(0).removeprefix("seat="))
            if words:
                standing = parse_standing(game, " ".join(words))
            text = rest
        made = cls(game, options, seat - 1, standing)
        if text.strip():
            made.enter(text)
        return made

    @classmethod
    def from_record(cls, record: GameRecord) -> Assistant:
        """Go on with what was kept; raises ``BadInput`` where it is no deal seen from a seat."""
        record.check_version()
        if record.seen_by is None or record.seen_by < 0:
            raise BadInput(_("the record is not of what one seat saw: it has no line 'seen-by: N'"))
        standing = parse_standing(record.game, record.standing)
        made = cls(record.game, record.options, record.seen_by, standing, record.position)
        made.deal.cut(0)
        for number, (actor, text) in enumerate(record.moves, 1):
            try:
                if made.deal.actor != actor:
                    raise BadInput(_("the record contradicts itself: no deal fits what it shows"))
                made._enter_noted(text)
            except BadInput as error:
                raise BadInput(_("move {n}: {reason}").format(n=number, reason=error)) from None
        made._lines = [n for n, event in enumerate(made.deal.events) if event.actor >= 0]
        made._pass_over()
        return made

    def clone(self) -> Assistant:
        """An independent copy."""
        other = copy(self)
        other.deal = self.deal.clone()
        other._lines, other._earlier = list(self._lines), list(self._earlier)
        return other

    def record(self) -> GameRecord:
        """The present deal, as it is kept."""
        return GameRecord(
            game=self.game,
            options=self.options,
            standing=standing_text(self.deal.standing),
            moves=self.deal.moves(),
            seen_by=self.seat,
            rules_version=self.game.info.rules_version,
            position=self.position,
        )

    @contextmanager
    def named(self) -> Iterator[None]:
        """Name the seats in this block as the person who follows the game sees them."""
        with seat_names(seat_titles(self.game, self.options, self.seat)):
            yield

    # -- what is asked for ----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """True when the deal is over."""
        return self.deal.actor == TERMINAL

    @property
    def entered(self) -> bool:
        """True where something was entered or given that would be lost."""
        noted = any(text != UNSEEN for _actor, text in self.deal.moves())
        return noted or bool(self._earlier) or bool(self.position)

    @property
    def own_turn(self) -> bool:
        """True where the seat itself decides."""
        return self.deal.actor == self.seat

    def wanted(self) -> str:
        """Say in a few words what is entered next."""
        with self.named():
            if self.over:
                return _("the deal is over: next, or quit")
            if self.deal.actor == CHANCE:
                words = self.game.hook(rooms.chance_words)
                named = words(self.deal.record[0], self.seat) if words else ""
                return named or _("what is dealt or shown")
            if self.own_turn:
                return _("your move")
            return _("{player} moves").format(player=seat_called(self.deal.actor))

    def possible(self) -> list[Possible]:
        """List what may be entered next, as far as a look at some worlds finds it."""
        with self.named():
            return self.deal.possible()

    def table_text(self) -> str:
        """The table as the seat sees it."""
        with self.named():
            return str(self.game.notation.table_text(self.deal.record[0], self.seat))

    def unseen(self) -> tuple[tuple[str, int], ...]:
        """The cards that the seat cannot place, with their numbers; none where the game says none.

        What was not noted counts as it is guessed.
        """
        unseen = self.game.hook(rooms.unseen_cards)
        return tuple(unseen(self.deal.record[0], self.seat)) if unseen else ()

    def look(self, told: Sequence[str] = (), refused: str = "") -> FollowedLook:
        """All that is shown now, after a line that added ``told`` or was ``refused``."""
        return FollowedLook(
            record=self.record().to_text(),
            table=self.table_text(),
            wanted=self.wanted(),
            possible=() if self.over else tuple(self.possible()),
            unseen=self.unseen(),
            guessed=self.guessed(),
            views=tuple(self.deal.views(_VIEWS, reads_past(self.game))),
            own_turn=self.own_turn,
            over=self.over,
            told=tuple(told),
            refused=refused,
        )

    # -- what is entered ------------------------------------------------------------------------

    def enter(self, line: str) -> list[str]:
        """Add what a line tells; returns what happened, a sentence each.

        Raises ``BadInput`` where one of its events cannot be; then nothing of it is added.
        """
        if self.over:
            raise BadInput(_("the deal is over: no move can be made"))
        before = len(self.deal.events)
        clauses = [clause for clause in line.split(";") if clause.strip()]
        if not clauses:
            clauses = [self._only_text()]
        try:
            with self.named():
                for clause in clauses:
                    self._enter_clause(clause.strip())
        except BadInput:
            self.deal.cut(before)
            raise
        self._lines.append(before)
        return self._told(before)

    def undo(self) -> None:
        """Take the last line back; raises ``BadInput`` where there is none."""
        if self._lines:
            self.deal.cut(self._lines.pop())
        elif self._earlier:
            self.deal, self.position, self._lines = self._earlier.pop()
        else:
            raise BadInput(_("there is nothing to take back"))

    def next_deal(self, standing: str = "") -> None:
        """Begin the next deal, from the score that the last one gave or from ``standing``.

        Raises ``BadInput`` where the last one is not over, or the match is.
        """
        if not self.over:
            raise BadInput(_("the deal is not finished"))
        after = self._standing_after()
        if standing:
            _overlay(self.game, after, standing)
        elif any((self._standing_after() != after).any() for _world in range(_WORLDS)):
            raise BadInput(
                _("the score depends on cards that you did not see: say it, as in: next 120 95")
            )
        self._earlier.append((self.deal, self.position, self._lines))
        self.position = ""
        self.deal = FollowedDeal(Rules(self.game, self.options), self.seat, after)
        self._lines = []
        self._pass_over()

    def _standing_after(self) -> NDArray[np.void]:
        """The standing after the deal in a world that fits; raises ``BadInput`` after the match."""
        after = self.deal.standing.copy()
        if calls.next_standing(self.deal.a_world(), 0, after):
            raise BadInput(_("the match is over"))
        return after

    def _only_text(self) -> str:
        """The text of the only thing that can be next; raises ``BadInput`` where there are more."""
        found = self.deal.possible()
        if len(found) != 1:
            raise BadInput(self._refusal("", found))
        return found[0].text

    def _enter_clause(self, clause: str) -> None:
        seat, text = self._addressed(clause)
        if self.over:
            raise BadInput(_("the deal is over: no move can be made"))
        if seat is not None and self.deal.actor >= 0 and seat != self.deal.actor:
            raise BadInput(
                _("the next to move is {player}, not {other}").format(
                    player=seat_called(self.deal.actor), other=seat_called(seat)
                )
            )
        if seat not in (None, self.seat) and self.deal.is_own_chance():
            raise BadInput(self._first_comes())
        if not text:
            raise BadInput(_("after the seat comes what it does: {line}").format(line=clause))
        self._enter_event(text)
        self._pass_over()

    def _addressed(self, clause: str) -> tuple[int | None, str]:
        """The seat that a clause names, None for none, and the rest of it."""
        word, _space, rest = clause.partition(" ")
        known = seat_words(self.game, self.options, self.seat)
        seat = known.get(fold(word.rstrip(":,")))
        return (None, clause) if seat is None else (seat, rest.strip())

    def _enter_event(self, text: str) -> None:
        """Add what ``text`` says, one or several moves."""
        if text == UNSEEN:
            self.deal.enter(self.deal.unseen_token())
            return
        if text.startswith(UNNOTED):
            self.deal.enter(read_unnoted(text))
            return
        if self.own_turn and self._enter_own(text):
            return
        actor = self.deal.actor
        if self._enter_read(text):
            return
        words = [word for word in _BETWEEN.split(text) if word]
        if len(words) > 1 and self._enter_read(words[0]):
            for word in words[1:]:
                self._pass_over()
                if not self.deal.is_own_chance():
                    self._go_on(actor, text)
                self._enter_event(word)
            return
        verb, _space, rest = text.partition(" ")
        verbs = _COMES if actor == CHANCE else _VERBS
        if not rest or fold(verb) not in verbs or not self._enter_read(rest):
            raise BadInput(self._refusal(text, self.deal.possible()))

    def _enter_noted(self, text: str) -> None:
        """Add an event of a record; a typed line may mean more than one move of the seat itself."""
        if self.own_turn:
            self.deal.enter(next((p.token for p in self.deal.possible() if p.text == text), None))
        else:
            self._enter_event(text)

    def _enter_read(self, text: str) -> bool:
        """Add what the game or its notation reads in ``text``; False where that is nothing."""
        read = self.game.hook(rooms.read_event)
        tokens = read(self.deal.record[0], self.deal.actor, text) if read else None
        if tokens is None:
            named = _match(self.deal.possible(), text)
            tokens = None if named is None else [named.token]
        actor = self.deal.actor
        for number, token in enumerate(tokens or ()):
            if number:
                self._go_on(actor, text)
            self.deal.enter(token)
        return tokens is not None

    def _go_on(self, actor: int, text: str) -> None:
        """Pass over what is not seen; raises ``BadInput`` where ``actor`` does not go on then."""
        self._pass_over()
        if self.deal.actor != actor:
            if self.deal.is_own_chance():
                raise BadInput(self._first_comes())
            raise BadInput(
                _("{text} is more than can come here in one event").format(text=text)
            )  # fmt: skip

    def _first_comes(self) -> str:
        return _("first comes {what}").format(what=self.wanted())

    def _enter_own(self, text: str) -> bool:
        """Make the seat's own moves that ``text`` stands for; False where it is none as a line."""
        view = self.deal.view(remembering=False)
        moves = {view.action_text(action).casefold(): action for action in view.legal}
        try:
            texts = read_line(view, text)
        except BadInput:
            if self.game.hook(rooms.read_event) is None:
                raise
            return False  # it may be said as of another seat
        if texts[0] not in moves:
            return False
        for written in texts:
            view = self.deal.view(remembering=False)
            moves = {view.action_text(action).casefold(): action for action in view.legal}
            if written not in moves:
                raise BadInput(self._refusal(written, self.deal.possible()))
            self.deal.enter(moves[written])
        return True

    def _pass_over(self) -> None:
        """Pass over moves of which the seat sees nothing."""
        while (unseen := self.deal.unseen_token()) is not None:
            self.deal.enter(unseen)

    def _told(self, before: int) -> list[str]:
        """The events after the first ``before``, consecutive moves of one seat together."""
        told: list[tuple[int, list[str]]] = []
        for number, event in enumerate(self.deal.events[before:], before):
            words = self.deal.words(number) if event.noted else _("not noted")
            if words and told and told[-1][0] == event.actor:
                told[-1][1].append(words)
            elif words:
                told.append((event.actor, [words]))
        with self.named():
            return [
                (f"{seat_called(actor)}: " if actor >= 0 else "") + ", ".join(said)
                for actor, said in told
            ]

    def _refusal(self, text: str, found: list[Possible]) -> str:
        moves = moves_line([event.text for event in found])
        if not text:
            return _("Type one of: {moves}").format(moves=moves)
        return _("{text} is not what can come here; possible are: {moves}").format(
            text=text, moves=moves
        )

    # -- what it is worth -----------------------------------------------------------------------

    def advice(self, by: str | None, seed: int, progress: Progress = quiet) -> Advice:
        """The odds and, at the seat's own turn, the best move, its reasons, and the others' worth.

        Where something was not noted, averages over several guesses of it; ``progress`` gets the
        worlds that are done of each.
        """
        views = self.deal.views(_VIEWS)
        told = [advised(view, by, seed, progress=progress) for view in views]
        return averaged(views[0], told)

    def odds(self, seed: int) -> Advice:
        """The odds of the position alone."""
        views = [replace(view, legal=()) for view in self.deal.views(_VIEWS)]
        return averaged(views[0], [advise(view, seed) for view in views])

    def guessed(self) -> str:
        """A sentence about what was not noted, "" where all was."""
        n = self.deal.guesses + self.position.count(UNSEEN)
        if not n:
            return ""
        return ngettext(
            "{n} card or move was not noted: the table shows a guess, and the numbers are means "
            "over several.",
            "{n} cards or moves were not noted: the table shows a guess, and the numbers are means "
            "over several.",
            n,
        ).format(n=n)


_WORLDS = 16  #: in which it is tried whether the score is the same


def _overlay(game: Game, standing: NDArray[np.void], text: str) -> None:
    """Write a typed score into ``standing``: numbers of the field ``MATCH``, or ``name=value``."""
    numbers = _BETWEEN.split(text.strip())
    if game.match_field and all(re.fullmatch(r"-?\d{1,9}", number) for number in numbers):
        text = f"{game.match_field}={','.join(numbers)}"
    typed = parse_standing(game, text)
    for part in text.split():
        name = part.partition("=")[0]
        standing[name] = typed[name]


def one_line(position: str) -> str:
    """A typed position in one line, as a record keeps it."""
    return "; ".join(part.strip() for part in position.splitlines() if part.strip())


def opening_of(game: Game, options: Options, position: str) -> Opening:
    """A function that draws the view of a typed position; raises ``BadInput`` where none can."""
    read = game.hook(rooms.read_position)
    if read is None:
        raise BadInput(
            _("{game} reads no typed position: give a record, or enter the deal from its start")
            .format(game=game.name)
        )  # fmt: skip

    def draw(rng: np.random.Generator) -> NDArray[np.void]:
        record = game.state_layout.empty()
        read(position, options, rng, record[0])
        return record

    return draw


def _match(found: list[Possible], text: str) -> Possible | None:
    """The one of ``found`` that ``text`` names, in notation or in words; None for none."""
    return read(((event, event.names) for event in found), text)
