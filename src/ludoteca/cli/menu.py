"""``ludoteca menu``: in a terminal a menu of games to play, elsewhere the help."""

from __future__ import annotations

import sys
from collections.abc import Callable

import typer

from ludoteca.cli import play, signals
from ludoteca.cli.console import say, stdout, write
from ludoteca.cli.games import players_text
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, fold
from ludoteca.core.player_names import first_name, player_words
from ludoteca.core.registry import games


def start(context: typer.Context) -> None:
    """Open the menu, or print the help where input or output is not a terminal."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        write(context.get_help())
        say(_("Input or output is not a terminal, so the menu cannot ask."))
        return
    from ludoteca.cli.terminal.match import MatchRequest

    found = list(games().values())
    while (game := choose_game(found, _ask)) is not None:
        seats = choose_players(game)
        against = choose_opponents(game, seats, _ask)
        asked = any(option.name == "players" for option in game.schema)
        options = {"players": seats} if asked else {}
        play.play(game, MatchRequest(against=against, options=options))


def choose_game(found: list[Game], ask: Callable[[str], str]) -> Game | None:
    """The game that the person picks by number or name; None to leave."""
    console = stdout()
    console.print("\n" + _("Ludoteca: which game?"), style="bold")
    for number, game in enumerate(found, 1):
        if game.example and not found[number - 2].example:
            console.print(_("Teaching games:"))
        about = f"{_(game.info.title)} ({players_text(game)}). {_(game.info.sentence)}"
        console.print(f"{number:3}  {about}")
    while True:
        line = ask(_("Number or name, or Enter to leave: ")).strip().casefold()
        if line in ("", "q", "quit"):
            return None
        for number, game in enumerate(found, 1):
            if line in (str(number), game.name.casefold(), _(game.info.title).casefold()):
                return game
        console.print(_("There is no such game in the list."))


def choose_players(game: Game) -> int:
    """The number of players, asked for where the game leaves a choice."""
    low, high = game.info.players
    while low < high:
        line = _ask(_("How many players ({low} to {high})? ").format(low=low, high=high)).strip()
        if not line:
            return low
        if line.isdigit() and low <= int(line) <= high:
            return int(line)
    return low


def choose_opponents(game: Game, seats: int, ask: Callable[[str], str]) -> tuple[str, ...]:
    """The level of the machines at the other seats."""
    if seats == 1:
        return ()
    levels = game.info.levels
    if len(levels) == 1:
        return levels
    question = _("Against which machine ({levels})? Enter for {first}: ")
    words = [player_words(game.info, level) for level in levels]
    names = [first_name(game.info, level) for level in levels]
    called = (*names, *words, *levels)
    known = {fold(word): level for word, level in zip(called, levels * 3, strict=True)}
    offered = [f"{name} ({word})" for name, word in zip(names, words, strict=True)]
    while True:
        line = fold(ask(question.format(levels=", ".join(offered), first=names[0])))
        if not line:
            return (levels[0],)
        if line in known:
            return (known[line],)


def _ask(prompt: str) -> str:
    try:
        with signals.closed_terminal_is_a_hangup():
            return input(prompt)
    except EOFError:
        return ""
