#!/bin/bash
# Tries the window under Wine, on a display without a screen: opens the sample, steps with a key, takes a recording that
# is dropped as a file manager does, closes by Ctrl+Q, and the same at 200 %.
#
#   packaging/windows/try_window.sh [PROGRAM.exe]      the one in build/windows-package, else in build/windows
#
# Prints a line for each step; pictures are in build/windows-tried. Fails at the first wrong step. Installs what it needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
./test.sh --setup-only wine xvfb xauth xdotool imagemagick python3-xlib
program=${1-$(ls build/windows-package/*/scrubjay.exe build/windows/scrubjay.exe 2>/dev/null | head -n 1 || true)}
tried=$PWD/build/windows-tried
mkdir -p "$tried"
work=$(mktemp -d)
export LC_ALL=C.UTF-8 WINEDEBUG=${WINEDEBUG--all} WINEPREFIX=$work/wine LIBGL_ALWAYS_SOFTWARE=1
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 2600x1700x24 -nolisten tcp 3>"$work/display" 2>/dev/null &
server=$!
cleanup() {
  wineserver -k 2>/dev/null || true
  kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
read -r number <"$work/display"
export DISPLAY=:$number
wineboot -i >/dev/null 2>&1

state=$work/state.json
say() { printf 'ok: %s\n' "$*"; }
# shows TEXT WHAT: waits until the state that the window writes has the text.
shows() {
  for _ in $(seq 240); do
    ! grep -qF -- "$1" "$state" 2>/dev/null || return 0
    sleep 0.25
  done
  echo "waited in vain for $2" >&2
  exit 1
}
# try_at PERCENT
try_at() {
  wine reg add 'HKCU\Control Panel\Desktop' /v LogPixels /t REG_DWORD /d $((96 * $1 / 100)) /f >/dev/null
  wineserver -w
  rm -f "$state"
  wine "$program" assets/sample.log --time 12 --state-file "$state" >"$work/said" 2>&1 &
  local run=$! window place
  shows '"index": "done"' "the sample to be read"
  shows '"busy": false' "the window to come to rest"
  window=$(xdotool search --sync --name Scrubjay | head -n 1)
  say "$1 %: a window of $(xdotool getwindowgeometry "$window" | sed -n 's/ *Geometry: //p'), $(sed -n 's/.*"title": "\(.*Scrubjay\)".*/\1/p' "$state")"
  xdotool windowfocus --sync "$window"
  xdotool key Home
  shows 'frame 0/599' "Home to go to the first frame"
  xdotool key Right
  shows 'frame 1/599' "the arrow to step"
  say "$1 %: Home and the arrow go from frame to frame"
  "$python" tests/window/xdnd_source.py "$window" "$PWD/assets/sample.xrec"
  shows '"file": "sample.xrec"' "the dropped recording"
  shows '"busy": false' "the window to come to rest"
  sleep 2
  place=$(xdotool getwindowgeometry --shell "$window")
  place=$(eval "$place" && echo "${WIDTH}x$HEIGHT+$X+$Y")
  import -window root -crop "$place" +repage "$tried/window_$1.png"
  say "$1 %: a recording was dropped; $tried/window_$1.png"
  xdotool windowfocus --sync "$window"
  xdotool key ctrl+q
  wait "$run"
  [ ! -s "$work/said" ] || { cat "$work/said"; exit 1; }
  say "$1 %: closed by Ctrl+Q with status 0"
}

python=/usr/bin/python3
"$python" -c 'import Xlib' 2>/dev/null || python=python3
try_at 100
try_at 200
