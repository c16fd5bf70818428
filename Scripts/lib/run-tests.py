"""Runs swift test and tells what came of it: one line of progress, then each failure with what runs it alone.

    run-tests.py [--log FILE] [--complete] ARGUMENT... [-- ARGUMENT...]...

With --complete, a test that is skipped because something is not installed is a failure. Each group of arguments is one run of
swift test; all of them run, also when one fails. What the tests print goes to the log; a line of it that begins with "skipped" is the
reason why a test left out a part, and one that begins with "noticed" is repeated. Where no test begins or ends for a quarter of an
hour, the run is ended, and those that were running are named.
The last line says how many tests passed, failed and were skipped; the status is 1 unless all that ran passed.
"""

import collections
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time


# The seconds without any event after which a run hangs.
PATIENCE = 7200 if os.environ.get("LOCATIONKIT_THOROUGH") else 900


class Report:
    """What the tests of all runs came to."""

    def __init__(self):
        self.names = {}
        self.running = {}
        self.passed = 0
        self.failures = collections.OrderedDict()
        self.skipped = collections.OrderedDict()
        self.left_out = collections.Counter()
        self.broken = []
        self.expected = 0
        self.began = time.monotonic()
        self.told = self.began
        self.last_event = self.began
        self.noticed = collections.Counter()
        self.on_terminal = sys.stderr.isatty()
        self.is_complete = False

    def take(self, record):
        self.last_event = time.monotonic()
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self.names[payload["id"]] = one_line(payload.get("displayName") or payload["name"])
                self.expected += 1
            return
        test, kind = payload.get("testID"), payload["kind"]
        if test is not None and test not in self.names:
            # Of suites only problems of their own count.
            if kind == "issueRecorded" and not is_known(payload):
                self.failures.setdefault(test, []).append(issue(payload))
            return
        if kind == "testStarted":
            self.running[test] = True
        elif kind == "testSkipped":
            self.running.pop(test, None)
            reason = skip_reason(payload) or f"{self.names[test]}: no reason given"
            self.skipped.setdefault(reason, []).append(test)
        elif kind == "issueRecorded" and not is_known(payload):
            self.failures.setdefault(test or "the run itself", []).append(issue(payload))
        elif kind == "testEnded":
            self.running.pop(test, None)
            if test not in self.failures:
                self.passed += 1
        self.progress()

    def take_prints(self, output):
        """Counts the reasons that tests print when they leave out a part."""
        for line in output:
            found = re.match(rb"skipped(?: in part)?: (.*)", line)
            if found:
                self.left_out[one_line(found.group(1).decode(errors="replace"))] += 1
            elif line.startswith(b"noticed: "):
                self.noticed[one_line(line[9:].decode(errors="replace"))] += 1

    def progress(self, force=False):
        now = time.monotonic()
        if not force and now - self.told < (0.2 if self.on_terminal else 30):
            return
        self.told = now
        skipped = sum(len(tests) for tests in self.skipped.values())
        done = self.passed + len(self.failures) + skipped
        show(f"{done} of {self.expected} tests, {len(self.failures)} failed, {now - self.began:.0f} s", self.on_terminal)

    def finish(self):
        """Says it all; returns whether all is well."""
        show("", self.on_terminal)
        for reason, tests in self.skipped.items():
            print(f"skipped {len(tests)}: {reason}")
            if self.is_complete and "not installed" in reason:
                self.broken.append(f"{len(tests)} tests were skipped: {reason}")
        for reason, count in self.left_out.items():
            print(f"skipped in part {count}: {reason}")
            if self.is_complete and "not installed" in reason:
                self.broken.append(f"{count} tests were skipped in part: {reason}")
        for words, count in self.noticed.items():
            print(f"noticed {count}: {words}")
        for test, issues in self.failures.items():
            print(f"\nFAILED {self.names.get(test, test)}")
            for line in issues[:5]:
                print(f"    {line}")
            if len(issues) > 5:
                print(f"    and {len(issues) - 5} more")
            if "/" in test or "." in test:
                print(f"    alone: ./Scripts/test --filter {alone(test)}")
        for line in self.broken:
            print(f"\nFAILED {line}")
        skipped = sum(len(tests) for tests in self.skipped.values())
        failed = len(self.failures) + len(self.broken)
        if self.passed + failed == 0:
            print("no test ran")
            failed = 1
        print(f"\n{time.monotonic() - self.began:.0f} s of tests")
        print(f"{self.passed} passed, {failed} failed, {skipped} skipped")
        return failed == 0


def one_line(words, limit=400):
    words = re.sub(r"\s+", " ", words).strip()
    return words if len(words) <= limit else words[: limit - 1] + "…"


def is_known(payload):
    return payload.get("issue", {}).get("isKnown", False)


def skip_reason(payload):
    for message in payload.get("messages", []):
        found = re.search(r'skipped: "(.*)"$', message["text"], re.S)
        if found:
            return one_line(found.group(1))
    return None


def issue(payload):
    place = payload.get("issue", {}).get("sourceLocation") or {}
    where = f'{place.get("fileID", "?")}:{place.get("line", "?")}: '
    return where + one_line(" ".join(m["text"] for m in payload.get("messages", [])), 600)


def alone(test):
    """What --filter takes for one test: the identifier up to the brackets of its function."""
    suite, _, rest = test.partition("/")
    return suite + ("/" + rest.split("(")[0] if rest else "")


def show(line, on_terminal):
    if on_terminal:
        sys.stderr.write("\r\x1b[K" + line)
    elif line:
        sys.stderr.write(line + "\n")
    sys.stderr.flush()


def read_events(path, report):
    with open(path, "rb") as stream:
        for line in stream:
            try:
                report.take(json.loads(line))
            except (ValueError, KeyError) as error:
                report.broken.append(f"a line of the event stream is not understood: {error}")


def wait(process, report):
    """Waits for a run; one that hangs or is interrupted is ended with what it has started."""
    try:
        while True:
            try:
                return process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                if time.monotonic() - report.last_event > PATIENCE:
                    report.broken.append(f"no test began or ended for {PATIENCE} s")
                    break
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return process.returncode


def run(arguments, report, log):
    with tempfile.TemporaryDirectory() as folder:
        stream = os.path.join(folder, "events")
        os.mkfifo(stream)
        reader = threading.Thread(target=read_events, args=(stream, report))
        reader.start()
        report.running.clear()
        command = ["swift", "test", "--skip-build", "--disable-xctest", *arguments]
        command += ["--event-stream-output-path", stream, "--event-stream-version", "0"]
        log.write(" ".join(command) + "\n")
        log.flush()
        begin = os.fstat(log.fileno()).st_size
        # Secrets that tests make do not belong to the user's own.
        environment = dict(os.environ, XDG_STATE_HOME=os.path.join(os.path.dirname(os.path.abspath(log.name)), "tests-state"))
        report.last_event = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, preexec_fn=os.setpgrp)
        status = wait(process, report)
        # A run that ends before its first event would leave the reader waiting for a writer.
        try:
            os.close(os.open(stream, os.O_WRONLY | os.O_NONBLOCK))
        except OSError:
            pass
        reader.join()
        with open(log.name, "rb") as output:
            output.seek(begin)
            report.take_prints(output)
        running = [f'{report.names[t]} (./Scripts/test --filter {alone(t)})' for t in report.running if t in report.names]
        if running:
            report.broken.append(
                f"the test process ended (status {status}) while these ran, see {log.name}: " + "; ".join(running[:12]))
        elif status != 0 and not report.failures:
            report.broken.append(f"swift test ended with status {status}, see {log.name}")


def main(arguments):
    path = os.devnull
    if arguments[:1] == ["--log"]:
        path, arguments = arguments[1], arguments[2:]
    is_complete = arguments[:1] == ["--complete"]
    if is_complete:
        arguments = arguments[1:]
    groups = [[]]
    for argument in arguments:
        if argument == "--":
            groups.append([])
        else:
            groups[-1].append(argument)
    report = Report()
    report.is_complete = is_complete
    with open(path, "w", encoding="utf-8", errors="replace") as log:
        for group in groups:
            run(group, report, log)
    return 0 if report.finish() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
