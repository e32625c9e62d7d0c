"""The odds of vangin pasianssi as they are asked for: commands, derivations, a game in progress."""

import json
import re
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from deals import positions
from ludoteca.cli.main import main
from ludoteca.core.errors import BadInput
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.laws.referee import consistent_worlds
from ludoteca.core.questions import questions
from ludoteca.core.registry import load_game
from ludoteca.exact import urns
from ludoteca.games.vangin import odds
from ludoteca.games.vangin.exact import closed_form
from ludoteca.games.vangin.exact.deal import Deal

many_games = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")

GAME = load_game("vangin")
WIN = questions(odds)["win"]
PUBLISHED = "964444044208/262190765217675"


def asked(capsys, *arguments):
    """Exit code, JSON or None, and standard error of ``ludoteca odds vangin``."""
    code = main(["odds", "vangin", *arguments, "--lang", "en"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out.strip() else None, err


class TestCommand:
    def test_the_published_value_as_json(self, capsys):
        code, answer, _err = asked(
            capsys, "--suits=4", "--values=13", "--board=13", "--picks=13", "--format=json"
        )
        assert code == 0
        assert answer["win"]["exact"] == PUBLISHED
        assert answer["win"]["decimal"] == pytest.approx(0.00367840584853, abs=5e-15)
        assert answer["win"]["condition"] == "every order of the deck is equally likely"
        assert [row["piles"] for row in answer["piles_left"]] == list(range(14))
        assert [row["cards"] for row in answer["cards_left"]] == list(range(14))
        for table in ("piles_left", "cards_left"):
            shares = [Fraction(row["probability"]["exact"]) for row in answer[table]]
            assert sum(shares) == 1
            assert shares[0] == Fraction(PUBLISHED)
            mean = sum(k * p for k, p in enumerate(shares))
            assert answer[f"mean_{table}"]["exact"] == str(mean)

    def test_picks_and_step_exclude_each_other(self, capsys):
        code, answer, err = asked(capsys, "--picks", "13", "--step", "3")
        assert (code, answer) == (2, None)
        assert err.strip() == (
            "picks and step exclude each other: "
            "give the looks, or the cards turned at a time"
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (("--suits", "0"), "suits is a whole number of at least 1, not 0"),
            (("--board", "-3"), "board is a whole number of at least 0, not -3"),
            (("--picks", "many"), "picks is a whole number of at least 0, not many"),
            (("--suits", "99999", "--values", "99999"), "a deck of 9999800001 cards is too large"),
        ],
    )
    def test_silly_numbers_are_refused_in_one_sentence(self, capsys, arguments, sentence):
        code, answer, err = asked(capsys, *arguments)
        assert (code, answer) == (2, None)
        assert sentence in err
        assert len(err.strip().splitlines()) == 1

    def test_ten_thousand_cards_to_the_last_digit(self, capsys):
        """Fractions of more than 4,300 digits are written and agree with the closed form."""
        code, answer, _err = asked(
            capsys, "--suits=10", "--values=1000", "--board=300", "--picks=3000", "--format=json"
        )
        assert code == 0
        deal = Deal(10, 1000, 300, 3000)
        numerator, denominator = answer["win"]["exact"].split("/")
        assert len(denominator) + len(numerator) > 4_300
        assert Fraction(int(numerator), int(denominator)) == closed_form.win(deal)
        assert len(answer["piles_left"]) == len(answer["cards_left"]) == 301
        total = sum(row["probability"]["decimal"] for row in answer["piles_left"])
        assert total == pytest.approx(1, abs=1e-12)

    @many_games
    def test_why_shows_counts_formula_and_a_simulation_that_agrees(self, capsys):
        code, answer, _err = asked(capsys, "--why", "--seed", "4", "--format", "json")
        assert code == 0
        why = "\n".join(answer["why"])
        assert "Deals: C(52, 13) x C(39, 13) = 5,157,850,293,780,050,462,400" in why
        assert f"{closed_form.winning_deals(Deal()):,}" in why
        assert PUBLISHED in why
        assert "over the 39 types of board (the sizes of its piles) is the same" in why
        assert [line.split(":")[0].strip() for line in answer["why"] if "n = " in line] == [
            "n =     1,000",
            "n =    10,000",
            "n =   100,000",
        ]
        assert "inside the last interval" in answer["why"][-1]


class TestQuestion:
    def test_three_cards_at_a_time_unless_told_otherwise(self):
        assert WIN.ask({}).fields["picks"] == 13
        assert WIN.ask({"step": 2}).fields["picks"] == 19
        assert WIN.ask({"picks": 5}).fields["picks"] == 5
        assert WIN.ask({"step": "1"}).fields["win"].value == closed_form.win(Deal(4, 13, 13, 39))

    def test_a_deal_of_too_many_cards_is_never_won_and_says_so(self):
        answer = WIN.ask({"board": 40, "picks": 13})
        assert answer.to_json() == {
            "win": {
                "exact": "0",
                "decimal": 0.0,
                "condition": "every order of the deck is equally likely",
            },
            "cards": 52,
            "board": 40,
            "picks": 13,
            "notes": ["a board of 40 and 13 looks need more than 52 cards: no win"],
        }
        assert list(answer.why(np.random.default_rng(0))) == [
            "There are only 52 cards: a deal of 40 + 13 cards does not exist."
        ]

    def test_distributions_too_long_to_read_are_left_out_and_named(self):
        answer = WIN.ask({"suits": 10, "values": 2000, "board": 2000, "picks": 6000})
        assert "piles_left" not in answer.to_json()
        assert [note.split(" is left out")[0] for note in answer.notes] == [
            "piles_left",
            "cards_left",
        ]
        assert answer.fields["win"].value == closed_form.win(Deal(10, 2000, 2000, 6000))

    def test_numbers_beyond_any_deck_are_refused(self):
        with pytest.raises(BadInput, match="the limit is 1000000"):
            WIN.ask({"suits": 1_001, "values": 1_000})

    @many_games
    @pytest.mark.parametrize(
        ("given", "step"), [({}, 3), ({"step": 2}, 2), ({"picks": 10}, 3), ({"picks": 20}, 1)]
    )
    @pytest.mark.soak
    def test_the_simulation_deals_as_the_looks_allow(self, given, step):
        why = WIN.ask({"suits": 4, "values": 10, "board": 4, **given}).why
        lines = list(why(np.random.default_rng(2)))
        assert f"Simulation: the whole deck shuffled, then {step} turned at a time:" in lines

    def test_a_large_deck_is_shuffled_no_more_often_than_the_work_allows(self, monkeypatch):
        monkeypatch.setattr(odds, "MAX_WORK", 52 * 300)
        lines = list(WIN.ask({}).why(np.random.default_rng(1)))
        assert [line.split(":")[0].split() for line in lines if "n = " in line] == [
            ["n", "=", "300"]
        ]

    @many_games
    def test_the_same_seed_gives_the_same_derivation(self):
        why = WIN.ask({"suits": 3, "values": 4, "board": 3}).why
        one, two, other = (list(why(np.random.default_rng(seed))) for seed in (5, 5, 6))
        assert one == two != other


class TestChanceInProgress:
    """The chance shown after each card, against brute force that knows nothing of the formula."""

    @pytest.mark.parametrize("seed", range(4))
    @pytest.mark.parametrize("skipped", ["hidden", "seen"])
    @pytest.mark.parametrize(
        ("suits", "values", "board", "step"), [(2, 3, 2, 2), (3, 3, 2, 3), (2, 4, 3, 2)]
    )
    def test_is_the_mean_over_all_worlds_that_look_the_same(
        self, chance_by_tree, suits, values, board, step, skipped, seed
    ):
        options = {"suits": suits, "values": values, "board": board, "step": step}
        state = GAME.new_state({**options, "skipped": skipped})
        rng = np.random.default_rng(seed)
        while True:
            worlds = consistent_worlds(state, 0)
            records = (worlds.records[i : i + 1] for i in range(len(worlds)))
            won = np.array([float(chance_by_tree(record)) for record in records])
            chance = odds.chance_of_winning(state.view(0))
            assert float(chance) == pytest.approx(float(won @ worlds.probability), abs=1e-12)
            if state.is_terminal():
                assert float(chance) == state.returns()[0]
                return
            state.apply(state.sample_chance(rng) if state.is_chance() else 0)

    @pytest.mark.parametrize("seed", range(3))
    def test_is_a_martingale_over_a_whole_standard_deal(self, seed):
        """Every card is seen, so that the next one's chances are those of the deck."""
        state = GAME.new_state({"skipped": "seen"})
        rng = np.random.default_rng(seed)
        assert odds.chance_of_winning(state.view(0)) == Fraction(PUBLISHED)
        while not state.is_terminal():
            chance = odds.chance_of_winning(state.view(0))
            if not state.is_chance():
                state.apply(0)
                assert odds.chance_of_winning(state.view(0)) == chance
                continue
            deck = [int(n) for n in state.record["deck"][0]]
            mean = sum(
                n * odds.chance_of_winning(state.child(value).view(0))
                for value, n in enumerate(deck)
                if n
            )
            assert chance == mean / Fraction(sum(deck))
            state.apply(state.sample_chance(rng))
        assert odds.chance_of_winning(state.view(0)) == Fraction(int(state.returns()[0]))

    def test_a_card_turned_unseen_does_not_change_it(self):
        state = GAME.new_state({"board": 1})
        for action in (0, 0):
            state.apply(action)
        before = odds.chance_line(state.view(0))
        state.apply(5)
        assert odds.chance_line(state.view(0)) == before

    def test_the_line_says_number_and_condition(self):
        state = GAME.new_state()
        assert odds.chance_line(state.view(0)) == (
            f"Exact chance of winning: {PUBLISHED} ≈ 0.00367841 "
            "(every order of the unseen cards is equally likely)"
        )
        state = GAME.new_state({"board": 1, "step": 1})
        state.apply(3)
        assert "Exact chance of winning: 1 (" in odds.chance_line(state.view(0))

    def test_a_full_pile_is_hopeless_at_once(self):
        state = GAME.new_state()
        for _card in range(4):
            state.apply(0)
        assert odds.chance_of_winning(state.view(0)) == 0


@pytest.mark.parametrize(
    ("suits", "values", "picks"), [(10, 100_000, 500), (1, 1_000_000, 500), (100_000, 10, 50)]
)
def test_a_million_cards_take_no_more_work_than_their_board(monkeypatch, suits, values, picks):
    """Long binomial coefficients are the work; the means are sums of their own."""
    calls = []
    for module, name in ((urns, "binomial"), (closed_form, "binomial"), (closed_form, "comb")):
        count = getattr(module, name)
        monkeypatch.setattr(module, name, lambda n, k, f=count: calls.append(n) or f(n, k))
    deal = Deal(suits, values, 10, picks)
    piles, cards = closed_form.piles_left(deal), closed_form.cards_left(deal)
    assert len(calls) < 100
    assert sum(k * p for k, p in enumerate(piles)) == closed_form.mean_piles_left(deal)
    assert sum(k * p for k, p in enumerate(cards)) == closed_form.mean_cards_left(deal)


@pytest.mark.parametrize("options", [{}, {"skipped": "seen"}, {"values": 6, "step": 2, "board": 5}])
def test_the_course_has_the_chance_after_each_look_and_what_it_took(options):
    wanted = []
    for state in positions("vangin", options, 3):
        s = state.record[0]
        if int(s["looks"]) > len(wanted):
            wanted.append((odds.chance_of_winning(state.view(0)), bool(s["hit"])))
        assert odds.course(state.view(0)) == wanted
    assert wanted


def test_deals_that_get_so_far_are_counted_one_by_one():
    """Six cards, two of a kind: two on the table, then each second card of the other four."""
    orders = list(set(permutations([0, 0, 1, 1, 2, 2])))
    left = [len({*cards[:2]} - {*cards[3::2]}) for cards in orders]
    for n in range(3):
        share = Fraction(sum(piles <= n for piles in left), len(orders))
        assert odds.so_far_or_farther(2, 3, 2, 2, n) == share


def test_another_number_of_cards_at_a_time_is_compared_with_three():
    (three,) = re.findall(r"emptied is (.*)\.$", odds.win().headline)
    assert odds.win(step=1).headline.endswith(f" 96.6%; three at a time, {three}.")
