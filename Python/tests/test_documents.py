"""What the pages show."""

from __future__ import annotations

import re

import pytest

PAGES = ["Python/README.md", "Docs/Python.md", "Docs/Spark.md"]


@pytest.mark.parametrize("page", PAGES)
def test_examples_are_python(checkout, page):
    blocks = re.findall(r"```python\n(.*?)```", (checkout / page).read_text(), re.S)
    assert blocks
    for block in blocks:
        compile(block, page, "exec")


@pytest.mark.parametrize("page", PAGES)
def test_names_exist(checkout, page):
    import importlib

    text = (checkout / page).read_text()
    for module, name in re.findall(r"from (locationkit[\w.]*) import (\w+)", text):
        assert hasattr(importlib_or_skip(importlib, module), name) or importlib.import_module(f"{module}.{name}")
    for name in re.findall(r"locationkit\.(polars|duckdb|dask|spark)\.(\w+)", text):
        assert hasattr(importlib_or_skip(importlib, f"locationkit.{name[0]}"), name[1]), name


def importlib_or_skip(importlib, module):
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        pytest.skip(f"{missing.name} is not installed")


@pytest.mark.parametrize("page", PAGES[:2])
def test_the_first_example_prints_what_it_says(checkout, page, capsys):
    block = re.search(r"```python\n(import locationkit\n.*?)```", (checkout / page).read_text(), re.S)[1]
    lines = [line for line in block.splitlines() if not line.startswith("frame")]
    exec("\n".join(lines), {})
    shown = [line.split("  # ", 1)[1].strip() for line in lines if line.startswith("print(")]
    assert capsys.readouterr().out.splitlines() == shown
