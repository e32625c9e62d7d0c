"""A record's standing is anybody's text: a wild one may not reach compiled code."""

import pytest

from ludoteca.core import BadInput, load_game
from ludoteca.core.record import GameRecord


@pytest.mark.parametrize("wild", [200_000, -7])
@pytest.mark.parametrize(("name", "field"), [("bigpoints", "starter"), ("minimus", "dealer")])
def test_a_wild_seat_in_the_standing_is_refused(name: str, field: str, wild: int) -> None:
    state = load_game(name).new_state()
    text = GameRecord.from_state(state).to_text()
    assert f"{field}=0" in text
    wrong = GameRecord.parse(text.replace(f"{field}=0", f"{field}={wild}"))
    with pytest.raises(BadInput, match=f"{field} is a whole number from 0 to .*, not {wild}"):
        wrong.replay()
