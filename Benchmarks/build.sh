#!/usr/bin/env bash
# Builds the command and the benchmarks for release in the folder .build of the repository, so that the modules they share
# are compiled once.
# usage: Benchmarks/build.sh [PROGRAM]      default: all benchmark programs
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")

# The cached build plan would be that of the package that was built last.
build() { swift build -c release --scratch-path "$root/.build" --disable-build-manifest-caching --package-path "$@"; }
build "$root" --product swiftlet
build "$here" ${1:+--product "$1"}
