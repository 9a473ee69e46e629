#!/usr/bin/env bash
# Summarises logs of test runs: number of tests and failures, and skipped tests with reasons.
# usage: summary.sh LOG ...      fails if a test failed or a log is incomplete
set -euo pipefail
status=0
[[ $# -gt 0 ]] || { echo "summary.sh: there is no log" >&2; exit 1; }
for log in "$@"; do
  total=$(grep -oE 'Test run with [0-9]+ tests?.*(passed|failed) after .*' "$log" | tail -n 1 || true)
  if [[ -z $total ]]; then
    echo "$log: the run did not end" >&2
    status=1
    continue
  fi
  echo "$(basename "$log" .log): $total"
  if [[ $total == "Test run with 0 tests"* ]]; then status=1; fi
  # Tests disabled by a condition, and tests that report missing data.
  grep -E '^(➜|↳).*skipped|^skipped' "$log" | sed -E 's/^/  /' | sort | uniq -c | sort -rn || true
  if grep -qE '^✘ Test ' "$log"; then
    grep -E '^✘ Test .*(recorded an issue|failed)' "$log" | cut -c 1-300
    status=1
  fi
done
exit $status
