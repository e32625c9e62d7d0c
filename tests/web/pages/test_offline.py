"""The page as an app: the manifest, its icons, and what can be read without a connection."""

import re
import struct

from ludoteca.core.registry import games


def test_the_manifest_has_what_a_device_installs_by(visitor):
    page = visitor.page("/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = visitor.get("/manifest.webmanifest?lang=pt")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["start_url"], manifest["display"], manifest["lang"]) == (
        "/",
        "standalone",
        "pt",
    )
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {(i["sizes"], i["purpose"]) for i in pictures} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in pictures:
        # The width and height in the head of a PNG file.
        width, height = struct.unpack(">II", visitor.get(icon["src"]).content[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_without_a_connection_all_rules_are_linked_and_the_rest_is_said_not_to_work(visitor):
    html = visitor.page("/offline")
    assert "everything else need the connection" in html
    assert '<a class="button" href="/mine">' in html
    linked = set(re.findall(r'href="/games/(\w+)/rules"', html))
    assert linked == set(games())
    assert '<a class="button primary" href="/puzzles">' in html
    worker = visitor.get("/service-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")


def test_no_matches_kept_without_a_connection_lead_to_nothing_that_needs_it(visitor):
    kept = visitor.page("/mine/kept")
    assert "No games yet" in kept
    assert 'class="button primary"' not in kept
