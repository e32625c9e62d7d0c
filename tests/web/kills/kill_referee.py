"""Compares the journal that is left with what everybody was told, and redoes every shuffle."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from kill_players import Player

from ludoteca.core.i18n import speaking
from ludoteca.core.ids import CHANCE
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.sealed_shoe import SealedShoe
from ludoteca.core.shuffles.verify import verify
from ludoteca.table.deal import SealedDeal
from ludoteca.table.events import Closed, Event, Moved, Opened
from ludoteca.table.proposals import GameTable
from ludoteca.web.journal import Journal

COMPARED = ("phase", "view", "deal", "standing", "totals", "result", "log", "commitment", "nonces")
"""The parts of a scene that depend neither on who is connected nor on the time."""


class Referee:
    """Follows every table from kill to kill.

    Attributes
    ----------
    counted : what was checked how often, so that a test can tell that there was something
    """

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()
        self._kept: dict[str, list[tuple[int, Event]]] = {}
        self._tables: dict[str, GameTable] = {}
        self._acked: set[tuple[str, int, str]] = set()

    async def judge(self, journal: Journal, people: Sequence[Player]) -> None:
        """Check the tables of ``people`` after a kill; raises ``AssertionError``."""
        by_table: dict[str, list[Player]] = {}
        for player in people:
            assert not player.complaints, (player.table, player.complaints)
            by_table.setdefault(player.table, []).append(player)
        for table, players in by_table.items():
            self._judge(table, await journal.events(table), players)

    def _judge(self, table: str, found: list[tuple[int, Event]], players: Sequence[Player]) -> None:
        before = self._kept.get(table, [])
        assert found[: len(before)] == before, "what was there is there, unchanged"
        assert [seq for seq, _ in found] == list(range(1, len(found) + 1))
        self._kept[table] = found
        self._acts(found, players)
        self._fold(table, found[len(before) :], players)
        now = self._tables[table]
        if now.current is not None and now.current.returns is None:
            self._redeal(now.current)
            self._replays(GameRecord.from_state(now.current.state), now.current)

    def _acts(self, found: Sequence[tuple[int, Event]], players: Sequence[Player]) -> None:
        """Every acknowledged act happened once, as it was meant; a dropped one never."""
        made: dict[tuple[int, str], list[int]] = {}
        for _seq, event in found:
            if isinstance(event, Moved) and event.act:
                key = (event.seat, event.act)
                assert key not in made, "an act was made twice"
                made[key] = event.moves[0]
        for player in players:
            for act, action in player.acked.items():
                assert made[(player.seat, act)] == [player.seat, action]
            assert not any((player.seat, act) in made for act in player.dropped)
            assert player.seen is None or player.seen.seq <= len(found), "shown, but not kept"
        self._acked.update((p.table, p.seat, act) for p in players for act in p.acked)
        self.counted["acknowledged acts"] = len(self._acked)

    def _fold(
        self, table: str, fresh: Sequence[tuple[int, Event]], players: Sequence[Player]
    ) -> None:
        """Go on from where the table stood; on the way compare what each player last saw."""
        for seq, event in fresh:
            if isinstance(event, Opened):
                self._tables[table] = GameTable(table, event)
            else:
                self._tables[table].apply(seq, event)
            now = self._tables[table]
            for player in players:
                if player.seen is not None and player.seen.seq == seq:
                    self._same(now, player)
            if isinstance(event, Closed):
                self._finished(now, event.deal)

    def _same(self, table: GameTable, player: Player) -> None:
        assert player.seen is not None
        with speaking("en"):
            kept = json.loads(json.dumps(table.scene(player.seat, set(), 0.0).to_json()))
        for name in COMPARED:
            assert kept[name] == player.seen.scene[name], (table.id, player.seen.seq, name)
        self.counted["views"] += 1

    def _finished(self, table: GameTable, number: int) -> None:
        record = table.record(None, number)
        verified = verify(GameRecord.parse(record.to_text()))
        self.counted["finished deals"] += 1
        self.counted["chance moves"] += verified.chance_moves

    def _replays(self, record: GameRecord, deal: SealedDeal) -> None:
        again = GameRecord.parse(record.to_text()).replay()
        assert again.record.tobytes() == deal.state.record.tobytes()
        self.counted["unfinished deals"] += 1

    def _redeal(self, deal: SealedDeal) -> None:
        """Draw every chance move of an unfinished deal again: nothing was dealt twice."""
        shoe = SealedShoe(deal.game, deal.rules.options, deal.seal)
        state = deal.at(0)
        for actor, action in deal.moves:
            assert state.is_chance() == (actor == CHANCE)
            if actor == CHANCE:
                assert shoe.draw(state) == action
                self.counted["chance moves"] += 1
            state.apply_unchecked(action)
