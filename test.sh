#!/bin/sh
# Installs what is missing, builds Scrubjay and runs its tests.
#
#   ./test.sh                        optimised, warnings as errors, all tests
#   ./test.sh PRESET [CTEST-ARG...]  another preset of CMakePresets.json and arguments for ctest,
#                                    e.g. ./test.sh asan-ubsan -LE window
#   ./test.sh --update-golden        rewrites the golden dumps, for review: what readers make of small files
#                                    (tests/data/golden) and what is printed of a recording (tests/data/app)
#   ./test.sh --setup-only [PACKAGE...]
#                                    only installs what building and viewing needs, and those packages
set -eu
cd "$(dirname "$0")"

# Debian 12 and Ubuntu 24.04 or later. What the program is built from and shows its texts with ...
build_packages='cmake ninja-build g++ pkg-config python3-glad libimgui-dev libglfw3-dev libgl-dev
  libegl-dev libglm-dev libsimdjson-dev zlib1g-dev libzstd-dev liblz4-dev libdeflate-dev libcli11-dev
  libsqlite3-dev libtinygltf-dev libtinyobjloader-dev libpugixml-dev libmsgpack-cxx-dev libstb-dev fonts-inter
  fonts-jetbrains-mono'
# ... and what only the tests and benchmarks need: a display to open the real window on, and hands.
test_packages='libgtest-dev libbenchmark-dev xvfb xauth xdotool imagemagick python3-xlib'
# A compiler for the sanitizers, which fuzz.sh takes, too; what they are linked with is a package of its own.
sanitizer_packages='clang-19 libclang-rt-19-dev'

say() { printf '%s\n' "$*" >&2; }

install_packages() {
  missing=
  for package in $1; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
    [ "$state" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  say "Installing:$missing"
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "Only root can install packages, and there is no sudo. As root, run:"
      say "  apt-get update && apt-get install$missing"
      exit 1
    fi
    as_root=sudo
  fi
  $as_root apt-get update
  # Words are split on purpose: one argument a package.
  # shellcheck disable=SC2086
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $missing
}

explain_packages() {
  say "This script installs packages on Debian and Ubuntu only. Scrubjay is built from:"
  say "  GCC 12 or later, CMake 3.25 or later, Ninja, pkg-config, the program glad (glad 2), Dear ImGui"
  say "  with its GLFW and OpenGL 3 backends, GLFW 3.3, glm, simdjson, SQLite, tinygltf,"
  say "  tinyobjloader, pugixml, msgpack, zlib, libdeflate, zstd, LZ4, CLI11, stb, OpenGL, EGL;"
  say "  its tests also need GoogleTest, and those of the window Xvfb, xdotool and python-xlib."
  case "$(uname -s)" in
    Darwin)
      say "  brew install gcc cmake ninja pkg-config glfw glm simdjson zstd lz4 libdeflate cli11 sqlite tinyobjloader pugixml imgui"
      say "    msgpack-cxx tinygltf stb googletest"
      say "  pip install glad2" ;;
    *)
      if command -v dnf >/dev/null; then
        say "  dnf install gcc-c++ cmake ninja-build pkgconf glfw-devel glm-devel simdjson-devel"
        say "    zlib-devel libzstd-devel lz4-devel libdeflate-devel cli11-devel sqlite-devel stb-devel mesa-libGL-devel"
        say "    mesa-libEGL-devel tinygltf-devel tinyobjloader-devel pugixml-devel imgui-devel msgpack-devel gtest-devel"
        say "  pip install glad2"
      fi ;;
  esac
  say "vcpkg has the libraries, too: vcpkg.json lists them."
}

# Elsewhere than on Debian: goes on when the tools are there, and leaves the libraries to CMake.
set_up() {
  if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
    install_packages "$1"
    return
  fi
  for tool in cmake ninja pkg-config glad; do
    if ! command -v "$tool" >/dev/null; then
      say "Missing: $tool"
      explain_packages
      exit 1
    fi
  done
}

if [ "${1-}" = --setup-only ]; then
  shift
  set_up "$build_packages $*"
  exit
fi

update_golden=
if [ "${1-}" = --update-golden ]; then
  update_golden=yes
  shift
fi
preset=${1-ci}
[ $# -eq 0 ] || shift
case $preset in
  asan-ubsan | tsan) ;;
  *) sanitizer_packages= ;;
esac
set_up "$build_packages $test_packages $sanitizer_packages"
# What stands here afterwards was written by this run.
results=build/$preset/results
rm -rf "$results"
mkdir -p "$results"
cmake --preset "$preset"
if [ -n "$update_golden" ]; then
  cmake --build --preset "$preset" --target formats_test app_test
  SCRUBJAY_UPDATE_GOLDEN=1 "build/$preset/tests/formats/formats_test" --gtest_filter='*Golden*'
  SCRUBJAY_UPDATE_GOLDEN=1 "build/$preset/tests/app/app_test" --gtest_filter='RecordingJson.*:RecordingText.*'
  exit
fi
cmake --build --preset "$preset"
# Twice as many as there are cores: the tests of the window mostly wait for it.
ctest --preset "$preset" --parallel "$((2 * $(getconf _NPROCESSORS_ONLN)))" --timeout 1200 \
  --output-junit "$PWD/$results/ctest.xml" "$@" || true
python3 tests/verdict.py "$results"
