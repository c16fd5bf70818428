"""Opens pages in headless Chromium, takes steps there, and prints the results.

    browser.py PROGRAM PAGE < STEPS      opens one page
    browser.py PROGRAM < LINES           opens a page for each line, all in one browser, and answers each with a line

PROGRAM is Debian's chromium or chromium-headless-shell; neither opens a window. STEPS is JSON: {"width", "height", "dark",
"patience", "steps": [...]}; a line also has "page". A step is one of {"wait": EXPRESSION}, which waits until an expression is true,
{"eval": EXPRESSION}, {"click": [X, Y]}, {"drag": [X, Y, X, Y]}, {"key": NAME}, {"dark": BOOL}, {"print": BOOL},
{"size": [W, H]}, {"screenshot": PATH}. An answer is JSON: {"results": [of each eval], "errors": [of the console],
"requests": [URLs other than the page's own]}; in the second form {"failure": TEXT} for a page where a step failed. The browser is
controlled through pipes and cannot reach any network.
"""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The seconds that any answer may take, beyond those that a condition may take to become true.
SLACK = 60
KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, " ": 32, "ArrowLeft": 37, "ArrowRight": 39}


class Failure(Exception):
    """A step that failed."""


class Browser:
    def __init__(self, program, width, height):
        self.profile = tempfile.mkdtemp()
        # What it says when it ends, or does not begin.
        self.complaints = tempfile.TemporaryFile()
        (command_read, self.commands), (self.answers, answer_write) = os.pipe(), os.pipe()

        def take_pipes():
            # The browser reads commands from descriptor 3 and writes answers to 4.
            first, second = os.dup(command_read), os.dup(answer_write)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             # In a container /dev/shm may be too small for a page, which then ends without an answer.
             "--disable-dev-shm-usage",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.profile}",
             f"--window-size={width},{height}", "about:blank"],
            preexec_fn=take_pipes, close_fds=False, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=self.complaints)
        os.close(command_read)
        os.close(answer_write)
        self.pending = b""
        self.number = 0
        self.session = None
        self.context = None
        # The seconds that a condition may take to become true.
        self.patience = 30
        self.errors, self.requests = [], {}

    def ended(self, reason):
        """The exception for a browser that cannot be used further, with its last complaint."""
        self.complaints.seek(0)
        lines = self.complaints.read().decode(errors="replace").split("\n")
        return SystemExit(": ".join([reason] + [line.strip()[:300] for line in lines if line.strip()][-1:]))

    def message(self, deadline):
        while b"\0" not in self.pending:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                raise self.ended("the browser does not answer")
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                raise self.ended("the browser has ended")
            self.pending += piece
        text, self.pending = self.pending.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        try:
            os.write(self.commands, json.dumps(command).encode() + b"\0")
        except BrokenPipeError:
            raise self.ended("the browser has ended") from None
        deadline = time.monotonic() + self.patience + SLACK
        while True:
            message = self.message(deadline)
            if message.get("id") == self.number:
                if "error" in message:
                    raise Failure(f"{method}: {message['error']}")
                return message["result"]
            # An earlier page may still report its end.
            if message.get("sessionId") == self.session:
                self.notice(message)

    def notice(self, message):
        method, values = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(part.get("value", part.get("description"))) for part in values["args"]))
        elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.errors.append(values["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            url = values["request"]["url"]
            if not url.startswith(("data:", "blob:")):
                self.requests[values["requestId"]] = url
        elif method == "Inspector.targetCrashed":
            raise self.ended("the page's process has crashed")
        elif method == "Network.loadingFailed" and values.get("blockedReason") == "csp":
            # Announced, but stopped by the page's policy.
            self.requests.pop(values["requestId"], None)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(f"{expression}: {details.get('exception', {}).get('description') or details['exception']}")
        return answer["result"].get("value")

    def wait(self, condition):
        self.evaluate(
            "new Promise((done, fail) => { const begin = performance.now(); (function look() {"
            f" if ({condition}) done(); else if (performance.now() - begin > {1000 * self.patience}) fail('never: ' + {json.dumps(condition)});"
            " else setTimeout(look, 10); })(); })")

    def mouse(self, kind, x, y, pressed):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if pressed else "none",
                  buttons=1 if pressed else 0, clickCount=1)

    def key(self, name):
        text = {"Enter": "\r", " ": " "}.get(name, "")
        shared = {"key": name, "code": {" ": "Space"}.get(name, name), "windowsVirtualKeyCode": KEYS.get(name, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **shared)
        self.call("Input.dispatchKeyEvent", type="keyUp", **shared)

    def open_page(self):
        """Opens an empty page that shares nothing with earlier ones."""
        self.close_page()
        self.errors, self.requests = [], {}
        self.context = self.call("Target.createBrowserContext", disposeOnDetach=True)["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def close_page(self):
        self.session = None
        if self.context:
            self.call("Target.disposeBrowserContext", browserContextId=self.context)
            self.context = None

    def close(self):
        # Its other processes too, which would go on writing into the profile while it is deleted.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for _ in range(100):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.02)


def run(browser, page, plan):
    browser.open_page()
    for domain in ("Runtime", "Log", "Page", "Network", "Inspector"):
        browser.call(domain + ".enable")

    def size(width, height):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def media(dark, paper):
        browser.call("Emulation.setEmulatedMedia", media="print" if paper else "",
                     features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    browser.patience = plan.get("patience", 30)
    size(plan["width"], plan["height"])
    media(plan.get("dark", False), False)
    uri = Path(page).resolve().as_uri()
    browser.call("Page.navigate", url=uri)
    browser.wait("document.readyState === 'complete'")
    results = []
    for step in plan["steps"]:
        (kind, value), = step.items()
        if kind == "wait":
            browser.wait(value)
        elif kind == "eval":
            results.append(browser.evaluate(value))
        elif kind == "click":
            browser.mouse("mouseMoved", *value, False)
            browser.mouse("mousePressed", *value, True)
            browser.mouse("mouseReleased", *value, True)
        elif kind == "drag":
            browser.mouse("mouseMoved", *value[:2], False)
            browser.mouse("mousePressed", *value[:2], True)
            for part in range(1, 11):
                browser.mouse("mouseMoved", value[0] + (value[2] - value[0]) * part / 10,
                              value[1] + (value[3] - value[1]) * part / 10, True)
            browser.mouse("mouseReleased", *value[2:], True)
        elif kind == "key":
            browser.key(value)
        elif kind == "dark":
            media(value, False)
        elif kind == "print":
            media(False, value)
        elif kind == "size":
            size(*value)
        elif kind == "screenshot":
            picture = browser.call("Page.captureScreenshot", format="png")
            Path(value).write_bytes(base64.b64decode(picture["data"]))
        else:
            raise Failure(f"{kind} is not a step")
    return {"results": results, "errors": browser.errors, "requests": [url for url in browser.requests.values() if url != uri]}


def open_once(program, page):
    plan = json.load(sys.stdin)
    browser = Browser(program, plan["width"], plan["height"])
    try:
        print(json.dumps(run(browser, page, plan)))
    except Failure as failure:
        raise SystemExit(str(failure)) from None
    finally:
        browser.close()


def lines_while_wanted():
    """Yields lines of standard input until it ends, or the program that started this one has ended."""
    parent = os.getppid()
    pending = b""
    while True:
        if select.select([0], [], [], 1)[0]:
            piece = os.read(0, 1 << 20)
            if not piece:
                return
            *lines, pending = (pending + piece).split(b"\n")
            yield from lines
        elif os.getppid() != parent:
            return


def serve(program):
    browser = None
    # Why it ended, in pages one after another: where it does not work, the pages that remain do not wait for it.
    ends = []
    try:
        for line in lines_while_wanted():
            plan = json.loads(line)
            if len(ends) == 3:
                print(json.dumps({"failure": f"not opened, after three failures: {ends[-1]}"}), flush=True)
                continue
            answer = None
            while answer is None:
                if browser is None:
                    browser = Browser(program, plan["width"], plan["height"])
                try:
                    answer = run(browser, plan["page"], plan)
                    ends = []
                except Failure as failure:
                    answer = {"failure": str(failure)}
                except SystemExit as ended:
                    browser.close()
                    browser = None
                    # The first time it is started again, which is said.
                    if ends:
                        answer = {"failure": str(ended)}
                    else:
                        print(f"noticed: {ended}", file=sys.stderr, flush=True)
                    ends.append(str(ended))
            print(json.dumps(answer), flush=True)
    finally:
        if browser is not None:
            browser.close()


def main():
    if len(sys.argv) == 2:
        serve(sys.argv[1])
    else:
        open_once(*sys.argv[1:])


main()
