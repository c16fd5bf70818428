"""The answers are those of ``locate reverse --input``."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import subprocess

import pytest

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
