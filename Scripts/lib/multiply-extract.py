#!/usr/bin/env python3
"""Makes a large OpenStreetMap extract of a small one, to measure imports with.

    multiply-extract.py EXTRACT.osm.pbf COPIES OUT.osm.pbf

Each copy has its own identifiers and is a third of a degree beside the one before, 20 in a row. The result is sorted as
OpenStreetMap's own files are: nodes, ways, relations, each by its identifier. Needs osmium-tool.
"""
import re
import subprocess
import sys

SHIFT = 10**11  # Between the identifiers of two copies; OpenStreetMap's are below.
STEP = 3_300_000  # Between two copies, in units of 1e-7 degrees.


def degrees(value):
    return f"{'-' if value < 0 else ''}{abs(value) // 10**7}.{abs(value) % 10**7:07d}"


def units(text):
    whole, _, rest = text.partition(".")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole or 0)) * 10**7 + int((rest + "0000000")[:7]))


def main():
    source, copies, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    opl = subprocess.run(["osmium", "cat", source, "-f", "opl"], check=True, capture_output=True, text=True).stdout
    nodes, ways, relations = [], [], []
    for line in opl.splitlines():
        identifier, rest = line[1:].split(" ", 1)
        if line[0] == "n":
            place = re.search(r" x(\S+) y(\S+)", rest)
            nodes.append((int(identifier), rest[: place.start()], units(place[1]), units(place[2])))
        elif line[0] == "w":
            head, _, references = rest.partition(" N")
            ways.append((int(identifier), head, [int(n[1:].split("x")[0]) for n in references.split(",") if n]))
        else:
            head, _, members = rest.partition(" M")
            members = re.findall(r"([nwr])(\d+)@([^,]*)", members)
            relations.append((int(identifier), head, [(kind, int(number), role) for kind, number, role in members]))
    for objects in (nodes, ways, relations):
        objects.sort(key=lambda entry: entry[0])
    writer = subprocess.Popen(
        ["osmium", "cat", "-F", "opl", "-", "-o", target, "--overwrite"], stdin=subprocess.PIPE, text=True,
        encoding="utf-8")
    write = writer.stdin.write
    for copy in range(copies):
        offset, east, north = copy * SHIFT, copy % 20 * STEP, copy // 20 * STEP
        write("".join(
            f"n{number + offset} {head} x{degrees(x + east)} y{degrees(y + north)}\n" for number, head, x, y in nodes))
    for copy in range(copies):
        offset = copy * SHIFT
        write("".join(
            f"w{number + offset} {head} N{','.join(f'n{node + offset}' for node in references)}\n"
            for number, head, references in ways))
    for copy in range(copies):
        offset = copy * SHIFT
        write("".join(
            f"r{number + offset} {head} M{','.join(f'{kind}{member + offset}@{role}' for kind, member, role in members)}\n"
            for number, head, members in relations))
    writer.stdin.close()
    sys.exit(writer.wait())


if __name__ == "__main__":
    main()
