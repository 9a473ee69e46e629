#!/usr/bin/env bash
# Checks that `swiftlet` and huggingface_hub share one cache, against a scripted hub on loopback.
#
#   Tests/Clients/hub.sh [CASE…]
#
# Not in the gate: it downloads huggingface_hub. The release build must exist, or its path be in $SWIFTLET. The exit
# status is 0 if all cases passed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=environment.sh
source "$here/environment.sh"
environment hub
exec "$python" "$here/hub.py" "$@"
