"""``ludoteca puzzles``: a file of decisions whose best move is proved."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from ludoteca.cli.console import write
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.registry import load_game

MOST_IN_VAIN = 100  #: deals in a row without a new puzzle, after which the search ends


def write_puzzles(name: str, number: int, seed: int, save: Path | None) -> None:
    """Write ``number`` puzzles of the game ``name``, all different, to ``save``.

    By default that is the file of the game's folder, which the page shows. Raises ``BadInput``
    where none are found, or the file cannot be written.
    """
    from ludoteca.players.advice.puzzles import FILE, Puzzle, find

    game = load_game(name)
    place = save or game.folder / FILE
    found: dict[tuple[tuple[str, Fraction], ...], Puzzle] = {}
    in_vain = 0
    for puzzle in find(game, seed):
        known = len(found)
        if puzzle is not None:
            found.setdefault(tuple(puzzle.values.items()), puzzle)
        in_vain = 0 if len(found) > known else in_vain + 1
        if len(found) == number or in_vain == MOST_IN_VAIN:
            break
    if not found:
        raise BadInput(
            _(
                "no puzzle in {n} deals: no decision of {game} that a machine missed is proved"
            ).format(n=MOST_IN_VAIN, game=game.name)
        )
    try:
        place.write_text("".join(f"{puzzle.to_line()}\n" for puzzle in found.values()), "utf-8")
    except OSError as error:
        raise BadInput(
            _("{place} cannot be made: {reason}").format(place=place, reason=error.strerror)
        ) from error
    words = ngettext("{n} puzzle: {place}", "{n} puzzles: {place}", len(found))
    write(words.format(n=len(found), place=place))
