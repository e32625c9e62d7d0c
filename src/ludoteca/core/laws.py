"""The laws: what every game obeys, as a suite that anybody can run on theirs.

``check(game)`` runs them all; :data:`LAWS` lists them. Each law plays seeded random deals, raises
:class:`LawBroken` with one sentence, and is a pure function of game, options and seed, so that the
seed of a failure shows it again.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ludoteca.core import calls
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.ids import HIDDEN, NO_DRAW, SPECTATOR, TERMINAL
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.options import Options
from ludoteca.core.record import GameRecord
from ludoteca.core.shoe import Shoe
from ludoteca.core.state import State, observe

DEALS = 20  #: random deals that a law plays, unless it says otherwise
_MATCH_DEALS = 10_000


class LawBroken(LudotecaError):
    """A game breaks a law; the message says how, in one sentence."""


@dataclass(frozen=True)
class LawResult:
    """Whether a law held: its name, and the sentence and the seed that show the failure."""

    name: str
    ok: bool
    sentence: str
    seed: int


def _demand(holds: bool, sentence: str) -> None:
    if not holds:
        raise LawBroken(sentence)


def random_deal(game: Game, options: Options, seed: int) -> Iterator[tuple[State, int]]:
    """A uniformly random deal: every position with the action about to be made, then the end.

    The action of the last pair, at the end of the deal, is ``TERMINAL``. The yielded state goes on
    to be used: clone it to keep it.
    """
    rng = np.random.default_rng(seed)
    state = game.new_state(options)
    for _step in range(game.rules.MAX_LENGTH + 1):
        if state.is_terminal():
            yield state, TERMINAL
            return
        if state.is_chance():
            action = state.sample_chance(rng)
        else:
            legal = state.legal_actions()
            _demand(bool(legal), f"seat {state.current_player()} is to move and has no legal move")
            action = legal[int(rng.random() * len(legal))]
        yield state, action
        state.apply_unchecked(action)
    raise LawBroken(f"a deal did not end within MAX_LENGTH = {game.rules.MAX_LENGTH} moves")


def _decisions(game: Game, options: Options, seed: int) -> Iterator[tuple[State, int]]:
    for state, action in random_deal(game, options, seed):
        if state.current_player() >= 0:
            yield state, action


def _masked(state: State, viewer: int) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    return observe(state.record, state.game.masks(state.options)[viewer])


def legal_ids_ascend_and_are_unique_in_text(game: Game, options: Options, seed: int) -> None:
    """Ids ascend; the notation is one word, differs between moves, and is read back."""
    for state, _action in random_deal(game, options, seed):
        possible = state.possible_actions()
        _demand(
            all(a < b for a, b in itertools.pairwise(possible)),
            f"ids do not ascend: {possible}",
        )
        limit = game.rules.MAX_LEGAL if state.current_player() >= 0 else game.rules.MAX_CHANCE
        _demand(len(possible) <= limit, f"{len(possible)} ids, but the buffer holds {limit}")
        texts = [state.action_text(a) for a in possible]
        _demand(
            len({t.casefold() for t in texts}) == len(texts),
            f"two moves are written alike: {texts}",
        )
        for action, text in zip(possible, texts, strict=True):
            _demand(len(text.split()) == 1, f"the move {action} is written {text!r}, not one word")
            _demand(state.parse(text) == action, f"{text!r} is not read back as the move {action}")


def chance_probabilities_sum_to_one(game: Game, options: Options, seed: int) -> None:
    """Every chance outcome has a positive probability, and they sum to 1."""
    for state, _action in random_deal(game, options, seed):
        if state.is_chance():
            prob = [p for _a, p in state.chance_outcomes()]
            _demand(bool(prob), "chance is to move and has no outcome")
            _demand(min(prob) > 0, "a chance outcome has probability 0 or less")
            total = math.fsum(prob)
            _demand(abs(total - 1) < 1e-9, f"chance probabilities sum to {total}")


def draws_are_proportional_to_the_deck(game: Game, options: Options, seed: int) -> None:
    """Where a card is drawn, ids are kinds and probabilities follow the field ``deck``."""
    for state, _action in random_deal(game, options, seed):
        source = calls.draw_source(state.record, 0)
        if source == NO_DRAW:
            continue
        _demand(state.is_chance(), "draw_source names an order, but chance is not to move")
        deck = state.record["deck"][0]
        expected = {k: n / deck.sum() for k, n in enumerate(deck) if n > 0}
        got = dict(state.chance_outcomes())
        same = expected.keys() == got.keys() and all(
            abs(got[k] - p) < 1e-12 for k, p in expected.items()
        )
        _demand(same, "the outcomes of a draw are not the kinds of the deck in proportion")


def cards_are_conserved(game: Game, options: Options, seed: int) -> None:
    """A game with ``cards`` counts all of them, by kind, in every position: ``count_cards(s)``."""
    cards = getattr(game.rules, "cards", None)
    if cards is None:
        return
    count = getattr(game.rules, "count_cards", None)
    _demand(count is not None, "rules.py has cards(options) but no count_cards(s)")
    for state, action in random_deal(game, options, seed):
        found = [int(n) for n in game.rules.count_cards(state.record[0])]
        dealt = np.bincount(cards(options), minlength=len(found)).tolist()
        _demand(found == dealt, f"the cards are {found}, not {dealt}, before the action {action}")


def clones_are_equal_and_independent(game: Game, options: Options, seed: int) -> None:
    """A clone equals its original and a child leaves its parent as it was."""
    for state, action in random_deal(game, options, seed):
        before = state.record.tobytes()
        _demand(state.clone().record.tobytes() == before, "a clone differs from its original")
        if action != TERMINAL:
            state.child(action)
            _demand(state.record.tobytes() == before, "making a child changed its parent")


def records_replay(game: Game, options: Options, seed: int) -> None:
    """A deal written down and read back gives the same position, finished or not."""
    written = _middle_and_end(game, options, seed)
    for state in written:
        text = GameRecord.from_state(state).to_text()
        again = GameRecord.parse(text).replay()
        _demand(again.moves == state.moves, "a record replays to other moves")
        _demand(
            again.record.tobytes() == state.record.tobytes(), "a record replays to another position"
        )


def _middle_and_end(game: Game, options: Options, seed: int) -> list[State]:
    states = [state.clone() for state, _action in random_deal(game, options, seed)]
    return [states[len(states) // 2], states[-1]]


def returns_are_what_the_game_declares(game: Game, options: Options, seed: int) -> None:
    """Returns are finite, equal for partners, and of constant sum where that is declared."""
    sums = set()
    for round_ in range(3):
        *_rest, (state, _action) = random_deal(game, options, seed + 1000 * round_)
        points = state.returns()
        _demand(all(math.isfinite(x) for x in points), f"the returns are {points}")
        for team in game.teams(options):
            _demand(
                len({points[s] for s in team}) == 1, f"partners have different returns: {points}"
            )
        sums.add(round(math.fsum(points), 9))
    if game.info.utility == "zero-sum":
        _demand(sums == {0.0}, f"declared zero-sum, but returns sum to {sorted(sums)}")
    if game.info.utility == "constant-sum":
        _demand(len(sums) == 1, f"declared constant-sum, but returns sum to {sorted(sums)}")


def own_moves_are_seen(game: Game, options: Options, seed: int) -> None:
    """A seat sees its own moves in full."""
    for state, action in _decisions(game, options, seed):
        seat = state.current_player()
        token = calls.observed_action(state.record, 0, action, seat)
        _demand(token == action, f"seat {seat} sees its own move {action} as {token}")


def legality_needs_only_what_the_seat_sees(game: Game, options: Options, seed: int) -> None:
    """The masked record has the same legal moves and policy as the full one."""
    for state, _action in _decisions(game, options, seed):
        seat = state.current_player()
        _same_choices(state, state.record, _masked(state, seat), "on the seat's view")


def _same_choices(
    state: State,
    one: np.ndarray[tuple[int], np.dtype[np.void]],
    two: np.ndarray[tuple[int], np.dtype[np.void]],
    where: str,
) -> None:
    ids, prob = state.game.buffers()
    results: list[list[object]] = []
    for record in (one, two):
        count = calls.legal_actions(record, 0, ids)
        found: list[object] = [ids[:count].tolist()]
        for level in range(len(state.game.info.levels)):
            count = calls.policy_probs(record, 0, level, ids, prob)
            found += [ids[:count].tolist(), prob[:count].tolist()]
        results.append(found)
    _demand(results[0][0] == results[1][0], f"legal moves differ {where}")
    _demand(results[0] == results[1], f"policy_probs differs {where}")


def policies_are_distributions_over_legal_moves(game: Game, options: Options, seed: int) -> None:
    """At each level the policy's moves are legal and its probabilities sum to 1."""
    ids, prob = game.buffers()
    for state, _action in _decisions(game, options, seed):
        legal = set(state.legal_actions())
        for level, name in enumerate(game.info.levels):
            count = calls.policy_probs(state.record, 0, level, ids, prob)
            chosen = ids[:count].tolist()
            _demand(set(chosen) <= legal, f"{name} plays {sorted(set(chosen) - legal)}, not legal")
            _demand(len(set(chosen)) == count, f"{name} lists a move twice")
            _demand(bool((prob[:count] >= 0).all()), f"{name} has a negative probability")
            total = math.fsum(prob[:count].tolist())
            _demand(abs(total - 1) < 1e-9, f"the probabilities of {name} sum to {total}")


def tokens_determine_the_view(game: Game, options: Options, seed: int) -> None:
    """Equal sequences of tokens give equal views (perfect recall), over many random deals."""
    known: dict[tuple[int, tuple[tuple[int, int], ...]], bytes] = {}
    for deal in range(DEALS):
        for state, _action in random_deal(game, options, seed + deal):
            for viewer in (SPECTATOR, *range(state.num_players)):
                key = (viewer, tuple(state.tokens(viewer)))
                view = _masked(state, viewer).tobytes()
                _demand(
                    known.setdefault(key, view) == view,
                    f"viewer {viewer} saw the same moves and has two different views",
                )


def resampled_worlds_look_the_same(game: Game, options: Options, seed: int) -> None:
    """A resampled world has the same view, legal moves and policy, and keeps the view.

    It needs only the seat's view; and a move that looks the same in both leads to equal views.
    """
    rng = np.random.default_rng(seed)
    world = game.state_layout.empty(2)
    for state, action in random_deal(game, options, seed):
        for seat in range(state.num_players):
            view = _masked(state, seat)
            draw = int(rng.integers(2**32))
            # The buffer holds garbage on purpose: every field must be written.
            world.view(np.uint8)[:] = 1
            calls.resample(state.record, 0, seat, np.random.default_rng(draw), world, 0)
            calls.resample(view, 0, seat, np.random.default_rng(draw), world, 1)
            _demand(
                world[:1].tobytes() == world[1:].tobytes(),
                f"resample for seat {seat} uses more than the seat's view",
            )
            twin = State(game, options, state.standing, world[:1].copy(), [], {})
            _demand(
                _masked(twin, seat).tobytes() == view.tobytes(),
                f"a resampled world looks different to seat {seat}: "
                f"{_differing_fields(_masked(twin, seat), view)}",
            )
            _demand(
                twin.current_player() == state.current_player(),
                f"another player is to move in a world resampled for seat {seat}",
            )
            if state.current_player() == seat:
                _same_choices(state, state.record, twin.record, "in a resampled world")
            if action != TERMINAL:
                _keeps_the_view(state, twin, action, seat)


def _differing_fields(
    one: np.ndarray[tuple[int], np.dtype[np.void]], two: np.ndarray[tuple[int], np.dtype[np.void]]
) -> str:
    names = one.dtype.names or ()
    return ", ".join(n for n in names if not np.array_equal(one[n], two[n]))


def _keeps_the_view(state: State, twin: State, action: int, seat: int) -> None:
    token = calls.observed_action(state.record, 0, action, seat)
    alike = [
        a
        for a in twin.possible_actions()
        if calls.observed_action(twin.record, 0, a, seat) == token
    ]
    if not alike:
        return
    after, twin_after = state.record.copy(), twin.record.copy()
    calls.apply_action(after, 0, action)
    calls.apply_action(twin_after, 0, alike[0])
    mask = state.game.masks(state.options)[seat]
    _demand(
        observe(after, mask).tobytes() == observe(twin_after, mask).tobytes(),
        f"after the token {'hidden' if token == HIDDEN else token} seat {seat} sees two different "
        f"tables: {_differing_fields(observe(after, mask), observe(twin_after, mask))}",
    )


def resample_has_the_right_frequencies(game: Game, options: Options, seed: int) -> None:
    """On the small variant, resampled worlds have the frequencies that brute force finds."""
    from ludoteca.core.worlds import resample_matches

    small = game.options(dict(game.info.small)) if game.info.small else options
    rng = np.random.default_rng(seed)
    states = [s.clone() for s, _action in _decisions(game, small, seed)]
    if not states:
        return
    state = states[int(rng.integers(len(states)))]
    for seat in range(state.num_players):
        sentence = resample_matches(state, seat, rng)
        _demand(sentence is None, f"seat {seat}, after {len(state.moves)} moves: {sentence}")


def equal_keys_have_equal_moves(game: Game, options: Options, seed: int) -> None:
    """Positions with one ``state_key`` have one player to move and one list of legal moves."""
    known: dict[int, tuple[int, list[int]]] = {}
    for deal in range(DEALS):
        for state, _action in random_deal(game, options, seed + deal):
            what = (state.current_player(), state.possible_actions())
            key = int(calls.state_key(state.record, 0))
            _demand(known.setdefault(key, what) == what, "two positions of one key differ in moves")


def matches_end(game: Game, options: Options, seed: int) -> None:
    """Deals strung together by the standing end in a finished match."""
    from ludoteca.core.match import Match

    match = Match(game, options)
    rng = np.random.default_rng(seed)
    ids, prob = game.buffers()
    moves = np.zeros(game.rules.MAX_LENGTH + 1, np.int64)
    while not match.over:
        _demand(match.deals < _MATCH_DEALS, f"a match did not end within {_MATCH_DEALS} deals")
        state = match.new_deal()
        length = calls.playout(state.record, 0, rng, ids, prob, moves, len(moves) - 1)
        _demand(length >= 0, f"a deal did not end within MAX_LENGTH = {len(moves) - 1} moves")
        match.close(state)


def a_shoe_gives_every_seating_the_same_cards(game: Game, options: Options, seed: int) -> None:
    """One shoe used twice with the same moves gives the same deal."""
    shoe = Shoe.shuffled(game, options, seed)
    deals = []
    for seating in (shoe, shoe.again()):
        rng = np.random.default_rng(seed)
        state = game.new_state(options)
        while not state.is_terminal():
            if state.is_chance():
                state.apply(seating.draw(state))
            else:
                legal = state.legal_actions()
                state.apply_unchecked(legal[int(rng.random() * len(legal))])
        deals.append(state.moves)
    _demand(deals[0] == deals[1], "the same shoe gave two different deals")


def digest(game: Game, options: Options, seed: int, deals: int = 3) -> str:
    """A hash of seeded random deals: every move, legal list and record on the way."""
    ids, prob = game.buffers()
    total = hashlib.sha256()
    for deal in range(deals):
        for state, action in random_deal(game, options, seed + deal):
            total.update(state.record.tobytes() + str((action, state.possible_actions())).encode())
            if state.current_player() >= 0:
                for level in range(len(game.info.levels)):
                    count = calls.policy_probs(state.record, 0, level, ids, prob)
                    total.update(ids[:count].tobytes() + np.round(prob[:count], 9).tobytes())
    return total.hexdigest()


def uncompiled_rules_play_the_same(game: Game, options: Options, seed: int) -> None:
    """The un-compiled text plays seeded deals move for move like the compiled one."""
    if not JIT_ENABLED:
        return  # this process is the other side of the comparison
    run = subprocess.run(
        [sys.executable, "-m", "ludoteca.core.laws", game.name, repr(options), str(seed)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    last = run.stderr.strip().splitlines()[-1:] or ["no message"]
    _demand(run.returncode == 0, f"the un-compiled rules fail: {last[0]}")
    _demand(run.stdout.strip() == digest(game, options, seed), "un-compiled rules play otherwise")


Law = Callable[[Game, Options, int], None]

LAWS: dict[str, Law] = {
    law.__name__.replace("_", " "): law
    for law in (
        legal_ids_ascend_and_are_unique_in_text,
        chance_probabilities_sum_to_one,
        draws_are_proportional_to_the_deck,
        cards_are_conserved,
        clones_are_equal_and_independent,
        records_replay,
        returns_are_what_the_game_declares,
        own_moves_are_seen,
        legality_needs_only_what_the_seat_sees,
        policies_are_distributions_over_legal_moves,
        tokens_determine_the_view,
        resampled_worlds_look_the_same,
        resample_has_the_right_frequencies,
        equal_keys_have_equal_moves,
        matches_end,
        a_shoe_gives_every_seating_the_same_cards,
        uncompiled_rules_play_the_same,
    )
}


def check(game: Game, options: Options | None = None, seed: int = 1) -> Iterator[LawResult]:
    """Run every law on ``game``; a law that raises anything is broken, and says what it raised."""
    complete = game.options(options)
    for name, law in LAWS.items():
        try:
            law(game, complete, seed)
        except LawBroken as broken:
            yield LawResult(name, False, str(broken), seed)
        except Exception as error:
            yield LawResult(name, False, f"{type(error).__name__}: {error}", seed)
        else:
            yield LawResult(name, True, "", seed)


if __name__ == "__main__":
    import ast

    from ludoteca.core.registry import load_game

    _game, _options, _seed = sys.argv[1:4]
    print(digest(load_game(_game), ast.literal_eval(_options), int(_seed)))
