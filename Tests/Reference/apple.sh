#!/bin/sh
# Type-checks the package for Apple's platforms, without a compiler or SDK for them. Takes about two minutes.
#
# Compiles the textual interface of Swift's standard library for Apple's targets, so that conditions such as os(macOS),
# arch(arm64) and canImport(Darwin) are evaluated as on these platforms, and no Linux API is visible. The folder apple/
# declares the API of Apple's modules that Swiftlet uses, as documented. Nothing is linked or run.
# usage: apple.sh [--require]     with --require it is an error if something is not installed
set -eu
cd "$(dirname "$0")/../.."
# A relative path, to avoid paths with spaces.
stubs=Tests/Reference/apple

missing() {
  echo "skipped: $1 was not found"
  if [ "${required:-}" = yes ]; then exit 1; fi
  exit 0
}
case "$#${1:-}" in
  0) ;;
  1--require) required=yes ;;
  *) echo "usage: apple.sh [--require]" >&2 && exit 2 ;;
esac
command -v swiftc >/dev/null || missing "swiftc"
information=$(swiftc -print-target-info)
resources=$(echo "$information" | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
triple=$(echo "$information" | sed -n 's/.*"moduleTriple": "\(.*\)".*/\1/p' | head -n 1)
interfaces=$resources/linux
[ -f "$interfaces/Swift.swiftmodule/$triple.swiftinterface" ] || missing "the textual interface of Swift's library"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$folder/sdk" "$folder/host"
failures=0
: >"$folder/table"

# frontend ARGUMENTS...: runs the compiler frontend, because the driver requires an SDK. Without Objective-C.
frontend() {
  swiftc -frontend -target "$target" -resource-dir "$resources" -sdk "$folder/sdk" -disable-objc-interop \
    -module-cache-path "$folder/cache" -I "$modules" -I "$stubs/Darwin" "$@"
}

# begin TARGET [CLANG_FLAG]: compiles the standard library modules for a target.
begin() {
  target=$1
  clang=${2:+-Xcc $2}
  modules=$folder/$target
  mkdir "$modules"
  cp -R Sources/Kernels/Intrinsics "$modules"
  echo "making Swift's library and Apple's modules for $target"
  # Removes target-specific parts of the interface: functions of Linux, Float80, and availability of older releases.
  for module in Swift SwiftOnoneSupport _Concurrency Synchronization _RegexParser _StringProcessing Observation; do
    sed -E -e "/^\/\/ swift-module-flags:/{s/-target [^ ]*/-target $target/;s/ -target-min-inlining-version [^ ]*//
        s/ -library-level api//;s/ -static / /;s/\$/ -experimental-skip-all-function-bodies/;}" \
      -e '/^ *@backDeployed\(.*\)$/d' -e '/^import Glibc$/d' -e 's/_swift_stdlib_gettid\(\)/UInt32(0)/' \
      -e 's/_stdlib_remainderl\(self, other\)/other/' -e 's/_stdlib_squareRootl\(self\)/self + 0/' \
      "$interfaces/$module.swiftmodule/$triple.swiftinterface" >"$folder/$module.swiftinterface"
    case $module in
      Swift | _Concurrency) library=-parse-stdlib ;;
      *) library= ;;
    esac
    frontend -compile-module-from-interface "$folder/$module.swiftinterface" -module-name "$module" $library \
      -I "$resources/shims" -o "$modules/$module.swiftmodule"
  done
  stub Darwin -import-underlying-module
  stub Dispatch
  stub Foundation
}

# stub NAME [FLAG]: compiles a stub of Apple's module.
stub() {
  name=$1
  shift
  frontend -emit-module -parse-as-library -experimental-skip-all-function-bodies -module-name "$name" -swift-version 6 \
    -strict-memory-safety -enable-experimental-feature Lifetimes -I "$stubs/os" $clang "$@" \
    -o "$modules/$name.swiftmodule" "$stubs/$name"/*.swift
}

# check NAME PATH FLAGS...: type-checks a module of this package with the relevant flags of Package.swift.
check() {
  name=$1
  sources=$(find -L "$2" -name '*.swift' | sort)
  shift 2
  # shellcheck disable=SC2086
  branches=$(grep -lE '^ *#(if|elseif) ' $sources | wc -l)
  # shellcheck disable=SC2086
  if frontend -emit-module -parse-as-library -module-name "$name" -package-name swiftlet -swift-version 6 -Onone \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature InferIsolatedConformances \
    -enable-experimental-feature Lifetimes -I "$stubs/os" -I "$modules/Intrinsics" $clang "$@" \
    -plugin-path "$resources/host/plugins" ${plugin:-} $sources -o "$modules/$name.swiftmodule" 2>"$folder/log"
  then
    result=right
  else
    result=WRONG
    failures=$((failures + 1))
    grep -E '(error|fatal):|error: ' "$folder/log" | grep -v '^ ' | sort -u | head -n 20 >&2 || true
  fi
  echo "$name for $target: $result"
  # shellcheck disable=SC2086
  printf '%-26s %-24s %5s %9s  %s\n' "$name" "$target" "$(echo $sources | wc -w)" "$branches" "$result" >>"$folder/table"
}

# library NAME FOLDER FLAGS...: type-checks a module with strict memory safety.
library() {
  name=$1
  subfolder=$2
  shift 2
  check "$name" "$subfolder" -strict-memory-safety -Werror StrictMemorySafety "$@"
}

# kernels NAME FAMILY FLAGS...: type-checks the kernels of an instruction set.
kernels() {
  name=$1
  family=$2
  shift 2
  flags=
  for flag in "$@" -Qunused-arguments; do flags="$flags -Xcc $flag"; done
  # shellcheck disable=SC2086
  check "SwiftletKernels$name" "Sources/Kernels/$name" -D "$family" -enable-builtin-module -enable-experimental-feature Extern $flags
}

# hashes NAME FLAGS...: type-checks the block functions of hashes for an instruction set.
hashes() {
  name=$1
  shift
  flags=
  for flag in "$@" -Qunused-arguments; do flags="$flags -Xcc $flag"; done
  # shellcheck disable=SC2086
  check "SwiftletHashing$name" "Sources/Hashing/$name" -enable-builtin-module $flags
}

# The macros, which run in the compiler, with the main function for toolchains that include swift-syntax.
echo "compiling the macros for this machine"
swiftc -parse-as-library -swift-version 6 -module-name SwiftletMacros -I "$resources/host" -L "$resources/host" \
  -Xlinker -rpath -Xlinker "$resources/host" -enable-upcoming-feature ExistentialAny \
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility \
  Sources/SwiftletMacros/*.swift Sources/SwiftletMacros/*/*.swift -o "$folder/host/SwiftletMacros"

begin arm64-apple-macos26.0
library SwiftletImages Sources/Images
library SwiftletJSON Sources/JSON
library SwiftletGGUF Sources/GGUF
hashes ARMv8 -Xarch_arm64 -march=armv8-a+sha2
library SwiftletHashing Sources/Hashing/Runtime
library SwiftletHTTP Sources/HTTP
library SwiftletStore Sources/Store
check SwiftletKernelInterface Sources/Kernels/Interface
kernels Portable PORTABLE
kernels NEON NEON -Xarch_arm64 -march=armv8-a+dotprod
kernels I8MM NEON -Xarch_arm64 -march=armv8-a+dotprod+i8mm
library SwiftletKernels Sources/Kernels/Runtime
library SwiftletTokenizers Sources/Tokenizers
library SwiftletJinja Sources/Jinja
library SwiftletChatTemplates Sources/ChatTemplates
library SwiftletGuides Sources/Guides
library SwiftletInference Sources/Inference
library SwiftletWeights Weights/DefaultModel.swift
plugin="-load-plugin-executable $folder/host/SwiftletMacros#SwiftletMacros"
library Swiftlet Sources/Swiftlet
library SwiftletServer Sources/Server
library SwiftletBuildInformation Sources/BuildInformation -I Sources/BuildInformation/Flags -Xcc '-DSWIFTLET_COMMIT=""'
library swiftlet_cli Sources/swiftlet-cli -I Sources/BuildInformation/Flags
# The system's framework, if its declarations are available.
if command -v python3 >/dev/null && Tests/Reference/system_declarations.py --interface "$folder/FoundationModels.swiftinterface" &&
  [ -f "$folder/FoundationModels.swiftinterface" ]
then
  frontend -compile-module-from-interface "$folder/FoundationModels.swiftinterface" -module-name FoundationModels \
    -I "$stubs/os" $clang -o "$modules/FoundationModels.swiftmodule"
  library SwiftletFoundationModels Sources/SwiftletFoundationModels
fi
check ScriptedServer Tests/Support/ScriptedServer.swift
plugin=

# On iOS, only the lower modules differ: apps have a memory allowance.
begin arm64-apple-ios26.0
library SwiftletGGUF Sources/GGUF
check SwiftletKernelInterface Sources/Kernels/Interface
kernels Portable PORTABLE
kernels NEON NEON -Xarch_arm64 -march=armv8-a+dotprod
kernels I8MM NEON -Xarch_arm64 -march=armv8-a+dotprod+i8mm
library SwiftletKernels Sources/Kernels/Runtime

# Intel Macs, with the other declaration of the thread entry point.
begin x86_64-apple-macos26.0 -DBODY_TAKES_A_POINTER
library SwiftletGGUF Sources/GGUF
check SwiftletKernelInterface Sources/Kernels/Interface
kernels Portable PORTABLE
kernels AVX2 AVX -Xarch_x86_64 -mavx2 -Xarch_x86_64 -mfma -Xarch_x86_64 -mf16c
kernels AVXVNNI AVX -Xarch_x86_64 -mavx2 -Xarch_x86_64 -mfma -Xarch_x86_64 -mf16c -Xarch_x86_64 -mavxvnni
kernels AVX512 AVX -Xarch_x86_64 -mavx512f -Xarch_x86_64 -mavx512bw -Xarch_x86_64 -mavx512vl \
  -Xarch_x86_64 -mavx512dq -Xarch_x86_64 -mavx512vnni -Xarch_x86_64 -mfma -Xarch_x86_64 -mf16c
library SwiftletKernels Sources/Kernels/Runtime
# Float16, which Intel Macs lack: the interface from Linux declares it on every target.
if grep -rnE '\bFloat16\(|: Float16\b|<Float16>|\bFloat80\b' Sources --include='*.swift' |
  grep -v '/Kernels/NEON/'; then
  echo "Float16 or Float80 outside of the kernels for NEON" >&2
  failures=$((failures + 1))
fi

echo
printf '%-26s %-24s %5s %9s  %s\n' module target files branching types
cat "$folder/table"
echo
echo "Not checked: SwiftletMacros for a Mac (with SwiftCompilerPlugin of a package), the tests but for ScriptedServer,"
echo "Objective-C's rules, code that is generated, linking, and whatever runs."
[ "$failures" -eq 0 ] || { echo "apple.sh: $failures failed" >&2; exit 1; }
