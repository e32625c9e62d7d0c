"""Positions of buraco set up card by card."""

import sys
from collections import Counter
from pathlib import Path

import pytest

from ludoteca.core import calls
from ludoteca.core.registry import load_game
from ludoteca.games.buraco.ids import JOKER, KINDS, PLAYING
from ludoteca.games.buraco.notation import read_card

sys.path.insert(0, str(Path(__file__).parent / "reference"))

FILLER = "KC KC"


@pytest.fixture(scope="session")
def buraco():
    return load_game("buraco")


def kinds(text):
    """The kinds of cards written with spaces or hyphens."""
    return [read_card(word) for word in text.replace("-", " ").split()]


def give(record, seat, text):
    """Exchange the hand of a seat for these cards."""
    record.hand[seat] = 0
    for kind in kinds(text):
        record.hand[seat, kind] += 1
    record.in_hand[seat] = len(kinds(text))


@pytest.fixture
def at(buraco):
    """``at("3H 4H 5H 9C", melds=["3C-4C-5C"], pile="9S", stock=5, profile="stbl")``: a position.

    The seat to move is 0 and holds the first text; ``others`` are the hands of the seats after it.
    ``melds`` are those of its pair and ``theirs`` of the other, laid card by card from the low end
    (after the third one), or a set. ``fields`` are set in the record as given. Cards that are named
    nowhere are undealt; with ``stock`` so many of them that stock and mortos have that size.
    An option whose name is one of these is given with an underscore, ``pile_="closed"``.
    """

    def build(
        hand="", others=(), melds=(), theirs=(), pile="", stock=None, phase=PLAYING, fields=None,
        **options,
    ):  # fmt: skip
        state = buraco.new_state({name.rstrip("_"): value for name, value in options.items()})
        s = state.record[0]
        s.to_come, s.begun = 0, 1
        fields = {"mortos": 2, **(fields or {})}
        for seat, texts in ((1, theirs), (0, melds)):
            for text in texts:
                lay(state, seat, text)
        for name, value in fields.items():
            s[name] = value
        s.to_move, s.phase, s.laid = 0, phase, 0
        s.fresh = s.melds[0]
        give(s, 0, hand)
        for seat in range(1, int(s.players)):
            give(s, seat, others[seat - 1] if seat <= len(others) else FILLER)
        for kind in kinds(pile):
            s.pile[kind] += 1
            s.top, s.pile_cards = kind + 1, s.pile_cards + 1
        used = Counter(kinds(pile) + [kind for text in [*melds, *theirs] for kind in kinds(text)])
        for kind in range(KINDS):
            copies = int(s.jokers) if kind == JOKER else 2
            s.deck[kind] = max(0, copies - used[kind] - int(s.hand[:, kind].sum()))
        mortos = int(s.mortos) * int(s.morto_size)
        if stock is not None:
            for kind in range(KINDS):
                s.deck[kind] -= min(s.deck[kind], max(0, int(s.deck.sum()) - mortos - stock))
        s.undealt = s.deck.sum()
        s.stock = int(s.undealt) - mortos
        return state

    return build


def lay(state, seat, text):
    """Lay a meld by the moves of the rules, whatever lies there."""
    s = state.record[0]
    s.to_move, s.phase, s.fresh, s.laid = seat, PLAYING, 1, 500
    give(s, seat, f"{text} 3D 3D KD KD")
    cards = text.split("-")
    number = int(s.melds[seat % 2]) + 1
    for word in ["-".join(cards[:3]), *(f"{number}>{card}" for card in cards[3:])]:
        words = {state.action_text(a): a for a in state.legal_actions()}
        found = word if word in words else word.replace(">", "+")
        assert found in words, f"{word} cannot be laid"
        calls.apply_action(state.record, 0, words[found])
    s.known[seat] = 0


@pytest.fixture(scope="session")
def legal():
    """``legal(state)``: the legal moves in notation."""
    return lambda state: {state.action_text(a) for a in state.legal_actions()}


@pytest.fixture(scope="session")
def play():
    """``play(state, "draw 5H", "x5H")``: make these moves in notation; returns the state."""

    def make(state, *moves):
        for word in " ".join(moves).split():
            state.apply(state.parse(word))
        return state

    return make
