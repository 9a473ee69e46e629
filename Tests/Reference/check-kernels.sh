#!/bin/sh
# Fails if a module of kernels or hashes defines a weak function that other modules may also define.
#
# Such functions are specialisations of generic standard library code, with the same name in every module. The linker keeps
# one of them, and one compiled for wide vectors would trap on machines without these instructions.
# usage: check-kernels.sh BUILD_FOLDER
status=0
for folder in "$1"/SwiftletKernels*.build "$1"/SwiftletHashing*.build; do
  case "$folder" in */SwiftletKernels.build | */SwiftletKernelsPortable.build | */SwiftletHashing.build | */*Tests.build) continue ;; esac
  module=$(basename "$folder" .build)
  weak=$(nm "$folder"/*.o | awk '$2 == "W" { print $3 }' | sort -u |
    grep -v -e "$module" -e '^__swift_memcpy1_1$' -e '^__swift_noop_void_return$')
  [ -z "$weak" ] && continue
  echo "$folder shares these functions with other modules:" >&2
  echo "$weak" | swift demangle --compact | cut -c 1-120 | sed 's/^/  /' >&2
  status=1
done
exit $status
