"""Colours that are written over one another can be told apart: WCAG 2 AA, computed.

Source: W3C, Web Content Accessibility Guidelines 2.2, success criteria 1.4.3 and 1.4.11, and its
definitions of contrast ratio and relative luminance.
"""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from ludoteca.web.kit.decks import french, spanish

STATIC = files("ludoteca.web") / "static"
TEXT, PARTS = 4.5, 3.0
CARD_FACES = ("card-face", "card-prized")
LOOKS = ("light", "dark", "light, more contrast", "dark, more contrast")

WRITTEN = [
    ("ink", "ground"),
    ("ink", "surface"),
    ("ink", "raised"),
    ("ink", "bar"),
    ("ink", "panel"),
    ("quiet", "ground"),
    ("quiet", "surface"),
    ("quiet", "raised"),
    ("quiet", "bar"),
    ("quiet", "panel"),
    ("link", "ground"),
    ("link", "surface"),
    ("link", "panel"),
    ("warn", "ground"),
    ("warn", "surface"),
    ("on-accent", "accent"),
    ("on-accent", "accent-hover"),
    ("accent-text", "panel"),
    ("accent-text", "surface"),
    ("on-felt", "felt-light"),
    ("on-felt", "felt"),
    ("on-felt", "felt-dark"),
    ("on-felt-quiet", "felt-light"),
    ("on-felt-quiet", "felt"),
    ("on-felt-quiet", "well"),
    ("on-well", "well"),
    ("on-said", "said"),
    *(("on-seat", f"seat-{n}") for n in range(6)),
    *((f"suit-{suit}", face) for suit in "shdc" for face in CARD_FACES),
]
SEEN = [
    ("edge", "surface"),
    ("edge", "bar"),
    ("focus", "ground"),
    ("focus", "surface"),
    ("focus", "bar"),
    ("accent", "felt-dark"),
    ("accent", "well"),
    ("card-face", "felt-light"),
    ("card-face", "felt-dark"),
]


def declared(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", block))


def colours(look: str) -> dict[str, str]:
    text = (STATIC / "css" / "tokens.css").read_text()
    plain, _, contrast = text.partition("@media (prefers-contrast: more)")
    found = declared(plain.partition("[data-theme")[0])
    if "contrast" in look:
        found |= declared(contrast)
    side = 0 if look.startswith("light") else 1
    pair = re.compile(r"light-dark\((#\w{6}), (#\w{6})\)")
    return {
        name: pair.fullmatch(value).groups()[side] if pair.fullmatch(value) else value
        for name, value in found.items()
    }


def luminance(colour: str) -> float:
    assert re.fullmatch(r"#[0-9a-f]{6}", colour), colour
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_contrast_of_known_pairs():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    ("pairs", "least"), [(WRITTEN, TEXT), (SEEN, PARTS)], ids=["text", "parts"]
)
def test_text_edges_rings_and_cards_stand_out_from_what_they_are_on(look, pairs, least):
    found = colours(look)
    told = {pair: round(contrast(found[pair[0]], found[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in told.items() if ratio < least} == {}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("face", CARD_FACES)
def test_indices_can_be_read_on_the_cards(look, face):
    face = colours(look)[face]
    four = declared((STATIC / "css" / "tokens.css").read_text().split('[data-deck="four"]')[1])
    inks = [*french.COLOURS.values(), *spanish.COLOURS.values(), four["suit-d"], four["suit-c"]]
    assert min(contrast(ink, face) for ink in inks) >= TEXT


def test_four_colours_are_four():
    four = declared((STATIC / "css" / "tokens.css").read_text().split('[data-deck="four"]')[1])
    found = colours("light")
    assert len({found["suit-s"], found["suit-h"], four["suit-d"], four["suit-c"]}) == 4


def test_the_sheets_import_files_that_exist():
    for sheet in (STATIC / "ludoteca.css", STATIC / "pages.css"):
        imported = re.findall(r'@import url\("([^"]+)"\)', sheet.read_text())
        assert imported
        assert all((sheet.parent / name).is_file() for name in imported)


def test_sheets_hold_rules_alone_and_declare_every_colour_that_they_use():
    own = [sheet for sheet in (STATIC / "css").iterdir() if sheet.name.endswith(".css")]
    faces = list(Path(str(files("ludoteca.games"))).glob("*/face*.css"))
    assert faces
    text = "".join(sheet.read_text() for sheet in own + faces)
    assert text.count("{") == text.count("}")
    assert not re.findall(r"^(?:<<|==|>>).*", text, re.MULTILINE), "two versions of a sheet in one"
    used = set(re.findall(r"var\(--([\w-]+)\)", text))
    assert used <= set(re.findall(r"--([\w-]+):", text))
