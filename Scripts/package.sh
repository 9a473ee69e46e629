#!/usr/bin/env bash
# Makes the files of a release for Linux in FOLDER (default: .build/release-files):
#   swiftlet-VERSION-linux-ARCHITECTURE.tar.gz   the command, default model, manual page, completions and licence
#   swiftlet_VERSION_ARCHITECTURE.deb            the same for Debian, Ubuntu and others
#   RELEASE-NOTES.md                             the changes from CHANGELOG.md, sizes, contents and checksums
# Both are prefixes of the file system: the tarball is unpacked anywhere, the package to /usr.
# usage: package.sh [--architecture x86_64|aarch64] [--binary FILE] [FOLDER]
#   --architecture A    default: that of this machine; aarch64 on x86-64 is built with Swift 6.2 in a root folder of Debian
#                       unstable (as root, 7 GB; see Tests/Reference/debian), $SWIFTLET_DEBIAN or ~/.cache/swiftlet/debian,
#                       whose emulator runs the command here for its manual page and completions
#   --binary FILE       package this executable of Scripts/link.sh instead of building one
# $SWIFTLET_MAINTAINER, "Name <address>", is the maintainer of the Debian package.
# The build is that of `swift build -c release`, whose objects are linked with the libraries of Swift and C++ in the command:
# what is left is the C library. Needs tar, ar, gzip, xz and readelf, and debootstrap for another architecture.
set -euo pipefail
cd "$(dirname "$0")/.."
usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "Scripts/package.sh" >&2
  exit 2
}
fail() {
  echo "package.sh: $*" >&2
  exit 1
}
binary= architecture=$(uname -m) output=.build/release-files
while (($#)); do
  case $1 in
    --binary) [[ $# -gt 1 ]] || usage; binary=$2; shift 2 ;;
    --architecture) [[ $# -gt 1 ]] || usage; architecture=$2; shift 2 ;;
    -*) usage ;;
    *) [[ $# -eq 1 ]] || usage; output=$1; shift ;;
  esac
done
case $architecture in
  x86_64) debian=amd64 machine="Advanced Micro Devices X86-64" ;;
  aarch64) debian=arm64 machine=AArch64 ;;
  *) fail "found the architecture $architecture, expected x86_64 or aarch64" ;;
esac
for tool in tar ar gzip xz readelf sha256sum; do
  command -v "$tool" >/dev/null || fail "$tool was not found"
done
# The format asks for a name and an address, of which the repository has none: who publishes packages sets his own.
maintainer=${SWIFTLET_MAINTAINER:-Swiftlet maintainers <swiftlet@localhost>}
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Swiftlet/LibraryVersion.swift)
[[ $version ]] || fail "no version in Sources/Swiftlet/LibraryVersion.swift"
# Files have the time of the last commit, so that the same sources give the same archives.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

run=()
if [[ $architecture != "$(uname -m)" ]]; then
  [[ $architecture == aarch64 ]] || fail "$architecture cannot be run here"
  debian_root=${SWIFTLET_DEBIAN:-${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet/debian}
  Tests/Reference/debian/prepare.sh "$debian_root"
  # The emulator is a static program; the C library is not where it looks for it without being told.
  run=("$debian_root/usr/bin/qemu-aarch64" -L "$debian_root/arm64")
fi
if [[ -z $binary ]]; then
  # SwiftPM caches the manifest, and with it the commit.
  commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
  [[ -z $(git status --short 2>/dev/null || true) ]] || commit+=+
  export SWIFTLET_COMMIT=${SWIFTLET_COMMIT-$commit}
  mkdir -p .build
  binary=.build/swiftlet-$architecture
  if [[ ${#run[@]} -eq 0 ]]; then
    swift build -c release --product swiftlet
    Scripts/link.sh .build/release "$binary"
  else
    inside() { Tests/Reference/debian/inside.sh "$debian_root" "$@"; }
    inside env SWIFTLET_ARCH=aarch64 SWIFTLET_COMMIT="$SWIFTLET_COMMIT" swift build -c release --product swiftlet \
      --destination /arm64.json --scratch-path /build/release --disable-sandbox
    inside Scripts/link.sh --sysroot /arm64 /build/release/release "$binary"
  fi
fi
[[ -f $binary ]] || fail "$binary: no such file"
readelf -h "$binary" | grep -q "Machine:.*$machine" || fail "$binary: is not for $architecture"

name=swiftlet-$version-linux-$architecture
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$name
mkdir -p "$tree"/bin "$tree"/share/{swiftlet,man/man1,doc/swiftlet} \
  "$tree"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}

# Without symbols, which are most of the file beside the tables of ICU.
objcopy=$(command -v llvm-objcopy || echo "$(dirname "$(command -v swiftc)")/llvm-objcopy")
"$objcopy" --strip-all "$binary" "$tree/bin/swiftlet"
chmod 755 "$tree/bin/swiftlet"
install -m 644 Weights/swiftlet-tiny-q8_0.gguf "$tree/share/swiftlet/"
install -m 644 LICENSE "$tree/share/doc/swiftlet/LICENSE"
install -m 644 Weights/README.md "$tree/share/doc/swiftlet/model.md"
install -m 644 Weights/ATTRIBUTION.md "$tree/share/doc/swiftlet/model-attribution.md"
say() { SWIFTLET_PACKED_CACHE=off "${run[@]}" "$tree/bin/swiftlet" "$@"; }
say completions bash >"$tree/share/bash-completion/completions/swiftlet"
say completions zsh >"$tree/share/zsh/site-functions/_swiftlet"
say completions fish >"$tree/share/fish/vendor_completions.d/swiftlet.fish"
say manual | gzip -9n >"$tree/share/man/man1/swiftlet.1.gz"

mkdir -p "$output"
pack() { tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=go-w "$@"; }
tarball=$output/$name.tar.gz
pack -C "$work" -cf - "$name" | gzip -6n >"$tarball"

# The format of deb(5): an archive of the version, the control files and the files. dpkg is not needed.
package=$output/swiftlet_${version}_$debian.deb
root=$work/deb control=$work/control
mkdir -p "$root" "$control"
cp -a "$tree" "$root/usr"
# Where Debian's zsh looks for functions of packages.
mv "$root"/usr/share/zsh/{site-functions,vendor-completions}
cat >"$root/usr/share/doc/swiftlet/copyright" <<COPYRIGHT
Copyright $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) ${maintainer% <*}

Swiftlet is licensed under the Apache License 2.0: /usr/share/common-licenses/Apache-2.0, or LICENSE in this folder.
The default model has a card, model.md, and lists the texts that it was trained on in model-attribution.md.
COPYRIGHT
# As Debian's policy asks for one, in its form.
gzip -9n >"$root/usr/share/doc/swiftlet/changelog.gz" <<CHANGELOG
swiftlet ($version) unstable; urgency=medium

  * The changes are in the release notes of this version.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
CHANGELOG
# The C library's newest symbols decide which releases it runs on.
libc=$(readelf -W --dyn-syms "$binary" | sed -n 's/.*@GLIBC_\([0-9.]*\).*/\1/p' | sort -Vu | tail -n 1)
cat >"$control/control" <<CONTROL
Package: swiftlet
Version: $version
Architecture: $debian
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$root" | cut -f 1)
Depends: libc6 (>= $libc)
Suggests: libcurl4t64 | libcurl4, ca-certificates
Section: science
Priority: optional
Description: runs language models from GGUF files
 A transformer inference engine: answers, chats, structured output, embeddings,
 and a server with the protocols of existing clients. A small model is in the
 package. libcurl is needed for requests over https alone.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$control/md5sums"
printf '2.0\n' >"$work/debian-binary"
pack -C "$control" -cf - ./control ./md5sums | xz -9 -T 1 >"$work/control.tar.xz"
pack -C "$root" -cf - ./usr | xz -3 -T 1 >"$work/data.tar.xz"
rm -f "$package"
(cd "$work" && ar rcSD package.deb debian-binary control.tar.xz data.tar.xz)
mv "$work/package.deb" "$package"

# The changes of this version, and, as long as it is not released, those after it, in one list for each heading. In the first
# version all is new: what has changed or was mended before it is no news to anybody.
section() { awk -v head="## [$1]" 'index($0, head) == 1 { on = 1; next } /^## \[|^\[/ { on = 0 } on' CHANGELOG.md; }
list() { awk -v head="### $1" '/^###? / { on = $0 == head; next } on && NF' <<<"$changes"; }
changes=$(section "$version")
if grep -q "^## \[$version\].*unreleased" CHANGELOG.md; then changes+=$'\n'$(section Unreleased); fi
headings=(Added Changed Deprecated Removed Fixed Security)
[[ $(grep '^## \[' CHANGELOG.md | tail -n 1) != "## [$version]"* ]] || headings=(Added)
changes=$(for heading in "${headings[@]}"; do
  entries=$(list "$heading")
  [[ -z $entries ]] || printf '\n### %s\n\n%s\n' "$heading" "$entries"
done)
[[ ${changes//[[:space:]]/} ]] || fail "CHANGELOG.md has no section $version"
size() { awk -v bytes="$(stat -c %s "$1")" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'; }
needed() { ar p "$1" control.tar.xz | tar -xJO ./control | sed -n 's/^Depends: libc6 (>= \(.*\))$/\1/p'; }
notes=$output/RELEASE-NOTES.md
{
  printf '# Swiftlet %s\n\n' "$version"
  printf '| file | size | glibc | SHA-256 |\n|---|---|---|---|\n'
  # Of all architectures that are there, which need different versions of the C library.
  for pair in x86_64:amd64 aarch64:arm64; do
    for file in "$output/swiftlet-$version-linux-${pair%:*}.tar.gz" "$output/swiftlet_${version}_${pair#*:}.deb"; do
      if [[ -e $file ]]; then
        printf '| `%s` | %s | %s | `%s` |\n' "$(basename "$file")" "$(size "$file")" \
          "$(needed "$output/swiftlet_${version}_${pair#*:}.deb")" "$(sha256sum "$file" | cut -d ' ' -f 1)"
      fi
    done
  done
  cat <<INSTALLATION

Linux with the given version of glibc or later, and nothing else; libcurl is used for requests over https, if it is installed.

\`\`\`sh
sudo tar -C /usr/local --no-overwrite-dir --strip-components 1 -xzf $name.tar.gz  # or unpack it anywhere and run bin/swiftlet
sudo apt install ./swiftlet_${version}_$debian.deb
\`\`\`

## Contents

\`\`\`text
INSTALLATION
  tar -tvzf "$tarball" | awk '$1 !~ /^d/ { printf "%10d  %s\n", $3, $6 }'
  printf '```\n\n## Changes\n%s\n' "$changes"
} >"$notes"

ls -l "$tarball" "$package" "$notes" | awk '{ printf "%10d  %s\n", $5, $9 }'
