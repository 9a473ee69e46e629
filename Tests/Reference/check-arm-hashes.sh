#!/bin/sh
# Compares the hash functions in ARMv8's instructions with the portable ones without an Arm machine, as check-neon.sh does
# with the kernels.
# usage: check-arm-hashes.sh [--require]     with --require it is an error if something is not installed
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
  *) echo "usage: check-arm-hashes.sh [--require]" >&2 && exit 2 ;;
esac
command -v swiftc >/dev/null || missing "swiftc"
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
tools=$resources/../../bin
[ -d "$resources/embedded/aarch64-none-none-elf" ] || missing "Embedded Swift for aarch64-none-none-elf"
[ -x "$tools/ld.lld" ] || missing "ld.lld, beside the compiler,"
command -v aarch64-linux-gnu-gcc >/dev/null || missing "aarch64-linux-gnu-gcc (Debian: gcc-aarch64-linux-gnu)"
[ -f "$(aarch64-linux-gnu-gcc -print-file-name=libc.a)" ] || missing "a C library for it (Debian: libc6-dev-arm64-cross)"
command -v qemu-aarch64 >/dev/null || missing "qemu-aarch64 (Debian: qemu-user)"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

# compile MODULE FEATURES SOURCES...: compiles with the flags of Package.swift, where applicable.
compile() {
  module=$1 features=$2
  shift 2
  swiftc -target aarch64-none-none-elf -enable-experimental-feature Embedded -wmo -parse-as-library \
    -enable-experimental-feature BuiltinModule -package-name swiftlet -O -disable-cmo -Xcc "-march=armv8-a$features" \
    -I "$root/Sources/Kernels/Intrinsics" -I "$folder" -module-name "$module" \
    -emit-module -emit-module-path "$folder/$module.swiftmodule" -c "$@" -o "$folder/$module.o"
}
compile SwiftletHashingARMv8 +sha2 "$root"/Sources/Hashing/ARMv8/*.swift
runtime=$root/Sources/Hashing/Runtime
# Embedded Swift compiles the functions again where they are called.
compile Check +sha2 "$root/Tests/Reference/hashes/Main.swift" "$runtime/PortableBlocks.swift" \
  "$runtime/RoundConstants.swift"

# The results would also be correct without the instructions.
if [ -x "$tools/llvm-objdump" ]; then
  found=$("$tools/llvm-objdump" -d "$folder/SwiftletHashingARMv8.o" | grep -cE 'sha256h|sha1[cmp]' || true)
  echo "$found instructions for rounds in the code"
  [ "$found" -ge 30 ] || { echo "expected 30 at least" >&2 && exit 1; }
fi
aarch64-linux-gnu-gcc -static -B "$tools" -fuse-ld=lld "$folder"/Check.o "$folder"/SwiftletHashingARMv8.o \
  "$resources/embedded/aarch64-none-none-elf/libswiftUnicodeDataTables.a" -lm -o "$folder/check"
qemu-aarch64 -cpu max,pauth-impdef=on "$folder/check"
