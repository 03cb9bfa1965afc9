#!/bin/sh
# Installs what is missing, builds Scrubjay and opens it.
#
#   ./view.sh                 on a sample recording
#   ./view.sh ARGUMENT...     with these arguments, e.g. recordings of yours
set -eu
root=$(cd "$(dirname "$0")" && pwd)
build=$root/build/release
scrubjay=$build/scrubjay
sample=$root/assets/sample.log

"$root/test.sh" --setup-only
cd "$root"
# A build folder that is there already keeps its choices.
[ -f "$build/build.ninja" ] || cmake --preset release -DSCRUBJAY_TESTS=OFF
cmake --build --preset release --target scrubjay
cd "$OLDPWD"

if [ "$(uname -s)" = Linux ] && [ -z "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then
  picture=$build/scrubjay-sample.png
  echo "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set)."
  echo "Here is the sample recording without a window; $scrubjay --help says what else can be done so."
  echo
  "$scrubjay" render "$sample" --time 15 -o "$picture"
  "$scrubjay" info "$sample"
  echo
  echo "A picture of it: $picture"
  exit
fi

[ $# -gt 0 ] || set -- "$sample"
exec "$scrubjay" "$@"
