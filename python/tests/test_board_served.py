"""The board in JupyterLab and in marimo: a server, a notebook in a browser, clicks."""

from __future__ import annotations

import importlib.util
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pytest
from conftest import is_missing

CELL = 'import upstar as up\nboard = up.board("nim(1,2)", you="left")\nboard'
APP = """import marimo

app = marimo.App()


@app.cell
def _():
    import upstar as up

    board = up.board("nim(1,2)", you="left")
    board
    return


if __name__ == "__main__":
    app.run()
"""
#: Milliseconds until a kernel has started on a busy machine.
PATIENCE = 120_000


@contextmanager
def page_of(browser: Any, server: str, options: list[str], path: str, folder: Path) -> Iterator[Any]:
    """A page of a notebook server, a module with options, that runs until the end of the test."""
    from playwright.sync_api import Error

    if importlib.util.find_spec(server) is None:
        is_missing(server)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # Nothing of the user's: settings, extensions, running servers.
    private = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "HOME")
    environment = os.environ | {name: str(folder / name.lower()) for name in private}
    command = [sys.executable, "-m", server, *(option.format(port=port) for option in options)]
    with open(folder / "server.log", "w") as log:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        for _ in range(PATIENCE // 500):
            try:
                page.goto(f"http://127.0.0.1:{port}/{path}")
                break
            except Error:
                page.wait_for_timeout(500)
        yield page
    finally:
        shots = Path(os.environ.get("UPSTAR_SCREENSHOTS", folder))
        page.screenshot(path=shots / f"{server}.png")
        page.close()
        process.terminate()
        process.wait(30)


def play(page: Any) -> None:
    """Wins a game by clicks."""
    page.wait_for_selector(".upstar-move")
    assert page.locator(".upstar-move").count() == 3
    page.locator('.upstar-move[data-result="win"]').click()
    page.wait_for_selector("text=Your move: 1 of 1 moves win.")
    page.locator(".upstar-move").click()
    page.wait_for_selector("text=You win: the engine has no move.")


def run_first_cell(page: Any) -> None:
    """Runs the first cell of a notebook, whose editor loses a key while it is being set up."""
    from playwright.sync_api import TimeoutError

    for _ in range(10):
        page.locator(".jp-Notebook .cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        try:
            page.get_by_text(re.compile(r"^\[[*1]\]:$")).first.wait_for(timeout=PATIENCE / 10)
            return
        except TimeoutError:
            continue
    pytest.fail("the cell does not run")


def test_a_board_in_jupyterlab(browser: Any, tmp_path: Path) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, tmp_path / "board.ipynb")
    settings = ["--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=board"]
    options = ["--allow-root", "--no-browser", *settings]
    address = "lab/tree/board.ipynb?token=board"
    with page_of(browser, "jupyterlab", options, address, tmp_path) as page:
        page.wait_for_selector("text=Python 3 (ipykernel) | Idle")
        run_first_cell(page)
        play(page)
        # Python has the position that the clicks have led to.
        page.locator(".jp-Notebook .cm-content").last.click()
        page.keyboard.type("repr(board.position)")
        page.keyboard.press("Shift+Enter")
        page.wait_for_selector("text=Position('nim(0,0)')")


def test_a_board_in_marimo(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "board.py").write_text(APP)
    options = ["run", "board.py", "--headless", "--no-token", "--port={port}"]
    with page_of(browser, "marimo", options, "", tmp_path) as page:
        play(page)
