#!/usr/bin/env bash
# Compares the speed of `swiftlet pull` with that of curl, over loopback and in turns.
#
#   swift build -c release --product swiftlet && Benchmarks/downloads.sh [--gigabytes N] [--rounds N]
#
# nginx serves one file of random weights (apt-get install nginx, or its path in $SWIFTLET_NGINX). `swiftlet pull` writes
# it to the disk and compares its SHA-256, which curl does not; so curl is measured alone and with `sync FILE` after it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SWIFTLET_NGINX=${SWIFTLET_NGINX:-$(PATH=$PATH:/usr/sbin command -v nginx || true)}
if [[ -z $SWIFTLET_NGINX ]]; then
  echo "downloads.sh: nginx was not found; install it (apt-get install nginx), or name it in \$SWIFTLET_NGINX" >&2
  exit 1
fi
export SWIFTLET_NGINX
exec python3 "$here/downloads.py" "$@"
