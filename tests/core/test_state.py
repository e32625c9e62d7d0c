"""State, SeatView, GameRecord, Shoe, Match, options and layouts, on the small games."""

import numpy as np
import pytest

from ludoteca.core import BadInput, IllegalMove, UnknownGame, load_game
from ludoteca.core.ids import CHANCE, SPECTATOR
from ludoteca.core.kernel import hash_bytes, size_of_fields
from ludoteca.core.layout import hidden, pair, plain_layout, public, seat
from ludoteca.core.match import Match, parse_standing, standing_text
from ludoteca.core.options import OptionSchema, choice, whole, yes_no
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games
from ludoteca.core.shuffles.shoe import Shoe


def deal(game, seed: int, options=None):
    rng = np.random.default_rng(seed)
    state = game.new_state(options)
    while not state.is_terminal():
        possible = state.possible_actions()
        state.apply(possible[int(rng.random() * len(possible))])
    return state


class TestLayout:
    layout = plain_layout(
        public("score", "points", 0, 9, 2),
        seat("hand", "cards", 0, 1, (2, 3)),
        pair("sign", "what partners told", 0, 2, (2,)),
        hidden("deck", "undealt", 0, 9),
    )

    def shown(self, viewer: int, teams=((0,), (1,))) -> dict[str, list[int]]:
        record = self.layout.empty()
        record.view(np.uint8)[:] = 1
        seen = (record.view(np.uint8) & self.layout.mask(viewer, teams)).view(record.dtype)
        return {f.name: (seen[f.name][0] != 0).tolist() for f in self.layout}

    def test_a_seat_sees_its_own_entries_and_what_is_public(self) -> None:
        assert self.shown(1) == {
            "score": [True, True],
            "hand": [[False] * 3, [True] * 3],
            "sign": [False, True],
            "deck": False,
        }

    def test_a_spectator_sees_what_is_public_alone(self) -> None:
        assert self.shown(SPECTATOR)["score"] == [True, True]
        assert not np.any(self.shown(SPECTATOR)["hand"])
        assert not np.any(self.shown(SPECTATOR)["sign"])

    def test_a_pair_field_is_seen_by_both_partners(self) -> None:
        signs = plain_layout(pair("sign", "what partners told", 0, 2, (2,)))
        teams = ((0, 2), (1, 3))
        for seat_, shown in ((0, [255, 0]), (1, [0, 255]), (2, [255, 0]), (3, [0, 255])):
            assert signs.mask(seat_, teams)[::8].tolist() == shown

    def test_an_undeclared_field_cannot_be_made_and_names_are_unique(self) -> None:
        with pytest.raises(ValueError, match="declared twice: score"):
            plain_layout(public("score", "a", 0, 1), public("score", "b", 0, 1))
        with pytest.raises(ValueError, match="needs a first axis"):
            seat("hand", "cards", 0, 1, ())

    def test_bounds_that_no_value_can_keep_are_refused(self) -> None:
        for make, low, high, why in (
            (public, 3, 2, "least value 3 is above greatest 2"),
            (hidden, 1, 4, "whoever may not see it sees 0"),
        ):
            with pytest.raises(ValueError, match=why):
                make("x", "", low, high)
        with pytest.raises(ValueError, match="int8 has no room for 0 to 128"):
            public("x", "", 0, 128, (), np.int8)

    def test_every_field_is_where_a_processor_can_load_it_and_padding_comes_last(self) -> None:
        mixed = plain_layout(
            public("a", "", 0, 9, 3, np.int8),
            public("b", "", 0, 9),
            public("c", "", 0, 9, (), np.int16),
            public("d", "", 0, 9, 5, np.int8),
        )
        places = {name: mixed.dtype.fields[name][1] for name in mixed.dtype.names}
        assert list(places.items()) == [("b", 0), ("c", 8), ("a", 10), ("d", 13), ("padding", 18)]
        assert [field.name for field in mixed] == ["a", "b", "c", "d"]
        assert mixed.dtype.itemsize == 24
        assert mixed.dtype.isalignedstruct
        assert mixed.mask(0, ((0,),)).tolist() == [255] * 18 + [0] * 6

    def test_the_records_of_every_game_are_aligned(self) -> None:
        for game in map(load_game, games()):
            for made in (game.state_layout, game.standing_layout, game.schema.layout):
                largest = max(field.dtype.itemsize for field in made)
                assert made.dtype.itemsize % largest == 0
                for field in made:
                    assert made.dtype.fields[field.name][1] % field.dtype.itemsize == 0

    def test_a_key_leaves_padding_out(self) -> None:
        nim = load_game("nim")
        one = nim.new_state().record
        assert size_of_fields(one) == one.dtype.itemsize == 48
        mixed = plain_layout(public("a", "", 0, 9), public("b", "", 0, 9, (), np.int8)).empty(2)
        assert size_of_fields(mixed) == 9
        mixed.view(np.uint8)[-1] = 1
        assert hash_bytes(mixed, 0) == hash_bytes(mixed, 1)

    def test_records_that_are_put_together_have_no_chance_bytes(self) -> None:
        mixed = plain_layout(public("a", "", 0, 9), public("b", "", 0, 9, (), np.int8))
        for _try in range(20):
            np.full(48, 255, np.uint8)  # memory that is used again
            assert not np.concatenate([mixed.empty(), mixed.empty(2)]).view(np.uint8).any()


class TestOptions:
    schema = OptionSchema(
        (
            whole("suits", 1, 4, 4, "suits"),
            choice("reading", ("strict", "lenient"), "strict", "reading"),
            yes_no("stair", "yes", "stair"),
        ),
        conflict=lambda o: "no" if o["suits"] == 1 and o["stair"] == "no" else None,
    )

    def test_defaults_are_completed_and_compiled(self) -> None:
        options = self.schema.complete({"suits": "3", "reading": "lenient", "stair": False})
        assert options == {"suits": 3, "reading": "lenient", "stair": "no"}
        record = self.schema.compile(options)
        assert [int(record[n][0]) for n in ("suits", "reading", "stair")] == [3, 1, 0]

    @pytest.mark.parametrize(
        ("given", "sentence"),
        [
            ({"suit": 3}, "there is no rule option suit"),
            ({"suits": 5}, "from 1 to 4, not 5"),
            ({"suits": "many"}, "from 1 to 4, not many"),
            ({"reading": "loose"}, "one of strict, lenient, not loose"),
            ({"suits": 1, "stair": "no"}, "^no$"),
        ],
    )
    def test_a_bad_option_is_refused_in_one_sentence(self, given, sentence: str) -> None:
        with pytest.raises(BadInput, match=sentence):
            self.schema.complete(given)


class TestState:
    def test_an_unknown_game_is_refused_with_the_list(self) -> None:
        with pytest.raises(UnknownGame, match=r"there is no game whist; there are: .*nim"):
            load_game("whist")

    def test_an_illegal_move_says_what_is_legal_and_changes_nothing(self) -> None:
        state = load_game("nim").new_state({"heaps": 1, "largest": 2})
        before = state.record.tobytes()
        with pytest.raises(IllegalMove, match=r"99 is not a move here; possible are: a1 a2"):
            state.apply(99)
        with pytest.raises(IllegalMove, match=r"a3 is not a move here; possible are: a1 a2"):
            state.parse("a3")
        assert state.record.tobytes() == before
        assert state.parse(" A2 ") == 1

    def test_a_line_of_play_is_made_up_to_the_first_move_that_is_not_legal(self) -> None:
        state = load_game("kuhn").new_state()
        with pytest.raises(IllegalMove, match="call is not a move here; possible are: pass bet"):
            state.play("K Q  call")
        assert [move.action for move in state.moves] == [2, 1]
        assert state.play("bet call").returns() == [2.0, -2.0]

    def test_nothing_can_be_done_after_the_end(self) -> None:
        state = deal(load_game("nim"), 1)
        with pytest.raises(IllegalMove, match="the deal is over"):
            state.apply(0)

    def test_a_view_has_the_legal_moves_of_its_own_seat_alone(self) -> None:
        state = load_game("nim").new_state()
        assert state.view(0).legal == tuple(state.legal_actions())
        assert state.view(1).legal == ()

    def test_a_view_hides_the_rivals_card_and_the_deck(self) -> None:
        kuhn = load_game("kuhn")
        one, two = kuhn.new_state(), kuhn.new_state()
        for state, cards in ((one, (0, 1)), (two, (0, 2))):
            for card in cards:
                state.apply(card)
        assert one.view(0).to_json() == two.view(0).to_json()
        assert one.view(0).record.tobytes() == two.view(0).record.tobytes()
        assert one.view(1).to_json() != two.view(1).to_json()
        assert one.information_state_string(0) == two.information_state_string(0)

    def test_hidden_fields_are_not_in_the_json(self) -> None:
        state = load_game("kuhn").new_state()
        assert "deck" not in state.view(0).to_json()["fields"]


class TestRecord:
    def test_a_record_reads_back_and_replays(self) -> None:
        state = deal(load_game("leduc"), 7)
        text = GameRecord.from_state(state, ["Ana", "basic"]).to_text()
        record = GameRecord.parse("; a comment\n" + text)
        assert record.seats == ("Ana", "basic")
        assert record.to_text() == text
        assert record.replay().record.tobytes() == state.record.tobytes()
        assert len(list(record.positions())) == len(state.moves) + 1

    def test_a_seats_record_has_a_question_mark_for_what_it_did_not_see(self) -> None:
        state = deal(load_game("kuhn"), 3)
        seen = GameRecord.seen_from(state, 0)
        assert [text for actor, text in seen.moves if actor == CHANCE].count("?") == 1
        world = GameRecord.parse(seen.to_text()).replay()
        assert world.tokens(0) == state.tokens(0)
        assert world.view(0).record.tobytes() == state.view(0).record.tobytes()

    @pytest.mark.parametrize(
        ("old", "new", "sentence"),
        [
            ("game: nim 1", "name: nim", "no game record"),
            ("game: nim 1", "game: nim 9", "rules version 9"),
            ("game: nim 1", "game: nim x", "number that cannot be read"),
            ("result: ", "result: 5 ", "not the result of its moves"),
            ("0 ", "0 z9 ", "move 1: z9 is not a move here"),
            ("heaps=3", "heaps=77", "from 1 to 5, not 77"),
            ("standing: deals=0", "standing: deals=x", "standing has a part"),
            ("\n0 ", "\nwho ", "does not begin with a seat"),
            ("\n0 ", "\n\u00b2 ", "does not begin with a seat"),
            ("\n0 ", "\n1 ", "move 1: the record contradicts itself"),
            ("standing: deals=0", f"standing: deals={10**30}", "standing has a part"),
            ("result: ", "seen-by: 2\nresult: ", "number that cannot be read"),
            ("game: nim 1", "nonsense", "no head line"),
        ],
    )
    def test_a_broken_record_is_refused_in_one_sentence(self, old, new, sentence: str) -> None:
        text = GameRecord.from_state(deal(load_game("nim"), 2)).to_text()
        assert old in text
        with pytest.raises(BadInput, match=sentence):
            GameRecord.parse(text.replace(old, new, 1)).replay()

    @pytest.mark.parametrize("points", [1234567.0, 1 / 3, -2.5, 0.0])
    def test_a_result_is_read_back_to_the_last_digit(self, points: float) -> None:
        record = GameRecord(load_game("nim"), {}, result=(points, -points), rules_version=1)
        assert GameRecord.parse(record.to_text()).result == (points, -points)

    def test_an_empty_file_is_no_record(self) -> None:
        with pytest.raises(BadInput, match="no game record"):
            GameRecord.parse("")

    def test_a_seats_record_that_contradicts_itself_is_refused(self) -> None:
        kuhn = load_game("kuhn")
        text = GameRecord.seen_from(deal(kuhn, 3), SPECTATOR).to_text()
        body = text.split("\n\n")[1]
        with pytest.raises(BadInput, match="contradicts itself"):
            GameRecord.parse(text.replace(body, "* ? ?\n1 " + body.split()[-1])).replay()


class TestShoe:
    def test_draws_follow_the_deck_in_a_uniformly_random_order(self) -> None:
        from scipy.stats import chisquare

        leduc = load_game("leduc")
        first = []
        for seed in range(600):
            state = leduc.new_state()
            first.append(Shoe.shuffled(leduc, state.options, seed).draw(state))
        assert chisquare(np.bincount(first)).pvalue > 1e-4

    def test_a_rigged_shoe_deals_what_it_was_told(self) -> None:
        leduc = load_game("leduc")
        state = leduc.new_state()
        shoe = Shoe.rigged(leduc, state.options, [2, 0])
        for kind in (2, 0):
            assert shoe.draw(state) == kind
            state.apply(kind)

    def test_a_shoe_cannot_be_rigged_with_a_card_too_many(self) -> None:
        leduc = load_game("leduc")
        with pytest.raises(BadInput, match="no card of kind 1 left for draw 2"):
            Shoe.rigged(leduc, leduc.options(), [1, 1])


class TestMatch:
    def test_a_match_is_one_deal_unless_the_game_says_otherwise(self) -> None:
        match = Match(load_game("nim"))
        state = match.new_deal()
        with pytest.raises(BadInput, match="not finished"):
            match.close(state)
        match.close(deal(match.game, 1))
        assert match.over
        assert match.deals == 1
        assert sum(match.totals) == 0
        with pytest.raises(BadInput, match="the match is over"):
            match.new_deal()

    def test_a_standing_is_read_back(self) -> None:
        game = load_game("minimus")
        standing = game.standing_layout.empty()
        for n, name in enumerate(standing.dtype.names):
            standing[name] = n + 1
        again = parse_standing(game, standing_text(standing))
        assert again.tobytes() == standing.tobytes()
