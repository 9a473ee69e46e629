#!/usr/bin/env bash
# Builds the package from scratch with Swift 6.2 and runs its tests, with the compiler of Debian unstable in a separate root
# folder.
# usage: swift62.sh [--build] [FOLDER]    FOLDER is the root folder; default: ~/.cache/swiftlet/debian
#   --build    builds only, without running tests; does nothing if FOLDER does not exist
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
}
only_build= folder=${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet/debian
if [[ ${1:-} == --build ]]; then only_build=yes && shift; fi
if [[ $# -gt 1 || ${1:-} == -* ]]; then usage; fi
folder=${1:-$folder}

if [[ $only_build && ! -e $folder/.complete ]]; then
  echo "skipped: there is no Swift 6.2 in $folder (Tests/Reference/swift62.sh puts it there)"
  exit 0
fi
"$here/debian/prepare.sh" "$folder"
inside() { "$here/debian/inside.sh" "$folder" "$@"; }

inside swift --version 2>/dev/null | sed -n 1p
# A separate build folder, because the default one is used by this machine's toolchain.
build=(--scratch-path /build/swift62 --disable-sandbox)
if [[ $only_build ]]; then
  # Kernels are always optimised; the rest compiles faster without optimisation.
  inside env SWIFTLET_OPTIMIZATION=none swift build "${build[@]}"
  exit 0
fi
inside swift test "${build[@]}" 2>&1 | tee "$folder/swift62.log" | grep -E '^(✘|.*error:|.*recorded an issue|.*Test run with|.*skipped)' ||
  true
"$here/debian/summary.sh" "$folder/swift62.log"
