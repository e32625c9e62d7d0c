"""Language and look: asked for in the address, kept in cookies, and no way out to other sites."""

import pytest

from ludoteca.core.i18n import LANGUAGES
from ludoteca.web.pages.preferences import accepted, local_path, read_look


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("sv;q=1, fi;q=0.5, es;q=0.7", "es"),
        ("de-DE", "en"),
        ("fi;q=oops", "fi"),
        ("fi;q=0.1,en", "en"),
    ],
)
def test_the_browser_s_wish_is_heard(header, language):
    assert accepted(header) == language


def test_the_address_goes_before_the_cookie_and_the_cookie_before_the_browser(visitor):
    assert '<html lang="fi"' in visitor.page("/", **{"accept-language": "fi"})
    assert '<html lang="es"' in visitor.page("/?lang=es", **{"accept-language": "fi"})
    assert visitor.cookies["ludoteca_lang"] == "es"
    assert '<html lang="es"' in visitor.page("/", **{"accept-language": "fi"})
    assert '<html lang="pt"' in visitor.page("/?lang=pt_BR.UTF-8")


@pytest.mark.parametrize("language", ["xx", "<script>", "../../etc", "e" * 500])
def test_a_language_that_there_is_not_is_english(visitor, language):
    html = visitor.get("/", params={"lang": language}, headers={"accept": "text/html"}).text
    assert '<html lang="en"' in html
    assert "<script>" not in html


def test_the_language_menu_keeps_the_rest_of_the_address(visitor):
    html = visitor.page("/games/bigpoints/new?players=3&lang=en")
    for code in LANGUAGES:
        assert f'href="/games/bigpoints/new?players=3&amp;lang={code}"' in html


def test_the_look_is_kept(visitor):
    look = {"theme": "dark", "deck": "four", "index": "large", "pace": "fast"}
    answer = visitor.form("/look", **look, back="/study?x=1")
    assert answer.headers["location"] == "/study?x=1"
    kept = " ".join(f'data-{name}="{value}"' for name, value in look.items())
    assert kept in visitor.page("/")


def test_a_look_that_there_is_not_is_the_usual_one():
    usual = {"theme": "auto", "deck": "two", "index": "normal", "pace": "normal"}
    assert read_look('"><script>.x.y') == usual
    assert read_look("dark") == usual | {"theme": "dark"}
    chosen = {"theme": "light", "deck": "four", "index": "large"}
    assert read_look("light.four.large") == usual | chosen, "kept before there was a pace"
    assert read_look("light.four.large.slow") == {**chosen, "pace": "slow"}


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "evil",
        "",
        "/a\r\nSet-Cookie: x",
        "javascript:alert(1)",
        "/%0d%0a/../\\x",
    ],
)
def test_nobody_is_sent_to_another_site(visitor, back):
    assert local_path(back) in ("/", back)
    location = visitor.form("/look", theme="dark", back=back).headers["location"]
    assert location == "/" or (location == back and back.startswith("/%0d"))


def test_the_name_is_kept_without_what_has_no_place_in_a_name(visitor):
    visitor.form("/name", name=" Ñandú\x00\n 😀 " + "x" * 50, back="/mine")
    html = visitor.page("/mine")
    assert 'value="Ñandú 😀 xxxxxxxxxxxxxxxx"' in html
