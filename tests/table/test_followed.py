"""A deal that is followed by hand gives its seat the view that it would have at a table."""

import pytest

from deals import by, positions
from ludoteca.core.errors import BadInput, NoWorld
from ludoteca.core.ids import HIDDEN
from ludoteca.core.registry import load_game
from ludoteca.players.policy import PolicyPlayer
from ludoteca.table.deal import Rules
from ludoteca.table.followed import FollowedDeal

GAMES = [
    ("kuhn", {}),
    ("minirummy", {}),
    ("poker", {}),
    ("eras", {"players": 3}),
    ("eras", {"players": 2, "retreat": "yes"}),
    ("mus", {"signs": "none"}),
    ("buraco", {"profile": "fechado"}),
]


def dealt_out(game, options, seed):
    """A deal played to its end by the game's lowest level."""
    player = PolicyPlayer(game, game.info.levels[0])
    *_before, end = positions(game, options, seed, choose=by(player))
    return end


def followed(state, seat):
    return FollowedDeal(Rules(state.game, state.options), seat, state.standing)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_entering_what_a_seat_saw_gives_its_view(name, options):
    game = load_game(name)
    state = dealt_out(game, options, 3)
    for seat in range(state.num_players):
        deal = followed(state, seat)
        for token in state.tokens(seat):
            assert deal.actor == token.actor
            deal.enter(token.token)
        expected = state.view(seat, remembering=True)
        view = deal.view()
        assert view.record.tobytes() == expected.record.tobytes()
        assert view.past == expected.past
        assert (view.tokens, view.legal) == (expected.tokens, expected.legal)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_only_what_tells_nothing_is_passed_over(name, options):
    game = load_game(name)
    state = dealt_out(game, options, 4)
    deal = followed(state, 0)
    for token in state.tokens(0):
        unseen = deal.unseen_token()
        assert unseen in (None, token.token)
        assert (token.token != HIDDEN) or unseen == HIDDEN
        deal.enter(token.token)


def test_what_cannot_be_is_refused_and_changes_nothing():
    game = load_game("eras")
    state = game.new_state(game.options({}))
    deal = followed(state, 0)
    deal.enter(7)
    deal.enter(HIDDEN)
    before = deal.record.tobytes()
    with pytest.raises(BadInput, match="in your hand"):
        deal.enter(7)
    assert deal.record.tobytes() == before
    assert len(deal.events) == 2


def test_what_the_seat_alone_knows_cannot_be_left_open():
    game = load_game("poker")
    deal = followed(game.new_state(), 0)
    with pytest.raises(BadInput, match="you alone know"):
        deal.enter(None)


def test_what_nobody_noted_is_guessed_again_where_a_later_card_contradicts_it():
    game = load_game("eras")
    options = game.options({"players": 2, "hand": 1, "values": 2, "suits": 2})
    own, *others = [a for a, _p in game.new_state(options).chance_outcomes()]
    for card in others:
        deal = followed(game.new_state(options), 1)
        enter_until(deal, own)
        while deal.actor >= 0:
            only = deal.possible()
            assert len(only) == 1
            deal.enter(only[0].token)
        deal.enter(None)  # nobody noted the card that the other turned
        deal.enter(1 << own)
        enter_until(deal, card)
        shown = int(deal.record["pile"][0].sum())
        assert deal.guesses == 1
        assert not shown >> card & 1


def enter_until(deal, card):
    """Pass over what is not seen, and enter ``card`` as dealt to the seat."""
    while (unseen := deal.unseen_token()) is not None:
        deal.enter(unseen)
    deal.enter(card)


def test_views_have_several_guesses_of_what_was_not_noted():
    game = load_game("eras")
    deal = followed(game.new_state(game.options({"players": 2})), 1)
    while deal.unseen_token() is not None or deal.actor < 0:
        unseen = deal.unseen_token()
        if unseen is None:
            unseen = deal.possible()[0].token
        deal.enter(unseen)
    assert deal.actor == 0
    deal.enter(None)
    assert deal.guesses == 1
    numbers = {int(view.record["numbers"][0][0]) for view in deal.views(8)}
    assert len(numbers) > 1
    assert deal.guesses == 1


def test_a_guess_for_which_no_world_is_found_leaves_the_deal_as_it_was(monkeypatch):
    game = load_game("eras")
    deal = followed(game.new_state(game.options({"players": 2})), 1)
    while deal.actor != 0:
        unseen = deal.unseen_token()
        deal.enter(deal.possible()[0].token if unseen is None else unseen)
    deal.enter(None)
    before = deal.events

    def refuse(*_given):
        raise NoWorld

    monkeypatch.setattr(deal, "_drawn", refuse)
    assert len(deal.views(8)) == 1
    assert deal.events == before
