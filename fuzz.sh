#!/bin/sh
# Builds the fuzz targets with clang 19 and runs each for a while, two at a time. What else the build
# needs ./test.sh installs.
#
#   ./fuzz.sh [SECONDS [TARGET...]]     20 seconds each; all targets
#   COVERAGE=1 ./fuzz.sh ...            also counts the branches that were taken: a minute a target
#   SEED=7 ./fuzz.sh ...                the same inputs each time, on a new corpus; else others
#
# Prints a table: executions, how many branches of the code in question were taken, and a verdict.
# What each target learned is kept in build/fuzz-corpus, what it found in build/fuzz-findings. Fails
# when a target found something, or did not run.
set -eu
cd "$(dirname "$0")"

seconds=${1-20}
[ $# -eq 0 ] || shift

# target, its seeds below tests/data, longest input, the code whose coverage is told
all_targets='
carla_fuzz              carla/seeds              65536  formats/carla/
colyseus_handshake_fuzz colyseus/handshakes       4096  formats/colyseus/(handshake|reflection|roles)
colyseus_har_fuzz       colyseus/files           16384  formats/colyseus/
colyseus_wire_fuzz      colyseus/messages         2048  formats/colyseus/
coordinate_system_fuzz  coordinates/seeds          256  core/coordinate_system
filter_file_fuzz        filters/seeds             8192  (app/filter_file|core/filter)
flecs_fuzz              flecs/seeds              16384  formats/flecs/
framebyframe_fuzz       framebyframe/seeds       65536  formats/framebyframe/
xrec_container_fuzz     xrec/seeds/container     65536  formats/xrec/(block|captured|container|values)
xrec_nrbf_fuzz          xrec/seeds/nrbf           8192  formats/xrec/nrbf
xrec_recording_fuzz     xrec/seeds/container     65536  formats/(xrec|states)/
'
programs=build/fuzz/tests/fuzz
corpus=build/fuzz-corpus
findings=build/fuzz-findings
results=build/fuzz-results

install_compiler() {
  command -v clang++-19 >/dev/null && return
  if ! command -v apt-get >/dev/null; then
    echo "Fuzzing needs clang 19 with its sanitizers (libclang-rt-19-dev)." >&2
    exit 1
  fi
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  $as_root apt-get update
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends clang-19 libclang-rt-19-dev
}

line_of() { printf '%s\n' "$all_targets" | grep "^$1 "; }

# Runs one target; what it says goes to its log.
run_target() {
  # Words are split on purpose: the columns of the table.
  # shellcheck disable=SC2046
  set -- $(line_of "$1")
  mkdir -p "$corpus/$1" "$findings/$1"
  dictionary=
  [ ! -f "tests/fuzz/$1.dict" ] || dictionary=-dict=tests/fuzz/$1.dict
  status=0
  # shellcheck disable=SC2086
  "$programs/$1" -max_len="$3" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2560 \
    -malloc_limit_mb=512 -seed="${SEED-0}" -print_final_stats=1 $dictionary \
    -artifact_prefix="$findings/$1/" \
    "$corpus/$1" "tests/data/$2" >"$results/$1.log" 2>&1 || status=$?
  echo "$status" >"$results/$1.status"
}

# How many branches of the target's code its corpus takes: "1234 of 1500 (82 %)".
coverage_of() {
  # shellcheck disable=SC2046
  set -- $(line_of "$1")
  ASAN_SYMBOLIZER_PATH=$symbolizer "$programs/$1" -runs=1 -max_len="$3" -timeout=60 \
    -print_coverage=1 "$corpus/$1" "tests/data/$2" 2>&1 |
    awk -v wanted="/$4" '
      /COVERED_FUNC: / && $NF ~ wanted {
        split($5, edges, "/")
        covered += edges[1]
        total += edges[2]
      }
      END {
        if (total) printf "%d of %d (%d %%)", covered, total, 100 * covered / total
        else printf "not known"
      }'
}

# What libFuzzer says at its end.
stat_of() { sed -n "s/^stat::$2: *//p" "$results/$1.log"; }

print_row() {
  verdict=passed
  [ "$(cat "$results/$1.status")" -eq 0 ] || verdict=failed
  [ "$(stat_of "$1" number_of_executed_units)" ] || verdict=failed
  printf '%s %s\n' "$1" "$verdict" >>"$results/verdicts"
  coverage="not measured"
  [ -z "${COVERAGE-}" ] || [ -z "$symbolizer" ] || coverage=$(coverage_of "$1")
  printf '%-24s %12s %9s  %-22s %s\n' "$1" "$(stat_of "$1" number_of_executed_units)" \
    "$(stat_of "$1" average_exec_per_sec)" "$coverage" "$verdict"
  if [ "$verdict" = failed ]; then
    grep -aE 'PROPERTY:|ERROR: |runtime error:|SUMMARY:|libFuzzer: |Test unit written' \
      "$results/$1.log" | head -n 6 | sed 's/^/    /'
  fi
}

install_compiler
symbolizer=$(command -v llvm-symbolizer-19 || command -v llvm-symbolizer-14 || true)
mkdir -p build
cmake --preset fuzz >build/fuzz-configure.log 2>&1 || { cat build/fuzz-configure.log; exit 1; }
cmake --build --preset fuzz --target fuzzers

rm -rf "$results"
mkdir -p "$results"
targets=${*:-$(printf '%s\n' "$all_targets" | awk 'NF { print $1 }')}
running=0
for target in $targets; do
  line_of "$target" >/dev/null || { echo "There is no target $target." >&2; exit 2; }
  run_target "$target" &
  running=$((running + 1))
  [ $((running % 2)) -ne 0 ] || wait
done
wait

printf '\n%-24s %12s %9s  %-22s %s\n' target executions 'a second' 'branches taken' verdict
for target in $targets; do print_row "$target"; done
! grep -q ' failed$' "$results/verdicts"
