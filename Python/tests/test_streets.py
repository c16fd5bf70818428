"""Street indexes, made by the command ``locate`` from a few elements of OpenStreetMap."""

from __future__ import annotations

import os
import pickle
import subprocess

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


@pytest.fixture(scope="module")
def index(locate, tmp_path_factory):
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


def test_houses_and_streets(index):
    for streets in (index, str(index), [index], (index, index)):
        with locationkit.World(streets=streets) as world:
            place = world.reverse(48.8582, 2.2945, languages="en")
            assert (place.street, place.house_number, place.postcode) == ("Avenue Anatole France", "5", "75007")
            assert (place.precision, place.provider, place.country_code) == ("house", "streets", "FR")
            assert "5" in str(place) and "75007" in str(place)
            # Far from it, the gazetteer answers.
            assert world.reverse(35.68, 139.76).provider == "world"


def test_batches(index):
    world = locationkit.World(streets=index)
    columns = ["street", "house_number", "precision", "provider"]
    rows = world.reverse_many([48.8582, 35.68, None], [2.2945, 139.76, 1.0], columns=columns).to_dicts()
    assert rows[0] == {"street": "Avenue Anatole France", "house_number": "5", "precision": "house", "provider": "streets"}
    assert rows[1]["provider"] == "world" and rows[1]["street"] is None and set(rows[2].values()) == {None}
    only = locationkit.World(streets=index, streets_only=True)
    assert only.reverse(48.8582, 2.2945).house_number == "5" and only.reverse(35.68, 139.76).country_code is None
    again = pickle.loads(pickle.dumps(only))
    assert again.reverse(35.68, 139.76).country_code is None and again.origins == only.origins


def test_whose_data_it_is(index):
    world = locationkit.World(streets=index)
    assert world.origins == ["the embedded gazetteer", str(index)] and "OpenStreetMap" in world.attribution
    world.verify()
    index.with_name("damaged.streets").write_bytes(index.read_bytes()[:-200])
    with pytest.raises(locationkit.DataFileError):
        locationkit.World(streets=index.with_name("damaged.streets")).verify()
