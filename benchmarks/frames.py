"""The page while cards fly: frames and long tasks of the largest table, on a slowed processor.

``python benchmarks/frames.py [--game buraco] [--slower 4]``

Debian's headless Chromium shows the last 12 of the first 80 decisions of a random deal, one every
450 ms, as a server pushes them, and its processor is slowed as its developer tools do it. It draws
without a graphics processor. Of the frames during which pieces fly, those are counted that were
shown; the others were dropped. A long task keeps the page from answering for 50 ms or more, and
the flights of a view begin after it. They set off so long after the view arrived: the median and
the longest. Milliseconds of a view are its script, style and layout. The pages, scenes and server
are those of the browser tests.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, ViewportSize, sync_playwright

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "web" / "browser"), str(TESTS / "web"), str(TESTS)]

from frozen import moments, scene_of  # noqa: E402
from test_motion import sit  # noqa: E402
from visits import Server, Visitor  # noqa: E402

from ludoteca.web.kit.whole_table import draw  # noqa: E402

DECISIONS, SHOWN = 80, 12
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
FRAMES = "disabled-by-default-devtools.timeline.frame"
RUN = """async (views) => {
  const tasks = [], delays = [];
  const long = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  long.observe({ type: "longtask" });
  for (const [decision, html] of views.entries()) {
    const came = performance.now();
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
    const setOff = Promise.all([...flights].map((flight) => flight.ready));
    if (flights.size) setOff.then(() => delays.push(performance.now() - came), () => {});
    await new Promise((done) => setTimeout(done, 450));
  }
  return [tasks.map((task) => task.duration), delays];
}"""


@contextmanager
def table_of(game: str) -> Iterator[Page]:
    """The page of a table of ``game`` in a browser, which shows the views that it is given."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(f"sqlite:///{folder}/journal.sqlite", folder)
        server.start()
        try:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium-headless-shell"),
                args=["--no-sandbox", "--disable-gpu"],
            )
            size: ViewportSize = {"width": 1280, "height": 800}
            context = browser.new_context(base_url=server.address, viewport=size)
            yield sit(Visitor(context.new_page()), server, game)
        finally:
            server.stop()


def flight_frames(events: list[dict[str, Any]]) -> tuple[int, int]:
    """The frames during which the compositor moved pieces: how many were shown, how many dropped.

    A frame is reported more than once where the main thread and the compositor drew parts of it.
    """
    states = defaultdict(set)
    flying = set()
    for event in events:
        if event["name"] == "PipelineReporter" and "frame_reporter" in event.get("args", {}):
            report = event["args"]["frame_reporter"]
            frame = (report["layer_tree_host_id"], report["frame_source"], report["frame_sequence"])
            states[frame].add(report["state"])
            if report["has_compositor_animation"]:
                flying.add(frame)
    shown = sum(any("PRESENTED" in state for state in states[frame]) for frame in flying)
    dropped = sum(states[frame] == {"STATE_DROPPED"} for frame in flying)
    return shown, dropped


def main() -> None:
    """Show the views and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="buraco")
    parser.add_argument("--slower", type=int, default=4)
    asked = parser.parse_args()
    views = [str(draw(scene_of(state))) for state in islice(moments(asked.game), DECISIONS)]
    with table_of(asked.game) as page:
        tools = page.context.new_cdp_session(page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": asked.slower})
        tools.send("Performance.enable")
        before = _spent(tools)
        browser = page.context.browser
        assert browser is not None
        browser.start_tracing(page=page, categories=[FRAMES])
        tasks, delays = page.evaluate(RUN, views[-SHOWN:])
        shown, dropped = flight_frames(json.loads(browser.stop_tracing())["traceEvents"])
        parts = [1000 * (now - was) / SHOWN for now, was in zip(_spent(tools), before, strict=True)]
        elements = page.evaluate("document.querySelectorAll('*').length")
    flown = shown + dropped
    print("| game | elements | slower | shown | set off | long tasks | script, style, layout |")
    print(
        f"| {asked.game} | {elements} | {asked.slower} | {shown} of {flown}"
        f" | {median(delays):.0f} to {max(delays):.0f} ms"
        f" | {len(tasks)} to {max(tasks, default=0):.0f} ms"
        f" | {', '.join(f'{part:.0f}' for part in parts)} ms |"
    )


def _spent(tools) -> list[float]:  # type: ignore[no-untyped-def]
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return [metrics[name] for name in PARTS]


if __name__ == "__main__":
    main()
