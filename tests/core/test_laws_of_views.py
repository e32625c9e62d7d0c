"""The laws of views find a library that tells too much, and cost no more than a deal is long."""

import numpy as np
import pytest

from ludoteca.core.laws import LAWS, LawBroken
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.core.view import Past

VIEWS = LAWS["views show what their seat may know"]
TOKENS = LAWS["tokens determine the view"]


@pytest.fixture
def kuhn():
    return load_game("kuhn")


def test_a_view_with_the_moves_of_another_seat_is_found(kuhn, monkeypatch):
    view = State.view

    def telling(state, seat, remembering=False):
        seen = view(state, seat, remembering)
        object.__setattr__(seen, "legal", tuple(state.legal_actions()))
        return seen

    monkeypatch.setattr(State, "view", telling)
    with pytest.raises(LawBroken, match="another's moves"):
        VIEWS(kuhn, kuhn.options(), 1)


def test_a_past_that_is_not_masked_is_found(kuhn, monkeypatch):
    def unmasked(state, _seat):
        everything = np.full(state.record.dtype.itemsize, 255, np.uint8)
        return Past.of([s.record for s in _positions(state)]).seen(everything)

    monkeypatch.setattr(State, "_seen_before", unmasked)
    with pytest.raises(LawBroken, match="the past in the view"):
        VIEWS(kuhn, kuhn.options(), 1)


def _positions(state):
    at = state.game.new_state(state.options, state.standing)
    yield at.clone()
    for move in state.moves:
        at.apply_unchecked(move.action)
        yield at.clone()


def test_a_record_that_is_not_masked_is_found(kuhn, monkeypatch):
    view = State.view

    def telling(state, seat, remembering=False):
        seen = view(state, seat, remembering)
        object.__setattr__(seen, "record", state.record)
        return seen

    monkeypatch.setattr(State, "view", telling)
    with pytest.raises(LawBroken, match="more than it may"):
        VIEWS(kuhn, kuhn.options(), 1)


def test_the_law_of_tokens_keeps_no_list_of_them(kuhn, monkeypatch):
    """The list of a deal, kept at every move, made the law quadratic in the length of a deal."""
    monkeypatch.delattr(State, "tokens")
    TOKENS(kuhn, kuhn.options(), 1)


def test_the_law_of_tokens_names_what_differs(kuhn, monkeypatch):
    newest = State.newest_tokens
    monkeypatch.setattr(State, "newest_tokens", lambda state: dict.fromkeys(newest(state), 0))
    with pytest.raises(LawBroken, match=r"two different views: \w+"):
        TOKENS(kuhn, kuhn.options(), 1)
