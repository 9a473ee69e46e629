#!/usr/bin/env bash
# Measures what the checksums of packed weights cost, in loading and first use.
#
#   swift build -c release && Benchmarks/packed-cache.sh [MODEL.gguf] [REPETITIONS]
#
# Each process loads the model from a cache that is in memory, and reads a prompt of 128 tokens once: in turns with weights
# that are verified on first use, with unverified ones, and with all of them verified while loading. Prints one line of
# JSON:
#
#   processor_seconds             the processor time of a process that verifies on first use
#   unverified_processor_seconds  the processor time without verification
#   cost                          the former relative to the latter, less 1: the median of all rounds
#   load_seconds                  seconds to load with verification on first use
#   load_seconds_verified         seconds to load with `--verify-packed-cache`
#
# Other work on the machine lengthens all of these, so each but the cost is the smallest of all rounds.
# With no model, one of half a gigabyte with random weights is made.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
binary=${SWIFTLET:-$root/.build/release/swiftlet}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
model=${1:-}
if [[ -z $model ]]; then
  model=$folder/model.gguf
  "$binary" synthesize "$model" --shape qwen2.5-0.5b --type Q8_0 >/dev/null
fi
python3 - "$binary" "$model" "$folder/packed" "${2:-9}" <<'END'
import json, os, statistics, subprocess, sys

binary, model, folder, repetitions = sys.argv[1:]


def measure(*options):
    """Returns the statistics of a process, and its processor time."""
    command = [binary, "bench", "--model", model, f"--packed-cache={folder}", "--prompt", "128", "--generate", "0"]
    command += ["--repetitions", "1", "--no-warmup", "--format", "json", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} ended with status {os.waitstatus_to_exitcode(status)}")
    return json.loads(text.splitlines()[0]), usage.ru_utime + usage.ru_stime


measure()
runs = []
for number in range(int(repetitions)):
    # Each kind is as often the first as the others.
    kinds = [(), ("--no-verify-packed-cache",), ("--verify-packed-cache",)]
    kinds = kinds[number % 3:] + kinds[:number % 3]
    found = {kind: measure(*kind) for kind in kinds}
    row, seconds = found[()]
    if row["packed_cache"] != "loaded":
        sys.exit(f"expected a loaded cache, found {row['packed_cache']}")
    unverified = found[("--no-verify-packed-cache",)][1]
    runs.append((seconds, unverified, row["load_seconds"], found[("--verify-packed-cache",)][0]["load_seconds"]))
processor, unverified, load, verified = map(min, zip(*runs))
print(json.dumps({
    "processor_seconds": round(processor, 4), "unverified_processor_seconds": round(unverified, 4),
    "cost": round(statistics.median(run[0] / run[1] for run in runs) - 1, 4), "load_seconds": load,
    "load_seconds_verified": verified}))
END
