from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from crucibleforge.board import write_site
from tests.unit.board.test_site import results

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("a real part is missing: Chromium")
        pytest.skip("Chromium is not installed")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.mark.browser
def test_board_is_read_and_opened_to_its_evidence_without_scripts(
    browser: Browser, tiny_root: Path, tmp_path: Path
) -> None:
    index = write_site(results(tiny_root, ["able", "baker"], evidence="expected 3, got 4"), tmp_path)
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(index.as_uri())
    assert page.locator("tbody tr").count() == 2
    page.get_by_role("link", name="baker").click()
    assert page.get_by_role("heading", level=1).inner_text() == "baker"
    assert page.locator(".evidence", has_text="expected 3, got 4").first.is_visible()
    page.locator("summary").first.click()
    assert page.locator("details[open] .said").first.is_visible()


@pytest.mark.browser
def test_board_fits_a_phone(browser: Browser, tiny_root: Path, tmp_path: Path) -> None:
    index = write_site(results(tiny_root, ["a-model-with-a-rather-long-name-" + "x" * 40]), tmp_path)
    page = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
    for address in (index, next((tmp_path / "models").iterdir())):
        page.goto(address.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
