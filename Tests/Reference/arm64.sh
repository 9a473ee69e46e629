#!/usr/bin/env bash
# Builds the package and its tests for 64-bit Arm on another machine, with Swift 6.2, and runs them under an emulator, from
# nothing. Three processors are emulated: with products of matrices of bytes, with dot products alone, and with neither.
# usage: arm64.sh [--filter REGEX] [FOLDER]    FOLDER has Debian's unstable distribution; default: ~/.cache/swiftlet/debian
#   --filter REGEX    only these tests
# Needs root, for mounts and for the kernel to start the tests' own programs in the emulator. Takes two hours on two cores.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
filter=
if [[ ${1:-} == --filter ]]; then filter=$2 && shift 2; fi
folder=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet/debian}

"$here/debian/prepare.sh" "$folder"
inside() { "$here/debian/inside.sh" "$folder" "$@"; }

# So that a program for Arm starts others: tests run the command, and some of themselves, in processes of their own.
formats=/proc/sys/fs/binfmt_misc
[[ -e $formats/register ]] || mount -t binfmt_misc binfmt_misc "$formats"
# The head of an ELF file for this architecture, and which of its bits count (binfmt_misc.rst of the kernel). Under a name
# of this run, so that no other run can take it away.
head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf ':swiftlet-aarch64-%s:M::%s:%s:/usr/bin/qemu-aarch64:' "$$" "$head" "$mask" >"$formats/register"
trap 'echo -1 >"$formats/swiftlet-aarch64-$$"' EXIT

echo "== Build"
SECONDS=0
inside env SWIFTLET_ARCH=aarch64 SWIFTLET_OPTIMIZATION=all swift build --build-tests --destination /arm64.json --scratch-path /build/arm64 \
  --disable-sandbox 2>&1 | tail -n 1
build=/build/arm64/aarch64-unknown-linux-gnu/debug

# The processor, what its kernels are called, and the tests that it runs: on the first all, on the others what depends on it.
# Signed pointers are a matter of the emulator's speed.
logs=()
while read -r processor kernels tests <&3; do
  echo "== $processor ($SECONDS s)"
  chosen=$(inside env QEMU_CPU="$processor" "$build/swiftlet" bench --prompt 1 --generate 1 --repetitions 1 2>&1 | head -n 1 || true)
  echo "$chosen"
  if [[ $chosen != *", $kernels, "* ]]; then
    echo "expected the kernels $kernels" >&2
    exit 1
  fi
  log=$folder/arm64-$kernels.log
  inside env QEMU_CPU="$processor" "$build/swiftletPackageTests.xctest" --testing-library swift-testing \
    --filter "${filter:-$tests}" >"$log" 2>&1 || true
  logs+=("$log")
done 3<<'PROCESSORS'
max,pauth-impdef=on i8mm .
neoverse-n1 neon KernelsTests|InferenceTests
cortex-a72 portable KernelsTests|ArchitectureTests
PROCESSORS

echo "== README's first command ($SECONDS s)"
inside "$build/swiftlet" respond "Tell me a story about a cat called Ginger." --greedy 2>/dev/null

echo "== Tests ($SECONDS s)"
"$here/debian/summary.sh" "${logs[@]}"
