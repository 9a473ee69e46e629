#!/usr/bin/env bash
# Measures what the checksums of packed weights cost: seconds to load from a cache, verified on first use and at once.
#
#   swift build -c release && Benchmarks/packed-cache.sh [MODEL.gguf] [REPETITIONS]
#
# Prints one line of JSON. `load_seconds` of `bench` are compared in turns, as other work on the machine affects both,
# and the smallest of each is taken. With no model, one of half a gigabyte with random weights is made.
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
measure() {
  "$binary" bench --model "$model" --packed-cache="$folder/packed" --prompt 1 --generate 1 --repetitions 1 \
    --format json "$@" 2>/dev/null | python3 -c 'import json, sys; text = sys.stdin.read().strip()
rows = json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]
print(min(row["load_seconds"] for row in rows))'
}
measure >/dev/null
for _ in $(seq "${2:-5}"); do
  echo "$(measure) $(measure --verify-packed-cache)"
done | python3 -c 'import json, sys
lazy, verified = map(min, zip(*(map(float, line.split()) for line in sys.stdin)))
print(json.dumps({"load_seconds": lazy, "load_seconds_verified": verified, "share": round(1 - lazy / verified, 4)}))'
