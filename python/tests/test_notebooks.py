"""The notebooks, run from the beginning to the end by a kernel: their outputs are those stored.

`python tests/test_notebooks.py` stores the outputs of a new run.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "notebooks"
INLINE = "module://matplotlib_inline.backend_inline"
NAMES = sorted(path.name for path in FOLDER.glob("*.ipynb"))


@pytest.fixture(autouse=True)
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel of the Python that runs the tests, whatever is installed elsewhere."""
    spec = tmp_path / "kernels" / "python3"
    spec.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    text = str(argv).replace("'", '"')
    (spec / "kernel.json").write_text(
        f'{{"argv": {text}, "display_name": "Python 3", "language": "python"}}'
    )
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", INLINE)


def test_there_are_four() -> None:
    assert NAMES == ["conjectures.ipynb", "sources.ipynb", "teacher.ipynb", "tour.ipynb"]


def plain(output: Any) -> dict[str, Any]:
    """An output without what differs from run to run: the names of widgets, addresses in memory."""
    kept = {"output_type": output.output_type}
    if "text" in output:
        return {**kept, "name": output.name, "text": output.text}
    data = dict(output.get("data", {}))
    data.pop("application/vnd.jupyter.widget-view+json", None)
    if " at 0x" in data.get("text/plain", ""):
        data["text/plain"] = "<board>"
    return {**kept, "data": data, "metadata": {}}


def run(name: str, folder: Path) -> tuple[Any, list[list[dict[str, Any]]]]:
    """A notebook, and the outputs of its cells in a new run."""
    notebook = nbformat.read(FOLDER / name, as_version=4)
    again = nbformat.read(FOLDER / name, as_version=4)
    NotebookClient(again, timeout=300, kernel_name="python3", record_timing=False, resources={
        "metadata": {"path": str(folder)}
    }).execute()
    return notebook, [[plain(output) for output in cell.get("outputs", ())] for cell in again.cells]


def compared(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outputs without pixels, which differ between versions of Matplotlib."""
    kept = []
    for output in outputs:
        data = {kind: text for kind, text in output.get("data", {}).items() if kind != "image/png"}
        kept.append({**output, "data": data})
    return kept


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_the_outputs_of_a_run(name: str, tmp_path: Path) -> None:
    notebook, outputs = run(name, tmp_path)
    for cell, found in zip(notebook.cells, outputs, strict=True):
        stored = [plain(output) for output in cell.get("outputs", ())]
        assert compared(stored) == compared(found), cell.source
    shown = [output for cell in outputs for output in cell]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)


def store(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        notebook, outputs = run(name, Path(folder))
    count = 0
    for cell, found in zip(notebook.cells, outputs, strict=True):
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        for output in found:
            if output["output_type"] == "execute_result":
                output["execution_count"] = count
        cell.outputs = [nbformat.from_dict(output) for output in found]
    nbformat.write(notebook, FOLDER / name)


if __name__ == "__main__":
    os.environ["MPLBACKEND"] = INLINE
    for each in NAMES:
        store(each)
