#!/usr/bin/env bash
# Runs real clients from the Python registry against `swiftlet serve`, and prints a line for each of their cases.
#
#   Tests/Clients/run.sh [--server URL] [--model FILE] [--embedding-model FILE] [--serve-option=OPTION]… [CLIENT…]
#
#   --server URL             a server that runs already (its key in $SWIFTLET_API_KEY); default: starts one
#   --model FILE             the model; default: the one in Weights
#   --embedding-model FILE   a second model, for embeddings; without one these cases are skipped
#   --serve-option=OPTION    an option of `swiftlet serve`
#   CLIENT                   a client; default: all but lm_eval, which installs much
#
# Not in the gate: it downloads packages, the first time for several minutes. The release build must exist, or its path
# be in $SWIFTLET. The exit status is 0 if all cases passed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=environment.sh
source "$here/environment.sh"

# The clients, each with its environment: some need versions of one package that exclude each other.
names=(openai openai_responses anthropic ollama langchain instructor pydantic_ai openai_agents litellm)
declare -A environments=([openai]=base [openai_responses]=base [anthropic]=base [ollama]=base [langchain]=base
  [instructor]=instructor [pydantic_ai]=pydantic_ai [openai_agents]=openai_agents [litellm]=litellm [lm_eval]=lm_eval)

fail() {
  echo "run.sh: $1" >&2
  exit 2
}

options=() selected=()
while [[ $# -gt 0 ]]; do
  case $1 in
  --server | --model | --embedding-model)
    [[ $# -ge 2 ]] || fail "$1: a value is missing"
    case $1 in
    --server) export SWIFTLET_SERVER=$2 ;;
    *) options+=(--model "$(realpath "$2")") ;;
    esac
    shift 2
    ;;
  --serve-option=*) options+=("${1#*=}") && shift ;;
  --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" && exit ;;
  -*) fail "$1: unknown option; see --help" ;;
  *) selected+=("$1") && shift ;;
  esac
done
[[ ${#selected[@]} -gt 0 ]] || selected=("${names[@]}")
for name in "${selected[@]}"; do
  [[ -n ${environments[$name]:-} ]] || fail "$name: unknown client; expected ${names[*]} or lm_eval"
done

for name in "${selected[@]}"; do
  environment "${environments[$name]}" || fail "$name: the packages could not be installed"
done
if [[ -z ${SWIFTLET_SERVER:-} ]]; then
  exec python3 "$here/server.py" ${options[@]+"${options[@]}"} -- "$0" "${selected[@]}"
fi

passed=0 skipped=0 failed=0
for name in "${selected[@]}"; do
  environment "${environments[$name]}"
  count=$((passed + skipped + failed))
  log=$(mktemp)
  while read -r verdict which reason; do
    case $verdict in
    ok) passed=$((passed + 1)) ;;
    skipped) skipped=$((skipped + 1)) ;;
    failed) failed=$((failed + 1)) ;;
    # 1 is the status of a script with failed cases; others are those of one that did not come to its end.
    status)
      [[ $which != 1 ]] || continue
      failed=$((failed + 1)) verdict=failed reason="exit status $which" which=""
      ;;
    *) continue ;;
    esac
    printf '%-17s %-36s %-7s %s\n' "$name" "${which%:}" "$verdict" "$reason"
  done < <(cd "$here" && timeout 1800 "$python" -W ignore "${name}_client.py" 2>"$log" || echo "status $?")
  if [[ $count -eq $((passed + skipped + failed)) ]]; then
    failed=$((failed + 1))
    printf '%-17s %-36s %-7s %s\n' "$name" "" failed "$(tail -n 1 "$log")"
  fi
  rm -f "$log"
done
echo "$passed passed, $skipped skipped, $failed failed"
[[ $failed -eq 0 ]]
