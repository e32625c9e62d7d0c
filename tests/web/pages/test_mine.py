"""One's own games: listed, taken along, deleted."""

import io
import zipfile

from visitors import PAGE

from ludoteca.core.record import GameRecord


def test_own_tables_are_listed_for_oneself_alone(visitor):
    visitor.page("/")
    location = visitor.form("/games/nim/play").headers["location"]
    assert f'href="{location}' in visitor.page("/mine")
    assert f'href="{location}"' in visitor.page("/").partition('id="open-tables"')[0]
    visitor.cookies.clear()
    visitor.page("/")
    assert location not in visitor.page("/mine")
    assert location not in visitor.page("/")


def test_all_records_are_downloaded_in_one_file(visitor):
    visitor.page("/")
    for game in ("nim", "vangin"):
        visitor.form(f"/games/{game}/play")
    html = visitor.page("/mine")
    assert 'href="/api/me"' in html
    got = visitor.get("/api/me", headers=PAGE)
    assert got.status_code == 200
    archive = zipfile.ZipFile(io.BytesIO(got.content))
    for name in archive.namelist():
        GameRecord.parse(archive.read(name).decode())


def test_nobody_is_deleted_by_a_slip(visitor):
    visitor.page("/")
    location = visitor.form("/games/nim/play").headers["location"]
    html = visitor.form("/mine/delete", 422).text
    assert "Tick the box above" in html
    assert location in visitor.page("/mine")


def test_who_is_deleted_is_gone_with_their_games(visitor):
    visitor.page("/")
    visitor.form("/name", name="Ana", back="/mine")
    location = visitor.form("/games/nim/play").headers["location"]
    answer = visitor.form("/mine/delete", sure="yes")
    cookies = answer.headers.get_list("set-cookie")
    assert any(c.startswith("ludoteca_person=;") for c in cookies)
    assert any(c.startswith('ludoteca_name=""') for c in cookies)
    assert location not in visitor.page("/mine")
    visitor.page(location, 404)
    assert "Ana" not in visitor.page("/mine")


def test_what_others_share_stays_without_the_name(visitor):
    visitor.page("/")
    fields = {"seat0": "me", "seat1": "friend", "name": "Ana", "listed": "yes"}
    opened = visitor.form("/games/nim/new", **fields)
    link = visitor.page(opened.headers["location"]).partition("/seat#")[2][:32]
    mine = visitor.cookies["ludoteca_person"]
    visitor.cookies.clear()
    visitor.page("/")
    table = visitor.post("/api/seats", json={"token": link, "name": "Bea"}).json()["table"]
    friend = visitor.cookies["ludoteca_person"]
    visitor.cookies.clear()
    visitor.cookies.set("ludoteca_person", mine, domain="127.0.0.1", path="/")
    visitor.form("/mine/delete", sure="yes")
    visitor.cookies.clear()
    visitor.cookies.set("ludoteca_person", friend, domain="127.0.0.1", path="/")
    html = visitor.page("/mine")
    assert table in html
    assert "Ana" not in html
    assert "Bea" in html
