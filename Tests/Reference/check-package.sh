#!/usr/bin/env bash
# Installs the files of Scripts/package.sh in bare root folders of Debian and Ubuntu and runs README's first command there: as
# it is, without /sys, on a read-only file system, as a user without rights, within limits of control groups, without huge
# pages, and where the system promises no more memory than it has. Settings of the kernel are restored. bash, zsh and fish of
# Debian stable are asked for completions (check-shells.sh).
# usage: check-package.sh [--suites LIST] [FOLDER]
#   --suites LIST    releases, separated by commas; default: stable,oldstable,jammy and noble
#   FOLDER           what package.sh has written; default: .build/release-files
# Roots are made by debootstrap (minbase, a minute and 200 MB each), kept in ~/.cache/swiftlet/roots, and not changed: each check
# has a layer of its own. Needs root for chroot and mounts. Alpine is not checked: it has no glibc, and building for its C library
# takes Swift's static Linux SDK. 64-bit Arm is checked under an emulator, without a limit of time, if there are files
# for it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
}
fail() {
  echo "check-package.sh: $*" >&2
  exit 1
}
suites=stable,oldstable,jammy,noble
if [[ ${1:-} == --suites && $# -gt 1 ]]; then suites=$2 && shift 2; fi
if [[ $# -gt 1 || ${1:-} == -* ]]; then usage; fi
folder=$(realpath "${1:-$repository/.build/release-files}")
roots=${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet/roots
((EUID == 0)) || fail "root folders can be used by root alone"
command -v debootstrap >/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends debootstrap; }
tarball=$(echo "$folder"/swiftlet-*-linux-"$(uname -m)".tar.gz) package=$(echo "$folder"/swiftlet_*_"$(dpkg --print-architecture)".deb)
[[ -e $tarball && -e $package ]] || fail "no package in $folder; run Scripts/package.sh"

# MARK: Roots

mirror=$(apt-get indextargets --format '$(SITE) $(ORIGIN)' 'Created-By: Packages' | awk '$2 == "Debian" { print $1; exit }')

# download PACKAGE FOLDER: unpacks a package of Debian stable in a folder here.
download() {
  local files=$roots/stable/tmp/files
  make_root stable
  # The user of apt writes there.
  rm -rf "$files" && mkdir -m 777 "$files"
  chroot "$roots/stable" bash -ec 'cd /tmp/files && apt-get update -q && apt-get download -q "$1"' download "$1" >/dev/null
  dpkg -x "$files"/*.deb "$2"
  rm -r "$files"
}

# make_root SUITE[-arm64] [OPTION ...]: makes the root of a release, unless it is there.
make_root() {
  local name=$1 root=$roots/$1 suite=${1%-arm64} source=$mirror keyring=()
  shift
  if [[ -e $root/.complete ]]; then return; fi
  case $suite in
    focal | jammy | noble)
      # Ubuntu's keys come from Debian.
      source=http://archive.ubuntu.com/ubuntu
      download ubuntu-keyring "$roots/keys"
      keyring=(--keyring "$(find "$roots/keys" -name ubuntu-archive-keyring.gpg | head -n 1)")
      ;;
  esac
  rm -rf "$root"
  mkdir -p "$root"
  local script=()
  # Debian's debootstrap may be older than the release; all of Ubuntu's have the same script.
  [[ -e /usr/share/debootstrap/scripts/$suite ]] || script=(/usr/share/debootstrap/scripts/gutsy)
  debootstrap --variant=minbase "${keyring[@]}" "$@" "$suite" "$root" "$source" "${script[@]}" >"$roots/$name.log" ||
    { tail -n 3 "$roots/$name.log" >&2; return 1; }
  touch "$root/.complete"
}

# MARK: Checks

# The first text block of README, words with single spaces.
expected=$(awk '/^```text/ { on = 1; next } /^```/ && on { exit } on' "$repository/README.md" | xargs -d '\n' | tr -s ' ')
command='swiftlet respond "Tell me a story about a cat called Ginger." --greedy'

# within SUITE SCRIPT: runs a script of this shell with $root, a copy of the root that is gone afterwards.
within() {
  local layer
  layer=$(mktemp -d)
  unshare --mount --propagation private bash -euo pipefail -c '
    mount -t tmpfs tmpfs "$1" && mkdir "$1"/{upper,work,root}
    mount -t overlay overlay -o "lowerdir=$2,upperdir=$1/upper,workdir=$1/work" "$1/root"
    root=$1/root
    eval "$3"' inside "$layer" "$roots/$1" "$functions"$'\n'"$2" || { rmdir "$layer"; return 1; }
  rmdir "$layer"
}
# The shells of this release are asked for completions; Ubuntu's are not in what its roots are made from.
shells=stable
export expected command folder tarball package repository shells
functions=$(declare -f fail)'
run() { chroot "$@" env -i PATH=/opt/swiftlet/bin:/usr/local/bin:/usr/bin:/bin TERM=dumb bash -c "$command 2>/tmp/errors"; }
# check NAME CHROOT-ARGUMENT ...: compares the output, and prints the best time of five until its first byte.
check() {
  local name=$1 best= start found milliseconds
  shift
  for _ in 1 2 3 4 5; do
    rm -f "$root/tmp/errors"
    start=${EPOCHREALTIME/./}
    exec 3< <(run "$@")
    IFS= read -r -N 1 found <&3 || fail "$name: no output: $(head -c 300 "$root/tmp/errors")"
    milliseconds=$(((${EPOCHREALTIME/./} - start) / 1000))
    found+=$(cat <&3)
    exec 3<&-
    [[ -z $best || $milliseconds -lt $best ]] && best=$milliseconds
    found=$(xargs -d "\n" <<<"$found" | tr -s " ")
    [[ $found == "$expected" ]] || fail "$name: found: $found; expected: $expected"
  done
  printf "  %-44s %5d ms to the first token\n" "$name" "$best"
  if [[ -z ${times_are_off:-} ]] && ((best > 500)); then fail "$name: expected at most 500 ms"; fi
}
'

ls -l "$tarball" "$package" | awk '{ printf "%8.1f MB  %s\n", $5 / 1e6, $9 }'
for suite in ${suites//,/ }; do
  make_root "$suite" || { echo "$suite: skipped: its root cannot be made here"; continue; }
  echo "$suite: $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$roots/$suite/etc/os-release"), $(du -sm "$roots/$suite" | cut -f 1) MB"
  export suite
  within "$suite" '
    ! [[ -e $root/usr/lib/x86_64-linux-gnu/libcurl.so.4 ]] || fail "the root is not bare: it has libcurl"
    mkdir "$root/opt/swiftlet" && tar -C "$root/opt/swiftlet" --strip-components 1 -xzf "$tarball"
    printf "  %-44s %5d MB\n" "unpacked" "$(du -sm "$root/opt/swiftlet" | cut -f 1)"
    # Nothing is mounted yet. Processes that do nothing but compute keep the machine busy: the library of tasks would end the
    # command without a message once a second has passed.
    busy=()
    trap "kill \${busy[*]} 2>/dev/null || true" EXIT
    for _ in $(seq $(($(nproc) * 4))); do (while :; do :; done) & busy+=($!); done
    for _ in {1..50}; do
      message=$(chroot "$root" /opt/swiftlet/bin/swiftlet respond hello 2>&1) && fail "a system without /proc is not refused"
      [[ $message == "swiftlet: respond: /proc: is not mounted"* ]] || fail "expected a message about /proc, found: $message"
      chroot "$root" /opt/swiftlet/bin/swiftlet --version >/dev/null || fail "--version fails without /proc"
    done
    kill "${busy[@]}"
    busy=()
    printf "  %-44s %s\n" "tarball, without /proc, 50 times under load" "$message"
    mount -t proc proc "$root/proc"
    check "tarball, without /sys" "$root"
    mount --rbind /sys "$root/sys"; mount --rbind /dev "$root/dev"
    check "tarball" "$root"
    check "tarball, as a user without rights" --userspec=65534:65534 "$root"
    mkdir "$root/elsewhere" && mv "$root/opt/swiftlet" "$root/elsewhere/moved" && ln -s ../../elsewhere/moved/bin/swiftlet "$root/usr/bin/"
    check "tarball, moved, through a link" "$root"
    mount --rbind "$root" "$root" && mount -o remount,ro,bind "$root" && mount -t tmpfs tmpfs "$root/tmp"
    check "tarball, read-only file system" "$root"'
  within "$suite" '
    mount -t proc proc "$root/proc"
    # The line of the release notes, in folders of another owner and mode than those of the tarball.
    chmod 2775 "$root"/usr/local/{bin,share}; chown 0:50 "$root"/usr/local/{bin,share}
    before=$(stat -c "%n %a %u %g" "$root"/usr/local "$root"/usr/local/*)
    line=$(sed -n "s/^sudo \(tar .*\) [^ ]*\.tar\.gz .*/\1/p" "$folder/RELEASE-NOTES.md")
    [[ $line == "tar -C /usr/local "* ]] || fail "RELEASE-NOTES.md has no line that unpacks the tarball"
    cp "$tarball" "$root/tmp/swiftlet.tar.gz"
    chroot "$root" bash -ec "$line /tmp/swiftlet.tar.gz"
    after=$(stat -c "%n %a %u %g" $(cut -d " " -f 1 <<<"$before"))
    [[ $after == "$before" ]] || fail "the tarball changes folders: $(diff <(echo "$before") <(echo "$after"))"
    check "tarball, as the release notes say" "$root"'
  within "$suite" '
    mount -t proc proc "$root/proc"
    cp "$package" "$root/tmp/swiftlet.deb"
    chroot "$root" dpkg -i /tmp/swiftlet.deb >/dev/null
    [[ -z $(chroot "$root" dpkg --verify swiftlet) ]] || fail "dpkg --verify finds differences"
    check "package" "$root"
    for file in copyright changelog.gz; do [[ -s $root/usr/share/doc/swiftlet/$file ]] || fail "the package has no $file"; done
    # Shells and man of the same release.
    mount --rbind /dev "$root/dev"
    if [[ $shells == "$suite" ]]; then
      chroot "$root" bash -ec "apt-get update -q && apt-get install -q -y --no-install-recommends bash-completion fish man-db bsdextrautils zsh" >/dev/null 2>&1 ||
        fail "the shells cannot be installed"
        install "$repository/Tests/Reference/check-shells.sh" "$root/tmp/"
      chroot "$root" env -i PATH=/usr/bin:/bin bash /tmp/check-shells.sh | sed "s/^/  /"
    fi
    chroot "$root" dpkg -r swiftlet >/dev/null
    left=$(find "$root/usr" -name "*swiftlet*")
    [[ -z $left ]] || fail "files are left after the removal: $left"
    printf "  %-44s\n" "package, removed without a trace"'
done

# MARK: Limits

# threads [COMMAND ...]: the number of threads that the command takes when it is run by another.
threads() { "$@" "$work/bin/swiftlet" bench --prompt 1 --generate 0 --repetitions 1 2>/dev/null | sed -n '1s/.*, \([0-9]*\) threads.*/\1/p'; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -C "$work" --strip-components 1 -xzf "$tarball"
export SWIFTLET_PACKED_CACHE=off
groups=/sys/fs/cgroup
echo "limits:"
# With one processor, a group of version 1 or 2 for this process and its children: grouped CONTROLLER SETTING=VALUE ... -- COMMAND
grouped() {
  local controller=$1 base=$groups status=0 group
  shift
  [[ -d $groups/$controller ]] && base=$groups/$controller
  group=$base/swiftlet-check-$$
  mkdir "$group" || return 1
  while [[ $1 != -- ]]; do echo "${1#*=}" >"$group/${1%%=*}" || status=1; shift; done
  shift
  if ((status == 0)); then bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@" || status=$?; fi
  sleep 0.2
  rmdir "$group"
  return $status
}
if [[ -w $groups/cpu || -e $groups/cgroup.controllers ]]; then
  for quota in 50000:1 100000:1 150000:2; do
    if [[ -d $groups/cpu ]]; then settings=(cpu.cfs_period_us=100000 cpu.cfs_quota_us="${quota%:*}"); else settings=(cpu.max="${quota%:*} 100000"); fi
    found=$(threads grouped cpu "${settings[@]}" --)
    limit=${quota#*:}
    ((limit <= $(threads))) || limit=$(threads)
    printf '  %-44s %5s thread(s)\n' "time for $(awk -v q="${quota%:*}" 'BEGIN { print q / 100000 }') processors" "$found"
    [[ $found == "$limit" ]] || fail "expected $limit threads, $(threads) without a limit"
  done
  if [[ -d $groups/memory ]]; then setting=memory.limit_in_bytes=268435456; else setting=memory.max=268435456; fi
  # 600 million values of 4 bytes: more than 256 MB, less than a machine has.
  "$work/bin/swiftlet" synthesize "$work/model.gguf" --shape llama-3.2-1b --type q4_0 --layers 1 >/dev/null 2>&1
  refusal=$(grouped memory "$setting" -- "$work/bin/swiftlet" respond x --model "$work/model.gguf" --context 131072 \
    --kv-type f32 2>&1) && fail "a context above the limit of memory is not refused"
  printf '  %-44s %s\n' "256 MB of memory" "$refusal"
  [[ $refusal == *"of KV cache"*"are available"* ]] || fail "expected a refusal by arithmetic"
else
  echo "  skipped: control groups cannot be made here"
fi

# MARK: Settings of the kernel

# set FILE VALUE: changes a setting until this script ends.
restore=()
set_until_end() {
  restore+=("$1=$2")
  echo "$3" >"$1"
}
give_back() { for setting in "${restore[@]}"; do echo "${setting#*=}" >"${setting%%=*}"; done; restore=(); }
trap 'give_back; rm -rf "$work"' EXIT
first_command() { "$work/bin/swiftlet" respond "Tell me a story about a cat called Ginger." --greedy 2>/dev/null | xargs -d '\n' | tr -s ' '; }
echo "settings:"
pages=/sys/kernel/mm/transparent_hugepage/enabled
if [[ -w $pages ]]; then
  set_until_end "$pages" "$(sed 's/.*\[\(.*\)\].*/\1/' "$pages")" never
  [[ $(first_command) == "$expected" ]] || fail "without huge pages"
  give_back
  printf '  %-44s %s\n' "transparent huge pages: never" "answers"
fi
if [[ -w /proc/sys/vm/overcommit_memory ]]; then
  # With room for what runs on the machine: all that has been promised, and most of the memory.
  set_until_end /proc/sys/vm/overcommit_ratio "$(</proc/sys/vm/overcommit_ratio)" 95
  set_until_end /proc/sys/vm/overcommit_memory "$(</proc/sys/vm/overcommit_memory)" 2
  [[ $(first_command) == "$expected" ]] || fail "with vm.overcommit_memory=2"
  left=$(awk '/^CommitLimit/ { limit = $2 } /^Committed_AS/ { print limit - $2 }' /proc/meminfo)
  give_back
  printf '  %-44s %s\n' "vm.overcommit_memory=2" "answers; $((left >> 10)) MB are left to promise"
fi
# The system refuses memory to one process.
[[ $(ulimit -v 2000000 && first_command) == "$expected" ]] || fail "within 2 GB of addresses"
printf '  %-44s %s\n' "2 GB of addresses (ulimit -v)" "answers"
# Limits that are too small for anything else than a message in one line: never a signal, and never a wait without an end.
for limit in "-v 170000" "-v 150000" "-v 130000" "-v 100000" "-v 90000" "-d 60000" "-d 40000" "-d 25000" "-n 4" "-n 6" "-n 12"; do
  status=0
  refusal=$(ulimit $limit && timeout 60 "$work/bin/swiftlet" respond x 2>&1) || status=$?
  [[ $status == 1 && $refusal == *"the system refuse"* && $refusal != *$'\n'* ]] || fail "ulimit $limit: status $status: $refusal"
  printf '  %-44s %s\n' "ulimit $limit" "$(cut -c 1-110 <<<"$refusal")"
done
# Threads have stacks of their own size.
for limit in 64 128 256; do
  [[ $(ulimit -s $limit && first_command) == "$expected" ]] || fail "stacks of $limit KiB"
done
printf '  %-44s %s\n' "stacks of 64 KiB (ulimit -s)" "answers"

# MARK: 64-bit Arm

arm=$(echo "$folder"/swiftlet-*-linux-aarch64.tar.gz) arm_package=$(echo "$folder"/swiftlet_*_arm64.deb)
if [[ -e $arm && -e $arm_package && $(uname -m) != aarch64 ]]; then
  # Unpacked by the first stage, and not configured: programs of the root cannot be started by each other here. The emulator
  # of Debian stable is one static file.
  make_root stable-arm64 --arch arm64 --foreign
  [[ -e $roots/emulator ]] || download qemu-user "$roots/emulator"
  export arm arm_package emulator=$roots/emulator/usr/bin/qemu-aarch64
  echo "aarch64: $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$roots/stable-arm64/etc/os-release"), emulated"
  within stable-arm64 '
    ! compgen -G "$root/usr/lib/*/libcurl.so.4" >/dev/null || fail "the root is not bare: it has libcurl"
    times_are_off=yes
    run() { chroot "$1" /qemu-aarch64 "$2" respond "Tell me a story about a cat called Ginger." --greedy 2>"$root/tmp/errors"; }
    cp "$emulator" "$root/"
    mkdir -p "$root/opt/swiftlet"
    tar -C "$root/opt/swiftlet" --strip-components 1 -xzf "$arm"
    # A link to /proc of this machine, as the first stage leaves it where it may not mount.
    [[ ! -L $root/proc ]] || { rm "$root/proc" && mkdir "$root/proc"; }
    mount -t proc proc "$root/proc"
    printf "  %s\n" "$(chroot "$root" /qemu-aarch64 /opt/swiftlet/bin/swiftlet --version)"
    check "tarball" "$root" /opt/swiftlet/bin/swiftlet
    [[ $(dpkg-deb --field "$arm_package" Architecture) == arm64 ]] || fail "the package is not for arm64"
    dpkg-deb --extract "$arm_package" "$root"
    check "package, unpacked" "$root" /usr/bin/swiftlet'
else
  echo "aarch64: skipped: no tarball and package for it in $folder"
fi
