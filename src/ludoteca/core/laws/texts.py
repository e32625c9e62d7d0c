"""The law that every text is there, for every viewer and in every language."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core import calls, rooms
from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR, TERMINAL
from ludoteca.core.laws.deals import demand, masked, random_deal
from ludoteca.core.options import Options
from ludoteca.core.state import State
from ludoteca.core.view import SeatView

_IN_ALL = 60  #: positions


def texts_answer_for_every_viewer(game: Game, options: Options, seed: int) -> None:
    """Every text of the game is made from what its viewer sees, in every language.

    In all languages at the first positions; from then on in one after the other, as deals are long.
    """
    for n, (state, action) in enumerate(random_deal(game, options, seed)):
        for language in LANGUAGES if n < _IN_ALL else [LANGUAGES[n % len(LANGUAGES)]]:
            with speaking(language):
                for name, text in _texts(state, action):
                    demand(isinstance(text, str), f"{name} gives {text!r}, no text")


def _texts(state: State, action: int) -> Iterator[tuple[str, object]]:
    """The texts of a position and of the ``action`` about to be made in it, with their names."""
    game, notation = state.game, state.game.notation
    question, standing_words = game.hook(rooms.question), game.hook(rooms.standing_words)
    chance_line = game.hook(rooms.chance_line)
    for viewer in (SPECTATOR, *range(state.num_players)):
        view = state.view(viewer)
        yield "table_text", notation.table_text(view.record[0], viewer)
        for legal in view.legal:
            yield "action_words", view.action_words(legal)
        if question is not None and viewer == state.current_player():
            yield "question", question(view.record[0])
        if chance_line is not None:
            yield "chance_line", chance_line(view) or ""
        yield from _cards(view)
        if action != TERMINAL:
            yield from _texts_of_a_move(state, action, viewer)
    if standing_words is not None:
        yield "standing_words", standing_words(state.standing[0])
        if action == TERMINAL:
            after = state.standing.copy()
            calls.next_standing(state.record, 0, after)
            yield "standing_words", standing_words(after[0])


def _cards(view: SeatView) -> Iterator[tuple[str, object]]:
    """The texts of the cards that the page draws."""
    cards_at, on_table = view.game.hook(rooms.cards_at), view.game.hook(rooms.cards_on_table)
    deck = view.game.hook(rooms.DECK) or "french"
    demand(deck in ("french", "spanish"), f"DECK is french or spanish, not {deck!r}")
    if cards_at is not None:
        for seat in range(view.num_players):
            yield from (("cards_at", text) for text in cards_at(view.record[0], seat))
    if on_table is not None:
        for card in on_table(view.record[0]):
            text, seat = card if isinstance(card, tuple) else (card, 0)
            demand(seat in range(view.num_players), f"cards_on_table gives {seat!r}, no seat")
            yield "cards_on_table", text


def _texts_of_a_move(state: State, action: int, viewer: int) -> Iterator[tuple[str, object]]:
    """A move that is made, as ``viewer`` is told of it."""
    game = state.game
    token = int(calls.observed_action(state.record, 0, action, viewer))
    seen = masked(state, viewer)[0]
    if token == action:
        yield "action_text", game.action_text(seen, action)
        yield "action_words", game.action_words(seen, action)
        speaker = game.hook(rooms.speaker)
        if speaker is not None and state.is_chance():
            said_by = speaker(seen, action)
            seats = (CHANCE, *range(state.num_players))
            demand(said_by in seats, f"speaker gives {said_by!r}, neither a seat nor CHANCE")
    elif token != HIDDEN:
        for hook in (rooms.token_text, rooms.token_words):
            tell = game.hook(hook)
            if tell is not None:
                yield hook.name, tell(seen, token)
