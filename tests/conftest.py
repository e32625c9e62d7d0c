"""Fixtures for all tests, and processor time by file at the end of a run."""

import gc
import os
import signal
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import pytest

# Before NumPy is loaded: its threads would wait for each other in loops, on cores that other tests
# and their processes have work for.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Only compiled code is shared. What a user or another process has begun, such as a solution on its
# way, would be continued here.
os.environ.setdefault(
    "NUMBA_CACHE_DIR", str(Path(platformdirs.user_cache_dir("ludoteca"), "compiled"))
)
_folders = tempfile.TemporaryDirectory(prefix="ludoteca-tests-")
os.environ["XDG_CACHE_HOME"] = str(Path(_folders.name, "cache"))
os.environ["XDG_DATA_HOME"] = str(Path(_folders.name, "data"))

CPU = "processor seconds"
_spent = Counter()
_until = sum(os.times()[:4])

# A shell lets what it runs in its background ignore Ctrl-C, and so would every process of a test.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Modules and ten thousand tests are made, and all stay: the collector has nothing to find.
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems():
    """Spare Hypothesis the search of every source of the library for numbers to try."""
    if providers := sys.modules.get("hypothesis.internal.conjecture.providers"):
        providers._get_local_constants = lambda: providers._local_constants


def pytest_collection_finish():
    """Let the collector look after what the tests make from here on, and after nothing before."""
    gc.freeze()
    gc.set_threshold(10_000)  # seldom: by default it takes seven hundredths of the time
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Note the processor time of this phase of a test, that of its child processes included."""
    global _until
    report = yield
    now = sum(os.times()[:4])
    report.user_properties.append((CPU, now - _until))
    _until = now
    return report


def pytest_runtest_logreport(report):
    """Add up processor time by file; with several workers this runs where their reports arrive."""
    seconds = [value for name, value in report.user_properties if name == CPU]
    _spent[report.nodeid.partition("::")[0]] += seconds[-1] if seconds else 0.0


def pytest_terminal_summary(terminalreporter):
    """Print the files that take most, so that a slow one is noticed in the run that adds it."""
    total = sum(_spent.values())
    if total > 60:
        terminalreporter.section(f"processor time: {total:.0f} s, by file")
        for file, seconds in _spent.most_common(25):
            terminalreporter.line(f"{seconds:7.1f} s  {file}")


@pytest.fixture(scope="session")
def messages_known():
    """Every text of the catalogues on disk, which another test compares with all sources."""
    from ludoteca.cli import messages
    from ludoteca.core.i18n import LIBRARY

    catalogs = (messages.read(home, messages.TRANSLATIONS[0]) for home in LIBRARY)
    return {str(message.id) for catalog in catalogs for message in catalog}


@pytest.fixture(scope="session")
def without_message(messages_known):
    """A function of an answer: its names of fields and columns that no catalogue has."""

    def find(answer):
        columns = {column for table in answer.tables for column in table.columns}
        names = {name.replace("_", " ") for name in {*answer.fields, *columns}}
        assert names
        return names - messages_known

    return find


@pytest.fixture(scope="module")
def uncompiled_workers():
    """Workers that compile nothing: they are there sooner than they would load compiled games."""
    from ludoteca.workers import process

    start = process.start

    def uncompiled(command, *, environment=None, **more):
        own = dict(os.environ if environment is None else environment)
        return start(command, environment=own | {"NUMBA_DISABLE_JIT": "1"}, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "start", uncompiled)
        yield


@pytest.fixture
def no_room():
    """A context in which no file takes more bytes than a given number, as if the disk were full."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def limited(most):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limited


@pytest.fixture
def registered(monkeypatch):
    """``registered(folder, *names)``: games of a folder are found here too, beside all others."""
    # Imported here: few tests need it.
    from ludoteca.core import registry

    added = []
    packages, game_in = registry._packages, registry._game_in

    def looked_at_again(package):
        return (game_in if package.startswith("ludoteca.") else game_in.__wrapped__)(package)

    def add(folder, *names):
        added.extend(names)
        known = registry.games()
        monkeypatch.setenv(registry.FOLDERS_VARIABLE, str(folder))
        monkeypatch.setattr(registry, "_packages", packages.__wrapped__)
        monkeypatch.setattr(registry, "_game_in", looked_at_again)
        monkeypatch.setattr(registry, "_alone", lambda _name: None)
        found, broken = registry._registry.__wrapped__()
        monkeypatch.setattr(registry, "_registry", lambda: ({**found, **known}, broken))

    yield add
    for module in [m for m in sys.modules if m.startswith("ludoteca_games.")]:
        if module.split(".")[1] in added:
            del sys.modules[module]


@pytest.fixture
def broken_copies(tmp_path, registered):
    """``broken_copies(name=(file, text), ...)`` adds copies of Kuhn poker with ``text`` at the end.

    ``file`` is the one of the copy's folder that is changed. The games that there are stay.
    """
    from ludoteca.cli.new import new_files

    def add(**copies):
        for name, (changed, text) in copies.items():
            (tmp_path / name).mkdir()
            for file, content in new_files(name, "bets").items():
                more = text if file == changed else ""
                (tmp_path / name / file).write_text(content + more, "utf-8")
        registered(tmp_path, *copies)

    return add
