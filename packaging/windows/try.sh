#!/bin/bash
# Tries build/windows/scrubjay.exe under Wine: whether it says and writes byte for byte what the program for this
# system does, of every recording given; without any, of the samples and the recordings of the tests.
#
#   packaging/windows/try.sh [RECORDING...]      SCRUBJAY is the program for this system, else the one in build/ci,
#                                                build/release or build/package
#
# Prints a line for what differs and the counts; fails when anything does.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8 TZ=UTC WINEDEBUG=${WINEDEBUG--all} SCRUBJAY_CACHE=off
export WINEPREFIX=${WINEPREFIX-$PWD/build/windows-wine}
native=${SCRUBJAY-$(ls -t build/{ci,release,package}/scrubjay 2>/dev/null | head -n 1 || true)}
[ -x "$native" ] || { echo "Build the program for this system first, or name it in SCRUBJAY." >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

same=0
different=0
# try NAME WORD...: runs both with the words, in which @ stands for a file that is written.
try() {
  local name=$1 side
  shift
  for side in native windows; do
    local program=("$native")
    [ $side = native ] || program=(wine build/windows/scrubjay.exe)
    rm -rf "${work:?}/out" && mkdir "$work/out"
    local status=0
    "${program[@]}" "${@//@/$work/out/written}" >"$work/$side.stdout" 2>"$work/$side.stderr" </dev/null || status=$?
    rm -rf "$work/$side.files" && mv "$work/out" "$work/$side.files"
    echo "$status" >"$work/$side.status"
  done
  local part told=
  for part in stdout stderr status files; do
    diff -rq "$work/native.$part" "$work/windows.$part" >/dev/null || told="$told $part"
  done
  if [ -z "$told" ]; then
    same=$((same + 1))
    return
  fi
  different=$((different + 1))
  echo "different in$told: $name: $*"
  [ -z "${SHOW-}" ] || diff -ra "$work/native.${told##* }" "$work/windows.${told##* }" | cut -c 1-300 | head -n 8 || true
}

if [ $# -eq 0 ]; then
  set -- assets/sample*.log assets/sample*.fbf assets/sample*.xrec assets/sample*.ndjson
  while read -r file; do set -- "$@" "$file"; done < <(git ls-files \
    'tests/data/*.log' 'tests/data/*.rec' 'tests/data/*.fbf' 'tests/data/*.xrec' 'tests/data/*.ndjson' 'tests/data/*.json' \
    'tests/data/*.har' 'tests/data/*.colycap' 'tests/data/*.colreplay' 'tests/data/*.mcap' 'tests/data/*.txt' 'tests/data/*.gz' |
    grep -v '/golden/\|/app/')
fi
[ -d "$WINEPREFIX" ] || DISPLAY='' wineboot -i >/dev/null 2>&1
wineserver -p 2>/dev/null || true # stays: each program begins sooner
for file; do
  try info info --json "$file"
  try verify verify "$file"
  try events events --json "$file"
  try show show --json "$file" --time 1
  for target in ndjson csv; do try "$target" export "$file" --to "$target" -o @."$target"; done
  for target in log fbf flecs.ndjson xrec mcap; do try "$target" convert "$file" -o @."$target"; done
  try sql sql "$file" 'select * from events; ' --csv
done
wineserver -k 2>/dev/null || true
echo "$same the same, $different different"
[ $different -eq 0 ] && [ $same -gt 0 ]
