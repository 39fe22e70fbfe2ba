"""A browser for the tests of what notebooks show, and Ctrl-C."""

from __future__ import annotations

import os
import shutil
import signal
import threading
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


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C after a moment, also where the tests themselves were started with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    yield
    timer.join()
    signal.signal(signal.SIGINT, before)
