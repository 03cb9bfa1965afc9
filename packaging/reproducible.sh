#!/bin/bash
# Whether the same sources give the same packages, byte for byte: builds them twice, from clean clones in two folders,
# without what compilers have kept, in another time zone, language and with another mask for new files.
#
#   packaging/reproducible.sh             the .deb and the .tar.zst of packaging/debian.sh
#   packaging/reproducible.sh windows     the .exe, .zip and installer of packaging/windows/build.sh, with the
#                                         libraries in build/windows-libraries where they are
#
# Prints a line for each file with its sum, and keeps them in build/reproducible; both where two differ, and fails then.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1-debian}
kept=$PWD/build/reproducible/$what
rm -rf "$kept"
mkdir -p "$kept"
case $what in
  debian) script=packaging/debian.sh built='build/package/*.deb build/package/*.tar.zst build/package/scrubjay' ;;
  windows) script=packaging/windows/build.sh built='build/windows-package/*.zip build/windows-package/*.exe build/windows/scrubjay.exe' ;;
  *) sed -n '2,/^set/s/^# \?//p' "$0"; exit 2 ;;
esac

# build NAME FOLDER [VARIABLE=VALUE...]: into $kept/NAME, from a clone in FOLDER.
build() {
  local name=$1 folder=$2
  shift 2
  git clone -q . "$folder"
  git -C "$folder" checkout -q --detach "$commit"
  if [ "$what" = windows ] && [ -d build/windows-libraries ]; then
    mkdir -p "$folder/build"
    cp -a build/windows-libraries "$folder/build/"
  fi
  (cd "$folder" && env CCACHE_DISABLE=1 "$@" "$script") >"$kept/$name.log" 2>&1 || { tail -n 40 "$kept/$name.log"; exit 1; }
  mkdir -p "$kept/$name"
  # Words are split on purpose: patterns of names.
  # shellcheck disable=SC2086
  (cd "$folder" && cp $built "$kept/$name/")
  rm -rf "$folder"
}

commit=$(git rev-parse HEAD)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(umask 022 && build first "$work/a" TZ=UTC LC_ALL=C.UTF-8)
(umask 027 && build second "$work/another folder/of a longer name" TZ=Asia/Kathmandu LC_ALL=C)
different=0
for file in "$kept"/first/*; do
  name=$(basename "$file")
  if cmp -s "$file" "$kept/second/$name"; then
    printf 'the same: %s  %s\n' "$(sha256sum <"$file" | cut -d ' ' -f 1)" "$name"
  else
    printf 'different: %s\n' "$name"
    different=1
  fi
done
[ $different -ne 0 ] || rm -rf "$kept/second"
exit $different
