#!/usr/bin/env bash
# Runs llama.cpp's own tests of its server against `swiftlet serve`, and prints a table of what passed, failed and was
# skipped, with reasons. LLAMA_SERVER_TESTS.md says what is expected of it.
#
#   [SWIFTLET=PROGRAM] Tests/Clients/llama_server_tests.sh [OPTION OF pytest…]
#
# Not in the gate: it fetches the tests, from the source package of llama-cpp-python, into .build/clients or
# $SWIFTLET_CLIENTS. Models are those of Tests/data.sh; tests of others are skipped. The exit status is that of pytest.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=environment.sh
source "$here/environment.sh"
package=llama-cpp-python version=0.3.36

environment llama_server
tests=$clients/llama_server_tests-$version
if [[ ! -d $tests ]]; then
  fetched=$(mktemp -d)
  trap 'rm -rf "$fetched"' EXIT
  "$python" -m pip download --quiet --disable-pip-version-check --no-deps --no-binary "$package" \
    --dest "$fetched" "$package==$version"
  tar -xzf "$fetched"/*.tar.gz -C "$fetched" --wildcards '*/tools/server/tests/*' '*/vendor/llama.cpp/LICENSE'
  mv "$fetched"/*/vendor/llama.cpp/tools/server/tests "$tests"
fi

data=$("$here/../data.sh")
export SWIFTLET=${SWIFTLET:-$here/../../.build/release/swiftlet}
SWIFTLET=$(realpath "$SWIFTLET")
LLAMA_TESTS_MODELS=$data/models
LLAMA_TESTS_REASON=$(mktemp -u)
LLAMA_TESTS_TABLE=$(mktemp)
LLAMA_SERVER_BIN_PATH=$here/llama_server_shim.py
PYTHONPATH=$here
export LLAMA_TESTS_MODELS LLAMA_TESTS_REASON LLAMA_TESTS_TABLE LLAMA_SERVER_BIN_PATH PYTHONPATH
status=0
(cd "$tests" && "$python" -m pytest -p llama_server_plugin -p no:cacheprovider -q --tb=no --no-header -r N \
  -m "not slow" "$@" unit) >&2 || status=$?
sort -s -k1,1 "$LLAMA_TESTS_TABLE" | awk -F'\t' '{ printf "| %s | %s | %s |\n", $2, $1, $3 }'
cut -f1 "$LLAMA_TESTS_TABLE" | sort | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? ", " : ""), $1, $2 } END { print "" }'
rm -f "$LLAMA_TESTS_TABLE"
exit "$status"
