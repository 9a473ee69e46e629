#!/usr/bin/env bash
# Makes WORK/model-f32.gguf the default model, and everything in the repository that shows what the model says.
#
#     ./replace.sh WORK [ITEMS [BEFORE...]]
#
# WORK has tokenizer.json, valid.jsonl and the runs. ITEMS is what it is asked for the card, best items by which nothing was chosen; without it, WORK/heldout.jsonl.
# BEFORE are those by which it was chosen.
# RUNS, in the environment, are the folders of the runs whose loss is drawn, one after the other; without it, WORK/run.
#
# What is written by a person stays to be done, and is listed at the end.
set -euo pipefail
work=$(realpath "${1:?usage: replace.sh WORK [ITEMS [BEFORE...]]}")
items=$(realpath "${2:-$work/heldout.jsonl}")
before=()
for each in "${@:3}"; do before+=("$(realpath "$each")"); done
runs=()
for each in ${RUNS:-$work/run}; do runs+=("$(realpath "$each")"); done
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}

swift build -c release
swiftlet=$PWD/.build/release/swiftlet

echo "== The file is what was trained"
"$python" Weights/Training/compare.py --work "$work" --swiftlet "$swiftlet" "$work/model-f32.gguf"

echo "== Q8_0 for the package, Q4_K_M for measurements"
"$swiftlet" quantize "$work/model-f32.gguf" Weights/swiftlet-tiny-q8_0.gguf --type Q8_0
"$swiftlet" quantize "$work/model-f32.gguf" "$work/model-q4_k_m.gguf" --type Q4_K_M
test "$(stat -c %s Weights/swiftlet-tiny-q8_0.gguf)" -le $((40 << 20))
rm -f Weights/swiftlet-tiny-q8_0.gguf.swiftlet-packed

echo "== Its loss, how well it does its tasks, and what it says: for the card and README"
"$python" Weights/Training/plot.py Weights/loss.svg --run "${runs[@]}"
unset SWIFTLET_MODEL
swift build -c release # the build copies the file beside the executable
(cd Weights/Training && "$python" -m evaluate --model ../swiftlet-tiny-q8_0.gguf --swiftlet "$swiftlet" \
  --items "$items" --before "${before[@]}" --limit 3000 --samples ../SAMPLES.md) | tee "$work/evaluation.md"
Tests/Reference/check-readme.sh .build/release --write
"$swiftlet" respond "Tell me a story about a fox." --greedy --stats 2>&1 >/dev/null | tee "$work/speed.json"

echo "== What depends on the words of the model"
swift test --filter 'DefaultModelTests|RespondTests|TemplateTests|QuantizationTests|AdapterTests|ProgramsWithDefaultModelTests|SeedTests'
Tests/Reference/check-documentation.sh .build/release

cat <<'DONE'
Left to a person:
- Weights/README.md: the table at the top (inspect the file), data and their licences, training, the evaluation's table
  (WORK/evaluation.md), what it cannot do
- Weights/ATTRIBUTION.md: Training/attribution.py, if other sources were used
- README.md: whether what the model says there (git diff) is worth showing; the number of parameters
- Sources/swiftlet-cli/Commands/Welcome.swift: the prompt that plain `swiftlet` answers
- Benchmarks/RESULTS.md: figures that were taken on the default model (latency, guided)
- swift test, .ci/run
DONE
