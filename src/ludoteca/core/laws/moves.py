"""Laws of moves, chance and cards."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np

from ludoteca.core import calls, rooms
from ludoteca.core.game import Game
from ludoteca.core.ids import NO_DRAW
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.laws.deals import DEALS, decisions, demand, random_deal
from ludoteca.core.options import Options
from ludoteca.core.state import State

_POSITIONS = 4  # of a deal, in the laws of sample_chance and policy_turn
_TURNS = 50  # at each, of those that a game lists
_DRAWS = 1_000 if JIT_ENABLED else 100  # at each; un-compiled they take seconds


def legal_ids_ascend_and_are_unique_in_text(game: Game, options: Options, seed: int) -> None:
    """Ids ascend; the notation is one word, differs between moves, and is read back."""
    for state, _action in random_deal(game, options, seed):
        possible = state.possible_actions()
        demand(
            all(a < b for a, b in itertools.pairwise(possible)),
            f"ids do not ascend: {possible}",
        )
        limit = game.rules.MAX_LEGAL if state.current_player() >= 0 else game.rules.MAX_CHANCE
        demand(len(possible) <= limit, f"{len(possible)} ids, but the buffer holds {limit}")
        texts = [state.action_text(a) for a in possible]
        demand(
            len({t.casefold() for t in texts}) == len(texts),
            f"two moves are written alike: {texts}",
        )
        for action, text in zip(possible, texts, strict=True):
            demand(len(text.split()) == 1, f"the move {action} is written {text!r}, not one word")
            demand(state.parse(text) == action, f"{text!r} is not read back as the move {action}")


def moves_change_the_record(game: Game, options: Options, seed: int) -> None:
    """Every legal move and every outcome of chance changes something."""
    for state, _action in random_deal(game, options, seed):
        for action in state.possible_actions():
            after = state.record.copy()
            calls.apply_action(after, 0, action)
            demand(
                after.tobytes() != state.record.tobytes(),
                f"{state.action_text(action)!r} is possible after {len(state.moves)} moves and "
                "changes nothing",
            )


def chance_probabilities_sum_to_one(game: Game, options: Options, seed: int) -> None:
    """Every chance outcome has a positive probability, and they sum to 1."""
    for state, _action in random_deal(game, options, seed):
        if state.is_chance():
            prob = [p for _a, p in state.chance_outcomes()]
            demand(bool(prob), "chance is to move and has no outcome")
            demand(min(prob) > 0, "a chance outcome has probability 0 or less")
            total = math.fsum(prob)
            demand(abs(total - 1) < 1e-9, f"chance probabilities sum to {total}")


def draws_are_proportional_to_the_deck(game: Game, options: Options, seed: int) -> None:
    """Ids of a draw are kinds of card, and its probabilities follow the field ``deck``."""
    for state, _action in random_deal(game, options, seed):
        source = calls.draw_source(state.record, 0)
        if source == NO_DRAW:
            continue
        demand(state.is_chance(), "draw_source names an order, but chance is not to move")
        deck = state.record["deck"][0]
        expected = {k: n / deck.sum() for k, n in enumerate(deck) if n > 0}
        got = dict(state.chance_outcomes())
        same = expected.keys() == got.keys() and all(
            abs(got[k] - p) < 1e-12 for k, p in expected.items()
        )
        demand(same, "the outcomes of a draw are not the kinds of the deck in proportion")


def chance_is_sampled_with_its_probabilities(game: Game, options: Options, seed: int) -> None:
    """A game's own ``sample_chance`` draws each chance outcome as often as its probability says."""
    from ludoteca.core.laws.referee import REJECT_BELOW, chi_square_p

    if game.hook(rooms.sample_chance) is None:
        return
    rng = np.random.default_rng(seed)
    states = [s.clone() for s, _action in random_deal(game, options, seed) if s.is_chance()]
    for index in rng.permutation(len(states))[:_POSITIONS]:
        outcomes = dict(states[index].chance_outcomes())
        drawn = Counter(states[index].sample_chance(rng) for _draw in range(_DRAWS))
        demand(drawn.keys() <= outcomes.keys(), "sample_chance draws what is no chance outcome")
        found = np.array([drawn[a] for a in outcomes], np.float64)
        expected = np.array(list(outcomes.values())) * _DRAWS
        p_value = chi_square_p(found, expected)
        demand(
            p_value >= REJECT_BELOW,
            f"sample_chance draws otherwise than chance_outcomes says, after "
            f"{len(states[index].moves)} moves (chi-square p = {p_value:.1e}, {_DRAWS} draws)",
        )


def cards_are_conserved(game: Game, options: Options, seed: int) -> None:
    """A game with ``cards`` counts all of them, by kind, in every position: ``count_cards(s)``."""
    cards, count = game.hook(rooms.cards), game.hook(rooms.count_cards)
    if cards is None:
        return
    demand(count is not None, "rules.py has cards(options) but no count_cards(s)")
    assert count is not None
    for state, _action in random_deal(game, options, seed):
        found = [int(n) for n in count(state.record[0])]
        dealt = np.bincount(cards(options), minlength=len(found)).tolist()
        wrong = [
            f"{n} of kind {kind}, not {m}"
            for kind, (n, m) in enumerate(itertools.zip_longest(found, dealt, fillvalue=0))
            if n != m
        ]
        demand(not wrong, f"after {len(state.moves)} moves there are {', '.join(wrong)}")


def policies_are_distributions_over_legal_moves(game: Game, options: Options, seed: int) -> None:
    """At each level the policy's moves are legal and its probabilities sum to 1."""
    ids, prob = game.buffers()
    for state, _action in decisions(game, options, seed):
        legal = set(state.legal_actions())
        for level, name in enumerate(game.info.levels):
            count = calls.policy_probs(state.record, 0, level, ids, prob)
            chosen = ids[:count].tolist()
            demand(set(chosen) <= legal, f"{name} plays {sorted(set(chosen) - legal)}, not legal")
            demand(len(set(chosen)) == count, f"{name} lists a move twice")
            demand(bool((prob[:count] >= 0).all()), f"{name} has a negative probability")
            total = math.fsum(prob[:count].tolist())
            demand(abs(total - 1) < 1e-9, f"the probabilities of {name} sum to {total}")


def turns_are_moves_of_the_policy(game: Game, options: Options, seed: int) -> None:
    """A game's own ``policy_turn`` leads where its policy's moves lead, and as often."""
    from ludoteca.core.laws.referee import REJECT_BELOW, chi_square_p

    if game.hook(rooms.policy_turn) is None:
        return
    states = [state.clone() for state, _action in decisions(game, options, seed)]
    for index in np.random.default_rng(seed).permutation(len(states))[:_POSITIONS]:
        for level, name in enumerate(game.info.levels):
            drawn = _turns(states[index], level)
            expected = _by_moves(states[index], level, drawn)
            demand(drawn.keys() <= expected.keys(), f"{name}: a turn ends where no moves lead")
            found = np.array([drawn[end] for end in expected] + [0.0])
            shares = np.array([*expected.values(), max(0.0, 1 - sum(expected.values()))])
            p_value = chi_square_p(found, shares * _DRAWS)
            demand(
                p_value >= REJECT_BELOW,
                f"{name}: turns end otherwise than moves do (chi-square p = {p_value:.1e})",
            )


def _turns(state: State, level: int) -> Counter[bytes]:
    """Count the positions that end a turn, over evenly spaced uniform numbers."""
    ids, prob = state.game.buffers()
    ends: Counter[bytes] = Counter()
    for draw in range(_DRAWS):
        record = state.record.copy()
        made = calls.policy_turn(record, 0, level, (draw + 0.5) / _DRAWS, ids, prob)
        demand(made > 0, "a turn makes no move")
        ends[record.tobytes()] += 1
    return ends


def _by_moves(state: State, level: int, ends: Counter[bytes]) -> dict[bytes, float]:
    """The probability that the policy, move by move, comes to each of the ``ends``."""
    ids, prob = state.game.buffers()
    seat, found = state.current_player(), dict[bytes, float]()
    waiting = [(state, 1.0)]
    while waiting:
        at, p = waiting.pop()
        n = calls.policy_probs(at.record, 0, level, ids, prob)
        for action, q in zip(ids[:n].tolist(), prob[:n].tolist(), strict=True):
            after = at.child(action)
            key = after.record.tobytes()
            if key in ends:
                found[key] = found.get(key, 0.0) + p * q
            elif after.current_player() == seat and q > 0:
                waiting.append((after, p * q))
    return found


def equal_keys_have_equal_moves(game: Game, options: Options, seed: int) -> None:
    """Positions with one ``state_key`` have one player to move and one list of legal moves."""
    known: dict[int, tuple[int, list[int]]] = {}
    for deal in range(DEALS):
        for state, _action in random_deal(game, options, seed + deal):
            what = (state.current_player(), state.possible_actions())
            key = int(calls.state_key(state.record, 0))
            demand(known.setdefault(key, what) == what, "two positions of one key differ in moves")


def listed_turns_are_whole(game: Game, options: Options, seed: int) -> None:
    """Each turn that ``turns_at`` lists is legal move by move, and ends where another is next."""
    turns_at = game.hook(rooms.turns_at)
    if turns_at is None:
        return
    rng = np.random.default_rng(seed)
    states = [state.clone() for state, _action in decisions(game, options, seed)]
    for index in rng.permutation(len(states))[:_POSITIONS]:
        state = states[index]
        seat = state.current_player()
        turns = turns_at(state.view(seat))
        demand(bool(turns), f"no turn is listed for seat {seat} after {len(state.moves)} moves")
        demand(len(set(turns)) == len(turns), "a turn is listed twice")
        for number in rng.permutation(len(turns))[:_TURNS]:
            _demand_whole(state.clone(), seat, turns[number])


def _demand_whole(state: State, seat: int, turn: tuple[int, ...]) -> None:
    where = f"of the turn {turn} listed after {len(state.moves)} moves"
    for move in turn:
        more = state.current_player() == seat
        demand(more, f"the move {move} {where} comes after the turn is over")
        demand(move in state.legal_actions(), f"the move {move} {where} is not legal")
        state.apply_unchecked(move)
    demand(state.current_player() != seat, f"after the last move {where} the seat goes on")
