#!/usr/bin/env bash
# Builds the package and its tests for 64-bit Arm on another machine, with Swift 6.2, and runs them under an emulator, from
# nothing. Three processors are emulated: with products of matrices of bytes, with dot products alone, and with neither.
# usage: arm64.sh [--filter REGEX] [FOLDER]    FOLDER has Debian's unstable distribution; default: ~/.cache/swiftlet/debian
#   --filter REGEX    only these tests
# Left out are LongContextTests, QuantizedFamiliesTests, RequantizedModelsTests and everyDrawIsAValueOfItsType, which take
# minutes without an emulator, and of a processor need nothing but products, which KernelsTests compare.
# Needs root, for mounts and for the kernel to start the tests' own programs in the emulator. Takes two hours on two cores.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
}
filter= folder=${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet/debian
if [[ ${1:-} == --filter && $# -gt 1 ]]; then filter=$2 && shift 2; fi
if [[ $# -gt 1 || ${1:-} == -* ]]; then usage; fi
folder=${1:-$folder}

"$here/debian/prepare.sh" "$folder"
inside() { "$here/debian/inside.sh" "$folder" "$@"; }

# So that a program for Arm starts others: tests run the command, and some of themselves, in processes of their own.
formats=/proc/sys/fs/binfmt_misc
mounted=
[[ -e $formats/register ]] || { mount -t binfmt_misc binfmt_misc "$formats" && mounted=yes; }
# The head of an ELF file for this architecture, and which of its bits count (binfmt_misc.rst of the kernel). Under a name
# of this run, so that no other run can take it away.
head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf ':swiftlet-aarch64-%s:M::%s:%s:/usr/bin/qemu-aarch64:' "$$" "$head" "$mask" >"$formats/register"
trap 'echo -1 >"$formats/swiftlet-aarch64-$$"; [[ ! $mounted ]] || umount "$formats"' EXIT

echo "== Build"
SECONDS=0
inside env SWIFTLET_ARCH=aarch64 SWIFTLET_OPTIMIZATION=all swift build --build-tests --destination /arm64.json --scratch-path /build/arm64 \
  --disable-sandbox 2>&1 | tail -n 1
build=/build/arm64/aarch64-unknown-linux-gnu/debug

# The processor, what its kernels are called, and the tests that it runs: on the first all, on the others what depends on it.
# Signed pointers are a matter of the emulator's speed. A module's tests run after another's: it can be seen how far it is.
logs=()
slow='LongContextTests|QuantizedFamiliesTests|RequantizedModelsTests|everyDrawIsAValueOfItsType'
while read -r processor kernels tests <&3; do
  echo "== $processor ($SECONDS s)"
  chosen=$(inside env QEMU_CPU="$processor" "$build/swiftlet" bench --prompt 1 --generate 1 --repetitions 1 2>&1 | sed -n 1p)
  echo "$chosen"
  if [[ $chosen != *", $kernels, "* ]]; then
    echo "expected the kernels $kernels" >&2
    exit 1
  fi
  for module in $tests; do
    log=$folder/arm64-$kernels-$module.log
    inside env QEMU_CPU="$processor" "$build/swiftletPackageTests.xctest" --testing-library swift-testing \
      --filter "${filter:-^$module\\.}" --skip "$slow" >"$log" 2>&1 || true
    printf '%-20s %s\n' "$module" "$(grep -oE 'Test run with .*' "$log" || echo "did not end")"
    logs+=("$log")
    if [[ $filter ]]; then break; fi
  done
done 3<<PROCESSORS
max,pauth-impdef=on i8mm $(cd "$here/.." && echo *Tests | sed 's/SwiftletMacrosTests//')
neoverse-n1 neon KernelsTests
cortex-a72 portable KernelsTests
PROCESSORS

echo "== README's first command ($SECONDS s)"
inside "$build/swiftlet" respond "Tell me a story about a cat called Ginger." --greedy 2>/dev/null

echo "== Tests ($SECONDS s)"
"$here/debian/summary.sh" "${logs[@]}"
