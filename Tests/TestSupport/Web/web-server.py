#!/usr/bin/python3
"""A web server for tests, on a free port of the loopback interface: TestWebServer.swift starts it.

    web-server.py FOLDER [CERTIFICATE KEY]

FOLDER/answers.json says what to answer: a path (with or without query) to a list of answers, of which the k-th request
gets the k-th and all further ones the last; "*" is for all other paths. The file is replaced as a whole, and read again
when it was. What happens is told twice, one JSON object a line: appended to FOLDER/events before an answer is sent, for
those who ask afterwards, and printed, for those who wait. SIGUSR1 lets go what is held back.
"""
import base64
import gzip
import http.server
import json
import os
import select
import signal
import socket
import ssl
import sys
import threading
import time

folder = sys.argv[1]
lock = threading.Lock()
events = open(folder + "/events", "a", encoding="utf-8")
release_read, release_write = os.pipe()


def tell(**event):
    line = json.dumps(event) + "\n"
    with lock:
        events.write(line)
        events.flush()
        sys.stdout.write(line)
        sys.stdout.flush()


class Answers:
    """The table of answers, and how often each was asked for."""

    def __init__(self):
        self.lock = threading.Lock()
        self.identity, self.table, self.counts = None, {}, {}

    def next(self, path):
        with self.lock:
            status = os.stat(folder + "/answers.json")
            if self.identity != (status.st_ino, status.st_mtime_ns):
                self.identity = (status.st_ino, status.st_mtime_ns)
                with open(folder + "/answers.json", encoding="utf-8") as file:
                    self.table = json.load(file)
                self.counts = {}
            for key in (path, path.split("?")[0], "*"):
                if key in self.table:
                    count = self.counts.get(key, 0)
                    self.counts[key] = count + 1
                    return self.table[key][min(count, len(self.table[key]) - 1)]
        return {"status": 404, "headers": [], "body": "", "manner": {}}


answers = Answers()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    sent = 0

    def setup(self):
        self.number = self.server.next_number()
        tell(event="connected", connection=self.number)
        if self.server.context:
            try:
                self.request = self.server.context.wrap_socket(self.request, server_side=True)
            except OSError:
                tell(event="left", connection=self.number, sent=0)
                raise
        super().setup()

    def finish(self):
        try:
            super().finish()
        except OSError:
            pass
        tell(event="left", connection=self.number, sent=self.sent)

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        tell(
            event="request", connection=self.number, method=self.command, target=self.path,
            headers=[{"name": name, "value": value} for name, value in self.headers.items()])
        path = self.path
        if "://" in path:
            # To a proxy the whole address is said.
            path = "/" + path.split("://", 1)[1].partition("/")[2]
        try:
            self.answer(answers.next(path))
        except OSError:
            self.close_connection = True

    do_HEAD = do_GET

    def put(self, data):
        self.wfile.write(data)
        self.wfile.flush()
        self.sent += len(data)

    def answer(self, answer):
        manner = answer["manner"]
        body = base64.b64decode(answer["body"])
        headers = [(header["name"], header["value"]) for header in answer["headers"]]
        if "held" in manner and not self.wait():
            return
        if "raw" in manner:
            self.close_connection = True
            return self.put(body)
        if "gzip" in manner:
            body = gzip.compress(body)
            headers.append(("Content-Encoding", "gzip"))
        if "damagedGzip" in manner:
            body = bytearray(gzip.compress(body))
            for index in range(12, len(body), 3):
                body[index] ^= 0x5A
            headers.append(("Content-Encoding", "gzip"))
        if "headerFlood" in manner:
            headers += [("X-Flood-%d" % index, "x" * 1000) for index in range(manner["headerFlood"])]
        length = len(body)
        if "stream" in manner:
            length = None if manner["chunked"] else manner["stream"]
        head = ["HTTP/1.1 %d %s" % (answer["status"], "Said by the test")]
        head += ["%s: %s" % header for header in headers]
        if length is None:
            head.append("Transfer-Encoding: chunked")
        elif not any(name.lower() == "content-length" for name, _ in headers):
            head.append("Content-Length: %d" % length)
        head = ("\r\n".join(head) + "\r\n\r\n").encode("latin-1")
        if self.command == "HEAD":
            return self.put(head)
        if "closeAfter" in manner:
            self.close_connection = True
            self.put(head + bytes(body[: manner["closeAfter"]]))
        elif "dripMilliseconds" in manner:
            self.put(head)
            for byte in body:
                self.put(bytes([byte]))
                time.sleep(manner["dripMilliseconds"] / 1000)
        elif "stream" in manner:
            self.stream(head, manner["stream"], manner["chunked"])
        else:
            self.put(head + bytes(body))

    def stream(self, head, size, chunked):
        self.put(head)
        piece = b"0123456789abcdef" * 4096
        while size > 0:
            data = piece[:size]
            self.put(b"%x\r\n%s\r\n" % (len(data), data) if chunked else data)
            size -= len(data)
        if chunked:
            self.put(b"0\r\n\r\n")

    def wait(self):
        """Whether what was held back is let go; False when the client leaves before."""
        ready, _, _ = select.select([self.connection, release_read], [], [])
        if release_read in ready:
            return True
        self.close_connection = True
        self.connection.recv(1)
        return False


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 1024
    daemon_threads = True
    context = None
    connections = 0

    def next_number(self):
        with lock:
            self.connections += 1
            return self.connections

    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.context.load_cert_chain(sys.argv[2], sys.argv[3])
# Blocked and waited for: a handler is not run for a signal that comes just before the main thread pauses.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
threading.Thread(target=server.serve_forever, daemon=True).start()
tell(event="listening", port=server.server_address[1])
while True:
    signal.sigwait({signal.SIGUSR1})
    os.write(release_write, b"!")
