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


@pytest.mark.parametrize(
    "module, missing, extra",
    [
        ("polars", "polars", "polars"),
        ("geopy", "geopy", "geopy"),
        ("duckdb", "pyarrow", "duckdb"),
        ("duckdb", "duckdb", "duckdb"),
        ("spark", "pyspark", "spark"),
        ("spark", "pyarrow", "spark"),
    ],
)
def test_an_error_says_how_to_install_what_is_missing(python, module, missing, extra):
    # What imports at once fails at the import, the others when they are used.
    call = {"duckdb": "locationkit.duckdb.register(None)", "spark": "locationkit.spark.with_places(None)"}.get(module, "")
    out = python(
        f"import sys; sys.modules[{missing!r}] = None\nimport locationkit\n"
        f"try:\n    import locationkit.{module}\n    {call}\n"
        "except locationkit.MissingPackageError as problem: print(problem)"
    )
    # Others may be missing too where these tests run.
    assert re.fullmatch(rf"\w+ is not installed; install it with: pip install 'locationkit\[{extra}\]'\n", out)


def test_the_version_is_the_tool_s(checkout):
    text = (checkout / "Sources" / "Programs" / "CommandLine" / "ToolVersion.swift").read_text()
    assert re.search(r'static let current = "(.*)"', text)[1] == locationkit.__version__
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
    # What a library says of itself in the one inside, and the words of its licence.
    library = open(locationkit._native.library().path, "rb").read()
    for mark, name, licence in (
        (rb"expat_\d", "expat", "Permission is hereby granted, free of charge"),
        (rb"inflate \d.* Copyright", "zlib", "The origin of this software must not be misrepresented"),
        (rb"libstdcxx", r"libstdc\+\+", "GCC"),
        (rb"FoundationEssentials", "swift", "Runtime Library Exception"),
        (rb"%02X%02X%02X%02X-", "uuid", "2004 Apple Computer"),
    ):
        assert re.search(mark, library), f"{name} is not inside any more"
        assert re.search(rf"(?m)^### {name}$", texts["NOTICE.md"]) and licence in texts["NOTICE.md"], name
    # What the command has, and the library must not.
    for mark in (rb"osmium", rb"BZ2_", rb"icudt", rb"[Ll]eaflet"):
        assert not re.search(mark, library), f"{mark!r} is inside, and NOTICE.md does not say so"
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
        [sys.executable, "-m", "mypy", "--cache-dir", os.environ.get("MYPY_CACHE_DIR", str(tmp_path))],
        cwd=checkout / "Python", capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stdout
