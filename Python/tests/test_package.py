"""What an installation has, and what an import costs."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import os
import re
import subprocess
import sys

import pytest

import locationkit


def test_an_import_is_quick_and_takes_nothing_along(python):
    out = python(
        "import sys; before = set(sys.modules); import locationkit; "
        "print(*sorted({'numpy', 'pyarrow', 'pandas', 'polars', 'dataclasses', 'inspect'} & (set(sys.modules) - before)))"
    )
    assert out.split() == []


def test_one_point_needs_no_other_package(python):
    out = python(
        "import locationkit, sys; w = locationkit.World(); w.reverse(48.8, 2.3); w.reverse_many([48.8], [2.3])['city']; "
        "print(*{'numpy', 'pyarrow', 'pandas', 'polars'} & set(sys.modules))"
    )
    assert out.split() == []


def test_the_version_is_the_tool_s(checkout):
    text = (checkout / "Sources" / "LocateTool" / "Tool.swift").read_text()
    assert re.search(r'static let version = "(.*)"', text)[1] == locationkit.__version__
    try:
        assert importlib.metadata.version("locationkit") == locationkit.__version__
    except importlib.metadata.PackageNotFoundError:
        pass


def test_licences_are_in_the_package():
    try:
        files = importlib.metadata.files("locationkit")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package runs from its sources")
    texts = {file.name: file.read_text() for file in files if file.parent.name == "licenses"}
    assert "MIT License" in texts["LICENSE"]
    for word in ("Creative Commons Attribution 4.0", "Open Database License", "UNICODE LICENSE V3", "OpenCage"):
        assert word in texts["NOTICE.md"]
    assert any(file.name == "py.typed" for file in files)


def test_the_columns_are_those_of_the_header(checkout):
    header = (checkout / "Sources" / "C" / "CLocationKit" / "include" / "locationkit.h").read_text()
    found = re.findall(r"#define LK_\w+ +\(UINT64_C\(1\) << (\d+)\) +/\* (\w+): (text|double|boolean|64-bit integer)", header)
    kinds = {name: kind.replace("64-bit ", "") for _, name, kind in found}
    assert list(kinds) == list(locationkit.COLUMNS) and [int(bit) for bit, *_ in found] == list(range(len(found)))
    assert kinds == locationkit._native.COLUMNS
    default = re.search(r"#define LK_DEFAULT_COLUMNS[^(]*\(([^)]*)\)", header)[1]
    assert [name.lower()[3:] for name in re.findall(r"LK_\w+", default)] == list(locationkit.DEFAULT_COLUMNS)
    members = re.search(r"struct lk_place \{(.*?)\n\};", header, re.S)[1]
    assert re.findall(r"(\w+);", re.sub(r"/\*.*?\*/", "", members, flags=re.S)) == [
        f[0] for f in locationkit._native.PlaceRecord._fields_
    ]
    assert re.search(r"#define LK_ABI_VERSION (\d+)", header)[1] == str(locationkit._native._ABI_VERSION)


def test_a_library_that_is_missing_or_another_one(tmp_path):
    def end(path):
        environment = {**os.environ, "LOCATIONKIT_LIBRARY": str(path)}
        program = "import locationkit\ntry: locationkit.World()\nexcept ImportError as error: print(type(error).__name__, error)"
        return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True).stdout

    assert end(tmp_path / "missing.so").startswith("LibraryError the library of locationkit cannot be loaded")
    (tmp_path / "text.so").write_text("not a library")
    assert end(tmp_path / "text.so").startswith("LibraryError")
    assert "has no function lk_abi_version" in end("libm.so.6")


@pytest.mark.parametrize(
    "name", ["locationkit", "locationkit._world", "locationkit.compat", "locationkit.geopy", "locationkit.duckdb"]
)
def test_examples_in_the_documentation(name):
    if name.split(".")[-1] in ("geopy", "duckdb"):
        pytest.importorskip(name.split(".")[-1])
    if name == "locationkit.duckdb":
        pytest.importorskip("pyarrow")
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0 and result.failed == 0


def test_types(checkout, tmp_path):
    pytest.importorskip("mypy")
    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path)], cwd=checkout / "Python", capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stdout
