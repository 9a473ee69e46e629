#!/usr/bin/env python3
"""Fuzzes the `swiftlet` command: every surface that takes a file or a line gets damaged and random input.

    swift build -c release && Tests/Fuzz/fuzz.py [--runs 100000] [--seed 1] [--surface NAME…] [--jobs N]

A run is one process. It must end with a documented exit status (0, 1 or 2) within 5 seconds and 1 GB of memory; errors are
one line that says what is wrong; what ends with status 0 has finite numbers and valid JSON. Run n of a surface is the same
for the same seed: `--only SURFACE:N` repeats one and prints its command. Inputs that fail are kept in .build/fuzz.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import inputs  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS, BYTES = 5, 1 << 30
FORBIDDEN = re.compile(r"Error Domain=|DecodingError|Fatal error|fatalError|NSCocoaErrorDomain|Swift\.")


def limits():
    # Address space is larger than memory in use: files are mapped, and the runtime reserves some.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (4 * SECONDS, 4 * SECONDS))


def check_output(surface, output):
    """Returns what is wrong with the output of a run that ended with status 0."""
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


def run(binary, surface, number, seed, keep=False):
    """Makes the input of a run and runs it; returns what is wrong, or None."""
    generator = random.Random(f"{seed} {surface.name} {number}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz-", dir=os.environ.get("TMPDIR", "/tmp")))
    try:
        arguments, data = surface.make(generator, folder)
        (folder / "stdin").write_bytes(data)
        start = time.monotonic()
        with open(folder / "stdin", "rb") as stdin, open(folder / "out", "wb") as out, open(folder / "err", "wb") as err:
            process = subprocess.Popen(
                [binary, *arguments], stdin=stdin, stdout=out, stderr=err, preexec_fn=limits, cwd=folder,
                env=dict(os.environ, NO_COLOR="1", HOME=str(folder)))
            timer_end = start + 4 * SECONDS
            usage, status = None, None
            while status is None:
                pid, code, found = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    status, usage = code, found
                elif time.monotonic() > timer_end:
                    process.kill()
                    _, status, usage = os.wait4(process.pid, 0)
                else:
                    time.sleep(0.002)
            process.returncode = 0
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
            wrong = check_output(surface, (folder / "out").read_bytes())
        if keep:
            print("in", folder, ":", " ".join(map(str, [binary, *arguments])), file=sys.stderr)
            print(errors, file=sys.stderr)
        if wrong and not keep:
            kept = ROOT / ".build/fuzz" / f"{surface.name}-{number}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(folder, kept)
            (kept / "command").write_text(" ".join(map(str, arguments)) + "\n" + wrong + "\n")
        return wrong, os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1, seconds, usage.ru_maxrss
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--surface", nargs="*", help=", ".join(surface.name for surface in inputs.SURFACES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--binary", default=str(ROOT / ".build/release/swiftlet"))
    parser.add_argument("--only", help="SURFACE:NUMBER, a single run, whose files are kept")
    options = parser.parse_args()
    surfaces = [surface for surface in inputs.SURFACES if not options.surface or surface.name in options.surface]
    if options.only:
        name, number = options.only.split(":")
        surface = next(surface for surface in inputs.SURFACES if surface.name == name)
        print(run(options.binary, surface, int(number), options.seed, keep=True))
        return
    total = sum(surface.weight for surface in surfaces)
    failed = 0
    print(f"{'surface':16}{'runs':>8}{'status 0':>10}{'refused':>9}{'slowest':>10}{'largest':>10}{'wrong':>7}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for surface in surfaces:
            count = max(1, options.runs * surface.weight // total)
            results = list(pool.map(lambda n: run(options.binary, surface, n, options.seed), range(count)))
            wrong = [(number, result[0]) for number, result in enumerate(results) if result[0]]
            succeeded = sum(result[1] == 0 for result in results)
            print(f"{surface.name:16}{count:8}{succeeded:10}{count - succeeded:9}"
                  f"{max(result[2] for result in results):8.2f} s{max(result[3] for result in results) >> 10:7} MB"
                  f"{len(wrong):7}", flush=True)
            for number, text in wrong[:10]:
                print(f"    {surface.name}:{number}: {text}", flush=True)
            failed += len(wrong)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
