"""What an experiment has at hand: a folder of its own, the program that is tried, and checks that can fail."""

import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import threading
import time


class Ended:
    """A run of a program that has ended."""

    def __init__(self, status, out, err, seconds, processor, memory):
        self.status, self.out, self.err = status, out, err
        self.seconds = seconds
        self.processor = processor  # seconds
        self.memory = memory  # MB at most

    @property
    def lines(self):
        return self.out.splitlines()

    @property
    def objects(self):
        """The JSON objects of the output, one a line."""
        found = []
        for line in self.lines:
            try:
                found.append(json.loads(line))
            except ValueError:
                pass
        return found

    @property
    def last(self):
        """The last JSON object of the output, or an empty one."""
        return (self.objects or [{}])[-1]

    @property
    def first_error(self):
        return (self.err.strip().splitlines() or ["(nothing on standard error)"])[0]


class Running:
    """A program under way, whose output is read as it comes."""

    def __init__(self, command, environment, folder):
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            command,
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self.out, self.err = [], []
        self.readers = [
            threading.Thread(target=self._read, args=pair, daemon=True)
            for pair in ((self.process.stdout, self.out), (self.process.stderr, self.err))
        ]
        for reader in self.readers:
            reader.start()

    @staticmethod
    def _read(stream, lines):
        for line in stream:
            lines.append(line.rstrip("\n"))

    @property
    def objects(self):
        return [json.loads(line) for line in list(self.out) if line.startswith("{")]

    def wait_for(self, condition, seconds):
        """Whether `condition(self)` comes true in time and before the program ends."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if condition(self):
                return True
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        return bool(condition(self))

    def end(self, sign=signal.SIGTERM, seconds=20):
        """Sends a signal, waits, and returns the status."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for reader in self.readers:
            reader.join(5)
        return self.process.returncode


class Trial:
    """One ask, tried with one program."""

    def __init__(self, program, root, folder):
        self.program, self.root = program, pathlib.Path(root)
        self.folder = pathlib.Path(folder)
        self.samples = self.root / "Data/samples"
        self.commands, self.checks, self.proofs = [], [], []
        self._begun = []
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "HOME": str(self.folder / "home"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "TMPDIR": str(self.folder),
            "LC_ALL": "en_US.UTF-8",
            # Far from everything that is tried, so that the computer's zone shows where it should not count.
            "TZ": "America/New_York",
            "NO_COLOR": "1",
        }
        for name in ("home", "cache", "config"):
            (self.folder / name).mkdir()

    # Running

    def run(self, *arguments, input=None, timeout=90, environment=None, wrapper=()):
        """Runs the program to its end; one that hangs is ended and has the status -9."""
        command = self._command(arguments, wrapper)
        return self.execute(command, input=input, timeout=timeout, environment=environment)

    def execute(self, command, input=None, timeout=90, environment=None):
        """Runs any command and measures it."""
        started = time.monotonic()
        with open(self.folder / "stdin", "w+", encoding="utf-8") as source, open(
            self.folder / "stdout", "w+b"
        ) as out, open(self.folder / "stderr", "w+b") as err:
            source.write(input or "")
            source.seek(0)
            process = subprocess.Popen(
                [str(word) for word in command],
                env={**self.environment, **(environment or {})},
                cwd=self.folder,
                stdin=source,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
            timer = threading.Timer(timeout, process.kill)
            timer.start()
            # The processor time and memory of this one process, which Popen.wait would not tell.
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            texts = [stream.read().decode("utf-8", "replace") for stream in (out, err)]
        return Ended(
            process.returncode,
            *texts,
            time.monotonic() - started,
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1024,
        )

    def start(self, *arguments):
        """Starts the program; it is ended with the trial at the latest."""
        running = Running([str(word) for word in self._command(arguments, ())], self.environment, self.folder)
        self._begun.append(lambda: running.end(signal.SIGKILL))
        return running

    def keep(self, thing):
        """Takes over something with a `close`."""
        self._begun.append(thing.close)
        return thing

    def _command(self, arguments, wrapper):
        words = [str(word) for word in arguments]
        shown = " ".join(shlex.quote(word) if re.search(r"[\s;|&$\"'<>*]", word) else word for word in words)
        shown = shown.replace(str(self.folder) + "/", "").replace(str(self.samples) + "/", "Data/samples/")
        shown = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:PORT", "locate " + shown)
        if shown not in self.commands:
            self.commands.append(shown)
        return [*wrapper, self.program, *words]

    def close(self):
        for end in reversed(self._begun):
            end()

    # Judging

    def holds(self, condition, expectation):
        """Notes whether something that a user expects holds."""
        self.checks.append((bool(condition), expectation))
        return bool(condition)

    def proof(self, text):
        """A figure or line of output for the table."""
        self.proofs.append(" ".join(str(text).replace(f"{self.folder}/", "").split()))

    def test(self, file, name):
        """Holds if a test of that name, a sentence or function, is in that file; for what no command can show."""
        path = self.root / "Tests" / file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        found = f'@Test("{name}"' in text or re.search(rf"@Test\b[^\n]*\bfunc {re.escape(name)}\(", text)
        if self.holds(found, f'the test "{name}" is in Tests/{file}'):
            self.proof(f"test “{name}” in Tests/{file}")

    # Files

    def path(self, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def write(self, name, content):
        path = self.path(name)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return path

    def tags(self, path, *options):
        """What exiftool reads of a file or folder: objects, numbers as numbers."""
        ended = self.execute(["exiftool", "-json", "-n", "-q", *options, path])
        try:
            return json.loads(ended.out)
        except ValueError:
            return []
