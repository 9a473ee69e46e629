#!/usr/bin/env bash
# Runs Swiftlet's models in sessions of the system's framework: from a clean clone, with a second compilation of this
# package's own module in the place of Apple's, and reads the sources against Apple's declarations.
# usage: system-session.sh [FOLDER]        (where the clone and what is built are to stay; else they are removed)
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
