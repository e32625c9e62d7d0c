"""A game that is followed at the terminal: the commands typed, what they show, what is kept."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoteca.cli import signals
from ludoteca.cli.advise import advice_lines, odds_lines
from ludoteca.cli.console import ShownProgress, stdout
from ludoteca.cli.errors import Stopped
from ludoteca.cli.flags import chosen_options, given_or_new
from ludoteca.cli.terminal import saved_games
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, fold
from ludoteca.core.match import parse_standing
from ludoteca.core.record import record_of
from ludoteca.players.human import QUIT, moves_help
from ludoteca.table.assistant import Assistant, one_line

COMMAND = "assist"

_HELP = {"help", "?help", "ajuda", "ayuda", "apua", "h"}
_UNDO = {"undo", "u", "desfazer", "deshacer", "kumoa"}
_ODDS = {"odds", "chances", "probabilidades", "todennakoisyydet"}
_BEST = {"best", "b", "melhor", "mejor", "paras"}
_TABLE = {"table", "mesa", "poyta"}
_UNSEEN = {"unseen", "desconhecidas", "desconocidas", "tuntemattomat"}
_NEXT = {"next", "proxima", "siguiente", "seuraava"}
_QUIT = {*QUIT, "sair", "salir", "lopeta"}


class Session:
    """A game followed at a terminal; raises ``BadInput`` where it cannot begin."""

    def __init__(self, game: Game, given: dict[str, Any]) -> None:
        self.game = game
        self.by: str | None = given["by"]
        self.seed = given_or_new(given["seed"])
        self.start = Path(given["start"]) if given["start"] else None
        self.keep = Path(given["keep"]) if given["keep"] else None
        self._offered: list[str] = []
        if self.start is not None:
            self.assistant = Assistant.from_record(record_of(game, self.start))
        else:
            self.assistant = _begun(game, given)
        if self.by is not None:
            from ludoteca.players import make_player

            make_player(game, self.by)

    def run(self) -> None:
        """Read lines until the person leaves; what was entered is kept however it ends."""
        from ludoteca.workers.threads import cores, use_threads

        use_threads(cores())
        self._say(
            _("Enter what happens, one event or several with ; between them (help says how).")
        )
        self._show()
        self._offer_completion()
        try:
            while True:
                with signals.closed_terminal_is_a_hangup():
                    line = input(f"{self.assistant.wanted()} > ")
                if fold(line) in _QUIT:
                    break
                try:
                    self._obey(line.strip())
                except BadInput as refused:
                    self._say(str(refused))
        except EOFError:
            with suppress(OSError):
                stdout().print()
        except KeyboardInterrupt:
            raise Stopped(self._kept()) from None
        self._say(self._kept())

    def _obey(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        asked = fold(word)
        if fold(line) in _HELP:
            self._help()
        elif fold(line) in _UNDO:
            self.assistant.undo()
            self._show()
        elif fold(line) in _ODDS:
            self._odds()
        elif fold(line) in _BEST:
            self._best()
        elif fold(line) in _TABLE:
            self._say(self.assistant.table_text())
        elif fold(line) in _UNSEEN:
            cards = [f"{card} x {n}" if n > 1 else card for card, n in self.assistant.unseen()]
            self._say(" ".join(cards) or _("this game does not list the cards that are not seen"))
        elif asked in _NEXT:
            self.assistant.next_deal(rest.strip())
            self._show()
        else:
            for told in self.assistant.enter(line):
                self._say(f"  {told}")
            if self.assistant.own_turn or self.assistant.over:
                self._show()

    def _offer_completion(self) -> None:
        """Let the Tab key list what may come, where the terminal can."""
        try:
            import readline
        except ImportError:  # as on Windows
            return
        readline.set_completer(self._completion)
        readline.set_completer_delims(" ;,")
        readline.parse_and_bind("tab: complete")

    def _completion(self, begun: str, number: int) -> str | None:
        if number == 0:
            wanted = fold(begun)
            texts = (event.text for event in self.assistant.possible())
            self._offered = [text for text in texts if fold(text).startswith(wanted)]
        return self._offered[number] if number < len(self._offered) else None

    # -- what is shown --------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        with signals.closed_terminal_is_a_hangup():
            stdout().print(text, soft_wrap=True)

    def _show(self) -> None:
        """The table and, at the person's own turn, the best move."""
        if self.assistant.deal.events or self.assistant.position:
            self._say(self.assistant.table_text())
        if self.assistant.own_turn:
            self._best()

    def _best(self) -> None:
        if not self.assistant.own_turn:
            raise BadInput(_("it is not your turn: odds says what the chances are"))
        with ShownProgress(_("thinking")) as progress:
            advice = self.assistant.advice(self.by, self.seed, progress)
        with self.assistant.named():
            for line in advice_lines(self.assistant.deal.view(), advice):
                self._say(line)
        self._say_guessed()

    def _odds(self) -> None:
        if self.assistant.over:
            raise BadInput(_("the deal is over: there is nothing left to chance"))
        with self.assistant.named():
            for line in odds_lines(self.assistant.odds(self.seed)):
                self._say(line)
        self._say_guessed()

    def _say_guessed(self) -> None:
        guessed = self.assistant.guessed()
        if guessed:
            self._say(f"({guessed})")

    def _help(self) -> None:
        self._say(_("What can come next:"))
        words = {event.text: event.words for event in self.assistant.possible()}
        self._say(moves_help(words))
        self._say(
            _(
                "A line may have several events, as in: east: EVENT; EVENT. Seats are right, left, "
                "partner, north, east, west, you, or p1, p2 ...; ? is what nobody noted.\n"
                "Also: best, odds, table, unseen, undo, next (the next deal), quit."
            )
        )

    # -- what is kept ---------------------------------------------------------------------------

    def _kept(self) -> str:
        """Write down what was entered; returns how to continue it."""
        own = self.keep or (self.start if saved_games.is_kept(self.start, COMMAND) else None)
        if own is None and not self.assistant.entered:
            return _("stopped")
        path = own or saved_games.free_place(self.game, COMMAND)
        saved_games.write_record(path, self.assistant.record().to_text(), COMMAND)
        command = saved_games.command_to_go_on(self.game, path, COMMAND)
        return _("stopped; continue with: {command}").format(command=command)


def _begun(game: Game, given: dict[str, Any]) -> Assistant:
    options = chosen_options(game, given)
    position = one_line(given["position"] or "")
    standing = parse_standing(game, given["standing"]) if given["standing"] else None
    seats = game.num_players(options)
    if position:
        return Assistant.from_position(game, options, position, standing)
    seat = (given["seat"] or 1) - 1
    if seat >= seats:
        raise BadInput(
            _("--seat is a whole number from 1 to {seats}, not {given}").format(
                seats=seats, given=seat + 1
            )
        )
    return Assistant(game, options, seat, standing)
