"""Takes the pictures of the pages in docs/figures: real pages in Chromium, in front of a real server.

Beautiful with the fonts that many people have: apt-get install fonts-noto-core. Takes half a minute.
"""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from numpy.random import default_rng
from PIL import Image, ImageDraw

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from browsed.browsers import Browser, Tab, browsing  # noqa: E402
from browsed.person import Person  # noqa: E402
from browsed.scene import Scene  # noqa: E402
from browsed.stage import Stage  # noqa: E402
from collected.studies import study_of  # noqa: E402
from served.processes import Served, path_of, serving  # noqa: E402
from tacit.research.crowd import imagined_people, let_answer  # noqa: E402
from tacit.simulation.imagined import imagined  # noqa: E402
from tacit.study.study import Collect, Question  # noqa: E402

FIGURES = ROOT / "docs" / "figures"
GROUND, GAP, ROUND = "#e6e4de", 20, 18
PHONE, SHARP = (390, 844), 1.25
TITLE = "Vaccine reaction and diabetes"
REACTION = Question("How strong was your reaction, from 0 to 10?", "range", Decimal(0), Decimal(10))
VOTE = Question("Whom would you vote for on Sunday?", "choice", options=("Ash", "Birch"))
RELIGIONS = {"Catholic": Fraction(64, 100), "Protestant": Fraction(55, 100), "no religion": Fraction(31, 100)}
PLANNED, SO_FAR, SEED = 2000, 1200, 4
GIVEN = """
globalThis.given = [];
const made = URL.createObjectURL.bind(URL);
URL.createObjectURL = (blob) => (blob.text().then((text) => given.push(text)), made(blob));
"""
UNPRESSED = "document.activeElement?.blur()"


def main() -> None:
    """All of them."""
    with TemporaryDirectory() as folder, serving(Path(folder)) as served, browsing("chromium") as browser:
        stage = Stage(browser, served)
        invitations = [bytes([number]) * 16 for number in range(3)]
        asked = stage.study(
            invitations=invitations, title=TITLE, question=REACTION, decline=True, epsilon="1"
        )
        with asked as scene:
            light(stage, scene)
            dark_and_arabic(stage, scene)
        board(browser, served)


def light(stage: Stage, scene: Scene) -> None:
    """One person's way on a phone."""
    with stage.device() as device:
        person = phone(Person(device.tab()), scene.links[0])
        tiles = [shot(person.tab)]
        choose(person)
        tiles.append(shot(person.tab, "form"))
        send_on(person)
        tiles.append(shot(person.tab))
        click(person.tab, "#keep")
        click(person.tab, "button.first")
        person.reads("received")
        tiles.append(shot(person.tab))
    sheet(tiles).save(FIGURES / "answer-page.webp", quality=80, method=6)


def dark_and_arabic(stage: Stage, scene: Scene) -> None:
    """What can be read further, in the dark; and from right to left, until the connection is lost."""
    with stage.device() as device:
        person = Person(device.tab())
        person.tab.media(prefers_color_scheme="dark")
        phone(person, scene.links[1])
        click(person.tab, "details summary")
        click(person.tab, "details button")
        tiles = [shot(person.tab, ".guess")]
        choose(person)
        send_on(person)
        person.tab.evaluate(
            "[0, 2].forEach((at) => { document.querySelectorAll('details')[at].open = true; })"
        )
        tiles.append(shot(person.tab, ".mores"))
    with stage.device() as device:
        person = phone(Person(device.tab(), "ar"), scene.links[2].replace("#", "?lang=ar#"))
        tiles.append(shot(person.tab))
        choose(person)
        send_on(person)
        scene.network.lose("/answers", 1000)
        click(person.tab, "button.first")
        person.reads("saved")
        tiles.append(shot(person.tab))
        scene.network.lose("/answers", 0)
        person.try_now()
        person.reads("received")
    sheet(tiles).save(FIGURES / "answer-page-dark-and-arabic.webp", quality=80, method=6)


def phone(person: Person, link: str) -> Person:
    """The page, once the form is there."""
    resize(person.tab, *PHONE, SHARP)
    person.tab.goto(link)
    person.reads("form")
    return person


def choose(person: Person) -> None:
    """By keyboard and script: a mouse would stay on something and colour it."""
    click(person.tab, "fieldset label:nth-child(2) input")
    person.tab.fill(REACTION.text, "7")


def send_on(person: Person) -> None:
    """To what will be sent."""
    click(person.tab, "form button")
    person.reads("prepared")


def click(tab: Tab, selector: str) -> None:
    tab.evaluate(f"document.querySelector('{selector}').click()")


def resize(tab: Tab, width: int, height: int, scale: float = 1) -> None:
    tab.browser.ask("size", tab=tab.name, width=width, height=height, scale=scale)


def shot(tab: Tab, top: str = "") -> Image.Image:
    """What is in the window, scrolled to such an element."""
    tab.evaluate(UNPRESSED)
    if top:
        tab.evaluate(
            f"scrollTo(0, document.querySelector('{top}').getBoundingClientRect().top + scrollY - 16)"
        )
    tab.evaluate("new Promise((done) => setTimeout(done, 300))")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "shot.png"
        tab.browser.ask("picture", tab=tab.name, file=str(file), whole=False)
        return Image.open(io.BytesIO(file.read_bytes())).convert("RGB")


def sheet(tiles: list[Image.Image]) -> Image.Image:
    """Side by side."""
    width = sum(tile.width for tile in tiles) + GAP * (len(tiles) + 1)
    whole = Image.new("RGB", (width, tiles[0].height + 2 * GAP), GROUND)
    at = GAP
    for tile in tiles:
        put(whole, tile, at, GAP)
        at += tile.width + GAP
    return whole


def put(whole: Image.Image, tile: Image.Image, x: int, y: int) -> None:
    """With round corners."""
    mask = Image.new("L", tile.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, tile.width - 1, tile.height - 1), ROUND, fill=255)
    whole.paste(tile, (x, y), mask)


def board(browser: Browser, served: Served) -> None:
    """A poll that is on its way, at a desk, on phones, on a projector, on a slide, and in Arabic."""
    origin, path = polled(served)
    with browser.device(early=GIVEN) as device:
        tab = device.tab()
        resize(tab, 1280, 1010)
        code = served.ask("POST", "/v1/session/codes", b"{}", key=served.key).json()["code"]
        tab.goto(f"{origin}{path}#k={code}")
        tab.until("Why looking harms nobody")
        shot(tab).save(FIGURES / "board.webp", quality=85, method=6)
        tab.press("Export")
        tab.press("Save as SVG")
        tab.evaluate("new Promise((done) => setTimeout(done, 300))")
        (FIGURES / "board-slide.svg").write_text(tab.evaluate("given[0]") + "\n", encoding="utf-8")
        tab.key("Escape")
        sizes(tab, f"{origin}{path}").save(FIGURES / "board-sizes.webp", quality=80, method=6)


def sizes(tab: Tab, address: str) -> Image.Image:
    """The same board four times."""
    resize(tab, *PHONE)
    light = shot(tab)
    tab.media(prefers_color_scheme="dark")
    dark = shot(tab, ".figure")
    resize(tab, 1920, 1080)
    tab.press("Present")
    wide = shot(tab).resize((820, 461), Image.Resampling.LANCZOS)
    tab.media(prefers_color_scheme="light")
    resize(tab, 1280, 570)
    tab.goto(f"{address}?lang=ar")
    tab.until("%", "٪")
    arabic = shot(tab).resize((820, 365), Image.Resampling.LANCZOS)
    whole = Image.new("RGB", (2 * PHONE[0] + 820 + 4 * GAP, PHONE[1] + 2 * GAP), GROUND)
    put(whole, light, GAP, GAP)
    put(whole, dark, PHONE[0] + 2 * GAP, GAP)
    put(whole, wide, 2 * PHONE[0] + 3 * GAP, GAP)
    put(whole, arabic, 2 * PHONE[0] + 3 * GAP, GAP + 461 + 18)
    return whole


def polled(served: Served) -> tuple[str, str]:
    """A study that imagined people have answered in part; where its board is."""
    asked = study_of(
        VOTE, tuple(RELIGIONS), title="Sunday's vote by religion", epsilon="2", keys=(served.known_key(),)
    )
    asked = replace(asked, not_after=date(2027, 1, 31), collect=Collect(people=PLANNED))
    reply = served.ask("POST", "/v1/studies", asked.manifest, key=served.key)
    if reply.status != 201:
        raise SystemExit(reply.body.decode())
    links = served.invite(asked, [number.to_bytes(16, "big") for number in range(PLANNED)])
    (people,) = imagined(asked, SO_FAR, default_rng(SEED), guesses=RELIGIONS)
    let_answer(asked, [*imagined_people(asked, people, links[:SO_FAR])], lambda _: None)
    served.research("GET", path_of(asked, "/status"))
    return served.origin, f"/board/{asked.id}"


if __name__ == "__main__":
    main()
