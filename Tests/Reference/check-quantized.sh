#!/usr/bin/env bash
# Compares quantised models of every family in every format with the same weights as floats, in one to two minutes; the unit
# tests cover one format per family. Prints the largest mean divergences per kind of format.
set -euo pipefail
cd "$(dirname "$0")/../.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
SWIFTLET_ALL_FORMATS=1 SWIFTLET_PRINT_DEVIATIONS=1 swift test --filter \
  'QuantizedFamiliesTests|RequantizedModelsTests|QuantizedTypesTests' "$@" >"$log" 2>&1 || { tail -n 100 "$log"; exit 1; }
grep '^divergence of' "$log" | sed 's/^divergence of //' | sort -t: -k2 -gr >"$log.sorted"
echo "$(wc -l <"$log.sorted") models, the largest mean divergences:"
head -n 10 "$log.sorted"
rm -f "$log.sorted"
