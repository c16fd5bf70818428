"""The notebook runs from beginning to end, and prints what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "places.ipynb"


def test_the_notebook(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    shown = nbformat.read(NOTEBOOK, as_version=4)
    run = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(run, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()

    def printed(cell):
        # A kernel sends what is printed in as many pieces as it likes.
        if "stable" not in cell.metadata.get("tags", []):
            return ""
        return "".join(output.get("text") or output["data"]["text/plain"] for output in cell.outputs).strip()

    for before, after in zip(shown.cells, run.cells):
        if before.cell_type == "code":
            assert printed(before) == printed(after), before.source
            assert not any(output.output_type == "error" for output in after.outputs)
