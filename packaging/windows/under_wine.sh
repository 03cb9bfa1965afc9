#!/bin/sh
# build/windows/scrubjay.exe under Wine, as if it were a program of this system: for what starts the program that
# SCRUBJAY names, such as the tests of the window in tests/window. Settings are under HOME, as they are here; for that
# build/windows-wine (packaging/windows/try.sh makes it) is copied there, its large files by links.
root=$(cd "$(dirname "$0")/../.." && pwd)
export WINEPREFIX="$HOME/scrubjay-wine" WINEDEBUG="${WINEDEBUG--all}" LC_ALL=C.UTF-8 TZ=UTC
[ -d "$WINEPREFIX" ] || cp -al "$root/build/windows-wine" "$WINEPREFIX" || exit
exec wine "$root/build/windows/scrubjay.exe" "$@"
