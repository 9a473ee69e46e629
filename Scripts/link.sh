#!/usr/bin/env bash
# Links the command of a release build again, with the libraries of Swift and C++ in it: what is left is the C library, and
# libcurl, whose functions are bound when they are first called, so that the command starts without it.
# usage: link.sh [--sysroot FOLDER] BUILD_FOLDER PROGRAM      (such as .build/release)
#   --sysroot FOLDER    the libraries of Debian for 64-bit Arm, in a root folder of Tests/Reference/debian/prepare.sh; beside
#                       it is FOLDER-stable, with the C library
# The objects of a build with Swift's shared libraries are those of one with `--static-swift-stdlib` but for the names of
# libraries in them. Beside them is an object that names the static ones.
set -euo pipefail
fail() {
  echo "link.sh: $*" >&2
  exit 1
}
sysroot= target=()
if [[ ${1:-} == --sysroot && $# -gt 1 ]]; then
  sysroot=$(realpath "$2") && shift 2
  target=(
    -target aarch64-unknown-linux-gnu -sdk "$sysroot" -resource-dir "$sysroot/usr/lib/swift_static"
    -Xclang-linker "--sysroot=$sysroot"
  )
fi
if [[ $# -ne 2 || $1 == -* ]]; then
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
fi
build=$1 program=$2
objects=$build/swiftlet.product/Objects.LinkFileList
[[ -e $objects ]] || fail "$objects: no such file; run swift build -c release --product swiftlet"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Archives in place of shared libraries: that of C++, and an empty one.
if [[ $sysroot ]]; then
  archive=$(echo "$sysroot"/usr/lib/gcc/aarch64-linux-gnu/*/libstdc++.a)
else
  archive=$(gcc -print-file-name=libstdc++.a 2>/dev/null || clang -print-file-name=libstdc++.a)
fi
[[ -e $archive ]] || fail "libstdc++.a was not found (package libstdc++-dev)"
ln -s "$archive" "$work/libstdc++.a"
printf '!<arch>\n' >"$work/libcurl.a"
# Swift's compiler has sections of constants that can be written, and all of one name become one: the tables of ICU, 34 MB,
# would be memory that the system promises to each process. They get a name of their own.
libraries=$(dirname "$(dirname "$(realpath "$(command -v swiftc)")")")
[[ -z $sysroot ]] || libraries=$sysroot/usr
icu=$libraries/lib/swift_static/linux/lib_FoundationICU.a
[[ -e $icu ]] || fail "$icu: no such file"
objcopy=$(command -v llvm-objcopy || echo "$(dirname "$(command -v swiftc)")/llvm-objcopy")
"$objcopy" --rename-section .rodata=.icu_rodata,alloc,readonly,data,contents "$icu" "$work/lib_FoundationICU.a"

# A program needs the version of the C library that it is linked with, which is later in Debian unstable than in its releases.
if [[ $sysroot ]]; then
  stable=$sysroot-stable/usr/lib/aarch64-linux-gnu
  [[ -e $stable/libc.so.6 ]] || fail "$stable/libc.so.6: no such file; make the folder again by Tests/Reference/debian/prepare.sh"
  ln -s "$stable/libm.so.6" "$work/libm.so"
  echo "GROUP($stable/libc.so.6 $sysroot/usr/lib/aarch64-linux-gnu/libc_nonshared.a" \
    "AS_NEEDED($stable/ld-linux-aarch64.so.1))" >"$work/libc.so"
fi

# All that the modules import of the toolchain.
cat >"$work/imports.swift" <<'IMPORTS'
import Dispatch
import Foundation
import FoundationNetworking
import Observation
import Synchronization
IMPORTS
# Its object has a hash of the source's path, and the same objects give the same program.
(cd "$work" && swiftc "${target[@]}" -O -static-stdlib -parse-as-library -c imports.swift -o imports.o)

# Undefined functions that are bound lazily are a matter of LLD alone. The entry point has the name that SwiftPM gives it.
swiftc "${target[@]}" -static-stdlib -use-ld=lld -L "$work" -Xclang-linker -static-libgcc \
  -Xlinker --unresolved-symbols=ignore-all -Xlinker -z -Xlinker lazy -Xlinker --gc-sections \
  -Xlinker --defsym=main=swiftlet_cli_main "$work/imports.o" "@$objects" "$work/lib_FoundationICU.a" -o "$program"

# The functions of libcurl may be undefined, and nothing else.
missing=$(readelf -W --dyn-syms "$program" |
  awk '$7 == "UND" && $5 != "WEAK" && $8 != "" && $8 !~ /@/ && $8 !~ /^curl_/ { print $8 }')
[[ -z $missing ]] || fail "undefined symbols: $(head -n 5 <<<"$missing" | xargs)"
