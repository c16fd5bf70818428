"""Compares what locate and exiftool read of a folder of real photos and videos: positions, altitudes, dates and cameras.

Usage: compare-photos.py LOCATE FOLDER
"""

import json
import pathlib
import re
import subprocess
import sys

# Where the readings differ for a reason, by the file and what is compared.
KNOWN = {
    ("metadata-extractor-images/tif/m6-42c19f8e79e582bef107f372f18a074b.tif", "type"): "a BigTIFF, whose offsets have 64 bits",
}

# What exiftool calls the formats that locate reads.
READ = {"JPEG", "PNG", "WEBP", "TIFF", "HEIC", "HEIF", "AVIF", "MOV", "MP4", "GIF", "CR2", "CR3", "NEF", "ARW", "DNG", "RAF", "ORF", "RW2"}

TAGS = ["GPSLatitude", "GPSLongitude", "GPSAltitude", "DateTimeOriginal", "Model"]


def judged(folder):
    """Returns exiftool's readings, by path."""
    command = ["exiftool", "-r", "-json", "-n", "-q", *(f"-{tag}" for tag in TAGS), "-FileType", "."]
    output = subprocess.run(command, check=False, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {pathlib.PurePath(entry["SourceFile"]): entry for entry in json.loads(output.stdout or "[]")}


def listed(locate, folder):
    """Returns locate's readings, by path."""
    command = [locate, "photos", "list", ".", "--json"]
    output = subprocess.run(command, check=False, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {pathlib.PurePath(entry["path"]): entry for entry in map(json.loads, output.stdout.splitlines())}


def number(value):
    """Returns a number of exiftool's, which may be a string; None for anything else."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def differences(ours, theirs):
    """Yields the differences, as pairs of a name and a description."""
    position = number(theirs.get("GPSLatitude")), number(theirs.get("GPSLongitude"))
    if None not in position and position != (0, 0):
        mine = ours.get("latitude"), ours.get("longitude")
        if None in mine or any(abs(a - b) > 2e-6 for a, b in zip(mine, position)):
            yield "position", f"{mine}, exiftool {position}"
    elif "latitude" in ours:
        yield "position", f"{ours['latitude']}, {ours['longitude']}, exiftool none"
    height = number(theirs.get("GPSAltitude"))
    if height is not None and "latitude" in ours and abs(ours.get("altitude", 1e9) - height) > 0.1:
        yield "altitude", f"{ours.get('altitude')}, exiftool {height}"
    date = re.match(r"(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)", str(theirs.get("DateTimeOriginal", "")))
    if date and not date[0].startswith("0000"):
        text = "{}-{}-{}T{}".format(*date.groups())
        if not ours.get("date", "").startswith(text):
            yield "date", f"{ours.get('date')}, exiftool {text}"
    model = str(theirs.get("Model", "")).strip()
    if model and model not in ours.get("camera", ""):
        yield "camera", f"{ours.get('camera')}, exiftool {model}"


def main():
    locate, folder = pathlib.Path(sys.argv[1]).absolute(), pathlib.Path(sys.argv[2])
    theirs, ours = judged(folder), listed(locate, folder)
    failures = 0
    for path in sorted(theirs.keys() - ours.keys()):
        kind = theirs[path].get("FileType")
        if kind in READ:
            reason = KNOWN.get((str(path), "type"))
            failures += reason is None
            print(f"{'known' if reason else 'unread'}: {path} is {kind}{f': {reason}' if reason else ''}")
    common = sorted(theirs.keys() & ours.keys())
    for path in common:
        for what, words in differences(ours[path], theirs[path]):
            reason = KNOWN.get((str(path), what))
            failures += reason is None
            print(f"{'differs' if reason is None else 'known'}: {path}: {what}: {words}{f': {reason}' if reason else ''}")
    print(f"{len(common)} photos compared, {failures} values differ without a known reason")
    return 1 if failures or not common else 0


if __name__ == "__main__":
    sys.exit(main())
