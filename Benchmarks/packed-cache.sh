#!/usr/bin/env bash
# Measures what the checksums of packed weights cost: the share of their verification in loading and first use.
#
#   swift build -c release && Benchmarks/packed-cache.sh [MODEL.gguf] [REPETITIONS]
#
# Each repetition loads the model from a cache that is in memory and reads a prompt of 128 tokens once, in a process of
# its own. Prints one line of JSON:
#
#   verification_seconds    the processor time of the verification, of all threads together, as `bench` counts it
#   processor_seconds       the processor time of the whole process, from its start to its end
#   share                   the former as a share of the latter, the median of all repetitions
#   load_seconds            seconds to load without verification, which happens on first use
#   load_seconds_verified   seconds to load with `--verify-packed-cache`, in processes of their own, in turns
#
# Other work on the machine lengthens all of these, so each but the share is the smallest of all repetitions.
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
python3 - "$binary" "$model" "$folder/packed" "${2:-5}" <<'END'
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
for _ in range(int(repetitions)):
    row, seconds = measure()
    if row["packed_cache"] != "loaded":
        sys.exit(f"expected a loaded cache, found {row['packed_cache']}")
    at_once, _ = measure("--verify-packed-cache")
    runs.append((row["packed_cache_verification_seconds"], seconds, row["load_seconds"],
                 at_once["load_seconds"]))
verification, processor, load, verified = map(min, zip(*runs))
print(json.dumps({
    "verification_seconds": round(verification, 4), "processor_seconds": round(processor, 4),
    "share": round(statistics.median(run[0] / run[1] for run in runs), 4), "load_seconds": load,
    "load_seconds_verified": verified}))
END
