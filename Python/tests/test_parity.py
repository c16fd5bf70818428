"""The answers are those of ``locate reverse --input``."""

from __future__ import annotations

import csv
import io
import os
import random
import subprocess


def test_every_common_column(world, locate, tmp_path):
    picked = random.Random(20)
    count = int(os.environ.get("LOCATIONKIT_PARITY", "20000"))
    lat, lon = [], []
    for _ in range(count):
        # Half of them scattered over the Earth, half near each other in Europe, where borders are.
        anywhere = picked.random() < 0.5
        lat.append(round(picked.uniform(-90, 90) if anywhere else picked.gauss(49, 3), 6))
        lon.append(round(picked.uniform(-180, 180) if anywhere else picked.gauss(8, 6), 6))
    points = tmp_path / "points.csv"
    points.write_text("lat,lon\n" + "".join(f"{a},{b}\n" for a, b in zip(lat, lon)))
    for languages in ("en", "ja,en"):
        # Nothing of this user's decides: neither settings nor installed street indexes.
        environment = {"LC_ALL": "C.UTF-8", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PATH": os.environ["PATH"]}
        command = [
            locate,
            "reverse",
            "--input",
            str(points),
            "--format",
            "csv",
            "--language",
            languages,
            "--quiet",
            "--streets",
            "none",
        ]
        printed = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
        rows = list(csv.DictReader(io.StringIO(printed)))
        assert len(rows) == count
        common = [name for name in rows[0] if name not in ("lat", "lon")]
        assert {"country_code", "country", "state", "city", "sub_locality", "precision", "distance_m"} <= set(common)
        places = world.reverse_many(lat, lon, columns=common, languages=languages)
        differing = {}
        for name in common:
            for index, (ours, row) in enumerate(zip(places[name], rows)):
                if ("" if ours is None else f"{ours:.1f}" if isinstance(ours, float) else ours) != row[name]:
                    differing.setdefault(name, []).append((lat[index], lon[index], ours, row[name]))
        assert {name: (len(found), found[:3]) for name, found in differing.items()} == {}
