"""Rows of the journal beside events: tokens, records, reports, and a person's deletion."""

from __future__ import annotations

import hmac
import json
import re
import secrets
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from ludoteca.web.journal import schema
from ludoteca.web.journal.heads import FORGOTTEN, Deletion, HeadSeat, TableHead
from ludoteca.web.journal.schema import (
    events,
    heads,
    insert_or_update,
    owners,
    records,
    reports,
    seatings,
    tokens,
    tries,
)

MOST_REPORTS = 8
"""Reports that are kept of one seat of a table."""

_KEY_DIGITS = 24
_HEAD_LETTERS = 4096  # more than the head of a record has
_TABLE_LINE = re.compile(r"^table: (\S+)$", re.MULTILINE)
_RESULT_LINE = re.compile(r"^result:", re.MULTILINE)


def record_key(connection: Connection, text: str) -> str:
    """The key of a shared record: 24 hexadecimal digits, the same for the same text.

    It takes this journal's secret to make it: with a plain hash, somebody who knows all of a record
    but one hand could find the hand by trying.
    """
    return _keyed(connection, "records", text)[:_KEY_DIGITS]


def day_keys(connection: Connection, days: Sequence[str]) -> dict[str, str]:
    """The keys of the shuffles of days: 64 hexadecimal digits, always the same for a day.

    One tells nothing of the others: that takes this journal's secret.
    """
    return {day: _keyed(connection, "days", day) for day in days}


def _keyed(connection: Connection, name: str, text: str) -> str:
    """The hash of ``text`` keyed by the secret ``name``."""
    return hmac.digest(bytes.fromhex(secret(connection, name)), text.encode(), "sha256").hex()


def secret(connection: Connection, name: str) -> str:
    """A secret of this journal in hexadecimal, made when it is first needed."""
    kept = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
    value = connection.scalar(kept)
    if value is None:
        row = {"name": name, "value": secrets.token_hex(32)}
        # Another server may make it at the same time: the first one stays.
        connection.execute(insert_or_update(connection, schema.secrets, "name", "value"), row)
        value = connection.scalar(kept)
    return str(value)


def write_token(connection: Connection, token_hash: str, table_id: str, seat: int) -> None:
    """Store a token that opens a seat."""
    row = {"hash": token_hash, "table_id": table_id, "seat": seat}
    connection.execute(insert_or_update(connection, tokens, "hash"), row)


def erase_tokens(connection: Connection, table_id: str, seat: int, but: str = "") -> None:
    """Drop the tokens of this seat, but the one with the hash ``but``."""
    of_seat = (tokens.c.table_id == table_id, tokens.c.seat == seat)
    connection.execute(delete(tokens).where(*of_seat, tokens.c.hash != but))


def write_record(connection: Connection, text: str, bound: int) -> str:
    """Store ``text`` as the newest record; drop the oldest beyond ``bound`` bytes."""
    key = record_key(connection, text)
    row = {"key": key, "at": time.time(), "length": len(text.encode()), "text": text}
    connection.execute(insert_or_update(connection, records, "key"), row)
    newest_first = func.sum(records.c.length).over(
        order_by=[records.c.at.desc(), records.c.key.desc()]
    )
    summed = select(records.c.key, newest_first.label("so_far")).subquery()
    too_old = select(summed.c.key).where(summed.c.so_far > bound)
    connection.execute(delete(records).where(records.c.key.in_(too_old), records.c.key != key))
    return key


def write_try(connection: Connection, person: str, day: str, *, solved: bool) -> None:
    """Store whether a person solved the puzzle of a day; their first try stays."""
    row = {"person": person, "day": day, "solved": solved}
    connection.execute(insert_or_update(connection, tries, *row), row)


def running_at(text: str) -> str:
    """The table of the deal that a record broke off, by its seal; "" where it is over or unsealed.

    Read from the head alone: a record may be long.
    """
    head = text[:_HEAD_LETTERS].partition("\n\n")[0]
    table = _TABLE_LINE.search(head)
    return "" if table is None or _RESULT_LINE.search(head) else table[1]


def write_report(
    connection: Connection, table_id: str, seat: int, sentence: str, record: str
) -> None:
    """Store a report; of the older ones of this seat only the newest few stay."""
    row = {"table_id": table_id, "seat": seat, "sentence": sentence, "record": record}
    connection.execute(insert(reports), {**row, "at": time.time()})
    of_seat = (reports.c.table_id == table_id, reports.c.seat == seat)
    newest = select(reports.c.id).where(*of_seat).order_by(reports.c.id.desc()).limit(MOST_REPORTS)
    connection.execute(delete(reports).where(*of_seat, reports.c.id.not_in(newest)))


def erase_person(connection: Connection, person_id: str) -> Deletion:
    """Delete a person: the tokens of the seats that they hold, their name and id at every table.

    Tables at which nobody else ever sat go with them; the others keep their moves. Shared records
    of all these tables, which name who sat there, go too, and so do their tries at puzzles.
    """
    theirs = select(seatings.c.table_id).where(seatings.c.person == person_id).distinct()
    gone, changed = [], []
    for table_id in sorted(connection.scalars(theirs)):
        others = select(seatings.c.person).where(
            seatings.c.table_id == table_id, seatings.c.person != person_id
        )
        if connection.execute(others.limit(1)).first() is None:
            _erase_table(connection, table_id)
            gone.append(table_id)
        else:
            _erase_name(connection, table_id, person_id)
            changed.append(table_id)
    for table in (seatings, tries):
        connection.execute(delete(table).where(table.c.person == person_id))
    _erase_records(connection, {*gone, *changed})
    return Deletion(tuple(gone), tuple(changed))


def remove_table(connection: Connection, table_id: str, before: float) -> bool:
    """Remove a table that was not touched since ``before``, with its seats; False for others."""
    old = select(heads.c.id).where(heads.c.id == table_id, heads.c.touched_at < before)
    if connection.execute(old.with_for_update()).first() is None:
        return False
    _erase_table(connection, table_id)
    connection.execute(delete(seatings).where(seatings.c.table_id == table_id))
    return True


def _erase_table(connection: Connection, table_id: str) -> None:
    connection.execute(delete(heads).where(heads.c.id == table_id))
    for table in (events, tokens, reports, owners):
        connection.execute(delete(table).where(table.c.table_id == table_id))


def _erase_name(connection: Connection, table_id: str, person_id: str) -> None:
    mentions = select(events.c.seq, events.c.body).where(
        events.c.table_id == table_id, events.c.body.contains(person_id, autoescape=True)
    )
    for seq, body in connection.execute(mentions).all():
        connection.execute(
            update(events)
            .where(events.c.table_id == table_id, events.c.seq == seq)
            .values(body=_without(json.loads(body), person_id))
        )
    row = connection.execute(select(heads).where(heads.c.id == table_id)).mappings().first()
    if row is not None:
        head = TableHead.from_row(dict(row))
        for seat in (n for n, held in enumerate(head.seats) if held.person == person_id):
            erase_tokens(connection, table_id, seat)
        left = [HeadSeat(FORGOTTEN) if seat.person == person_id else seat for seat in head.seats]
        connection.execute(
            update(heads).where(heads.c.id == table_id).values(seats=[vars(seat) for seat in left])
        )


def _erase_records(connection: Connection, table_ids: set[str]) -> None:
    """Delete the shared records of deals at these tables, by the line ``table`` of their seals."""
    if not table_ids:
        return
    head = func.substr(records.c.text, 1, _HEAD_LETTERS)
    found = connection.execute(select(records.c.key, head))
    keys = [key for key, text in found if table_ids & set(_TABLE_LINE.findall(text))]
    for key in keys:
        connection.execute(delete(records).where(records.c.key == key))


def _without(event: dict[str, Any], person_id: str) -> str:
    if event.get("person") == person_id:
        event |= {"person": FORGOTTEN, "name": ""}
    return json.dumps(event, separators=(",", ":"))
