"""The rules in which people's games differ from the document's, one test each."""

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import speaking
from ludoteca.games.buraco.ids import (
    CHOOSING,
    FORBIDDEN,
    FREE,
    JOKER,
    LAST,
    MORTO,
    OVER,
    PLAYING,
    TWIN,
)
from ludoteca.games.buraco.melds import (
    canastra_points,
    card_points,
    fits_table,
    is_clean,
    meld_points,
)
from ludoteca.games.buraco.rules import pair_points

CLEAN = "3H-4H-5H-6H-7H-8H-9H"
DIRTY = "3S-4S-2D-6S-7S-8S-9S"
TAKEN = {"took_morto": (1, 2), "mortos": 0}


def opens(moves):
    """The moves that lay three cards."""
    return {move for move in moves if move.count("-") == 2}


# -- the profiles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "rules"),
    [
        ("thesis", (0, 0, 0, 0, 0, 0, 0, FREE)),
        ("aberto", (0, 0, 0, 4, 1, 1, 1, FORBIDDEN)),
        ("fechado", (2, 1, 1, 4, 1, 1, 1, FORBIDDEN)),
        ("stbl", (0, 1, 0, 4, 1, 1, 1, FORBIDDEN)),
    ],
)
def test_a_profile_sets_the_rules(at, profile, rules):
    s = at(profile=profile).record[0]
    names = ("sets", "closed", "out_needs", "jokers", "moving", "minus_hand", "long_bonus",
             "single")  # fmt: skip
    assert tuple(int(s[name]) for name in names) == rules


def test_an_option_of_its_own_goes_before_the_profile(at):
    s = at(profile="stbl", sets="yes", jokers="no").record[0]
    assert (int(s.sets), int(s.jokers), int(s.closed)) == (2, 0, 1)


def test_three_cannot_play(buraco):
    with pytest.raises(BadInput, match="two players or for four"):
        buraco.options({"players": 3})


def test_a_deck_too_small_for_the_hands_is_refused(buraco):
    with pytest.raises(BadInput, match="no card for the stock"):
        buraco.options({"suits": 2, "copies": 1})


# -- sets ------------------------------------------------------------------------------------------


def test_sets_of_any_suits_and_both_copies(at, legal):
    moves = opens(legal(at("9C 9C 9D 9S KC KD", sets="yes")))
    assert moves == {"9C-9C-9D", "9C-9C-9S", "9C-9D-9S"}


def test_sets_of_aces_alone(at, legal):
    moves = opens(legal(at("9C 9D 9S AC AD AS KC KD", sets="aces")))
    assert moves == {"AC-AD-AS"}


def test_a_set_has_one_wild_card_at_most_and_no_set_is_of_twos(at, legal):
    moves = legal(at("9C 9D 2S 2H 2D KC QD", sets="yes", jokers="yes"))
    assert opens(moves) == {"9C-9D-2S", "9C-9D-2H", "9C-9D-2D"}
    more = legal(at("9H 2S ** KC KD", melds=["9C-9D-2H"], profile="fechado"))
    assert "1+9H" in more
    assert not {"1+2S", "1+**"} & more


def test_seven_of_a_set_are_a_canastra_clean_without_a_wild_card(at):
    clean = at(melds=["9C-9C-9D-9D-9H-9H-9S"], sets="yes").record[0]
    assert meld_points(clean, 0, 0) == 70 + 200
    dirty = at(melds=["9C-9C-9D-2D-9H-9H-9S"], sets="yes").record[0]
    assert meld_points(dirty, 0, 0) == 70 + 100


def test_a_card_of_the_rank_fits_a_set(at):
    s = at(melds=["9C-9D-9H"], sets="yes").record[0]
    assert fits_table(s, 0, 8)
    assert not fits_table(s, 0, 9)


# -- jokers ----------------------------------------------------------------------------------------


def test_a_joker_is_wild_in_any_place(at, legal, play):
    moves = legal(at("5H 7H ** 9C 9D JC", melds=["TS-JS-QS"], jokers="yes"))
    assert {"5H-**-7H", "1<**", "1>**", "x**"} <= moves
    state = play(at("5H 7H ** 9C 9D", jokers="yes"), "5H-**-7H")
    assert not is_clean(state.record[0], 0, 0)
    assert state.record[0].wild_kind[0, 0, 0] == JOKER


def test_four_jokers_are_in_the_deck(buraco):
    assert buraco.rules.cards(buraco.options({"jokers": "yes"})).count(JOKER) == 4
    assert buraco.rules.cards(buraco.options({"profile": "aberto"})).count(JOKER) == 4
    assert JOKER not in buraco.rules.cards(buraco.options())


def test_the_value_of_a_two_and_of_a_joker_can_be_set(at):
    s = at(two_points=20, joker_points=30).record[0]
    assert (card_points(s, 1), card_points(s, JOKER)) == (20, 30)
    assert card_points(at().record[0], JOKER) == 50


# -- wild cards ------------------------------------------------------------------------------------


def test_a_two_of_the_suit_goes_to_its_place_when_the_card_that_it_replaces_comes(at, legal, play):
    state = at("5H 9C 9D", melds=["3H-4H-2H-6H"], moving="natural")
    assert "1=5H<" in legal(state)
    play(state, "1=5H<")
    s = state.record[0]
    assert is_clean(s, 0, 0)
    assert (int(s.low[0, 0]), int(s.high[0, 0])) == (1, 5)


def test_a_two_of_another_suit_does_not_go_there(at, legal):
    moves = legal(at("5H 9C 9D", melds=["3H-4H-2S-6H"], moving="natural"))
    assert not any("=" in move for move in moves)


def test_a_two_goes_home_only_where_the_run_then_is_whole(at, legal):
    moves = legal(at("6H 9C 9D", melds=["4H-5H-2H-7H"], moving="natural"))
    assert not any("=" in move for move in moves)


def test_a_wild_card_moves_to_either_end(at, legal, play):
    state = at("5H 9C 9D", melds=["3H-4H-2S-6H"], moving="yes")
    assert {"1=5H<", "1=5H>"} <= legal(state)
    low = play(state.clone(), "1=5H<").record[0]
    assert (int(low.low[0, 0]), int(low.wild_at[0, 0, 0])) == (1, 1)
    assert not is_clean(low, 0, 0)
    high = play(state, "1=5H>").record[0]
    assert (int(high.high[0, 0]), int(high.wild_at[0, 0, 0])) == (6, 6)


def test_the_natural_two_takes_the_place_of_a_wild_one(at, legal):
    moves = legal(at("2H 9C 9D", melds=["AH-2S-3H"], moving="yes"))
    assert "1=2H>" in moves
    assert "1=2H<" not in moves  # below the low ace there is no place


def test_two_wild_cards_in_a_game(at, legal, play):
    state = at("2S 2C 2D 9C 9D", melds=["3H-4H-5H"], wilds="2")
    play(state, "1>2S 1>2C")
    assert "1>2D" not in legal(state)
    assert state.record[0].wild_at[0, 0].tolist() == [5, 6]


def test_a_game_is_opened_with_two_natural_cards(at, legal):
    assert opens(legal(at("2S 2C 5H 9C 9D", wilds="2"))) == set()


# -- the closed pile -------------------------------------------------------------------------------


def test_a_closed_pile_is_taken_with_a_meld_of_its_top_card(at, legal, play):
    state = at("3H 4H 9C 9D", pile="QS KS 5H", phase=CHOOSING, pile_="closed")
    assert legal(state) == {"draw", "3H-4H-5H"}
    play(state, "3H-4H-5H")
    s = state.record[0]
    assert (int(s.phase), int(s.pile_cards), int(s.in_hand[0])) == (PLAYING, 0, 4)
    assert s.known[0].sum() == 2


def test_a_closed_pile_is_taken_by_adding_its_top_card_to_a_game(at, legal):
    state = at("9C 9D", pile="QS 6H", melds=["3H-4H-5H"], phase=CHOOSING, pile_="closed")
    assert legal(state) == {"draw", "1>6H"}


def test_cards_below_the_top_do_not_help_to_take_a_closed_pile(at, legal):
    state = at("3H 9C 9D", pile="4H 5H", phase=CHOOSING, pile_="closed")
    assert legal(state) == {"draw"}


def test_the_meld_may_use_the_whole_hand_where_the_pile_follows(at, legal):
    taken = {"mortos": 0}
    state = at("3H 4H", pile="QS KS 5H", phase=CHOOSING, pile_="closed", fields=taken)
    assert "3H-4H-5H" in legal(state)
    short = at("3H 4H", pile="5H", phase=CHOOSING, pile_="closed", fields=taken)
    assert legal(short) == {"draw"}


def test_the_last_turn_with_a_closed_pile(at, legal, play):
    fields = {"mortos": 0}
    state = at("6S 9D", stock=0, theirs=["3S-4S-5S"], pile="JD", fields=fields, pile_="closed")
    play(state, "x6S")
    assert state.record[0].phase == LAST
    assert legal(state) == {"pass", "1>6S"}
    assert play(state, "1>6S xKC").is_terminal()


# -- going out -------------------------------------------------------------------------------------


def test_any_canastra_may_be_enough_to_go_out(at, legal):
    fields = {"took_morto": (3, 0), "mortos": 1}
    assert "1>TS" in legal(at("TS", melds=[DIRTY], fields=fields, going_out="any"))


def test_a_morto_may_be_taken_for_the_next_turn_only(at, play):
    state = play(at("3H 4H 5H", morto="indirect"), "3H-4H-5H")
    while state.is_chance():
        state.apply(state.possible_actions()[0])
    assert (state.current_player(), int(state.record[0].in_hand[0])) == (1, 11)


def test_a_morto_may_be_taken_without_a_discard_only(at, legal):
    assert legal(at("9C", morto="direct")) == set()
    assert opens(legal(at("3H 4H 5H 9C", morto="direct"))) == set()
    assert "3H-4H-5H" in legal(at("3H 4H 5H", morto="direct"))


def test_the_last_two_cards_may_be_laid_one_after_the_other_for_a_direct_morto(at, legal, play):
    state = at("8H 9H", melds=["5H-6H-7H"], morto="direct")
    assert legal(state) == {"1>8H", "x8H", "x9H"}
    assert legal(play(state, "1>8H")) == {"1>9H"}
    assert play(state, "1>9H").record[0].phase == MORTO


def test_the_last_card_may_bring_the_points_of_the_first_melds(at, legal, play):
    state = at("3H 4H 5H 6H", first_meld=20)
    assert opens(legal(state)) == {"3H-4H-5H", "4H-5H-6H"}
    assert play(state, "3H-4H-5H", "1>6H").record[0].phase == MORTO
    assert opens(legal(at("3H 4H 5H 6H", first_meld=25))) == set()


def test_batida_seca_may_be_forbidden(at, legal):
    """Then the last card is thrown; a morto may still be taken without a discard."""
    assert "1>TH" not in legal(at("TH", melds=[CLEAN], fields=TAKEN, dry="no"))
    assert "1>TH" in legal(at("TH 9C", melds=[CLEAN], fields=TAKEN, dry="no"))
    assert "3H-4H-5H" in legal(at("3H 4H 5H", dry="no"))


# -- the pile of one card --------------------------------------------------------------------------


def throws(moves):
    """The moves that throw a card."""
    return {move for move in moves if move.startswith("x")}


@pytest.mark.parametrize(
    ("hand", "single", "thrown"),
    [
        ("5C 9D", "free", {"x5C", "x9D", "x3S"}),
        ("5C 9D", "twin", {"x5C", "x9D"}),
        ("5C 9D", "forbidden", {"x5C", "x9D"}),
        ("3S 9D", "free", {"x3S", "x9D"}),
        ("3S 9D", "twin", {"x3S", "x9D"}),
        ("3S 9D", "forbidden", {"x9D"}),
    ],
)
def test_the_card_of_a_pile_of_one_is_not_thrown_in_the_same_turn(
    at, legal, play, hand, single, thrown
):
    state = play(at(hand, pile="3S", phase=CHOOSING, single=single), "take")
    assert throws(legal(state)) == thrown
    larger = play(at(hand, pile="4S 3S", phase=CHOOSING, single=single), "take")
    assert "x3S" in legal(larger)


def test_the_ban_ends_with_the_turn(at, legal, play):
    state = play(at("5C 9D", pile="3S", phase=CHOOSING, single="forbidden"), "take x5C")
    state.record[0].to_move, state.record[0].phase = 0, PLAYING
    assert "x3S" in legal(state)


def test_two_players_may_not_throw_it_in_any_profile_unless_they_choose_so(at):
    assert at(players=2).record[0].single == FORBIDDEN
    assert at(players=2, single="free").record[0].single == FREE
    assert at(single="twin", profile="stbl").record[0].single == TWIN


def test_a_pile_is_not_taken_where_the_turn_could_not_end(at, legal):
    """Both cards are of the kind that may not be thrown, and only one of them can be laid."""
    fields = {"took_morto": (3, 2), "mortos": 0}
    rules = {"phase": CHOOSING, "fields": fields, "single": "forbidden"}
    assert legal(at("TH", pile="TH", melds=[CLEAN], **rules)) == {"draw"}
    both = at("TH", pile="TH", melds=[CLEAN, "7H-8H-9H"], **rules)
    assert legal(both) == {"draw", "take"}
    assert legal(at("TH", pile="TH", melds=[CLEAN], **rules | {"single": "twin"})) == {
        "draw", "take"}  # fmt: skip


def test_laying_leaves_another_card_than_the_one_that_may_not_be_thrown(at, legal, play):
    fields = {"took_morto": (3, 2), "mortos": 0}
    state = at("4S 5S 6S", pile="KD", melds=[CLEAN], phase=CHOOSING, fields=fields, single="twin")
    assert opens(legal(play(state, "take"))) == set()
    free = at("4S 5S 6S", pile="KD", melds=[CLEAN], phase=CHOOSING, fields=fields)
    assert opens(legal(play(free, "take"))) == {"4S-5S-6S"}


def test_the_card_taken_is_known_to_stay_where_its_twin_is_thrown(at, play):
    state = play(at("3S 9D", pile="3S", phase=CHOOSING, single="twin"), "take x3S")
    assert state.record[0].known[0].sum() == 1


def test_another_copy_of_the_top_of_a_closed_pile_of_one_is_not_thrown(at, legal, play):
    options = {"phase": CHOOSING, "pile_": "closed"}
    state = play(at("3H 4H 5H 9C", pile="5H", **options, single="forbidden"), "3H-4H-5H")
    assert throws(legal(state)) == {"x9C"}
    twin = play(at("3H 4H 5H 9C", pile="5H", **options, single="twin"), "3H-4H-5H")
    assert throws(legal(twin)) == {"x5H", "x9C"}


def test_jokers_laid_after_a_joker_was_taken_alone_are_counted_to_0(at, play, buraco):
    """Of three melds each has a joker: more than are needed before one may be thrown."""
    hand = "** ** ** 4C 5C 4D 5D 4H 5H 9S JS"
    state = at(hand, pile="**", phase=CHOOSING, single="twin", profile="aberto")
    play(state, "take")
    for suit in "CDH":
        play(state, f"**-4{suit}-5{suit}")
    assert buraco.state_layout.outside(state.record) is None


def test_of_a_morto_none_is_thrown_of_a_kind_that_was_taken_alone(at, legal, play):
    state = play(at("4S 5S", pile="3S", phase=CHOOSING, single="twin"), "take 3S-4S-5S")
    s = state.record[0]
    s.to_come = 2
    play(state, "3S 9D")
    assert throws(legal(state)) == {"x9D"}


# -- the end of the stock --------------------------------------------------------------------------


def test_the_deal_may_end_with_the_stock_though_mortos_lie_there(at, play):
    state = play(at("9C 9D", stock=1, phase=CHOOSING, stock_end="ends"), "draw")
    state.apply(state.possible_actions()[0])
    assert (int(state.record[0].mortos), int(state.record[0].stock)) == (2, 0)
    assert play(state, "x9C").is_terminal()


# -- points ----------------------------------------------------------------------------------------


def test_cards_in_hand_count_against(at):
    s = at("AH 3S", fields=TAKEN, minus_hand="yes", others=["KC", "9D"]).record[0]
    assert (pair_points(s, 0), pair_points(s, 1)) == (-15 - 5 - 10, -10 - 20)


SUIT = "AH-2H-3H-4H-5H-6H-7H-8H-9H-TH-JH-QH-KH"


@pytest.mark.parametrize(
    ("run", "bonus"),
    [
        (SUIT, 500),
        (f"{SUIT}-AH", 1000),
        (SUIT.removeprefix("AH-") + "-AH", 200),
        (SUIT.replace("7H", "2S"), 100),
        (f"{SUIT}-AH".replace("7H", "2S"), 100),
        (CLEAN, 200),
    ],
)
def test_long_canastras_count_500_and_1000(at, run, bonus):
    s = at(melds=[run], long_canastras="yes").record[0]
    assert canastra_points(s, 0, 0) == bonus


def test_a_morto_that_was_never_played_from_costs_100(at, play):
    state = play(at("9C", unused_morto="yes"), "x9C")
    while state.is_chance():
        state.apply(state.possible_actions()[0])
    s = state.record[0]
    assert pair_points(s, 0) == -100
    s.to_move, s.phase = 0, PLAYING
    state.apply(state.legal_actions()[0])
    s.phase = OVER
    assert pair_points(s, 0) > -100


def test_the_partners_cards_do_not_use_a_morto(at, play):
    state = at("9C 9D", unused_morto="yes", fields={"took_morto": (3, 0), "mortos": 1})
    assert pair_points(play(state, "x9C").record[0], 0) == -100


@pytest.mark.parametrize("target", [3000, 5000])
def test_the_target_of_the_match_can_be_set(buraco, at, target):
    state = at(phase=OVER, target=target, fields=TAKEN)
    standing = buraco.standing_layout.empty(1)
    standing["score"][0] = (target - 1, 0)
    assert not buraco.rules.next_standing(state.record[0], standing[0])
    standing["score"][0] = (target, 0)
    assert buraco.rules.next_standing(state.record[0], standing[0])


# -- a minimum for the first melds -----------------------------------------------------------------


def test_the_first_melds_of_a_pair_may_need_points(at, legal, play):
    state = play(at("3H 4H 5H QS KS AS 9C 9D", first_meld=40), "3H-4H-5H")
    assert not any(move.startswith("x") for move in legal(state))
    assert "back" in legal(state)
    play(state, "QS-KS-AS")
    assert "back" not in legal(state)
    assert "x9C" in legal(state)


def test_melds_worth_too_little_are_taken_back_and_known(at, legal, play):
    state = play(at("3H 4H 5H 9C 9D", first_meld=40), "3H-4H-5H back")
    s = state.record[0]
    assert (int(s.in_hand[0]), int(s.known[0].sum()), int(s.melds[0])) == (5, 3, 0)
    assert opens(legal(state)) == set()
    assert "x9C" in legal(state)
    assert (s.wild_kind[0] == -1).all()


def test_a_pair_that_has_melds_lays_what_it_likes(at, legal, play):
    state = play(at("3H 4H 5H 9C 9D", melds=["3S-4S-5S"], first_meld=40), "3H-4H-5H")
    assert "x9C" in legal(state)


def test_nobody_runs_out_with_too_little(at, legal):
    assert "3H-4H-5H" not in legal(at("3H 4H 5H 9C", first_meld=40))
    assert "QS-KS-AS" in legal(at("QS KS AS", first_meld=35))


def test_a_closed_pile_is_not_taken_before_the_first_melds(at, legal):
    state = at("3H 4H 9C 9D", pile="5H", phase=CHOOSING, pile_="closed", first_meld=40)
    assert legal(state) == {"draw"}


def test_after_nine_times_the_minimum_binds_a_pair_no_more(at, legal, play):
    state = play(at("3H 4H 5H 9C 9D", first_meld=40, fields={"backs": (9, 0)}), "3H-4H-5H")
    assert "x9C" in legal(state)


# -- two players -----------------------------------------------------------------------------------


def test_two_players_have_a_morto_each_and_play_in_turn(at, play):
    state = at("3H 4H 5H 9C 9D", players=2)
    assert state.game.teams(state.options) == ((0,), (1,))
    play(state, "3H-4H-5H x9C")
    assert state.current_player() == 1
    out = play(at("3H 4H 5H", players=2), "3H-4H-5H")
    assert (int(out.record[0].phase), int(out.record[0].mortos)) == (MORTO, 1)


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_the_choices_of_a_rule_are_told_in_words_and_taken_by_them(buraco, lang):
    ids = {"thesis", "stbl", "either", "direct", "indirect", "morto", "ends", "natural", "any"}
    with speaking(lang):
        for option in buraco.schema.offered:
            for choice in option.choices:
                assert option.label(choice) not in ids
                assert option.parse(option.label(choice)) == choice
