#!/bin/sh
# Compares the NEON kernels with the portable ones without an Arm machine: compiled with Embedded Swift, which needs no
# libraries for the target, and run under an emulator. Takes about two minutes.
# usage: check-neon.sh [--require]     with --require it is an error if something is not installed
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)

missing() {
  echo "skipped: $1 was not found"
  if [ "${required:-}" = yes ]; then exit 1; fi
  exit 0
}
case "$#${1:-}" in
  0) ;;
  1--require) required=yes ;;
  *) echo "usage: check-neon.sh [--require]" >&2 && exit 2 ;;
esac
command -v swiftc >/dev/null || missing "swiftc"
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
tools=$resources/../../bin
[ -d "$resources/embedded/aarch64-none-none-elf" ] || missing "Embedded Swift for aarch64-none-none-elf"
# GNU ld rejects the protected symbols that the compiler emits.
[ -x "$tools/ld.lld" ] || missing "ld.lld, beside the compiler,"
command -v aarch64-linux-gnu-gcc >/dev/null || missing "aarch64-linux-gnu-gcc (Debian: gcc-aarch64-linux-gnu)"
[ -f "$(aarch64-linux-gnu-gcc -print-file-name=libc.a)" ] || missing "a C library for it (Debian: libc6-dev-arm64-cross)"
command -v qemu-aarch64 >/dev/null || missing "qemu-aarch64 (Debian: qemu-user)"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

# compile MODULE FAMILY FEATURES SOURCES...: compiles with the flags of Package.swift, where applicable.
compile() {
  module=$1 family=$2 features=$3
  shift 3
  swiftc -target aarch64-none-none-elf -enable-experimental-feature Embedded -wmo -parse-as-library \
    -enable-experimental-feature BuiltinModule -enable-experimental-feature Extern -D "$family" -package-name swiftlet \
    -O -disable-cmo -Xcc "-march=armv8-a+$features" \
    -I "$root/Sources/Kernels/Intrinsics" -I "$folder" -module-name "$module" \
    -emit-module -emit-module-path "$folder/$module.swiftmodule" -c "$@" -o "$folder/$module.o"
}
compile SwiftletKernelInterface INTERFACE dotprod "$root"/Sources/Kernels/Interface/*.swift
compile SwiftletKernelsPortable PORTABLE dotprod "$root"/Sources/Kernels/Portable/*.swift

# check SET FEATURES INSTRUCTION COUNT PARTS SOURCES...: tests one set of kernels, always under the same module name.
check() {
  set=$1 features=$2 instruction=$3 count=$4 parts=$5
  shift 5
  echo "compiling kernels: $set"
  compile SwiftletKernelsNEON NEON "$features" "$root/Sources/Kernels/$set"/*.swift
  compile Check "$parts" "$features" "$@"

  # Checks that the instruction is used, because the results would also be correct without it.
  if [ -x "$tools/llvm-objdump" ]; then
    found=$("$tools/llvm-objdump" -d "$folder/SwiftletKernelsNEON.o" | grep -c "$instruction" || true)
    echo "$found times $instruction in the code"
    [ "$found" -ge "$count" ] || { echo "expected $count at least" >&2 && exit 1; }
  fi

  # The test program has weak copies of the functions it calls; the modules' own definitions are linked first.
  aarch64-linux-gnu-gcc -static -B "$tools" -fuse-ld=lld "$folder"/Check.o "$folder"/SwiftletKernelsNEON.o \
    "$folder"/SwiftletKernelsPortable.o "$folder"/SwiftletKernelInterface.o \
    "$resources/embedded/aarch64-none-none-elf/libswiftUnicodeDataTables.a" -lm -o "$folder/check"
  qemu-aarch64 -cpu max,pauth-impdef=on "$folder/check"
}
programs=$root/Tests/Reference/neon
check NEON dotprod 'sdot.*\.4b\[' 300 ALL "$programs"/*.swift
# Parts without specialised kernels are not checked.
check I8MM dotprod+i8mm 'smmla' 300 MATRICES "$programs"/Main.swift "$programs"/Matrices.swift "$programs"/Memory.swift
