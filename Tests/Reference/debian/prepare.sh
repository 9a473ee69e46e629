#!/usr/bin/env bash
# Creates a root folder of Debian unstable in FOLDER, with Swift 6.2, libraries and headers for 64-bit Arm, and an emulator.
# Takes three to seven minutes and 7 GB; does nothing if it exists.
# usage: prepare.sh FOLDER        (as root, on a system with debootstrap)
set -euo pipefail
if [[ $# -ne 1 || $1 == -* ]]; then
  echo "usage: prepare.sh FOLDER" >&2
  exit 2
fi
root=$(realpath -m "$1")

if [[ -e $root/.complete ]]; then exit 0; fi
# An incomplete folder of this script is recreated; other folders are not touched.
if [[ -e $root && ! -e $root/.swiftlet && -n $(ls -A "$root") ]]; then
  echo "prepare.sh: $root is not empty, expected a new folder" >&2
  exit 1
fi
if ((EUID != 0)); then
  echo "prepare.sh: a root folder can be made by root alone" >&2
  exit 1
fi
command -v debootstrap >/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends debootstrap; }

# Uses the mirror of this machine.
mirror=$(apt-get indextargets --format '$(SITE) $(ORIGIN)' 'Created-By: Packages' | awk '$2 == "Debian" { print $1; exit }')
if [[ -z $mirror ]]; then
  echo "prepare.sh: apt has no list of Debian's packages (apt-get update)" >&2
  exit 1
fi

rm -rf "$root"
mkdir -p "$root"
exec 9>"$root/.swiftlet"
flock -n 9 || { echo "prepare.sh: $root is being made by another run" >&2; exit 1; }
debootstrap --variant=minbase sid "$root" "$mirror"
# The mirror may be a snapshot with expired lists.
cat >"$root/etc/apt/apt.conf.d/90swiftlet" <<'CONFIGURATION'
Acquire::Check-Valid-Until "false";
APT::Install-Recommends "false";
CONFIGURATION

inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 "$@"; }
inside dpkg --add-architecture arm64
inside apt-get update -q
inside apt-get install -q -y swiftlang libswiftlang swiftlang-dev libc6-dev g++ git qemu-user

# The dependencies of Swift's libraries for Arm.
inside bash -c 'apt-get install -q -y $(apt-cache depends libswiftlang:arm64 | sed -n "s/.*Depends: //p")'

# Swift's packages for Arm are unpacked to a separate folder for the cross compiler, not installed.
inside bash -c 'mkdir -p /tmp/arm64 && chown _apt /tmp/arm64 && cd /tmp/arm64 && gcc=$(gcc -dumpversion) &&
  apt-get download -q {swiftlang,libswiftlang,libc6,libc6-dev,libstdc++6,libgcc-s1}:arm64 \
    {libstdc++,libgcc}-$gcc-dev:arm64 linux-libc-dev &&
  for package in *.deb; do dpkg -x $package /arm64; done && rm -r /tmp/arm64 &&
  ln -s usr/lib /arm64/lib && ln -s ../libexec/swift/lib/swift_static /arm64/usr/lib'
# The C library of the current release, for programs that are to run there.
echo "deb $mirror stable main" >"$root/etc/apt/sources.list.d/stable.list"
inside bash -c 'apt-get update -q && mkdir -p /tmp/stable && chown _apt /tmp/stable && cd /tmp/stable &&
  apt-get download -q libc6:arm64/stable && dpkg -x libc6_*.deb /arm64-stable && rm -r /tmp/stable'
cat >"$root/arm64.json" <<'DESTINATION'
{
  "version": 1,
  "sdk": "/arm64",
  "toolchain-bin-dir": "/usr/libexec/swift/bin",
  "target": "aarch64-unknown-linux-gnu",
  "dynamic-library-extension": "so",
  "extra-cc-flags": ["-fPIC"],
  "extra-swiftc-flags": [
    "-sdk", "/arm64", "-use-ld=lld", "-resource-dir", "/arm64/usr/lib/swift", "-Xclang-linker", "--sysroot=/arm64"
  ],
  "extra-cpp-flags": ["-lstdc++"]
}
DESTINATION

# Swift Testing's Foundation overlay is declared but not packaged; tests that do not use it link with an empty library.
for folder in "$root"{,/arm64}/usr/libexec/swift/lib/swift/linux; do
  [[ -e $folder/lib_Testing_Foundation.so ]] || printf '!<arch>\n' >"$folder/lib_Testing_Foundation.a"
done
inside apt-get clean
touch "$root/.complete"
