#!/usr/bin/env bash
# Runs the engine under sanitizers: sanitize.sh [address|thread|soak]...; without arguments all of them.
#
# address  AddressSanitizer over the unit tests of the rooms below sessions
# thread   ThreadSanitizer over the unit tests in which threads meet
# soak     ThreadSanitizer over a small soak: sessions, from clients that do all that clients do
#
# What is built lies in .build/sanitize. A first run takes minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
model=$root/Weights/swiftlet-tiny-q8_0.gguf

# The package without sessions, macros and programs, which would take most of the time to build: the same manifest with
# fewer targets, in a folder with links to the sources.
rooms=$root/.build/sanitize/rooms
make_rooms() {
  mkdir -p "$rooms"
  for folder in Sources Tests Weights; do ln -sfn "$root/$folder" "$rooms/$folder"; done
  cat Package.swift - >"$rooms/Package.swift.new" <<'MANIFEST'

let rooms = ["GGUF", "Kernels", "Tokenizers", "Guides", "Inference"]
package.targets.removeAll { target in
  target.name != "SwiftletIntrinsics" && !rooms.contains { target.name == $0 + "Tests" || target.name == "Swiftlet" + $0 }
    && !target.name.hasPrefix("SwiftletKernels")
}
package.products.removeAll { !["SwiftletKernels", "SwiftletGuides", "SwiftletInference"].contains($0.name) }
MANIFEST
  # An untouched manifest keeps what has been built.
  cmp -s "$rooms/Package.swift.new" "$rooms/Package.swift" || mv "$rooms/Package.swift.new" "$rooms/Package.swift"
  rm -f "$rooms/Package.swift.new"
}

run_tests() { # sanitizer, filters
  local sanitizer=$1 filter
  make_rooms
  swift build --package-path "$rooms" --scratch-path "$rooms/.build/$sanitizer" --sanitize="$sanitizer" --build-tests
  for filter in "${@:2}"; do
    # Without tests that measure memory, as they would measure the sanitizer's.
    swift test --package-path "$rooms" --scratch-path "$rooms/.build/$sanitizer" --sanitize="$sanitizer" --skip-build \
      --disable-xctest --filter "$filter" --skip LeaveMemoryFlat
  done
}

address() {
  # Room by room: tests run side by side, and all at once would take more memory and time than one after the other.
  # Leaks are not looked for: Swift keeps which case an enum is in the unused bits of pointers, which the search then does
  # not know as pointers. The soak looks for them.
  ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0} run_tests address ${ROOMS:-GGUFTests KernelsTests TokenizersTests GuidesTests InferenceTests}
}

thread() {
  run_tests thread \
    'ConcurrencyTests|CacheUsageTests|PrefixReuseTests|SchedulingTests|SpeculationTests|GuidedGenerationTests|WorkerPoolTests|GateTests'
}

soak() {
  local scratch=$root/.build/sanitize/soak
  swift build --package-path Benchmarks --scratch-path "$scratch" --sanitize=thread --product soak
  "$scratch/debug/soak" --minutes "${MINUTES:-1}" --clients 12 --cache-megabytes 6 --patience 240 "$model"
}

[ $# -gt 0 ] || set -- address thread soak
for part in "$@"; do
  case $part in
  address | thread | soak) "$part" ;;
  *)
    echo "sanitize.sh: found $part; expected address, thread or soak" >&2
    exit 2
    ;;
  esac
done
