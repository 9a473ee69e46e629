#!/bin/sh
# Fails if a kernel module defines a weak function.
#
# Such functions are copies of generic code of the standard library, which every module may have under the same name.
# The linker keeps one of them, and a copy made for wide vectors would then run, and trap, on machines without these.
# usage: check-kernels.sh BUILD_FOLDER
status=0
for folder in "$1"/SwiftletKernels*.build; do
  case "$folder" in */SwiftletKernels.build | */*Tests.build) continue ;; esac
  weak=$(nm "$folder"/*.o | awk '$2 == "W" { print $3 }' | sort -u)
  [ -z "$weak" ] && continue
  echo "$folder shares these functions with other modules:" >&2
  echo "$weak" | swift demangle --compact | cut -c 1-120 | sed 's/^/  /' >&2
  status=1
done
exit $status
