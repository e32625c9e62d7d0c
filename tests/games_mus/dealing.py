"""Positions of mus after given hands and moves, and what is said there."""

from drawn import read
from frozen import scene_of

from ludoteca.core.registry import load_game
from ludoteca.core.rooms import LessonStep
from ludoteca.games.mus import face

GAME = load_game("mus")
QUIET = {"signs": "none"}


def later(**fields):
    """A standing in the middle of a match; the dealer is seat 3, so seat 0 is mano."""
    standing = GAME.standing_layout.empty()
    for name, value in {"begun": 1, "dealer": 3, "juegos_won": (1, 0), **fields}.items():
        standing[name][0] = value
    return standing


def dealt(cards, *moves, options=QUIET, standing=None):
    """The position after ``cards`` (four hands from the mano on) and ``moves`` in notation.

    What is certain (declarations, hands shown) happens by itself.
    """
    state = GAME.new_state(options, later() if standing is None else standing)
    rows = cards.split()
    for place in range(4):
        for row in rows:
            state.apply(state.parse(row[place]))
    for move in moves:
        certain(state)
        state.apply(state.parse(move))
    certain(state)
    return state


def certain(state):
    while not state.is_terminal() and state.is_chance() and len(state.possible_actions()) == 1:
        state.apply(state.possible_actions()[0])


GUIDED = (LessonStep("Your turn.", "own"),)
"""The comment of a guided deal, in which all say the plain words."""


def word(state, seat, viewer=0, lesson=GUIDED):
    """What the bubble of a seat says."""
    scene = scene_of(state, viewer, lesson=lesson)
    (bubble,) = read(face.before(scene, seat)).all("bubble")
    return bubble.text()
