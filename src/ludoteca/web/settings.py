"""Settings of a server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Delays:
    """Delays in seconds before a machine's move is shown.

    Drawn uniformly from ``shortest`` to ``longest`` without looking at the cards or at the search,
    which has ``thinking`` seconds at most: it is done before its move is due, so that the time
    seen tells nothing. A move that goes on with a turn comes after the part ``going_on`` of that.
    Whoever ran out of time has ``coming_back`` seconds to return before a machine first moves.
    """

    shortest: float = 0.55
    longest: float = 0.85
    thinking: float = 0.5
    going_on: float = 0.25
    coming_back: float = 5.0


PACES = {"normal": 1.0, "slow": 2.0, "fast": 0.4}
"""The paces of machines that a visitor may choose: the factor of the delays."""


@dataclass(frozen=True)
class Limits:
    """Bounds that keep one visitor from using up the server.

    Attributes
    ----------
    message_bytes : longest message taken over a WebSocket, and longest body of an act
    record_bytes : longest record taken
    files_bytes : longest form with files for a study, on a server for this machine alone
    acts_a_second, acts_at_once : refill and size of the bucket of messages of a connection
    requests_a_second, requests_at_once : the same for the HTTP requests of an address
    shared_bytes_a_second, shared_bytes_at_once : the same for the bytes of the records that an
        address has kept to be looked at and shared: a small part of what is kept of everybody
    journal_bytes_a_second, journal_bytes_at_once : the same for what the journal keeps of an
        address: its acts, and what machines do after them
    events_a_table : events of a table, after which nothing more happens at it
    reading_seconds_a_second, reading_seconds_at_once : the same for the processor time of what is
        read for an address: records that it sends, and its own deals to take along
    tables_a_person, tables_an_address : tables opened by one person, and by one address, that are
        neither over nor asleep
    connections_an_address, connections_a_table : open WebSockets
    http_connections_an_address : open connections that are no WebSockets
    head_bytes : longest head of a request: its line and its headers
    head_seconds, body_seconds : time for a request's head, and for its body, to arrive
    answer_seconds : time for a part of an answer to be read by the visitor
    study_seconds : time for a study that a visitor asks for; a server for this machine alone gives
        it more
    jobs_an_address : studies that run at once for one address, and as many reviews
    """

    message_bytes: int = 16_384
    record_bytes: int = 262_144
    files_bytes: int = 8 * 1024 * 1024
    acts_a_second: float = 10.0
    acts_at_once: int = 40
    requests_a_second: float = 30.0
    requests_at_once: int = 200
    shared_bytes_a_second: float = 100.0
    shared_bytes_at_once: float = 4 * 1024 * 1024
    journal_bytes_a_second: float = 800.0
    journal_bytes_at_once: float = 64 * 1024 * 1024
    events_a_table: int = 20_000
    reading_seconds_a_second: float = 0.1
    reading_seconds_at_once: float = 20.0
    tables_a_person: int = 50
    tables_an_address: int = 200
    connections_an_address: int = 200
    connections_a_table: int = 64
    http_connections_an_address: int = 256
    head_bytes: int = 16_384
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    answer_seconds: float = 30.0
    study_seconds: float = 1500.0
    jobs_an_address: int = 2


@dataclass(frozen=True)
class Settings:
    """Settings of a server.

    Attributes
    ----------
    database : SQLAlchemy URL of the journal; by default a SQLite file in the user's data folder
    folder : where results of studies and other files that can be made again are kept
    workers : processes in which machines think
    sit_in_seconds : a person who is away so long at their turn is sat in for by a machine
    nonce_seconds : how long a deal waits for people to add to its shuffle
    sleep_seconds : a table at which nothing happened for so long is put to sleep
    heartbeat_seconds : the server closes a connection that was silent for three of these
    origins : further origins, beside its own, that may connect
    keep_seconds : tables that nobody touched for so long are removed, at the start and daily; all
        are kept where it is 0
    export : folder for the records of tables that are removed; by default in the user's data folder
    machines : machines that are offered beside a game's own: what makes them, as
        :func:`~ludoteca.players.factory.make_local_player` takes it, by game and name
    made_ready : names of games whose machines are made ready from the start, before anybody asks
    contact : where visitors reach whoever hosts the server: an address that begins with ``mailto:``
        or ``https:``, "" for none
    peer_address : ``host:port`` where other servers on the same database reach this one; "" where
        there are no others
    """

    database: str = ""
    folder: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8377
    workers: int = 2
    sit_in_seconds: float = 60.0
    nonce_seconds: float = 1.0
    sleep_seconds: float = 600.0
    heartbeat_seconds: float = 15.0
    origins: tuple[str, ...] = ()
    keep_seconds: float = 0.0
    export: Path | None = None
    machines: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    made_ready: tuple[str, ...] = ()
    contact: str = ""
    peer_address: str = ""
    delays: Delays = field(default_factory=Delays)
    limits: Limits = field(default_factory=Limits)

    def offered(self, game_name: str) -> tuple[str, ...]:
        """The names of the machines that are offered beside the game's own."""
        return tuple(self.machines.get(game_name, ()))

    @property
    def is_local(self) -> bool:
        """True where only this machine reaches the server."""
        return self.host in ("127.0.0.1", "::1", "localhost") and not self.origins
