#!/bin/bash
# Builds GoogleTest's suites for Windows and runs them under Wine, on a display without a screen; installs Wine. Run
# packaging/windows/libraries.sh, or build.sh, before.
#
#   packaging/windows/try_suites.sh [SUITE...]      of core analysis formats sixth scenery render app viewer assets fuzz; all
#
# Ends with what failed and the counts, as ./test.sh does. Left out is what README.md says does not pass there.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8 TZ=UTC WINEDEBUG=${WINEDEBUG--all} SCRUBJAY_CACHE=off
export WINEPREFIX=${WINEPREFIX-$PWD/build/windows-wine}
./test.sh --setup-only wine xvfb xauth
[ $# -gt 0 ] || set -- core analysis formats sixth scenery render app viewer assets fuzz
targets=()
for suite; do
  case $suite in
    sixth) targets+=(sixth_format_test) ;;
    fuzz) targets+=(findings_test) ;;
    *) targets+=("${suite}_test") ;;
  esac
done
cmake --preset windows -DSCRUBJAY_TESTS=ON -DCMAKE_CROSSCOMPILING_EMULATOR="$(command -v wine)"
cmake --build build/windows --target scrubjay make_recording "${targets[@]}"
left_out='SteadyMath.IsTwoUnitsOrLessFromTheCLibrary:PagesAheadTest.WhatIsGoneWhileItWorksEndsIt:IndexCacheTest.WhatIsNotWholeIsNotKept'
left_out+=':AtomicFileTest.a_link*:AtomicFileTest.the_same_file*:AtomicFileTest.replaces_an_old_file_and_keeps_its_permissions'
left_out+=':CacheFolderTest.names_follow_path_size_time_and_content'
results=$PWD/build/windows/results
rm -rf "$results"
mkdir -p "$results"
[ -d "$WINEPREFIX" ] || DISPLAY='' wineboot -i >/dev/null 2>&1
GTEST_FILTER=-$left_out xvfb-run -a -s '-screen 0 1600x1000x24' ctest --test-dir build/windows --output-junit "$results/ctest.xml" \
  --parallel "$(nproc)" --timeout 900 -R "^($(IFS='|'; echo "$*"))[.]" || true
python3 tests/verdict.py "$results"
