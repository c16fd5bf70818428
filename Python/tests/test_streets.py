"""Street indexes, made by the command ``locate`` from a few elements of OpenStreetMap."""

from __future__ import annotations

import pickle

import pytest

import locationkit


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


def test_installed_regions(index, tmp_path, monkeypatch):
    regions = tmp_path / "data" / "locationkit" / "regions"
    regions.mkdir(parents=True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    with pytest.raises(locationkit.ArgumentError):
        locationkit.World(streets_only=True, regions=True)
    assert locationkit.World(regions=True).reverse(48.8582, 2.2945).provider == "world"
    (regions / "paris.streets").write_bytes(index.read_bytes())
    assert locationkit.World().reverse(48.8582, 2.2945).provider == "world"
    world = locationkit.World(regions=True)
    assert world.reverse(48.8582, 2.2945).house_number == "5" and world.origins[1] == str(regions / "paris.streets")
    assert pickle.loads(pickle.dumps(world)).reverse(48.8582, 2.2945).house_number == "5"
    assert locationkit.World(streets_only=True, regions=True).reverse(35.68, 139.76).country_code is None
    (regions / "damaged.streets").write_bytes(b"LKSTREET, but no more")
    with pytest.warns(UserWarning, match="damaged.streets.*passed over"):
        assert locationkit.World(regions=True).reverse(48.8582, 2.2945).house_number == "5"


def test_whose_data_it_is(index):
    world = locationkit.World(streets=index)
    assert world.origins == ["the embedded gazetteer", str(index)] and "OpenStreetMap" in world.attribution
    world.verify()
    index.with_name("damaged.streets").write_bytes(index.read_bytes()[:-200])
    with pytest.raises(locationkit.DataFileError):
        locationkit.World(streets=index.with_name("damaged.streets")).verify()
