#!/bin/sh
# Fails if a kernel module defines a weak function that other modules may have too.
#
# Such functions are copies of generic code of the standard library, which every module may have under the same name.
# The linker keeps one of them, and a copy made for wide vectors would then run, and trap, on machines without these.
# Fails too if an instruction of AVX512_BF16 stands outside the functions that run only where the processor has it: they
# share a module with kernels for processors that do not.
# usage: check-kernels.sh BUILD_FOLDER
status=0
for folder in "$1"/SwiftletKernels*.build; do
  case "$folder" in */SwiftletKernels.build | */SwiftletKernelsPortable.build | */*Tests.build) continue ;; esac
  module=$(basename "$folder" .build)
  weak=$(nm "$folder"/*.o | awk '$2 == "W" { print $3 }' | sort -u |
    grep -v -e "$module" -e '^__swift_memcpy1_1$' -e '^__swift_noop_void_return$')
  [ -z "$weak" ] && continue
  echo "$folder shares these functions with other modules:" >&2
  echo "$weak" | swift demangle --compact | cut -c 1-120 | sed 's/^/  /' >&2
  status=1
done
if [ -d "$1/SwiftletKernelsAVX512.build" ]; then
  functions=$(objdump -d --no-show-raw-insn "$1"/SwiftletKernelsAVX512.build/*.o |
    awk '/^[0-9a-f]+ </ { name = $2 } /dpbf16|ps2bf16/ { print name }' | sort -u)
  if [ -z "$functions" ] || echo "$functions" | grep -v Pairs >&2; then
    echo "$1/SwiftletKernelsAVX512.build: instructions of AVX512_BF16 elsewhere than expected" >&2
    status=1
  fi
fi
exit $status
