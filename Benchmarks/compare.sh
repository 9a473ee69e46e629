#!/usr/bin/env bash
# Compares Swiftlet with llama.cpp and, with --ik, ik_llama.cpp: same files, same machine, same number of threads,
# alternating runs.
#
#   Benchmarks/compare.sh [--ik] [--rounds N] [--threads N] [--tests LIST] [--output FILE.json] [--resume] [--no-build]
#     MODEL.gguf…
#
# Both are built once for this processor: llama.cpp from the sources in its Python package, ik_llama.cpp from a commit
# of its repository, or from the HEAD of the repository in the folder $SWIFTLET_IK_SOURCE, such as a checkout or a bare
# repository. Sources and builds are cached in
# ${SWIFTLET_BENCHMARK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet-benchmarks}.
set -euo pipefail

ik_repository=https://github.com/ikawrakow/ik_llama.cpp
ik_commit=8337e4cd3861406fc04e0854b1409cd1b027fbc9
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
# shellcheck source=peers.sh
source "$here/peers.sh"

usage() {
  cat <<EOF
usage: Benchmarks/compare.sh [options] MODEL.gguf…

  --ik                also compare with ik_llama.cpp
  --rounds N          number of rounds; default: 5
  --threads N         threads of all engines; default: physical cores
  --tests LIST        ppN prefills N tokens, tgN generates N, @D after D tokens of context, xB in B
                      parallel sequences, each with its own context, or with one in common: @sD;
                      default: pp128,pp512,tg64,tg64@2048
  --output FILE.json  results file; default: results.json
  --resume            keep the results in that file, and add those of models and tests without any
  --no-build          use the existing build of Swiftlet
EOF
}

# Copies the sources of ik_llama.cpp from a repository, which is downloaded unless it is here.
get_ik() {
  local repository=${ik_source:-$cache/partial/repository} files=$cache/partial/files
  mkdir "$files"
  if [[ -z $ik_source ]]; then
    echo "downloading the sources of ik_llama.cpp" >&2
    git init --quiet --bare "$repository"
    git -C "$repository" fetch --quiet --depth 1 "$ik_repository" "$ik_commit" >&2 ||
      fail "$ik_repository: git could not fetch $ik_commit"
  fi
  # With an index of its own, this neither needs a work tree nor changes one. The folders are all that the build reads,
  # so other files may be absent from the repository.
  local folders=(CMakeLists.txt cmake common examples ggml include pocs src vendor ':(exclude)examples/server')
  local directory
  directory=$(git -C "$repository" rev-parse --absolute-git-dir)
  (
    export GIT_DIR=$directory GIT_WORK_TREE=$files GIT_INDEX_FILE=$cache/partial/index
    cd "$files" && git read-tree "$ik_commit" && git ls-files -z -- "${folders[@]}" | git checkout-index -z --stdin
  ) || fail "$repository: git could not copy $ik_commit"
  [[ -d $files/ggml/src/iqk ]] || fail "$repository: found $ik_commit, expected a commit of ik_llama.cpp"
  mv "$files" "$cache/ik_llama.cpp-$ik_commit"
}

rounds=5
threads=$(physical_cores)
tests=pp128,pp512,tg64,tg64@2048
output=results.json
builds=true
ik=false
extra=()
models=()

while [[ $# -gt 0 ]]; do
  case $1 in
  --rounds | --threads | --tests | --output)
    [[ $# -ge 2 ]] || fail "$1: a value is missing" 2
    case $1 in
    --rounds) rounds=$2 ;;
    --threads) threads=$2 ;;
    --tests) tests=$2 ;;
    --output) output=$2 ;;
    esac
    shift 2
    ;;
  --ik) ik=true && shift ;;
  --resume) extra+=(--resume) && shift ;;
  --no-build) builds=false && shift ;;
  --help) usage && exit ;;
  -*) fail "$1: unknown option; see --help" 2 ;;
  *) models+=("$1") && shift ;;
  esac
done
[[ ${#models[@]} -gt 0 ]] || fail "MODEL.gguf: is missing; see --help" 2
for number in "$rounds" "$threads"; do
  [[ $number =~ ^[1-9][0-9]{0,3}$ ]] || fail "--rounds and --threads: found $number, expected an integer from 1" 2
done
for model in "${models[@]}"; do [[ -r $model ]] || fail "$model: cannot be read"; done
[[ -d $(dirname "$output") && -w $(dirname "$output") ]] || fail "$output: cannot be written"
require python3 "Python 3 (apt-get install python3)"

build_llama llama-bench llama-batched-bench llama-completion
if $ik; then
  require git "git (apt-get install git)"
  ik_source=${SWIFTLET_IK_SOURCE:-}
  if [[ -n $ik_source ]]; then
    ik_commit=$(git -C "$ik_source" rev-parse --verify --quiet 'HEAD^{commit}') ||
      fail "SWIFTLET_IK_SOURCE: found $ik_source, expected the folder of a git repository"
  fi
  # Flash attention is compiled for the types of KV cache that are compared; the others would take long.
  build ik_llama.cpp "$cache/ik-build-$ik_commit" get_ik "$cache/ik_llama.cpp-$ik_commit" \
    -DLLAMA_BUILD_EXAMPLES=ON -DLLAMA_BUILD_SERVER=OFF -DGGML_IQK_FA_ALL_QUANTS=OFF -- \
    llama-bench llama-batched-bench llama-sweep-bench llama-cli
  extra+=(--ik "$cache/ik-build-$ik_commit/bin" --ik-version "commit ${ik_commit:0:7}")
fi
if $builds; then
  "$here/build.sh" kernels >&2
fi
swiftlet=$root/.build/release/swiftlet
kernels=$root/.build/release/kernels
for program in "$swiftlet" "$kernels"; do
  [[ -x $program ]] || fail "$program: not found; run without --no-build"
done

exec python3 "$here/compare.py" --llama "$cache/build/bin" --llama-version "$package $version" \
  --swiftlet "$swiftlet" --kernels "$kernels" --rounds "$rounds" --threads "$threads" --tests "$tests" \
  --output "$output" ${extra[@]+"${extra[@]}"} -- "${models[@]}"
