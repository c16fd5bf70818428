"""Compares the answers of liblocationkit with those that `locate reverse --input` and `locate search --input` print.

usage: library-parity.py LIBRARY LOCATE COUNT [STREETS...]
"""

import csv
import ctypes as c
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile

COLUMNS = (
    "country_code country state county city sub_locality address street house_number postcode place_of_interest time_zone "
    "precision provider distance_m border_m border_country_code border_certain claims geoname_id population place_latitude "
    "place_longitude confidence interpolated attribution problem"
).split()
IN_CSV = "country_code country state city sub_locality address precision provider distance_m".split()


class Schema(c.Structure):
    pass


class Array(c.Structure):
    pass


Schema._fields_ = [
    ("format", c.c_char_p), ("name", c.c_char_p), ("metadata", c.c_char_p), ("flags", c.c_int64), ("n_children", c.c_int64),
    ("children", c.POINTER(c.POINTER(Schema))), ("dictionary", c.POINTER(Schema)),
    ("release", c.CFUNCTYPE(None, c.POINTER(Schema))), ("private_data", c.c_void_p),
]
Array._fields_ = [
    ("length", c.c_int64), ("null_count", c.c_int64), ("offset", c.c_int64), ("n_buffers", c.c_int64), ("n_children", c.c_int64),
    ("buffers", c.POINTER(c.c_void_p)), ("children", c.POINTER(c.POINTER(Array))), ("dictionary", c.POINTER(Array)),
    ("release", c.CFUNCTYPE(None, c.POINTER(Array))), ("private_data", c.c_void_p),
]


class Options(c.Structure):
    _fields_ = [("size", c.c_size_t), ("columns", c.c_uint64), ("threads", c.c_int32), ("flags", c.c_uint32)]


class Place(c.Structure):
    _fields_ = (
        [("private_data", c.c_void_p)] + [(f"text{n}", c.c_char_p) for n in range(18)]
        + [("latitude", c.c_double), ("longitude", c.c_double)] + [(f"number{n}", c.c_double) for n in range(5)]
        + [("geoname_id", c.c_int64), ("population", c.c_int64), ("border_certain", c.c_int32), ("interpolated", c.c_int32)]
    )


class Library:
    def __init__(self, path, streets, only_streets=False):
        self.lib = lib = c.CDLL(path)
        self.message = c.create_string_buffer(512)
        size = c.c_size_t(512)
        world = c.c_void_p()
        self.check(lib.lk_world_open(None, c.byref(world), self.message, size))
        handles = (c.c_void_p * max(1, len(streets)))()
        for number, path in enumerate(streets):
            handle = c.c_void_p()
            self.check(lib.lk_streets_open(path.encode(), c.byref(handle), self.message, size))
            handles[number] = handle
        self.geocoder = c.c_void_p()
        self.check(lib.lk_geocoder_open(
            world, b"en", handles, c.c_size_t(len(streets)), c.c_uint32(only_streets), c.byref(self.geocoder), self.message, size))

    def check(self, code):
        if code != 0:
            sys.exit(f"library-parity: code {code}: {self.message.value.decode()}")

    def places(self, text, capacity):
        places = (Place * capacity)()
        count = c.c_size_t()
        nan = c.c_double(math.nan)
        self.check(self.lib.lk_search(
            self.geocoder, text.encode(), nan, nan, places, c.c_size_t(c.sizeof(Place)), c.c_size_t(capacity), c.byref(count),
            self.message, c.c_size_t(512)))
        found = [(p.latitude, p.longitude, p.text17.decode()) for p in places[: count.value]]
        for place in places[: count.value]:
            self.lib.lk_place_release(c.byref(place))
        return found

    def rows(self, points):
        numbers = c.c_double * len(points)
        latitudes, longitudes = numbers(*[p[0] for p in points]), numbers(*[p[1] for p in points])
        options = Options(c.sizeof(Options), (1 << len(COLUMNS)) - 1, 0, 0)
        schema, array = Schema(), Array()
        self.check(self.lib.lk_reverse_batch(
            self.geocoder, latitudes, longitudes, c.c_int64(len(points)), c.byref(options), c.byref(schema), c.byref(array),
            self.message, c.c_size_t(512)))
        columns = {}
        for number in range(array.n_children):
            kind, child = schema.children[number].contents, array.children[number].contents
            columns[kind.name.decode()] = self.values(kind.format.decode(), child)
        schema.release(c.byref(schema))
        array.release(c.byref(array))
        return columns

    @staticmethod
    def values(kind, column):
        n = column.length
        valid = (c.c_uint8 * ((n + 7) // 8)).from_address(column.buffers[0]) if column.buffers[0] else None
        if kind == "u":
            offsets = (c.c_int32 * (n + 1)).from_address(column.buffers[1])
            text = c.string_at(column.buffers[2], offsets[n])
            values = [text[offsets[i]:offsets[i + 1]].decode() for i in range(n)]
        elif kind == "b":
            bits = (c.c_uint8 * ((n + 7) // 8)).from_address(column.buffers[1])
            values = [bool(bits[i // 8] >> i % 8 & 1) for i in range(n)]
        else:
            values = list(({"g": c.c_double, "l": c.c_int64}[kind] * n).from_address(column.buffers[1]))
        if valid is not None:
            values = [v if valid[i // 8] >> i % 8 & 1 else None for i, v in enumerate(values)]
        return values


def search_differences(library, locate, options, texts):
    """Compare what names and addresses find; returns how many find something else, and an example."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"{text}\n" for text in texts))
        file.flush()
        command = [locate, "search", "--input", file.name, "--limit", "5", "--format", "ndjson"] + options
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    printed = {text: [] for text in texts}
    for line in done.stdout.decode().splitlines():
        found = json.loads(line)
        if "error" not in found:
            printed[found["query"]].append((found["latitude"], found["longitude"], found["matchedName"]))
    different = []
    for text in texts:
        ours = [(round(a, 9), round(b, 9), name) for a, b, name in library.places(text, 5)]
        if ours != printed[text]:
            different.append((text, ours, printed[text]))
    return different


def main():
    library, locate, count = Library(sys.argv[1], sys.argv[4:]), sys.argv[2], int(sys.argv[3])
    rng = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    places = []
    while len(places) < count // 4:
        places += library.places(rng.choice(letters) + rng.choice(letters) + rng.choice(letters), 2000)
    # And what the street indexes have, which is a small part of the Earth.
    if sys.argv[4:]:
        only = Library(sys.argv[1], sys.argv[4:], only_streets=True)
        for text in itertools.product(letters, letters):
            places += only.places("".join(text), 50)
    points = []
    for number in range(count):
        if number % 8 == 0:
            point = (math.degrees(math.asin(rng.uniform(-1, 1))), rng.uniform(-180, 180))
        else:
            near = rng.choice(places)
            point = (near[0] + rng.gauss(0, 0.05), near[1] + rng.gauss(0, 0.05))
        points.append((round(point[0], 6), round(point[1], 6)))
    points[:4] = [(91, 0), (0, 181), (90, 180), (-90, -180)]
    columns = library.rows(points)
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write("lat,lon\n" + "".join(f"{a},{b}\n" for a, b in points))
        file.flush()
        options = ["--language", "en", "--quiet", "--streets", "none"]
        for path in sys.argv[4:]:
            options += ["--streets", path]
        command = [locate, "reverse", "--input", file.name] + options

        def output(form):
            done = subprocess.run(command + ["--format", form], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            return done.stdout.decode().splitlines()

        table = list(csv.DictReader(output("csv")))
        objects = [json.loads(line) for line in output("ndjson")]
    assert len(table) == len(points) == len(objects), (len(table), len(points), len(objects))
    differences = {}

    def compare(name, row, ours, theirs):
        if ours != theirs:
            differences.setdefault(name, []).append((points[row], ours, theirs))

    for row in range(count):
        for name in IN_CSV:
            text = table[row][name] or None
            compare(name, row, columns[name][row], float(text) if text and name == "distance_m" else text)
        found = objects[row]
        if "error" in found:
            compare("problem", row, columns["problem"][row] is not None, True)
            continue
        place, border = found.get("place") or {}, found.get("border") or {}
        words = (found.get("address") or {}).get("dictionary") or {}
        for name, theirs in [
            ("time_zone", found.get("timeZone")), ("geoname_id", place.get("geonameId")), ("population", place.get("population")),
            ("confidence", place.get("confidence")), ("border_m", border.get("distance")),
            ("border_country_code", border.get("countryCode")), ("border_certain", border.get("certain")),
            ("claims", ",".join(found.get("claims") or []) or None), ("attribution", found.get("attribution")),
            ("house_number", words.get("SubThoroughfare")), ("street", words.get("Thoroughfare")),
            ("postcode", words.get("ZIP")), ("county", words.get("SubAdministrativeArea")),
        ]:
            compare(name, row, columns[name][row], theirs)
    rows = len({p for found in differences.values() for p, _, _ in found})
    for name, found in sorted(differences.items()):
        print(f"library-parity: {name} differs in {len(found)} rows, as in {found[0]} {found[-1]}", file=sys.stderr)
    print(f"library-parity: {rows} of {count} rows differ")
    texts = [name for _, _, name in rng.sample(places, min(len(places), 200))]
    texts += [name[:4] for name in texts[:100]]
    for row in range(count):
        if len(texts) < 500 and columns["street"][row]:
            parts = [columns["street"][row], columns["house_number"][row], columns["city"][row]]
            texts.append(", ".join(part for part in parts if part))
    texts = [text for text in dict.fromkeys(text.strip() for text in texts) if text]
    different = search_differences(library, locate, options, texts)
    for text, ours, theirs in different[:3]:
        print(f"library-parity: {text} finds {ours} and {theirs}", file=sys.stderr)
    print(f"library-parity: {len(different)} of {len(texts)} searches differ")
    sys.exit(1 if differences or different else 0)


main()
