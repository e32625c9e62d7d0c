"""Machines with one habit: what they change of their machine's moves, and their names."""

import numpy as np
import pytest

from ludoteca.core import load_game
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import speaking
from ludoteca.core.player_names import first_name, level_words, machine_in
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.players import make_local_player, make_player
from ludoteca.players.base import Mixer, seen_by
from ludoteca.players.styles import StyledPlayer


def kuhn(line, seat):
    """The view of a seat of Kuhn poker; the cards come first."""
    return load_game("kuhn").new_state().play(line).view(seat)


def chances(spec, view):
    """The chances of the moves by their texts."""
    found = make_local_player(view.game, spec).chances(view)
    assert sum(found.values()) == pytest.approx(1.0)
    return {view.action_text(a): pytest.approx(c) for a, c in found.items() if c}


def decisions(game, spec, deals):
    """The player, and the views of it in deals that it plays with itself."""
    game = load_game(game)
    options = game.options()
    player, rng = make_local_player(game, spec), np.random.default_rng(7)
    for deal in range(deals):
        state, shoe = game.new_state(), Shoe.shuffled(game, options, np.random.SeedSequence(deal))
        while not state.is_terminal():
            seat = state.current_player()
            if seat < 0:
                state.apply(shoe.draw(state))
                continue
            view = seen_by(player, state, seat)
            yield player, view
            state.apply(player.choose(view, rng))


# -- the habits, in Kuhn poker by hand -------------------------------------------------------------

QUEEN_FACES_BET = ("J Q bet", 1)  # basic calls it half of the time, advanced once in three
JACK_FACES_BET = ("Q J bet", 1)  # both fold it
QUEEN_OPENS = ("Q K", 0)  # both pass


@pytest.mark.parametrize(
    ("spec", "position", "found"),
    [
        ("basic", QUEEN_FACES_BET, {"fold": 1 / 2, "call": 1 / 2}),
        ("calls:basic", QUEEN_FACES_BET, {"call": 1.0}),
        ("calls:basic", JACK_FACES_BET, {"call": 1.0}),
        ("calls:basic", QUEEN_OPENS, {"pass": 1.0}),
        ("folds:basic", QUEEN_FACES_BET, {"fold": 1.0}),
        ("folds:basic", QUEEN_OPENS, {"pass": 1.0}),
        ("raises:basic", QUEEN_OPENS, {"pass": 0.7, "bet": 0.3}),
        ("raises@5:basic", QUEEN_OPENS, {"pass": 0.95, "bet": 0.05}),
        ("raises@5:basic", QUEEN_FACES_BET, {"fold": 1 / 2, "call": 1 / 2}),
        ("errs:basic", QUEEN_OPENS, {"pass": 0.9, "bet": 0.1}),
        ("errs@50:advanced", QUEEN_FACES_BET, {"fold": 7 / 12, "call": 5 / 12}),
        ("calls:errs@50:basic", JACK_FACES_BET, {"call": 1.0}),
        ("errs@50:calls:basic", JACK_FACES_BET, {"call": 0.75, "fold": 0.25}),
        # Nobody can raise a bet there: who holds only where it could raise does as its machine.
        ("holds:basic", JACK_FACES_BET, {"fold": 1.0}),
    ],
)
def test_what_a_habit_changes(spec, position, found):
    assert chances(spec, kuhn(*position)) == found


def test_a_habit_of_a_machine_that_tells_no_chances():
    class Folder:
        name = "folder"

        def choose(self, view, rng):
            return view.legal[0]

    view, game = kuhn(*JACK_FACES_BET), load_game("kuhn")
    calls = StyledPlayer(game, "calls", 0, Folder())
    assert not isinstance(calls, Mixer)
    assert calls.name == "calls:folder"
    assert view.action_text(calls.choose(view, np.random.default_rng(1))) == "call"
    errs = StyledPlayer(game, "errs", 40, Folder())
    rng = np.random.default_rng(1)
    called = sum(errs.choose(view, rng) == view.legal[1] for _try in range(2000))
    assert called / 2000 == pytest.approx(0.2, abs=0.04)  # four and a half standard errors


# -- bets that may be raised, in mus ---------------------------------------------------------------


def _folds(view, marks, player):
    """The chance to give up, where a move does."""
    found = player.chances(view)
    return sum(chance for action, chance in found.items() if marks[action] == "gives_up")


def test_who_holds_gives_up_to_what_nobody_can_raise_alone():
    met = set()
    for player, view in decisions("mus", "holds:experto", 25):
        marks = {a: view.game.moves.mark(view.record[0], a) for a in view.legal}
        if "gives_up" in marks.values():
            may_raise = "raises" in marks.values()
            gives_up = _folds(view, marks, player) > 0
            assert not (may_raise and gives_up)
            met.add((may_raise, gives_up))
    assert {(True, False), (False, True)} <= met


def test_who_defends_does_not_give_up_after_its_side_has_raised():
    """Beside the bets as their sides made them; all else is as the machine plays."""
    machine = make_player(load_game("mus"), "experto")
    game, options = load_game("mus"), load_game("mus").options()
    player, rng, met = make_local_player(game, "defends:experto"), np.random.default_rng(3), set()
    for deal in range(60):
        state, shoe = game.new_state(), Shoe.shuffled(game, options, np.random.SeedSequence(deal))
        raised = set()
        while not state.is_terminal():
            seat = state.current_player()
            if seat < 0:
                state.apply(shoe.draw(state))
                continue
            view = seen_by(player, state, seat)
            marks = {a: game.moves.mark(view.record[0], a) for a in view.legal}
            if "gives_up" in marks.values():
                holds = seat % 2 in raised and "raises" in marks.values()
                met.add(holds)
                if holds:
                    assert _folds(view, marks, player) == 0
                else:
                    assert player.chances(view) == machine.chances(view)
            move = player.choose(view, rng)
            if marks[move] == "raises":
                raised.add(seat % 2)
            elif marks[move]:
                raised.clear()
            state.apply(move)
    assert met == {True, False}


def test_a_bluff_is_of_a_usual_size_and_told_alike_whenever_it_is_asked_for():
    sizes = set()
    for player, view in decisions("mus", "raises@100:experto", 6):
        marks = {a: view.game.moves.mark(view.record[0], a) for a in view.legal}
        if "raises" in marks.values():
            found = player.chances(view)
            assert found == player.chances(view)
            assert {marks[a] for a, chance in found.items() if chance} == {"raises"}
            sizes.add(sum(chance > 0 for chance in found.values()))
    # Some forty raises are possible; the policy makes two or three of them.
    assert {1, 2} <= sizes


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("calls:basic", "calls:basic"),
        ("  Calls:BASIC", "calls:basic"),
        ("raises:advanced", "raises@30:advanced"),
        ("raises@7:calls:advanced", "raises@7:calls:advanced"),
        ("errs:belief@20", "errs@20:belief@20"),
    ],
)
def test_a_name_makes_the_player_again(spec, name):
    game = load_game("kuhn")
    player = make_local_player(game, spec)
    assert player.name == name
    assert make_local_player(game, name).name == name


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("raises@0:basic", "1 to 100"),
        ("errs@101:basic", "1 to 100"),
        ("calls@5:basic", "takes no share"),
        ("folds:human", "not a person"),
        ("calls:wizard", "no player wizard"),
        ("calls:basic@20n", "takes no budget"),
    ],
)
def test_what_is_no_such_player_is_refused(spec, sentence):
    with pytest.raises(BadInput, match=sentence):
        make_local_player(load_game("kuhn"), spec)


def test_a_visitor_of_a_page_names_none():
    with pytest.raises(BadInput, match="no player calls:basic"):
        make_player(load_game("kuhn"), "calls:basic")


def test_they_have_words_and_the_first_name_of_their_machine():
    info = load_game("mus").info
    with speaking("en"):
        assert level_words(info, "calls:maestro@50n") == "master, 50n, never gives up"
        assert level_words(info, "raises:experto") == "expert, raises at random 30 of 100 times"
    assert first_name(info, "errs@5:calls:experto") == first_name(info, "experto")
    assert machine_in("errs@5:calls:experto") == "experto"
