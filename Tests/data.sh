#!/usr/bin/env bash
# Finds or downloads the public data that some tests read, and prints the folder that it lies in.
#
#     Tests/data.sh           # finds it, or downloads what has a public home into .build/data
#     Tests/data.sh --find    # never downloads; exit status 1 if a set is missing
#
# Found is what lies in $SWIFTLET_DATA, or in ../shared/data beside the repository. Every download is of a fixed commit,
# which is the hash of what it contains: git refuses other bytes. What is read, never committed, keeps its own licence.
# Sets without a public home in this form (reference logits, merged templates) are named as missing, and their tests skip.
set -euo pipefail
cd "$(dirname "$0")/.."

sets=(vocab models templates templates-cases json-schema-test-suite schemas/maskbench regex-tests)
missing() { for set in "${sets[@]}"; do [[ -d $1/$set ]] || echo "$set"; done; }

folder=${SWIFTLET_DATA:-}
if [[ -z $folder ]]; then
  if [[ -d ../shared/data ]]; then folder=$(cd ../shared/data && pwd); else folder=$PWD/.build/data; fi
fi

if [[ $folder != "$PWD/.build/data" || ${1:-} == --find ]]; then
  absent=$(missing "$folder")
  if [[ -n $absent ]]; then
    echo "data.sh: not in $folder: "${absent//$'\n'/, } >&2
    [[ ${1:-} == --find ]] && exit 1
  fi
  echo "$folder"
  exit
fi

mkdir -p "$folder"
scratch=$(mktemp -d "$folder/.download.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# fetch URL COMMIT SOURCE TARGET [PATTERN…]: the files of a folder of a commit that match a pattern, or all of them.
fetch() {
  local url=$1 commit=$2 source=$3 target=$folder/$4 clone=$scratch/${1##*/}-${2:0:8} patterns
  shift 4
  [[ -d $target ]] && return
  echo "data.sh: $target from $url at ${commit:0:12}" >&2
  if [[ ! -d $clone ]]; then
    git init -q "$clone"
    git -C "$clone" remote add origin "$url"
    git -C "$clone" config remote.origin.promisor true
    git -C "$clone" config remote.origin.partialclonefilter blob:none
    git -C "$clone" fetch -q --depth 1 --filter blob:none origin "$commit"
  fi
  if [[ $source == . ]]; then patterns=('/*'); else patterns=("/$source"); fi
  if (($#)); then patterns=("${@/#//$source/}"); fi
  git -C "$clone" sparse-checkout set --no-cone "${patterns[@]}"
  git -C "$clone" checkout -q "$commit"
  local part
  part=$(mktemp -d "$scratch/part.XXXXXX")
  (cd "$clone/$source" && find . -name .git -prune -o -type f -print0 | tar -c --null -T -) | tar -x -C "$part"
  mkdir -p "$(dirname "$target")"
  # A set appears under its name only when all of it is there.
  mv "$part" "$target"
}

github=https://github.com
fetch $github/json-schema-org/JSON-Schema-Test-Suite 44401e0c046704b476ec9d2e2fccdaee618f259d . json-schema-test-suite
fetch $github/rust-lang/regex 747bb045adf24b6f696f7bdd78bad14dd6211ae1 testdata regex-tests/testdata
fetch $github/guidance-ai/jsonschemabench 4e4a5ff7b7d47443e57f66e76bca43d5a007ca27 maskbench/data schemas/maskbench
fetch $github/ikawrakow/ik_llama.cpp 7be2bdef4e3ebf417a15cacc51f773c89507d3fa models vocab \
  'ggml-vocab-*.gguf' 'ggml-vocab-*.inp' 'ggml-vocab-*.out'

absent=$(missing "$folder")
[[ -z $absent ]] || echo "data.sh: without a public home, their tests skip: "${absent//$'\n'/, } >&2
echo "$folder"
