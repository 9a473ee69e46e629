#!/usr/bin/env bash
# Asks bash, zsh and fish for completions as their users do, with a tab, and compares them with the help of all commands; shows
# the manual page by man, which has to have no warnings.
# usage: check-shells.sh [FOLDER]
#   FOLDER    an unpacked tarball of Scripts/package.sh; default: what is installed as a package
# Needs bash-completion, zsh, fish and man-db.
set -euo pipefail
fail() {
  echo "check-shells.sh: $*" >&2
  exit 1
}
if [[ $# -gt 1 || ${1:-} == -* ]]; then
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2
  exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
zsh_folder=
if [[ ${1:-} ]]; then
  folder=$(realpath "$1")
  # Bash and fish look there, zsh in its own list.
  export XDG_DATA_DIRS=$folder/share:/usr/share PATH=$folder/bin:$PATH
  zsh_folder=$folder/share/zsh/site-functions
fi
export HOME=$work LC_ALL=C.UTF-8 SWIFTLET_PACKED_CACHE=off
for tool in swiftlet zsh fish man; do
  command -v "$tool" >/dev/null || fail "$tool was not found"
done
[[ -e /usr/share/bash-completion/bash_completion ]] || fail "bash-completion is not installed"

# MARK: Lines and what completes them

# expect LINE WORD ...: notes the completions that a line has.
count=0
expect() {
  echo "$1" >>"$work/lines"
  shift
  printf '%s\n' "$@" | sort -u >"$work/expected.$count"
  count=$((count + 1))
}
# The options in the left column of a command's help.
options() {
  swiftlet "$@" --help | sed -n 's/^  \(-.*\)/\1/p' | sed 's/   *.*//' | { grep -oE -- '--[a-z0-9-]+' || true; }
  echo --help
}
commands=$(swiftlet --help | awk '/^Commands:/ { on = 1; next } !NF { on = 0 } on { print $1 }')
expect 'swiftlet re' respond
expect 'swiftlet schema ' check mask-bench
for command in $commands; do
  if [[ $command == schema ]]; then continue; fi
  expect "swiftlet $command --" $(options "$command")
done
for command in check mask-bench; do expect "swiftlet schema $command --" $(options schema "$command"); done
expect 'swiftlet completions ' bash zsh fish
expect 'swiftlet respond --kv-type ' f32 f16 q8_0
expect 'swiftlet respond --greedy --kv-type f' f32 f16
expect 'swiftlet help schema ' check mask-bench
expect 'swiftlet quantize a b --type Q8' Q8_0
expect 'swiftlet synthesize a --shape mamba' mamba2-1.3b
# Options end there, and words that name commands are operands elsewhere.
expect 'swiftlet respond -- --'
expect 'swiftlet schema check -- --'
expect 'swiftlet respond hi schema --greed' --greedy
mkdir "$work/files" && touch "$work/files/story.gguf"
expect "swiftlet respond --model $work/files/" "$work/files/story.gguf"

# MARK: Shells

cat >"$work/complete.bash" <<'BASH'
source /usr/share/bash-completion/bash_completion
_completion_loader swiftlet || [[ $? == 124 ]]
function=$(complete -p swiftlet | sed -n 's/.* -F \([^ ]*\) .*/\1/p')
compopt() { files=yes; }
number=0
while IFS= read -r line; do
  read -ra COMP_WORDS <<<"$line"
  [[ $line != *' ' ]] || COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=() files=
  $function swiftlet "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
  # Without completions, readline completes names of files.
  if [[ $files && ${#COMPREPLY[@]} -eq 0 ]]; then COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")); fi
  printf '%s\n' "${COMPREPLY[@]}" >"$work/bash.$((number++))"
done <"$work/lines"
BASH
cat >"$work/complete.fish" <<'FISH'
set number 0
while read -l line
  complete -C "$line" | string split -f 1 \t >$work/fish.$number
  set number (math $number + 1)
end <$work/lines
FISH
# A zsh on a terminal of its own writes each list that it would show to a file, and a key that it is done.
cat >"$work/complete.zsh" <<'ZSH'
zmodload zsh/zpty
zpty shell "TERM=dumb zsh -f -i"
say() { zpty -w shell "$1" }
# Long lists are shown without a question on a high terminal.
say "stty rows 9999 columns 200; LISTMAX=0"
say "work=$work; fpath=($zsh_folder \$fpath); autoload -Uz compinit && compinit -D -u"
say 'compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] { builtin compadd "$@"; return $? }
  local -a found; builtin compadd -O found "$@"; print -lr -- $found >>$work/list; builtin compadd "$@"
}'
say 'finish() { : >$work/done; BUFFER= }; zle -N finish; bindkey "^X" finish; bindkey "^I" list-choices'
number=0
while IFS= read -r line; do
  rm -f $work/done; : >$work/list
  zpty -w -n shell "$line"$'\t\x18'
  # What it shows is read, so that it goes on.
  for attempt in {1..600}; do
    while zpty -r -t shell shown; do :; done
    [[ ! -e $work/done ]] || break
    sleep 0.05
  done
  [[ -e $work/done ]] || { echo "zsh: $line: no answer" >&2; exit 1 }
  cp $work/list $work/zsh.$number
  (( number += 1 ))
done <$work/lines
zpty -d shell
ZSH
export work zsh_folder
bash --norc "$work/complete.bash"
fish "$work/complete.fish"
zsh -f "$work/complete.zsh"

# MARK: The manual page

page=()
if [[ ${1:-} ]]; then page=(-l "$folder/share/man/man1/swiftlet.1.gz"); else page=(swiftlet); fi
warnings=$(MANWIDTH=100 man --warnings=w "${page[@]}" 2>&1 >"$work/page")
[[ -z $warnings ]] || fail "man: $(head -n 5 <<<"$warnings")"
col -b <"$work/page" >"$work/text"
for command in $commands; do
  grep -q "^   swiftlet $command" "$work/text" || fail "the manual page has no section for swiftlet $command"
done
echo "man: $(wc -l <"$work/text") lines without warnings"
# The names in heads of paragraphs on options, such as `-p, --prompt TEXT`.
sed -n 's/^ *\(-.*\)/\1/p' "$work/text" | grep -oE -- '--[a-z0-9-]+' | sort -u >"$work/names"

# MARK: Comparison

# Beside what the help lists there may be other names of options, which the manual page has.
for shell in bash zsh fish; do
  number=0
  while IFS= read -r line; do
    # Zsh completes the last part of a path.
    sed "/^\$/d; s|^story.gguf\$|$work/files/story.gguf|; s/ \$//" "$work/$shell.$number" | sort -u >"$work/found"
    missing=$(comm -23 "$work/expected.$number" "$work/found" | xargs)
    others=$(comm -13 "$work/expected.$number" "$work/found" | grep -vxFf "$work/names" | xargs || true)
    [[ -z $missing$others ]] || fail "$shell: '$line': missing: $missing; not expected: $others"
    number=$((number + 1))
  done <"$work/lines"
  echo "$shell $("$shell" --version | grep -oE '[0-9]+\.[0-9]+(\.[0-9]+)?' | sed -n 1p): $number lines are completed like the help"
done
