#!/usr/bin/env bash
# Runs the release build on emulated processors without AVX-512 (the emulator has none), F16C, AVX2 or AVX: the selected
# kernels and the output must be
# those of the same instruction set on this machine. Unsupported instructions crash the emulated program.
# usage: check-emulated.sh BUILD_FOLDER        (needs qemu-x86_64, in Debian's package qemu-user)
set -euo pipefail
swiftlet=$1/swiftlet
# Packing takes long here.
export SWIFTLET_PACKED_CACHE=off

if ! command -v qemu-x86_64 >/dev/null; then
  echo "skipped: qemu-x86_64 was not found (package qemu-user)" >&2
  exit 1
fi

answer() { "$@" respond "Once upon a time" --greedy --max-tokens 40 2>/dev/null; }

for pair in Haswell:avx2 Skylake-Server:avx2 Haswell,-f16c:portable IvyBridge:portable Nehalem:portable; do
  processor=${pair%:*} set=${pair#*:}
  emulated=$(answer qemu-x86_64 -cpu "$processor" "$swiftlet")
  expected=$(SWIFTLET_ISA=$set answer "$swiftlet")
  chosen=$(qemu-x86_64 -cpu "$processor" "$swiftlet" bench --prompt 1 --generate 1 --repetitions 1 2>/dev/null | sed -n 1p)
  printf '%-8s %s\n' "$processor" "$chosen"
  [[ $chosen == *", $set, "* ]] || { echo "expected $set kernels" >&2; exit 1; }
  [[ -n $expected && $emulated == "$expected" ]] || { printf 'found:    %s\nexpected: %s\n' "$emulated" "$expected" >&2; exit 1; }
done
