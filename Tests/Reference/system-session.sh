#!/usr/bin/env bash
# Tests Swiftlet's models in sessions of the system's framework: from a clean clone, with a second build of this package's
# module as a stand-in for Apple's; also type-checks the sources against Apple's declarations.
# usage: system-session.sh [FOLDER]        (keeps the clone and the build in FOLDER; else they are removed)
set -euo pipefail
cd "$(dirname "$0")/../.."
if [[ $# -gt 1 || ${1:-} == -* ]]; then
  echo "usage: system-session.sh [FOLDER]" >&2
  exit 2
fi
if [[ $# -gt 0 ]]; then
  mkdir -p "$1" && work=$(cd "$1" && pwd)
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi
[[ -d $work/swiftlet ]] || git clone -q . "$work/swiftlet"
git -C "$work/swiftlet" fetch -q "$PWD" HEAD
git -C "$work/swiftlet" checkout -q --detach FETCH_HEAD
export SWIFTLET_SYSTEM_FRAMEWORK=stand-in
swift test --package-path "$work/swiftlet"
python3 Tests/Reference/system_declarations.py "$work/swiftlet"
