# Defines `environment NAME`, which makes a Python environment with the packages of requirements/NAME.txt, once, and
# sets `python` to its interpreter. They lie in .build/clients, or in $SWIFTLET_CLIENTS. To be sourced.

clients=${SWIFTLET_CLIENTS:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/.build/clients}

environment() {
  local list folder=$clients/$1
  list=$(dirname "${BASH_SOURCE[0]}")/requirements/$1.txt
  python=$folder/bin/python
  # The list in the folder is written last, so that an interrupted installation is repeated.
  cmp -s "$list" "$folder/requirements.txt" && return
  echo "installing $(tr '\n' ' ' <"$list")" >&2
  rm -rf "$folder"
  mkdir -p "$clients"
  python3 -m venv "$folder" && "$python" -m pip install --quiet --disable-pip-version-check -r "$list" >&2 &&
    cp "$list" "$folder/requirements.txt"
}
