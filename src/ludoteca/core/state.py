"""A position of any game, for people and programs: checked moves, branching, history, views.

One class for all games: options, one record, and the moves that led to it. The fast way is the
kernel over arrays of records (:mod:`ludoteca.core.kernel`); this is the pleasant one above it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.errors import IllegalMove
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR, TERMINAL
from ludoteca.core.options import Options, Value
from ludoteca.core.view import EARLIER, Memory, Past, SeatView, Token

if TYPE_CHECKING:
    from ludoteca.core.game import Game

_SHOWN_MOVES = 24


class Move(NamedTuple):
    """A move of the full history: who made it (a seat or ``CHANCE``) and its id."""

    actor: int
    action: int


class State:
    """A position of ``game`` with ``options``, reached from ``standing`` by ``moves``.

    Attributes
    ----------
    record : records [1]
        The kernel's record.
    standing : records [1]
        The score before this deal.
    moves
        List of :class:`Move`, chance included.
    earlier
        The ends of the deals of the match before this one, as far as they are known.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        standing: NDArray[np.void],
        record: NDArray[np.void],
        moves: list[Move],
        seen: dict[int, list[Token]],
        earlier: Sequence[State] = (),
    ) -> None:
        self.game = game
        self.options = options
        self.standing = standing
        self.record = record
        self.moves = moves
        self.earlier = earlier
        self._seen = seen
        self._legal: tuple[bytes, tuple[int, ...]] = (b"", ())
        self._past: Past | None = None

    @classmethod
    def initial(
        cls,
        game: Game,
        options: Mapping[str, Value | bool] | None = None,
        standing: NDArray[np.void] | None = None,
        earlier: Sequence[State] = (),
    ) -> State:
        """The position before a deal, ``earlier`` ones of a match being over.

        A given ``standing`` is copied.
        """
        complete = game.options(options)
        before = game.standing_layout.empty() if standing is None else standing.copy()
        record = game.state_layout.empty()
        calls.init(record, 0, game.schema.compile(complete), before)
        viewers = [SPECTATOR, *range(game.num_players(complete))]
        seen: dict[int, list[Token]] = {viewer: [] for viewer in viewers}
        return cls(game, complete, before, record, [], seen, earlier)

    # -- whose turn, and what may be done ------------------------------------------------------

    @property
    def num_players(self) -> int:
        """Seats at this table."""
        return self.game.num_players(self.options)

    def current_player(self) -> int:
        """The seat to move, ``CHANCE`` or ``TERMINAL``."""
        return int(calls.current_player(self.record, 0))

    def is_terminal(self) -> bool:
        """True when the deal is over."""
        return self.current_player() == TERMINAL

    def is_chance(self) -> bool:
        """True when chance moves next."""
        return self.current_player() == CHANCE

    def legal_actions(self) -> list[int]:
        """Ids of the legal moves, ascending; empty at chance moves and at the end."""
        return list(self._legal_now())

    def _legal_now(self) -> tuple[int, ...]:
        """The legal moves, found once for a position: views and checks ask again and again."""
        position = self.record.tobytes()
        if self._legal[0] != position:
            legal: tuple[int, ...] = ()
            if self.current_player() >= 0:
                ids, _prob = self.game.buffers()
                count = calls.legal_actions(self.record, 0, ids)
                legal = tuple(ids[:count].tolist())
            self._legal = position, legal
        return self._legal[1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Ids and probabilities of the coming chance move; empty where there is none."""
        if not self.is_chance():
            return []
        ids, prob = self.game.buffers()
        count = calls.chance_outcomes(self.record, 0, ids, prob)
        return [(int(a), float(p)) for a, p in zip(ids[:count], prob[:count], strict=True)]

    def sample_chance(self, rng: np.random.Generator) -> int:
        """An id of the coming chance move, drawn with its probability."""
        ids, prob = self.game.buffers()
        return int(calls.sample_chance(self.record, 0, rng, ids, prob))

    def possible_actions(self) -> list[int]:
        """Ids of the legal moves, or of the outcomes of chance."""
        return self.legal_actions() or [a for a, _p in self.chance_outcomes()]

    def recorded_actions(self) -> list[int]:
        """Ids that a record may hold next: the possible ones and a forfeit of the seat to move."""
        forfeit = self.game.forfeit
        given_up = [] if forfeit is None or self.current_player() < 0 else [forfeit]
        return self.possible_actions() + given_up

    def why_illegal(self, action: int) -> str | None:
        """A sentence that says why ``action`` cannot happen now and what can; None where it can."""
        possible = self.possible_actions()
        if action in possible:
            return None
        if not possible:
            return _("the deal is over: no move can be made")
        return _("{action} is not a move here; possible are: {moves}").format(
            action=action, moves=self.list_moves(possible)
        )

    # -- moves ----------------------------------------------------------------------------------

    def apply(self, action: int) -> None:
        """Make a move, or a chance move, in place.

        Raises
        ------
        IllegalMove
            With the reason; the position stays as it is.
        """
        reason = self.why_illegal(action)
        if reason is not None:
            raise IllegalMove(reason)
        self.apply_unchecked(action)

    def apply_unchecked(self, action: int) -> None:
        """Make a move that is known to be possible: a wrong id corrupts the position."""
        actor = self.current_player()
        for viewer, tokens in self._seen.items():
            tokens.append(Token(actor, int(calls.observed_action(self.record, 0, action, viewer))))
        calls.apply_action(self.record, 0, action)
        self.moves.append(Move(actor, int(action)))

    def forfeit(self) -> bool:
        """The seat to move gives the deal up; False where the game has no such move.

        Its player failed: nobody may choose this, so it is not among the legal actions.
        """
        forfeit = self.game.forfeit
        if forfeit is None or self.current_player() < 0:
            return False
        self.apply_unchecked(forfeit)
        return True

    def clone(self) -> State:
        """An independent copy."""
        seen = {viewer: list(tokens) for viewer, tokens in self._seen.items()}
        known = (self.record.copy(), list(self.moves), seen, self.earlier)
        copy = State(self.game, self.options, self.standing, *known)
        copy._legal = self._legal
        copy._past = None if self._past is None else self._past.copy()
        return copy

    def child(self, action: int) -> State:
        """The position after ``action``; this one is unchanged."""
        after = self.clone()
        after.apply(action)
        return after

    def returns(self) -> list[float]:
        """Points of the finished deal by seat."""
        out = np.zeros(self.num_players)
        calls.returns(self.record, 0, out)
        return [float(x) for x in out]

    # -- text -----------------------------------------------------------------------------------

    def action_text(self, action: int) -> str:
        """The move in the game's notation."""
        return str(self.game.action_text(self.record[0], action))

    def list_moves(self, actions: list[int]) -> str:
        """The moves in notation, a long list shortened."""
        shown = [self.action_text(a) for a in actions[:_SHOWN_MOVES]]
        rest = len(actions) - len(shown)
        return " ".join(shown) + (_(" and {n} more").format(n=rest) if rest else "")

    def parse(self, text: str, among: list[int] | None = None) -> int:
        """The possible move or chance outcome that ``text`` names, in any case of letters.

        With ``among``, one of these.

        Raises
        ------
        IllegalMove
            With the moves that are possible, where ``text`` names none of them.
        """
        possible = self.possible_actions() if among is None else among
        write, s = self.game.action_text, self.record[0]
        names = {write(s, a): a for a in possible}
        wanted = text.strip()
        if wanted in names:
            return names[wanted]
        folded = [a for name, a in names.items() if name.casefold() == wanted.casefold()]
        if len(folded) == 1:
            return folded[0]
        if not possible:
            raise IllegalMove(_("the deal is over: no move can be made"))
        raise IllegalMove(
            _("{text} is not a move here; possible are: {moves}").format(
                text=wanted or _("nothing"), moves=self.list_moves(possible)
            )
        )

    def play(self, line: str) -> State:
        """Make the moves that ``line`` names, chance included, in notation, and return the state.

        Words stand between blanks. Raises :class:`IllegalMove` at the first that is not possible.
        """
        for text in line.split():
            self.apply(self.parse(text))
        return self

    # -- who sees what --------------------------------------------------------------------------

    def view(self, seat: int, remembering: int = Memory.NOTHING) -> SeatView:
        """All that ``seat`` (or ``SPECTATOR``) may know of this position.

        With ``remembering``, also what it saw before each move of the deal, or of the match.
        """
        current = self.current_player()
        return SeatView(
            game=self.game,
            options=self.options,
            seat=seat,
            record=observe(self.record, self.game.masks(self.options)[seat]),
            tokens=tuple(self._seen[seat]),
            current_player=current,
            legal=self._legal_now() if current == seat else (),
            past=self._seen_before(seat) if remembering else None,
            standing=self.standing,
            earlier=tuple(deal.view(seat, Memory.DEAL) for deal in self.earlier[-EARLIER:])
            if remembering >= Memory.MATCH
            else (),
        )

    def _seen_before(self, seat: int) -> Past:
        """The view of ``seat`` before each move and after the last one.

        The moves are played again, but for those for which somebody has asked before.
        """
        if self._past is None:
            self._past = Past(State.initial(self.game, self.options, self.standing).record)
        record = self._past[-1]
        for move in self.moves[len(self._past) - 1 :]:
            calls.apply_action(record, 0, move.action)
            self._past.append(record)
        return self._past.seen(self.game.masks(self.options)[seat])

    def tokens(self, seat: int) -> list[Token]:
        """The moves of the deal as ``seat`` saw them: its information state."""
        return list(self._seen[seat])

    def newest_tokens(self) -> dict[int, int]:
        """The last move as each viewer saw it; there must be one."""
        return {viewer: tokens[-1].token for viewer, tokens in self._seen.items()}

    def information_state_string(self, seat: int) -> str:
        """The information state of ``seat`` as one line of text."""
        return information_state_string(self._seen[seat])


def information_state_string(tokens: list[Token]) -> str:
    """``actor:token`` for every move seen, ``c`` for chance and ``?`` for a hidden token."""
    return " ".join(
        f"{'c' if t.actor == CHANCE else t.actor}:{'?' if t.token == HIDDEN else t.token}"
        for t in tokens
    )


def seen_alone(game: Game, options: Options, record: NDArray[np.void], seat: int) -> SeatView:
    """The view of ``seat``, whose move it is, of a position without the moves that led there.

    ``record`` is records [1], whole or as the seat sees it.
    """
    ids, _prob = game.buffers()
    legal = tuple(ids[: calls.legal_actions(record, 0, ids)].tolist())
    return SeatView(
        game, options, seat, observe(record, game.masks(options)[seat]), (), seat, legal
    )


def observe(record: NDArray[np.void], mask: NDArray[np.uint8]) -> NDArray[np.void]:
    """A copy of ``record``, records [n], with every byte zeroed that ``mask`` does not show.

    ``mask`` is uint8 [bytes of a record], 255 where the byte is seen
    (:meth:`ludoteca.core.layout.Layout.mask`).
    """
    bytes_of_each = record.view(np.uint8).reshape(len(record), -1)
    return (bytes_of_each & mask).view(record.dtype).reshape(-1)
