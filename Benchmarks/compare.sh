#!/usr/bin/env bash
# Compares Swiftlet with llama.cpp: same files, same machine, same number of threads, alternating runs.
#
#   Benchmarks/compare.sh [--rounds N] [--threads N] [--tests LIST] [--output FILE.json] [--no-build] MODEL.gguf…
#
# llama.cpp is built once for this processor, from the sources in its Python package. Sources and build are cached in ${SWIFTLET_BENCHMARK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet-benchmarks}.
set -euo pipefail

package=llama-cpp-python
version=0.3.36
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
cache=${SWIFTLET_BENCHMARK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet-benchmarks}
source=$cache/${package//-/_}-$version/vendor/llama.cpp
programs=(llama-bench llama-batched-bench llama-completion)

usage() {
  cat <<EOF
usage: Benchmarks/compare.sh [options] MODEL.gguf…

  --rounds N          number of rounds; default: 5
  --threads N         threads of both engines; default: physical cores
  --tests LIST        ppN prefills N tokens, tgN generates N, @D after D tokens of context, xB in B
                      parallel sequences;
                      default: pp128,pp512,tg64,tg64@2048
  --output FILE.json  results file; default: results.json
  --no-build          use the existing build of Swiftlet
EOF
}

fail() {
  echo "compare.sh: $1" >&2
  exit "${2:-1}"
}

require() {
  command -v "$1" >/dev/null || fail "$1: not found; install $2"
}

# Builds the programs of llama.cpp if they are missing.
build_llama() {
  local program missing=()
  for program in "${programs[@]}"; do [[ -x $cache/build/bin/$program ]] || missing+=("$program"); done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  require cmake "cmake (apt-get install cmake)"
  require ninja "ninja (apt-get install ninja-build)"
  require c++ "a C++ compiler (apt-get install g++)"
  mkdir -p "$cache"
  if [[ ! -d $source ]]; then
    echo "downloading the sources of llama.cpp" >&2
    # --no-binary for this package only: its build tools would take an hour to build from source.
    python3 -m pip download --quiet --no-deps --no-binary "$package" --dest "$cache" "$package==$version" >&2 ||
      fail "$package $version: pip could not download it"
    # Unpacked to a temporary folder and then moved, so that existing sources are complete.
    rm -rf "$cache/partial" && mkdir "$cache/partial"
    tar -xzf "$cache/${package//-/_}-$version.tar.gz" -C "$cache/partial"
    mv "$cache/partial/${package//-/_}-$version" "$cache" && rmdir "$cache/partial"
  fi
  echo "building llama.cpp: ${missing[*]}" >&2
  cmake -S "$source" -B "$cache/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DGGML_NATIVE=ON -DBUILD_SHARED_LIBS=OFF \
    -DLLAMA_CURL=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF >&2
  cmake --build "$cache/build" --target "${programs[@]}" >&2
}

# Prints the number of physical cores.
physical_cores() {
  if command -v lscpu >/dev/null; then
    lscpu -p=CORE,SOCKET | grep -v '^#' | sort -u | wc -l
  else
    getconf _NPROCESSORS_ONLN
  fi
}

rounds=5
threads=$(physical_cores)
tests=pp128,pp512,tg64,tg64@2048
output=results.json
builds=true
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

build_llama
if $builds; then
  "$here/build.sh" kernels >&2
fi
swiftlet=$root/.build/release/swiftlet
kernels=$root/.build/release/kernels
for program in "$swiftlet" "$kernels"; do
  [[ -x $program ]] || fail "$program: not found; run without --no-build"
done

exec python3 "$here/compare.py" --llama "$cache/build/bin" --llama-version "$package $version" \
  --swiftlet "$swiftlet" --kernels "$kernels" --rounds "$rounds" --threads "$threads" --tests "$tests" --output "$output" -- "${models[@]}"
