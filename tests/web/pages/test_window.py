"""The page of a position without a table: what it shows to whom, and how a browser follows it."""

import urllib.error
import urllib.request

import pytest

from deals import played, random_position
from ludoteca.core.ids import SPECTATOR
from ludoteca.web import window


def pages(viewer, moves, *deals):
    """The pages of ``viewer`` after ``moves`` in Kuhn poker, with each of ``deals``."""
    return [window.page_of(played("kuhn", cards, moves), viewer) for cards in deals]


def test_who_looks_sees_their_own_cards_alone_before_the_end():
    assert len(set(pages(SPECTATOR, "bet", "Q K", "K J", "J Q"))) == 1
    one, same, other = pages(1, "bet", "Q K", "J K", "K J")
    assert one == same != other
    assert len(set(pages(SPECTATOR, "bet call", "Q K", "K J"))) == 2


def test_a_spectator_sees_nothing_of_a_shuffle():
    first, second = (random_position("minimus", None, 0, seed) for seed in (1, 2))
    assert first.moves != second.moves
    assert window.page_of(first, SPECTATOR) == window.page_of(second, SPECTATOR)


@pytest.fixture
def opened(monkeypatch):
    """The addresses that the browser was asked for."""
    addresses = []
    monkeypatch.setattr(
        window.webbrowser, "open", lambda address: addresses.append(address) is None
    )
    return addresses


def test_the_browser_is_opened_once_and_gets_the_newest_page(opened):
    here, state = window.Window(), played("nim")
    here.show(state, SPECTATOR)
    state.apply(state.legal_actions()[0])
    here.show(state, SPECTATOR)
    [address] = opened
    with urllib.request.urlopen(address) as answer:
        assert answer.read().decode() == window.page_of(state, SPECTATOR)
        assert answer.headers["Cache-Control"] == "no-store"
    with urllib.request.urlopen(address + "static/decks/spanish.svg?v=1") as answer:
        assert answer.headers["Content-Type"] == "image/svg+xml"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(address + "static/ludoteca.css")
    here.close()
    here.close()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address)


def test_where_no_browser_opens_the_address_is_told(monkeypatch, caplog):
    monkeypatch.setattr(window.webbrowser, "open", lambda address: False)
    here = window.Window()
    here.show(played("nim"), SPECTATOR)
    assert "the table is shown at http://127.0.0.1:" in caplog.text
    here.close()
