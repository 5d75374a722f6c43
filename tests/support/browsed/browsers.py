"""Debian's Chromium and Firefox, held by puppeteer: a test says word by word what a person does in a tab."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Literal, NamedTuple

from collected.javascript import CLIENT, node

Engine = Literal["chromium", "firefox"]
ENGINES: tuple[Engine, ...] = ("chromium", "firefox")

# Nothing of a browser's own may be mistaken for what a page does. Root may not use Chromium's sandbox.
SWITCHES = [
    *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-features=Translate"),
    "--host-resolver-rules=MAP plain.example 127.0.0.1",
]
PREFERENCES: dict[str, object] = {"network.dns.forceResolve": "127.0.0.1"}


class Kind(NamedTuple):
    """What puppeteer calls it, and what its program may be called."""

    name: str
    programs: tuple[str, ...]


KINDS: dict[Engine, Kind] = {
    "chromium": Kind("chrome", ("chromium", "chromium-browser", "google-chrome")),
    "firefox": Kind("firefox", ("firefox-esr", "firefox")),
}


# What people set who want no site to keep anything.
KEEPING_NOTHING = {"network.cookie.cookieBehavior": 2}
KEEPING_NOTHING_TOO = {"profile": {"default_content_setting_values": {"cookies": 2}}}

# A name that is not this machine's own, as far as a browser knows: no encryption, no cryptography.
PLAIN_HOST = "plain.example"


class BrowserFailed(AssertionError):
    """What was asked of the browser could not be done."""


def program(engine: Engine) -> str | None:
    """Where it is installed; None if it is not."""
    return next((found for name in KINDS[engine].programs if (found := shutil.which(name))), None)


@dataclass
class Browser:
    """A browser that runs; `patience` is how many milliseconds it is waited for words on a page."""

    engine: Engine
    process: subprocess.Popen[str]
    patience: int = 20_000
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def ask(self, word: str, **given: object) -> Any:  # noqa: ANN401
        """Do one thing (js/test/browser/drive.js) and wait until it is done; what it gives."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": word, **given}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise BrowserFailed(f"{self.engine} ended at {word} {given}")
        said = json.loads(line)
        if "failed" in said:
            raise BrowserFailed(f"{self.engine}, {word}: {said['failed']}")
        return said["gives"]

    @property
    def own_device(self) -> Device:
        """The device that is written into the browser's profile."""
        return Device(self, "default")

    @contextmanager
    def device(self, *, speed: int = 1, early: str = "") -> Iterator[Device]:
        """A person's browser that has kept nothing yet; all that it keeps is gone afterwards."""
        device = Device(self, f"device {next(self.numbers)}", speed, early)
        try:
            yield device
        finally:
            self.ask("forget", context=device.name)


@dataclass(frozen=True)
class Device:
    """Tabs that share what they keep, and share it with no other device.

    Timers run `speed` times as fast; `early` is JavaScript that is run before anything of a page.
    """

    browser: Browser
    name: str
    speed: int = 1
    early: str = ""

    def tab(self, url: str = "") -> Tab:
        """A new tab, at this address."""
        tab = Tab(self.browser, f"tab {next(self.browser.numbers)}")
        self.browser.ask("open", tab=tab.name, context=self.name, speed=self.speed, early=self.early)
        if url:
            tab.goto(url)
        return tab


@dataclass(frozen=True)
class Tab:
    """One page, as a person has it before them."""

    browser: Browser
    name: str

    def goto(self, url: str) -> None:
        self._do("goto", url=url)

    def inside(self) -> Tab:
        """What stands in the page's frame."""
        inner = Tab(self.browser, f"frame {next(self.browser.numbers)}")
        self._do("enter", inner=inner.name)
        return inner

    def begin(self, url: str) -> None:
        """Go there, and do not wait until it is loaded."""
        self._do("begin", url=url)

    def reload(self) -> None:
        self._do("reload")

    def back(self) -> None:
        self._do("back")

    def close(self) -> None:
        self._do("close")

    def press(self, name: str, among: str = "") -> None:
        """Press what is called so: a button, a link, a choice; only among those of a selector, if given."""
        self._do("press", name=name, among=among)

    def fill(self, name: str, text: str) -> None:
        """Type into what is called so."""
        self._do("fill", name=name, text=text)

    def key(self, name: str, how: Literal["press", "down", "up"] = "press") -> None:
        """One key of the keyboard."""
        self._do("key", name=name, how=how)

    def size(self, width: int, height: int) -> None:
        """Of the window."""
        self._do("size", width=width, height=height)

    def media(self, **features: str) -> None:
        """What a person has set, as in a media query. Chromium only."""
        self._do("media", features={name.replace("_", "-"): value for name, value in features.items()})

    def print(self) -> None:
        """Show it as it would be on paper. Chromium only."""
        self._do("print")

    def slow(self, *, latency: int, bits: int, times: int) -> None:
        """As a slow telephone: milliseconds per request, bits a second, a processor so many times slower."""
        self._do("slow", latency=latency, bytes=bits // 8, times=times)

    def picture(self, file: Path) -> None:
        """A picture of the whole page."""
        self._do("picture", file=str(file), whole=True)

    def axe(self) -> dict[str, list[dict[str, Any]]]:
        """The rules of axe-core that the page breaks (violations), and those left to a human (incomplete)."""
        found: dict[str, list[dict[str, Any]]] = self._do("axe")
        return found

    def evaluate(self, source: str) -> Any:  # noqa: ANN401
        """What an expression of JavaScript gives in the page."""
        return self._do("evaluate", source=source)

    def offline(self, *, is_offline: bool) -> None:
        """As a telephone in a tunnel."""
        self._do("offline", **{"is": is_offline})

    def until(self, *texts: str) -> str:
        """Wait until one of these is to be read; which one."""
        found: str = self._do("until", texts=texts, patience=self.browser.patience)
        return found

    @property
    def text(self) -> str:
        """What can be read."""
        text: str = self._do("text")
        return text

    @property
    def kept(self) -> dict[str, str]:
        """What can be found again of all that was done in the page, by place."""
        found: dict[str, str] = self._do("kept")
        return found

    @property
    def violations(self) -> list[str]:
        """What the page did since it was loaded that its policy forbids."""
        found: list[str] = self.evaluate("seen.violations")
        return found

    @property
    def errors(self) -> list[str]:
        """Of its scripts, since the tab was opened."""
        found: list[str] = self._do("seen")["errors"]
        return found

    @property
    def requests(self) -> list[tuple[str, str]]:
        """Method and address of all that left it, as the browser says."""
        seen = [(one["method"], one["url"]) for one in self._do("seen")["requests"]]
        return [(method, url) for method, url in seen if not url.startswith("data:")]

    def _do(self, word: str, **given: object) -> Any:  # noqa: ANN401
        return self.browser.ask(word, tab=self.name, **given)


@contextmanager
def browsing(
    engine: Engine,
    *,
    switches: tuple[str, ...] = (),
    preferences: Mapping[str, object] | None = None,
    profile: Path | None = None,
) -> Iterator[Browser]:
    """A browser that is gone afterwards, whatever happens; `profile` is where it keeps what it keeps."""
    path = program(engine)
    assert path, f"{engine} is not installed"
    is_chromium = engine == "chromium"
    given = {
        "browser": KINDS[engine].name,
        "path": path,
        "args": [*SWITCHES, *switches] if is_chromium else [],
        "preferences": {**PREFERENCES, **(preferences or {})},
        **({"profile": str(profile)} if profile else {}),
    }
    driver = CLIENT / "test" / "browser" / "drive.js"
    with subprocess.Popen(
        [node(), str(driver), json.dumps(given)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            yield Browser(engine, process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=30)


@contextmanager
def keeping_nothing(engine: Engine, profile: Path) -> Iterator[Browser]:
    """A browser that refuses sites all storage, by its settings; `profile` is an empty folder."""
    if engine == "firefox":
        with browsing(engine, preferences=KEEPING_NOTHING) as browser:
            yield browser
        return
    (profile / "Default").mkdir()
    (profile / "Default" / "Preferences").write_text(json.dumps(KEEPING_NOTHING_TOO), encoding="utf-8")
    with browsing(engine, profile=profile) as browser:
        yield browser
