#!/usr/bin/env bash
# Builds the command and the benchmarks for release, in the folder .build of the repository: both packages are made of the
# same modules, which would be compiled twice otherwise.
# usage: Benchmarks/build.sh [PROGRAM]      default: all programs of the benchmarks
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")

# What is cached is the plan of whichever package was built last.
build() { swift build -c release --scratch-path "$root/.build" --disable-build-manifest-caching --package-path "$@"; }
build "$root" --product swiftlet
build "$here" ${1:+--product "$1"}
