#!/usr/bin/env python3
"""Fuzzes the `swiftlet` command: every surface that takes a file or a line gets damaged and random input.

    swift build -c release && Tests/Fuzz/fuzz.py [--runs 100000] [--start 0] [--seed 1] [--surface NAME…] [--jobs N]

A run is one process. It must end with a documented exit status (0, 1 or 2) within 5 seconds and 1 GB of memory; errors are
one line that says what is wrong; what ends with status 0 has finite numbers and valid JSON. Run n of a surface is the same
for the same seed: `--only SURFACE:N` repeats one and prints its command. Inputs that fail are kept in .build/fuzz.

The runs of all surfaces are one sequence, so that `--start 20000 --runs 20000` goes on where `--runs 20000` has ended, and
with `--totals FILE` the ranges are added up: each call prints the table of all runs so far. A range that is interrupted
counts as far as it came; the next call with `--resume` begins there.
"""

import argparse
import array
import itertools
import json
import math
import multiprocessing
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import file_inputs  # noqa: E402
import inputs  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS, BYTES = 5, 1 << 30
# Seconds after which a run is ended, on a machine that others use too.
PATIENCE = 60
SURFACES = inputs.SURFACES + file_inputs.SURFACES
BY_NAME = {surface.name: surface for surface in SURFACES}
FORBIDDEN = re.compile(r"Error Domain=|DecodingError|Fatal error|fatalError|NSCocoaErrorDomain|Swift\.")


def check_output(surface, folder):
    """Returns what is wrong with the output of a run that ended with status 0."""
    output = (folder / "out").read_bytes()
    if surface.floats:
        numbers = array.array("f", (folder / surface.floats).read_bytes())
        return None if all(map(math.isfinite, numbers)) else f"{surface.floats} is not finite"
    if surface.json_lines:
        for line in output.decode(errors="replace").splitlines():
            try:
                numbers = json.loads(line, parse_constant=lambda name: float(name))
            except ValueError:
                return f"not JSON: {line[:120]!r}"
            if not all_finite(numbers):
                return f"not finite: {line[:120]!r}"
    elif surface.numbers and re.search(rb"(?i)(?<![a-z])-?(nan|inf)(?![a-z])", output):
        return f"not finite: {output[:120]!r}"
    return None


def all_finite(value):
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(all_finite, value.values()))
    return all(map(all_finite, value)) if isinstance(value, list) else True


def spawn(binary, arguments, folder):
    """Runs the command in a folder; returns its wait status and its usage of resources."""
    files = [(os.POSIX_SPAWN_OPEN, 0, folder / "stdin", os.O_RDONLY, 0)]
    files += [(os.POSIX_SPAWN_OPEN, number, folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
              for number, name in [(1, "out"), (2, "err")]]
    os.chdir(folder)
    # Not through fork, which copies the tables of this process, and takes as long as the command itself.
    child = os.posix_spawn(binary, [binary, *map(str, arguments)], dict(os.environ, NO_COLOR="1", HOME=str(folder)),
                           file_actions=files)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.alarm(PATIENCE)
    _, status, usage = os.wait4(child, 0)
    signal.alarm(0)
    return status, usage


def run(binary, surface, number, seed, folder, keep=False):
    """Makes the input of a run and runs it; returns what is wrong, or None, the exit status, the seconds and the memory."""
    generator = random.Random(f"{seed} {surface.name} {number}")
    arguments, data = surface.make(generator, folder)
    (folder / "stdin").write_bytes(data)
    status, usage = spawn(binary, arguments, folder)
    seconds = usage.ru_utime + usage.ru_stime
    errors = (folder / "err").read_bytes().decode(errors="replace")
    wrong = None
    if os.WIFSIGNALED(status):
        wrong = f"signal {signal.Signals(os.WTERMSIG(status)).name}"
    elif os.WEXITSTATUS(status) not in (0, 1, 2):
        wrong = f"status {os.WEXITSTATUS(status)}"
    elif seconds > SECONDS:
        wrong = f"{seconds:.1f} s of processor time"
    elif usage.ru_maxrss * 1024 > BYTES:
        wrong = f"{usage.ru_maxrss >> 10} MB"
    elif FORBIDDEN.search(errors):
        wrong = f"an error that is not for readers: {errors[:160]!r}"
    elif os.WEXITSTATUS(status) != 0 and not errors.strip():
        wrong = "fails without a message"
    elif os.WEXITSTATUS(status) == 0:
        wrong = check_output(surface, folder)
    if keep:
        print("in", folder, ":", " ".join(map(str, [binary, *arguments])), file=sys.stderr)
        print(errors, file=sys.stderr)
    elif wrong:
        kept = ROOT / ".build/fuzz" / f"{surface.name}-{number}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept)
        (kept / "command").write_text(" ".join(map(str, arguments)) + "\n" + wrong + "\n")
    return wrong, os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1, seconds, usage.ru_maxrss


WORK = {}


def prepare(binary, seed):
    """Prepares a worker: its folder, in memory where there is one, and the limits that its children inherit."""
    base = os.environ.get("TMPDIR") or ("/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    WORK.update(binary=binary, seed=seed, base=base)
    file_inputs.binary = binary


def work(task):
    """Runs a task of a worker."""
    name, number = task
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz-", dir=WORK["base"]))
    try:
        return name, number, *run(WORK["binary"], BY_NAME[name], number, WORK["seed"], folder)
    finally:
        os.chdir("/")
        shutil.rmtree(folder, ignore_errors=True)


def tasks(surfaces):
    """The endless sequence of runs: in each round every surface has as many as its weight."""
    for round in itertools.count():
        for surface in surfaces:
            for number in range(surface.weight):
                yield surface.name, round * surface.weight + number


class Totals:
    """The results by surface, kept in a file between ranges."""

    def __init__(self, path, key):
        self.path, self.key, self.next, self.rows = path, key, 0, {}
        if path and path.exists():
            kept = json.loads(path.read_text())
            if kept["key"] != key:
                sys.exit(f"{path}: found runs of {kept['key']}, expected {key}")
            self.next, self.rows = kept["next"], kept["rows"]

    def add(self, name, number, wrong, status, seconds, memory):
        row = self.rows.setdefault(name, {"runs": 0, "succeeded": 0, "seconds": 0, "memory": 0, "wrong": []})
        row["runs"] += 1
        row["succeeded"] += status == 0
        row["seconds"], row["memory"] = max(row["seconds"], seconds), max(row["memory"], memory)
        if wrong:
            row["wrong"].append([number, wrong])
            print(f"    {name}:{number}: {wrong}", flush=True)

    def save(self):
        if self.path:
            rest = self.path.with_suffix(".new")
            rest.write_text(json.dumps({"key": self.key, "next": self.next, "rows": self.rows}))
            rest.replace(self.path)

    def print(self):
        print(f"{'surface':16}{'runs':>8}{'status 0':>10}{'refused':>9}{'slowest':>10}{'largest':>10}{'wrong':>7}")
        for name, row in self.rows.items():
            print(f"{name:16}{row['runs']:8}{row['succeeded']:10}{row['runs'] - row['succeeded']:9}"
                  f"{row['seconds']:8.2f} s{row['memory'] >> 10:7} MB{len(row['wrong']):7}")

    @property
    def failed(self):
        return sum(len(row["wrong"]) for row in self.rows.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--start", type=int, default=0, help="the first run of the sequence")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--surface", nargs="*", help=", ".join(BY_NAME))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--binary", default=str(ROOT / ".build/release/swiftlet"))
    parser.add_argument("--totals", type=pathlib.Path, help="a file that adds up the results of several ranges")
    parser.add_argument("--resume", action="store_true", help="begin where the last range of --totals ended")
    parser.add_argument("--only", help="SURFACE:NUMBER, a single run, whose files are kept")
    options = parser.parse_args()
    binary = str(pathlib.Path(options.binary).resolve())
    if options.only:
        name, number = options.only.split(":")
        folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz-"))
        file_inputs.binary = binary
        print(run(binary, BY_NAME[name], int(number), options.seed, folder, keep=True))
        return
    surfaces = [surface for surface in SURFACES if not options.surface or surface.name in options.surface]
    totals = Totals(options.totals, [options.seed, [[surface.name, surface.weight] for surface in surfaces]])
    start = totals.next if options.resume else options.start
    begin = time.monotonic()
    done = 0
    try:
        with multiprocessing.Pool(options.jobs, prepare, (binary, options.seed)) as pool:
            sequence = itertools.islice(tasks(surfaces), start, start + options.runs)
            # In order, so that an interrupted range has no gaps.
            for result in pool.imap(work, sequence, chunksize=8):
                totals.add(*result)
                done += 1
                if done % 1000 == 0:
                    totals.next = start + done
                    totals.save()
    except KeyboardInterrupt:
        pass
    totals.next = start + done
    totals.save()
    totals.print()
    seconds = time.monotonic() - begin
    print(f"runs {start} to {start + done} of seed {options.seed}: {done / seconds:.1f} a second with {options.jobs} jobs")
    sys.exit(1 if totals.failed else 0)


if __name__ == "__main__":
    main()
