"""The player ``learned:FILE``: it draws its moves by a learned policy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.kernel import sample_index
from ludoteca.core.player_names import LEARNED
from ludoteca.core.view import SeatView
from ludoteca.players.learned.model import Model, chances, chances_of_rows, scratch_of
from ludoteca.players.learned.policy import LearnedPolicy, learned_policy
from ludoteca.players.policy import PolicyPlayer


class LearnedPlayer:
    """A player by ``model``; ``name`` is the spec that makes it again.

    One that corrects a level plays as that level at tables of other seats than it was trained for.
    """

    def __init__(self, name: str, model: Model) -> None:
        self.name = name
        self.model = model
        self._scratch = scratch_of(model.network)
        self._usual = PolicyPlayer(model.game, model.level) if model.level is not None else None

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn with the chances of the policy; raises as :meth:`policy` does."""
        prob = self._chances(view)
        return view.legal[int(sample_index(prob, len(prob), rng.random()))]

    def chances(self, view: SeatView) -> dict[int, float]:
        """The probability of each legal move, by its id; raises as :meth:`policy` does."""
        return dict(zip(view.legal, self._chances(view).tolist(), strict=True))

    def chances_at(
        self, records: NDArray[np.void], seat: int, moves: Sequence[int]
    ) -> NDArray[np.float64]:
        """The probabilities at many records as ``seat`` sees them: float64 [N, moves].

        Parameters
        ----------
        records
            records [N], whole or as the seat sees them
        moves
            ids of the legal moves, the same in all of them
        """
        model, n = self.model, len(records)
        found = np.zeros((n, len(moves)))
        chances_of_rows(
            model.network,
            model.rows_of(records, seat),
            np.tile(model.actions.places[list(moves)], n),
            np.arange(n) * len(moves),
            np.full(n, len(moves)),
            self._scratch,
            found.reshape(-1),
        )
        return found

    def policy(self, view: SeatView) -> LearnedPolicy:
        """The policy in compiled code, with memory of its own, at the table of ``view``.

        Raises
        ------
        BadInput
            where there are other seats than those that it was trained for
        """
        self._check_seats(view)
        return learned_policy(self.model)

    def _check_seats(self, view: SeatView) -> None:
        if view.num_players != self.model.seats:
            raise BadInput(
                _("{player} was trained for {n} players").format(
                    player=self.name, n=self.model.seats
                )
            )

    def _chances(self, view: SeatView) -> NDArray[np.float64]:
        if self._usual is not None and view.num_players != self.model.seats:
            usual = self._usual.chances(view)
            return np.array([usual.get(action, 0.0) for action in view.legal])
        self._check_seats(view)
        model = self.model
        row = model.rows_of(view.record, view.seat)[0]
        legal = model.actions.places[list(view.legal)]
        chances(model.network, row, legal, len(legal), self._scratch)
        return self._scratch.prob[: len(legal)]


def learned_player(game: Game, file: str, name: str = "") -> LearnedPlayer:
    """The player in a file, called ``learned:FILE`` or ``name``.

    Raises
    ------
    BadInput
        where there is no such file, or it holds no player of this version of the game
    """
    path = Path(file.strip()).expanduser()
    written = path.stat().st_mtime_ns if path.is_file() else 0
    return LearnedPlayer(name or f"{LEARNED}{file.strip()}", _read(game, path, written))


@lru_cache(maxsize=8)
def _read(game: Game, path: Path, written: int) -> Model:
    """The policy in a file that was ``written`` then: every seat of every deal is a new player."""
    return Model.load(game, path)
