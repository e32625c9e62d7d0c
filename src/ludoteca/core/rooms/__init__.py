"""The contract between a game and the library: every hook that a game's modules may have.

A room is a module of the game's folder (``notation.py``; a sub-package where it is large), a hook a
function or constant of it that the library calls by its name. The functions here are signatures:
:meth:`Game.hook <ludoteca.core.game.Game.hook>` finds what a game defines by that name, typed as it
is here. All arguments are given by position. ``s`` is a record, ``seen`` a record with all zeroed
that a seat may not see, ``view`` a :class:`~ludoteca.core.view.SeatView`.
:mod:`ludoteca.core.definition` compares a game with this list, and ``ludoteca check`` names what it
finds.

Rooms of questions (``odds``, ``solve``, ``census``, ``study``, ``evaluate``) also hold functions
marked as a question: :mod:`ludoteca.core.questions`.

============  ======================================================================
``rules``     the kernel
``notation``  text in and out
``machines``  policies, whole turns, players, files of students
``odds``      numbers beside the cards, and what can be won from a machine
``assist``    a real table that somebody follows by hand
``face``      the table in the browser
``guide``     rules, words, taught deals
``hooks``     hooks themselves, and values compared with their types
============  ======================================================================
"""

from ludoteca.core.rooms.assist import *
from ludoteca.core.rooms.face import *
from ludoteca.core.rooms.guide import *
from ludoteca.core.rooms.hooks import *
from ludoteca.core.rooms.machines import *
from ludoteca.core.rooms.notation import *
from ludoteca.core.rooms.odds import *
from ludoteca.core.rooms.rules import *
