#!/bin/bash
# Builds the libraries for packaging/windows/build.sh: static ones for Windows, of the very versions that are
# installed here for the build for this system. Their sources are Debian's source packages; apt checks their sums
# and signatures. Its list of sources is a private one: nothing of this machine's settings is changed.
#
# All is kept in build/windows-libraries; what is there in the same version is not built again.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$PWD/build/windows-libraries
installed=$folder/installed
triple=x86_64-w64-mingw32
mkdir -p "$folder/apt/lists/partial" "$folder/sources" "$folder/built" "$installed"/{include,share/cmake,lib/pkgconfig}

apt_private() {
  apt-get -qq -o Dir::Etc::SourceList="$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State::Lists="$folder/apt/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o APT::Sandbox::User=root "$@"
}

# From where this machine takes its own packages.
read_lists() {
  apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | sort -u |
    sed 's,^,deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ,' >"$folder/apt/sources.list"
  apt_private update
}

# fetch SOURCE VERSION: unpacks it here. Of an update that a mirror lists before it has it, what the release came with.
fetch() {
  apt_private source "$1=$2" && return
  find . -mindepth 1 -delete
  apt_private source "$1/$(. /etc/os-release && echo "$VERSION_CODENAME")" || return
  echo "instead of $1 $2, which is not to be had, the release's own: $(echo ./*.dsc)"
}

# library PACKAGE COMMAND [ARGUMENT...]: builds and installs what PACKAGE was made from by the command, which is
# called in the folder of the sources, unless that was done. $build is a folder for what is built.
library() {
  local package=$1 source version stamp
  shift
  source=$(dpkg-query -W -f '${source:Package}' "$package")
  version=$(dpkg-query -W -f '${source:Version}' "$package")
  stamp=$folder/built/${source}_$version
  [ ! -e "$stamp" ] || return 0
  echo "$source $version"
  build=$folder/build/$source
  rm -rf "$build" "$folder/built/${source}_"*
  mkdir -p "$build"
  if [ -d "/usr/src/$source" ]; then
    cd "/usr/src/$source" # the package is the source
  else
    [ -n "${lists_read-}" ] || read_lists
    lists_read=yes
    rm -rf "${folder:?}/sources/$source"
    mkdir "$folder/sources/$source"
    cd "$folder/sources/$source"
    fetch "$source" "$version" >"$build/apt.log" 2>&1 || { cat "$build/apt.log"; exit 1; }
    tail -n 1 "$build/apt.log" | grep '^instead of ' || true
    cd ./*/
  fi
  "$@" >"$build/build.log" 2>&1 || { tail -n 50 "$build/build.log"; exit 1; }
  cd "$folder"
  touch "$stamp"
}

# with_cmake FOLDER [OPTION...]: by the library's own CMakeLists.txt.
with_cmake() {
  cmake -S "$1" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$installed" -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_C_COMPILER_LAUNCHER="$launcher" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" "${@:2}" &&
    cmake --build "$build" && cmake --install "$build"
}

# archive NAME COMPILER-WORDS -- SOURCE...: a library of sources that come without a build for Windows.
archive() {
  local name=$1 words=() source objects=()
  shift
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  for source; do
    objects+=("$build/$(basename "$source").o")
    "${words[@]}" -O2 -DNDEBUG -c "$source" -o "${objects[-1]}" || return
  done
  $triple-ar rcs "$installed/lib/lib$name.a" "${objects[@]}"
}

imgui() {
  archive imgui $launcher $triple-g++-posix -I. -I"$installed/include" -- imgui*.cpp misc/cpp/*.cpp \
    backends/imgui_impl_glfw.cpp backends/imgui_impl_opengl3.cpp || return
  mkdir -p "$installed/include/imgui/backends"
  cp ./*.h misc/cpp/*.h "$installed/include/imgui/"
  cp backends/*.h "$installed/include/imgui/backends/"
  sed "s|@prefix@|$installed|; s|@libdir@|lib|; s|@includedir@|include/imgui|; s|@version@|1.86|; /^Requires/d" \
    imgui.pc.in >"$installed/lib/pkgconfig/imgui.pc"
}

# Nothing but its checksum is used.
deflate() {
  archive deflate $launcher $triple-gcc-posix -I. -- lib/crc32.c lib/x86/cpu_features.c || return
  cp libdeflate.h "$installed/include/"
  printf '%s\n' 'Name: libdeflate' 'Description: its checksum' 'Version: 1' "Cflags: -I$installed/include" \
    "Libs: -L$installed/lib -ldeflate" >"$installed/lib/pkgconfig/libdeflate.pc"
}

# As Debian builds it, but for what extends its shell.
sqlite() {
  (cd "$build" && "$OLDPWD/configure" --enable-fts5 && make sqlite3.c sqlite3.h) || return
  archive sqlite3 $launcher $triple-gcc-posix $(grep -o -- '-DSQLITE_[A-Z0-9_=]*' debian/rules) \
    -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5 -- "$build/sqlite3.c" || return
  cp "$build/sqlite3.h" "$installed/include/"
}

toolchain=$PWD/packaging/windows/toolchain.cmake
launcher=$(command -v ccache || true)

library libglfw3-dev with_cmake . -DGLFW_BUILD_EXAMPLES=OFF -DGLFW_BUILD_TESTS=OFF -DGLFW_BUILD_DOCS=OFF
library libimgui-dev imgui
library libpugixml-dev with_cmake .
library libsimdjson-dev with_cmake .
library libzstd-dev with_cmake build/cmake -DZSTD_BUILD_PROGRAMS=OFF -DZSTD_BUILD_SHARED=OFF -DZSTD_MULTITHREAD_SUPPORT=ON
library liblz4-dev with_cmake build/cmake -DLZ4_BUILD_CLI=OFF -DLZ4_BUILD_LEGACY_LZ4C=OFF -DBUILD_STATIC_LIBS=ON
library libdeflate-dev deflate
library libsqlite3-dev sqlite
library googletest with_cmake .

# What is nothing but headers is the same for every system.
for header in glm CLI stb nlohmann msgpack msgpack.hpp tiny_gltf.h tiny_obj_loader.h; do
  cp -rL --update "/usr/include/$header" "$installed/include/"
done
cp -r --update /usr/share/cmake/glm /usr/share/cmake/CLI11 "$installed/share/cmake/"
