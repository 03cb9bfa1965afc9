#!/bin/sh
# Builds the fuzz targets with clang 19 and runs each for a while, two at a time. What else the build
# needs ./test.sh installs.
#
#   ./fuzz.sh [SECONDS [TARGET...]]     20 seconds each; all targets
#   COVERAGE=1 ./fuzz.sh ...            also counts the lines that were reached: builds once more
#   SEED=7 ./fuzz.sh ...                the same inputs each time, on a new corpus; else others
#
# Prints a table: executions, how many lines of the code in question were reached, and a verdict.
# What each target learned is kept in build/fuzz-corpus, what it found in build/fuzz-findings. Fails
# when a target found something, or did not run.
set -eu
cd "$(dirname "$0")"

seconds=${1-20}
[ $# -eq 0 ] || shift

# Target, its seeds below tests/data, longest input, the code whose coverage is told.
all_targets=$(sed -n 's/^FUZZ_TARGET(\(.*\), "\(.*\)", \(.*\), "\(.*\)")$/\1 \2 \3 \4/p' \
  tests/fuzz/targets.inc)
programs=build/asan-ubsan/tests/fuzz
counting_programs=build/fuzz-coverage/tests/fuzz
corpus=build/fuzz-corpus
findings=build/fuzz-findings
results=build/fuzz-results

# The compiler alone is not enough: what fuzzers and sanitizers are linked with is a package of its own.
compiler_is_there() {
  command -v clang++-19 >/dev/null &&
    [ -n "$(find "$(clang++-19 -print-resource-dir)" -name 'libclang_rt.fuzzer*.a' -print -quit)" ] &&
    { [ -z "${COVERAGE-}" ] || command -v llvm-cov-19 >/dev/null; }
}

install_compiler() {
  compiler_is_there && return
  if ! command -v apt-get >/dev/null; then
    echo "Fuzzing needs clang 19 with its sanitizers (libclang-rt-19-dev)." >&2
    exit 1
  fi
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  $as_root apt-get update
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends clang-19 libclang-rt-19-dev ${COVERAGE:+llvm-19}
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

# Replays all that a target learned in the build that counts lines.
replay_for_coverage() {
  # shellcheck disable=SC2046
  set -- $(line_of "$1")
  LLVM_PROFILE_FILE=$PWD/$results/$1.profraw "$counting_programs/$1" -runs=1 -max_len="$3" \
    -timeout=60 "$corpus/$1" "tests/data/$2" >"$results/$1.coverage.log" 2>&1 || true
  llvm-profdata-19 merge -sparse "$results/$1.profraw" -o "$results/$1.profdata"
}

# lines_reached CODE PROFILE PROGRAM...: "1234 of 1500 (82 %)" of the sources whose path CODE matches.
lines_reached() {
  code=$1
  profile=$2
  program=$3
  shift 3
  objects=
  for other in "$@"; do objects="$objects -object $other"; done
  # shellcheck disable=SC2086
  llvm-cov-19 export -format=lcov -summary-only "$program" $objects -instr-profile="$profile" 2>/dev/null |
    awk -F: -v code="$PWD/$code" '$1 == "SF" { is_asked = $2 ~ code && $2 ~ /[.]cpp$/ }
      is_asked && $1 == "LF" { all += $2 }
      is_asked && $1 == "LH" { reached += $2 }
      END { if (all) printf "%d of %d (%d %%)", reached, all, 100 * reached / all; else printf "not known" }'
}

coverage_of() {
  # shellcheck disable=SC2046
  set -- $(line_of "$1")
  lines_reached "$4" "$results/$1.profdata" "$counting_programs/$1"
}

# What all targets of this run reached together, by the folder of each reader.
print_folders() {
  profiles=
  programs_run=
  for target in $targets; do
    profiles="$profiles $results/$target.profdata"
    programs_run="$programs_run $counting_programs/$target"
  done
  # shellcheck disable=SC2086
  llvm-profdata-19 merge -sparse $profiles -o "$results/all.profdata"
  printf '\nlines reached by all of these together\n'
  for folder in formats/*/ scenery/*/; do
    # shellcheck disable=SC2086
    reached=$(lines_reached "$folder" "$results/all.profdata" $programs_run)
    # No target has what only writes tables.
    [ "$reached" = "not known" ] || printf '%-24s %s\n' "$folder" "$reached"
  done
}

# What libFuzzer says at its end.
stat_of() { sed -n "s/^stat::$2: *//p" "$results/$1.log"; }

print_row() {
  verdict=passed
  [ "$(cat "$results/$1.status")" -eq 0 ] || verdict=failed
  [ "$(stat_of "$1" number_of_executed_units)" ] || verdict=failed
  printf '%s %s\n' "$1" "$verdict" >>"$results/verdicts"
  coverage="not measured"
  [ -z "${COVERAGE-}" ] || coverage=$(coverage_of "$1")
  printf '%-24s %12s %9s  %-22s %s\n' "$1" "$(stat_of "$1" number_of_executed_units)" \
    "$(stat_of "$1" average_exec_per_sec)" "$coverage" "$verdict"
  if [ "$verdict" = failed ]; then
    grep -aE 'PROPERTY:|ERROR: |runtime error:|SUMMARY:|libFuzzer: |Test unit written' \
      "$results/$1.log" | head -n 6 | sed 's/^/    /'
  fi
}

install_compiler
mkdir -p build
build_fuzzers() {
  cmake --preset "$1" >"build/$1-configure.log" 2>&1 || { cat "build/$1-configure.log"; exit 1; }
  cmake --build --preset "$1" --target fuzzers
}
build_fuzzers asan-ubsan
[ -z "${COVERAGE-}" ] || build_fuzzers fuzz-coverage

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

printf '\n%-24s %12s %9s  %-22s %s\n' target executions 'a second' 'lines reached' verdict
for target in $targets; do
  [ -z "${COVERAGE-}" ] || replay_for_coverage "$target"
  print_row "$target"
done
[ -z "${COVERAGE-}" ] || print_folders
! grep -q ' failed$' "$results/verdicts"
