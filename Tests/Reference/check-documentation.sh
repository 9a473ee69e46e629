#!/usr/bin/env bash
# Checks the documentation of the module Swiftlet: the catalog builds without warnings and has every symbol in a topic
# group; the Swift code in articles, README.md and doc comments compiles; the commands in articles and README.md run.
# usage: check-documentation.sh BUILD_FOLDER        (of a complete build, such as .build/release)
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(cd "$1" && pwd)
work=$(mktemp -d)
children=()
trap '((${#children[@]} == 0)) || kill "${children[@]}"; rm -rf "$work"' EXIT
catalog=Sources/Swiftlet/Swiftlet.docc
modules=(-I "$build/Modules" -I Sources/Kernels/Intrinsics -I Sources/Server/HTTP/Epoll)

# MARK: The catalog

target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)
mkdir "$work/symbols"
swift symbolgraph-extract -module-name Swiftlet "${modules[@]}" -target "$target" -minimum-access-level public \
  -skip-synthesized-members -emit-extension-block-symbols -output-dir "$work/symbols"
docc convert "$catalog" --additional-symbol-graph-dir "$work/symbols" --fallback-display-name Swiftlet \
  --fallback-bundle-identifier swiftlet --warnings-as-errors --output-path "$build/Swiftlet.doccarchive"
# DocC generates groups for symbols that the start page does not list. Only the one for types of other modules is expected.
start=$build/Swiftlet.doccarchive/data/documentation/swiftlet.json
if grep -o '{[^{}]*"generated":true[^{}]*}' "$start" | grep -v '"title":"Extended Modules"' >&2; then
  echo "$catalog/Swiftlet.md: expected every symbol in one of its groups" >&2
  exit 1
fi

# MARK: Swift

compile() {
  swiftc -swift-version 6 -parse-as-library "${modules[@]}" \
    -load-plugin-executable "$build/SwiftletMacros-tool#SwiftletMacros" "$@"
}

# Extracts the code blocks of a text as a Swift source.
snippets() { awk -v kind=swift -v file="$1" -v manifest_file="$work/Manifest.swift" -f Tests/Reference/snippets.awk; }

count=0
typecheck() {
  compile -typecheck -module-name Snippets -suppress-warnings -I "$work" "$1"
  count=$((count + $(grep -c '^do {  // a block$' "$1" || true)))
}

for page in README.md Sources/*/*.docc/*.md Sources/Kernels/Runtime/*.docc/*.md; do
  snippets "$page" <"$page" >"$work/Snippets.swift"
  typecheck "$work/Snippets.swift"
done
swiftc -typecheck -package-description-version 6.2.0 -I "$(dirname "$(command -v swiftc)")/../lib/swift/pm/ManifestAPI" \
  "$work/Manifest.swift"

compile -emit-module -enable-testing -module-name Given Tests/Reference/Given.swift \
  -emit-module-path "$work/Given.swiftmodule"
while read -r source; do
  {
    printf 'import Foundation\n@testable import Given\nimport Swiftlet\n'
    # Other lines become empty, to preserve line numbers.
    sed -n 's|^ *///\( \(.*\)\)\{0,1\}$|\2|p;t;s|.*||p' "$source" | snippets "$source"
  } >"$work/Snippets.swift"
  typecheck "$work/Snippets.swift"
done < <(grep -rl '/// ```swift' Sources/Swiftlet --include='*.swift')
echo "$count blocks of Swift compile"

# MARK: Commands

# Runs each command in a folder with a model file named as in the articles, and with an empty home folder. Commands that
# fetch, build or test the package are skipped. The hub that models come from is one of this machine, if there is Python.
mkdir "$work/folder" "$work/home"
hub=
if command -v python3 >/dev/null; then
  python3 Tests/Reference/hub.py Weights/swiftlet-tiny-q8_0.gguf >"$work/hub" &
  children+=($!)
  until hub=$(head -n 1 "$work/hub") && [[ $hub == http* ]]; do sleep 0.1; done
fi
export HF_ENDPOINT=$hub HOME=$work/home
unset XDG_CACHE_HOME XDG_CONFIG_HOME HF_HOME HF_HUB_CACHE SWIFTLET_CACHE HF_TOKEN
export SWIFTLET_PACKED_CACHE=$work/packed
cp Weights/swiftlet-tiny-q8_0.gguf "$work/folder/model.gguf"
for page in README.md "$catalog"/*.md; do
  sed -n '/^```sh$/,/^```$/{/^```/d;p}' "$page"
done | sed 's/swift run -c release swiftlet/swiftlet/; s/  *#.*//' >"$work/commands"
run() {
  if ! (cd "$work/folder" && PATH=$build:$PATH bash -euo pipefail -c "$command") </dev/null >"$work/output" 2>&1; then
    echo "failed: $command" >&2
    cat "$work/output" >&2
    exit 1
  fi
  echo "runs: $command"
}
while read -r command; do
  case $command in
    "" | "git clone"* | "swift test"*) echo "not run here: $command" ;;
    *hf:*) if [[ $hub ]]; then run; else echo "not run here: $command"; fi ;;
    "swiftlet serve"*)
      # The commands after it are its clients.
      (cd "$work/folder" && export PATH=$build:$PATH && exec $command) </dev/null >"$work/serving" 2>&1 &
      children+=($!)
      until grep -q "^listening on" "$work/serving"; do
        kill -0 "${children[-1]}" || { cat "$work/serving" >&2; exit 1; }
        sleep 0.1
      done
      echo "runs: $command"
      ;;
    *) run ;;
  esac
done <"$work/commands"
