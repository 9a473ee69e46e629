#!/usr/bin/env bash
# Compares clean builds of two commits, built alternately on this machine: seconds of processor time and elapsed time, and
# the ratio of the best rounds of the second and the first commit.
# usage: Benchmarks/builds.sh [--rounds N] [--modules] OLD [NEW]      NEW: default HEAD
#   --rounds N    number of builds of each commit; default: 2
#   --modules     processor time per module in the last round; requires python3
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
}
rounds=2 modules=
while [[ ${1:-} == --* ]]; do
  case $1 in
  --rounds) [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || usage; rounds=$2; shift 2 ;;
  --modules) modules=yes; shift ;;
  *) usage ;;
  esac
done
[[ $# -ge 1 && $# -le 2 ]] || usage

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
commits=()
for name in "$1" "${2:-HEAD}"; do
  commit=$(git -C "$root" rev-parse --short --verify "$name^{commit}")
  commits+=("$commit")
  [[ -d $folder/$commit ]] || { git clone -q "$root" "$folder/$commit" && git -C "$folder/$commit" checkout -q "$commit"; }
done
kinds=("release:-c release")
lscpu | sed -n 's/^Model name: */processor: /p'

# Builds a commit from scratch; prints the seconds of processor time and elapsed time.
build() {
  local commit=$1 log=$2 output
  shift 2
  rm -rf "$folder/$commit/.build" "$log.stats"
  mkdir "$log.stats"
  TIMEFORMAT='%U %S %R'
  output=$({ time swift build --package-path "$folder/$commit" "$@" -Xswiftc -stats-output-dir -Xswiftc "$log.stats" >"$log" 2>&1; } 2>&1) ||
    { tail -n 20 "$log" >&2; exit 1; }
  awk '{printf "%.0f %.0f\n", $1 + $2, $3}' <<<"$output"
}

printf '%-10s %-9s %5s %10s %8s\n' commit build round processor clock
for ((round = 1; round <= rounds; round++)); do
  for kind in "${kinds[@]}"; do
    for commit in "${commits[@]}"; do
      read -ra options <<<"${kind#*:}"
      times=$(build "$commit" "$folder/$commit-${kind%%:*}.log" "${options[@]}")
      # shellcheck disable=SC2086
      printf '%-10s %-9s %5s %8s s %6s s\n' "$commit" "${kind%%:*}" "$round" $times | tee -a "$folder/times"
    done
  done
done
echo
for kind in "${kinds[@]}"; do
  awk -v kind="${kind%%:*}" -v old="${commits[0]}" -v new="${commits[1]}" '
    $2 == kind { if (!($1 in best) || $4 < best[$1]) best[$1] = $4 }
    END { printf "%-9s %s / %s: %.2f of the processor time\n", kind, new, old, best[new] / best[old] }' "$folder/times"
done
if [[ $modules ]]; then
  for commit in "${commits[@]}"; do
    printf '\nmodules of %s, release, seconds of processor time\n' "$commit"
    python3 - "$folder/$commit-release.log.stats" <<'PYTHON'
import collections
import json
import pathlib
import sys

PHASES = {"types": "Type checking and Semantic analysis", "optimiser": "SIL optimization", "code": "IRGen",
          "LLVM": "LLVM pipeline"}
modules = collections.defaultdict(collections.Counter)
for path in pathlib.Path(sys.argv[1]).glob("*swift-frontend*.json"):
    stats = json.loads(path.read_text())
    module = path.name.split("swift-frontend-")[1].split("-")[0]
    for title, phase in PHASES.items():
        modules[module][title] += stats.get(f"time.swift.{phase}.user", 0)
    modules[module]["all"] += sum(v for k, v in stats.items() if k.startswith("time.swift-frontend.") and k.endswith(".user"))
titles = ["all", *PHASES]
print(f"{'module':26}" + "".join(f"{title:>11}" for title in titles))
for module, times in sorted(modules.items(), key=lambda item: -item[1]["all"]):
    print(f"{module:26}" + "".join(f"{times[title]:11.1f}" for title in titles))
print(f"{'all':26}" + "".join(f"{sum(times[title] for times in modules.values()):11.1f}" for title in titles))
PYTHON
  done
fi
