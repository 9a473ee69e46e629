#!/usr/bin/env bash
# Creates the results of RESULTS.md: generates each model with `swiftlet synthesize` and compares the engines.
#
#   Benchmarks/table.sh [--ik] [--rounds N] [--threads N] [--tests LIST] FOLDER [NAME…]
#
# FOLDER contains the models (15 GB) and the results, NAME.json and NAME.log. Existing models are not generated again, and
# tests with results in NAME.json are not run again, so an interrupted run can be resumed, and other tests can be added.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
all=(1b-q4_0 1b-q8_0 1b-q4_k_m 3b-q4_0 3b-q8_0 3b-q4_k_m 1b-f16 1b-bf16 135m-f16 135m-bf16)

fail() {
  echo "table.sh: $1" >&2
  exit "${2:-1}"
}

shape_of() {
  case $1 in
  135m-*) echo smollm2-135m ;;
  1b-*) echo llama-3.2-1b ;;
  3b-*) echo llama-3.2-3b ;;
  *) fail "$1: unknown, expected one of: ${all[*]}" 2 ;;
  esac
}

options=()
while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds | --threads | --tests)
    [[ $# -ge 2 ]] || fail "$1: a value is missing" 2
    options+=("$1" "$2")
    shift 2
    ;;
  --ik)
    options+=("$1")
    shift
    ;;
  --help)
    sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit
    ;;
  -*) fail "$1: unknown option; see --help" 2 ;;
  *) break ;;
  esac
done
[[ $# -gt 0 ]] || fail "FOLDER: is missing; see --help" 2
folder=$1
shift
names=("$@")
[[ $# -gt 0 ]] || names=("${all[@]}")
for name in "${names[@]}"; do shape_of "$name" >/dev/null; done
mkdir -p "$folder"

"$here/build.sh" kernels >&2
swiftlet=$root/.build/release/swiftlet
for name in "${names[@]}"; do
  if [[ ! -e $folder/$name.gguf ]]; then
    "$swiftlet" synthesize "$folder/$name.gguf" --shape "$(shape_of "$name")" --type "${name#*-}" >&2
  fi
  "$here/compare.sh" --no-build --resume ${options[@]+"${options[@]}"} --output "$folder/$name.json" "$folder/$name.gguf" |
    tee "$folder/$name.log"
done
