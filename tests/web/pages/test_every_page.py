"""Every page of every game, in every language: it is there, and it keeps the page's policy."""

import re
from dataclasses import replace

import pytest
from servers import QUICK
from visitors import ADDRESS, PAGE, Pool, Visitor

from ludoteca.core.i18n import LANGUAGES
from ludoteca.core.questions import VERBS
from ludoteca.core.registry import games, load_game
from ludoteca.solve.questions import questions_of
from ludoteca.web.app import create_app
from ludoteca.web.kit.assets import ASSETS, asset_address
from ludoteca.web.kit.cards import DECKS
from ludoteca.web.kit.decks import sprite, sprite_address
from ludoteca.web.pages import lobby

GAMES = sorted(games())
COMMON = ["/", "/study", "/mine", "/kit", "/seat"]
OF_A_GAME = ["new", "rules", "glossary", "study"]

INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|<[^>]+\s(style|on[a-z]+)\s*=", re.IGNORECASE)


def checked(html: str, language: str) -> None:
    """The rules that hold for every page."""
    assert f'<html lang="{language}"' in html
    assert not INLINE.search(html), INLINE.search(html)
    assert len(re.findall(r"<h1[ >]", html)) == 1
    assert len(re.findall(r"<main[ >]", html)) == 1
    assert 'href="#main"' in html
    assert 'id="main"' in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids)), sorted(i for i in ids if ids.count(i) > 1)


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_sent_zipped_to_whoever_reads_that(visitor, deck):
    plain = visitor.get(sprite_address(deck), headers={"accept-encoding": "identity"})
    zipped = visitor.get(sprite_address(deck), headers={"accept-encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert plain.text == zipped.text == sprite(deck)
    assert int(zipped.headers["content-length"]) < 13_000


@pytest.mark.parametrize("name", ASSETS)
def test_sheets_and_script_are_one_file_each_kept_until_it_changes(visitor, name):
    sent = visitor.get(asset_address(name))
    kind = "text/css" if name.endswith("css") else "text/javascript"
    assert sent.headers["content-type"].startswith(kind)
    assert "immutable" in sent.headers["cache-control"]
    assert "@import" not in sent.text
    assert asset_address(name) in visitor.get("/").text
    # As the service worker asks for it: what is kept then must not outlive a new version.
    assert visitor.get(f"/static/{name}").headers["cache-control"] == "no-cache"


def test_there_are_the_real_games_and_the_teaching_games():
    assert {"bigpoints", "vangin", "leduc", "minimus", "minirummy"} <= set(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_common_pages_are_there(visitor, language):
    for path in COMMON:
        checked(visitor.page(f"{path}?lang={language}"), language)


def test_the_lobby_and_the_studies_fold_the_teaching_games_below_the_others(visitor):
    for path, mark in (("/", r'<li class="(?:game-card|example)" id="(\w+)"'),
                       ("/study", r'<h2 id="study-(\w+)"')):  # fmt: skip
        html = visitor.page(path)
        above, folded = html.split("Teaching games")
        shown = [games()[name].example for name in re.findall(mark, above)]
        assert len(shown) > 1
        assert not any(shown)
        assert all(games()[name].example for name in re.findall(mark, folded))
        assert "kuhn" in re.findall(mark, folded)
        assert html.count("<div") == html.count("</div>")


@pytest.mark.parametrize("game", GAMES)
def test_the_address_of_a_game_leads_to_where_it_is_explained_and_played(visitor, game):
    answer = visitor.get(f"/games/{game}", follow_redirects=False)
    assert answer.headers["location"] == f"/games/{game}/rules"
    assert f'action="/games/{game}/' in visitor.page(answer.headers["location"])
    assert visitor.get("/games/chess").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_game_are_there(visitor, game, language):
    asks = ("schools",) if games()[game].info.schools else ()
    for name in (*OF_A_GAME, *asks):
        checked(visitor.page(f"/games/{game}/{name}?lang={language}"), language)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_a_form(visitor, game):
    listed = visitor.page(f"/games/{game}/study")
    for verb in VERBS:
        for question in questions_of(load_game(game), verb).values():
            address = f"/games/{game}/study/{verb}/{question.name}"
            decides = verb != "solve" or load_game(game).has_choices
            if not decides or (question.local and question.files is None):
                assert address not in listed
                assert visitor.get(address).status_code == 404
                continue
            assert f'href="{address}"' in listed
            html = visitor.page(address)
            checked(html, "en")
            for parameter in question.parameters:
                a_path = parameter.kind.__name__ in ("PosixPath", "Path")
                asked = not parameter.local and (not a_path or parameter.name == "record")
                assert (f'name="{parameter.name}"' in html) == asked


def test_the_server_answers_those_who_watch_over_it(visitor):
    assert visitor.get("/health").json() == {"ok": True}


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/games/chess/new",
        "/games/chess/rules",
        "/games/chess/study",
        "/games/vangin/study/odds/none",
        "/games/vangin/study/magic/win",
        "/tables/abcdefghijkl",
        "/tables/abcdefghijkl/links",
        "/tables/abcdefghijkl/replay",
        "/records/0123456789",
        "/records/..%2f..%2fetc",
        "/answers/0123456789",
        "/answers/a.b",
        "/jobs/none",
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(visitor, path):
    html = visitor.page(path, 404)
    assert "<h1>Not found</h1>" in html
    assert "Traceback" not in html


def test_programs_get_errors_as_data(visitor):
    answer = visitor.get("/nothing", headers={"accept": "application/json"})
    assert answer.status_code == 404
    assert set(answer.json()) == {"code", "sentence"}


def test_an_address_used_in_the_wrong_way_is_said(visitor):
    assert visitor.post("/study", headers={"accept": "text/html"}).status_code == 405


def test_a_mistake_of_ours_is_one_sentence(tmp_path, monkeypatch):
    def broken():
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(lobby, "game_cards", broken)
    settings = replace(QUICK, database=f"sqlite:///{tmp_path / 'journal.sqlite'}")
    app = create_app(settings, pool=Pool())
    with Visitor(app, base_url=ADDRESS, raise_server_exceptions=False) as client:
        answer = client.get("/", headers=PAGE)
    assert answer.status_code == 500
    assert "secret detail" not in answer.text
    assert "Server error" in answer.text
