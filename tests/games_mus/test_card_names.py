"""Cards are called as they look at the table, in the log of every language and in the advice."""

import re
from collections import Counter

import pytest
from frozen import NAMES, scene_of

from deals import positions
from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.look import looking
from ludoteca.core.shuffles.sealed_shoe import Seal
from ludoteca.games.mus.cards_shown import hands
from ludoteca.games.mus.ids import CUT, DEALING, DISCARD, DISCARDING, MUS, SEATS, SHOWING, SIGN
from ludoteca.table.replay import Replay

GAME = load_game("mus")
OPTIONS = {"signs": "none", "corrido": "no"}
RANKS = (12, 11, 10, 7, 6, 5, 4, 3, 2, 1)
CALLED = {
    "en": "king caballo sota seven six five four three two ace",
    "es": "rey caballo sota siete seis cinco cuatro tres dos as",
    "pt": "rei caballo sota sete seis cinco quatro três dois ás",
    "fi": "kuningas ratsumies sotamies seiska kutonen vitonen nelonen kolmonen kakkonen ässä",
}


def told(line, lang):
    """The ranks that a sentence of the log names, sorted."""
    ranks = dict(zip(CALLED[lang].split(), RANKS, strict=True))
    return sorted(ranks[word] for word in re.findall(r"\w+", line.casefold()) if word in ranks)


def ranks_of(cards):
    return sorted(int(name[:-1]) for _kind, name in cards)


def wants_new_cards(state, rng):
    """All say mus twice and throw some cards; then nobody bets."""
    legal = state.legal_actions()
    if MUS in legal:
        return MUS if state.record[0].mus_rounds < 2 else CUT
    discards = [a for a in legal if DISCARD < a < SIGN]
    return int(rng.choice(discards)) if discards else legal[0]


def replayed(seed):
    """A deal with two rounds of mus; seat 0 is the only person."""
    *_before, state = positions(GAME, OPTIONS, seed, choose=wants_new_cards)
    seal = Seal.made("t", 1, "ab" * 32, ("",) * SEATS)
    names = [NAMES[0], *[GAME.info.levels[0]] * 3]
    return Replay("k", GameRecord.from_state(state, names, seal).to_text())


def looks(replay, at, viewer):
    """The hands in the picture after ``at`` moves."""
    scene = replay.scene(at, viewer)
    record = scene.view.record if scene.revealed is None else scene.revealed
    return hands(record[0], scene.look)


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_calls_each_card_as_it_is_drawn(lang, viewer):
    met = set()
    for replay in map(replayed, range(4)):
        kept: list[tuple[int, str]] = []
        with speaking(lang):
            lines = replay.lines(None if viewer == SPECTATOR else viewer)
        for line in lines:
            s = replay.positions[line.number - 1][0]
            before, after = (looks(replay, at, viewer) for at in (line.number - 1, line.number))
            me, named = int(s.to_move), told(line.text, lang)
            if s.phase == DISCARDING and me == 0:
                gone = [card for card in before[me] if card not in after[me]]
                assert named == ranks_of(gone), line.text
                kept = after[0]
            elif s.phase == DISCARDING and viewer == SPECTATOR:
                assert not Counter(named) - Counter(ranks_of(before[me])), line.text
            elif s.phase == SHOWING:
                assert named == ranks_of(after[me]), line.text
            elif s.phase == DEALING and line.actor == viewer:
                assert named == ranks_of(set(after[0]) - set(kept)), line.text
                kept = after[0]
            else:
                assert named == [], line.text
            met.update(named)
    assert {3, 2} <= met, "threes and twos came up"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_to_throw_is_called_as_it_is_drawn(lang):
    met = set()
    for seed in range(4):
        for state in positions(GAME, OPTIONS, seed, choose=wants_new_cards):
            if state.is_terminal() or state.record[0].phase != DISCARDING:
                continue
            me = state.current_player()
            scene = scene_of(state, me)
            held = [name for _kind, name in hands(scene.view.record[0], scene.look)[me]]
            with speaking(lang), looking(scene.look):
                words = [scene.view.action_words(a) for a in scene.view.legal]
            for said in words:
                assert set(told(said, lang)) <= {int(name[:-1]) for name in held}, said
            met.update(*(told(said, lang) for said in words))
    assert {3, 2} <= met
