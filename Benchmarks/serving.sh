#!/usr/bin/env bash
# Compares `swiftlet serve` with llama-server under load, in turns, and with the engine alone: same files, same machine,
# same number of threads.
#
#   Benchmarks/serving.sh [--overhead | --delay | --idle] [--no-build] [OPTION…] MODEL.gguf…
#
#   --overhead     compare tokens per second through HTTP with those of `swiftlet bench`, not with llama-server
#   --delay        measure how much later than the engine makes it the text of a stream arrives
#   --idle         measure memory and processor time of a server with 500 idle connections (--connections N)
#   --no-build     use the existing build of Swiftlet
#   --clients LIST, --requests N, --prompt N, --question N, --tokens N, --rounds N, --threads N, --completions,
#   --llama-options TEXT, --output FILE
#                  as of Benchmarks/serving.py, whose --help describes them
#
# llama-server is built once, from the sources that Benchmarks/compare.sh uses, in the same folder.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
# shellcheck source=peers.sh
source "$here/peers.sh"

command=compare builds=true arguments=(--threads "$(physical_cores)")
while [[ $# -gt 0 ]]; do
  case $1 in
  --overhead | --delay | --idle) command=${1#--} ;;
  --no-build) builds=false ;;
  --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" && exit ;;
  *) arguments+=("$1") ;;
  esac
  shift
done
require python3 "Python 3 (apt-get install python3)"
[[ $command != compare ]] || build_llama llama-server
if $builds; then
  swift build -c release --package-path "$root" --product swiftlet >&2
fi
swiftlet=$root/.build/release/swiftlet
[[ -x $swiftlet ]] || fail "$swiftlet: not found; run without --no-build"
exec python3 "$here/serving.py" "$command" --swiftlet "$swiftlet" --llama "$cache/build/bin/llama-server" \
  "${arguments[@]}"
