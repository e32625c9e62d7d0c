"""The core, on which games, solvers, players and pages stand; it knows no game.

Start at :mod:`ludoteca.core.kernel` (how a game is stated), :mod:`ludoteca.core.state` (how people
and programs use one) and :mod:`ludoteca.core.laws` (what every game obeys). Importing this package
loads no compiler.

==========================  ========================================================================
``kernel``                  the functions that state a game
``deal``                    worlds, counts and tokens of a game whose hidden cards are dealt
``calls``                   the functions of the kernel called from Python
``jit``, ``compiling``      functions that are compiled; the compiler, and dispatch on records
``sources``                 hashes of the sources that compiled code is made of
``moves``                   the moves of a game as a table: texts, words, dense ids
``layout``                  the flat record of a game, and the viewers of each of its fields
``rooms``                   the hooks that a game may define, typed: the contract with the library
``definition``              a game compared with that contract
``game``, ``registry``      a game and its modules; the registered games
``options``                 rule options and parameters of questions
``state``, ``view``         a position of any game; the view of one seat
``match``                   deals strung together by a standing
``record``                  the notation of a deal in text, and its replay
``shuffles``                the order of the physical cards: a shoe, a sealed one, its check
``laws``                    the laws of games as a suite of checks
``questions``               typed functions from which commands and forms follow
``answers``, ``numbers``    answers of questions; exact and simulated numbers
``storage``                 files written whole or not at all; finished work kept on disk
``guide``                   the rules and words of a game, read from Markdown
``i18n``, ``player_names``  languages; the names of machines and seats
``errors``, ``ids``         errors that people read; ids that games share
==========================  ========================================================================
"""

from ludoteca.core.errors import BadInput, IllegalMove, LudotecaError, UnknownGame
from ludoteca.core.game import Game, GameInfo
from ludoteca.core.ids import CHANCE, HIDDEN, NO_DRAW, SPECTATOR, TERMINAL
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.options import OptionSchema, choice, whole, yes_no
from ludoteca.core.registry import games, load_game

__all__ = [
    "CHANCE",
    "HIDDEN",
    "NO_DRAW",
    "SPECTATOR",
    "TERMINAL",
    "BadInput",
    "Exact",
    "Game",
    "GameInfo",
    "IllegalMove",
    "LudotecaError",
    "OptionSchema",
    "Simulated",
    "UnknownGame",
    "choice",
    "games",
    "load_game",
    "whole",
    "yes_no",
]
