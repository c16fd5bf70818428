"""Asks 25 to 34: photos."""

import hashlib
import pathlib
import signal

from ask import ask
from fixtures import TURNED_HEIC, heic, jpeg, raw, video
from receivers import BEGIN, gpx

NORTH = 0.001  # degrees a minute
TOKYO = (35.6, 139.7)


def walk(trial, name="walk.gpx", begin=BEGIN, latitude=TOKYO[0], longitude=TOKYO[1], minutes=60):
    """A track of 111 m a minute northwards, from 15:00 in Tokyo on."""
    points = [(begin + minute * 60, latitude + minute * NORTH, longitude) for minute in range(minutes + 1)]
    return trial.write(name, gpx(points))


def positions(trial, folder):
    """Latitude and longitude of each photo as exiftool sees them."""
    found = trial.tags(folder, "-r", "-ext", "*", "-GPSLatitude", "-GPSLongitude")
    return {
        pathlib.Path(tags["SourceFile"]).name: (tags.get("GPSLatitude"), tags.get("GPSLongitude")) for tags in found
    }


def minute(place):
    """Which minute of the walk a position is of."""
    return round((place[0] - TOKYO[0]) / NORTH, 2) if place and isinstance(place[0], (int, float)) else None


def digests(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(pathlib.Path(folder).rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


@ask(
    25,
    "Time zones: mixed in a folder, half hours, summer time, offsets that belong to another time; the local time stays",
    "gpscorrelate#24, GeoTag#36, PhotoLocator#29, immich#15639 #20839 #28742 #30622 #14824, mapillary_tools#43, exiftool-vendored#220",
)
def zones(trial):
    folder = trial.path("album/none").parent
    cameras = {
        "tokyo.jpg": dict(date="2026:11:21 15:10:00", original_offset="+09:00", model="A"),
        "half.jpg": dict(date="2026:11:21 00:40:00", original_offset="-05:30", model="B"),
        "unsaid.jpg": dict(date="2026:11:21 15:20:00", model="C"),
        # Edited later on a computer in UTC: that offset is not the shot's.
        "edited.jpg": dict(date="2026:11:21 15:30:00", offset="+00:00", modified="2026:11:22 10:00:00", model="D"),
    }
    for name, facts in cameras.items():
        trial.write(f"album/{name}", jpeg(**facts))
    trial.run("photos", "geotag", folder, "--track", walk(trial))
    tags = {
        pathlib.Path(each["SourceFile"]).name: each for each in trial.tags(folder, "-GPSLatitude", "-DateTimeOriginal")
    }
    minutes = {name: minute((tags.get(name, {}).get("GPSLatitude"),)) for name in cameras}
    for (name, wanted), rule in zip(
        (("tokyo.jpg", 10), ("half.jpg", 10), ("unsaid.jpg", 20), ("edited.jpg", 30)),
        (
            "the shot's own offset counts",
            "an offset of -05:30 counts",
            "without an offset the zone of the place counts, not the computer's",
            "the offset of the last change is not taken for the shot's",
        ),
    ):
        trial.holds(minutes[name] is not None and abs(minutes[name] - wanted) < 0.1, rule)
    trial.holds(
        any(minutes.values())
        and all(tags.get(name, {}).get("DateTimeOriginal") == facts["date"] for name, facts in cameras.items()),
        "the local time in the photo stays",
    )
    # Noon in Berlin, the day before clocks are set forward and the day after.
    day = BEGIN - 238 * 86400  # 28 March 2026, 06:00 UTC
    spring = trial.path("spring/none").parent
    for date in (28, 29):
        trial.write(f"spring/{date}.jpg", jpeg(f"2026:03:{date} 12:00:00"))
    tracks = [walk(trial, f"{hour}.gpx", day + hour * 3600, 52.5 + hour / 1000, 13.4, 30) for hour in (5, 24 + 4)]
    trial.run("photos", "geotag", spring, "--track", tracks[0], "--track", tracks[1], "--time-zone", "Europe/Berlin")
    found = positions(trial, spring)
    trial.holds(
        found.get("28.jpg", (0,))[0] == 52.505 and found.get("29.jpg", (0,))[0] == 52.528,
        "noon is an hour earlier once clocks were set forward",
    )
    trial.proof(", ".join(f"{name} at minute {value}" for name, value in minutes.items()))


@ask(26, "A camera's clock that was wrong by months", "darktable#18347 #2324")
def clock(trial):
    folder = trial.path("album/none").parent
    # 90 days slow: 21 November is 23 August.
    for number in (10, 20, 30):
        trial.write(f"album/{number}.jpg", jpeg(f"2026:08:23 15:{number}:00", "+09:00"))
    end = trial.run("photos", "geotag", folder, "--track", walk(trial), "--offset", "2160:00:00")
    found = {name: minute(place) for name, place in positions(trial, folder).items()}
    trial.holds(all(found.get(f"{number}.jpg") == number for number in (10, 20, 30)), "--offset takes 90 days")
    listed = {
        pathlib.Path(photo["path"]).name: photo for photo in trial.run("photos", "list", folder, "--json").objects
    }
    trial.holds(
        "latitude" in listed.get("10.jpg", {}),
        "the outcome is in the file, so that nothing is lost when it is imported again",
    )
    trial.run("photos", "undo", folder)
    # Some photos have the receiver's time and place.
    for number in (40, 45, 50):
        trial.write(
            f"album/{number}.jpg",
            jpeg(
                f"2026:08:23 15:{number}:00",
                "+09:00",
                place=(35.6 + number * NORTH, 139.7),
                received=("2026:11:21", (6, number, 0)),
            ),
        )
    automatic = trial.run("photos", "geotag", folder, "--track", trial.folder / "walk.gpx", "--offset", "auto")
    found = {name: minute(place) for name, place in positions(trial, folder).items()}
    trial.holds(
        all(
            found.get(f"{number}.jpg") is not None and abs(found[f"{number}.jpg"] - number) < 0.1
            for number in (10, 20, 30)
        ),
        "--offset auto finds 90 days where three photos have a receiver's time",
    )
    trial.proof((end.err.strip().splitlines() or [""])[-1] + "; " + automatic.first_error)


@ask(
    27,
    "Videos: their time is UTC, and they get a place too",
    "exiftool-vendored#113 #156, pigallery2#682, osxphotos#282, photoprism#727, geeqie#1034",
)
def videos(trial):
    folder = trial.path("album/none").parent
    trial.write("album/a.mp4", video(BEGIN + 600))
    trial.write("album/b.mov", video(BEGIN + 1200, is_quicktime=True))
    end = trial.run("photos", "geotag", folder, "--track", walk(trial))
    found = {name: minute(place) for name, place in positions(trial, folder).items() if not name.startswith(".")}
    trial.holds(
        found.get("a.mp4") is not None and abs(found["a.mp4"] - 10) < 0.1, "an MP4 gets the position of its time, UTC"
    )
    trial.holds(found.get("b.mov") is not None and abs(found["b.mov"] - 20) < 0.1, "so does a MOV")
    listed = {
        pathlib.Path(photo["path"]).name: photo for photo in trial.run("photos", "list", folder, "--json").objects
    }
    trial.holds(
        listed.get("a.mp4", {}).get("date", "").startswith(("2026-11-21T06:10:00", "2026-11-21T15:10:00+09:00")),
        "list tells the time it was taken",
    )
    trial.proof((end.lines or [end.first_error])[0] + f"; listed as {listed.get('a.mp4', {}).get('date')}")


@ask(
    28,
    "Keep positions, or replace them, or only the rougher ones; take a wrong one out",
    "GPicSync#20, mapillary_tools#223, add_photo_locations_from_gpx#2, gpscorrelate#11, darktable#12609, aves#2",
)
def policies(trial):
    folder, track = trial.path("album/none").parent, walk(trial)
    for name, error in (("rough.jpg", 900), ("good.jpg", 3)):
        trial.write(f"album/{name}", jpeg("2026:11:21 15:10:00", "+09:00", place=(35.7, 139.8), error=error))
    outcomes = {}
    for policy in ("keep", "replace-if-worse", "replace"):
        trial.run("photos", "geotag", folder, "--track", track, "--policy", policy)
        found = positions(trial, folder)
        outcomes[policy] = [found.get(name, (0,))[0] == 35.61 for name in ("rough.jpg", "good.jpg")]
        trial.run("photos", "undo", folder)
    trial.holds(outcomes["keep"] == [False, False] != outcomes["replace"], "keep leaves every position")
    trial.holds(outcomes["replace-if-worse"] == [True, False], "replace-if-worse replaces the rough one alone")
    trial.holds(outcomes["replace"] == [True, True], "replace replaces both")
    trial.run("photos", "strip", folder, "--forget")
    bare = all(place == (None, None) for place in positions(trial, folder).values())
    trial.holds(
        bare and outcomes["replace"] == [True, True] and not list(folder.glob(".locationkit-undo*")),
        "strip takes positions out before photos are shared, --forget the traces too",
    )
    trial.proof("replaced (rough, good): " + ", ".join(f"{policy} {replaced}" for policy, replaced in outcomes.items()))


@ask(
    29,
    "Sidecars: never touch raw files, use the sidecar that is there, and none for two photos",
    "ExifToolGui#406, darktable#3217 #13224, osxphotos#210 #291, GeoTagNinja#57, immich-go#125, phockup#81",
)
def sidecars(trial):
    folder = trial.path("album/none").parent
    originals = {name: raw(date="2026:11:21 15:10:00", original_offset="+09:00") for name in ("new.cr2", "old.cr2")}
    for name, data in originals.items():
        trial.write(f"album/{name}", data)
    packet = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF></x:xmpmeta>'
    )
    trial.write("album/old.xmp", packet)
    trial.write("pair/IMG.jpg", jpeg("2026:11:21 15:20:00", "+09:00"))
    trial.write("pair/IMG.mov", video(BEGIN + 1800, is_quicktime=True))
    trial.run("photos", "geotag", folder, trial.folder / "pair", "--track", walk(trial))
    trial.holds(
        all((folder / name).read_bytes() == data for name, data in originals.items())
        and list(folder.glob("*.cr2.xmp")),
        "raw files stay byte for byte what they were",
    )
    old = (folder / "old.xmp").read_text(encoding="utf-8")
    trial.holds(
        "GPSLatitude" in old and "Rating" in old and not (folder / "old.cr2.xmp").exists(),
        "old.xmp, which was there, gets the position and keeps its rating",
    )
    trial.holds((folder / "new.cr2.xmp").exists() and not (folder / "new.xmp").exists(), "a new sidecar is new.cr2.xmp")
    trial.run("photos", "undo", trial.folder / "pair")
    trial.run("photos", "geotag", trial.folder / "pair", "--track", trial.folder / "walk.gpx", "--sidecar")
    made = sorted(path.name for path in (trial.folder / "pair").glob("*.xmp"))
    trial.holds("IMG.jpg.xmp" in made and "IMG.xmp" not in made, "a photo and a video of one name do not share IMG.xmp")
    trial.proof("sidecars: " + ", ".join(sorted(path.name for path in folder.glob("*.xmp")) + made))


@ask(30, "Undo that is quick", "darktable#8243 (35 s for 266)", is_measured=True)
def undo(trial):
    folder = trial.path("album/none").parent
    for number in range(266):
        trial.write(f"album/{number:03}.jpg", jpeg(f"2026:11:21 15:{number % 60:02}:00", "+09:00"))
    before = digests(folder)
    trial.run("photos", "geotag", folder, "--track", walk(trial), "--quiet")
    changed = sum(before[name] != digest for name, digest in digests(folder).items())
    end = trial.run("photos", "undo", folder, "--quiet")
    trial.holds(changed == 266 and digests(folder) == before, "undo makes 266 photos byte for byte what they were")
    trial.holds(changed and end.seconds < 10, "in less than 10 s")
    trial.proof(f"266 photos in {end.seconds:.1f} s")


@ask(
    31,
    "Speed with thousands of photos",
    "exiftool#384 (10,000 in two hours), photonix#355, exiftool.js#20",
    is_measured=True,
)
def speed(trial):
    folder, few = trial.path("album/none").parent, trial.path("few/none").parent
    for number in range(2000):
        data = jpeg(f"2026:11:21 15:{number % 60:02}:00", "+09:00", model=f"Box {number}")
        trial.write(f"album/{number:04}.jpg", data)
        if number < 200:
            trial.write(f"few/{number:04}.jpg", data)
    end = trial.run("photos", "list", folder, "--json")
    again = trial.run("photos", "list", folder, "--json")
    peer = trial.execute(["exiftool", "-json", "-r", "-q", "-DateTimeOriginal", "-GPSPosition", few])
    rate, other = 2000 / end.seconds, 200 / peer.seconds
    trial.holds(len(end.objects) == len(again.objects) == 2000, "2,000 photos are listed")
    trial.holds(end.objects and rate > 3 * other, "several times as many a second as exiftool lists of 200")
    trial.proof(f"{rate:.0f} photos a second, {2000 / again.seconds:.0f} the second time; exiftool {other:.0f}")


@ask(
    32,
    "The right place names in photos, and those written by hand stay",
    "immich#17905 #15661 #25390 #2669 #12637 #10850 #11926 #31157 #11918",
)
def names(trial):
    folder = trial.path("album/none").parent
    # The points of the threads: what was expected, and, behind it, what must not be said.
    wanted = {
        "windsor": ((42.2084833, 83.0980528), "CA", None),
        "kiel": ((54.3158861, 10.0692583), "DE", "Kiel"),
        "nijmegen": ((51.8045068, 5.8247495), "NL", "Nijmegen"),
        "munich": ((48.149908, 11.586298), "DE", "Munich"),
        "salo": ((60.387, 23.128), "FI", "Salo"),
    }
    for name, (place, _, _) in wanted.items():
        trial.write(f"album/{name}.jpg", jpeg("2026:11:21 15:10:00", "+09:00", place=place))
    trial.execute(["exiftool", "-q", "-overwrite_original", "-GPSLongitudeRef=W", folder / "windsor.jpg"])
    trial.write("album/hand.jpg", jpeg("2026:11:21 15:10:00", "+09:00", place=(48.4870308, 13.4379648)))
    trial.execute(["exiftool", "-q", "-overwrite_original", "-XMP-photoshop:City=Vornbach", folder / "hand.jpg"])
    for _ in range(2):
        end = trial.run("photos", "tag", folder, "--language", "en")
    tags = {
        pathlib.Path(each["SourceFile"]).stem: each
        for each in trial.tags(folder, "-XMP-photoshop:City", "-XMP-iptcCore:CountryCode", "-XMP-photoshop:Country")
    }
    for name, (_, country, city) in wanted.items():
        said = tags.get(name, {})
        trial.holds(
            said.get("CountryCode") == country and (not city or said.get("City") == city),
            f"{name} is in {city or name + ', ' + country} (said: {said.get('City')}, {said.get('CountryCode')})",
        )
    trial.holds(
        tags.get("munich", {}).get("City") and tags.get("hand", {}).get("City") == "Vornbach",
        "a name written by hand stays, also the second time",
    )
    trial.proof(
        ", ".join(f"{name}: {tags.get(name, {}).get('City')}" for name in [*wanted, "hand"])
        + "; "
        + end.err.strip().split("\n")[-1]
    )


@ask(
    33, "HEIC upright, turned once", "libheif#227 #548, libvips#2551 #4143, imgproxy#736 #1418, geeqie#923, PicView#207"
)
def upright(trial):
    folder = trial.path("album/none").parent
    for turns in (0, 3):
        trial.write(f"album/{turns}.heic", heic(turns))
    listed = {
        pathlib.Path(photo["path"]).stem: (photo.get("type"), photo.get("width"), photo.get("height"))
        for photo in trial.run("photos", "list", folder, "--json").objects
    }
    trial.holds(listed.get("0") == ("heic", 64, 40), "one that is not turned is 64 x 40, whatever its EXIF says")
    trial.holds(listed.get("3") == ("heic", 40, 64), "one that is turned by a quarter is 40 x 64")
    small = trial.path("small.png")
    end = trial.run("photos", "thumbnail", trial.write("quarter.heic", TURNED_HEIC), "-o", small, "--size", "16")
    head = small.read_bytes()[16:24] if small.exists() else bytes(8)
    size = (int.from_bytes(head[:4], "big"), int.from_bytes(head[4:], "big"))
    trial.holds(
        size == (12, 16),
        f"the thumbnail of one of 16 x 12 pixels that is turned by a quarter is 12 x 16 ({size[0]} x {size[1]}, {end.first_error})",
    )
    trial.proof(
        "as stored {}, turned {}".format(*(" x ".join(map(str, listed.get(name, ("?",))[1:])) for name in "03"))
        + f"; thumbnail {size[0]} x {size[1]}"
    )


@ask(
    34,
    "Photos come to no harm: no cut files, maker notes whole, many threads",
    "exiv2#9482 #1471 #2884 #3162 #2670, ansel#906, lighttable#194, sipi#184",
)
def harmless(trial):
    folder, track = trial.path("album/none").parent, walk(trial)
    note = bytes(range(256)) * 8
    for number in range(400):
        trial.write(f"album/{number:03}.jpg", jpeg(f"2026:11:21 15:{number % 60:02}:00", "+09:00", note=note))
    before = {path.name: path.read_bytes() for path in folder.glob("*.jpg")}
    run = trial.start("photos", "geotag", folder, "--track", track, "--jobs", "8", "--quiet")
    run.wait_for(lambda _: sum(path.stat().st_size != len(before[path.name]) for path in folder.glob("*.jpg")) > 20, 30)
    run.end(signal.SIGKILL)

    def picture(data):
        return data[data.index(b"\xff\xdb") :]

    def is_whole(path):
        data = path.read_bytes()
        return data.startswith(b"\xff\xd8") and note in data and picture(data) == picture(before[path.name])

    photos = sorted(folder.glob("*.jpg"))
    written = sum(path.read_bytes() != before[path.name] for path in photos)
    trial.holds(
        written and len(photos) == 400 and all(map(is_whole, photos)),
        "killed in the middle, every photo is whole, with its maker note",
    )
    end = trial.run("photos", "geotag", folder, "--track", track, "--jobs", "8")
    located = sum(place[0] is not None for place in positions(trial, folder).values())
    trial.holds(
        end.status == 0 and located == 400 and all(map(is_whole, sorted(folder.glob("*.jpg")))),
        "the same command finishes the work, with eight threads",
    )
    trial.run("photos", "undo", folder, "--all", "--quiet")
    left = sum(path.read_bytes() != before[path.name] for path in folder.glob("*.jpg"))
    trial.holds(located and left == 0, "and undo takes all of it back")
    trial.proof(f"{written} of 400 written when it was killed, {located} at the end, {left} differ after undo")
