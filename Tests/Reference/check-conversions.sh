#!/usr/bin/env bash
# The conversions of floating-point numbers to integers that trap for NaN and for numbers out of range. The index that the
# compiler writes in debug builds names the initialisers that each source uses, by type, so that none is missed.
# usage: Tests/Reference/check-conversions.sh .build/debug
set -euo pipefail
store=$(cd "$1/index/store/v5" && pwd)
cd "$(dirname "$0")/../.."

# The only one, behind a comparison with the bounds.
permitted=CheckedConversion.swift

# Mangled names of init(_:) of an integer with a Double, Float or Float16, and with any BinaryFloatingPoint; of the
# conversions of vectors; and of durations in a fraction of a unit.
traps="s:(S[iu]yS[iu](Sd|Sf|s7Float16V)cfc|s[456]U?Int(8|16|32|64)VyAB(Sd|Sf|s7Float16V)cfc|Szyxqd__cSBRd__lufc"
traps+="|s17FixedWidthIntegerPsEyxqd__cSBRd__lufc|s[56]SIMD[0-9]+Vss17FixedWidthInteger[A-Za-z0-9_]*SBRd__"
traps+="|s8DurationV[0-9]+[a-z]+ABSdFZ)"

# Records of sources that were compiled last, without those of earlier versions, which the index keeps.
compiled=$(cat "$store"/units/* | grep -aoE '[A-Za-z0-9_+.-]+\.swift-[A-Z0-9]{8,16}' | sort -u)
trapping=$(grep -rlaE "$traps" "$store/records" | sed 's|.*/||' | sort)
names=$(comm -12 <(sort <<<"$compiled") <(sort <<<"$trapping") | sed 's/-[A-Z0-9]*$//' | sort -u)

status=0 found=0
for name in $names; do
  [[ $name == "$permitted" ]] && { found=1; continue; }
  while IFS= read -r file; do
    echo "$file: a floating-point number becomes an integer with a trap; expected Int(clamping:) or Int(exactly:)" >&2
    grep -nE '\bU?Int(8|16|32|64)?\(|SIMD[0-9]+<U?Int|seconds\(' "$file" | head -n 5 >&2
    status=1
  done < <(find Sources -name "$name")
done
((found)) || { echo "$store: $permitted was not found, so the index is not that of this package" >&2; exit 1; }

((status)) || echo "conversions: $(wc -l <<<"$compiled") sources, none traps"
exit $status
