"""Asks 4 to 13: recorded tracks and what is kept in them."""

import pathlib
import random
import signal
import sqlite3
import time

from ask import ask
from receivers import BEGIN, METER, FakeDaemon, distance, gpx, line, recording, segments_of, tpv

# Options that do not exist yet are tried under likely names; when one is added, put its name here.
MAXIMUM_SPEED = ("--max-speed", "--jump")
STOPS = (("--pause",), ("--skip-stops",), ("--stationary",), ())
BEYOND_ERROR = ("--beyond-error", "--beyond-accuracy")


@ask(
    4,
    "Average a spot: mean and spread",
    "BasicAirData#189, gpstest#374, QField#1164 #3357, MerginMaps/mobile#1709, osmeditor4android#900",
)
def average(trial):
    chance = random.Random(4)
    points = [
        (BEGIN + second, 35 + chance.gauss(0, 5) * METER, 139 + chance.gauss(0, 5) * METER) for second in range(600)
    ]
    mean = [sum(point[axis] for point in points[:60]) / 60 for axis in (1, 2)]
    file = trial.write("spot.gpx", gpx(points))
    end = trial.run("--average", "60", "--replay", file, "--speed", "0", "--json", "--no-address", "--timeout", "90")
    place = end.last
    away = distance(place.get("latitude", 0), place.get("longitude", 0), *mean)
    trial.holds(end.status == 0 and away < 1.5, "--average 60 prints the mean of a minute's fixes")
    trial.holds(
        any("spread" in key.lower() for key in place)
        and 50
        <= max([value for key, value in place.items() if "count" in key.lower() or "fixes" in key.lower()] or [0])
        <= 60,
        "the spread and the number of fixes are printed",
    )
    if end.status == 0:
        trial.proof(f"{away:.2f} m from the mean of 60 fixes")
    log = trial.path("spot.track")
    trial.run("track", "record", log, "--replay", file, "--speed", "0")
    visits = rows(log, "SELECT latitude, longitude, spread, count FROM visit")
    if trial.holds(len(visits) == 1 and distance(*visits[0][:2], *mean) < 3, "a recorded stop has its mean and spread"):
        trial.proof(
            f"the recorded stop is {distance(*visits[0][:2], *mean):.2f} m from the mean, "
            f"spread {visits[0][2]:.1f} m, {visits[0][3]} fixes"
        )


def rows(log, query):
    """What a track log has, read by SQLite."""
    if not pathlib.Path(log).exists():
        return []
    with sqlite3.connect(log) as database:
        return database.execute(query).fetchall()


@ask(5, "Drop jumps and outliers, but not for ever", "gpslogger#328 #417 #304, owntracks/android#2034, GPS-Tracker#40")
def jumps(trial):
    points = line(60, 1, 1)
    points[20] = (points[20][0], 36.0, 139.0)  # 110 km off for one fix
    points[40:] = [
        (seconds, latitude + 1, longitude) for seconds, latitude, longitude in points[40:]
    ]  # and there for good
    file = trial.write("jump.gpx", gpx(points))
    for option in MAXIMUM_SPEED:
        log = trial.path(f"jump{option}.track")
        end = trial.run("track", "record", log, "--replay", file, "--speed", "0", option, "70")
        if end.status == 0:
            break
    kept = [row[0] for row in rows(log, "SELECT latitude FROM point ORDER BY id")]
    trial.holds(
        len(kept) > 30 and not any(value > 35.5 for value in kept[:25]),
        "track record drops a fix 110 km off, with a bound such as --max-speed 70",
    )
    trial.holds(kept and kept[-1] > 35.9, "where the receiver stays there, it is believed again")
    trial.proof(f"{end.first_error}" if end.status else f"{len(kept)} of 60 fixes kept")
    trial.test("TracksTests/LocationSieveTests.swift", "A jump is held back until further fixes confirm it")


@ask(
    6,
    "No cloud of points while standing still; pause by itself",
    "OpenTracks#117, BasicAirData#155 #179 #253, Overland-iOS#164, gpslogger#830",
)
def drift(trial):
    chance = random.Random(6)
    walk = line(120, 1, 1.4)
    there = walk[-1]
    # The error of a receiver wanders: about 3 m, and not anew each second.
    cloud, off = [], [0.0, 0.0]
    for second in range(1, 901):
        off = [0.97 * value + chance.gauss(0, 0.7) for value in off]
        cloud.append((there[0] + second, there[1] + off[0] * METER, there[2] + off[1] * METER))
    log, file = trial.path("walk.track"), trial.write("walk.gpx", gpx(walk + cloud))
    for options in STOPS:
        log.unlink(missing_ok=True)
        end = trial.run("track", "record", log, "--replay", file, "--speed", "0", *options)
        if end.status == 0:
            break
    info = trial.run("track", "info", log, "--json").last
    points = rows(log, "SELECT count(*) FROM point")[0][0]
    stops = rows(log, "SELECT count FROM visit")
    trial.holds(len(stops) == 1, "a quarter of an hour on a spot is noticed as one stop")
    trial.holds(points < 300, "track record can leave the points of a stop out")
    trial.holds(info.get("distance", 1e9) < 300, "the distance of a 167 m walk is not inflated by the stop")
    trial.proof(f"{points} of 1020 points kept, {len(stops)} stop, distance {info.get('distance', 0):.0f} m")


@ask(7, "A distance filter that knows the accuracy", "gpslogger#274")
def relative(trial):
    chance = random.Random(7)
    reports = [tpv(BEGIN + second, 35 + chance.gauss(0, 15) * METER, 139.0, eph=60.0) for second in range(120)]
    file, log = trial.write("noise.json", recording(reports)), trial.path("noise.track")
    for option in BEYOND_ERROR:
        end = trial.run("track", "record", log, "--replay", file, "--speed", "0", option, "1.5")
        if end.status == 0:
            break
    kept = rows(log, "SELECT count(*) FROM point")
    trial.holds(
        end.status == 0 and kept and kept[0][0] < 10,
        "track record keeps only what is farther than its own error from the last point",
    )
    trial.proof(end.first_error if end.status else f"{kept[0][0]} of 120 fixes kept")
    trial.test("TracksTests/LocationSieveTests.swift", "A step within the error of the fixes is dropped")


@ask(
    8,
    "Keep a point at each turn, whichever condition comes first; per request",
    "open-gpstracker#413 #423, traccar-client-android#254, intuit PR 63 #100",
)
def turns(trial):
    north = line(120, 1, 3)
    corner = north[-1]
    east = [(corner[0] + second, corner[1], corner[2] + second * 3 * METER) for second in range(1, 121)]
    reports = [tpv(*point, track=0.0, speed=3.0) for point in north] + [
        tpv(*point, track=90.0, speed=3.0) for point in east
    ]
    file, log = trial.write("corner.json", recording(reports)), trial.path("corner.track")
    end = trial.run("track", "record", log, "--replay", file, "--speed", "0", "--distance", "500", "--turn", "20")
    kept = rows(log, "SELECT latitude, longitude FROM point")
    near = [place for place in kept if distance(*place, corner[1], corner[2]) < 10]
    trial.holds(
        end.status == 0 and near and len(kept) < 10,
        "track record --turn 20 keeps the corner of a way that --distance 500 cuts",
    )
    trial.proof(
        end.first_error
        if end.status
        else f"{len(kept)} of 240 fixes kept, one {distance(*near[0], corner[1], corner[2]):.0f} m from the corner"
    )
    trial.test("TracksTests/LocationSieveTests.swift", "A turn across north is measured the short way")
    trial.test(
        "PositioningTests/LocationManagerTests.swift", "Many requests with different demands share one connection"
    )


@ask(9, "A point every so often, whatever the filters say", "gpslogger#655, traccar-client-android#254")
def heartbeat(trial):
    file, log = trial.write("still.gpx", gpx(line(601, 1, 0))), trial.path("still.track")
    trial.run("track", "record", log, "--replay", file, "--speed", "0", "--distance", "50", "--interval", "60")
    times = [row[0] for row in rows(log, "SELECT time FROM point ORDER BY id")]
    steps = [later - earlier for earlier, later in zip(times, times[1:])]
    trial.holds(
        len(times) == 11 and all(step == 60 for step in steps),
        "standing still, --distance 50 --interval 60 keeps a point a minute",
    )
    other = trial.path("moving.track")
    trial.run(
        "track",
        "record",
        other,
        "--replay",
        trial.write("fast.gpx", gpx(line(121, 1, 26))),
        "--speed",
        "0",
        "--distance",
        "50",
        "--interval",
        "60",
    )
    fast = rows(other, "SELECT count(*) FROM point")
    trial.holds(fast and fast[0][0] == 61, "moving 26 m a second, every second fix is 50 m on and kept")
    trial.proof(f"{len(times)} points in 10 min standing still, {fast[0][0] if fast else 0} on 3.1 km")


@ask(
    10,
    "A new segment after a gap, and no empty ones",
    "OsmAnd#4988 #24573, gpslogger#835, BasicAirData#68, OpenTracks#1291",
)
def segments(trial):
    reports = [tpv(*point) for point in line(30, 1, 2)]
    reports += [tpv(BEGIN + second, mode=1) for second in range(30, 330)]
    reports += [tpv(*point) for point in line(30, 1, 2, begin=BEGIN + 330, latitude=35.1)]
    reports += [tpv(BEGIN + second, mode=1) for second in range(360, 480)]
    log, out = trial.path("gap.track"), trial.path("gap.gpx")
    trial.run("track", "record", log, "--replay", trial.write("gap.json", recording(reports)), "--speed", "0")
    trial.run("track", "export", log, "-o", out)
    counts = segments_of(out)
    trial.holds(len(counts) == 2, "five minutes without a fix begin a new segment")
    trial.holds(counts and min(counts) > 0 and sum(counts) == 60, "no segment is empty, and no point is lost")
    trial.proof(f"segments of {counts} points")


@ask(
    11,
    "Tracks survive a crash or power cut; a tool to repair them",
    "gpslogger#817 #530, OsmAnd#22786 #21831, BasicAirData#118, OpenOrienteering/mapper#1055",
)
def crash(trial):
    def script(_):
        for number in range(3000):
            yield from (tpv(BEGIN + number, 35 + number * METER), 0.02)

    daemon, log = trial.keep(FakeDaemon(script)), trial.path("walk.track")
    recorder = trial.start("track", "record", log, "--gpsd", daemon.address)
    deadline = time.monotonic() + 40
    while daemon.sent < 150 and time.monotonic() < deadline:
        time.sleep(0.05)
    sent = daemon.sent
    time.sleep(1.5)  # What came is safe on the disk at the latest a second later.
    recorder.end(signal.SIGKILL)
    info = trial.run("track", "info", log, "--json")
    count = info.last.get("points", info.last.get("count", 0))
    trial.holds(info.status == 0 and count >= sent > 0, "after a kill -9 all points older than 1.5 s are there")
    export = trial.path("walk.gpx")
    trial.run("track", "export", log, "-o", export)
    whole = export.read_bytes() if export.exists() else b""
    torn = trial.write("torn.gpx", whole[: len(whole) * 2 // 3])
    refused = trial.run("track", "info", torn)
    trial.holds(refused.status == 65, "a torn GPX file is not taken for a whole one")
    repaired = trial.path("repaired.gpx")
    trial.run("track", "repair", torn, "-o", repaired)
    saved = sum(segments_of(repaired)) if repaired.exists() else 0
    trial.holds(saved >= sum(segments_of(torn)) - 1 > 10, "track repair saves every whole point of it")
    finished = trial.path("finished.track")
    trial.run("track", "record", finished, "--replay", trial.write("long.gpx", gpx(line(1000, 1, 2))), "--speed", "0")
    data = bytearray(finished.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 512] = bytes(512)
    damaged, rescued = trial.write("damaged.track", bytes(data)), trial.path("rescued.track")
    trial.run("track", "repair", damaged, "-o", rescued)
    points = rows(rescued, "SELECT count(*) FROM point")
    trial.holds(points and 900 < points[0][0] < 1000, "track repair saves most points of a damaged log")
    trial.proof(
        f"{count} points after kill -9 ({sent} were older than 1.5 s); {saved} of a torn GPX file; "
        f"{points[0][0] if points else 0} of 1000 of a log with 512 bytes overwritten"
    )


@ask(12, "Quality of each point in the file, and a filter that uses it", "TinyTravelTracker#25, gpslogger#525")
def quality(trial):
    sample, log = trial.samples / "tokyo-station.nmea", trial.path("station.track")
    trial.run("track", "record", log, "--replay", sample, "--speed", "0")
    table = trial.run("track", "export", log, "--format", "csv").lines
    columns = table[0].split(",") if table else []
    last = dict(zip(columns, table[-1].split(","))) if table else {}
    wanted = ("horizontal_accuracy", "hdop", "satellites_used", "fix")
    trial.holds(
        all(last.get(column) for column in wanted),
        "CSV has accuracy, dilution, satellites and kind of fix of each point",
    )
    text = trial.run("track", "export", log, "--format", "gpx").out
    trial.holds(all(tag in text for tag in ("<hdop>", "<sat>", "<fix>", "horizontalAccuracy")), "so has GPX")
    strict = trial.path("strict.track")
    trial.run("track", "record", strict, "--replay", sample, "--speed", "0", "--accuracy", "30")
    worst = rows(strict, "SELECT max(horizontal_accuracy), sum(horizontal_accuracy IS NULL) FROM point")
    trial.holds(
        worst and worst[0][0] and worst[0][0] <= 30 and not worst[0][1], "--accuracy 30 keeps nothing worse or unknown"
    )
    trial.proof(", ".join(f"{column} {last.get(column)}" for column in wanted))


@ask(
    13,
    "Positions wait while offline and are sent later: resume, in batches, or only the latest",
    "gpslogger#795 #1233 #355 #1149, traccar-client-android#411, owntracks/ios#466",
)
def queue(trial):
    def script(_):
        for number in range(3000):
            yield from (tpv(BEGIN + number, 35 + number * METER), 0.05)

    daemon, log = trial.keep(FakeDaemon(script)), trial.path("walk.track")
    recorder = trial.start("track", "record", log, "--gpsd", daemon.address)
    time.sleep(3)
    growing = trial.run("track", "export", log, "--format", "csv")
    trial.holds(growing.status == 0 and len(growing.lines) > 5, "what waits can be exported while the log grows")
    recorder.end()
    help_text = trial.run("track", "--help").out + trial.run("track", "record", "--help").out
    trial.holds(
        any(word in help_text for word in ("--upload", "--send", "--publish", "track send", "track upload")),
        "a command sends what waits to a server, in batches or only the latest",
    )
    trial.proof(f"{len(growing.lines) - 1} points exported from a log under way")
