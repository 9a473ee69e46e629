#!/usr/bin/env bash
# Runs a command in a root folder of prepare.sh, with this repository as the working folder, Swift 6.2 in PATH and, if it
# exists next to the repository, the folder of test data. Mounts are private to this command.
# usage: inside.sh FOLDER COMMAND [ARGUMENT ...]
set -euo pipefail
if [[ $# -lt 2 || ! -e $1/.complete ]]; then
  echo "usage: inside.sh FOLDER COMMAND [ARGUMENT ...]; expected a folder that prepare.sh has made" >&2
  exit 2
fi
export root=$1 repository=$(cd "$(dirname "$0")/../../.." && pwd)
shift
exec unshare --mount --propagation private bash -euc '
  mkdir -p "$root/source/swiftlet" "$root/source/shared"
  mount --bind "$repository" "$root/source/swiftlet"
  if [[ -d $repository/../shared ]]; then mount --bind "$repository/../shared" "$root/source/shared"; fi
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  swift=/usr/libexec/swift
  exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 PATH=$swift/bin:/usr/bin:/usr/sbin \
    LD_LIBRARY_PATH=$swift/lib/swift/linux:$swift/lib/swift/host QEMU_LD_PREFIX=/arm64 \
    bash -euc "cd /source/swiftlet && exec \"\$@\"" inside "$@"
' inside "$@"
