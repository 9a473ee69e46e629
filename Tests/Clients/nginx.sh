#!/usr/bin/env bash
# Tests Deploy/nginx-replicas.conf with nginx in front of two servers: requests with the same first message go to the
# same server, others are distributed, streams are not buffered, and another server takes over.
#
#   [SWIFTLET_NGINX=PROGRAM] Tests/Clients/nginx.sh [OPTION OF swiftlet serve…]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SWIFTLET_NGINX=${SWIFTLET_NGINX:-$(PATH=$PATH:/usr/sbin command -v nginx || true)}
if [[ -z $SWIFTLET_NGINX ]]; then
  echo "nginx.sh: nginx was not found; install it (apt-get install nginx), or name it in \$SWIFTLET_NGINX" >&2
  exit 1
fi
export SWIFTLET_NGINX
exec python3 "$here/nginx_replicas.py" "$@"
