#!/usr/bin/env bash
# Sends requests generated from the server's OpenAPI description, valid and invalid ones, and checks that no answer has
# a status of 5xx, a type or a form that the description does not have. Default: about 10,000 requests.
#
#   Tests/Clients/schemathesis.sh [--server URL] [--model FILE] [--cases N] [--seed N] [-- OPTION…]
#
#   --server URL   a server that runs already (its key in $SWIFTLET_API_KEY); default: starts one
#   --cases N      number of requests for each operation; default: 450
#   OPTION         an option of `schemathesis run`, such as --include-path=/v1/responses
#
# Not in the gate: it downloads schemathesis. Failures are printed with a curl command that repeats them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
description=$here/../../Sources/Server/OpenAPI/openapi.json
# shellcheck source=environment.sh
source "$here/environment.sh"

arguments=("$@") options=() extra=() cases=450 seed=1
while [[ $# -gt 0 ]]; do
  case $1 in
  --server) export SWIFTLET_SERVER=$2 && shift 2 ;;
  --model) options+=(--model "$(realpath "$2")") && shift 2 ;;
  --cases) cases=$2 && shift 2 ;;
  --seed) seed=$2 && shift 2 ;;
  --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" && exit ;;
  --) shift && extra=("$@") && break ;;
  *) echo "schemathesis.sh: $1: unknown option; see --help" >&2 && exit 2 ;;
  esac
done

environment schemathesis
if [[ -z ${SWIFTLET_SERVER:-} ]]; then
  # Generated names of models are those of the default model, or most requests would end at their names.
  exec python3 "$here/server.py" ${options[@]+"${options[@]}"} --any-model -- "$0" "${arguments[@]}"
fi

# What the server says about itself is what this tests.
served=$(mktemp)
trap 'rm -f "$served"' EXIT
curl --fail --silent --show-error --header "Authorization: Bearer ${SWIFTLET_API_KEY:-}" \
  "$SWIFTLET_SERVER/openapi.json" --output "$served"
cmp "$description" "$served"

cd "$here"
SCHEMATHESIS_HOOKS=schemathesis_hooks PYTHONPATH=$here "${python%/python}/schemathesis" run "$description" \
  --url "$SWIFTLET_SERVER" --header "Authorization: Bearer ${SWIFTLET_API_KEY:-}" \
  --phases examples,coverage,fuzzing --max-examples "$cases" --seed "$seed" --workers 4 --continue-on-failure \
  --request-timeout 60 --suppress-health-check all --warnings off --output-sanitize false \
  --checks not_a_server_error,response_schema_conformance,content_type_conformance \
  ${extra[@]+"${extra[@]}"}
