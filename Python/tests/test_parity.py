"""The answers are those of ``locate reverse --input`` and ``locate search``."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import subprocess

import pytest

import locationkit

#: Where the JSON of locate has a column.
MEMBERS = {
    "county": "address.dictionary.SubAdministrativeArea",
    "time_zone": "timeZone",
    "border_m": "border.distance",
    "border_country_code": "border.countryCode",
    "border_certain": "border.certain",
    "geoname_id": "place.geonameId",
    "population": "place.population",
    "confidence": "place.confidence",
    "attribution": "attribution",
}


@pytest.fixture(scope="module")
def table():
    """Half of the points are scattered over the Earth, half are near each other in Europe, where borders are."""
    picked = random.Random(20)
    lat, lon = [], []
    for _ in range(int(os.environ.get("LOCATIONKIT_PARITY", "5000"))):
        anywhere = picked.random() < 0.5
        lat.append(round(picked.uniform(-90, 90) if anywhere else picked.gauss(49, 3), 6))
        lon.append(round(picked.uniform(-180, 180) if anywhere else picked.gauss(8, 6), 6))
    return lat, lon


def printed(locate, table, folder, form, languages):
    points = folder / "points.csv"
    points.write_text("lat,lon\n" + "".join(f"{lat},{lon}\n" for lat, lon in zip(*table)))
    # Nothing of this user's decides: neither settings nor installed street indexes.
    environment = {"LC_ALL": "C.UTF-8", "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "PATH": os.environ["PATH"]}
    command = [locate, "reverse", "--input", str(points), "--format", form, "--language", languages, "--quiet", "--streets", "none"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def differences(table, ours, theirs):
    return [(lat, lon, our, their) for lat, lon, our, their in zip(*table, ours, theirs) if our != their]


@pytest.mark.parametrize("languages", ["en", "ja,en"])
def test_every_column_of_csv(world, locate, table, tmp_path, languages):
    rows = list(csv.DictReader(io.StringIO(printed(locate, table, tmp_path, "csv", languages))))
    assert len(rows) == len(table[0])
    columns = [name for name in rows[0] if name not in ("lat", "lon")]
    assert {"country_code", "country", "state", "city", "sub_locality", "address", "precision", "distance_m"} <= set(columns)
    places = world.reverse_many(*table, columns=columns, languages=languages)
    for name in columns:
        numbers = name == "distance_m"
        theirs = [None if row[name] == "" else float(row[name]) if numbers else row[name] for row in rows]
        found = differences(table, places[name], theirs)
        assert found == [], f"{name}: {len(found)} rows differ"


@pytest.mark.parametrize("languages", ["en", "de"])
def test_other_columns(world, locate, table, tmp_path, languages):
    rows = [json.loads(line) for line in printed(locate, table, tmp_path, "ndjson", languages).splitlines()]
    assert len(rows) == len(table[0])
    places = world.reverse_many(*table, columns=[*MEMBERS, "claims"], languages=languages)
    for name, path in MEMBERS.items():
        theirs = rows
        for part in path.split("."):
            theirs = [(row or {}).get(part) for row in theirs]
        found = differences(table, places[name], theirs)
        assert found == [], f"{name}: {len(found)} rows differ"
    theirs = [",".join(row["claims"]) if row.get("claims") else None for row in rows]
    assert differences(table, places["claims"], theirs) == []


#: Where the JSON of ``locate search`` has an attribute of a place.
FOUND = {
    "latitude": "latitude",
    "longitude": "longitude",
    "name": "matchedName",
    "distance_m": "distance",
    "address": "address.string",
    "house_number": "address.dictionary.SubThoroughfare",
    "country_code": "countryCode",
    "precision": "precision",
    "provider": "provider",
    "time_zone": "timeZone",
    "geoname_id": "geonameId",
    "population": "population",
}
#: Names and addresses of the world, of the street index, of both and of neither.
TEXTS = [
    "Paris", "Paris, Texas", "San", "Springfield", "Muenchen", "東京", "Texas", "Anatole", "Avenue Anatole France", "75007",
    "5 avenue anatole france", "Avenue Anatole France 5, Paris, France", "Avenue Anatole France 77", "Qwxyzzy",
]  # fmt: skip


@pytest.mark.parametrize("languages", ["en", "de"])
@pytest.mark.parametrize("near", [None, (33.6, -95.5), (48.858, 2.294)])
@pytest.mark.parametrize("has_streets", [False, True])
def test_search(locate, index, tmp_path, has_streets, near, languages):
    world = locationkit.World(streets=[index] if has_streets else [])
    options = ["--streets", str(index)] if has_streets else []
    options += [f"--near={near[0]},{near[1]}"] if near else []
    environment = {"LC_ALL": "C.UTF-8", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    for text in TEXTS:
        command = [locate, "search", text, "--json", "--language", languages, "--quiet", "--streets", "none", *options]
        ended = subprocess.run(command, capture_output=True, text=True, env=environment)
        rows = [json.loads(line) for line in ended.stdout.splitlines()]
        assert ended.returncode == (0 if rows else 1), ended.stderr
        places = world.search(text, near=near, languages=languages)
        assert len(places) == len(rows), text
        for place, row in zip(places, rows):
            for name, path in FOUND.items():
                theirs = row
                for part in path.split("."):
                    theirs = (theirs or {}).get(part)
                ours = getattr(place, name)
                assert (round(ours, 9) if isinstance(ours, float) else ours) == theirs, f"{text}: {name}"
