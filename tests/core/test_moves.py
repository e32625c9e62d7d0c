"""The table of moves: texts, words, reading and dense ids, and every game that has one."""

import numpy as np
import pytest

from ludoteca.core import Game, games, load_game
from ludoteca.core.errors import GameDefinitionError
from ludoteca.core.i18n import NN_, speaking
from ludoteca.core.moves import Each, Range, Word, Written, moves, read
from ludoteca.table.assistant import Assistant

TABLED = sorted(name for name, game in games().items() if game.moves is not None)
PASS, BET, THROW = 1, 10, 50


class Position:
    """What entries ask of a record: here, whether a bet was made."""

    def __init__(self, bet: int = 0) -> None:
        self.bet = bet


MOVES = moves(
    Word(PASS, "refuse", "say no", when=lambda s: s.bet > 0),
    Word(PASS, "pass", typed=("leave it",)),
    Range(BET, 2, 5, "bet{n}", NN_("lay {n} card", "lay {n} cards"), typed=("{n}more",)),
    Each(THROW, "JQK", "x-{card}", "throw the {card} {where}", said=("jack",) * 3, where="there"),
)


def test_an_entry_writes_and_says_the_moves_of_its_ids():
    s = Position()
    assert [MOVES.text(s, a) for a in MOVES.ids] == [
        "pass", "bet2", "bet3", "bet4", "bet5", "x-J", "x-Q", "x-K",
    ]  # fmt: skip
    assert MOVES.words(s, PASS) == "pass"
    assert MOVES.words(s, BET + 2) == "lay 2 cards"
    assert MOVES.words(s, THROW + 1) == "throw the jack there"


def test_the_first_entry_that_holds_is_taken():
    assert MOVES.text(Position(bet=3), PASS) == "refuse"
    assert MOVES.words(Position(bet=3), PASS) == "say no"


@pytest.mark.parametrize(
    ("name", "line", "marks"),
    [
        ("kuhn", "K Q", {"pass": "", "bet": "raises"}),
        ("kuhn", "K Q bet", {"fold": "gives_up", "call": "stays"}),
        ("leduc", "Ks Qs", {"check": "", "raise": "raises"}),
        ("leduc", "Ks Qs raise", {"fold": "gives_up", "call": "stays", "raise": "raises"}),
        ("poker", "A A A A A K K K K K stop stop", {"fold": "gives_up", "stay": "stays"}),
    ],
)
def test_a_move_says_what_it_does_to_the_stake(name, line, marks):
    state = load_game(name).new_state().play(line)
    table, s = state.game.moves, state.record[0]
    found = {table.text(s, a): table.mark(s, a) for a in state.legal_actions()}
    assert found == marks


@pytest.mark.parametrize(
    ("name", "marks"),
    [("kuhn", {"gives_up", "stays", "raises"}), ("poker", {"gives_up", "stays"}), ("nim", set())],
)
def test_a_table_tells_the_marks_that_its_moves_have(name, marks):
    assert load_game(name).moves.marks == marks


def test_in_mus_who_answers_last_gives_up_for_the_pair():
    mus = load_game("mus")
    view = Assistant.from_position(
        mus,
        mus.options({"signs": "none", "corrido": "no"}),
        "seat=4 begun=1 dealer=3; 7654; mus; mus; no-hay-mus; envido2; paso",
    ).deal.view()
    s = view.record[0]
    marks = {mus.moves.text(s, a): mus.moves.mark(s, a) for a in view.legal}
    assert {text: marks[text] for text in ("no-quiero", "quiero", "reenvido2", "órdago")} == {
        "no-quiero": "gives_up",
        "quiero": "stays",
        "reenvido2": "raises",
        "órdago": "raises",
    }


def test_words_are_in_the_language_in_use():
    with speaking("pt"):
        assert MOVES.words(Position(), BET + 2) == "baixar 2 cartas"


def test_an_id_that_the_table_does_not_have_is_named():
    with pytest.raises(GameDefinitionError, match="nothing of the id 11 here"):
        MOVES.text(Position(), 11)


def test_dense_ids_follow_the_ids_and_lead_back():
    assert MOVES.number == 8
    assert [MOVES.dense(a) for a in MOVES.ids] == list(range(8))
    assert [MOVES.id_of(n) for n in range(8)] == [1, 12, 13, 14, 15, 50, 51, 52]
    with pytest.raises(KeyError):
        MOVES.dense(BET)


def test_dense_ids_and_their_version_depend_on_what_ids_mean_alone():
    one, two = Word(1, "pass"), Word(2, "bet")
    table = moves(one, two)
    assert moves(two, Word(1, "pass", "leave it there")).version == table.version
    assert moves(one, two, outcomes=[Each(0, "JQK")]).version == table.version
    for other in (moves(Word(2, "pass"), Word(1, "bet")), moves(one), moves(one, Word(3, "bet"))):
        assert other.version != table.version


def test_what_is_typed_is_read_without_accents_case_blanks_or_hyphens_between_letters():
    known = [(1, ["no-quiero", "refuse"]), (2, ["órdago", "bet all"]), (3, ["3+"]), (4, ["3-"])]
    assert [read(known, text) for text in ("No quiero", "ORDAGO", "Bet  all")] == [1, 2, 2]
    assert [read(known, text) for text in ("3-", "3", "", "refuse it")] == [4, None, None, None]


def test_what_two_moves_are_called_is_none_of_them_unless_one_is_written_so():
    assert read([(1, ["go", "on"]), (2, ["on"])], "On") is None
    assert read([(1, ["on"]), (2, ["On"])], "On") == 2


def test_a_person_types_a_move_in_notation_in_words_or_as_the_table_adds():
    state = load_game("nim").new_state()
    assert state.view(0).named("A3") == state.view(0).named("take 3 objects from a")
    assert MOVES.typed(Position(), PASS) == ["leave it"]
    assert MOVES.typed(Position(), BET + 3) == ["3more"]


def test_a_game_without_texts_is_told_so_by_name(monkeypatch):
    known = load_game("tictactoe")
    game = Game(known.info, known.package)
    monkeypatch.delattr(game.notation, "MOVES")
    with pytest.raises(GameDefinitionError, match=r"tictactoe: notation\.py has neither MOVES nor"):
        game.action_text(None, 0)


@pytest.mark.parametrize("name", TABLED)
def test_every_legal_move_of_a_game_has_a_dense_id(name):
    game, rng = load_game(name), np.random.default_rng(1)
    for _deal in range(3):
        state = game.new_state()
        while not state.is_terminal():
            for a in state.legal_actions():
                assert game.moves.id_of(game.moves.dense(a)) == a
            possible = state.possible_actions()
            state.apply(possible[rng.integers(len(possible))])


def test_outcomes_of_chance_are_told_from_moves_of_the_same_id():
    state = load_game("kuhn").new_state()
    assert [state.action_text(a) for a in state.possible_actions()] == ["J", "Q", "K"]
    state.apply(1)
    state.apply(2)
    assert [state.action_text(a) for a in state.possible_actions()] == ["pass", "bet"]


def test_functions_write_what_no_pattern_does():
    table = moves(Written(3, 4, lambda s, a: f"{a}?", lambda s, a: f"move {a}"))
    assert (table.text(None, 5), table.words(None, 5), table.number) == ("5?", "move 5", 4)
