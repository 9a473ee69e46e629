#!/usr/bin/env bash
# Cross-compiles the package and its tests for 64-bit Arm from scratch with Swift 6.2, and runs them under an emulator. Three
# processors are emulated: with i8mm, with dot products only, and with neither.
# usage: arm64.sh [--filter REGEX] [FOLDER]    FOLDER is a root folder of Debian unstable; default: ~/.cache/swiftlet/debian
#   --filter REGEX    run only these tests
# Skipped are LongContextTests, QuantizedFamiliesTests, RequantizedModelsTests and everyDrawIsAValueOfItsType, which take
# minutes even without an emulator, and depend on the processor only through kernels that KernelsTests cover.
# Requires root for mounts and binfmt_misc. Takes two hours on two cores.
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

# Registers the emulator, because tests start the command, and some start themselves, in separate processes.
formats=/proc/sys/fs/binfmt_misc
mounted=
[[ -e $formats/register ]] || { mount -t binfmt_misc binfmt_misc "$formats" && mounted=yes; }
# The magic and mask of ELF files for this architecture (see binfmt_misc.rst of the kernel), under a name unique to this run,
# so that concurrent runs do not unregister it.
head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf ':swiftlet-aarch64-%s:M::%s:%s:/usr/bin/qemu-aarch64:' "$$" "$head" "$mask" >"$formats/register"
trap 'echo -1 >"$formats/swiftlet-aarch64-$$"; [[ ! $mounted ]] || umount "$formats"' EXIT

echo "== Build"
SECONDS=0
inside env SWIFTLET_ARCH=aarch64 SWIFTLET_OPTIMIZATION=all swift build --build-tests --destination /arm64.json --scratch-path /build/arm64 \
  --disable-sandbox 2>&1 | tail -n 1
build=/build/arm64/aarch64-unknown-linux-gnu/debug

# The processor, the name of its kernels, and its tests: all on the first, only processor-dependent ones on the others.
# Pointer authentication is disabled for the speed of the emulator. Modules are tested one by one, to show progress.
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
