"""Tries the 45 asks with one program, or with an older one too, and prints a Markdown table. Scripts/asks starts it."""

import argparse
import concurrent.futures
import pathlib
import re
import signal
import sys
import tempfile
import time

import geocoding
import photos
import positioning
import tracks
from ask import ASKS
from trial import Trial


class Outcome:
    """What came of an ask: a verdict, what was run, and the proof."""

    def __init__(self, trial, failure):
        missing = [text for holds, text in trial.checks if not holds] + (
            [f"the experiment broke: {failure}"] if failure else []
        )
        held = len(trial.checks) - sum(not holds for holds, _ in trial.checks)
        if not missing and trial.checks:
            self.verdict = "met"
        else:
            self.verdict = "partly" if held else "not"
        self.commands = trial.commands
        self.proof = "; ".join(trial.proofs)
        self.missing = missing


def attempt(ask, program, root):
    with tempfile.TemporaryDirectory(prefix="locate-asks-", ignore_cleanup_errors=True) as folder:
        trial, failure = Trial(program, root, folder), None
        started = time.monotonic()
        try:
            ask.experiment(trial)
        except Exception as error:  # An older program may print anything; that is an outcome, not the end of the table.
            failure = f"{type(error).__name__}: {error}"
        finally:
            trial.close()
        outcome = Outcome(trial, failure)
        print(
            f"asks: {ask.number:2} {outcome.verdict:6} {time.monotonic() - started:5.1f} s  {ask.title}",
            file=sys.stderr,
        )
        return outcome


def cell(text):
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def shortened(commands):
    shown = [command if len(command) <= 120 else command[:117] + "..." for command in commands[:2]]
    more = f" and {len(commands) - 2} more" if len(commands) > 2 else ""
    return "; ".join(f"`{command}`" for command in shown) + more


def row(ask, outcome, before):
    proof = outcome.proof if len(outcome.proof) <= 260 else outcome.proof[:257] + "..."
    missing = "".join(f" **Missing:** {text}." for text in outcome.missing)
    verdicts = ([before.verdict] if before else []) + [outcome.verdict]
    cells = [str(ask.number), ask.title, ask.threads, shortened(outcome.commands), *verdicts, proof + missing]
    return "| " + " | ".join(map(cell, cells)) + " |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", required=True)
    parser.add_argument("--before", metavar="OLDER")
    parser.add_argument("--only", default="")
    parser.add_argument("program")
    options = parser.parse_args()
    chosen = {int(number) for number in options.only.split(",") if number}
    asks = [ask for ask in sorted(ASKS, key=lambda ask: ask.number) if not chosen or ask.number in chosen]
    programs = [options.program] + ([options.before] if options.before else [])
    programs = [str(pathlib.Path(program).resolve()) for program in programs]

    # A termination cleans up as an interruption does.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # Most experiments wait for daemons and clocks; the few that work the processor stand apart and run alone.
    outcomes = {}
    with concurrent.futures.ThreadPoolExecutor(max_workers=6) as pool:
        waiting = {
            (program, ask.number): pool.submit(attempt, ask, program, options.root)
            for program in programs
            for ask in asks
            if not ask.is_measured
        }
        try:
            outcomes |= {key: future.result() for key, future in waiting.items()}
        except KeyboardInterrupt:
            print("asks: interrupted; what is under way cleans up after itself first", file=sys.stderr)
            pool.shutdown(cancel_futures=True)
            raise SystemExit(130) from None
    for program in programs:
        for ask in asks:
            if ask.is_measured:
                outcomes[program, ask.number] = attempt(ask, program, options.root)

    verdicts = ["before", "result"] if options.before else ["result"]
    heads = ["#", "asked for", "threads", "what was run", *verdicts, "proof"]
    print("| " + " | ".join(heads) + " |")
    print("|" + " --- |" * len(heads))
    for ask in asks:
        before = outcomes[programs[1], ask.number] if options.before else None
        print(row(ask, outcomes[programs[0], ask.number], before))
    for title, program in zip(["result", "before"], programs):
        counts = {}
        for ask in asks:
            verdict = outcomes[program, ask.number].verdict
            counts[verdict] = counts.get(verdict, 0) + 1
        print(f"\n{title}: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))


assert positioning and tracks and photos and geocoding  # They fill ASKS when they are imported.
main()
