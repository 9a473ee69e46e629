#!/usr/bin/env bash
# Compares the text blocks in README.md with the output of the code block before each of them: shell commands, or Swift,
# where each section is one program.
# usage: check-readme.sh BUILD_FOLDER [--write]        (of a complete build, such as .build/release)
# With --write, replaces the text blocks with the actual output.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset SWIFTLET_MODEL

# MARK: Code to run

# Blocks are numbered. Each Swift block first prints its number after a group separator character.
awk -v work="$work" '
  FNR == 1 { pass++; section = number = 0 }
  /^## / { section++ }
  /^```[a-z]+$/ && kind == "" {
    kind = substr($0, 4); number++
    if (pass == 1 && kind == "text") { shown[number - 1]; if (last == "swift") runs[section] }
    if (pass == 2 && kind == "swift" && section in runs) printf "```swift\nprint(\"\\u{1d}%d\")\n", number > (work "/code.md")
    next
  }
  /^```$/ {
    if (pass == 2 && kind == "swift" && section in runs) print > (work "/code.md")
    last = kind; kind = ""; next
  }
  pass == 2 && kind == "swift" && section in runs { print > (work "/code.md") }
  pass == 2 && kind == "sh" && number in shown && sub(/^swift run -c release swiftlet /, "swiftlet ") {
    sub(/ +#.*/, ""); print > (work "/commands." number)
  }
' README.md README.md

# MARK: The program

awk -v kind=swift -v file=README.md -v manifest_file=/dev/null -f Tests/Reference/snippets.awk \
  <"$work/code.md" >"$work/Snippets.swift"
echo '@main struct Program { static func main() async throws { try await statements() } }' >>"$work/Snippets.swift"
{
  grep -v /swiftlet_cli.build/ "$build/swiftlet.product/Objects.LinkFileList"
  find "$build/FoundationModels.build" -name '*.o'
} >"$work/objects"
swiftc -swift-version 6 -parse-as-library -module-name Snippets -I "$build/Modules" -I Sources/Kernels/Intrinsics \
  -load-plugin-executable "$build/SwiftletMacros-tool#SwiftletMacros" "$work/Snippets.swift" "@$work/objects" \
  -o "$work/program"

# MARK: Output

# Writes the output of each block to a file in a folder.
print_blocks() {
  local folder=$work/$1
  mkdir "$folder"
  for commands in "$work"/commands.*; do
    PATH=$build:$PATH bash -euo pipefail "$commands" </dev/null >"$folder/${commands##*.}"
  done
  "$work/program" >"$work/printed"
  awk -v folder="$folder" '
    BEGIN { RS = "\035" }
    NF { number = $1; sub(/^[0-9]+\n/, ""); printf "%s", $0 > (folder "/" number) }
  ' "$work/printed"
}

# Instruction sets round sums differently. If that changes the output, the example is not reproducible.
print_blocks here
for set in portable avx2; do
  [[ $set == portable ]] || grep -qw "$set" /proc/cpuinfo || continue
  SWIFTLET_ISA=$set print_blocks "$set"
  diff -ru "$work/here" "$work/$set" || {
    echo "README.md: the output differs with $set kernels; choose prompts with more robust answers" >&2
    exit 1
  }
done

# MARK: Expected README

mkdir "$work/folded"
for output in "$work"/here/*; do
  fold -s -w 100 "$output" | sed 's/ *$//' |
    awk 'NF { printf "%s", gap; gap = ""; print; next } { gap = gap "\n" }' >"$work/folded/${output##*/}"
done
awk -v work="$work" '
  /^```[a-z]+$/ && kind == "" {
    kind = substr($0, 4); number++; print
    if (kind == "text") while ((getline line < (work "/folded/" (number - 1))) > 0) print line
    next
  }
  /^```$/ { kind = ""; print; next }
  kind != "text" { print }
' README.md >"$work/README.md"
if [[ ${2:-} == --write ]]; then
  cat "$work/README.md" >README.md
else
  diff -u README.md "$work/README.md" || {
    echo "README.md is out of date: run Tests/Reference/check-readme.sh $1 --write" >&2
    exit 1
  }
fi
echo "$(grep -c '^```text$' README.md) text blocks in README.md are up to date"
