#!/bin/sh
# Tests OpenAICompatibleLanguageModel with a real server, to check that both agree on the protocol.
#
# Installs llama-cpp-python and its server into a temporary folder; this compiles llama.cpp and takes about 20 minutes.
# LLAMA_PYTHON selects a Python that already has them. To test a running server, such as llama-server or vLLM, pass its
# address instead.
# usage: [LLAMA_PYTHON=PYTHON] check-remote.sh [MODEL.gguf]
#        check-remote.sh BASE_URL MODEL_NAME [API_KEY [json_schema|json_object]]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
client() {
  swift run --package-path "$here/remote" RemoteCheck "$@"
}

case "${1:-}" in
  http://* | https://*)
    [ $# -ge 2 ] || { echo "check-remote.sh: the name of the model is missing" >&2; exit 2; }
    client "$@"
    exit
    ;;
esac

model=${1:-$here/../../Weights/swiftlet-tiny-q8_0.gguf}
[ -r "$model" ] || { echo "check-remote.sh: cannot read $model" >&2; exit 2; }
folder=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

python=${LLAMA_PYTHON:-$folder/venv/bin/python}
if [ -z "${LLAMA_PYTHON:-}" ]; then
  python3 -m venv "$folder/venv"
  "$python" -m pip install --quiet 'llama-cpp-python[server]==0.3.36'
fi

key=check-remote
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$python" -m llama_cpp.server --host 127.0.0.1 --port "$port" --model "$model" --model_alias checked \
  --n_ctx 512 --interrupt_requests false --api_key "$key" >"$folder/log" 2>&1 &
server=$!

# Waits until the server has loaded the model.
tries=0
until python3 -c "import urllib.request as r
r.urlopen(r.Request('http://127.0.0.1:$port/v1/models', headers={'Authorization': 'Bearer $key'}), timeout=5)" 2>/dev/null
do
  tries=$((tries + 1))
  if [ "$tries" -ge 120 ] || ! kill -0 "$server" 2>/dev/null; then
    echo "check-remote.sh: the server did not start:" >&2
    tail -n 20 "$folder/log" >&2
    exit 1
  fi
  sleep 1
done

client "http://127.0.0.1:$port/v1" checked "$key" json_object
