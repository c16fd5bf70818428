"""Receivers, daemons, web services and recordings that the experiments play."""

import http.server
import json
import math
import os
import pathlib
import socket
import subprocess
import threading
import time
from datetime import datetime, timezone

BEGIN = datetime(2026, 11, 21, 6, 0, tzinfo=timezone.utc).timestamp()


def iso(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


METER = 1 / 111_195  # degrees of latitude


def distance(latitude, longitude, other, another):
    """Metres, for points that are near each other."""
    east = (longitude - another) * math.cos(math.radians(latitude))
    return math.hypot(latitude - other, east) / METER


def line(points, step, meters, begin=BEGIN, latitude=35.0, longitude=139.0):
    """Points northwards: seconds and metres from one to the next."""
    return [(begin + number * step, latitude + number * meters * METER, longitude) for number in range(points)]


# gpsd's JSON


def compact(report):
    """An object as gpsd writes it, without blanks."""
    return json.dumps(report, separators=(",", ":"))


def version(release="3.22", minor=14):
    return compact({"class": "VERSION", "release": release, "rev": release, "proto_major": 3, "proto_minor": minor})


def devices(path="/dev/ttyACM0"):
    device = {"class": "DEVICE", "path": path, "driver": "NMEA0183", "activated": "2026-11-21T06:30:00.000Z"}
    return compact({"class": "DEVICES", "devices": [device]})


def tpv(seconds=BEGIN, latitude=35.5, longitude=139.5, eph=10.0, mode=3, **more):
    report = {"class": "TPV", "device": "/dev/ttyACM0", "mode": mode}
    if seconds is not None:
        report["time"] = iso(seconds)
    if mode > 1:
        report |= {"lat": latitude, "lon": longitude}
        if eph is not None:
            report["eph"] = eph
    return compact(report | more)


def sky(count, used=0, signal=40.0):
    satellites = [
        {"PRN": number + 1, "el": 45.0, "az": 10.0, "ss": signal, "used": number < used} for number in range(count)
    ]
    return compact({"class": "SKY", "device": "/dev/ttyACM0", "hdop": 1.0, "satellites": satellites})


def recording(reports):
    """A recording as --replay takes it."""
    return "\n".join([version(), devices(), *reports]) + "\n"


class FakeDaemon:
    """Speaks gpsd's protocol as a script has it: a function from the number of the connection to its steps, each a line
    to send, bytes to send as they are, or seconds to wait. After the last step the connection stays open."""

    def __init__(self, script, release="3.22", minor=14):
        self.script, self.connections, self.sent = script, 0, 0
        self.greeting = (version(release, minor) + "\n").encode()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self.stopped = threading.Event()
        self.sockets = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while not self.stopped.is_set():
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            self.sockets.append(connection)
            threading.Thread(target=self._serve, args=(connection, self.connections), daemon=True).start()

    def _serve(self, connection, number):
        try:
            connection.sendall(self.greeting)
            connection.recv(4096)
            connection.sendall((devices() + "\n").encode())
            for step in self.script(number):
                if self.stopped.is_set():
                    return
                if isinstance(step, (int, float)):
                    self.stopped.wait(step)
                else:
                    connection.sendall(step if isinstance(step, bytes) else (step + "\n").encode())
                    self.sent += 1
        except OSError:
            pass

    def close(self):
        self.stopped.set()
        for open_socket in [self.listener, *self.sockets]:
            open_socket.close()


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class RealDaemon:
    """A gpsd of our own, whose receiver sends five epochs a second by UDP."""

    def __init__(self):
        self.port, self.data = free_port(), free_port(socket.SOCK_DGRAM)
        self.address = f"127.0.0.1:{self.port}"
        self.process = None
        self.stopped = threading.Event()
        threading.Thread(target=self._feed, daemon=True).start()

    def start(self):
        program = next(
            path for path in ("/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/usr/bin/gpsd") if os.path.exists(path)
        )
        as_nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        environment = {"GPSD_SHM_KEY": f"0x4C54{self.port:04X}", "LC_ALL": "C", "PATH": "/usr/bin:/bin"}
        self.process = subprocess.Popen(
            [program, "-N", "-n", "-S", str(self.port), f"udp://127.0.0.1:{self.data}"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **as_nobody,
        )

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _feed(self):
        moment = int(time.time())
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            while not self.stopped.wait(0.2):
                moment += 1
                try:
                    sender.sendto(nmea(moment, 35.681236, 139.767125).encode(), ("127.0.0.1", self.data))
                except OSError:
                    pass

    def close(self):
        self.stopped.set()
        self.kill()


# NMEA 0183


def nmea(seconds, latitude, longitude, dilution=1.0):
    """The sentences of an epoch with a fix."""
    moment = datetime.fromtimestamp(seconds, timezone.utc)
    clock, date = moment.strftime("%H%M%S.000"), moment.strftime("%d%m%y")

    def angle(value, digits, letters):
        degrees, letter = abs(value), letters[value < 0]
        return f"{int(degrees):0{digits}d}{degrees % 1 * 60:07.4f},{letter}"

    place = angle(latitude, 2, "NS") + "," + angle(longitude, 3, "EW")
    bodies = [
        f"GPRMC,{clock},A,{place},0.0,0.0,{date},,,A",
        f"GPGGA,{clock},{place},1,08,{dilution},40.0,M,36.0,M,,",
        f"GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,{dilution * 1.5},{dilution},{dilution * 1.2}",
    ]
    lines = []
    for body in bodies:
        total = 0
        for letter in body:
            total ^= ord(letter)
        lines.append(f"${body}*{total:02X}\r\n")
    return "".join(lines)


# GPX


def gpx(*segments):
    """A GPX file; a point is (seconds, latitude, longitude)."""
    text = '<?xml version="1.0"?><gpx version="1.1" creator="asks" xmlns="http://www.topografix.com/GPX/1/1"><trk>'
    for segment in segments:
        text += "<trkseg>"
        for seconds, latitude, longitude in segment:
            text += f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}"><time>{iso(seconds)}</time></trkpt>\n'
        text += "</trkseg>"
    return text + "</trk></gpx>\n"


# The web


class WebService:
    """A web geocoder on loopback: answers each path with what a function of its query gives, and counts."""

    def __init__(self, answer):
        self.requests = requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):  # noqa: N802, the name is the module's
                requests.append(self.path)
                body = json.dumps(answer(self.path)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def segments_of(path):
    """How many points each segment of a GPX file has."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    return [part.count("<trkpt") for part in text.split("<trkseg")[1:]]
