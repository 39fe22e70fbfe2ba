"""The board in JupyterLab: a server, a notebook in a browser, clicks."""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from conftest import is_missing

CELL = 'import upstar as up\nboard = up.board("nim(1,2)", you="left")\nboard'
#: Milliseconds until a kernel has started on a busy machine.
PATIENCE = 120_000


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook in a JupyterLab that runs as long as the test."""
    if importlib.util.find_spec("jupyterlab") is None:
        is_missing("JupyterLab")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, tmp_path / "board.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"root_dir": tmp_path, "port": port, "port_retries": 0, "open_browser": False}
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", "--IdentityProvider.token=board"]
    command += [f"--ServerApp.{name}={value}" for name, value in settings.items()]
    # Nothing of the user's: settings, extensions, running servers.
    folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    environment = os.environ | {name: str(tmp_path / name.lower()) for name in folders}
    with open(tmp_path / "server.log", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield f"http://127.0.0.1:{port}/lab/tree/board.ipynb?token=board"
    finally:
        server.terminate()
        server.wait(30)


def opened(browser: Any, address: str) -> Any:
    """A page with the notebook, as soon as the server answers."""
    from playwright.sync_api import Error

    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    for _ in range(PATIENCE // 500):
        try:
            page.goto(address)
            return page
        except Error:
            page.wait_for_timeout(500)
    pytest.fail("JupyterLab does not answer")


def test_a_board_is_played_by_clicks(browser: Any, address: str, tmp_path: Path) -> None:
    page = opened(browser, address)
    page.locator(".jp-Notebook .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    page.wait_for_selector(".upstar-move")
    assert page.locator(".upstar-move").count() == 3
    page.locator('.upstar-move[data-result="win"]').click()
    page.wait_for_function("document.querySelectorAll('.upstar-move').length == 1")
    page.locator(".upstar-move").click()
    page.wait_for_selector("text=You win: the engine has no move.")
    # Python has the position that the clicks have led to.
    page.locator(".jp-Notebook .cm-content").last.click()
    page.keyboard.type("repr(board.position)")
    page.keyboard.press("Shift+Enter")
    page.wait_for_selector("text=Position('nim(0,0)')")
    page.screenshot(path=Path(os.environ.get("UPSTAR_SCREENSHOTS", tmp_path)) / "jupyterlab.png")
    page.close()
