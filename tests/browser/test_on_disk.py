"""Nothing of the truth is in the files of a browser when it has ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from browsed.browsers import ENGINES, Engine, browsing
from browsed.disk import find, wait_for
from browsed.leaving import VALUE
from browsed.person import Person
from browsed.stage import Stage
from served.processes import Served

REMEMBERING = {"browser.sessionstore.interval": 100, "browser.sessionstore.resume_from_crash": True}


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_of_the_truth_is_in_the_files_of_the_browser(
    engine: Engine, served: Served, tmp_path: Path
) -> None:
    with browsing(engine, profile=tmp_path, preferences=REMEMBERING) as browser:
        stage = Stage(browser, served)
        with stage.study() as scene:
            person = Person(browser.own_device.tab(scene.link))
            person.answer("not diabetic", VALUE)
            person.tab.evaluate("sessionStorage.setItem('written', 'after-receipt')")
            if engine == "firefox":
                wait_for(tmp_path, "after-receipt")
            study = scene.study.id
    assert find(tmp_path, "after-receipt"), "what is on the disk was written after the receipt"
    assert find(tmp_path, study), "the note is on the disk"
    assert find(tmp_path, VALUE) == []
