"""Asks 1 to 3 and 14 to 24: receivers, gpsd and positions."""

import random
import re
import time

from ask import ask
from receivers import BEGIN, METER, FakeDaemon, RealDaemon, line, nmea, recording, sky, tpv


@ask(
    1,
    "Survive a restart of gpsd or its receiver, and never fall silent",
    "gps_umd#56, signalk-server#1270, home-assistant/core#73118, GPSd4Java#34",
)
def restart(trial):
    daemon = trial.keep(RealDaemon())
    watch = trial.start("--watch", "--json", "--no-address", "--gpsd", daemon.address)
    time.sleep(1)
    daemon.start()
    trial.holds(watch.wait_for(lambda run: run.objects, 40), "positions come though gpsd was started later")
    daemon.kill()
    count = len(watch.objects)
    time.sleep(1)
    killed = time.monotonic()
    daemon.start()
    again = watch.wait_for(lambda run: len(run.objects) > count + 2, 60)
    trial.holds(again, "positions come again after gpsd was killed and started again")
    trial.proof(f"positions again {time.monotonic() - killed:.1f} s after a kill -9 of gpsd")
    watch.end()

    # Open, but nothing more is said: the connection has to be given up and made again.
    def script(number):
        yield from (tpv(BEGIN, 35 + number), 600)

    silent = trial.keep(FakeDaemon(script))
    watch = trial.start("--watch", "--json", "--no-address", "--gpsd", silent.address)
    found = watch.wait_for(lambda run: any(place.get("latitude") == 37 for place in run.objects), 60)
    trial.holds(found, "a gpsd that says nothing any more is asked anew")
    watch.end()


@ask(
    2, "Never pass an old fix off as the current one", "pwnagotchi-plugin-gpsd#1, indi#212, leaf#284, owntracks/ios#466"
)
def stale(trial):
    def script(_):
        yield from (sky(8, 8), tpv(BEGIN, eph=400))
        for second in range(1, 60):
            yield from (tpv(BEGIN + second, mode=1), 0.5)

    daemon = trial.keep(FakeDaemon(script))
    options = ("--accuracy", "20", "--timeout", "8", "--no-address", "--gpsd", daemon.address)
    shot, text = trial.run(*options, "--json"), trial.run(*options)
    trial.holds(
        shot.objects and ("latitude" not in shot.last or "age" in shot.last or shot.last.get("reason") == "stale"),
        "a fix that was lost 8 s ago, with --max-age 5, is refused or marked as old in JSON",
    )
    trial.holds(
        text.err and "Position" not in text.out or re.search(r"\b(ago|old)\b", text.out + text.err),
        "and so it is in text",
    )
    watch = trial.run("--watch", "--timeout", "4", "--json", "--no-address", "--gpsd", daemon.address)
    updates = [update for update in watch.objects if update.get("status") == "updating" and "latitude" in update]
    trial.holds(len(updates) == 1, "--watch does not repeat the fix that was lost")
    trial.proof(
        f"exit {shot.status}, status {shot.last.get('status')}, reason {shot.last.get('reason')}; "
        f"{len(updates)} update under --watch"
    )


@ask(3, "The best fix, not the first", "gpslogger#654, BasicAirData/GPSLogger#218, PR 173")
def best(trial):
    file = trial.samples / "tokyo-station.nmea"
    options = ("--replay", file, "--speed", "0", "--json", "--no-address")
    seen = [
        place["horizontalAccuracy"] for place in trial.run("--watch", *options).objects if "horizontalAccuracy" in place
    ]
    first = trial.run("--accuracy", "1000", *options).last.get("horizontalAccuracy")
    result = trial.run("--accuracy", "0", *options).last.get("horizontalAccuracy")
    settled = trial.run("--accuracy", "100", "--settle", "5", *options).last.get("horizontalAccuracy")
    trial.holds(seen and result == min(seen), "--accuracy 0 gives the best of all fixes")
    trial.holds(first and settled and settled < first, "--settle gives a better fix than the first that will do")
    trial.proof(f"first {first} m, with --settle 5 {settled} m, best {result} m")


@ask(14, "A second timeout: give up early while no satellite is in view", "gpslogger#375")
def two_timeouts(trial):
    def script(satellites):
        def steps(_):
            for second in range(120):
                yield from (sky(satellites), tpv(BEGIN + second, mode=1), 0.3)

        return steps

    blind, dim = trial.keep(FakeDaemon(script(0))), trial.keep(FakeDaemon(script(5)))
    options = ("--no-satellite-timeout", "2", "--json", "--no-address")
    early = trial.run("--timeout", "30", *options, "--gpsd", blind.address)
    trial.holds(early.status == 75 and 1.9 < early.seconds < 20, "with nothing in view it ends after 2 s of 30")
    trial.holds(early.last.get("reason") == "no-satellites", "and says that no satellite is in view")
    late = trial.run("--timeout", "6", *options, "--gpsd", dim.address)
    trial.holds(late.seconds > 5.5, "with satellites in view it waits the whole time")
    trial.proof(
        f"{early.seconds:.1f} s of 30 with none in view, reason {early.last.get('reason')}; {late.seconds:.1f} s of 6 with five"
    )


@ask(15, "Say how old the last point is, and why nothing is recorded", "gpslogger#485 #540")
def why(trial):
    def script(_):
        yield from (sky(8, 8), tpv(BEGIN))
        for second in range(1, 200):
            yield from (sky(4, 0), tpv(BEGIN + second, mode=1), 0.3)

    daemon = trial.keep(FakeDaemon(script))
    watch = trial.run("--watch", "--timeout", "9", "--no-address", "--gpsd", daemon.address)
    trial.holds(
        "no position" in watch.err or "no fix" in watch.err or "lost" in watch.err,
        "--watch says that positions stopped, and why",
    )
    log = trial.path("walk.track")
    record = trial.run("track", "record", log, "--duration", "9", "--gpsd", daemon.address)
    told = [
        text
        for text in record.err.splitlines()
        if "satellite" in text or "no fix" in text or "no position" in text or "ago" in text
    ]
    trial.holds(told, "track record says during an outage that nothing is recorded, and why")
    trial.holds(
        any(" ago" in text or "for " in text or "since" in text for text in told + watch.err.splitlines()),
        "how old the last point is stands beside it",
    )
    explained = trial.run(
        "track",
        "record",
        trial.path("few.track"),
        "--replay",
        trial.samples / "sumida-walk.nmea",
        "--speed",
        "0",
        "--distance",
        "20",
        "--explain",
    )
    trial.holds(re.search(r"not kept: \d+ distance", explained.err), "--explain counts what filters held back")
    trial.proof(
        "; ".join((end.err.strip().splitlines() or ["(nothing said)"])[-1] for end in (watch, record, explained))
    )


@ask(
    16,
    "A tool with telling exit codes, a timeout of one's choice, and JSON on a stream",
    "corelocationcli#7 #20 #25 #13 #6 #22 #47",
)
def tool(trial):
    refused = trial.run("--timeout", "2", "--json", "--gpsd", "127.0.0.1:1")

    def searching(_):
        for second in range(100):
            yield from (sky(5), tpv(BEGIN + second, mode=1), 0.3)

    daemon = trial.keep(FakeDaemon(searching))
    waiting = trial.run("--timeout", "2", "--json", "--gpsd", daemon.address)
    usage = trial.run("--timeout", "soon")
    trial.holds(
        [refused.status, waiting.status, usage.status] == [69, 75, 64],
        "exit codes tell no daemon (69), no fix yet (75) and wrong usage (64) apart",
    )
    trial.holds(
        refused.last.get("reason") == "daemon-unreachable" and waiting.last.get("reason") == "acquiring",
        "JSON says the reason in a word",
    )
    text = trial.run("--timeout", "1", "--gpsd", "127.0.0.1:1")
    trial.holds(not text.out and "127.0.0.1:1" in text.err, "failures go to standard error, not to standard output")
    stream = trial.run(
        "--watch",
        "--count",
        "5",
        "--json",
        "--no-address",
        "--replay",
        trial.samples / "sumida-walk.nmea",
        "--speed",
        "0",
    )
    numbers = all(isinstance(place.get("latitude"), float) for place in stream.objects)
    trial.holds(
        stream.status == 0 and len(stream.lines) == len(stream.objects) >= 5 and numbers,
        "--watch --json prints one object a line, numbers as numbers",
    )
    trial.proof(
        f"exit {refused.status}, {waiting.status}, {usage.status}; {len(stream.objects)} objects in {len(stream.lines)} lines"
    )


@ask(17, "A timeout that fires once, in time, and not after success", "SwiftLocation#53 #55 #128 #171 #386")
def timeouts(trial):
    def script(_):
        for second in range(20):
            yield from (tpv(BEGIN + second, mode=1), 0.1)
        for second in range(20, 200):
            yield from (tpv(BEGIN + second), 0.1)

    found = trial.run(
        "--timeout", "8", "--accuracy", "50", "--json", "--no-address", "--gpsd", trial.keep(FakeDaemon(script)).address
    )
    trial.holds(
        found.status == 0
        and len(found.lines) == 1
        and found.last.get("finishReason") == "accuracy"
        and found.seconds < 7.5,
        "success ends the run at once, with one line",
    )

    def never(_):
        for second in range(200):
            yield from (tpv(BEGIN + second, mode=1), 0.1)

    missed = trial.run("--timeout", "3", "--json", "--no-address", "--gpsd", trial.keep(FakeDaemon(never)).address)
    trial.holds(
        missed.status == 75 and len(missed.lines) == 1 and 2.9 < missed.seconds < 8,
        "without a fix it ends after the timeout, with one line",
    )
    trial.test("PositioningTests/LocationSessionTests.swift", "The timer of one session does not end the next")
    trial.proof(f"{found.seconds:.1f} s of 8 with a fix, {missed.seconds:.1f} s of 3 without")


@ask(
    18,
    "Regions that do not flap: exits that know the accuracy, confirmations, as many as one likes",
    "Tracelet#268 #274 #276, home-assistant#1270 #4180, cordova-geolocation#328",
)
def regions(trial):
    inside = line(120, 1, 0)
    chance = random.Random(18)
    reports = [
        tpv(seconds, latitude + 95 * METER + chance.gauss(0, 8) * METER, longitude, eph=40.0)
        for seconds, latitude, longitude in inside
    ]
    reports += [tpv(BEGIN + 120 + second, 35 + (100 + second * 20) * METER, 139.0) for second in range(60)]
    file = trial.write("edge.json", recording(reports))
    end = trial.run("--watch", "--replay", file, "--speed", "0", "--json", "--no-address", "--region", "35,139,100")
    exits = [event for event in end.objects if "exit" in str(event.get("event", event.get("region", "")))]
    trial.holds(
        end.status == 0 and len(exits) == 1,
        "a receiver that wavers at the border of --region 35,139,100 leaves it once",
    )
    trial.proof(end.first_error if end.status else f"{len(exits)} exit")


@ask(
    19,
    "Say which altitude it is: above sea level or above the ellipsoid",
    "gps3#23, emane#136, meshtastic#359 #363, vanetza PR 150",
)
def altitudes(trial):
    options = ("--replay", trial.samples / "tokyo-station.nmea", "--speed", "0", "--no-address")
    place, text = trial.run(*options, "--json").last, trial.run(*options).out
    apart = place.get("ellipsoidalAltitude", 0) - place.get("altitude", 0)
    trial.holds(abs(apart - 36.7) < 0.01, "JSON has both, the geoid's 36.7 m apart")
    trial.holds("above sea level" in text, "text says which one it prints")
    log = trial.path("station.track")
    trial.run("track", "record", log, "--replay", trial.samples / "tokyo-station.nmea", "--speed", "0")
    written = trial.run("track", "export", log, "--format", "gpx").out
    trial.holds(
        f"<geoidheight>{36.7}</geoidheight>" in written and "<ele>37.086</ele>" in written,
        "GPX has the altitude above sea level as <ele>, and the geoid's height",
    )
    trial.proof(
        f"altitude {place.get('altitude')}, ellipsoidalAltitude {place.get('ellipsoidalAltitude')}; "
        + next((row for row in text.splitlines() if row.startswith("Altitude")), "")
    )


@ask(20, "Accuracy and age as numbers of one's choice, not five levels", "intuit/LocationManager#55")
def numbers(trial):
    options = ("--replay", trial.samples / "tokyo-station.nmea", "--speed", "0", "--json", "--no-address")
    reached = {
        bound: trial.run("--accuracy", bound, "--max-age", "7.5", *options).last.get("horizontalAccuracy", 1e9)
        for bound in (47.5, 23, 11)
    }
    trial.holds(
        all(radius <= bound for bound, radius in reached.items()) and len(set(reached.values())) == 3,
        "each bound ends with the first fix within it",
    )
    trial.proof(", ".join(f"--accuracy {bound}: {radius} m" for bound, radius in reached.items()))


@ask(
    21,
    "Work with every gpsd: status moved and renamed, fields added",
    "DMRGateway#121, indi-3rdparty#187, navit#1057, ocli PR 11, gps_umd PR 40",
)
def versions(trial):
    reports = {
        "3.17": (11, tpv(eph=None, epx=8.0, epy=9.0, status=1)),
        "3.22": (14, tpv(altHAE=70.0, altMSL=40.0)),
        "3.25": (
            15,
            tpv(status=0, altHAE=70.0, altMSL=40.0, magtrack=4.0, geoidSep=30.0, eph=9.0, sep=20.0, ecefx=1.0),
        ),
        "4.0": (16, tpv(status=1, somethingNew=7)),
    }
    fixes = {}
    for release, (minor, report) in reports.items():
        daemon = trial.keep(FakeDaemon(lambda _, report=report: [report] * 3, release, minor))
        fixes[release] = trial.run(
            "--timeout", "8", "--accuracy", "50", "--json", "--no-address", "--gpsd", daemon.address
        ).last.get("fix")
    trial.holds(all(fix == "3d" for fix in fixes.values()), "a fix of each version counts, whatever its status says")
    daemon = trial.keep(FakeDaemon(lambda _: [tpv(mode=1, status=2)] * 3))
    none = trial.run("--timeout", "2", "--json", "--no-address", "--gpsd", daemon.address)
    trial.holds(none.status == 75, "a status without a fix is none")
    trial.proof(
        ", ".join(f"{release}: {fix}" for release, fix in fixes.items()) + f"; status alone: exit {none.status}"
    )


@ask(
    22,
    "Wrong dates of receivers whose week number rolled over",
    "BasicAirData#66, gpscorrelate#27, canboat PR 863, NeoGPS#171",
)
def rollover(trial):
    weeks = 1024 * 7 * 86400
    file = trial.write("old.nmea", "".join(nmea(BEGIN - weeks + second, 35.681236, 139.767125) for second in range(5)))
    replayed = trial.run("--replay", file, "--speed", "0", "--json", "--no-address").last

    def script(_):
        for second in range(100):
            yield from (tpv(time.time() - weeks + second), 0.2)

    live = trial.run("--timeout", "5", "--json", "--no-address", "--gpsd", trial.keep(FakeDaemon(script)).address)
    doubt = live.last.get("timestampDoubt")
    trial.holds(
        "latitude" in live.last and doubt, "a live position 1024 weeks old counts, and its time is marked as doubtful"
    )
    trial.holds("latitude" in replayed and replayed.get("timestampDoubt"), "so it is in a recording of such a receiver")
    text = trial.run("--timeout", "5", "--no-address", "--gpsd", trial.keep(FakeDaemon(script)).address)
    trial.holds(
        "doubt" in text.out + text.err or "week" in text.out + text.err or "rollover" in text.out + text.err,
        "text says so too",
    )
    trial.proof(
        f"timestamp {live.last.get('timestamp')}, timestampDoubt {doubt}; of the recording {replayed.get('timestamp')}"
    )


@ask(23, "One fix an epoch, without holes in it", "gps_umd#3 #7 #14")
def epochs(trial):
    reports = []
    for second in range(20):
        reports += [
            tpv(BEGIN + second, eph=None, mode=2),
            tpv(BEGIN + second, altMSL=40.0),
            tpv(BEGIN + second, altMSL=40.0, epv=9.0),
        ]
    stream = trial.run(
        "--watch", "--json", "--no-address", "--replay", trial.write("thrice.json", recording(reports)), "--speed", "0"
    )
    places = [place for place in stream.objects if place.get("status") == "updating"]
    times = [place.get("timestamp") for place in places]
    trial.holds(len(times) == len(set(times)) == 20, "three reports a second give one fix a second")
    trial.holds(places and all("altitude" in place for place in places), "none of them lacks the altitude")
    trial.proof(f"{len(times)} fixes of {len(reports)} reports")


@ask(24, "Waiting costs no processor time", "gps3#26, navit#1269", is_measured=True)
def idle(trial):
    half = b'{"class":"TPV","device":"/dev/ttyACM0","mode":3,'
    waits = {
        "half a line": trial.keep(FakeDaemon(lambda _: [half, 600])),
        "nothing": trial.keep(FakeDaemon(lambda _: [600])),
    }
    used = {}
    for name, daemon in waits.items():
        end = trial.run("--timeout", "5", "--no-address", "--gpsd", daemon.address)
        used[name] = end.processor
        trial.holds(
            4.5 < end.seconds and end.processor < 0.5, f"5 s with {name} take less than half a second of processor time"
        )
    trial.proof(", ".join(f"{seconds:.2f} s of processor time in 5 s with {name}" for name, seconds in used.items()))
