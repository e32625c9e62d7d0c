"""The moves of a game as a table: their texts, their words, what else is typed, and dense ids.

A game's ``notation.py`` says in one place what its ids mean::

    MOVES = moves(
        Word(PASS, "paso", N_("pass"), typed=("no",)),
        Range(ENVITE, 2, 40, "envido{n}", NN_("bet {n} stone", "bet {n} stones")),
        Each(THROW, "A7SCR", "x{card}", N_("throw the {card}")),
        Written(MELD, MELDS, meld_text, meld_words),
        outcomes=[Each(0, "A7SCR")],
    )

``action_text`` and ``action_words`` follow from it where the game does not write them itself, and
so does the reading of what is typed. An entry covers a row of ids. Where one id means different
things, several entries have it, and the first whose ``when(s)`` is true counts. ``outcomes`` are
those of chance, whose ids may be the same numbers as those of moves.

Programs that want moves numbered from 0 without gaps, as the action spaces of learning
environments do, find them in the same table: :meth:`Moves.dense` and :meth:`Moves.id_of`. The
numbers follow the order of the ids, whatever the order of the entries, the options and the deal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from hashlib import blake2b
from string import Formatter
from typing import Any, Literal, TypeVar

from ludoteca.core.errors import GameDefinitionError
from ludoteca.core.i18n import _, fold, ngettext
from ludoteca.core.kernel import uncompiled

T = TypeVar("T")

Text = Callable[[Any, int], str]
"""A text of a move, from the record before it and its id."""

Mark = Literal["", "gives_up", "stays", "raises"]
"""The effect of a move on the stake: its seat gives it up, stays for it, or raises it; "" for none.

Whoever answers for a pair gives up for both; who leaves the answer to a partner does nothing yet.
"""

_FEW = 4096  #: ids of an outcome that are looked up one by one; longer rows by their ends


class Written:
    """``number`` ids from ``first`` on, which are written by functions of the record and the id.

    ``words`` says a move to people; without it, ``text`` does.
    """

    def __init__(
        self,
        first: int,
        number: int,
        text: Text,
        words: Text | None = None,
        *,
        when: Callable[[Any], bool] | None = None,
        mark: Mark = "",
    ) -> None:
        self.ids = range(first, first + number)
        self.text = text
        self.words = words or text
        self.when = when
        self.mark = mark

    def typed(self, a: int) -> Sequence[str]:
        """Further texts by which the move ``a`` is typed, beside its text and its words."""
        return ()

    def meaning(self, a: int) -> str:
        """The text of the move ``a`` where it is the same in every position, else nothing."""
        return ""


class Each(Written):
    """An id for each of ``values``, from ``first`` on.

    Parameters
    ----------
    text
        The text of a move, with the value as its field: ``"x{card}"``.
    words
        A message id with the same field, or two of them, singular and plural, made by ``NN_``; or a
        function of the record and the id. Without it the text is said, in the language in use where
        its catalogues have it.
    said
        Message ids of the values in ``words``, where they are said otherwise than written.
    typed
        Texts with the same field that are also read.
    when
        Of the record, true where the entry counts.
    mark
        What the moves do to the stake.
    fields
        Further fields of ``text``, ``words`` and ``typed``.
    """

    def __init__(
        self,
        first: int,
        values: Sequence[Any],
        text: str = "{value}",
        words: str | tuple[str, str] | Text = "",
        *,
        said: Sequence[str] = (),
        typed: Sequence[str] = (),
        when: Callable[[Any], bool] | None = None,
        mark: Mark = "",
        **fields: str,
    ) -> None:
        names = [name for _text, name, *_spec in Formatter().parse(text) if name]
        field = next((name for name in names if name not in fields), "")
        self._values, self._said = values, said
        self._message = "" if callable(words) else words
        self._fields = [fields | {field: value} for value in values]
        self._texts = [text.format_map(given) for given in self._fields]
        self._typed = [[other.format_map(given) for other in typed] for given in self._fields]
        self._field, self._first = field, first
        say = words if callable(words) else self._say
        super().__init__(first, len(values), self._written, say, when=when, mark=mark)

    def _written(self, s: Any, a: int) -> str:
        return self._texts[a - self._first]

    def _say(self, seen: Any, a: int) -> str:
        n = a - self._first
        message = self._message
        if not message:
            return _(self._texts[n])
        fields = self._fields[n]
        if self._said:
            fields = fields | {self._field: _(self._said[n])}
        if isinstance(message, tuple):
            return ngettext(*message, self._values[n]).format(**fields)
        return _(message).format(**fields)

    def typed(self, a: int) -> Sequence[str]:
        """Further texts by which the move ``a`` is typed, beside its text and its words."""
        return self._typed[a - self._first]

    def meaning(self, a: int) -> str:
        """The text of the move ``a``."""
        return self._texts[a - self._first]


class Word(Each):
    """One id, written as a word."""

    def __init__(
        self,
        a: int,
        text: str,
        words: str | Text = "",
        *,
        typed: Sequence[str] = (),
        when: Callable[[Any], bool] | None = None,
        mark: Mark = "",
    ) -> None:
        super().__init__(a, ("",), text, words, typed=typed, when=when, mark=mark)


class Range(Each):
    """The ids ``base + n`` for the numbers ``low`` to ``high``; otherwise as :class:`Each`."""

    def __init__(
        self,
        base: int,
        low: int,
        high: int,
        text: str,
        words: str | tuple[str, str] | Text = "",
        *,
        typed: Sequence[str] = (),
        when: Callable[[Any], bool] | None = None,
        mark: Mark = "",
        **fields: str,
    ) -> None:
        numbers = range(low, high + 1)
        super().__init__(
            base + low, numbers, text, words, typed=typed, when=when, mark=mark, **fields
        )


class Moves:
    """A table of moves, made by :func:`moves`."""

    def __init__(self, entries: Sequence[Written], outcomes: Sequence[Written]) -> None:
        self._moves = _by_id(entries)
        self._outcomes = _by_id(entry for entry in outcomes if len(entry.ids) <= _FEW)
        self._long = [entry for entry in outcomes if len(entry.ids) > _FEW]
        # The ids that mean one thing in every position, so that a record is read quickly.
        self._always = {
            a: entry
            for a, (entry, *_others) in (self._moves | self._outcomes).items()
            if entry.when is None and not (a in self._moves and self._drawn(a))
        }

    def text(self, s: Any, a: int) -> str:
        """A move or an outcome of chance as one word: ``action_text`` of the game."""
        return self._entry(s, a).text(s, a)

    def words(self, seen: Any, a: int) -> str:
        """The same in a few words of the player's language: ``action_words`` of the game."""
        return self._entry(seen, a).words(seen, a)

    def typed(self, s: Any, a: int) -> Sequence[str]:
        """Further texts by which a move is typed, beside its text and its words."""
        return self._entry(s, a).typed(a)

    def mark(self, s: Any, a: int) -> Mark:
        """The effect of a move on the stake."""
        return self._entry(s, a).mark

    @cached_property
    def marks(self) -> frozenset[Mark]:
        """The effects on the stake that some move has; empty where no move has one."""
        every = (entry.mark for entries in self._moves.values() for entry in entries)
        return frozenset(mark for mark in every if mark)

    def read(self, s: Any, possible: Iterable[int], typed: str) -> int | None:
        """The one of the ``possible`` moves that somebody typed; None for none, or for several."""
        known = ((a, (self.text(s, a), self.words(s, a), *self.typed(s, a))) for a in possible)
        return read(known, typed)

    def _entry(self, s: Any, a: int) -> Written:
        always = self._always.get(a)
        if always is not None:
            return always
        found, drawn = self._moves.get(a, []), self._drawn(a)
        if found and drawn:
            found = found if uncompiled(s.dtype, "current_player")(s) >= 0 else drawn
        for entry in found or drawn:
            if entry.when is None or entry.when(s):
                return entry
        raise GameDefinitionError(f"the table of moves says nothing of the id {a} here")

    def _drawn(self, a: int) -> list[Written]:
        return [*self._outcomes.get(a, ()), *(e for e in self._long if int(a) in e.ids)]

    # -- dense ids ------------------------------------------------------------------------------

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """The ids of all moves, ascending; outcomes of chance are none."""
        return tuple(sorted(self._moves))

    @property
    def number(self) -> int:
        """The number of moves, and so of dense ids."""
        return len(self.ids)

    @cached_property
    def _places(self) -> dict[int, int]:
        return {a: n for n, a in enumerate(self.ids)}

    def dense(self, a: int) -> int:
        """The place of the move ``a`` among all moves, from 0; raises ``KeyError`` for no move."""
        return self._places[a]

    def id_of(self, n: int) -> int:
        """The id of the move with the dense id ``n``."""
        return self.ids[n]

    def names(self, s: Any) -> list[str]:
        """A name for each dense id, told apart from all others and the same in every position.

        Where a move is written otherwise in some positions, its texts stand together; what only
        functions write (:class:`Written`) is written as in the position ``s``. A text that several
        moves have is followed by the dense id.
        """
        texts = []
        for a in self.ids:
            meanings = dict.fromkeys(filter(None, (each.meaning(a) for each in self._moves[a])))
            texts.append("|".join(meanings) or self._moves[a][0].text(s, a))
        times = Counter(texts)
        return [f"{text}#{n}" if times[text] > 1 else text for n, text in enumerate(texts)]

    @cached_property
    def version(self) -> str:
        """A digest of the ids and of what they mean: equal where dense ids mean the same moves.

        Of ids that functions write (:class:`Written`) it has the numbers alone.
        """
        told = "\n".join(
            f"{a} {' '.join(entry.meaning(a) for entry in self._moves[a])}" for a in self.ids
        )
        return blake2b(told.encode(), digest_size=4).hexdigest()


def moves(*entries: Written, outcomes: Sequence[Written] = ()) -> Moves:
    """Make the table of a game's moves; ``outcomes`` are those of chance."""
    return Moves(entries, outcomes)


def _by_id(entries: Iterable[Written]) -> dict[int, list[Written]]:
    found: dict[int, list[Written]] = {}
    for entry in entries:
        for a in entry.ids:
            found.setdefault(a, []).append(entry)
    return found


def read(known: Iterable[tuple[T, Sequence[str]]], typed: str) -> T | None:
    """The one of ``known`` that has ``typed`` among its texts; None for none, or for several.

    Where no text is the same, letters may differ in case and accents, and blanks and hyphens
    between them do not count.

    >>> read([(1, ["no-quiero", "refuse"]), (2, ["órdago", "bet all"])], "No quiero")
    1
    """
    pairs = list(known)
    plain = _plain(typed)
    found = [thing for thing, texts in pairs if typed in texts]
    found = found or [thing for thing, texts in pairs if plain in map(_plain, texts)]
    return found[0] if len(found) == 1 else None


def _plain(text: str) -> str:
    return _BETWEEN.sub("", fold(text))


_BETWEEN = re.compile(r"(?<=\w)[\s\-]+(?=\w)")
