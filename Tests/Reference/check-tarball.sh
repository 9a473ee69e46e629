#!/usr/bin/env bash
# Lists a tarball of Scripts/package.sh and its size, and runs README's first command from it in a root folder that has nothing
# else than the files of the C library. As a user other than root, takes namespaces of users.
# usage: check-tarball.sh [FOLDER]      default: .build/release-files
set -euo pipefail
cd "$(dirname "$0")/../.."
fail() {
  echo "check-tarball.sh: $*" >&2
  exit 1
}
if [[ $# -gt 1 || ${1:-} == -* ]]; then
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
fi
folder=${1:-.build/release-files}
tarball=$(echo "$folder"/swiftlet-*-linux-"$(uname -m)".tar.gz)
[[ -e $tarball ]] || fail "no tarball in $folder; run Scripts/package.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tar -tvzf "$tarball" | awk '!/^d/ { printf "%10d  %s\n", $3, $6 }' | tee "$work/files"
for file in bin/swiftlet share/swiftlet/swiftlet-tiny-q8_0.gguf share/doc/swiftlet/LICENSE share/man/man1/swiftlet.1.gz \
  share/bash-completion/completions/swiftlet share/zsh/site-functions/_swiftlet share/fish/vendor_completions.d/swiftlet.fish; do
  grep -q "[1-9][0-9]*  swiftlet-[0-9.]*-linux-[a-z0-9_]*/$file$" "$work/files" || fail "$file is missing or empty"
done
du -h --apparent-size "$folder"/swiftlet* | sed 's/^/  /'

root=$work/root
mkdir -p "$root"/{opt,proc}
tar -C "$root/opt" --strip-components 1 -xzf "$tarball"
# The interpreter of the program and its libraries, where the program looks for them.
libraries=$(ldd "$root/opt/bin/swiftlet" | grep -o '/[^ ]*' | sort -u)
for library in $libraries; do
  [[ $(basename "$library") =~ ^(libc\.so|libm\.so|ld-linux) ]] || fail "needs $library, expected the C library only"
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

# The first text block of README, words with single spaces.
expected=$(awk '/^```text/ { on = 1; next } /^```/ && on { exit } on' README.md | xargs -d '\n' | tr -s ' ')
isolated=(unshare --mount --pid --fork)
((EUID == 0)) || isolated+=(--user --map-root-user)
"${isolated[@]}" true || fail "namespaces cannot be made here"
inside() { "${isolated[@]}" env -i PATH="$PATH" chroot "$root" /opt/bin/swiftlet "$@"; }
# Nothing is mounted: a refusal, at each of several attempts.
for _ in {1..10}; do
  message=$(inside respond hello 2>&1) && fail "a system without /proc is not refused"
  [[ $message == "swiftlet: respond: /proc: is not mounted"* ]] || fail "expected a message about /proc, found: $message"
done
inside --version
found=$("${isolated[@]}" bash -c 'mount -t proc proc "$1/proc" && env -i PATH="$PATH" chroot "$1" /opt/bin/swiftlet respond \
  "Tell me a story about a cat called Ginger." --greedy' inside "$root" 2>"$work/errors" | xargs -d '\n' | tr -s ' ')
[[ $found == "$expected" ]] || fail "found: $found $(cat "$work/errors"); expected: $expected"
# The command alone names the folders that it looks into, which are those beside it.
mkdir -p "$root/alone/bin" && cp "$root/opt/bin/swiftlet" "$root/alone/bin/"
message=$("${isolated[@]}" bash -c 'mount -t proc proc "$1/proc" && env -i PATH="$PATH" chroot "$1" /alone/bin/swiftlet \
  respond hello' inside "$root" 2>&1) && fail "a command without a model is not refused"
[[ $message == "swiftlet: respond: swiftlet-tiny-q8_0.gguf: not found: "*" /alone/share/swiftlet;"* ]] ||
  fail "expected a message about the bundled model, found: $message"
echo "$message"
echo "README's first command prints what it should in a root folder with" $(xargs -n 1 basename <<<"$libraries")
