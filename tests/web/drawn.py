"""Reading what was drawn: a tree of elements, strict about nesting."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta", "source"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def text(self) -> str:
        return "".join(c if isinstance(c, str) else c.text() for c in self.children)

    def has(self, name: str) -> bool:
        return name in self.attributes.get("class", "").split()

    def all(self, name: str) -> list[Element]:
        """The elements of a class."""
        return [e for e in self.walk() if e.has(name)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("root")]

    def handle_starttag(self, tag, attrs):
        element = Element(tag, {name: value or "" for name, value in attrs})
        assert len(element.attributes) == len(attrs), f"an attribute twice: {attrs}"
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].children.append(data)


def read(html: str) -> Element:
    """The tree of ``html``; raises ``AssertionError`` where elements are not nested."""
    reader = _Reader()
    reader.feed(str(html))  # the reader takes slices, and those of Markup take three times as long
    reader.close()
    assert len(reader.open) == 1, f"never closed: {[e.tag for e in reader.open[1:]]}"
    return reader.open[0]


def acts(root: Element) -> list[tuple[int, ...]]:
    """The first acts that buttons and choices of moves would send, in document order.

    A form that is counted sends how many first, one with sets the move of each set. Of one that
    wants several choices, sent in order, the last ones cannot be the first. What is only picked, to
    be told what can be done with it, is no act.
    """
    written = [e.attributes["data-act"] for e in root.walk() if "data-act" in e.attributes]
    forms = [e for e in root.walk() if e.tag == "form" and "data-picks" not in e.attributes]
    written += [text for form in forms for text in _sent_first(form)]
    return [tuple(map(int, text.split())) for text in written]


def _sent_first(form: Element) -> list[str]:
    if "data-sets" in form.attributes:
        return [
            str(move) for move in sorted(set(json.loads(form.attributes["data-sets"]).values()))
        ]
    if form.has("raise"):
        return [e.attributes["value"] for e in form.walk() if e.tag == "option"]
    boxes = [e for e in form.walk() if e.tag == "input" and e.attributes.get("name") == "a"]
    values = [box.attributes["value"] for box in boxes]
    most, least, counted = (
        int(form.attributes.get(f"data-{name}", usual))
        for name, usual in (("most", len(boxes)), ("least", 1), ("counted", -1))
    )
    if counted >= 0:
        return [str(counted + n) for n in range(1, most + 1)]
    return values[: len(values) + 1 - least]
