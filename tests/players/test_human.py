"""A person at a terminal: what can be typed, and what it answers."""

import re

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.players import PersonLeft, TakeBack, make_player
from ludoteca.players.advice.advise import adviser_of
from ludoteca.players.human import HumanPlayer, advice, listed, moves_line


def typing(*lines, adviser=None):
    """A person who types ``lines`` and then ends the input; with all that was written."""
    left, written = list(lines), []

    def read(prompt):
        written.append(prompt)
        if not left:
            raise EOFError
        return left.pop(0)

    return HumanPlayer(read, written.append, adviser), written


@pytest.fixture
def view():
    return load_game("nim").new_state({"heaps": 2, "largest": 2}).view(0)


def choose(player, view):
    return player.choose(view, np.random.default_rng(0))


@pytest.mark.parametrize("line", ["a2", "A2", "  a2 "])
def test_a_move_is_typed_in_the_games_notation(view, line):
    player, written = typing(line)
    assert view.action_text(choose(player, view)) == "a2"
    assert written[0] == view.table_text()
    assert written[1].startswith("a1 a2 b1")


def test_an_illegal_move_is_refused_in_one_sentence_with_the_legal_list(view):
    player, written = typing("B9", "", "b1")
    assert view.action_text(choose(player, view)) == "b1"
    assert written[2] == "B9 is not a move here; possible are: a1 a2 b1 (? explains them)"
    assert written[4] == "Type one of: a1 a2 b1 (? explains them)"


def test_many_moves_that_count_on_are_listed_by_the_first_and_the_last():
    player, written = typing("?", "a5")
    choose(player, load_game("nim").new_state({"heaps": 2, "largest": 8}).view(0))
    assert written[1] == "a1 … a8 b1 … b7 > "
    assert [line.split()[0] for line in written[2].splitlines()[1:7]] == [
        "a1", "…", "a8", "b1", "…", "b7",
    ]  # fmt: skip


def test_a_move_without_a_number_stands_before_those_that_count_on():
    assert listed(["draw", *(f"draw{n}" for n in range(1, 8))]) == ["draw", "draw1", "…", "draw7"]


@pytest.mark.parametrize(("alone", "end"), [(0, "j1 … j8 and 16 more"), (1, "j1 and 23 more")])
def test_a_line_of_moves_says_how_many_moves_it_does_not_tell(alone, end):
    """Rows of eight, of which three words are told, after ``alone`` moves without a number."""
    moves = ["pass"] * alone + [f"{row}{n}" for row in "abcdefghijkl" for n in range(1, 9)]
    assert moves_line(moves).endswith(f" {end}")


@pytest.mark.parametrize("word", ["?", "help"])
def test_help_lists_every_move(view, word):
    player, written = typing(word, "a1")
    choose(player, view)
    lines = [line.split(maxsplit=1) for line in written[2].splitlines()]
    assert all([view.action_text(a), view.action_words(a)] in lines for a in view.legal)
    assert "hint" in written[2]


@pytest.mark.parametrize("word", ["quit", "q", "EXIT"])
def test_quit_leaves(view, word):
    with pytest.raises(PersonLeft):
        choose(typing(word)[0], view)


def test_the_end_of_input_leaves(view):
    with pytest.raises(PersonLeft):
        choose(typing()[0], view)


def test_undo_is_the_tables_to_grant(view):
    with pytest.raises(TakeBack):
        choose(typing("undo")[0], view)


def test_a_hint_comes_from_the_adviser(view):
    player, written = typing("hint", "a1", adviser=make_player(load_game("nim"), "search"))
    choose(player, view)
    # Heaps 2 and 1: taking one of the first leaves 1 and 1, which is won.
    assert written[2].splitlines()[0] == "Advice: a1 (take 1 object from a)"


def test_a_hint_does_not_change_the_luck_of_the_deal(view):
    after = []
    for lines in (("a1",), ("hint", "hint", "a1")):
        rng = np.random.default_rng(7)
        adviser = make_player(load_game("nim"), "random")
        typing(*lines, adviser=adviser)[0].choose(view, rng)
        after.append(rng.random())
    assert after[0] == after[1]


def test_without_an_adviser_a_hint_says_so(view):
    player, written = typing("hint", "a1")
    choose(player, view)
    assert "no machine" in written[2]


def test_the_only_move_is_made_by_an_empty_line():
    view = load_game("nim").new_state({"heaps": 1, "largest": 1}).view(0)
    assert choose(typing("")[0], view) == view.legal[0]


@pytest.mark.parametrize(
    ("name", "level", "options"),
    [("eras", "advanced", {"retreat": "yes"}), ("poker", "blefe", {}), ("nim", "basic", {})],
)
def test_what_is_advised_can_be_typed_and_makes_the_whole_turn(name, level, options):
    def phase(state):
        return name != "nim" and int(state.record["phase"][0])

    game, rng = load_game(name), np.random.default_rng(1)
    adviser, words, turns = make_player(game, level), set(), 0
    for _deal in range(6):
        state = game.new_state(options)
        while not state.is_terminal():
            if state.is_chance():
                state.apply(int(rng.choice(state.possible_actions())))
                continue
            seat, written, before = state.current_player(), [], phase(state)
            told = advice(adviser, state.view(seat), rng).splitlines()[0]
            line = re.fullmatch(r"Advice: ([^()]+?)(?: \((.+)\))?", told)
            words.add(line[2])
            lines = [line[1]]
            person = HumanPlayer(lambda _prompt, left=lines: left.pop(), written.append)
            turns += 1
            while state.current_player() == seat and (lines or person._typed):
                state.apply(person.choose(state.view(seat), rng))
            assert lines == person._typed == []
            # Where several moves are typed in one line, all that belong together are made.
            assert name == "nim" or state.current_player() != seat or phase(state) != before
    assert turns > 10
    assert len(words) > 3 or name == "nim"


def test_advice_where_cards_are_hidden_is_the_games_own_search_if_it_has_one():
    assert adviser_of(load_game("eras")).name == "expert"
    assert adviser_of(load_game("leduc")).name.startswith("belief@")
    assert adviser_of(load_game("poker")).name == "equilíbrio"
