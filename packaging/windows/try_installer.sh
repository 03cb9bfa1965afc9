#!/bin/bash
# Tries the installer under Wine, in a Windows of its own: installs, runs what was installed, uninstalls, and looks for
# what was left behind.
#
#   packaging/windows/try_installer.sh [SETUP.exe]      the one in build/windows-package
#
# Prints a line for each step; fails at the first wrong one.
set -euo pipefail
cd "$(dirname "$0")/../.."
setup=${1-$(ls build/windows-package/*-setup.exe)}
work=$(mktemp -d)
export LC_ALL=C.UTF-8 WINEDEBUG=${WINEDEBUG--all} WINEPREFIX=$work/wine DISPLAY=
# Wine would write menus of this system.
export WINEDLLOVERRIDES=winemenubuilder.exe=d
cleanup() {
  wineserver -k 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
wineboot -i >/dev/null 2>&1
say() { printf 'ok: %s\n' "$*"; }
# What there is: files, and the user's part of the registry without times.
list() {
  wineserver -w
  (cd "$WINEPREFIX" && find . -not -name '*.reg' -not -path '*/Temp/*' | sort)
  grep -v '^#time\|^;;' "$WINEPREFIX/user.reg" | sed 's/^\(\[.*\]\) [0-9]*$/\1/'
}
value() { wine reg query "$1" ${2:+/v} ${2:-/ve} 2>/dev/null | tr -d '\r' | sed -n 's/.*REG_SZ *//p'; }
list >"$work/before"
wine "$setup" /S
folder=$(value 'HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Scrubjay' InstallLocation)
say "installed into $folder, version $(wine "$folder\\scrubjay.exe" --version | tr -d '\r')"
ls "$WINEPREFIX"/drive_c/users/*/AppData/Roaming/Microsoft/Windows/"Start Menu"/Programs/Scrubjay.lnk >/dev/null
say "it stands in the Start menu"
for extension in fbf xrec colycap colreplay mcap log; do
  wine reg query "HKCU\\Software\\Classes\\Applications\\scrubjay.exe\\SupportedTypes" /v ".$extension" >/dev/null
  wine reg query "HKCU\\Software\\Classes\\.$extension\\OpenWithProgids" /v Scrubjay.Recording >/dev/null
done
[ "$(value 'HKCU\Software\Classes\.xrec')" = Scrubjay.Recording ]
[ "$(value 'HKCU\Software\Classes\.log')" != Scrubjay.Recording ]
say '"Open with" offers it for .fbf, .xrec, .colycap, .colreplay, .mcap, .log; a double click on the first four opens it'
wine "$folder\\scrubjay.exe" info assets/sample.xrec | grep 'format *xrec' >/dev/null
say "it reads a recording"
wine "$folder\\uninstall.exe" /S
for _ in $(seq 60); do # it goes on by a copy of itself
  sleep 0.5
  [ -n "$(ls -d "$WINEPREFIX"/drive_c/users/*/AppData/Local/Programs/Scrubjay 2>/dev/null)" ] || break
done
list >"$work/after"
if ! diff "$work/before" "$work/after" >"$work/left"; then
  left=$(grep -i 'scrubjay\|\.fbf\|xrec\|coly\|mcap' "$work/left" || true)
  [ -z "$left" ] || { printf 'left behind:\n%s\n' "$left"; exit 1; }
fi
say "uninstalled, and nothing of it is left"
