#!/usr/bin/env bash
# Checks that unsupported processors are rejected at compile time with an error message, and supported ones are not.
# usage: check-refused.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

command -v swiftc >/dev/null || { echo "check-refused.sh: swiftc was not found" >&2; exit 1; }

# verdict TARGET: prints the compiler's result for Platform.swift. Requires no standard library for the target.
verdict() {
  local output error
  if output=$(swiftc -frontend -typecheck -parse-stdlib -disable-implicit-concurrency-module-import \
    -disable-implicit-string-processing-module-import -target "$1" Sources/GGUF/Platform.swift 2>&1); then
    echo accepted
  else
    error=$(sed -n 's/.*error: //p' <<<"$output" | sed -n 1p)
    echo "${error:-the compiler failed: $output}"
  fi
}

while read -r target expected; do
  found=$(verdict "$target")
  printf '%-30s %s\n' "$target" "$found"
  if [[ $found != *"$expected"* ]]; then
    echo "expected: $expected" >&2
    exit 1
  fi
done <<'TARGETS'
x86_64-unknown-linux-gnu accepted
aarch64-unknown-linux-gnu accepted
arm64-apple-macosx26.0 accepted
riscv64-unknown-linux-gnu accepted
powerpc64le-unknown-linux-gnu accepted
s390x-unknown-linux-gnu little-endian processors only
powerpc64-unknown-linux-gnu little-endian processors only
armv7-unknown-linux-gnueabihf 64-bit processors only
i686-unknown-linux-gnu 64-bit processors only
wasm32-unknown-wasi 64-bit processors only
arm64_32-apple-watchos26.0 64-bit processors only
TARGETS
