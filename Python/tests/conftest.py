"""What the tests share."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import locationkit

EXTRACT = """<osm version="0.6">
<bounds minlat="48.85" minlon="2.28" maxlat="48.87" maxlon="2.31"/>
<node id="1" version="1" lat="48.8580" lon="2.2900"/>
<node id="2" version="1" lat="48.8580" lon="2.3000"/>
<node id="3" version="1" lat="48.8582" lon="2.2945">
<tag k="addr:housenumber" v="5"/><tag k="addr:street" v="Avenue Anatole France"/><tag k="addr:postcode" v="75007"/></node>
<way id="4" version="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="Avenue Anatole France"/></way>
</osm>
"""


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


@pytest.fixture(scope="session")
def index(locate, tmp_path_factory):
    """A street index of a street with one house, made by ``locate``."""
    folder = tmp_path_factory.mktemp("streets")
    (folder / "paris.osm").write_text(EXTRACT)
    environment = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "PATH": os.environ["PATH"]}
    command = [locate, "data", "import-osm", str(folder / "paris.osm"), "-o", str(folder / "paris.streets")]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    try:
        locationkit.World(streets=folder / "paris.streets").close()
    except locationkit.UnsupportedFileError as problem:
        pytest.skip(f"locate is of another version than the library: {problem}")
    return folder / "paris.streets"


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
