"""A browser for the tests of what notebooks show."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest


def is_missing(what: str) -> None:
    """Skips a test that needs something; an error in continuous integration."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"there is no {what}")
    pytest.skip(f"there is no {what}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        is_missing("Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()
