"""Cards are called as they look at the table, in the log of every language and in the advice."""

import re

import pytest
from frozen import scene_of

from deals import positions
from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.look import Look, looking
from ludoteca.games.mus.cards_shown import hands
from ludoteca.games.mus.ids import DISCARD, DISCARDING, MUS, SIGN
from ludoteca.games.mus.odds import odds_at
from ludoteca.table.deal import Rules, SentenceWriter, advance
from ludoteca.web.kit.cards import card_name

GAME = load_game("mus")
OPTIONS = GAME.options({"signs": "none", "corrido": "no"})
RANKS = (12, 11, 10, 7, 6, 5, 4, 3, 2, 1)
CALLED = {
    "en": "king caballo sota seven six five four three two ace",
    "es": "rey caballo sota siete seis cinco cuatro tres dos as",
    "pt": "rei caballo sota sete seis cinco quatro três dois ás",
    "fi": "kuningas caballo sota seiska kutonen vitonen nelonen kolmonen kakkonen ässä",
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
    discards = [a for a in legal if DISCARD <= a < SIGN]
    if discards:
        return int(rng.choice(discards))
    return MUS if MUS in legal and state.record[0].mus_rounds < 2 else legal[-1 if MUS in legal else 0]


def walk(seed, viewer, look, rng):
    """Each sentence of a seeded deal, with the hands as they looked before and after it."""
    rules, writer = Rules(GAME, OPTIONS), SentenceWriter(Rules(GAME, OPTIONS), viewer)
    state = GAME.new_state(OPTIONS)
    number = 0
    before = None
    while not state.is_terminal():
        if state.is_chance():
            action = state.sample_chance(rng)
        else:
            action = wants_new_cards(state, rng)
        step = advance(state, action)
        seen = writer._seen(step.after)
        for line in writer.lines(number, number, [step]):
            yield line, step, before, hands(seen, look)
        number += 1
        before = hands(seen, look)
    assert rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_calls_each_card_as_it_is_drawn(lang, rng):
    look, met = Look("a mark").seen_by(0), set()
    for seed in range(12):
        with speaking(lang), looking(look):
            for line, step, before, after in walk(seed, 0, look, rng):
                s = step.before[0]
                named = told(line.text, lang)
                if s.phase == DISCARDING and s.to_move == 0 and DISCARD < step.action < SIGN:
                    gone = [card for card in before[0] if card not in after[0]]
                    assert named == ranks_of(gone), line.text
                elif any(s.shown != step.after[0].shown):
                    assert named == ranks_of(after[int(s.to_move)]), line.text
                met.update(named)
    assert {3, 2} <= met, "threes and twos came up"
