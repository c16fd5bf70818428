"""Compares what locate reads of a folder of real track files with gpsbabel and gpxpy: points, length and times.

Usage: compare-tracks.py LOCATE FOLDER
"""

import collections
import datetime
import math
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as XML

import gpxpy

# gpsbabel's names of the formats, by the ending of a file.
JUDGES = {".gpx": "gpx", ".kml": "kml", ".nmea": "nmea", ".log": "nmea", ".txt": "nmea"}

# Files that are read differently, and why.
AREA = "gpsbabel takes the outlines of areas for tracks"
KNOWN = {
    "placemark+togeojson/test/data/bad.gpx": "gpsbabel takes positions that are not numbers for 0, 0",
    "placemark+togeojson/test/data/bad.kml": AREA,
    "placemark+togeojson/test/data/polygon.kml": AREA,
    "placemark+togeojson/test/data/schema.kml": AREA,
    "placemark+togeojson/test/data/selfclosing.kml": "gpsbabel takes an empty line for a point",
    "placemark+togeojson/test/data/style_url.kml": AREA,
    "placemark+togeojson/test/data/styles.kml": AREA,
    "placemark+togeojson/test/data/timespan.kml": AREA,
    "semuconsulting+pynmeagps/tests/pygpsdata-badeof.log": "it ends within a sentence, which is an error without --salvage",
}

Summary = collections.namedtuple("Summary", "count metres first last")


def distance(a, b):
    """Returns the distance between two points on a sphere, in metres."""
    north = math.radians(b[0] - a[0])
    east = math.radians(b[1] - a[1])
    chord = math.sin(north / 2) ** 2 + math.cos(math.radians(a[0])) * math.cos(math.radians(b[0])) * math.sin(east / 2) ** 2
    return 2 * 6371008.8 * math.asin(min(1, math.sqrt(chord)))


def summary(path):
    """Returns the summary of a GPX file's tracks; None if it has none."""
    points, times = [], []
    for event, element in XML.iterparse(path):
        if element.tag.endswith("}trkpt"):
            points.append((float(element.get("lat")), float(element.get("lon"))))
            times += [child.text[:19] for child in element if child.tag.endswith("}time") and child.text]
            element.clear()
    if not points:
        return None
    steps = sum(distance(a, b) for a, b in zip(points, points[1:]))
    return Summary(len(points), steps, min(times, default=""), max(times, default=""))


def convert(command, output):
    """Runs a program that writes GPX, and returns the summary of its tracks; None if it fails or finds nothing."""
    try:
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
        return summary(output) if output.exists() else None
    except (subprocess.TimeoutExpired, XML.ParseError):
        return None


def read_by_gpxpy(path):
    """Returns the summary of the tracks that gpxpy reads; None if it fails or finds nothing."""
    try:
        tracks = gpxpy.parse(path.read_bytes()).tracks
    except Exception:  # pylint: disable=broad-exception-caught
        # It raises its own errors and those of the parsers that it calls.
        return None
    points = [point for track in tracks for segment in track.segments for point in segment.points]
    if not points:
        return None
    times = [time(point.time) for point in points if point.time]
    places = [(point.latitude, point.longitude) for point in points]
    return Summary(len(points), sum(map(distance, places, places[1:])), min(times, default=""), max(times, default=""))


def time(value):
    """Returns a time of gpxpy's in UTC, as GPX files write it."""
    if value.tzinfo:
        value = value.astimezone(datetime.timezone.utc)
    return value.strftime("%Y-%m-%dT%H:%M:%S")


def differs(ours, theirs, judge):
    """Describes the difference of two summaries; empty if they agree."""
    if theirs is None:
        return ""
    if ours is None:
        return f"{judge} reads {theirs.count} points, locate none"
    if ours.count < theirs.count:
        return f"{ours.count} points, {judge} {theirs.count}"
    if abs(ours.metres - theirs.metres) > max(1, 0.01 * theirs.metres):
        return f"{ours.metres:.0f} m, {judge} {theirs.metres:.0f} m"
    if theirs.first and (ours.first, ours.last) != (theirs.first, theirs.last):
        return f"{ours.first} to {ours.last}, {judge} {theirs.first} to {theirs.last}"
    return ""


def main():
    locate, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    compared = failures = 0
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for path in sorted(folder.rglob("*")):
            judge = JUDGES.get(path.suffix.lower())
            if judge is None or not path.is_file():
                continue
            mine, other = work / "mine.gpx", work / "other.gpx"
            for output in (mine, other):
                output.unlink(missing_ok=True)
            readings = {"gpsbabel": convert(["gpsbabel", "-t", "-i", judge, "-f", path, "-o", "gpx", "-F", other], other)}
            if judge == "gpx":
                readings["gpxpy"] = read_by_gpxpy(path)
            if not any(readings.values()):
                continue
            ours = convert([locate, "track", "export", path, "-o", mine], mine)
            compared += 1
            name = str(path.relative_to(folder))
            for reader, theirs in readings.items():
                difference = differs(ours, theirs, reader)
                reason = KNOWN.get(name)
                failures += bool(difference) and reason is None
                if difference:
                    print(f"{'known' if reason else 'differs'}: {name}: {difference}{f': {reason}' if reason else ''}")
    print(f"{compared} files compared, {failures} differ without a known reason")
    return 1 if failures or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
