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

# Folders in which there may be a file more. Hard links, as tests copy fixtures, and copies of links are no files.
link_trees() { # folder, trees
  local tree
  for tree in "${@:2}"; do rm -rf "${1:?}/$tree" && cp -Rl "$root/$tree" "$1/$tree"; done
}

# Puts the mutex that ThreadSanitizer understands into each module that has mutexes, and says what else it does not.
explain_mutexes() { # folder, folders of modules
  local module
  for module in "${@:2}"; do ln -s "$root/Tests/Reference/sanitize/Mutex.swift" "$1/$module/SanitizedMutex.swift"; done
  export TSAN_OPTIONS=${TSAN_OPTIONS:-suppressions=$root/Tests/Reference/sanitize/thread.supp}
}

# The package without sessions, macros and programs, which would take most of the time to build: the same manifest with
# fewer targets, in a folder with links to the files.
make_rooms() { # folder, rooms whose tests are wanted
  mkdir -p "$1"
  ln -sfn "$root/Weights" "$1/Weights"
  link_trees "$1" Sources Tests
  {
    cat Package.swift
    cat <<MANIFEST

let rooms = ["JSON", "GGUF", "Kernels", "Tokenizers", "Guides", "Inference"]
let tested = "$2".split(separator: " ")
package.targets.removeAll { target in
  !target.name.hasPrefix("SwiftletKernels") && target.name != "SwiftletIntrinsics"
    && !rooms.contains { target.name == "Swiftlet" + \$0 } && !tested.contains { target.name == \$0 + "Tests" }
}
package.products.removeAll { !["SwiftletKernels", "SwiftletGuides", "SwiftletInference"].contains(\$0.name) }
MANIFEST
  } >"$1/Package.swift.new"
  # An untouched manifest keeps what has been built.
  cmp -s "$1/Package.swift.new" "$1/Package.swift" || mv "$1/Package.swift.new" "$1/Package.swift"
  rm -f "$1/Package.swift.new"
}

run_tests() { # sanitizer, rooms whose tests are built, filters
  local folder=$root/.build/sanitize/$1 sanitizer=$1 filter
  make_rooms "$folder" "$2"
  if [ "$sanitizer" = thread ]; then
    explain_mutexes "$folder" Sources/{Kernels/Runtime,Guides,Inference} Tests/InferenceTests
  fi
  swift build --package-path "$folder" --sanitize="$sanitizer" --build-tests
  for filter in "${@:3}"; do
    # Without tests that measure memory, as they would measure the sanitizer's.
    swift test --package-path "$folder" --sanitize="$sanitizer" --skip-build --disable-xctest --filter "$filter" \
      --skip LeaveMemoryFlat
  done
}

address() {
  # Room by room: tests run side by side, and all at once would take more memory and time than one after the other.
  # Leaks are not looked for: Swift keeps which case an enum is in the unused bits of pointers, which the search then does
  # not know as pointers. The soak looks for them.
  ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0} run_tests address "JSON GGUF Kernels Tokenizers Guides Inference" \
    ${ROOMS:-JSONTests GGUFTests KernelsTests TokenizersTests GuidesTests InferenceTests}
}

thread() {
  # One after the other, for each takes long enough to run into its limit of time beside others.
  run_tests thread Inference ${SUITES:-ConcurrencyTests CacheUsageTests PrefixReuseTests SchedulingTests SpeculationTests \
    GuidedGenerationTests DraftTests DeterminismTests}
}

soak() {
  local folder=$root/.build/sanitize/soak
  mkdir -p "$folder/Benchmarks"
  link_trees "$folder" Sources Tests Weights Benchmarks/Sources
  ln -f Package.swift "$folder/Package.swift" && ln -f Benchmarks/Package.swift "$folder/Benchmarks/Package.swift"
  explain_mutexes "$folder" Sources/{Kernels/Runtime,Guides,Inference,Swiftlet} Benchmarks/Sources/soak
  swift build --package-path "$folder/Benchmarks" --sanitize=thread --product soak
  "$folder/Benchmarks/.build/debug/soak" --minutes "${MINUTES:-1}" --clients 12 --cache-megabytes 6 --patience 240 "$model"
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
