#!/bin/bash
# Builds Scrubjay for 64-bit Windows on Debian, by mingw-w64: build/windows/scrubjay.exe, which needs nothing but
# Windows 10 or later, and of it a .zip that runs from whatever folder it is unpacked in and an installer.
#
#   packaging/windows/build.sh [CMAKE-OPTION...]      installs what building needs
#
# What was built is not run here: packaging/windows/try.sh does so, under Wine.
set -euo pipefail
umask 022
cd "$(dirname "$0")/../.."
./test.sh --setup-only g++-mingw-w64-x86-64-posix libz-mingw-w64-dev nlohmann-json3-dev googletest dpkg-dev tcl librsvg2-bin \
  imagemagick zip nsis

packaging/windows/libraries.sh
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
cmake --preset windows "$@"
cmake --build --preset windows --target scrubjay

# No DLL that is not a part of Windows.
brought='ADVAPI32|COMDLG32|GDI32|IMM32|KERNEL32|msvcrt|ole32|OPENGL32|SHELL32|USER32|WindowsCodecs'
! x86_64-w64-mingw32-objdump -p build/windows/scrubjay.exe | sed -n 's/.*DLL Name: //p' | grep -viE "^($brought)\.dll$" ||
  { echo "scrubjay.exe needs what Windows does not bring (above)." >&2; exit 1; }

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' build/windows/CMakeCache.txt)
out=$PWD/build/windows-package
name=scrubjay-$version-windows-x86_64
rm -rf "$out"
cmake --install build/windows --prefix "$out/$name" --strip
find "$out/$name" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
# A zip has times of the place where it is made.
(cd "$out" && find "$name" | LC_ALL=C sort | TZ=UTC zip -q -X "$name.zip" -@)

# What the uninstaller takes away: files first, then folders, the innermost first.
(cd "$out/$name" && find . -mindepth 1 -type d -printf 'RMDir "$INSTDIR\\%P"\n' | LC_ALL=C sort -r >"$out/folders" &&
  find . -type f -printf 'Delete "$INSTDIR\\%P"\n' | LC_ALL=C sort | cat - "$out/folders" | sed 's,/,\\,g') >"$out/remove.nsh"
makensis -V2 -DVERSION="$version" -DFILES="$out/$name" -DREMOVE="$out/remove.nsh" -DICON="$PWD/build/windows/scrubjay.ico" \
  -DOUTPUT="$out/$name-setup.exe" packaging/windows/installer.nsi
rm "$out/folders" "$out/remove.nsh"
ls -l "$out"/*.zip "$out"/*-setup.exe
