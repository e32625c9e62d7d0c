"""The page while cards fly: frames and long tasks of the largest table, on a slowed processor.

``python benchmarks/frames.py [--game buraco] [--slower 4]``

Debian's headless Chromium shows the last 12 of the first 80 decisions of a random deal, one every
450 ms, as a server pushes them, and its processor is slowed as its developer tools do it. It draws
without a graphics processor. A frame is on time within 17.5 ms of the one before; a long task keeps
the page from answering for 50 ms or more. Milliseconds of a view are its script, style and layout.
The pages, scenes and server are those of the browser tests.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS / "web" / "browser"), str(TESTS / "web"), str(TESTS)]

from frozen import decisions, scene_of  # noqa: E402
from test_motion import sit  # noqa: E402
from visits import Server, Visitor  # noqa: E402

from ludoteca.web.kit import table  # noqa: E402

DECISIONS, SHOWN = 80, 12
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
RUN = """async (views) => {
  const tasks = [], frames = [];
  const long = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  long.observe({ type: "longtask" });
  let last = 0, on = true;
  const tick = (now) => {
    if (last) frames.push(now - last);
    last = now;
    if (on) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  for (const [decision, html] of views.entries()) {
    window.line.onmessage({ data: JSON.stringify({ type: "view", decision, html }) });
    await new Promise((done) => setTimeout(done, 450));
  }
  on = false;
  return { frames, tasks: tasks.map((task) => task.duration) };
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
            size = {"width": 1280, "height": 800}
            context = browser.new_context(base_url=server.address, viewport=size)
            yield sit(Visitor(context.new_page()), server, game)
        finally:
            server.stop()


def main() -> None:
    """Show the views and print the figures, a row of ``results.md``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="buraco")
    parser.add_argument("--slower", type=int, default=4)
    asked = parser.parse_args()
    views = [str(table.draw(scene_of(state))) for state in islice(decisions(asked.game), DECISIONS)]
    with table_of(asked.game) as page:
        tools = page.context.new_cdp_session(page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": asked.slower})
        tools.send("Performance.enable")
        before = _spent(tools)
        found = page.evaluate(RUN, views[-SHOWN:])
        parts = [1000 * (now - was) / SHOWN for now, was in zip(_spent(tools), before, strict=True)]
        elements = page.evaluate("document.querySelectorAll('*').length")
    frames, tasks = found["frames"], sorted(found["tasks"])
    on_time = sum(frame < 17.5 for frame in frames) / len(frames)
    print("| game | elements | slower | on time | long tasks | longest | script, style, layout |")
    print(
        f"| {asked.game} | {elements} | {asked.slower} | {on_time:.0%} of {len(frames)}"
        f" | {len(tasks)} | {max(tasks, default=0):.0f} ms"
        f" | {', '.join(f'{part:.0f}' for part in parts)} ms |"
    )


def _spent(tools) -> list[float]:  # type: ignore[no-untyped-def]
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return [metrics[name] for name in PARTS]


if __name__ == "__main__":
    main()
