#!/usr/bin/env bash
# Runs the engine under sanitizers: sanitize.sh [address|thread|soak]...; without arguments all of them.
#
# address  AddressSanitizer with the unit tests of the modules below the session API
# thread   ThreadSanitizer with the concurrency-related unit tests of the engine
# soak     ThreadSanitizer with a short soak test of sessions
#
# The build folder is .build/sanitize. The first run takes minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
export SWIFTLET_PACKED_CACHE=off
model=$root/Weights/swiftlet-tiny-q8_0.gguf

# Copies source trees as hard links, so that files can be added. Not symbolic links, because tests copy fixtures.
link_trees() { # folder, trees
  local tree
  for tree in "${@:2}"; do rm -rf "${1:?}/$tree" && cp -Rl "$root/$tree" "$1/$tree"; done
}

# Adds the ThreadSanitizer-compatible mutex to each module with mutexes, and sets the suppressions.
explain_mutexes() { # folder, folders of modules
  local module
  for module in "${@:2}"; do ln -s "$root/Tests/Reference/sanitize/Mutex.swift" "$1/$module/SanitizedMutex.swift"; done
  export TSAN_OPTIONS=${TSAN_OPTIONS:-suppressions=$root/Tests/Reference/sanitize/thread.supp}
}

# Creates a package without the session API, macros and programs, which dominate the build time: the same manifest with
# fewer targets, in a folder with links to the sources.
make_modules() { # folder, modules to test
  mkdir -p "$1"
  ln -sfn "$root/Weights" "$1/Weights"
  link_trees "$1" Sources Tests
  {
    cat Package.swift
    cat <<MANIFEST

let engineModules = ["JSON", "GGUF", "Kernels", "Tokenizers", "Guides", "Inference"]
let tested = "$2".split(separator: " ")
package.targets.removeAll { target in
  !target.name.hasPrefix("SwiftletKernels") && target.name != "SwiftletIntrinsics"
    && !engineModules.contains { target.name == "Swiftlet" + \$0 } && !tested.contains { target.name == \$0 + "Tests" }
}
package.products.removeAll { !["SwiftletKernels", "SwiftletGuides", "SwiftletInference"].contains(\$0.name) }
MANIFEST
  } >"$1/Package.swift.new"
  # An unchanged manifest file avoids a rebuild.
  cmp -s "$1/Package.swift.new" "$1/Package.swift" || mv "$1/Package.swift.new" "$1/Package.swift"
  rm -f "$1/Package.swift.new"
}

run_tests() { # sanitizer, modules to test, filters
  local folder=$root/.build/sanitize/$1 sanitizer=$1 filter
  make_modules "$folder" "$2"
  if [ "$sanitizer" = thread ]; then
    explain_mutexes "$folder" Sources/{Kernels/Runtime,Guides,Inference} Tests/InferenceTests
  fi
  swift build --package-path "$folder" --sanitize="$sanitizer" --build-tests
  for filter in "${@:3}"; do
    # Memory tests are skipped, because they would measure the sanitizer's memory.
    swift test --package-path "$folder" --sanitize="$sanitizer" --skip-build --disable-xctest --filter "$filter" \
      --skip LeaveMemoryFlat
  done
}

address() {
  # One module at a time: tests run in parallel, and all modules at once would need more memory and time.
  # Leak detection is disabled: Swift stores enum cases in unused pointer bits, which LeakSanitizer does not recognise as
  # pointers. The soak test detects leaks.
  ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0} run_tests address "JSON GGUF Kernels Tokenizers Guides Inference" \
    ${MODULES:-JSONTests GGUFTests KernelsTests TokenizersTests GuidesTests InferenceTests}
}

thread() {
  # One suite at a time: in parallel, they would exceed their time limits.
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
  "$folder/Benchmarks/.build/debug/soak" --minutes "${MINUTES:-1}" --clients 12 --cache-megabytes 6 --stall-timeout 240 "$model"
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
