"""What the tests share."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import locationkit


def pytest_addoption(parser):
    parser.addoption("--spark", action="store_true", help="run the tests with a real PySpark, which needs Java 17")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--spark"):
        return
    skip = pytest.mark.skip(reason="needs PySpark and Java; run with --spark")
    for item in items:
        if "spark" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def world():
    with locationkit.World() as opened:
        yield opened


@pytest.fixture(scope="session")
def points():
    """20,000 scattered points near settlements, the same in every run."""
    picked = random.Random(19)
    cities = [
        (48.85, 2.35), (35.68, 139.76), (40.71, -74.0), (52.52, 13.4), (-33.87, 151.2), (-23.55, -46.63), (19.43, -99.13),
        (28.61, 77.2), (30.04, 31.24), (-1.29, 36.82), (55.75, 37.62), (31.23, 121.47), (64.15, -21.94), (-54.8, -68.3),
    ]  # fmt: skip
    lat, lon = [], []
    for _ in range(20_000):
        city = picked.choice(cities)
        lat.append(min(90.0, max(-90.0, picked.gauss(city[0], 3))))
        lon.append(min(180.0, max(-180.0, picked.gauss(city[1], 3))))
    return lat, lon


@pytest.fixture(scope="session")
def checkout():
    """The folder of the whole project."""
    folder = Path(__file__).resolve().parents[2]
    if not (folder / "Sources").is_dir():
        pytest.skip("the sources of the project are not there")
    return folder


@pytest.fixture(scope="session")
def locate():
    """The command ``locate``, whose answers are compared."""
    program = os.environ.get("LOCATIONKIT_LOCATE")
    if not program:
        pytest.skip("set LOCATIONKIT_LOCATE to the path of locate to compare with its answers")
    return program


@pytest.fixture
def python():
    """Run a program in a fresh interpreter; returns what it printed, and fails if it failed."""

    def run(text: str, *options: str) -> str:
        ended = subprocess.run([sys.executable, *options, "-c", text], capture_output=True, text=True, timeout=120)
        assert ended.returncode == 0, f"status {ended.returncode}\n{ended.stdout}\n{ended.stderr}"
        assert ended.stderr == "", ended.stderr
        return ended.stdout

    return run


def resident_kilobytes() -> int:
    """Private memory of this process."""
    with open("/proc/self/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Private"))
